//! Steps of a reduction that keep or find a model: any change will do, since the model is
//! evaluated again.
//!
//! Tried are a part or the value in the place of a term, smaller values in the model with the
//! literals that follow from them, and for the reader plain characters and short names. The same
//! steps serve a universal formula with a counterexample, which is a model of its negated body.

use rustc_hash::FxHashMap;
use sinew_semantics::{Model, eval};
use sinew_term::{Integer, Op, Params, Sort, Term, TermStore, postorder_all};

use super::reduce::{Candidate, Oracle};
use super::simplify::constants;
use crate::synth::certify;
use crate::synth::exec::Value;
use crate::synth::rewrite::{replace_terms, without_patterns};

/// Places in an assertion that are looked at one by one.
const PLACES: usize = 200;

/// One assertion with a part or the value of a term in its place, and where it says what a term
/// is equal to, also with that brought up to date.
pub(super) fn smaller_terms(
    store: &mut TermStore,
    candidate: &Candidate,
    model: &[(Term, Value)],
    result: &mut Vec<Candidate>,
) {
    let meaning = certify::meaning(store, model);
    for (i, &assertion) in candidate.assertions.iter().enumerate() {
        let plain = without_patterns(store, assertion);
        if plain != assertion {
            let mut next = candidate.clone();
            next.assertions[i] = plain;
            result.push(next);
        }
        let mut subterms = postorder_all(store, &[assertion]);
        subterms.reverse();
        let mut changed = Vec::new();
        for old in subterms {
            for new in replacements(store, &meaning, old) {
                let map = FxHashMap::from_iter([(old, new)]);
                changed.push(replace_terms(store, assertion, &map));
            }
        }
        // What occurs several times may have to stay in one of the places.
        for (way, old) in repeated(store, assertion) {
            for new in replacements(store, &meaning, old) {
                changed.push(replace_at(store, assertion, &way, new));
            }
        }
        for changed in changed {
            let mut forms = vec![changed, about_new_value(store, &meaning, changed)];
            forms.dedup();
            for changed in forms {
                let mut next = candidate.clone();
                next.assertions[i] = changed;
                result.push(next);
            }
        }
    }
}

/// The places of the terms that occur several times, each by the way that leads there; what is in
/// patterns is not looked at.
fn repeated(store: &TermStore, root: Term) -> Vec<(Vec<usize>, Term)> {
    let mut places: Vec<(Vec<usize>, Term)> = Vec::new();
    let mut open = vec![(Vec::new(), root)];
    while let Some((way, term)) = open.pop() {
        if places.len() >= PLACES {
            break;
        }
        for (i, &arg) in store.args(term).iter().enumerate().rev() {
            if !matches!(store.op(arg), Op::Pattern) {
                let mut way = way.clone();
                way.push(i);
                open.push((way, arg));
            }
        }
        places.push((way, term));
    }
    let mut count: FxHashMap<Term, usize> = FxHashMap::default();
    for &(_, term) in &places {
        *count.entry(term).or_default() += 1;
    }
    places.retain(|(_, term)| count[term] > 1);
    places
}

/// What may stand for a sub-term: a part of it, its value, a smaller literal.
fn replacements(store: &mut TermStore, meaning: &Model, old: Term) -> Vec<Term> {
    if let Some(value) = Value::of_literal(store, old) {
        let values = smaller_than(&value);
        return values.iter().map(|value| value.to_term(store)).collect();
    }
    // Patterns and what a quantifier binds are not terms of their own.
    if store.op(old).is_binder() || matches!(store.op(old), Op::Var(_) | Op::Pattern) {
        return Vec::new();
    }
    let sort = store.sort(old);
    let args = store.args(old).to_vec();
    let mut result = simplest(store, sort);
    result.extend(equations(store, meaning, old));
    let parts = parts_of_sort(store, old, sort);
    if store.op(old) == Op::Not {
        // A part of a negation is false where the negation is true, but not its parts.
        for &part in &parts {
            result.extend(parts_of_sort(store, part, sort));
        }
    }
    result.extend(parts);
    if args.len() > 2 && takes_any_number(store.op(old)) {
        for left_out in 0..args.len() {
            let mut fewer = args.clone();
            fewer.remove(left_out);
            result.push(store.mk(store.op(old), &fewer));
        }
    }
    for op in smaller_repetitions(store.op(old)) {
        result.push(store.mk(op, &args));
    }
    if sort != Sort::Bool
        && sort != Sort::RegLan
        && let Ok(value) = eval(store, meaning, old)
    {
        result.push(value.to_term(store));
    }
    result.retain(|&new| new != old);
    result
}

