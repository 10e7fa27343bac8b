//! The one switch between today's SMT-LIB and the strings of its drafts (2.0 to 2.5).
//!
//! Old *names* are always understood: no name of the drafts means something else today. Old
//! *escapes* are not: `"\n"` is two characters in SMT-LIB 2.6 and one in the drafts, so a whole
//! script is read one way or the other, as whoever owns the [`Environment`](crate::Environment)
//! says. No literal is ever guessed at.

use crate::lexer::{Kind, Lexer};
use crate::theory;

/// How string literals are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// SMT-LIB 2.6 and later: `\u{…}` and `\uXXXX` are the only escapes.
    #[default]
    Standard,
    /// The drafts before 2.6: also `\xNN`, `\ooo`, `\n`, `\t`, `\a`, `\b`, `\e`, `\f`, `\r`, `\v`,
    /// `\\` and `\"` (written `\""`).
    Legacy,
}

impl Dialect {
    /// The dialect of a whole script: the legacy one if the script uses a name that only the
    /// drafts had and nowhere a `\u`. The decision is made once, for all literals.
    ///
    /// ```
    /// use sinew_smtlib::Dialect;
    /// assert_eq!(Dialect::of_script(b"(assert (str.in.re x r))"), Dialect::Legacy);
    /// assert_eq!(Dialect::of_script(b"(assert (str.in_re x r))"), Dialect::Standard);
    /// assert_eq!(Dialect::of_script(b"(str.in.re \"\\u{41}\" r)"), Dialect::Standard);
    /// ```
    #[must_use]
    pub fn of_script(text: &[u8]) -> Dialect {
        if text.windows(2).any(|pair| pair == b"\\u") {
            return Dialect::Standard;
        }
        let text = String::from_utf8_lossy(text);
        let mut lexer = Lexer::new(&text);
        loop {
            match lexer.next() {
                Ok(token) if token.kind == Kind::End => return Dialect::Standard,
                Ok(token) if token.kind == Kind::Symbol => {
                    if theory::is_legacy_name(lexer.text(token)) {
                        return Dialect::Legacy;
                    }
                }
                Ok(_) => {}
                Err(fault) => lexer.skip_to(fault.end),
            }
        }
    }
}
