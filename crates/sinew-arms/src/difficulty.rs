//! How hard an arm finds a problem (P2 §3.2, *Dynamic Difficulty Estimation*), as numbers that every arm reports with each
//! pause.
//!
//! The paper watches one number in each of two solvers and gives up on them. Here all arms count the same three things, from
//! what they have anyway, and nobody is given up: whoever gives turns compares the numbers of an arm with each other and with the
//! steps that they took, never with those of another arm, whose lemmas are other lemmas.

use std::fmt;
use std::ops::Sub;

/// What an arm did in one turn; as totals since it began, two of them [differ](Sub) by that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Difficulty {
    /// Steps that it took.
    pub steps: u64,
    /// What it learnt and keeps: conflicts, lemmas, instances. None if it begins again in its next turn.
    pub progress: u64,
    /// By how much what it works on grew: variables and terms of its engine, letters of systems of equations.
    pub growth: u64,
    /// How often it had looked at all within its bounds (on lengths, periods, pieces, rounds), so that these grew.
    pub exhaustion: u64,
}

/// What the numbers say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// It learns more than it makes to learn about.
    Progressing,
    /// Its problem grows faster than it learns.
    Growing,
    /// Bounds grow, and it learns nothing from what they exclude.
    Exhausted,
    /// Nothing is kept, and nothing grew: all steps went into one thing that did not end.
    Stuck,
}

impl Difficulty {
    /// What the numbers say. The order of the questions is their meaning: who learns, progresses, even if bounds grew on the way.
    #[must_use]
    pub fn outlook(self) -> Outlook {
        match self {
            Difficulty {
                progress, growth, ..
            } if progress > 0 && progress >= growth => Outlook::Progressing,
            Difficulty {
                exhaustion,
                progress,
                ..
            } if exhaustion > progress => Outlook::Exhausted,
            Difficulty {
                progress: 0,
                growth: 0,
                ..
            } => Outlook::Stuck,
            _ => Outlook::Growing,
        }
    }
}

impl Sub for Difficulty {
    type Output = Difficulty;

    fn sub(self, before: Difficulty) -> Difficulty {
        Difficulty {
            steps: self.steps.saturating_sub(before.steps),
            progress: self.progress.saturating_sub(before.progress),
            growth: self.growth.saturating_sub(before.growth),
            exhaustion: self.exhaustion.saturating_sub(before.exhaustion),
        }
    }
}

impl fmt::Display for Outlook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outlook::Progressing => "progressing",
            Outlook::Growing => "growing",
            Outlook::Exhausted => "exhausted",
            Outlook::Stuck => "stuck",
        })
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difficulty {
            steps,
            progress,
            growth,
            exhaustion,
        } = self;
        write!(f, ":steps {steps} :progress {progress} :growth {growth}")?;
        write!(f, " :exhaustion {exhaustion} :outlook {}", self.outlook())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outlook_compares_what_was_learnt_with_what_grew() {
        let outlook = |progress, growth, exhaustion| {
            let difficulty = Difficulty {
                steps: 1_000,
                progress,
                growth,
                exhaustion,
            };
            difficulty.outlook()
        };
        assert_eq!(outlook(10, 10, 20), Outlook::Progressing);
        assert_eq!(outlook(10, 11, 0), Outlook::Growing);
        assert_eq!(outlook(10, 11, 11), Outlook::Exhausted);
        assert_eq!(outlook(0, 11, 0), Outlook::Growing);
        assert_eq!(outlook(0, 0, 1), Outlook::Exhausted);
        assert_eq!(outlook(0, 0, 0), Outlook::Stuck);
    }
}
