//! What a script may say, as tables: commands, sorts, names of operators; and what is known only to be
//! refused by its name.
//!
//! The reader, the terminal's completion and the manual's reference all read these tables, so that none
//! of them promises what another does not keep.

use sinew_term::Op;

use crate::theory::{self, Head, Standing};

/// A command that is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandInfo {
    /// Its name.
    pub name: &'static str,
    /// How it is written; what may be left out or repeated stands in square brackets.
    pub form: &'static str,
    /// What it does.
    pub about: &'static str,
}

const fn command(name: &'static str, form: &'static str, about: &'static str) -> CommandInfo {
    CommandInfo { name, form, about }
}

/// Every command that is carried out, by name.
#[rustfmt::skip]
pub const COMMANDS: &[CommandInfo] = &[
    command("assert", "(assert TERM)", "adds a formula"),
    command("check-sat", "(check-sat)", "asks whether the formulas have a model: `sat`, `unsat` or `unknown`"),
    command("check-sat-assuming", "(check-sat-assuming ([TERM …]))", "asks that with further formulas, for this once"),
    command("check-sat-using", "(check-sat-using TACTIC)", "is `check-sat`; the tactic has no effect"),
    command("declare-const", "(declare-const SYMBOL SORT)", "declares a constant"),
    command("declare-fun", "(declare-fun SYMBOL ([SORT …]) SORT)", "declares a function"),
    command("declare-sort", "(declare-sort SYMBOL [NUMERAL])", "declares a sort, with so many parameters"),
    command("define-const", "(define-const SYMBOL SORT TERM)", "names a term"),
    command("define-fun", "(define-fun SYMBOL ([(SYMBOL SORT) …]) SORT TERM)", "defines a function"),
    command("define-fun-rec", "(define-fun-rec SYMBOL ([(SYMBOL SORT) …]) SORT TERM)", "defines a function that may use itself"),
    command("define-funs-rec", "(define-funs-rec ((SYMBOL ([(SYMBOL SORT) …]) SORT) …) (TERM …))", "defines functions that may use each other"),
    command("define-sort", "(define-sort SYMBOL ([SYMBOL …]) SORT)", "abbreviates a sort"),
    command("echo", "(echo STRING)", "prints the string"),
    command("eval", "(eval TERM)", "prints the term's value in the latest model"),
    command("exit", "(exit)", "ends the session"),
    command("get-assertions", "(get-assertions)", "prints the formulas"),
    command("get-assignment", "(get-assignment)", "prints the truth values of named formulas"),
    command("get-info", "(get-info KEYWORD)", "tells about solver, session and latest answer"),
    command("get-model", "(get-model)", "prints the model behind `sat`"),
    command("get-option", "(get-option KEYWORD)", "prints an option's value"),
    command("get-proof", "(get-proof)", "prints a proof behind `unsat`"),
    command("get-unsat-assumptions", "(get-unsat-assumptions)", "prints which assumptions are behind `unsat`"),
    command("get-unsat-core", "(get-unsat-core)", "prints which named formulas are behind `unsat`"),
    command("get-value", "(get-value (TERM …))", "prints the values of terms in the model"),
    command("pop", "(pop [NUMERAL])", "takes back everything since the `push` of that many levels"),
    command("push", "(push [NUMERAL])", "opens levels"),
    command("reset", "(reset)", "starts anew"),
    command("reset-assertions", "(reset-assertions)", "takes back all formulas and levels"),
    command("set-info", "(set-info KEYWORD [VALUE])", "is read and not used"),
    command("set-logic", "(set-logic SYMBOL)", "names the logic; every name is accepted"),
    command("set-option", "(set-option KEYWORD VALUE)", "changes an option"),
    command("simplify", "(simplify TERM)", "prints the normal form of a term"),
];

/// The names of all commands that are carried out.
pub fn command_names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|command| command.name)
}

/// Whether a command has this name.
pub(crate) fn is_command(name: &str) -> bool {
    let found = COMMANDS.binary_search_by(|command| command.name.cmp(name));
    found.is_ok()
}

