//! The symbols that have a meaning without being declared: the standard ones, extensions, and
//! the names that drafts and other solvers used for them.

use sinew_term::{FunId, IntId, Op, Params};

/// What stands at the head of an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Head {
    /// An operator.
    Op(Op),
    /// `-`, which is negation or subtraction as its arguments have it.
    Minus,
    /// `str.indexof`, whose third argument drafts allowed to be left out.
    IndexOf,
    /// `(re.loop r lo hi)` or `(re.loop r lo)` of the drafts.
    LoopWithBounds,
    /// `(re.^ r n)`, or its index is still to come.
    PowerWithExponent,
    /// `((_ re.^ n) r)`
    Power(IntId),
    /// `((_ re.loop lo hi) r)`
    Loop(IntId, IntId),
    /// `((_ re.loop lo) r)`: at least `lo` times.
    LoopFrom(IntId),
    /// `((_ divisible n) t)`
    Divisible(IntId),
    /// `seq.unit` of a character, as Z3 has it: characters are strings here already.
    Unit,
    /// `seq.empty`, which Z3 writes with its sort: `(as seq.empty String)`.
    Empty,
    /// `(seq.nth s i)` of Z3: a character, also where there is none.
    Nth,
    /// `(seq.nth_u s i)`: the code of the character that `seq.nth` is outside the string.
    NthOutside,
    /// `(seq.last_indexof s t)` of Z3.
    LastIndexOf,
    /// A declared function.
    Fun(FunId),
    /// A defined function, by its position in the environment.
    Macro(u32),
}

/// The function that says what `seq.nth` is outside the string, of which nothing is known but that it
/// is a function: printed models have it where it matters.
pub const NTH_OUTSIDE: &str = "seq.nth_u";

/// How firmly a name belongs to the theory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Named by the standard: scripts cannot declare it.
    Standard,
    /// An extension, or a name of other solvers: a script's own declaration comes first.
    Extension,
    /// A name of the drafts: likewise, and its use marks a script as legacy.
    Legacy,
}

const EXTENSIONS: &[Op] = &[Op::Rev, Op::Update, Op::ToLower, Op::ToUpper, Op::IndexOfRe];

/// Other names, what they mean, and whether they mark a script as written for the drafts.
const ALIASES: &[(&str, Head, Standing)] = {
    use Head::{LoopWithBounds, Op as O};
    use Standing::{Extension, Legacy};
    &[
        ("implies", O(Op::Implies), Extension),
        ("iff", O(Op::Eq), Extension),
        ("str.in.re", O(Op::InRe), Legacy),
        ("str.in-re", O(Op::InRe), Legacy),
        ("str.to.re", O(Op::StrToRe), Legacy),
        ("str.to-re", O(Op::StrToRe), Legacy),
        ("str.to.int", O(Op::ToInt), Legacy),
        ("str.to-int", O(Op::ToInt), Legacy),
        ("int.to.str", O(Op::FromInt), Legacy),
        ("str.from.int", O(Op::FromInt), Legacy),
        ("str.from-int", O(Op::FromInt), Legacy),
        ("str.code", O(Op::ToCode), Legacy),
        ("str.to-code", O(Op::ToCode), Extension),
        ("str.from-code", O(Op::FromCode), Extension),
        ("str.is-digit", O(Op::IsDigit), Extension),
        ("str.replaceall", O(Op::ReplaceAll), Legacy),
        ("str.replace-all", O(Op::ReplaceAll), Extension),
        ("str.replacere", O(Op::ReplaceRe), Legacy),
        ("str.replaceallre", O(Op::ReplaceReAll), Legacy),
        ("str.replace-re", O(Op::ReplaceRe), Extension),
        ("str.replace-re-all", O(Op::ReplaceReAll), Extension),
        ("str.tolower", O(Op::ToLower), Legacy),
        ("str.toupper", O(Op::ToUpper), Legacy),
        ("str.to-lower", O(Op::ToLower), Extension),
        ("str.to-upper", O(Op::ToUpper), Extension),
        ("re.nostr", O(Op::ReNone), Legacy),
        ("re.empty", O(Op::ReNone), Extension),
        ("re.full", O(Op::ReAll), Extension),
        ("re.complement", O(Op::ReComp), Extension),
        ("re.intersection", O(Op::ReInter), Extension),
        // Z3 prints sequence operations on strings so, and cvc5 reads them.
        ("seq.++", O(Op::Concat), Extension),
        ("seq.len", O(Op::Len), Extension),
        ("seq.at", O(Op::At), Extension),
        ("seq.extract", O(Op::Substr), Extension),
        ("seq.contains", O(Op::Contains), Extension),
        ("seq.prefixof", O(Op::PrefixOf), Extension),
        ("seq.suffixof", O(Op::SuffixOf), Extension),
        ("seq.indexof", Head::IndexOf, Extension),
        ("seq.last_indexof", Head::LastIndexOf, Extension),
        ("str.last_indexof", Head::LastIndexOf, Extension),
        ("seq.replace", O(Op::Replace), Extension),
        ("seq.replace_all", O(Op::ReplaceAll), Extension),
        ("seq.replace_re", O(Op::ReplaceRe), Extension),
        ("seq.replace_re_all", O(Op::ReplaceReAll), Extension),
        ("seq.rev", O(Op::Rev), Extension),
        ("seq.update", O(Op::Update), Extension),
        ("seq.in.re", O(Op::InRe), Extension),
        ("seq.in_re", O(Op::InRe), Extension),
        ("seq.to.re", O(Op::StrToRe), Extension),
        ("seq.to_re", O(Op::StrToRe), Extension),
        ("seq.unit", Head::Unit, Extension),
        ("seq.empty", Head::Empty, Extension),
        ("seq.nth", Head::Nth, Extension),
        (NTH_OUTSIDE, Head::NthOutside, Extension),
        ("char.<=", O(Op::StrLe), Extension),
        ("char.to_int", O(Op::ToCode), Extension),
        ("char.is_digit", O(Op::IsDigit), Extension),
        ("re.loop", LoopWithBounds, Standing::Standard),
        ("re.^", Head::PowerWithExponent, Standing::Standard),
    ]
};

/// Every name with its meaning and standing.
pub(crate) fn symbols() -> impl Iterator<Item = (&'static str, Head, Standing)> {
    let table = Op::TABLE.iter().filter(|row| row.op != Op::Neg).map(|row| {
        let head = match row.op {
            Op::Sub => Head::Minus,
            Op::IndexOf => Head::IndexOf,
            op => Head::Op(op),
        };
        let standing = if EXTENSIONS.contains(&row.op) {
            Standing::Extension
        } else {
            Standing::Standard
        };
        (row.name, head, standing)
    });
    table.chain(ALIASES.iter().copied())
}

/// Whether only the drafts had this name.
pub(crate) fn is_legacy_name(name: &str) -> bool {
    ALIASES
        .iter()
        .any(|&(alias, _, standing)| standing == Standing::Legacy && alias == name)
}

/// Whether the operator is a constant of the theory.
pub(crate) fn is_constant(op: Op) -> bool {
    matches!(op.info().params, Params::Fixed([]))
}

/// Words with a role of their own; as names they must be written between bars.
pub(crate) const RESERVED: &[&str] = &[
    "!",
    "_",
    "as",
    "BINARY",
    "DECIMAL",
    "exists",
    "HEXADECIMAL",
    "forall",
    "lambda",
    "let",
    "match",
    "NUMERAL",
    "par",
    "STRING",
];

/// Whether `word` is reserved by the language of terms.
pub(crate) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}
