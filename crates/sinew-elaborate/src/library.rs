//! Derivations that were found once, made again for other terms.
//!
//! Some formulas are concluded again and again about other terms: what a function says about lengths, what it means where its result is not
//! looked at. Their derivations are long to find and short to make; the files in `derivations/`, one for each rule, have them over parameters. The
//! checker computes every step anew with the terms at hand; where it refuses one, the search is tried. What holds under a condition (a string is a character,
//! a number is large enough) is an implication.
//!
//! An entry is a line `# rule parameter:Sort …` (where `Char` are words of one character), the formula on a line, and the steps. `examples/derivations.rs` writes the files, but for entries that begin
//! with `; by hand`: those are shorter than what the search finds. Of the entries of one file those come first that are used most. A file is taken apart when its rule is
//! first asked for: most proofs need one or two.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Fact, Failure, Known, Op, Outcome, Sort, Term};

use crate::Elaborator;

/// A formula over parameters, and how it is derived.
#[derive(Clone, Debug)]
pub struct Derivation {
    /// The law or inference that concludes it.
    pub rule: &'static str,
    /// The parameters.
    pub parameters: Vec<(&'static str, Sort)>,
    /// Those of them that stand for strings of one character.
    pub characters: Vec<&'static str>,
    /// The formula.
    pub formula: &'static str,
    /// The steps, the last of which shows it.
    pub steps: &'static str,
}

/// The derivations for one rule.
struct Shelf {
    rule: &'static str,
    text: &'static str,
    entries: OnceLock<Vec<Derivation>>,
}

impl Shelf {
    fn entries(&'static self) -> &'static [Derivation] {
        self.entries.get_or_init(|| derivations(self.text))
    }
}

macro_rules! shelves {
    ($($rule:literal),* $(,)?) => {
        [$(Shelf {
            rule: $rule,
            text: include_str!(concat!("../derivations/", $rule, ".txt")),
            entries: OnceLock::new(),
        }),*]
    };
}

/// That an occurrence that is found fits in the string.
pub(crate) const INDEX_ROOM: &str = "index-room";

/// That a word is not found behind a place where it stands.
pub(crate) const INDEX_FIRST: &str = "index-first";

/// What begins with a word, and what ends with one, as a membership.
pub(crate) const MEMBER_AFFIX: &str = "member_affix";

/// That the order of strings is transitive.
pub(crate) const ORDER_TRANS: &str = "order-trans";

/// The rules that have entries: for others nothing is read.
static SHELVES: [Shelf; 37] = shelves![
    "affix_length",
    "contains_in_char",
    "contains_length",
    "eq_index_absent",
    "eq_int_no_summand",
    "ext-expand",
    "ext-implied",
    "ge_index_found",
    "ge_length_one",
    "index-first",
    "index-room",
    "indexof_empty_word",
    "indexof_in_empty",
    "length",
    "member_affix",
    "member_strip_back",
    "member_strip_front",
    "member_symbolic",
    "order-code",
    "order-equal",
    "order-first",
    "order-trans",
    "prefix_after_removal",
    "prefix_in_slice",
    "prefix_in_substr",
    "replace_in_char",
    "replace_whole",
    "str_le_strip",
    "str_le_successor",
    "str_lt_is_le",
    "streq_empty",
    "streq_empty_replace",
    "streq_one_char",
    "streq_replace_self",
    "streq_split",
    "streq_substr_self",
    "substr_of_char",
];

/// The entries of a rule, with the number of their shelf.
fn entries_of(rule: &str) -> Option<(usize, &'static [Derivation])> {
    let at = SHELVES.iter().position(|shelf| shelf.rule == rule)?;
    Some((at, SHELVES[at].entries()))
}

/// The only entry of a rule.
pub(crate) fn entry_of(rule: &str) -> Option<&'static Derivation> {
    entry_at(rule, 0)
}

/// The entry of a rule at a place.
pub(crate) fn entry_at(rule: &str, at: usize) -> Option<&'static Derivation> {
    entries_of(rule)?.1.get(at)
}

