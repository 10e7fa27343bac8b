//! Mutants of scripts, for programs that feed them to the reader or to whole sessions.

use std::path::Path;

use sinew_base::Random;

/// One of the seeds with bytes flipped, cut short, with pieces of others spliced in, parts doubled, words exchanged for
/// those of others, or some of the given words put in.
pub(crate) fn mutant(seeds: &[Vec<u8>], words: &[&str], random: &mut Random) -> Vec<u8> {
    let mut text = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(8) {
        let at = random.below(text.len() + 1);
        match random.below(8) {
            0 if at < text.len() => text[at] ^= 1 << random.below(8),
            1 if at < text.len() => text[at] = random.number() as u8,
            2 => text.truncate(at),
            3 => {
                let end = (at + random.below(40)).min(text.len());
                text.drain(at..end);
            }
            4 => {
                let other = &seeds[random.below(seeds.len())];
                let from = random.below(other.len() + 1);
                let to = (from + random.below(600)).min(other.len());
                text.splice(at..at, other[from..to].iter().copied());
            }
            5 => {
                let end = (at + random.below(200)).min(text.len());
                let piece = text[at..end].to_vec();
                let again = random.below(text.len() + 1);
                text.splice(again..again, piece);
            }
            6 => {
                // Often well-formed.
                let other = &seeds[random.below(seeds.len())];
                let (from, to) = word(other, random.below(other.len() + 1));
                let (start, end) = word(&text, at);
                text.splice(start..end, other[from..to].iter().copied());
            }
            _ => {
                let piece = words[random.below(words.len())].bytes();
                text.splice(at..at, piece);
            }
        }
    }
    text
}

/// Where the word at or after `at` begins and ends.
fn word(text: &[u8], at: usize) -> (usize, usize) {
    let part = |&b: &u8| b.is_ascii_alphanumeric() || b"._+-*<=>!".contains(&b);
    let start = at + text[at..].iter().position(part).unwrap_or(0);
    let length = text[start..].iter().position(|b| !part(b));
    (start, length.map_or(text.len(), |length| start + length))
}

/// Adds the `.smt2` files at or below `path` that are shorter than `most` bytes.
pub(crate) fn load(path: &Path, most: usize, seeds: &mut Vec<Vec<u8>>) {
    if path.is_dir() {
        let mut entries: Vec<_> = std::fs::read_dir(path)
            .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
            .unwrap_or_default();
        entries.sort();
        for entry in entries {
            load(&entry, most, seeds);
        }
    } else if path.extension().is_some_and(|end| end == "smt2")
        && let Ok(text) = std::fs::read(path)
        && text.len() < most
    {
        seeds.push(text);
    }
}

/// The most memory that this process has held so far, where the system tells.
pub(crate) fn peak_bytes() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kilobytes: Option<usize> = line.and_then(|l| l.split_whitespace().nth(1)?.parse().ok());
    kilobytes.unwrap_or(0) << 10
}
