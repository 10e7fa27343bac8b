//! The program as a whole against solvers that are odd in one way each: what it reports, what it
//! stores, how it ends.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

mod common;
use common::{Folder, fray, odd, run, verdicts};

/// `fray test` with an odd solver on a small part of the suite.
fn test(folder: &Folder, way: &str, suite: &[&str]) -> Command {
    let (store, solver) = (folder.path("results.store"), odd(way));
    let mut command = fray(&["test", "--quiet", "--store", &store, "--solver", &solver]);
    command.args(suite);
    command
}

const CORES: [&str; 3] = ["--only", "eqForm", "--csv"];
const LENGTHS: [&str; 5] = ["--only", "const", "--op", "length", "--csv"];

#[test]
fn each_oddity_has_its_verdict_and_exit_code() {
    let cases = [
        ("segv", "crash", 0),
        ("exit3", "crash", 0),
        ("strangers", "core not delivered", 0),
        ("memory", "out of memory", 0),
        ("warns", "wrong answer", 1),
        ("quiet", "crash", 0),
    ];
    for (way, verdict, code) in cases {
        let folder = Folder::new(way);
        let (stdout, stderr, exit) = run(&mut test(&folder, way, &CORES));
        assert_eq!(exit, Some(code), "{way}: {stderr}");
        let expected = vec![(verdict.to_owned(), 24)];
        assert_eq!(verdicts(&stdout), expected, "{way}: {stderr}");
    }
}

/// The domain that rules are tried on has no `"qz"`. A solver that finds it is not to blame.
#[test]
fn a_false_rule_that_was_believed_is_not_the_solvers_fault() {
    let folder = Folder::new("finds");
    let rules = folder.path("rules.toml");
    let rule = "[[variable]]\nid = 'Qz'\nsort = 'String'\nterm = '(str.replace x (str.++ \"q\" \"z\") \"\")'\n";
    std::fs::write(&rules, rule).expect("written");
    let suite = [
        "--extended",
        "--only",
        "alone",
        "--op",
        "Qz",
        "--csv",
        "--rules",
        &rules,
    ];
    let (stdout, stderr, exit) = run(&mut test(&folder, "finds", &suite));
    assert_eq!(exit, Some(2), "{stderr}");
    assert!(stderr.contains("1 wrong test is in column R"), "{stderr}");
    assert_eq!(
        verdicts(&stdout),
        [("rejected input".to_owned(), 1)],
        "{stdout}"
    );
}

#[test]
fn the_solver_does_not_see_the_recorded_answer() {
    let folder = Folder::new("shows");
    let seen = folder.path("seen");
    for suite in [&CORES[..2], &LENGTHS[..4]] {
        let (_, stderr, exit) = run(test(&folder, "shows", suite).env("FAKE_SEEN", &seen));
        assert_eq!(exit, Some(0), "{stderr}");
    }
    let seen = std::fs::read_to_string(&seen).expect("shown");
    assert!(seen.contains("(get-unsat-core)") && seen.contains("(get-value"));
    assert!(!seen.contains(":status") && !seen.contains(';'), "{seen}");
}

#[test]
fn faults_of_our_own_end_the_run_and_are_not_stored() {
    let folder = Folder::new("breaks");
    let (_, stderr, exit) = run(&mut test(&folder, "breaks", &LENGTHS));
    assert_eq!(exit, Some(2), "{stderr}");
    assert!(stderr.contains(".smt2: "), "{stderr}");
    let store = folder.path("results.store");
    let (stdout, _, _) = run(&mut fray(&["report", "--store", &store, "--csv"]));
    assert!(!stdout.contains("crash"), "{stdout}");
    // A store on a full device is such a fault too.
    if Path::new("/dev/full").exists() {
        let (_, stderr, exit) = run(&mut fray(&[
            "test",
            "--quiet",
            "--store",
            "/dev/full",
            "--solver",
            &odd("unknown"),
            "--op",
            "length",
        ]));
        assert_eq!(exit, Some(2), "{stderr}");
    }
}

