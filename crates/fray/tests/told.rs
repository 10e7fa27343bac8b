//! What the program says about whose fault something is: operators that are mistaken, versions that
//! have a bug, solvers that contradict each other.

use std::os::unix::fs::PermissionsExt as _;
use std::process::Stdio;

mod common;
use common::{Folder, fray, odd, run};

/// Being wrong about an operator is no dialect: it is tested, and found wrong.
#[test]
fn an_operator_that_is_mistaken_is_tested() {
    let operators = [
        ("suffixOf", "--extended", "str.suffixof"),
        ("less", "--extended", "str.<"),
        ("lessOrEqual", "--extended", "str.<="),
        ("re.diff", "--regex", "re.diff"),
        ("re.opt", "--regex", "re.opt"),
    ];
    for (operation, kind, name) in operators {
        let folder = Folder::new(operation);
        let suite = ["--only", "operation", kind, "--op", operation, "--csv"];
        let mut command = fray(&["test", "--quiet", "--store", &folder.path("results.store")]);
        command.args(["--solver", &format!("{} {name}", odd("mistakes"))]);
        let (stdout, stderr, exit) = run(command.args(suite));
        assert_eq!(exit, Some(1), "{name}: {stderr}");
        assert!(!stderr.contains("dialect"), "{name}: {stderr}");
        assert!(stdout.contains("wrong answer"), "{name}: {stdout}");
        assert!(!stdout.contains("rejected"), "{name}: {stdout}");
    }
}

/// The version that a bug was found in is one of those that have it; what a version does not get so
/// far as to answer is not said to be right.
#[test]
fn an_issue_says_which_versions_have_a_bug_and_of_which_that_is_not_known() {
    let folder = Folder::new("versions");
    let program = |version: &str, answer: &str| {
        let place = folder.path(version);
        let script = format!(
            "#!/bin/sh\ncase $1 in --version) echo 'mine {version}' ;; *) {answer} ;; esac\n"
        );
        std::fs::write(&place, script).expect("written");
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&place, mode).expect("made a program");
        format!("mine={place}")
    };
    let profiles = folder.path("profiles.toml");
    let profile =
        "[[solver]]\nname = 'mine'\ncommand = ['mine', '{file}']\nversion = ['--version']\n";
    std::fs::write(&profiles, profile).expect("written");
    let store = folder.path("hunt.store");
    let mut hunt = fray(&[
        "hunt", "--quiet", "--first", "--store", &store, "--for", "60",
    ]);
    hunt.args(["--profiles", &profiles, "--batch", "4", "--modes", "growth"]);
    hunt.args(["--solver", &program("1.9", "echo unsat")]);
    let (out, err, code) = run(&mut hunt);
    assert_eq!(code, Some(1), "{out}{err}");
    let issues = folder.path("issues");
    let mut cluster = fray(&["cluster", "--store", &store, "--issues", &issues]);
    cluster.args(["--profiles", &profiles]);
    for (version, answer) in [
        ("1.10", "echo sat"),
        ("1.8", "echo unsat"),
        ("1.7", "echo '(error \"line 1\")'"),
        ("1.11", "echo unknown"),
    ] {
        cluster.args(["--version", &program(version, answer)]);
    }
    let (out, err, _) = run(&mut cluster);
    let issue = std::fs::read_to_string(format!("{issues}/bug1.md")).unwrap_or_default();
    let versions = "Versions: first bad version tried: mine 1.8, last: mine 1.9; without it: mine 1.10; \
                    cannot be said of: mine 1.7 (rejected input), mine 1.11 (unknown).";
    assert!(issue.contains(versions), "{issue}{out}{err}");
    assert!(
        issue.starts_with("# mine (mine 1.9): wrong answer"),
        "{issue}"
    );
}

