//! House rules as tests: the crates' dependency edges, and how source files open.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which of our crates each of our crates may use. A new edge is a decision: see ARCHITECTURE.md.
const EDGES: &[(&str, &[&str])] = &[
    ("sinew-base", &[]),
    ("sinew-term", &["sinew-base"]),
    ("sinew-smtlib", &["sinew-base", "sinew-term"]),
    ("sinew-semantics", &["sinew-term"]),
    ("sinew-regex", &["sinew-base"]),
    (
        "sinew-simplify",
        &["sinew-base", "sinew-term", "sinew-regex"],
    ),
    ("sinew-sat", &["sinew-base"]),
    ("sinew-arith", &["sinew-base"]),
    ("sinew-proof", &[]),
    (
        "sinew-engine",
        &[
            "sinew-base",
            "sinew-term",
            "sinew-sat",
            "sinew-arith",
            "sinew-proof",
        ],
    ),
    (
        "sinew-arms",
        &[
            "sinew-base",
            "sinew-term",
            "sinew-regex",
            "sinew-simplify",
            "sinew-sat",
            "sinew-arith",
            "sinew-engine",
        ],
    ),
    (
        "sinew",
        &[
            "sinew-base",
            "sinew-term",
            "sinew-smtlib",
            "sinew-semantics",
            "sinew-regex",
            "sinew-simplify",
            "sinew-engine",
            "sinew-arms",
            "sinew-proof",
        ],
    ),
    (
        "fray",
        &[
            "sinew-base",
            "sinew-term",
            "sinew-smtlib",
            "sinew-semantics",
            "sinew-regex",
        ],
    ),
];

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .expect("the workspace exists")
}

fn metadata() -> serde_json::Value {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .current_dir(workspace())
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("cargo prints JSON")
}

#[test]
fn dependency_edges_are_those_of_the_architecture() {
    let allowed: BTreeMap<_, _> = EDGES.iter().copied().collect();
    let metadata = metadata();
    for package in metadata["packages"].as_array().expect("packages") {
        let name = package["name"].as_str().expect("a name");
        let allowed = allowed
            .get(name)
            .unwrap_or_else(|| panic!("crate {name} is not in the architecture"));
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let target = dependency["name"].as_str().expect("a name");
            let ours = EDGES.iter().any(|(crate_name, _)| *crate_name == target);
            // What a crate's tests use binds nobody else.
            if ours && dependency["kind"].is_null() {
                assert!(allowed.contains(&target), "{name} must not use {target}");
            }
        }
    }
}

#[test]
fn crates_appear_after_what_they_use() {
    for (position, (name, uses)) in EDGES.iter().enumerate() {
        for used in *uses {
            let earlier = EDGES[..position]
                .iter()
                .any(|(crate_name, _)| crate_name == used);
            assert!(earlier, "{name} uses {used}, which comes later");
        }
    }
}

#[test]
fn what_checks_shares_nothing_with_what_it_checks() {
    for checker in ["sinew-semantics", "sinew-proof"] {
        let (_, uses) = EDGES
            .iter()
            .find(|(name, _)| *name == checker)
            .expect("listed");
        for solver in [
            "sinew-simplify",
            "sinew-regex",
            "sinew-sat",
            "sinew-arith",
            "sinew-engine",
            "sinew-arms",
        ] {
            assert!(!uses.contains(&solver));
        }
    }
}

#[test]
fn every_source_file_says_what_it_is() {
    let mut pending = vec![workspace().join("crates")];
    let mut seen = 0;
    while let Some(path) = pending.pop() {
        for entry in std::fs::read_dir(&path).expect("readable") {
            let path = entry.expect("readable").path();
            if path.is_dir() && path.file_name().is_none_or(|name| name != "target") {
                pending.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("UTF-8");
                assert!(
                    text.starts_with("//!"),
                    "{} does not open with //!",
                    path.display()
                );
                seen += 1;
            }
        }
    }
    assert!(seen > 10, "the walk found the sources");
}
