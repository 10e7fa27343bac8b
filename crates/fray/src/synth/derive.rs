//! Derivations: whether, and how, random growth makes a given formula.
//!
//! Each node of the formula is matched with a production of the [grammar](super::grammar); a
//! formula all of whose nodes have one is grown with some chance. What answer it gets is told
//! too: with a model it belongs to *growth*, where an `unsat` is wrong; else it belongs to
//! *open*, where a `sat` is judged by the solver's own model.

use std::fmt::Write as _;

use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

use super::certify::domain_around;
use super::exec::Value;
use super::feature::{Feature, needs};
use super::grammar::Grammar;
use super::growth::{MAX_ARGS, MAX_ASSERTIONS, MAX_DEPTH, MAX_VARIABLES};
use super::planted::{constants, has_values};
use super::program::Program;
use super::reference::Reference;
use super::search::{Domain, find_model};
use super::syntax::assertions;
use super::test::Model;
use super::write::{Dialect as Written, constant_name, write_term, write_value};

/// Evaluations that the search for a model may make.
const STEPS: u64 = 300_000;

/// How a formula is grown, or why not.
#[derive(Debug)]
pub struct Derivation {
    /// One line per node: the production or leaf, indented by its depth.
    pub lines: Vec<String>,
    /// What no production makes; empty if the formula is derivable.
    pub missing: Vec<String>,
    /// The deepest nesting.
    pub depth: usize,
    /// The features it needs, by which runners know which solvers accept it.
    pub features: Vec<Feature>,
    /// A model, if one was found: then it is satisfiable, and grown under that model.
    pub model: Option<String>,
}

impl Derivation {
    /// Whether growth makes the formula.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty()
    }

    /// For a person.
    #[must_use]
    pub fn describe(&self) -> String {
        let mut text = self.lines.join("\n");
        text.push('\n');
        for missing in &self.missing {
            let _ = writeln!(text, "no production makes {missing}");
        }
        if !self.is_complete() {
            return text;
        }
        let dialect = self.features.iter().any(|feature| feature.is_dialect());
        let mode = match (&self.model, dialect) {
            (Some(model), false) => format!("growth, planted with{model}: an unsat is wrong"),
            (Some(model), true) => format!("dialect, planted with{model}: an unsat is wrong"),
            (None, _) => "open (no model was found): a sat is judged by its model".to_owned(),
        };
        let _ = writeln!(text, "derivable, depth {}; mode {mode}", self.depth);
        text
    }
}

/// Explains a script; an error if it cannot be read.
pub fn explain(grammar: &Grammar, script: &str) -> Result<Derivation, String> {
    let mut store = TermStore::new();
    let assertions = assertions(&mut store, script)?;
    if assertions.is_empty() {
        return Err("there is no assertion".to_owned());
    }
    let mut derivation = Derivation {
        lines: Vec::new(),
        missing: Vec::new(),
        depth: 0,
        features: needs(&store, &assertions).into_iter().collect(),
        model: None,
    };
    for &assertion in &assertions {
        derivation.node_by_node(grammar, &store, assertion);
    }
    derivation.check_bounds(&store, &assertions);
    if derivation.is_complete() {
        derivation.model = model(&store, &assertions);
    }
    Ok(derivation)
}

impl Derivation {
    /// Growth is bounded: too much of anything is not grown.
    fn check_bounds(&mut self, store: &TermStore, assertions: &[Term]) {
        let mut exceeds = |found: usize, most: usize, what: &str| {
            if found > most {
                self.missing
                    .push(format!("{found} {what}; at most {most} are grown"));
            }
        };
        exceeds(assertions.len(), MAX_ASSERTIONS, "assertions");
        for sort in [Sort::Bool, Sort::Int, Sort::String] {
            let of_sort = |term: &Term| store.sort(*term) == sort;
            let count = constants(store, assertions)
                .iter()
                .filter(|t| of_sort(t))
                .count();
            exceeds(count, MAX_VARIABLES, "variables of one sort");
        }
        let wide = |&term: &Term| store.args(term).len();
        let parts = postorder_all(store, assertions);
        exceeds(
            parts.iter().map(wide).max().unwrap_or(0),
            MAX_ARGS,
            "arguments",
        );
        exceeds(self.depth, MAX_DEPTH as usize, "levels");
    }

