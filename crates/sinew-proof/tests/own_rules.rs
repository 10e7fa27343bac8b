//! The instances of our own rules in `proofs`, under our checker, and under Ethos where it is at hand.

use std::path::{Path, PathBuf};
use std::process::Command;

use sinew_proof::cpc::{Verdict, check, reprint};

const ACCEPTED: &str = include_str!("../../../proofs/accepted.eo");
const REFUSED: &str = include_str!("../../../proofs/refused.eo");
const SIGNATURE: &str = include_str!("../../../proofs/sinew.eo");

/// The lines before the steps, and the steps.
fn parts(text: &str) -> (String, Vec<&str>) {
    let lines = || text.lines().filter(|line| !line.starts_with(';'));
    let before: Vec<&str> = lines().filter(|line| !line.starts_with("(step")).collect();
    let steps = lines().filter(|line| line.starts_with("(step")).collect();
    (before.join("\n") + "\n", steps)
}

/// A problem that asserts what is assumed.
fn problem(before: &str) -> String {
    let mut problem = String::new();
    for line in before.lines() {
        if let Some(rest) = line.strip_prefix("(assume ") {
            let formula = rest.split_once(' ').map_or("", |(_, formula)| formula);
            problem += &format!("(assert {formula}\n");
        } else if let Some(rest) = line.strip_prefix("(define ") {
            let (name, body) = rest.split_once(" () ").expect("a definition");
            problem += &format!("(define-const {name} RegLan {body}\n");
        } else {
            problem += line;
            problem.push('\n');
        }
    }
    problem
}

/// What is given to our checker: definitions are the problem's.
fn own(before: &str, step: &str) -> Verdict {
    let assumptions: Vec<&str> = before
        .lines()
        .filter(|line| line.starts_with("(assume"))
        .collect();
    let proof = format!("{}\n{step}", assumptions.join("\n"));
    check(&problem(before), &proof, 50_000_000)
}

#[test]
fn our_checker_agrees() {
    let (before, steps) = parts(ACCEPTED);
    assert!(steps.len() > 12);
    for step in steps {
        match own(&before, step) {
            Verdict::Checked => assert!(step.contains(" false :rule"), "{step}"),
            Verdict::Refused(refusal) if refusal.rule.is_empty() => {}
            other => panic!("{step}: {other:?}"),
        }
    }
    let (before, steps) = parts(REFUSED);
    assert!(steps.len() > 18);
    for step in steps {
        match own(&before, step) {
            Verdict::Refused(refusal) => assert!(refusal.rule.starts_with("sinew_"), "{refusal}"),
            other => panic!("{step}: {other:?}"),
        }
    }
}

/// A folder with our signature and CPC's, where Ethos can run; nothing if it is not installed.
#[allow(clippy::print_stderr)]
fn workplace(name: &str) -> Option<PathBuf> {
    let signatures = std::env::var_os("SINEW_CPC");
    let ethos = Command::new("ethos").arg("--help").output().is_ok();
    let (Some(signatures), true) = (signatures, ethos) else {
        eprintln!("skipped: `ethos` is not on the PATH, or SINEW_CPC is not set");
        return None;
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let signature = SIGNATURE.replace("cpc/Cpc.eo", &format!("{}/Cpc.eo", signatures.display()));
    std::fs::write(folder.join("sinew.eo"), signature).expect("writable");
    Some(folder)
}

/// Whether Ethos finds the proof correct.
fn ethos(folder: &Path, proof: &str) -> bool {
    std::fs::write(folder.join("proof.eo"), proof).expect("writable");
    let output = Command::new("ethos")
        .arg("proof.eo")
        .current_dir(folder)
        .output()
        .expect("ethos runs");
    String::from_utf8_lossy(&output.stdout).contains("correct")
        && !String::from_utf8_lossy(&output.stdout).contains("incorrect")
        && output.status.success()
}

#[test]
fn ethos_agrees() {
    let Some(folder) = workplace("own-rules") else {
        return;
    };
    let head = "(include \"sinew.eo\")\n";
    let (before, steps) = parts(ACCEPTED);
    assert!(ethos(
        &folder,
        &format!("{head}{before}{}", steps.join("\n"))
    ));
    let (before, steps) = parts(REFUSED);
    for step in steps {
        assert!(!ethos(&folder, &format!("{head}{before}{step}")), "{step}");
    }
}

#[test]
fn ethos_accepts_the_recorded_proofs() {
    let Some(folder) = workplace("recorded") else {
        return;
    };
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    for name in ["equations", "lengths", "memberships", "functions", "cases"] {
        let problem = recorded.join(format!("{name}.smt2"));
        let proof = std::fs::read_to_string(recorded.join(format!("{name}.eo"))).expect("a proof");
        let text = std::fs::read_to_string(&problem).expect("a problem");
        let printed = reprint(&text, &proof, 10_000_000).expect("accepted");
        // Without the parentheses around the whole proof, and with the declarations of the problem alone.
        let proof = proof.trim().trim_start_matches('(').trim_end_matches(')');
        let lines: Vec<&str> = (proof.lines())
            .filter(|line| !line.starts_with("(declare-"))
            .collect();
        let proof = lines.join("\n");
        let head = format!(
            "(include \"sinew.eo\")\n(reference \"{}\")\n",
            problem.display()
        );
        assert!(ethos(&folder, &format!("{head}{proof}")), "{name}");
        assert!(
            ethos(&folder, &format!("{head}{printed}")),
            "{name}:\n{printed}"
        );
    }
}
