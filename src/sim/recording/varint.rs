//! Integers in as few bytes as they need: seven bits a byte, small differences of either sign first.

/// Appends `n`.
pub(super) fn write(bytes: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        bytes.push(n as u8 | 0x80);
        n >>= 7;
    }
    bytes.push(n as u8);
}

/// Appends a signed number, the ones near 0 shortest.
pub(super) fn write_signed(bytes: &mut Vec<u8>, n: i64) {
    write(bytes, ((n << 1) ^ (n >> 63)) as u64);
}

/// Reads what [`write()`] wrote at `*at`, and moves on.
pub(super) fn read(bytes: &[u8], at: &mut usize) -> u64 {
    let (mut n, mut shift) = (0, 0);
    loop {
        let byte = bytes[*at];
        *at += 1;
        n |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return n;
        }
        shift += 7;
    }
}

/// Reads what [`write_signed`] wrote.
pub(super) fn read_signed(bytes: &[u8], at: &mut usize) -> i64 {
    let n = read(bytes, at);
    (n >> 1) as i64 ^ -((n & 1) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_comes_back() {
        let numbers = [0, 1, -1, 63, 64, -64, -65, 1 << 40, i64::MAX, i64::MIN];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|n| write_signed(&mut bytes, *n));
        let mut at = 0;
        assert!(numbers.iter().all(|n| read_signed(&bytes, &mut at) == *n));
        assert_eq!(at, bytes.len());
    }
}
