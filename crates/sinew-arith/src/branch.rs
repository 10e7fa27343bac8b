//! The integer search: `final_check`, branch and bound with conflict-driven backjumping.
//!
//! At the root the solver patches fractional values and solves the equations over the integers;
//! then it branches by itself for a bounded number of nodes, in phases that alternate
//! between plain branching, each time four times as long, and short trials with cuts. Plain nodes are several times
//! cheaper and win on knapsacks; cuts end searches that plain branching follows for ever along
//! an unbounded direction. (Cuts at every root, or at every eighth node, were tried: two to
//! thirty times slower on knapsacks with equations.) A refuted branch whose
//! proof does not use the branch's assumption refutes the node above at once, so irrelevant
//! splits vanish from the proof. What is still open after the node limit becomes a split for
//! the caller, who has clause learning. Origin: Land and Doig 1960; the combination with
//! explanations follows Dutertre and de Moura (SRI 2006, §5); disequalities are split the same
//! way, since `x >= k` and `x != k` sharpen to `x >= k + 1`.

use sinew_base::{Budget, Integer, StopReason};

use crate::bounds::Why;
use crate::explain::Proof;
use crate::simplex::Failure;
use crate::solver::Solver;
use crate::tuning::{CUT_PERIOD, CUT_PHASE, NODES, PLAIN_PHASE, REDUCTION_STEPS, ROOT_CUT_ROUNDS};
use crate::types::{BoundKind, FinalCheck, VarId};

/// So many steps of making a model smaller are one of the search, which does not need them.
const REDUCTION_RATE: u64 = 32;

/// How an integer search ended.
#[derive(Debug)]
pub(crate) enum Search {
    /// The current values are an integer model.
    Found,
    Refuted(Proof),
    /// The node limit was met.
    Open,
    Stopped(StopReason),
}

struct Frame {
    id: u32,
    var: u32,
    at: Integer,
    /// Whether `var <= at` is explored first.
    low_first: bool,
    /// The refutation of the first branch, once there is one.
    first: Option<Proof>,
}

/// What is tried at a node before branching.
struct Effort {
    equations: bool,
    cut_rounds: usize,
}

/// What a node of the search amounts to.
enum Node {
    Integral,
    Branch(u32, Integer),
}

impl Solver {
    /// Whether the asserted constraints have a common *integer* solution that also satisfies
    /// the disequalities. On [`FinalCheck::Sat`] the model is in place and prefers small
    /// absolute values. Effort is bounded: an open search becomes a split.
    pub fn final_check(&mut self, budget: &Budget) -> FinalCheck {
        let found = self.find_model(budget);
        self.prefer_small(budget);
        found
    }

    /// [`final_check`](Solver::final_check), but values need not be small before
    /// [`prefer_small`](Solver::prefer_small) was asked for: many models are of no use to anybody.
    pub fn find_model(&mut self, budget: &Budget) -> FinalCheck {
        self.decide_within(budget, self.tuning.get(&NODES))
    }

    /// Pulls the model of the last final check towards zero, once.
    pub fn prefer_small(&mut self, budget: &Budget) {
        if std::mem::take(&mut self.unreduced) {
            let small = budget.in_small_steps(REDUCTION_RATE);
            self.reduce(&small.slice(self.tuning.get(&REDUCTION_STEPS)));
        }
    }

    /// [`final_check`](Solver::final_check) without the limit on the search: only the budget
    /// ends it, and it never asks for a split. For conjunctions that no clause learning helps.
    pub fn decide(&mut self, budget: &Budget) -> FinalCheck {
        let found = self.decide_within(budget, u64::MAX);
        self.prefer_small(budget);
        found
    }

    fn decide_within(&mut self, budget: &Budget, nodes: u64) -> FinalCheck {
        self.statistics.final_checks += 1;
        self.unreduced = false;
        match self.search(budget, nodes) {
            Search::Found => {
                self.unreduced = true;
                FinalCheck::Sat
            }
            Search::Refuted(proof) => FinalCheck::Conflict(proof.into_conflict()),
            Search::Open => self.hand_over(),
            Search::Stopped(reason) => FinalCheck::GaveUp(Some(reason)),
        }
    }

    /// What the caller gets of an undecided search: a split, and every other time a cut if the
    /// vertex has a good one.
    fn hand_over(&mut self) -> FinalCheck {
        let Node::Branch(var, at) = self.candidate() else {
            // The values left behind by the search happen to be a model.
            return FinalCheck::Sat;
        };
        self.cut_next = !self.cut_next;
        if self.cut_next
            && let Some(lemma) = self.cut_lemma()
        {
            return FinalCheck::Cut(lemma);
        }
        FinalCheck::Split {
            var: VarId(var),
            at,
        }
    }

    /// Branch and bound from the current level, which is restored.
    pub(crate) fn search(&mut self, budget: &Budget, nodes: u64) -> Search {
        let base = self.level();
        let (mut left, mut plain, mut cuts) = (nodes, self.tuning.get(&PLAIN_PHASE), false);
        loop {
            let phase = if cuts {
                self.tuning.get(&CUT_PHASE)
            } else {
                plain
            };
            self.push();
            let result = self.search_above(base + 1, budget, left.min(phase), cuts);
            self.pop_to(base);
            self.retire_cuts(budget);
            left = left.saturating_sub(phase);
            if left == 0 || !matches!(result, Search::Open) {
                return result;
            }
            if !cuts {
                plain = plain.saturating_mul(4);
            }
            cuts = !cuts;
        }
    }

