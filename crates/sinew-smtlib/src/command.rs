//! The commands of SMT-LIB 2.6 and 2.7, as data.

use sinew_base::Integer;
use sinew_term::{FunId, Sort, Term};

/// The value of an option or an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeValue {
    /// A symbol, without bars; `true` and `false` are symbols here.
    Symbol(String),
    /// A numeral.
    Numeral(Integer),
    /// A string literal's value.
    String(String),
    /// Anything else, as it was written.
    Other(String),
}

impl AttributeValue {
    /// The truth value, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            AttributeValue::Symbol(symbol) if symbol == "true" => Some(true),
            AttributeValue::Symbol(symbol) if symbol == "false" => Some(false),
            _ => None,
        }
    }

    /// The value in SMT-LIB syntax.
    #[must_use]
    pub fn smtlib(&self) -> String {
        match self {
            AttributeValue::Symbol(symbol) => crate::print::print_symbol(symbol).into_owned(),
            AttributeValue::Numeral(value) => value.to_string(),
            AttributeValue::String(text) => format!("\"{}\"", text.replace('"', "\"\"")),
            AttributeValue::Other(text) => text.clone(),
        }
    }
}

/// A command that was read, checked and, as far as it concerns the meaning of symbols, applied to
/// the [`Environment`](crate::Environment).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Command {
    /// `(set-logic L)`
    SetLogic(String),
    /// `(set-option :keyword value)`; the keyword comes with its colon.
    SetOption {
        /// The option.
        keyword: String,
        /// Its new value.
        value: Option<AttributeValue>,
    },
    /// `(set-info :keyword value)`
    SetInfo {
        /// The attribute.
        keyword: String,
        /// Its value.
        value: Option<AttributeValue>,
    },
    /// `(get-option :keyword)`
    GetOption(String),
    /// `(get-info :keyword)`
    GetInfo(String),
    /// `declare-const` and `declare-fun`
    DeclareFun(FunId),
    /// `(declare-sort S n)`
    DeclareSort {
        /// The name.
        name: String,
        /// How many parameters it takes.
        arity: u32,
    },
    /// `(define-sort S (X …) sort)`
    DefineSort {
        /// The name.
        name: String,
        /// How many parameters it takes.
        arity: u32,
    },
    /// `define-fun` and `define-const`: uses of it are expanded while reading.
    DefineFun {
        /// The name.
        name: String,
        /// The parameters, variables that are free in the body.
        params: Vec<Term>,
        /// The sort of the result.
        result: Sort,
        /// The value.
        body: Term,
    },
    /// `define-fun-rec` and `define-funs-rec`: the functions are like declared ones, their
    /// definitions are in the environment.
    DefineFunsRec(Vec<FunId>),
    /// `(push n)`
    Push(u32),
    /// `(pop n)`
    Pop(u32),
    /// `(reset)`
    Reset,
    /// `(reset-assertions)`
    ResetAssertions,
    /// `(assert t)`
    Assert {
        /// The assertion.
        term: Term,
        /// Names given by `:named` inside it, in the order of the text.
        names: Vec<(String, Term)>,
    },
    /// `(check-sat)`
    CheckSat,
    /// `(check-sat-assuming (l …))`: each literal with its text.
    CheckSatAssuming(Vec<(Term, String)>),
    /// `(get-model)`
    GetModel,
    /// `(get-value (t …))`: each term with its text.
    GetValue(Vec<(Term, String)>),
    /// `(get-assignment)`
    GetAssignment,
    /// `(get-unsat-core)`
    GetUnsatCore,
    /// `(get-unsat-assumptions)`
    GetUnsatAssumptions,
    /// `(get-assertions)`
    GetAssertions,
    /// `(get-proof)`
    GetProof,
    /// `(simplify t)`, as Z3 has it.
    Simplify(Term),
    /// Z3's `eval`: the value of a term in the latest model.
    Eval(Term),
    /// Z3's `check-sat-using`, whatever tactic it names.
    CheckSatUsing,
    /// `(echo "…")`
    Echo(String),
    /// `(exit)`
    Exit,
    /// A command of other solvers that is recognised and not supported: its name.
    Unsupported(String),
}
