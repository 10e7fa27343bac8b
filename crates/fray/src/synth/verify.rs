//! Rules checked on a small domain before use.
//!
//! P0 names errors in its equivalences and equalities as the first threat to validity (§4.4), and
//! indeed three of its twelve equivalences hold in one direction only. So no rule is taken on
//! trust: each is evaluated on all assignments of a small domain, and a false one is rejected
//! with the assignment that refutes it.

use std::cell::Cell;
use std::fmt;

use sinew_term::{Term, TermStore};

use super::certify::{domain_around, long_strings};
use super::exec::Value;
use super::law::{Law, check_law};
use super::library::{Equality, Equivalence, Library, Subject};
use super::program::{Context, Program};
use super::reference::Reference;
use super::satisfiable::for_each_tuple;
use super::search::{Domain, Outcome, Search};
use super::test::Model;
use super::write::{Dialect, constant_name, write_value};

/// At most this many assignments per rule.
const ASSIGNMENTS: usize = 3_000;
/// Evaluations that the search for one existential witness may make.
const STEPS: u64 = 10_000;

/// A rule that was not believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The rule's name.
    pub id: String,
    /// What is wrong.
    pub reason: String,
    /// Where: names and values.
    pub counterexample: Vec<(String, Value)>,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rule {} is rejected: {}", self.id, self.reason)?;
        for (i, (name, value)) in self.counterexample.iter().enumerate() {
            let mut text = String::new();
            write_value(&mut text, value, Dialect::Standard);
            let gap = if i == 0 { " for" } else { "," };
            write!(f, "{gap} {name} = {text}")?;
        }
        Ok(())
    }
}

/// Checks every rule of the library; those that fail are taken out of it and returned.
pub fn retain_sound(library: &mut Library, reference: &Reference) -> Vec<Rejection> {
    let mut rejected = Vec::new();
    let store = library.store.clone();
    library.equivalences.retain(|rule| {
        let verdict = check_equivalence(&store, reference, rule);
        verdict
            .map_err(|rejection| rejected.push(rejection))
            .is_ok()
    });
    let mut refuted = Vec::new();
    library.equalities.retain(|rule| {
        let verdict = check_equality(&store, reference, rule);
        verdict
            .map_err(|rejection| {
                if !rejection.counterexample.is_empty() {
                    refuted.push(Law::refuted(&store, rule));
                }
                rejected.push(rejection);
            })
            .is_ok()
    });
    library.laws.append(&mut refuted);
    rejected
}

/// Checks every law of the library. None is taken out: which of them hold is decided where they
/// are used, and those that do not become satisfiable tests. But what is said about them and is
/// not so is returned.
#[must_use]
pub fn check_laws(library: &Library, reference: &Reference) -> Vec<Rejection> {
    let mut rejected = Vec::new();
    for law in &library.laws {
        let (reason, at) = match (check_law(&library.store, reference, law), law.holds) {
            (Ok(()), true) | (Err(Some(_)), false) => continue,
            (Ok(()), false) => (
                "it is said to be false, but no counterexample was found",
                None,
            ),
            (Err(None), _) => ("the side condition holds nowhere", None),
            (Err(Some(found)), true) => ("the law is false", Some(found)),
        };
        let mut model = Model::new();
        let mut word = None;
        let mut numerals: &[(String, i64)] = &[];
        if let Some(found) = at {
            numerals = &law.bodies[found.body].numerals;
            (model, word) = (found.model, found.word);
        }
        let mut rejection = reject(&library.store, &law.id, reason, &model);
        let numerals = numerals.iter();
        let numerals = numerals.map(|(name, number)| (name.clone(), Value::int(*number)));
        rejection.counterexample.splice(0..0, numerals);
        let word = word.map(|word| ("the word".to_owned(), word));
        rejection.counterexample.extend(word);
        rejected.push(rejection);
    }
    rejected
}

/// Values for one variable when `count` variables share the assignments.
fn values_for(domain: &Domain, store: &TermStore, term: Term, count: usize) -> Vec<Value> {
    let mut size = 2usize;
    while (size + 1).pow(u32::try_from(count.max(1)).unwrap_or(u32::MAX)) <= ASSIGNMENTS {
        size += 1;
    }
    let values = domain.of(store.sort(term)).iter();
    values.take(size).cloned().collect()
}

/// The domain of a rule: strings in which all corner cases of the operators show, then what the
/// rule's literals suggest.
fn domain_of(store: &TermStore, terms: &[Term]) -> Domain {
    let around = domain_around(store, terms);
    let mut domain = Domain::default();
    for text in ["", "a", "ab", "0", "07", "b", "aa", "ba", "aab", "10", "é"] {
        domain.strings.push(Value::string(text));
    }
    for number in [0, 1, -1, 2, 3, 10, 97, 255, 65_536, 196_607, 196_608] {
        domain.integers.push(Value::int(number));
    }
    for value in around.strings {
        if !domain.strings.contains(&value) {
            domain.strings.push(value);
        }
    }
    for value in around.integers {
        if !domain.integers.contains(&value) {
            domain.integers.push(value);
        }
    }
    for value in long_strings(store, terms) {
        if !domain.strings.contains(&value) {
            domain.strings.push(value);
        }
    }
    domain
}

