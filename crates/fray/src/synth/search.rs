//! Search for an assignment that gives formulas wanted truth values.
//!
//! This finds the models that prove cores minimal, decides the quantifiers of P0 Table 2 under
//! an assignment, and checks rules on small domains. The formulas it meets bound their variables:
//! an equation gives a variable its value, a concatenation with known value has finitely many
//! splits, an index lies between two numbers. From what must hold for the wanted truth values,
//! the search reads off such complete lists of candidates and tries them; only where there is
//! none does it fall back on a fixed domain of small values, and then it can find, but no longer
//! exclude.

use std::cell::Cell;

use sinew_term::{Integer, Op, Sort, Term};
use smallvec::SmallVec;

use super::exec::Value;
use super::program::{Context, Kind, NodeId, Program};
use super::reference::Reference;

/// The values tried where nothing bounds a variable, in this order.
#[derive(Clone, Debug, Default)]
pub struct Domain {
    /// Strings.
    pub strings: Vec<Value>,
    /// Integers.
    pub integers: Vec<Value>,
}

impl Domain {
    /// The candidates of a sort.
    #[must_use]
    pub fn of(&self, sort: Sort) -> &[Value] {
        match sort {
            Sort::Bool => &[Value::Bool(true), Value::Bool(false)],
            Sort::Int => &self.integers,
            Sort::String => &self.strings,
            _ => &[],
        }
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The assignment gives every formula its wanted value, whatever the rest is.
    Found,
    /// No assignment does.
    Impossible,
    /// None was found, but not all were excluded.
    GaveUp,
}

/// More splits of one concatenation than this are not listed.
const MAX_SPLITS: usize = 4096;

type Candidate = SmallVec<[(usize, Value); 2]>;

/// Formulas with the truth values that they must have.
type Required = SmallVec<[(NodeId, bool); 16]>;

/// Pieces of a string: for a leaf, from where to where.
type Pieces = Vec<(usize, usize, usize)>;

/// One search; see the [module documentation](self).
pub struct Search<'a> {
    program: &'a Program,
    context: Context<'a>,
    wants: SmallVec<[(NodeId, bool); 4]>,
}

impl<'a> Search<'a> {
    /// A search for values that make every root of the program true, in at most `steps`
    /// evaluations.
    #[must_use]
    pub fn new(
        program: &'a Program,
        reference: &'a Reference,
        domain: &'a Domain,
        steps: &'a Cell<u64>,
    ) -> Search<'a> {
        Search {
            program,
            context: Context {
                reference,
                domain,
                steps,
            },
            wants: program.roots.iter().map(|&root| (root, true)).collect(),
        }
    }

    pub(super) fn nested(program: &'a Program, context: &Context<'a>, want: bool) -> Search<'a> {
        Search {
            program,
            context: Context {
                reference: context.reference,
                domain: context.domain,
                steps: context.steps,
            },
            wants: program.roots.iter().map(|&root| (root, want)).collect(),
        }
    }

    /// Completes `env`, the values of the program's leaves.
    pub fn run(&self, env: &mut [Option<Value>]) -> Outcome {
        if !self.context.step() {
            return Outcome::GaveUp;
        }
        let mut known = Known::default();
        self.program.eval(&self.context, env, &mut known.values);
        self.go_on(env, &mut known)
    }

    /// The same, where this is known so far.
    fn go_on(&self, env: &mut [Option<Value>], known: &mut Known) -> Outcome {
        let values = &known.values[..];
        let truth = |node: NodeId| match values[node as usize] {
            Some(Value::Bool(value)) => Some(value),
            _ => None,
        };
        let mut open = false;
        for &(node, want) in &self.wants {
            match truth(node) {
                Some(value) if value != want => return Outcome::Impossible,
                Some(_) => {}
                None => open = true,
            }
        }
        if !open {
            return Outcome::Found;
        }
        let state = State {
            program: self.program,
            env,
            values,
        };
        let required = state.required(&self.wants);
        match state.candidates(&required) {
            Some(candidates) => self.try_all(env, known, candidates, Outcome::Impossible),
            None => match state.first_open_leaf(&required) {
                Some(leaf) => {
                    let sort = self.program.leaves[leaf].1;
                    let candidates = self.context.domain.of(sort).iter();
                    let candidates = candidates.map(|v| Candidate::from_iter([(leaf, v.clone())]));
                    let complete = sort == Sort::Bool;
                    let otherwise = if complete {
                        Outcome::Impossible
                    } else {
                        Outcome::GaveUp
                    };
                    self.try_all(env, known, candidates, otherwise)
                }
                None => Outcome::GaveUp,
            },
        }
    }

    fn try_all(
        &self,
        env: &mut [Option<Value>],
        known: &mut Known,
        candidates: impl IntoIterator<Item = Candidate>,
        mut otherwise: Outcome,
    ) -> Outcome {
        for candidate in candidates {
            let leaves: SmallVec<[usize; 4]> = candidate.iter().map(|&(leaf, _)| leaf).collect();
            for (leaf, value) in candidate {
                env[leaf] = Some(value);
            }
            match self.deeper(env, known, &leaves) {
                Outcome::Found => return Outcome::Found,
                Outcome::Impossible => {}
                Outcome::GaveUp => otherwise = Outcome::GaveUp,
            }
            // What deeper levels assigned is gone already: each takes back its own.
            for leaf in leaves {
                env[leaf] = None;
            }
        }
        otherwise
    }

    /// The next level, where these leaves have got their values.
    fn deeper(&self, env: &mut [Option<Value>], known: &mut Known, new: &[usize]) -> Outcome {
        if !self.context.step() {
            return Outcome::GaveUp;
        }
        let before = known.trail.len();
        let new = new.iter().copied();
        let Known { values, trail } = known;
        self.program
            .eval_further(&self.context, env, new, values, trail);
        let outcome = self.go_on(env, known);
        for node in known.trail.drain(before..) {
            known.values[node as usize] = None;
        }
        outcome
    }
}

