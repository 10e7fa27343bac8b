//! The executable semantics that synthesis computes with (P0 §3.1): values and the operators on
//! them.
//!
//! It is small and fast because term enumeration and the search for witnesses call it all the
//! time. Nothing it says is taken on trust: whatever a test claims is evaluated once more, on
//! the finished formula, by the reference semantics (see [`certify`](super::certify)).

use std::sync::{Arc, LazyLock};

use sinew_base::Budget;
use sinew_term::{Integer, MAX_CHAR, Op, Sort, Term, TermStore};
use smallvec::SmallVec;

use super::lang::Lang;

/// Steps that the comparison of two languages may take.
const COMPARISON: u64 = 20_000;

/// A string while it is put together; most fit without an allocation.
type Text = SmallVec<[u32; 16]>;

/// The empty string, which every third value is.
static EMPTY: LazyLock<Arc<[u32]>> = LazyLock::new(|| Arc::new([]));

const ASCII: u32 = 0x80;
/// The strings of one letter, which every third of the others is.
static LETTERS: LazyLock<Vec<Arc<[u32]>>> =
    LazyLock::new(|| (0..ASCII).map(|c| Arc::from([c])).collect());

/// A value of sort Bool, Int, String or RegLan.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(Integer),
    /// A string of code points.
    Str(Arc<[u32]>),
    /// A regular language; different values may be the same language.
    Re(Lang),
}

impl Value {
    /// The string with the characters of `text`, none of which is above [`MAX_CHAR`].
    #[must_use]
    pub fn string(text: &str) -> Value {
        Value::text(&text.chars().map(u32::from).collect::<Text>())
    }

    /// The string of these code points.
    #[must_use]
    pub fn text(text: &[u32]) -> Value {
        Value::Str(match *text {
            [] => Arc::clone(&EMPTY),
            [c] if c < ASCII => Arc::clone(&LETTERS[c as usize]),
            _ => text.into(),
        })
    }

    /// The integer `value`.
    #[must_use]
    pub fn int(value: i64) -> Value {
        Value::Int(Integer::from(value))
    }

