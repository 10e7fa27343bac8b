//! The functions against the equations that define them, on all short words over three letters,
//! and regular expressions against sets of words.

mod common;

use std::collections::BTreeSet;

use sinew_semantics::{Evaluator, Model, Value};
use sinew_term::{Op, Term, TermStore};

const LETTERS: [u32; 3] = [b'a' as u32, b'b' as u32, b'c' as u32];

/// All words over [`LETTERS`] of at most `longest` characters.
fn words(longest: usize) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..longest {
        last = last
            .iter()
            .flat_map(|word| LETTERS.map(|c| [&word[..], &[c]].concat()))
            .collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// A store with the literals for words and numbers, and a list of equations to evaluate.
struct Laws {
    store: TermStore,
    laws: Vec<(Term, String)>,
}

impl Laws {
    fn new() -> Laws {
        Laws {
            store: TermStore::new(),
            laws: Vec::new(),
        }
    }

    fn same(&mut self, left: Term, right: Term, what: impl Into<String>) {
        let law = self.store.eq(left, right);
        self.laws.push((law, what.into()));
    }

    fn check(self) {
        let model = Model::new();
        let mut evaluator = Evaluator::new(&self.store, &model);
        assert!(!self.laws.is_empty());
        for (law, what) in self.laws {
            assert_eq!(evaluator.eval(law), Ok(Value::Bool(true)), "{what}");
        }
    }
}

#[test]
fn at_and_substr_by_their_definitions() {
    let mut laws = Laws::new();
    for word in words(3) {
        for i in -1..5 {
            for n in -1..5 {
                let store = &mut laws.store;
                let (s, index, length) = (store.code_points(&word), store.int(i), store.int(n));
                let sub = store.substr(s, index, length);
                // By hand: in range and positive, else ε.
                let (len, from) = (i64::try_from(word.len()).unwrap(), i);
                let expected: &[u32] = if from < 0 || from >= len || n <= 0 {
                    &[]
                } else {
                    let to = (from + n).min(len);
                    &word[usize::try_from(from).unwrap()..usize::try_from(to).unwrap()]
                };
                let expected = store.code_points(expected);
                laws.same(sub, expected, format!("substr {word:?} {i} {n}"));
            }
            let store = &mut laws.store;
            let (s, index, one) = (store.code_points(&word), store.int(i), store.int(1));
            let (at, sub) = (store.at(s, index), store.substr(s, index, one));
            laws.same(at, sub, "at is substr of length 1");
        }
    }
    laws.check();
}

#[test]
fn indexof_contains_replace_agree_with_each_other() {
    let mut laws = Laws::new();
    let (hay, needles) = (words(3), words(2));
    for word in &hay {
        for part in &needles {
            let store = &mut laws.store;
            let (s, t, u) = (
                store.code_points(word),
                store.code_points(part),
                store.string("xy"),
            );
            let (zero, minus) = (store.int(0), store.int(-1));
            let index = store.indexof(s, t, zero);
            let contains = store.contains(s, t);
            let found = store.distinct(&[index, minus]);
            laws.same(contains, found, "contains iff indexof from 0 finds");

            // replace = before ++ u ++ after, around the first occurrence.
            let store = &mut laws.store;
            let (length, part_length) = (store.len(s), store.len(t));
            let before = store.substr(s, zero, index);
            let end = store.add(&[index, part_length]);
            let after = store.substr(s, end, length);
            let replaced = store.concat(&[before, u, after]);
            let expected = store.ite(contains, replaced, s);
            let replace = store.replace(s, t, u);
            laws.same(replace, expected, format!("replace {word:?} {part:?}"));

            // Regular replacement of a literal is plain replacement.
            let store = &mut laws.store;
            let re = store.str_to_re(t);
            let (by_re, all_by_re) = (store.replace_re(s, re, u), store.replace_re_all(s, re, u));
            let all = store.replace_all(s, t, u);
            laws.same(by_re, replace, "replace_re of a literal");
            laws.same(all_by_re, all, "replace_re_all of a literal");
            for i in -1..5 {
                let store = &mut laws.store;
                let from = store.int(i);
                let (plain, by_re) = (store.indexof(s, t, from), store.indexof_re(s, re, from));
                laws.same(plain, by_re, "indexof_re of a literal");
            }

            // Affixes by concatenation: v is a prefix of w iff w = v · (rest of w).
            let store = &mut laws.store;
            let rest = store.substr(s, part_length, length);
            let joined = store.concat(&[t, rest]);
            let (prefix, by_parts) = (store.prefixof(t, s), store.eq(joined, s));
            laws.same(prefix, by_parts, format!("prefix {part:?} {word:?}"));
            let store = &mut laws.store;
            let (rev_s, rev_t) = (store.rev(s), store.rev(t));
            let (suffix, mirrored) = (store.suffixof(t, s), store.prefixof(rev_t, rev_s));
            laws.same(suffix, mirrored, "suffix is prefix of the reverse");

            // The order is total and strict order is order without equality.
            let store = &mut laws.store;
            let (le, ge, lt, eq) = (
                store.str_le(s, t),
                store.str_le(t, s),
                store.str_lt(s, t),
                store.eq(s, t),
            );
            let (either, both, yes) = (store.or(&[le, ge]), store.and(&[le, ge]), store.true_());
            laws.same(either, yes, "total");
            laws.same(both, eq, "antisymmetric");
            let store = &mut laws.store;
            let differ = store.not(eq);
            let strict = store.and(&[le, differ]);
            laws.same(lt, strict, "strict");
        }
    }
    laws.check();
}

#[test]
fn replace_all_by_its_recursion() {
    // replace_all w v u = w₁ · u · replace_all w₂ v u, where w = w₁·v·w₂ at the first occurrence.
    let mut laws = Laws::new();
    for word in words(4) {
        for part in words(2).iter().skip(1) {
            let store = &mut laws.store;
            let (s, t, u) = (
                store.code_points(&word),
                store.code_points(part),
                store.string("ab"),
            );
            let zero = store.int(0);
            let (index, length, part_length) =
                (store.indexof(s, t, zero), store.len(s), store.len(t));
            let before = store.substr(s, zero, index);
            let end = store.add(&[index, part_length]);
            let after = store.substr(s, end, length);
            let rest = store.replace_all(after, t, u);
            let (joined, contains) = (store.concat(&[before, u, rest]), store.contains(s, t));
            let expected = store.ite(contains, joined, s);
            let all = store.replace_all(s, t, u);
            laws.same(all, expected, format!("replace_all {word:?} {part:?}"));
        }
    }
    laws.check();
}

#[test]
fn conversions_invert_each_other() {
    let mut laws = Laws::new();
    for n in (0..2000).chain([i64::MAX, 1 << 40]) {
        let store = &mut laws.store;
        let number = store.int(n);
        let text = store.from_int(number);
        let back = store.to_int(text);
        laws.same(back, number, format!("to_int (from_int {n})"));
    }
    for c in (0..300).chain([0xD7FF, 0xD800, 0xDFFF, 0xFFFF, 0x1_0000, 0x2_FFFF]) {
        let store = &mut laws.store;
        let code = store.int(c);
        let text = store.from_code(code);
        let back = store.to_code(text);
        laws.same(back, code, format!("to_code (from_code {c})"));
        let store = &mut laws.store;
        let digit = store.is_digit(text);
        let (low, high) = (store.int(48), store.int(57));
        let between = store.mk(Op::Le, &[low, code, high]);
        laws.same(digit, between, "is_digit by codes");
    }
    laws.check();
}

#[test]
fn euclidean_division() {
    let mut laws = Laws::new();
    for m in -12..=12 {
        for n in (-5..=5).filter(|&n| n != 0) {
            let store = &mut laws.store;
            let (m, n, zero) = (store.int(m), store.int(n), store.int(0));
            let (quotient, remainder) = (store.div(m, n), store.modulo(m, n));
            let product = store.mul(&[n, quotient]);
            let sum = store.add(&[product, remainder]);
            laws.same(sum, m, "m = n·q + r");
            let store = &mut laws.store;
            let size = store.abs(n);
            let (low, high, yes) = (
                store.le(zero, remainder),
                store.lt(remainder, size),
                store.true_(),
            );
            let both = store.and(&[low, high]);
            laws.same(both, yes, "0 ≤ r < |n|");
        }
    }
    laws.check();
}

/// A small deterministic source of choices.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(n)) as u32
    }
}

