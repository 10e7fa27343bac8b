//! The tuned constants of the arms.
//!
//! *Measured* means `benches/tune.py`: the default against half and twice of it on files of the public
//! suites, by answers and steps ([results](../../../docs/benchmarks/tuning.md)).

sinew_base::tunables! {
    /// Lemmas of strings of fixed length from one turn of expansions and splits to the next.
    PATIENCE = "context.patience", 2, 1..=1_000_000, "MEASURE";
    /// Splits in such a turn.
    GROWTH = "context.growth", 8, 0..=1_000_000, "MEASURE";
    /// Things from which on a pigeonhole argument is made.
    PIGEONS = "pigeonhole.pigeons", 4, 2..=1000, "fewer are distributed by trying";
    /// Steps that counting the words of one language may take.
    COUNT_STEPS = "pigeonhole.count-steps", 20_000, 1..=1_000_000_000, "not measured; bounds a side question";
    /// Words above which a language counts as large.
    COUNTED_WORDS = "pigeonhole.words", 1 << 12, 1..=1_000_000, "not measured; more strings than that differ in no problem";
}
