//! Operators and sorts of the proof language, one row each.
//!
//! A signature is a word: argument letters, `>`, result letter. `B` Bool, `I` Int, `R` Real, `S` String, `L` RegLan,
//! `V` a list of terms, `T` a sort; `a` any sort and `n` Int or Real, both the same wherever they occur; `x` anything.
//! A star after a letter says that the operator takes any number of arguments of that sort.

use super::index::{rows_of, sorted};

/// The sort of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Integers.
    Int,
    /// Rationals and reals.
    Real,
    /// Strings.
    String,
    /// Regular languages.
    RegLan,
    /// Lists of terms: the variables of a binder, arguments of rules.
    List,
    /// The sort of a sort given as an argument.
    Type,
    /// A declared sort, by number.
    User(u32),
}

/// What a term is built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// An operator of the theories, or a witness.
    Known(Known),
    /// A declared constant or function, by number.
    Declared(u32),
    /// A variable, by the number of its name, with its sort.
    Variable(u32, Sort),
    /// An integer, by number.
    Int(u32),
    /// A rational that is written as a fraction, by number.
    Rational(u32),
    /// A string, by number.
    Str(u32),
    /// A sort as an argument.
    Sort(Sort),
}

macro_rules! operators {
    ($($(#[$doc:meta])* $variant:ident $name:literal $signature:literal;)*) => {
        /// The operators of the theories, and the witnesses that rules introduce.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Known {
            $(#[doc = $name] $variant,)*
        }

        /// Every operator.
        pub(crate) const ALL: &[Known] = &[$(Known::$variant,)*];

        const COUNT: usize = ALL.len();

        impl Known {
            /// How it is written.
            pub const fn name(self) -> &'static str {
                match self { $(Known::$variant => $name,)* }
            }

            pub(crate) fn signature(self) -> &'static str {
                match self { $(Known::$variant => $signature,)* }
            }
        }
    };
}

operators! {
    True "true" ">B"; False "false" ">B"; Not "not" "B>B"; And "and" "B*>B"; Or "or" "B*>B"; Implies "=>" "BB>B";
    Xor "xor" "BB>B"; Eq "=" "aa>B"; Ite "ite" "Baa>a"; Distinct "distinct" "a*>B"; Forall "forall" "VB>B";
    Exists "exists" "VB>B"; List "@list" "x*>V";
    Add "+" "n*>n"; Mul "*" "n*>n"; Sub "-" "nn>n"; Neg "-" "n>n"; Lt "<" "nn>B"; Le "<=" "nn>B"; Gt ">" "nn>B"; Ge ">=" "nn>B";
    Div "div" "II>I"; Mod "mod" "II>I"; DivTotal "div_total" "II>I"; ModTotal "mod_total" "II>I"; Abs "abs" "n>n";
    ToReal "to_real" "I>R"; ToInt "to_int" "R>I"; IsInt "is_int" "R>B"; Slash "/" "nn>R"; SlashTotal "/_total" "nn>R";
    Divisible "divisible" "II>B";
    Len "str.len" "S>I"; Concat "str.++" "S*>S"; Substr "str.substr" "SII>S"; Contains "str.contains" "SS>B";
    Replace "str.replace" "SSS>S"; IndexOf "str.indexof" "SSI>I"; At "str.at" "SI>S"; PrefixOf "str.prefixof" "SS>B";
    SuffixOf "str.suffixof" "SS>B"; Rev "str.rev" "S>S"; Update "str.update" "SIS>S"; ToLower "str.to_lower" "S>S";
    ToUpper "str.to_upper" "S>S"; ToCode "str.to_code" "S>I"; FromCode "str.from_code" "I>S"; IsDigit "str.is_digit" "S>B";
    StrToInt "str.to_int" "S>I"; FromInt "str.from_int" "I>S"; StrLt "str.<" "SS>B"; StrLe "str.<=" "SS>B";
    ReplaceAll "str.replace_all" "SSS>S"; ReplaceRe "str.replace_re" "SLS>S"; ReplaceReAll "str.replace_re_all" "SLS>S";
    IndexOfRe "str.indexof_re" "SLI>I"; InRe "str.in_re" "SL>B";
    AllChar "re.allchar" ">L"; ReNone "re.none" ">L"; ReAll "re.all" ">L"; ToRe "str.to_re" "S>L"; Star "re.*" "L>L";
    Plus "re.+" "L>L"; Power "re.^" "IL>L"; Opt "re.opt" "L>L"; Comp "re.comp" "L>L"; Range "re.range" "SS>L";
    ReConcat "re.++" "L*>L"; ReInter "re.inter" "L*>L"; ReUnion "re.union" "L*>L"; ReDiff "re.diff" "LL>L"; Loop "re.loop" "IIL>L";
    Purify "@purify" "a>a"; IntDivByZero "@int_div_by_zero" "I>I"; ModByZero "@mod_by_zero" "I>I"; DivByZero "@div_by_zero" "R>R";
    UnfoldPart "@re_unfold_pos_component" "SLI>S"; DiffIndex "@strings_deq_diff" "SS>I";
    StoiResult "@strings_stoi_result" "SI>I"; StoiNonDigit "@strings_stoi_non_digit" "S>I"; ItosResult "@strings_itos_result" "II>I";
    NumOccur "@strings_num_occur" "SS>I"; NumOccurRe "@strings_num_occur_re" "SL>I"; OccurIndex "@strings_occur_index" "SSI>I";
    OccurIndexRe "@strings_occur_index_re" "SLI>I"; ReplaceAllResult "@strings_replace_all_result" "SSSI>S";
    ReplaceReAllResult "@strings_replace_re_all_result" "SLSI>S"; WordOfLength "@witness_string_length" "TII>S";
    Skolem "@quantifiers_skolemize" "BI>x";
}

