//! The corner cases that implementations get wrong, one test for each row of the design's table.

mod common;

use common::Arg;
use sinew_semantics::{Interpretation, Model, Value, eval};
use sinew_term::{MAX_CHAR, Op, Sort, TermStore};

fn lit(text: &'static str) -> Arg {
    t!(StrToRe text)
}

#[test]
fn characters_go_up_to_2ffff_and_surrogates_count() {
    table!(Op::Len => [vec![0xD800, 0xDFFF, MAX_CHAR, 0]] => 4);
    table!(Op::ToCode => [vec![0xD800]] => 0xD800; [vec![MAX_CHAR]] => 0x2FFFF);
    table!(Op::InRe => [vec![MAX_CHAR], t!(ReAllChar)] => true; [vec![0xDBFF], t!(ReAllChar)] => true);
    // Beyond the basic plane a character is one character, not two units.
    table!(Op::Len => ["\u{1F600}"] => 1);
}

#[test]
fn literals_are_sequences_of_code_points() {
    // The reader decides what an escape is; here a backslash is a character like others.
    table!(Op::Len => [r"\x07"] => 4; [r"\n"] => 2; [r"\u{30000}"] => 9; [""] => 0);
}

#[test]
fn at_and_substr_out_of_range_are_empty_and_cut_at_the_end() {
    table!(Op::At =>
        ["abc", 0] => "a"; ["abc", 2] => "c"; ["abc", 3] => ""; ["abc", -1] => "";
        ["", 0] => ""; ["abc", i64::MAX] => ""; ["abc", i64::MIN] => "");
    table!(Op::Substr =>
        ["abcd", 1, 2] => "bc"; ["abcd", 1, 100] => "bcd"; ["abcd", 1, i64::MAX] => "bcd";
        ["abcd", 4, 1] => ""; ["abcd", 5, 1] => ""; ["abcd", -1, 3] => "";
        ["abcd", 1, 0] => ""; ["abcd", 1, -1] => ""; ["abcd", 0, 4] => "abcd"; ["", 0, 1] => "");
}

#[test]
fn indexof_of_positions_out_of_range_and_of_the_empty_string() {
    table!(Op::IndexOf =>
        ["abcabc", "c", 0] => 2; ["abcabc", "c", 3] => 5; ["abcabc", "x", 0] => -1;
        ["abc", "a", -1] => -1; ["abc", "", -1] => -1; ["abc", "a", 4] => -1; ["abc", "", 4] => -1;
        ["abc", "", 0] => 0; ["abc", "", 2] => 2; ["abc", "", 3] => 3; ["", "", 0] => 0;
        ["", "", 1] => -1; ["aaa", "aa", 1] => 1; ["aaa", "aa", 2] => -1);
}

#[test]
fn replace_of_the_empty_string_prepends_and_only_the_first_is_replaced() {
    table!(Op::Replace =>
        ["abab", "b", "x"] => "axab"; ["ab", "", "x"] => "xab"; ["", "", "x"] => "x";
        ["ab", "c", "x"] => "ab"; ["aa", "aaa", "x"] => "aa"; ["ab", "ab", ""] => "");
}

#[test]
fn replace_all_of_the_empty_string_changes_nothing() {
    table!(Op::ReplaceAll =>
        ["abab", "", "x"] => "abab"; ["abab", "b", "xy"] => "axyaxy"; ["aaa", "aa", "b"] => "ba";
        ["aaaa", "a", "aa"] => "aaaaaaaa"; ["", "a", "b"] => ""; ["ab", "ab", ""] => "");
}

