//! Generated benchmark families, and their times side by side with z3 and cvc5.
//!
//! * `… --example benchmark -- generate DIR` writes the families as SMT-LIB files;
//! * `… --example benchmark -- run DIR [seconds] [z3] [cvc5]` times this engine, z3 and cvc5 on
//!   every file, each as a process of its own, and prints a table (medians per family);
//! * `… --example benchmark -- solve FILE [seconds]` is the process that stands for this engine;
//!   with a limit given, it prints its counters, too.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

use sinew_base::{Budget, Random as Rng, StopHandle, StopReason};
use sinew_engine::{Config, Engine, Outcome};
use sinew_smtlib::{Command, Environment, parse_script};
use sinew_term::{Term, TermStore};

fn int(value: i64) -> String {
    if value < 0 {
        format!("(- {})", -value)
    } else {
        value.to_string()
    }
}

/// `Σ cᵢ·xᵢ` as text.
fn sum(terms: &[(i64, String)]) -> String {
    match terms {
        [] => "0".to_owned(),
        [(c, x)] => format!("(* {} {x})", int(*c)),
        _ => {
            let mut out = "(+".to_owned();
            for (c, x) in terms {
                if *c == 1 {
                    let _ = write!(out, " {x}");
                } else {
                    let _ = write!(out, " (* {} {x})", int(*c));
                }
            }
            out + ")"
        }
    }
}

fn script(logic: &str, body: &str) -> String {
    format!("(set-logic {logic})\n{body}(check-sat)\n")
}

/// Random 3-SAT at 4.26 clauses per variable.
fn random_3sat(rng: &mut Rng, vars: usize) -> String {
    let mut out = String::new();
    for v in 0..vars {
        let _ = writeln!(out, "(declare-const v{v} Bool)");
    }
    for _ in 0..vars * 426 / 100 {
        let mut picked: Vec<usize> = Vec::new();
        while picked.len() < 3 {
            let v = rng.below(vars);
            if !picked.contains(&v) {
                picked.push(v);
            }
        }
        out.push_str("(assert (or");
        for v in picked {
            if rng.below(2) == 0 {
                let _ = write!(out, " v{v}");
            } else {
                let _ = write!(out, " (not v{v})");
            }
        }
        out.push_str("))\n");
    }
    script("QF_UF", &out)
}

/// `holes + 1` pigeons do not fit.
fn pigeonhole(holes: u64) -> String {
    let mut out = String::new();
    for p in 0..=holes {
        for h in 0..holes {
            let _ = writeln!(out, "(declare-const p{p}h{h} Bool)");
        }
    }
    for p in 0..=holes {
        out.push_str("(assert (or");
        for h in 0..holes {
            let _ = write!(out, " p{p}h{h}");
        }
        out.push_str("))\n");
    }
    for h in 0..holes {
        for p in 0..=holes {
            for q in 0..p {
                let _ = writeln!(out, "(assert (or (not p{p}h{h}) (not p{q}h{h})))");
            }
        }
    }
    script("QF_UF", &out)
}

