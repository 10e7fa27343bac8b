//! Families of random formulas, each over names of its own with values planted for them.

use std::cell::RefCell;

use sinew_base::Random;

use crate::random;

/// A name that formulas may use.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub(crate) name: String,
    pub(crate) params: &'static str,
    pub(crate) sort: &'static str,
    /// Its definition in the planted model.
    pub(crate) planted: String,
    /// The planted value, if it is a string.
    word: String,
}

impl Name {
    pub(crate) fn string(name: &str, word: &str) -> Name {
        Name {
            name: name.to_owned(),
            params: "",
            sort: "String",
            planted: format!("(define-fun {name} () String \"{word}\")"),
            word: word.to_owned(),
        }
    }

    pub(crate) fn value(name: &str, sort: &'static str, value: &str) -> Name {
        Name {
            planted: format!("(define-fun {name} () {sort} {value})"),
            sort,
            ..Name::string(name, "")
        }
    }

    fn integer(name: &str, value: i64) -> Name {
        match value < 0 {
            true => Name::value(name, "Int", &format!("(- {})", -value)),
            false => Name::value(name, "Int", &value.to_string()),
        }
    }

    fn function(name: &str, params: &'static str, sort: &'static str, planted: &str) -> Name {
        Name {
            params,
            sort,
            planted: planted.to_owned(),
            ..Name::string(name, "")
        }
    }
}

/// Names to choose from, which of them have another meaning here, and what was chosen.
pub(crate) struct Names<'a> {
    pub(crate) all: &'a [Name],
    pub(crate) taken: &'a dyn Fn(&Name) -> bool,
    pub(crate) used: RefCell<Vec<usize>>,
}

impl Names<'_> {
    /// Where the names of this sort are that can be used.
    fn of(&self, sort: &str) -> Vec<usize> {
        let used = self.used.borrow();
        let clashes = |at: usize| {
            let same = |&other: &usize| other != at && self.all[other].name == self.all[at].name;
            used.iter().any(same)
        };
        let fits = |name: &Name| name.sort == sort && name.params.is_empty();
        (0..self.all.len())
            .filter(|&at| fits(&self.all[at]) && !clashes(at) && !(self.taken)(&self.all[at]))
            .collect()
    }

    fn take(&self, at: usize) -> String {
        self.used.borrow_mut().push(at);
        self.all[at].name.clone()
    }

    fn pick(&self, random: &mut Random, sort: &str) -> String {
        let usable = self.of(sort);
        match (usable.is_empty(), sort) {
            (false, _) => self.take(*random.pick(&usable)),
            (true, "String") => "\"a\"".to_owned(),
            (true, "Int") => "1".to_owned(),
            (true, _) => "true".to_owned(),
        }
    }
}

