//! The manual in step with the code: its tables of options, sorts, operators and commands are made from
//! the tables of the code, and the manual page from the manual.
//!
//! `SINEW_BLESS=1 cargo test -p sinew --test manual` writes both anew.

#[path = "common/roff.rs"]
mod roff;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sinew::options::{self, Group, Kind, OptionSpec, Options};
use sinew_smtlib::{ABSENT, COMMANDS, DECLINED, SORTS, other_names};
use sinew_term::{Op, Params, Sort, Theory};

const OPERATORS: &str = include_str!("../../../tests/operators.txt");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compares a file with what it should be, or writes it if that is asked for.
fn in_step(path: &Path, wanted: &str) {
    if std::env::var_os("SINEW_BLESS").is_some() {
        std::fs::write(path, wanted).expect("the file can be written");
        return;
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    let differs = wanted.lines().zip(found.lines()).find(|(a, b)| a != b);
    assert!(
        found == wanted,
        "{} is out of step with the code; `SINEW_BLESS=1 cargo test -p sinew --test manual` writes it anew.\n\
         The first difference (wanted, found): {differs:#?}",
        path.display()
    );
}

/// The manual with all its made sections as they should be.
fn manual() -> String {
    let mut text = std::fs::read_to_string(root().join("docs/manual.md")).expect("the manual");
    let sections = [
        ("options", option_tables()),
        ("sorts", sorts()),
        ("operators", operators()),
        ("commands", commands()),
        ("absent", absent()),
    ];
    for (name, made) in sections {
        let opening = format!("<!-- made from the code: {name} -->\n");
        let (before, rest) = text.split_once(&opening).expect("the section is marked");
        let (_, after) = rest.split_once("<!-- end -->").expect("its end is marked");
        text = format!(
            "{before}{opening}\n{}\n\n<!-- end -->{after}",
            made.trim_end()
        );
    }
    text
}

fn code_list<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}

fn option_tables() -> String {
    let mut text = String::new();
    for group in [Group::Limits, Group::Input, Group::Output, Group::Solving] {
        let _ = writeln!(text, "### {}\n", group.title());
        text.push_str("| option | what it does | default | other names |\n|---|---|---|---|\n");
        for spec in options::TABLE.iter().filter(|spec| spec.group == group) {
            let default = spec.get(&Options::default());
            let default = if default.is_empty() {
                String::new()
            } else {
                format!("`{default}`")
            };
            let short = spec.short.map(|short| format!("-{short}"));
            let names = short
                .iter()
                .map(String::as_str)
                .chain(spec.aliases.iter().copied());
            let _ = writeln!(
                text,
                "| `--{}` | {} | {default} | {} |",
                usage(spec),
                spec.help,
                code_list(names)
            );
        }
        text.push('\n');
    }
    text
}

fn usage(spec: &OptionSpec) -> String {
    let value = match spec.kind {
        Kind::Flag => return spec.name.to_owned(),
        Kind::Number(unit) => unit.to_uppercase(),
        Kind::Text(what) | Kind::Arms(what) => what.to_owned(),
        Kind::Steps => "NAME".to_owned(),
        Kind::Rules => "NAME,NAME".to_owned(),
        Kind::Tuning => "NAME=VALUE".to_owned(),
        Kind::Choice(_) => "WORD".to_owned(),
    };
    format!("{} {value}", spec.name)
}

fn sorts() -> String {
    let mut text = String::from("| sort | elements |\n|---|---|\n");
    for (sort, about) in SORTS {
        let _ = writeln!(text, "| `{sort}` | {about} |");
    }
    text.push_str("| declared ones | one or more things of which nothing is known (`declare-sort`), with parameters if wanted |\n");
    text
}

/// The ground instance and its value that the test of operators has for each.
fn examples() -> BTreeMap<&'static str, (&'static str, &'static str)> {
    let (mut examples, mut current) = (BTreeMap::new(), "");
    for line in OPERATORS.lines() {
        if let Some(value) = line.strip_prefix("  value ") {
            if let Some(pair) = value.split_once(" = ") {
                examples.insert(current, pair);
            }
        } else if !line.starts_with([' ', '#', '[']) {
            current = line;
        }
    }
    examples
}

fn sort_name(sort: Sort) -> &'static str {
    match sort {
        Sort::Bool => "Bool",
        Sort::Int => "Int",
        Sort::String => "String",
        Sort::RegLan => "RegLan",
        Sort::User(_) => "A",
    }
}

fn rank(params: Params, result: Sort) -> String {
    let result = sort_name(result);
    match params {
        Params::Fixed([]) => result.to_owned(),
        Params::Fixed(sorts) => {
            let sorts: Vec<&str> = sorts.iter().map(|&sort| sort_name(sort)).collect();
            format!("{} → {result}", sorts.join(" "))
        }
        Params::Many { sort, min } => {
            format!("{} … → {result}", vec![sort_name(sort); min].join(" "))
        }
        Params::Same => format!("A A … → {result}"),
        Params::Branches => "Bool A A → A".to_owned(),
        Params::Declared | Params::Binder | Params::Pattern => String::new(),
    }
}

