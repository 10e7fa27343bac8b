//! The log as a table: clauses, what literals mean, parts of assertions, certificates, inferences.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_engine::Premise;
use sinew_proof::cpc::{Failure, Outcome};
use sinew_proof::{Step, parse_line};
use sinew_term::{Term, TermStore};

/// A clause.
#[derive(Clone, Debug)]
pub(crate) struct Clause<'a> {
    /// Its literals, but for those that guard assertions.
    pub(crate) literals: Vec<i64>,
    pub(crate) why: Why<'a>,
}

/// Why a clause holds.
#[derive(Clone, Debug)]
pub(crate) enum Why<'a> {
    /// By unit propagation from these.
    Derived(Vec<u64>),
    /// By a rule of the engine, about a term, a fact, a certificate or an inference.
    Lemma(&'a str, u64),
}

/// A formula of the assertions, or a part of one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    Asserted(Term),
    /// A conjunct of another; negated or not.
    Conjunct(u64, Term, bool),
}

/// An inference of a string procedure.
#[derive(Clone, Debug)]
pub(crate) struct Inference<'a> {
    pub(crate) rule: &'a str,
    pub(crate) premises: Vec<Premise>,
    pub(crate) conclusion: Vec<Term>,
}

/// A refutation of integer constraints: the literals whose negations it refutes, and its steps.
#[derive(Clone, Debug)]
pub(crate) struct Certificate {
    pub(crate) literals: Vec<i64>,
    pub(crate) steps: String,
}

/// All of a log.
#[derive(Debug, Default)]
pub(crate) struct Entries<'a> {
    pub(crate) clauses: FxHashMap<u64, Clause<'a>>,
    /// The literals of Boolean terms, and the terms of variables in the order of the log.
    pub(crate) literals: FxHashMap<Term, i64>,
    pub(crate) terms: FxHashMap<u64, Vec<(Term, bool)>>,
    /// The terms of arithmetic variables.
    pub(crate) leaves: FxHashMap<u32, Term>,
    pub(crate) parts: FxHashMap<u64, Part>,
    pub(crate) certificates: FxHashMap<u64, Certificate>,
    pub(crate) inferences: FxHashMap<u64, Inference<'a>>,
    /// The clause without literals, after guards are left out.
    pub(crate) refutation: Option<u64>,
    /// Clauses of one literal, by that literal.
    pub(crate) units: FxHashMap<i64, u64>,
    guards: FxHashSet<i64>,
}

fn number<T: std::str::FromStr>(text: &str) -> Outcome<T> {
    (text.parse()).map_err(|_| format!("{text:?} is no number of a log").into())
}

struct Reader<'a> {
    store: &'a TermStore,
    entries: Entries<'a>,
}

/// Reads a log.
pub(crate) fn entries<'a>(store: &'a TermStore, log: &'a str) -> Outcome<Entries<'a>> {
    let mut reader = Reader {
        store,
        entries: Entries::default(),
    };
    for (at, line) in log.lines().enumerate() {
        let step = parse_line(line, at + 1).map_err(|error| Failure::Wrong(error.to_string()))?;
        reader.step(step)?;
    }
    Ok(reader.entries)
}

impl<'a> Reader<'a> {
    fn term(&self, text: &str) -> Outcome<Term> {
        let index: usize = number(text)?;
        if index >= self.store.term_count() {
            return Err("the log speaks of a term that there is not".into());
        }
        Ok(self.store.nth(index))
    }

    fn step(&mut self, step: Step<'a>) -> Outcome<()> {
        match step {
            Step::Other { keyword, fields } => self.other(keyword, &fields)?,
            Step::Lemma {
                id,
                rule,
                lits,
                args,
            } => {
                let argument = number(args.first().unwrap_or(&"0"))?;
                self.clause(id, &lits, Why::Lemma(rule, argument));
            }
            Step::Derived { id, lits, hints } => {
                self.clause(id, &lits, Why::Derived(hints.unwrap_or_default()));
            }
            Step::Query { id, .. } => {
                // Only what holds without further assumptions refutes the assertions.
                let clause = self.entries.clauses.get(&id);
                if clause.is_some_and(|clause| clause.literals.is_empty()) {
                    self.entries.refutation = Some(id);
                }
            }
            Step::Input { .. } | Step::Nothing | Step::Delete { .. } => {}
        }
        Ok(())
    }

