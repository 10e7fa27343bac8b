//! A table of values for every symbol that has a name, and a test that none is left out.

mod common;

use std::collections::BTreeSet;

use common::{Arg, expect};
use sinew_term::Op;

type Row = (Vec<Arg>, Arg);

/// An expression, words in it and words not in it, separated by blanks; `ε` is the empty word.
type Language = (Arg, &'static str, &'static str);

macro_rules! rows {
    ($( $op:ident : $( [$($arg:expr),*] => $expected:expr ),+ ; )*) => {
        vec![$( (Op::$op, vec![$( (vec![$(Arg::from($arg)),*], Arg::from($expected)) ),+]), )*]
    };
}

fn lit(text: &'static str) -> Arg {
    t!(StrToRe text)
}

fn core_and_ints() -> Vec<(Op, Vec<Row>)> {
    rows! {
        True: [] => true;
        False: [] => false;
        Not: [true] => false, [false] => true;
        // Right-associative.
        Implies: [true, false] => false, [false, false] => true, [true, true] => true,
            [false, true, false] => true, [true, true, false] => false, [true, false, false] => true;
        And: [true] => true, [true, true, true] => true, [true, false, true] => false;
        Or: [false] => false, [false, false] => false, [false, true, false] => true;
        Xor: [true, true] => false, [true, false] => true, [true, true, true] => true;
        Eq: [1, 1] => true, [1, 2] => false, ["a", "a", "a"] => true, ["a", "a", "b"] => false,
            [true, true] => true, [lit("a"), t!(ReRange "a", "a")] => true,
            [t!(ReStar lit("a")), t!(RePlus lit("a"))] => false;
        Distinct: [1, 2] => true, [1, 2, 1] => false, ["a", "b", "c"] => true,
            [true, false, true] => false, [lit("a"), lit("b")] => true;
        Ite: [true, 1, 2] => 1, [false, "a", "b"] => "b";
        Neg: [t!(Add 1, 2)] => -3;
        Sub: [10, 3] => 7, [10, 3, 2] => 5;
        Add: [1] => 1, [1, 2, 3] => 6, [i64::MAX, -1] => i64::MAX - 1;
        Mul: [4] => 4, [2, 3, 4] => 24, [-2, 3] => -6;
        Div: [-1, 3] => -1, [1, -3] => 0, [-1, -3] => 1;
        Mod: [-1, 3] => 2, [-1, -3] => 2, [5, -3] => 2;
        Abs: [-5] => 5, [5] => 5, [0] => 0;
        Le: [1, 1, 2] => true, [1, 2, 1] => false;
        Lt: [1, 2] => true, [1, 1] => false, [1, 2, 3] => true;
        Ge: [2, 1, 1] => true, [1, 2] => false;
        Gt: [2, 1] => true, [2, 2] => false, [3, 2, 2] => false;
    }
}

fn strings() -> Vec<(Op, Vec<Row>)> {
    rows! {
        Concat: ["a"] => "a", ["a", "", "bc"] => "abc", ["", ""] => "";
        Len: [""] => 0, ["abc"] => 3;
        StrLt: ["a", "b"] => true, ["ab", "a"] => false;
        StrLe: ["a", "a"] => true, ["ab", "a"] => false;
        At: ["ab", 1] => "b", ["ab", 2] => "";
        Substr: ["hello", 1, 3] => "ell", ["hello", 4, 3] => "o";
        PrefixOf: ["", "a"] => true, ["ab", "abc"] => true, ["bc", "abc"] => false,
            ["abc", "ab"] => false, ["", ""] => true;
        SuffixOf: ["", "a"] => true, ["bc", "abc"] => true, ["ab", "abc"] => false,
            ["abc", "bc"] => false;
        Contains: ["abc", "b"] => true, ["abc", ""] => true, ["", ""] => true, ["abc", "ac"] => false,
            ["ab", "abc"] => false;
        IndexOf: ["hello", "l", 0] => 2, ["hello", "l", 4] => -1;
        Replace: ["hello", "l", "L"] => "heLlo";
        ReplaceAll: ["hello", "l", "L"] => "heLLo";
        ReplaceRe: ["hello", t!(ReUnion lit("ll"), lit("l")), "_"] => "he_lo";
        ReplaceReAll: ["hello", t!(ReRange "a", "h"), "_"] => "__llo";
        IsDigit: ["5"] => true, ["x"] => false;
        ToCode: ["A"] => 65, ["AB"] => -1;
        FromCode: [65] => "A", [196_608] => "";
        ToInt: ["42"] => 42, ["4 2"] => -1;
        FromInt: [42] => "42", [-42] => "";
        InRe: ["ab", t!(ReConcat lit("a"), lit("b"))] => true, ["ba", lit("ab")] => false;
        Rev: [""] => "", ["abc"] => "cba";
        Update: ["abc", 1, "x"] => "axc", ["abc", 1, "xyz"] => "axy", ["abc", 3, "x"] => "abc",
            ["abc", -1, "x"] => "abc", ["abc", 0, ""] => "abc", ["", 0, "x"] => "",
            ["abc", i64::MAX, "x"] => "abc";
        ToLower: ["aBÄZ@["] => "abÄz@[", [""] => "";
        ToUpper: ["aBäz`{"] => "ABäZ`{", [""] => "";
        IndexOfRe: ["abcb", lit("b"), 0] => 1, ["abcb", lit("b"), 2] => 3, ["abc", lit("x"), 0] => -1,
            ["abc", t!(ReStar lit("x")), 3] => 3, ["abc", t!(ReStar lit("x")), 4] => -1,
            ["abc", t!(ReAll), -1] => -1, ["", t!(ReAll), 0] => 0, ["", t!(ReNone), 0] => -1;
    }
}

