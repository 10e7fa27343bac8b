//! Negated execution (P1 §3.2): an operation on constants with a result that it does not have.
//!
//! P1 names these formulas because no equivalence gives them (its Figure 4 is one). Plain, there is
//! nothing to solve: the core is the one assertion. Pinned, the first argument is a variable and a
//! further assertion says which value it has; another value that does give the wrong result shows
//! that the core is both.
//!
//! [`negated`] goes through the pools: each regular expression with its shortest and longest
//! members and non-members, each operation on strings with facts from all over its pool. The
//! [mode](super::test::Mode::Negated) of that name draws them at random.

use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use sinew_term::{Integer, Op, Sort, Term, TermStore};

use super::exec::Value;
use super::growth::evaluate;
use super::library::{Library, Operation, Origin};
use super::reference::Reference;
use super::regexes::{RegexPool, folder, strings_for};
use super::satisfiable::facts;
use super::suite::Sink;
use super::test::{Expected, Family, Model, Test};
use super::unsat_suite::constants;

/// Facts of each operation on strings.
const FACTS: usize = 48;
/// Words of each language in which something is replaced.
const REPLACEMENTS: usize = 2;
/// Replacing in longer words, and trying longer ones for another result, takes too long.
const MAX_WORD: usize = 64;

/// Assertions and what is known about them.
pub(super) type Made = (Vec<Term>, Expected);

/// All assertions together are contradictory, and each of them is needed.
pub(super) fn unsat(assertions: Vec<Term>, witnesses: Vec<Model>) -> Made {
    let expected = Expected::Unsat {
        core: (0..assertions.len()).collect(),
        witnesses: witnesses.into(),
    };
    (assertions, expected)
}

/// An operation executed on constants, and a result that it does not have.
pub(super) struct Claim<'a> {
    pub(super) op: Op,
    pub(super) args: &'a [Value],
    pub(super) right: &'a Value,
    pub(super) wrong: &'a Value,
}

impl Claim<'_> {
    /// `op(terms) = wrong`
    fn atom(&self, store: &mut TermStore, terms: &[Term]) -> Term {
        let application = store.mk(self.op, terms);
        match self.wrong {
            Value::Bool(true) => application,
            Value::Bool(false) => store.not(application),
            _ => {
                let wrong = self.wrong.to_term(store);
                store.eq(application, wrong)
            }
        }
    }

    /// The claim itself.
    pub(super) fn plain(&self, store: &mut TermStore) -> Made {
        let terms: Vec<Term> = self.args.iter().map(|arg| arg.to_term(store)).collect();
        let atom = self.atom(store, &terms);
        unsat(vec![atom], vec![Model::new()])
    }

    /// The claim about a variable, and which value that has; `None` if no candidate gives the
    /// wrong result, as without the second assertion one must.
    pub(super) fn pinned(
        &self,
        store: &mut TermStore,
        reference: &Reference,
        candidates: &[Value],
    ) -> Option<Made> {
        let is_free = |arg: &Value| arg.sort() != Sort::RegLan;
        let place = self.args.iter().position(is_free)?;
        let own = [self.wrong, self.right].into_iter();
        let sort = self.args[place].sort();
        let other = own.chain(candidates).find(|candidate| {
            let mut args: Vec<&Value> = self.args.iter().collect();
            args[place] = candidate;
            candidate.sort() == sort
                && evaluate(reference, self.op, &args).as_ref() == Some(self.wrong)
        })?;
        let other = other.clone();
        let mut terms: Vec<Term> = self.args.iter().map(|arg| arg.to_term(store)).collect();
        let name = if sort == Sort::Int { "i" } else { "x" };
        let variable = store.constant(name, sort);
        let pin = store.eq(variable, terms[place]);
        terms[place] = variable;
        let atom = self.atom(store, &terms);
        let pinned = vec![(variable, self.args[place].clone())];
        Some(unsat(
            vec![atom, pin],
            vec![pinned, vec![(variable, other)]],
        ))
    }
}

