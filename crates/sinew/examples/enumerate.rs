//! All models: every way to split a word into three parts, each at most two letters long.
//!
//! After each model a formula forbids it; when nothing is left, these were all.

use sinew::ast::{Bool, String};
use sinew::{SatResult, Solver};

/// What the program prints.
pub(crate) fn run() -> std::string::String {
    let parts = ["first", "second", "third"].map(String::new_const);
    let mut solver = Solver::new();
    solver.assert(String::concat(&parts).eq("sinew"));
    for part in &parts {
        solver.assert(part.length().ge(1) & part.length().le(2));
    }
    let mut found = Vec::new();
    while solver.check() == SatResult::Sat {
        let model = solver.get_model().expect("there is one after Sat");
        let values: Vec<std::string::String> = parts
            .iter()
            .map(|part| model.value(part).unwrap_or_default())
            .collect();
        let same: Vec<Bool> = parts
            .iter()
            .zip(&values)
            .map(|(part, value)| part.eq(value))
            .collect();
        found.push(values.join("-"));
        solver.assert(!Bool::and(&same));
    }
    found.sort();
    found.join("\n") + "\n"
}

#[allow(dead_code, clippy::print_stdout)] // Tests call `run`.
fn main() {
    print!("{}", run());
}
