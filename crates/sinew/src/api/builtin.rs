//! Operators by name: for programs that get names at run time, such as bindings to other languages.

use sinew_term::{Op, SortError, TermStore};

use super::dynamic::Dynamic;
use super::node::{Error, Head, Node};
use super::sort::Sort;

impl Dynamic {
    /// The operator of this SMT-LIB name, with its indices, applied to arguments; or what is wrong
    /// with that.
    ///
    /// ```
    /// use sinew::ast::{Ast, Dynamic, Regexp, String};
    /// let x = String::new_const("x").to_dynamic();
    /// let length = Dynamic::builtin("str.len", &[], &[x.clone()]).unwrap();
    /// assert_eq!(length.to_string(), "(str.len x)");
    /// let digits = Regexp::range('0', '9').to_dynamic();
    /// let year = Dynamic::builtin("re.^", &[4], &[digits]).unwrap();
    /// assert_eq!(year.to_string(), r#"((_ re.^ 4) (re.range "0" "9"))"#);
    ///
    /// let error = Dynamic::builtin("str.len", &[], &[length]).unwrap_err();
    /// assert_eq!(error.to_string(), "argument 1 of `str.len` must have sort String, but has sort Int");
    /// assert_eq!(Dynamic::builtin("str.size", &[], &[x]).unwrap_err().to_string(), "no operator `str.size`");
    /// ```
    pub fn builtin(name: &str, indices: &[u32], args: &[Dynamic]) -> Result<Dynamic, Error> {
        let head = head(name, indices, args.len())?;
        let sort = result_sort(&head, args)?;
        let args = args.iter().map(|arg| arg.0.clone()).collect();
        Ok(Dynamic(Node::new(head, args, sort)))
    }
}

/// What the name and the indices mean. Only `-` has two meanings, which the arguments tell apart.
fn head(name: &str, indices: &[u32], args: usize) -> Result<Head, Error> {
    let wanted = match (name, indices) {
        ("re.^", &[times]) => return Ok(Head::Power(times)),
        ("re.loop", &[least, most]) => return Ok(Head::Loop(least, most)),
        ("divisible", &[divisor]) => return Ok(Head::Divisible(divisor)),
        ("re.^" | "divisible", _) => "1 index",
        ("re.loop", _) => "2 indices",
        _ => "no index",
    };
    let mut rows = Op::TABLE.iter().filter(|row| row.name == name);
    let op = match rows.next().map(|row| row.op) {
        Some(Op::Neg) if args != 1 => Op::Sub,
        Some(op) => op,
        None if wanted == "no index" => return Err(Error::Operator(name.to_owned())),
        None => {
            let message = format!("`{name}` takes {wanted}, but got {}", indices.len());
            return Err(Error::Syntax(message));
        }
    };
    match indices {
        [] => Ok(Head::Op(op)),
        _ => Err(Error::Syntax(format!(
            "`{name}` takes no index, but got {}",
            indices.len()
        ))),
    }
}

/// The sort of the operator applied to these, by the rank that terms of a store are held to: what is
/// applied there are constants of the same sorts.
fn result_sort(head: &Head, args: &[Dynamic]) -> Result<Sort, Error> {
    let mut store = TermStore::new();
    let mut constants = Vec::with_capacity(args.len());
    for arg in args {
        let sort = arg.0.sort().import(&mut store);
        constants.push(store.constant("a", sort));
    }
    let Some(op) = head.operator(&mut store) else {
        return Err(Error::Syntax("no operator".to_owned()));
    };
    match store.try_mk(op, &constants) {
        Ok(term) => Ok(Sort::export(&store, store.sort(term))),
        Err(SortError::Argument {
            index,
            expected,
            found,
            ..
        }) => Err(Error::Sort {
            operator: op.name().to_owned(),
            index,
            expected: store.sort_name(expected),
            found: store.sort_name(found),
        }),
        Err(other) => Err(Error::Syntax(other.describe(&store))),
    }
}

#[cfg(test)]
mod tests {
    use sinew_term::Params;

    use super::*;

    fn constants(sorts: &[sinew_term::Sort]) -> Vec<Dynamic> {
        let store = TermStore::new();
        let sorts = sorts.iter().map(|&sort| Sort::export(&store, sort));
        let constant = |(at, sort): (usize, Sort)| Dynamic::new_const(format!("c{at}"), &sort);
        sorts.enumerate().map(constant).collect()
    }

    #[test]
    fn every_operator_is_made_by_its_name_and_takes_what_its_row_says() {
        use sinew_term::Sort as TermSort;
        for row in Op::TABLE {
            let args = match row.params {
                Params::Fixed(sorts) => constants(sorts),
                Params::Many { sort, min } => constants(&vec![sort; min.max(2)]),
                Params::Same => constants(&[TermSort::String; 2]),
                Params::Branches => constants(&[TermSort::Bool, TermSort::Int, TermSort::Int]),
                Params::Declared | Params::Binder | Params::Pattern => continue,
            };
            let term = Dynamic::builtin(row.name, &[], &args).expect(row.name);
            let names: Vec<&str> = args.iter().filter_map(Dynamic::name).collect();
            let text = match names.is_empty() {
                true => row.name.to_owned(),
                false => format!("({} {})", row.name, names.join(" ")),
            };
            assert_eq!(term.to_string(), text);
            if let Some(last) = args.len().checked_sub(1) {
                let mut wrong = args.clone();
                wrong[last] = Dynamic::new_const("w", &Sort::uninterpreted("Other"));
                let error = Dynamic::builtin(row.name, &[], &wrong).expect_err(row.name);
                assert!(
                    matches!(error, Error::Sort { index, .. } if index == last),
                    "{error}"
                );
                assert!(
                    Dynamic::builtin(row.name, &[], &[]).is_err(),
                    "{}",
                    row.name
                );
            }
        }
    }

    #[test]
    fn indices_are_counted() {
        let language = Dynamic::builtin("re.all", &[], &[]).expect("a constant");
        let number = Dynamic::new_const("n", &Sort::Int);
        let args = std::slice::from_ref(&language);
        for (name, indices, args, fine) in [
            ("re.^", &[2][..], args, true),
            ("re.^", &[], args, false),
            ("re.loop", &[1, 2], args, true),
            ("re.loop", &[1], args, false),
            ("re.*", &[1], args, false),
            ("divisible", &[3], std::slice::from_ref(&number), true),
            ("divisible", &[0], std::slice::from_ref(&number), false),
            ("divisible", &[3], args, false),
        ] {
            let made = Dynamic::builtin(name, indices, args);
            assert_eq!(made.is_ok(), fine, "{name} {indices:?}");
        }
    }
}
