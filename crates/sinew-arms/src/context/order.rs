//! The lexicographic order between classes: a total order in which a word comes after its beginnings.
//!
//! What is asserted (`str.<=` and `str.<`, true or false) and what normal forms say of each other
//! are the edges of a graph over classes. A circle with a strict edge is a conflict; a circle
//! without one makes its classes equal (antisymmetry; totality is in the reading of a false `≤` as
//! a strict edge the other way). P3 has no order; cvc5 reduces it to code points at the first
//! difference, which needs a split that most unsatisfiable problems do without.
//!
//! Two comparisons of concatenations come apart at their first different components only by a
//! split ([`split`]), made last; strings without parts come apart behind their first characters
//! ([`first_characters`]). Strings of at most one character compare as their codes.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use sinew_engine::{PluginContext, Premise};
use sinew_strings::concat::{End, Next, Sides};
use sinew_strings::lengths::at_most;
use sinew_term::{Op, Sort, Term};

use super::rules;
use crate::forms::{Component, Components, NormalForms, joined};
use crate::tuning::ORDERED_CLASSES;

/// `from ≤ to`, or `from < to`, because of `why`.
struct Edge {
    from: usize,
    to: usize,
    strict: bool,
    why: Vec<Premise>,
}

#[derive(Default)]
struct Graph {
    nodes: Vec<Term>,
    number: FxHashMap<Term, usize>,
    edges: Vec<Edge>,
}

impl Graph {
    fn node(&mut self, cx: &PluginContext<'_, '_>, term: Term) -> usize {
        let class = cx.representative(term);
        *self.number.entry(class).or_insert_with(|| {
            self.nodes.push(class);
            self.nodes.len() - 1
        })
    }

    /// An edge between the classes of two terms.
    fn edge(
        &mut self,
        cx: &PluginContext<'_, '_>,
        (from, to): (Term, Term),
        strict: bool,
        mut why: Vec<Premise>,
    ) {
        let (a, b) = (self.node(cx, from), self.node(cx, to));
        for (term, node) in [(from, a), (to, b)] {
            if term != self.nodes[node] {
                why.push(Premise::Equal(term, self.nodes[node]));
            }
        }
        self.edges.push(Edge {
            from: a,
            to: b,
            strict,
            why,
        });
    }

    /// Whether the graph says that the first of two terms comes no later than the second.
    fn known(&self, cx: &PluginContext<'_, '_>, low: Term, high: Term) -> bool {
        let node = |term| self.number.get(&cx.representative(term)).copied();
        match (node(low), node(high)) {
            (Some(low), Some(high)) => self.way(low, high).is_some(),
            _ => false,
        }
    }

    /// The premises of a shortest way from one node to another; the way of no steps has none.
    fn way(&self, from: usize, to: usize) -> Option<Vec<Premise>> {
        let mut reached: Vec<Option<usize>> = vec![None; self.nodes.len()];
        let mut queue = VecDeque::from([from]);
        let mut seen = vec![false; self.nodes.len()];
        seen[from] = true;
        while let Some(node) = queue.pop_front() {
            if node == to {
                break;
            }
            for (number, edge) in self.edges.iter().enumerate() {
                if edge.from == node && !seen[edge.to] {
                    seen[edge.to] = true;
                    reached[edge.to] = Some(number);
                    queue.push_back(edge.to);
                }
            }
        }
        if !seen[to] {
            return None;
        }
        let (mut why, mut node) = (Vec::new(), to);
        while node != from {
            let edge = &self.edges[reached[node]?];
            why.extend_from_slice(&edge.why);
            node = edge.from;
        }
        Some(why)
    }
}

/// An asserted comparison: `low ≤ high`, or `low < high`.
#[derive(Clone, Copy)]
struct Comparison {
    low: Term,
    high: Term,
    strict: bool,
    atom: Term,
    value: bool,
}

/// Looks for circles. Whether something was inferred.
pub(super) fn check(
    cx: &mut PluginContext<'_, '_>,
    predicates: &[Term],
    forms: Option<&NormalForms>,
) -> bool {
    let asserted = comparisons(cx, predicates);
    if asserted.is_empty() {
        return false;
    }
    if codes(cx, &asserted) {
        return true;
    }
    let mut graph = Graph::default();
    for c in &asserted {
        let why = vec![Premise::Literal(c.atom, c.value)];
        graph.edge(cx, (c.low, c.high), c.strict, why);
    }
    for &atom in predicates {
        if cx.store().op(atom) == Op::PrefixOf && cx.value(atom) == Some(true) {
            let sides = (cx.store().arg(atom, 0), cx.store().arg(atom, 1));
            graph.edge(cx, sides, false, vec![Premise::Literal(atom, true)]);
        }
    }
    beginnings(cx, &mut graph);
    let Some(forms) = forms else {
        return conclude(cx, &graph);
    };
    compare_forms(cx, &mut graph, forms);
    // A comparison whose first different components are known to be the other way round
    // leaves one case only: no reason to wait.
    conclude(cx, &graph)
        || split_where(cx, predicates, forms, |cx, p, q| {
            graph.known(cx, q, p) && !graph.known(cx, p, q)
        })
}

