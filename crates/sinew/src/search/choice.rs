//! Choosing between arms by static features (P2 §3.2, *Static Arm Selection*): orders as data.
//!
//! A table maps features to an order of arms with the steps of their first turns. There are two: our own,
//! and the fixed architecture of P2 (Figure 2), for comparison; `--choose` names one.

use sinew_arms::{ArmSpec, Outlook, Pause};

use super::probe::Features;
use crate::options::Options;
use crate::tuning;

/// An arm and the steps of its first turn.
pub(super) type FirstTurn = (&'static ArmSpec, u64);

/// Problems with certain features, and the order of arms for them.
struct Row {
    /// What the problems have in common.
    title: &'static str,
    applies: fn(&Features) -> bool,
    /// Names of arms with the steps of their first turns.
    turns: &'static [(&'static str, u64)],
}

/// The order of this solver, as `benches/choose.py` has learnt it from the processor time of each arm alone, but for one row; the first row that applies is taken.
/// `docs/benchmarks/choosing.md` has the measurements.
static SINEW: &[Row] = &[
    Row {
        title: "functions of transducers",
        applies: |f| f.transducers,
        turns: &[
            ("automata", 400_000),
            ("flat", 64_000),
            ("context", 100_000),
            ("arrange", 64_000),
            ("lengths", 64_000),
            ("equations", 64_000),
        ],
    },
    // By hand, for what P4 is about: too few files have it to learn from. Words that are solutions are long and periodic; a turn of `flat`
    // that is cut short begins a period again.
    Row {
        title: "denied substrings beside equations with a string on both sides",
        applies: |f| f.denials && f.overlaps,
        turns: &[
            ("equations", 50_000),
            ("lengths", 10_000),
            ("context", 10_000),
            ("flat", 10_000_000),
            ("arrange", 50_000),
            ("automata", 10_000),
        ],
    },
    Row {
        title: "equations with a string on both sides",
        applies: |f| f.overlaps,
        turns: &[
            ("equations", 160_000),
            ("arrange", 64_000),
            ("flat", 64_000),
            ("context", 64_000),
            ("automata", 64_000),
            ("lengths", 64_000),
        ],
    },
    Row {
        title: "conversions beside regular expressions",
        applies: |f| f.conversions && f.regexes,
        turns: &[
            ("lengths", 64_000),
            ("flat", 64_000),
            ("context", 100_000),
            ("automata", 64_000),
            ("arrange", 16_000),
            ("equations", 160_000),
        ],
    },
    Row {
        title: "conversions",
        applies: |f| f.conversions,
        turns: &[
            ("context", 64_000),
            ("automata", 64_000),
            ("arrange", 8_000),
            ("lengths", 400_000),
            ("flat", 64_000),
            ("equations", 64_000),
        ],
    },
    Row {
        title: "positions",
        applies: |f| f.positions,
        turns: &[
            ("context", 400_000),
            ("lengths", 100_000),
            ("flat", 64_000),
            ("arrange", 64_000),
            ("automata", 64_000),
            ("equations", 64_000),
        ],
    },
    Row {
        title: "everything else",
        applies: |_| true,
        turns: &[
            ("context", 400_000),
            ("equations", 64_000),
            ("automata", 100_000),
            ("lengths", 100_000),
            ("flat", 64_000),
            ("arrange", 64_000),
        ],
    },
];

/// Steps of first turns in the order of Z3str4, which has no turns (its solvers end by dynamic difficulty alone): half of what ours gives to
/// the first procedure where it knows nothing else of a problem.
const Z3STR4_TURN: u64 = 200_000;