#[test]
fn a_contradiction_is_told_as_one_and_settled_where_we_can() {
    let folder = Folder::new("dispute");
    let (yes, no) = ("yes=/bin/sh -c 'echo sat'", "no=/bin/sh -c 'echo unsat'");
    // It prints no model, and answers nothing that is without constants.
    let mute = "mute=/bin/sh -c 'grep -q str.at.x \"$0\" && echo sat || echo unknown'";
    let file = folder.path("f.smt2");
    let script = "(declare-fun x () String)\n(assert (= (str.at x 0) \"a\"))\n(check-sat)\n";
    std::fs::write(&file, script).expect("written");
    let mut reduce = fray(&["reduce", &file, "--issue", "--solver", mute]);
    let (issue, err, code) = run(reduce.args(["--against", no]));
    assert_eq!(code, Some(0), "{err}");
    assert!(
        issue.starts_with("# mute against no: contradiction"),
        "{issue}"
    );
    assert!(
        issue.contains("echo sat") && issue.contains("` and `"),
        "{issue}"
    );
    assert!(issue.contains("Expected: sat: "), "{issue}");
    // A model that does not hold, or one that does, says who is wrong.
    let printing = |name: &str, value: &str| {
        let values = format!("((x \"{value}\"))");
        format!("{name}=/bin/sh -c 'echo sat; echo \"$0\"' '{values}'")
    };
    let cases = [
        (printing("yes", "b"), no.to_owned(), "# yes: invalid model"),
        (no.to_owned(), printing("yes", "b"), "# yes: invalid model"),
        (printing("yes", "a"), no.to_owned(), "# no: wrong answer"),
        // Its smallest form has no constants, and is true.
        (yes.to_owned(), no.to_owned(), "# no: wrong answer"),
    ];
    for (solver, against, title) in cases {
        let mut reduce = fray(&["reduce", &file, "--issue", "--solver", &solver]);
        let (issue, err, code) = run(reduce.args(["--against", &against]));
        assert_eq!(code, Some(0), "{err}");
        assert!(issue.starts_with(title), "{issue}{err}");
        assert!(!issue.contains("which one is not known"), "{issue}");
    }
    // In a hunt it is a wrong answer like any other.
    let store = folder.path("hunt.store");
    let mut hunt = fray(&["hunt", "--quiet", "--first", "--store", &store]);
    hunt.args(["--for", "60", "--batch", "4", "--modes", "conjecture"]);
    let (out, err, code) = run(hunt.args(["--solver", yes, "--solver", no]));
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(out.contains("wrong answer"), "{out}");
    assert!(!out.contains("contradiction"), "{out}");
}

#[test]
fn a_program_that_cannot_be_run_is_told() {
    let folder = Folder::new("programs");
    let plain = folder.path("plain");
    std::fs::write(&plain, "no program").expect("written");
    let store = folder.path("results.store");
    let said = |solver: &str| {
        let (_, stderr, exit) = run(&mut fray(&["test", "--store", &store, "--solver", solver]));
        assert_eq!(exit, Some(2), "{solver}: {stderr}");
        stderr
    };
    assert!(said(&format!("mine={plain}")).contains("it is not executable"));
    assert!(said("mine=/nowhere/mine").contains("is it installed?"));
    assert!(said("=sh").contains("a solver needs a name"));
    assert!(said("mine='sh").contains("there is no second '"));
}

#[test]
fn an_unsat_that_a_short_search_refutes_needs_no_recorded_answer() {
    let folder = Folder::new("refuted");
    let solver = "no=/bin/sh -c 'grep -q str.at.x \"$0\" && echo unsat || echo unknown'";
    let file = folder.path("f.smt2");
    let script = "(set-info :status sat)\n\
        (declare-fun x () String)\n(declare-fun y () String)\n(assert (= (str.++ x y) \"ab\"))\n\
        (assert (or (= (str.at x 0) \"a\") (= y \"c\")))\n(check-sat)\n";
    std::fs::write(&file, script).expect("written");
    let mut reduce = fray(&["reduce", &file, "--issue", "--solver", solver]);
    let (issue, err, code) = run(&mut reduce);
    assert_eq!(code, Some(0), "{err}");
    assert!(issue.starts_with("# no: wrong answer"), "{issue}");
    assert!(issue.contains("(assert (= (str.at x 0) \"\"))"), "{issue}");
}

