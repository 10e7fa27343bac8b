//! Side by side with z3 on conjunctions of linear integer constraints.
//!
//! ```text
//! cargo run --release -p sinew-arith --example versus_z3 -- bench [seed]
//! cargo run --release -p sinew-arith --example versus_z3 -- random [count] [seed]
//! ```
//!
//! `bench` times generated families (sliding windows of difference constraints, systems of
//! equations with coefficients up to 1000, knapsacks, Parikh images of random automata) and
//! prints a table (of one family if the variable `FAMILY` names it, one line per problem if
//! `VERBOSE` is set); z3's time is that of its process less that of an empty script. `random`
//! compares answers on random systems, many to a process. The path of z3 is taken from the
//! variable `Z3`, else `z3`; without it nothing is compared.

#![allow(clippy::print_stdout, reason = "an example reports by printing")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use sinew_arith::{Constraint, FinalCheck, LinExpr, Normal, Reason, Relation, Solver, VarId};
use sinew_base::{Budget, Integer};

struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn range(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % ((high - low + 1) as u64)) as i64
    }
}

struct Problem {
    vars: usize,
    constraints: Vec<Constraint>,
}

impl Problem {
    fn new(vars: usize) -> Problem {
        Problem {
            vars,
            constraints: Vec::new(),
        }
    }

    fn at_most(&mut self, terms: &[(usize, i64)], limit: i64) {
        self.constraints
            .push(Constraint::at_most_zero(expr(terms).plus_constant(-limit)));
    }

    fn at_least(&mut self, terms: &[(usize, i64)], limit: i64) {
        self.constraints.push(Constraint::at_least_zero(
            &expr(terms).plus_constant(-limit),
        ));
    }

    fn equal(&mut self, terms: &[(usize, i64)], value: i64) {
        self.constraints
            .push(Constraint::zero(expr(terms).plus_constant(-value)));
    }

    fn boxed(&mut self, low: i64, high: i64) {
        for var in 0..self.vars {
            self.at_least(&[(var, 1)], low);
            self.at_most(&[(var, 1)], high);
        }
    }
}

fn expr(terms: &[(usize, i64)]) -> LinExpr {
    LinExpr::from_terms(
        terms
            .iter()
            .map(|(var, c)| (VarId(*var as u32), Integer::from(*c)))
            .collect(),
        Integer::ZERO,
    )
}

/// `x[i+1] - x[i]` within a band, and a limit over each window.
fn windows(rng: &mut Rng) -> Problem {
    let n = rng.range(60, 160) as usize;
    let width = rng.range(4, 12) as usize;
    let mut p = Problem::new(n);
    for i in 0..n - 1 {
        let low = rng.range(1, 5);
        p.at_least(&[(i + 1, 1), (i, -1)], low);
        p.at_most(&[(i + 1, 1), (i, -1)], low + rng.range(0, 6));
    }
    let slack = rng.range(0, 2);
    for i in 0..n - width {
        p.at_most(&[(i + width, 1), (i, -1)], 4 * width as i64 + slack - 1);
    }
    p.equal(&[(0, 1)], 0);
    p
}

/// Equations with coefficients up to 1000; half of them have a planted solution.
fn equations(rng: &mut Rng) -> Problem {
    let n = rng.range(6, 14) as usize;
    let m = rng.range(2, n as i64 - 2) as usize;
    let mut p = Problem::new(n);
    let planted = rng.next().is_multiple_of(2);
    let point: Vec<i64> = (0..n).map(|_| rng.range(-100, 100)).collect();
    for _ in 0..m {
        let terms: Vec<(usize, i64)> = (0..n).map(|v| (v, rng.range(-1000, 1000))).collect();
        let sum: i64 = terms.iter().map(|(v, c)| c * point[*v]).sum();
        let factor = rng.range(2, 9);
        if planted {
            p.equal(&terms, sum);
        } else {
            // A common factor on the left that the right side lacks, hidden in a combination.
            let even: Vec<(usize, i64)> = terms.iter().map(|(v, c)| (*v, c * factor)).collect();
            p.equal(&even, sum * factor);
        }
    }
    if !planted {
        // The sum of the first two equations, over their factors, off by one.
        let mut sum = p.constraints[0].expr.clone();
        sum.add_scaled(&Integer::from(3), &p.constraints[1].expr);
        let gcd = sum.terms().iter().fold(Integer::ZERO, |g, t| g.gcd(&t.1));
        let other = sum.plus_constant(if gcd.is_one() {
            Integer::ONE
        } else {
            gcd - Integer::ONE
        });
        p.constraints.push(Constraint::zero(other));
    }
    p
}