type Words = BTreeSet<Vec<u32>>;

/// How long the words of the set semantics are.
const LONGEST: usize = 3;

fn concat_sets(left: &Words, right: &Words) -> Words {
    left.iter()
        .flat_map(|l| right.iter().map(move |r| [&l[..], r].concat()))
        .filter(|word| word.len() <= LONGEST)
        .collect()
}

fn power_set(base: &Words, n: u32) -> Words {
    (0..n).fold(Words::from([vec![]]), |power, _| concat_sets(&power, base))
}

/// A random regular expression together with its words of at most [`LONGEST`] characters, by
/// the set equations of the theory.
fn random_regex(store: &mut TermStore, dice: &mut Dice, depth: u32, all: &Words) -> (Term, Words) {
    if depth == 0 || dice.below(8) == 0 {
        return random_leaf(store, dice, all);
    }
    let (r, left) = random_regex(store, dice, depth - 1, all);
    match dice.below(12) {
        0 => (
            store.re_star(r),
            (0..=3).flat_map(|n| power_set(&left, n)).collect(),
        ),
        1 => (
            store.re_plus(r),
            (1..=4).flat_map(|n| power_set(&left, n)).collect(),
        ),
        2 => (store.re_opt(r), left.into_iter().chain([vec![]]).collect()),
        3 => (store.re_comp(r), all.difference(&left).cloned().collect()),
        4 => {
            let n = dice.below(4);
            (store.re_pow(n, r), power_set(&left, n))
        }
        5 | 6 => {
            let (lo, hi) = (dice.below(4), dice.below(5));
            let set = (lo..=hi).flat_map(|n| power_set(&left, n)).collect();
            (store.re_loop(lo, hi, r), set)
        }
        7 | 8 => {
            let (s, right) = random_regex(store, dice, depth - 1, all);
            (store.re_concat(&[r, s]), concat_sets(&left, &right))
        }
        9 => {
            let (s, right) = random_regex(store, dice, depth - 1, all);
            (
                store.re_union(&[r, s]),
                left.union(&right).cloned().collect(),
            )
        }
        10 => {
            let (s, right) = random_regex(store, dice, depth - 1, all);
            (
                store.re_inter(&[r, s]),
                left.intersection(&right).cloned().collect(),
            )
        }
        _ => {
            let (s, right) = random_regex(store, dice, depth - 1, all);
            (
                store.re_diff(r, s),
                left.difference(&right).cloned().collect(),
            )
        }
    }
}

