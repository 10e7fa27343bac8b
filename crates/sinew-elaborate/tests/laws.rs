//! The yardstick: every law of the simplifier has instances in its tests; each application of the law there is derived and accepted by the
//! checker, or the law is in `trusted.txt`. The list must be exact, so that it can only shrink. Where Ethos is at hand, it must accept what
//! is derived as well.

mod instances;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use instances::{DECLARATIONS, instances, lines, steps};
use sinew_elaborate::Elaborator;
use sinew_proof::cpc::to_text;
use sinew_smtlib::{Environment, parse_script, parse_term, print_term};
use sinew_term::{Term, TermStore};

const TRUSTED: &str = include_str!("../trusted.txt");
const SIGNATURE: &str = include_str!("../../../proofs/sinew.eo");

/// Whether the step is derived.
fn derives(store: &TermStore, law: &str, from: Term, to: Term) -> bool {
    let mut proof = Elaborator::new(3_000_000);
    let (Ok(left), Ok(right)) = (proof.term(store, from), proof.term(store, to)) else {
        return false;
    };
    match proof.rewrite(law, left, right) {
        Ok(fact) => {
            assert_eq!(proof.sides(fact), Some((left, right)), "{law}");
            true
        }
        Err(_) => false,
    }
}

/// For each law, what was not derived.
fn failures() -> BTreeMap<&'static str, Vec<String>> {
    let only = std::env::var("SINEW_LAW").ok();
    let mut failures: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for (law, text) in instances() {
        if only.as_deref().is_some_and(|only| only != law) {
            continue;
        }
        let mut store = TermStore::new();
        let failed = failures.entry(law).or_default();
        for (fired, from, to) in steps(&mut store, text) {
            if fired == law && !derives(&store, law, from, to) {
                let sides = [from, to].map(|side| print_term(&store, side));
                failed.push(format!("{} ⟶ {}", sides[0], sides[1]));
            }
        }
    }
    failures
}