fn reject(store: &TermStore, id: &str, reason: &str, at: &[(Term, Value)]) -> Rejection {
    Rejection {
        id: id.to_owned(),
        reason: reason.to_owned(),
        counterexample: at
            .iter()
            .map(|(term, value)| (constant_name(store, *term), value.clone()))
            .collect(),
    }
}

/// All assignments of some variables, within the limit on their number.
fn for_each_assignment(
    store: &TermStore,
    domain: &Domain,
    variables: &[Term],
    visit: impl FnMut(&[&Value]),
) {
    let lists: Vec<Vec<Value>> = variables
        .iter()
        .map(|&variable| values_for(domain, store, variable, variables.len()))
        .collect();
    let lists: Vec<&[Value]> = lists.iter().map(Vec::as_slice).collect();
    for_each_tuple(&lists, visit);
}

fn assignment(variables: &[Term], tuple: &[&Value]) -> Model {
    let values = tuple.iter().map(|&value| value.clone());
    variables.iter().copied().zip(values).collect()
}

/// Checks `op(args) = result ⇔ ∃ formula`, or only ⇐, as the rule says.
pub fn check_equivalence(
    store: &TermStore,
    reference: &Reference,
    rule: &Equivalence,
) -> Result<(), Rejection> {
    let program = Program::new(store, &[rule.formula])
        .ok_or_else(|| reject(store, &rule.id, "quantifiers are nested too deeply", &[]))?;
    let domain = domain_of(store, &[rule.formula]);
    let fixed = Value::of_literal(store, rule.result);
    let op = store.op(store.arg(rule.left, 0));
    let mut verdict = Ok(());
    let mut holds_somewhere = false;
    for_each_assignment(store, &domain, &rule.args, |tuple| {
        let Some(value) = reference.apply(op, tuple).filter(|_| verdict.is_ok()) else {
            return;
        };
        let mut at = assignment(&rule.args, tuple);
        let mut check = |at: &Model, left: bool| {
            let right = search(&program, reference, &domain, at);
            holds_somewhere |= left && right == Outcome::Found;
            if let Some(problem) = disagreement(left, right, rule.both) {
                verdict = Err(reject(store, &rule.id, problem, at));
            }
            verdict.is_ok()
        };
        if let Some(fixed) = &fixed {
            check(&at, *fixed == value);
            return;
        }
        // The right result, and some wrong ones.
        let others = domain.of(value.sort()).iter();
        let wrong = others.filter(|other| **other != value).take(3);
        for result in std::iter::once(&value).chain(wrong) {
            at.push((rule.result, result.clone()));
            if !check(&at, *result == value) {
                return;
            }
            at.pop();
        }
    });
    verdict?;
    if holds_somewhere {
        Ok(())
    } else {
        Err(reject(store, &rule.id, "the formula holds nowhere", &[]))
    }
}

/// What is wrong where the operation has the truth value `left`, and the formula `right`.
fn disagreement(left: bool, right: Outcome, both: bool) -> Option<&'static str> {
    match (left, right) {
        (false, Outcome::Found) => Some("the formula holds, but the operation does not"),
        (true, Outcome::Impossible) if both => {
            Some("the operation holds, but the formula does not")
        }
        (true, Outcome::GaveUp) if both => {
            Some("the operation holds, but no witness for the formula was found")
        }
        _ => None,
    }
}

/// Whether the program's roots can be true under the given values of some leaves.
fn search(
    program: &Program,
    reference: &Reference,
    domain: &Domain,
    at: &[(Term, Value)],
) -> Outcome {
    let mut env = program.environment(at);
    let steps = Cell::new(STEPS);
    Search::new(program, reference, domain, &steps).run(&mut env)
}

