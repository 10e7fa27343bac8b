//! What the tests of rules share: terms from text, and tables of accepted and refused instances.

use super::checker::Checker;
use super::elaborate::{Names, Place};
use super::mutation::judge_mutants;
use super::problem;
use super::sexpr::Reader;
use super::term::{Outcome, Term, Terms};

/// Terms with some declarations.
pub(crate) struct Bench {
    pub(crate) terms: Terms,
    names: Names,
}

impl Bench {
    pub(crate) fn new(declarations: &str) -> Bench {
        let mut checker = Checker::new(100_000_000);
        let mut names = Names::new();
        problem::read(declarations, &mut names, &mut checker).expect("declarations");
        Bench {
            terms: std::mem::replace(checker.terms(), Terms::new(0)),
            names,
        }
    }

    pub(crate) fn term(&mut self, text: &str) -> Term {
        self.try_term(text)
            .unwrap_or_else(|why| panic!("{text}: {why:?}"))
    }

    pub(crate) fn try_term(&mut self, text: &str) -> Result<Term, Place> {
        let mut reader = Reader::new(text);
        let node = reader.next().expect("a term").expect("a term");
        self.names.term(&mut self.terms, &reader, node)
    }
}

/// What every table may speak of.
const DECLARATIONS: &str = "(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)(declare-const d Bool)
(declare-const x String)(declare-const y String)(declare-const z String)(declare-const w String)
(declare-const i Int)(declare-const j Int)(declare-const k Int)(declare-const u Real)(declare-const v Real)
(declare-const r RegLan)(declare-const s RegLan)(declare-fun f (Int) Int)(declare-fun g (String Int) String)";

/// A rule with premises and arguments.
struct Instance {
    checker: Checker,
    premises: Vec<Term>,
    args: Vec<Term>,
    conclusion: Term,
}

/// Reads a row: `premises` and `args` are the terms in a pair of parentheses each.
fn instance((_, premises, args, conclusion): Row<'_>) -> Instance {
    let mut checker = Checker::new(100_000_000);
    let mut names = Names::new();
    problem::read(DECLARATIONS, &mut names, &mut checker).expect("declarations");
    let mut list = |text: &str| -> Vec<Term> {
        let mut reader = Reader::new(text);
        let node = reader.next().expect("terms").expect("terms");
        let children: Vec<u32> = reader.children(node).collect();
        children
            .into_iter()
            .map(|child| {
                names
                    .term(checker.terms(), &reader, child)
                    .unwrap_or_else(|why| panic!("{text}: {why:?}"))
            })
            .collect()
    };
    let (premises, args) = (list(premises), list(args));
    let conclusion = list(&format!("({conclusion})"))[0];
    Instance {
        checker,
        premises,
        args,
        conclusion,
    }
}

impl Instance {
    /// Whether the rule concludes just this.
    fn check(&mut self, rule: &str) -> Outcome<()> {
        let found = self.checker.conclude(rule, &self.premises, &self.args)?;
        if found != self.conclusion {
            let text = super::print::shown(self.checker.terms(), found);
            return Err(format!("concludes {text}").into());
        }
        Ok(())
    }
}

/// A row: rule, premises, arguments, conclusion.
pub(crate) type Row<'a> = (&'a str, &'a str, &'a str, &'a str);

/// Every row must be accepted with just this conclusion, and what the rule concludes from mutants of it must be true.
pub(crate) fn accepted(rows: &[Row<'_>]) {
    accepted_within(100_000_000, rows);
}

/// The same, with this much work for a row and its mutants: a rule may have a lot to explore before it refuses one.
pub(crate) fn accepted_within(budget: u64, rows: &[Row<'_>]) {
    for row @ (rule, premises, args, _) in rows {
        let mut instance = instance(*row);
        instance.checker.terms().set_budget(budget);
        let result = instance.check(rule);
        assert!(result.is_ok(), "{rule} {premises} {args}: {result:?}");
        judge_mutants(instance.checker, rule, instance.premises, instance.args);
    }
}

/// No row may be accepted with this conclusion.
pub(crate) fn refused(rows: &[Row<'_>]) {
    for row @ (rule, premises, args, conclusion) in rows {
        let result = instance(*row).check(rule);
        assert!(result.is_err(), "{rule} {premises} {args} |- {conclusion}");
    }
}

/// All words of `a` and `b` up to a length, shorter ones first.
pub(crate) fn words(longest: usize) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    let mut at = 0;
    while let Some(word) = all.get(at).filter(|word| word.len() < longest).cloned() {
        all.extend([97, 98].map(|c| [&word[..], &[c]].concat()));
        at += 1;
    }
    all
}
