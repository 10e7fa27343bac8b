//! The incremental reader: pieces, errors, recovery, places.

use sinew_smtlib::{Command, Diagnostic, Environment, Reader};
use sinew_term::TermStore;

fn read_pieces<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Result<Command, Diagnostic>> {
    let (mut store, mut env, mut reader) = (TermStore::new(), Environment::new(), Reader::new());
    let mut results = Vec::new();
    for piece in pieces {
        reader.feed(piece);
        while let Some(result) = reader.next(&mut env, &mut store) {
            results.push(result);
        }
    }
    results.extend(reader.finish().map(Err));
    results
}

fn read(text: &[u8]) -> Vec<Result<Command, Diagnostic>> {
    read_pieces([text])
}

fn messages(text: &[u8]) -> Vec<String> {
    read(text)
        .into_iter()
        .filter_map(|result| result.err().map(|error| error.to_string()))
        .collect()
}

const SCRIPT: &[u8] = "\
(set-logic QF_SLIA) ; a comment with (parentheses\n\
(declare-const x String)(declare-fun |odd ) name| () Int)\n\
  (assert (= x \"a)\"\"(é\")) ) oops\n\
(assert (str.lne x)) \"stray ) text\"\n\
(assert (and (= |odd ) name| 1) ; inside )\n   (! (= (str.len x) 3) :named n)))\n\
(check-sat)\n(get-value (x (str.len x)))(echo \"a\"\"b\")(exit)\n(assert (= x"
    .as_bytes();

#[test]
fn every_split_gives_the_same_commands() {
    let whole = read(SCRIPT);
    assert!(whole.len() >= 12);
    for at in 0..=SCRIPT.len() {
        let (before, after) = SCRIPT.split_at(at);
        assert_eq!(read_pieces([before, after]), whole, "split at {at}");
    }
    assert_eq!(read_pieces(SCRIPT.chunks(1)), whole, "byte by byte");
}

#[test]
fn a_command_comes_out_with_its_last_parenthesis() {
    let (mut store, mut env, mut reader) = (TermStore::new(), Environment::new(), Reader::new());
    for piece in ["(chec", "k-s", "at", ")"] {
        assert_eq!(reader.next(&mut env, &mut store), None);
        reader.feed(piece.as_bytes());
    }
    assert!(reader.is_inside_command());
    assert_eq!(
        reader.next(&mut env, &mut store),
        Some(Ok(Command::CheckSat))
    );
    assert_eq!(reader.next(&mut env, &mut store), None);
    assert!(!reader.is_inside_command());
    reader.feed(b"(echo");
    assert_eq!(reader.next(&mut env, &mut store), None);
    assert!(reader.is_inside_command());
}

#[test]
fn reading_goes_on_after_errors() {
    assert_eq!(
        messages(SCRIPT),
        [
            "line 3 column 25: this parenthesis closes nothing",
            "line 3 column 27: expected a command in parentheses, found `oops`",
            "line 4 column 10: unknown symbol `str.lne`; did you mean `str.len`?",
            "line 4 column 22: expected a command in parentheses, found `\"stray ) text\"`",
            "line 9 column 1: the input ends in the middle of this command; 2 closing parentheses are missing",
        ]
    );
}

