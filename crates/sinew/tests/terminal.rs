//! What a person at a terminal sees. The terminal is made by `script` of util-linux; where that is not
//! there, these tests say so and do nothing.

use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};

/// What the line editor says when it is ready for another line: pastes are to be marked as such.
const READY: &str = "\u{1b}[?2004h";

/// What appears on a terminal where the solver is started with these arguments and these lines are typed,
/// each when the editor is ready for it.
#[allow(clippy::print_stderr)] // A test that is skipped says so.
fn at_terminal(arguments: &str, lines: &[&str]) -> Option<String> {
    let command = format!("{} {arguments}", env!("CARGO_BIN_EXE_sinew"));
    let child = Command::new("script")
        .args(["-q", "-e", "-c", &command, "/dev/null"])
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else {
        eprintln!("skipped: there is no `script`");
        return None;
    };
    let mut stdin = child.stdin.take().expect("piped");
    let mut stdout = child.stdout.take().expect("piped");
    let (mut seen, mut typed) = (Vec::new(), 0);
    let mut chunk = [0; 4096];
    loop {
        let count = stdout.read(&mut chunk).expect("it can be read");
        seen.extend_from_slice(&chunk[..count]);
        let text = String::from_utf8_lossy(&seen).into_owned();
        if count == 0 {
            child.wait().expect("it ends");
            return Some(text);
        }
        while typed < lines.len().min(text.matches(READY).count()) {
            let line = format!("{}\r", lines[typed]);
            stdin.write_all(line.as_bytes()).expect("it is there");
            typed += 1;
        }
    }
}

/// A script whose query runs into the time limit, in a file.
fn long_query(name: &str) -> String {
    let path = std::env::temp_dir().join(format!("sinew-{name}-{}.smt2", std::process::id()));
    let script = "(declare-const a Int)(declare-const b Int)(declare-const c Int)
        (assert (= (+ (* a a a) (* b b b) (* c c c)) 114)) (check-sat)";
    std::fs::write(&path, script).expect("a file");
    path.display().to_string()
}

#[test]
fn a_long_query_shows_what_it_is_at_and_erases_it() {
    let file = long_query("progress");
    let Some(seen) = at_terminal(&format!("--tlimit-per=1700 {file}"), &[]) else {
        return;
    };
    assert!(seen.contains(" steps: "), "{seen:?}");
    assert!(seen.contains("1 s, "), "{seen:?}");
    assert!(seen.ends_with("\r\u{1b}[Kunknown\r\n"), "{seen:?}");
    let quiet = at_terminal(&format!("--tlimit-per=1300 --no-progress {file}"), &[]);
    assert_eq!(quiet.as_deref(), Some("unknown\r\n"));
    // In a pipe there is nothing to see.
    let output = Command::new(env!("CARGO_BIN_EXE_sinew"))
        .args(["--tlimit-per=1300", &file])
        .output()
        .expect("it runs");
    assert_eq!(
        (output.stdout, output.stderr),
        (b"unknown\n".to_vec(), Vec::new())
    );
    let _ = std::fs::remove_file(file);
}

#[test]
fn errors_are_shown_once_and_the_session_goes_on() {
    let lines = [
        "(declare-const x String)",
        "(assert (= x 1))",
        "(check-sat)",
        "help",
        "exit",
    ];
    let Some(seen) = at_terminal("", &lines) else {
        return;
    };
    assert!(seen.contains("sinew> "), "{seen:?}");
    assert_eq!(seen.matches("error").count(), 1, "{seen:?}");
    assert!(!seen.contains("(error"), "{seen:?}");
    assert!(seen.contains("\nsat\r\n"), "{seen:?}");
    assert!(seen.contains("Commands are SMT-LIB"), "{seen:?}");
}
