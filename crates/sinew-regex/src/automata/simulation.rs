//! The simulation preorder of the states of an automaton.
//!
//! q simulates p if q accepts where p does and answers every step of p with one to a state that
//! simulates p's. Computed as the greatest such relation: pairs are struck out until none is wrong;
//! when a state loses a simulator, the states before it are looked at again (Henzinger, Henzinger
//! and Kopke, FOCS 1995, without their counters: the automata that are reduced are small).

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
        let back = automaton.graph(budget)?.reversed(budget)?;
        let mut queue: Vec<u32> = (0..size as u32).collect();
        let mut queued = vec![true; size];
        while let Some(p) = queue.pop() {
            queued[p as usize] = false;
            let mut lost = false;
            for q in (0..size as u32).filter(|&q| q != p) {
                if simulation.holds(p, q) && !simulation.answers(automaton, p, q, budget)? {
                    simulation.bits[p as usize * width + q as usize / 64] &= !(1 << (q % 64));
                    lost = true;
                }
            }
            for &before in back.next(p).iter().filter(|_| lost) {
                if !std::mem::replace(&mut queued[before as usize], true) {
                    queue.push(before);
                }
            }
        }
        Ok(simulation)
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
