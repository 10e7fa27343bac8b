//! Campaigns against fake solvers: each misbehaves in its own way, every test gets its verdict,
//! and no process is left behind.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use fray::run::campaign::Campaign;
use fray::run::dialect::Dialect;
use fray::run::job::Job;
use fray::run::judge::Judge;
use fray::run::process::{Keeper, Limits};
use fray::run::profile::{Profile, parse};
use fray::run::record::Record;
use fray::run::second::REFUTED;
use fray::run::session::{Between, Sessions};
use fray::run::verdict::Verdict;
use fray::synth::library::Library;
use fray::synth::reference::Reference;
use fray::synth::suite::{Config, generate};
use fray::synth::test::Family;
use fray::synth::write::Dialect as Written;

fn jobs(family: Family, count: usize) -> Vec<Job> {
    let config = Config {
        families: vec![family],
        ..Config::default()
    };
    let mut jobs = Vec::new();
    generate(
        &Library::built_in(),
        &Reference::standard(),
        &config,
        &mut |store, test| {
            jobs.push(Job::plain(store, test, 0, 0, Written::Standard));
            if jobs.len() == count {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    )
    .expect("every claim holds");
    jobs
}

/// One for all, since it takes every other child of this process for an orphan.
fn keeper() -> Arc<Keeper> {
    static KEEPER: OnceLock<Arc<Keeper>> = OnceLock::new();
    Arc::clone(KEEPER.get_or_init(|| {
        let fray = PathBuf::from(env!("CARGO_BIN_EXE_fray"));
        Arc::new(Keeper::adopting(Some(fray), None).expect("processes can be started"))
    }))
}

/// A folder for temporary files, removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("fray-test-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for temporary files");
        Scratch(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn campaign(profile: Profile, scratch: &Scratch, wall: u64) -> Campaign {
    Campaign {
        profile,
        judge: Judge {
            dialect: Arc::new(Dialect {
                missing: BTreeSet::from(["str.suffixof".to_owned()]),
                ..Dialect::default()
            }),
            ..Judge::default()
        },
        second: None,
        keeper: keeper(),
        limits: Limits {
            wall: Duration::from_millis(wall),
            memory: 1 << 30,
        },
        seed: 0,
        jobs: 4,
        scratch: scratch.0.clone(),
        sessions: Sessions::default(),
    }
}

/// A solver that is a shell script; `$1` is the test.
fn shell(script: &str) -> Profile {
    let mut profile =
        parse("[[solver]]\nname = 'fake'\ncommand = ['/bin/sh', '-c', '', 'sh', '{file}']")
            .expect("well-formed")
            .remove(0);
    script.clone_into(&mut profile.command[2]);
    profile
}

/// One of the solvers in `tests/solvers`, called with this time to sleep, which marks it.
fn fixture(name: &str, sleep: &str) -> Profile {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("tests/solvers/fakes.toml")).expect("there");
    let mut profile = parse(&text)
        .expect("well-formed")
        .into_iter()
        .find(|profile| profile.name == name)
        .expect("in the file");
    let script = root.join("../..").join(&profile.command[1]);
    profile.command = vec![
        "/usr/bin/env".to_owned(),
        format!("FAKE_SLEEP={sleep}"),
        "/bin/sh".to_owned(),
        script.to_string_lossy().into_owned(),
        "{file}".to_owned(),
    ];
    profile
}

/// Runs all jobs and returns the records.
fn run(campaign: &Campaign, jobs: Vec<Job>) -> Vec<Record> {
    let expected = jobs.len();
    let mut records = Vec::new();
    let ran = campaign.run(
        &Arc::new(AtomicBool::new(false)),
        |take| {
            for job in jobs {
                assert!(take(job));
            }
        },
        &mut |_, record: Record| {
            records.push(record);
            true
        },
    );
    ran.expect("no fault of ours");
    assert_eq!(records.len(), expected, "each test has a verdict");
    records
}

fn counts(records: &[Record]) -> BTreeMap<Verdict, usize> {
    let mut counts: BTreeMap<Verdict, usize> = BTreeMap::new();
    for record in records {
        *counts.entry(record.verdict).or_default() += 1;
    }
    counts
}

/// Whether a process with this text in its command line runs.
fn runs(mark: &str) -> bool {
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return false;
    };
    entries.flatten().any(|entry| {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(mark)
    })
}

#[test]
fn an_honest_solver_passes_and_unsupported_symbols_are_rejected() {
    let script = "echo unsat; echo '(a0 a1)'";
    let scratch = Scratch::new("honest");
    let records = run(
        &campaign(shell(script), &scratch, 20_000),
        jobs(Family::Equivalent, 24),
    );
    // One of the 24 tests is about suffixof and its twin, and the negated pair too.
    assert_eq!(
        counts(&records),
        BTreeMap::from([(Verdict::Pass, 20), (Verdict::Rejected, 4)])
    );
}

#[test]
fn a_second_solver_is_asked_about_cores_but_not_believed() {
    let core = r"echo unsat; echo '(a0 a1)'";
    let opinions = |name: &str, second: &str| -> Vec<(Verdict, Option<String>)> {
        let scratch = Scratch::new(name);
        let campaign = Campaign {
            second: Some((shell(second), Arc::new(Dialect::default()))),
            ..campaign(shell(core), &scratch, 20_000)
        };
        run(&campaign, jobs(Family::Equivalent, 2))
            .into_iter()
            .map(|record| (record.verdict, record.second.map(|(_, opinion)| opinion)))
            .collect()
    };
    let confirmed = (Verdict::Pass, Some("confirmed".to_owned()));
    assert_eq!(
        opinions("agrees", "echo unsat"),
        [confirmed.clone(), confirmed]
    );
    let open = (Verdict::Pass, Some("open".to_owned()));
    assert_eq!(
        opinions("claims-sat", "echo sat"),
        [open.clone(), open],
        "its sat has no model"
    );
}

#[test]
fn a_checked_model_of_a_core_refutes_the_test_itself() {
    let text = "(declare-fun x () String)\n(assert (! (= x \"a\") :named a0))\n\
                (assert (! (= x x) :named a1))\n(check-sat)\n; core: a0 a1\n";
    let job = Job::from_file("unsat/seed0/eqForm/false/t.smt2", text.to_owned()).expect("a claim");
    let scratch = Scratch::new("false-rule");
    let campaign = Campaign {
        second: Some((
            shell(r#"echo sat; echo '((x "a"))'"#),
            Arc::new(Dialect::default()),
        )),
        ..campaign(shell("echo unsat; echo '(a0 a1)'"), &scratch, 20_000)
    };
    let records = run(&campaign, vec![job]);
    assert_eq!(records[0].verdict, Verdict::Rejected);
    assert!(records[0].detail.starts_with(REFUTED));
}

/// A solver that says `sat` for what a false rule claims to be unsatisfiable is right.
#[test]
fn a_checked_model_of_the_solver_refutes_the_test_itself() {
    let text = "(declare-fun x () String)\n(assert (! (= x \"a\") :named a0))\n\
                (assert (! (= x x) :named a1))\n(check-sat)\n(get-unsat-core)\n; core: a0 a1\n";
    let job = Job::from_file("unsat/seed0/eqForm/false/t.smt2", text.to_owned()).expect("a claim");
    let scratch = Scratch::new("false-claim");
    let found = |model: &str| {
        let solver = shell(&format!("echo sat; echo '((x \"{model}\"))'"));
        run(&campaign(solver, &scratch, 20_000), vec![job.clone()]).remove(0)
    };
    let refuted = found("a");
    assert_eq!(refuted.verdict, Verdict::Rejected);
    assert!(refuted.detail.starts_with(REFUTED), "{}", refuted.detail);
    assert_eq!(found("b").verdict, Verdict::WrongAnswer);
}

#[test]
fn conversations_are_judged_answer_by_answer() {
    let text = "(check-sat)\n(check-sat)\n; answers: sat unsat\n";
    let job = Job::from_file("unsat/seed0/eqFormPushPop/at/t.smt2", text.to_owned());
    let job = job.expect("a claim");
    let scratch = Scratch::new("conversation");
    let verdict = |script: &str| {
        let campaign = campaign(shell(script), &scratch, 20_000);
        run(&campaign, vec![job.clone()])[0].verdict
    };
    assert_eq!(verdict("echo sat; echo unsat"), Verdict::Pass);
    assert_eq!(verdict("echo sat; echo sat"), Verdict::WrongAnswer);
}

/// Answers scripts of many tests, line by line: every query is satisfiable, a script that speaks of
/// `str.at` makes it hang, and one of `str.replace` kills it.
const TALKER: &str = r#"while read -r line; do case $line in
    *str.at*) sleep 97654 ;;
    *str.replace*) kill -SEGV $$ ;;
    *check-sat*) echo sat ;;
    *'(echo '*) line=${line#'(echo '}; echo "${line%)}" ;;
    esac; done < "$1""#;

#[test]
fn a_session_goes_on_after_each_breakdown() {
    let scratch = Scratch::new("session");
    let mut profile = shell(TALKER);
    profile.session = profile.command[1..].to_vec();
    let campaign = campaign(profile, &scratch, 200);
    let test = |assertion: &str| {
        let text = format!("(assert {assertion})\n(check-sat)\n; unsat\n");
        Job::from_file("t", text).expect("a claim")
    };
    let ground = |assertion: &str| {
        let text = format!("(assert {assertion})\n(check-sat)\n; model:\n");
        Job::from_file("t", text).expect("a claim")
    };
    let jobs = [
        ground("(= (str.len \"a\") 1)"),
        test("(= (str.len \"a\") 2)"),
        ground("(= (str.at \"a\" 0) \"a\")"),
        ground("(str.suffixof \"\" \"\")"),
        ground("(= (str.len \"ab\") 2)"),
        ground("(= (str.replace \"a\" \"a\" \"b\") \"b\")"),
        test("(= (str.len \"ab\") 1)"),
        ground("(= (str.len \"\") 0)"),
    ];
    let file = scratch.0.join("session.smt2");
    let stop = AtomicBool::new(false);
    let heard = campaign
        .session(&jobs, Between::Resets, &file, &stop)
        .expect("no fault of ours");
    let verdicts: Vec<Verdict> = heard.iter().map(|h| h.judgement.verdict).collect();
    assert_eq!(
        verdicts,
        [
            Verdict::Pass,
            Verdict::WrongAnswer,
            Verdict::Timeout,
            Verdict::Rejected,
            Verdict::Pass,
            Verdict::Crash,
            Verdict::WrongAnswer,
            Verdict::Pass,
        ]
    );
    assert!(!runs("97654"), "nothing is left behind");
}

/// It says `unknown` in scopes, and is wrong otherwise.
#[test]
fn what_is_not_known_in_a_scope_is_asked_for_again() {
    const TIMID: &str = r#"while read -r line; do case $line in
        *push*) scope=yes ;;
        *check-sat*) case $scope in yes) echo unknown ;; *) echo unsat ;; esac ;;
        *'(echo '*) line=${line#'(echo '}; echo "${line%)}" ;;
        esac; done < "$1""#;
    let scratch = Scratch::new("timid");
    let mut profile = shell(TIMID);
    profile.session = profile.command[1..].to_vec();
    profile.scopes = true;
    let mut campaign = campaign(profile, &scratch, 20_000);
    campaign.sessions.bare = true;
    let records = run(&campaign, jobs(Family::Constants, 20));
    assert_eq!(
        counts(&records),
        BTreeMap::from([(Verdict::WrongAnswer, 20)])
    );
}

