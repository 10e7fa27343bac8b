//! A test: a formula, the answer it must get, and the proof of that answer.

use std::sync::Arc;

use sinew_term::Term;

use super::exec::Value;
use super::library::Origin;

/// Values of declared constants.
pub type Model = Vec<(Term, Value)>;

/// How a test was made; the names are those of the published folders where they exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// One operation with free arguments and result (P0 §2.1, step 1).
    Operation,
    /// Constant assignment (P0 §3.1).
    Constants,
    /// Term synthesis (P0 §3.1).
    Terms,
    /// An operation against its equivalent formula (P0 §2.2, step 1).
    Equivalent,
    /// Variable or constant replacement, which enlarges the core (P0 §3.2).
    LargerCore,
    /// Redundancy introduction (P0 §3.2).
    Redundant,
    /// As [`Family::Equivalent`], with the formula negated instead of the operation.
    ReverseEquivalent,
    /// As [`Family::LargerCore`], with the formula negated instead of the operation.
    ReverseLargerCore,
    /// Several replacements, one after the other (P0 §3.2, last paragraph).
    Chain,
    /// An equality of P0 Table 3 by itself.
    Alone,
    /// An operation on constants with a wrong result (P1 §3.2).
    Execution,
    /// Made at random, without end.
    Random(Mode),
}

impl Family {
    /// Those that are made whole.
    const FIXED: [Family; 11] = [
        Family::Operation,
        Family::Constants,
        Family::Terms,
        Family::Equivalent,
        Family::LargerCore,
        Family::Redundant,
        Family::ReverseEquivalent,
        Family::ReverseLargerCore,
        Family::Chain,
        Family::Alone,
        Family::Execution,
    ];

    /// All families.
    pub fn all() -> impl Iterator<Item = Family> {
        let random = Mode::ALL.iter().map(|&mode| Family::Random(mode));
        Family::FIXED.into_iter().chain(random)
    }

    /// The folder of the family's tests.
    #[must_use]
    pub fn folder(self) -> &'static str {
        match self {
            Family::Operation => "operation",
            Family::Constants => "const",
            Family::Terms => "termSyn",
            Family::Equivalent => "eqForm",
            Family::LargerCore => "unsatCore",
            Family::Redundant => "redundant",
            Family::ReverseEquivalent => "reverseEqForm",
            Family::ReverseLargerCore => "reverseUnsatCore",
            Family::Chain => "chain",
            Family::Alone => "alone",
            Family::Execution => "negatedExecution",
            Family::Random(mode) => mode.name(),
        }
    }

    /// Whether its tests are made at random.
    #[must_use]
    pub fn is_random(self) -> bool {
        matches!(self, Family::Random(_))
    }

    /// Whether P0's own suite has the family.
    #[must_use]
    pub fn is_published(self) -> bool {
        self <= Family::Redundant
    }
}

/// A way of making tests without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// Formulas of small shapes, all of which have their turn.
    Small,
    /// Formulas over a few operators, variables and literals, which meet often.
    Narrow,
    /// Boolean skeletons over literals with a planted model.
    Skeleton,
    /// Two labelled formulas fused into one.
    Fusion,
    /// Random formulas over all operators with a planted model: an `unsat` is wrong.
    Growth,
    /// Random formulas for which no model was found: a `sat` is judged by its model.
    Open,
    /// Terms that agree wherever they are tried, asserted to differ: likewise.
    Conjecture,
    /// Growth with what few solvers accept.
    Dialect,
    /// A law, alone or specialised; of a false one the counterexample.
    Law,
    /// Languages without a common word.
    Meet,
    /// A length that no word of a language has.
    Lengths,
    /// An operation on constants with a wrong result (P1 §3.2).
    Negated,
    /// A universal fact about a language (P1 §5).
    Quantified,
    /// A given formula, changed, under a planted model.
    Mutant,
    /// A variant of another test that has the same answer.
    Metamorphic,
}

