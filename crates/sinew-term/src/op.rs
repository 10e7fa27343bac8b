//! Operators, their SMT-LIB names and their ranks, in one table.
//!
//! The parser, the printer and the sort checker all read [`Op::TABLE`]. A new operator is a variant
//! and a row here; the compiler then asks for its meaning in the reference semantics and its family
//! in the simplifier, and `tests/operators.txt` for an instance or a reason in every other layer.

use crate::sort::Sort;
use crate::symbols::{FunId, VarId};

/// An integer in a [`TermStore`](crate::TermStore).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IntId(pub(crate) u32);

/// A string in a [`TermStore`](crate::TermStore).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StrId(pub(crate) u32);

/// What stands at the root of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // The SMT-LIB name of each variant is its documentation; see `Op::TABLE`.
pub enum Op {
    // Core.
    True,
    False,
    Not,
    Implies,
    And,
    Or,
    Xor,
    Eq,
    Distinct,
    Ite,
    // Ints.
    /// An integer; negative ones included.
    Int(IntId),
    Neg,
    Sub,
    Add,
    Mul,
    Div,
    Mod,
    Abs,
    Le,
    Lt,
    Ge,
    Gt,
    /// `(_ divisible n)`, n positive.
    Divisible(IntId),
    // Strings.
    /// A string.
    Str(StrId),
    Concat,
    Len,
    StrLt,
    StrLe,
    At,
    Substr,
    PrefixOf,
    SuffixOf,
    Contains,
    IndexOf,
    Replace,
    ReplaceAll,
    ReplaceRe,
    ReplaceReAll,
    IsDigit,
    ToCode,
    FromCode,
    ToInt,
    FromInt,
    InRe,
    // Strings, extensions.
    Rev,
    Update,
    ToLower,
    ToUpper,
    IndexOfRe,
    // Regular languages.
    StrToRe,
    ReNone,
    ReAll,
    ReAllChar,
    ReConcat,
    ReUnion,
    ReInter,
    ReStar,
    ReComp,
    ReDiff,
    RePlus,
    ReOpt,
    ReRange,
    /// `(_ re.^ n)`
    RePow(u32),
    /// `(_ re.loop lo hi)`
    ReLoop(u32, u32),
    // Symbols and binders.
    /// A declared function applied to its arguments; a declared constant if there are none.
    Apply(FunId),
    /// A variable bound by an enclosing quantifier.
    Var(VarId),
    /// Universal quantifier over the given number of variables. Arguments: the variables, the
    /// body, then one [`Op::Pattern`] per `:pattern` attribute.
    Forall(u32),
    /// Existential quantifier; arguments as for [`Op::Forall`].
    Exists(u32),
    /// The terms of one `:pattern`; occurs only as an argument of a quantifier.
    Pattern,
}

/// The arguments an operator takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Params {
    /// Exactly these sorts.
    Fixed(&'static [Sort]),
    /// At least `min` arguments, all of `sort`.
    Many {
        /// The common sort of the arguments.
        sort: Sort,
        /// The least number of arguments.
        min: usize,
    },
    /// Two or more arguments of one common sort, whichever it is.
    Same,
    /// A condition and two branches of one common sort, which is also the result's.
    Branches,
    /// As the function was declared.
    Declared,
    /// Variables, a body, patterns.
    Binder,
    /// Any terms.
    Pattern,
}

/// What gives an operator its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theory {
    /// Booleans, equality and `ite`.
    Core,
    /// Integers.
    Ints,
    /// Strings: the operators that have strings as arguments or as result, and no language as result.
    Strings,
    /// Regular languages: the operators that make them.
    Languages,
    /// A declaration, a binder, or the annotation of one.
    Symbols,
}

/// One row of [`Op::TABLE`].
#[derive(Clone, Copy, Debug)]
pub struct OpInfo {
    /// The operator.
    pub op: Op,
    /// Its SMT-LIB name.
    pub name: &'static str,
    /// The arguments it takes.
    pub params: Params,
    /// The sort of the result; for `ite` a placeholder, since there the branches decide.
    pub result: Sort,
}

const B: Sort = Sort::Bool;
const I: Sort = Sort::Int;
const S: Sort = Sort::String;
const R: Sort = Sort::RegLan;

const fn fixed(params: &'static [Sort]) -> Params {
    Params::Fixed(params)
}

const fn many(sort: Sort, min: usize) -> Params {
    Params::Many { sort, min }
}

