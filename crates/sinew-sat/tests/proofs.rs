//! Proofs that were tampered with are refused, and properties over shrinking inputs.

mod common;

use common::{Logged, Random, hectic, make_vars, models, satisfiable};
use proptest::prelude::*;
use sinew_base::Budget;
use sinew_proof::{Checker, NoLemmas};
use sinew_sat::{Lit, Outcome, Var};

/// An unsatisfiable set of clauses with its proof.
fn refutation(seed: u64) -> Option<(usize, Vec<Vec<Lit>>, String)> {
    let mut random = Random(seed);
    let vars = 8 + random.below(12);
    let clauses = random.cnf(vars);
    let mut logged = Logged::with(hectic(seed));
    make_vars(&mut logged.solver, vars);
    for clause in &clauses {
        logged.solver.add_clause(clause);
    }
    let outcome = logged.solver.solve(&[], &Budget::unlimited());
    (outcome == Outcome::Unsat).then(|| (vars, clauses, logged.text()))
}

/// The inputs of a proof, as the checker reads them.
fn inputs(text: &str) -> Vec<Vec<Lit>> {
    text.lines()
        .filter_map(|line| line.strip_prefix("i "))
        .map(|line| {
            line.split(' ')
                .skip(1)
                .filter_map(|word| word.parse::<i64>().ok())
                .filter(|&lit| lit != 0)
                .map(|lit| Var::new(lit.unsigned_abs() as u32 - 1).literal(lit > 0))
                .collect()
        })
        .collect()
}

/// Changes one number of one line: another literal, another sign, another clause, or leaves
/// the line out.
fn tamper(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = random.below(lines.len());
    let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
    let word = 1 + random.below(words.len() - 1);
    match random.below(4) {
        0 => {
            lines.remove(at);
            return lines.join("\n");
        }
        1 => words[word] = format!("-{}", words[word]).replace("--", ""),
        2 => words[word] = (1 + random.below(20)).to_string(),
        _ => {
            words.remove(word);
        }
    }
    lines[at] = words.join(" ");
    lines.join("\n")
}

/// Whatever is accepted must be true: if a tampered proof still passes and still concludes,
/// its (perhaps changed) inputs are unsatisfiable.
#[test]
fn tampered_proofs_are_refused_or_still_proofs() {
    let (mut refused, mut accepted) = (0, 0);
    for seed in 0..400 {
        let Some((vars, _, text)) = refutation(seed) else {
            continue;
        };
        let mut random = Random(seed + 1);
        for _ in 0..12 {
            let tampered = tamper(&text, &mut random);
            match Checker::new(NoLemmas).check(&tampered) {
                Err(_) => refused += 1,
                Ok(report) if !report.queries.is_empty() || report.contradiction => {
                    accepted += 1;
                    let unconditional = report.contradiction
                        || report
                            .queries
                            .iter()
                            .any(|query| query.assumptions.is_empty());
                    if unconditional {
                        let inputs = inputs(&tampered);
                        assert!(
                            !satisfiable(vars.max(20), &inputs),
                            "seed {seed}\n{tampered}"
                        );
                    }
                }
                Ok(_) => accepted += 1,
            }
        }
    }
    assert!(refused > 500, "{refused} refused, {accepted} accepted");
}

/// A derived clause made stronger at random must be refused unless it really follows.
#[test]
fn strengthened_steps_are_refused_unless_they_follow() {
    let mut refused = 0;
    for seed in 0..300 {
        let Some((vars, clauses, text)) = refutation(seed) else {
            continue;
        };
        // Up to the first derived clause of at least two literals, which loses one.
        let mut changed = String::new();
        let mut kept: Option<Vec<i64>> = None;
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let end = words.iter().position(|&word| word == "0").unwrap_or(0);
            if words[0] == "a" && end >= 4 {
                let lits: Vec<i64> = words[3..end].iter().map(|w| w.parse().unwrap()).collect();
                let shown: Vec<String> = lits.iter().map(i64::to_string).collect();
                changed += &format!("a {} {} 0\n", words[1], shown.join(" "));
                kept = Some(lits);
                break;
            }
            changed += line;
            changed.push('\n');
        }
        let Some(lits) = kept else { continue };
        let accepted = Checker::new(NoLemmas).check(&changed).is_ok();
        let mut negated = clauses.clone();
        for lit in lits {
            negated.push(vec![
                Var::new(lit.unsigned_abs() as u32 - 1).literal(lit < 0),
            ]);
        }
        if accepted {
            assert!(!satisfiable(vars, &negated), "seed {seed}");
        } else {
            refused += 1;
        }
    }
    assert!(refused > 20, "only {refused} refused");
}

fn clauses() -> impl Strategy<Value = Vec<Vec<Lit>>> {
    let lit = (0u32..7, any::<bool>()).prop_map(|(var, sign)| Var::new(var).literal(sign));
    prop::collection::vec(prop::collection::vec(lit, 0..5), 0..28)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Any clauses, the empty one, repetitions and tautologies included, added in two parts
    /// with calls in between.
    #[test]
    fn any_clauses_agree(first in clauses(), second in clauses(), seed in 0u64..8) {
        let mut logged = Logged::with(hectic(seed));
        make_vars(&mut logged.solver, 7);
        let mut all: Vec<Vec<Lit>> = Vec::new();
        let mut refuted = 0;
        for part in [first, second] {
            for clause in &part {
                logged.solver.add_clause(clause);
            }
            all.extend(part);
            let expected = satisfiable(7, &all);
            let outcome = logged.solver.solve(&[], &Budget::unlimited());
            prop_assert_eq!(outcome == Outcome::Sat, expected);
            if expected {
                prop_assert!(models(&logged.solver, &all));
            } else {
                refuted += 1;
            }
        }
        logged.replay(NoLemmas, refuted);
    }
}
