//! Functions of one string that a machine with finitely many states computes, reading it from left to right: replacements of words by words, and
//! the case of letters.

use super::op::{Known, Op};
use super::term::{Term, Terms};

/// How far apart an upper-case letter and its lower-case letter are.
const CASE: u32 = 0x20;

/// A machine. Its states are numbers; it begins with 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Machine {
    /// `str.replace_all` or, if only the first occurrence counts, `str.replace`. The state is how much of the word was just read; all of it, once
    /// nothing is replaced any more.
    Replace {
        /// What is replaced: at least one character.
        old: Vec<u32>,
        /// What takes its place.
        new: Vec<u32>,
        /// Whether later occurrences are replaced as well.
        all: bool,
    },
    /// `str.to_lower`
    Lower,
    /// `str.to_upper`
    Upper,
}

impl Machine {
    /// The machine of a function's application, and what the function is applied to.
    #[must_use]
    pub fn of(terms: &Terms, applied: Term) -> Option<(Machine, Term)> {
        match (terms.op(applied), terms.args(applied)) {
            (Op::Known(op @ (Known::ReplaceAll | Known::Replace)), &[x, old, new]) => {
                let (old, new) = (terms.as_str(old)?.to_vec(), terms.as_str(new)?.to_vec());
                let all = op == Known::ReplaceAll;
                (!old.is_empty()).then_some((Machine::Replace { old, new, all }, x))
            }
            (Op::Known(Known::ToLower), &[x]) => Some((Machine::Lower, x)),
            (Op::Known(Known::ToUpper), &[x]) => Some((Machine::Upper, x)),
            _ => None,
        }
    }

    /// What is written when a character is read, and the next state.
    #[must_use]
    pub fn read(&self, state: usize, c: u32) -> (Vec<u32>, usize) {
        match self {
            Machine::Lower => (vec![shifted(c, 'A', 'Z', CASE)], 0),
            Machine::Upper => (vec![shifted(c, 'a', 'z', CASE.wrapping_neg())], 0),
            Machine::Replace { old, .. } if state == old.len() => (vec![c], state),
            Machine::Replace { old, new, all } => {
                let mut pending = old[..state].to_vec();
                pending.push(c);
                if pending == *old {
                    return (new.clone(), if *all { 0 } else { old.len() });
                }
                let kept = (0..=pending.len()).find(|&at| old.starts_with(&pending[at..]));
                let rest = pending.split_off(kept.unwrap_or(pending.len()));
                (pending, rest.len())
            }
        }
    }

    /// What is written at the end of the string.
    #[must_use]
    pub fn end(&self, state: usize) -> &[u32] {
        match self {
            Machine::Replace { old, .. } if state < old.len() => &old[..state],
            _ => &[],
        }
    }

    /// Where characters that the machine treats differently are cut apart, given the cut points of what it writes.
    #[must_use]
    pub fn cuts(&self, written: &[u32]) -> Vec<u32> {
        let case = |low: char, high: char, by: u32| -> Vec<u32> {
            let (low, high) = (low as u32, high as u32);
            let before = written.iter().map(|&cut| cut.wrapping_sub(by));
            let inside = before.filter(|cut| (low..=high).contains(cut));
            inside.chain([low, high + 1]).collect()
        };
        match self {
            Machine::Replace { old, .. } => old.iter().flat_map(|&c| [c, c + 1]).collect(),
            Machine::Lower => case('A', 'Z', CASE),
            Machine::Upper => case('a', 'z', CASE.wrapping_neg()),
        }
    }
}

fn shifted(c: u32, low: char, high: char, by: u32) -> u32 {
    match (low as u32..=high as u32).contains(&c) {
        true => c.wrapping_add(by),
        false => c,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::Bench;
    use super::*;

    fn run(machine: &Machine, word: &str) -> String {
        let (mut state, mut written) = (0, Vec::new());
        for c in word.chars() {
            let (out, next) = machine.read(state, c as u32);
            written.extend(out);
            state = next;
        }
        written.extend(machine.end(state));
        written.into_iter().filter_map(char::from_u32).collect()
    }

    #[test]
    fn machines_compute_functions() {
        let mut bench = Bench::new("(declare-const x String)(declare-const y String)");
        for (applied, word, image) in [
            ("(str.replace_all x \"aab\" \"c\")", "aaabaabaa", "accaa"),
            ("(str.replace_all x \"aa\" \"a\")", "aaaaa", "aaa"),
            ("(str.replace_all x \"ab\" \"abab\")", "ab", "abab"),
            ("(str.replace x \"aab\" \"c\")", "aaabaab", "acaab"),
            ("(str.replace x \"ab\" \"\")", "aabb", "ab"),
            ("(str.replace x \"ab\" \"c\")", "ba", "ba"),
            ("(str.to_lower x)", "A@Z[a{", "a@z[a{"),
            ("(str.to_upper x)", "a`z{A[", "A`Z{A["),
        ] {
            let term = bench.term(applied);
            let (machine, _) = Machine::of(&bench.terms, term).expect(applied);
            assert_eq!(run(&machine, word), image, "{applied} of {word}");
        }
        for applied in [
            "(str.replace_all x \"\" \"a\")",
            "(str.replace x y \"a\")",
            "(str.replace x \"a\" y)",
            "(str.rev x)",
        ] {
            let term = bench.term(applied);
            assert_eq!(Machine::of(&bench.terms, term), None, "{applied}");
        }
    }

    #[test]
    fn characters_between_cuts_are_treated_alike() {
        // The letters that become "b", and all capital letters; digits stay what they are.
        let cuts = Machine::Lower.cuts(&[0x30, 0x62, 0x63]);
        assert_eq!(cuts, [0x42, 0x43, 0x41, 0x5b]);
        assert_eq!(Machine::Upper.cuts(&[0x41]), [0x61, 0x61, 0x7b]);
    }
}
