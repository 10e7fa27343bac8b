//! String terms.

use std::str::FromStr;

use sinew_term::Op;

use super::ast::{nodes, sorted_type, term_type};
use super::boolean::Bool;
use super::integer::Int;
use super::node::{Error, Head, Node};
use super::regexp::Regexp;
use super::sort::Sort;

/// The largest character of SMT-LIB strings.
pub(crate) const MAX_CHAR: u32 = 0x2_FFFF;

/// A string: a sequence of characters up to U+2FFFF.
///
/// ```
/// use sinew::{SatResult, Solver, ast::String};
/// let path = String::new_const("path");
/// let mut solver = Solver::new();
/// solver.assert(path.replace("/", "").eq("etcpasswd"));
/// solver.assert(path.at(3).eq("/"));
/// assert_eq!(solver.check(), SatResult::Sat);
/// let found = solver.get_model().unwrap().eval(&path, true).unwrap();
/// assert_eq!(found.as_string().unwrap(), "etc/passwd");
/// ```
#[derive(Clone)]
pub struct String(pub(crate) Node);

sorted_type!(String, Sort::String);

/// The literal; where the text has a character beyond U+2FFFF it is no term, and
/// [`Ast::error`](super::ast::Ast::error) says so.
impl From<&str> for String {
    fn from(text: &str) -> String {
        let points: Vec<u32> = text.chars().map(u32::from).collect();
        String::from_code_points(&points)
            .unwrap_or_else(|error| String(Node::broken(error, Sort::String)))
    }
}

impl From<std::string::String> for String {
    fn from(text: std::string::String) -> String {
        String::from(text.as_str())
    }
}

impl From<&std::string::String> for String {
    fn from(text: &std::string::String) -> String {
        String::from(text.as_str())
    }
}

impl FromStr for String {
    type Err = Error;

    fn from_str(text: &str) -> Result<String, Error> {
        let points: Vec<u32> = text.chars().map(u32::from).collect();
        String::from_code_points(&points)
    }
}

impl String {
    fn apply(op: Op, args: Vec<Node>) -> String {
        String(Node::op(op, args, Sort::String))
    }

    fn test(op: Op, args: Vec<Node>) -> Bool {
        Bool(Node::op(op, args, Sort::Bool))
    }

    fn number(op: Op, args: Vec<Node>) -> Int {
        Int(Node::op(op, args, Sort::Int))
    }

    /// The literal of these characters, which may be surrogates too.
    ///
    /// ```
    /// use sinew::ast::String;
    /// let surrogate = String::from_code_points(&[0x61, 0xD800]).unwrap();
    /// assert_eq!(surrogate.to_string(), r#""a\u{d800}""#);
    /// assert!(String::from_code_points(&[0x30000]).is_err());
    /// ```
    pub fn from_code_points(points: &[u32]) -> Result<String, Error> {
        match points.iter().find(|&&point| point > MAX_CHAR) {
            Some(&point) => Err(Error::Character(point)),
            None => Ok(String(Node::new(
                Head::Str(points.into()),
                Vec::new(),
                Sort::String,
            ))),
        }
    }

    /// The characters, if this is a literal.
    ///
    /// ```
    /// use sinew::ast::String;
    /// assert_eq!(String::from("ab").as_code_points(), Some(&[97, 98][..]));
    /// assert_eq!(String::new_const("x").as_code_points(), None);
    /// ```
    #[must_use]
    pub fn as_code_points(&self) -> Option<&[u32]> {
        match self.0.head() {
            Head::Str(points) => Some(points),
            _ => None,
        }
    }

    /// The text, if this is a literal without surrogates, which no Rust string has.
    ///
    /// ```
    /// use sinew::ast::String;
    /// assert_eq!(String::from("ab").as_string().as_deref(), Some("ab"));
    /// assert_eq!(String::new_const("x").as_string(), None);
    /// ```
    #[must_use]
    pub fn as_string(&self) -> Option<std::string::String> {
        self.as_code_points()?
            .iter()
            .map(|&point| char::from_u32(point))
            .collect()
    }

    /// One after the other; of none, the empty string.
    ///
    /// ```
    /// use sinew::ast::String;
    /// let x = String::new_const("x");
    /// let quoted = String::concat(&[String::from("<"), x, String::from(">")]);
    /// assert_eq!(quoted.to_string(), r#"(str.++ "<" x ">")"#);
    /// ```
    #[must_use]
    pub fn concat<T: Clone + Into<String>>(parts: &[T]) -> String {
        let unit = || String::from("").0;
        String(Node::many(
            Op::Concat,
            nodes::<String, T>(parts),
            Sort::String,
            unit,
        ))
    }

    /// How many characters it has.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// assert_eq!(Solver::new().simplify(&String::from("abc").length()).as_i64(), Some(3));
    /// ```
    #[must_use]
    pub fn length(&self) -> Int {
        String::number(Op::Len, vec![self.0.clone()])
    }

