//! S-expressions, read one at a time into flat storage: no nesting of owned values, so depth costs nothing.

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A parenthesised list.
    List,
    /// A symbol, keyword, numeral, decimal, fraction or `#`-literal, as written.
    Word,
    /// A symbol between bars, without them.
    Quoted,
    /// A string literal; the text is between the quotes, doubled quotes not yet undone.
    Str,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    start: usize,
    end: usize,
    /// The first child of a list, 0 for none.
    first: u32,
    /// The next sibling, 0 for none.
    next: u32,
}

/// Where something went wrong in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1, in characters.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl std::fmt::Display for Located {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for Located {}

/// Reads s-expressions from a text.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    text: &'a str,
    at: usize,
    nodes: Vec<Node>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str) -> Reader<'a> {
        Reader {
            text,
            at: 0,
            nodes: Vec::new(),
        }
    }

    /// The place of a byte.
    pub(crate) fn locate(&self, at: usize, message: impl Into<String>) -> Located {
        let before = &self.text[..at.min(self.text.len())];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Located {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: message.into(),
        }
    }

    /// Where the next s-expression would begin.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// The next s-expression; nothing at the end. What was read before is gone.
    pub(crate) fn next(&mut self) -> Result<Option<u32>, Located> {
        self.nodes.clear();
        // Number 0 is nobody's child.
        self.nodes.push(Node {
            kind: Kind::Word,
            start: 0,
            end: 0,
            first: 0,
            next: 0,
        });
        let mut open: Vec<(u32, u32)> = Vec::new();
        loop {
            self.skip();
            let Some(&byte) = self.text.as_bytes().get(self.at) else {
                return match open.first() {
                    None => Ok(None),
                    Some(&(list, _)) => Err(self.locate(
                        self.nodes[list as usize].start,
                        "this parenthesis is never closed",
                    )),
                };
            };
            let complete = match byte {
                b'(' => {
                    let list = self.push(Kind::List, self.at, self.at);
                    self.at += 1;
                    link(&mut self.nodes, &mut open, list);
                    open.push((list, 0));
                    continue;
                }
                b')' => {
                    let Some((list, _)) = open.pop() else {
                        return Err(self.locate(self.at, "no parenthesis is open here"));
                    };
                    self.at += 1;
                    self.nodes[list as usize].end = self.at;
                    list
                }
                _ => {
                    let word = self.word(byte)?;
                    link(&mut self.nodes, &mut open, word);
                    word
                }
            };
            if open.is_empty() {
                return Ok(Some(complete));
            }
        }
    }

    /// Steps over an opening parenthesis, if one is next.
    pub(crate) fn enter(&mut self) -> bool {
        self.skip();
        let open = self.text.as_bytes().get(self.at) == Some(&b'(');
        self.at += usize::from(open);
        open
    }

    /// Whether a closing parenthesis is next; steps over it.
    pub(crate) fn leave(&mut self) -> bool {
        self.skip();
        let close = self.text.as_bytes().get(self.at) == Some(&b')');
        self.at += usize::from(close);
        close
    }

    /// Whether nothing but space and comments is left.
    pub(crate) fn at_end(&mut self) -> bool {
        self.skip();
        self.at >= self.text.len()
    }

    /// Goes back.
    pub(crate) fn rewind(&mut self, at: usize) {
        self.at = at;
    }

    pub(crate) fn kind(&self, node: u32) -> Kind {
        self.nodes[node as usize].kind
    }

    pub(crate) fn start(&self, node: u32) -> usize {
        self.nodes[node as usize].start
    }

    /// The text of a word, symbol or string.
    pub(crate) fn text(&self, node: u32) -> &'a str {
        let node = &self.nodes[node as usize];
        &self.text[node.start..node.end]
    }

    /// Whether this is the word.
    pub(crate) fn is(&self, node: u32, word: &str) -> bool {
        self.kind(node) == Kind::Word && self.text(node) == word
    }

    /// The children of a list.
    pub(crate) fn children(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.nodes[node as usize].first;
        std::iter::successors((first != 0).then_some(first), |&child| {
            let next = self.nodes[child as usize].next;
            (next != 0).then_some(next)
        })
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) -> u32 {
        self.nodes.push(Node {
            kind,
            start,
            end,
            first: 0,
            next: 0,
        });
        (self.nodes.len() - 1) as u32
    }

    fn skip(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            if byte == b';' {
                while self.at < bytes.len() && bytes[self.at] != b'\n' {
                    self.at += 1;
                }
            } else if byte.is_ascii_whitespace() {
                self.at += 1;
            } else {
                break;
            }
        }
    }

    fn word(&mut self, byte: u8) -> Result<u32, Located> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        match byte {
            b'"' => {
                let mut at = start + 1;
                loop {
                    match bytes.get(at) {
                        None => return Err(self.locate(start, "this string is never closed")),
                        Some(b'"') if bytes.get(at + 1) == Some(&b'"') => at += 2,
                        Some(b'"') => break,
                        Some(_) => at += 1,
                    }
                }
                self.at = at + 1;
                Ok(self.push(Kind::Str, start + 1, at))
            }
            b'|' => match self.text[start + 1..].find('|') {
                None => Err(self.locate(start, "this symbol is never closed")),
                Some(length) => {
                    self.at = start + length + 2;
                    Ok(self.push(Kind::Quoted, start + 1, start + 1 + length))
                }
            },
            _ => {
                let ends = |byte: &u8| {
                    byte.is_ascii_whitespace() || matches!(byte, b'(' | b')' | b'"' | b';' | b'|')
                };
                let rest = &bytes[start..];
                self.at = start + rest.iter().position(ends).unwrap_or(rest.len());
                Ok(self.push(Kind::Word, start, self.at))
            }
        }
    }
}

