//! Long texts that do not have a letter of what is looked for in them.
//!
//! A text put together from thousands of words is one word in the end, but checkers that put words together one by one take long for that. A letter that none of the words has is not in the text, and it takes
//! as many steps as there are words to say so: halves of a text first, and halves of these.

use rustc_hash::FxHashSet;
use sinew_proof::cpc::{Fact, Known, Op, Outcome, Term};

use crate::Elaborator;

/// Texts with fewer letters are put together.
const LONG: usize = 4_000;
/// So many words are put together at once.
const WORDS: usize = 16;

impl Elaborator {
    /// `contains(text, part) = false` for a long text of words without some letter of the part; nothing if this is something else.
    pub(crate) fn lacks_letter(&mut self, atom: Term) -> Outcome<Option<Fact>> {
        let terms = self.checker().terms();
        let (Op::Known(Known::Contains), &[text, part]) = (terms.op(atom), terms.args(atom)) else {
            return Ok(None);
        };
        if terms.op(text) != Op::Known(Known::Concat) {
            return Ok(None);
        }
        let words = self.components(text)?;
        let sought = self.components(part)?;
        let terms = self.checker().terms();
        let mut letters: FxHashSet<u32> = FxHashSet::default();
        let (mut length, mut seen) = (0, FxHashSet::default());
        for &word in &words {
            let Some(text) = terms.as_str(word) else {
                return Ok(None);
            };
            length += text.len();
            if seen.insert(word) {
                letters.extend(text);
            }
        }
        let missing = sought.iter().enumerate().find_map(|(at, &word)| {
            let letter = (terms.as_str(word)?.iter()).find(|letter| !letters.contains(letter))?;
            Some((at, *letter))
        });
        match missing {
            Some((at, letter)) if length >= LONG => {
                let sought = (part, &sought[..], at);
                self.without_letter((text, &words), sought, letter)
                    .map(Some)
            }
            _ => Ok(None),
        }
    }

    fn without_letter(
        &mut self,
        (text, words): (Term, &[Term]),
        (part, sought, at): (Term, &[Term], usize),
        letter: u32,
    ) -> Outcome<Fact> {
        let letter = self.checker().terms().string(&[letter])?;
        let absent = self.absent_in(words, letter)?;
        let (atom, _) = self.sides(absent).ok_or("an equation was expected")?;
        let grouped = self.checker().terms().args(atom)[0];
        // The text as it is written.
        let absent = self.for_equal(absent, (0, grouped, text))?;
        let word = sought[at];
        let absent = match word == letter {
            true => absent,
            false => {
                let spelled = self.letters(word)?;
                let place = spelled.iter().position(|&other| other == letter);
                let place = place.ok_or("the letter is not there")?;
                let absent = self.not_around(text, &spelled, place, absent)?;
                let concat = self.concatenation(&spelled)?;
                self.for_equal(absent, (1, concat, word))?
            }
        };
        if sought.len() == 1 {
            return Ok(absent);
        }
        let absent = self.not_around(text, sought, at, absent)?;
        let concat = self.concatenation(sought)?;
        self.for_equal(absent, (1, concat, part))
    }

    /// `contains(text, …·y·…) = false` from `contains(text, y) = false`.
    fn not_around(&mut self, text: Term, parts: &[Term], at: usize, absent: Fact) -> Outcome<Fact> {
        let terms = self.checker().terms();
        let (before, behind) = (
            terms.app(Known::Concat, &parts[..at])?,
            terms.app(Known::Concat, &parts[at + 1..])?,
        );
        let args = [before, parts[at], text, behind];
        (self.checker()).step("str-contains-concat-find-contra", &[absent], &args, None)
    }

    /// What an equation says of a term at a place of its left side, said of an equal one.
    fn for_equal(&mut self, shown: Fact, (at, term, other): (usize, Term, Term)) -> Outcome<Fact> {
        if term == other {
            return Ok(shown);
        }
        let (atom, _) = self.sides(shown).ok_or("an equation was expected")?;
        let terms = self.checker().terms();
        let mut args = terms.args(atom).to_vec();
        args[at] = other;
        let wanted = terms.app(Known::Contains, &args)?;
        let same = terms.app(Known::Eq, &[other, term])?;
        let rule = match terms.as_str(other) {
            // The other one is the word that the term is.
            Some(_) => {
                let value = self.checker().step("evaluate", &[], &[term], None)?;
                self.symm(value)?
            }
            None => self.checker().step("aci_norm", &[], &[same], None)?,
        };
        let mut known = crate::congruence::Equations::from_iter([((other, term), rule)]);
        let moved = self.congruent(wanted, atom, &mut known)?;
        let steps: Vec<Fact> = moved.into_iter().chain([shown]).collect();
        self.trans(&steps)
    }

    /// `contains(words, letter) = false`, with the words in halves.
    fn absent_in(&mut self, words: &[Term], letter: Term) -> Outcome<Fact> {
        if words.len() <= WORDS {
            let text = self.concatenation(words)?;
            let atom = (self.checker().terms()).app(Known::Contains, &[text, letter])?;
            return self.checker().step("evaluate", &[], &[atom], None);
        }
        let (first, second) = words.split_at(words.len() / 2);
        let halves = [
            self.absent_in(first, letter)?,
            self.absent_in(second, letter)?,
        ];
        let mut texts = [letter; 2];
        for (text, &half) in texts.iter_mut().zip(&halves) {
            let (atom, _) = self.sides(half).ok_or("an equation was expected")?;
            *text = self.checker().terms().args(atom)[0];
        }
        let terms = self.checker().terms();
        let length = terms.app(Known::Len, &[letter])?;
        let nothing = terms.string(&[])?;
        let one = self.checker().step("evaluate", &[], &[length], None)?;
        let args = [texts[0], texts[1], nothing, letter];
        let split = (self.checker()).step("str-contains-split-char", &[one], &args, None)?;
        let cases = self.right_side(split)?;
        let neither = self.cong(cases, &halves)?;
        let cases = self.right_side(neither)?;
        let value = self.checker().step("evaluate", &[], &[cases], None)?;
        self.trans(&[split, neither, value])
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    #[test]
    fn a_long_text_lacks_what_has_another_letter_and_nothing_is_said_of_others() {
        let word = "\"kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk\"";
        let many = |count: usize| format!("(str.++ {} \"1\")", vec![word; count].join(" "));
        for (count, part, shown) in [
            (200, "\"2\"", true),
            (200, "\"k2k\"", true),
            (200, "(str.++ \"kk\" \"2k\" \"k\")", true),
            (200, "(str.++ x \"k2\" x)", true),
            (200, "(str.++ \"1\" \"1\")", false),
            (3, "\"2\"", false),
        ] {
            let mut bench = Workbench::new(1_000_000);
            let atom = bench.term(&format!("(str.contains {} {part})", many(count)));
            let found = bench.proof.lacks_letter(atom).expect("enough work");
            assert_eq!(found.is_some(), shown, "{count} {part}");
            if let Some(fact) = found {
                let no = bench.term("false");
                assert_eq!(bench.proof.sides(fact), Some((atom, no)));
            }
        }
    }
}
