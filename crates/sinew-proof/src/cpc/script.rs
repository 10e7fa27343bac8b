//! The steps of a checker as a proof in Eunoia, for other checkers.
//!
//! Terms that occur more than once are named, each after its parts, so that the text is linear in the number of different terms. List
//! operators are printed flat, as they are. Declarations are the problem's and are not repeated: other checkers would take a repeated one for
//! another symbol. Symbols that are not the problem's are declared.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use super::checker::{Checker, Fact};
use super::op::Op;
use super::print::{head, is_introduced, sort_text, symbol};
use super::term::{Term, Terms};

/// A step that was made.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) kind: Kind,
    pub(crate) rule: Box<str>,
    pub(crate) premises: Vec<Fact>,
    pub(crate) args: Vec<Term>,
    /// What it shows.
    pub(crate) formula: Term,
    pub(crate) fact: Fact,
}

/// What kind of step it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Assume,
    Push,
    Step,
    /// The rule is the name of what is trusted.
    Trust,
    Pop,
}

/// The proof as text; `checker` must have kept its steps.
pub(crate) fn write(checker: &Checker) -> String {
    let (terms, made) = (checker.terms_ref(), checker.made());
    let mut namer = Namer::new(terms, made);
    // Definitions come first: one within a scope would be gone with it.
    let (mut definitions, mut commands) = (declarations(terms, &namer.uses), String::new());
    for step in made {
        let roots = step.args.iter().chain(stated(step, terms));
        let words: Vec<String> = roots
            .map(|&root| namer.word(root, &mut definitions))
            .collect();
        command(step, &words, &mut commands);
    }
    definitions + &commands
}

/// Declarations of the symbols in terms that are not the problem's.
fn declarations(terms: &Terms, used: &HashMap<Term, u32>) -> String {
    let introduced = |term: &Term| match terms.op(*term) {
        Op::Declared(number) => {
            let declaration = &terms.declarations[number as usize];
            is_introduced(&declaration.name).then_some(number)
        }
        _ => None,
    };
    let numbers: BTreeSet<u32> = used.keys().filter_map(introduced).collect();
    let mut text = String::new();
    for number in numbers {
        let declaration = &terms.declarations[number as usize];
        let (name, result) = (
            symbol(&declaration.name),
            sort_text(terms, declaration.result),
        );
        let params: Vec<String> = (declaration.params.iter())
            .map(|&sort| sort_text(terms, sort))
            .collect();
        let _ = match params[..] {
            [] => writeln!(text, "(declare-const {name} {result})"),
            _ => writeln!(
                text,
                "(declare-const {name} (-> {} {result}))",
                params.join(" ")
            ),
        };
    }
    text
}

/// The formula of an assumption, and `false`, are stated.
fn stated<'a>(step: &'a Made, terms: &Terms) -> Option<&'a Term> {
    let plain = matches!(step.kind, Kind::Assume | Kind::Push);
    (plain || terms.as_bool(step.formula) == Some(false)).then_some(&step.formula)
}

fn command(step: &Made, words: &[String], text: &mut String) {
    let name = step.fact.number();
    let (args, stated) = words.split_at(step.args.len());
    let head = match step.kind {
        Kind::Assume => "assume",
        Kind::Push => "assume-push",
        Kind::Step | Kind::Trust => "step",
        Kind::Pop => "step-pop",
    };
    let _ = write!(text, "({head} @p{name}");
    for formula in stated {
        let _ = write!(text, " {formula}");
    }
    if matches!(step.kind, Kind::Step | Kind::Trust | Kind::Pop) {
        let rule = match step.kind {
            Kind::Trust => "trust",
            _ => &step.rule,
        };
        let _ = write!(text, " :rule {rule}");
        if !step.premises.is_empty() {
            let premises: Vec<String> = (step.premises.iter())
                .map(|fact| format!("@p{}", fact.number()))
                .collect();
            let _ = write!(text, " :premises ({})", premises.join(" "));
        }
        if !args.is_empty() {
            let _ = write!(text, " :args ({})", args.join(" "));
        }
    }
    text.push(')');
    if step.kind == Kind::Trust {
        let _ = write!(text, " ; {}", step.rule);
    }
    text.push('\n');
}

/// Names terms that occur more than once.
struct Namer<'a> {
    terms: &'a Terms,
    uses: HashMap<Term, u32>,
    names: HashMap<Term, usize>,
}

enum Work {
    Visit(Term),
    Define(Term),
}

impl<'a> Namer<'a> {
    fn new(terms: &'a Terms, made: &[Made]) -> Namer<'a> {
        let mut uses: HashMap<Term, u32> = HashMap::new();
        let roots = made
            .iter()
            .flat_map(|step| step.args.iter().chain(stated(step, terms)));
        let mut work: Vec<Term> = roots.copied().collect();
        while let Some(term) = work.pop() {
            let count = uses.entry(term).or_default();
            *count += 1;
            if *count == 1 {
                work.extend(terms.args(term));
            }
        }
        Namer {
            terms,
            uses,
            names: HashMap::new(),
        }
    }

    fn is_named(&self, term: Term) -> bool {
        let literal = matches!(self.terms.op(term), Op::Variable(..) | Op::Sort(_));
        let parts = self.terms.args(term);
        !literal && !parts.is_empty() && self.uses.get(&term).is_some_and(|&uses| uses > 1)
    }

    /// How a term is written, after the definitions that it needs.
    fn word(&mut self, root: Term, text: &mut String) -> String {
        let mut work = vec![Work::Visit(root)];
        while let Some(item) = work.pop() {
            match item {
                Work::Visit(term) if self.names.contains_key(&term) => {}
                Work::Visit(term) => {
                    if self.is_named(term) {
                        work.push(Work::Define(term));
                    }
                    work.extend(
                        self.terms
                            .args(term)
                            .iter()
                            .rev()
                            .map(|&arg| Work::Visit(arg)),
                    );
                }
                Work::Define(term) if self.names.contains_key(&term) => {}
                Work::Define(term) => {
                    let body = self.spell(term, true);
                    let number = self.names.len() + 1;
                    let _ = writeln!(text, "(define @t{number} () {body})");
                    self.names.insert(term, number);
                }
            }
        }
        self.spell(root, false)
    }

    /// The term with names for what has one; `whole` spells out the root.
    fn spell(&self, root: Term, whole: bool) -> String {
        enum Part {
            Term(Term),
            Text(&'static str),
        }
        let mut text = String::new();
        let mut parts = vec![Part::Term(root)];
        while let Some(part) = parts.pop() {
            let term = match part {
                Part::Text(part) => {
                    text.push_str(part);
                    continue;
                }
                Part::Term(term) => term,
            };
            if let Some(number) = self.names.get(&term).filter(|_| !(whole && term == root)) {
                let _ = write!(text, "@t{number}");
                continue;
            }
            let args = self.terms.args(term);
            if args.is_empty() {
                text.push_str(&head(self.terms, term));
                continue;
            }
            text.push('(');
            text.push_str(&head(self.terms, term));
            parts.push(Part::Text(")"));
            for &arg in args.iter().rev() {
                parts.push(Part::Term(arg));
                parts.push(Part::Text(" "));
            }
        }
        text
    }
}
