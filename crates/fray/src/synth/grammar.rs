//! The grammar of random growth, as data: which operators apply to which sorts, and how often.
//!
//! Being data, it answers two questions: what to grow next, and whether a
//! given formula could have been grown ([`Grammar::production_of`], used by the
//! [derivations](super::derive)).

use serde::Deserialize;
use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

use super::format::{LoadError, error, operator};
use super::syntax::assertions;

/// The sort of an argument, finer than SMT-LIB's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Any term of the sort.
    Sort(Sort),
    /// A string literal.
    Literal,
    /// A string literal of one character.
    Char,
    /// An integer literal other than 0.
    Nonzero,
}

impl Slot {
    /// The sort of what fits.
    #[must_use]
    pub fn sort(self) -> Sort {
        match self {
            Slot::Sort(sort) => sort,
            Slot::Literal | Slot::Char => Sort::String,
            Slot::Nonzero => Sort::Int,
        }
    }

    fn fits(self, store: &TermStore, term: Term) -> bool {
        match self {
            Slot::Sort(sort) => store.sort(term) == sort,
            Slot::Literal => store.str_value(term).is_some(),
            Slot::Char => store.str_value(term).is_some_and(|text| text.len() == 1),
            Slot::Nonzero => store.int_value(term).is_some_and(|n| !n.is_zero()),
        }
    }
}

/// An operator, with its numerals left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// An operator without numerals.
    Op(Op),
    /// `(_ re.^ n)`
    Power,
    /// `(_ re.loop lo hi)`
    Loop,
}

impl Head {
    fn fits(self, op: Op) -> bool {
        match self {
            Head::Op(own) => own == op,
            Head::Power => matches!(op, Op::RePow(_)),
            Head::Loop => matches!(op, Op::ReLoop(..)),
        }
    }
}

/// One form of the grammar.
#[derive(Clone, Debug)]
pub struct Production {
    /// As it is written in the data.
    pub form: String,
    /// The operator.
    pub head: Head,
    /// The arguments.
    pub slots: Vec<Slot>,
    /// Whether more of the last argument may follow.
    pub more: bool,
    /// How often.
    pub weight: u32,
    /// Whether few solvers accept it.
    pub dialect: bool,
    /// The sort of the result.
    pub result: Sort,
}

impl Production {
    /// Whether it relates more than two terms.
    #[must_use]
    pub fn is_chain(&self) -> bool {
        let relation = |op: Op| op.is_chainable() || op == Op::Distinct;
        self.slots.len() > 2 && matches!(self.head, Head::Op(op) if relation(op))
    }
}

/// One entry of the data file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProductionData {
    form: String,
    weight: u32,
    #[serde(default)]
    dialect: bool,
}

/// All forms.
#[derive(Clone, Debug, Default)]
pub struct Grammar {
    /// In the order of the data.
    pub productions: Vec<Production>,
}

impl Grammar {
    pub(super) fn add(&mut self, data: ProductionData) -> Result<(), LoadError> {
        let production = production(data)?;
        self.productions.push(production);
        Ok(())
    }

    /// The production that makes the root of `term`, if there is one.
    #[must_use]
    pub fn production_of(&self, store: &TermStore, term: Term) -> Option<&Production> {
        let (op, args) = (store.op(term), store.args(term));
        let result = store.sort(term);
        // The narrowest first: a literal is also a string.
        let mut fitting = self.productions.iter().filter(|production| {
            let count = production.slots.len();
            let counts = args.len() == count || production.more && args.len() > count;
            let slot = |i: usize| {
                *production
                    .slots
                    .get(i)
                    .or(production.slots.last())
                    .unwrap_or(&Slot::Literal)
            };
            production.head.fits(op)
                && production.result == result
                && counts
                && args
                    .iter()
                    .enumerate()
                    .all(|(i, &arg)| slot(i).fits(store, arg))
        });
        let first = fitting.next()?;
        Some(fitting.fold(first, |best, next| {
            let narrow = |p: &Production| {
                p.slots
                    .iter()
                    .filter(|s| !matches!(s, Slot::Sort(_)))
                    .count()
            };
            if narrow(next) > narrow(best) {
                next
            } else {
                best
            }
        }))
    }
}

/// The weights of a sort add up to about this where they lean towards scripts.
const TOTAL: u64 = 1000;

impl Grammar {
    /// Leans the weights towards these scripts: half of the weight of each sort stays as it is,
    /// the other half follows how many scripts have a use for a production. Bugs are found where
    /// bugs were found before.
    pub fn lean(&mut self, scripts: &[&str]) {
        let mut counts = vec![0; self.productions.len()];
        for script in scripts {
            for (count, used) in counts.iter_mut().zip(self.used(script)) {
                *count += u64::from(used);
            }
        }
        for sort in [Sort::Bool, Sort::Int, Sort::String, Sort::RegLan] {
            let mine = |p: &Production| p.result == sort && p.weight > 0;
            let (mut weights, mut uses) = (0, 0);
            for (production, count) in self.productions.iter().zip(&counts) {
                if mine(production) {
                    weights += u64::from(production.weight);
                    uses += count;
                }
            }
            if uses == 0 {
                continue;
            }
            for (production, count) in self.productions.iter_mut().zip(&counts) {
                if mine(production) {
                    let share = u64::from(production.weight) * uses + count * weights;
                    let weight = TOTAL * share / (2 * weights * uses);
                    // Never 0: what no script has is still grown.
                    production.weight = u32::try_from(weight).unwrap_or(u32::MAX).max(1);
                }
            }
        }
    }

