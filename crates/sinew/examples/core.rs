//! A core: which rules for user names cannot hold together?

use sinew::ast::{Bool, Regexp, String};
use sinew::{SatResult, Solver};

/// What the program prints.
pub(crate) fn run() -> std::string::String {
    let name = String::new_const("name");
    let word = Regexp::range('a', 'z').plus();
    let rules = [
        ("at most 8 characters", name.length().le(8)),
        (
            "first.last",
            name.regex_matches(Regexp::concat(&[&word, &Regexp::literal("."), &word])),
        ),
        ("ends in the department", name.ends_with("engineering")),
        ("no capitals", name.to_lower().eq(&name)),
        ("not root", name.ne("root")),
    ];
    let mut solver = Solver::new();
    let set = solver.set_option("minimize-unsat-cores", "true");
    set.expect("an option of the manual");
    for (rule, formula) in rules {
        solver.assert_and_track(formula, &Bool::new_const(rule));
    }
    match solver.check() {
        SatResult::Unsat => {
            let core = solver.get_unsat_core().iter();
            core.map(|rule| format!("{rule}\n")).collect()
        }
        other => format!("{other:?}\n"),
    }
}

#[allow(dead_code, clippy::print_stdout)] // Tests call `run`.
fn main() {
    print!("{}", run());
}