#[test]
fn a_liar_is_caught() {
    let scratch = Scratch::new("liar");
    let records = run(
        &campaign(shell("echo unsat"), &scratch, 20_000),
        jobs(Family::Constants, 20),
    );
    assert_eq!(
        counts(&records),
        BTreeMap::from([(Verdict::WrongAnswer, 20)])
    );
}

#[test]
fn a_solver_that_crashes_at_random_is_told_apart_test_by_test() {
    let scratch = Scratch::new("crashes");
    let records = run(
        &campaign(fixture("crashes", "1"), &scratch, 20_000),
        jobs(Family::Constants, 120),
    );
    let counts = counts(&records);
    assert_eq!(counts.len(), 2, "{counts:?}");
    assert!(counts[&Verdict::Crash] > counts[&Verdict::Unknown]);
    for signal in ["signal 11", "signal 6", "exit code 134"] {
        assert!(
            records.iter().any(|r| r.detail.contains(signal)),
            "{signal}"
        );
    }
}

#[test]
fn garbage_is_no_answer() {
    let scratch = Scratch::new("garbage");
    let records = run(
        &campaign(fixture("garbage", "1"), &scratch, 20_000),
        jobs(Family::Constants, 60),
    );
    assert_eq!(counts(&records), BTreeMap::from([(Verdict::Crash, 60)]));
}