fn random_leaf(store: &mut TermStore, dice: &mut Dice, all: &Words) -> (Term, Words) {
    match dice.below(9) {
        0 => (store.re_none(), Words::new()),
        1 => (store.re_all(), all.clone()),
        2 => {
            let set = LETTERS.map(|c| vec![c]).into();
            (store.re_allchar(), set)
        }
        3 | 4 => {
            let (lo, hi) = (
                LETTERS[dice.below(3) as usize],
                LETTERS[dice.below(3) as usize],
            );
            let set = (lo..=hi).map(|c| vec![c]).collect();
            let (lo, hi) = (store.code_points(&[lo]), store.code_points(&[hi]));
            (store.re_range(lo, hi), set)
        }
        _ => {
            let length = dice.below(3);
            let word: Vec<u32> = (0..length)
                .map(|_| LETTERS[dice.below(3) as usize])
                .collect();
            let text = store.code_points(&word);
            (store.str_to_re(text), Words::from([word]))
        }
    }
}

/// The shortest leftmost match of at least `least` characters from `from` on, by trying all.
fn first_match(word: &[u32], set: &Words, from: usize, least: usize) -> Option<(usize, usize)> {
    (from..=word.len()).find_map(|start| {
        (start + least..=word.len())
            .find(|&end| set.contains(&word[start..end]))
            .map(|end| (start, end))
    })
}