/// Who stops a hunt while it looks into a failure has that failure, and the others of the round.
#[test]
fn what_a_stopped_hunt_was_looking_into_is_kept() {
    let folder = Folder::new("stopped");
    let (pid, program) = (folder.path("pid"), folder.path("mine"));
    // Wrong at once; a candidate is only made when a failure is looked into.
    let script = format!(
        "case $1 in *candidate*) while ! test -s '{pid}'; do sleep 0.1; done; kill -INT $(cat '{pid}') ;; esac\necho unsat\n"
    );
    std::fs::write(&program, script).expect("written");
    let store = folder.path("hunt.store");
    let mut hunt = fray(&["hunt", "--quiet", "--store", &store, "--for", "60"]);
    hunt.args(["--batch", "4", "--modes", "growth"]);
    hunt.args(["--solver", &format!("mine=/bin/sh {program}")]);
    let hunt = hunt.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = hunt.spawn().expect("started");
    std::fs::write(&pid, child.id().to_string()).expect("written");
    let ended = child.wait_with_output().expect("ended");
    assert_eq!(ended.status.code(), Some(1), "it was unsound");
    let (out, err, _) = run(&mut fray(&["report", "--store", &store]));
    assert!(out.contains("wrong answer"), "{out}{err}");
    assert!(out.contains("not yet at its smallest"), "{out}{err}");
}

/// Who stops `fray reduce` has the smallest form that it came to.
#[test]
fn a_stopped_reduction_tells_how_far_it_came() {
    let folder = Folder::new("stopped-reduction");
    let (pid, program) = (folder.path("pid"), folder.path("mine"));
    // It breaks down over one operator, and is stopped when that is alone.
    let script = format!(
        "grep -q 'str.at x' $1 || {{ echo sat; exit; }}\n\
         grep -q str.len $1 || {{ while ! test -s '{pid}'; do sleep 0.1; done; kill -INT $(cat '{pid}'); }}\n\
         kill -SEGV $$\n"
    );
    std::fs::write(&program, script).expect("written");
    let file = folder.path("file.smt2");
    let script = "(set-logic ALL)\n(declare-fun x () String)\n(declare-fun y () String)\n\
        (assert (= (str.len y) 3))\n(assert (= (str.at x 0) y))\n(check-sat)\n";
    std::fs::write(&file, script).expect("written");
    let mut reduce = fray(&["reduce", &file]);
    reduce.args(["--solver", &format!("mine=/bin/sh {program}")]);
    let reduce = reduce.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = reduce.spawn().expect("started");
    std::fs::write(&pid, child.id().to_string()).expect("written");
    let ended = child.wait_with_output().expect("ended");
    let [out, err] = [ended.stdout, ended.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(ended.status.code(), Some(2), "{out}{err}");
    assert!(
        out.contains("str.at") && out.contains("(check-sat)"),
        "{out}{err}"
    );
    assert!(
        err.contains("stopped; this is the smallest form so far"),
        "{err}"
    );
}

/// One wrong belief makes a formula unsatisfiable and its negation satisfiable; that is one bug.
#[test]
fn what_is_wrong_about_a_formula_and_its_negation_is_one_bug() {
    let folder = Folder::new("negation");
    let program = folder.path("mine");
    let script = "#!/bin/sh\n\
         if grep -q 'not (str.suffixof \"a\" x)' $1; then printf 'sat\\n((x \"a\"))\\n'\n\
         elif grep -q 'str.suffixof \"a\" x' $1; then echo unsat\n\
         else echo unknown; fi\n";
    std::fs::write(&program, script).expect("written");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&program, mode).expect("made a program");
    let mut hunt = fray(&["hunt", "--quiet", "--store", &folder.path("hunt.store")]);
    hunt.args(["--for", "1", "--modes", "meet", "--batch", "1"]);
    hunt.args(["--solver", &format!("mine={program}")]);
    let known = "; model: (define-fun x () String \"a\")";
    for (name, formula, claim) in [
        ("one.smt2", "(str.suffixof \"a\" x)", known),
        ("other.smt2", "(not (str.suffixof \"a\" x))", "; open"),
    ] {
        let file = folder.path(name);
        let text = format!("(declare-fun x () String)\n(assert {formula})\n(check-sat)\n{claim}\n");
        std::fs::write(&file, text).expect("written");
        hunt.arg(file);
    }
    let (out, err, code) = run(&mut hunt);
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(out.contains("\n1 distinct bug\n"), "{out}{err}");
    assert!(out.contains("2 failures in 2 forms"), "{out}{err}");
}