/// Values near the right one.
pub(super) fn near(right: &Value) -> Vec<Value> {
    match right {
        Value::Bool(value) => vec![Value::Bool(!value)],
        Value::Int(value) => [1, -1, 2]
            .map(|by| Value::Int(value + &Integer::from(by)))
            .into(),
        Value::Str(text) => {
            let mut found = vec![Value::Str([&text[..], &[97]].concat().into())];
            if let [_, rest @ ..] = &text[..] {
                found.push(Value::Str(rest.into()));
            }
            found
        }
        Value::Re(_) => Vec::new(),
    }
}

/// Values that often give another result.
pub(super) fn usual() -> Vec<Value> {
    let words = ["", "a", "b", "ab", "0", "1", "aa", "10", "aab"];
    let words = words.into_iter().map(Value::string);
    words.chain([0, 1, -1, 2, 97].map(Value::int)).collect()
}

/// Negated execution over the pools of a suite.
pub(super) fn negated(
    store: &mut TermStore,
    library: &Library,
    reference: &Reference,
    origin: Origin,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let mut suite = Suite {
        reference,
        origin,
        counts: FxHashMap::default(),
    };
    let pools = match origin {
        Origin::Regex => return suite.languages(store, library, sink),
        Origin::Extended => &library.extended,
        Origin::Published => &library.published,
    };
    for operation in library.operations.iter().filter(|op| op.origin <= origin) {
        let facts = facts(reference, operation, &pools.constants);
        let mut candidates = usual();
        for (_, sort) in &operation.args {
            candidates.extend_from_slice(pools.constants.of(*sort));
        }
        let folder: Arc<str> = operation.name.as_str().into();
        for place in spread(facts.len()) {
            suite.claims(
                store,
                operation.op,
                &folder,
                &facts[place],
                &candidates,
                sink,
            )?;
        }
    }
    ControlFlow::Continue(())
}

/// Up to [`FACTS`] distinct places below `count`, in steps that share no divisor with it: else
/// some argument would always be the same.
fn spread(count: usize) -> impl Iterator<Item = usize> {
    let gcd = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    // About the golden section of the whole, so that any few are far apart.
    let from = count / 8 * 5 + 1;
    let step = (from..).find(|&step| gcd(step, count) == 1).unwrap_or(1);
    (0..count.min(FACTS)).map(move |number| number * step % count)
}

struct Suite<'a> {
    reference: &'a Reference,
    origin: Origin,
    /// How many facts each folder has.
    counts: FxHashMap<Arc<str>, usize>,
}

