//! Static features of a problem (P2 §3.2, *Static Arm Selection*).
//!
//! The paper asks three questions of the simplified input: are there regular expressions, is the
//! majority of the top-level facts something else than word equations, and does the input lie in
//! the conjunctive fragment (Fig. 3), whose queries become conjunctions of equations of characters
//! as soon as lengths are fixed. Departure: conjunctions are flattened before facts are counted. Beyond the paper, for arms that
//! it has not, the probes ask which kinds of operators there are, about the Boolean structure, about the equations (a string on both
//! sides, periods, chains), and how large the problem is. Not all of them decide about the order: a table of orders is learnt, and asks
//! what was worth asking; the others are shown, for the next one who learns.

use std::fmt;

use sinew_term::{Op, Sort, Term, TermSet, TermStore, postorder_all};

use super::chains;

/// What the probes found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Features {
    /// Whether there are strings at all.
    pub(super) strings: bool,
    /// Whether a string is constrained by a regular expression.
    pub(super) regexes: bool,
    /// How many facts are asserted, conjunctions taken apart.
    pub(super) facts: usize,
    /// How many of them are equations between strings.
    pub(super) equations: usize,
    /// Whether all facts lie in the conjunctive fragment.
    pub(super) conjunctive: bool,
    /// Whether a string is a function of another that a transducer computes letter by letter, as far as the
    /// string goes.
    pub(super) transducers: bool,
    /// Whether strings are numbers, or characters codes.
    pub(super) conversions: bool,
    /// Whether positions or parts of strings are spoken of: `str.at`, `str.substr`, `str.indexof`, `str.replace` and their like.
    pub(super) positions: bool,
    /// Whether a fact is something else than an atom or the negation of one.
    pub(super) disjunctions: bool,
    /// Whether a string variable occurs on both sides of an equation between strings.
    pub(super) overlaps: bool,
    /// Whether it is denied that a string that is no word occurs in another one (P4's not-substring).
    pub(super) denials: bool,
    /// Whether a string variable still does when what both sides begin and end with is left out: then it has a period, or is as
    /// long as something else.
    pub(super) periods: bool,
    /// Whether the equations between strings can be solved one after the other.
    pub(super) chain_free: bool,
    /// How many different terms there are.
    pub(super) terms: usize,
    /// How many string variables.
    pub(super) variables: usize,
    /// The characters of the longest word.
    pub(super) longest_word: usize,
}

impl fmt::Display for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ":strings {} :regexes {}", self.strings, self.regexes)?;
        write!(
            f,
            " :facts {} :word-equations {}",
            self.facts, self.equations
        )?;
        write!(f, " :conjunctive-fragment {}", self.conjunctive)?;
        write!(f, " :transducers {}", self.transducers)?;
        write!(
            f,
            " :conversions {} :positions {}",
            self.conversions, self.positions
        )?;
        write!(
            f,
            " :disjunctions {} :overlaps {} :denials {}",
            self.disjunctions, self.overlaps, self.denials
        )?;
        write!(
            f,
            " :periods {} :chain-free {} :terms {} :variables {} :longest-word {}",
            self.periods, self.chain_free, self.terms, self.variables, self.longest_word
        )
    }
}

impl Features {
    /// The features of the conjunction of `terms`.
    pub(super) fn of(store: &TermStore, terms: &[Term]) -> Features {
        let mut features = Features {
            conjunctive: true,
            ..Features::default()
        };
        let mut equations = Vec::new();
        for term in postorder_all(store, terms) {
            features.measure(store, term);
            features.regexes |= store.sort(term) == Sort::RegLan;
            features.strings |= matches!(store.sort(term), Sort::String | Sort::RegLan);
            features.transducers |= is_transduction(store, term);
            let op = store.op(term);
            features.conversions |= is_conversion(op);
            features.positions |= is_positional(op);
            if is_word_equation(store, term) {
                let sides = [0, 1].map(|side| components(store, store.arg(term, side)));
                features.overlaps |= overlaps(store, &sides[0], &sides[1]);
                let [left, right] = differing(&sides);
                features.periods |= overlaps(store, left, right);
                equations.push(sides);
            }
        }
        features.chain_free = chains::is_chain_free(store, &equations);
        let mut pending: Vec<Term> = terms.iter().rev().copied().collect();
        while let Some(term) = pending.pop() {
            if store.op(term) == Op::And {
                pending.extend(store.args(term).iter().rev());
                continue;
            }
            features.facts += 1;
            features.equations += usize::from(is_word_equation(store, term));
            features.disjunctions |= !is_literal(store, term);
            features.denials |= is_denial(store, term);
        }
        features.conjunctive = features.strings && is_conjunctive(store, terms);
        features
    }

