//! The laws, one file per family of operators, one function per law.
//!
//! Rules for rules: a law is an equivalence in every model; its result is no worse than what it
//! replaces (fewer or smaller operators, or a step towards the normal forms listed in the
//! families); commutativity is used only to sort arguments by the order of terms. Each rule gets
//! a term whose arguments are in normal form and returns `None` where it has nothing to say.

use sinew_term::{Op, Term};

use crate::context::Ctx;

mod affix;
mod and_or;
mod arith;
mod boolean;
mod case;
mod compare;
mod concat;
mod contains;
mod convert;
mod division;
mod equality;
mod indexof;
mod ite;
mod length;
mod lift;
mod membership;
mod numerals;
mod order;
mod quantifier;
mod regex;
mod regex_bool;
mod replace;
mod replace_all;
mod replace_re;
mod string_equality;
mod substr;
mod transform;
mod word_equation;

/// A law with its name.
pub(crate) struct Rule {
    pub(crate) name: &'static str,
    pub(crate) law: fn(&mut Ctx<'_>, Term) -> Option<Term>,
}

/// A table of rules named after their functions.
macro_rules! rules {
    ($($law:ident),* $(,)?) => {
        &[$( $crate::rules::Rule { name: stringify!($law), law: $law } ),*]
    };
}
pub(crate) use rules;

/// The table of families: which rules the terms with an operator have. The match is exhaustive, so
/// a new operator must say here that it has rules, or join those that have none.
macro_rules! families {
    ($($pattern:pat => $family:expr,)* ; without: $none:pat) => {
        /// The rules for terms with this operator: those of its family, then the general ones.
        pub(crate) fn for_op(op: Op) -> (&'static [Rule], &'static [Rule]) {
            let specific: &'static [Rule] = match op {
                $($pattern => $family,)*
                $none => &[],
            };
            let general = match op {
                Op::Ite | Op::And | Op::Or | Op::Not | Op::Forall(_) | Op::Exists(_) => &[],
                _ => lift::GENERAL,
            };
            (specific, general)
        }

        const FAMILIES: &[&[Rule]] = &[$($family,)* lift::GENERAL];
    };
}

families! {
    Op::Not => boolean::NOT,
    Op::Implies => boolean::IMPLIES,
    Op::Xor => boolean::XOR,
    Op::And => and_or::AND,
    Op::Or => and_or::OR,
    Op::Eq => equality::EQ,
    Op::Distinct => equality::DISTINCT,
    Op::Ite => ite::ITE,
    Op::Add => arith::ADD,
    Op::Mul => arith::MUL,
    Op::Abs => arith::ABS,
    Op::Div => division::DIV,
    Op::Mod => division::MOD,
    Op::Divisible(_) => division::DIVISIBLE,
    Op::Le | Op::Lt | Op::Gt => compare::OTHER,
    Op::Ge => compare::GE,
    Op::Concat => concat::CONCAT,
    Op::Len => length::LEN,
    Op::StrLt => order::LT,
    Op::StrLe => order::LE,
    Op::At => substr::AT,
    Op::Substr => substr::SUBSTR,
    Op::PrefixOf => affix::PREFIX,
    Op::SuffixOf => affix::SUFFIX,
    Op::Contains => contains::CONTAINS,
    Op::IndexOf => indexof::INDEXOF,
    Op::Replace => replace::REPLACE,
    Op::ReplaceAll => replace_all::REPLACE_ALL,
    Op::ReplaceRe => replace_re::REPLACE_RE,
    Op::ReplaceReAll => replace_re::REPLACE_RE_ALL,
    Op::IndexOfRe => replace_re::INDEXOF_RE,
    Op::IsDigit => convert::IS_DIGIT,
    Op::ToCode => convert::TO_CODE,
    Op::FromCode => convert::FROM_CODE,
    Op::ToInt => convert::TO_INT,
    Op::FromInt => convert::FROM_INT,
    Op::InRe => membership::IN_RE,
    Op::Rev => transform::REV,
    Op::Update => transform::UPDATE,
    Op::ToLower | Op::ToUpper => transform::CASE,
    Op::StrToRe => regex::STR_TO_RE,
    Op::ReConcat => regex::CONCAT,
    Op::ReUnion => regex_bool::UNION,
    Op::ReInter => regex_bool::INTER,
    Op::ReComp => regex_bool::COMP,
    Op::ReDiff => regex_bool::DIFF,
    Op::ReStar => regex::STAR,
    Op::RePlus => regex::PLUS,
    Op::ReOpt => regex::OPT,
    Op::ReRange => regex::RANGE,
    Op::RePow(_) => regex::POW,
    Op::ReLoop(..) => regex::LOOP,
    Op::Forall(_) | Op::Exists(_) => quantifier::QUANTIFIER,
    ;
    // Values, symbols and constants of the sort RegLan are normal forms; differences are
    // flattened into sums before any rule runs; patterns are not touched.
    without: Op::True | Op::False | Op::Int(_) | Op::Str(_) | Op::Var(_) | Op::Apply(_) | Op::Neg | Op::Sub
        | Op::ReNone | Op::ReAll | Op::ReAllChar | Op::Pattern
}

/// Every rule, in the order of the families.
pub(crate) fn all() -> impl Iterator<Item = &'static Rule> {
    FAMILIES.iter().copied().flatten()
}
