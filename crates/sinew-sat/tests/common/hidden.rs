//! A theory that knows hidden clauses and releases them in every way that the interface allows.

use sinew_base::StopReason;
use sinew_proof::LemmaRules;
use sinew_sat::{Context, Decide, FinalCheck, Justification, Lit, Theory, Token, Var};

use super::Random;

/// Knows clauses that the solver does not, and mirrors the trail to check notifications.
pub(crate) struct Hidden {
    clauses: Vec<Vec<Lit>>,
    random: Random,
    trail: Vec<Lit>,
    control: Vec<usize>,
    /// Whether it may call for a final check early.
    early: bool,
    fresh: usize,
}

impl Hidden {
    pub(crate) fn new(clauses: Vec<Vec<Lit>>, seed: u64) -> Hidden {
        Hidden {
            clauses,
            random: Random(seed),
            trail: Vec::new(),
            control: Vec::new(),
            early: seed.is_multiple_of(3),
            fresh: 0,
        }
    }

    fn check_mirror(&self, cx: &Context<'_>) {
        assert_eq!(self.trail, cx.trail(), "notifications and trail differ");
        assert_eq!(self.control.len() as u32, cx.current_level());
    }

    /// Releases a clause as a lemma, perhaps split by a fresh variable, with noise.
    fn release(&mut self, cx: &mut Context<'_>, mut clause: Vec<Lit>) {
        if self.random.below(4) == 0
            && let Some(&lit) = clause.first()
        {
            clause.push(lit);
        }
        match self.random.below(5) {
            0 if clause.len() >= 2 && self.fresh < 40 => {
                self.fresh += 1;
                let fresh = cx.new_var().positive();
                let middle = self.random.below(clause.len() + 1);
                let (mut left, mut right) = (clause[..middle].to_vec(), clause[middle..].to_vec());
                left.push(fresh);
                right.push(!fresh);
                if self.random.below(2) == 0 {
                    cx.prefer(fresh);
                }
                cx.lemma(&left, 1);
                cx.lemma(&right, 2);
            }
            1 => {
                // A tautology must do no harm.
                let mut taut = clause.clone();
                taut.push(!clause[0]);
                cx.lemma(&taut, 3);
                cx.lemma(&clause, 4);
            }
            _ => cx.lemma(&clause, 4),
        }
    }
}

impl Theory for Hidden {
    fn new_level(&mut self) {
        self.control.push(self.trail.len());
    }

    fn assign(&mut self, lits: &[Lit]) {
        assert!(!lits.is_empty());
        self.trail.extend_from_slice(lits);
    }

    fn backtrack(&mut self, level: u32) {
        assert!((level as usize) < self.control.len());
        self.trail.truncate(self.control[level as usize]);
        self.control.truncate(level as usize);
    }

    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<(), StopReason> {
        self.check_mirror(cx);
        for i in 0..self.clauses.len() {
            if cx.has_conflict() && self.random.below(2) == 0 {
                break;
            }
            if self.random.below(3) > 0 {
                continue;
            }
            let clause = self.clauses[i].clone();
            let open: Vec<Lit> = clause
                .iter()
                .copied()
                .filter(|&lit| cx.value(lit) != Some(false))
                .collect();
            match open.as_slice() {
                [] if self.random.below(4) == 0 => {
                    // A false clause as a propagation of any of its literals.
                    let lit = clause[self.random.below(clause.len())];
                    cx.propagate(lit, i as Token);
                }
                [] => cx.conflict(&clause, 5),
                &[lit, ..] if open.iter().all(|&other| other == lit) => {
                    match self.random.below(8) {
                        0 => self.release(cx, clause),
                        _ => cx.propagate(lit, i as Token),
                    }
                }
                _ if self.random.below(60) == 0 => cx.redundant_lemma(&clause, 6),
                _ => {}
            }
        }
        Ok(())
    }

    fn explain(&mut self, lit: Lit, token: Token, clause: &mut Vec<Lit>) -> Justification {
        clause.extend_from_slice(&self.clauses[token as usize]);
        assert!(clause.contains(&lit));
        7
    }

    fn decide(&mut self, cx: &mut Context<'_>) -> Result<Decide, StopReason> {
        self.check_mirror(cx);
        Ok(match self.random.below(10) {
            0 => {
                let vars = cx.num_vars();
                Decide::Literal(self.random.lit(vars))
            }
            1 if self.early => Decide::Satisfied,
            _ => Decide::Kernel,
        })
    }

    fn final_check(&mut self, cx: &mut Context<'_>) -> Result<FinalCheck, StopReason> {
        self.check_mirror(cx);
        let full = (0..cx.num_vars()).all(|i| cx.value(Var::new(i as u32).positive()).is_some());
        let violated: Vec<usize> = (0..self.clauses.len())
            .filter(|&i| {
                self.clauses[i]
                    .iter()
                    .all(|&lit| cx.value(lit) == Some(false))
            })
            .collect();
        if violated.is_empty() {
            // Noise: a lemma that says nothing new.
            if self.random.below(4) == 0 && !self.clauses.is_empty() {
                let i = self.random.below(self.clauses.len());
                let clause = self.clauses[i].clone();
                cx.lemma(&clause, 8);
            }
            return Ok(if full {
                FinalCheck::Sat
            } else {
                FinalCheck::Continue
            });
        }
        for &i in &violated {
            let clause = self.clauses[i].clone();
            self.release(cx, clause);
            if self.random.below(3) == 0 {
                break;
            }
        }
        Ok(match self.random.below(2) {
            0 => FinalCheck::Sat,
            _ => FinalCheck::Continue,
        })
    }
}

/// Accepts the hidden clauses, and what `release` makes of them.
pub(crate) struct HiddenRules(Vec<Vec<i64>>);

impl HiddenRules {
    pub(crate) fn new(hidden: &[Vec<Lit>]) -> HiddenRules {
        // Variables are numbered in the order of creation, from 1 in the proof.
        let number = |lit: &Lit| {
            let name = lit.var().index() as i64 + 1;
            if lit.is_positive() { name } else { -name }
        };
        let sorted = |clause: &Vec<Lit>| {
            let mut lits: Vec<i64> = clause.iter().map(number).collect();
            lits.sort_unstable();
            lits.dedup();
            lits
        };
        HiddenRules(hidden.iter().map(sorted).collect())
    }
}

impl LemmaRules for HiddenRules {
    fn line(&mut self, keyword: &str, _: &[&str]) -> Result<(), String> {
        Err(format!("unexpected {keyword}"))
    }

    fn lemma(&mut self, rule: &str, lits: &[i64], _: &[&str]) -> Result<(), String> {
        let mut sorted = lits.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let fine = match rule {
            "1" | "2" => true,
            "3" => lits.iter().any(|lit| lits.contains(&-lit)),
            _ => self.0.contains(&sorted),
        };
        if fine {
            Ok(())
        } else {
            Err(format!("{lits:?} is not hidden"))
        }
    }
}
