//! The tuned constants of the engine, and where those of its parts are found.

use sinew_base::Tunable;

sinew_base::tunables! {
    /// Without a plug-in, every so many propagations equalities of shared integers are looked for;
    /// besides, at the root and before a plug-in's full effort.
    SHARING_PERIOD = "engine.sharing-period", 32, 1..=1 << 30, "not measured";
    /// Steps that a check before the first decision may take.
    ROOT_STEPS = "engine.root-steps", 400_000, 0..=u64::MAX, "a bound: the search finds the same later";
    /// Splits on disagreements between theories per final check.
    ARRANGEMENT_SPLITS = "engine.arrangement-splits", 8, 1..=1 << 30, "further disagreements often vanish with the first";
    /// Lemmas about products per final check.
    PRODUCTS_AT_ONCE = "engine.products-at-once", 3, 1..=1 << 30, "not measured";
    /// Lemmas about products in all.
    PRODUCT_LEMMAS = "engine.product-lemmas", 4000, 0..=1 << 40, "a bound: the search for a model of products need not end";
}

/// The tables of the engine and of what it is made of.
pub static TABLES: &[&[&Tunable]] = &[ALL, sinew_sat::tuning::ALL, sinew_arith::tuning::ALL];
