//! A readable form of a regex, for traces and tests.

use crate::store::{ALL, EPSILON, Node, Regex, RegexStore};
use std::fmt::Write;

/// How tightly an operator binds.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Level {
    Union,
    Inter,
    Concat,
    Unary,
}

enum Piece {
    Regex(Regex, Level),
    Text(String),
}

impl RegexStore {
    /// A readable form: `|`, `&`, `~`, `{lo,hi}`, `.` for any character, `∅` and `ε`.
    ///
    /// ```
    /// use sinew_regex::RegexStore;
    /// let mut store = RegexStore::new();
    /// let ab = store.literal(&[97, 98]);
    /// let c = store.range(99, 101);
    /// let some = store.loop_(ab, 2, 5);
    /// let r = store.concat(some, c);
    /// let r = store.comp(r);
    /// assert_eq!(store.display(r), "~((ab){2,5}[c-e])");
    /// ```
    #[must_use]
    pub fn display(&self, r: Regex) -> String {
        let mut text = String::new();
        let mut pieces = vec![Piece::Regex(r, Level::Union)];
        while let Some(piece) = pieces.pop() {
            match piece {
                Piece::Text(piece) => text.push_str(&piece),
                Piece::Regex(r, level) => self.expand(r, level, &mut text, &mut pieces),
            }
        }
        text
    }

    fn expand(&self, r: Regex, level: Level, text: &mut String, pieces: &mut Vec<Piece>) {
        let own = match self.node(r) {
            Node::Union(_) => Level::Union,
            Node::Inter(_) => Level::Inter,
            Node::Concat(..) => Level::Concat,
            _ => Level::Unary,
        };
        // A repeated operand is a single symbol or stands in parentheses.
        if own < level {
            text.push('(');
            pieces.push(Piece::Text(")".into()));
        }
        match self.node(r) {
            Node::None => text.push('∅'),
            Node::Epsilon => text.push('ε'),
            Node::Class(class) => {
                let _ = write!(text, "{}", self.class_set(*class));
            }
            Node::Concat(head, tail) => {
                pieces.push(Piece::Regex(*tail, Level::Concat));
                pieces.push(Piece::Regex(*head, Level::Concat));
            }
            Node::Union(parts) if parts.len() == 2 && parts[0] == EPSILON => {
                pieces.push(Piece::Text("?".into()));
                pieces.push(Piece::Regex(parts[1], Level::Unary));
            }
            Node::Union(parts) => list(parts, " | ", Level::Inter, pieces),
            Node::Inter(parts) => list(parts, " & ", Level::Concat, pieces),
            Node::Comp(inner) => {
                text.push('~');
                pieces.push(Piece::Regex(*inner, Level::Unary));
            }
            Node::Loop { body, lo, hi } => {
                let suffix = match (lo, hi) {
                    _ if r == ALL => "*".to_string(),
                    (0, None) => "*".to_string(),
                    (1, None) => "+".to_string(),
                    (lo, None) => format!("{{{lo},}}"),
                    (lo, Some(hi)) if lo == hi => format!("{{{lo}}}"),
                    (lo, Some(hi)) => format!("{{{lo},{hi}}}"),
                };
                pieces.push(Piece::Text(suffix));
                match self.node(*body) {
                    Node::Comp(_) | Node::Loop { .. } => {
                        text.push('(');
                        pieces.push(Piece::Text(")".into()));
                        pieces.push(Piece::Regex(*body, Level::Union));
                    }
                    _ => pieces.push(Piece::Regex(*body, Level::Unary)),
                }
            }
            Node::State { automaton, state } => {
                let _ = write!(text, "<{automaton}:{state}>");
            }
        }
    }
}

fn list(parts: &[Regex], separator: &str, level: Level, pieces: &mut Vec<Piece>) {
    for (at, &part) in parts.iter().enumerate().rev() {
        pieces.push(Piece::Regex(part, level));
        if at > 0 {
            pieces.push(Piece::Text(separator.into()));
        }
    }
}
