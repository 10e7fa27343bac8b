//! House rules as tests: the crates' dependency edges, how source files open, who makes budgets and
//! who looks at the clock.

use std::collections::{BTreeMap, BTreeSet};
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
        "sinew-strings",
        &["sinew-base", "sinew-term", "sinew-regex"],
    ),
    (
        "sinew-simplify",
        &["sinew-base", "sinew-term", "sinew-regex", "sinew-strings"],
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
            "sinew-strings",
            "sinew-simplify",
            "sinew-sat",
            "sinew-engine",
        ],
    ),
    (
        "sinew-elaborate",
        &[
            "sinew-base",
            "sinew-term",
            "sinew-simplify",
            "sinew-proof",
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
            "sinew-strings",
            "sinew-simplify",
            "sinew-engine",
            "sinew-arms",
            "sinew-elaborate",
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
        let dependencies = package["dependencies"].as_array().expect("dependencies");
        for edge in *allowed {
            let declared = dependencies
                .iter()
                .any(|dependency| dependency["name"] == *edge && dependency["kind"].is_null());
            assert!(declared, "{name} may use {edge} and does not");
        }
        for dependency in dependencies {
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
fn declared_dependencies_are_used() {
    let mut unused = Vec::new();
    let metadata = metadata();
    for package in metadata["packages"].as_array().expect("packages") {
        let name = package["name"].as_str().expect("a name");
        let manifest = Path::new(package["manifest_path"].as_str().expect("a path"));
        let folder = manifest.parent().expect("a folder");
        let sources = text_of(&folder.join("src"));
        let others = ["tests", "examples", "benches"].map(|part| text_of(&folder.join(part)));
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let target = dependency["name"].as_str().expect("a name");
            let module = dependency["rename"]
                .as_str()
                .unwrap_or(target)
                .replace('-', "_");
            // What only tests use is a dependency of the tests.
            let used = sources.contains(&module)
                || (!dependency["kind"].is_null()
                    && others.iter().any(|text| text.contains(&module)));
            if !used {
                unused.push(format!("{name} declares {target}"));
            }
        }
    }
    assert!(unused.is_empty(), "not used: {unused:#?}");
}

/// The source files of a folder, one after the other; nothing if there is no such folder.
fn text_of(folder: &Path) -> String {
    sources(folder)
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("UTF-8"))
        .collect()
}

/// The Rust files below a folder, in a fixed order.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut pending = vec![folder.to_path_buf()];
    let mut found = Vec::new();
    while let Some(path) = pending.pop() {
        let Ok(entries) = std::fs::read_dir(&path) else {
            continue;
        };
        for entry in entries {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
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
            "sinew-strings",
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
    let files = sources(&workspace().join("crates"));
    assert!(files.len() > 10, "the walk found the sources");
    for path in files {
        let text = std::fs::read_to_string(&path).expect("UTF-8");
        assert!(
            text.starts_with("//!"),
            "{} does not open with //!",
            path.display()
        );
    }
}

/// Lines of a file and of a function above which it wants to be two.
const LONGEST: (usize, usize) = (600, 80);

#[test]
fn files_and_functions_are_short() {
    let mut long = Vec::new();
    let files = sources(&workspace().join("crates"));
    for path in files {
        let text = std::fs::read_to_string(&path).expect("UTF-8");
        let lines: Vec<&str> = text.lines().collect();
        if lines.len() > LONGEST.0 {
            long.push(format!("{}: {} lines", path.display(), lines.len()));
        }
        // Tables of examples in tests may be as long as they like.
        let code = text.split("#[cfg(test)]\n").next().unwrap_or_default();
        let code: Vec<&str> = code.lines().collect();
        for (start, line) in code.iter().enumerate() {
            let item = line.trim_start();
            let end = format!("{}}}", &line[..line.len() - item.len()]);
            let before = item.split_once("fn ").map(|(before, _)| before);
            let mut words = before.unwrap_or("no function").split_whitespace();
            if !words.all(|word| word.starts_with("pub") || word == "const") {
                continue;
            }
            let length = code[start..].iter().position(|line| *line == end);
            if length.is_some_and(|length| length >= LONGEST.1)
                && path.to_string_lossy().contains("/src/")
            {
                long.push(format!("{}:{}: {item}", path.display(), start + 1));
            }
        }
    }
    assert!(long.is_empty(), "too long: {long:#?}");
}

/// Who may make a budget that is no part of another one, and why.
const BUDGETS: &[(&str, &str)] = &[
    ("sinew-base/src/budget.rs", "says what a budget is"),
    (
        "sinew/src/session/limits.rs",
        "makes that of a query, which all others are parts of",
    ),
    (
        "sinew/src/search/side_by_side.rs",
        "a thread cannot charge another's budget; it has a share, and reports",
    ),
    (
        "sinew/src/query/cache/mod.rs",
        "a check of debug builds, which stops with the query but does not count",
    ),
    (
        "sinew-engine/src/engine.rs",
        "a check of paranoid builds, of few steps, which does not count",
    ),
];

/// Who may evaluate without a budget, and why.
const EVALUATIONS: &[(&str, &str)] = &[
    (
        "sinew/src/api/model.rs",
        "a model of the typed interface outlives its query; the semantics' own limits hold",
    ),
    (
        "sinew/src/query/witness.rs",
        "gives evaluators the query's budget",
    ),
    (
        "sinew/src/cli/commands.rs",
        "`sinew eval` and `sinew check` are no queries",
    ),
];

/// Who may look at the clock, and why.
const CLOCKS: &[(&str, &str)] = &[
    ("sinew/src/watch.rs", "keeps the limits of queries"),
    ("sinew/src/cli/watch.rs", "ends the process"),
    ("sinew/src/cli/progress.rs", "shows how long a query takes"),
    ("sinew/src/main.rs", "the process begins there"),
];

/// The code of the solver's crates, by path below `crates`: without comments and unit tests.
fn solver_code() -> Vec<(String, String)> {
    let root = workspace().join("crates");
    let mut code = Vec::new();
    for (name, _) in EDGES.iter().filter(|(name, _)| *name != "fray") {
        let mut pending = vec![root.join(name).join("src")];
        while let Some(path) = pending.pop() {
            if path.is_dir() {
                let entries = std::fs::read_dir(&path).expect("readable");
                pending.extend(entries.map(|entry| entry.expect("readable").path()));
                continue;
            }
            if path.ends_with("tests.rs") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("UTF-8");
            let text = text.split("#[cfg(test)]\n").next().unwrap_or_default();
            let lines = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"));
            let path = path.strip_prefix(&root).expect("below");
            let path = path.to_string_lossy().replace('\\', "/");
            code.push((path, lines.collect::<Vec<_>>().join("\n")));
        }
    }
    code
}

/// Fails where code has one of the `marks`, unless the file is one of those that may; and where a
/// file that may does not.
fn only_where_allowed(code: &[(String, String)], marks: &[&str], allowed: &[(&str, &str)]) {
    let marked = |text: &str| marks.iter().find(|mark| text.contains(**mark)).copied();
    for (path, text) in code {
        let listed = allowed.iter().any(|(allowed, _)| allowed == path);
        match marked(text) {
            Some(mark) => assert!(listed, "{path} has `{mark}`: it is not one of {allowed:?}"),
            None => assert!(!listed, "{path} need not be listed"),
        }
    }
}

#[test]
fn work_is_charged_to_the_budget_of_the_query() {
    let code = solver_code();
    assert!(code.len() > 100, "the walk found the sources");
    let budgets = ["Budget::new(", "Budget::unlimited(", "Budget::with_steps("];
    only_where_allowed(&code, &budgets, BUDGETS);
    let evaluations = [
        "Evaluator::new(",
        "Evaluator::with_limits(",
        "sinew_semantics::eval",
        "sinew_semantics::check",
        " eval(",
        " check(store",
        "eval as",
        "check as",
    ];
    // Who cannot evaluate may use the words for something else.
    let can = |path: &str| {
        let mut edges = EDGES.iter();
        let own = edges.find(|(name, _)| path.starts_with(&format!("{name}/")));
        own.is_some_and(|(_, edges)| edges.contains(&"sinew-semantics"))
    };
    let users: Vec<(String, String)> = code.into_iter().filter(|(path, _)| can(path)).collect();
    assert!(users.len() > 20, "the solver's own crate evaluates");
    only_where_allowed(&users, &evaluations, EVALUATIONS);
}

#[test]
fn nobody_else_looks_at_the_clock() {
    only_where_allowed(&solver_code(), &["Instant::now(", "SystemTime"], CLOCKS);
}

/// Who may ask whether proofs are to be checked, and why.
const PROOFS: &[(&str, &str)] = &[
    ("sinew/src/options.rs", "has the option's value"),
    ("sinew/src/options/table.rs", "reads it"),
    ("sinew/src/query/pipeline.rs", "chooses the list of stages"),
];

#[test]
fn proofs_are_a_list_of_stages() {
    only_where_allowed(&solver_code(), &["check_proofs"], PROOFS);
}

/// Stages know their question and the rest; only the pipeline knows them.
#[test]
fn stages_do_not_know_each_other() {
    let stages = [
        "cache",
        "definitions",
        "eliminate",
        "instantiate",
        "minimal_core",
        "search",
        "simplify",
    ];
    let code = solver_code();
    let mut seen = 0;
    for stage in stages {
        for (path, text) in &code {
            let file = path.strip_prefix("sinew/src/query/");
            let Some(file) = file.filter(|file| file.split(['/', '.']).next() == Some(stage))
            else {
                continue;
            };
            seen += 1;
            for other in stages.iter().filter(|&&other| other != stage) {
                for mark in [format!("super::{other}"), format!("query::{other}")] {
                    assert!(!text.contains(&mark), "{file} knows the stage `{other}`");
                }
            }
        }
    }
    assert!(seen > stages.len(), "the walk found the stages");
}

/// The recipes name places that exist.
#[test]
fn recipes_name_what_there_is() {
    let text = std::fs::read_to_string(workspace().join("docs/adding.md")).expect("the recipes");
    let paths: Vec<&str> = text
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|code| code.starts_with("crates/"))
        .collect();
    assert!(paths.len() > 10, "the recipes name places");
    for path in paths {
        assert!(workspace().join(path).exists(), "{path} is not there");
    }
}

/// Tags by which comments refer to papers and numbered laws: `P3`, `L31`, `R02`, `A12`.
fn tags(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| match word.split_at_checked(1) {
            Some(("P", number)) => number.len() == 1 && is_number(number),
            Some(("L" | "R" | "A", number)) => (2..=3).contains(&number.len()) && is_number(number),
            _ => false,
        })
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|c| c.is_ascii_digit())
}