    /// Of each production, whether the script has a use for it; of none if it cannot be read.
    fn used(&self, script: &str) -> Vec<bool> {
        let mut used = vec![false; self.productions.len()];
        let mut store = TermStore::new();
        let asserted = assertions(&mut store, script).unwrap_or_default();
        for term in postorder_all(&store, &asserted) {
            let form = self.production_of(&store, term).map(|p| &p.form);
            let place = self.productions.iter().position(|p| Some(&p.form) == form);
            if let Some(place) = place {
                used[place] = true;
            }
        }
        used
    }
}

fn production(data: ProductionData) -> Result<Production, LoadError> {
    let item = data.form.as_str();
    let text = item.trim();
    let (head, rest) = match text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
        None => (text.to_owned(), ""),
        Some(inner) if inner.starts_with("(_") => {
            let (head, rest) = inner
                .split_once(')')
                .ok_or_else(|| error(item, "a parenthesis is missing"))?;
            (format!("{head})"), rest)
        }
        Some(inner) => match inner.split_once(' ') {
            Some((head, rest)) => (head.to_owned(), rest),
            None => (inner.to_owned(), ""),
        },
    };
    let mut slots = Vec::new();
    let mut more = false;
    for word in rest.split_whitespace() {
        match word {
            "..." => more = true,
            "Literal" => slots.push(Slot::Literal),
            "Char" => slots.push(Slot::Char),
            "Nonzero" => slots.push(Slot::Nonzero),
            "RegLan" => slots.push(Slot::Sort(Sort::RegLan)),
            name => slots.push(Slot::Sort(super::format::sort(item, name)?)),
        }
    }
    let head = match head.as_str() {
        "(_ re.^ Index)" => Head::Power,
        "(_ re.loop Index Index)" => Head::Loop,
        // Two operators share this symbol.
        "-" if slots.len() == 1 => Head::Op(Op::Neg),
        "-" => Head::Op(Op::Sub),
        name => Head::Op(operator(item, name)?),
    };
    let result = check(item, head, &slots)?;
    Ok(Production {
        head,
        slots,
        more,
        weight: data.weight,
        dialect: data.dialect,
        result,
        form: data.form,
    })
}

/// The sort of the result, if the operator takes such arguments.
fn check(item: &str, head: Head, slots: &[Slot]) -> Result<Sort, LoadError> {
    let mut store = TermStore::new();
    let args: Vec<Term> = (0..)
        .zip(slots)
        .map(|(i, slot): (usize, _)| store.constant(&format!("x{i}"), slot.sort()))
        .collect();
    let op = match head {
        Head::Op(op) => op,
        Head::Power => Op::RePow(0),
        Head::Loop => Op::ReLoop(0, 0),
    };
    match store.try_mk(op, &args) {
        Ok(term) => Ok(store.sort(term)),
        Err(problem) => Err(error(item, problem.describe(&store))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::library::Library;

    #[test]
    fn every_operator_of_p1_and_of_the_strings_theory_has_a_form() {
        let grammar = Library::built_in().grammar;
        let has = |op: Op| grammar.productions.iter().any(|p| p.head.fits(op));
        for row in Op::TABLE {
            let constant = matches!(row.op, Op::True | Op::False);
            assert!(constant || has(row.op), "{}", row.name);
        }
        assert!(has(Op::RePow(3)) && has(Op::ReLoop(2, 1)));
    }

    #[test]
    fn forms_are_checked() {
        let add = |form: &str| {
            let text = format!("[[production]]\nform = \"{form}\"\nweight = 1\n");
            Library::built_in().add(&text).map_err(|e| e.to_string())
        };
        assert!(add("(str.++ String String)").is_ok());
        assert!(add("(str.len Int)").is_err());
        assert!(add("(str.foo Int)").is_err());
        assert!(add("((_ re.^ Index) String)").is_err());
    }

    #[test]
    fn the_narrowest_form_makes_a_term() {
        let grammar = Library::built_in().grammar;
        let mut store = TermStore::new();
        let x = store.constant("x", Sort::String);
        let a = store.string("a");
        let (of_x, of_a) = (store.str_to_re(x), store.str_to_re(a));
        let form = |term| grammar.production_of(&store, term).map(|p| p.form.as_str());
        assert_eq!(form(of_x), Some("(str.to_re String)"));
        assert_eq!(form(of_a), Some("(str.to_re Literal)"));
        assert_eq!(form(x), None);
    }
}
