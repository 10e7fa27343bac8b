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
    let operators = Op::TABLE.iter().filter(|row| row.op != Op::Neg);
    let table = operators.map(|row| {
        let (head, standing) = meaning(row.op);
        (row.name, head, standing)
    });
    table.chain(ALIASES.iter().copied())
}

fn meaning(op: Op) -> (Head, Standing) {
    let head = match op {
        // One name for both.
        Op::Sub | Op::Neg => Head::Minus,
        Op::IndexOf => Head::IndexOf,
        op => Head::Op(op),
    };
    let standing = match EXTENSIONS.contains(&op) {
        true => Standing::Extension,
        false => Standing::Standard,
    };
    (head, standing)
}

/// What a name means; of several meanings that of an alias counts.
#[inline]
pub(crate) fn find(name: &str) -> Option<(Head, Standing)> {
    let mut slot = slot_of(name.as_bytes());
    loop {
        let at = usize::from(NAMES[slot]).checked_sub(1)?;
        if name_at(at) == name {
            return Some(match ALIASES.get(at.wrapping_sub(Op::TABLE.len())) {
                Some(&(_, head, standing)) => (head, standing),
                None => meaning(Op::TABLE[at].op),
            });
        }
        slot = (slot + 1) % SLOTS;
    }
}

/// Slots of [`NAMES`], a power of two: about eight for each name.
const SLOTS: usize = 1024;

/// A hash table of all names, made by the compiler, since making one takes longer than reading a small script. A slot has one more than the position
/// of a name, operators before aliases, or nothing; the next slots are for names that meet in one.
static NAMES: [u8; SLOTS] = {
    let mut table = [0; SLOTS];
    let mut at = Op::TABLE.len() + ALIASES.len();
    assert!(at < 255, "positions fit");
    while at > 0 {
        let mut slot = slot_of(name_at(at - 1).as_bytes());
        while table[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        #[allow(clippy::cast_possible_truncation)] // Asserted above.
        {
            table[slot] = at as u8;
        }
        at -= 1;
    }
    table
};

const fn name_at(at: usize) -> &'static str {
    let operators = Op::TABLE.len();
    if at < operators {
        Op::TABLE[at].name
    } else {
        ALIASES[at - operators].0
    }
}

/// Names differ in length, at the end, and in the middle, where `str.` and `re.` are over.
const fn slot_of(name: &[u8]) -> usize {
    let count = name.len();
    if count == 0 {
        return 0;
    }
    let places = [count - 1, count / 2, count * 3 / 4];
    let mut key = count as u64;
    let mut at = 0;
    while at < places.len() {
        key = key << 8 | name[places[at]] as u64;
        at += 1;
    }
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54) as usize
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_names_has_all_and_nothing_else() {
        for (name, _, _) in symbols() {
            let listed = symbols().filter(|&(other, _, _)| other == name).last();
            let listed = listed.map(|(_, head, standing)| (head, standing));
            assert_eq!(find(name), listed, "{name}");
            for other in [format!("{name}x"), format!("x{name}"), name[1..].to_owned()] {
                let known = symbols().any(|(name, _, _)| name == other);
                assert_eq!(find(&other).is_some(), known, "{other}");
            }
        }
        assert_eq!(find(""), None);
    }
}