/// Whether an operator takes as many arguments as one likes.
fn takes_any_number(op: Op) -> bool {
    matches!(op.info().params, Params::Many { .. } | Params::Same)
}

/// Instead of a predicate of a term, or its negation, what the term is equal to: that is no larger, and about
/// one operator less.
fn equations(store: &mut TermStore, meaning: &Model, old: Term) -> Vec<Term> {
    let inside = match store.op(old) {
        Op::Not => store.arg(old, 0),
        _ => old,
    };
    let predicate = store.sort(inside) == Sort::Bool && store.op(inside).name().starts_with("str.");
    let mut strings = store.args(inside).to_vec();
    strings.retain(|&arg| predicate && store.sort(arg) == Sort::String);
    let empty = store.string("");
    let mut result = Vec::new();
    for &term in &strings {
        if store.args(term).is_empty() {
            continue;
        }
        let value = eval(store, meaning, term).map(|value| value.to_term(store));
        let others = strings.iter().copied().filter(|&other| other != term);
        let sides: Vec<Term> = others.chain([empty]).chain(value.ok()).collect();
        result.extend(sides.into_iter().map(|side| store.eq(term, side)));
    }
    result
}

/// The terms of a sort that say least.
pub(super) fn simplest(store: &mut TermStore, sort: Sort) -> Vec<Term> {
    match sort {
        Sort::Bool => vec![store.bool(true), store.bool(false)],
        Sort::RegLan => {
            let empty = store.string("");
            vec![
                store.mk(Op::ReNone, &[]),
                store.mk(Op::ReAll, &[]),
                store.mk(Op::ReAllChar, &[]),
                store.mk(Op::StrToRe, &[empty]),
            ]
        }
        Sort::String => vec![store.string("")],
        Sort::Int => vec![store.int(0)],
        Sort::User(_) => Vec::new(),
    }
}

/// `root` with the sub-term at the end of the way replaced.
pub(super) fn replace_at(store: &mut TermStore, root: Term, way: &[usize], new: Term) -> Term {
    let mut path = vec![root];
    for &i in way {
        path.push(store.arg(path[path.len() - 1], i));
    }
    path.pop();
    let mut new = new;
    for (&i, &above) in way.iter().zip(&path).rev() {
        let mut args = store.args(above).to_vec();
        args[i] = new;
        new = store.mk(store.op(above), &args);
    }
    new
}

/// The parts of a term that have its sort and are not part of another such part; a sort may
/// return only further down.
fn parts_of_sort(store: &TermStore, term: Term, sort: Sort) -> Vec<Term> {
    let mut found = Vec::new();
    let mut open = store.args(term).to_vec();
    while let Some(part) = open.pop() {
        if store.sort(part) == sort && !matches!(store.op(part), Op::Pattern) {
            found.push(part);
        } else {
            open.extend_from_slice(store.args(part));
        }
    }
    found.reverse();
    found
}

/// The same repetition with smaller numbers.
fn smaller_repetitions(op: Op) -> Vec<Op> {
    let below = |n: u32| {
        let mut numbers = vec![0, 1, n / 2, n.saturating_sub(1)];
        numbers.retain(|&m| m < n);
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    };
    match op {
        Op::RePow(n) => below(n).into_iter().map(Op::RePow).collect(),
        Op::ReLoop(lo, hi) => {
            let lower = below(lo).into_iter().map(|n| Op::ReLoop(n, hi));
            let upper = below(hi).into_iter().map(|n| Op::ReLoop(lo, n));
            lower.chain(upper).collect()
        }
        _ => Vec::new(),
    }
}

