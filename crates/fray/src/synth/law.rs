//! Laws: equations that hold for all regular expressions, strings and integers, as data.
//!
//! P1 §2.2 builds unsatisfiable formulas from equivalences whose variables have the sort RegLan.
//! Few solvers accept those, so the variables of a [`Law`] are parameters: a test puts regular
//! expressions in their places and speaks about the two sides by membership.
//!
//! No law is taken on trust. [`check_law`] tries it on a small domain; a false one comes back with
//! its counterexample, and that makes it a satisfiable test.

use std::cell::Cell;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use serde::Deserialize;
use sinew_term::{Op, Sort, Term, TermStore};

use super::certify::long_strings;
use super::exec::Value;
use super::format::{LoadError, declarations, error};
use super::index::{Indices, expand};
use super::lang::Lang;
use super::library::{Equality, Subject};
use super::program::{Context, Program};
use super::reference::Reference;
use super::rewrite::replace_terms;
use super::satisfiable::for_each_tuple;
use super::search::{Domain, Outcome, Search};
use super::syntax::parse;
use super::test::Model;

/// Numerals that laws are tried with.
const NUMERALS: u32 = 4;
/// Bodies of one law, one for each choice of its numerals.
const MAX_BODIES: usize = 12;
/// Assignments that one law is tried on, over all its bodies.
const ASSIGNMENTS: usize = 700;
/// Evaluations that the search for one existential witness may make.
const STEPS: u64 = 2_000;
/// The variables of laws that declare none.
const USUAL: &str = "r RegLan, s RegLan, t RegLan, x String, y String, z String, i Int, j Int";

/// One entry of a data file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LawData {
    id: String,
    variables: Option<String>,
    #[serde(default)]
    exists: String,
    left: String,
    right: String,
    #[serde(default)]
    indices: String,
    #[serde(default)]
    when: String,
    side: Option<String>,
    holds: Option<bool>,
}

/// A law for one choice of its numerals.
#[derive(Clone, Debug)]
pub struct Body {
    /// The numerals, by name.
    pub numerals: Vec<(String, i64)>,
    /// One side.
    pub left: Term,
    /// The other side.
    pub right: Term,
    /// The condition.
    pub side: Option<Term>,
}

/// `side ⇒ left = right`, or `side ⇒ (left ⇔ ∃ exists. right)`.
#[derive(Clone, Debug)]
pub struct Law {
    /// Its name.
    pub id: String,
    /// The sort of both sides.
    pub sort: Sort,
    /// The existential variables.
    pub exists: Vec<Term>,
    /// One for each choice of the numerals.
    pub bodies: Vec<Body>,
    /// Whether it is claimed to hold; false for those that only look like laws.
    pub holds: bool,
    /// What the check under SMT-LIB's semantics came to: every source of tests asks for it.
    checked: OnceLock<Verdict>,
}

/// Nothing against a law, a counterexample, or that it says nothing at all, since its condition never
/// holds.
pub type Verdict = Result<(), Option<Counterexample>>;

/// A body and values of its variables under which its sides differ.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The position of the body.
    pub body: usize,
    /// The values.
    pub model: Model,
    /// For languages: a word of one side only.
    pub word: Option<Value>,
}

pub(super) fn law(store: &mut TermStore, data: LawData) -> Result<Law, LoadError> {
    let item = data.id.as_str();
    let mut declared = declarations(item, data.variables.as_deref().unwrap_or(USUAL))?;
    let exists = declarations(item, &data.exists)?;
    let both = exists.iter().find(|e| declared.iter().any(|d| d.0 == e.0));
    if let Some((name, _)) = both {
        return Err(error(
            item,
            format!("`{name}` is a variable and existential"),
        ));
    }
    declared.extend(exists.iter().cloned());
    let indices = Indices::new(item, &data.indices, &data.when)?;
    let mut bodies = Vec::new();
    for values in indices.choices(NUMERALS, MAX_BODIES) {
        let mut term = |text: &str| -> Result<Term, LoadError> {
            let text = expand(item, text, &values)?;
            parse(store, &text, &declared).map_err(|problem| error(item, problem))
        };
        let (left, right) = (term(&data.left)?, term(&data.right)?);
        let side = match &data.side {
            Some(side) => Some(term(side)?),
            None => None,
        };
        let numerals = values.iter().map(|&(name, value)| (name.to_owned(), value));
        bodies.push(Body {
            numerals: numerals.collect(),
            left,
            right,
            side,
        });
    }
    let Some(first) = bodies.first() else {
        return Err(error(item, "no numerals satisfy `when`"));
    };
    let sort = store.sort(first.left);
    for body in &bodies {
        let same = store.sort(body.right) == sort;
        let condition = body.side.is_none_or(|side| store.sort(side) == Sort::Bool);
        if !same || !condition || (!exists.is_empty() && sort != Sort::Bool) {
            return Err(error(
                item,
                "the sides must have one sort, the condition Bool",
            ));
        }
    }
    let exists = exists
        .iter()
        .map(|(name, sort)| store.constant(name, *sort));
    Ok(Law {
        exists: exists.collect(),
        holds: data.holds.unwrap_or(true),
        id: data.id,
        sort,
        bodies,
        checked: OnceLock::new(),
    })
}

