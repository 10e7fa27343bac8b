//! Constant words: searching, overlaps, and the meaning of every string function on constants.
//!
//! The functions on constants are the solver's own reading of the standard. They share nothing
//! with the reference semantics, which checks them.

use sinew_term::{Integer, MAX_CHAR};

/// The first position `>= from` at which `needle` occurs in `hay`.
pub(crate) fn find(hay: &[u32], needle: &[u32], from: usize) -> Option<usize> {
    if from > hay.len() || needle.len() > hay.len() - from {
        return None;
    }
    if needle.is_empty() {
        return Some(from);
    }
    if needle.len() < 8 {
        return (from..=hay.len() - needle.len()).find(|&at| hay[at..].starts_with(needle));
    }
    // Knuth–Morris–Pratt: long literals must not make the search quadratic.
    let failure = failure_function(needle);
    let mut matched = 0;
    for (at, &c) in hay.iter().enumerate().skip(from) {
        while matched > 0 && needle[matched] != c {
            matched = failure[matched - 1];
        }
        if needle[matched] == c {
            matched += 1;
        }
        if matched == needle.len() {
            return Some(at + 1 - matched);
        }
    }
    None
}

fn failure_function(word: &[u32]) -> Vec<usize> {
    let mut failure = vec![0; word.len()];
    let mut length = 0;
    for i in 1..word.len() {
        while length > 0 && word[length] != word[i] {
            length = failure[length - 1];
        }
        if word[length] == word[i] {
            length += 1;
        }
        failure[i] = length;
    }
    failure
}

pub(crate) fn contains(hay: &[u32], needle: &[u32]) -> bool {
    find(hay, needle, 0).is_some()
}

/// The length of the longest suffix of `left` that is a prefix of `right`
/// (P3's `left ⊔_l right` when `left` does not contain `right`).
pub(crate) fn overlap(left: &[u32], right: &[u32]) -> usize {
    if right.is_empty() || left.is_empty() {
        return 0;
    }
    let failure = failure_function(right);
    let mut matched = 0;
    let start = left.len().saturating_sub(right.len());
    for &c in &left[start..] {
        if matched == right.len() {
            matched = failure[matched - 1];
        }
        while matched > 0 && right[matched] != c {
            matched = failure[matched - 1];
        }
        if right[matched] == c {
            matched += 1;
        }
    }
    matched
}

/// Whether `a` and `b`, laid side by side in any way that shares a character, could agree:
/// neither contains the other and no proper overlap exists if this is false.
pub(crate) fn may_overlap(a: &[u32], b: &[u32]) -> bool {
    contains(a, b) || contains(b, a) || overlap(a, b) > 0 || overlap(b, a) > 0
}

/// `str.substr` on constants.
pub(crate) fn substr<'a>(s: &'a [u32], from: &Integer, count: &Integer) -> &'a [u32] {
    let Some(from) = from.to_usize().filter(|&from| from < s.len()) else {
        return &[];
    };
    if !count.is_positive() {
        return &[];
    }
    let rest = &s[from..];
    match count.to_usize() {
        Some(count) if count < rest.len() => &rest[..count],
        _ => rest,
    }
}

/// `str.indexof` on constants.
pub(crate) fn indexof(s: &[u32], t: &[u32], from: &Integer) -> Integer {
    match from.to_usize().and_then(|from| find(s, t, from)) {
        Some(at) => Integer::from(at),
        None => Integer::MINUS_ONE,
    }
}

/// `str.replace` on constants.
pub(crate) fn replace(s: &[u32], t: &[u32], u: &[u32]) -> Vec<u32> {
    match find(s, t, 0) {
        Some(at) => [&s[..at], u, &s[at + t.len()..]].concat(),
        None => s.to_vec(),
    }
}

/// `str.replace_all` on constants.
pub(crate) fn replace_all(s: &[u32], t: &[u32], u: &[u32]) -> Vec<u32> {
    if t.is_empty() {
        return s.to_vec();
    }
    let mut result = Vec::with_capacity(s.len());
    let mut from = 0;
    while let Some(at) = find(s, t, from) {
        result.extend_from_slice(&s[from..at]);
        result.extend_from_slice(u);
        from = at + t.len();
    }
    result.extend_from_slice(&s[from..]);
    result
}

pub(crate) fn is_digit(c: u32) -> bool {
    (0x30..=0x39).contains(&c)
}

/// `str.to_int` on constants.
pub(crate) fn to_int(s: &[u32]) -> Integer {
    if s.is_empty() || !s.iter().all(|&c| is_digit(c)) {
        return Integer::MINUS_ONE;
    }
    let text: String = s.iter().filter_map(|&c| char::from_u32(c)).collect();
    text.parse().unwrap_or(Integer::MINUS_ONE)
}

/// `str.from_int` on constants.
pub(crate) fn from_int(n: &Integer) -> Vec<u32> {
    if n.is_negative() {
        return Vec::new();
    }
    n.to_string().bytes().map(u32::from).collect()
}

/// `str.to_code` on constants.
pub(crate) fn to_code(s: &[u32]) -> Integer {
    match s {
        [c] => Integer::from(*c),
        _ => Integer::MINUS_ONE,
    }
}

/// `str.from_code` on constants.
pub(crate) fn from_code(n: &Integer) -> Vec<u32> {
    n.to_u32()
        .filter(|&c| c <= MAX_CHAR)
        .map_or_else(Vec::new, |c| vec![c])
}

/// ASCII lower case, the meaning of `str.to_lower` per character.
pub(crate) fn lower(c: u32) -> u32 {
    if (0x41..=0x5A).contains(&c) {
        c + 32
    } else {
        c
    }
}

/// ASCII upper case, the meaning of `str.to_upper` per character.
pub(crate) fn upper(c: u32) -> u32 {
    if (0x61..=0x7A).contains(&c) {
        c - 32
    } else {
        c
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn w(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    #[test]
    fn searching_agrees_with_the_obvious() {
        // All words over {a, b} up to length 5 against needles up to length 9: both searches run.
        let words = |max: u32| {
            (0..=max).flat_map(|n| {
                (0..1u32 << n)
                    .map(move |bits| (0..n).map(|i| 0x61 + (bits >> i & 1)).collect::<Vec<u32>>())
            })
        };
        for needle in words(4) {
            for hay in words(6) {
                let slow = (0..=hay.len()).find(|&i| hay[i..].starts_with(&needle));
                assert_eq!(find(&hay, &needle, 0), slow);
                let over = (0..=hay.len().min(needle.len()))
                    .rev()
                    .find(|&n| hay.ends_with(&needle[..n]))
                    .unwrap_or(0);
                assert_eq!(overlap(&hay, &needle), over, "{hay:?} {needle:?}");
            }
        }
        let long = w("aabaabaaab");
        let hay = w("aabaabaabaaabaabaabaaab");
        assert_eq!(find(&hay, &long, 0), Some(3));
        assert_eq!(find(&hay, &long, 4), Some(13));
    }

    #[test]
    fn paper_examples_of_overlap() {
        assert_eq!(overlap(&w("abcde"), &w("def")), 2);
        assert_eq!(overlap(&w("def"), &w("abcde")), 0);
    }
}
