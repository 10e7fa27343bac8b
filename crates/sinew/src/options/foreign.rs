//! Options of other solvers that are none here: those that say what is so anyway, and those that steer
//! procedures which are not there.

/// Options of other solvers that scripts and clients set and that mean nothing here: accepted, so
/// that no `unsupported` stands where a client expects its first answer.
pub const WITHOUT_EFFECT: &[&str] = &[
    "quiet",
    "check-unsat-cores",
    "debug-check-models",
    "mmap",
    "smt2-model-format",
    "strings-exp",
    "auto_config",
    "type_check",
    "model_compress",
    "smt.string_solver",
    "pp.max_depth",
    "pp.min_alias_size",
];

/// Modules of z3 whose parameters steer its procedures. Users have them in their scripts.
const Z3_MODULES: &[&str] = &[
    "ackermannization",
    "algebraic",
    "combined_solver",
    "fp",
    "lp",
    "model",
    "model_evaluator",
    "nlsat",
    "opt",
    "parallel",
    "parser",
    "pi",
    "pp",
    "proof",
    "rewriter",
    "sat",
    "seq",
    "sls",
    "smt",
    "solver",
    "tactic",
];

/// Options of cvc5 that steer its procedures.
const CVC5_TUNING: &[&str] = &[
    "arith-eq-solver",
    "cbqi",
    "cegqi",
    "decision",
    "decision-mode",
    "e-matching",
    "early-exit",
    "enum-inst",
    "finite-model-find",
    "fmf-bound",
    "fmf-fun",
    "full-saturate-quant",
    "mbqi",
    "nl-cov",
    "nl-ext",
    "re-elim",
    "re-inter-mode",
    "simplification",
    "simplification-mode",
    "strings-eager-len-re",
    "strings-eager-solver",
    "strings-fmf",
    "strings-process-loop-mode",
    "strings-regexp-inclusion",
    "sygus-inst",
];

/// Whether the option steers a procedure of z3 or cvc5, which is not there: it changes how they find
/// an answer, not which.
#[must_use]
pub fn is_tuning_of_others(name: &str) -> bool {
    let module = name.split_once('.').map_or("", |(module, _)| module);
    Z3_MODULES.contains(&module) || CVC5_TUNING.contains(&name)
}

/// What there is to say about such an option.
#[must_use]
pub fn without_effect(name: &str) -> String {
    format!("`{name}` steers a procedure that is not there, and has no effect")
}

/// What there is to say about a name that is no option of anybody, with the nearest one that is.
#[must_use]
pub fn unknown(what: &str, name: &str) -> String {
    let bare = name.trim_start_matches([':', '-']);
    let mark = &name[..name.len() - bare.len()];
    let rows = super::TABLE.iter();
    let names = rows.flat_map(|spec| spec.aliases.iter().copied().chain([spec.name]));
    let marked: Vec<String> = names.map(|known| format!("{mark}{known}")).collect();
    let near = sinew_smtlib::did_you_mean(name, marked.iter().map(String::as_str));
    let near = near.map_or_else(String::new, |help| format!("; {help}"));
    format!("unknown {what} `{name}`{near}")
}

/// Whether the option names a language, in which case only SMT-LIB will do.
#[must_use]
pub fn is_language(name: &str) -> bool {
    matches!(
        name,
        "lang" | "input-language" | "output-lang" | "output-language"
    )
}
