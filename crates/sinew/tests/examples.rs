//! The programs of `examples/`: each prints what docs/embedding.md says it prints.

#[path = "../examples/core.rs"]
mod core;
#[path = "../examples/dates.rs"]
mod dates;
#[path = "../examples/enumerate.rs"]
mod enumerate;
#[path = "../examples/injection.rs"]
mod injection;
#[path = "../examples/path_condition.rs"]
mod path_condition;
#[path = "../examples/policy.rs"]
mod policy;

/// A program's name, and what makes its output.
type Program = (&'static str, fn() -> String);

/// The block of output after a program's name.
fn documented(name: &str) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/embedding.md");
    let text = std::fs::read_to_string(path).expect("the page on embedding");
    let (_, rest) = text
        .split_once(&format!("--example {name}\n"))
        .unwrap_or_else(|| panic!("{name} is not there"));
    let (output, _) = rest.split_once("```").expect("a block");
    output.to_owned()
}

#[test]
fn programs_print_what_the_documentation_says() {
    let programs: [Program; 6] = [
        ("path_condition", path_condition::run),
        ("policy", policy::run),
        ("dates", dates::run),
        ("injection", injection::run),
        ("enumerate", enumerate::run),
        ("core", core::run),
    ];
    for (name, run) in programs {
        assert_eq!(documented(name), run(), "{name}");
    }
}
