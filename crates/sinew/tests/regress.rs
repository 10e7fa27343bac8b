//! Runs every `tests/regress/**/*.smt2` through several testers.
//!
//! A file says in comments what must come of it:
//!
//! ```text
//! ; args: --flag …        arguments for the binary, besides the file
//! ; expect: TEXT          the next line of standard output; `*` accepts any line
//! ; exit: N               the exit status, 0 unless said
//! ; unproved: WHY         an `unsat` for which no proof is found
//! ```
//!
//! Testers, each a test of its own:
//! * `answer`: the binary prints exactly the expected lines and leaves with the expected status;
//! * `stdin`: the same script arriving byte by byte on a pipe gives the same output;
//! * `print`: every asserted term prints to text that reads back to the same term;
//! * `arms`: each string procedure alone, orders in which each comes right behind each other one, the order of Z3str4, and all side by side never
//!   contradict each other or the expected answers;
//! * `model`: after every `sat` the printed model, read back, satisfies the assertions;
//! * `proof`: every `unsat` is found again by an engine that keeps a log, and the log replays
//!   through the checker. What a string arm holds valid and how the simplifier words an assertion
//!   enters that proof on trust; all else in it is checked.

#[path = "common/scripts.rs"]
mod scripts;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};
use sinew::host::Buffer;
use sinew::printed_model::model_of_definitions;
use sinew::{Session, Step};
use sinew_semantics::{Verdict, check};
use sinew_smtlib::{Command as Smt, Environment, Reader, parse_model, parse_term, print_term};
use sinew_term::{Term, TermStore};

use scripts::scripts;

struct Case {
    path: PathBuf,
    text: Vec<u8>,
    args: Vec<String>,
    expected: Vec<String>,
    exit: i32,
    /// Whether it is said why there are no proofs.
    unproved: bool,
}

/// Looks at one aspect of a case.
type Tester = fn(&Case) -> Result<(), Failed>;

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/regress");
    let mut trials = Vec::new();
    for path in scripts(&root) {
        let name = path
            .strip_prefix(&root)
            .expect("under the root")
            .display()
            .to_string();
        let testers: [(&str, Tester); 6] = [
            ("answer", answer),
            ("arms", arms),
            ("stdin", byte_by_byte),
            ("print", round_trip),
            ("model", models),
            ("proof", proofs),
        ];
        for (tester, run) in testers {
            let path = path.clone();
            trials.push(Trial::test(format!("{name}::{tester}"), move || {
                run(&Case::read(path)?)
            }));
        }
    }
    assert!(
        !trials.is_empty(),
        "no regression files under {}",
        root.display()
    );
    libtest_mimic::run(&arguments, trials).exit();
}

impl Case {
    fn read(path: PathBuf) -> Result<Case, Failed> {
        let text = std::fs::read(&path)?;
        let (mut args, mut expected, mut exit) = (Vec::new(), Vec::new(), 0);
        let mut unproved = false;
        for line in String::from_utf8_lossy(&text).lines() {
            if let Some(line) = line.strip_prefix("; expect:") {
                expected.push(line.strip_prefix(' ').unwrap_or(line).to_owned());
            } else if let Some(line) = line.strip_prefix("; args:") {
                args.extend(line.split_whitespace().map(str::to_owned));
            } else if let Some(line) = line.strip_prefix("; exit:") {
                exit = line
                    .trim()
                    .parse()
                    .map_err(|_| "`; exit:` needs a number")?;
            } else if let Some(why) = line.strip_prefix("; unproved:") {
                unproved = !why.trim().is_empty();
            }
        }
        Ok(Case {
            path,
            text,
            args,
            expected,
            exit,
            unproved,
        })
    }

    fn compare(&self, output: &Output) -> Result<(), Failed> {
        let stdout = String::from_utf8_lossy(&output.stdout);
        let lines: Vec<&str> = stdout.lines().collect();
        let agree = lines.len() == self.expected.len()
            && lines
                .iter()
                .zip(&self.expected)
                .all(|(line, want)| want == "*" || want == line);
        if !agree {
            let wanted = self.expected.join("\n");
            return Err(format!("expected:\n{wanted}\nfound:\n{stdout}").into());
        }
        if output.status.code() != Some(self.exit) {
            return Err(format!(
                "exit status {:?}, expected {}",
                output.status.code(),
                self.exit
            )
            .into());
        }
        Ok(())
    }
}

