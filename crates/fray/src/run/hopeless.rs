//! What a solver never answers.
//!
//! Many solvers say `unknown` to everything with some operator in it. A test that has one costs as
//! much as any other and shows nothing, so a hunt makes few of them. Only the answers of the
//! hunt itself are evidence, and some such tests are always let through: an operator that is
//! only found together with a bad one is known for what it is then.

use std::collections::BTreeMap;

/// Tests with an operator before it is judged.
const EVIDENCE: u32 = 40;
/// Of so many tests that are not worth it, one is made all the same.
const LET_THROUGH: u32 = 8;

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    asked: u32,
    open: u32,
}

/// What one solver answered, by operator.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    operators: BTreeMap<String, Count>,
    skipped: u32,
}

/// The operators of the theory in a script, some of them several times.
fn operators(script: &str) -> impl Iterator<Item = &str> {
    let symbol = |c: char| !(c.is_ascii_alphanumeric() || "._+*^<=-".contains(c));
    let words = script.split(symbol);
    words.filter(|word| word.starts_with("str.") || word.starts_with("re."))
}

impl Answers {
    /// A test that was answered, or was not.
    pub fn learn(&mut self, script: &str, answered: bool) {
        let mut seen: Vec<&str> = operators(script).collect();
        seen.sort_unstable();
        seen.dedup();
        for operator in seen {
            let count = self.operators.entry(operator.to_owned()).or_default();
            count.asked += 1;
            count.open += u32::from(!answered);
        }
    }

    /// Whether the test is one that is never answered, but for those that are let through.
    pub fn is_hopeless(&mut self, script: &str) -> bool {
        let never = |operator: &str| {
            let count = self.operators.get(operator);
            count.is_some_and(|c| c.asked >= EVIDENCE && 10 * c.open >= 9 * c.asked)
        };
        if !operators(script).any(never) {
            return false;
        }
        self.skipped += 1;
        !self.skipped.is_multiple_of(LET_THROUGH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_never_answered_is_asked_rarely() {
        let mut answers = Answers::default();
        let bad = "(= (str.rev x) (str.at x 0))";
        assert!(!answers.is_hopeless(bad), "nothing is known yet");
        for _ in 0..EVIDENCE {
            answers.learn("(str.rev x)", false);
            answers.learn("(str.at x 0)", true);
            answers.learn("(str.len x)", false);
        }
        for _ in 0..EVIDENCE {
            answers.learn("(str.len x)", true);
        }
        let through = (0..80).filter(|_| !answers.is_hopeless(bad)).count();
        assert_eq!(through, 10);
        assert!(!answers.is_hopeless("(= (str.at x i) x)"));
        assert!(
            !answers.is_hopeless("(= (str.len x) 1)"),
            "it is answered sometimes"
        );
    }
}