    /// Counts a term.
    fn measure(&mut self, store: &TermStore, term: Term) {
        self.terms += 1;
        let is_variable = store.is_symbol(term) && store.sort(term) == Sort::String;
        self.variables += usize::from(is_variable);
        let letters = store.str_value(term).map_or(0, <[u32]>::len);
        self.longest_word = self.longest_word.max(letters);
    }
}

fn is_conversion(op: Op) -> bool {
    use Op::{FromCode, FromInt, IsDigit, ToCode, ToInt};
    matches!(op, FromCode | FromInt | IsDigit | ToCode | ToInt)
}

fn is_positional(op: Op) -> bool {
    use Op::{At, IndexOf, IndexOfRe, Replace, ReplaceRe, Substr, Update};
    matches!(
        op,
        At | IndexOf | IndexOfRe | Replace | ReplaceRe | Substr | Update
    )
}

/// Whether a fact is an atom, or the negation of one.
fn is_literal(store: &TermStore, mut fact: Term) -> bool {
    while store.op(fact) == Op::Not {
        fact = store.arg(fact, 0);
    }
    let of_truth = |&arg: &Term| store.sort(arg) == Sort::Bool;
    !store.args(fact).iter().any(of_truth)
}

/// Whether a fact denies that a string that is no word occurs in another one.
fn is_denial(store: &TermStore, fact: Term) -> bool {
    let atom = (store.op(fact) == Op::Not).then(|| store.arg(fact, 0));
    let contains = atom.filter(|&atom| store.op(atom) == Op::Contains);
    contains.is_some_and(|atom| store.str_value(store.arg(atom, 1)).is_none())
}

/// What a string is put together from.
fn components(store: &TermStore, whole: Term) -> Vec<Term> {
    match store.op(whole) {
        Op::Concat => store.args(whole).to_vec(),
        _ => vec![whole],
    }
}

/// Both sides without what they begin and end with alike.
fn differing(sides: &[Vec<Term>; 2]) -> [&[Term]; 2] {
    let [left, right] = sides;
    let shorter = left.len().min(right.len());
    let same = |a: &Term, b: &Term| a == b;
    let starts = left.iter().zip(right).take_while(|(a, b)| same(a, b));
    let start = starts.count();
    let ends = left.iter().rev().zip(right.iter().rev());
    let ends = ends.take(shorter - start).take_while(|(a, b)| same(a, b));
    let end = ends.count();
    [left, right].map(|side| &side[start..side.len() - end])
}

/// Whether a symbol stands among both.
fn overlaps(store: &TermStore, left: &[Term], right: &[Term]) -> bool {
    let left: TermSet = (left.iter().copied())
        .filter(|&part| store.is_symbol(part))
        .collect();
    right.iter().any(|&part| left.contains(part))
}

/// Whether a term replaces all matches of something known by a word, or maps all letters to one case.
fn is_transduction(store: &TermStore, term: Term) -> bool {
    let known = |at: usize| store.str_value(store.arg(term, at)).is_some();
    match store.op(term) {
        Op::ReplaceAll => known(1) && known(2),
        Op::ReplaceReAll => known(2),
        Op::ToLower | Op::ToUpper => true,
        _ => false,
    }
}

fn is_word_equation(store: &TermStore, term: Term) -> bool {
    store.op(term) == Op::Eq && store.sort(store.arg(term, 0)) == Sort::String
}