/// Operators that are written with indices, which the table of plain ones does not have.
const INDEXED: &[(&str, &str, Theory)] = &[
    ("Divisible", "(_ divisible N)", Theory::Ints),
    ("RePow", "(_ re.^ N)", Theory::Languages),
    ("ReLoop", "(_ re.loop N M)", Theory::Languages),
];

/// Variants of the type of operators that are no operators to who writes a script.
const UNNAMED: &[&str] = &["Int", "Str", "Apply", "Var", "Forall", "Exists", "Pattern"];

fn operators() -> String {
    let examples = examples();
    let mut text = String::new();
    for (theory, title) in [
        (Theory::Core, "Truth and equality"),
        (Theory::Ints, "Integers"),
        (Theory::Strings, "Strings"),
        (Theory::Languages, "Regular expressions"),
    ] {
        let _ = writeln!(text, "### {title}\n");
        text.push_str("| operator | sorts | for example | other names |\n|---|---|---|---|\n");
        let mut row = |variant: &str, name: &str, rank: &str, names: &[&str]| {
            let example = examples
                .get(variant)
                .map_or_else(String::new, |(term, value)| {
                    format!("`{term}` is `{value}`")
                });
            let names = code_list(names.iter().copied());
            let _ = writeln!(text, "| `{name}` | {rank} | {example} | {names} |");
        };
        for info in Op::TABLE.iter().filter(|info| info.op.theory() == theory) {
            let names: Vec<&str> = other_names()
                .filter(|other| other.means == Some(info.op))
                .map(|other| other.name)
                .collect();
            row(
                info.op.variant(),
                info.name,
                &rank(info.params, info.result),
                &names,
            );
        }
        for (variant, written, _) in INDEXED.iter().filter(|(_, _, of)| *of == theory) {
            let sorts = if theory == Theory::Ints {
                "Int → Bool"
            } else {
                "RegLan → RegLan"
            };
            row(variant, written, sorts, &[]);
        }
        text.push('\n');
    }
    let composed = other_names().filter(|other| other.means.is_none());
    let _ = writeln!(
        text,
        "Names of Z3 that stand for terms of several operators: {}.",
        code_list(composed.map(|other| other.name))
    );
    text
}

fn commands() -> String {
    let mut text = String::from("| command | what it does |\n|---|---|\n");
    for command in COMMANDS {
        let _ = writeln!(text, "| `{}` | {} |", command.form, command.about);
    }
    let _ = writeln!(
        text,
        "\nRecognised and answered `unsupported`: {}.",
        code_list(DECLINED.iter().copied())
    );
    text
}

fn absent() -> String {
    let mut text = String::from("| not there | sorts | symbols |\n|---|---|---|\n");
    for theory in ABSENT {
        let (sorts, symbols) = (theory.sorts.iter().copied(), theory.symbols.iter().copied());
        let _ = writeln!(
            text,
            "| {} | {} | {} |",
            theory.about,
            code_list(sorts),
            code_list(symbols)
        );
    }
    text
}

#[test]
fn the_manual_and_its_page_are_in_step_with_the_code() {
    let manual = manual();
    in_step(&root().join("docs/manual.md"), &manual);
    let page = roff::page(
        "sinew",
        "a string SMT solver: SMT-LIB strings, regular expressions and linear integers",
        env!("CARGO_PKG_VERSION"),
        &manual,
    );
    in_step(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("man/sinew.1"),
        &page,
    );
}

/// Whoever adds an operator is asked for a place in the manual.
#[test]
fn every_operator_has_a_row() {
    let made = operators();
    for variant in Op::VARIANTS {
        let plain = Op::TABLE.iter().find(|info| info.op.variant() == *variant);
        let indexed = INDEXED.iter().find(|(name, _, _)| name == variant);
        let name = match (plain, indexed) {
            (Some(info), _) => info.name,
            (None, Some((_, written, _))) => written,
            (None, None) => {
                assert!(UNNAMED.contains(variant), "{variant} has no row");
                continue;
            }
        };
        assert!(made.contains(&format!("| `{name}` |")), "{variant}");
    }
}

/// What roff would take for a request, an escape or the end of a line's text survives.
#[test]
fn markdown_becomes_roff() {
    let markdown = "## A b\n\n.x `\\u{41}` -1 *it* [l](u)\n\n* one\n  two\n\n| a | b |\n|---|---|\n| `c` | d |\n\n```\n'q\n```\n";
    let page = roff::page("t", "about", "1", markdown);
    let (_, body) = page.split_once(".SH A B\n").expect("the heading");
    assert_eq!(
        body,
        ".PP\n\\&.x \\fB\\eu{41}\\fR \\-1 \\fIit\\fR l\n.IP \\(bu 2\none two\n.TP\n\\fBc\\fR\nd\n.PP\n.nf\n.RS 2\n\\(aqq\n.RE\n.fi\n"
    );
}
