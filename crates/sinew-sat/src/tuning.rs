//! The tuned constants of the kernel.
//!
//! Solvers of the field agree on most of them; what was tried here is said with each. Those that inner loops read
//! are copied once, when a solver is made (`Tuned`).

use sinew_base::Tuning;

sinew_base::tunables! {
    /// Conflicts until the learned clauses are first reduced; later intervals grow.
    REDUCE_INTERVAL = "sat.reduce-interval", 300, 1..=1 << 40, "CaDiCaL's; not measured";
    /// Learned clauses with at most this glue stay for good.
    TIER1 = "sat.tier1-glue", 2, 0..=1 << 20, "Glucose and all after it; not measured";
    /// Learned clauses with at most this glue stay while they are used now and then.
    TIER2 = "sat.tier2-glue", 6, 0..=1 << 20, "Oh 2015, CaDiCaL; not measured";
    /// Of the unprotected learned clauses, the part in percent that a reduction removes.
    REDUCE_PERCENT = "sat.reduce-percent", 75, 1..=100,
        "50 made no difference beyond noise (32.3 against 30.9 s on about forty CNFs)";
    /// Conflicts until the saved phases are first reset; later intervals grow.
    REPHASE_INTERVAL = "sat.rephase-interval", 1000, 1..=1 << 40, "CaDiCaL's; not measured";
    /// Conflicts until vivification and probing first run; later intervals grow.
    INPROCESS_INTERVAL = "sat.inprocess-interval", 5000, 1..=1 << 40,
        "most queries end before; not measured";
    /// Percent of the search's ticks that vivification may spend.
    VIVIFY_PERCENT = "sat.vivify-percent", 10, 0..=1000, "CaDiCaL's; not measured";
    /// Percent of the search's ticks that probing may spend.
    PROBE_PERCENT = "sat.probe-percent", 3, 0..=1000, "not measured";
    /// Conflicts of the first stretch of focused search; later stretches are as long in ticks.
    MODE_INTERVAL = "sat.mode-interval", 1000, 1..=1 << 40, "CaDiCaL's; not measured";
    /// Conflicts between two restarts of focused search, at least.
    RESTART_INTERVAL = "sat.restart-interval", 2, 1..=1 << 40, "CaDiCaL's; not measured";
    /// Percent of the long-term glue that the recent one must exceed for a restart.
    RESTART_MARGIN = "sat.restart-margin", 110, 1..=1000, "Biere & Fröhlich 2015; not measured";
    /// Conflicts of a unit of reluctant doubling.
    RELUCTANT_PERIOD = "sat.reluctant-period", 1024, 1..=1 << 40, "CaDiCaL's; not measured";
    /// Learned clauses that a new one is compared with for subsumption.
    RECENT = "sat.recent", 20, 1..=1 << 20, "CaDiCaL found twenty enough; 31 against 33 s without on about forty CNFs";
    /// Percent of its weight that a variable's score keeps per conflict of stable search.
    DECAY_STABLE = "sat.decay-stable", 95, 1..=99, "MiniSat's; not measured";
    /// Percent of its weight that a variable's score keeps per conflict of focused search.
    DECAY_FOCUSED = "sat.decay-focused", 92, 1..=99, "not measured";
}

/// The constants that are read often.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tuned {
    pub(crate) reduce_interval: u64,
    pub(crate) tier1: u32,
    pub(crate) tier2: u32,
    pub(crate) rephase_interval: u64,
    pub(crate) inprocess_interval: u64,
    pub(crate) restart_interval: u64,
    pub(crate) restart_margin: f64,
    pub(crate) reluctant_period: u64,
    pub(crate) recent: usize,
    pub(crate) decay_stable: f64,
    pub(crate) decay_focused: f64,
}

impl Tuned {
    pub(crate) fn new(tuning: &Tuning) -> Tuned {
        let percent = |tunable| f64::from(tuning.count(tunable)) / 100.0;
        Tuned {
            reduce_interval: tuning.get(&REDUCE_INTERVAL),
            tier1: tuning.count(&TIER1),
            tier2: tuning.count(&TIER2),
            rephase_interval: tuning.get(&REPHASE_INTERVAL),
            inprocess_interval: tuning.get(&INPROCESS_INTERVAL),
            restart_interval: tuning.get(&RESTART_INTERVAL),
            restart_margin: percent(&RESTART_MARGIN),
            reluctant_period: tuning.get(&RELUCTANT_PERIOD),
            recent: tuning.size(&RECENT),
            decay_stable: percent(&DECAY_STABLE),
            decay_focused: percent(&DECAY_FOCUSED),
        }
    }
}
