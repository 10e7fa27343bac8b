//! Proofs as text: the commands of the Eunoia language that proofs consist of.
//!
//! `declare-const` and its like, `define`, `assume`, `assume-push`, `step`, `step-pop`; `include` and `reference` are read and
//! change nothing, since the rules are this checker's and the problem is given. A proof may be wrapped in one pair of
//! parentheses, as solvers print it.

use rustc_hash::FxHashMap;

use super::checker::{Checker, Fact, Refusal, Verdict};
use super::elaborate::{Meaning, Names, Place};
use super::problem::declare;
use super::sexpr::{Kind, Located, Reader};
use super::term::{Failure, Outcome, Term, Terms};

/// Reads a proof and makes its steps.
pub(crate) fn read(text: &str, names: &mut Names, checker: &mut Checker) -> Result<(), Stop> {
    let mut reader = Reader::new(text);
    let wrapped = unwrap(&mut reader);
    let mut facts: FxHashMap<&str, Fact> = FxHashMap::default();
    loop {
        if wrapped && reader.leave() {
            break;
        }
        match reader.next()? {
            None if wrapped => {
                let at = reader.position();
                return Err(reader.locate(at, "the proof is not closed").into());
            }
            None => break,
            Some(command) => {
                names.set_locals(Vec::new());
                Command::new(&reader, command)?.run(names, checker, &mut facts)?;
            }
        }
    }
    if reader.at_end() {
        Ok(())
    } else {
        let at = reader.position();
        Err(reader
            .locate(at, "nothing was expected after the proof")
            .into())
    }
}

/// Makes the steps of a text in which these names stand for terms.
pub(crate) fn replay(text: &str, checker: &mut Checker, bound: &[(&str, Term)]) -> Outcome<()> {
    let mut names = Names::new();
    bind(&mut names, bound)?;
    read(text, &mut names, checker).map_err(|stop| match stop {
        Stop::Refused(refusal) => Failure::Wrong(refusal.to_string()),
        Stop::Budget => Failure::Budget,
    })
}

/// The term that is written there, in which these names stand for terms.
pub(crate) fn term(text: &str, terms: &mut Terms, bound: &[(&str, Term)]) -> Outcome {
    let mut names = Names::new();
    bind(&mut names, bound)?;
    let mut reader = Reader::new(text);
    let node = reader.next().map_err(|error| error.message)?;
    let node = node.ok_or("a term was expected")?;
    names
        .term(terms, &reader, node)
        .map_err(|place| match place {
            Place::Located(error) => Failure::Wrong(error.message),
            Place::Budget => Failure::Budget,
        })
}

fn bind(names: &mut Names, bound: &[(&str, Term)]) -> Outcome<()> {
    for &(name, term) in bound {
        names.define(name, Meaning::Term(term))?;
    }
    Ok(())
}

/// Steps into the parentheses around a whole proof, and over the answer before them.
fn unwrap(reader: &mut Reader<'_>) -> bool {
    let start = reader.position();
    if let Ok(Some(node)) = reader.next()
        && reader.is(node, "unsat")
    {
        return unwrap(reader);
    }
    reader.rewind(start);
    if reader.enter() {
        let inside = reader.position();
        let empty = reader.leave();
        reader.rewind(inside);
        let nested = reader.enter();
        if nested || empty {
            reader.rewind(inside);
            return true;
        }
    }
    reader.rewind(start);
    false
}

/// What ended the reading of a proof.
#[derive(Debug)]
pub(crate) enum Stop {
    Refused(Refusal),
    Budget,
}

impl From<Located> for Stop {
    fn from(error: Located) -> Stop {
        Stop::Refused(Refusal {
            step: String::new(),
            rule: String::new(),
            why: error.message,
            place: Some((error.line, error.column)),
        })
    }
}

impl From<Place> for Stop {
    fn from(place: Place) -> Stop {
        match place {
            Place::Located(error) => error.into(),
            Place::Budget => Stop::Budget,
        }
    }
}

impl From<Stop> for Verdict {
    fn from(stop: Stop) -> Verdict {
        match stop {
            Stop::Refused(refusal) => Verdict::Refused(refusal),
            Stop::Budget => Verdict::OutOfBudget,
        }
    }
}

struct Command<'r, 'a> {
    reader: &'r Reader<'a>,
    node: u32,
    parts: Vec<u32>,
}

/// The parts of a step after its name.
#[derive(Default)]
struct Parts<'a> {
    stated: Option<u32>,
    rule: &'a str,
    premises: Option<u32>,
    args: Option<u32>,
}

impl<'r, 'a> Command<'r, 'a> {
    fn new(reader: &'r Reader<'a>, node: u32) -> Result<Command<'r, 'a>, Stop> {
        let parts: Vec<u32> = reader.children(node).collect();
        let command = Command {
            reader,
            node,
            parts,
        };
        if command.parts.is_empty() {
            return Err(command.wrong("a command was expected"));
        }
        Ok(command)
    }

