//! Metamorphic variants: another formula with the same answer.
//!
//! Each [`Kind`] keeps satisfiability in both directions and tells what becomes of a model, so
//! the variant of a labelled test is labelled too: a core keeps its assertions, a witness is
//! carried over like a model. Of a test without an answer the variant must get the answer that the
//! test gets, which is what a hunt compares.

use rustc_hash::FxHashMap;
use sinew_base::Random;
use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

use super::exec::Value;
use super::law::{Law, variables};
use super::matching::matches;
use super::planted::constants;
use super::rewrite::replace_terms;
use super::test::{Expected, Model, Test};
use super::write::constant_name;

/// A transformation that keeps the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A string variable becomes the concatenation of two new ones.
    Split,
    /// Letters change places with others.
    Permute,
    /// All strings are read backwards.
    Reverse,
    /// A literal becomes a variable that is equated with it.
    Abstract,
    /// A fact that always holds is added.
    Implied,
    /// The assertions come in another order.
    Reorder,
    /// A sub-term is replaced by what a law says it equals.
    Define,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 7] = [
        Kind::Split,
        Kind::Permute,
        Kind::Reverse,
        Kind::Abstract,
        Kind::Implied,
        Kind::Reorder,
        Kind::Define,
    ];
}

/// What becomes of one value of a model.
type Carry<'a> = dyn Fn(&(Term, Value)) -> Model + 'a;

/// What happens to the assertions, and to values of the constants.
struct Change<'a> {
    assertions: Vec<Term>,
    /// Where each old assertion is now.
    places: Vec<usize>,
    carry: Box<Carry<'a>>,
    /// Values of new constants that do not come from old ones.
    added: Model,
}

/// A variant of a test; `None` if this kind does not apply to it. `laws` are those that hold.
pub fn variant(
    store: &mut TermStore,
    laws: &[&Law],
    test: &Test,
    kind: Kind,
    random: &mut Random,
) -> Option<Test> {
    let quantified = test
        .assertions
        .iter()
        .any(|&a| store.mentions_quantifiers(a));
    if quantified && kind != Kind::Reorder {
        return None;
    }
    let change = match kind {
        Kind::Split => split(store, test, random),
        Kind::Permute => permute(store, test, random),
        Kind::Reverse => reverse(store, test),
        Kind::Abstract => abstract_literal(store, test, random),
        Kind::Implied => implied(store, test, random),
        Kind::Reorder => reorder(test, random),
        Kind::Define => define(store, laws, test, random),
    }?;
    // A witness says nothing about the constants that it leaves out; any value will do.
    let old: Vec<Term> = constants(store, &test.assertions);
    let sorts: Vec<(Term, Sort)> = old.into_iter().map(|c| (c, store.sort(c))).collect();
    let carried = |model: &Model| -> Model {
        let mut whole = model.clone();
        for &(constant, sort) in &sorts {
            if !model.iter().any(|(known, _)| *known == constant) {
                whole.push((constant, Value::default_of(sort)));
            }
        }
        let mut new: Model = whole.iter().flat_map(|pair| (change.carry)(pair)).collect();
        new.extend(change.added.iter().cloned());
        new
    };
    let expected = match &test.expected {
        Expected::Open => Expected::Open,
        Expected::Sat(model) => Expected::Sat(carried(model)),
        Expected::Unsat { core, witnesses } => Expected::Unsat {
            core: core.iter().map(|&place| change.places[place]).collect(),
            witnesses: witnesses.iter().map(carried).collect(),
        },
    };
    let mut new = test.clone();
    new.constants = constants(store, &change.assertions);
    new.assertions = change.assertions;
    new.expected = expected;
    if let Expected::Sat(model) = &mut new.expected {
        model.retain(|(constant, _)| new.constants.contains(constant));
    }
    Some(new)
}

fn kept<'a>(assertions: Vec<Term>, count: usize) -> Change<'a> {
    Change {
        assertions,
        places: (0..count).collect(),
        carry: Box::new(|pair| vec![pair.clone()]),
        added: Model::new(),
    }
}

fn replaced(store: &mut TermStore, test: &Test, map: &FxHashMap<Term, Term>) -> Vec<Term> {
    let terms = test.assertions.iter();
    terms.map(|&term| replace_terms(store, term, map)).collect()
}

/// A constant with a name that the test does not use.
fn fresh(store: &mut TermStore, test: &Test, name: &str, sort: Sort) -> Term {
    let used: Vec<String> = test
        .constants
        .iter()
        .map(|&c| constant_name(store, c))
        .collect();
    let mut name = name.to_owned();
    while used.contains(&name) {
        name.push('_');
    }
    store.constant(&name, sort)
}