/// Writes the table once as data, for those who iterate, and once as a `match`, for those who
/// look up an operator for every term they make. The match is exhaustive: a variant without a row
/// does not compile.
macro_rules! operators {
    (
        plain { $( $op:ident $name:literal $params:expr => $result:expr; )* }
        other { $( $other:ident $pattern:tt $description:literal $takes:expr => $gives:expr; )* }
    ) => {
        /// Every operator that is written as a plain symbol. Associative operators accept a single
        /// argument too, as widespread scripts have it; chains and differences need two.
        pub const TABLE: &'static [OpInfo] =
            &[$( OpInfo { op: Op::$op, name: $name, params: $params, result: $result }, )*];

        /// The variants of this type by name, for tests that ask for something of every operator.
        pub const VARIANTS: &'static [&'static str] =
            &[$( stringify!($op), )* $( stringify!($other), )*];

        /// Name, arguments and result of this operator. Values, symbols, indexed operators and
        /// binders, which are not in [`Op::TABLE`], have rows of their own; the names of those
        /// without a symbol are descriptions.
        #[must_use]
        pub const fn info(self) -> OpInfo {
            let (name, params, result) = match self {
                $( Op::$op => ($name, $params, $result), )*
                $( Op::$other $pattern => ($description, $takes, $gives), )*
            };
            OpInfo { op: self, name, params, result }
        }

        /// The name of the variant, one of [`Op::VARIANTS`].
        #[must_use]
        pub const fn variant(self) -> &'static str {
            match self {
                $( Op::$op => stringify!($op), )*
                $( Op::$other $pattern => stringify!($other), )*
            }
        }
    };
}

impl Op {
    operators! {
    plain {
        True "true" fixed(&[]) => B;
        False "false" fixed(&[]) => B;
        Not "not" fixed(&[B]) => B;
        Implies "=>" many(B, 2) => B;
        And "and" many(B, 1) => B;
        Or "or" many(B, 1) => B;
        Xor "xor" many(B, 2) => B;
        Eq "=" Params::Same => B;
        Distinct "distinct" Params::Same => B;
        Ite "ite" Params::Branches => B;
        Neg "-" fixed(&[I]) => I;
        Sub "-" many(I, 2) => I;
        Add "+" many(I, 1) => I;
        Mul "*" many(I, 1) => I;
        Div "div" many(I, 2) => I;
        Mod "mod" fixed(&[I, I]) => I;
        Abs "abs" fixed(&[I]) => I;
        Le "<=" many(I, 2) => B;
        Lt "<" many(I, 2) => B;
        Ge ">=" many(I, 2) => B;
        Gt ">" many(I, 2) => B;
        Concat "str.++" many(S, 1) => S;
        Len "str.len" fixed(&[S]) => I;
        StrLt "str.<" many(S, 2) => B;
        StrLe "str.<=" many(S, 2) => B;
        At "str.at" fixed(&[S, I]) => S;
        Substr "str.substr" fixed(&[S, I, I]) => S;
        PrefixOf "str.prefixof" fixed(&[S, S]) => B;
        SuffixOf "str.suffixof" fixed(&[S, S]) => B;
        Contains "str.contains" fixed(&[S, S]) => B;
        IndexOf "str.indexof" fixed(&[S, S, I]) => I;
        Replace "str.replace" fixed(&[S, S, S]) => S;
        ReplaceAll "str.replace_all" fixed(&[S, S, S]) => S;
        ReplaceRe "str.replace_re" fixed(&[S, R, S]) => S;
        ReplaceReAll "str.replace_re_all" fixed(&[S, R, S]) => S;
        IsDigit "str.is_digit" fixed(&[S]) => B;
        ToCode "str.to_code" fixed(&[S]) => I;
        FromCode "str.from_code" fixed(&[I]) => S;
        ToInt "str.to_int" fixed(&[S]) => I;
        FromInt "str.from_int" fixed(&[I]) => S;
        InRe "str.in_re" fixed(&[S, R]) => B;
        Rev "str.rev" fixed(&[S]) => S;
        Update "str.update" fixed(&[S, I, S]) => S;
        ToLower "str.to_lower" fixed(&[S]) => S;
        ToUpper "str.to_upper" fixed(&[S]) => S;
        IndexOfRe "str.indexof_re" fixed(&[S, R, I]) => I;
        StrToRe "str.to_re" fixed(&[S]) => R;
        ReNone "re.none" fixed(&[]) => R;
        ReAll "re.all" fixed(&[]) => R;
        ReAllChar "re.allchar" fixed(&[]) => R;
        ReConcat "re.++" many(R, 1) => R;
        ReUnion "re.union" many(R, 1) => R;
        ReInter "re.inter" many(R, 1) => R;
        ReStar "re.*" fixed(&[R]) => R;
        ReComp "re.comp" fixed(&[R]) => R;
        ReDiff "re.diff" many(R, 2) => R;
        RePlus "re.+" fixed(&[R]) => R;
        ReOpt "re.opt" fixed(&[R]) => R;
        ReRange "re.range" fixed(&[S, S]) => R;
    }
    other {
        Int (_) "integer literal" fixed(&[]) => I;
        Str (_) "string literal" fixed(&[]) => S;
        Divisible (_) "divisible" fixed(&[I]) => B;
        RePow (_) "re.^" fixed(&[R]) => R;
        ReLoop (..) "re.loop" fixed(&[R]) => R;
        Apply (_) "function" Params::Declared => B;
        Var (_) "variable" Params::Declared => B;
        Forall (_) "forall" Params::Binder => B;
        Exists (_) "exists" Params::Binder => B;
        Pattern {} ":pattern" Params::Pattern => B;
    }
    }