/// The variables of some terms without the given ones.
pub(super) fn variables(store: &TermStore, terms: &[Term], without: &[Term]) -> Vec<Term> {
    let mut found = super::planted::constants(store, terms);
    found.retain(|term| !without.contains(term));
    found
}

/// Small languages in which the corner cases of the operators show.
fn languages() -> Vec<Value> {
    let word = |text: &str| Lang::word(&text.chars().map(u32::from).collect::<Vec<_>>());
    let op = |op: Op, args: Vec<Lang>| Lang::op(op, args);
    let (a, b) = (word("a"), word("b"));
    [
        Some(a.clone()),
        op(Op::ReUnion, vec![word(""), b.clone()]),
        op(Op::ReNone, Vec::new()),
        Some(word("ab")),
        op(Op::ReStar, vec![a.clone()]),
        op(Op::ReUnion, vec![a.clone(), word("ab")]),
        Some(word("")),
        op(Op::ReUnion, vec![a, b]),
        op(Op::ReAllChar, Vec::new()),
        Some(word("aa")),
        op(Op::ReAll, Vec::new()),
    ]
    .into_iter()
    .flatten()
    .map(Value::Re)
    .collect()
}

/// Values for the variables of laws.
fn domain() -> Domain {
    let strings = ["a", "", "ab", "b", "aab", "ba", "0", "7a", "bb"];
    Domain {
        strings: strings.iter().map(|text| Value::string(text)).collect(),
        integers: [0, 1, -1, 2, 3, 97].map(Value::int).into(),
    }
}

/// The words that languages are told apart by: all up to three letters over a and b.
fn words() -> Vec<Value> {
    let mut words: Vec<Vec<u32>> = vec![Vec::new()];
    let mut longest = words.clone();
    for _ in 0..3 {
        let longer = longest.iter().flat_map(|word| {
            let with = |letter: u32| [&word[..], &[letter]].concat();
            [with(0x61), with(0x62)]
        });
        longest = longer.collect();
        words.extend(longest.iter().cloned());
    }
    let value = |word: Vec<u32>| Value::Str(word.into());
    words.into_iter().map(value).collect()
}

/// Tries a law on a small domain: what refutes it, if anything does. `store` is the one that it was
/// made in, or a copy.
pub fn check_law(store: &TermStore, reference: &Reference, law: &Law) -> Verdict {
    if !reference.is_standard() {
        return try_law(store, reference, law);
    }
    let checked = law.checked.get_or_init(|| try_law(store, reference, law));
    checked.clone()
}

fn try_law(store: &TermStore, reference: &Reference, law: &Law) -> Verdict {
    let (mut domain, languages, mut words) = (domain(), languages(), words());
    let sides = law.bodies.iter().flat_map(|body| [body.left, body.right]);
    let long = long_strings(store, &sides.collect::<Vec<_>>());
    domain.strings.extend_from_slice(&long);
    words.extend(long);
    let share = ASSIGNMENTS / law.bodies.len();
    let mut applies = false;
    for (number, body) in law.bodies.iter().enumerate() {
        let mut roots = vec![body.left, body.right];
        roots.extend(body.side);
        let variables = variables(store, &roots, &law.exists);
        let size = share_of(share, variables.len());
        let lists: Vec<&[Value]> = variables
            .iter()
            .map(|&variable| match store.sort(variable) {
                Sort::RegLan => &languages[..],
                sort => domain.of(sort),
            })
            .map(|list| &list[..size.min(list.len())])
            .collect();
        let checker = Checker::new(store, reference, law, &roots, &domain).ok_or(None)?;
        let mut found = None;
        for_each_tuple(&lists, |tuple| {
            if found.is_some() {
                return;
            }
            let values = tuple.iter().map(|&value| value.clone());
            let model: Model = variables.iter().copied().zip(values).collect();
            match checker.differ(&model, &words) {
                None => {}
                Some(None) => applies = true,
                Some(Some(word)) => {
                    found = Some(Counterexample {
                        body: number,
                        model,
                        word,
                    });
                }
            }
        });
        if found.is_some() {
            return Err(found);
        }
    }
    if applies { Ok(()) } else { Err(None) }
}

/// How many values each of `count` variables may take in `total` assignments.
fn share_of(total: usize, count: usize) -> usize {
    let mut size = 2usize;
    let power = |size: usize| size.checked_pow(u32::try_from(count.max(1)).unwrap_or(u32::MAX));
    while power(size + 1).is_some_and(|all| all <= total) && size < 16 {
        size += 1;
    }
    size
}