/// Commands of other solvers and theories that are recognised only to be declined.
pub const DECLINED: &[&str] = &[
    "apply",
    "assert-soft",
    "block-model",
    "block-model-values",
    "check-synth",
    "declare-codatatype",
    "declare-codatatypes",
    "declare-datatype",
    "declare-datatypes",
    "declare-heap",
    "declare-pool",
    "declare-rel",
    "declare-tactic",
    "declare-var",
    "display",
    "get-abduct",
    "get-abduct-next",
    "get-difficulty",
    "get-interpolant",
    "get-interpolant-next",
    "get-interpolants",
    "get-learned-literals",
    "get-objectives",
    "get-qe",
    "get-qe-disjunct",
    "get-timeout-core",
    "get-user-tactics",
    "help",
    "help-tactic",
    "include",
    "labels",
    "maximize",
    "minimize",
    "query",
    "rule",
    "synth-fun",
];

/// The sorts that need no declaration, with what their elements are.
pub const SORTS: &[(&str, &str)] = &[
    ("Bool", "truth values"),
    ("Int", "integers of any size"),
    (
        "String",
        "sequences of code points from 0 to 0x2FFFF, of any length",
    ),
    (
        "RegLan",
        "sets of strings; `(RegEx String)` means the same. No values of this sort are printed",
    ),
];

/// A theory that is not there: its names are recognised to say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Absent {
    /// What it is about, in the plural.
    pub about: &'static str,
    /// Its sorts, without parameters and indices.
    pub sorts: &'static [&'static str],
    /// Its symbols; one that ends in `*` stands for all that begin so.
    pub symbols: &'static [&'static str],
}

/// The theories that scripts about strings are often mixed with, and that are not there.
pub const ABSENT: &[Absent] = &[
    Absent {
        about: "real numbers",
        sorts: &["Real"],
        symbols: &["/", "to_real", "to_int", "is_int"],
    },
    Absent {
        about: "bit-vectors",
        sorts: &["BitVec"],
        symbols: &[
            "bv*",
            "concat",
            "extract",
            "zero_extend",
            "sign_extend",
            "int2bv",
            "nat2bv",
            "int_to_bv",
            "ubv_to_int",
            "sbv_to_int",
        ],
    },
    Absent {
        about: "arrays",
        sorts: &["Array"],
        symbols: &["select", "store"],
    },
    Absent {
        about: "datatypes",
        sorts: &["Tuple"],
        symbols: &["match", "is", "tuple", "tuple.*", "update-field"],
    },
    Absent {
        about: "sequences of other things than characters",
        sorts: &["Seq"],
        symbols: &["seq.map", "seq.mapi", "seq.foldl", "seq.foldli"],
    },
    Absent {
        about: "sets, bags and relations",
        sorts: &["Set", "Bag", "Relation"],
        symbols: &["set.*", "bag.*", "rel.*"],
    },
    Absent {
        about: "floating-point numbers",
        sorts: &[
            "FloatingPoint",
            "Float16",
            "Float32",
            "Float64",
            "Float128",
            "RoundingMode",
        ],
        symbols: &["fp", "fp.*", "to_fp", "to_fp_unsigned"],
    },
    Absent {
        about: "functions as values",
        sorts: &["->"],
        symbols: &["lambda"],
    },
    Absent {
        about: "captures, references and regular expressions in the syntax of ECMAScript",
        sorts: &[],
        symbols: &[
            "re.from_ecma2018",
            "re.from_ecma2020",
            "re.from.ecma2018",
            "re.from.ecma2020",
            "re.capture",
            "re.reference",
            "str.replace_cg",
            "str.replace_cg_all",
            "str.replace_re_longest",
            "str.replace_re_longest_all",
        ],
    },
];

/// The absent theory that a sort belongs to.
pub(crate) fn absent_sort(name: &str) -> Option<&'static Absent> {
    ABSENT.iter().find(|theory| theory.sorts.contains(&name))
}