/// Words of fixed length, each character as bits: equations between concatenations, containment
/// as a choice of the offset, and its negation. All hold for a hidden assignment, unless `twist`.
fn string_bits(rng: &mut Rng, vars: usize, constraints: usize, twist: bool) -> String {
    const BITS: usize = 3;
    let lengths: Vec<usize> = (0..vars).map(|v| 3 + v % 3 * 3 + rng.below(4)).collect();
    let hidden: Vec<Vec<usize>> = lengths
        .iter()
        .map(|&length| (0..length).map(|_| rng.below(3)).collect())
        .collect();
    let mut out = String::new();
    for (v, &length) in lengths.iter().enumerate() {
        for at in 0..length {
            for bit in 0..BITS {
                let _ = writeln!(out, "(declare-const s{v}c{at}b{bit} Bool)");
            }
        }
    }
    let equal = |v: usize, i: usize, w: usize, j: usize| {
        let bits: Vec<String> = (0..BITS)
            .map(|bit| format!("(= s{v}c{i}b{bit} s{w}c{j}b{bit})"))
            .collect();
        bits.join(" ")
    };
    let offset_matches = |v: usize, w: usize, offset: usize| {
        (0..lengths[w]).all(|j| hidden[v][offset + j] == hidden[w][j])
    };
    let mut made = 0;
    while made < constraints {
        let (v, w) = (rng.below(vars), rng.below(vars));
        if v == w || lengths[v] < lengths[w] {
            continue;
        }
        let offsets = 0..=lengths[v] - lengths[w];
        let contains = offsets.clone().any(|offset| offset_matches(v, w, offset));
        made += 1;
        let positive = contains || twist && rng.below(12) == 0;
        let mut choices = String::new();
        for offset in offsets {
            let chars: Vec<String> = (0..lengths[w])
                .map(|j| equal(v, offset + j, w, j))
                .collect();
            let _ = write!(choices, " (and {})", chars.join(" "));
        }
        if positive {
            let _ = writeln!(out, "(assert (or{choices} false))");
        } else {
            let _ = writeln!(out, "(assert (not (or{choices} false)))");
        }
    }
    // A few characters are the same in several words, where the hidden assignment has it so.
    for _ in 0..constraints {
        let (v, w) = (rng.below(vars), rng.below(vars));
        let (i, j) = (rng.below(lengths[v]), rng.below(lengths[w]));
        let same = hidden[v][i] == hidden[w][j];
        let negation = if same { "" } else { "not (and " };
        let close = if same { "" } else { ")" };
        if same {
            let _ = writeln!(out, "(assert (and {}))", equal(v, i, w, j));
        } else {
            let _ = writeln!(out, "(assert ({negation}{}){close})", equal(v, i, w, j));
        }
    }
    script("QF_UF", &out)
}

/// Difference constraints between variables at most a window apart, with choices of order.
fn windows(rng: &mut Rng, vars: usize, window: usize, slack: i64) -> String {
    let mut out = String::new();
    for v in 0..vars {
        let _ = writeln!(out, "(declare-const t{v} Int)");
    }
    let _ = writeln!(out, "(assert (= t0 0))");
    for i in 0..vars - 1 {
        let _ = writeln!(out, "(assert (<= (- t{} t{i}) {}))", i + 1, rng.range(4, 9));
        let _ = writeln!(
            out,
            "(assert (>= (- t{} t{i}) {}))",
            i + 1,
            int(rng.range(-9, -4))
        );
    }
    for i in 0..vars {
        for j in i + 1..(i + window).min(vars) {
            let (a, b) = (rng.range(1, 3), rng.range(1, 3));
            let _ = writeln!(
                out,
                "(assert (or (>= (- t{i} t{j}) {a}) (>= (- t{j} t{i}) {b})))"
            );
            let _ = writeln!(out, "(assert (<= (- {slack}) (- t{j} t{i}) {slack}))");
        }
    }
    script("QF_IDL", &out)
}

/// Equations with coefficients up to 1000, over bounded variables or not.
fn equations(rng: &mut Rng, vars: usize, rows: usize, solvable: bool, bounded: bool) -> String {
    let mut out = String::new();
    let solution: Vec<i64> = (0..vars).map(|_| rng.range(-20, 20)).collect();
    for v in 0..vars {
        let _ = writeln!(out, "(declare-const x{v} Int)");
        if bounded {
            let _ = writeln!(out, "(assert (<= (- 100) x{v} 100))");
        }
    }
    for _ in 0..rows {
        let terms: Vec<(i64, String)> = (0..vars)
            .map(|v| (rng.range(-1000, 1000), format!("x{v}")))
            .filter(|(c, _)| *c != 0)
            .collect();
        let mut right: i64 = terms
            .iter()
            .map(|(c, x)| c * solution[x[1..].parse::<usize>().unwrap_or(0)])
            .sum();
        if !solvable {
            right += rng.range(1, 50);
        }
        let _ = writeln!(out, "(assert (= {} {}))", sum(&terms), int(right));
    }
    script("QF_LIA", &out)
}