/// The order of Z3str4: its length abstraction is our `lengths`, its arrangement solver our `arrange`, and
/// in place of Z3's sequence solver, which works word by word too, stands `context`.
static Z3STR4: &[Row] = &[
    Row {
        title: "regular expressions (Z3str4)",
        applies: |f| f.regexes,
        turns: &[("arrange", Z3STR4_TURN)],
    },
    Row {
        title: "mostly other facts than word equations (Z3str4)",
        applies: |f| 2 * f.equations < f.facts,
        turns: &[("context", Z3STR4_TURN)],
    },
    Row {
        title: "conjunctive fragment (Z3str4)",
        applies: |f| f.conjunctive,
        turns: &[
            ("lengths", Z3STR4_TURN),
            ("arrange", Z3STR4_TURN),
            ("context", Z3STR4_TURN),
        ],
    },
    Row {
        title: "mostly word equations (Z3str4)",
        applies: |_| true,
        turns: &[
            ("context", Z3STR4_TURN),
            ("arrange", Z3STR4_TURN),
            ("lengths", Z3STR4_TURN),
        ],
    },
];

/// How turns grow from round to round: shorter ones by a factor until they have caught up with the longest, which stays as it is so long; then all of them.
/// First turns are where an order is worth something. Whoever can solve the problem with a few more steps than its first turn had should not wait
/// for turns in vain that are longer and longer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Growth {
    longest: u64,
    factor: u64,
    catch_up: u64,
    /// The rounds after which the shortest has caught up.
    level: u32,
}

impl Growth {
    pub(super) fn of(turns: &[FirstTurn], options: &Options) -> Growth {
        let lengths = || turns.iter().map(|&(_, steps)| steps.max(1));
        let (mut shortest, longest) = (lengths().min().unwrap_or(1), lengths().max().unwrap_or(1));
        let factor = options.tuning.get(&tuning::TURN_GROWTH);
        let catch_up = options.tuning.get(&tuning::TURN_CATCH_UP);
        let mut level = 0;
        while shortest < longest {
            shortest = shortest.saturating_mul(catch_up);
            level += 1;
        }
        Growth {
            longest,
            factor,
            catch_up,
            level,
        }
    }

    /// The steps of an arm's turn in this round, counted from zero, after one of `steps`.
    pub(super) fn turn(self, steps: u64, round: u32) -> u64 {
        let grown = self.factor.saturating_pow(round.saturating_sub(self.level));
        let longest = self.longest.saturating_mul(grown);
        let faster = self.catch_up.max(self.factor);
        steps.saturating_mul(faster).min(longest)
    }
}

/// The steps of an arm's turns, one after the other: they grow. If that is asked for, they do not after a turn that was in vain (P2 §3.2, *Dynamic
/// Difficulty Estimation*, where such an arm would be given up), so that the others have theirs sooner; but so many times in a row only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pace {
    /// The steps of the next turn.
    pub(super) steps: u64,
    /// How many turns in a row did not grow.
    held: u64,
}

impl Pace {
    /// The first turn.
    pub(super) fn first(steps: u64) -> Pace {
        Pace { steps, held: 0 }
    }

    /// The turn after one of this round that ended in a pause.
    pub(super) fn after(
        self,
        pause: &Pause,
        growth: Growth,
        round: u32,
        options: &Options,
    ) -> Pace {
        // Who is stuck is at one long question, which a longer turn may end and one of the same length does not.
        let in_vain = pause.difficulty.outlook() == Outlook::Exhausted;
        match in_vain && self.held < options.tuning.get(&tuning::TURN_HOLDS) {
            true => Pace {
                held: self.held + 1,
                ..self
            },
            false => Pace::first(growth.turn(self.steps, round)),
        }
    }
}

/// The tables by the names that `--choose` takes.
static CHOICES: &[(&str, &[Row])] = &[("sinew", SINEW), ("z3str4", Z3STR4)];