#[test]
fn input_that_breaks_off() {
    let cases: &[(&str, &str)] = &[
        (
            "(",
            "line 1 column 1: the input ends in the middle of this command; 1 closing parenthesis is missing",
        ),
        (
            "(exit)\n (echo \"a)",
            "line 2 column 2: the input ends in the middle of this command, inside a string literal; 1 closing parenthesis is missing",
        ),
        (
            "(assert |x)",
            "line 1 column 1: the input ends in the middle of this command, inside a quoted symbol; 1 closing parenthesis is missing",
        ),
        (
            "(assert true ; )",
            "line 1 column 1: the input ends in the middle of this command; 1 closing parenthesis is missing",
        ),
        (
            "(exit) what",
            "line 1 column 8: expected a command in parentheses, found `what`",
        ),
        (
            "\"open",
            "line 1 column 1: expected a command in parentheses, found `\"open`",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(messages(text.as_bytes()), [*message], "{text}");
    }
    for fine in [
        "",
        " \n",
        "\u{feff}(exit)",
        "; only a comment",
        "(exit) ; (",
        "(exit)",
    ] {
        assert_eq!(messages(fine.as_bytes()), [] as [String; 0], "{fine}");
    }
}

#[test]
fn bytes_that_are_no_text() {
    let cases: &[(&[u8], &str)] = &[
        (
            b"(echo \"\xff\")",
            "line 1 column 8: this is not valid UTF-8",
        ),
        (b"(exit)\n\xc3(", "line 2 column 1: this is not valid UTF-8"),
        (b"(assert \0)", "line 1 column 9: NUL byte in the input"),
        (b"\0\n", "line 1 column 1: NUL byte in the input"),
        (
            b"(assert (= \"a\0\" \"b\"))",
            "line 1 column 14: NUL byte in a string literal; write it as \\u{0}",
        ),
        (
            b"(assert |a\0|)",
            "line 1 column 11: NUL byte in a quoted symbol",
        ),
        (
            "(assert é)".as_bytes(),
            "line 1 column 9: character `é` is not allowed here",
        ),
        (
            b"(assert \x07)",
            "line 1 column 9: character U+0007 is not allowed here",
        ),
        (
            b"(assert {)",
            "line 1 column 9: character `{` is not allowed here; regular expressions are terms, such as (re.range \"a\" \"z\")",
        ),
    ];
    for (text, message) in cases {
        let found = messages(text);
        assert_eq!(found[0], *message, "{}", String::from_utf8_lossy(text));
    }
}

#[test]
fn places_count_characters_even_across_pieces() {
    let text = "(echo \"é𝄞\") (assert foo)\n(echo \"\n\n\") (assert bar)";
    for size in [1, 2, 3, 7, 100] {
        let places: Vec<(u32, u32, u64)> = read_pieces(text.as_bytes().chunks(size))
            .into_iter()
            .filter_map(Result::err)
            .map(|error| (error.start.line, error.start.column, error.start.offset))
            .collect();
        assert_eq!(places, [(1, 21, 24), (4, 12, 49)]);
    }
}

#[test]
fn long_lines_are_shown_in_part() {
    let mut text = "(assert true)".repeat(10_000);
    text.push_str("(assert oops)");
    text.push_str(&"(assert true)".repeat(10));
    let error = read_pieces(text.as_bytes().chunks(1000))
        .into_iter()
        .find_map(Result::err);
    let error = error.expect("an error");
    assert_eq!(error.start.column, 130_009);
    assert!(error.source_line.chars().count() < 130);
    let marked: String = error
        .source_line
        .chars()
        .skip(error.caret)
        .take(4)
        .collect();
    assert_eq!(marked, "oops");
}

#[test]
fn a_million_parentheses_and_a_long_line() {
    let nested = format!(
        "(assert {}true{})",
        "(not ".repeat(1_000_000),
        ")".repeat(1_000_000)
    );
    assert!(matches!(
        read(nested.as_bytes())[..],
        [Ok(Command::Assert { .. })]
    ));
    let open = "(".repeat(1_000_000);
    assert_eq!(read(open.as_bytes()).len(), 1);
    let both = format!("{open}{}", ")".repeat(1_000_000));
    assert_eq!(
        messages(both.as_bytes()),
        ["line 1 column 2: expected the name of a command, found `(`"]
    );
    let lets = format!(
        "(assert {}true{})",
        "(let ((a true)) ".repeat(200_000),
        ")".repeat(200_000)
    );
    assert!(read(lets.as_bytes())[0].is_ok());
    let sorts = format!(
        "(declare-const x {}Int{})",
        "(L ".repeat(100_000),
        ")".repeat(100_000)
    );
    assert!(read(sorts.as_bytes())[0].is_err());
    let binders = format!(
        "(assert {}true{})",
        "(forall ((x Int)) ".repeat(100_000),
        ")".repeat(100_000)
    );
    assert!(read(binders.as_bytes())[0].is_ok());
    let literal = format!("(echo \"{}\")", "x".repeat(10_000_000));
    assert!(read(literal.as_bytes())[0].is_ok());
}

#[test]
fn deep_terms_print_and_read_back() {
    let (mut store, env) = (TermStore::new(), Environment::new());
    let mut term = store.true_();
    for _ in 0..1_000_000 {
        term = store.not(term);
    }
    let text = sinew_smtlib::print_term(&store, term);
    assert_eq!(sinew_smtlib::parse_term(&mut store, &env, &text), Ok(term));
    // Every second level is repeated, so there are as many names.
    let mut term = store.int(1);
    for i in 0..100_000 {
        let other = store.int(i);
        let sum = store.add(&[term, other, other, other, other, other, other]);
        term = store.mul(&[sum, sum]);
    }
    let text = sinew_smtlib::print_term(&store, term);
    assert_eq!(sinew_smtlib::parse_term(&mut store, &env, &text), Ok(term));
}
