//! Random small formulas over all operators, and a search for short words that satisfy them.
//!
//! What the search finds refutes an `unsat`; a `sat` needs no such check, since no model leaves a
//! session without the reference semantics having confirmed it.

use sinew::Session;
use sinew_base::Random;
use sinew_semantics::{Model, Value, Verdict, check};
use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

const WORDS: &[&str] = &[
    "", "a", "b", "ab", "ba", "aa", "0", "01", "aba", "A", "bb", "10",
];
const SYMBOLS: &str = "(declare-const x String)(declare-const y String)(declare-const z String)\
                       (declare-const i Int)(declare-const j Int)\n";

fn literal(random: &mut Random) -> String {
    format!("\"{}\"", random.pick(WORDS))
}

/// A string term.
fn string(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.below(3) == 0 {
        return match random.below(5) {
            0 => literal(random),
            1 | 2 => "x".to_owned(),
            3 => "y".to_owned(),
            _ => random.pick(&["y", "z"]).to_string(),
        };
    }
    let d = depth - 1;
    let s = string(random, d);
    match random.below(17) {
        0..=3 => format!("(str.++ {s} {})", string(random, d)),
        4 => format!("(str.++ {s} {} {})", literal(random), string(random, d)),
        5 => format!("(str.at {s} {})", integer(random, d)),
        6 | 7 => format!(
            "(str.substr {s} {} {})",
            integer(random, d),
            integer(random, d)
        ),
        8 => format!(
            "(str.replace {s} {} {})",
            string(random, d),
            string(random, d)
        ),
        9 => format!(
            "(str.replace_all {s} {} {})",
            string(random, d),
            string(random, d)
        ),
        10 => format!(
            "(str.replace_re {s} {} {})",
            regex(random, d),
            string(random, d)
        ),
        11 => format!(
            "(str.replace_re_all {s} {} {})",
            regex(random, d),
            string(random, d)
        ),
        12 => format!("(str.from_int {})", integer(random, d)),
        13 => format!("(str.from_code {})", integer(random, d)),
        14 => {
            let op = random.pick(&["str.rev", "str.to_lower", "str.to_upper"]);
            format!("({op} {s})")
        }
        15 => format!(
            "(str.update {s} {} {})",
            integer(random, d),
            string(random, d)
        ),
        _ => format!("(ite {} {s} {})", formula(random, d), string(random, d)),
    }
}

/// An integer term.
fn integer(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.below(4) == 0 {
        return match random.below(3) {
            0 => random.pick(&["i", "j"]).to_string(),
            _ => random
                .pick(&["(- 1)", "0", "1", "1", "2", "3", "48", "97"])
                .to_string(),
        };
    }
    let d = depth - 1;
    match random.below(10) {
        0..=2 => format!("(str.len {})", string(random, d)),
        3 => format!(
            "(str.indexof {} {} {})",
            string(random, d),
            string(random, d),
            integer(random, d)
        ),
        4 => format!(
            "(str.indexof {} {} 0)",
            string(random, d),
            string(random, d)
        ),
        5 => format!("(str.to_int {})", string(random, d)),
        6 => format!("(str.to_code {})", string(random, d)),
        7 => format!("(+ {} {})", integer(random, d), integer(random, d)),
        8 => format!("(- {} {})", integer(random, d), integer(random, d)),
        _ => format!("(* 2 {})", integer(random, d)),
    }
}

/// A regular expression without symbols.
pub(crate) fn regex(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.below(4) == 0 {
        return match random.below(6) {
            0 => "re.allchar".to_owned(),
            1 => "(re.range \"a\" \"b\")".to_owned(),
            2 => random
                .pick(&["re.all", "re.none", "(re.range \"0\" \"9\")"])
                .to_string(),
            _ => format!("(str.to_re {})", literal(random)),
        };
    }
    let d = depth - 1;
    let r = regex(random, d);
    match random.below(10) {
        0 | 1 => format!("(re.* {r})"),
        2 => format!("(re.+ {r})"),
        3 => format!("(re.opt {r})"),
        4 => format!("(re.comp {r})"),
        5 => format!("(re.union {r} {})", regex(random, d)),
        6 => format!("(re.inter {r} {})", regex(random, d)),
        7 => format!("(re.diff {r} {})", regex(random, d)),
        8 => {
            let (low, more) = (random.below(4), random.below(3));
            format!("((_ re.loop {low} {}) {r})", low + more)
        }
        _ => format!("(re.++ {r} {})", regex(random, d)),
    }
}

