//! Lists in what solvers print.

/// The items of the list that `text` starts with.
pub(super) fn list(text: &str) -> Option<Vec<&str>> {
    let text = text.trim_start();
    let bytes = text.as_bytes();
    if bytes.first() != Some(&b'(') {
        return None;
    }
    let mut items = Vec::new();
    let mut depth = 0usize;
    let mut start: Option<usize> = None;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            quote @ (b'"' | b'|') => {
                start.get_or_insert(at);
                let length = bytes[at + 1..].iter().position(|&b| b == quote)?;
                at += length + 1;
            }
            b'(' => {
                if depth == 1 {
                    finish(text, &mut items, &mut start, at);
                    start = Some(at);
                }
                depth += 1;
            }
            b')' => {
                depth -= 1;
                if depth == 0 {
                    finish(text, &mut items, &mut start, at);
                    return Some(items);
                }
                if depth == 1 {
                    finish(text, &mut items, &mut start, at + 1);
                }
            }
            byte if byte.is_ascii_whitespace() => {
                if depth == 1 {
                    finish(text, &mut items, &mut start, at);
                }
            }
            _ => {
                if depth == 1 {
                    start.get_or_insert(at);
                }
            }
        }
        at += 1;
    }
    None
}

fn finish<'t>(text: &'t str, items: &mut Vec<&'t str>, start: &mut Option<usize>, end: usize) {
    if let Some(from) = start.take() {
        items.push(&text[from..end]);
    }
}

#[cfg(test)]
mod tests {
    use super::list;

    #[test]
    fn items_keep_their_text() {
        assert_eq!(
            list(" ((x \"a)\") |b c| d)rest"),
            Some(vec!["(x \"a)\")", "|b c|", "d"])
        );
        assert_eq!(list("(x \"a\"\"b\")"), Some(vec!["x", "\"a\"\"b\""]));
        assert_eq!(list("()"), Some(Vec::new()));
        assert_eq!(list("(a"), None);
        assert_eq!(list("a"), None);
    }
}