#[test]
fn a_table_shows_the_suite_asked_for_and_results_are_of_the_same_script() {
    let folder = Folder::new("suites");
    let plain = ["--op", "replace", "--only", "operation,termSyn", "--csv"];
    let count = |extra: &[&str], folder: &Folder| -> usize {
        let (stdout, _, _) = run(test(folder, "unknown", &plain).args(extra));
        verdicts(&stdout).iter().map(|(_, count)| count).sum()
    };
    let other = ["--semantics", "replace-empty-keeps"];
    let first = count(&[], &folder);
    let second = count(&other, &folder);
    let fresh = count(&other, &Folder::new("fresh"));
    assert_eq!(second, fresh);
    assert_eq!(count(&[], &folder), first);
    assert_ne!(first, second);
}

#[test]
fn an_old_solver_gets_and_gives_its_own_dialect() {
    let folder = Folder::new("old");
    let suite = ["--only", "const", "--op", "stringToInt,length", "--csv"];
    let (stdout, stderr, exit) = run(&mut test(&folder, "old", &suite));
    assert_eq!(exit, Some(0), "{stderr}");
    assert!(stderr.contains("str.to_int is str.to.int"), "{stderr}");
    assert_eq!(verdicts(&stdout), [("unknown".to_owned(), 39)], "{stdout}");
    // What it cannot be told is rejected, not failed.
    let suite = ["--only", "const", "--extended", "--op", "toCode", "--csv"];
    let (stdout, _, _) = run(&mut test(&folder, "old", &suite));
    let found = verdicts(&stdout);
    assert!(
        found.len() == 1 && found[0].0 == "rejected input",
        "{stdout}"
    );
}

/// Silence is no answer: on a busy machine a program may be slow to say what it reads.
#[test]
fn a_program_that_is_slow_to_answer_keeps_its_dialect() {
    let folder = Folder::new("tardy");
    let suite = ["--only", "operation", "--op", "length", "--csv"];
    let (_, stderr, exit) = run(&mut test(&folder, "tardy", &suite));
    assert_eq!(exit, Some(0), "{stderr}");
    assert!(stderr.contains("reads \\x07"), "{stderr}");
}

#[test]
fn two_runs_on_one_store_share_the_work() {
    let folder = Folder::new("shared");
    let seen = folder.path("seen");
    let start = || {
        let mut command = test(&folder, "counts", &["--op", "at", "--only", "const"]);
        command.env("FAKE_SEEN", &seen);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        command.spawn().expect("started")
    };
    let (one, other) = (start(), start());
    for child in [one, other] {
        let output = child.wait_with_output().expect("ended");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("93 tests failed"), "{text}");
    }
    let runs = std::fs::read_to_string(&seen).expect("counted");
    assert_eq!(runs.lines().count(), 93, "each test once, by whomever");
}

#[test]
fn solvers_die_with_us_and_a_killed_run_is_resumed() {
    let folder = Folder::new("killed");
    let temporary = folder.path("temporary");
    std::fs::create_dir(&temporary).expect("made");
    let mut child = test(&folder, "sleeps", &LENGTHS)
        .env("FAKE_SLEEP", "91234")
        .env("TMPDIR", &temporary)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("started");
    // The script, and the three that it has started.
    let runs = || {
        let entries = std::fs::read_dir("/proc").expect("processes");
        let ours = entries.flatten().filter(|entry| {
            let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line);
            line.contains("odd.sh\0sleeps") && !line.contains("launch")
                || line.ends_with("sleep\x0091234\0")
        });
        ours.count()
    };
    let wait_until = |what: usize| {
        let start = Instant::now();
        while runs() != what && start.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(runs(), what);
    };
    wait_until(4);
    child.kill().expect("killed");
    child.wait().expect("gone");
    wait_until(0);
    let files = || std::fs::read_dir(&temporary).expect("there").count();
    let start = Instant::now();
    while files() > 0 && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(files(), 0, "nothing of ours is left");
    let (stdout, stderr, _) = run(test(&folder, "sleeps", &LENGTHS).env("FAKE_SLEEP", "0"));
    assert_eq!(verdicts(&stdout), [("unknown".to_owned(), 20)], "{stderr}");
}