/// What no solver can do anything about is told as such.
#[test]
fn files_that_ask_nothing_or_cannot_be_read_are_named() {
    let folder = Folder::new("files");
    let (empty, broken) = (folder.path("empty.smt2"), folder.path("broken.smt2"));
    std::fs::write(&empty, "(set-logic ALL)\n").expect("written");
    std::fs::write(&broken, "(assert\n").expect("written");
    let solver = ["--solver", &odd("yes")];
    let mut race = fray(&["race", &empty, "--store", &folder.path("race.store")]);
    let (_, err, code) = run(race.args(solver));
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("empty.smt2 has no query"), "{err}");
    let (_, err, code) = run(fray(&["reduce", &broken]).args(solver));
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("broken.smt2: line 1 column 1: "), "{err}");
    let mut hunt = fray(&["hunt", "--quiet", "--store", &folder.path("hunt.store")]);
    hunt.args(["--for", "1", "--modes", "mutant", &empty]);
    let (_, err, _) = run(hunt.args(solver));
    assert!(err.contains("no test was made of the given files"), "{err}");
}

/// Of many failures of one kind some are looked into, and none of another kind waits for them.
#[test]
fn of_each_kind_of_failure_some_are_made_small_and_the_rest_is_counted() {
    let folder = Folder::new("kinds");
    let store = folder.path("results.store");
    let place = folder.path("wrong");
    let script =
        "#!/bin/sh\ngrep -q '(str.substr \\|(str.replace ' \"$1\" && echo unsat || echo unknown\n";
    std::fs::write(&place, script).expect("written");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&place, mode).expect("made a program");
    let wrong = format!("wrong={place}");
    let mut test = fray(&["test", "--quiet", "--store", &store, "--solver", &wrong]);
    test.args(["--only", "const", "--op", "substring", "--op", "replace"]);
    let (out, err, code) = run(test.args(["--sample", "24"]));
    assert_eq!(code, Some(1), "{out}{err}");
    let cluster = |more: &[&str]| {
        let mut cluster = fray(&["cluster", "--quiet", "--store", &store, "--runs", "60"]);
        run(cluster.args(more))
    };
    let (out, err, code) = cluster(&["--most", "2"]);
    assert_eq!(code, Some(1), "{err}");
    assert!(
        out.contains("(str.substr ") && out.contains("(str.replace "),
        "{out}"
    );
    assert!(
        out.contains("failures are like these, and not looked into"),
        "{out}"
    );
    let (out, _, _) = cluster(&[]);
    assert!(out.starts_with("2 distinct bugs"), "{out}");
}

#[test]
fn clustering_has_a_time_limit_of_its_own() {
    let folder = Folder::new("patient");
    let store = folder.path("results.store");
    let slow =
        "slow=/bin/sh -c 'grep -q \"(str.at \" \"$0\" && sleep 1 && echo unsat || echo unknown'";
    let mut test = fray(&["test", "--quiet", "--store", &store, "--solver", slow]);
    test.args(["--only", "const", "--op", "at", "--sample", "1"]);
    let (out, err, code) = run(&mut test);
    assert_eq!(code, Some(1), "{out}{err}");
    let cluster = |more: &[&str]| {
        let mut cluster = fray(&["cluster", "--quiet", "--store", &store, "--runs", "3"]);
        run(cluster.args(more))
    };
    let (out, err, code) = cluster(&["--timeout", "0.01"]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.starts_with("0 distinct bugs"), "{out}");
    let (out, err, code) = cluster(&[]);
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(out.starts_with("1 distinct bug"), "{out}");
}

/// A file of the user's that says nothing about itself: a short search finds its model.
#[test]
fn a_file_without_an_answer_is_answered_by_a_search() {
    let folder = Folder::new("own");
    let (file, store) = (folder.path("own.smt2"), folder.path("hunt.store"));
    let script = "(declare-fun x () String)\n(assert (= (str.len x) 2))\n(check-sat)\n";
    std::fs::write(&file, script).expect("written");
    let mut hunt = fray(&["hunt", &file, "--quiet", "--for", "1", "--store", &store]);
    // It answers nothing else.
    let liar =
        "liar=/bin/sh -c 'grep -q \"(= (str.len x) 2)\" \"$0\" && echo unsat || echo unknown'";
    hunt.args(["--modes", "law", "--batch", "1", "--runs", "30"]);
    let (out, err, code) = run(hunt.args(["--solver", liar]));
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(out.contains("liar: wrong answer"), "{out}");
    assert!(out.contains("; model: (define-fun x () String \""), "{out}");
}

