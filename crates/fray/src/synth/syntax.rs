//! SMT-LIB terms inside data files.

use sinew_smtlib::{Environment, parse_term};
use sinew_term::{Sort, Term, TermStore};

/// Reads a term over the declared constants.
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
    parse_term(store, &environment, text).map_err(|diagnostic| diagnostic.to_string())
}