    fn search_above(&mut self, base: usize, budget: &Budget, nodes: u64, cuts: bool) -> Search {
        let mut frames: Vec<Frame> = Vec::new();
        let period = self.tuning.get(&CUT_PERIOD);
        let mut visited: u64 = 0;
        loop {
            let effort = Effort {
                equations: visited == 0 || (cuts && visited.is_multiple_of(period)),
                cut_rounds: match visited {
                    _ if !cuts => 0,
                    0 => self.tuning.size(&ROOT_CUT_ROUNDS),
                    n => usize::from(n.is_multiple_of(period)),
                },
            };
            visited += 1;
            self.statistics.branches += u64::from(visited > 1);
            let mut refuted = match self.node(budget, &effort) {
                Ok(Node::Integral) => return Search::Found,
                Ok(Node::Branch(var, at)) => {
                    if visited > nodes {
                        return Search::Open;
                    }
                    match self.descend(&mut frames, var, at) {
                        Ok(()) => continue,
                        Err(proof) => proof,
                    }
                }
                Err(Failure::Clash(clash)) => self.proof_of(&clash),
                Err(Failure::Stopped(reason)) => return Search::Stopped(reason),
            };
            // Unwind to the innermost branch with an open second half.
            loop {
                let Some(mut frame) = frames.pop() else {
                    return Search::Refuted(refuted);
                };
                self.pop_to(base + frames.len());
                self.retire_cuts(budget);
                if !refuted.uses(frame.id) {
                    continue;
                }
                match frame.first.take() {
                    None => {
                        frame.first = Some(refuted);
                        let entered = self.enter(&frame, !frame.low_first);
                        frames.push(frame);
                        match entered {
                            Ok(()) => break,
                            Err(proof) => refuted = proof,
                        }
                    }
                    Some(first) => {
                        let (low, high) = if frame.low_first {
                            (first, refuted)
                        } else {
                            (refuted, first)
                        };
                        let form = self.definition(VarId(frame.var)).terms;
                        refuted = Proof::split(frame.id, form, frame.at, low, high);
                    }
                }
            }
        }
    }

    fn descend(&mut self, frames: &mut Vec<Frame>, var: u32, at: Integer) -> Result<(), Proof> {
        let id = self.next_branch;
        self.next_branch = self.next_branch.wrapping_add(1);
        // The half with the nearer integer first.
        let (num, den) = self.tableau.value_parts(var);
        let rest = num - &(&at * den);
        let low_first = &rest + &rest <= *den;
        let frame = Frame {
            id,
            var,
            at,
            low_first,
            first: None,
        };
        let entered = self.enter(&frame, low_first);
        frames.push(frame);
        entered
    }

    /// Opens a level with one half of a split.
    fn enter(&mut self, frame: &Frame, low: bool) -> Result<(), Proof> {
        self.push();
        let (kind, value) = if low {
            (BoundKind::Upper, frame.at.clone())
        } else {
            (BoundKind::Lower, &frame.at + &Integer::ONE)
        };
        self.set_bound(frame.var, kind, value, Why::Branch(frame.id))
            .map_err(|clash| self.proof_of(&clash))
    }

    /// Feasibility, patching, equations and cuts at one node.
    fn node(&mut self, budget: &Budget, effort: &Effort) -> Result<Node, Failure> {
        self.make_feasible(budget)?;
        if let Node::Integral = self.settle(budget) {
            return Ok(Node::Integral);
        }
        if effort.equations && self.solve_equations(budget)? {
            self.make_feasible(budget)?;
            if let Node::Integral = self.settle(budget) {
                return Ok(Node::Integral);
            }
        }
        for _ in 0..effort.cut_rounds {
            if !self.cut(budget)? {
                break;
            }
            self.make_feasible(budget)?;
            if let Node::Integral = self.settle(budget) {
                return Ok(Node::Integral);
            }
        }
        Ok(self.candidate())
    }

    /// Patches fractional values and violated disequalities if that is easy. A vertex that is
    /// not settled stays as it is: cuts need variables on their bounds.
    fn settle(&mut self, budget: &Budget) -> Node {
        let node = self.candidate();
        if let Node::Integral = node {
            return node;
        }
        let mut moves = Vec::new();
        if self.patch(budget, &mut moves) {
            let mut tries = self.disequality_trail.len();
            while let Some((var, _)) = self.violated_disequality()
                && tries > 0
                && self.patch_disequality(var, &mut moves)
            {
                tries -= 1;
            }
            if let Node::Integral = self.candidate() {
                return Node::Integral;
            }
        }
        for (var, delta) in moves.into_iter().rev() {
            self.tableau.shift(var, &-delta);
        }
        node
    }

    /// Where to branch: a fractional caller's variable of the narrowest range, else a violated
    /// disequality.
    fn candidate(&self) -> Node {
        let mut best: Option<(Option<Integer>, u32)> = None;
        for row in &self.tableau.rows {
            let var = row.basic;
            if self.forms[var as usize].is_some() || !self.is_fractional(var) {
                continue;
            }
            let range = match (self.bounds.lower(var), self.bounds.upper(var)) {
                (Some(lower), Some(upper)) => Some(upper - lower),
                _ => None,
            };
            let better = match (&best, &range) {
                (None, _) | (Some((None, _)), Some(_)) => true,
                (Some((Some(old), at)), Some(new)) => new < old || (new == old && var < *at),
                (Some((None, at)), None) => var < *at,
                (Some((Some(_), _)), None) => false,
            };
            if better {
                best = Some((range, var));
            }
        }
        if let Some((_, var)) = best {
            let (num, den) = self.tableau.value_parts(var);
            return Node::Branch(var, num.div_floor(den));
        }
        match self.violated_disequality() {
            Some((var, value)) => Node::Branch(var, &value - &Integer::ONE),
            None => Node::Integral,
        }
    }
}
