//! Numbers: numerals, decimals of integral value, and numerals with a sign.

use sinew_term::{Integer, Op, Term};

use super::Elaborator;
use crate::diagnostic::{Fault, Parsed};
use crate::lexer::{Kind, Token};

impl Elaborator<'_> {
    /// The value of a numeral token.
    pub(crate) fn numeral(&self, token: Token) -> Parsed<Integer> {
        let text = self.lexer.text(token);
        if text.len() < 19 {
            let value = text.bytes().fold(0i64, |v, b| v * 10 + i64::from(b - b'0'));
            return Ok(Integer::from(value));
        }
        text.parse::<Integer>()
            .map_err(|_| Fault::new(token.start, token.end, "this number cannot be read"))
    }

    /// Decimals of integral value are integers; others would be reals.
    pub(super) fn decimal(&mut self, token: Token) -> Parsed<Term> {
        let text = self.lexer.text(token);
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        if fraction.bytes().any(|b| b != b'0') {
            let message = format!("`{text}` needs sort Real, which is not supported");
            return Err(Fault::new(token.start, token.end, message));
        }
        match whole.parse::<Integer>() {
            Ok(value) => Ok(self.store.int(value)),
            Err(_) => Err(Fault::new(
                token.start,
                token.end,
                "this number cannot be read",
            )),
        }
    }

    /// `-1` is a symbol to the standard and a number to most people: what no script declares is
    /// read as `(- 1)`.
    pub(super) fn negative_numeral(&mut self, token: Token) -> Option<Term> {
        if token.kind != Kind::Symbol {
            return None;
        }
        let digits = self.lexer.text(token).strip_prefix('-')?;
        if !digits.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let value = digits.parse::<Integer>().ok()?;
        let value = self.store.int(value);
        Some(self.store.mk(Op::Neg, &[value]))
    }
}