#[test]
fn a_hanging_solver_is_ended() {
    let start = Instant::now();
    let scratch = Scratch::new("hangs");
    let records = run(
        &campaign(fixture("hangs", "98765"), &scratch, 100),
        jobs(Family::Constants, 8),
    );
    assert_eq!(counts(&records), BTreeMap::from([(Verdict::Timeout, 8)]));
    assert!(start.elapsed() < Duration::from_secs(20));
    assert!(!runs("98765"), "nothing is left behind");
}

#[test]
fn children_are_ended_wherever_they_hide() {
    let scratch = Scratch::new("forks");
    let records = run(
        &campaign(fixture("forks", "98764"), &scratch, 300),
        jobs(Family::Constants, 40),
    );
    let counts = counts(&records);
    assert!(
        counts
            .keys()
            .all(|v| [Verdict::Unknown, Verdict::Timeout].contains(v)),
        "{counts:?}"
    );
    assert!(!runs("98764"), "nothing is left behind");
}

#[test]
fn stopping_ends_the_campaign() {
    let stop = Arc::new(AtomicBool::new(false));
    let scratch = Scratch::new("stop");
    let profile = parse("[[solver]]\nname = 'fake'\ncommand = ['/bin/sleep', '87654']")
        .expect("well-formed")
        .remove(0);
    let campaign = campaign(profile, &scratch, 600_000);
    let setter = Arc::clone(&stop);
    let clock = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        setter.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    let mut records = 0;
    let start = Instant::now();
    let ran = campaign.run(
        &stop,
        |take| {
            for job in jobs(Family::Constants, 50) {
                if !take(job) {
                    break;
                }
            }
        },
        &mut |_, _| {
            records += 1;
            true
        },
    );
    ran.expect("no fault of ours");
    clock.join().expect("sets the flag");
    assert_eq!(records, 0, "an interrupted test has no verdict");
    assert!(start.elapsed() < Duration::from_secs(20));
    assert!(!runs("87654"), "nothing is left behind");
}

