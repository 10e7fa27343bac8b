//! Campaigns against fake solvers: each misbehaves in its own way, every test gets its verdict,
//! and no process is left behind.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fray::run::campaign::Campaign;
use fray::run::judge::Job;
use fray::run::process::Limits;
use fray::run::profile::parse;
use fray::run::store::Record;
use fray::run::verdict::Verdict;
use fray::synth::library::Library;
use fray::synth::reference::Reference;
use fray::synth::suite::{Config, generate};
use fray::synth::test::{Expected, Family};
use fray::synth::write::{Dialect, write_test};

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
            let mut text = String::new();
            write_test(&mut text, store, test, 0, Dialect::Standard);
            jobs.push(Job {
                path: test.path(0),
                folder: test.folder(),
                text,
                core: match &test.expected {
                    Expected::Sat(_) => None,
                    Expected::Unsat { core, .. } => {
                        Some(core.iter().map(|i| format!("a{i}")).collect())
                    }
                },
            });
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

/// Runs a solver that is a shell script; `$1` is the test.
fn campaign(name: &str, script: &str, jobs: Vec<Job>, wall: u64) -> BTreeMap<Verdict, usize> {
    let scratch: PathBuf =
        std::env::temp_dir().join(format!("fray-test-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a folder for temporary files");
    let mut profile =
        parse("[[solver]]\nname = 'fake'\ncommand = ['/bin/sh', '-c', '', 'sh', '{file}']")
            .expect("well-formed")
            .remove(0);
    script.clone_into(&mut profile.command[2]);
    let campaign = Campaign {
        profile,
        limits: Limits {
            wall: Duration::from_millis(wall),
            memory: 1 << 30,
        },
        seed: 0,
        jobs: 4,
        scratch: scratch.clone(),
        unsupported: BTreeSet::from(["str.suffixof".to_owned()]),
    };
    let expected = jobs.len();
    let mut counts: BTreeMap<Verdict, usize> = BTreeMap::new();
    campaign.run(
        &Arc::new(AtomicBool::new(false)),
        |take| {
            for job in jobs {
                assert!(take(job));
            }
        },
        &mut |record: Record| {
            *counts.entry(record.verdict).or_default() += 1;
            true
        },
    );
    assert_eq!(
        counts.values().sum::<usize>(),
        expected,
        "each test has a verdict"
    );
    let _ = std::fs::remove_dir_all(&scratch);
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
    // It knows the answers: they are in the file.
    let script =
        r#"grep -q '^(set-info :status sat)' "$1" && echo sat || { echo unsat; echo '(a0 a1)'; }"#;
    let counts = campaign("honest", script, jobs(Family::Equivalent, 24), 20_000);
    // One of the 24 tests is about suffixof and its twin, and the negated pair too.
    assert_eq!(
        counts,
        BTreeMap::from([(Verdict::Pass, 20), (Verdict::Rejected, 4)])
    );
}

#[test]
fn a_liar_is_caught() {
    let counts = campaign("liar", "echo unsat", jobs(Family::Constants, 20), 20_000);
    assert_eq!(counts, BTreeMap::from([(Verdict::WrongAnswer, 20)]));
}

#[test]
fn garbage_and_crashes_are_verdicts() {
    let script = r#"case $(( $$ % 3 )) in 0) kill -SEGV $$;; 1) echo "%#!";; *) exit 9;; esac"#;
    let counts = campaign("garbage", script, jobs(Family::Constants, 60), 20_000);
    assert_eq!(counts, BTreeMap::from([(Verdict::Crash, 60)]));
}

#[test]
fn hanging_solvers_with_children_are_ended() {
    let start = Instant::now();
    let script = "sleep 98765 & sleep 98765 & wait";
    let counts = campaign("hang", script, jobs(Family::Constants, 8), 200);
    assert_eq!(counts, BTreeMap::from([(Verdict::Timeout, 8)]));
    assert!(start.elapsed() < Duration::from_secs(20));
    assert!(!runs("98765"), "nothing is left behind");
}

#[test]
fn stopping_ends_the_campaign() {
    let stop = Arc::new(AtomicBool::new(false));
    let scratch = std::env::temp_dir().join(format!("fray-test-{}-stop", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a folder for temporary files");
    let profile = parse("[[solver]]\nname = 'fake'\ncommand = ['/bin/sleep', '87654']")
        .expect("well-formed")
        .remove(0);
    let campaign = Campaign {
        profile,
        limits: Limits {
            wall: Duration::from_secs(600),
            memory: 1 << 30,
        },
        seed: 0,
        jobs: 2,
        scratch: scratch.clone(),
        unsupported: BTreeSet::new(),
    };
    let setter = Arc::clone(&stop);
    let clock = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        setter.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    let mut records = 0;
    let start = Instant::now();
    campaign.run(
        &stop,
        |take| {
            for job in jobs(Family::Constants, 50) {
                if !take(job) {
                    break;
                }
            }
        },
        &mut |_| {
            records += 1;
            true
        },
    );
    clock.join().expect("sets the flag");
    assert_eq!(records, 0, "an interrupted test has no verdict");
    assert!(start.elapsed() < Duration::from_secs(20));
    assert!(!runs("87654"), "nothing is left behind");
    let _ = std::fs::remove_dir_all(&scratch);
}