/// What programs write down of their conversations: each query is a test.
#[test]
fn a_file_with_several_queries_is_asked_query_by_query() {
    let folder = Folder::new("queries");
    let (file, store) = (folder.path("own.smt2"), folder.path("hunt.store"));
    let script = "(declare-fun |x y| () String)\n(push 1)\n(assert (= |x y| \"a\"))\n(check-sat)\n(pop 1)\n\
         (assert (= (str.len |x y|) 2))\n(check-sat)\n";
    std::fs::write(&file, script).expect("written");
    let mut hunt = fray(&["hunt", &file, "--quiet", "--for", "1", "--store", &store]);
    // Both queries together have no model.
    let liar =
        "liar=/bin/sh -c 'grep -q \"(= (str.len |x y|) 2)\" \"$0\" && echo unsat || echo unknown'";
    hunt.args(["--modes", "law", "--batch", "1", "--runs", "0"]);
    let (out, err, code) = run(hunt.args(["--solver", liar]));
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(
        out.contains("; model: (define-fun |x y| () String \""),
        "{out}"
    );
}

/// What fails only in a scope is as small as what fails anywhere.
#[test]
fn a_query_in_a_scope_is_made_small() {
    let folder = Folder::new("scope");
    let (file, store) = (folder.path("own.smt2"), folder.path("hunt.store"));
    let script = "(declare-fun x () String)\n(push 1)\n(assert (or (str.prefixof x \"ab\") (= x \"c\")))\n\
         (check-sat)\n; answers: sat\n";
    std::fs::write(&file, script).expect("written");
    let mut hunt = fray(&["hunt", &file, "--quiet", "--for", "1", "--store", &store]);
    let liar = "liar=/bin/sh -c 'grep -q push \"$0\" && grep -q prefixof \"$0\" && echo unsat || echo unknown'";
    hunt.args(["--modes", "law", "--batch", "1", "--runs", "100"]);
    let (out, err, code) = run(hunt.args(["--solver", liar]));
    assert_eq!(code, Some(1), "{out}{err}");
    let small = "(push 1)\n  (assert (str.prefixof \"\" \"\"))\n";
    assert!(out.contains(small), "{out}");
}

/// A version that has the same failure is looked into like the first.
#[test]
fn what_fails_only_after_another_test_is_kept_with_that() {
    let folder = Folder::new("company");
    let (store, profiles) = (folder.path("hunt.store"), folder.path("profiles.toml"));
    let command = odd("remembers");
    let script = command.split(' ').nth(1).expect("a script");
    let arguments = format!("'{script}', 'remembers', '{{file}}'");
    let profile = format!(
        "[[solver]]\nname = 'remembers'\ncommand = ['/bin/sh', {arguments}]\nsession = [{arguments}]\n"
    );
    std::fs::write(&profiles, profile).expect("written");
    let seeds = folder.path("seeds");
    std::fs::create_dir_all(&seeds).expect("made");
    for (file, word) in [("a", "six"), ("b", "one"), ("c", "six"), ("d", "two")] {
        let text = format!("(set-logic ALL)\n(assert (= (str.len \"{word}\") 3))\n(check-sat)\n");
        std::fs::write(format!("{seeds}/{file}.smt2"), text).expect("written");
    }
    let mut hunt = fray(&["hunt", "--quiet", "--first", "--for", "60", &seeds]);
    hunt.args(["--store", &store, "--batch", "4", "--modes", "negated"]);
    hunt.args(["--profiles", &profiles, "--solver", "remembers"]);
    let (out, err, code) = run(&mut hunt);
    assert_eq!(code, Some(1), "{out}{err}");
    let told = "remembers: wrong answer in the last of 2 tests in one process, and not by itself: ";
    let command = out.split(told).nth(1).and_then(|rest| rest.lines().next());
    let command = command.unwrap_or_else(|| panic!("{out}{err}"));
    let mut shell = std::process::Command::new("/bin/sh");
    let (said, _, _) = run(shell.args(["-c", command]));
    let counted = "; only after other tests in one process: wrong answer 1\n";
    assert!(out.contains(counted), "{out}");
    assert_eq!(said, "sat\nfray test 0 ends\nunsat\nfray test 1 ends\n");
}

