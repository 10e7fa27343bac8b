//! Quantified facts about one string variable, and what their truth rests on (P1 §5).
//!
//! *By automata*: `∀y φ(y)` where φ is a Boolean combination of memberships of y, with literals
//! before and after it, in regular expressions without variables, of equations of y with literals,
//! and of bounds on its length: each atom is a language of y, φ is their combination, and the
//! formula is true if that is everything. *By cases*: `∀y (ψ(y) ⇒ φ(y))` with any φ, where what of
//! ψ is a language in this sense has few words: elsewhere the formula is true, and these are all
//! the instances. *By a witness*: `∃z φ(z)` where φ is a conjunction of facts that can be evaluated
//! and of universal ones.

use rustc_hash::FxHashMap;
use sinew_base::Budget;
use sinew_regex::{CharOrder, Regex, RegexStore};
use sinew_semantics::{Model, Value as Checked, eval};
use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

use super::exec::Value;
use super::program::Program;
use super::rewrite::replace_terms;

/// Steps that one decision may take.
const STEPS: u64 = 1_000_000;
/// More instances than this are not listed.
pub(super) const CASES: usize = 32;
/// Lengths above this are not taken for languages.
const MAX_LENGTH: u32 = 1000;
/// Instances of a fact that automata decide, for the reference semantics to confirm.
const SAMPLES: [&str; 9] = ["", "a", "b", "aa", "ab", "ba", "bb", "aab", "aba"];
/// What is tried for an existential variable.
pub(super) const WITNESSES: [&str; 6] = ["", "a", "b", "ab", "aa", "ba"];

/// Formulas without quantifiers on whose truth that of a closed formula rests; `None` if it is of
/// none of these kinds. A formula that is false has a false one among them.
pub(super) fn obligations(store: &mut TermStore, formula: Term) -> Option<Vec<Term>> {
    match store.op(formula) {
        Op::Forall(1) => universal(store, formula),
        Op::Exists(1) => existential(store, formula),
        _ => None,
    }
}

fn universal(store: &mut TermStore, formula: Term) -> Option<Vec<Term>> {
    let (&[variable], body, _) = store.quantifier_parts(formula)? else {
        return None;
    };
    let mut found = Vec::new();
    let words: Vec<Vec<u32>> = match decide(store, formula) {
        Some(holds) => {
            found.push(store.bool(holds));
            let letters = |text: &str| text.chars().map(u32::from).collect();
            SAMPLES.into_iter().map(letters).collect()
        }
        None => cases(store, formula)?,
    };
    for word in words {
        let word = store.code_points(&word);
        let map = [(variable, word)].into_iter().collect();
        found.push(replace_terms(store, body, &map));
    }
    Some(found)
}

fn existential(store: &mut TermStore, formula: Term) -> Option<Vec<Term>> {
    let (&[variable], body, _) = store.quantifier_parts(formula)? else {
        return None;
    };
    let binds_again = |&sub: &Term| {
        let inner = store.quantifier_parts(sub);
        inner.is_some_and(|(inner, ..)| inner.contains(&variable))
    };
    if store.sort(variable) != Sort::String || postorder_all(store, &[body]).iter().any(binds_again)
    {
        return None;
    }
    WITNESSES.iter().find_map(|text| {
        let word = store.string(text);
        let map = [(variable, word)].into_iter().collect();
        let instance = replace_terms(store, body, &map);
        let parts = conjuncts(store, instance);
        // What is quantified takes long to decide, and most words are not what the rest says.
        let plain = |part: &&Term| !store.mentions_quantifiers(**part);
        if !parts.iter().filter(plain).all(|part| holds(store, part)) {
            return None;
        }
        let mut found = Vec::new();
        for part in parts {
            match store.op(part) {
                Op::Forall(1) => found.extend(universal(store, part)?),
                _ if store.mentions_quantifiers(part) => return None,
                _ => found.push(part),
            }
        }
        found.iter().all(|part| holds(store, part)).then_some(found)
    })
}

/// Whether a formula without variables is true.
fn holds(store: &TermStore, &formula: &Term) -> bool {
    eval(store, &Model::new(), formula) == Ok(Checked::Bool(true))
}

/// The parts of a conjunction.
fn conjuncts(store: &TermStore, formula: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut stack = vec![formula];
    while let Some(part) = stack.pop() {
        match store.op(part) {
            Op::And => stack.extend(store.args(part).iter().rev()),
            _ => found.push(part),
        }
    }
    found
}

