//! Limits hold everywhere: steps, time and requests to stop end every stage of a query soon, and
//! what is answered under a limit is right or `unknown`.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use sinew::{CancelHandle, Session};
use sinew_base::Random;

#[path = "common/hard.rs"]
mod hard;
#[path = "common/scripts.rs"]
mod scripts;
#[path = "common/stopping.rs"]
mod stopping;

use hard::{hard, pigeons};
use scripts::scripts;
use stopping::{agree, run};

/// How long a query may work after it was told to stop. Builds with assertions are slower.
const SOON: Duration = Duration::from_millis(if cfg!(debug_assertions) { 400 } else { 100 });
/// At most so long takes a step, on average.
const STEP: Duration = Duration::from_micros(if cfg!(debug_assertions) { 40 } else { 10 });

fn regressions() -> Vec<PathBuf> {
    let found = scripts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/regress"));
    assert!(!found.is_empty(), "the regressions are there");
    found
}

/// The arguments that a regression asks for.
fn arguments(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("; args:"));
    lines
        .flat_map(str::split_whitespace)
        .map(str::to_owned)
        .collect()
}

/// Runs the script with fewer steps than `cap`, and cancelled at random moments. What is wrong is
/// returned.
fn walk(script: &[u8], arguments: &[String], cap: u64, random: &mut Random) -> Vec<String> {
    let mut faults = Vec::new();
    let with = |steps: u64| {
        let mut arguments = arguments.to_vec();
        arguments.push(format!("--rlimit-per={steps}"));
        arguments
    };
    let start = Instant::now();
    let Some(whole) = run(script, &with(cap), None) else {
        return faults;
    };
    // Hard scripts are stopped in the midst of what comes after the cap.
    let took = start.elapsed() * 2;
    for steps in (0..).map(|n| 10u64.pow(n)).take_while(|&steps| steps < cap) {
        let Some(limited) = run(script, &with(steps), None) else {
            continue;
        };
        let count = u32::try_from(steps).unwrap_or(u32::MAX);
        if limited.longest > SOON + STEP * count {
            faults.push(format!("{steps} steps took {:?}", limited.longest));
        }
        if !agree(&whole.replies, &limited.replies) {
            faults.push(format!("with {steps} steps: {}", limited.replies));
        }
    }
    for _ in 0..2 {
        let micros =
            random.number() % u64::try_from(took.as_micros()).map_or(u64::MAX, |most| most.max(1));
        let after = Some(Duration::from_micros(micros));
        // One query is cancelled; the others must end as well.
        let mut arguments = arguments.to_vec();
        arguments.push("--tlimit-per=1000".to_owned());
        let Some(stopped) = run(script, &arguments, after) else {
            continue;
        };
        if let Some(late) = stopped.latest.filter(|&late| late > SOON) {
            faults.push(format!("stopped after {micros} µs, it took {late:?} more"));
        }
        if !agree(&whole.replies, &stopped.replies) {
            faults.push(format!("stopped after {micros} µs: {}", stopped.replies));
        }
    }
    faults
}

