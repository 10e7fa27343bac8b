//! What a solver never answers, and what it always gets wrong.
//!
//! Many solvers say `unknown` to everything with some operator in it. A test that has one costs as
//! much as any other and shows nothing, so a hunt makes few of them. Nor do those with an operator
//! that a solver takes for a function it knows nothing about: the bug is found soon, and hides all
//! others behind it. Only the answers of the
//! hunt itself are evidence, and some such tests are always let through: an operator that is
//! only found together with a bad one is known for what it is then.

use std::collections::BTreeMap;

use super::verdict::Verdict;

/// Tests with an operator before it is judged.
const EVIDENCE: u32 = 40;
/// Of so many tests that are not worth it, one is made all the same.
const LET_THROUGH: u32 = 8;

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    asked: u32,
    open: u32,
    wrong: u32,
}

impl Count {
    /// Whether nearly all tests are left open, or every fourth answer is wrong.
    fn is_hopeless(self) -> bool {
        let answers = self.asked - self.open;
        self.asked >= EVIDENCE && (10 * self.open >= 9 * self.asked || 4 * self.wrong >= answers)
    }
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
    /// What became of a test.
    pub fn learn(&mut self, script: &str, verdict: Verdict) {
        let mut seen: Vec<&str> = operators(script).collect();
        seen.sort_unstable();
        seen.dedup();
        for operator in seen {
            let count = self.operators.entry(operator.to_owned()).or_default();
            count.asked += 1;
            count.open += u32::from(verdict == Verdict::Unknown);
            count.wrong += u32::from(verdict.is_unsound());
        }
    }

    /// Whether the test is one that is never answered, or always wrongly, but for those that are let through.
    pub fn is_hopeless(&mut self, script: &str) -> bool {
        let never = |operator: &str| {
            let count = self.operators.get(operator);
            count.is_some_and(|count| count.is_hopeless())
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
            answers.learn("(str.rev x)", Verdict::Unknown);
            answers.learn("(str.at x 0)", Verdict::Pass);
            answers.learn("(str.len x)", Verdict::Unknown);
        }
        for _ in 0..EVIDENCE {
            answers.learn("(str.len x)", Verdict::Pass);
        }
        let through = (0..80).filter(|_| !answers.is_hopeless(bad)).count();
        assert_eq!(through, 10);
        assert!(!answers.is_hopeless("(= (str.at x i) x)"));
        assert!(
            !answers.is_hopeless("(= (str.len x) 1)"),
            "it is answered sometimes"
        );
    }

    #[test]
    fn what_is_often_wrong_is_asked_rarely() {
        let mut answers = Answers::default();
        for number in 0..EVIDENCE {
            let verdict = match number % 3 {
                0 => Verdict::InvalidModel,
                _ => Verdict::Pass,
            };
            answers.learn("(str.< x y)", verdict);
            answers.learn("(str.at x 0)", Verdict::Pass);
        }
        answers.learn("(str.at x 0)", Verdict::WrongAnswer);
        let through = (0..80).filter(|_| !answers.is_hopeless("(str.< y x)"));
        assert_eq!(through.count(), 10);
        assert!(!answers.is_hopeless("(str.at x 0)"), "it is wrong once");
    }
}