fn split<'a>(store: &mut TermStore, test: &Test, random: &mut Random) -> Option<Change<'a>> {
    let strings: Vec<Term> = constants(store, &test.assertions)
        .into_iter()
        .filter(|&term| store.sort(term) == Sort::String)
        .collect();
    if strings.is_empty() {
        return None;
    }
    let x = *random.pick(&strings);
    let left = fresh(store, test, "left", Sort::String);
    let right = fresh(store, test, "right", Sort::String);
    let joined = store.concat(&[left, right]);
    let map = [(x, joined)].into_iter().collect();
    let mut change = kept(replaced(store, test, &map), test.assertions.len());
    let at = random.below(4);
    change.carry = Box::new(move |(term, value)| match value {
        Value::Str(text) if *term == x => {
            let at = at.min(text.len());
            vec![
                (left, Value::Str(text[..at].into())),
                (right, Value::Str(text[at..].into())),
            ]
        }
        _ => vec![(*term, value.clone())],
    });
    Some(change)
}

/// Operators for which letters are only equal or different.
fn ignores_order(op: Op) -> bool {
    !matches!(
        op,
        Op::ToInt
            | Op::FromInt
            | Op::IsDigit
            | Op::ToCode
            | Op::FromCode
            | Op::StrLt
            | Op::StrLe
            | Op::ReRange
            | Op::ToLower
            | Op::ToUpper
    )
}

fn permute<'a>(store: &mut TermStore, test: &Test, random: &mut Random) -> Option<Change<'a>> {
    let parts = postorder_all(store, &test.assertions);
    if !parts
        .iter()
        .all(|&term| ignores_order(store.op(term)) && no_language(store, term))
    {
        return None;
    }
    // One letter of the formula changes places with another, of the formula or not.
    let letters: Vec<u32> = parts
        .iter()
        .filter_map(|&t| store.str_value(t))
        .flatten()
        .copied()
        .collect();
    let a = *letters.get(random.below(letters.len()))?;
    let b = *random.pick(&[0x61, 0x7a, 0x41, 0x30, 0x20, 0x2ffff]);
    let swap = move |text: &[u32]| -> Vec<u32> {
        let one = |&c: &u32| match c {
            c if c == a => b,
            c if c == b => a,
            c => c,
        };
        text.iter().map(one).collect()
    };
    let mut map = FxHashMap::default();
    for term in parts {
        if let Some(text) = store.str_value(term) {
            let text = swap(text);
            map.insert(term, store.code_points(&text));
        }
    }
    let mut change = kept(replaced(store, test, &map), test.assertions.len());
    change.carry = Box::new(move |(term, value)| match value {
        Value::Str(text) => vec![(*term, Value::Str(swap(text).into()))],
        _ => vec![(*term, value.clone())],
    });
    Some(change)
}

/// Constants of sort RegLan have values that are not carried over.
fn no_language(store: &TermStore, term: Term) -> bool {
    !(matches!(store.op(term), Op::Apply(_)) && store.sort(term) == Sort::RegLan)
}

fn reverse<'a>(store: &mut TermStore, test: &Test) -> Option<Change<'a>> {
    let parts = postorder_all(store, &test.assertions);
    let mut map: FxHashMap<Term, Term> = FxHashMap::default();
    for term in parts {
        if !no_language(store, term) {
            return None;
        }
        let mut args: Vec<Term> = store.args(term).iter().map(|arg| map[arg]).collect();
        let op = match store.op(term) {
            Op::Str(_) => {
                let text: Vec<u32> = store.str_value(term)?.iter().rev().copied().collect();
                map.insert(term, store.code_points(&text));
                continue;
            }
            Op::Concat | Op::ReConcat => {
                args.reverse();
                store.op(term)
            }
            Op::PrefixOf => Op::SuffixOf,
            Op::SuffixOf => Op::PrefixOf,
            Op::At => {
                // Position i from the other end.
                let length = store.len(args[0]);
                let one = store.int(1);
                args[1] = store.mk(Op::Sub, &[length, one, args[1]]);
                Op::At
            }
            // What looks for the leftmost match, or for a number, has no mirror image.
            Op::Substr
            | Op::IndexOf
            | Op::Replace
            | Op::ReplaceAll
            | Op::ReplaceRe
            | Op::ReplaceReAll
            | Op::IndexOfRe
            | Op::ToInt
            | Op::FromInt
            | Op::StrLt
            | Op::StrLe
            | Op::Update => return None,
            op => op,
        };
        let new = if args.is_empty() {
            term
        } else {
            store.mk(op, &args)
        };
        map.insert(term, new);
    }
    let assertions = test.assertions.iter().map(|term| map[term]).collect();
    let mut change = kept(assertions, test.assertions.len());
    change.carry = Box::new(|(term, value)| match value {
        Value::Str(text) => vec![(*term, Value::Str(text.iter().rev().copied().collect()))],
        _ => vec![(*term, value.clone())],
    });
    Some(change)
}