/// A kind of formulas.
#[derive(Clone, Copy)]
pub(crate) struct Family {
    pub(crate) name: &'static str,
    pub(crate) weight: usize,
    pub(crate) names: fn(&mut Random) -> Vec<Name>,
    pub(crate) formula: fn(&mut Random, &Names<'_>) -> String,
}

/// All families but the mutants, which need files.
pub(crate) const FAMILIES: &[Family] = &[
    Family {
        name: "lengths",
        weight: 6,
        names: length_names,
        formula: length_clause,
    },
    Family {
        name: "traces",
        weight: 3,
        names: trace_names,
        formula: trace,
    },
    Family {
        name: "words",
        weight: 3,
        names: word_names,
        formula: equation,
    },
    Family {
        name: "conversions",
        weight: 2,
        names: conversion_names,
        formula: conversion,
    },
    Family {
        name: "memberships",
        weight: 3,
        names: word_names,
        formula: membership,
    },
    Family {
        name: "functions",
        weight: 2,
        names: function_names,
        formula: function,
    },
    Family {
        name: "operators",
        weight: 3,
        names: operator_names,
        formula: |random, _| {
            let depth = 1 + random.below(3);
            random::formula(random, depth)
        },
    },
    Family {
        name: "pool",
        weight: 4,
        names: pool_names,
        formula: pool,
    },
    Family {
        name: "skeletons",
        weight: 3,
        names: pool_names,
        formula: skeleton,
    },
];

/// Truth values, as they are written.
pub(crate) const TRUTHS: &[&str] = &["true", "false"];

/// A word over few letters.
fn word(random: &mut Random, letters: &str, longest: usize) -> String {
    let letters: Vec<char> = letters.chars().collect();
    (0..random.below(longest + 1))
        .map(|_| *random.pick(&letters))
        .collect()
}

// Comparisons of lengths, around the lengths that are tried first.

const LENGTHS: &[i64] = &[8, 8, 32, 32, 128, 7, 9, 31, 33, 127, 129];

fn length_names(random: &mut Random) -> Vec<Name> {
    let count = 4 + random.below(10);
    let mut names: Vec<Name> = (0..count)
        .map(|at| {
            let length = match random.chance(1, 4) {
                true => 0,
                false => (*random.pick(LENGTHS) + random.range(-1, 1)) as usize,
            };
            Name::string(&format!("x{at}"), &"a".repeat(length))
        })
        .collect();
    names.push(Name::integer("n", random.range(-1, 40)));
    names
}

fn length_literal(random: &mut Random, names: &Names<'_>) -> String {
    let x = format!("(str.len {})", names.pick(random, "String"));
    let bound = *random.pick(LENGTHS);
    let op = *random.pick(&["<=", "<=", ">", ">", "<", ">=", "="]);
    match random.below(24) {
        0 => format!("(not (= {x} {bound}))"),
        1 => format!("({op} {x} (str.len {}))", names.pick(random, "String")),
        2 => format!(
            "({op} (+ {x} (str.len {})) {bound})",
            names.pick(random, "String")
        ),
        3 => format!("({op} (* 2 {x}) (+ n {bound}))"),
        4 => format!("(= n (div n {}))", 2 + random.below(9)),
        5 => format!("(= (mod {x} 2) {})", random.below(2)),
        6 => format!(
            "(str.<= \"{}\" {})",
            word(random, "ab0", 3),
            names.pick(random, "String")
        ),
        7 => format!(
            "(str.in_re {} (re.* (str.to_re \"{}\")))",
            names.pick(random, "String"),
            random.pick(&["ab", "a", "aa"])
        ),
        _ => format!("({op} {x} {bound})"),
    }
}

fn length_clause(random: &mut Random, names: &Names<'_>) -> String {
    let count = 1 + random.below(3);
    let literals: Vec<String> = (0..count).map(|_| length_literal(random, names)).collect();
    match &literals[..] {
        [only] => only.clone(),
        _ => format!("(or {})", literals.join(" ")),
    }
}

// Programs that take strings apart.

const TEXTS: &[&str] = &[
    "http://a.bc/d?e=1",
    "name,12,,x",
    "2024-02-29",
    "k=v; id=07; p",
    "GET /a/b HTTP",
    "(a:1,b:22)",
    "",
];

fn trace_names(random: &mut Random) -> Vec<Name> {
    let text = *random.pick(TEXTS);
    let part = |random: &mut Random| {
        let from = random.below(text.len() + 1);
        let to = from + random.below(text.len() + 1 - from);
        text[from..to].to_owned()
    };
    let mut names = vec![Name::string("url", text)];
    for name in ["key", "val", "rest"] {
        names.push(Name::string(name, &part(random)));
    }
    for name in ["i", "j", "k"] {
        names.push(Name::integer(name, random.range(-1, text.len() as i64)));
    }
    names
}

fn slice(random: &mut Random, names: &Names<'_>, depth: usize) -> String {
    let s = match depth {
        0 => return names.pick(random, "String"),
        _ => slice(random, names, depth - 1),
    };
    let mark = separator(random);
    match random.below(7) {
        0 => s,
        1 => format!("(str.substr {s} 0 (str.indexof {s} {mark} 0))"),
        2 => format!("(str.substr {s} (+ (str.indexof {s} {mark} 0) 1) (str.len {s}))"),
        3 => format!(
            "(str.substr {s} {} {})",
            names.pick(random, "Int"),
            names.pick(random, "Int")
        ),
        4 => format!("(str.at {s} {})", names.pick(random, "Int")),
        5 => format!("(str.replace {s} {mark} {})", separator(random)),
        _ => format!("(str.++ {s} {mark})"),
    }
}

fn separator(random: &mut Random) -> String {
    let marks = ["/", "=", ",", "-", ";", ":", "a", "://", "?", " "];
    format!("\"{}\"", random.pick(&marks))
}

fn trace(random: &mut Random, names: &Names<'_>) -> String {
    let depth = 1 + random.below(2);
    let s = slice(random, names, depth);
    let i = names.pick(random, "Int");
    match random.below(9) {
        0 | 1 => format!("(= {} {s})", names.pick(random, "String")),
        2 => format!("(= {i} (str.indexof {s} {} 0))", separator(random)),
        3 => format!("(= (str.len {s}) {i})"),
        4 => format!("(str.contains {s} {})", separator(random)),
        5 => format!("(str.prefixof {} {s})", separator(random)),
        6 => format!("(str.suffixof {s} {})", names.pick(random, "String")),
        7 => format!(
            "(< {i} (str.indexof {s} {} {}))",
            separator(random),
            names.pick(random, "Int")
        ),
        _ => format!("(= (str.to_int {s}) {i})"),
    }
}

// Word equations that hold in the planted model, and memberships.

fn word_names(random: &mut Random) -> Vec<Name> {
    let names = ["x", "y", "z", "w"].map(|name| Name::string(name, &word(random, "ab", 3)));
    names.into_iter().chain([Name::integer("i", 2)]).collect()
}

/// A concatenation whose planted value is the word.
fn covering(random: &mut Random, names: &Names<'_>, word: &str) -> String {
    let (mut parts, mut rest) = (Vec::new(), word);
    loop {
        let mut fitting = names.of("String");
        fitting.retain(|&at| rest.starts_with(&names.all[at].word));
        if !fitting.is_empty() && random.chance(3, 4) {
            let at = *random.pick(&fitting);
            parts.push(names.take(at));
            rest = &rest[names.all[at].word.len()..];
        } else if !rest.is_empty() {
            parts.push(format!("\"{}\"", &rest[..1]));
            rest = &rest[1..];
        }
        if rest.is_empty() || parts.len() > 6 {
            break;
        }
    }
    parts.push(format!("\"{rest}\""));
    format!("(str.++ {} \"\")", parts.join(" "))
}

fn equation(random: &mut Random, names: &Names<'_>) -> String {
    if random.chance(1, 4) {
        return membership(random, names);
    }
    let (x, y) = (names.pick(random, "String"), names.pick(random, "String"));
    let value = |name: &str| {
        let found = names.all.iter().find(|n| n.name == name);
        found.map_or("a".to_owned(), |n| n.word.clone())
    };
    let literal = word(random, "ab", 2);
    let whole = format!("{}{literal}{}", value(&x), value(&y));
    let left = format!("(str.++ {x} \"{literal}\" {y})");
    format!("(= {left} {})", covering(random, names, &whole))
}

fn membership(random: &mut Random, names: &Names<'_>) -> String {
    let (x, y) = (names.pick(random, "String"), names.pick(random, "String"));
    match random.below(6) {
        0 => format!("(str.in_re (str.++ {x} {y}) {})", random::regex(random, 2)),
        1 => format!("(= (str.len {x}) {})", random.below(5)),
        2 => format!("(= (str.len {x}) (str.len {y}))"),
        _ => format!("(str.in_re {x} {})", random::regex(random, 3)),
    }
}

// Conversions.

fn conversion_names(random: &mut Random) -> Vec<Name> {
    let mut names = Vec::new();
    for name in ["s", "t"] {
        let letters = *random.pick(&["0123456789", "01", "09a"]);
        names.push(Name::string(name, &word(random, letters, 4)));
    }
    for name in ["i", "j"] {
        let value = *random.pick(&[-1, 0, 7, 9, 10, 48, 57, 97, 99, 100, 1234]);
        names.push(Name::integer(name, value));
    }
    names
}

fn conversion(random: &mut Random, names: &Names<'_>) -> String {
    let (s, t) = (names.pick(random, "String"), names.pick(random, "String"));
    let (i, n) = (
        names.pick(random, "Int"),
        random.pick(&[-1i64, 0, 9, 10, 99, 100]).to_string(),
    );
    let op = *random.pick(&["=", "<=", "<", ">"]);
    match random.below(10) {
        0 => format!("({op} (str.to_int {s}) {i})"),
        1 => format!("({op} (str.to_int {s}) {n})"),
        2 => format!("(= (str.from_int {i}) {s})"),
        3 => format!("(= (str.from_int (str.to_int {s})) {s})"),
        4 => format!("({op} (str.to_code {s}) {i})"),
        5 => format!("(= (str.from_code {i}) (str.at {t} {}))", random.below(3)),
        6 => format!("(str.is_digit (str.at {s} {}))", random.below(3)),
        7 => format!("({op} {i} (+ (str.len {s}) {n}))"),
        8 => format!("(str.prefixof (str.from_int {i}) {t})"),
        _ => format!("(= (str.to_int (str.++ {s} {t})) {i})"),
    }
}

// Uninterpreted functions.

fn function_names(random: &mut Random) -> Vec<Name> {
    let mut names = word_names(random);
    names.push(Name::integer("j", random.range(-1, 3)));
    let f = "(define-fun f ((s String)) String (str.replace s \"a\" \"b\"))";
    let g = "(define-fun g ((n Int) (s String)) Int (+ n (str.len s)))";
    let p = "(define-fun p ((s String)) Bool (str.prefixof \"a\" s))";
    names.push(Name::function("f", "String", "String", f));
    names.push(Name::function("g", "Int String", "Int", g));
    names.push(Name::function("p", "String", "Bool", p));
    names
}

fn function(random: &mut Random, names: &Names<'_>) -> String {
    let (x, y) = (names.pick(random, "String"), names.pick(random, "String"));
    let i = names.pick(random, "Int");
    let n = random.below(4);
    match random.below(9) {
        0 => format!("(= (f {x}) {y})"),
        1 => format!("(= (f {x}) (f {y}))"),
        2 => format!("(= (f (f {x})) {y})"),
        3 => format!("(= (g {i} {x}) {n})"),
        4 => format!("(< (g {n} {x}) (g {i} {y}))"),
        5 => format!("(p {x})"),
        6 => format!("(= {x} (str.++ {y} \"{}\"))", word(random, "ab", 2)),
        7 => format!("(= (str.len {x}) {i})"),
        _ => format!("(= (p {x}) (p (f {y})))"),
    }
}

// Everything else.

fn operator_names(random: &mut Random) -> Vec<Name> {
    let strings = ["x", "y", "z"].map(|name| Name::string(name, &word(random, "ab0A", 3)));
    let integers = ["i", "j"].map(|name| Name::integer(name, random.range(-1, 4)));
    strings.into_iter().chain(integers).collect()
}

/// The names `u` and `v` have one sort here and another there.
fn pool_names(random: &mut Random) -> Vec<Name> {
    let mut names = operator_names(random);
    for name in ["u", "v"] {
        names.push(Name::string(name, &word(random, "ab1", 2)));
        names.push(Name::integer(name, random.range(0, 3)));
        names.push(Name::value(name, "Bool", random.pick::<&str>(TRUTHS)));
    }
    for name in ["p", "q"] {
        names.push(Name::value(name, "Bool", random.pick::<&str>(TRUTHS)));
    }
    names
}

/// A formula from a small pool, so that queries repeat.
fn pool(random: &mut Random, names: &Names<'_>) -> String {
    let (x, y) = (names.pick(random, "String"), names.pick(random, "String"));
    let (i, p) = (names.pick(random, "Int"), names.pick(random, "Bool"));
    let n = random.below(4);
    let w = *random.pick(&["\"\"", "\"a\"", "\"b\"", "\"ab\"", "\"12\""]);
    match random.below(20) {
        0 => format!("(= {x} (str.++ {y} {w}))"),
        1 => format!("(str.contains {x} {w})"),
        2 => format!("(str.prefixof {w} {x})"),
        3 => format!("(= (str.at {x} {n}) {w})"),
        4 => format!("(= (str.len {x}) (+ {i} {n}))"),
        5 => format!("(> {i} {n})"),
        6 => format!("(= (str.indexof {x} {w} {n}) {i})"),
        7 => format!("(= (str.to_int {x}) {i})"),
        8 => format!("(str.in_re {x} (re.* (re.union (str.to_re {w}) (re.range \"a\" \"c\"))))"),
        9 => format!("(= (str.substr {x} {n} 2) {y})"),
        10 => format!("(=> {p} (= {x} {w}))"),
        11 => format!("(or {p} (< (str.len {x}) {n}))"),
        12 => format!("(= (div {i} 0) {n})"),
        13 | 14 => p,
        15 => {
            format!("(forall ((k Int)) (=> (and (<= 0 k) (< k {i})) (not (= (str.at {x} k) {w}))))")
        }
        16 => format!("(exists ((s String)) (= {x} (str.++ s {w})))"),
        17 => format!("(= (h {n}) {i})"),
        18 => format!("(= (h 2) {})", 1 + 2 * n),
        _ => format!("(= (str.len {x}) {n})"),
    }
}

fn skeleton(random: &mut Random, names: &Names<'_>) -> String {
    let atom = |random: &mut Random| match random.below(5) {
        0 => names.pick(random, "Bool"),
        1 => length_literal(random, names).replace(" n ", " 3 "),
        2 => membership(random, names),
        3 => format!("(not {})", pool(random, names)),
        _ => pool(random, names),
    };
    let op = *random.pick(&["and", "or", "or", "=>", "xor", "=", "ite"]);
    let count = if op == "ite" { 3 } else { 2 };
    let parts: Vec<String> = (0..count).map(|_| atom(random)).collect();
    format!("({op} {})", parts.join(" "))
}