/// A Boolean term.
pub(crate) fn formula(random: &mut Random, depth: usize) -> String {
    let d = depth.saturating_sub(1);
    match random.below(18) {
        0..=2 => format!("(= {} {})", string(random, d), string(random, d)),
        3 => format!("(not (= {} {}))", string(random, d), string(random, d)),
        4 => format!("(= {} {})", integer(random, d), integer(random, d)),
        5 => format!("(<= {} {})", integer(random, d), integer(random, d)),
        6 => format!("(< {} {})", integer(random, d), integer(random, d)),
        7 => format!("(str.prefixof {} {})", string(random, d), string(random, d)),
        8 => format!("(str.suffixof {} {})", string(random, d), string(random, d)),
        9 | 10 => format!("(str.contains {} {})", string(random, d), string(random, d)),
        11 => format!("(str.in_re {} {})", string(random, d), regex(random, 2)),
        12 => format!("(str.< {} {})", string(random, d), string(random, d)),
        13 => format!("(str.<= {} {})", string(random, d), string(random, d)),
        14 => format!("(str.is_digit {})", string(random, d)),
        15 => format!("(not {})", formula(random, d)),
        16 if depth > 0 => {
            let op = random.pick(&["and", "or", "=>", "xor", "="]);
            format!("({op} {} {})", formula(random, d), formula(random, d))
        }
        _ => format!("(not {})", formula(random, d)),
    }
}

/// A script that asserts a few random formulas; without `check-sat`.
pub(crate) fn script(random: &mut Random) -> String {
    let mut text = SYMBOLS.to_owned();
    for _ in 0..2 + random.below(4) {
        let depth = 1 + random.below(3);
        text.push_str(&format!("(assert {})\n", formula(random, depth)));
    }
    text
}

/// The words over `letters` up to a length.
fn words(letters: &str, longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = 0..1;
    for _ in 0..longest {
        let start = all.len();
        for index in last {
            for letter in letters.chars() {
                let mut word = all[index].clone();
                word.push(letter);
                all.push(word);
            }
        }
        last = start..all.len();
    }
    all
}

/// A model of the session's assertions among short words and small integers, if there is one.
pub(crate) fn short_model(session: &mut Session) -> Option<String> {
    let assertions: Vec<Term> = session.assertions().collect();
    short_model_of(session.parts().0, &assertions)
}

/// A model of the assertions, in which all symbols are strings and integers.
pub(crate) fn short_model_of(store: &TermStore, assertions: &[Term]) -> Option<String> {
    let symbols: Vec<Term> = postorder_all(store, assertions)
        .into_iter()
        .filter(|&term| matches!(store.op(term), Op::Apply(_)))
        .collect();
    let strings = symbols
        .iter()
        .filter(|&&symbol| store.sort(symbol) == Sort::String)
        .count();
    // Fewer symbols leave room for longer words.
    let pool = match strings {
        0 | 1 => words("ab0A1", 3),
        2 => words("ab0", 2),
        _ => words("ab", 2),
    };
    let integers = [-1i64, 0, 1, 2, 3];
    let mut choice = vec![0usize; symbols.len()];
    loop {
        let mut model = Model::new();
        let mut text = String::new();
        for (&symbol, &index) in symbols.iter().zip(&choice) {
            let Op::Apply(fun) = store.op(symbol) else {
                continue;
            };
            let value = if store.sort(symbol) == Sort::String {
                text.push_str(&format!("{}={:?} ", store.fun_name(fun), pool[index]));
                Value::string(&pool[index])
            } else {
                text.push_str(&format!("{}={} ", store.fun_name(fun), integers[index]));
                Value::from(integers[index])
            };
            model.set_constant(fun, value);
        }
        if check(store, &model.with_defaults(), assertions) == Verdict::Satisfied {
            return Some(text);
        }
        let mut place = 0;
        loop {
            if place == symbols.len() {
                return None;
            }
            let size = if store.sort(symbols[place]) == Sort::String {
                pool.len()
            } else {
                integers.len()
            };
            choice[place] += 1;
            if choice[place] < size {
                break;
            }
            choice[place] = 0;
            place += 1;
        }
    }
}
