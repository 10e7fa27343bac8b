//! The text of a proof: one step per line, fields separated by blanks.
//!
//! | line | meaning |
//! |---|---|
//! | `i <id> <lits> 0` | a clause of the input |
//! | `t <id> <rule> <lits> 0 <args>` | a clause of the theory, valid by the named rule |
//! | `a <id> <lits> 0` | a clause that follows from those before by unit propagation |
//! | `a <id> <lits> 0 <ids> 0` | the same; the clauses `<ids>` suffice |
//! | `d <ids> 0` | these clauses are not used any more |
//! | `q <id> <lits> 0` | a query under the assumptions `<lits>` is unsatisfiable: the clause `<id>` has only negations of them |
//! | `# <text>` | a comment |
//!
//! A literal is a variable's number from 1, negative for a negation; identifiers are
//! positive and used once. A line with any other keyword belongs to the theory rules
//! ([`LemmaRules::line`](crate::LemmaRules::line)).

use std::fmt;

/// A step of the proof, in terms of the line it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// `i`: a clause of the input.
    Input {
        /// Its identifier.
        id: u64,
        /// Its literals.
        lits: Vec<i64>,
    },
    /// `t`: a clause of the theory.
    Lemma {
        /// Its identifier.
        id: u64,
        /// The rule that makes it valid.
        rule: &'a str,
        /// Its literals.
        lits: Vec<i64>,
        /// What the rule needs to know besides.
        args: Vec<&'a str>,
    },
    /// `a`: a clause that follows by unit propagation.
    Derived {
        /// Its identifier.
        id: u64,
        /// Its literals.
        lits: Vec<i64>,
        /// The clauses that suffice, if given.
        hints: Option<Vec<u64>>,
    },
    /// `d`: clauses that are not used any more.
    Delete {
        /// Their identifiers.
        ids: Vec<u64>,
    },
    /// `q`: a query is answered.
    Query {
        /// The clause that refutes the assumptions.
        id: u64,
        /// The assumptions.
        assumptions: Vec<i64>,
    },
    /// A line of the theory rules.
    Other {
        /// The first field.
        keyword: &'a str,
        /// The fields after it.
        fields: Vec<&'a str>,
    },
    /// An empty line or a comment.
    Nothing,
}

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The line, from 1.
    pub line: usize,
    /// The column of the offending field, from 1; 0 if it is the whole line.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            0 => write!(f, "line {}: {}", self.line, self.message),
            column => write!(f, "line {}:{column}: {}", self.line, self.message),
        }
    }
}

impl std::error::Error for Error {}

/// The fields of a line, with their columns for error messages.
struct Fields<'a> {
    line: &'a str,
    number: usize,
    at: usize,
}

impl<'a> Fields<'a> {
    fn error(&self, column: usize, message: impl Into<String>) -> Error {
        Error {
            line: self.number,
            column: column + 1,
            message: message.into(),
        }
    }

    fn next(&mut self) -> Option<(usize, &'a str)> {
        let rest = &self.line[self.at..];
        let start = self.at + (rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len());
        let word = self.line[start..].split([' ', '\t', '\r']).next()?;
        self.at = start + word.len();
        (!word.is_empty()).then_some((start, word))
    }

    fn field(&mut self, what: &str) -> Result<(usize, &'a str), Error> {
        let end = self.line.len();
        self.next()
            .ok_or_else(|| self.error(end, format!("expected {what}")))
    }

    fn id(&mut self) -> Result<u64, Error> {
        let (column, word) = self.field("a clause identifier")?;
        match word.parse() {
            Ok(0) | Err(_) => Err(self.error(column, format!("{word:?} is no clause identifier"))),
            Ok(id) => Ok(id),
        }
    }

    fn lits(&mut self) -> Result<Vec<i64>, Error> {
        let mut lits = Vec::new();
        loop {
            let (column, word) = self.field("a literal or 0")?;
            match word.parse::<i64>() {
                Ok(0) => return Ok(lits),
                // The negation must exist too.
                Ok(lit) if lit != i64::MIN => lits.push(lit),
                _ => return Err(self.error(column, format!("{word:?} is no literal"))),
            }
        }
    }

