//! Every schema without witnesses or binders is tried on small values: where the premises are true, so is the conclusion.

use std::collections::HashMap;

use super::super::meaning::{Random, literal, value};
use super::*;

/// How many instances with true premises each schema must have had.
const INSTANCES: usize = 8;
/// How many assignments are tried.
const TRIES: usize = 30_000;

/// The sorts that operators give to variables, and the operators of lists.
fn infer(pattern: &Pattern, sorts: &mut [Option<Sort>], lists: &mut [Option<Known>]) {
    let (Pattern::App(op, args) | Pattern::Single(op, args)) = pattern else {
        return;
    };
    let letters = op.signature().as_bytes();
    for (i, arg) in args.iter().enumerate() {
        let letter = if op.is_list() || *op == Known::Distinct {
            letters[0]
        } else {
            letters[i]
        };
        let sort = match letter {
            b'B' => Some(Sort::Bool),
            b'I' => Some(Sort::Int),
            b'R' => Some(Sort::Real),
            b'S' => Some(Sort::String),
            b'L' => Some(Sort::RegLan),
            _ => None,
        };
        match arg {
            Pattern::Variable(v) => sorts[*v] = sorts[*v].or(sort),
            Pattern::Splice(v) => lists[*v] = Some(*op),
            _ => infer(arg, sorts, lists),
        }
    }
}

/// Whether a schema speaks of witnesses or binders, about which single values say nothing.
fn has_witness(text: &str) -> bool {
    text.contains("(@") || text.contains("forall") || text.contains("/_total")
}

fn ground(terms: &mut Terms, term: Term) -> Outcome {
    value(terms, term, &HashMap::new())
}

struct Trial<'a> {
    schema: &'a Schema,
    sorts: Vec<Option<Sort>>,
    lists: Vec<Option<Known>>,
}

impl Trial<'_> {
    /// Whether the premises were true; the conclusion must be then.
    fn run(&self, terms: &mut Terms, random: &mut Random) -> Outcome<bool> {
        let polymorphic = [Sort::Int, Sort::String, Sort::Bool, Sort::Real][random.below(4)];
        let mut bound = Vec::new();
        for (sort, list) in self.sorts.iter().zip(&self.lists) {
            let sort = sort.unwrap_or(polymorphic);
            let same: Vec<Term> = (bound.iter().flatten().copied())
                .filter(|&other| terms.sort(other) == sort)
                .collect();
            let term = match list {
                Some(op) => {
                    let element = match op {
                        Known::And | Known::Or => Sort::Bool,
                        Known::Concat => Sort::String,
                        Known::Add | Known::Mul => Sort::Int,
                        _ => Sort::RegLan,
                    };
                    let count = random.below(3);
                    let elements: Outcome<Vec<Term>> = (0..count)
                        .map(|_| literal(terms, random, element))
                        .collect();
                    terms.list(*op, &elements?, None)?
                }
                None if !same.is_empty() && random.below(4) == 0 => same[random.below(same.len())],
                None => literal(terms, random, sort)?,
            };
            bound.push(Some(term));
        }
        // A variable that a premise defines gets its value.
        for premise in &self.schema.premises {
            if let Pattern::App(Known::Eq, sides) = premise
                && let [Pattern::Variable(v), defined] = &sides[..]
            {
                let defined = build(terms, defined, &bound)?;
                bound[*v] = Some(ground(terms, defined)?);
            }
        }
        for premise in &self.schema.premises {
            let premise = build(terms, premise, &bound)?;
            let premise = ground(terms, premise)?;
            if terms.as_bool(premise) != Some(true) {
                return Ok(false);
            }
        }
        for pattern in &self.schema.arguments {
            build(terms, pattern, &bound)?;
        }
        let conclusion = build(terms, &self.schema.conclusion, &bound)?;
        let result = ground(terms, conclusion)?;
        let text = super::super::print::shown(terms, conclusion);
        assert_eq!(terms.as_bool(result), Some(true), "{text}");
        Ok(true)
    }
}

#[test]
fn no_schema_concludes_what_is_false() {
    let mut random = Random::new();
    let mut rare = Vec::new();
    for &(name, text) in &SCHEMAS {
        if has_witness(text) {
            continue;
        }
        let mut terms = Terms::new(u64::MAX);
        let schema = compile(&mut terms, text).expect("a schema");
        let mut trial = Trial {
            sorts: schema.sorts.clone(),
            lists: vec![None; schema.sorts.len()],
            schema: &schema,
        };
        let patterns = schema.arguments.iter().chain(&schema.premises);
        for pattern in patterns.chain(std::iter::once(&schema.conclusion)) {
            infer(pattern, &mut trial.sorts, &mut trial.lists);
        }
        let mut instances = 0;
        for _ in 0..TRIES {
            instances += usize::from(trial.run(&mut terms, &mut random).unwrap_or(false));
            if instances == 10 * INSTANCES {
                break;
            }
        }
        // The premises of `contra` are never true at once.
        if instances < INSTANCES && name != "contra" {
            rare.push((name, instances));
        }
    }
    assert!(rare.is_empty(), "too few instances: {rare:?}");
}