fn binary() -> Command {
    Command::new(env!("CARGO_BIN_EXE_sinew"))
}

fn answer(case: &Case) -> Result<(), Failed> {
    case.compare(&binary().args(&case.args).arg(&case.path).output()?)
}

fn byte_by_byte(case: &Case) -> Result<(), Failed> {
    let mut child = binary()
        .args(&case.args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut stdin = child.stdin.take().ok_or("no stdin")?;
    let text = case.text.clone();
    let writer = std::thread::spawn(move || {
        for byte in text {
            // The solver may have left at `(exit)`; then nobody reads the rest.
            if stdin.write_all(&[byte]).is_err() {
                break;
            }
        }
    });
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| "the writer panicked")?;
    case.compare(&output)
}

/// Steps that one query may take in the `arms` tester: enough to decide most files, and an end
/// for those that one arm alone cannot decide.
const ARM_STEPS: u64 = 40_000;

fn arms(case: &Case) -> Result<(), Failed> {
    let names: Vec<&str> = sinew_arms::ARMS.iter().map(|arm| arm.name).collect();
    let mut configurations: Vec<Vec<String>> = names
        .iter()
        .map(|name| vec![format!("--arm={name}")])
        .collect();
    let orders = orders(&names);
    configurations.extend(
        orders
            .iter()
            .map(|order| vec![format!("--arms={}", order.join(","))]),
    );
    configurations.push(vec![
        format!("--arms={}", names.join(",")),
        "--jobs=2".to_owned(),
    ]);
    // A file may name the arms that it is about; with none, the table has its way.
    let tables = [
        vec!["--choose=z3str4"],
        vec!["--choose=z3str4", "--jobs=2"],
        vec!["--choose=sinew"],
        vec!["--choose=sinew", "--jobs=2"],
    ];
    configurations.extend(tables.map(|table| {
        let all = ["--arm=", "--arms="].into_iter().chain(table);
        all.map(str::to_owned).collect()
    }));
    let is_answer = |line: &&str| matches!(*line, "sat" | "unsat" | "unknown");
    let expected: Vec<&str> = case
        .expected
        .iter()
        .map(String::as_str)
        .filter(is_answer)
        .collect();
    for mut extra in configurations {
        extra.push(format!("--rlimit-per={ARM_STEPS}"));
        let arguments: Vec<String> = case.args.iter().chain(&extra).cloned().collect();
        let mut session = Session::with_arguments(&arguments).map_err(Failed::from)?;
        let (mut host, mut reader) = (Buffer::default(), Reader::new());
        reader.feed(&case.text);
        while session.step(&mut reader, &mut host) == Step::Executed {}
        let answers: Vec<&str> = host.replies.lines().filter(is_answer).collect();
        let contradicts = |(&found, &wanted): (&&str, &&str)| {
            found != "unknown" && wanted != "unknown" && found != wanted
        };
        // Answers that a file leaves open (`*`) shift the others; such files are not compared.
        if answers.len() == expected.len() && answers.iter().zip(&expected).any(contradicts) {
            return Err(format!("{extra:?}: found {answers:?}, expected {expected:?}").into());
        }
    }
    Ok(())
}

/// Orders in which each item comes right behind each other one once, or twice if their number is odd (the
/// design of Williams, 1949).
fn orders<'a>(items: &[&'a str]) -> Vec<Vec<&'a str>> {
    let count = items.len();
    // 0, 1, n − 1, 2, n − 2, …: all differences of neighbours are different.
    let zigzag = (0..count).map(|at| match at % 2 {
        1 => at.div_ceil(2),
        _ => (count - at / 2) % count,
    });
    let zigzag: Vec<usize> = zigzag.collect();
    let mut orders: Vec<Vec<&str>> = (0..count)
        .map(|shift| {
            zigzag
                .iter()
                .map(|at| items[(at + shift) % count])
                .collect()
        })
        .collect();
    if count % 2 == 1 {
        let reversed = orders.clone().into_iter();
        orders.extend(reversed.map(|order| order.into_iter().rev().collect()));
    }
    orders
}