#[test]
fn replace_re_takes_the_leftmost_shortest_match_which_may_be_empty() {
    let plus = || t!(RePlus lit("a"));
    table!(Op::ReplaceRe =>
        ["baaa", plus(), "x"] => "bxaa"; ["baaa", t!(ReStar lit("a")), "x"] => "xbaaa";
        ["bbb", plus(), "x"] => "bbb"; ["", t!(ReAll), "x"] => "x"; ["ab", t!(ReNone), "x"] => "ab";
        ["cab", t!(ReUnion lit("ab"), lit("a")), "x"] => "cxb";
        // Leftmost beats shortest: "aab" at 0, although "b" is shorter.
        ["aab", t!(ReUnion lit("aab"), lit("b")), "x"] => "x");
}

#[test]
fn replace_re_all_takes_shortest_non_empty_matches() {
    table!(Op::ReplaceReAll =>
        ["baab", t!(ReStar lit("a")), "x"] => "bxxb"; ["baab", t!(RePlus lit("a")), "x"] => "bxxb";
        ["ab", t!(ReAll), "x"] => "xx"; ["ab", lit(""), "x"] => "ab"; ["", t!(ReAll), "x"] => "";
        ["ababa", lit("aba"), "x"] => "xba"; ["aaa", t!(ReUnion lit("aa"), lit("aaa")), ""] => "a");
}

#[test]
fn to_int_refuses_what_is_not_all_digits() {
    table!(Op::ToInt =>
        [""] => -1; ["12a"] => -1; ["-1"] => -1; ["+1"] => -1; [" 1"] => -1; ["007"] => 7;
        ["0"] => 0; ["000"] => 0; ["1234567890"] => 1_234_567_890;
        // Digits of other scripts are not digits.
        ["\u{0663}"] => -1; ["\u{FF11}"] => -1);
    let digits = "9".repeat(5000);
    let value = common::ground(|store| {
        let text = store.string(&digits);
        store.to_int(text)
    });
    let Ok(Value::Int(number)) = value else {
        panic!("an integer of 5000 digits")
    };
    assert_eq!(number.to_string(), digits);
}

#[test]
fn from_int_of_negatives_is_empty() {
    table!(Op::FromInt => [-1] => ""; [i64::MIN] => ""; [0] => "0"; [10] => "10"; [907] => "907");
    let digits = format!("1{}", "0".repeat(5000));
    let value = common::ground(|store| {
        let text = store.string(&digits);
        let number = store.to_int(text);
        store.from_int(number)
    });
    assert_eq!(value, Ok(Value::string(&digits)));
}

#[test]
fn codes_of_other_than_one_character_and_characters_out_of_range() {
    table!(Op::ToCode => [""] => -1; ["ab"] => -1; ["a"] => 97; ["\0"] => 0);
    table!(Op::FromCode =>
        [-1] => ""; [0x30000] => ""; [i64::MAX] => ""; [97] => "a"; [0] => "\0";
        [0x2FFFF] => vec![0x2FFFF]; [0xD800] => vec![0xD800]);
}

#[test]
fn is_digit_is_exactly_one_of_ten_characters() {
    table!(Op::IsDigit =>
        ["0"] => true; ["9"] => true; [""] => false; ["00"] => false; ["a"] => false;
        ["/"] => false; [":"] => false; ["\u{0663}"] => false);
}

#[test]
fn string_order_is_by_code_point_and_chains() {
    table!(Op::StrLt =>
        ["", "a"] => true; ["a", "a"] => false; ["a", "ab"] => true; ["b", "ab"] => false;
        ["Z", "a"] => true; ["\u{FFFF}", "\u{10000}"] => true; ["", ""] => false;
        ["a", "b", "c"] => true; ["a", "c", "b"] => false; ["a", "b", "b"] => false);
    table!(Op::StrLe =>
        ["", ""] => true; ["a", "a"] => true; ["b", "ab"] => false; ["a", "a", "b"] => true;
        ["a", "b", "a"] => false);
}

