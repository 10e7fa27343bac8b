//! The e-graph against a closure computed from scratch, over random merges and backtracking.

use super::*;
use sinew_sat::Var;
use sinew_term::TermStore;

/// A small deterministic generator.
struct Rng(u64);
impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

fn lit(i: usize) -> Lit {
    Var::new(i as u32).positive()
}

/// Classes by naive fixpoint: union the given pairs, then congruent applications.
fn naive(egraph: &Egraph, pairs: &[(NodeId, NodeId)]) -> Vec<usize> {
    let mut class: Vec<usize> = (0..egraph.len()).collect();
    let join = |class: &mut Vec<usize>, a: usize, b: usize| {
        let (x, y) = (class[a], class[b]);
        for c in class.iter_mut() {
            if *c == x {
                *c = y;
            }
        }
    };
    for &(a, b) in pairs {
        join(&mut class, a.index(), b.index());
    }
    loop {
        let mut changed = false;
        for n in 0..egraph.len() {
            for m in 0..n {
                let (x, y) = (NodeId(n as u32), NodeId(m as u32));
                if class[n] != class[m]
                    && egraph.is_application(x)
                    && egraph.nodes[n].symbol == egraph.nodes[m].symbol
                    && egraph
                        .arguments(x)
                        .zip(egraph.arguments(y))
                        .all(|(a, b)| class[a.index()] == class[b.index()])
                {
                    join(&mut class, n, m);
                    changed = true;
                }
            }
        }
        if !changed {
            return class;
        }
    }
}

fn check(egraph: &mut Egraph, pairs: &[(NodeId, NodeId)]) {
    let class = naive(egraph, pairs);
    for n in 0..egraph.len() {
        for m in 0..n {
            let (x, y) = (NodeId(n as u32), NodeId(m as u32));
            assert_eq!(egraph.same(x, y), class[n] == class[m], "nodes {n} and {m}");
            if egraph.same(x, y) {
                let why: Vec<_> = egraph
                    .explain(x, y)
                    .iter()
                    .map(|l| pairs[l.var().index()])
                    .collect();
                let explained = naive(egraph, &why);
                assert_eq!(explained[n], explained[m], "the explanation suffices");
            }
        }
    }
}

#[test]
fn random_merges_nodes_and_backtracking_agree_with_a_closure_from_scratch() {
    for seed in 1..60u64 {
        let mut rng = Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut store = TermStore::new();
        let sort = store.user_sort("U", &[]);
        let (t, f) = (store.true_(), store.false_());
        let mut egraph = Egraph::new(t, f);
        let fun = store.declare("f", &[sort, sort], sort);
        let mut nodes = Vec::new();
        for i in 0..5 {
            let c = store.constant(&format!("c{i}"), sort);
            nodes.push(egraph.add(c, Some(store.op(c)), sort, &[], false, None));
        }
        let mut pairs: Vec<(NodeId, NodeId)> = Vec::new();
        let mut marks: Vec<usize> = Vec::new();
        for _ in 0..60 {
            match rng.below(6) {
                0 | 1 => {
                    let (a, b) = (nodes[rng.below(nodes.len())], nodes[rng.below(nodes.len())]);
                    egraph.merge(a, b, lit(pairs.len()));
                    pairs.push((a, b));
                    assert!(egraph.close());
                }
                2 if nodes.len() < 14 => {
                    let (a, b) = (nodes[rng.below(nodes.len())], nodes[rng.below(nodes.len())]);
                    let term = store.apply(fun, &[egraph.term(a), egraph.term(b)]);
                    if egraph.node(term).is_none() {
                        let op = Some(store.op(term));
                        nodes.push(egraph.add(term, op, sort, &[a, b], false, None));
                        assert!(egraph.close());
                    }
                }
                3 | 4 => {
                    egraph.push();
                    marks.push(pairs.len());
                }
                _ if !marks.is_empty() => {
                    let level = rng.below(marks.len());
                    pairs.truncate(marks[level]);
                    marks.truncate(level);
                    egraph.pop_to(level);
                    assert!(egraph.close());
                }
                _ => {}
            }
            check(&mut egraph, &pairs);
        }
    }
}

#[test]
fn equality_atoms_follow_their_sides_and_refute() {
    let mut store = TermStore::new();
    let sort = store.user_sort("U", &[]);
    let (t, f) = (store.true_(), store.false_());
    let mut egraph = Egraph::new(t, f);
    let [a, b, c]: [NodeId; 3] = ["a", "b", "c"].map(|name| {
        let term = store.constant(name, sort);
        egraph.add(term, Some(store.op(term)), sort, &[], false, None)
    });
    let (ab, cb) = (
        store.eq(egraph.term(a), egraph.term(b)),
        store.eq(egraph.term(c), egraph.term(b)),
    );
    let ab = egraph.add(ab, Some(Op::Eq), Sort::Bool, &[a, b], false, Some(lit(0)));
    let cb = egraph.add(cb, Some(Op::Eq), Sort::Bool, &[c, b], false, Some(lit(1)));
    assert!(egraph.close());
    // a ≠ b and a = c propagate c ≠ b.
    egraph.push();
    egraph.merge(ab, FALSE, !lit(0));
    egraph.merge(a, c, lit(2));
    assert!(egraph.close());
    assert_eq!(egraph.take_events().last(), Some(&Event::Value(cb, false)));
    let mut why = egraph.explain(cb, FALSE);
    why.sort_unstable();
    assert_eq!(why, vec![!lit(0), lit(2)]);
    assert!(egraph.disequal(c, b).is_some());
    // c = b is then a conflict of three literals.
    egraph.merge(c, b, lit(1));
    assert!(!egraph.close());
    let (x, y) = egraph.conflict().expect("a conflict");
    assert_eq!(egraph.explain(x, y).len(), 3);
    // Undone, the sides can be equal, and both atoms are true.
    egraph.pop_to(0);
    egraph.merge(a, c, lit(2));
    egraph.merge(c, b, lit(1));
    assert!(egraph.close());
    assert!(egraph.same(ab, TRUE) && egraph.same(cb, TRUE));
}

#[test]
fn different_literals_make_their_equality_false() {
    let mut store = TermStore::new();
    let (t, f) = (store.true_(), store.false_());
    let mut egraph = Egraph::new(t, f);
    let (one, two) = (store.string("1"), store.string("2"));
    let (x, y) = (
        store.constant("x", Sort::String),
        store.constant("y", Sort::String),
    );
    let xy = store.eq(x, y);
    let [one, two] = [one, two].map(|t| egraph.add(t, None, Sort::String, &[], true, None));
    let [x, y] = [x, y].map(|t| egraph.add(t, None, Sort::String, &[], false, None));
    let xy = egraph.add(xy, Some(Op::Eq), Sort::Bool, &[x, y], false, Some(lit(9)));
    egraph.merge(x, one, lit(0));
    egraph.merge(two, y, lit(1));
    assert!(egraph.close());
    assert!(egraph.same(xy, FALSE));
    let mut why = egraph.explain(xy, FALSE);
    why.sort_unstable();
    assert_eq!(why, vec![lit(0), lit(1)]);
}