#[test]
fn laws_are_derived_or_listed() {
    let laws = lines(TRUSTED).filter_map(|line| line.strip_prefix("law "));
    let trusted: BTreeSet<&str> = laws.collect();
    let failures = failures();
    let mut wrong = Vec::new();
    for (law, failed) in &failures {
        match (failed.is_empty(), trusted.contains(law)) {
            (false, false) => wrong.push(format!("{law} is not derived: {failed:#?}")),
            (true, true) => wrong.push(format!("{law} is derived, and need not be listed")),
            _ => {}
        }
    }
    for law in trusted.iter().filter(|law| !failures.contains_key(**law)) {
        wrong.push(format!("{law} is no law"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Rewrites that occur in most problems, and what their derivations may cost: they are made by their shape, not searched for.
const CHEAP: &[(&str, &str, u64)] = &[
    (
        "(not (not (= x (str.++ y z \"a\"))))",
        "(= x (str.++ y z \"a\"))",
        400,
    ),
    (
        "(= (str.len (str.substr x i j)) 0)",
        "(= (str.substr x i j) \"\")",
        600,
    ),
    (
        "(= (ite (str.contains x y) 1 0) 0)",
        "(not (str.contains x y))",
        600,
    ),
    (
        "(= 1 (ite (str.contains x y) 1 0))",
        "(str.contains x y)",
        600,
    ),
    (
        "(>= (ite (str.contains x y) i 0) 1)",
        "(and (str.contains x y) (>= i 1))",
        600,
    ),
    (
        "(= (str.++ \"abc\" x \"def\") (str.++ \"abd\" y \"f\"))",
        "(= (str.++ \"c\" x \"de\") (str.++ \"d\" y))",
        1_500,
    ),
    (
        "(= (str.++ x \"ab\" y) (str.++ x \"abc\" y))",
        "(= \"\" \"c\")",
        1_500,
    ),
    ("(= (str.++ x y z) x)", "(= \"\" (str.++ y z))", 1_500),
    (
        "(= (str.substr x 0 2) \"ab\")",
        "(str.prefixof \"ab\" x)",
        800,
    ),
    (
        "(str.suffixof \"ab\" x)",
        "(= \"ab\" (str.substr x (+ (str.len x) (- 2)) 2))",
        800,
    ),
    (
        "(str.in_re x (re.++ (re.opt (str.to_re \"a\")) (re.union (str.to_re \"b\") (str.to_re \"c\"))))",
        "(or (= x \"ab\") (= x \"ac\") (= x \"b\") (= x \"c\"))",
        2_500,
    ),
];

#[test]
fn what_is_common_costs_little() {
    for &(left, right, work) in CHEAP {
        let (mut store, mut env) = (TermStore::new(), Environment::new());
        parse_script(&mut store, &mut env, DECLARATIONS).expect("declarations");
        let [left, right] =
            [left, right].map(|text| parse_term(&mut store, &env, text).expect("a term"));
        let mut proof = Elaborator::new(1_000_000);
        let sides = [left, right].map(|side| proof.term(&store, side).expect("within the budget"));
        let before = proof.checker().terms().budget();
        let found = proof.rewrite("none", sides[0], sides[1]);
        let spent = before - proof.checker().terms().budget();
        assert!(found.is_ok(), "{}", print_term(&store, left));
        assert!(spent <= work, "{}: {spent}", print_term(&store, left));
    }
}

/// What is not so is not derived.
#[test]
fn nothing_else_is_derived() {
    let wrong = [
        ("(str.++ x \"a\")", "(str.++ \"a\" x)"),
        ("(str.substr x 0 2)", "x"),
        ("(>= (str.len x) 2)", "(not (= x \"\"))"),
        ("(str.replace x y z)", "(str.++ z x)"),
        ("(str.contains x y)", "(= x y)"),
        (
            "(str.in_re x (re.* (str.to_re \"ab\")))",
            "(str.in_re x (re.+ (str.to_re \"ab\")))",
        ),
        ("(and p (or q r))", "(or q r)"),
        ("(ite p i j)", "(ite q i j)"),
        ("(>= (* 2 i) 3)", "(>= i 1)"),
        ("(>= (str.indexof x y 0) 1)", "(str.contains x y)"),
    ];
    for (left, right) in wrong {
        let (mut store, mut env) = (TermStore::new(), Environment::new());
        parse_script(&mut store, &mut env, DECLARATIONS).expect("declarations");
        let [left, right] =
            [left, right].map(|text| parse_term(&mut store, &env, text).expect("a term"));
        assert!(
            !derives(&store, "none", left, right),
            "{}",
            print_term(&store, left)
        );
    }
}

/// The derivation as text that ends in the equation, if there is one.
fn script(store: &TermStore, law: &str, from: Term, to: Term) -> Option<String> {
    let mut proof = Elaborator::new(3_000_000);
    proof.checker().keep_script();
    let (left, right) = (proof.term(store, from).ok()?, proof.term(store, to).ok()?);
    let fact = proof.rewrite(law, left, right).ok()?;
    let script = proof.checker().script();
    let formula = proof.checker().formula(fact)?;
    let last = script
        .rsplit("(step")
        .next()?
        .split_whitespace()
        .next()?
        .to_owned();
    let formula = to_text(proof.checker().terms(), formula);
    Some(format!(
        "{script}(step @goal {formula} :rule trans :premises ({last}))\n"
    ))
}

/// A folder with our signature and CPC's, where Ethos can run; nothing if it is not installed.
#[allow(clippy::print_stderr)]
fn workplace() -> Option<PathBuf> {
    let signatures = std::env::var_os("SINEW_CPC");
    let ethos = Command::new("ethos").arg("--help").output().is_ok();
    let (Some(signatures), true) = (signatures, ethos) else {
        eprintln!("skipped: `ethos` is not on the PATH, or SINEW_CPC is not set");
        return None;
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("laws");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let signature = SIGNATURE.replace("cpc/Cpc.eo", &format!("{}/Cpc.eo", signatures.display()));
    std::fs::write(folder.join("sinew.eo"), signature).expect("writable");
    Some(folder)
}

/// Ethos' complaint about a proof.
fn complaint(folder: &Path, proof: &str) -> Option<String> {
    std::fs::write(folder.join("proof.eo"), proof).expect("writable");
    let output = Command::new("ethos")
        .arg("proof.eo")
        .current_dir(folder)
        .output()
        .expect("ethos runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    (!output.status.success() || !text.contains("correct") || text.contains("incorrect"))
        .then_some(text)
}

#[test]
fn ethos_accepts_the_derivations() {
    let Some(folder) = workplace() else {
        return;
    };
    let only = std::env::var("SINEW_LAW").ok();
    let head = format!("(include \"sinew.eo\")\n{DECLARATIONS}\n");
    let mut wrong = Vec::new();
    for (law, text) in instances() {
        if only.as_deref().is_some_and(|only| only != law) {
            continue;
        }
        let mut store = TermStore::new();
        for (fired, from, to) in steps(&mut store, text) {
            if fired != law {
                continue;
            }
            let Some(script) = script(&store, law, from, to) else {
                continue;
            };
            if let Some(why) = complaint(&folder, &format!("{head}{script}")) {
                wrong.push(format!("{law}: {text}\n{why}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
