//! What a script asks of a solver beyond the operators that every string solver has.
//!
//! P1 speaks of regular expressions as values: its variables have the sort RegLan, and its
//! formulas equate them. Few solvers accept that (and its Figure 9 is unsatisfiable as printed,
//! see `docs/fray.md`). So tests speak about languages by membership, and those that do not say
//! so: a runner puts the [probe](Feature::probe) of each needed feature to a solver first, and
//! what is not accepted is no failure.

use std::collections::BTreeSet;

use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

/// Something that not every solver has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    /// Declared constants of sort RegLan.
    RegLanVariables,
    /// Equality of two regular expressions.
    RegLanEquality,
    /// `ite` of sort RegLan.
    RegLanIte,
    /// `str.to_re` of a term that is no literal.
    TermsInRegexes,
    /// `re.range` of terms that are no literals.
    TermsInRanges,
    /// `re.range` with a bound that is not one character long.
    LongRanges,
    /// `re.range` whose first bound is above the second.
    ReversedRanges,
    /// Quantifiers.
    Quantifiers,
    /// Quantifiers over RegLan.
    RegLanQuantifiers,
    /// `str.indexof_re`.
    IndexOfRe,
    /// `str.rev`, `str.update`, `str.to_lower`, `str.to_upper`.
    Extensions,
}

impl Feature {
    /// All features.
    pub const ALL: [Feature; 11] = [
        Feature::RegLanVariables,
        Feature::RegLanEquality,
        Feature::RegLanIte,
        Feature::TermsInRegexes,
        Feature::TermsInRanges,
        Feature::LongRanges,
        Feature::ReversedRanges,
        Feature::Quantifiers,
        Feature::RegLanQuantifiers,
        Feature::IndexOfRe,
        Feature::Extensions,
    ];

    /// Whether few solvers have it, so that only the tests made for it may need it.
    #[must_use]
    pub fn is_dialect(self) -> bool {
        !matches!(
            self,
            Feature::TermsInRegexes
                | Feature::LongRanges
                | Feature::ReversedRanges
                | Feature::Quantifiers
        )
    }

    /// A small script, satisfiable, with nothing unusual but this feature.
    #[must_use]
    pub fn probe(self) -> &'static str {
        match self {
            Feature::RegLanVariables => {
                "(declare-fun x () String)(declare-fun r () RegLan)\
                 (assert (str.in_re x r))(check-sat)"
            }
            Feature::RegLanEquality => {
                "(assert (= (re.* (str.to_re \"a\")) (re.opt (re.+ (str.to_re \"a\")))))(check-sat)"
            }
            Feature::RegLanIte => {
                "(declare-fun x () String)(declare-fun b () Bool)\
                 (assert (str.in_re x (ite b re.all (str.to_re \"a\"))))(check-sat)"
            }
            Feature::TermsInRegexes => {
                "(declare-fun x () String)(assert (str.in_re x (re.* (str.to_re x))))(check-sat)"
            }
            Feature::TermsInRanges => {
                "(declare-fun x () String)(assert (str.in_re \"b\" (re.range x \"c\")))(check-sat)"
            }
            Feature::LongRanges => {
                "(declare-fun x () String)\
                 (assert (not (str.in_re x (re.range \"ab\" \"c\"))))(check-sat)"
            }
            Feature::ReversedRanges => {
                "(declare-fun x () String)\
                 (assert (not (str.in_re x (re.range \"b\" \"a\"))))(check-sat)"
            }
            Feature::Quantifiers => {
                "(declare-fun x () String)(assert (forall ((y String)) (str.prefixof x y)))\
                 (check-sat)"
            }
            Feature::RegLanQuantifiers => {
                "(assert (forall ((r RegLan)) (= (re.++ r re.none) re.none)))(check-sat)"
            }
            Feature::IndexOfRe => {
                "(declare-fun x () String)\
                 (assert (= (str.indexof_re x (str.to_re \"a\") 0) 1))(check-sat)"
            }
            Feature::Extensions => {
                "(declare-fun x () String)(assert (= (str.rev x) \"ab\"))\
                 (assert (= (str.update x 0 \"c\") \"ca\"))\
                 (assert (= (str.to_upper x) \"BA\"))\
                 (assert (= (str.to_lower x) x))(check-sat)"
            }
        }
    }
}

/// The features that formulas need.
#[must_use]
pub fn needs(store: &TermStore, assertions: &[Term]) -> BTreeSet<Feature> {
    needed_by(store, &postorder_all(store, assertions))
}

/// The same where these are their sub-terms.
pub(super) fn needed_by(store: &TermStore, parts: &[Term]) -> BTreeSet<Feature> {
    let mut found = BTreeSet::new();
    for &term in parts {
        let op = store.op(term);
        let args = store.args(term);
        let literal = |arg: &Term| store.str_value(*arg);
        let languages = args.first().is_some_and(|&a| store.sort(a) == Sort::RegLan);
        match op {
            Op::Apply(_) if store.sort(term) == Sort::RegLan => {
                found.insert(Feature::RegLanVariables);
            }
            Op::Eq | Op::Distinct if languages => {
                found.insert(Feature::RegLanEquality);
            }
            Op::Ite if store.sort(term) == Sort::RegLan => {
                found.insert(Feature::RegLanIte);
            }
            Op::StrToRe if args.iter().any(|arg| literal(arg).is_none()) => {
                found.insert(Feature::TermsInRegexes);
            }
            Op::ReRange if args.iter().any(|arg| literal(arg).is_none()) => {
                found.insert(Feature::TermsInRanges);
            }
            Op::ReRange if args.iter().filter_map(literal).any(|text| text.len() != 1) => {
                found.insert(Feature::LongRanges);
            }
            Op::ReRange if literal(&args[0]) > literal(&args[1]) => {
                found.insert(Feature::ReversedRanges);
            }
            Op::Forall(_) | Op::Exists(_) => {
                let (vars, ..) = store.quantifier_parts(term).unwrap_or((&[], term, &[]));
                let over = vars.iter().any(|&var| store.sort(var) == Sort::RegLan);
                found.insert(match over {
                    true => Feature::RegLanQuantifiers,
                    false => Feature::Quantifiers,
                });
            }
            Op::IndexOfRe => {
                found.insert(Feature::IndexOfRe);
            }
            Op::Rev | Op::Update | Op::ToLower | Op::ToUpper => {
                found.insert(Feature::Extensions);
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_smtlib::{Command, Environment, parse_script};

    #[test]
    fn each_probe_needs_its_feature_and_no_other_unusual_one() {
        for feature in Feature::ALL {
            let mut store = TermStore::new();
            let mut env = Environment::new();
            let commands = parse_script(&mut store, &mut env, feature.probe()).expect("readable");
            let mut assertions = Vec::new();
            for command in commands {
                if let Command::Assert { term, .. } = command {
                    assertions.push(term);
                }
            }
            let mut found = needs(&store, &assertions);
            assert!(found.remove(&feature), "{feature:?}");
            if feature == Feature::RegLanQuantifiers {
                found.remove(&Feature::RegLanEquality);
            }
            assert!(found.is_empty(), "{feature:?} also needs {found:?}");
        }
    }
}
