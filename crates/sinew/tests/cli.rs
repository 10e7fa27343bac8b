//! The binary from outside: arguments, streams, limits, signals, sub-commands.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn sinew() -> Command {
    Command::new(env!("CARGO_BIN_EXE_sinew"))
}

fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = sinew()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the writer ends");
    output
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A conversation in which each reply is awaited before the next command is sent.
struct Dialogue {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Dialogue {
    fn start(args: &[&str]) -> Dialogue {
        let mut child = sinew()
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let stdin = child.stdin.take().expect("piped");
        let stdout = BufReader::new(child.stdout.take().expect("piped"));
        Dialogue {
            child,
            stdin,
            stdout,
        }
    }

    fn ask(&mut self, text: &str) -> String {
        for byte in text.bytes() {
            self.stdin.write_all(&[byte]).expect("it reads");
            self.stdin.flush().expect("it reads");
        }
        let mut line = String::new();
        self.stdout.read_line(&mut line).expect("it answers");
        line.trim_end().to_owned()
    }
}

#[test]
fn answers_each_command_before_the_next_arrives() {
    let mut dialogue = Dialogue::start(&["-in", "-smt2"]);
    // No newline after the command: the closing parenthesis must be enough.
    assert_eq!(dialogue.ask("(set-option :print-success true)"), "success");
    assert_eq!(dialogue.ask("(assert (= \"a\" \"\\u{61}\"))"), "success");
    assert_eq!(dialogue.ask("(check-sat)"), "sat");
    assert_eq!(dialogue.ask("(push)"), "success");
    assert_eq!(dialogue.ask("(assert false)"), "success");
    assert_eq!(dialogue.ask("(check-sat)"), "unsat");
    assert_eq!(dialogue.ask("(pop)"), "success");
    assert_eq!(dialogue.ask("(check-sat)"), "sat");
    assert_eq!(dialogue.ask("(exit)"), "success");
    assert!(dialogue.child.wait().expect("it ends").success());
}

#[test]
fn errors_are_located_and_do_not_end_the_session() {
    let output = run(
        &[],
        b"(assert (= 1 \"a\"))\n(assert (str.lne \"a\"))\n(check-sat)",
    );
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(
        lines[0].starts_with("(error \"line 1 column 14: ")
            && lines[0].contains("must have sort Int"),
        "{text}"
    );
    assert!(
        lines[1].starts_with("(error \"line 2 column 10: ") && lines[1].contains("str.len"),
        "{text}"
    );
    assert_eq!(lines[2], "unknown", "what was rejected is not satisfied");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output), "", "a pipe gets no diagnostics");
}

#[test]
fn nasty_input_is_an_error_and_never_a_crash() {
    let deep = [b"(assert ".to_vec(), vec![b'('; 100_000]].concat();
    let inputs: [&[u8]; 9] = [
        b"(assert (= x",
        b")",
        b"(assert \"unterminated",
        b"(assert |unterminated",
        b"\xff\xfe(check-sat)",
        b"(assert \0)",
        b"(assert (= \"\xc3\x28\" \"a\"))",
        b"(set-option)",
        &deep,
    ];
    for input in inputs {
        let output = run(&[], input);
        let shown = String::from_utf8_lossy(&input[..input.len().min(30)]).into_owned();
        assert!(
            stdout(&output).starts_with("(error \"line "),
            "{shown}: {}",
            stdout(&output)
        );
        assert_eq!(output.status.code(), Some(1), "{shown}");
    }
    let empty = run(&[], b"");
    assert_eq!(
        (stdout(&empty).as_str(), empty.status.code()),
        ("", Some(0))
    );
}

