//! Tokens of SMT-LIB, straight from the bytes of one command.
//!
//! The text is known to be UTF-8; tokens are ranges of it, so nothing is copied here.

use crate::diagnostic::{Fault, Parsed};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Open,
    Close,
    /// A simple symbol; reserved words are symbols here.
    Symbol,
    /// `|…|`
    Quoted,
    /// `:name`
    Keyword,
    Numeral,
    Decimal,
    Hexadecimal,
    Binary,
    /// `"…"`
    String,
    /// The end of the text.
    End,
}

/// A token and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

const BLANK: u8 = 1;
/// Letters, digits and the other characters of simple symbols.
const SYMBOL: u8 = 2;
const DIGIT: u8 = 4;

/// The class of every byte.
static CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        if matches!(b, b' ' | b'\t' | b'\n' | b'\r') {
            table[i] = BLANK;
        } else if b.is_ascii_digit() {
            table[i] = SYMBOL | DIGIT;
        } else if b.is_ascii_alphabetic()
            || matches!(
                b,
                b'+' | b'-'
                    | b'/'
                    | b'*'
                    | b'='
                    | b'%'
                    | b'?'
                    | b'!'
                    | b'.'
                    | b'$'
                    | b'_'
                    | b'~'
                    | b'&'
                    | b'^'
                    | b'<'
                    | b'>'
                    | b'@'
            )
        {
            table[i] = SYMBOL;
        }
        i += 1;
    }
    table
};

/// Whether the byte may stand in a simple symbol.
#[inline]
pub(crate) fn is_symbol_byte(byte: u8) -> bool {
    CLASS[byte as usize] & SYMBOL != 0
}

#[inline]
pub(crate) fn is_blank(byte: u8) -> bool {
    CLASS[byte as usize] & BLANK != 0
}

#[inline]
fn is_digit(byte: u8) -> bool {
    CLASS[byte as usize] & DIGIT != 0
}