    fn node_by_node(&mut self, grammar: &Grammar, store: &TermStore, root: Term) {
        let mut stack = vec![(root, 0usize)];
        while let Some((term, depth)) = stack.pop() {
            self.depth = self.depth.max(depth);
            let mut line = "  ".repeat(depth);
            match leaf(store, term) {
                Some(name) => line.push_str(&name),
                None => match grammar.production_of(store, term) {
                    Some(production) => {
                        let _ = write!(line, "{}", production.form);
                        match store.op(term) {
                            Op::RePow(n) => drop(write!(line, "  with {n}")),
                            Op::ReLoop(lo, hi) => drop(write!(line, "  with {lo} {hi}")),
                            _ => {}
                        }
                    }
                    None => {
                        let mut text = String::new();
                        write_term(&mut text, store, term, Written::Standard);
                        let short: String = text.chars().take(80).collect();
                        line.push_str("(none)");
                        self.missing.push(short);
                    }
                },
            }
            self.lines.push(line);
            if !store.op(term).is_binder() {
                stack.extend(store.args(term).iter().rev().map(|&arg| (arg, depth + 1)));
            }
        }
    }
}

/// How a leaf is described: as a variable or a literal of a sort with values.
fn leaf(store: &TermStore, term: Term) -> Option<String> {
    if !store.args(term).is_empty() {
        return None;
    }
    let sort = store.sort_name(store.sort(term));
    match store.op(term) {
        Op::Apply(_) if has_values(store.sort(term)) => {
            Some(format!("{sort} variable {}", constant_name(store, term)))
        }
        Op::Int(_) | Op::Str(_) | Op::True | Op::False => {
            let mut text = String::new();
            write_term(&mut text, store, term, Written::Standard);
            Some(format!("{sort} literal {text}"))
        }
        _ => None,
    }
}

/// Beside the values around the literals: short words over the letters that occur, long ones that
/// end in a literal, and the lengths of literals.
fn wide_domain(store: &TermStore, assertions: &[Term]) -> Domain {
    let mut domain = domain_around(store, assertions);
    let literals: Vec<Vec<u32>> = postorder_all(store, assertions)
        .into_iter()
        .filter_map(|term| store.str_value(term).map(<[u32]>::to_vec))
        .collect();
    let mut letters: Vec<u32> = literals.iter().flatten().copied().collect();
    letters.push(0x61);
    letters.sort_unstable();
    letters.dedup();
    letters.truncate(4);
    let mut words: Vec<Vec<u32>> = vec![Vec::new()];
    let mut longest = words.clone();
    for _ in 0..3 {
        let with = |word: &Vec<u32>| {
            letters
                .iter()
                .map(|&c| [&word[..], &[c]].concat())
                .collect()
        };
        longest = longest
            .iter()
            .flat_map(|word| -> Vec<Vec<u32>> { with(word) })
            .collect();
        words.extend(longest.iter().cloned());
    }
    for literal in &literals {
        domain
            .integers
            .push(Value::int(i64::try_from(literal.len()).unwrap_or(0)));
        words.push([&[0x61; 12][..], &literal[..]].concat());
    }
    domain
        .strings
        .extend(words.into_iter().map(|word| Value::Str(word.into())));
    domain
}

/// A model, written out.
fn model(store: &TermStore, assertions: &[Term]) -> Option<String> {
    let program = Program::new(store, assertions)?;
    let domain = wide_domain(store, assertions);
    let mut model: Model = find_model(&program, &Reference::standard(), &domain, STEPS)?;
    let used = constants(store, assertions);
    model.retain(|(term, _)| used.contains(term));
    let mut text = String::new();
    for (term, value) in &model {
        let _ = write!(text, " {} = ", constant_name(store, *term));
        write_value(&mut text, value, Written::Standard);
    }
    Some(if text.is_empty() {
        " nothing".to_owned()
    } else {
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::library::Library;

    fn explained(script: &str) -> Derivation {
        explain(&Library::built_in().grammar, script).expect("readable")
    }

    #[test]
    fn a_satisfiable_formula_is_grown_under_its_model() {
        let found =
            explained("(declare-fun a () String)(assert (= \"\" (str.replace \"\" a \"B\")))");
        assert_eq!(
            found.lines,
            [
                "(= String String)",
                "  String literal \"\"",
                "  (str.replace String String String)",
                "    String literal \"\"",
                "    String variable a",
                "    String literal \"B\"",
            ]
        );
        assert_eq!(found.model.as_deref(), Some(" a = \"a\""));
    }

    #[test]
    fn an_unsatisfiable_one_is_open_and_old_names_are_understood() {
        let script = "(assert (str.in.re \"\" ((_ re.loop 189 0) (str.to.re \"\"))))";
        let found = explained(script);
        assert!(found.is_complete() && found.model.is_none(), "{found:?}");
        assert!(found.describe().contains("with 189 0"));
        assert!(found.describe().contains("mode open"));
    }

    #[test]
    fn what_has_no_production_is_named() {
        let found = explained("(declare-fun f (Int) Int)(assert (= (f 1) 2))");
        assert_eq!(found.missing, ["(f 1)"]);
    }
}
