//! Injection: can input get out of its quotes in a query, although it is escaped?
//!
//! Two sanitisers: one doubles quotes, which is right; one puts a backslash before them, and forgets
//! that input may have backslashes of its own.

use sinew::ast::{Bool, Regexp, String};
use sinew::{SatResult, Solver};

/// The text between the quotes of a literal in which quotes are doubled.
fn doubled() -> Regexp {
    let plain = Regexp::allchar() - Regexp::literal("'");
    (plain | Regexp::literal("''")).star()
}

/// The text between the quotes of a literal in which a backslash takes the next character's meaning.
fn backslashed() -> Regexp {
    let plain = Regexp::allchar() - (Regexp::literal("'") | Regexp::literal("\\"));
    let escaped = Regexp::concat(&[Regexp::literal("\\"), Regexp::allchar()]);
    (plain | escaped).star()
}

fn attack(name: &str, sanitised: &String, inside: &Regexp, input: &String) -> std::string::String {
    let mut solver = Solver::new();
    let escapes: Bool = !sanitised.regex_matches(inside);
    solver.assert(escapes & input.contains(" OR 1=1"));
    match solver.check() {
        SatResult::Sat => {
            let model = solver.get_model().expect("there is one after Sat");
            let query = String::from("SELECT * FROM users WHERE name='") + sanitised + "'";
            format!(
                "{name}: broken by\n  {}\n",
                model.value(&query).unwrap_or_default()
            )
        }
        SatResult::Unsat => format!("{name}: no input gets out\n"),
        SatResult::Unknown => format!("{name}: not decided, {:?}\n", solver.reason_unknown()),
    }
}

/// What the program prints.
pub(crate) fn run() -> std::string::String {
    let input = String::new_const("input");
    attack(
        "quotes doubled",
        &input.replace_all("'", "''"),
        &doubled(),
        &input,
    ) + &attack(
        "backslash before quotes",
        &input.replace_all("'", "\\'"),
        &backslashed(),
        &input,
    )
}

#[allow(dead_code, clippy::print_stdout)] // Tests call `run`.
fn main() {
    print!("{}", run());
}
