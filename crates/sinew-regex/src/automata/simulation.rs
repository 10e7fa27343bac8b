//! The simulation preorder of the states of an automaton.
//!
//! q simulates p if q accepts where p does and answers every step of p with one to a state that
//! simulates p's. Computed as the greatest such relation: pairs are struck out until none is wrong;
//! when a pair goes, the pairs before it are looked at again (Henzinger, Henzinger and Kopke, FOCS
//! 1995, without their counters: the automata that are reduced are small).

use super::automaton::Automaton;
use sinew_base::{Budget, StopReason};

/// Which states simulate which.
#[derive(Clone, Debug)]
pub(crate) struct Simulation {
    width: usize,
    /// Bit q of row p: q simulates p.
    bits: Vec<u64>,
}

impl Simulation {
    /// The greatest simulation on the states.
    pub(crate) fn new(automaton: &Automaton, budget: &Budget) -> Result<Simulation, StopReason> {
        let size = automaton.len();
        let width = size.div_ceil(64);
        budget.spend((size * width + 1) as u64)?;
        let mut simulation = Simulation {
            width,
            bits: vec![0; size * width],
        };
        for p in 0..size as u32 {
            for q in 0..size as u32 {
                if !automaton.accepts_at(p) || automaton.accepts_at(q) {
                    simulation.bits[p as usize * width + q as usize / 64] |= 1 << (q % 64);
                }
            }
        }
        let mut struck: Vec<(u32, u32)> = Vec::new();
        for p in 0..size as u32 {
            for q in 0..size as u32 {
                simulation.recheck(automaton, (p, q), &mut struck, budget)?;
            }
        }
        let back = automaton.graph(budget)?.reversed(budget)?;
        while let Some((to, other)) = struck.pop() {
            for &p in back.next(to) {
                for &q in back.next(other) {
                    simulation.recheck(automaton, (p, q), &mut struck, budget)?;
                }
            }
        }
        Ok(simulation)
    }

    /// Strikes out a pair that is wrong.
    fn recheck(
        &mut self,
        automaton: &Automaton,
        (p, q): (u32, u32),
        struck: &mut Vec<(u32, u32)>,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        if p != q && self.holds(p, q) && !self.answers(automaton, p, q, budget)? {
            self.bits[p as usize * self.width + q as usize / 64] &= !(1 << (q % 64));
            struck.push((p, q));
        }
        Ok(())
    }

    /// Whether q simulates p.
    pub(crate) fn holds(&self, p: u32, q: u32) -> bool {
        self.bits[p as usize * self.width + q as usize / 64] >> (q % 64) & 1 == 1
    }

    /// Whether each step of p is answered by steps of q to simulators of where it leads.
    fn answers(
        &self,
        automaton: &Automaton,
        p: u32,
        q: u32,
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        let (asked, given) = (automaton.edges(p), automaton.edges(q));
        budget.spend((asked.len() * given.len()) as u64 / 4 + 1)?;
        for step in asked {
            let mut open = step.letters.clone();
            for answer in given.iter().filter(|answer| self.holds(step.to, answer.to)) {
                open = open.difference(&answer.letters);
            }
            if !open.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