/// The entries of a text. What is no entry is left out.
#[must_use]
pub fn derivations(text: &'static str) -> Vec<Derivation> {
    let begins = |&at: &usize| at == 0 || text.as_bytes()[at - 1] == b'\n';
    let starts = text.match_indices('#').map(|(at, _)| at).filter(begins);
    let starts: Vec<usize> = starts.collect();
    let ends = starts.iter().copied().skip(1).chain([text.len()]);
    let entries = starts.iter().zip(ends);
    entries
        .filter_map(|(&start, end)| derivation(text[start..end].strip_prefix("# ")?))
        .collect()
}

fn derivation(entry: &'static str) -> Option<Derivation> {
    let (head, rest) = entry.split_once('\n')?;
    let (formula, steps) = rest.split_once('\n').unwrap_or((rest, ""));
    let mut words = head.split(' ');
    let rule = words.next()?;
    let words: Vec<&str> = words.collect();
    let characters = (words.iter())
        .filter_map(|word| word.strip_suffix(":Char"))
        .collect();
    let parameter = |word: &&'static str| {
        let (name, sort) = word.split_once(':')?;
        let sort = match sort {
            "String" | "Char" => Sort::String,
            "Int" => Sort::Int,
            "RegLan" => Sort::RegLan,
            "Bool" => Sort::Bool,
            _ => return None,
        };
        Some((name, sort))
    };
    Some(Derivation {
        rule,
        parameters: words.iter().map(parameter).collect::<Option<_>>()?,
        characters,
        formula,
        steps,
    })
}

/// The formulas of entries that were looked at, with variables for the parameters.
#[derive(Debug, Default)]
pub(crate) struct Library {
    /// By shelf and place.
    patterns: FxHashMap<(usize, usize), (Vec<Term>, Term)>,
}

impl Elaborator {
    /// Shows a formula that a rule of this name concludes, by an entry of the library; nothing if none fits. An entry that is an implication fits what it
    /// implies, too, where its condition is shown at once.
    pub(crate) fn by_library(&mut self, rule: &str, goal: Term) -> Outcome<Option<Fact>> {
        let Some((shelf, entries)) = entries_of(rule) else {
            return Ok(None);
        };
        for (at, entry) in entries.iter().enumerate() {
            let (variables, pattern) = self.pattern((shelf, at), entry)?;
            let terms = self.checker().terms();
            let implied = match (terms.op(pattern), terms.args(pattern)) {
                (Op::Known(Known::Implies), &[_, implied]) => Some(implied),
                _ => None,
            };
            for (pattern, conditional) in [(Some(pattern), false), (implied, true)] {
                let Some(pattern) = pattern else { continue };
                let Some(bound) = self.matched(pattern, goal)? else {
                    continue;
                };
                let names: Option<Vec<(&str, Term)>> = (entry.parameters.iter().zip(&variables))
                    .map(|(&(name, _), variable)| Some((name, *bound.get(variable)?)))
                    .collect();
                let Some(names) = names else { continue };
                if !self.are_characters(entry, &names) {
                    continue;
                }
                let shown = match conditional {
                    true => self.conditional_entry(entry, &names),
                    false => self.checker().replay(entry.steps, &names),
                };
                match shown {
                    Ok(fact) if self.checker().formula(fact) == Some(goal) => {
                        return Ok(Some(fact));
                    }
                    Err(Failure::Budget) => return Err(Failure::Budget),
                    _ => {}
                }
            }
        }
        Ok(None)
    }

    /// What the only entry of a rule says of these terms.
    pub(crate) fn entry(&mut self, rule: &str, names: &[(&str, Term)]) -> Outcome<Fact> {
        let entry = entry_of(rule).ok_or("the library has no such entry")?;
        self.checker().replay(entry.steps, names)
    }

    /// Whether what stands for characters are some.
    fn are_characters(&mut self, entry: &Derivation, names: &[(&str, Term)]) -> bool {
        let terms = self.checker().terms();
        let is_character = |term: Term| terms.as_str(term).is_some_and(|word| word.len() == 1);
        (names.iter()).all(|(name, term)| !entry.characters.contains(name) || is_character(*term))
    }