    /// The sort of the value.
    #[must_use]
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Str(_) => Sort::String,
            Value::Re(_) => Sort::RegLan,
        }
    }

    /// The value of a literal.
    #[must_use]
    pub fn of_literal(store: &TermStore, term: Term) -> Option<Value> {
        match store.op(term) {
            Op::True => Some(Value::Bool(true)),
            Op::False => Some(Value::Bool(false)),
            Op::Int(id) => Some(Value::Int(store.integer(id).clone())),
            Op::Str(_) => store.str_value(term).map(Value::text),
            _ => None,
        }
    }

    /// The literal that denotes the value.
    pub fn to_term(&self, store: &mut TermStore) -> Term {
        match self {
            Value::Bool(value) => store.bool(*value),
            Value::Int(value) => store.int(value.clone()),
            Value::Str(value) => store.code_points(value),
            Value::Re(value) => value.to_term(store),
        }
    }

    /// The default of a sort: `false`, 0, `""`, the language of `""`.
    #[must_use]
    pub fn default_of(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::int(0),
            Sort::RegLan => Value::Re(Lang::word(&[])),
            _ => Value::string(""),
        }
    }

    fn str(&self) -> Option<&[u32]> {
        match self {
            Value::Str(value) => Some(value),
            _ => None,
        }
    }

    fn integer(&self) -> Option<&Integer> {
        match self {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    fn lang(&self) -> Option<&Lang> {
        match self {
            Value::Re(value) => Some(value),
            _ => None,
        }
    }

    /// Whether both are the same; `None` if that was not found out, of languages.
    #[must_use]
    pub fn equals(&self, other: &Value) -> Option<bool> {
        match (self, other) {
            (Value::Re(a), Value::Re(b)) => a.equivalent(b, &Budget::with_steps(COMPARISON)).ok(),
            _ => Some(self == other),
        }
    }
}

/// `op` applied to values; `None` where it is not an operator that synthesis computes with, or
/// where the theory leaves the result open (division by zero). Truth-functional operators other
/// than equality are not here: they are evaluated with unknown arguments, by the search.
#[must_use]
pub fn apply(op: Op, args: &[&Value]) -> Option<Value> {
    let string = |i: usize| args.get(i)?.str();
    let integer = |i: usize| args.get(i)?.integer();
    let text = |value: &Text| Some(Value::text(value));
    match op {
        Op::Eq => {
            let mut equal = true;
            for pair in args.windows(2) {
                equal &= pair[0].equals(pair[1])?;
            }
            Some(Value::Bool(equal))
        }
        Op::Neg => integer(0).map(|n| Value::Int(-n)),
        Op::Add => fold(args, |a, b| a + b),
        Op::Sub => fold(args, |a, b| a - b),
        Op::Mul => fold(args, |a, b| a * b),
        Op::Abs => Some(Value::Int(integer(0)?.abs())),
        Op::Div | Op::Mod if args.len() == 2 && !integer(1)?.is_zero() => {
            let (quotient, remainder) = integer(0)?.div_rem_euclid(integer(1)?);
            Some(Value::Int(if op == Op::Div { quotient } else { remainder }))
        }
        Op::Le => chain(args, Value::integer, |a, b| a <= b),
        Op::Lt => chain(args, Value::integer, |a, b| a < b),
        Op::Ge => chain(args, Value::integer, |a, b| a >= b),
        Op::Gt => chain(args, Value::integer, |a, b| a > b),
        Op::StrLt => chain(args, Value::str, |a, b| a < b),
        Op::StrLe => chain(args, Value::str, |a, b| a <= b),
        Op::Concat => {
            let mut joined = Text::new();
            for arg in args {
                joined.extend_from_slice(arg.str()?);
            }
            text(&joined)
        }
        Op::Len => Some(Value::Int(Integer::from(string(0)?.len() as u64))),
        Op::At => Some(substr(string(0)?, integer(1)?, &Integer::from(1))),
        Op::Substr => Some(substr(string(0)?, integer(1)?, integer(2)?)),
        Op::PrefixOf => Some(Value::Bool(string(1)?.starts_with(string(0)?))),
        Op::SuffixOf => Some(Value::Bool(string(1)?.ends_with(string(0)?))),
        Op::Contains => Some(Value::Bool(find(string(0)?, string(1)?, 0).is_some())),
        Op::IndexOf => Some(Value::Int(indexof(string(0)?, string(1)?, integer(2)?))),
        Op::Replace => text(&replace(string(0)?, string(1)?, string(2)?)),
        Op::ReplaceAll => text(&replace_all(string(0)?, string(1)?, string(2)?)),
        Op::IsDigit => Some(Value::Bool(
            matches!(string(0)?, [c] if (0x30..=0x39).contains(c)),
        )),
        Op::ToCode => Some(Value::int(match string(0)? {
            [c] => i64::from(*c),
            _ => -1,
        })),
        Op::FromCode => text(&match integer(0)?.to_u32() {
            Some(code) if code <= MAX_CHAR => Text::from_slice(&[code]),
            _ => Text::new(),
        }),
        Op::ToInt => Some(Value::Int(to_int(string(0)?))),
        Op::FromInt if integer(0)?.is_negative() => text(&Text::new()),
        Op::FromInt => text(&integer(0)?.to_string().bytes().map(u32::from).collect()),
        Op::Rev => text(&string(0)?.iter().rev().copied().collect()),
        Op::Update => text(&update(string(0)?, integer(1)?, string(2)?)),
        Op::ToLower => text(&mapped(string(0)?, u8::to_ascii_lowercase)),
        Op::ToUpper => text(&mapped(string(0)?, u8::to_ascii_uppercase)),
        _ => apply_regex(op, args),
    }
}

/// The operators of P1 Table 1, and `str.indexof_re`.
fn apply_regex(op: Op, args: &[&Value]) -> Option<Value> {
    let string = |i: usize| args.get(i)?.str();
    let lang = |i: usize| args.get(i)?.lang();
    let text = |value: &Text| Some(Value::text(value));
    match op {
        Op::InRe => lang(1)?.contains(string(0)?).map(Value::Bool),
        Op::ReplaceRe => text(&replace_re(string(0)?, lang(1)?, string(2)?)?),
        Op::ReplaceReAll => text(&replace_re_all(string(0)?, lang(1)?, string(2)?)?),
        Op::IndexOfRe => {
            let (word, from) = (string(0)?, args.get(2)?.integer()?);
            let spans = lang(1)?.spans(word)?;
            let from = from.to_usize().filter(|&from| from <= word.len());
            let matches = |&start: &usize| spans.shortest(start, 0).is_some();
            let found = from.and_then(|from| (from..=word.len()).find(matches));
            Some(Value::Int(
                found.map_or(Integer::from(-1), |i| Integer::from(i as u64)),
            ))
        }
        Op::StrToRe => Some(Value::Re(Lang::word(string(0)?))),
        Op::ReRange => Some(Value::Re(Lang::range(string(0)?, string(1)?))),
        _ if op.info().result == Sort::RegLan && op != Op::Ite => {
            let langs: Option<Vec<Lang>> = args.iter().map(|arg| arg.lang().cloned()).collect();
            Lang::op(op, langs?).map(Value::Re)
        }
        _ => None,
    }
}

fn fold(args: &[&Value], step: impl Fn(&Integer, &Integer) -> Integer) -> Option<Value> {
    let (first, rest) = args.split_first()?;
    let mut result = first.integer()?.clone();
    for arg in rest {
        result = step(&result, arg.integer()?);
    }
    Some(Value::Int(result))
}

fn chain<'v, T: 'v + ?Sized>(
    args: &[&'v Value],
    part: impl Fn(&'v Value) -> Option<&'v T>,
    holds: impl Fn(&T, &T) -> bool,
) -> Option<Value> {
    for pair in args.windows(2) {
        if !holds(part(pair[0])?, part(pair[1])?) {
            return Some(Value::Bool(false));
        }
    }
    Some(Value::Bool(true))
}

fn substr(s: &[u32], offset: &Integer, length: &Integer) -> Value {
    let piece = match offset.to_usize() {
        Some(from) if from < s.len() && length.is_positive() => {
            let rest = &s[from..];
            // A length beyond the end, however large, is cut there.
            &rest[..length.to_usize().unwrap_or(usize::MAX).min(rest.len())]
        }
        _ => &[],
    };
    Value::text(piece)
}

/// The first position of `t` in `s` at or after `from`.
fn find(s: &[u32], t: &[u32], from: usize) -> Option<usize> {
    (from..=s.len()).find(|&i| s[i..].starts_with(t))
}

fn indexof(s: &[u32], t: &[u32], offset: &Integer) -> Integer {
    let found = offset.to_usize().and_then(|from| find(s, t, from));
    found.map_or(Integer::from(-1), |i| Integer::from(i as u64))
}

/// The parts one after the other.
fn joined(parts: [&[u32]; 3]) -> Text {
    let mut result = Text::new();
    for part in parts {
        result.extend_from_slice(part);
    }
    result
}

fn replace(s: &[u32], t: &[u32], u: &[u32]) -> Text {
    match find(s, t, 0) {
        Some(i) => joined([&s[..i], u, &s[i + t.len()..]]),
        None => Text::from_slice(s),
    }
}

fn replace_all(s: &[u32], t: &[u32], u: &[u32]) -> Text {
    let mut result = Text::new();
    let mut rest = s;
    if !t.is_empty() {
        while let Some(i) = find(rest, t, 0) {
            result.extend_from_slice(&rest[..i]);
            result.extend_from_slice(u);
            rest = &rest[i + t.len()..];
        }
    }
    result.extend_from_slice(rest);
    result
}

/// The leftmost match, among those the shortest, replaced.
fn replace_re(word: &[u32], lang: &Lang, by: &[u32]) -> Option<Text> {
    let spans = lang.spans(word)?;
    let found = (0..=word.len()).find_map(|from| Some((from, spans.shortest(from, 0)?)));
    Some(match found {
        Some((from, to)) => joined([&word[..from], by, &word[to..]]),
        None => Text::from_slice(word),
    })
}

/// From left to right each leftmost shortest match that is not empty, replaced.
fn replace_re_all(word: &[u32], lang: &Lang, by: &[u32]) -> Option<Text> {
    let spans = lang.spans(word)?;
    let mut result = Text::new();
    let mut at = 0;
    while at < word.len() {
        match spans.shortest(at, 1) {
            Some(end) => {
                result.extend_from_slice(by);
                at = end;
            }
            None => {
                result.push(word[at]);
                at += 1;
            }
        }
    }
    Some(result)
}

fn update(word: &[u32], at: &Integer, by: &[u32]) -> Text {
    let mut result = Text::from_slice(word);
    if let Some(at) = at.to_usize().filter(|&at| at < word.len()) {
        for (place, &c) in result[at..].iter_mut().zip(by) {
            *place = c;
        }
    }
    result
}

fn mapped(word: &[u32], map: impl Fn(&u8) -> u8) -> Text {
    let one = |&c: &u32| u8::try_from(c).map_or(c, |c| u32::from(map(&c)));
    word.iter().map(one).collect()
}

fn to_int(s: &[u32]) -> Integer {
    // So many digits are a machine number.
    if (1..=18).contains(&s.len()) {
        let digit = |c: u32| c.checked_sub(0x30).filter(|&digit| digit < 10);
        let step = |value: i64, &c: &u32| digit(c).map(|digit| 10 * value + i64::from(digit));
        return Integer::from(s.iter().try_fold(0, step).unwrap_or(-1));
    }
    let digit = |c: &u32| char::from_u32(*c).filter(char::is_ascii_digit);
    let digits: Option<String> = s.iter().map(digit).collect();
    digits
        .and_then(|text| text.parse().ok())
        .unwrap_or(Integer::from(-1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn s(text: &str) -> Value {
        Value::string(text)
    }

    fn i(value: i64) -> Value {
        Value::int(value)
    }

    #[test]
    fn corner_cases_of_the_standard() {
        let cases: Vec<(Op, Vec<Value>, Value)> = vec![
            (Op::At, vec![s("ab"), i(1)], s("b")),
            (Op::At, vec![s("ab"), i(2)], s("")),
            (Op::Substr, vec![s("abc"), i(1), i(9)], s("bc")),
            (Op::Substr, vec![s("abc"), i(-1), i(2)], s("")),
            (Op::IndexOf, vec![s("ab"), s(""), i(2)], i(2)),
            (Op::IndexOf, vec![s("ab"), s(""), i(3)], i(-1)),
            (Op::IndexOf, vec![s("aba"), s("a"), i(1)], i(2)),
            (Op::Replace, vec![s("ab"), s(""), s("c")], s("cab")),
            (Op::Replace, vec![s("aab"), s("a"), s("c")], s("cab")),
            (Op::ReplaceAll, vec![s("ab"), s(""), s("c")], s("ab")),
            (Op::ReplaceAll, vec![s("aaa"), s("aa"), s("a")], s("aa")),
            (Op::ToInt, vec![s("007")], i(7)),
            (Op::ToInt, vec![s("")], i(-1)),
            (Op::ToInt, vec![s("-1")], i(-1)),
            (Op::ToInt, vec![s("٣")], i(-1)),
            (Op::FromInt, vec![i(-1)], s("")),
            (Op::ToCode, vec![s("ab")], i(-1)),
            (Op::FromCode, vec![i(0x30000)], s("")),
            (Op::IsDigit, vec![s("12")], Value::Bool(false)),
            (Op::StrLt, vec![s(""), s("a")], Value::Bool(true)),
            (Op::StrLe, vec![s("b"), s("ab")], Value::Bool(false)),
            (Op::Div, vec![i(-7), i(2)], i(-4)),
            (Op::Mod, vec![i(-7), i(2)], i(1)),
        ];
        for (op, args, expected) in cases {
            let args: Vec<&Value> = args.iter().collect();
            assert_eq!(apply(op, &args), Some(expected), "{op:?} {args:?}");
        }
        assert_eq!(apply(Op::Div, &[&i(1), &i(0)]), None, "left open");
    }
}