/// Two knapsacks over the same items, to be filled exactly, or nearly.
fn knapsack(rng: &mut Rng, items: usize, exact: bool) -> String {
    let mut out = String::new();
    for v in 0..items {
        let _ = writeln!(out, "(declare-const x{v} Int)");
        let _ = writeln!(out, "(assert (<= 0 x{v} {}))", rng.range(1, 4));
    }
    for _ in 0..2 {
        let terms: Vec<(i64, String)> = (0..items)
            .map(|v| (rng.range(10, 400), format!("x{v}")))
            .collect();
        let total: i64 = terms.iter().map(|(c, _)| c).sum();
        let goal = total * rng.range(40, 110) / 100;
        if exact {
            let _ = writeln!(out, "(assert (= {} {goal}))", sum(&terms));
        } else {
            let _ = writeln!(out, "(assert (<= {goal} {} {}))", sum(&terms), goal + 3);
        }
    }
    script("QF_LIA", &out)
}

/// The Parikh image of a random automaton with conditions on the numbers of letters: flows on
/// transitions, and a distance for each state that is used, so that the flow is connected.
fn parikh(rng: &mut Rng, states: usize) -> String {
    const LETTERS: usize = 3;
    let mut edges: Vec<(usize, usize, usize)> = Vec::new();
    for q in 0..states {
        for _ in 0..2 {
            let target = rng.below(states);
            edges.push((q, rng.below(LETTERS), target));
        }
    }
    let accepting: Vec<usize> = (0..2.max(states / 10)).map(|_| rng.below(states)).collect();
    let mut out = String::new();
    for e in 0..edges.len() {
        let _ = writeln!(out, "(declare-const y{e} Int)\n(assert (>= y{e} 0))");
    }
    for q in 0..states {
        let _ = writeln!(out, "(declare-const z{q} Int)\n(declare-const e{q} Int)");
        let end = if accepting.contains(&q) {
            format!("(<= 0 e{q} 1)")
        } else {
            format!("(= e{q} 0)")
        };
        let _ = writeln!(out, "(assert {end})");
    }
    let ends: Vec<(i64, String)> = (0..states).map(|q| (1, format!("e{q}"))).collect();
    let _ = writeln!(out, "(assert (= {} 1))", sum(&ends));
    for q in 0..states {
        let mut balance: Vec<(i64, String)> = vec![(1, format!("e{q}"))];
        for (at, &(from, _, to)) in edges.iter().enumerate() {
            if from != to && from == q {
                balance.push((1, format!("y{at}")));
            } else if from != to && to == q {
                balance.push((-1, format!("y{at}")));
            }
        }
        let start = i64::from(q == 0);
        let _ = writeln!(out, "(assert (= {} {start}))", sum(&balance));
        if q == 0 {
            let _ = writeln!(out, "(assert (= z0 1))");
            continue;
        }
        let incoming: Vec<(usize, usize)> = edges
            .iter()
            .enumerate()
            .filter(|(_, (from, _, to))| *to == q && *from != q)
            .map(|(at, &(from, _, _))| (at, from))
            .collect();
        let mut unused = format!("(and (= z{q} 0) (= e{q} 0)");
        for (at, &(from, _, to)) in edges.iter().enumerate() {
            if from == q || to == q {
                let _ = write!(unused, " (= y{at} 0)");
            }
        }
        unused.push(')');
        let mut reached = String::new();
        for (at, from) in incoming {
            let _ = write!(
                reached,
                " (and (> y{at} 0) (> z{from} 0) (= z{q} (+ z{from} 1)))"
            );
        }
        let _ = writeln!(out, "(assert (or {unused}{reached}))");
    }
    for letter in 0..LETTERS {
        let count: Vec<(i64, String)> = edges
            .iter()
            .enumerate()
            .filter(|(_, edge)| edge.1 == letter)
            .map(|(at, _)| (1, format!("y{at}")))
            .collect();
        let _ = writeln!(out, "(define-fun n{letter} () Int {})", sum(&count));
    }
    let _ = writeln!(out, "(assert (= n0 (+ (* 2 n1) {})))", rng.range(1, 6));
    let _ = writeln!(out, "(assert (>= (+ n1 n2) {}))", rng.range(5, 30));
    if rng.below(2) == 0 {
        let _ = writeln!(out, "(assert (<= (+ n0 n1 n2) {}))", rng.range(20, 60));
        let _ = writeln!(out, "(assert (= (* 3 n2) (+ n0 n1 {})))", rng.range(0, 5));
    }
    script("QF_LIA", &out)
}