/// All words for which the premise of a universal implication may hold, if they are few.
fn cases(store: &TermStore, formula: Term) -> Option<Vec<Vec<u32>>> {
    let (decision, body) = Decision::new(store, formula)?;
    if store.op(body) != Op::Implies
        || store.args(body).len() != 2
        || store.mentions_quantifiers(body)
    {
        return None;
    }
    let mut regexes = RegexStore::new();
    let premises: Vec<Regex> = conjuncts(store, store.arg(body, 0))
        .into_iter()
        .filter_map(|part| decision.words_of(&mut regexes, part))
        .collect();
    let premise = regexes.inter(&premises);
    let limit = CASES + 1;
    let words = regexes.words(premise, limit, CharOrder::Readable, &decision.budget);
    words.ok().filter(|words| words.len() <= CASES)
}

/// Whether a closed universal formula holds, by automata; `None` if it is not of this kind.
fn decide(store: &TermStore, term: Term) -> Option<bool> {
    let (decision, body) = Decision::new(store, term)?;
    let mut regexes = RegexStore::new();
    let language = decision.words_of(&mut regexes, body)?;
    regexes.is_universal(language, &decision.budget).ok()
}

struct Decision<'a> {
    store: &'a TermStore,
    variable: Term,
    budget: Budget<'static>,
}

impl<'a> Decision<'a> {
    /// For a universal formula over one string, with its body.
    fn new(store: &'a TermStore, formula: Term) -> Option<(Decision<'a>, Term)> {
        let (&[variable], body, _) = store.quantifier_parts(formula)? else {
            return None;
        };
        let decision = Decision {
            store,
            variable,
            budget: Budget::with_steps(STEPS),
        };
        let is_one = store.op(formula) == Op::Forall(1) && store.sort(variable) == Sort::String;
        is_one.then_some((decision, body))
    }

    /// The words that make a formula true.
    fn words_of(&self, regexes: &mut RegexStore, formula: Term) -> Option<Regex> {
        let mut known: FxHashMap<Term, Regex> = FxHashMap::default();
        for sub in postorder_all(self.store, &[formula]) {
            if self.store.sort(sub) == Sort::Bool {
                let regex = self.language(regexes, &known, sub)?;
                known.insert(sub, regex);
            }
        }
        known.get(&formula).copied()
    }

    /// The words that make a formula true, given those of its parts.
    fn language(
        &self,
        regexes: &mut RegexStore,
        known: &FxHashMap<Term, Regex>,
        formula: Term,
    ) -> Option<Regex> {
        let args = self.store.args(formula);
        let part = |i: usize| known.get(args.get(i)?).copied();
        let parts = || -> Option<Vec<Regex>> { (0..args.len()).map(part).collect() };
        Some(match self.store.op(formula) {
            Op::True => regexes.all(),
            Op::False => regexes.none(),
            Op::Not => regexes.comp(part(0)?),
            Op::And => regexes.inter(&parts()?),
            Op::Or => regexes.union(&parts()?),
            Op::Implies if args.len() == 2 => {
                let premise = regexes.comp(part(0)?);
                regexes.union(&[premise, part(1)?])
            }
            Op::Eq if args.len() == 2 && self.store.sort(args[0]) == Sort::Bool => {
                let (a, b) = (part(0)?, part(1)?);
                let differ = [regexes.diff(a, b), regexes.diff(b, a)];
                let differ = regexes.union(&differ);
                regexes.comp(differ)
            }
            op @ (Op::Le | Op::Lt | Op::Ge | Op::Gt | Op::Eq)
                if args.len() == 2 && self.store.sort(args[0]) == Sort::Int =>
            {
                self.lengths(regexes, op, args[0], args[1])?
            }
            Op::Eq if args.len() == 2 && args[0] == self.variable => {
                regexes.literal(self.store.str_value(args[1])?)
            }
            Op::InRe => {
                let language = Program::new(self.store, &[args[1]])?.literal(0)?;
                let Value::Re(language) = language else {
                    return None;
                };
                let language = language.to_regex(regexes);
                self.quotient(regexes, language, args[0])?
            }
            _ => return None,
        })
    }

    /// The words whose length compares so with a number.
    fn lengths(&self, regexes: &mut RegexStore, op: Op, size: Term, to: Term) -> Option<Regex> {
        if self.store.op(size) != Op::Len || self.store.arg(size, 0) != self.variable {
            return None;
        }
        let number = self.store.int_value(to)?.to_u32()?;
        if number > MAX_LENGTH {
            return None;
        }
        let any = regexes.allchar();
        let (least, most) = match op {
            Op::Le => (0, Some(number)),
            Op::Lt if number == 0 => return Some(regexes.none()),
            Op::Lt => (0, Some(number - 1)),
            Op::Ge => (number, None),
            Op::Gt => (number + 1, None),
            _ => (number, Some(number)),
        };
        Some(match most {
            Some(most) => regexes.loop_(any, least, most),
            None => {
                let (least, rest) = (regexes.power(any, least), regexes.all());
                regexes.concat(least, rest)
            }
        })
    }

