//! Where a word occurs in another: Knuth, Morris and Pratt, *Fast Pattern Matching in Strings*, SIAM
//! Journal on Computing 6(2), 1977.
//!
//! The plain search at every position is quadratic, and words of models may have a hundred thousand
//! characters. The test below holds it against the plain one on all short words.

use crate::limits::{Meter, Reason};

/// A word to look for.
pub(crate) struct Needle<'n> {
    word: &'n [u32],
    /// At i, the length of the longest proper prefix of `word[..=i]` that is its suffix too.
    border: Vec<usize>,
}

impl<'n> Needle<'n> {
    pub(crate) fn new(word: &'n [u32], meter: &mut Meter<'_>) -> Result<Needle<'n>, Reason> {
        meter.spend(word.len())?;
        let mut border = vec![0; word.len()];
        let mut matched = 0;
        for at in 1..word.len() {
            while matched > 0 && word[at] != word[matched] {
                matched = border[matched - 1];
            }
            matched += usize::from(word[at] == word[matched]);
            border[at] = matched;
        }
        Ok(Needle { word, border })
    }

    /// The least position `from` or later at which it occurs in `text`.
    pub(crate) fn find(
        &self,
        text: &[u32],
        from: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<usize>, Reason> {
        if self.word.is_empty() {
            return Ok((from <= text.len()).then_some(from));
        }
        let mut matched = 0;
        for (at, &character) in text.iter().enumerate().skip(from) {
            meter.spend(1)?;
            while matched > 0 && self.word[matched] != character {
                matched = self.border[matched - 1];
            }
            matched += usize::from(self.word[matched] == character);
            if matched == self.word.len() {
                return Ok(Some(at + 1 - matched));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    /// All words over `letters` of at most so many characters.
    fn words(letters: u32, most: usize) -> Vec<Vec<u32>> {
        let mut all = vec![Vec::new()];
        let mut start = 0;
        for _ in 0..most {
            let end = all.len();
            for at in start..end {
                for letter in 0..letters {
                    all.push([all[at].as_slice(), &[letter]].concat());
                }
            }
            start = end;
        }
        all
    }

    #[test]
    fn it_finds_what_the_plain_search_finds() {
        let limits = Limits::default();
        let mut meter = Meter::new(limits);
        for text in words(2, 8) {
            for needle in words(2, 5) {
                let searched = Needle::new(&needle, &mut meter).expect("few steps");
                for from in 0..=text.len() + 1 {
                    let plain = (from..=text.len()).find(|&at| text[at..].starts_with(&needle));
                    let found = searched.find(&text, from, &mut meter).expect("few steps");
                    assert_eq!(found, plain, "{needle:?} in {text:?} from {from}");
                }
            }
        }
    }

    #[test]
    fn its_cost_is_linear() {
        let text = vec![97; 200_000];
        let needle = [vec![97; 100_000], vec![98]].concat();
        let mut meter = Meter::new(Limits::default());
        let searched = Needle::new(&needle, &mut meter).expect("few steps");
        assert_eq!(searched.find(&text, 0, &mut meter), Ok(None));
        assert!(meter.steps() < 400_000, "{}", meter.steps());
    }
}