/// All files: family, name, text.
fn families() -> Vec<(&'static str, String, String)> {
    let mut rng = Rng::new(2024);
    let mut files = Vec::new();
    for vars in [150, 175, 200, 225, 250] {
        for round in 0..2 {
            files.push((
                "3sat",
                format!("{vars}-{round}"),
                random_3sat(&mut rng, vars),
            ));
        }
    }
    for holes in 7..=9 {
        files.push(("pigeonhole", format!("{holes}"), pigeonhole(holes)));
    }
    for round in 0..8usize {
        let text = string_bits(&mut rng, 20 + 10 * round, 150 + 100 * round, round % 2 == 1);
        files.push(("string-bits", format!("{round}"), text));
    }
    for round in 0..8usize {
        let text = windows(
            &mut rng,
            16 + 4 * round,
            6 + round % 2,
            7 + (round % 4) as i64,
        );
        files.push(("windows", format!("{round}"), text));
    }
    for round in 0..8usize {
        let (vars, bounded) = (4 + round, round % 4 < 2);
        let rows = if bounded {
            vars - 1 - round / 4
        } else {
            vars / 2
        };
        let text = equations(&mut rng, vars, rows, round % 2 == 0, bounded);
        files.push(("equations", format!("{round}"), text));
    }
    for round in 0..8usize {
        let text = knapsack(&mut rng, 5 + 2 * round, round % 2 == 0);
        files.push(("knapsack", format!("{round}"), text));
    }
    for states in [20, 25, 30, 35, 40, 45, 50, 60] {
        files.push(("parikh", format!("{states}"), parikh(&mut rng, states)));
    }
    files
}