/// `a ≤ b ⇔ to_code(a) ≤ to_code(b)` for strings of at most one character: the code of the
/// empty string is −1. Whether something was sent.
fn codes(cx: &mut PluginContext<'_, '_>, asserted: &[Comparison]) -> bool {
    let mut acted = false;
    for c in asserted {
        if !short(cx, c.low)
            || !short(cx, c.high)
            || !cx.mark_applied(&rules::ORDER_CODE, &[c.atom])
        {
            continue;
        }
        let store = cx.store_mut();
        let (a, b) = (store.arg(c.atom, 0), store.arg(c.atom, 1));
        let (code_a, code_b) = (store.to_code(a), store.to_code(b));
        let in_codes = if store.op(c.atom) == Op::StrLt {
            store.lt(code_a, code_b)
        } else {
            store.le(code_a, code_b)
        };
        let fact = store.eq(c.atom, in_codes);
        acted |= cx.lemma(&rules::ORDER_CODE, &[fact]);
    }
    acted
}

/// Tells comparisons of concatenations apart at their first different components. Whether
/// something was sent.
pub(super) fn split(
    cx: &mut PluginContext<'_, '_>,
    predicates: &[Term],
    forms: &NormalForms,
) -> bool {
    split_where(cx, predicates, forms, |_, _, _| true)
}

/// `x ≤ y`: the first character of x is less than that of y, or they are the same and the rests compare. An empty string has the
/// code −1 in the place of its first character. Whether something was sent.
pub(super) fn first_characters(
    cx: &mut PluginContext<'_, '_>,
    predicates: &[Term],
    forms: &NormalForms,
) -> bool {
    let mut acted = false;
    for c in comparisons(cx, predicates) {
        let whole = |term| {
            let form = forms.of(cx, term);
            form.is_none_or(|form| form.components.len() < 2)
        };
        if !whole(c.low)
            || !whole(c.high)
            || (short(cx, c.low) && short(cx, c.high))
            || !cx.mark_applied(&rules::ORDER_FIRST, &[c.atom])
        {
            continue;
        }
        let (low, low_rest) = first_and_rest(cx, c.low);
        let (high, high_rest) = first_and_rest(cx, c.high);
        let store = cx.store_mut();
        let [low_code, high_code] = [low, high].map(|term| store.to_code(term));
        let (less, same) = (store.lt(low_code, high_code), store.eq(low, high));
        let rests = if c.strict {
            let other = store.str_le(high_rest, low_rest);
            store.not(other)
        } else {
            store.str_le(low_rest, high_rest)
        };
        let behind = store.and(&[same, rests]);
        let fact = store.or(&[less, behind]);
        let why = [Premise::Literal(c.atom, c.value)];
        acted |= cx.infer(&rules::ORDER_FIRST, &why, fact);
    }
    acted
}

/// The first character of a string, and what is behind it; both are empty if the string is.
fn first_and_rest(cx: &mut PluginContext<'_, '_>, term: Term) -> (Term, Term) {
    let store = cx.store_mut();
    if let Some(word) = store.str_value(term).map(<[u32]>::to_vec) {
        let (first, rest) = word.split_at(word.len().min(1));
        return (store.code_points(first), store.code_points(rest));
    }
    let (zero, one, length) = (store.int(0), store.int(1), store.len(term));
    (
        store.substr(term, zero, one),
        store.substr(term, one, length),
    )
}

/// The same for the comparisons whose components are `worth` it.
fn split_where(
    cx: &mut PluginContext<'_, '_>,
    predicates: &[Term],
    forms: &NormalForms,
    worth: impl Fn(&PluginContext<'_, '_>, Term, Term) -> bool,
) -> bool {
    let mut acted = false;
    for c in comparisons(cx, predicates) {
        let (Some(low), Some(high)) = (forms.of(cx, c.low), forms.of(cx, c.high)) else {
            continue;
        };
        if low.components.len() < 2 && high.components.len() < 2 {
            continue;
        }
        let (low, high) = (low.clone(), high.clone());
        let Divergence::Apart(p, q) = diverge(&low.components, &high.components) else {
            continue;
        };
        let (p, q) = (part(cx, &p), part(cx, &q));
        if !worth(cx, p, q) {
            continue;
        }
        let mut why = vec![Premise::Literal(c.atom, c.value)];
        for (term, form) in [(c.low, &low), (c.high, &high)] {
            why.extend_from_slice(&form.why);
            if form.base != term {
                why.push(Premise::Equal(term, form.base));
            }
        }
        if !cx.mark_applied_because(&rules::ORDER_SPLIT, &[p, q], &why) {
            continue;
        }
        let store = cx.store_mut();
        let ordered = store.str_le(p, q);
        let inside = store.prefixof(q, p);
        let (length_p, length_q) = (store.len(p), store.len(q));
        let longer = store.gt(length_p, length_q);
        let inside = store.and(&[inside, longer]);
        let fact = store.or(&[ordered, inside]);
        acted |= cx.infer(&rules::ORDER_SPLIT, &why, fact);
    }
    acted
}

