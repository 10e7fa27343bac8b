//! Generated families of CNFs, timed side by side with other solvers in one run.
//!
//! `cargo run --release -p sinew-sat --example bench -- [--only FAMILY] [--limit SECONDS] [--peer COMMAND]...`
//!
//! A peer is a command that takes a DIMACS file as its last argument, for instance
//! `--peer "z3 -dimacs" --peer "cadical -q"`. Its time is that of the whole process; ours is
//! that of making the solver, adding the clauses and solving. The table gives the median of
//! each family in milliseconds; a run beyond the limit counts as the limit. Answers are
//! compared; a difference ends the run.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::fmt::Write as _;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use sinew_base::{Budget, StopHandle, StopReason};
use sinew_sat::{Lit, Outcome, Solver, Var};

type Cnf = (usize, Vec<Vec<i64>>);

/// A linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) % n as u64) as usize
    }
}

fn random_3sat(vars: usize, seed: u64) -> Cnf {
    let mut random = Random(seed);
    let clauses = (0..vars * 426 / 100)
        .map(|_| {
            let mut clause: Vec<i64> = Vec::new();
            while clause.len() < 3 {
                let var = random.below(vars) as i64 + 1;
                if !clause.iter().any(|lit| lit.abs() == var) {
                    clause.push(if random.below(2) == 0 { var } else { -var });
                }
            }
            clause
        })
        .collect();
    (vars, clauses)
}

fn pigeonhole(holes: usize) -> Cnf {
    let at = |pigeon: usize, hole: usize| (pigeon * holes + hole) as i64 + 1;
    let mut clauses: Vec<Vec<i64>> = Vec::new();
    for pigeon in 0..=holes {
        clauses.push((0..holes).map(|hole| at(pigeon, hole)).collect());
        for other in 0..pigeon {
            clauses.extend((0..holes).map(|hole| vec![-at(pigeon, hole), -at(other, hole)]));
        }
    }
    ((holes + 1) * holes, clauses)
}

/// Parity constraints on the nodes of a random cubic graph, of odd total: unsatisfiable.
fn parity(nodes: usize, seed: u64) -> Cnf {
    let mut random = Random(seed);
    let edges = loop {
        let mut ends: Vec<usize> = (0..3 * nodes).map(|i| i / 3).collect();
        for i in (1..ends.len()).rev() {
            ends.swap(i, random.below(i + 1));
        }
        if ends.chunks(2).all(|pair| pair[0] != pair[1]) {
            break ends;
        }
    };
    let mut clauses = Vec::new();
    for node in 0..nodes {
        let vars: Vec<i64> = (0..edges.len())
            .filter(|&i| edges[i] == node)
            .map(|i| i as i64 / 2 + 1)
            .collect();
        for bits in 0..8u32 {
            if bits.count_ones() % 2 != u32::from(node == 0) {
                let sign = |(i, &var): (usize, &i64)| if bits >> i & 1 == 1 { -var } else { var };
                clauses.push(vars.iter().enumerate().map(sign).collect());
            }
        }
    }
    (edges.len() / 2, clauses)
}

/// Gates over fresh variables.
struct Circuit(Cnf);

impl Circuit {
    fn fresh(&mut self) -> i64 {
        self.0.0 += 1;
        self.0.0 as i64
    }

    fn and(&mut self, a: i64, b: i64) -> i64 {
        let c = self.fresh();
        self.0.1.extend([vec![-c, a], vec![-c, b], vec![c, -a, -b]]);
        c
    }

    fn xor(&mut self, a: i64, b: i64) -> i64 {
        let c = self.fresh();
        let clauses = [[-c, a, b], [-c, -a, -b], [c, -a, b], [c, a, -b]];
        self.0.1.extend(clauses.map(Vec::from));
        c
    }

    fn product(&mut self, a: &[i64], b: &[i64], zero: i64) -> Vec<i64> {
        let mut sum = vec![zero; a.len() + b.len()];
        for (i, &y) in b.iter().enumerate() {
            let mut carry = zero;
            for (j, &x) in a.iter().enumerate() {
                let bit = self.and(x, y);
                let half = self.xor(sum[i + j], bit);
                let both = self.and(sum[i + j], bit);
                let ripple = self.and(half, carry);
                sum[i + j] = self.xor(half, carry);
                carry = -self.and(-both, -ripple);
            }
            sum[i + a.len()] = carry;
        }
        sum
    }
}

/// Two factors of `bits` bits, none of them 0 or 1, with the given product.
fn factoring(number: u64, bits: usize) -> Cnf {
    let mut circuit = Circuit((0, Vec::new()));
    let a: Vec<i64> = (0..bits).map(|_| circuit.fresh()).collect();
    let b: Vec<i64> = (0..bits).map(|_| circuit.fresh()).collect();
    let zero = circuit.fresh();
    circuit.0.1.push(vec![-zero]);
    for (i, bit) in circuit.product(&a, &b, zero).into_iter().enumerate() {
        circuit
            .0
            .1
            .push(vec![if number >> i & 1 == 1 { bit } else { -bit }]);
    }
    circuit.0.1.extend([a[1..].to_vec(), b[1..].to_vec()]);
    circuit.0
}