/// Regular expressions through the words that they hold.
fn languages() -> Vec<(Op, Vec<Language>)> {
    let (a, b) = (|| lit("a"), || lit("b"));
    vec![
        (
            Op::StrToRe,
            vec![(lit("ab"), "ab", "ε a b ba abb"), (lit(""), "ε", "a")],
        ),
        (Op::ReNone, vec![(t!(ReNone), "", "ε a ab")]),
        (Op::ReAll, vec![(t!(ReAll), "ε a ab", "")]),
        (
            Op::ReAllChar,
            vec![(t!(ReAllChar), "a b \u{2FFFF}", "ε ab")],
        ),
        (
            Op::ReConcat,
            vec![
                (t!(ReConcat a(), t!(ReOpt b()), a()), "aa aba", "ε a abba"),
                (t!(ReConcat a()), "a", "ε aa"),
                (t!(ReConcat a(), t!(ReNone)), "", "ε a"),
            ],
        ),
        (
            Op::ReUnion,
            vec![
                (t!(ReUnion a(), b(), lit("")), "a b ε", "ab c"),
                (t!(ReUnion a()), "a", "ε b"),
            ],
        ),
        (
            Op::ReInter,
            vec![(
                t!(ReInter t!(ReStar t!(ReUnion a(), b())), t!(ReComp t!(ReConcat t!(ReAll), lit("ab"), t!(ReAll)))),
                "ε a b ba bba",
                "ab aab c",
            )],
        ),
        (
            Op::ReStar,
            vec![
                (t!(ReStar lit("ab")), "ε ab abab", "a aba ba"),
                (t!(ReStar t!(ReNone)), "ε", "a"),
            ],
        ),
        (
            Op::ReComp,
            vec![
                (t!(ReComp a()), "ε b aa", "a"),
                (t!(ReComp t!(ReAllChar)), "ε aa", "a"),
            ],
        ),
        (
            Op::ReDiff,
            vec![
                (
                    t!(ReDiff t!(ReStar a()), lit("aa"), lit("")),
                    "a aaa",
                    "ε aa b",
                ),
                // To the left: ({a} \ {a}) \ {a}, not {a} \ ({a} \ {a}).
                (t!(ReDiff a(), a(), a()), "", "a ε"),
            ],
        ),
        (
            Op::RePlus,
            vec![
                (t!(RePlus a()), "a aa", "ε b"),
                (t!(RePlus t!(ReOpt a())), "ε a aa", "b"),
                (t!(RePlus t!(ReNone)), "", "ε"),
            ],
        ),
        (Op::ReOpt, vec![(t!(ReOpt lit("ab")), "ε ab", "a abab")]),
        (
            Op::ReRange,
            vec![(t!(ReRange "b", "d"), "b c d", "a e ε bc")],
        ),
    ]
}

#[test]
fn core_and_integers_symbol_by_symbol() {
    check_rows(core_and_ints());
}

#[test]
fn strings_symbol_by_symbol() {
    check_rows(strings());
}

fn check_rows(tables: Vec<(Op, Vec<Row>)>) {
    for (op, rows) in tables {
        for (args, expected) in rows {
            expect(op, args, expected);
        }
    }
}

#[test]
fn regular_languages_symbol_by_symbol() {
    for (_, rows) in languages() {
        for (regex, members, others) in rows {
            for (words, expected) in [(members, true), (others, false)] {
                for word in words.split_whitespace() {
                    let word: &'static str = if word == "ε" { "" } else { word };
                    expect(Op::InRe, vec![word.into(), regex.clone()], expected.into());
                }
            }
        }
    }
}

#[test]
fn indexed_symbols() {
    let power = |n| Arg::A(Op::RePow(n), vec![lit("ab")]);
    table!(Op::InRe => ["abab", power(2)] => true; ["ab", power(2)] => false; ["ab", power(1)] => true);
    let looped = |lo, hi| Arg::A(Op::ReLoop(lo, hi), vec![t!(ReUnion lit("a"), lit("bb"))]);
    table!(Op::InRe =>
        ["abba", looped(2, 3)] => true; ["a", looped(2, 3)] => false; ["aaaa", looped(2, 3)] => false;
        ["bbbbbb", looped(0, 3)] => true; ["", looped(0, 3)] => true; ["", looped(1, u32::MAX)] => false);
    let divisible = |by: i64, n: i64| {
        common::ground(|store| {
            let by = store.int_id(by);
            let n = store.int(n);
            store.mk(Op::Divisible(by), &[n])
        })
    };
    for (by, n, expected) in [
        (3, 9, true),
        (3, -9, true),
        (3, 10, false),
        (1, 7, true),
        (5, 0, true),
    ] {
        assert_eq!(divisible(by, n), Ok(expected.into()), "{by} divides {n}");
    }
}

#[test]
fn no_symbol_is_left_out() {
    let tested: BTreeSet<Op> = core_and_ints()
        .iter()
        .chain(&strings())
        .map(|(op, _)| *op)
        .chain(languages().iter().map(|(op, _)| *op))
        .collect();
    for row in Op::TABLE {
        assert!(tested.contains(&row.op), "`{}` has no table", row.name);
    }
}
