//! "Did you mean": the known word that is nearest to an unknown one.

/// Longest word for which a neighbour is looked for.
const LONGEST: usize = 32;

/// Most known words that are looked at: no list that a person remembers is longer.
const MOST: usize = 100;

/// ` (did you mean `x`?)` if one of the known words is close, else nothing.
pub(super) fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let length = word.chars().count();
    if length > LONGEST {
        return String::new();
    }
    let allowed = if length < 4 { 1 } else { 2 + length / 8 };
    let near = known
        .into_iter()
        .take(MOST)
        .filter(|k| k.len().abs_diff(word.len()) <= allowed * 4 && k.len() <= LONGEST * 4)
        .map(|k| (distance(&word.to_lowercase(), &k.to_lowercase()), k))
        .filter(|(d, k)| *d <= allowed && *d < k.chars().count())
        .min_by_key(|(d, _)| *d);
    near.map_or(String::new(), |(_, k)| format!(" (did you mean `{k}`?)"))
}

/// Number of insertions, deletions, replacements and swaps of neighbours between two words.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before = vec![0; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_recognised_and_a_different_word_is_not() {
        let verbs = ["wake", "fork", "sleep", "yield"];
        assert_eq!(did_you_mean("slepe", verbs), " (did you mean `sleep`?)");
        assert_eq!(did_you_mean("WAKE", verbs), " (did you mean `wake`?)");
        assert_eq!(did_you_mean("perfetto", verbs), "");
        assert_eq!(did_you_mean("x", ["y"]), "");
        assert_eq!(did_you_mean(&"w".repeat(1000), verbs), "");
    }
}