/// The comparisons that hold.
fn comparisons(cx: &PluginContext<'_, '_>, predicates: &[Term]) -> Vec<Comparison> {
    let mut asserted = Vec::new();
    for &atom in predicates {
        let op = cx.store().op(atom);
        if !matches!(op, Op::StrLe | Op::StrLt) || cx.store().args(atom).len() != 2 {
            continue;
        }
        let Some(value) = cx.value(atom) else {
            continue;
        };
        let (a, b) = (cx.store().arg(atom, 0), cx.store().arg(atom, 1));
        let (low, high) = if value { (a, b) } else { (b, a) };
        asserted.push(Comparison {
            low,
            high,
            strict: (op == Op::StrLt) == value,
            atom,
            value,
        });
    }
    asserted
}

/// Whether the term has at most one character, whatever its arguments.
fn short(cx: &PluginContext<'_, '_>, term: Term) -> bool {
    at_most(cx.store(), term).is_some_and(|most| most <= 1)
}

/// `substr(s, 0, n) ≤ s`, for the classes that are compared.
fn beginnings(cx: &PluginContext<'_, '_>, graph: &mut Graph) {
    for class in graph.nodes.clone() {
        for member in cx.class(class) {
            let store = cx.store();
            if matches!(store.op(member), Op::Substr | Op::At)
                && store
                    .int_value(store.arg(member, 1))
                    .is_some_and(|n| n.is_zero())
            {
                graph.edge(cx, (member, store.arg(member, 0)), false, Vec::new());
            }
        }
    }
}

/// Where two sequences of components part.
enum Divergence {
    /// The first is a beginning of the second; whether it is surely a proper one.
    Beginning(bool),
    /// The second ends where these of the first go on.
    Longer,
    /// The first comes before the second, whatever the components are.
    Before,
    /// It comes after it.
    After,
    /// These components differ, and nothing is known of their order.
    Apart(Component, Component),
}

fn diverge(a: &[Component], b: &[Component]) -> Divergence {
    let mut sides = Sides::new(a, b);
    sides.strip(&Components, End::Front);
    match sides.next(&Components, End::Front) {
        (None, _) => {
            let mut rest = sides.right.components().iter();
            let proper = rest.any(|atom| matches!(atom, Component::Constant(_)));
            Divergence::Beginning(proper)
        }
        (Some(_), None) => Divergence::Longer,
        (Some(Next::Text(x)), Some(Next::Text(y))) if x < y => Divergence::Before,
        (Some(Next::Text(_)), Some(Next::Text(_))) => Divergence::After,
        (Some(x), Some(y)) => Divergence::Apart(component(x), component(y)),
    }
}

fn component(next: Next<'_, Component>) -> Component {
    match next {
        Next::Text(text) => Component::Constant(text.to_vec()),
        Next::Other(component) => component.clone(),
    }
}

fn part(cx: &mut PluginContext<'_, '_>, atom: &Component) -> Term {
    joined(cx, std::slice::from_ref(atom))
}

/// Edges between classes whose normal forms compare by themselves.
fn compare_forms(cx: &PluginContext<'_, '_>, graph: &mut Graph, forms: &NormalForms) {
    let nodes = graph.nodes.clone();
    if nodes.len() > cx.tuning().size(&ORDERED_CLASSES) {
        return;
    }
    for &a in &nodes {
        for &b in &nodes {
            let (Some(low), Some(high)) = (forms.of(cx, a), forms.of(cx, b)) else {
                continue;
            };
            let strict = match diverge(&low.components, &high.components) {
                Divergence::Beginning(proper) if a != b => proper,
                Divergence::Before => true,
                _ => continue,
            };
            let mut why = low.why.clone();
            why.extend_from_slice(&high.why);
            graph.edge(cx, (low.base, high.base), strict, why);
        }
    }
}

/// Circles: with a strict edge a conflict, otherwise equalities. Whether something was inferred.
fn conclude(cx: &mut PluginContext<'_, '_>, graph: &Graph) -> bool {
    for edge in graph.edges.iter().filter(|edge| edge.strict) {
        if let Some(mut why) = graph.way(edge.to, edge.from) {
            why.extend_from_slice(&edge.why);
            return cx.conflict(&rules::ORDER_CYCLE, &why);
        }
    }
    let mut acted = false;
    for edge in graph.edges.iter().filter(|edge| edge.from != edge.to) {
        let (a, b) = (graph.nodes[edge.from], graph.nodes[edge.to]);
        debug_assert_eq!(cx.store().sort(a), Sort::String);
        if let Some(mut why) = graph.way(edge.to, edge.from) {
            why.extend_from_slice(&edge.why);
            let fact = cx.store_mut().eq(a, b);
            acted |= cx.infer(&rules::ORDER_EQUAL, &why, fact);
        }
    }
    acted
}
