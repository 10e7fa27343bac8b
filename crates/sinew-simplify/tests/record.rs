//! What a recording preprocessor did is enough to follow it: every premise was known before, and root steps lead from
//! each term to its normal form.

use std::collections::{BTreeSet, HashSet};

use sinew_base::{Budget, Disabled};
use sinew_simplify::{CONGRUENCE, Preprocessor, Problem, Record, Step};
use sinew_term::{Sort, Term, TermStore};

fn recorded(store: &mut TermStore, assertions: &[Term]) -> (Problem, Record) {
    let mut preprocessor = Preprocessor::recording(&Disabled::default());
    let problem = Problem::new(assertions);
    let result = preprocessor.run(store, problem, &Budget::unlimited());
    let record = preprocessor.take_record().expect("it records");
    assert!(preprocessor.take_record().is_none(), "once");
    (result.problem, record)
}

/// Where the root steps lead to; each that is by congruence has arguments that lead to those of the next term.
fn follow(store: &TermStore, record: &Record, mut term: Term) -> Term {
    while let Some((law, next)) = record.root_step(term) {
        if law == CONGRUENCE {
            for (&before, &after) in store.args(term).iter().zip(store.args(next)) {
                assert_eq!(follow(store, record, before), after);
            }
        }
        term = next;
    }
    term
}

/// What is known in the end.
fn conclusions(store: &TermStore, record: &Record, assertions: &[Term]) -> HashSet<Term> {
    let mut known: HashSet<Term> = assertions.iter().copied().collect();
    for step in record.steps() {
        let (premises, conclusion) = match step {
            Step::Normal { from, to } => {
                assert_eq!(follow(store, record, *from), *to);
                (vec![*from], *to)
            }
            Step::Conjunct { whole, part } => (vec![*whole], *part),
            Step::Concluded {
                premises,
                conclusion,
                ..
            } => (premises.clone(), *conclusion),
            Step::Replaced {
                from,
                equations,
                to,
            } => ([&[*from], &equations[..]].concat(), *to),
        };
        for premise in premises {
            assert!(known.contains(&premise), "{step:?}");
        }
        known.insert(conclusion);
    }
    known
}

#[test]
fn every_pass_says_what_it_concludes() {
    let mut store = TermStore::new();
    let string = |store: &mut TermStore, name| store.constant(name, Sort::String);
    let [x, y, z] = ["x", "y", "z"].map(|name| string(&mut store, name));
    let p = store.constant("p", Sort::Bool);
    let (a, b) = (store.string("a"), store.string("b"));
    let (ya, lx) = (store.concat(&[y, a]), store.len(x));
    let three = store.int(3);
    let five = store.int(5);
    let cases: Vec<Vec<Term>> = vec![
        vec![store.eq(x, ya), store.contains(y, x)],
        {
            let contains = store.contains(x, y);
            let not = store.not(contains);
            let (za, other) = (store.eq(z, a), store.eq(z, b));
            let either = store.or(&[not, za]);
            let both = store.and(&[contains, other]);
            vec![both, either]
        },
        vec![store.le(lx, three), store.gt(lx, five)],
        {
            let letter = store.str_to_re(a);
            let star = store.re_star(letter);
            let (other, member) = (store.str_to_re(b), store.in_re(x, star));
            let plus = store.re_plus(other);
            vec![member, store.in_re(x, plus)]
        },
        {
            let (one, same) = (store.int(1), store.eq(x, a));
            let length = store.eq(lx, one);
            let other = store.contains(y, x);
            vec![store.not(length), store.or(&[same, other])]
        },
        {
            let (xyz, word) = (store.concat(&[x, y, z]), store.string("abcd"));
            let (lz, two, one) = (store.len(z), store.int(2), store.int(1));
            let lengths = [store.eq(lx, two), store.eq(lz, one)];
            let same = store.contains(z, x);
            vec![store.eq(xyz, word), lengths[0], lengths[1], same]
        },
        {
            let choice = store.ite(p, a, b);
            let (same, len) = (store.contains(choice, x), store.gt(lx, three));
            vec![same, len]
        },
    ];
    let mut passes = BTreeSet::new();
    for assertions in cases {
        let (problem, record) = recorded(&mut store, &assertions);
        let known = conclusions(&store, &record, &assertions);
        for (assertion, _) in problem.assertions {
            assert!(known.contains(&assertion), "{assertions:?}");
        }
        passes.extend(record.steps().iter().filter_map(|step| match step {
            Step::Concluded { pass, .. } => Some(*pass),
            _ => None,
        }));
    }
    let all = [
        "cut-words",
        "isolated-strings",
        "lift-ite",
        "propagate-bounds",
        "propagate-facts",
        "refuted-values",
        "solve-eqs",
    ];
    assert_eq!(passes, BTreeSet::from(all));
}

#[test]
fn a_symbol_that_stands_for_an_atom_says_which() {
    let mut store = TermStore::new();
    let (x, y) = (
        store.constant("x", Sort::String),
        store.constant("y", Sort::String),
    );
    let p = store.constant("p", Sort::Bool);
    let (xy, a) = (store.concat(&[x, y]), store.string("a"));
    let atom = store.contains(xy, a);
    let same = store.eq(atom, p);
    let yy = store.concat(&[y, y]);
    let others = store.eq(yy, x);
    let either = store.or(&[same, others]);
    let free = store.constant("z", Sort::String);
    let second = store.contains(free, a);
    let both = store.or(&[second, either]);
    let (_, record) = recorded(&mut store, &[both]);
    let meanings: Vec<Term> = record.meanings().iter().map(|&(_, term)| term).collect();
    assert!(meanings.contains(&second), "{meanings:?}");
}