/// One or two rows over bounded variables.
fn knapsacks(rng: &mut Rng) -> Problem {
    let n = rng.range(6, 14) as usize;
    let mut p = Problem::new(n);
    let high = rng.range(1, 5);
    for _ in 0..rng.range(1, 2) {
        let terms: Vec<(usize, i64)> = (0..n).map(|v| (v, rng.range(20, 300))).collect();
        let total: i64 = terms.iter().map(|(_, c)| c * high).sum();
        p.equal(&terms, rng.range(total / 4, 3 * total / 4));
    }
    p.boxed(0, high);
    p
}

/// Flow through a random automaton, with constraints on letter counts and the length.
fn parikh(rng: &mut Rng) -> Problem {
    let states = rng.range(20, 60) as usize;
    // A path through all states, so that the final one is reachable, and random edges.
    let edges: Vec<(usize, usize, usize)> = (0..3 * states - 1)
        .map(|e| {
            let mut pick = |n: usize| (rng.next() >> 20) as usize % n;
            if e + 1 < states {
                (e, e + 1, pick(3))
            } else {
                (pick(states), pick(states), pick(3))
            }
        })
        .collect();
    // A variable for each edge, then three letter counts and the length.
    let n = edges.len();
    let mut p = Problem::new(n + 4);
    for state in 0..states {
        let mut flow: Vec<(usize, i64)> = Vec::new();
        for (e, (from, to, _)) in edges.iter().enumerate() {
            if from != to && (*from == state || *to == state) {
                flow.push((e, if *to == state { 1 } else { -1 }));
            }
        }
        let source = i64::from(state == states - 1) - i64::from(state == 0);
        p.equal(&flow, source);
    }
    for e in 0..n {
        p.at_least(&[(e, 1)], 0);
    }
    for letter in 0..3 {
        let mut terms: Vec<(usize, i64)> = edges
            .iter()
            .enumerate()
            .filter(|(_, edge)| edge.2 == letter)
            .map(|(e, _)| (e, 1))
            .collect();
        terms.push((n + letter, -1));
        p.equal(&terms, 0);
    }
    p.equal(&[(n, 1), (n + 1, 1), (n + 2, 1), (n + 3, -1)], 0);
    p.at_least(&[(n + 3, 1)], rng.range(1, 200));
    p.at_most(&[(n + 3, 1)], rng.range(100, 400));
    p.equal(
        &[(n, rng.range(2, 7)), (n + 1, -rng.range(2, 7))],
        rng.range(-6, 6),
    );
    if rng.next().is_multiple_of(2) {
        p.at_most(&[(n, 2), (n + 2, -1)], -rng.range(5, 40));
    }
    p
}

fn random_system(rng: &mut Rng) -> Problem {
    let n = rng.range(2, 6) as usize;
    let mut p = Problem::new(n);
    let size = [3, 9, 40][(rng.next() % 3) as usize];
    for _ in 0..rng.range(1, 7) {
        let terms: Vec<(usize, i64)> = (0..n)
            .map(|v| {
                let zero = rng.next().is_multiple_of(3);
                (v, if zero { 0 } else { rng.range(-size, size) })
            })
            .collect();
        let k = rng.range(-3 * size, 3 * size);
        match rng.next() % 6 {
            0 | 1 => p.equal(&terms, k),
            2 => p.constraints.push(Constraint {
                expr: expr(&terms).plus_constant(-k),
                relation: Relation::NonZero,
            }),
            _ => p.at_most(&terms, k),
        }
    }
    if !rng.next().is_multiple_of(3) {
        let bound = rng.range(2, 30);
        p.boxed(-bound, bound);
    }
    p
}