/// The absent theory that a symbol belongs to.
pub(crate) fn absent_symbol(name: &str) -> Option<&'static Absent> {
    let fits = |pattern: &&str| match pattern.strip_suffix('*') {
        Some(prefix) => name.starts_with(prefix),
        None => *pattern == name,
    };
    ABSENT.iter().find(|theory| theory.symbols.iter().any(fits))
}

/// Another name of an operator, or an operation that only other solvers name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherName {
    /// The name.
    pub name: &'static str,
    /// The operator that it means; nothing if it is made of several.
    pub means: Option<Op>,
    /// Whether it marks a script as written for drafts of the theory of strings.
    pub is_legacy: bool,
}

/// All other names under which operators are understood.
pub fn other_names() -> impl Iterator<Item = OtherName> {
    theory::symbols().filter_map(|(name, head, standing)| {
        let means = match head {
            Head::Op(op) => Some(op),
            Head::Minus => Some(Op::Sub),
            Head::IndexOf => Some(Op::IndexOf),
            _ => None,
        };
        let own = means.is_some_and(|op| op.name() == name) || standing == Standing::Standard;
        (!own).then_some(OtherName {
            name,
            means,
            is_legacy: standing == Standing::Legacy,
        })
    })
}

#[cfg(test)]
mod tests {
    use sinew_term::TermStore;

    use super::*;
    use crate::{Command, Environment, parse_script};

    /// What the reader says to a command of this name.
    fn read(name: &str) -> Result<Vec<Command>, String> {
        let (mut store, mut environment) = (TermStore::new(), Environment::new());
        let text = format!("({name})");
        parse_script(&mut store, &mut environment, &text).map_err(|error| error.to_string())
    }

    #[test]
    fn commands_of_the_table_are_those_of_the_reader() {
        for command in COMMANDS {
            let known =
                read(command.name).map_or_else(|e| !e.contains("unknown command"), |_| true);
            assert!(known, "{}", command.name);
            assert!(command.form.starts_with(&format!("({}", command.name)));
        }
        for name in DECLINED {
            assert_eq!(
                read(name),
                Ok(vec![Command::Unsupported((*name).to_owned())])
            );
        }
        assert!(command_names().is_sorted() && DECLINED.is_sorted());
    }

    #[test]
    fn sorts_of_the_table_are_those_of_the_reader() {
        let declare = |sort: &str| {
            let (mut store, mut environment) = (TermStore::new(), Environment::new());
            let text = format!("(declare-fun x () {sort})");
            parse_script(&mut store, &mut environment, &text).map_err(|error| error.to_string())
        };
        for (sort, _) in SORTS {
            assert!(declare(sort).is_ok(), "{sort}");
        }
        for sort in ABSENT.iter().flat_map(|theory| theory.sorts) {
            let error = declare(sort).expect_err(sort);
            assert!(error.contains("are not supported"), "{error}");
        }
        let error = declare("(_ BitVec 8)").expect_err("an indexed sort");
        assert!(error.contains("bit-vectors are not supported"), "{error}");
    }

    /// No name is both there and not there.
    #[test]
    fn what_is_absent_has_no_meaning() {
        for (name, _, _) in theory::symbols() {
            assert_eq!(absent_symbol(name), None, "{name}");
        }
        let theory = |name| absent_symbol(name).map(|theory| theory.about);
        assert_eq!(theory("bvadd"), Some("bit-vectors"));
        assert_eq!(theory("select"), Some("arrays"));
        assert_eq!(theory("selected"), None);
    }

    #[test]
    fn other_names_mean_operators() {
        let find = |name| other_names().find(|other| other.name == name);
        let old = find("str.in.re").expect("the drafts' name");
        assert_eq!((old.means, old.is_legacy), (Some(Op::InRe), true));
        assert_eq!(find("seq.nth").map(|other| other.means), Some(None));
        assert_eq!(find("str.in_re"), None);
        assert_eq!(find("re.loop"), None);
    }
}