/// The candidate with a smaller value for a constant. An assertion that says what a term is
/// equal to then says so of its new value.
pub(super) fn smaller_values(
    store: &mut TermStore,
    candidate: &Candidate,
    model: &[(Term, Value)],
    result: &mut Vec<Candidate>,
) {
    for (i, (_, value)) in model.iter().enumerate() {
        for smaller in smaller_than(value) {
            let mut model = model.to_vec();
            model[i].1 = smaller;
            let meaning = certify::meaning(store, &model);
            let mut assertions = candidate.assertions.clone();
            for assertion in &mut assertions {
                *assertion = about_new_value(store, &meaning, *assertion);
            }
            result.push(Candidate {
                assertions,
                oracle: with_model(&candidate.oracle, model),
            });
        }
    }
}

fn about_new_value(store: &mut TermStore, meaning: &Model, assertion: Term) -> Term {
    let &[left, right] = store.args(assertion) else {
        return assertion;
    };
    if store.op(assertion) != Op::Eq || Value::of_literal(store, right).is_none() {
        return assertion;
    }
    match eval(store, meaning, left) {
        Ok(value) => {
            let value = value.to_term(store);
            store.eq(left, value)
        }
        Err(_) => assertion,
    }
}

/// Smaller values, the smallest first.
fn smaller_than(value: &Value) -> Vec<Value> {
    let candidates = match value {
        Value::Bool(true) => vec![Value::Bool(false)],
        Value::Bool(false) | Value::Re(_) => Vec::new(),
        Value::Int(value) => {
            let (zero, one) = (Integer::from(0), Integer::from(1));
            let next = match value.is_negative() {
                true => value.clone() + one.clone(),
                false => value.clone() - one.clone(),
            };
            let mut numbers = vec![zero, one.clone(), -one];
            // Halves get far in few steps, and the next number makes sure that none is missed.
            if let Some(number) = value.to_i64() {
                numbers.push(Integer::from(number / 2));
            }
            numbers.push(next);
            numbers.into_iter().map(Value::Int).collect()
        }
        Value::Str(text) => {
            let half = text.len() / 2;
            let mut pieces: Vec<Vec<u32>> = vec![
                Vec::new(),
                text[..text.len().min(1)].to_vec(),
                text[..half].to_vec(),
                text[half..].to_vec(),
            ];
            for left_out in 0..text.len() {
                let mut piece = text.to_vec();
                piece.remove(left_out);
                pieces.push(piece);
            }
            pieces.dedup();
            pieces
                .into_iter()
                .map(|piece| Value::Str(piece.into()))
                .collect()
        }
    };
    let before = candidates
        .into_iter()
        .take_while(|smaller| smaller != value);
    before.collect()
}

/// The oracle with another model in the same role.
pub(super) fn with_model(oracle: &Oracle, model: Vec<(Term, Value)>) -> Oracle {
    match oracle {
        Oracle::Counterexample(_) => Oracle::Counterexample(model),
        Oracle::Model(_) => Oracle::Model(model),
        other => other.clone(),
    }
}

/// The characters of a candidate that are not lower-case letters.
pub(super) fn odd_characters(store: &TermStore, candidate: &Candidate) -> Vec<u32> {
    let mut odd = characters(store, candidate);
    odd.retain(|&c| !is_letter(c));
    odd
}

fn is_letter(c: u32) -> bool {
    (u32::from(b'a')..=u32::from(b'z')).contains(&c)
}