/// Whether the conjunction of `terms` is in the language of P2 Fig. 3: equations, prefixes and
/// suffixes under an even number of negations and no disjunction, arithmetic in any polarity and
/// in disjunctions of its own.
fn is_conjunctive(store: &TermStore, terms: &[Term]) -> bool {
    let mut seen = [TermSet::default(), TermSet::default()];
    let mut pending: Vec<(Term, bool)> = terms.iter().map(|&term| (term, true)).collect();
    while let Some((term, positive)) = pending.pop() {
        let seen = &mut seen[usize::from(positive)];
        if seen.contains(term) {
            continue;
        }
        seen.insert(term);
        let args = store.args(term);
        match (store.op(term), positive) {
            (Op::True | Op::False, _) => {}
            (Op::Not, _) => pending.push((args[0], !positive)),
            (Op::And, true) | (Op::Or, false) => {
                pending.extend(args.iter().map(|&arg| (arg, positive)));
            }
            (Op::Or, true) | (Op::And, false) => {
                if !args.iter().all(|&arg| is_integer_literal(store, arg)) {
                    return false;
                }
            }
            (Op::Eq | Op::PrefixOf | Op::SuffixOf, true) if store.sort(args[0]) == Sort::String => {
                if !args.iter().all(|&arg| is_plain(store, arg)) {
                    return false;
                }
            }
            _ if is_integer_literal(store, term) => {}
            _ => return false,
        }
    }
    true
}

/// A comparison of integers, or the negation of one.
fn is_integer_literal(store: &TermStore, mut term: Term) -> bool {
    while store.op(term) == Op::Not {
        term = store.arg(term, 0);
    }
    matches!(store.op(term), Op::Eq | Op::Le | Op::Lt | Op::Ge | Op::Gt)
        && store
            .args(term)
            .iter()
            .all(|&arg| store.sort(arg) == Sort::Int && is_plain(store, arg))
}