#[test]
fn whatever_finds_a_solver_to_be_unsound_exits_with_1() {
    let folder = Folder::new("codes");
    let solver = "liar=/bin/sh -c 'echo unsat'";
    let list = folder.path("known.tsv");
    let bug = "tracker\tnumber\tkind\tminimal formula\n\
        x\t1\twrong unsat\t(assert (= (str.len \"a\") 1))\n";
    std::fs::write(&list, bug).expect("written");
    let file = folder.path("file.smt2");
    let text = "(set-info :status sat)\n(assert (= (str.len \"a\") 1))\n(check-sat)\n";
    std::fs::write(&file, text).expect("written");
    let race = folder.path("race.store");
    let commands: [&[&str]; 2] = [
        &["known", "--list", &list, "--solver", solver],
        &[
            "race", &file, "--quiet", "--store", &race, "--solver", solver,
        ],
    ];
    for command in commands {
        let (out, err, code) = run(&mut fray(command));
        assert_eq!(code, Some(1), "{command:?}: {out}{err}");
    }
}

#[test]
fn what_is_not_there_is_an_error_and_leaves_nothing() {
    let folder = Folder::new("absent");
    let (into, from) = (folder.path("all.store"), folder.path("part.store"));
    let (_, err, code) = run(&mut fray(&["merge", &into, &from]));
    assert_eq!(code, Some(2), "{err}");
    assert!(!std::path::Path::new(&into).exists());
    let seeds = folder.path("seeds");
    std::fs::create_dir_all(&seeds).expect("made");
    let store = folder.path("hunt.store");
    let mut hunt = fray(&["hunt", &seeds, "--quiet", "--for", "5", "--store", &store]);
    let (_, err, code) = run(hunt.args(["--solver", &odd("unknown")]));
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("there are no .smt2 files"), "{err}");
    // A hunt that found nothing was one all the same.
    let mut hunt = fray(&["hunt", "--quiet", "--for", "1", "--store", &store]);
    run(hunt.args(["--solver", &odd("unknown"), "--batch", "2"]));
    let (out, err, code) = run(&mut fray(&["report", "--store", &store]));
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("of a hunt, and no bug"), "{out}");
}

/// A solver of bytes that reads no `\u{…}` would be asked something else.
#[test]
fn a_file_of_a_race_that_a_solver_would_misread_is_not_held_against_it() {
    let folder = Folder::new("misread");
    let file = folder.path("file.smt2");
    let text = "(set-info :status sat)\n(assert (= (str.len \"\\u{2ffff}\") 1))\n(check-sat)\n";
    std::fs::write(&file, text).expect("written");
    let store = folder.path("race.store");
    let mut race = fray(&["race", &file, "--quiet", "--store", &store, "--csv"]);
    let (out, err, code) = run(race.args(["--solver", &odd("old")]));
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.contains("rejected input"), "{out}{err}");
}

#[test]
fn failures_of_another_version_are_looked_into() {
    let folder = Folder::new("versions");
    let (store, profiles) = (folder.path("results.store"), folder.path("profiles.toml"));
    let (place, version) = (folder.path("wrong"), folder.path("version"));
    let script = format!(
        "#!/bin/sh\nif [ \"$1\" = --version ]; then cat {version}; exit; fi\n\
         grep -q '(str.substr ' \"$1\" && echo unsat || echo unknown\n"
    );
    std::fs::write(&place, script).expect("written");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&place, mode).expect("made a program");
    let profile = format!(
        "[[solver]]\nname = \"wrong\"\ncommand = [\"{place}\", \"{{file}}\"]\nversion = [\"--version\"]\n"
    );
    std::fs::write(&profiles, profile).expect("written");
    let told = |number: &str| {
        std::fs::write(&version, number).expect("written");
        let common = ["--quiet", "--store", &store, "--profiles", &profiles];
        let mut test = fray(&["test", "--solver", "wrong", "--only", "const"]);
        let (out, err, code) = run(test
            .args(["--op", "substring", "--sample", "1"])
            .args(common));
        assert_eq!(code, Some(1), "{out}{err}");
        run(fray(&["cluster", "--runs", "20"]).args(common)).0
    };
    assert!(told("one 1").contains("1 failure "), "the first");
    let out = told("two 2");
    assert!(out.contains("2 failures "), "{out}");
}