    /// The character at this position as a string; outside, the empty string.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// assert_eq!(Solver::new().simplify(&String::from("abc").at(1)).as_string().as_deref(), Some("b"));
    /// ```
    #[must_use]
    pub fn at(&self, index: impl Into<Int>) -> String {
        String::apply(Op::At, vec![self.0.clone(), index.into().0])
    }

    /// At most so many characters from this position on.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// assert_eq!(Solver::new().simplify(&String::from("abcd").substr(1, 2)).as_string().as_deref(), Some("bc"));
    /// ```
    #[must_use]
    pub fn substr(&self, offset: impl Into<Int>, length: impl Into<Int>) -> String {
        let args = vec![self.0.clone(), offset.into().0, length.into().0];
        String::apply(Op::Substr, args)
    }

    /// Whether the other is somewhere in it.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// assert_eq!(Solver::new().simplify(&String::from("abc").contains("bc")).as_bool(), Some(true));
    /// ```
    #[must_use]
    pub fn contains(&self, other: impl Into<String>) -> Bool {
        String::test(Op::Contains, vec![self.0.clone(), other.into().0])
    }

    /// Whether it is a prefix *of the other*, as in SMT-LIB.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// assert_eq!(Solver::new().simplify(&String::from("ab").prefix("abc")).as_bool(), Some(true));
    /// ```
    #[must_use]
    pub fn prefix(&self, other: impl Into<String>) -> Bool {
        String::test(Op::PrefixOf, vec![self.0.clone(), other.into().0])
    }

    /// Whether it is a suffix *of the other*, as in SMT-LIB.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// assert_eq!(Solver::new().simplify(&String::from("bc").suffix("abc")).as_bool(), Some(true));
    /// ```
    #[must_use]
    pub fn suffix(&self, other: impl Into<String>) -> Bool {
        String::test(Op::SuffixOf, vec![self.0.clone(), other.into().0])
    }

    /// Whether it begins with the other, as for Rust's strings.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// assert_eq!(Solver::new().simplify(&String::from("abc").starts_with("ab")).as_bool(), Some(true));
    /// ```
    #[must_use]
    pub fn starts_with(&self, prefix: impl Into<String>) -> Bool {
        prefix.into().prefix(self)
    }

    /// Whether it ends with the other, as for Rust's strings.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// assert_eq!(Solver::new().simplify(&String::from("abc").ends_with("bc")).as_bool(), Some(true));
    /// ```
    #[must_use]
    pub fn ends_with(&self, suffix: impl Into<String>) -> Bool {
        suffix.into().suffix(self)
    }

    /// Where the other is first found at or after this position; −1 if nowhere.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// assert_eq!(Solver::new().simplify(&String::from("abab").index_of("b", 2)).as_i64(), Some(3));
    /// ```
    #[must_use]
    pub fn index_of(&self, other: impl Into<String>, from: impl Into<Int>) -> Int {
        let args = vec![self.0.clone(), other.into().0, from.into().0];
        String::number(Op::IndexOf, args)
    }

    /// With the first occurrence replaced.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// assert_eq!(Solver::new().simplify(&String::from("banana").replace("an", "un")).as_string().as_deref(), Some("bunana"));
    /// ```
    #[must_use]
    pub fn replace(&self, from: impl Into<String>, to: impl Into<String>) -> String {
        String::apply(
            Op::Replace,
            vec![self.0.clone(), from.into().0, to.into().0],
        )
    }

    /// With all occurrences replaced, from the left and without overlaps.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// assert_eq!(Solver::new().simplify(&String::from("banana").replace_all("an", "un")).as_string().as_deref(), Some("bununa"));
    /// ```
    #[must_use]
    pub fn replace_all(&self, from: impl Into<String>, to: impl Into<String>) -> String {
        String::apply(
            Op::ReplaceAll,
            vec![self.0.clone(), from.into().0, to.into().0],
        )
    }

    /// With the first, shortest match replaced.
    ///
    /// ```
    /// use sinew::{Solver, ast::{Regexp, String}};
    /// assert_eq!(Solver::new().simplify(&String::from("baa").replace_re(Regexp::literal("a").plus(), "c")).as_string().as_deref(), Some("bca"));
    /// ```
    #[must_use]
    pub fn replace_re(&self, from: impl Into<Regexp>, to: impl Into<String>) -> String {
        String::apply(
            Op::ReplaceRe,
            vec![self.0.clone(), from.into().0, to.into().0],
        )
    }

    /// With all shortest non-empty matches replaced, from the left.
    ///
    /// ```
    /// use sinew::{Solver, ast::{Regexp, String}};
    /// assert_eq!(Solver::new().simplify(&String::from("baa").replace_re_all(Regexp::literal("a").plus(), "c")).as_string().as_deref(), Some("bcc"));
    /// ```
    #[must_use]
    pub fn replace_re_all(&self, from: impl Into<Regexp>, to: impl Into<String>) -> String {
        String::apply(
            Op::ReplaceReAll,
            vec![self.0.clone(), from.into().0, to.into().0],
        )
    }

