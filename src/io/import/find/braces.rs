//! Counts braces over lines, outside strings and comments: where an rt-app workload ends.

/// The count so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Braces {
    depth: u32,
    in_comment: bool,
}

impl Braces {
    /// Goes over a line; whether it closes the last open brace. A string ends with its line at the latest.
    pub fn closed_by(&mut self, line: &str) -> bool {
        let mut in_string = false;
        let mut bytes = line.bytes().peekable();
        while let Some(byte) = bytes.next() {
            let next = bytes.peek().copied();
            match byte {
                b'*' if self.in_comment && next == Some(b'/') => {
                    bytes.next();
                    self.in_comment = false;
                }
                _ if self.in_comment => {}
                b'\\' if in_string => drop(bytes.next()),
                b'"' => in_string = !in_string,
                _ if in_string => {}
                b'/' if next == Some(b'*') => {
                    bytes.next();
                    self.in_comment = true;
                }
                b'/' if next == Some(b'/') => return false,
                b'{' => self.depth += 1,
                b'}' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return true;
                    }
                }
                _ => {}
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_in_strings_and_comments_do_not_count() {
        let mut braces = Braces::default();
        for open in ["{ /* } ", " } */ \"a}\\\"}\" : {", "} // }", "\"}"] {
            assert!(!braces.closed_by(open), "{open}");
        }
        assert!(braces.closed_by("}"));
    }
}