/// The arms for a problem with these features, under these options.
pub(super) fn plan(features: &Features, options: &Options) -> (&'static str, Vec<FirstTurn>) {
    let table = CHOICES
        .iter()
        .find(|(name, _)| *name == options.choose)
        .map_or(SINEW, |&(_, table)| table);
    let row = table
        .iter()
        .find(|row| (row.applies)(features))
        .unwrap_or(&table[table.len() - 1]);
    let named = |names: &str| -> Vec<&'static ArmSpec> {
        names.split(',').filter_map(ArmSpec::find).collect()
    };
    let wanted = match (named(&options.arm), named(&options.arms)) {
        (alone, _) if !alone.is_empty() => alone,
        (_, listed) => listed,
    };
    let steps = |spec: &ArmSpec| {
        let turn = row.turns.iter().find(|&&(name, _)| name == spec.name);
        let steps = turn.map_or(row.turns[0].1, |&(_, steps)| steps);
        let percent = options.tuning.get(&tuning::TURN_PERCENT);
        (steps.saturating_mul(percent) / 100).max(1)
    };
    if wanted.is_empty() {
        let arms = row
            .turns
            .iter()
            .filter_map(|&(name, _)| ArmSpec::find(name));
        return (row.title, arms.map(|spec| (spec, steps(spec))).collect());
    }
    let turns = wanted.into_iter().map(|spec| (spec, steps(spec)));
    ("as the options say", turns.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::CHOICES as NAMES;
    use sinew_arms::{Cause, Difficulty};
    use sinew_base::StopReason;

    #[test]
    fn every_choice_has_a_table_of_arms_that_there_are() {
        let names: Vec<&str> = CHOICES.iter().map(|&(name, _)| name).collect();
        assert_eq!(names, NAMES);
        for row in CHOICES.iter().flat_map(|&(_, table)| table) {
            for &(name, _) in row.turns {
                assert!(ArmSpec::find(name).is_some(), "{}: {name}", row.title);
            }
        }
    }

    #[test]
    fn short_turns_catch_up_with_long_ones() {
        let arms = ["context", "flat"].map(|name| ArmSpec::find(name).expect("there is one"));
        let growth = Growth::of(&[(arms[0], 1_000), (arms[1], 10)], &Options::default());
        let turns = |first: u64| -> Vec<u64> {
            let mut turns = vec![first];
            (1..6).for_each(|round| turns.push(growth.turn(turns[turns.len() - 1], round)));
            turns
        };
        assert_eq!(turns(1_000), [1_000, 1_000, 1_000, 1_000, 1_000, 2_000]);
        assert_eq!(turns(10), [10, 40, 160, 640, 1_000, 2_000]);
        assert_eq!(turns(100), [100, 400, 1_000, 1_000, 1_000, 2_000]);
        assert_eq!(growth.turn(u64::MAX, u32::MAX), u64::MAX);
    }

    #[test]
    fn turns_do_not_grow_after_one_in_vain_but_after_two() {
        let arm = ArmSpec::find("context").expect("there is one");
        let mut options = Options::default();
        let growth = Growth::of(&[(arm, 10)], &options);
        let pause = |progress| Pause {
            cause: Cause::Stopped(StopReason::Steps),
            difficulty: Difficulty {
                progress,
                exhaustion: 1 - progress,
                ..Difficulty::default()
            },
        };
        for (holds, expected) in [(0, [20, 40, 80, 160, 320]), (1, [20, 20, 80, 80, 320])] {
            let set = options.tuning.set(&tuning::TURN_HOLDS, holds);
            assert!(set.is_ok());
            let (mut pace, mut steps) = (Pace::first(10), Vec::new());
            for (round, progress) in [(1, 1), (2, 0), (3, 0), (4, 0), (5, 1)] {
                pace = pace.after(&pause(progress), growth, round, &options);
                steps.push(pace.steps);
            }
            assert_eq!(steps, expected);
        }
    }

    #[test]
    fn the_architecture_of_z3str4_asks_three_questions() {
        let options = Options {
            choose: "z3str4".to_owned(),
            ..Options::default()
        };
        let order = |regexes, equations, conjunctive| {
            let features = Features {
                strings: true,
                regexes,
                facts: 4,
                equations,
                conjunctive,
                ..Features::default()
            };
            let (_, turns) = plan(&features, &options);
            let names: Vec<&str> = turns.iter().map(|(arm, _)| arm.name).collect();
            names.join(" ")
        };
        assert_eq!(order(true, 4, true), "arrange");
        assert_eq!(order(false, 1, true), "context");
        assert_eq!(order(false, 2, true), "lengths arrange context");
        assert_eq!(order(false, 3, false), "context arrange lengths");
    }
}
