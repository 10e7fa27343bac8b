//! A path condition: which input drives a parser into its last branch?
//!
//! The program under test splits `key=value`, wants a key of lower-case letters, and fails when the
//! value is a number whose digits, doubled, have length 6.

use sinew::ast::{Regexp, String};
use sinew::{SatResult, Solver};

/// What the program prints.
pub(crate) fn run() -> std::string::String {
    let line = String::new_const("line");
    let equals = line.index_of("=", 0);
    let key = line.substr(0, &equals);
    let value = line.substr(&equals + 1, line.length());

    let mut solver = Solver::new();
    solver.assert(equals.ge(0));
    solver.assert(key.regex_matches(Regexp::range('a', 'z').plus()));
    solver.assert(value.to_int().gt(100));
    solver.assert((&value + &value).length().eq(6));
    // The other branch was taken before: the value did not begin with a zero.
    solver.assert(!value.starts_with("0"));

    match solver.check() {
        SatResult::Sat => {
            let model = solver.get_model().expect("there is one after Sat");
            let shown = |term: &String| model.value(term).unwrap_or_default();
            format!("line = {}\nvalue = {}\n", shown(&line), shown(&value))
        }
        other => format!("{other:?}\n"),
    }
}

#[allow(dead_code, clippy::print_stdout)] // Tests call `run`.
fn main() {
    print!("{}", run());
}