    /// Whether the whole string is in the language.
    ///
    /// ```
    /// use sinew::{Solver, ast::{Regexp, String}};
    /// assert_eq!(Solver::new().simplify(&String::from("aa").regex_matches(Regexp::literal("a").plus())).as_bool(), Some(true));
    /// ```
    #[must_use]
    pub fn regex_matches(&self, language: impl Into<Regexp>) -> Bool {
        String::test(Op::InRe, vec![self.0.clone(), language.into().0])
    }

    /// Whether it comes before the other, by code points.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// assert_eq!(Solver::new().simplify(&String::from("10").str_lt("9")).as_bool(), Some(true));
    /// ```
    #[must_use]
    pub fn str_lt(&self, other: impl Into<String>) -> Bool {
        String::test(Op::StrLt, vec![self.0.clone(), other.into().0])
    }

    /// Whether it comes before the other, or is the same.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// assert_eq!(Solver::new().simplify(&String::from("a").str_le("a")).as_bool(), Some(true));
    /// ```
    #[must_use]
    pub fn str_le(&self, other: impl Into<String>) -> Bool {
        String::test(Op::StrLe, vec![self.0.clone(), other.into().0])
    }

    /// Whether it comes after the other, by code points.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// assert_eq!(Solver::new().simplify(&String::from("b").str_gt("a")).as_bool(), Some(true));
    /// ```
    #[must_use]
    pub fn str_gt(&self, other: impl Into<String>) -> Bool {
        other.into().str_lt(self)
    }

    /// Whether it comes after the other, or is the same.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// assert_eq!(Solver::new().simplify(&String::from("b").str_ge("a")).as_bool(), Some(true));
    /// ```
    #[must_use]
    pub fn str_ge(&self, other: impl Into<String>) -> Bool {
        other.into().str_le(self)
    }

    /// The number that its decimal digits are; −1 if it is no such number.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// let read = |text: &str| Solver::new().simplify(&String::from(text).to_int()).as_i64();
    /// assert_eq!((read("007"), read("-7"), read("")), (Some(7), Some(-1), Some(-1)));
    /// ```
    #[must_use]
    pub fn to_int(&self) -> Int {
        String::number(Op::ToInt, vec![self.0.clone()])
    }

    /// The code of its only character; −1 if it has not exactly one.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// assert_eq!(Solver::new().simplify(&String::from("a").to_code()).as_i64(), Some(97));
    /// ```
    #[must_use]
    pub fn to_code(&self) -> Int {
        String::number(Op::ToCode, vec![self.0.clone()])
    }

    /// Whether it is a single decimal digit.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// assert_eq!(Solver::new().simplify(&String::from("7").is_digit()).as_bool(), Some(true));
    /// ```
    #[must_use]
    pub fn is_digit(&self) -> Bool {
        String::test(Op::IsDigit, vec![self.0.clone()])
    }

    /// With ASCII letters in lower case.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// assert_eq!(Solver::new().simplify(&String::from("Ab").to_lower()).as_string().as_deref(), Some("ab"));
    /// ```
    #[must_use]
    pub fn to_lower(&self) -> String {
        String::apply(Op::ToLower, vec![self.0.clone()])
    }

    /// With ASCII letters in upper case.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// assert_eq!(Solver::new().simplify(&String::from("Ab").to_upper()).as_string().as_deref(), Some("AB"));
    /// ```
    #[must_use]
    pub fn to_upper(&self) -> String {
        String::apply(Op::ToUpper, vec![self.0.clone()])
    }

    /// Backwards.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// assert_eq!(Solver::new().simplify(&String::from("abc").reverse()).as_string().as_deref(), Some("cba"));
    /// ```
    #[must_use]
    pub fn reverse(&self) -> String {
        String::apply(Op::Rev, vec![self.0.clone()])
    }
}

/// Concatenation.
impl<T: Into<String>> std::ops::Add<T> for String {
    type Output = String;

    fn add(self, other: T) -> String {
        String::concat(&[self, other.into()])
    }
}

/// Concatenation.
impl<T: Into<String>> std::ops::Add<T> for &String {
    type Output = String;

    fn add(self, other: T) -> String {
        String::concat(&[self.clone(), other.into()])
    }
}

/// Concatenation, text first.
impl std::ops::Add<String> for &str {
    type Output = String;

    fn add(self, other: String) -> String {
        String::from(self) + other
    }
}

/// Concatenation, text first.
///
/// ```
/// use sinew::ast::String;
/// let name = String::new_const("name");
/// assert_eq!(("/home/" + &name).to_string(), r#"(str.++ "/home/" name)"#);
/// ```
impl std::ops::Add<&String> for &str {
    type Output = String;

    fn add(self, other: &String) -> String {
        String::from(self) + other
    }
}
