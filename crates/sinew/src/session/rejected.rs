//! Commands that were not carried out, and what may be answered in spite of them.
//!
//! Execution goes on after an error, as the standard allows; but what a query is then about is not
//! what the script says. As long as the scope is open in which something was rejected, `unsat`
//! stays an answer where it does not depend on what is missing, and everything else is `unknown`,
//! with the line of what was rejected for a reason.

use sinew_smtlib::Loss;

use crate::query::Outcome;

/// At most so many lines are named in a reason.
const NAMED: usize = 3;

/// A command that was not carried out.
#[derive(Clone, Copy, Debug)]
struct Rejection {
    line: u32,
    /// How many levels were open.
    level: u32,
    /// Whether what it would have done is a declaration or definition.
    declares: bool,
    /// Whether what is refuted without it is refuted with it.
    unsat_stays: bool,
}

/// What was rejected and is still missing.
#[derive(Clone, Debug, Default)]
pub(super) struct Rejected {
    /// What goes when its level is popped; deeper levels come later.
    scoped: Vec<Rejection>,
    /// What stays when levels are popped, and until when.
    lasting: Vec<(Rejection, Until)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Until {
    ResetAssertions,
    Reset,
}

impl Rejected {
    /// Notes that a command at this line was not carried out while `level` levels were open.
    /// Declarations outlive `pop` if they are `global`.
    pub(super) fn note(&mut self, loss: Loss, line: u32, level: u32, global: bool) {
        let rejection = Rejection {
            line,
            level,
            declares: matches!(loss, Loss::Meaning | Loss::OtherMeaning),
            unsat_stays: matches!(loss, Loss::Constraint | Loss::Meaning),
        };
        match loss {
            Loss::Nothing => {}
            Loss::Anything => self.lasting.push((rejection, Until::ResetAssertions)),
            _ if rejection.declares && global => self.lasting.push((rejection, Until::Reset)),
            _ => self.scoped.push(rejection),
        }
    }

    /// Levels were popped, and so many are left.
    pub(super) fn pop(&mut self, levels: u32) {
        while self.scoped.last().is_some_and(|last| last.level > levels) {
            self.scoped.pop();
        }
    }

    /// `reset-assertions`; with `global`, declarations survive it, those that have gone missing too.
    pub(super) fn reset_assertions(&mut self, global: bool) {
        self.lasting.retain(|&(_, until)| until == Until::Reset);
        let missing = self.scoped.drain(..).filter(|r| global && r.declares);
        self.lasting.extend(missing.map(|r| (r, Until::Reset)));
    }

    /// Why the outcome of a query may not be told, if it may not.
    pub(super) fn forbids(&self, outcome: &Outcome) -> Option<String> {
        let all = || {
            self.scoped
                .iter()
                .chain(self.lasting.iter().map(|(r, _)| r))
        };
        let told = match outcome {
            Outcome::Unsat(_) => all().all(|rejection| rejection.unsat_stays),
            Outcome::Sat(_) | Outcome::Unknown(_) => all().next().is_none(),
        };
        if told {
            return None;
        }
        let mut lines: Vec<u32> = all().map(|rejection| rejection.line).collect();
        lines.sort_unstable();
        lines.dedup();
        let named: Vec<String> = lines.iter().take(NAMED).map(u32::to_string).collect();
        let (named, count) = (named.join(", "), lines.len());
        Some(match count {
            1 => format!("line {named} was rejected"),
            2..=NAMED => format!("lines {named} were rejected"),
            _ => format!("lines {named} and {} more were rejected", count - NAMED),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Witness;

    fn unsat() -> Outcome {
        Outcome::Unsat(Vec::new())
    }

    fn sat() -> Outcome {
        Outcome::Sat(Witness::of(sinew_semantics::Model::new()))
    }

    #[test]
    fn what_is_missing_goes_with_its_scope() {
        let mut rejected = Rejected::default();
        rejected.note(Loss::Constraint, 3, 0, false);
        rejected.note(Loss::Constraint, 5, 2, false);
        let both = Some("lines 3, 5 were rejected".to_owned());
        assert_eq!(rejected.forbids(&sat()), both);
        rejected.pop(1);
        let first = Some("line 3 was rejected".to_owned());
        assert_eq!(rejected.forbids(&sat()), first);
        assert_eq!(rejected.forbids(&unsat()), None);
        rejected.reset_assertions(false);
        assert_eq!(rejected.forbids(&sat()), None);
    }

    #[test]
    fn global_declarations_are_missed_for_longer() {
        let mut rejected = Rejected::default();
        rejected.note(Loss::Meaning, 3, 2, true);
        rejected.note(Loss::Constraint, 4, 2, true);
        rejected.pop(0);
        assert!(rejected.forbids(&sat()).is_some());
        rejected.reset_assertions(true);
        assert!(rejected.forbids(&sat()).is_some());
        // Declared before declarations became global, and reset after it.
        let mut rejected = Rejected::default();
        rejected.note(Loss::Meaning, 3, 0, false);
        rejected.reset_assertions(true);
        assert!(rejected.forbids(&sat()).is_some());
    }

    #[test]
    fn nothing_is_told_where_another_meaning_was_read() {
        for loss in [Loss::OtherMeaning, Loss::Anything] {
            let mut rejected = Rejected::default();
            rejected.note(loss, 3, 0, false);
            assert!(rejected.forbids(&unsat()).is_some());
            rejected.reset_assertions(false);
            assert!(rejected.forbids(&unsat()).is_none());
        }
        let mut rejected = Rejected::default();
        rejected.note(Loss::Anything, 3, 2, false);
        rejected.pop(0);
        assert!(
            rejected.forbids(&unsat()).is_some(),
            "scopes are not those of the script"
        );
    }

    #[test]
    fn many_lines_are_counted() {
        let mut rejected = Rejected::default();
        for line in 1..=9 {
            rejected.note(Loss::Constraint, line, 0, false);
        }
        let why = rejected.forbids(&sat());
        assert_eq!(
            why.as_deref(),
            Some("lines 1, 2, 3 and 6 more were rejected")
        );
    }
}
