//! Random theory traces: a theory that knows hidden clauses and releases them in every way
//! the interface allows, against the eager clauses; and difference constraints.

mod common;

use common::hidden::{Hidden, HiddenRules};
use common::{Logged, Random, hectic, make_vars, models, satisfiable};
use sinew_base::{Budget, StopReason};
use sinew_proof::LemmaRules;
use sinew_sat::{Context, FinalCheck, Justification, Lit, Outcome, Solver, Theory, Token};
use sinew_sat::{Unknown, Var};

#[test]
fn hidden_clauses_agree_with_eager_ones() {
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..1500 {
        let mut random = Random(seed);
        let vars = 4 + random.below(20);
        let (mut open, mut hidden) = (Vec::new(), Vec::new());
        for clause in random.cnf(vars) {
            if random.below(3) == 0 {
                open.push(clause);
            } else {
                hidden.push(clause);
            }
        }
        let mut logged = Logged::with(hectic(seed));
        let solver = &mut logged.solver;
        let mut refuted = 0;
        make_vars(solver, vars);
        let mut theory = Hidden::new(hidden.clone(), seed);
        let mut present = hidden.clone();
        let mut rest = open.as_slice();
        // In several calls, with clauses added and assumptions made in between.
        while !rest.is_empty() {
            let (now, later) = rest.split_at(1 + random.below(rest.len()));
            rest = later;
            for clause in now {
                solver.add_clause(clause);
            }
            present.extend_from_slice(now);
            let assumptions: Vec<Lit> = (0..random.below(4)).map(|_| random.lit(vars)).collect();
            let mut current = present.clone();
            current.extend(assumptions.iter().map(|&lit| vec![lit]));
            let expected = satisfiable(vars, &current);
            match solver.solve_with(&mut theory, &assumptions, &Budget::unlimited()) {
                Outcome::Sat => {
                    sat += 1;
                    assert!(expected && models(solver, &current), "seed {seed}");
                }
                Outcome::Unsat => {
                    unsat += 1;
                    refuted += 1;
                    assert!(!expected, "seed {seed}");
                    let mut core = present.clone();
                    core.extend(solver.failed().iter().map(|&lit| vec![lit]));
                    assert!(!satisfiable(vars, &core), "seed {seed}: core");
                }
                Outcome::Unknown(reason) => panic!("seed {seed}: {reason:?}"),
            }
        }
        logged.replay(HiddenRules::new(&hidden), refuted);
    }
    assert!(
        sat > 400 && unsat > 400,
        "one-sided: {sat} sat, {unsat} unsat"
    );
}

/// `x_a - x_b <= c` for atoms given by variables; checked by Bellman-Ford at every call.
struct Differences {
    /// Per solver variable: an atom.
    atoms: Vec<(usize, usize, i64)>,
    nodes: usize,
    trail: Vec<Lit>,
    control: Vec<usize>,
    /// Explanations are computed at propagation and looked up by token.
    clauses: Vec<Vec<Lit>>,
}

impl Differences {
    /// The edge `a - b <= c` of a literal; `not (a - b <= c)` is `b - a <= -c - 1`.
    fn edge(&self, lit: Lit) -> (usize, usize, i64) {
        let (a, b, c) = self.atoms[lit.var().index()];
        if lit.is_positive() {
            (a, b, c)
        } else {
            (b, a, -c - 1)
        }
    }

    /// A negative cycle among the literals, if there is one.
    fn negative_cycle(&self, lits: &[Lit]) -> Option<Vec<Lit>> {
        let mut distance = vec![0i64; self.nodes];
        let mut parent: Vec<Option<Lit>> = vec![None; self.nodes];
        let mut last = None;
        for _ in 0..=self.nodes {
            last = None;
            for &lit in lits {
                let (a, b, c) = self.edge(lit);
                if distance[b] + c < distance[a] {
                    distance[a] = distance[b] + c;
                    parent[a] = Some(lit);
                    last = Some(a);
                }
            }
            last?;
        }
        let mut node = last?;
        for _ in 0..self.nodes {
            node = self.edge(parent[node]?).1;
        }
        let start = node;
        let mut cycle = Vec::new();
        loop {
            let lit = parent[node]?;
            cycle.push(lit);
            node = self.edge(lit).1;
            if node == start {
                return Some(cycle);
            }
        }
    }
}

impl Theory for Differences {
    fn new_level(&mut self) {
        self.control.push(self.trail.len());
    }

    fn assign(&mut self, lits: &[Lit]) {
        self.trail.extend_from_slice(lits);
    }

    fn backtrack(&mut self, level: u32) {
        self.trail.truncate(self.control[level as usize]);
        self.control.truncate(level as usize);
    }

    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<(), StopReason> {
        cx.budget().spend(self.trail.len() as u64)?;
        if let Some(cycle) = self.negative_cycle(&self.trail) {
            let clause: Vec<Lit> = cycle.into_iter().map(|lit| !lit).collect();
            cx.conflict(&clause, 0);
            return Ok(());
        }
        // Each literal whose negation closes a cycle follows.
        for i in 0..self.atoms.len() {
            for lit in [Var::new(i as u32).positive(), Var::new(i as u32).negative()] {
                if cx.value(lit).is_some() {
                    continue;
                }
                let mut with = self.trail.clone();
                with.push(!lit);
                if let Some(cycle) = self.negative_cycle(&with) {
                    let clause: Vec<Lit> = cycle.into_iter().map(|lit| !lit).collect();
                    self.clauses.push(clause);
                    cx.propagate(lit, self.clauses.len() as Token - 1);
                }
            }
        }
        Ok(())
    }