    /// The values of the variable for which `word`, literals around it, is in the language.
    fn quotient(&self, regexes: &mut RegexStore, language: Regex, word: Term) -> Option<Regex> {
        if word == self.variable {
            return Some(language);
        }
        if self.store.op(word) != Op::Concat {
            return None;
        }
        let parts = self.store.args(word);
        let place = parts.iter().position(|&part| part == self.variable)?;
        let mut rest = language;
        for &part in &parts[..place] {
            let text = self.store.str_value(part)?;
            rest = regexes.left_quotient(rest, text, &self.budget).ok()?;
        }
        for &part in parts[place + 1..].iter().rev() {
            let text = self.store.str_value(part)?;
            rest = regexes.right_quotient(rest, text, &self.budget).ok()?;
        }
        Some(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::syntax::parse;

    #[test]
    fn universal_facts_are_decided_and_other_formulas_are_not() {
        let a_star = "(re.* (str.to_re \"a\"))";
        let cases = [
            (
                format!("(=> (str.in_re y {a_star}) (str.in_re (str.++ \"a\" y) {a_star}))"),
                Some(true),
            ),
            (
                format!("(=> (str.in_re y {a_star}) (str.in_re (str.++ y \"ab\") {a_star}))"),
                Some(false),
            ),
            (
                format!("(=> (str.in_re (str.++ \"b\" y \"a\") {a_star}) (= y \"c\"))"),
                Some(true),
            ),
            (
                format!("(= (str.in_re y {a_star}) (not (str.in_re y (re.comp {a_star}))))"),
                Some(true),
            ),
            (
                format!(
                    "(=> (and (str.in_re y {a_star}) (<= (str.len y) 1)) (or (= y \"\") (= y \"a\")))"
                ),
                Some(true),
            ),
            (
                "(or (< (str.len y) 2) (> (str.len y) 2) (= y \"ab\"))".to_owned(),
                Some(false),
            ),
            (
                "(or (< (str.len y) 2) (>= (str.len y) 2))".to_owned(),
                Some(true),
            ),
            ("(str.in_re y (str.to_re y))".to_owned(), None),
            ("(str.prefixof \"\" y)".to_owned(), None),
        ];
        for (body, expected) in cases {
            let mut store = TermStore::new();
            let text = format!("(forall ((y String)) {body})");
            let term = parse(&mut store, &text, &[]).expect("readable");
            assert_eq!(decide(&store, term), expected, "{text}");
        }
    }

    fn hold(text: &str) -> Option<bool> {
        let mut store = TermStore::new();
        let formula = parse(&mut store, text, &[]).expect("readable");
        let found = obligations(&mut store, formula)?;
        let holds = |&part: &Term| eval(&store, &Model::new(), part) == Ok(Checked::Bool(true));
        Some(found.iter().all(holds))
    }

    #[test]
    fn what_holds_for_finitely_many_words_is_tried_on_each_of_them() {
        let short = "(and (<= (str.len y) 2) (str.in_re y (re.* (re.range \"a\" \"b\"))))";
        let of = |premise: &str, fact: &str| {
            hold(&format!("(forall ((y String)) (=> {premise} {fact}))"))
        };
        assert_eq!(of(short, "(< (str.indexof y \"ab\" 0) 1)"), Some(true));
        // Only \"bb\" is a counterexample.
        assert_eq!(
            of(
                short,
                "(not (= (str.replace_all y \"b\" \"\") (str.at y 2)))"
            ),
            Some(false)
        );
        assert_eq!(of(short, "(str.< y \"bb\")"), Some(false));
        // What is no language of y only narrows the premise further.
        let narrow = format!("(and {short} (str.contains y \"ab\"))");
        assert_eq!(of(&narrow, "(= (str.indexof y \"b\" 0) 1)"), Some(true));
        let many = "(<= (str.len y) 2)";
        assert_eq!(of(many, "(str.< y \"bb\")"), None);
    }

    #[test]
    fn existential_facts_have_a_witness() {
        let all = "(forall ((y String)) (=> (str.in_re y (re.* (str.to_re \"a\"))) \
                   (str.in_re (str.++ z y) (re.++ (str.to_re \"b\") (re.* (str.to_re \"a\"))))))";
        let some = |link: &str| hold(&format!("(exists ((z String)) (and {link} {all}))"));
        assert_eq!(some("(str.prefixof z \"bab\")"), Some(true));
        assert_eq!(some("(str.prefixof z \"abb\")"), None);
    }
}