    /// What an entry implies, if its condition is shown.
    pub(crate) fn conditional_entry(
        &mut self,
        entry: &Derivation,
        names: &[(&str, Term)],
    ) -> Outcome<Fact> {
        let formula = self.checker().read_term(entry.formula, names)?;
        let terms = self.checker().terms();
        let condition = terms.args(formula)[0];
        let members = match terms.op(condition) {
            Op::Known(Known::And) => terms.args(condition).to_vec(),
            _ => vec![condition],
        };
        let mut facts = Vec::with_capacity(members.len());
        for &member in &members {
            let fact = match (self.evident(member)?, self.equation_sides(member)) {
                (None, Some((left, right))) => self.attempt("", left, right)?,
                (found, _) => found,
            };
            facts.push(fact.ok_or("a condition is not evident")?);
        }
        let condition = match facts[..] {
            [only] => only,
            _ => self.checker().step("and_intro", &facts, &[], None)?,
        };
        let implied = self.checker().replay(entry.steps, names)?;
        (self.checker()).step("modus_ponens", &[condition, implied], &[], None)
    }

    fn pattern(&mut self, at: (usize, usize), entry: &Derivation) -> Outcome<(Vec<Term>, Term)> {
        if let Some(known) = self.library.patterns.get(&at) {
            return Ok(known.clone());
        }
        let (mut variables, mut names) = (Vec::new(), Vec::new());
        for &(name, sort) in &entry.parameters {
            let variable = self.checker().terms().variable(name, sort)?;
            variables.push(variable);
            names.push((name, variable));
        }
        let pattern = self.checker().read_term(entry.formula, &names)?;
        let known = (variables, pattern);
        self.library.patterns.insert(at, known.clone());
        Ok(known)
    }

    /// What the variables of a pattern stand for where it is this term.
    fn matched(&mut self, pattern: Term, term: Term) -> Outcome<Option<FxHashMap<Term, Term>>> {
        let terms = self.checker().terms();
        let mut bound: FxHashMap<Term, Term> = FxHashMap::default();
        let mut work = vec![(pattern, term)];
        while let Some((pattern, term)) = work.pop() {
            terms.charge(1)?;
            if let Op::Variable(_, sort) = terms.op(pattern) {
                let before = bound.insert(pattern, term);
                if terms.sort(term) != sort || before.is_some_and(|before| before != term) {
                    return Ok(None);
                }
                continue;
            }
            let (inside, parts) = (terms.args(pattern), terms.args(term));
            if terms.op(pattern) != terms.op(term) || inside.len() != parts.len() {
                return Ok(None);
            }
            work.extend(inside.iter().copied().zip(parts.iter().copied()));
        }
        Ok(Some(bound))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_derivation_derives_its_formula() {
        for (shelf, entry) in (SHELVES.iter()).flat_map(|shelf| {
            assert!(!shelf.entries().is_empty(), "{}", shelf.rule);
            assert_eq!(shelf.text.matches("\n# ").count(), shelf.entries().len());
            shelf.entries().iter().map(move |entry| (shelf, entry))
        }) {
            assert_eq!(entry.rule, shelf.rule);
            let mut proof = Elaborator::new(1_000_000);
            let mut names = Vec::new();
            for &(name, sort) in &entry.parameters {
                let terms = proof.checker().terms();
                let symbol = terms.declare(name, &[], sort);
                let term = match entry.characters.contains(&name) {
                    true => terms.string(&[u32::from(b'?')]),
                    false => terms.apply(symbol, &[]),
                };
                names.push((name, term.expect("within the budget")));
            }
            let goal = proof.checker().read_term(entry.formula, &names);
            let goal = goal.expect("a formula");
            let found = proof.by_library(entry.rule, goal);
            assert!(matches!(found, Ok(Some(_))), "{}: {found:?}", entry.formula);
        }
    }
}
