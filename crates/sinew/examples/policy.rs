//! Policies: does one allow whatever another allows?
//!
//! A policy is a list of allowed and denied patterns with `*` for any text, as in IAM. The first
//! allows more than the second if no resource is allowed by the second and not by the first.

use sinew::ast::{Bool, Regexp, String};
use sinew::{SatResult, Solver};

struct Policy {
    allow: &'static [&'static str],
    deny: &'static [&'static str],
}

fn pattern(text: &str) -> Regexp {
    let mut parts: Vec<Regexp> = Vec::new();
    for (at, literal) in text.split('*').enumerate() {
        if at > 0 {
            parts.push(Regexp::full());
        }
        parts.push(Regexp::literal(literal));
    }
    Regexp::concat(&parts)
}

impl Policy {
    fn allows(&self, resource: &String) -> Bool {
        let any = |patterns: &[&str]| {
            let matches: Vec<Bool> = patterns
                .iter()
                .map(|text| resource.regex_matches(pattern(text)))
                .collect();
            Bool::or(&matches)
        };
        any(self.allow) & !any(self.deny)
    }
}

fn compare(wide: &Policy, narrow: &Policy) -> std::string::String {
    let resource = String::new_const("resource");
    let mut solver = Solver::new();
    solver.assert(narrow.allows(&resource) & !wide.allows(&resource));
    match solver.check() {
        SatResult::Unsat => "everything the second allows, the first allows\n".to_owned(),
        SatResult::Sat => {
            let model = solver.get_model().expect("there is one after Sat");
            format!(
                "only the second allows {:?}\n",
                model.value(&resource).unwrap_or_default()
            )
        }
        SatResult::Unknown => format!("not decided: {:?}\n", solver.reason_unknown()),
    }
}

/// What the program prints.
pub(crate) fn run() -> std::string::String {
    let team = Policy {
        allow: &["bucket/team/*", "bucket/public/*"],
        deny: &["*/secret/*"],
    };
    let reports = Policy {
        allow: &["bucket/team/*/reports/*.csv"],
        deny: &["*/secret/*"],
    };
    let careless = Policy {
        allow: &["bucket/team/*"],
        deny: &[],
    };
    compare(&team, &reports) + &compare(&team, &careless)
}

#[allow(dead_code, clippy::print_stdout)] // Tests call `run`.
fn main() {
    print!("{}", run());
}
