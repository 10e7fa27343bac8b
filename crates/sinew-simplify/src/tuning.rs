//! The tuned constants of the simplifier.
//!
//! *Measured* means that the default was compared with half and twice of it on a hundred files of the public
//! suites, by answers and steps (`docs/benchmarks/tuning.md`).

sinew_base::tunables! {
    /// Steps that one look-ahead of a law may take.
    LOOK_AHEAD_STEPS = "simplify.look-ahead-steps", 20_000, 0..=1 << 40, "a bound on a side question";
    /// Nodes from which on a term is not explored by look-ahead, nor substituted into by laws.
    SMALL = "simplify.small", 96, 1..=1 << 20, "the cost of a law must not grow with its term";
    /// Arguments up to which nested conjunctions, concatenations and the like are opened.
    OPENED = "simplify.opened", 4_096, 2..=1 << 24, "a bound: larger ones stay nested, as deep nests are opened before simplification";
    /// Polynomials that one question about signs looks at.
    ENTAILMENT_FUEL = "simplify.entailment-fuel", 24, 1..=1 << 20, "a bound on a side question";
    /// How many approximations may be stacked in it, those in side conditions included.
    ENTAILMENT_DEPTH = "simplify.entailment-depth", 3, 0..=64, "each level multiplies the questions";
    /// Steps that one question about regular languages may take, beside those that a word pays for.
    LANGUAGE_STEPS = "simplify.language-steps", 4_000, 0..=1 << 40, "a bound on a side question";
    /// Arguments of `distinct` above which they are not compared in pairs.
    PAIRWISE = "simplify.pairwise", 40, 2..=1 << 12, "a bound: all pairs are compared";
    /// Components of an equation above which no place to split it is looked for.
    SPLIT_COMPONENTS = "simplify.split-components", 12, 2..=1 << 12, "a bound: all pairs of places are looked at";
    /// Subterms from which on the body of a quantifier is not looked through.
    QUANTIFIED_BODY = "simplify.quantified-body", 1_920, 1..=1 << 20, "each look costs the size of the body, and quantifiers nest";
    /// Nodes from which on conditionals are not lifted out of an atom.
    LIFTED_ATOM = "simplify.lifted-atom", 40, 1..=1 << 20, "a bound: the atom is written twice";
    /// Steps that finding one witness of an unconstrained term may take.
    WITNESS_STEPS = "simplify.witness-steps", 4_000, 0..=1 << 40, "a bound on a side question";
    /// Steps that the regular constraints of one isolated string may take.
    ISOLATED_STEPS = "simplify.isolated-steps", 30_000, 0..=1 << 40, "a bound on a side question";
    /// Letters of literals from which on a word for an isolated string is put together from them before its language is made.
    LONG_WORDS = "simplify.long-words", 1_000, 0..=1 << 40, "languages of shorter ones are decided within their steps";
    /// Assertions about a symbol alone that each of its values is tried on.
    REFUTING_FACTS = "simplify.refuting-facts", 16, 0..=1 << 20, "a bound: values and assertions multiply";
    /// Occurrences in a word above which their replacements are not written out.
    REPLACED = "simplify.replaced", 64, 0..=1 << 20, "a bound: each is a component of a concatenation; not measured";
    /// Rounds of all passes.
    ROUNDS = "simplify.rounds", 100, 1..=1 << 20, "each round that changes something makes the problem smaller; a bound for the pathological";
}
