//! Random sequences of commands.
//!
//! Weights are chosen to reach several clashes at a time: many named assertions before a query,
//! several assumptions, formulas that come again after they were popped, so that remembered cores
//! and models are asked for.

use std::cell::RefCell;

use sinew_base::Random;

use super::formulas::{FAMILIES, Family, Name, Names};
use super::judge::Judge;
use super::mutants::Seeds;
use super::{Command, GLOBAL, LIMIT, Lost, Sequence};

/// Ways to run a session, besides the defaults.
const ARGUMENTS: &[&[&str]] = &[
    &[],
    &[],
    &[],
    &[],
    &["--arm=context"],
    &["--arm=lengths"],
    &["--arms=lengths,context"],
    &["--arm=equations"],
    &["--incremental=false"],
    &["--minimize-unsat-cores"],
    &["--random-seed=7"],
];

/// Side by side is slow to start.
const JOBS: &[&str] = &["--jobs=2"];

const BAD: &[(&str, Lost)] = &[
    ("(assert (= 1 \"a\"))", Lost::Part),
    ("(assert nobody)", Lost::Part),
    ("(assert (str.len \"a\"))", Lost::Part),
    ("(declare-const real Real)", Lost::Declaration),
    ("(define-fun wrong () Int \"a\")", Lost::Declaration),
    ("(minimize 1)", Lost::Part),
    ("(assert-soft true)", Lost::Part),
    (
        "(declare-datatypes ((T 0)) (((mk (sel Int)))))",
        Lost::Declaration,
    ),
    ("(get-value (nobody))", Lost::Nothing),
    ("(check-sat-assuming (nobody))", Lost::Nothing),
    ("(apply simplify)", Lost::Nothing),
    ("(push many)", Lost::All),
    ("(asert true)", Lost::All),
];

const OPTIONS: &[(&str, &str)] = &[
    ("minimize-unsat-cores", "true"),
    ("minimize-unsat-cores", "false"),
    ("incremental", "true"),
    ("incremental", "true"),
    ("incremental", "false"),
    ("produce-models", "false"),
    ("produce-models", "true"),
    ("arm", "\"lengths\""),
    ("arm", "\"context\""),
    ("arm", "\"\""),
    ("random-seed", "3"),
];

/// A sequence in the making.
struct Writer<'a> {
    random: Random,
    names: Vec<Name>,
    formula: &'a dyn Fn(&mut Random, &Names<'_>) -> String,
    judge: Judge,
    commands: Vec<Command>,
    /// Formulas that were stated before, with the places of their names.
    past: Vec<(String, Vec<usize>)>,
    /// Of a hundred formulas, how many are made true in the planted model.
    bias: usize,
}

/// The sequence of a seed.
pub(crate) fn sequence(seed: u64, seeds: &Seeds, only: Option<&str>) -> Sequence {
    let mut random = Random::new(seed);
    let total: usize = FAMILIES.iter().map(|family| family.weight).sum();
    let mut place = random.below(total + 3 * usize::from(!seeds.is_empty()));
    let mut family: Option<&Family> = None;
    for candidate in FAMILIES {
        if place < candidate.weight {
            family = Some(candidate);
            break;
        }
        place -= candidate.weight;
    }
    if let Some(only) = only {
        family = FAMILIES.iter().find(|family| family.name == only);
    }
    let mut arguments = vec![
        format!("--rlimit-per={LIMIT}"),
        "--verbosity=1".to_owned(),
        "--produce-unsat-cores".to_owned(),
        "--produce-unsat-assumptions".to_owned(),
        "--verbosity=1".to_owned(),
    ];
    let chosen = match random.chance(1, 40) {
        true => JOBS,
        false => *random.pick(ARGUMENTS),
    };
    arguments.extend(chosen.iter().map(|&argument| argument.to_owned()));
    let global = random.chance(1, 8);
    arguments.extend(global.then(|| GLOBAL.to_owned()));
    let bias = *random.pick(&[100, 100, 95, 80, 60]);
    let (name, names) = match family {
        Some(family) => (family.name, (family.names)(&mut random)),
        None => ("mutants", Vec::new()),
    };
    let seed = family.is_none().then(|| seeds.pick(&mut random));
    let mutant = |random: &mut Random, _: &Names<'_>| match seed {
        Some(seed) => seed.mutant(random),
        None => "true".to_owned(),
    };
    let mut writer = Writer {
        random: random.clone(),
        names: seed.map_or(names, |seed| seed.names(&mut random)),
        formula: match &family {
            Some(family) => &family.formula,
            None => &mutant,
        },
        judge: Judge::new(global),
        commands: Vec::new(),
        past: Vec::new(),
        bias,
    };
    let steps = match random.below(4) {
        0 => 25 + random.below(25),
        _ => 4 + random.below(10),
    };
    for _ in 0..steps {
        writer.step(name);
    }
    writer.emit(Command::Check(Vec::new()));
    Sequence {
        family: name,
        arguments,
        commands: writer.commands,
    }
}