#[test]
fn a_missing_file_and_a_wrong_flag_are_explained() {
    let output = run(&["/no/such/file.smt2"], b"");
    assert!(
        stdout(&output).starts_with("(error \"cannot read `/no/such/file.smt2`"),
        "{}",
        stdout(&output)
    );
    assert_eq!(output.status.code(), Some(1));
    let output = run(&["--tlimit-pre", "5"], b"");
    assert!(
        stderr(&output).contains("--tlimit-per"),
        "{}",
        stderr(&output)
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn help_version_manual_and_completions_come_from_the_table() {
    let help = stdout(&run(&["--help"], b""));
    for word in [
        "--tlimit-per",
        "--produce-unsat-cores",
        "eval",
        "check",
        "Exit status",
    ] {
        assert!(help.contains(word), "{word}");
    }
    assert_eq!(
        stdout(&run(&["--version"], b"")),
        format!("sinew {}\n", env!("CARGO_PKG_VERSION"))
    );
    assert_eq!(
        stdout(&run(&["-version"], b"")),
        format!("sinew {}\n", env!("CARGO_PKG_VERSION"))
    );
    assert!(stdout(&run(&["--generate", "man"], b"")).contains(".SH EXIT STATUS"));
    for shell in ["bash", "zsh", "fish"] {
        assert!(
            stdout(&run(&["--generate", shell], b"")).contains("produce-models"),
            "{shell}"
        );
    }
}

#[test]
fn eval_prints_values_and_explains_what_has_none() {
    let value = |term: &str| stdout(&run(&["eval", term], b""));
    assert_eq!(
        value("(str.replace_all \"banana\" \"an\" \"un\")"),
        "\"bununa\"\n"
    );
    assert_eq!(value("(str.to_int \"007\")"), "7\n");
    assert_eq!(value("(- 5)"), "(- 5)\n");
    assert_eq!(
        value("(str.in_re \"ab\" (re.comp (str.to_re \"ab\")))"),
        "false\n"
    );
    assert_eq!(value("\"\\u{2FFFF}\\x\""), "\"\\u{2ffff}\\x\"\n");
    let output = run(&["eval", "(str.len x)"], b"");
    assert!(
        stderr(&output).contains("unknown symbol `x`"),
        "{}",
        stderr(&output)
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn what_is_a_parameter_is_told_from_terms_and_files() {
    let value = |args: &[&str], input: &[u8]| stdout(&run(args, input));
    assert_eq!(value(&["eval", "(= \"a\" \"a\")"], b""), "true\n");
    assert_eq!(value(&["eval", "(<= 2 1)"], b""), "false\n");
    assert_eq!(value(&["eval", "\"x=y\""], b""), "\"x=y\"\n");
    assert_eq!(value(&["eval", "-1"], b""), "(- 1)\n");
    assert_eq!(value(&["eval", "-"], b"(str.len \"a=b\")"), "3\n");
    let output = run(&["modell=true"], b"(check-sat)");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("unknown parameter `modell`; did you mean `model`?"));
    let output = run(&["nlsat.randomize=false", "--strings-fmf"], b"(check-sat)");
    assert_eq!(stdout(&output), "sat\n");
    assert_eq!(stderr(&output).matches("has no effect").count(), 2);
}

#[test]
fn several_files_compressed_files_and_directories() {
    let folder = std::env::temp_dir().join(format!("sinew-files-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let path = |name: &str| folder.join(name).display().to_string();
    let script = "(declare-const x Int)(assert (< x 0 x))(check-sat)";
    std::fs::write(path("unsat.smt2"), script).expect("writable");
    std::fs::write(
        path("declared=twice.smt2"),
        script.replace("< x 0 x", "< x 0"),
    )
    .expect("writable");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(script.as_bytes()).expect("memory");
    std::fs::write(path("packed"), packed.finish().expect("memory")).expect("writable");
    let files = [
        path("unsat.smt2"),
        path("declared=twice.smt2"),
        path("packed"),
    ];
    let output = run(&files.each_ref().map(String::as_str), b"");
    assert_eq!(stdout(&output), "unsat\nsat\nunsat\n");
    assert_eq!(output.status.code(), Some(0));
    let output = run(&[&folder.display().to_string()], b"");
    assert!(
        stdout(&output).contains("is a directory"),
        "{}",
        stdout(&output)
    );
    assert_eq!(output.status.code(), Some(1));
    let model = b"((define-fun x () Int (- 3)))";
    let output = run(&["check", &path("declared=twice.smt2"), "-"], model);
    assert!(
        stdout(&output).contains("satisfies the assertion"),
        "{}",
        stderr(&output)
    );
    std::fs::remove_dir_all(folder).expect("ours");
}

#[test]
fn check_says_which_assertion_a_model_breaks_and_why() {
    let folder = std::env::temp_dir().join(format!("sinew-check-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("writable");
        path.display().to_string()
    };
    let script = write(
        "script.smt2",
        "(declare-const x String)\n(assert (> (str.len x) 1))\n(assert (str.prefixof \"a\" x))\n(check-sat)\n",
    );
    let z3 = write(
        "z3.txt",
        "sat\n(\n  (define-fun x () String\n    \"ab\")\n)\n",
    );
    let good = run(&["check", &script, &z3], b"");
    assert_eq!(stdout(&good), "the model satisfies all 2 assertions\n");
    assert!(good.status.success());
    let cvc5 = write("cvc5.txt", "sat\n(\n(define-fun x () String \"ba\")\n)\n");
    let bad = run(&["check", &script, &cvc5], b"");
    let text = stdout(&bad);
    assert!(
        text.starts_with("assertion 2 (line 3) is false in the model:\n  (str.prefixof \"a\" x)"),
        "{text}"
    );
    assert!(text.contains("x = \"ba\""), "{text}");
    assert_eq!(bad.status.code(), Some(1));
    std::fs::remove_dir_all(&folder).expect("removable");
}

#[test]
fn a_hundred_megabyte_line_is_read_in_reasonable_time() {
    // One string literal as long as the line, and one comment of the same size.
    let mut input = b"(assert (= \"a\" \"".to_vec();
    input.resize(input.len() + 20_000_000, b'x');
    input.extend_from_slice(b"\"))(check-sat) ; ");
    input.resize(input.len() + 80_000_000, b'y');
    let start = Instant::now();
    let output = run(&[], &input);
    assert_eq!(stdout(&output), "unsat\n");
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "{:?}",
        start.elapsed()
    );
}

/// More pigeons than holes: too hard for clause learning when there are many.
fn pigeons(count: usize) -> String {
    let mut text = String::new();
    let holes = count - 1;
    for pigeon in 0..count {
        for hole in 0..holes {
            text.push_str(&format!("(declare-const p{pigeon}_{hole} Bool)"));
        }
        let somewhere: Vec<String> = (0..holes).map(|hole| format!("p{pigeon}_{hole}")).collect();
        text.push_str(&format!("(assert (or {}))\n", somewhere.join(" ")));
    }
    for hole in 0..holes {
        for (a, b) in (0..count).flat_map(|b| (0..b).map(move |a| (a, b))) {
            text.push_str(&format!("(assert (not (and p{a}_{hole} p{b}_{hole})))\n"));
        }
    }
    text
}

#[test]
fn limits_answer_unknown_with_their_reason_and_the_script_goes_on() {
    let script = format!(
        "{}(check-sat)(get-info :reason-unknown)(reset)(check-sat)",
        pigeons(14)
    );
    for (flag, reason) in [
        ("--tlimit-per=200", "timeout"),
        ("-t:200", "timeout"),
        ("--tlimit=300", "timeout"),
        ("--rlimit-per=1000", "resourceout"),
        ("rlimit=1000", "resourceout"),
    ] {
        let start = Instant::now();
        let output = run(&[flag], script.as_bytes());
        let replies = stdout(&output);
        let wanted = format!("unknown\n(:reason-unknown {reason})\n");
        assert!(replies.starts_with(&wanted), "{flag}: {replies}");
        assert_eq!(output.status.code(), Some(0), "{flag}");
        assert!(start.elapsed() < Duration::from_secs(20), "{flag}");
    }
}

#[test]
fn limits_hold_while_a_model_is_certified_and_while_values_are_computed() {
    // The search is over at once; evaluating `fib` takes longer than anybody waits.
    let script = "(define-fun-rec fib ((n Int)) Int \
                    (ite (<= n 1) n (+ (fib (- n 1)) (fib (- n 2)))))\
                  (declare-const x Int)(assert (= x 90))(assert (>= (fib x) 0))\
                  (check-sat)(get-info :reason-unknown)(simplify (fib 90))\
                  (reset)(check-sat)";
    for (flag, reason) in [
        ("--tlimit-per=200", "timeout"),
        ("--rlimit-per=100000", "resourceout"),
    ] {
        let start = Instant::now();
        let output = run(&[flag], script.as_bytes());
        let wanted = format!("unknown\n(:reason-unknown {reason})\n(fib 90)\nsat\n");
        assert_eq!(stdout(&output), wanted, "{flag}");
        assert!(start.elapsed() < Duration::from_secs(10), "{flag}");
    }
}

#[test]
fn the_time_of_a_run_ends_also_where_nobody_asks_anything() {
    let mut dialogue = Dialogue::start(&["--tlimit=100"]);
    assert_eq!(dialogue.ask("(check-sat)"), "sat");
    assert_eq!(dialogue.child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn memory_far_above_its_limit_ends_the_run() {
    let mut input = b"(assert (= \"".to_vec();
    input.resize(50_000_000, b'x');
    input.extend_from_slice(b"\" \"\"))(check-sat)");
    let output = run(&["--memory=16"], &input);
    assert_eq!(stdout(&output), "(error \"out of memory\")\n");
    assert_eq!(output.status.code(), Some(1));
}

#[cfg(unix)]
mod signals {
    use super::*;
    use std::os::unix::process::ExitStatusExt as _;

    fn send(signal: &str, child: &Child) {
        let status = Command::new("kill")
            .args([format!("-{signal}"), child.id().to_string()])
            .status();
        assert!(status.expect("kill runs").success());
    }

    /// Sends the signal while the pigeons are being counted; returns what follows.
    fn interrupt(signal: &str) -> (Dialogue, String) {
        let mut dialogue = Dialogue::start(&[]);
        dialogue
            .stdin
            .write_all(format!("{}(check-sat)", pigeons(14)).as_bytes())
            .expect("it reads");
        dialogue.stdin.flush().expect("it reads");
        std::thread::sleep(Duration::from_millis(500));
        send(signal, &dialogue.child);
        let mut line = String::new();
        dialogue.stdout.read_line(&mut line).expect("it answers");
        (dialogue, line)
    }

    #[test]
    fn an_interrupt_cancels_the_query_and_the_next_one_leaves() {
        let (mut dialogue, line) = interrupt("INT");
        assert_eq!(line, "unknown\n");
        assert_eq!(
            dialogue.ask("(get-info :reason-unknown)"),
            "(:reason-unknown interrupted)"
        );
        send("INT", &dialogue.child);
        assert_eq!(dialogue.child.wait().expect("it ends").signal(), Some(2));
    }

    #[test]
    fn a_query_answers_before_the_process_dies_of_a_signal() {
        for (name, number) in [("TERM", 15), ("XCPU", 24)] {
            let (mut dialogue, line) = interrupt(name);
            assert_eq!(line, "unknown\n", "{name}");
            let status = dialogue.child.wait().expect("it ends");
            assert_eq!(status.signal(), Some(number), "{name}");
        }
    }
}

#[test]
fn trace_and_statistics_name_the_laws_that_fired() {
    let script =
        br#"(declare-const x String)(assert (= (str.++ x "ab") (str.++ x "ac")))(check-sat)"#;
    let output = run(&["--trace", "--stats"], script);
    let text = stdout(&output);
    assert!(
        text.starts_with("unsat\n(:all-statistics (:queries 1 "),
        "{text}"
    );
    assert!(text.contains(" :simplify."), "{text}");
    let steps = stderr(&output);
    assert!(
        steps.lines().count() > 0 && steps.contains(" ~> false"),
        "{steps}"
    );
    assert_eq!(stderr(&run(&[], script)), "");
}
