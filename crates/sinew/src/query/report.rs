//! A question whose refutation was refused, as a script: for whoever is to find out which of the two is wrong.

use std::fmt::Write as _;

use rustc_hash::FxHashSet;
use sinew_smtlib::{Definition, print_definition, print_sort, print_symbol, print_term};
use sinew_term::{FunId, Op, Sort, Term, TermStore, postorder};

/// The script: what is declared, asserted and asked, with the reason on top.
pub(super) fn script(
    store: &TermStore,
    assertions: &[Term],
    definitions: &[&Definition],
    why: &str,
) -> String {
    let (mut sorts, mut functions) = (Vec::new(), Vec::new());
    let mut seen: FxHashSet<FunId> = definitions.iter().map(|known| known.fun).collect();
    for &assertion in assertions {
        for term in postorder(store, assertion) {
            let sort = store.sort(term);
            if matches!(sort, Sort::User(_)) && !sorts.contains(&sort) {
                sorts.push(sort);
            }
            if let Op::Apply(fun) = store.op(term)
                && seen.insert(fun)
            {
                functions.push(fun);
            }
        }
    }
    let mut text = format!("; sinew {}\n", env!("CARGO_PKG_VERSION"));
    // Writing to a string cannot fail.
    for line in why.lines() {
        let _ = writeln!(text, "; {line}");
    }
    text.push_str("(set-logic ALL)\n");
    for sort in sorts {
        let _ = writeln!(text, "(declare-sort {} 0)", print_sort(store, sort));
    }
    for fun in functions {
        let declared = store.fun(fun);
        let params: Vec<String> = (declared.params.iter())
            .map(|&sort| print_sort(store, sort))
            .collect();
        let _ = writeln!(
            text,
            "(declare-fun {} ({}) {})",
            print_symbol(store.fun_name(fun)),
            params.join(" "),
            print_sort(store, declared.result)
        );
    }
    for definition in definitions {
        let _ = writeln!(text, "{}", print_definition(store, definition));
    }
    for &assertion in assertions {
        let _ = writeln!(text, "(assert {})", print_term(store, assertion));
    }
    text.push_str("(check-sat)\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_smtlib::{Command, Environment, parse_script};

    #[test]
    fn a_report_can_be_read_again() {
        let asked = "(declare-sort U 0)(declare-fun |a b| () U)(declare-fun f (U Int) String)\
                     (assert (= (f |a b| 1) \"x\"))(assert (not (= (f |a b| 1) \"x\")))";
        let read = |text: &str| {
            let (mut store, mut env) = (TermStore::new(), Environment::new());
            let commands = parse_script(&mut store, &mut env, text).expect("a script");
            let asserted: Vec<Term> = (commands.iter())
                .filter_map(|command| match command {
                    Command::Assert { term, .. } => Some(*term),
                    _ => None,
                })
                .collect();
            (store, asserted)
        };
        let (store, asserted) = read(asked);
        let text = script(&store, &asserted, &[], "two\nlines");
        assert!(text.contains("; two\n; lines\n"), "{text}");
        let (again, assertions) = read(&text);
        let printed = |store: &TermStore, terms: &[Term]| -> Vec<String> {
            terms.iter().map(|&term| print_term(store, term)).collect()
        };
        assert_eq!(printed(&again, &assertions), printed(&store, &asserted));
    }
}