#[test]
fn range_needs_single_characters_in_order() {
    table!(Op::InRe =>
        ["b", t!(ReRange "a", "c")] => true; ["a", t!(ReRange "a", "a")] => true;
        ["b", t!(ReRange "c", "a")] => false; ["a", t!(ReRange "", "c")] => false;
        ["a", t!(ReRange "a", "")] => false; ["b", t!(ReRange "ab", "c")] => false;
        ["", t!(ReRange "", "")] => false; ["", t!(ReComp t!(ReRange "c", "a"))] => true);
}

#[test]
fn loops_with_crossed_bounds_are_empty_and_power_zero_is_epsilon() {
    let looped = |lo, hi, part: Arg| Arg::A(Op::ReLoop(lo, hi), vec![part]);
    let power = |n, part: Arg| Arg::A(Op::RePow(n), vec![part]);
    table!(Op::InRe =>
        ["", looped(2, 1, lit("a"))] => false; ["a", looped(2, 1, t!(ReAll))] => false;
        ["", looped(2, 1, lit(""))] => false; ["", looped(0, 0, t!(ReNone))] => true;
        ["a", looped(0, 0, t!(ReAll))] => false; ["", power(0, t!(ReNone))] => true;
        ["a", power(0, t!(ReAll))] => false; ["", power(1, t!(ReNone))] => false;
        ["aa", looped(1, 2, lit("a"))] => true; ["aaa", looped(1, 2, lit("a"))] => false;
        ["", looped(1, 2, lit("a"))] => false; ["", looped(1, 2, t!(ReOpt lit("a")))] => true;
        ["aaa", power(3, lit("a"))] => true; ["aa", power(3, lit("a"))] => false);
}

#[test]
fn division_rounds_so_that_the_remainder_is_not_negative() {
    table!(Op::Div => [7, 2] => 3; [-7, 2] => -4; [7, -2] => -3; [-7, -2] => 4; [100, 7, 2] => 7);
    table!(Op::Mod => [7, 2] => 1; [-7, 2] => 1; [7, -2] => 1; [-7, -2] => 1; [6, 3] => 0);
}

#[test]
fn division_by_zero_is_a_function_that_the_model_gives() {
    let mut store = TermStore::new();
    let (five, six, zero) = (store.int(5), store.int(6), store.int(0));
    let (div5, div6, mod5) = (
        store.div(five, zero),
        store.div(six, zero),
        store.modulo(five, zero),
    );
    let mut model = Model::new();
    assert_eq!(eval(&store, &model, div5), Ok(Value::from(0)));
    assert_eq!(eval(&store, &model, mod5), Ok(Value::from(0)));
    model.set_div0(Interpretation::Table {
        entries: [(vec![Value::from(5)], Value::from(-9))].into(),
        default: Value::from(1),
    });
    let n = store.var("n", Sort::Int);
    let body = store.add(&[n, n]);
    model.set_mod0(Interpretation::Definition {
        params: vec![n],
        body,
    });
    assert_eq!(eval(&store, &model, div5), Ok(Value::from(-9)));
    assert_eq!(eval(&store, &model, div6), Ok(Value::from(1)));
    assert_eq!(eval(&store, &model, mod5), Ok(Value::from(10)));
    // The divisor may be passed along, as z3 prints it.
    let zero_too = store.var("m", Sort::Int);
    let difference = store.sub(zero_too, n);
    model.set_mod0(Interpretation::Definition {
        params: vec![n, zero_too],
        body: difference,
    });
    assert_eq!(eval(&store, &model, mod5), Ok(Value::from(-5)));
    // In the middle of a longer division, too: ((5 div 0) div 2) = (-9 div 2) = -5.
    let two = store.int(2);
    let longer = store.mk(Op::Div, &[five, zero, two]);
    assert_eq!(eval(&store, &model, longer), Ok(Value::from(-5)));
    // Equal dividends give equal quotients, in every model.
    let sum = store.add(&[two, two, two]);
    let quotient = store.div(sum, zero);
    let equal = store.eq(div6, quotient);
    assert_eq!(eval(&store, &model, equal), Ok(Value::Bool(true)));
}
