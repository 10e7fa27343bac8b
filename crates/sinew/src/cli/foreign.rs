//! Flags by which users know other solvers, rewritten to ours before the ordinary parser sees them, and
//! what is nobody's: that is refused here, with the word as it was typed.
//!
//! What is a parameter in z3's style is said in one place ([`parameter`]): a name, `=` and a value, where no
//! file is called so.

use std::ffi::OsString;
use std::path::Path;

use clap::error::ErrorKind;
use sinew::options::{self, Kind};

use super::arguments::{OWN_LONG, OWN_SHORT, command};

/// Rewrites `--no-flag` and arguments of other solvers' style; others pass through.
pub(super) fn translate(
    arg: OsString,
    out: &mut Vec<OsString>,
    remarks: &mut Vec<String>,
) -> Result<(), clap::Error> {
    let Some(text) = arg.to_str() else {
        out.push(arg);
        return Ok(());
    };
    if let Some(rewritten) = flag_of_others(text, remarks) {
        out.extend(rewritten.map(OsString::from));
        return Ok(());
    }
    match parameter(text)? {
        Some(Parameter::Option(rewritten)) => out.push(rewritten.into()),
        Some(Parameter::WithoutEffect) => {}
        Some(Parameter::Tuning(key)) => remarks.push(options::without_effect(key)),
        None => match stranger(text) {
            Some(flag) => return Err(refused("option", flag)),
            None => out.push(arg),
        },
    }
    Ok(())
}

/// The flag in an argument, if nobody knows it. (The parser behind knows the options by themselves, and
/// would name one letter of `-rs:5`.)
fn stranger(text: &str) -> Option<&str> {
    if let Some(long) = text.strip_prefix("--") {
        let name = long.split_once('=').map_or(long, |(name, _)| name);
        let known = long.is_empty()
            || options::find(name).is_some()
            || options::WITHOUT_EFFECT.contains(&name)
            || OWN_LONG.contains(&name);
        return (!known).then(|| &text[..2 + name.len()]);
    }
    let letter = text.strip_prefix('-')?.chars().next()?;
    let known =
        OWN_SHORT.contains(&letter) || options::TABLE.iter().any(|spec| spec.short == Some(letter));
    (!known).then_some(text)
}

fn refused(what: &str, name: &str) -> clap::Error {
    command().error(ErrorKind::UnknownArgument, options::unknown(what, name))
}

/// Whether the next argument is this one's value, whatever it looks like.
pub(super) fn takes_value(arg: &OsString) -> bool {
    let name = arg.to_str().and_then(|text| text.strip_prefix("--"));
    let spec = name.and_then(options::find);
    spec.is_some_and(|spec| spec.kind != Kind::Flag)
}

/// What a flag of z3 or cvc5 is here: another argument, or none at all.
fn flag_of_others(text: &str, remarks: &mut Vec<String>) -> Option<Option<String>> {
    // `--no-flag`, which the table has no row for.
    if let Some(spec) = text.strip_prefix("--no-").and_then(options::find)
        && spec.kind == Kind::Flag
    {
        return Some(Some(format!("--{}=false", spec.name)));
    }
    if let Some(long) = text.strip_prefix("--") {
        let name = long.split_once('=').map_or(long, |(name, _)| name);
        if long == "verbose" {
            return Some(Some("--verbosity=1".to_owned()));
        }
        if options::is_language(name) {
            return long.ends_with("=smt2").then_some(None);
        }
        if options::is_tuning_of_others(name.strip_prefix("no-").unwrap_or(name)) {
            remarks.push(options::without_effect(&format!("--{name}")));
            return Some(None);
        }
        return None;
    }
    let flag = text.strip_prefix('-').or_else(|| text.strip_prefix('/'))?;
    if Path::new(text).exists() {
        return None;
    }
    let ours = match flag.split_once(':').unwrap_or((flag, "")) {
        ("in", "") => "-".to_owned(),
        ("smt2" | "nw", "") => return Some(None),
        ("st", "") => "--stats".to_owned(),
        ("version", "") => "--version".to_owned(),
        ("model", "") => "--dump-models".to_owned(),
        ("?" | "p", "") => "--help".to_owned(),
        ("v", "") => "--verbosity=1".to_owned(),
        ("v", level) => format!("--verbosity={level}"),
        ("T", seconds) => format!(
            "--tlimit={}",
            seconds.parse::<u64>().ok()?.saturating_mul(1000)
        ),
        ("t", millis) if !millis.is_empty() => format!("--tlimit-per={millis}"),
        ("memory", megabytes) if !megabytes.is_empty() => format!("--memory={megabytes}"),
        ("file", path) if !path.is_empty() => path.to_owned(),
        _ => return None,
    };
    Some(Some(ours))
}

/// What `key=value` is.
enum Parameter<'a> {
    /// This argument.
    Option(String),
    /// It is so anyway.
    WithoutEffect,
    /// It steers what is not there.
    Tuning(&'a str),
}

/// Reads z3's `key=value`; nothing if the argument is something else. A key that nobody knows is an
/// error: it is mistyped more often than not.
fn parameter(text: &str) -> Result<Option<Parameter<'_>>, clap::Error> {
    let is_name = |key: &str| {
        key.starts_with(|c: char| c.is_ascii_alphabetic())
            && key
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'))
    };
    let Some((key, value)) = text.split_once('=').filter(|(key, _)| is_name(key)) else {
        return Ok(None);
    };
    if Path::new(text).exists() {
        return Ok(None);
    }
    let short = key.rsplit_once('.').map_or(key, |(_, short)| short);
    if let Some(spec) = options::find(key).or_else(|| options::find(short)) {
        return Ok(Some(Parameter::Option(format!("--{}={value}", spec.name))));
    }
    if options::WITHOUT_EFFECT.contains(&key) {
        return Ok(Some(Parameter::WithoutEffect));
    }
    if options::is_tuning_of_others(key) {
        return Ok(Some(Parameter::Tuning(key)));
    }
    Err(refused("parameter", key))
}