    fn wrong(&self, message: &str) -> Stop {
        (self.reader)
            .locate(self.reader.start(self.node), message)
            .into()
    }

    fn run(
        &self,
        names: &mut Names,
        checker: &mut Checker,
        facts: &mut FxHashMap<&'a str, Fact>,
    ) -> Result<(), Stop> {
        let reader = self.reader;
        match (reader.text(self.parts[0]), &self.parts[1..]) {
            ("step", &[name, ..]) => self.step(name, false, names, checker, facts),
            ("step-pop", &[name, ..]) => self.step(name, true, names, checker, facts),
            (kind @ ("assume" | "assume-push"), &[name, formula]) => {
                let formula = names.term(checker.terms(), reader, formula)?;
                let fact = if kind == "assume" {
                    checker.assume(formula)
                } else {
                    checker.assume_push(formula)
                };
                let fact = fact.map_err(|why| self.refused(name, kind, why))?;
                self.name(name, fact, checker, facts)
            }
            ("define", &[name, params, body, ..]) => {
                if reader.kind(params) != Kind::List || reader.children(params).next().is_some() {
                    return Err(self.wrong("definitions with parameters are not read"));
                }
                let meaning = match names.function(checker.terms(), reader, body)? {
                    Some(function) => function,
                    None => Meaning::Term(names.term(checker.terms(), reader, body)?),
                };
                let name = reader.text(name);
                (names.define(name, meaning)).map_err(|why| self.wrong(&why))
            }
            ("declare-const" | "declare-fun" | "declare-sort" | "declare-type", _) => {
                Ok(declare(names, checker, reader, self.node)?)
            }
            ("include" | "reference" | "set-logic" | "set-option" | "echo", _) => Ok(()),
            (name, _) => Err(self.wrong(&format!("{name} is no command of a proof"))),
        }
    }

    fn step(
        &self,
        name: u32,
        pop: bool,
        names: &mut Names,
        checker: &mut Checker,
        facts: &mut FxHashMap<&'a str, Fact>,
    ) -> Result<(), Stop> {
        let parts = self.step_parts()?;
        let reader = self.reader;
        let mut premises = Vec::new();
        for premise in parts.premises.into_iter().flat_map(|p| reader.children(p)) {
            match facts.get(reader.text(premise)) {
                Some(&fact) => premises.push(fact),
                None => {
                    let message = format!("{} was not shown before", reader.text(premise));
                    return Err(reader.locate(reader.start(premise), message).into());
                }
            }
        }
        let mut args: Vec<Term> = Vec::new();
        for arg in parts.args.into_iter().flat_map(|a| reader.children(a)) {
            args.push(names.term(checker.terms(), reader, arg)?);
        }
        let stated = match parts.stated {
            Some(stated) => Some(names.term(checker.terms(), reader, stated)?),
            None => None,
        };
        let fact: Outcome<Fact> = if pop {
            checker.step_pop(parts.rule, &premises, stated)
        } else {
            checker.step(parts.rule, &premises, &args, stated)
        };
        let fact = fact.map_err(|why| self.refused(name, parts.rule, why))?;
        self.name(name, fact, checker, facts)
    }

    fn step_parts(&self) -> Result<Parts<'a>, Stop> {
        let reader = self.reader;
        let mut parts = Parts::default();
        let mut rest = &self.parts[2..];
        if let &[stated, ref more @ ..] = rest
            && !reader.text(stated).starts_with(':')
        {
            parts.stated = Some(stated);
            rest = more;
        }
        while let &[key, value, ref more @ ..] = rest {
            match reader.text(key) {
                ":rule" => parts.rule = reader.text(value),
                ":premises" => parts.premises = Some(value),
                ":args" => parts.args = Some(value),
                other => return Err(self.wrong(&format!("{other} is no part of a step"))),
            }
            rest = more;
        }
        if parts.rule.is_empty() || !rest.is_empty() {
            return Err(self.wrong("a step needs a rule"));
        }
        Ok(parts)
    }

    fn name(
        &self,
        name: u32,
        fact: Fact,
        checker: &Checker,
        facts: &mut FxHashMap<&'a str, Fact>,
    ) -> Result<(), Stop> {
        let before = facts.insert(self.reader.text(name), fact);
        // A name may be used again when its scope is closed.
        if before.is_some_and(|before| checker.is_open(before)) {
            return Err(self.wrong("two steps have this name"));
        }
        Ok(())
    }

    fn refused(&self, name: u32, rule: &str, why: Failure) -> Stop {
        let message = match why {
            Failure::Budget => return Stop::Budget,
            Failure::Wrong(message) => message,
        };
        let place = (self.reader).locate(self.reader.start(self.node), "");
        Stop::Refused(Refusal {
            step: self.reader.text(name).to_owned(),
            rule: rule.to_owned(),
            why: message,
            place: Some((place.line, place.column)),
        })
    }
}
