//! How often what was done, over all queries of a session.

use std::collections::BTreeMap;

use crate::search::ArmCounters;

/// How often a rule was applied, by its name.
pub(crate) type Counts = BTreeMap<&'static str, u64>;

/// The counters behind `--stats`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Statistics {
    /// Rules of the stages.
    pub(crate) rules: Counts,
    /// Laws and passes of the simplifier.
    pub(crate) laws: Counts,
    /// Inferences of the arms.
    pub(crate) inferences: Counts,
    /// What each arm did, by its name.
    pub(crate) arms: BTreeMap<&'static str, ArmCounters>,
}

impl Statistics {
    /// The counters by name.
    pub(crate) fn counters(&self) -> Vec<(String, u64)> {
        let mut all = Vec::new();
        add(&mut all, "query", &self.rules);
        for (arm, counters) in &self.arms {
            let counters = counters.list().into_iter();
            all.extend(counters.map(|(name, value)| (format!("arm.{arm}.{name}"), value)));
        }
        add(&mut all, "infer", &self.inferences);
        add(&mut all, "simplify", &self.laws);
        all
    }
}

fn add(all: &mut Vec<(String, u64)>, prefix: &str, counts: &Counts) {
    let counts = counts.iter().filter(|&(_, &count)| count > 0);
    all.extend(counts.map(|(name, &count)| (format!("{prefix}.{name}"), count)));
}
