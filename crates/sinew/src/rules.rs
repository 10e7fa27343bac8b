//! The registry of rules: everything that concludes something, by name.
//!
//! Each crate has tables of its own; here they are one. `--list-rules` and `--without` read it, and so do
//! the tests.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sinew_arms::ARMS;
use sinew_base::{Kind, Rule};

/// The rules of a query's stages. Their examples are scripts.
pub use crate::query::rules::ALL as STAGES;

/// What is known of a rule.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it concludes.
    pub kind: Kind,
    /// The rule with schema and example. A law of the simplifier is a function, whose documentation
    /// states it.
    pub rule: Option<&'static Rule>,
}

/// All rules: laws, then the others, each kind by name.
#[must_use]
pub fn all() -> Vec<Entry> {
    let laws = sinew_simplify::rule_names().into_iter().map(|name| Entry {
        name,
        kind: Kind::Law,
        rule: None,
    });
    let mut others: BTreeMap<(Kind, &'static str), &'static Rule> = BTreeMap::new();
    let arms = ARMS.iter().flat_map(|spec| spec.rules).copied().flatten();
    for rule in arms.chain(sinew_simplify::PASSES).chain(STAGES).copied() {
        others.insert((rule.kind, rule.name), rule);
    }
    let others = others.into_iter().map(|((kind, name), rule)| Entry {
        name,
        kind,
        rule: Some(rule),
    });
    laws.chain(others).collect()
}

/// The rule with this name.
#[must_use]
pub fn find(name: &str) -> Option<Entry> {
    all().into_iter().find(|entry| entry.name == name)
}

/// One rule per line: kind, name, schema.
#[must_use]
pub fn listing() -> String {
    let mut text = String::new();
    for entry in all() {
        let schema = entry.rule.map_or("", |rule| rule.schema);
        let line = format!("{:<12} {:<28} {schema}", entry.kind.name(), entry.name);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_rules_say_what_they_do() {
        let mut names: Vec<&str> = all().iter().map(|entry| entry.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        for rule in all().iter().filter_map(|entry| entry.rule) {
            assert!(!rule.schema.is_empty() && !rule.about.trim().is_empty());
            assert!(!rule.example.is_empty(), "{} has no example", rule.name);
        }
    }
}