#[test]
fn regressions_end_soon_and_are_right_under_every_limit() {
    let (mut random, mut faults, mut count) = (Random::new(1), String::new(), 0);
    for path in regressions() {
        let script = std::fs::read(&path).expect("readable");
        let arguments = arguments(&String::from_utf8_lossy(&script));
        for fault in walk(&script, &arguments, 200_000, &mut random) {
            faults += &format!("{}: {fault}\n", path.display());
        }
        count += 1;
    }
    assert!(count > 100, "the walk found the regressions");
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn hard_scripts_end_soon_under_every_limit() {
    let (mut random, mut faults) = (Random::new(2), String::new());
    for (name, script) in hard() {
        for fault in walk(script.as_bytes(), &[], 100_000, &mut random) {
            faults += &format!("{name}: {fault}\n");
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn workers_obey_the_limits_and_are_joined() {
    for (name, script) in hard() {
        for (limit, soon) in [("--rlimit-per=1000", 4), ("--tlimit-per=50", 4)] {
            let arguments = ["--jobs=3".to_owned(), limit.to_owned()];
            let start = Instant::now();
            let Some(_) = run(script.as_bytes(), &arguments, None) else {
                panic!("the arguments are known");
            };
            // Time that others use on a busy machine counts here.
            let took = start.elapsed();
            assert!(
                took < SOON * soon + Duration::from_secs(1),
                "{name}, {limit}: {took:?}"
            );
        }
    }
}

#[test]
fn a_session_keeps_its_time_limit_by_itself() {
    let script = format!(
        "(set-option :tlimit-per 100){}(get-info :reason-unknown)(reset)(check-sat)",
        pigeons(14)
    );
    let start = Instant::now();
    let replies = Session::default().run_text(&script);
    assert_eq!(replies, "unknown\n(:reason-unknown timeout)\nsat\n");
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn the_time_of_a_session_is_that_of_all_its_queries() {
    let mut session = Session::with_arguments(&["--tlimit=100".to_owned()]).expect("known");
    assert_eq!(session.run_text("(check-sat)"), "sat\n");
    let hard = format!("{}(get-info :reason-unknown)", pigeons(14));
    let late = "unknown\n(:reason-unknown timeout)\n";
    assert_eq!(session.run_text(&hard), late);
    assert_eq!(
        session.run_text("(check-sat)(get-info :reason-unknown)"),
        late
    );
}

#[test]
fn steps_of_a_session_are_those_of_all_its_queries() {
    let script = format!("{}(get-info :reason-unknown)", pigeons(10));
    let mut session = Session::with_arguments(&["--rlimit=3000".to_owned()]).expect("known");
    let out = "unknown\n(:reason-unknown resourceout)\n";
    assert_eq!(session.run_text(&script), out);
    assert_eq!(
        session.run_text("(check-sat)(get-info :reason-unknown)"),
        out
    );
}

#[test]
fn memory_is_limited_in_a_session() {
    let mut session = Session::with_arguments(&["--memory=1".to_owned()]).expect("known");
    let script = format!("{}(get-info :reason-unknown)", pigeons(14));
    let replies = session.run_text(&script);
    assert_eq!(replies, "unknown\n(:reason-unknown memout)\n");
}

#[test]
fn a_running_query_is_cancelled_and_the_next_one_is_not() {
    let mut session = Session::default();
    let handle = session.cancel_handle();
    let (sender, receiver) = mpsc::channel();
    // A session may move to another thread.
    let thread = std::thread::spawn(move || {
        let script = format!("{}(get-info :reason-unknown)", pigeons(14));
        let replies = session.run_text(&script);
        let next = session.run_text("(reset)(check-sat)");
        sender.send((replies, next)).expect("somebody listens");
    });
    std::thread::sleep(Duration::from_millis(100));
    handle.cancel();
    let (replies, next) = receiver
        .recv_timeout(Duration::from_secs(20))
        .expect("the query ends");
    thread.join().expect("it does not panic");
    assert_eq!(replies, "unknown\n(:reason-unknown interrupted)\n");
    assert_eq!(next, "sat\n");
}

#[test]
fn a_request_between_queries_is_for_the_next_unless_withdrawn() {
    let mut session = Session::default();
    let handle = session.cancel_handle();
    let query = "(declare-const x String)(assert (= (str.len x) 3))(check-sat)";
    handle.cancel();
    handle.withdraw();
    assert_eq!(session.run_text(query), "sat\n");
    handle.cancel();
    assert_eq!(session.run_text("(reset)"), "", "nothing that has limits");
    assert_eq!(session.run_text(query), "unknown\n");
    assert_eq!(session.run_text("(check-sat)"), "sat\n");
}

#[test]
fn sessions_can_be_sent_and_handles_shared() {
    fn is_send<T: Send>() {}
    fn is_shared<T: Send + Sync + Clone>() {}
    is_send::<Session>();
    is_shared::<CancelHandle>();
}