/// A body ready for evaluation.
struct Checker<'a> {
    law: &'a Law,
    reference: &'a Reference,
    domain: &'a Domain,
    /// Left, right, and side if there is one.
    sides: Program,
    /// The right side alone, for laws with existential variables.
    right: Program,
}

impl<'a> Checker<'a> {
    fn new(
        store: &TermStore,
        reference: &'a Reference,
        law: &'a Law,
        roots: &[Term],
        domain: &'a Domain,
    ) -> Option<Checker<'a>> {
        Some(Checker {
            law,
            reference,
            domain,
            sides: Program::new(store, roots)?,
            right: Program::new(store, &[roots[1]])?,
        })
    }

    /// `None` if the law says nothing here; else whether it fails, with a word for languages.
    fn differ(&self, model: &Model, words: &[Value]) -> Option<Option<Option<Value>>> {
        let steps = Cell::new(STEPS);
        let context = Context {
            reference: self.reference,
            domain: self.domain,
            steps: &steps,
        };
        let mut values = Vec::new();
        let env = self.sides.environment(model);
        self.sides.eval(&context, &env, &mut values);
        let value = |i: usize| values[self.sides.roots[i] as usize].clone();
        if self.sides.roots.len() > 2 && value(2)? != Value::Bool(true) {
            return None;
        }
        let left = value(0)?;
        if !self.law.exists.is_empty() {
            let mut env = self.right.environment(model);
            let search = Search::new(&self.right, self.reference, self.domain, &steps);
            let right = search.run(&mut env);
            let agree = match left {
                Value::Bool(true) => right == Outcome::Found,
                _ => right == Outcome::Impossible,
            };
            return Some((!agree).then_some(None));
        }
        let right = value(1)?;
        let (Value::Re(a), Value::Re(b)) = (&left, &right) else {
            return Some((left != right).then_some(None));
        };
        let apart = words.iter().find(|word| match word {
            Value::Str(word) => a.contains(word) != b.contains(word),
            _ => false,
        });
        Some(apart.map(|word| Some(word.clone())))
    }
}

impl Law {
    /// What a false equality says.
    pub(super) fn refuted(store: &TermStore, rule: &Equality) -> Law {
        let (Subject::Variable(right) | Subject::Constant(right)) = rule.subject;
        Law {
            id: rule.id.clone(),
            sort: store.sort(right),
            exists: Vec::new(),
            bodies: vec![Body {
                numerals: Vec::new(),
                left: rule.term,
                right,
                side: rule.side,
            }],
            holds: false,
            checked: OnceLock::new(),
        }
    }
}

impl Body {
    /// The body with terms in the places of its variables.
    pub(super) fn instance(&self, store: &mut TermStore, map: &FxHashMap<Term, Term>) -> Body {
        Body {
            numerals: self.numerals.clone(),
            left: replace_terms(store, self.left, map),
            right: replace_terms(store, self.right, map),
            side: self.side.map(|side| replace_terms(store, side, map)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::library::Library;

    #[test]
    fn built_in_laws_hold_and_built_in_non_laws_are_refuted() {
        let library = Library::built_in();
        assert!(library.laws.len() > 200);
        for law in &library.laws {
            let verdict = check_law(&library.store, &Reference::standard(), law);
            match law.holds {
                true => assert!(verdict.is_ok(), "{}: {verdict:?}", law.id),
                false => assert!(matches!(verdict, Err(Some(_))), "{}: {verdict:?}", law.id),
            }
        }
    }

    #[test]
    fn what_holds_in_the_standard_is_asked_again_in_a_variant() {
        let library = Library::built_in();
        let laws = || library.laws.iter().filter(|law| law.holds);
        let fails = |reference: &Reference| -> Vec<&str> {
            let failing = laws().filter(|law| check_law(&library.store, reference, law).is_err());
            failing.map(|law| law.id.as_str()).collect()
        };
        assert!(fails(&Reference::standard()).is_empty());
        let mut store = library.store.clone();
        let number = store.constant("i", Sort::Int);
        let empty = store.string("");
        let mut variant = Reference::standard();
        assert!(variant.redefine(&store, Op::FromInt, vec![number], empty));
        assert!(!fails(&variant).is_empty(), "str.from_int is \"\" there");
        assert!(fails(&Reference::standard()).is_empty());
    }

    #[test]
    fn a_law_whose_condition_never_holds_is_vacuous() {
        let mut library = Library::built_in();
        let text = "[[law]]\nid = \"mine\"\nleft = 'x'\nright = 'y'\n\
                    side = '(str.in_re x (re.inter r (re.comp r)))'\n";
        library.add(text).expect("well-formed");
        let law = library.laws.last().expect("one");
        let verdict = check_law(&library.store, &Reference::standard(), law);
        assert!(matches!(verdict, Err(None)), "{verdict:?}");
    }
}