    fn ids(&mut self) -> Result<Vec<u64>, Error> {
        let mut ids = Vec::new();
        loop {
            let (column, word) = self.field("a clause identifier or 0")?;
            match word.parse::<u64>() {
                Ok(0) => return Ok(ids),
                Ok(id) => ids.push(id),
                Err(_) => {
                    return Err(self.error(column, format!("{word:?} is no clause identifier")));
                }
            }
        }
    }

    fn rest(&mut self) -> Vec<&'a str> {
        std::iter::from_fn(|| self.next().map(|(_, word)| word)).collect()
    }

    fn end(&mut self) -> Result<(), Error> {
        match self.next() {
            None => Ok(()),
            Some((column, word)) => Err(self.error(column, format!("unexpected {word:?}"))),
        }
    }
}

/// Reads one line; `number` is for error messages.
///
/// ```
/// use sinew_proof::{Step, parse_line};
/// let step = parse_line("a 7 1 -2 0 3 4 0", 1)?;
/// assert_eq!(step, Step::Derived { id: 7, lits: vec![1, -2], hints: Some(vec![3, 4]) });
/// assert_eq!(parse_line("a 7 1 x 0", 9).unwrap_err().to_string(), "line 9:7: \"x\" is no literal");
/// # Ok::<(), sinew_proof::Error>(())
/// ```
pub fn parse_line(line: &str, number: usize) -> Result<Step<'_>, Error> {
    let mut fields = Fields {
        line,
        number,
        at: 0,
    };
    let Some((_, keyword)) = fields.next() else {
        return Ok(Step::Nothing);
    };
    let step = match keyword {
        _ if keyword.starts_with('#') => return Ok(Step::Nothing),
        "i" => Step::Input {
            id: fields.id()?,
            lits: fields.lits()?,
        },
        "t" => Step::Lemma {
            id: fields.id()?,
            rule: fields.field("the name of a rule")?.1,
            lits: fields.lits()?,
            args: fields.rest(),
        },
        "a" => {
            let (id, lits) = (fields.id()?, fields.lits()?);
            let at = fields.at;
            let hints = match fields.next() {
                None => None,
                Some(_) => {
                    fields.at = at;
                    Some(fields.ids()?).filter(|ids| !ids.is_empty())
                }
            };
            Step::Derived { id, lits, hints }
        }
        "d" => Step::Delete { ids: fields.ids()? },
        "q" => Step::Query {
            id: fields.id()?,
            assumptions: fields.lits()?,
        },
        keyword => Step::Other {
            keyword,
            fields: fields.rest(),
        },
    };
    fields.end()?;
    Ok(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let accepted = [
            ("", Step::Nothing),
            ("# anything 1 x", Step::Nothing),
            (
                "i 1 0",
                Step::Input {
                    id: 1,
                    lits: vec![],
                },
            ),
            (
                "  a  2   3 -4 0 ",
                Step::Derived {
                    id: 2,
                    lits: vec![3, -4],
                    hints: None,
                },
            ),
            (
                "a 2 3 0 0",
                Step::Derived {
                    id: 2,
                    lits: vec![3],
                    hints: None,
                },
            ),
            ("d 1 2 0", Step::Delete { ids: vec![1, 2] }),
            (
                "t 5 farkas 1 -2 0 1/2 x",
                Step::Lemma {
                    id: 5,
                    rule: "farkas",
                    lits: vec![1, -2],
                    args: vec!["1/2", "x"],
                },
            ),
            (
                "atom 3 x",
                Step::Other {
                    keyword: "atom",
                    fields: vec!["3", "x"],
                },
            ),
        ];
        for (line, step) in accepted {
            assert_eq!(parse_line(line, 1), Ok(step), "{line:?}");
        }
    }

    #[test]
    fn bad_lines_are_refused_at_the_right_place() {
        let refused = [
            ("i", 2),
            ("i 0 1 0", 3),
            ("i -1 1 0", 3),
            ("i 1 2", 6),
            ("i 1 2 0 3", 9),
            ("a 1 2 0 3", 10),
            ("a 1 2 0 -3 0", 9),
            ("a 1 -9223372036854775808 0", 5),
            ("a 1 99999999999999999999 0", 5),
            ("d 1 x 0", 5),
            ("q 1 2 0 0", 9),
            ("t 1", 4),
            ("t 1 rule 1", 11),
        ];
        for (line, column) in refused {
            let error = parse_line(line, 4).expect_err(line);
            assert_eq!((error.line, error.column), (4, column), "{line:?}: {error}");
        }
    }
}
