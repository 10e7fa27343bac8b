//! Instances of Nielsen's graph with languages, and systems tried on all short words.

use super::super::super::meaning::Random;
use super::super::super::testing::{Bench, accepted_within, refused, words};
use super::*;

/// Mutants may have graphs without end.
const BUDGET: u64 = 2_000_000;

const AB: &str = "(re.* (str.to_re \"ab\"))";
const FROM_A: &str = "(re.++ (str.to_re \"a\") re.all)";
const FROM_B: &str = "(re.++ (str.to_re \"b\") re.all)";
const TO_A: &str = "(re.++ re.all (str.to_re \"a\"))";
const TO_B: &str = "(re.++ re.all (str.to_re \"b\"))";

fn in_re(x: &str, r: &str) -> String {
    format!("(str.in_re {x} {r})")
}

#[test]
fn accepted_instances() {
    let eq = |text: &str| format!("(= {text})");
    let cube = eq("(str.++ z y x) (str.++ x x z)");
    let turned = eq("(str.++ x y z) (str.++ z x x)");
    for (premises, backwards) in [
        (vec![eq("(str.++ x \"a\") (str.++ \"b\" x)")], "false"),
        (vec![eq("(str.++ x \"a\") (str.++ \"b\" x)")], "true"),
        (vec![eq("(str.++ x y \"a\") (str.++ y x \"b\")")], "false"),
        // Neither has no solution by itself.
        (
            vec![
                eq("(str.++ x \"a\") (str.++ \"a\" x)"),
                eq("(str.++ x \"b\") (str.++ \"b\" x)"),
                eq("x (str.++ y \"ab\" z)"),
            ],
            "false",
        ),
        (
            vec![eq("x (str.++ \"a\" y)"), eq("y (str.++ \"b\" x)")],
            "false",
        ),
        (
            vec![
                cube,
                in_re("x", FROM_B),
                in_re("y", FROM_A),
                in_re("z", FROM_B),
            ],
            "false",
        ),
        (
            vec![turned, in_re("x", TO_B), in_re("y", TO_A), in_re("z", TO_B)],
            "true",
        ),
        (
            vec![
                eq("(str.++ x y) (str.++ y x)"),
                in_re("x", FROM_A),
                in_re("y", FROM_B),
            ],
            "false",
        ),
        (
            vec![
                eq("(str.++ x \"ba\") (str.++ \"ba\" x)"),
                in_re("x", "(re.+ (str.to_re \"ab\"))"),
            ],
            "false",
        ),
        // Of a concatenation, and without an equation.
        (
            vec![eq("x (str.++ \"b\" y)"), in_re("(str.++ x z)", FROM_A)],
            "false",
        ),
        (
            vec![
                in_re("x", FROM_A),
                in_re("(str.++ x y)", AB),
                in_re("(str.++ x \"a\")", AB),
            ],
            "false",
        ),
    ] {
        let premises = format!("({})", premises.join(" "));
        accepted_within(
            BUDGET,
            &[(
                "sinew_nielsen",
                &premises,
                &format!("({backwards})"),
                "false",
            )],
        );
    }
}

#[test]
fn refused_instances() {
    let eq = |text: &str| format!("(= {text})");
    let cube = eq("(str.++ z y x) (str.++ x x z)");
    for premises in [
        vec![],
        vec![eq("(str.++ x \"a\") (str.++ \"a\" x)")],
        vec![
            eq("(str.++ x y) (str.++ y x)"),
            in_re("x", FROM_A),
            in_re("y", FROM_A),
        ],
        vec![
            eq("(str.++ x y) (str.++ y x)"),
            in_re("x", AB),
            in_re("y", "(re.* (str.to_re \"abab\"))"),
        ],
        vec![
            eq("(str.++ x y) (str.++ y z)"),
            in_re("x", AB),
            in_re("z", "(re.* (str.to_re \"ba\"))"),
        ],
        vec![
            cube,
            in_re("x", FROM_B),
            in_re("y", FROM_B),
            in_re("z", FROM_B),
        ],
        vec![eq("x (str.++ \"a\" y)"), eq("y (str.++ \"b\" z)")],
        vec![in_re("(str.++ x y)", AB), in_re("x", FROM_A)],
        // Not of this form.
        vec!["(not (= x x))".to_owned()],
        vec!["(= (str.len x) (+ 1 (str.len x)))".to_owned()],
        vec![in_re("x", "(str.to_re y)"), eq("\"a\" \"b\"")],
    ] {
        let premises = format!("({})", premises.join(" "));
        refused(&[
            ("sinew_nielsen", &premises, "(false)", "false"),
            ("sinew_nielsen", &premises, "(true)", "false"),
        ]);
    }
    refused(&[("sinew_nielsen", "((= \"a\" \"b\"))", "()", "false")]);
    refused(&[("sinew_nielsen", "((= \"a\" \"b\"))", "(x)", "false")]);
}