/// A suite in sessions: what is right there counts, what is wrong there only if it is wrong by
/// itself, too, and nothing is lost or told twice.
#[test]
fn many_tests_in_one_process_are_judged_like_single_ones() {
    // In a session it answers each query alike, and repeats what it is told to.
    let answering = |answer: &str| {
        let said = "s/^(echo \"\\(.*\\)\")$/\\1/p";
        let core = "s/^(get-unsat-core)$/(a0 a1)/p";
        format!("sed -n -e 's/^(check-sat)$/{answer}/p' -e '{core}' -e '{said}' \"$1\"")
    };
    let right = "echo unsat; echo '(a0 a1)'";
    let verdicts = |name: &str, alone: &str, session: &str| -> BTreeMap<(Verdict, bool), usize> {
        let scratch = Scratch::new(name);
        let mut profile = shell(alone);
        profile.session = ["-c", session, "sh", "{file}"].map(str::to_owned).to_vec();
        let campaign = Campaign {
            sessions: Sessions {
                bare: true,
                cores: true,
            },
            ..campaign(profile, &scratch, 5000)
        };
        let mut found = BTreeMap::new();
        let mut paths = BTreeSet::new();
        for record in run(&campaign, jobs(Family::Equivalent, 12)) {
            let together = record.exit == "with others in one process";
            *found.entry((record.verdict, together)).or_default() += 1;
            assert!(paths.insert(record.path), "told twice");
        }
        assert_eq!(paths.len(), 12);
        found
    };
    let together = verdicts("together", "exit 7", &answering("unsat"));
    assert!(together[&(Verdict::Pass, true)] >= 9, "{together:?}");
    let misled = verdicts("misled", right, &answering("sat"));
    assert!(misled[&(Verdict::Pass, false)] >= 9, "{misled:?}");
    let wrong = verdicts("wrong", "echo sat", &answering("sat"));
    assert!(wrong[&(Verdict::WrongAnswer, false)] >= 9, "{wrong:?}");
}