/// Calls `each` for every command that reads without error, with everything before it applied.
fn commands(
    case: &Case,
    mut each: impl FnMut(&Smt, &mut TermStore, &Environment) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let legacy = case.args.iter().any(|arg| arg == "--legacy-escapes");
    let (mut store, mut environment) = (TermStore::new(), Environment::new());
    if legacy {
        environment.dialect = sinew_smtlib::Dialect::Legacy;
    }
    let mut reader = Reader::new();
    reader.feed(&case.text);
    while let Some(result) = reader.next(&mut environment, &mut store) {
        if let Ok(command) = result {
            each(&command, &mut store, &environment)?;
        }
    }
    Ok(())
}

fn round_trip(case: &Case) -> Result<(), Failed> {
    commands(case, |command, store, environment| {
        let Smt::Assert { term, .. } = command else {
            return Ok(());
        };
        let text = print_term(store, *term);
        // The printer writes the standard dialect, whatever the file was written in.
        let mut standard = environment.clone();
        standard.dialect = sinew_smtlib::Dialect::Standard;
        let again = parse_term(store, &standard, &text)
            .map_err(|error| format!("printed text does not read back: {error:?}\n{text}"))?;
        if again == *term {
            Ok(())
        } else {
            Err(format!("reads back differently:\n{text}").into())
        }
    })
}

fn models(case: &Case) -> Result<(), Failed> {
    let mut session = Session::with_arguments(&case.args).map_err(Failed::from)?;
    let mut host = Buffer::default();
    let mut reader = Reader::new();
    reader.feed(&case.text);
    loop {
        host.replies.clear();
        if session.step(&mut reader, &mut host) != Step::Executed {
            return Ok(());
        }
        if host.replies == "sat\n" {
            check_printed_model(&mut session)?;
        }
    }
}

fn proofs(case: &Case) -> Result<(), Failed> {
    let more = ["--check-proofs", "--verbosity=1", "--rlimit-per=3000000"];
    let checked = [&case.args[..], &more.map(str::to_owned)].concat();
    let mut sessions = Vec::new();
    for args in [&case.args, &checked] {
        let session = Session::with_arguments(args).map_err(Failed::from)?;
        let mut reader = Reader::new();
        reader.feed(&case.text);
        sessions.push((session, reader, Buffer::default()));
    }
    loop {
        let mut steps = Vec::new();
        for (session, reader, host) in &mut sessions {
            host.replies.clear();
            host.remarks.clear();
            steps.push(session.step(reader, host));
        }
        if steps != [Step::Executed; 2] {
            return Ok(());
        }
        let [plain, proved] = &sessions[..] else {
            unreachable!("two sessions")
        };
        if plain.2.replies == "unsat\n" {
            let (reply, remarks) = (&proved.2.replies, &proved.2.remarks);
            if reply == "sat\n" || remarks.contains("the proof") {
                return Err(format!("an `unsat` whose proof fails: {remarks}").into());
            }
            if reply != "unsat\n" && !case.unproved {
                return Err(format!("an `unsat` without a proof: {reply}{remarks}").into());
            }
        }
    }
}

fn check_printed_model(session: &mut Session) -> Result<(), Failed> {
    let text = session.run_text("(get-model)");
    if text.starts_with("(error") {
        return Ok(()); // the script turned models off
    }
    let assertions: Vec<Term> = session.assertions().collect();
    let (store, environment) = session.parts();
    let printed = parse_model(store, environment, &text)
        .map_err(|error| format!("printed model does not read back: {error:?}\n{text}"))?;
    let defined = environment.definitions().into_iter().cloned();
    let declared = environment.declarations(store);
    let definitions = printed.into_iter().chain(defined).collect();
    let model = model_of_definitions(store, &declared, definitions);
    let model = model.with_defaults();
    let verdict = match check(store, &model, &assertions) {
        // Over infinite domains nothing can be evaluated; all else must hold.
        Verdict::Undecided { .. } => {
            let evaluable: Vec<Term> = assertions
                .into_iter()
                .filter(|&term| !store.mentions_quantifiers(term))
                .collect();
            check(store, &model, &evaluable)
        }
        verdict => verdict,
    };
    match verdict {
        Verdict::Satisfied => Ok(()),
        other => Err(format!("the printed model fails: {other:?}\n{text}").into()),
    }
}