/// Reads tokens from a text.
#[derive(Clone)]
pub(crate) struct Lexer<'a> {
    source: &'a str,
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(source: &'a str) -> Lexer<'a> {
        Lexer {
            source,
            bytes: source.as_bytes(),
            position: 0,
        }
    }

    /// The whole text.
    pub(crate) fn source(&self) -> &'a str {
        self.source
    }

    /// Where the next token is looked for.
    pub(crate) fn position(&self) -> usize {
        self.position
    }

    /// Goes on reading at `position`.
    pub(crate) fn skip_to(&mut self, position: usize) {
        self.position = position;
    }

    /// The text of a token; of quoted symbols and strings, what is between the delimiters.
    #[inline]
    pub(crate) fn text(&self, token: Token) -> &'a str {
        match token.kind {
            Kind::Quoted | Kind::String => &self.source[token.start + 1..token.end - 1],
            _ => &self.source[token.start..token.end],
        }
    }

    /// The token after blanks and comments.
    #[inline]
    pub(crate) fn next(&mut self) -> Parsed<Token> {
        let bytes = self.bytes;
        let mut at = self.position;
        loop {
            match bytes.get(at) {
                Some(&b) if is_blank(b) => at += 1,
                Some(b';') => {
                    at += bytes[at..]
                        .iter()
                        .position(|&b| b == b'\n' || b == b'\r')
                        .unwrap_or(bytes.len() - at);
                }
                _ => break,
            }
        }
        let start = at;
        let Some(&first) = bytes.get(at) else {
            self.position = at;
            return Ok(Token {
                kind: Kind::End,
                start,
                end: start,
            });
        };
        let kind = match first {
            b'(' => {
                at += 1;
                Kind::Open
            }
            b')' => {
                at += 1;
                Kind::Close
            }
            b if is_digit(b) => {
                let (kind, end) = self.number(at)?;
                at = end;
                kind
            }
            b if is_symbol_byte(b) => {
                at = self.symbol_end(at + 1);
                Kind::Symbol
            }
            _ => {
                let (kind, end) = self.delimited(first, at)?;
                at = end;
                kind
            }
        };
        self.position = at;
        Ok(Token {
            kind,
            start,
            end: at,
        })
    }

    /// The next token, without consuming it.
    pub(crate) fn peek(&self) -> Parsed<Token> {
        self.clone().next()
    }

    #[inline]
    fn symbol_end(&self, mut at: usize) -> usize {
        while at < self.bytes.len() && is_symbol_byte(self.bytes[at]) {
            at += 1;
        }
        at
    }

    fn run(&self, mut at: usize, wanted: impl Fn(&u8) -> bool) -> usize {
        while self.bytes.get(at).is_some_and(&wanted) {
            at += 1;
        }
        at
    }

    fn number(&mut self, start: usize) -> Parsed<(Kind, usize)> {
        let mut end = self.run(start, u8::is_ascii_digit);
        let mut kind = Kind::Numeral;
        if self.bytes.get(end) == Some(&b'.') {
            let fraction = self.run(end + 1, u8::is_ascii_digit);
            if fraction > end + 1 {
                kind = Kind::Decimal;
                end = fraction;
            }
        }
        let glued = self.symbol_end(end);
        if glued > end {
            let text = &self.source[start..glued];
            return Err(Fault::new(
                start,
                glued,
                format!("`{text}` is neither a number nor a symbol"),
            )
            .help("a symbol that begins with a digit is written between bars"));
        }
        Ok((kind, end))
    }

    /// Tokens that begin with a character of their own, and characters that begin none.
    #[cold]
    fn stray(&self, at: usize) -> Box<Fault> {
        let c = self.source[at..].chars().next().unwrap_or('\0');
        let end = at + c.len_utf8();
        match c {
            '\0' => Fault::new(at, end, "NUL byte in the input"),
            c if c.is_control() || (!c.is_ascii() && c.is_whitespace()) => Fault::new(
                at,
                end,
                format!("character U+{:04X} is not allowed here", u32::from(c)),
            ),
            c => {
                let fault = Fault::new(at, end, format!("character `{c}` is not allowed here"));
                match c {
                    '\'' | '`' | '\u{2018}'..='\u{201F}' => {
                        fault.help("strings are written between straight double quotes")
                    }
                    '[' | '{' => {
                        fault.help("regular expressions are terms, such as (re.range \"a\" \"z\")")
                    }
                    _ => fault,
                }
            }
        }
    }

    fn delimited(&mut self, first: u8, start: usize) -> Parsed<(Kind, usize)> {
        match first {
            b'"' => self.string(start),
            b'|' => self.quoted(start),
            b':' => {
                let end = self.symbol_end(start + 1);
                if end == start + 1 {
                    return Err(Fault::new(start, end, "a keyword needs a name after `:`"));
                }
                Ok((Kind::Keyword, end))
            }
            b'#' => self.radix(start),
            _ => Err(self.stray(start)),
        }
    }

    fn string(&self, start: usize) -> Parsed<(Kind, usize)> {
        let mut at = start + 1;
        loop {
            let Some(length) = self.bytes[at..].iter().position(|&b| b == b'"') else {
                return Err(Fault::new(
                    start,
                    self.bytes.len(),
                    "this string literal has no closing quote",
                ));
            };
            at += length + 1;
            if self.bytes.get(at) != Some(&b'"') {
                return Ok((Kind::String, at));
            }
            at += 1;
        }
    }

    fn quoted(&self, start: usize) -> Parsed<(Kind, usize)> {
        let Some(length) = self.bytes[start + 1..].iter().position(|&b| b == b'|') else {
            return Err(Fault::new(
                start,
                self.bytes.len(),
                "this quoted symbol has no closing bar",
            ));
        };
        let inner = &self.bytes[start + 1..][..length];
        if let Some(bad) = inner.iter().position(|&b| b == b'\\' || b == 0) {
            let at = start + 1 + bad;
            let what = if inner[bad] == 0 {
                "NUL byte"
            } else {
                "backslash"
            };
            return Err(Fault::new(at, at + 1, format!("{what} in a quoted symbol")));
        }
        Ok((Kind::Quoted, start + length + 2))
    }

    fn radix(&self, start: usize) -> Parsed<(Kind, usize)> {
        let (kind, end) = match self.bytes.get(start + 1) {
            Some(b'x') => (
                Kind::Hexadecimal,
                self.run(start + 2, u8::is_ascii_hexdigit),
            ),
            Some(b'b') => (
                Kind::Binary,
                self.run(start + 2, |b| matches!(b, b'0' | b'1')),
            ),
            _ => return Err(self.stray(start)),
        };
        let glued = self.symbol_end(end);
        if glued > end || end == start + 2 {
            let text = &self.source[start..glued];
            return Err(Fault::new(
                start,
                glued,
                format!("`{text}` is not a hexadecimal or binary number"),
            ));
        }
        Ok((kind, end))
    }

    /// The end of the expression that begins with `token`: itself, or up to the matching
    /// parenthesis. Stops early at the end of the text.
    pub(crate) fn expression_end(&self, token: Token) -> usize {
        if token.kind != Kind::Open {
            return token.end;
        }
        let mut lexer = self.clone();
        lexer.position = token.end;
        let mut depth = 1usize;
        while depth > 0 {
            match lexer.next() {
                Ok(token) => match token.kind {
                    Kind::Open => depth += 1,
                    Kind::Close => depth -= 1,
                    Kind::End => break,
                    _ => {}
                },
                Err(fault) => lexer.position = fault.end.max(lexer.position + 1),
            }
        }
        lexer.position
    }

    /// The token that begins at `start`, if there is one.
    pub(crate) fn token_at(&self, start: usize) -> Parsed<Token> {
        let mut lexer = self.clone();
        lexer.position = start;
        lexer.next()
    }

    /// Skips one expression, whatever it is, and returns its text.
    pub(crate) fn skip_expression(&mut self) -> Parsed<&'a str> {
        let first = self.next()?;
        let mut depth = usize::from(first.kind == Kind::Open);
        if matches!(first.kind, Kind::Close | Kind::End) {
            return Err(Fault::new(
                first.start,
                first.end,
                "an expression is missing here",
            ));
        }
        let mut end = first.end;
        while depth > 0 {
            let token = self.next()?;
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth -= 1,
                Kind::End => {
                    return Err(Fault::new(
                        first.start,
                        first.end,
                        "this parenthesis is never closed",
                    ));
                }
                _ => {}
            }
            end = token.end;
        }
        Ok(&self.source[first.start..end])
    }
}