fn recursive(random: &mut Random) -> String {
    let step = random.below(3);
    format!("(define-fun-rec h ((n Int)) Int (ite (<= n 0) 1 (+ {step} (h (- n 1)))))")
}

impl Writer<'_> {
    /// Adds a command, if it makes sense here.
    fn emit(&mut self, command: Command) {
        let sensible = match &command {
            Command::Declare(name, params, sort, planted) => {
                let text = format!("(declare-fun {name} ({params}) {sort})");
                self.judge.declare(&text, planted)
            }
            Command::Define(text) => self.judge.define(text),
            Command::Push(count) => {
                self.judge.push(*count);
                true
            }
            Command::Pop(count) => self.judge.pop(*count),
            Command::ResetAssertions => {
                self.judge.reset_assertions();
                true
            }
            Command::Reset => {
                self.judge.reset();
                true
            }
            _ => true,
        };
        if sensible {
            self.commands.push(command);
        }
    }

    fn step(&mut self, family: &str) {
        // Defined in some scope, and otherwise in the next one.
        if family == "pool" && self.random.chance(1, 3) {
            let definition = recursive(&mut self.random);
            self.emit(Command::Define(definition));
        }
        match self.random.below(40) {
            0..=15 => {
                // Several at a time, so that a query has several reasons.
                let most = if family == "lengths" { 8 } else { 3 };
                for _ in 0..=self.random.below(most) {
                    let Some(formula) = self.formula() else {
                        continue;
                    };
                    let named = self.random.chance(2, 3);
                    self.emit(Command::Assert(formula, named));
                }
            }
            16..=20 => {
                let count = 1 + self.random.below(2);
                self.emit(Command::Push(count));
            }
            21..=24 => {
                let count = 1 + self.random.below(3);
                self.emit(Command::Pop(count));
            }
            25 if self.random.chance(1, 3) => self.emit(Command::ResetAssertions),
            26 if self.random.chance(1, 4) => self.emit(Command::Reset),
            27 => {
                let &(name, value) = self.random.pick(OPTIONS);
                self.emit(Command::Option(name, value));
            }
            28 => {
                let steps = 1 << self.random.below(14);
                self.emit(Command::Limit(steps));
            }
            29 if self.random.chance(1, 2) => {
                let delay = match self.random.chance(1, 3) {
                    true => 0,
                    false => 1 << self.random.below(14),
                };
                self.emit(Command::Interrupt(delay));
            }
            30 if self.random.chance(1, 2) => {
                let &(text, lost) = self.random.pick(BAD);
                self.emit(Command::Bad(text, lost));
            }
            31 if self.random.chance(1, 3) => self.emit(Command::GetAssertions),
            33..=35 => {
                let count = 1 + self.random.below(4);
                let mut assumptions: Vec<String> =
                    (0..count).filter_map(|_| self.formula()).collect();
                assumptions.sort();
                assumptions.dedup();
                self.emit(Command::Check(assumptions));
            }
            _ => self.emit(Command::Check(Vec::new())),
        }
    }

    /// A formula whose names are declared, which is true in the planted model more often than not;
    /// or one that was stated before.
    fn formula(&mut self) -> Option<String> {
        let again = self.random.chance(2, 5) && !self.past.is_empty();
        let truly = self.random.chance(self.bias, 100);
        let (mut text, mut uses) = match again {
            true => self.random.pick(&self.past).clone(),
            false => self.made(),
        };
        for attempt in 0..4 {
            self.declare(&uses);
            match self.judge.truth(&text)? {
                Some(false) if truly && !again && attempt < 3 => (text, uses) = self.made(),
                Some(false) if truly => text = format!("(not {text})"),
                _ => break,
            }
        }
        if !again {
            self.past.push((text.clone(), uses));
        }
        Some(text)
    }

    /// A formula, and the places of the names that it uses.
    fn made(&mut self) -> (String, Vec<usize>) {
        let judge = &self.judge;
        let taken = |name: &Name| judge.is_taken(&name.name, name.sort);
        let names = Names {
            all: &self.names,
            taken: &taken,
            used: RefCell::default(),
        };
        let text = (self.formula)(&mut self.random, &names);
        let mut uses = names.used.into_inner();
        // Some are named without having been chosen.
        let words: Vec<&str> = text
            .split(|c: char| c.is_whitespace() || matches!(c, '(' | ')'))
            .collect();
        for (at, name) in self.names.iter().enumerate() {
            let known = uses
                .iter()
                .any(|&other| self.names[other].name == name.name);
            if !known && words.contains(&name.name.as_str()) {
                uses.push(at);
            }
        }
        uses.sort_unstable();
        uses.dedup();
        (text, uses)
    }

    /// Declares what nobody has declared.
    fn declare(&mut self, uses: &[usize]) {
        for &at in uses {
            let name = &self.names[at];
            if !self.judge.is_declared(&name.name) {
                let (params, sort) = (name.params.to_owned(), name.sort.to_owned());
                let (name, planted) = (name.name.clone(), name.planted.clone());
                self.emit(Command::Declare(name, params, sort, planted));
            }
        }
    }
}