static BY_NAME: [(&str, Known); COUNT] = {
    let mut rows = [("", Known::True); COUNT];
    let mut at = 0;
    while at < COUNT {
        rows[at] = (ALL[at].name(), ALL[at]);
        at += 1;
    }
    sorted(rows)
};

impl Known {
    /// The operator that is written so; of several, the last.
    pub(crate) fn named(name: &str) -> Option<Known> {
        rows_of(&BY_NAME, name).last().map(|&(_, op)| op)
    }

    /// Whether applications are lists of arguments that end in a neutral element. `(op)` is that element; a list of one
    /// argument is not that argument.
    pub fn is_list(self) -> bool {
        use Known::{Add, And, Concat, List, Mul, Or, ReConcat, ReInter, ReUnion};
        matches!(
            self,
            Or | And | Add | Mul | Concat | ReConcat | ReInter | ReUnion | List
        )
    }

    /// Whether `(op a b c)` stands for the conjunction of its neighbours' comparisons.
    pub(crate) fn is_chainable(self) -> bool {
        use Known::{Eq, Ge, Gt, Le, Lt};
        matches!(self, Eq | Lt | Le | Gt | Ge)
    }

    /// Whether `(op a b c)` stands for `(op (op a b) c)`.
    pub(crate) fn is_left_associative(self) -> bool {
        use Known::{Div, DivTotal, Slash, SlashTotal, Sub, Xor};
        matches!(self, Sub | Div | DivTotal | Xor | Slash | SlashTotal)
    }
}

impl Sort {
    /// The predefined sort of this name.
    pub(crate) fn named(name: &str) -> Option<Sort> {
        Some(match name {
            "Bool" => Sort::Bool,
            "Int" => Sort::Int,
            "Real" => Sort::Real,
            "String" => Sort::String,
            "RegLan" => Sort::RegLan,
            "@List" => Sort::List,
            _ => return None,
        })
    }

    /// How a predefined sort is written.
    pub(crate) fn name(self) -> Option<&'static str> {
        Some(match self {
            Sort::Bool => "Bool",
            Sort::Int => "Int",
            Sort::Real => "Real",
            Sort::String => "String",
            Sort::RegLan => "RegLan",
            Sort::List => "@List",
            Sort::Type => "Type",
            Sort::User(_) => return None,
        })
    }
}

/// The result sort of an operator, or what is wrong with the arguments' sorts.
pub(crate) fn result_sort(op: Known, args: &[Sort]) -> Result<Sort, String> {
    let signature = op.signature().as_bytes();
    let mut same: Option<Sort> = None;
    let mut at = 0;
    let star = signature.get(1) == Some(&b'*');
    for (i, &sort) in args.iter().enumerate() {
        let letter = signature[at];
        if letter == b'>' {
            return Err(format!("{} has too many arguments", op.name()));
        }
        let fits = match letter {
            b'a' => *same.get_or_insert(sort) == sort && sort != Sort::Type,
            b'n' => *same.get_or_insert(sort) == sort && matches!(sort, Sort::Int | Sort::Real),
            b'x' => true,
            _ => fixed(letter) == Some(sort),
        };
        if !fits {
            return Err(format!(
                "argument {} of {} has the wrong sort ({sort:?})",
                i + 1,
                op.name()
            ));
        }
        if !star {
            at += 1;
        }
    }
    if star {
        at = 2;
    } else if signature[at] != b'>' {
        return Err(format!("{} has too few arguments", op.name()));
    }
    match signature[at + 1] {
        b'a' | b'n' => same.ok_or_else(|| format!("{} has no arguments", op.name())),
        letter => fixed(letter).ok_or_else(|| format!("{} has no fixed sort", op.name())),
    }
}

fn fixed(letter: u8) -> Option<Sort> {
    Some(match letter {
        b'B' => Sort::Bool,
        b'I' => Sort::Int,
        b'R' => Sort::Real,
        b'S' => Sort::String,
        b'L' => Sort::RegLan,
        b'V' => Sort::List,
        b'T' => Sort::Type,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_are_checked() {
        use Sort::{Bool, Int, Real, String};
        for (op, args, result) in [
            (Known::Eq, &[Int, Int][..], Some(Bool)),
            (Known::Eq, &[Int, Real], None),
            (Known::Add, &[Real, Real, Real], Some(Real)),
            (Known::Add, &[Int, Real], None),
            (Known::Add, &[String], None),
            (Known::Ite, &[Bool, String, String], Some(String)),
            (Known::Ite, &[Bool, String], None),
            (Known::Substr, &[String, Int, Int, Int], None),
            (Known::Concat, &[], Some(String)),
            (Known::True, &[], Some(Bool)),
        ] {
            assert_eq!(result_sort(op, args).ok(), result, "{op:?} {args:?}");
        }
    }
}