    /// The SMT-LIB name, for operators that have a fixed one.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The theory that the operator belongs to, by its row: what its arguments and its result are.
    #[must_use]
    pub fn theory(self) -> Theory {
        let info = self.info();
        let about = |sort: Sort| match info.params {
            Params::Fixed(params) => params.contains(&sort) || info.result == sort,
            Params::Many { sort: each, .. } => each == sort || info.result == sort,
            _ => false,
        };
        match info.params {
            Params::Declared | Params::Binder | Params::Pattern => Theory::Symbols,
            _ if info.result == Sort::RegLan => Theory::Languages,
            _ if about(Sort::String) || about(Sort::RegLan) => Theory::Strings,
            _ if about(Sort::Int) => Theory::Ints,
            _ => Theory::Core,
        }
    }

    /// Whether this is an *extended* function or predicate of strings: any operator on strings
    /// besides concatenation and length, which word equations are made of.
    #[must_use]
    pub fn is_extended(self) -> bool {
        self.theory() == Theory::Strings && !matches!(self, Op::Str(_) | Op::Concat | Op::Len)
    }

    /// Whether the operator is a chainable relation: `(op a b c)` means `(op a b) ∧ (op b c)`.
    #[must_use]
    pub fn is_chainable(self) -> bool {
        matches!(
            self,
            Op::Eq | Op::Le | Op::Lt | Op::Ge | Op::Gt | Op::StrLt | Op::StrLe
        )
    }

    /// Whether this is `forall` or `exists`.
    #[must_use]
    pub fn is_binder(self) -> bool {
        matches!(self, Op::Forall(_) | Op::Exists(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_except_minus() {
        let mut names: Vec<_> = Op::TABLE.iter().map(|row| row.name).collect();
        names.sort_unstable();
        let before = names.len();
        names.dedup();
        assert_eq!(before - names.len(), 1, "only `-` has two ranks");
    }

    #[test]
    fn operators_stay_small() {
        assert!(std::mem::size_of::<Op>() <= 12);
    }

    #[test]
    fn theories_are_those_of_the_standard() {
        for row in Op::TABLE {
            let wanted = match row.name {
                name if name.starts_with("str.") && name != "str.to_re" => Theory::Strings,
                name if name.starts_with("re.") || name == "str.to_re" => Theory::Languages,
                "-" | "+" | "*" | "div" | "mod" | "abs" | "<=" | "<" | ">=" | ">" => Theory::Ints,
                _ => Theory::Core,
            };
            assert_eq!(row.op.theory(), wanted, "{}", row.name);
            let extended = wanted == Theory::Strings && !["str.++", "str.len"].contains(&row.name);
            assert_eq!(row.op.is_extended(), extended, "{}", row.name);
        }
        assert_eq!(Op::Str(StrId(0)).theory(), Theory::Strings);
        assert!(!Op::Str(StrId(0)).is_extended());
        assert_eq!(Op::Divisible(IntId(0)).theory(), Theory::Ints);
        assert_eq!(Op::ReLoop(1, 2).theory(), Theory::Languages);
        assert_eq!(Op::Forall(1).theory(), Theory::Symbols);
    }

    #[test]
    fn info_finds_every_row() {
        for row in Op::TABLE {
            assert_eq!(row.op.name(), row.name);
        }
    }
}