    fn explain(&mut self, _: Lit, token: Token, clause: &mut Vec<Lit>) -> Justification {
        clause.extend_from_slice(&self.clauses[token as usize]);
        0
    }
}

/// Accepts a clause if the differences that its literals deny have a negative cycle.
struct DifferenceRules(Differences);

impl LemmaRules for DifferenceRules {
    fn line(&mut self, keyword: &str, _: &[&str]) -> Result<(), String> {
        Err(format!("unexpected {keyword}"))
    }

    fn lemma(&mut self, _: &str, lits: &[i64], _: &[&str]) -> Result<(), String> {
        let denied: Vec<Lit> = lits
            .iter()
            .map(|&lit| Var::new(lit.unsigned_abs() as u32 - 1).literal(lit < 0))
            .collect();
        match self.0.negative_cycle(&denied) {
            Some(_) => Ok(()),
            None => Err(format!("{lits:?} denies nothing impossible")),
        }
    }
}

#[test]
fn difference_constraints_agree_with_all_negative_cycles_as_clauses() {
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..150 {
        let mut random = Random(seed);
        let nodes = 3 + random.below(2);
        let vars = 5 + random.below(5);
        let atoms: Vec<(usize, usize, i64)> = (0..vars)
            .map(|_| {
                let a = random.below(nodes);
                let b = (a + 1 + random.below(nodes - 1)) % nodes;
                (a, b, random.below(7) as i64 - 3)
            })
            .collect();
        let differences = || Differences {
            atoms: atoms.clone(),
            nodes,
            trail: Vec::new(),
            control: Vec::new(),
            clauses: Vec::new(),
        };
        let mut theory = differences();
        let clauses: Vec<Vec<Lit>> = (0..vars + random.below(vars))
            .map(|_| random.clause(vars, 3))
            .collect();
        // Exhaustively: a total assignment that satisfies clauses and differences.
        let expected = (0..1u32 << vars).any(|bits| {
            let lits: Vec<Lit> = (0..vars)
                .map(|i| Var::new(i as u32).literal(bits >> i & 1 == 1))
                .collect();
            clauses
                .iter()
                .all(|c| c.iter().any(|lit| lits.contains(lit)))
                && theory.negative_cycle(&lits).is_none()
        });
        let mut logged = Logged::new();
        let solver = &mut logged.solver;
        make_vars(solver, vars);
        for clause in &clauses {
            solver.add_clause(clause);
        }
        match solver.solve_with(&mut theory, &[], &Budget::unlimited()) {
            Outcome::Sat => {
                sat += 1;
                assert!(expected && models(solver, &clauses), "seed {seed}");
                assert!(theory.negative_cycle(&theory.trail).is_none());
            }
            Outcome::Unsat => {
                unsat += 1;
                assert!(!expected, "seed {seed}");
                logged.replay(DifferenceRules(differences()), 1);
            }
            Outcome::Unknown(reason) => panic!("seed {seed}: {reason:?}"),
        }
    }
    assert!(
        sat > 20 && unsat > 20,
        "one-sided: {sat} sat, {unsat} unsat"
    );
}

struct Misbehaved(u8);

impl Theory for Misbehaved {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<(), StopReason> {
        match self.0 {
            // Propagates without a reason that could be explained.
            0 if cx.current_level() > 0 => {
                cx.propagate(Var::new(1).positive(), 0);
                cx.propagate(Var::new(1).negative(), 0);
            }
            1 => return Err(StopReason::Timeout),
            _ => {}
        }
        Ok(())
    }

    fn final_check(&mut self, _: &mut Context<'_>) -> Result<FinalCheck, StopReason> {
        Ok(match self.0 {
            2 => FinalCheck::Continue,
            _ => FinalCheck::GiveUp("too hard"),
        })
    }
}

#[test]
fn broken_contracts_and_surrender_end_as_unknown() {
    for kind in 0..4 {
        let mut solver = Solver::default();
        make_vars(&mut solver, 3);
        let outcome = solver.solve_with(&mut Misbehaved(kind), &[], &Budget::unlimited());
        match (kind, outcome) {
            (0 | 2, Outcome::Unknown(Unknown::Contract(_))) => {}
            (1, Outcome::Unknown(Unknown::Stopped(StopReason::Timeout))) => {}
            (3, Outcome::Unknown(Unknown::GaveUp("too hard"))) => {}
            _ => panic!("{kind}: {outcome:?}"),
        }
    }
}

/// Adds one late lemma that is unit on level 1 while three levels are open.
#[derive(Default)]
struct Late {
    added: bool,
    levels: Vec<Option<u32>>,
}

impl Theory for Late {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<(), StopReason> {
        let follows = Var::new(5);
        if self.added {
            self.levels.push(cx.level_of(follows));
        } else if cx.current_level() == 3 {
            self.added = true;
            cx.lemma(&[Var::new(0).negative(), follows.positive()], 0);
        }
        Ok(())
    }
}

#[test]
fn a_late_unit_is_assigned_on_the_level_where_it_follows() {
    let mut solver = Solver::default();
    let vars = make_vars(&mut solver, 6);
    let assumptions: Vec<Lit> = vars[..3].iter().map(|var| var.positive()).collect();
    let mut theory = Late::default();
    let outcome = solver.solve_with(&mut theory, &assumptions, &Budget::unlimited());
    assert_eq!(outcome, Outcome::Sat);
    assert!(!theory.levels.is_empty());
    assert!(theory.levels.iter().all(|&level| level == Some(1)));
}