fn smt2(problem: &Problem) -> String {
    let number = |n: &Integer| {
        if n.is_negative() {
            format!("(- {})", n.abs())
        } else {
            n.to_string()
        }
    };
    let mut text = String::new();
    for var in 0..problem.vars {
        let _ = writeln!(text, "(declare-const x{var} Int)");
    }
    for constraint in &problem.constraints {
        let mut sum = String::from("(+ 0");
        for (var, c) in constraint.expr.terms() {
            let _ = write!(sum, " (* {} x{})", number(c), var.0);
        }
        let _ = write!(sum, " {})", number(constraint.expr.constant_part()));
        let _ = match constraint.relation {
            Relation::AtMostZero => writeln!(text, "(assert (<= {sum} 0))"),
            Relation::Zero => writeln!(text, "(assert (= {sum} 0))"),
            Relation::NonZero => writeln!(text, "(assert (not (= {sum} 0)))"),
        };
    }
    text
}

fn run_z3(script: &str, seconds: u32) -> Option<(String, Duration)> {
    let path = std::env::var("Z3").unwrap_or_else(|_| "z3".into());
    let start = Instant::now();
    let mut child = Command::new(path)
        .args(["-in", &format!("-T:{seconds}")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(script.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    Some((
        String::from_utf8_lossy(&output.stdout).trim().to_string(),
        start.elapsed(),
    ))
}

fn assert_all(solver: &mut Solver, problem: &Problem) -> bool {
    for _ in 0..problem.vars {
        solver.new_var();
    }
    problem.constraints.iter().zip(0..).all(|(c, id)| {
        let reason = Reason(id);
        let normal = match c.relation {
            Relation::AtMostZero => solver.normalise_le(&c.expr),
            Relation::Zero | Relation::NonZero => solver.normalise_eq(&c.expr),
        };
        match (c.relation, normal) {
            (Relation::NonZero, Normal::True) => false,
            (Relation::NonZero, Normal::False) => true,
            (Relation::NonZero, Normal::Equal(var, value)) => {
                solver.assert_ne(var, &value, reason).is_ok()
            }
            (_, Normal::True) => true,
            (_, Normal::False) => false,
            (_, Normal::Bound(bound)) => solver.assert_bound(&bound, reason).is_ok(),
            (_, Normal::Equal(var, value)) => solver.assert_eq(var, &value, reason).is_ok(),
        }
    })
}

fn run_sinew(problem: &Problem, steps: u64) -> (&'static str, Duration, Solver) {
    let start = Instant::now();
    let mut solver = Solver::new();
    let answer = if assert_all(&mut solver, problem) {
        match solver.decide(&Budget::with_steps(steps)) {
            FinalCheck::Sat => "sat",
            FinalCheck::Conflict(_) => "unsat",
            _ => "unknown",
        }
    } else {
        "unsat"
    };
    let time = start.elapsed();
    if answer == "sat" {
        let value = |var| solver.value(var).unwrap_or_default();
        assert!(
            problem.constraints.iter().all(|c| c.holds(value)),
            "a wrong model"
        );
    }
    (answer, time, solver)
}

fn bench(seed: u64) {
    type Family = (&'static str, fn(&mut Rng) -> Problem);
    let families: [Family; 4] = [
        ("windows", windows),
        ("equations", equations),
        ("knapsacks", knapsacks),
        ("parikh", parikh),
    ];
    let startup = (0..5)
        .filter_map(|_| run_z3("(check-sat)", 10))
        .map(|(_, time)| time)
        .min();
    println!(
        "{:<10} {:>3} {:>5}/{:<5} {:>10} {:>10} {:>10} {:>10} {:>8}",
        "family", "n", "sat", "unsat", "med ms", "max ms", "z3 med", "z3 max", "ratio"
    );
    let steps = std::env::var("STEPS")
        .ok()
        .and_then(|text| text.parse().ok());
    let steps = steps.unwrap_or(400_000_000);
    let only = std::env::var("FAMILY").ok();
    for (name, make) in families {
        if only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        let mut rng = Rng(seed);
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        let (mut sat, mut unsat) = (0, 0);
        for at in 0..25 {
            let problem = make(&mut rng);
            let (answer, time, solver) = run_sinew(&problem, steps);
            ours.push(time.as_secs_f64() * 1e3);
            sat += u32::from(answer == "sat");
            unsat += u32::from(answer == "unsat");
            if std::env::var("VERBOSE").is_ok() {
                println!("  {name} {at}: {answer} {time:?} {:?}", solver.statistics());
            }
            let script = smt2(&problem) + "(check-sat)\n";
            if let Some((other, time)) = run_z3(&script, 10) {
                let time = time.saturating_sub(startup.unwrap_or_default());
                theirs.push(time.as_secs_f64() * 1e3);
                if [answer, &other]
                    .iter()
                    .all(|a| *a == "sat" || *a == "unsat")
                {
                    assert_eq!(answer, other, "{script}");
                } else {
                    println!("  {name} {at}: {answer}, z3 {other}");
                }
            }
        }
        let median = |times: &mut Vec<f64>| {
            times.sort_by(f64::total_cmp);
            times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
        };
        let (mine, other) = (median(&mut ours), median(&mut theirs));
        println!(
            "{name:<10} {:>3} {sat:>5}/{unsat:<5} {mine:>10.2} {:>10.2} {other:>10.2} {:>10.2} {:>8.2}",
            ours.len(),
            ours.last().copied().unwrap_or(f64::NAN),
            theirs.last().copied().unwrap_or(f64::NAN),
            mine / other
        );
    }
}

fn random(count: usize, seed: u64) {
    let mut rng = Rng(seed);
    let (mut sat, mut unsat, mut unknown, mut compared) = (0, 0, 0, 0);
    for start in (0..count).step_by(200) {
        let problems: Vec<Problem> = (start..count.min(start + 200))
            .map(|_| random_system(&mut rng))
            .collect();
        let answers: Vec<&str> = problems
            .iter()
            .map(|p| run_sinew(p, 20_000_000).0)
            .collect();
        let script: String = problems
            .iter()
            .map(|p| format!("(push)\n{}(check-sat)\n(pop)\n", smt2(p)))
            .collect();
        let script = format!("(set-option :timeout 2000)\n{script}");
        let other = run_z3(&script, 600)
            .map(|(text, _)| text)
            .unwrap_or_default();
        for (at, answer) in answers.iter().enumerate() {
            sat += u32::from(*answer == "sat");
            unsat += u32::from(*answer == "unsat");
            unknown += u32::from(*answer == "unknown");
            if let Some(line) = other.lines().nth(at) {
                if *answer == "unknown" {
                    println!("unknown (z3 {line}):\n{}", smt2(&problems[at]));
                } else if line != "unknown" {
                    compared += 1;
                    assert_eq!(*answer, line, "{}", smt2(&problems[at]));
                }
            }
        }
    }
    println!("{sat} sat, {unsat} unsat, {unknown} unknown; {compared} agree with z3");
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| {
        args.get(at)
            .and_then(|text| text.parse().ok())
            .unwrap_or(default)
    };
    if run_z3("(check-sat)", 5).is_none() {
        println!("z3 was not found: set Z3 to its path to compare");
    }
    match args.first().map(String::as_str) {
        Some("random") => random(number(1, 2000) as usize, number(2, 1)),
        _ => bench(number(1, 1)),
    }
}