/// Only where no core would grow by it.
fn abstract_literal<'a>(
    store: &mut TermStore,
    test: &Test,
    random: &mut Random,
) -> Option<Change<'a>> {
    if matches!(test.expected, Expected::Unsat { .. }) {
        return None;
    }
    let mut literals: Vec<Term> = Vec::new();
    let mut bounds: Vec<Term> = Vec::new();
    for term in postorder_all(store, &test.assertions) {
        match store.op(term) {
            Op::Str(_) | Op::Int(_) => literals.push(term),
            // Bounds of ranges and divisors stay literals.
            Op::ReRange | Op::Div | Op::Mod => bounds.extend(store.args(term)),
            _ => {}
        }
    }
    literals.retain(|literal| !bounds.contains(literal));
    if literals.is_empty() {
        return None;
    }
    let literal = *random.pick(&literals);
    let value = Value::of_literal(store, literal)?;
    let constant = fresh(store, test, "c", value.sort());
    let map = [(literal, constant)].into_iter().collect();
    let mut change = kept(replaced(store, test, &map), test.assertions.len());
    change.assertions.push(store.eq(constant, literal));
    change.added.push((constant, value));
    Some(change)
}

fn implied<'a>(store: &mut TermStore, test: &Test, random: &mut Random) -> Option<Change<'a>> {
    let strings: Vec<Term> = postorder_all(store, &test.assertions)
        .into_iter()
        .filter(|&term| store.sort(term) == Sort::String && !store.is_ground(term))
        .collect();
    if strings.is_empty() {
        return None;
    }
    let (s, t) = (*random.pick(&strings), *random.pick(&strings));
    let zero = store.int(0);
    let fact = match random.below(6) {
        0 => {
            let length = store.len(s);
            store.ge(length, zero)
        }
        1 => {
            let joined = store.concat(&[s, t]);
            store.prefixof(s, joined)
        }
        2 => {
            let found = store.indexof(s, t, zero);
            let length = store.len(s);
            store.le(found, length)
        }
        3 => {
            let (less, more) = (store.str_lt(s, t), store.str_lt(t, s));
            let same = store.eq(s, t);
            store.or(&[less, same, more])
        }
        4 => {
            let all = store.re_all();
            store.in_re(s, all)
        }
        _ => {
            let (contains, length) = (store.contains(s, t), store.len(s));
            let other = store.len(t);
            let shorter = store.le(other, length);
            store.implies(contains, shorter)
        }
    };
    let place = random.below(test.assertions.len() + 1);
    let mut assertions = test.assertions.clone();
    assertions.insert(place, fact);
    let mut change = kept(assertions, test.assertions.len());
    change.places = (0..test.assertions.len())
        .map(|i| if i < place { i } else { i + 1 })
        .collect();
    Some(change)
}

fn reorder<'a>(test: &Test, random: &mut Random) -> Option<Change<'a>> {
    let count = test.assertions.len();
    if count < 2 {
        return None;
    }
    let mut order: Vec<usize> = (0..count).collect();
    for i in (1..count).rev() {
        order.swap(i, random.below(i + 1));
    }
    let assertions = order.iter().map(|&i| test.assertions[i]).collect();
    let mut change = kept(assertions, count);
    for (new, &old) in order.iter().enumerate() {
        change.places[old] = new;
    }
    Some(change)
}

fn define<'a>(
    store: &mut TermStore,
    laws: &[&Law],
    test: &Test,
    random: &mut Random,
) -> Option<Change<'a>> {
    let parts = postorder_all(store, &test.assertions);
    let usable: Vec<&&Law> = laws.iter().filter(|law| law.exists.is_empty()).collect();
    if usable.is_empty() {
        return None;
    }
    for _ in 0..40 {
        let law = **random.pick(&usable);
        let body = random.pick(&law.bodies);
        if body.side.is_some() {
            continue;
        }
        let (from, to) = match random.chance(1, 2) {
            true => (body.left, body.right),
            false => (body.right, body.left),
        };
        // A variable alone matches everything, and what it does not bind would be free.
        let bound = variables(store, &[from], &[]);
        let all = variables(store, &[from, to], &[]);
        if store.args(from).is_empty() || bound.len() != all.len() {
            continue;
        }
        let fitting = parts
            .iter()
            .find_map(|&part| Some((part, matches(store, from, part)?)));
        if let Some((part, map)) = fitting {
            let new = replace_terms(store, to, &map);
            let map = [(part, new)].into_iter().collect();
            return Some(kept(replaced(store, test, &map), test.assertions.len()));
        }
    }
    None
}
