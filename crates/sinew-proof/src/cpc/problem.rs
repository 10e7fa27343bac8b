//! The problem that a proof is about: declarations and assertions of an SMT-LIB script, up to its first question.

use super::checker::Checker;
use super::elaborate::{Meaning, Names, Place};
use super::sexpr::{Located, Reader};

/// Reads a problem: names are declared, assertions handed to the checker.
pub(crate) fn read(text: &str, names: &mut Names, checker: &mut Checker) -> Result<(), Place> {
    let mut reader = Reader::new(text);
    let mut levels: Vec<usize> = Vec::new();
    let mut assertions = Vec::new();
    names.lax = true;
    while let Some(command) = reader.next().map_err(Place::Located)? {
        names.set_locals(Vec::new());
        let parts: Vec<u32> = reader.children(command).collect();
        let wrong = |message: &str| Place::Located(located(&reader, command, message));
        let Some(&head) = parts.first() else {
            return Err(wrong("a command was expected"));
        };
        match (reader.text(head), &parts[1..]) {
            ("declare-const" | "declare-fun" | "declare-sort" | "declare-datatype", _) => {
                declare(names, checker, &reader, command)?;
            }
            ("define-fun" | "define-const" | "define-fun-rec", _) => {
                define(names, checker, &reader, command)?;
            }
            ("define-sort", &[name, _, sort]) => {
                let sort = names.sort(&reader, sort).map_err(Place::Located)?;
                let name = reader.text(name);
                (names.define(name, Meaning::Sort(sort))).map_err(|why| wrong(&why))?;
            }
            ("assert", &[formula]) => {
                let formula = names.term(checker.terms(), &reader, formula)?;
                assertions.push(formula);
            }
            ("push", _) => levels.push(assertions.len()),
            ("pop", _) => {
                let Some(length) = levels.pop() else {
                    return Err(wrong("nothing was pushed"));
                };
                assertions.truncate(length);
            }
            ("check-sat", []) => break,
            ("check-sat-assuming", &[literals]) => {
                for literal in reader.children(literals) {
                    assertions.push(names.term(checker.terms(), &reader, literal)?);
                }
                break;
            }
            (
                "set-logic" | "set-info" | "set-option" | "get-info" | "get-option" | "echo"
                | "exit",
                _,
            ) => {}
            (name, _) => return Err(wrong(&format!("{name} is not expected here"))),
        }
    }
    names.lax = false;
    for formula in assertions {
        checker.assert(formula);
    }
    Ok(())
}

/// A declaration of a constant, a function or a sort. In a proof it may repeat one of the problem.
pub(crate) fn declare(
    names: &mut Names,
    checker: &mut Checker,
    reader: &Reader<'_>,
    command: u32,
) -> Result<(), Place> {
    let parts: Vec<u32> = reader.children(command).collect();
    let wrong = |message: &str| Place::Located(located(reader, command, message));
    let &[head, name, ref rest @ ..] = &parts[..] else {
        return Err(wrong("a declaration needs a name"));
    };
    let name = reader.text(name);
    let (params, result) = match (reader.text(head), rest) {
        ("declare-sort" | "declare-type", _) => {
            if let Some(Meaning::Sort(_)) = names.get(name) {
                return Ok(());
            }
            let sort = checker.terms().declare_sort(name);
            return (names.define(name, Meaning::Sort(sort))).map_err(|why| wrong(&why));
        }
        ("declare-const", &[sort]) => {
            // `(-> S T)` is the sort of a function.
            let parts: Vec<u32> = reader.children(sort).collect();
            match &parts[..] {
                [arrow, params @ .., result] if reader.is(*arrow, "->") => {
                    (params.to_vec(), *result)
                }
                _ => (Vec::new(), sort),
            }
        }
        ("declare-fun", &[params, result]) => (reader.children(params).collect(), result),
        (name, _) => return Err(wrong(&format!("this {name} is not understood"))),
    };
    let params: Result<Vec<_>, _> = params.iter().map(|&s| names.sort(reader, s)).collect();
    let params = params.map_err(Place::Located)?;
    let result = names.sort(reader, result).map_err(Place::Located)?;
    if let Some(&Meaning::Function(function)) = names.get(name) {
        let known = &checker.terms().declarations[function as usize];
        if *known.params == *params && known.result == result {
            return Ok(());
        }
        return Err(wrong("this was declared with another sort"));
    }
    let function = checker.terms().declare(name, &params, result);
    (names.define(name, Meaning::Function(function))).map_err(|why| wrong(&why))
}

fn define(
    names: &mut Names,
    checker: &mut Checker,
    reader: &Reader<'_>,
    command: u32,
) -> Result<(), Place> {
    let parts: Vec<u32> = reader.children(command).collect();
    let wrong = |message: &str| Place::Located(located(reader, command, message));
    let (name, params, body) = match (reader.text(parts[0]), &parts[1..]) {
        ("define-fun", &[name, params, _, body]) => (name, reader.children(params).collect(), body),
        ("define-const", &[name, _, body]) => (name, Vec::new(), body),
        _ => return Err(wrong("this definition is not understood")),
    };
    let name = reader.text(name);
    let (mut locals, mut variables) = (Vec::new(), Vec::new());
    for pair in params {
        let pair: Vec<u32> = reader.children(pair).collect();
        let &[param, sort] = &pair[..] else {
            return Err(wrong("a parameter needs a name and a sort"));
        };
        let sort = names.sort(reader, sort).map_err(Place::Located)?;
        let param = reader.text(param);
        // No other variable has such a name, so parameters are never captured.
        let variable = (checker.terms()).variable(&format!("{name} {param}"), sort);
        let variable = variable.map_err(|why| Place::at(reader, command, why))?;
        variables.push(variable);
        locals.push((param.into(), variable));
    }
    names.set_locals(locals);
    let body = names.term(checker.terms(), reader, body)?;
    (names.define(name, Meaning::Macro(variables, body))).map_err(|why| wrong(&why))
}

fn located(reader: &Reader<'_>, node: u32, message: &str) -> Located {
    reader.locate(reader.start(node), message)
}