/// Equations and memberships, over the letters `a` and `b` and the variables `x`, `y`, `z`.
#[derive(Debug)]
struct System {
    equations: Vec<(String, String)>,
    members: Vec<(String, &'static str)>,
}

const POOL: [&str; 10] = [
    AB,
    FROM_A,
    FROM_B,
    TO_A,
    TO_B,
    "re.all",
    "(re.* (str.to_re \"a\"))",
    "(re.* (re.++ (re.range \"a\" \"b\") re.allchar))",
    "(re.comp (re.++ re.all (str.to_re \"aa\") re.all))",
    "(re.union (str.to_re \"\") (str.to_re \"b\"))",
];

impl System {
    fn random(random: &mut Random) -> System {
        let mut side = |from: &str, least: usize, more: usize| -> String {
            let length = least + random.below(more);
            let symbol = |_| from.as_bytes()[random.below(from.len())] as char;
            (0..length).map(symbol).collect()
        };
        let mut equations = vec![(side("abxyz", 1, 4), side("abxyz", 1, 4))];
        if side("a", 0, 2).is_empty() {
            equations.push((side("abxyz", 1, 4), side("abxyz", 0, 4)));
        }
        let mut strings = ["x", "y", "z"].map(str::to_owned);
        strings[2] += &side("xyz", 0, 2);
        let members = strings.map(|string| (string, POOL[random.below(POOL.len())]));
        System {
            equations,
            members: members.into(),
        }
    }

    fn premises(&self, bench: &mut Bench) -> Vec<Term> {
        let text = |side: &str| -> String {
            let parts = side.chars().map(|c| match c {
                'a' | 'b' => format!(" \"{c}\""),
                _ => format!(" {c}"),
            });
            format!("(str.++ \"\" \"\"{})", parts.collect::<String>())
        };
        let equations = self.equations.iter();
        let equations = equations.map(|(u, v)| format!("(= {} {})", text(u), text(v)));
        let members = self.members.iter();
        let members = members.map(|(string, language)| in_re(&text(string), language));
        let all = equations.chain(members);
        all.map(|text| bench.term(&text)).collect()
    }

    /// Whether words of `a` and `b` up to a length solve it.
    fn is_solved(&self, bench: &mut Bench, longest: usize) -> bool {
        let mut languages = Languages::new();
        let mut members: Vec<(&str, Re)> = Vec::new();
        for (string, language) in &self.members {
            let language = bench.term(language);
            let language = languages.read(&mut bench.terms, language);
            members.push((string, language.expect("a language")));
        }
        let words = words(longest);
        let mut solves = |values: [&Vec<u32>; 3]| {
            let equal = |(u, v): &(String, String)| word(u, &values) == word(v, &values);
            let mut member = |(string, re): &(&str, Re)| {
                let word = word(string, &values);
                let accepts = languages.accepts(&mut bench.terms, *re, &word);
                accepts.expect("no limit")
            };
            self.equations.iter().all(equal) && members.iter().all(&mut member)
        };
        words.iter().any(|x| {
            let mut others = words.iter();
            others.any(|y| words.iter().any(|z| solves([x, y, z])))
        })
    }
}

/// A side with words for the variables.
fn word(side: &str, values: &[&Vec<u32>; 3]) -> Vec<u32> {
    let mut word = Vec::new();
    for c in side.chars() {
        match "xyz".find(c) {
            Some(at) => word.extend(values[at]),
            None => word.push(c as u32),
        }
    }
    word
}

/// Random systems with random languages: what is refuted has no solution in short words.
#[test]
fn what_is_refuted_has_no_solution() {
    let mut random = Random::new();
    let (mut refuted, mut solved, mut open) = (0, 0, 0);
    for _ in 0..300 {
        let mut bench =
            Bench::new("(declare-const x String)(declare-const y String)(declare-const z String)");
        let system = System::random(&mut random);
        let premises = system.premises(&mut bench);
        let has_solution = system.is_solved(&mut bench, 3);
        let mut found = false;
        for backwards in [false, true] {
            let flag = bench.terms.boolean(backwards).expect("a term");
            bench.terms.set_budget(60_000);
            found |= nielsen(&mut bench.terms, &premises, &[flag]).is_ok();
            bench.terms.set_budget(100_000_000);
        }
        assert!(!(found && has_solution), "{system:?}");
        refuted += usize::from(found);
        solved += usize::from(has_solution);
        open += usize::from(!found && !has_solution);
    }
    assert!(
        refuted > 60 && solved > 30 && open < 90,
        "{refuted} {solved} {open}"
    );
}
