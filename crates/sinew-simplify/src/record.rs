//! What was done to a problem, step by step and in terms: enough to make a proof of it.
//!
//! A record is kept only where one is asked for ([`Preprocessor::recording`](crate::Preprocessor::recording)). Of laws it has, for
//! each term on the way to a normal form, the next one and the law behind it. Of passes it has what each concluded from which formulas. A formula is known by its term: whatever
//! is a premise was an assertion, or was concluded before.

use sinew_term::{Term, TermMap};

/// The name by which records know that nested operators and chains were written out.
pub const FLATTEN: &str = "flatten";

/// The name by which records know that arguments were replaced by their normal forms.
pub const CONGRUENCE: &str = "congruence";

/// A conclusion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The normal form of a formula.
    Normal {
        /// The formula.
        from: Term,
        /// Its normal form.
        to: Term,
    },
    /// A member of a conjunction.
    Conjunct {
        /// The conjunction.
        whole: Term,
        /// The member.
        part: Term,
    },
    /// What a pass concluded.
    Concluded {
        /// The pass.
        pass: &'static str,
        /// The formulas that it looked at.
        premises: Vec<Term>,
        /// What follows from them.
        conclusion: Term,
    },
    /// A formula with the right sides of equations in the place of the left ones, all at once.
    Replaced {
        /// The formula.
        from: Term,
        /// The equations, each concluded before.
        equations: Vec<Term>,
        /// The result.
        to: Term,
    },
}

/// What a simplifier did, and the passes around it.
#[derive(Clone, Debug, Default)]
pub struct Record {
    root_steps: TermMap<(&'static str, Term)>,
    steps: Vec<Step>,
    meanings: Vec<(Term, Term)>,
}

impl Record {
    /// What became of a term, and by which law; or nothing, if it is in normal form. Where the law has a name of the simplifier, the
    /// arguments are in normal form; otherwise it is [`FLATTEN`] or [`CONGRUENCE`].
    #[must_use]
    pub fn root_step(&self, term: Term) -> Option<(&'static str, Term)> {
        self.root_steps.get(term).copied()
    }

    /// All applications of laws at the root of a term: term, law, result.
    pub fn rewrites(&self) -> impl Iterator<Item = (Term, &'static str, Term)> + '_ {
        self.root_steps
            .iter()
            .map(|(from, &(law, to))| (from, law, to))
    }

    /// The conclusions, in order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Symbols that a pass introduced, each with the term that it stands for. Later ones may stand for terms with
    /// earlier ones in them.
    #[must_use]
    pub fn meanings(&self) -> &[(Term, Term)] {
        &self.meanings
    }

    pub(crate) fn rewritten(&mut self, law: &'static str, from: Term, to: Term) {
        self.root_steps.insert(from, (law, to));
    }

    pub(crate) fn step(&mut self, step: Step) {
        self.steps.push(step);
    }

    pub(crate) fn stands_for(&mut self, symbol: Term, term: Term) {
        self.meanings.push((symbol, term));
    }
}