/// Hangs a node below the innermost open list.
fn link(nodes: &mut [Node], open: &mut [(u32, u32)], node: u32) {
    if let Some((list, last)) = open.last_mut() {
        match *last {
            0 => nodes[*list as usize].first = node,
            last => nodes[last as usize].next = node,
        }
        *last = node;
    }
}

/// The code points of a string literal's text, with escapes undone as SMT-LIB 2.6 has them.
pub(crate) fn code_points(text: &str) -> Vec<u32> {
    let undoubled = text.replace("\"\"", "\"");
    let chars: Vec<char> = undoubled.chars().collect();
    let mut points = Vec::with_capacity(chars.len());
    let mut at = 0;
    while at < chars.len() {
        match escape(&chars[at..]) {
            Some((point, length)) => {
                points.push(point);
                at += length;
            }
            None => {
                points.push(chars[at] as u32);
                at += 1;
            }
        }
    }
    points
}

/// `\ud₃d₂d₁d₀`, `\u{d₀}` to `\u{d₄d₃d₂d₁d₀}` with `d₄` at most 2: the code point, and how long the escape is.
fn escape(chars: &[char]) -> Option<(u32, usize)> {
    if chars.len() < 3 || chars[0] != '\\' || chars[1] != 'u' {
        return None;
    }
    let (digits, length): (&[char], usize) = if chars[2] == '{' {
        let close = chars.iter().take(9).position(|&c| c == '}')?;
        (&chars[3..close], close + 1)
    } else {
        (chars.get(2..6)?, 6)
    };
    if digits.is_empty() || digits.len() > 5 {
        return None;
    }
    let point = digits
        .iter()
        .try_fold(0, |value, digit| Some(value * 16 + digit.to_digit(16)?))?;
    (point <= 0x2_ffff).then_some((point, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        for (text, points) in [
            (r"a\u{41}", &[97, 65][..]),
            (r"\u0041b", &[65, 98]),
            (r"\u{2ffff}", &[0x2_ffff]),
            (r"\u{30000}", &[92, 117, 123, 51, 48, 48, 48, 48, 125]),
            (r"\u{}", &[92, 117, 123, 125]),
            ("a\"\"b", &[97, 34, 98]),
            (r"\x", &[92, 120]),
        ] {
            assert_eq!(code_points(text), points, "{text}");
        }
    }

    #[test]
    fn places() {
        let mut reader = Reader::new("(a (b \"c\"\"d\" |e f|)\n ; comment\n g)");
        let list = reader.next().expect("a list").expect("one");
        let words: Vec<_> = reader.children(list).collect();
        assert_eq!(words.len(), 3);
        let inner: Vec<_> = reader
            .children(words[1])
            .map(|n| (reader.kind(n), reader.text(n)))
            .collect();
        assert_eq!(
            inner,
            [
                (Kind::Word, "b"),
                (Kind::Str, "c\"\"d"),
                (Kind::Quoted, "e f")
            ]
        );
        let place = reader.locate(reader.start(words[2]), "");
        assert_eq!((place.line, place.column), (3, 2));
        for bad in ["(a", ")", "\"a", "|a"] {
            assert!(Reader::new(bad).next().is_err(), "{bad}");
        }
    }

    #[test]
    fn depth_costs_nothing() {
        let text = "(".repeat(200_000) + &")".repeat(200_000);
        assert!(Reader::new(&text).next().is_ok());
    }
}