#[test]
fn every_tag_in_a_comment_has_an_entry_among_the_papers() {
    let papers = std::fs::read_to_string(workspace().join("docs/papers.md")).expect("it exists");
    let entries: BTreeSet<&str> = papers
        .lines()
        .filter(|line| line.starts_with('|'))
        .flat_map(tags)
        .collect();
    let mut seen = 0;
    for path in sources(&workspace().join("crates")) {
        let text = std::fs::read_to_string(&path).expect("UTF-8");
        let comments = text.lines().filter_map(|line| line.split_once("//"));
        for tag in comments.flat_map(|(_, comment)| tags(comment)) {
            seen += 1;
            let file = path.display();
            assert!(
                entries.contains(tag),
                "{file}: docs/papers.md does not say what {tag} is"
            );
        }
    }
    assert!(seen > 50, "the walk found the comments");
}

/// The name of a source file in the table of its crate: the path without `.rs` and `/mod`.
fn module_name(folder: &Path, path: &Path) -> String {
    let name = path.strip_prefix(folder).expect("below").with_extension("");
    let name = name.to_str().expect("UTF-8").to_owned();
    name.strip_suffix("/mod")
        .map_or(name.clone(), str::to_owned)
}

#[test]
fn every_crate_has_a_table_of_its_files() {
    for (name, _) in EDGES {
        let folder = workspace().join("crates").join(name).join("src");
        let root = std::fs::read_to_string(folder.join("lib.rs")).expect("UTF-8");
        let listed: BTreeSet<String> = root
            .lines()
            .filter_map(|line| line.strip_prefix("//! | `")?.split_once("` | "))
            .map(|(file, _)| file.to_owned())
            .collect();
        let files: BTreeSet<String> = sources(&folder)
            .iter()
            .map(|path| module_name(&folder, path))
            // Unit tests in a file of their own belong to the file that they test.
            .filter(|file| file != "lib" && !file.ends_with("/tests"))
            .collect();
        assert_eq!(listed, files, "the table of files in the lib.rs of {name}");
    }
}

