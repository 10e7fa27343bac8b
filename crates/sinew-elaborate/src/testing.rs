//! What the tests of derivations share: an elaborator with a few constants, and formulas about them as texts.

use sinew_proof::cpc::{Fact, Sort, Term};

use crate::Elaborator;

const CONSTANTS: [(&str, Sort); 9] = [
    ("x", Sort::String),
    ("y", Sort::String),
    ("z", Sort::String),
    ("u", Sort::String),
    ("v", Sort::String),
    ("i", Sort::Int),
    ("j", Sort::Int),
    ("n", Sort::Int),
    ("p", Sort::Bool),
];

/// A proof about the strings `x`, `y`, `z`, `u`, `v`, the integers `i`, `j`, `n` and the proposition `p`.
pub(crate) struct Workbench {
    pub(crate) proof: Elaborator,
    names: Vec<(&'static str, Term)>,
}

impl Workbench {
    pub(crate) fn new(budget: u64) -> Workbench {
        let mut proof = Elaborator::new(budget);
        let mut names = Vec::new();
        for (name, sort) in CONSTANTS {
            let terms = proof.checker().terms();
            let symbol = terms.declare(name, &[], sort);
            names.push((name, terms.apply(symbol, &[]).expect("within the budget")));
        }
        Workbench { proof, names }
    }

    /// The term that a text is.
    pub(crate) fn term(&mut self, text: &str) -> Term {
        let term = self.proof.checker().read_term(text, &self.names);
        term.unwrap_or_else(|why| panic!("{text}: {why:?}"))
    }

    /// Formulas as hypotheses, each in the scope of those before it.
    pub(crate) fn suppose(&mut self, texts: &[&str]) -> Vec<Fact> {
        let mut facts = Vec::new();
        for text in texts {
            let formula = self.term(text);
            let fact = self.proof.checker().assume_push(formula);
            facts.push(fact.expect("a formula"));
        }
        facts
    }

    /// The work that a rewrite costs; nothing if none is found.
    pub(crate) fn rewrite(&mut self, left: &str, right: &str) -> Option<u64> {
        let (left, right) = (self.term(left), self.term(right));
        let before = self.proof.checker().terms().budget();
        let found = self.proof.rewrite("", left, right).ok()?;
        assert_eq!(self.proof.sides(found), Some((left, right)));
        Some(before - self.proof.checker().terms().budget())
    }
}

/// Rewrites that must be found with this much work, and others, which are not true, that must not.
pub(crate) fn check_rewrites(work: u64, instances: &[(&str, &str, bool)]) {
    for &(left, right, holds) in instances {
        let cost = Workbench::new(1_000_000).rewrite(left, right);
        assert_eq!(cost.is_some(), holds, "{left} = {right}");
        if let Some(cost) = cost {
            assert!(cost <= work, "{left} = {right} cost {cost}");
        }
    }
}

/// Formulas about strings in which characters are replaced, and whether they contradict each other.
pub(crate) const REPLACED: &[(&[&str], bool)] = &[
    (&["(= (str.replace_all y \"a\" \"b\") \"ab\")"], true),
    (&["(= (str.replace_all y \"a\" \"b\") \"bb\")"], false),
    (
        &[
            "(= \"bb\" (str.replace_all y \"a\" \"b\"))",
            "(= x y)",
            "(str.contains y \"c\")",
        ],
        true,
    ),
    (
        &[
            "(= x (str.replace_all y \"a\" \"b\"))",
            "(str.in_re x (re.+ (re.range \"a\" \"a\")))",
        ],
        true,
    ),
    (
        &[
            "(= x (str.replace_all y \"a\" \"b\"))",
            "(str.in_re x (re.+ (re.range \"a\" \"b\")))",
        ],
        false,
    ),
    (
        &[
            "(= (str.replace_all y \"a\" \"bc\") \"bbcc\")",
            "(str.contains y \"aa\")",
        ],
        true,
    ),
    (
        &[
            "(= (str.replace_all y \"a\" \"bc\") \"bbcc\")",
            "(str.contains y \"bac\")",
        ],
        false,
    ),
    (
        &[
            "(= (str.replace_all y \"a\" \"\") \"bc\")",
            "(str.contains y \"d\")",
        ],
        true,
    ),
    (
        &[
            "(= (str.replace_all y \"a\" \"\") \"bc\")",
            "(str.contains y \"aba\")",
        ],
        false,
    ),
    (
        &[
            "(= (str.replace_all (str.replace_all y \"a\" \"b\") \"b\" \"c\") \"cc\")",
            "(str.contains y \"d\")",
        ],
        true,
    ),
];