/// Checks `side ⇒ term = subject`.
pub fn check_equality(
    store: &TermStore,
    reference: &Reference,
    rule: &Equality,
) -> Result<(), Rejection> {
    let mut roots = vec![rule.term];
    roots.extend(rule.side);
    let program = Program::new(store, &roots)
        .ok_or_else(|| reject(store, &rule.id, "quantifiers are nested too deeply", &[]))?;
    let mut variables = rule.fresh.clone();
    if let Subject::Variable(x) = rule.subject {
        variables.push(x);
    }
    let domain = domain_of(store, &roots);
    let context = Context {
        reference,
        domain: &domain,
        steps: &Cell::new(u64::MAX),
    };
    let mut values = Vec::new();
    let mut applies = false;
    let mut verdict = Ok(());
    for_each_assignment(store, &domain, &variables, |tuple| {
        if verdict.is_err() {
            return;
        }
        let at = assignment(&variables, tuple);
        program.eval(&context, &program.environment(&at), &mut values);
        let side = match program.roots.get(1) {
            Some(&side) => values[side as usize].clone(),
            None => Some(Value::Bool(true)),
        };
        let wanted = match rule.subject {
            Subject::Constant(literal) => Value::of_literal(store, literal),
            Subject::Variable(_) => at.last().map(|(_, value)| value.clone()),
        };
        let value = &values[program.roots[0] as usize];
        let problem = match side {
            Some(Value::Bool(false)) => return,
            None => "the side condition has no value",
            Some(_) if value.is_none() => "the term has no value",
            Some(_) if *value != wanted => "the equality is false",
            Some(_) => {
                applies = true;
                return;
            }
        };
        verdict = Err(reject(store, &rule.id, problem, &at));
    });
    verdict?;
    if applies {
        Ok(())
    } else {
        let problem = "the side condition holds nowhere";
        Err(reject(store, &rule.id, problem, &[]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rejected(extra: &str) -> Vec<String> {
        let mut library = Library::built_in();
        library.add(extra).expect("well-formed");
        let rejections = retain_sound(&mut library, &Reference::standard());
        rejections.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn built_in_rules_hold() {
        assert_eq!(rejected(""), Vec::<String>::new());
    }

    #[test]
    fn the_published_e4_e5_e6_hold_in_one_direction_only() {
        let mut library = Library::built_in();
        for rule in &mut library.equivalences {
            rule.both = true;
        }
        let rejections = retain_sound(&mut library, &Reference::standard());
        let ids: Vec<&str> = rejections.iter().map(|r| r.id.as_str()).collect();
        assert_eq!(ids, ["E4", "E5", "E6"]);
    }

    #[test]
    fn a_false_equality_is_rejected_with_its_counterexample() {
        let rule = "[[variable]]\nid = \"mine\"\nsort = \"String\"\nterm = '(str.++ x x)'\n";
        assert_eq!(
            rejected(rule),
            ["rule mine is rejected: the equality is false for x = \"a\""]
        );
    }

    #[test]
    fn a_false_law_is_told_with_its_counterexample() {
        let mut library = Library::built_in();
        let law = "[[law]]\nid = \"mine\"\nleft = '(re.++ r s)'\nright = '(re.++ s r)'\n";
        library.add(law).expect("well-formed");
        let told = check_laws(&library, &Reference::standard());
        let told: Vec<String> = told.iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("rule mine is rejected: the law is false for r = "));
        assert!(told[0].contains(", the word = "));
    }

    #[test]
    fn the_numerals_of_a_false_law_are_told() {
        let mut library = Library::built_in();
        let law = "[[law]]\nid = \"mine\"\nleft = '((_ re.loop {m} {n}) r)'\n\
                   right = '((_ re.loop {n} {m}) r)'\nindices = \"m, n\"\n";
        library.add(law).expect("well-formed");
        let told = check_laws(&library, &Reference::standard());
        assert_eq!(
            told[0].to_string(),
            "rule mine is rejected: the law is false for m = 0, n = 2, r = (str.to_re \"a\"), the word = \"\""
        );
    }

    /// Both hold for all short strings.
    #[test]
    fn rules_are_tried_on_strings_as_long_as_their_numbers() {
        let rule = "[[variable]]\nid = \"mine\"\nsort = \"String\"\nterm = '(str.substr x 0 20)'\n";
        let found = rejected(rule);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("rule mine is rejected: the equality is false for x = "));
        let mut library = Library::built_in();
        let law = "[[law]]\nid = \"mine\"\nleft = '(str.in_re x (re.* re.allchar))'\n\
                   right = '(str.in_re x ((_ re.loop 0 30) re.allchar))'\n";
        library.add(law).expect("well-formed");
        assert_eq!(check_laws(&library, &Reference::standard()).len(), 1);
    }

    #[test]
    fn a_refuted_equality_becomes_a_law_that_does_not_hold() {
        let mut library = Library::built_in();
        let rule = "[[variable]]\nid = \"mine\"\nsort = \"String\"\nterm = '(str.++ x x)'\n";
        library.add(rule).expect("well-formed");
        retain_sound(&mut library, &Reference::standard());
        let law = library.laws.last().expect("laws");
        assert_eq!((law.id.as_str(), law.holds), ("mine", false));
        assert!(check_laws(&library, &Reference::standard()).is_empty());
    }

    #[test]
    fn a_false_equivalence_is_rejected_with_its_counterexample() {
        let rule = "[[equivalence]]\nid = \"mine\"\nop = \"contains\"\n\
                    formula = '(str.prefixof t s)'\ndirection = \"both\"\n";
        assert_eq!(
            rejected(rule),
            [
                "rule mine is rejected: the operation holds, but the formula does not \
              for s = \"ab\", t = \"b\""
            ]
        );
    }

    #[test]
    fn a_side_condition_that_never_holds_is_rejected() {
        let rule = "[[constant]]\nid = \"mine\"\nvalue = '0'\nfresh = 's String'\n\
                    term = '(str.len s)'\nside = '(< (str.len s) 0)'\n";
        assert_eq!(
            rejected(rule),
            ["rule mine is rejected: the side condition holds nowhere"]
        );
    }
}
