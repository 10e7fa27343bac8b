//! A validator of dates, compared with what it should accept.
//!
//! The regular expression is a common one for `YYYY-MM-DD`. Which text does it accept although
//! the month has fewer days?

use sinew::ast::{Regexp, String};
use sinew::{SatResult, Solver};

fn digits(count: u32) -> Regexp {
    Regexp::range('0', '9').power(count)
}

fn two(first: &str, last: (char, char)) -> Regexp {
    Regexp::concat(&[Regexp::literal(first), Regexp::range(last.0, last.1)])
}

/// What the program prints.
pub(crate) fn run() -> std::string::String {
    let month = two("0", ('1', '9')) | two("1", ('0', '2'));
    let day =
        two("0", ('1', '9')) | two("1", ('0', '9')) | two("2", ('0', '9')) | two("3", ('0', '1'));
    let validator = Regexp::concat(&[
        digits(4),
        Regexp::literal("-"),
        month,
        Regexp::literal("-"),
        day,
    ]);

    let date = String::new_const("date");
    let (month, day) = (date.substr(5, 2).to_int(), date.substr(8, 2).to_int());
    let mut solver = Solver::new();
    solver.assert(date.regex_matches(&validator));
    let mut found = std::string::String::new();
    for (name, wrong) in [
        ("day 31 in a short month", day.eq(31) & month.eq(4)),
        ("30 February", month.eq(2) & day.ge(30)),
        ("month 13", month.eq(13)),
        ("day 0", day.eq(0)),
    ] {
        found += &match solver.check_assumptions(&[wrong]) {
            SatResult::Sat => {
                let model = solver.get_model().expect("there is one after Sat");
                format!(
                    "{name}: accepted, such as {}\n",
                    model.value(&date).unwrap_or_default()
                )
            }
            SatResult::Unsat => format!("{name}: never accepted\n"),
            SatResult::Unknown => format!("{name}: not decided\n"),
        };
    }
    found
}

#[allow(dead_code, clippy::print_stdout)] // Tests call `run`.
fn main() {
    print!("{}", run());
}