#[test]
fn regular_expressions_against_sets_of_words() {
    let universe = words(LONGEST);
    let all: Words = universe.iter().cloned().collect();
    let mut dice = Dice(1);
    let mut members = 0;
    for round in 0..400 {
        let mut store = TermStore::new();
        let (regex, set) = random_regex(&mut store, &mut dice, 1 + round % 4, &all);
        let by = store.string("-");
        let mut cases: Vec<(Term, Value, &str)> = Vec::new();
        for word in &universe {
            let s = store.code_points(word);
            let member = set.contains(word);
            members += usize::from(member);
            cases.push((store.in_re(s, regex), Value::Bool(member), "in_re"));
            let replaced = match first_match(word, &set, 0, 0) {
                Some((start, end)) => [&word[..start], &[45], &word[end..]].concat(),
                None => word.clone(),
            };
            let replace = store.replace_re(s, regex, by);
            cases.push((replace, Value::Str(replaced), "replace_re"));
            let (mut replaced, mut done) = (Vec::new(), 0);
            while let Some((start, end)) = first_match(word, &set, done, 1) {
                replaced.extend_from_slice(&word[done..start]);
                replaced.push(45);
                done = end;
            }
            replaced.extend_from_slice(&word[done..]);
            let replace = store.replace_re_all(s, regex, by);
            cases.push((replace, Value::Str(replaced), "replace_re_all"));
            for from in 0..=word.len() {
                let index = first_match(word, &set, from, 0)
                    .map_or(-1, |(start, _)| i64::try_from(start).unwrap());
                let from = store.int(i64::try_from(from).unwrap());
                let term = store.indexof_re(s, regex, from);
                cases.push((term, Value::from(index), "indexof_re"));
            }
        }
        let model = Model::new();
        let mut evaluator = Evaluator::new(&store, &model);
        for (term, expected, what) in cases {
            assert_eq!(evaluator.eval(term), Ok(expected), "{what}, round {round}");
        }
    }
    assert!(members > 1000, "the expressions are not all trivial");
}

#[test]
fn equality_of_languages_agrees_with_membership() {
    let universe = words(LONGEST);
    let all: Words = universe.iter().cloned().collect();
    let mut dice = Dice(2);
    let (mut equal, mut unequal) = (0, 0);
    for round in 0..400 {
        let mut store = TermStore::new();
        let (r, left) = random_regex(&mut store, &mut dice, 2, &all);
        let (s, right) = random_regex(&mut store, &mut dice, 2, &all);
        let same = store.eq(r, s);
        let different = store.distinct(&[r, s]);
        let model = Model::new();
        let mut evaluator = Evaluator::new(&store, &model);
        let Ok(Value::Bool(value)) = evaluator.eval(same) else {
            panic!("small expressions are decided, round {round}")
        };
        assert_eq!(evaluator.eval(different), Ok(Value::Bool(!value)));
        if value {
            assert_eq!(left, right, "round {round}");
            equal += 1;
        } else {
            unequal += 1;
        }
        if left != right {
            assert!(!value, "round {round}");
        }
    }
    assert!(
        equal > 10 && unequal > 10,
        "{equal} equal, {unequal} unequal"
    );
}

#[test]
fn language_laws_hold_as_equalities() {
    let mut laws = Laws::new();
    let mut dice = Dice(3);
    let all: Words = words(LONGEST).into_iter().collect();
    for _ in 0..60 {
        let (r, _) = random_regex(&mut laws.store, &mut dice, 2, &all);
        let (s, _) = random_regex(&mut laws.store, &mut dice, 2, &all);
        let store = &mut laws.store;
        let (not_r, not_s) = (store.re_comp(r), store.re_comp(s));
        let union = store.re_union(&[r, s]);
        let (left, right) = (store.re_comp(union), store.re_inter(&[not_r, not_s]));
        laws.same(left, right, "De Morgan");
        let store = &mut laws.store;
        let (left, right) = (store.re_diff(r, s), store.re_inter(&[r, not_s]));
        laws.same(left, right, "difference");
        let store = &mut laws.store;
        let (star, plus) = (store.re_star(r), store.re_plus(r));
        let (left, right) = (store.re_concat(&[r, star]), store.re_concat(&[star, r]));
        laws.same(left, plus, "plus from the left");
        laws.same(right, plus, "plus from the right");
        let store = &mut laws.store;
        let (two, three) = (store.re_pow(2, r), store.re_pow(3, r));
        let (looped, either) = (store.re_loop(2, 3, r), store.re_union(&[two, three]));
        laws.same(looped, either, "loop");
    }
    laws.check();
}