/// What is known at some level of the search.
#[derive(Default)]
struct Known {
    /// The values of the nodes.
    values: Vec<Option<Value>>,
    /// The nodes that got their values at deeper levels than the first, in this order.
    trail: Vec<NodeId>,
}

/// One point of the search: a partial assignment and what it makes of every node.
struct State<'a> {
    program: &'a Program,
    env: &'a [Option<Value>],
    values: &'a [Option<Value>],
}

impl State<'_> {
    fn truth(&self, node: NodeId) -> Option<bool> {
        match self.values[node as usize] {
            Some(Value::Bool(value)) => Some(value),
            _ => None,
        }
    }

    fn unassigned(&self, node: NodeId) -> Option<usize> {
        match self.program.nodes[node as usize].kind {
            Kind::Leaf(leaf) if self.env[leaf].is_none() => Some(leaf),
            _ => None,
        }
    }

    /// The undetermined formulas that must have the given value if the wanted ones have theirs.
    fn required(&self, wants: &[(NodeId, bool)]) -> Required {
        let mut required = Required::new();
        let mut stack: Required = wants.iter().rev().copied().collect();
        while let Some((node, want)) = stack.pop() {
            if self.truth(node).is_some() || required.contains(&(node, want)) {
                continue;
            }
            required.push((node, want));
            let before = stack.len();
            self.push_consequences(node, want, &mut stack);
            stack[before..].reverse();
        }
        required
    }

    fn push_consequences(&self, node: NodeId, want: bool, stack: &mut Required) {
        let args = &self.program.nodes[node as usize].args;
        let Kind::Op(op) = self.program.nodes[node as usize].kind else {
            return;
        };
        match op {
            Op::Not => stack.push((args[0], !want)),
            Op::And | Op::Or => {
                self.push_clause(args.iter().map(|&a| (a, want)), op == Op::And, want, stack)
            }
            Op::Implies => {
                let last = args.len() - 1;
                let literals = args.iter().enumerate();
                // As a disjunction: the negated premises and the conclusion.
                let literals = literals.map(|(i, &a)| (a, if i == last { want } else { !want }));
                self.push_clause(literals, false, want, stack);
            }
            Op::Ite => match self.truth(args[0]) {
                Some(condition) => stack.push((args[if condition { 1 } else { 2 }], want)),
                None if self.truth(args[1]) == Some(!want) => {
                    stack.extend([(args[0], false), (args[2], want)]);
                }
                None if self.truth(args[2]) == Some(!want) => {
                    stack.extend([(args[0], true), (args[1], want)]);
                }
                None => {}
            },
            Op::Eq if args.len() == 2 => match (self.truth(args[0]), self.truth(args[1])) {
                (Some(known), None) => stack.push((args[1], known == want)),
                (None, Some(known)) => stack.push((args[0], known == want)),
                _ => {}
            },
            _ => {}
        }
    }

    /// Of a conjunction that must hold, or a disjunction that must not, all parts are required;
    /// otherwise the last open one, if there is only one.
    fn push_clause(
        &self,
        literals: impl Iterator<Item = (NodeId, bool)>,
        conjunction: bool,
        want: bool,
        stack: &mut Required,
    ) {
        let open: SmallVec<[(NodeId, bool); 8]> = literals
            .filter(|&(node, _)| self.truth(node).is_none())
            .collect();
        if conjunction == want || open.len() == 1 {
            stack.extend(open);
        }
    }

    /// The shortest complete list of candidates that a required formula gives.
    fn candidates(&self, required: &[(NodeId, bool)]) -> Option<Vec<Candidate>> {
        let mut best: Option<Vec<Candidate>> = None;
        let mut bounds: Vec<(usize, Option<Integer>, Option<Integer>)> = Vec::new();
        for &(node, want) in required {
            let found = self.listed_by(node, want, &mut bounds);
            if let Some(found) = found {
                if found.len() <= 1 {
                    return Some(found);
                }
                if best.as_ref().is_none_or(|best| found.len() < best.len()) {
                    best = Some(found);
                }
            }
        }
        for (leaf, lo, hi) in bounds {
            if let (Some(lo), Some(hi)) = (lo, hi)
                && let Some(range) = range(leaf, &lo, &hi)
                && best.as_ref().is_none_or(|best| range.len() < best.len())
            {
                best = Some(range);
            }
        }
        best
    }

    fn listed_by(
        &self,
        node: NodeId,
        want: bool,
        bounds: &mut Vec<(usize, Option<Integer>, Option<Integer>)>,
    ) -> Option<Vec<Candidate>> {
        if let Some(leaf) = self.unassigned(node) {
            return Some(vec![Candidate::from_iter([(leaf, Value::Bool(want))])]);
        }
        let Kind::Op(op) = self.program.nodes[node as usize].kind else {
            return None;
        };
        let args = &self.program.nodes[node as usize].args;
        let &[left, right] = &args[..] else {
            return None;
        };
        match op {
            Op::Eq if want => self
                .listed_by_equation(left, right)
                .or_else(|| self.listed_by_equation(right, left)),
            Op::Le | Op::Lt | Op::Ge | Op::Gt => {
                self.note_bound(op, want, left, right, bounds);
                None
            }
            _ => None,
        }
    }

    /// Candidates from `open = known`.
    fn listed_by_equation(&self, open: NodeId, known: NodeId) -> Option<Vec<Candidate>> {
        let value = self.values[known as usize].as_ref()?;
        if let Some(leaf) = self.unassigned(open) {
            return Some(vec![Candidate::from_iter([(leaf, value.clone())])]);
        }
        let Value::Str(target) = value else {
            return None;
        };
        let mut parts: SmallVec<[Part<'_>; 8]> = SmallVec::new();
        let mut stack: SmallVec<[NodeId; 8]> = SmallVec::from_iter([open]);
        while let Some(node) = stack.pop() {
            if let Some(Value::Str(text)) = &self.values[node as usize] {
                parts.push(Part::Known(text));
            } else if let Some(leaf) = self.unassigned(node) {
                parts.push(Part::Open(leaf));
            } else if matches!(self.program.nodes[node as usize].kind, Kind::Op(Op::Concat)) {
                stack.extend(self.program.nodes[node as usize].args.iter().rev().copied());
            } else {
                return None;
            }
        }
        splits(&parts, target)
    }

    fn note_bound(
        &self,
        op: Op,
        want: bool,
        left: NodeId,
        right: NodeId,
        bounds: &mut Vec<(usize, Option<Integer>, Option<Integer>)>,
    ) {
        let number = |node: NodeId| match &self.values[node as usize] {
            Some(Value::Int(value)) => Some(value.clone()),
            _ => None,
        };
        // Normalised to: leaf (strictly) below or above the number.
        let (leaf, number, mut below) = match (self.unassigned(left), self.unassigned(right)) {
            (Some(leaf), None) => match number(right) {
                Some(number) => (leaf, number, matches!(op, Op::Le | Op::Lt)),
                None => return,
            },
            (None, Some(leaf)) => match number(left) {
                Some(number) => (leaf, number, matches!(op, Op::Ge | Op::Gt)),
                None => return,
            },
            _ => return,
        };
        let mut strict = matches!(op, Op::Lt | Op::Gt);
        if !want {
            below = !below;
            strict = !strict;
        }
        let slack = Integer::from(i64::from(strict));
        let entry = match bounds.iter().position(|&(known, ..)| known == leaf) {
            Some(i) => &mut bounds[i],
            None => {
                bounds.push((leaf, None, None));
                bounds.last_mut().expect("just pushed")
            }
        };
        if below {
            let hi = number - slack;
            entry.2 = Some(entry.2.take().map_or(hi.clone(), |old| old.min(hi)));
        } else {
            let lo = number + slack;
            entry.1 = Some(entry.1.take().map_or(lo.clone(), |old| old.max(lo)));
        }
    }

    /// The first leaf without value below a required formula; smaller formulas first, since
    /// they say more about their leaves.
    fn first_open_leaf(&self, required: &[(NodeId, bool)]) -> Option<usize> {
        let atoms = required.iter().rev().map(|&(node, _)| node);
        let mut best: Option<(usize, usize)> = None;
        for atom in atoms {
            let mut leaves: SmallVec<[usize; 8]> = SmallVec::new();
            let mut stack: SmallVec<[NodeId; 16]> = SmallVec::from_iter([atom]);
            while let Some(node) = stack.pop() {
                if self.values[node as usize].is_some() {
                    continue;
                }
                if let Some(leaf) = self.unassigned(node) {
                    if !leaves.contains(&leaf) {
                        leaves.push(leaf);
                    }
                    continue;
                }
                match &self.program.nodes[node as usize].kind {
                    Kind::Quantifier(quantifier) => {
                        for leaf in quantifier.free_leaves() {
                            if self.env[leaf].is_none() && !leaves.contains(&leaf) {
                                leaves.push(leaf);
                            }
                        }
                    }
                    _ => stack.extend(self.program.nodes[node as usize].args.iter().copied()),
                }
            }
            if let Some(&first) = leaves.iter().min()
                && best.is_none_or(|(count, _)| leaves.len() < count)
            {
                best = Some((leaves.len(), first));
            }
        }
        best.map(|(_, leaf)| leaf)
    }
}

