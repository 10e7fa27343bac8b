//! SMT-LIB inside data files: terms, and scripts of which only the assertions matter.

use sinew_smtlib::{Command, Dialect, Environment, parse_script, parse_term};
use sinew_term::{Sort, Term, TermStore};

/// Reads a term over the declared constants. An error says where in which text it is: the place in
/// the file is not known here.
pub(super) fn parse(
    store: &mut TermStore,
    text: &str,
    declared: &[(String, Sort)],
) -> Result<Term, String> {
    let mut environment = Environment::new();
    for (name, sort) in declared {
        let fun = store.declare(name, &[], *sort);
        environment.declare(store, fun);
    }
    parse_term(store, &environment, text).map_err(|diagnostic| format!("`{text}`, {diagnostic}"))
}

/// The assertions of a script, in whatever spelling.
pub(super) fn assertions(store: &mut TermStore, script: &str) -> Result<Vec<Term>, String> {
    let mut environment = Environment::new();
    environment.dialect = Dialect::of_script(script.as_bytes());
    let commands = parse_script(store, &mut environment, script).map_err(|e| e.to_string())?;
    let asserted = commands.into_iter().filter_map(|command| match command {
        Command::Assert { term, .. } => Some(term),
        _ => None,
    });
    Ok(asserted.collect())
}
