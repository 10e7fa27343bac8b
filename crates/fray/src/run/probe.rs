//! Finding out the dialect of a program, by small scripts whose answers are beyond doubt.
//!
//! A name counts as missing only if the program rejects the script. One that accepts it and is
//! wrong about it, however consistently, is not excused: such an operator is to be tested. So is
//! another spelling looked for only where the standard's is rejected.
//!
//! Escapes and characters are no names: a program from before the standard accepts `"\u{61}"` and
//! takes it for six characters. There the answers count, if they are consistent: no to the fact
//! and yes to its negation. A program that says no to everything is taken to speak the standard's
//! dialect.

use std::collections::{BTreeMap, BTreeSet};

use sinew_smtlib::{Dialect as Literals, Environment, parse_term};
use sinew_term::{MAX_CHAR, TermStore};

use super::answer::find_answer;
use super::dialect::{ALIASES, Dialect, Escapes, Printing};
use super::sexpr::list;
use crate::synth::feature::Feature;

/// What a program says about a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Says {
    /// It holds, or at least its negation is not said to.
    Yes,
    /// It does not hold, but its negation does.
    No,
    /// The script is not accepted.
    Rejected,
    /// Nothing.
    Nothing,
}

/// Names of the theory, each with a fact about it that is true.
const FACTS: [(&str, &str); 37] = [
    ("str.in_re", r#"(str.in_re "a" (str.to_re "a"))"#),
    ("str.to_re", r#"(not (str.in_re "b" (str.to_re "a")))"#),
    ("str.++", r#"(= (str.++ "a" "b") "ab")"#),
    ("str.len", r#"(= (str.len "ab") 2)"#),
    ("str.at", r#"(= (str.at "ab" 1) "b")"#),
    ("str.substr", r#"(= (str.substr "abc" 1 1) "b")"#),
    ("str.prefixof", r#"(str.prefixof "a" "ab")"#),
    ("str.suffixof", r#"(str.suffixof "b" "ab")"#),
    ("str.contains", r#"(str.contains "ab" "b")"#),
    ("str.indexof", r#"(= (str.indexof "ab" "b" 0) 1)"#),
    ("str.replace", r#"(= (str.replace "ab" "b" "c") "ac")"#),
    (
        "str.replace_all",
        r#"(= (str.replace_all "bab" "b" "c") "cac")"#,
    ),
    (
        "str.replace_re",
        r#"(= (str.replace_re "ab" (str.to_re "b") "c") "ac")"#,
    ),
    (
        "str.replace_re_all",
        r#"(= (str.replace_re_all "bab" (str.to_re "b") "c") "cac")"#,
    ),
    (
        "str.is_digit",
        r#"(and (str.is_digit "7") (not (str.is_digit "a")))"#,
    ),
    ("str.to_code", r#"(= (str.to_code "a") 97)"#),
    ("str.from_code", r#"(= (str.from_code 97) "a")"#),
    ("str.to_int", r#"(= (str.to_int "12") 12)"#),
    ("str.from_int", r#"(= (str.from_int 12) "12")"#),
    ("str.<", r#"(and (str.< "a" "b") (not (str.< "a" "a")))"#),
    ("str.<=", r#"(and (str.<= "a" "a") (not (str.<= "b" "a")))"#),
    ("str.rev", r#"(= (str.rev "ab") "ba")"#),
    ("str.update", r#"(= (str.update "abc" 1 "x") "axc")"#),
    ("str.to_lower", r#"(= (str.to_lower "Ab") "ab")"#),
    ("str.to_upper", r#"(= (str.to_upper "Ab") "AB")"#),
    (
        "str.indexof_re",
        r#"(= (str.indexof_re "ab" (str.to_re "b") 0) 1)"#,
    ),
    ("re.none", r#"(not (str.in_re "" re.none))"#),
    (
        "re.all",
        r#"(and (str.in_re "" re.all) (str.in_re "ab" re.all))"#,
    ),
    (
        "re.allchar",
        r#"(and (str.in_re "a" re.allchar) (not (str.in_re "ab" re.allchar)))"#,
    ),
    ("re.opt", r#"(str.in_re "" (re.opt (str.to_re "a")))"#),
    ("re.+", r#"(str.in_re "aa" (re.+ (str.to_re "a")))"#),
    (
        "re.inter",
        r#"(str.in_re "a" (re.inter (str.to_re "a") (re.* (str.to_re "a"))))"#,
    ),
    ("re.comp", r#"(str.in_re "b" (re.comp (str.to_re "a")))"#),
    (
        "re.diff",
        r#"(str.in_re "" (re.diff (re.* (str.to_re "a")) (str.to_re "a")))"#,
    ),
    ("re.range", r#"(str.in_re "b" (re.range "a" "c"))"#),
    ("re.^", r#"(str.in_re "aa" ((_ re.^ 2) (str.to_re "a")))"#),
    (
        "re.loop",
        r#"(str.in_re "aa" ((_ re.loop 1 2) (str.to_re "a")))"#,
    ),
];

/// Runs a script and returns what was printed; an error is our own and ends the probe.
pub(super) type Ask<'a> = dyn FnMut(&str) -> Result<String, String> + 'a;

/// The dialect of the program that `ask` asks.
pub(super) fn probe(ask: &mut Ask<'_>) -> Result<Dialect, String> {
    let mut dialect = Dialect::default();
    escapes(ask, &mut dialect)?;
    names(ask, &mut dialect)?;
    dialect.printing = printing(ask, &dialect)?;
    dialect.lacks = lacks(ask, &dialect)?;
    Ok(dialect)
}

/// The features whose probes are rejected, though every name in them is known.
fn lacks(ask: &mut Ask<'_>, dialect: &Dialect) -> Result<BTreeSet<Feature>, String> {
    let mut found = BTreeSet::new();
    for feature in Feature::ALL {
        let script = format!("(set-logic ALL)\n{}\n", feature.probe());
        if let Ok(script) = dialect.render(&script, Literals::Standard)
            && is_rejection(&ask(&script)?)
        {
            found.insert(feature);
        }
    }
    Ok(found)
}

fn is_rejection(output: &str) -> bool {
    output.contains("(error") || output.to_ascii_lowercase().contains("parse error")
}

fn says(ask: &mut Ask<'_>, fact: &str) -> Result<Says, String> {
    let mut answer = |formula: &str| -> Result<Option<String>, String> {
        let script = format!("(set-logic ALL)\n(assert {formula})\n(check-sat)\n");
        let output = ask(&script)?;
        if is_rejection(&output) {
            return Ok(None);
        }
        let answer = find_answer(&output).map(|(answer, _)| answer);
        Ok(Some(answer.unwrap_or("").to_owned()))
    };
    Ok(match answer(fact)?.as_deref() {
        None => Says::Rejected,
        Some("sat") => Says::Yes,
        Some("unsat") => match answer(&format!("(not {fact})"))?.as_deref() {
            Some("sat") => Says::No,
            _ => Says::Nothing,
        },
        Some(_) => Says::Nothing,
    })
}

fn escapes(ask: &mut Ask<'_>, dialect: &mut Dialect) -> Result<(), String> {
    let unicode = says(ask, r#"(= "\u{61}" "a")"#)?;
    if matches!(unicode, Says::Yes | Says::Nothing) {
        // A program that cuts characters off takes one for the other.
        let greatest = [
            (MAX_CHAR, r#"(not (= "\u{2ffff}" "\u{ff}"))"#),
            (0xffff, r#"(not (= "\u{ffff}" "\u{ff}"))"#),
        ];
        dialect.alphabet = 0xff;
        for (c, differs) in greatest {
            let one = format!("(and (= (str.len \"\\u{{{c:x}}}\") 1) {differs})");
            if matches!(says(ask, &one)?, Says::Yes | Says::Nothing) {
                dialect.alphabet = c;
                break;
            }
        }
        let broken = says(ask, r#"(= (str.len (str.++ "\u" "\u1")) 5)"#)?;
        dialect.broken_escapes = matches!(broken, Says::Yes | Says::Nothing);
        return Ok(());
    }
    dialect.broken_escapes = false;
    if says(ask, r#"(= "\x61" "a")"#)? == Says::Yes {
        dialect.escapes = Escapes::Hex;
        dialect.alphabet = 0xff;
    } else {
        dialect.escapes = Escapes::None;
        dialect.alphabet = 0x7e;
    }
    Ok(())
}

fn names(ask: &mut Ask<'_>, dialect: &mut Dialect) -> Result<(), String> {
    let all: Vec<&str> = FACTS.iter().map(|(_, fact)| *fact).collect();
    if says(ask, &format!("(and {})", all.join(" ")))? == Says::Yes {
        return Ok(());
    }
    for (name, fact) in FACTS {
        if dialect.spellings.contains_key(name) {
            continue;
        }
        // The two names of membership come in pairs.
        let pair: &[&str] = match name {
            "str.in_re" => &["str.in_re", "str.to_re"],
            _ => std::slice::from_ref(&name),
        };
        match spelling(ask, dialect, pair, fact)? {
            Some(spellings) => dialect.spellings.extend(spellings),
            None => {
                let names = pair.iter().map(|&name| name.to_owned());
                dialect.missing.extend(names);
            }
        }
    }
    Ok(())
}

/// How the program spells these names, of which `fact` is true; `None` if it rejects every
/// spelling. The standard's is taken if it is accepted, whatever is said about the fact; of the
/// others, whose meaning nothing but custom settles, rather one that the fact holds of.
fn spelling(
    ask: &mut Ask<'_>,
    dialect: &Dialect,
    names: &[&str],
    fact: &str,
) -> Result<Option<BTreeMap<String, String>>, String> {
    let mut accepted = None;
    for attempt in 0.. {
        let Some(spellings) = spellings(names, attempt) else {
            break;
        };
        let mut spelt = dialect.clone();
        spelt.spellings.extend(spellings.clone());
        let Ok(fact) = spelt.render(fact, Literals::Standard) else {
            break;
        };
        match says(ask, &fact)? {
            Says::Yes | Says::Nothing => return Ok(Some(spellings)),
            Says::No if attempt == 0 => return Ok(Some(spellings)),
            Says::No => accepted = accepted.or(Some(spellings)),
            Says::Rejected => {}
        }
    }
    Ok(accepted)
}

/// The `attempt`-th way to spell these names, the standard's first.
fn spellings(names: &[&str], attempt: usize) -> Option<BTreeMap<String, String>> {
    let mut result = BTreeMap::new();
    if attempt == 0 {
        return Some(result);
    }
    for &name in names {
        let (_, others) = ALIASES.iter().find(|(standard, _)| *standard == name)?;
        let spelling = others.get(attempt - 1)?;
        result.insert(name.to_owned(), (*spelling).to_owned());
    }
    Some(result)
}

/// How models are printed: the way that reads back a control character, and four characters that
/// look like its escape, as what they are.
fn printing(ask: &mut Ask<'_>, dialect: &Dialect) -> Result<Printing, String> {
    let mut possible = [true, true];
    for value in ["\u{7}\n", "\\x07", "\\u{7}"] {
        let text: Vec<u32> = value.chars().map(u32::from).collect();
        let literal = sinew_smtlib::print_string_literal(&text);
        let fact = format!("(= x {literal})");
        let Ok(fact) = dialect.render(&fact, Literals::Standard) else {
            continue;
        };
        let output = ask(&format!(
            "(set-logic ALL)\n(set-option :produce-models true)\n(declare-fun x () String)\n\
             (assert {fact})\n(check-sat)\n(get-value (x))\n"
        ))?;
        let Some(("sat", rest)) = find_answer(&output) else {
            continue;
        };
        let pairs = list(rest).unwrap_or_default();
        let pair = pairs.first().and_then(|pair| list(pair));
        let Some(&printed) = pair.as_ref().and_then(|pair| pair.get(1)) else {
            continue;
        };
        for (i, dialect) in [Literals::Standard, Literals::Legacy]
            .into_iter()
            .enumerate()
        {
            let (mut store, mut env) = (TermStore::new(), Environment::new());
            env.dialect = dialect;
            let term = parse_term(&mut store, &env, printed).ok();
            let read = term.and_then(|term| store.str_value(term));
            possible[i] &= read == Some(&text[..]);
        }
    }
    Ok(match possible {
        [true, _] => Printing::Standard,
        [false, true] => Printing::Legacy,
        [false, false] => Printing::Ambiguous,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program from before the standard: `\x`, bytes, old names, no order.
    fn old(script: &str) -> String {
        let known = [
            "\\u{",
            "str.to_int",
            "str.in_re",
            "str.to_re",
            "str.<",
            "re.none",
        ];
        let negated = script.contains("(assert (not (= ");
        if script.contains("(get-value") {
            let printed = if script.contains("\"\\x07\\x0a\"") {
                "\\x07\\n"
            } else if script.contains("x07") {
                "\\\\x07"
            } else {
                "\\\\u{7}"
            };
            return format!("sat\n((x \"{printed}\"))\n");
        }
        if script.contains("\"\\u{61}\"") {
            return if negated { "sat\n" } else { "unsat\n" }.to_owned();
        }
        match known[1..].iter().find(|name| script.contains(*name)) {
            Some(name) => format!("(error \"unknown {name}\")\nsat\n"),
            None => "sat\n".to_owned(),
        }
    }

    #[test]
    fn the_dialect_of_an_old_program_is_found() {
        let dialect = probe(&mut |script| Ok(old(script))).expect("asked");
        assert_eq!(dialect.escapes, Escapes::Hex);
        assert_eq!(dialect.alphabet, 0xff);
        assert_eq!(dialect.printing, Printing::Legacy);
        assert_eq!(dialect.spellings["str.in_re"], "str.in.re");
        assert_eq!(dialect.spellings["str.to_int"], "str.to.int");
        assert_eq!(dialect.spellings["re.none"], "re.nostr");
        assert!(dialect.missing.contains("str.<"), "{dialect:?}");
    }

    #[test]
    fn features_that_are_rejected_are_lacked() {
        let strict = |script: &str| {
            let reversed = script.contains(r#"(re.range "b" "a")"#);
            let answer = match reversed || script.contains("RegLan") {
                true => "(error \"not supported\")\n",
                false => "sat\n",
            };
            Ok(answer.to_owned())
        };
        let dialect = probe(&mut |script| strict(script)).expect("asked");
        let expected = [
            Feature::RegLanVariables,
            Feature::ReversedRanges,
            Feature::RegLanQuantifiers,
        ];
        assert_eq!(dialect.lacks, BTreeSet::from(expected));
        assert!(dialect.missing.is_empty(), "{dialect:?}");
    }

    #[test]
    fn a_backslash_that_is_dropped_is_noticed() {
        let drops = |script: &str| {
            let asked = script.contains(r#""\u1""#) && !script.contains("(assert (not ");
            Ok(if asked { "unsat\n" } else { "sat\n" }.to_owned())
        };
        assert!(
            !probe(&mut |script| drops(script))
                .expect("asked")
                .broken_escapes
        );
    }

    /// A program that evaluates facts, but takes one name for another: the second for the first.
    fn mistaken(script: &str, [name, other]: [&str; 2]) -> String {
        use crate::run::job::Script;
        use sinew_semantics::{Model, Verdict, check};
        let name_and_space = format!("({name} ");
        let script = script.replace(&name_and_space, &format!("({other} "));
        let Ok(read) = Script::read(&script, Literals::Standard) else {
            return "(error \"syntax\")\n".to_owned();
        };
        let answer = match check(&read.store, &Model::new(), &read.terms()) {
            Verdict::Satisfied => "sat\n",
            Verdict::Falsified { .. } => "unsat\n",
            _ => "unknown\n",
        };
        answer.to_owned()
    }

    #[test]
    fn a_mistaken_operator_is_not_excused_as_missing() {
        let swaps = [
            ["str.suffixof", "str.prefixof"],
            ["str.prefixof", "str.suffixof"],
            ["str.contains", "str.suffixof"],
            ["str.<", "str.<="],
            ["str.<=", "str.<"],
            ["str.to_lower", "str.to_upper"],
            ["str.replace_all", "str.replace"],
            // Its old name would be accepted, too, and be right.
            ["str.to_code", "str.len"],
            ["str.to_int", "str.len"],
            ["re.diff", "re.inter"],
            ["re.opt", "re.+"],
            ["re.+", "re.opt"],
            ["re.comp", "re.*"],
            ["re.inter", "re.diff"],
        ];
        for swap in swaps {
            let fact = FACTS.iter().find(|(name, _)| *name == swap[0]);
            let (_, fact) = fact.expect("there is a fact");
            let says = says(&mut |script| Ok(mistaken(script, swap)), fact);
            assert_eq!(says, Ok(Says::No), "{swap:?} makes a difference");
            let dialect = probe(&mut |script| Ok(mistaken(script, swap))).expect("asked");
            assert_eq!(dialect.spellings, BTreeMap::new(), "{swap:?}");
            assert_eq!(dialect.missing, BTreeSet::new(), "{swap:?}");
        }
    }

    #[test]
    fn another_spelling_that_is_wrong_is_taken_only_if_no_other_is_right() {
        // Rejects `re.none`; what it says about the others.
        let program = |nostr: &'static str, empty: &'static str| {
            move |script: &str| {
                let negated = script.contains("(assert (not (not ");
                let [yes, no] = if negated {
                    ["unsat", "sat"]
                } else {
                    ["sat", "unsat"]
                };
                let reply = match script {
                    _ if script.contains("re.none") => "rejected",
                    _ if script.contains("re.nostr") => nostr,
                    _ if script.contains("re.empty") => empty,
                    _ => "yes",
                };
                Ok(match reply {
                    "rejected" => "(error \"unknown\")\n".to_owned(),
                    "yes" => format!("{yes}\n"),
                    _ => format!("{no}\n"),
                })
            }
        };
        for (nostr, empty, taken) in [
            ("no", "yes", Some("re.empty")),
            ("no", "no", Some("re.nostr")),
            ("rejected", "no", Some("re.empty")),
            ("rejected", "rejected", None),
        ] {
            let dialect = probe(&mut program(nostr, empty)).expect("asked");
            let spelling = dialect.spellings.get("re.none").map(String::as_str);
            assert_eq!(spelling, taken, "{nostr}, {empty}");
            assert_eq!(dialect.missing.contains("re.none"), taken.is_none());
        }
    }

    #[test]
    fn a_liar_is_not_excused_by_its_dialect() {
        for answer in ["sat\n", "unsat\n", "unknown\n", "", "gibberish\n"] {
            let dialect = probe(&mut |_| Ok(answer.to_owned())).expect("asked");
            assert_eq!(dialect, Dialect::default(), "{answer}");
        }
    }
}
