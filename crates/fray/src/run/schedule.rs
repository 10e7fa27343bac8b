//! Which way of making tests comes next.
//!
//! Solvers differ in what they get wrong, and so do the ways of making tests in what they cost:
//! one timeout is worth a hundred refutations of constants. A [`Schedule`] counts, for each way,
//! the time it took and the new bugs it found. Every other turn goes to the way that had the least
//! time so far, so that none is given up; the turns between go to the one with the most new bugs
//! per second; a way of more weight than another is due as much earlier. The yield is estimated with a bug in advance for every `ADVANCE` seconds (the expected yield of
//! a way that was never tried is above that of one that was tried in vain).

use std::time::Duration;

/// The seconds for which a way is credited with one bug before it found any.
const ADVANCE: f64 = 10.0;

#[derive(Clone, Debug, Default)]
struct Way {
    weight: f64,
    seconds: f64,
    bugs: f64,
}

impl Way {
    fn rate(&self) -> f64 {
        (self.bugs + 1.0) / (self.seconds + ADVANCE)
    }
}

/// The ways, by number, and what came of them.
#[derive(Clone, Debug)]
pub struct Schedule {
    ways: Vec<Way>,
}

impl Schedule {
    /// A way for each weight, none tried.
    #[must_use]
    pub fn new(weights: &[f64]) -> Schedule {
        let way = |&weight: &f64| Way {
            weight: weight.max(f64::MIN_POSITIVE),
            ..Way::default()
        };
        Schedule {
            ways: weights.iter().map(way).collect(),
        }
    }

    /// The way for this turn.
    #[must_use]
    pub fn choose(&self, turn: u64) -> usize {
        let numbered = self.ways.iter().enumerate();
        let chosen = if turn.is_multiple_of(2) {
            let used = |way: &Way| way.seconds / way.weight;
            numbered.min_by(|(_, a), (_, b)| used(a).total_cmp(&used(b)))
        } else {
            // Of equals the first, as above.
            numbered
                .rev()
                .max_by(|(_, a), (_, b)| a.rate().total_cmp(&b.rate()))
        };
        chosen.map_or(0, |(number, _)| number)
    }

    /// What came of a turn.
    pub fn learn(&mut self, way: usize, time: Duration, bugs: usize) {
        if let Some(way) = self.ways.get_mut(way) {
            way.seconds += time.as_secs_f64();
            way.bugs += f64::from(u32::try_from(bugs).unwrap_or(u32::MAX));
        }
    }

    /// The seconds that a way had, and the new bugs it found.
    #[must_use]
    pub fn account(&self, way: usize) -> (f64, f64) {
        self.ways
            .get(way)
            .map_or((0.0, 0.0), |way| (way.seconds, way.bugs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_gets_time_and_the_best_gets_most() {
        let mut schedule = Schedule::new(&[1.0; 4]);
        // The third finds a bug every second, the second is slow and finds none.
        let mut turns = [0; 4];
        for turn in 0..400 {
            let way = schedule.choose(turn);
            turns[way] += 1;
            let time = if way == 1 { 4000 } else { 1000 };
            schedule.learn(way, Duration::from_millis(time), usize::from(way == 2));
        }
        assert!(turns.iter().all(|&count| count >= 10), "{turns:?}");
        assert!(turns[2] >= 200, "{turns:?}");
        let seconds: Vec<f64> = (0..4).map(|way| schedule.account(way).0).collect();
        let even = (seconds[0] - seconds[1]).abs() <= 8.0 && (seconds[0] - seconds[3]).abs() <= 8.0;
        assert!(even, "{seconds:?}");
    }

    #[test]
    fn without_bugs_time_follows_the_weights() {
        let mut schedule = Schedule::new(&[1.0, 4.0]);
        for turn in 0..200 {
            let way = schedule.choose(2 * turn);
            schedule.learn(way, Duration::from_secs(1), 0);
        }
        assert_eq!(schedule.account(0).0, 40.0);
        assert_eq!(schedule.account(1).0, 160.0);
    }

    #[test]
    fn without_bugs_the_turns_go_around() {
        let mut schedule = Schedule::new(&[1.0; 3]);
        let mut order = Vec::new();
        for turn in 0..6 {
            let way = schedule.choose(turn);
            order.push(way);
            schedule.learn(way, Duration::from_secs(1), 0);
        }
        assert_eq!(order, [0, 1, 2, 0, 1, 2]);
    }
}