#[test]
fn a_reader_may_leave() {
    use std::io::{BufRead as _, BufReader};
    let mut child = fray(&["gen", "--list"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let mut line = String::new();
    let stdout = child.stdout.take().expect("piped");
    BufReader::with_capacity(16, stdout)
        .read_line(&mut line)
        .expect("a line");
    assert!(line.starts_with("expected_sat/"), "{line}");
    let output = child.wait_with_output().expect("ended");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn shards_are_merged_without_loss_and_without_repetition() {
    let folder = Folder::new("shards");
    let mut stores = vec![folder.path("all.store")];
    let mut total = 0;
    for shard in ["0/3", "1/3", "2/3"] {
        let store = folder.path(&shard.replace('/', "-"));
        let solver = odd("unknown");
        let (stdout, stderr, _) = run(&mut fray(&[
            "test", "--quiet", "--csv", "--store", &store, "--solver", &solver, "--op", "length",
            "--only", "const", "--shard", shard,
        ]));
        let found = verdicts(&stdout);
        total += found.iter().map(|(_, count)| count).sum::<usize>();
        assert!(!found.is_empty(), "{stderr}");
        stores.push(store);
    }
    assert_eq!(total, 20);
    for _ in 0..2 {
        let stores: Vec<&str> = stores.iter().map(String::as_str).collect();
        let (_, stderr, exit) = run(fray(&["merge"]).args(&stores));
        assert_eq!(exit, Some(0), "{stderr}");
        let (stdout, _, _) = run(&mut fray(&["report", "--csv", "--store", stores[0]]));
        assert_eq!(verdicts(&stdout), [("unknown".to_owned(), 20)]);
    }
}

/// The paths of the results in a store, in order.
fn paths(store: &str) -> Vec<String> {
    let (stdout, stderr, _) = run(&mut fray(&["report", "--csv", "--store", store]));
    let rows = stdout.lines().filter(|line| line.contains(".smt2"));
    let path = |row: &str| {
        let mut cells = row.split(',');
        cells.find(|cell| cell.contains(".smt2")).map(str::to_owned)
    };
    let mut paths: Vec<String> = rows.filter_map(path).collect();
    assert!(!paths.is_empty(), "{stdout}{stderr}");
    paths.sort();
    paths
}

/// Some tests.
const SOME: [&str; 4] = ["--only", "const", "--sample", "40"];

#[test]
fn of_two_workers_one_is_killed_and_nothing_is_lost_or_there_twice() {
    let folder = Folder::new("workers");
    let (seen, solver) = (folder.path("seen"), odd("counts"));
    let part = |shard: usize| {
        let store = folder.path(&format!("part{shard}.store"));
        let shard = format!("{shard}/4");
        let mut command = fray(&["test", "--quiet", "--store", &store, "--solver", &solver]);
        command
            .args(SOME)
            .args(["--shard", &shard])
            .env("FAKE_SEEN", &seen)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    };
    let asked = || std::fs::read_to_string(&seen).map_or(0, |text| text.lines().count());
    let (out, _, _) = run(fray(&["gen", "--list"]).args(SOME));
    let all = out.lines().count();
    assert_eq!(all, 40);
    // Two workers take a part each; one is killed in the middle of its part, the other goes on.
    let mut one = part(0).spawn().expect("started");
    let mut other = part(1).spawn().expect("started");
    let start = Instant::now();
    while asked() < 8 && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    one.kill().expect("killed");
    one.wait().expect("gone");
    other.wait().expect("done");
    let merged = folder.path("all.store");
    let merge = || {
        let mut stores = vec![merged.clone()];
        stores.extend((0..4).map(|shard| folder.path(&format!("part{shard}.store"))));
        stores.retain(|store| *store == merged || Path::new(store).exists());
        let (_, stderr, exit) = run(fray(&["merge"]).args(&stores));
        assert_eq!(exit, Some(0), "{stderr}");
        paths(&merged)
    };
    let middle = merge();
    assert!(middle.len() < all / 2, "{} of {all}", middle.len());
    // The same commands again, by the worker that is left.
    for shard in 0..4 {
        part(shard).status().expect("done");
    }
    let last = merge();
    let distinct: std::collections::BTreeSet<&String> = last.iter().collect();
    assert_eq!((last.len(), distinct.len()), (all, all));
    assert!(middle.iter().all(|path| distinct.contains(path)));
    // Results are written every second; what the dead worker did in its last one is done again.
    assert!(asked() <= all + 10, "{} runs of {all} tests", asked());
    assert_eq!(merge().len(), all);
}

#[test]
fn what_is_slow_is_made_small_while_it_stays_slow() {
    let folder = Folder::new("slow");
    let file = folder.path("slow.smt2");
    let script = "(set-logic ALL)\n(declare-fun x () String)\n(declare-fun y () String)\n\
        (assert (= (str.len y) 3))\n\
        (assert (= (str.++ x (str.replace x \"a\" y)) y))\n(check-sat)\n";
    std::fs::write(&file, script).expect("written");
    let solver = odd("slow");
    let reduce = |seconds: &str| {
        let arguments = ["reduce", &file, "--solver", &solver, "--slow", seconds];
        run(&mut fray(&arguments))
    };
    let (small, stderr, exit) = reduce("0.3");
    assert_eq!(exit, Some(0), "{stderr}");
    let asserted: Vec<&str> = small.lines().filter(|l| l.starts_with("(assert")).collect();
    assert_eq!(asserted.len(), 1, "{small}");
    assert!(asserted[0].contains("(str.replace "), "{small}");
    for gone in ["str.len", "str.++"] {
        assert!(!small.contains(gone), "{gone} is left in {small}");
    }
    // What is not slow cannot be reduced by slowness.
    let (_, stderr, exit) = reduce("30");
    assert_eq!(exit, Some(2));
    assert!(stderr.contains("nothing to reduce by"), "{stderr}");
}

#[test]
fn a_hunt_finds_a_liar_and_goes_on_from_there() {
    let folder = Folder::new("hunt");
    let store = folder.path("hunt.store");
    let list = folder.path("known.tsv");
    std::fs::write(&list, "tracker\tnumber\tminimal formula\n").expect("written");
    let hunt = |seconds: &str| {
        let mut command = fray(&[
            "hunt", "--quiet", "--first", "--for", seconds, "--store", &store,
        ]);
        command.args([
            "--like", &list, "--batch", "4", "--runs", "30", "--modes", "growth",
        ]);
        command.args(["--solver", "liar=/bin/sh -c 'echo unsat'"]);
        run(&mut command)
    };
    let (out, err, code) = hunt("60");
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(out.contains("bug 1 ("), "{out}");
    assert!(
        out.contains("new bugs by the way tests were made:\n  growth: "),
        "{out}"
    );
    // What was found is in the store, also if there is no time for more.
    let (out, _, code) = hunt("0");
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("bug 1: liar"), "{out}");
    assert!(out.contains("0 runs"), "{out}");
}

/// What a stranger sees: the name, the script, what the solver says, and a command that works.
#[test]
fn a_bug_is_told_with_the_command_to_see_it_again() {
    let folder = Folder::new("told");
    let store = folder.path("it's.store");
    let mut hunt = fray(&["hunt", "--quiet", "--first", "--for", "60"]);
    hunt.args(["--store", &store, "--batch", "4", "--modes", "growth"]);
    hunt.args(["--solver", "liar=/bin/sh -c 'echo unsat'"]);
    let (out, err, code) = run(&mut hunt);
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(out.contains(" s): liar: wrong answer"), "{out}");
    assert!(out.contains("\nbug 1: liar: wrong answer; "), "{out}");
    assert!(out.contains("\n  it says: unsat\n"), "{out}");
    let again = |out: &str| {
        let command = out.split("  see it again: ").nth(1).expect("a command");
        let command = command.lines().next().expect("a line").to_owned();
        let mut shell = std::process::Command::new("/bin/sh");
        let (said, err, code) = run(shell.args(["-c", &command]));
        assert_eq!(
            (said.as_str(), code),
            ("unsat\n", Some(0)),
            "{command}: {err}"
        );
        command
    };
    let command = again(&out);
    assert!(command.ends_with("it'\\''s.bugs/bug1.smt2'"), "{command}");
    let (out, _, _) = run(&mut fray(&["cluster", "--store", &store]));
    again(&out);
    let (out, _, _) = run(&mut fray(&["report", "--store", &store]));
    assert!(out.contains("fray cluster --store"), "{out}");
}

/// That no thread or process can be started is our fault.
#[test]
fn a_machine_without_room_for_processes_ends_the_run() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new("room");
    let open = std::fs::Permissions::from_mode(0o777);
    std::fs::set_permissions(folder.path(""), open).expect("ours");
    // Where it is made, others may not look.
    let exe = folder.path("fray");
    std::fs::copy(env!("CARGO_BIN_EXE_fray"), &exe).expect("copied");
    let limited = |rest: &str| {
        // The limit is not for root.
        let mut shell = std::process::Command::new("su");
        let script = format!("cd / && ulimit -u 2 && exec {exe} {rest}");
        shell.args(["-s", "/bin/bash", "nobody", "-c", &script]);
        run(&mut shell)
    };
    if limited("--version").2 != Some(0) {
        // There is no other user here, or none that can run it.
        return;
    }
    let store = folder.path("room.store");
    let rest =
        format!("test --sample 1 --op at --quiet --store {store} --solver 'x=/bin/echo sat'");
    let (out, err, code) = limited(&rest);
    assert_eq!(code, Some(2), "{out}{err}");
    assert!(err.contains("Resource temporarily unavailable"), "{err}");
    assert!(!err.contains("panicked"), "{err}");
}

/// A solver that knows nothing about one operator has one bug, in however many formulas.
#[test]
fn an_operator_that_a_solver_knows_nothing_about_is_one_bug() {
    let folder = Folder::new("digits");
    let store = folder.path("hunt.store");
    let mut hunt = fray(&[
        "hunt", "--quiet", "--apart", "--store", &store, "--cpu", "6",
    ]);
    hunt.args(["--modes", "small,negated", "--solver", &odd("digits")]);
    let (out, err, code) = run(&mut hunt);
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(out.contains("1 distinct bug\n"), "{out}");
    let failures = out.split(" failures in ").next().unwrap_or("");
    let failures = failures.rsplit(' ').next().unwrap_or("");
    assert!(failures.parse::<u32>().is_ok_and(|n| n > 1), "{out}");
}

/// A hunt that is given processor time goes on for that long, whatever the clock says.
#[test]
fn a_hunt_ends_when_its_processor_time_is_used() {
    let folder = Folder::new("cpu");
    let store = folder.path("hunt.store");
    let mut hunt = fray(&["hunt", "--quiet", "--store", &store, "--cpu", "1"]);
    hunt.args(["--modes", "growth"]);
    // It works for an answer, so that the solver's time must count.
    let busy = "busy=/bin/sh -c 'i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done; echo unknown'";
    hunt.args(["--solver", busy, "--timeout", "5"]);
    let (out, err, code) = run(&mut hunt);
    assert_eq!(code, Some(0), "{out}{err}");
    let used = out.split(" s of the processor").next().unwrap_or_default();
    let used = used.rsplit(' ').next().and_then(|n| n.parse::<u64>().ok());
    assert!(used.is_some_and(|used| (1..=20).contains(&used)), "{out}");
}

/// What is said about all strings depends on how many characters there are, and this one knows few.
#[test]
fn a_hunt_that_has_nothing_to_put_to_a_solver_says_so() {
    let folder = Folder::new("nothing");
    let store = folder.path("hunt.store");
    let mut hunt = fray(&["hunt", "--quiet", "--store", &store, "--for", "1"]);
    hunt.args([
        "--modes",
        "quantified",
        "--batch",
        "4",
        "--solver",
        &odd("old"),
    ]);
    let seed = folder.path("seed.smt2");
    std::fs::write(&seed, "(assert (= x").expect("written");
    let (out, err, code) = run(hunt.arg(&seed));
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(
        err.contains("seed.smt2 cannot be read: line 1 column"),
        "{err}"
    );
    assert!(err.contains("none can be put to a solver"), "{err}");
}

/// A hunt in which the time or the runs end before a failure is at its smallest.
#[test]
fn what_was_cut_short_is_made_smaller_later() {
    let folder = Folder::new("short");
    let store = folder.path("hunt.store");
    let mut hunt = fray(&["hunt", "--quiet", "--first", "--store", &store]);
    hunt.args(["--for", "60", "--batch", "4", "--runs", "3"]);
    hunt.args(["--modes", "growth"]);
    hunt.args(["--solver", "liar=/bin/sh -c 'echo unsat'"]);
    let (out, err, code) = run(&mut hunt);
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(out.contains(", not yet at its smallest\n"), "{out}");
    let (listed, err, code) = run(&mut fray(&["report", "--store", &store]));
    assert_eq!(code, Some(0), "{err}");
    assert!(listed.contains("bug 1: liar"), "{listed}");
    let (out, err, code) = run(&mut fray(&["cluster", "--store", &store]));
    assert_eq!(code, Some(1), "{err}");
    assert!(!out.contains("not yet at its smallest"), "{out}");
    // Whatever it is, a liar is wrong about the smallest of formulas, too.
    let longest = out.lines().map(str::len).max().unwrap_or(0);
    assert!(longest < 120, "{out}");
    // A copy that was merged before does not come back.
    let copy = folder.path("copy.store");
    for _ in 0..2 {
        run(&mut fray(&["merge", &copy, &store]));
    }
    let (again, _, _) = run(&mut fray(&["merge", &copy, &store]));
    assert!(again.contains("0 new findings"), "{again}");
}

#[test]
fn a_finding_of_a_sweep_keeps_the_options_that_it_needs() {
    let folder = Folder::new("sweep");
    let profiles = folder.path("profiles.toml");
    let profile = |way: &str| {
        let command = odd(way);
        let words = command.split(['=', ' ']).skip(1);
        let words: Vec<String> = words.map(|word| format!("'{word}'")).collect();
        let command = words.join(", ");
        format!(
            "[[solver]]\nname = '{way}'\ncommand = [{command}, '{{file}}']\n\
             sweep = [['--hasty']]\n"
        )
    };
    std::fs::write(&profiles, profile("swept") + &profile("hasty")).expect("written");
    for (name, needed) in [("swept", true), ("hasty", false)] {
        let store = folder.path(&format!("{name}.store"));
        let mut hunt = fray(&["hunt", "--quiet", "--store", &store, "--sweep"]);
        hunt.args(["--profiles", &profiles, "--solver", name]);
        hunt.args([
            "--first", "--for", "60", "--batch", "2", "--modes", "growth",
        ]);
        let (out, err, code) = run(&mut hunt);
        assert_eq!(code, Some(1), "{out}{err}");
        let issues = folder.path(name);
        let mut cluster = fray(&["cluster", "--store", &store, "--issues", &issues]);
        cluster.args(["--profiles", &profiles, "--version", name]);
        let (out, err, _) = run(&mut cluster);
        let issue = std::fs::read_to_string(format!("{issues}/bug1.md")).unwrap_or_default();
        let command = issue.lines().find(|line| line.starts_with("Command: "));
        assert!(
            command.is_some_and(|line| line.contains("--hasty") == needed),
            "{issue}{out}{err}"
        );
        assert!(
            issue.starts_with(&format!("# {name}: wrong answer")),
            "{issue}"
        );
        assert!(
            command.is_some_and(|line| line.ends_with(" FILE`")),
            "{issue}"
        );
    }
}