enum Part<'v> {
    Known(&'v [u32]),
    Open(usize),
}

fn range(leaf: usize, lo: &Integer, hi: &Integer) -> Option<Vec<Candidate>> {
    if lo > hi {
        return Some(Vec::new());
    }
    let count = (hi - lo).to_usize().filter(|&n| n < MAX_SPLITS)?;
    let value = |i: usize| Value::Int(lo + &Integer::from(i as u64));
    Some(
        (0..=count)
            .map(|i| Candidate::from_iter([(leaf, value(i))]))
            .collect(),
    )
}

/// All ways to cut `target` into the parts.
fn splits(parts: &[Part<'_>], target: &[u32]) -> Option<Vec<Candidate>> {
    let mut result = Vec::new();
    // Part to place next, where it starts, and the pieces so far.
    let mut stack: Vec<(usize, usize, Pieces)> = vec![(0, 0, Vec::new())];
    while let Some((next, from, pieces)) = stack.pop() {
        let Some(part) = parts.get(next) else {
            if from == target.len() {
                let piece =
                    |&(leaf, a, b): &(usize, usize, usize)| (leaf, Value::text(&target[a..b]));
                result.push(pieces.iter().map(piece).collect());
                if result.len() > MAX_SPLITS {
                    return None;
                }
            }
            continue;
        };
        match part {
            Part::Known(text) => {
                if target[from..].starts_with(text) {
                    stack.push((next + 1, from + text.len(), pieces));
                }
            }
            Part::Open(leaf) => {
                if let Some(&(_, a, b)) = pieces.iter().find(|&&(l, ..)| l == *leaf) {
                    if target[from..].starts_with(&target[a..b]) {
                        stack.push((next + 1, from + (b - a), pieces));
                    }
                    continue;
                }
                let last = parts[next + 1..].is_empty();
                let ends = if last { target.len() } else { from }..=target.len();
                for end in ends.rev() {
                    let mut pieces = pieces.clone();
                    pieces.push((*leaf, from, end));
                    stack.push((next + 1, end, pieces));
                }
            }
        }
    }
    Some(result)
}

/// Finds values for the program's leaves that make every root true: all leaves, those that do
/// not matter with the default of their sort.
#[must_use]
pub fn find_model(
    program: &Program,
    reference: &Reference,
    domain: &Domain,
    steps: u64,
) -> Option<Vec<(Term, Value)>> {
    find_model_near(program, reference, domain, steps, &[])
}

/// The same, but only models that agree with `start` on the leaves that occur there.
pub(super) fn find_model_near(
    program: &Program,
    reference: &Reference,
    domain: &Domain,
    steps: u64,
    start: &[(Term, Value)],
) -> Option<Vec<(Term, Value)>> {
    let steps = Cell::new(steps);
    let mut env = program.environment(start);
    for (value, &(_, sort, _)) in env.iter_mut().zip(&program.leaves) {
        value.take_if(|value| value.sort() != sort);
    }
    let search = Search::new(program, reference, domain, &steps);
    if search.run(&mut env) != Outcome::Found {
        return None;
    }
    let model = program.leaves.iter().zip(env);
    Some(
        model
            .map(|(&(term, sort, _), value)| {
                (term, value.unwrap_or_else(|| Value::default_of(sort)))
            })
            .collect(),
    )
}