    fn clause(&mut self, id: u64, literals: &[i64], why: Why<'a>) {
        let guards = &self.entries.guards;
        let literals = literals.iter().copied();
        let literals: Vec<i64> = literals.filter(|lit| !guards.contains(&-lit)).collect();
        if let [unit] = literals[..] {
            self.entries.units.entry(unit).or_insert(id);
        }
        self.entries.clauses.insert(id, Clause { literals, why });
    }

    fn other(&mut self, keyword: &str, fields: &[&'a str]) -> Outcome<()> {
        match (keyword, fields) {
            ("n", _) => {}
            ("v" | "m", [lit, term]) => {
                let (lit, term): (i64, Term) = (number(lit)?, self.term(term)?);
                self.entries.literals.insert(term, lit);
                let terms = self.entries.terms.entry(lit.unsigned_abs()).or_default();
                terms.push((term, lit > 0));
            }
            ("x", [var, term]) => {
                let term = self.term(term)?;
                self.entries.leaves.insert(number(var)?, term);
            }
            ("f", [fact, guard, _, term]) => {
                let (guard, term) = (number(guard)?, self.term(term)?);
                if guard != 0 {
                    self.entries.guards.insert(guard);
                }
                (self.entries.parts).insert(number(fact)?, Part::Asserted(term));
            }
            ("g", [fact, parent, sign, term]) => {
                let part = Part::Conjunct(number(parent)?, self.term(term)?, *sign == "-");
                self.entries.parts.insert(number(fact)?, part);
            }
            ("c", [id, rest @ ..]) => {
                let end = rest.iter().position(|&field| field == "0");
                let end = end.ok_or("the literals of a certificate end with 0")?;
                let literals: Outcome<Vec<i64>> =
                    rest[..end].iter().map(|lit| number(lit)).collect();
                let certificate = Certificate {
                    literals: literals?,
                    steps: rest[end + 1..].join(" "),
                };
                self.entries.certificates.insert(number(id)?, certificate);
            }
            ("r", [id, rule, rest @ .., "0"]) => {
                let inference = self.inference(rule, rest)?;
                self.entries.inferences.insert(number(id)?, inference);
            }
            _ => return Err(format!("the log has a line {keyword:?}").into()),
        }
        Ok(())
    }

    fn inference(&self, rule: &'a str, fields: &[&str]) -> Outcome<Inference<'a>> {
        let mut halves = fields.splitn(2, |&field| field == "0");
        let (premises, conclusion) = (halves.next(), halves.next());
        let premises = premises.unwrap_or_default().iter();
        let conclusion = conclusion.unwrap_or_default().iter();
        Ok(Inference {
            rule,
            premises: (premises.map(|text| self.premise(text))).collect::<Outcome<_>>()?,
            conclusion: (conclusion.map(|text| self.term(text))).collect::<Outcome<_>>()?,
        })
    }

    fn premise(&self, text: &str) -> Outcome<Premise> {
        let (sign, rest) = text.split_at_checked(1).ok_or("an empty premise")?;
        let pair = || -> Outcome<(Term, Term)> {
            let (a, b) = rest.split_once(',').ok_or("a premise about two terms")?;
            Ok((self.term(a)?, self.term(b)?))
        };
        Ok(match sign {
            "+" => Premise::Literal(self.term(rest)?, true),
            "-" => Premise::Literal(self.term(rest)?, false),
            "=" => pair().map(|(a, b)| Premise::Equal(a, b))?,
            _ => pair().map(|(a, b)| Premise::Disequal(a, b))?,
        })
    }
}