impl Mode {
    /// All modes, with their names on the command line and in paths. A hunt gives the first its turn
    /// first: what is small already is soon made smaller.
    const NAMES: [(Mode, &'static str); 15] = [
        (Mode::Small, "small"),
        (Mode::Narrow, "narrow"),
        (Mode::Skeleton, "skeleton"),
        (Mode::Fusion, "fusion"),
        (Mode::Growth, "growth"),
        (Mode::Open, "open"),
        (Mode::Conjecture, "conjecture"),
        (Mode::Dialect, "dialect"),
        (Mode::Law, "law"),
        (Mode::Meet, "meet"),
        (Mode::Lengths, "lengths"),
        (Mode::Negated, "negated"),
        (Mode::Quantified, "quantified"),
        (Mode::Mutant, "mutant"),
        (Mode::Metamorphic, "metamorphic"),
    ];

    /// All modes.
    pub const ALL: &'static [Mode] = &{
        let mut all = [Mode::Small; Mode::NAMES.len()];
        let mut place = 0;
        while place < all.len() {
            all[place] = Mode::NAMES[place].0;
            place += 1;
        }
        all
    };

    /// The mode's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        let row = Mode::NAMES.iter().find(|(mode, _)| *mode == self);
        row.map_or("", |(_, name)| name)
    }

    /// The mode with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Mode> {
        let row = Mode::NAMES.iter().find(|(_, own)| *own == name);
        row.map(|&(mode, _)| mode)
    }
}

/// The right answer and why it is right.
#[derive(Clone, Debug)]
pub enum Expected {
    /// Satisfiable, by this model.
    Sat(Model),
    /// Unsatisfiable. The core is the only minimal one: each witness is a model of all
    /// assertions except one of the core's.
    Unsat {
        /// Positions of the core's assertions.
        core: Vec<usize>,
        /// For each of them, a model of all the others.
        witnesses: Arc<[Model]>,
    },
    /// Not known. What remains is the model: a `sat` is judged by it, an `unsat` only against
    /// other solvers.
    Open,
}

impl Expected {
    /// `sat`, `unsat` or `unknown`.
    #[must_use]
    pub fn status(&self) -> &'static str {
        match self {
            Expected::Sat(_) => "sat",
            Expected::Unsat { .. } => "unsat",
            Expected::Open => "unknown",
        }
    }
}

/// One test.
#[derive(Clone, Debug)]
pub struct Test {
    /// How it was made.
    pub family: Family,
    /// Whether it is one of P0's own.
    pub origin: Origin,
    /// Whether quantifiers carry patterns (`+p` in P0).
    pub patterns: bool,
    /// The folder of the operation or rule it is about.
    pub op: Arc<str>,
    /// What tells it from the other tests of its folder; empty if it is the only one.
    pub suffix: String,
    /// The declared constants, in the order of declaration.
    pub constants: Vec<Term>,
    /// The assertions. Of unsatisfiable tests the first is the (negated) operation, `a0`.
    pub assertions: Vec<Term>,
    /// The answer.
    pub expected: Expected,
}

impl Test {
    /// The folder of the transformation, such as `redundantTriggers`.
    #[must_use]
    pub fn folder(&self) -> String {
        let extended = match self.origin {
            Origin::Extended if self.family.is_published() => "Extended",
            Origin::Regex if !self.family.is_random() => "Regex",
            _ => "",
        };
        let patterns = if self.patterns { "Triggers" } else { "" };
        format!("{}{extended}{patterns}", self.family.folder())
    }

    /// The name, unique within a suite: `<op>_<transformation>_<suffix>`.
    #[must_use]
    pub fn name(&self) -> String {
        if self.suffix.is_empty() {
            let patterns = if self.patterns { "_triggers" } else { "" };
            return format!("{}{patterns}", self.op);
        }
        format!("{}_{}_{}", self.op, self.folder(), self.suffix)
    }

    /// Where it is in a suite made for `seed`, as the published one is laid out.
    #[must_use]
    pub fn path(&self, seed: u64) -> String {
        self.path_in(&self.folder(), seed)
    }

    /// The same for a variant of the test in a folder of its own.
    pub(super) fn path_in(&self, folder: &str, seed: u64) -> String {
        format!(
            "expected_{}/seed{seed}/{folder}/{}/test_{}.smt2",
            self.expected.status(),
            self.op,
            self.name()
        )
    }
}