/// The characters in literals and in the model, without repetition.
fn characters(store: &TermStore, candidate: &Candidate) -> Vec<u32> {
    let mut found: Vec<u32> = Vec::new();
    for term in postorder_all(store, &candidate.assertions) {
        found.extend(store.str_value(term).unwrap_or_default());
    }
    if let Oracle::Model(model) | Oracle::Counterexample(model) = &candidate.oracle {
        for (_, value) in model {
            if let Value::Str(text) = value {
                found.extend(text.iter());
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The candidate with a letter that does not occur for a character that is none.
pub(super) fn plain_characters(
    store: &mut TermStore,
    candidate: &Candidate,
    model: &[(Term, Value)],
    result: &mut Vec<Candidate>,
) {
    let known = characters(store, candidate);
    let ordered = |&term: &Term| matches!(store.op(term), Op::ReRange | Op::StrLt | Op::StrLe);
    let ordered = postorder_all(store, &candidate.assertions)
        .iter()
        .any(ordered);
    for odd in odd_characters(store, candidate) {
        // A range that is turned around says something else.
        let in_place = |c: &u32| known.iter().all(|k| *k == odd || (*k < odd) == (k < c));
        let mut letters = (u32::from(b'a')..=u32::from(b'z')).filter(|c| !known.contains(c));
        let Some(letter) = letters.find(|c| !ordered || in_place(c)) else {
            continue;
        };
        let plain = |text: &[u32]| -> Vec<u32> {
            let plain = |&c: &u32| if c == odd { letter } else { c };
            text.iter().map(plain).collect()
        };
        let mut map = FxHashMap::default();
        for term in postorder_all(store, &candidate.assertions) {
            if let Some(text) = store.str_value(term).map(plain) {
                map.insert(term, store.code_points(&text));
            }
        }
        let mut next = candidate.clone();
        for assertion in &mut next.assertions {
            *assertion = replace_terms(store, *assertion, &map);
        }
        let renamed = model.iter().map(|(constant, value)| match value {
            Value::Str(text) => (*constant, Value::Str(plain(text).into())),
            other => (*constant, other.clone()),
        });
        next.oracle = with_model(&candidate.oracle, renamed.collect());
        result.push(next);
    }
}

/// The candidate with names as in a textbook; none is that of a bound variable.
pub(super) fn short_names(store: &mut TermStore, candidate: &Candidate) -> Candidate {
    let mut bound: Vec<String> = Vec::new();
    for term in postorder_all(store, &candidate.assertions) {
        if let Op::Var(id) = store.op(term) {
            bound.push(store.var_name(id).to_owned());
        }
    }
    let free = |name: &char| !bound.contains(&name.to_string());
    let mut strings = "xyzuvw".chars().filter(free);
    let mut integers = "ijkmn".chars().filter(free);
    let mut map: FxHashMap<Term, Term> = FxHashMap::default();
    for constant in constants(store, &candidate.assertions) {
        let sort = store.sort(constant);
        let name = match sort {
            Sort::String => strings.next(),
            Sort::Int => integers.next(),
            _ => None,
        };
        if let Some(name) = name {
            map.insert(constant, store.constant(&name.to_string(), sort));
        }
    }
    // Two constants must not become one.
    let taken = |new: &Term| {
        !map.contains_key(new) && constants(store, &candidate.assertions).contains(new)
    };
    if map.values().any(taken) {
        return candidate.clone();
    }
    let mut next = candidate.clone();
    for assertion in &mut next.assertions {
        *assertion = replace_terms(store, *assertion, &map);
    }
    if let Oracle::Model(model) | Oracle::Counterexample(model) = &mut next.oracle {
        for (constant, _) in model {
            *constant = *map.get(constant).unwrap_or(constant);
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use crate::run::job::Job;
    use crate::run::reduce::reduce;
    use crate::run::verdict::Verdict;

    #[test]
    fn what_a_constant_is_said_to_be_takes_its_place() {
        let text = "(declare-fun x () String)\n(declare-fun i () Int)\n(assert (= i 2))\n\
             (assert (< 0 (str.indexof \"ba\" x i)))\n(check-sat)\n\
             ; model: (define-fun x () String \"\") (define-fun i () Int 2)\n";
        let job = Job::from_file("test.smt2", text.to_owned()).expect("a claim");
        let smallest = reduce(&job, Verdict::WrongAnswer, 1000, &mut |candidate| {
            // The solver is wrong where it knows that the place is the second.
            let known = candidate.text.contains("(= i 2)") && candidate.text.contains(" i)))");
            candidate.text.contains("(str.indexof \"")
                && (known || candidate.text.contains(" 2)))"))
        })
        .expect("readable");
        assert!(!smallest.text.contains("Int)"), "{}", smallest.text);
    }

    /// Whose fault it is shows best with one operator; an equation is as large as a predicate.
    #[test]
    fn a_predicate_around_what_is_wrong_becomes_an_equation() {
        let script = "(declare-fun x () String)\n\
             (assert (not (str.is_digit (str.replace_re \"0\" (str.to_re x) \"\"))))\n(check-sat)\n\
             ; model: (define-fun x () String \"0\")\n";
        let job = Job::from_file("test.smt2", script.to_owned()).expect("a claim");
        let smallest = reduce(&job, Verdict::WrongAnswer, 1000, &mut |candidate| {
            candidate
                .text
                .contains("(str.replace_re \"0\" (str.to_re x) \"\")")
        })
        .expect("readable");
        let equation = "(assert (= (str.replace_re \"0\" (str.to_re x) \"\") \"\"))\n";
        assert!(smallest.text.contains(equation), "{}", smallest.text);
    }

    #[test]
    fn a_term_that_occurs_twice_is_replaced_in_one_place() {
        let text = "(declare-fun x () String)\n\
             (assert (= (str.replace x \"ab\" \"ab\") (str.substr x (str.indexof x \"ab\" 7) 7)))\n\
             (check-sat)\n; open\n";
        let job = Job::from_file("test.smt2", text.to_owned()).expect("a claim");
        let smallest = reduce(&job, Verdict::InvalidModel, 1000, &mut |candidate| {
            candidate.text.contains("(str.replace x \"ab\"") && candidate.text.contains("7) ")
        })
        .expect("readable");
        let expected =
            "(assert (= (str.replace x \"ab\" \"\") (str.substr x (str.indexof x \"\" 7) 0)))";
        assert!(smallest.text.contains(expected), "{}", smallest.text);
    }

    /// Whoever divides by zero may take it for any number, so no model of that is wrong.
    #[test]
    fn nothing_is_divided_by_zero_that_was_not() {
        let text = "(declare-fun i () Int)\n(assert (= i (div (+ i 1) 3)))\n(check-sat)\n; open\n";
        let job = Job::from_file("test.smt2", text.to_owned()).expect("a claim");
        let smallest = reduce(&job, Verdict::InvalidModel, 1000, &mut |candidate| {
            candidate.text.contains("(div ")
        })
        .expect("readable");
        assert!(
            smallest.text.contains("(= 0 (div 0 1))"),
            "{}",
            smallest.text
        );
    }

    #[test]
    fn plain_characters_are_in_the_order_of_the_odd_ones() {
        for (range, plain) in [
            ("\"0\" \"a\"", "\"0\" \"a\""),
            ("\"a\" \"~\"", "\"a\" \"b\""),
            ("\"~\" \"a\"", "\"b\" \"a\""),
        ] {
            let text = format!(
                "(declare-fun x () String)\n(assert (str.in_re x (re.range {range})))\n\
                 (check-sat)\n; open\n"
            );
            let job = Job::from_file("test.smt2", text).expect("a claim");
            let smallest = reduce(&job, Verdict::InvalidModel, 1000, &mut |candidate| {
                candidate.text.contains("re.range") && !candidate.text.contains("\"\"")
            })
            .expect("readable");
            let expected = format!("(re.range {plain})");
            assert!(smallest.text.contains(&expected), "{}", smallest.text);
        }
    }

    /// What no deletion of one operator leads to, because the truth value turns twice.
    #[test]
    fn double_negations_and_patterns_go() {
        let cases = [
            (
                "(not (not (= (str.indexof \"\" x 0) 0)))",
                "; model: (define-fun x () String \"\")",
                "(str.indexof \"\" x",
                "(assert (= (str.indexof \"\" x 0) 0))",
            ),
            (
                "(not (or (not (str.is_digit x)) (= x \"\")))",
                "; model: (define-fun x () String \"0\")",
                "(str.is_digit x",
                "(assert (str.is_digit x))",
            ),
            (
                "(! (not (= (str.< x x) false)) :named a0)",
                "; core: a0",
                "(str.< x x",
                "(assert (str.< x x))",
            ),
            (
                "(forall ((y String)) (! (= (str.at y 0) (str.at y 0)) :pattern ((str.at y 0))))",
                "; model: (define-fun x () String \"\")",
                "(forall",
                "(assert (forall ((y String)) true))",
            ),
        ];
        for (assertion, claim, keep, expected) in cases {
            let text =
                format!("(declare-fun x () String)\n(assert {assertion})\n(check-sat)\n{claim}\n");
            let job = Job::from_file("test.smt2", text).expect("a claim");
            let smallest = reduce(&job, Verdict::WrongAnswer, 1000, &mut |candidate| {
                candidate.text.contains(keep)
            })
            .expect("readable");
            assert!(smallest.text.contains(expected), "{}", smallest.text);
        }
    }
}