/// Whether a term is made of variables, values, concatenation, `str.at`, `str.len` and linear
/// arithmetic.
fn is_plain(store: &TermStore, term: Term) -> bool {
    postorder_all(store, &[term])
        .into_iter()
        .all(|part| match store.op(part) {
            Op::Apply(_) => store.args(part).is_empty(),
            Op::Str(_) | Op::Int(_) | Op::Concat | Op::At | Op::Len => true,
            Op::Add | Op::Sub | Op::Neg => true,
            Op::Mul => {
                let open = |&&arg: &&Term| store.int_value(arg).is_none();
                store.args(part).iter().filter(open).count() <= 1
            }
            _ => false,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_smtlib::{Command, Environment, Reader};

    fn features(facts: &str) -> Features {
        let script =
            format!("(declare-const x String)(declare-const y String)(declare-const n Int){facts}");
        let (mut store, mut environment) = (TermStore::new(), Environment::new());
        let mut reader = Reader::new();
        reader.feed(script.as_bytes());
        let mut terms = Vec::new();
        while let Some(command) = reader.next(&mut environment, &mut store) {
            if let Command::Assert { term, .. } = command.expect("well-formed") {
                terms.push(term);
            }
        }
        Features::of(&store, &terms)
    }

    #[test]
    fn the_paper_s_examples_are_conjunctive() {
        let found = features(
            r#"(assert (and (= (str.++ x x y) (str.++ y "12" x)) (= y (str.++ x "3"))))
               (assert (or (< (str.len x) n) (not (= n (+ 2 (* 3 (str.len y)))))))"#,
        );
        assert!(found.conjunctive && found.strings && !found.regexes);
        assert_eq!((found.facts, found.equations), (3, 2));
        assert!(
            features(r#"(assert (not (or (not (str.prefixof x y)) (not (= x "")))))"#).conjunctive
        );
        assert!(features(r#"(assert (str.suffixof (str.at x n) y))"#).conjunctive);
    }

    #[test]
    fn what_needs_a_choice_is_not() {
        for facts in [
            r#"(assert (not (= x y)))"#,
            r#"(assert (or (= x y) (= n 1)))"#,
            r#"(assert (not (and (= x y) (= n 1))))"#,
            r#"(assert (str.contains x y))"#,
            r#"(assert (= (str.replace x y "") x))"#,
            r#"(assert (= (* n n) (str.len x)))"#,
            r#"(assert (str.in_re x (re.* (str.to_re "a"))))"#,
        ] {
            assert!(!features(facts).conjunctive, "{facts}");
        }
        assert!(features(r#"(assert (str.in_re x (re.* (str.to_re "a"))))"#).regexes);
        assert!(!features("(assert (= n 1))").strings);
    }

    #[test]
    fn each_feature_has_a_problem_with_it_and_one_without() {
        let all = |facts: &str| {
            let found = features(facts);
            let Features {
                conversions,
                positions,
                disjunctions,
                overlaps,
                denials,
                ..
            } = found;
            [conversions, positions, disjunctions, overlaps, denials]
        };
        let (no, yes) = (false, true);
        for (facts, expected) in [
            (r#"(assert (= x (str.++ y "a")))"#, [no, no, no, no, no]),
            ("(assert (= (str.to_int x) n))", [yes, no, no, no, no]),
            (
                r#"(assert (not (= (str.at x n) "a")))"#,
                [no, yes, no, no, no],
            ),
            ("(assert (or (= x y) (> n 1)))", [no, no, yes, no, no]),
            (
                r#"(assert (= (str.++ x "a") (str.++ "b" x)))"#,
                [no, no, no, yes, no],
            ),
            (
                r#"(assert (not (str.contains x "a")))"#,
                [no, no, no, no, no],
            ),
            (
                "(assert (not (str.contains x (str.++ y y))))",
                [no, no, no, no, yes],
            ),
        ] {
            assert_eq!(all(facts), expected, "{facts}");
        }
    }

    #[test]
    fn periods_chains_and_sizes_are_probed() {
        let asked = |facts: &str| {
            let found = features(facts);
            (found.overlaps, found.periods, found.chain_free)
        };
        let (no, yes) = (false, true);
        for (facts, expected) in [
            (r#"(assert (= x (str.++ y "a")))"#, (no, no, yes)),
            (
                r#"(assert (= (str.++ x "a" y) (str.++ x y)))"#,
                (yes, no, no),
            ),
            (
                r#"(assert (= (str.++ x "a") (str.++ "b" x)))"#,
                (yes, yes, no),
            ),
            (r#"(assert (= (str.++ x y) (str.++ y x)))"#, (yes, yes, no)),
            (
                r#"(assert (= x (str.++ y "a")))(assert (= y (str.++ x "b")))"#,
                (no, no, no),
            ),
            (
                r#"(assert (= x (str.++ y "a")))(assert (= x (str.++ "b" y)))"#,
                (no, no, no),
            ),
            (
                r#"(assert (= (str.++ x "a") "ba"))(assert (= x (str.++ "b" y)))"#,
                (no, no, yes),
            ),
        ] {
            assert_eq!(asked(facts), expected, "{facts}");
        }
        let found = features(r#"(assert (= (str.++ x y "abc" x) (str.++ y "ab")))"#);
        assert_eq!(
            (found.terms, found.variables, found.longest_word),
            (7, 2, 3)
        );
    }

    #[test]
    fn transducers_have_known_patterns() {
        for facts in [
            r#"(assert (= x (str.replace_all y "a" "")))"#,
            r#"(assert (= x (str.replace_re_all y (re.+ (str.to_re "a")) "b")))"#,
            r#"(assert (= n (str.len (str.to_upper x))))"#,
        ] {
            assert!(features(facts).transducers, "{facts}");
        }
        for facts in [
            r#"(assert (= x (str.replace_all y x "")))"#,
            r#"(assert (= x (str.replace_all y "a" x)))"#,
            r#"(assert (= x (str.replace y "a" "b")))"#,
        ] {
            assert!(!features(facts).transducers, "{facts}");
        }
    }
}
