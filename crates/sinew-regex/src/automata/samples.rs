//! Words with places picked out of them: *tag automata* for constraints on positions (Chen et al., PLDI
//! 2025, §5).
//!
//! An automaton is taken as often as there are places, and once more. A run goes from one copy to the next exactly where
//! it picks a place, so places come one behind the other, and how many edges a run has in the copies up to there is
//! the position of the place. All of it is linear in how often edges are taken ([`Parikh`]): lengths, positions, what is
//! read at a place. Between places only the number of characters counts.
//!
//! Departures: one automaton per string, not one for all in a row; what is read at a place is the edge, with all its
//! letters, so that the size does not depend on the alphabet. Two places can hold different characters unless
//! both of their edges read the same single one ([`Samples::picks`]); of two places that is exact. A run may pick
//! fewer places than there are.

use super::alphabet::LetterSet;
use super::automaton::Automaton;
use super::parikh::{Parikh, Sum, TaggedEdge, Variable};
use sinew_base::{Budget, StopReason};

/// The runs of an automaton with places picked out.
#[derive(Clone, Debug)]
pub struct Samples {
    parikh: Parikh,
    places: u32,
    /// For each edge of the image what it reads, and in which copy it begins.
    edges: Vec<(LetterSet, u32)>,
    /// Whether it picks a place.
    picks: Vec<bool>,
    /// The only character that an edge reads.
    forced: Vec<Option<u32>>,
}

/// A run: what its edges read, one after the other, and the positions of the places that it picks.
pub type SampledRun = (Vec<LetterSet>, Vec<usize>);

impl Samples {
    /// The runs with at most so many places.
    pub fn new(automaton: &Automaton, places: u32, budget: &Budget) -> Result<Samples, StopReason> {
        let automaton = automaton.trimmed(budget)?;
        let states = automaton.len() as u32;
        let mut samples = Samples {
            parikh: Parikh::new(0, Vec::new(), Vec::new(), Vec::new()),
            places,
            edges: Vec::new(),
            picks: Vec::new(),
            forced: Vec::new(),
        };
        let mut tagged = Vec::new();
        for copy in 0..=places {
            for (from, edge) in automaton.all_edges() {
                budget.spend(2)?;
                let all = automaton.alphabet().union_of(&edge.letters);
                let forced = all.ranges().first().map(|range| range.0);
                let forced = forced.filter(|_| all.len() == 1);
                for picks in [false, true] {
                    if picks && copy == places {
                        continue;
                    }
                    let next = copy + u32::from(picks);
                    tagged.push(TaggedEdge {
                        from: copy * states + from,
                        to: next * states + edge.to,
                        tags: Vec::new(),
                    });
                    samples.edges.push((edge.letters.clone(), copy));
                    samples.picks.push(picks);
                    samples.forced.push(forced);
                }
            }
        }
        let accepting = (0..=places).flat_map(|copy| {
            let accepting = automaton.accepting();
            accepting.map(move |state| copy * states + state)
        });
        samples.parikh = Parikh::new(
            (states * (places + 1)) as usize,
            tagged,
            automaton.initial().to_vec(),
            accepting.collect(),
        );
        Ok(samples)
    }

    /// The image whose variables all sums speak of.
    #[must_use]
    pub fn parikh(&self) -> &Parikh {
        &self.parikh
    }

    /// How many places a run may pick.
    #[must_use]
    pub fn places(&self) -> u32 {
        self.places
    }

    /// The length of the word.
    #[must_use]
    pub fn length(&self) -> Sum {
        self.parikh.length_sum()
    }

    /// The edges that pick a place, one of them once if it is picked, each with the only character that it reads, if there
    /// is but one.
    pub fn picks(&self, place: u32) -> impl Iterator<Item = (Variable, Option<u32>)> {
        let edges = (0..self.edges.len()).filter(move |&at| self.picks[at]);
        let here = edges.filter(move |&at| self.edges[at].1 == place);
        here.map(move |at| (at as u32, self.forced[at]))
    }

    /// The position of a place, if it is picked.
    #[must_use]
    pub fn position(&self, place: u32) -> Sum {
        let before = |at: &usize| {
            let copy = self.edges[*at].1;
            copy < place || copy == place && !self.picks[*at]
        };
        let edges = (0..self.edges.len()).filter(before);
        Sum {
            terms: edges.map(|at| (at as u32, 1)).collect(),
            constant: 0,
        }
    }

    /// A run that takes the edges as often as the values say; `None` if there is none.
    pub fn run(&self, values: &[u64], budget: &Budget) -> Result<Option<SampledRun>, StopReason> {
        let Some(run) = self.parikh.run(values, budget)? else {
            return Ok(None);
        };
        let (mut read, mut places) = (Vec::with_capacity(run.len()), Vec::new());
        for at in run {
            if self.picks[at as usize] {
                places.push(read.len());
            }
            read.push(self.edges[at as usize].0.clone());
        }
        Ok(Some((read, places)))
    }
}