/// What each of our crates uses, by a lock file.
fn locked_edges(path: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let text = std::fs::read_to_string(path).expect("a lock file");
    let ours = |name: &str| EDGES.iter().any(|(crate_name, _)| *crate_name == name);
    let mut edges = BTreeMap::new();
    for package in text.split("[[package]]").skip(1) {
        let quoted: Vec<&str> = package.split('"').skip(1).step_by(2).collect();
        let (name, rest) = quoted.split_first().expect("a name");
        if ours(name) {
            // A version stands first; behind a name there may be one where there are several.
            let used = rest[1..].iter().filter_map(|word| word.split(' ').next());
            edges.insert((*name).to_owned(), used.map(str::to_owned).collect());
        }
    }
    edges
}

/// The bindings are workspaces of their own, which nobody builds by the way: their lock files must know
/// what the solver is made of, or `--locked` refuses. `cargo metadata` there brings them up to date.
#[test]
fn lock_files_of_the_bindings_are_in_step() {
    let main = locked_edges(&workspace().join("Cargo.lock"));
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("packages");
    for binding in ["bindings/python", "bindings/web"] {
        let own = locked_edges(&workspace().join(binding).join("Cargo.lock"));
        assert!(own.contains_key("sinew"), "{binding}");
        for (name, used) in own {
            // What only tests use stands in the main lock file, and not in that of a user.
            assert!(
                used.is_subset(&main[&name]),
                "{binding}: {name} uses {used:?}"
            );
            let package = packages.iter().find(|package| package["name"] == *name);
            let declared = package.and_then(|package| package["dependencies"].as_array());
            let missing: Vec<&str> = declared
                .into_iter()
                .flatten()
                .filter(|dependency| {
                    dependency["kind"].is_null() && dependency["optional"] == false
                })
                .filter_map(|dependency| dependency["name"].as_str())
                .filter(|target| !used.contains(*target))
                .collect();
            assert!(missing.is_empty(), "{binding}: {name} lacks {missing:?}");
        }
    }
}
