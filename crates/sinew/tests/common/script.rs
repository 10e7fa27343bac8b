//! Scripts in tests: their assertions.

use sinew_smtlib::{Command, Environment, parse_script};
use sinew_term::{Term, TermStore};

/// The assertions of a script that is well-formed.
pub(crate) fn assertions(store: &mut TermStore, script: &str) -> Vec<Term> {
    parse_script(store, &mut Environment::new(), script)
        .expect("a script that reads")
        .into_iter()
        .filter_map(|command| match command {
            Command::Assert { term, .. } => Some(term),
            _ => None,
        })
        .collect()
}