/// `a * b` and `b * a` differ: unsatisfiable.
fn commutativity(bits: usize) -> Cnf {
    let mut circuit = Circuit((0, Vec::new()));
    let a: Vec<i64> = (0..bits).map(|_| circuit.fresh()).collect();
    let b: Vec<i64> = (0..bits).map(|_| circuit.fresh()).collect();
    let zero = circuit.fresh();
    circuit.0.1.push(vec![-zero]);
    let left = circuit.product(&a, &b, zero);
    let right = circuit.product(&b, &a, zero);
    let differ: Vec<i64> = left
        .iter()
        .zip(&right)
        .map(|(&x, &y)| circuit.xor(x, y))
        .collect();
    circuit.0.1.push(differ);
    circuit.0
}

fn families() -> Vec<(&'static str, Vec<Cnf>)> {
    let random = |vars| (0..7).map(move |seed| random_3sat(vars, seed)).collect();
    vec![
        ("random 3-SAT 150", random(150)),
        ("random 3-SAT 200", random(200)),
        ("random 3-SAT 250", random(250)),
        ("pigeonhole 7", vec![pigeonhole(7)]),
        ("pigeonhole 8", vec![pigeonhole(8)]),
        ("pigeonhole 9", vec![pigeonhole(9)]),
        ("parity 40", (0..5).map(|seed| parity(40, seed)).collect()),
        ("parity 60", (0..5).map(|seed| parity(60, seed)).collect()),
        (
            "factoring, prime",
            vec![
                factoring(65_521, 12),
                factoring(1_048_573, 14),
                factoring(16_777_213, 16),
            ],
        ),
        (
            "factoring, composite",
            vec![
                factoring(1009 * 1013, 10),
                factoring(16_381 * 16_369, 14),
                factoring(65_521 * 65_519, 16),
            ],
        ),
        ("commutativity", (4..7).map(commutativity).collect()),
    ]
}

/// The answer (`None` if there is none) and the time.
type Run = (Option<bool>, Duration);

fn ours((vars, clauses): &Cnf, limit: Duration) -> Run {
    let handle = StopHandle::new();
    let budget = Budget::new(None, handle.clone());
    let (done, finished) = std::sync::mpsc::channel::<()>();
    let timer = std::thread::spawn(move || {
        if finished.recv_timeout(limit).is_err() {
            handle.stop(StopReason::Timeout);
        }
    });
    let start = Instant::now();
    let mut solver = Solver::default();
    for _ in 0..*vars {
        solver.new_var();
    }
    for clause in clauses {
        let lit = |&l: &i64| Var::new(l.unsigned_abs() as u32 - 1).literal(l > 0);
        let lits: Vec<Lit> = clause.iter().map(lit).collect();
        solver.add_clause(&lits);
    }
    let outcome = solver.solve(&[], &budget);
    let time = start.elapsed();
    // The timer may have gone already.
    let _ = done.send(());
    let _ = timer.join();
    match outcome {
        Outcome::Sat => (Some(true), time),
        Outcome::Unsat => (Some(false), time),
        Outcome::Unknown(_) => (None, limit),
    }
}

fn peer(command: &str, file: &std::path::Path, limit: Duration) -> std::io::Result<Run> {
    let mut words = command.split(' ');
    let program = words.next().unwrap_or_default();
    let start = Instant::now();
    // `timeout` ends the process; the limit is rounded up to whole seconds.
    let output = Command::new("timeout")
        .arg(limit.as_secs().max(1).to_string())
        .arg(program)
        .args(words)
        .arg(file)
        .stderr(Stdio::null())
        .output()?;
    let time = start.elapsed();
    let text = String::from_utf8_lossy(&output.stdout);
    let answer = if text.contains("UNSAT") || text.contains("unsat") {
        Some(false)
    } else if text.contains("SATISFIABLE") || text.lines().any(|line| line == "sat") {
        Some(true)
    } else {
        None
    };
    Ok((answer, if answer.is_none() { limit } else { time }))
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1000.0
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let (mut peers, mut only, mut limit) = (Vec::new(), String::new(), 30);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let value = args.next().ok_or("an option lacks its value")?;
        match arg.as_str() {
            "--peer" => peers.push(value),
            "--only" => only = value,
            "--limit" => limit = value.parse()?,
            _ => return Err(format!("unknown option {arg}").into()),
        }
    }
    let limit = Duration::from_secs(limit);
    let file = std::env::temp_dir().join(format!("sinew-bench-{}.cnf", std::process::id()));
    println!(
        "{:24} {:>10}  {}",
        "family (median, ms)",
        "sinew",
        peers.join("  ")
    );
    for (name, cnfs) in families() {
        if !name.contains(&only) {
            continue;
        }
        let mut times: Vec<Vec<Duration>> = vec![Vec::new(); peers.len() + 1];
        for cnf in &cnfs {
            let mut text = format!("p cnf {} {}\n", cnf.0, cnf.1.len());
            for clause in &cnf.1 {
                for lit in clause {
                    write!(text, "{lit} ")?;
                }
                text.push_str("0\n");
            }
            std::fs::write(&file, text)?;
            let (answer, time) = ours(cnf, limit);
            times[0].push(time);
            for (i, command) in peers.iter().enumerate() {
                let (theirs, time) = peer(command, &file, limit)?;
                times[i + 1].push(time);
                if let (Some(a), Some(b)) = (answer, theirs)
                    && a != b
                {
                    return Err(format!("{name}: {command} disagrees").into());
                }
            }
        }
        let row: Vec<String> = times
            .iter_mut()
            .map(|times| format!("{:10.1}", median(times)))
            .collect();
        println!("{name:24} {}", row.join(" "));
    }
    std::fs::remove_file(&file)?;
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