fn solve(path: &str, seconds: u64) -> String {
    let Ok(text) = std::fs::read_to_string(path) else {
        return "unreadable".to_owned();
    };
    let (mut store, mut env) = (TermStore::new(), Environment::new());
    let commands = match parse_script(&mut store, &mut env, &text) {
        Ok(commands) => commands,
        Err(_) => return "unparsable".to_owned(),
    };
    let (mut asserted, mut scopes): (Vec<Term>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut engine = Engine::new(Config::default(), &mut store);
    let mut answer = "none".to_owned();
    for command in commands {
        match command {
            Command::Assert { term, .. } => asserted.push(term),
            Command::Push(n) => (0..n).for_each(|_| scopes.push(asserted.len())),
            Command::Pop(n) => {
                for _ in 0..n {
                    asserted.truncate(scopes.pop().unwrap_or(0));
                }
            }
            Command::CheckSat => {
                // As a session does, each query has an engine of its own.
                engine = Engine::new(Config::default(), &mut store);
                for (at, &term) in asserted.iter().enumerate() {
                    engine.assert(&mut store, term, at as u32);
                }
                let handle = StopHandle::new();
                let budget = Budget::new(None, handle.clone());
                std::thread::spawn(move || {
                    std::thread::sleep(Duration::from_secs(seconds));
                    handle.stop(StopReason::Timeout);
                });
                answer = match engine.check(&mut store, &[], &budget) {
                    Outcome::Sat => "sat".to_owned(),
                    Outcome::Unsat => "unsat".to_owned(),
                    Outcome::Unknown(reason) => format!("unknown {reason:?}"),
                };
            }
            _ => {}
        }
    }
    if seconds < 600 {
        let _ = write!(answer, "\n{:#?}", engine.statistics());
    }
    answer
}

/// Runs a process to its end or its limit: the first line it prints, and the time.
fn time(program: &str, args: &[&str], limit: Duration) -> (String, Duration) {
    let start = Instant::now();
    let child = Process::new(program)
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else {
        return ("absent".to_owned(), Duration::ZERO);
    };
    loop {
        match child.try_wait() {
            Ok(Some(_)) => break,
            Ok(None) if start.elapsed() > limit => {
                let _ = child.kill();
                let _ = child.wait();
                return ("timeout".to_owned(), limit);
            }
            _ => std::thread::sleep(Duration::from_micros(500)),
        }
    }
    let elapsed = start.elapsed();
    let text = child
        .wait_with_output()
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
        .unwrap_or_default();
    let line = text.lines().next().unwrap_or("nothing").to_owned();
    (line, elapsed)
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    match times {
        [] => 0.0,
        times if times.len() % 2 == 1 => times[times.len() / 2].as_secs_f64(),
        times => (times[times.len() / 2 - 1] + times[times.len() / 2]).as_secs_f64() / 2.0,
    }
}

#[allow(clippy::print_stdout)]
fn compare(dir: &Path, limit: Duration, z3: &str, cvc5: &str, only: Option<&str>) {
    let own = std::env::current_exe().expect("the path of this program");
    let own = own.to_string_lossy().into_owned();
    println!("| family | file | sinew | z3 | cvc5 |\n|---|---|---|---|---|");
    let mut table: Vec<(&str, [Vec<Duration>; 3])> = Vec::new();
    for (family, name, _) in families() {
        if only.is_some_and(|only| only != family) {
            continue;
        }
        let file = dir.join(format!("{family}-{name}.smt2"));
        let file = file.to_string_lossy().into_owned();
        let results = [
            time(&own, &["solve", &file], limit),
            time(z3, &[&file], limit),
            time(cvc5, &[&file], limit),
        ];
        print!("| {family} | {name} |");
        for (answer, elapsed) in &results {
            print!(" {answer} {:.3} |", elapsed.as_secs_f64());
        }
        println!();
        if table.last().is_none_or(|row| row.0 != family) {
            table.push((family, [Vec::new(), Vec::new(), Vec::new()]));
        }
        if let Some((_, columns)) = table.last_mut() {
            for (column, (_, elapsed)) in columns.iter_mut().zip(results) {
                column.push(elapsed);
            }
        }
    }
    println!(
        "\n| family | files | sinew (s) | z3 (s) | cvc5 (s) | sinew / z3 |\n|---|---|---|---|---|---|"
    );
    for (family, mut columns) in table {
        let files = columns[0].len();
        let [a, b, c] = [0, 1, 2].map(|at| median(&mut columns[at]));
        println!(
            "| {family} | {files} | {a:.3} | {b:.3} | {c:.3} | {:.2} |",
            a / b
        );
    }
}

#[allow(clippy::print_stdout)]
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let arg = |at: usize, default: &str| args.get(at).cloned().unwrap_or(default.to_owned());
    match arg(1, "").as_str() {
        "generate" => {
            let dir = arg(2, "engine-benchmarks");
            let dir = Path::new(&dir);
            std::fs::create_dir_all(dir).expect("the directory can be made");
            for (family, name, text) in families() {
                std::fs::write(dir.join(format!("{family}-{name}.smt2")), text)
                    .expect("the file can be written");
            }
        }
        "run" => {
            let limit = Duration::from_secs(arg(3, "20").parse().unwrap_or(20));
            let only = args.get(6).map(String::as_str);
            let dir = arg(2, "engine-benchmarks");
            compare(Path::new(&dir), limit, &arg(4, "z3"), &arg(5, "cvc5"), only);
        }
        "solve" => println!(
            "{}",
            solve(&arg(2, ""), arg(3, "600").parse().unwrap_or(600))
        ),
        _ => println!("generate DIR | run DIR [seconds] [z3] [cvc5] [family] | solve FILE"),
    }
}