impl Suite<'_> {
    /// Each expression of the pool with words around its language.
    fn languages(
        &mut self,
        store: &mut TermStore,
        library: &Library,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        let pool = RegexPool::new(&library.regexes);
        let of_this_suite = |op: &&Operation| op.origin == Origin::Regex;
        for operation in library.operations.iter().filter(of_this_suite) {
            for (index, entry) in pool.entries.iter().enumerate() {
                let membership = operation.result == Sort::Bool;
                // What is replaced depends on the language only.
                if !membership && pool.languages[entry.language] != index {
                    continue;
                }
                let mut words = strings_for(&entry.lang);
                let short = words.iter().filter(|word| word.len() <= MAX_WORD);
                let mut candidates: Vec<Value> = usual();
                candidates.extend(short.map(|word| Value::Str(word[..].into())));
                let folder: Arc<str> = match membership {
                    true => folder(entry.lang.root()).into(),
                    false => operation.name.as_str().into(),
                };
                words = ends(words, |word| entry.lang.contains(word));
                if !membership {
                    words.retain(|word| word.len() <= MAX_WORD);
                    words.truncate(REPLACEMENTS);
                }
                for (number, word) in words.into_iter().enumerate() {
                    let mut fact = vec![Value::Str(word.into()), Value::Re(entry.lang.clone())];
                    let by = ["", "b"][number % 2];
                    fact.extend((operation.args.len() > 2).then(|| Value::string(by)));
                    let args: Vec<&Value> = fact.iter().collect();
                    fact.extend(self.reference.apply(operation.op, &args));
                    if fact.len() > operation.args.len() {
                        self.claims(store, operation.op, &folder, &fact, &candidates, sink)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The claims that contradict a fact, its result at the end: plain and pinned.
    fn claims(
        &mut self,
        store: &mut TermStore,
        op: Op,
        folder: &Arc<str>,
        fact: &[Value],
        candidates: &[Value],
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        let Some((right, args)) = fact.split_last() else {
            return ControlFlow::Continue(());
        };
        let wrong = near(right);
        let count = self.counts.entry(Arc::clone(folder)).or_default();
        *count += 1;
        let number = *count;
        let Some(wrong) = wrong.get(number % wrong.len().max(1)) else {
            return ControlFlow::Continue(());
        };
        let claim = Claim {
            op,
            args,
            right,
            wrong,
        };
        let plain = claim.plain(store);
        self.emit(store, folder, format!("{number}"), plain, sink)?;
        match claim.pinned(store, self.reference, candidates) {
            Some(pinned) => self.emit(store, folder, format!("{number}_pinned"), pinned, sink),
            None => ControlFlow::Continue(()),
        }
    }

    fn emit(
        &self,
        store: &mut TermStore,
        folder: &Arc<str>,
        suffix: String,
        (assertions, expected): Made,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        let test = Test {
            family: Family::Execution,
            origin: self.origin,
            patterns: false,
            op: Arc::clone(folder),
            suffix,
            constants: constants(store, &assertions),
            assertions,
            expected,
        };
        sink.test(store, test)
    }
}

/// Of words in the order of their lengths the first and the last inside, the first and the last
/// outside of a language.
fn ends(words: Vec<Vec<u32>>, inside: impl Fn(&[u32]) -> Option<bool>) -> Vec<Vec<u32>> {
    let mut chosen = Vec::new();
    for wanted in [true, false] {
        let same = |word: &&Vec<u32>| inside(word) == Some(wanted);
        let first = words.iter().find(same);
        let last = words
            .iter()
            .rev()
            .find(same)
            .filter(|last| Some(*last) != first);
        chosen.extend(first.into_iter().chain(last).cloned());
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_at_both_ends_are_chosen() {
        let words = [0, 1, 2, 3, 4, 5].map(|n| vec![97; n]).into();
        let chosen = ends(words, |word| Some(word.len() == 2 || word.len() == 4));
        let lengths: Vec<usize> = chosen.iter().map(Vec::len).collect();
        assert_eq!(lengths, [2, 4, 0, 5]);
    }

    #[test]
    fn places_are_distinct_and_all_arguments_change() {
        for count in [0, 1, 2, 12, 48, 144, 1728, 4096] {
            let places: Vec<usize> = spread(count).collect();
            let distinct: std::collections::BTreeSet<&usize> = places.iter().collect();
            assert_eq!(distinct.len(), count.min(FACTS));
            assert!(places.iter().all(|&place| place < count));
            let last: std::collections::BTreeSet<usize> = places.iter().map(|p| p % 12).collect();
            assert_eq!(last.len(), count.min(12), "{count}");
        }
    }

    #[test]
    fn a_pin_is_made_only_where_the_core_needs_it() {
        let mut store = TermStore::new();
        let reference = Reference::standard();
        let args = [Value::string("ab")];
        let (right, wrong) = (Value::int(2), Value::int(3));
        let claim = Claim {
            op: Op::Len,
            args: &args,
            right: &right,
            wrong: &wrong,
        };
        assert_eq!(claim.plain(&mut store).0.len(), 1);
        let (assertions, expected) = claim
            .pinned(&mut store, &reference, &usual())
            .expect("\"aab\" has three letters");
        assert_eq!(assertions.len(), 2);
        let Expected::Unsat { core, witnesses } = expected else {
            panic!("satisfiable")
        };
        assert_eq!((core.len(), witnesses.len()), (2, 2));
        let negative = Value::int(-1);
        let claim = Claim {
            wrong: &negative,
            ..claim
        };
        assert!(claim.pinned(&mut store, &reference, &usual()).is_none());
    }
}
