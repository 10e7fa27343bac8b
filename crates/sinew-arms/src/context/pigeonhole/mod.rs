//! Pigeonholes: things that are apart need room.
//!
//! *Principle.* Let each of some things claim places of a finite set, and let no place be claimed by
//! two. Then there are at least as many places as are claimed together. (The claims are disjoint
//! subsets of the places.)
//!
//! An instance says what the things and the places are, and proves that claims are disjoint:
//!
//! | instance | things | places | claims |
//! |---|---|---|---|
//! | [`factors`] | words that a string contains, none in another | positions of the string | its characters, but for those that it may share with the next |
//! | [`positions`] | different parts of a string, cut to one length | positions of the string | where it begins |
//! | [`language`] | different strings of one language | words of the language | itself |
//!
//! What follows is a bound on a length where places are positions, and a conflict where their number is
//! known. P3 has none of it. Without it each is left to a search that tries all ways to distribute the
//! things, and does not survive a dozen of them. All instances speak of classes: what is known
//! of one string is known of those that equal it. Few things are left to the search
//! ([`PIGEONS`](crate::tuning::PIGEONS)).

pub(super) mod factors;
pub(super) mod language;
pub(super) mod positions;

use sinew_base::Rule;
use sinew_engine::{PluginContext, Premise};
use sinew_term::Term;

use crate::tuning::PIGEONS;

/// Where claims must find room.
enum Places {
    /// The positions of the string of this length.
    Positions(Term),
    /// So many.
    Known(usize),
}

/// What things claim together, and why their claims are disjoint.
struct Claims {
    count: usize,
    why: Vec<Premise>,
}

impl Claims {
    /// Applies the principle. Whether something was sent.
    fn need(self, cx: &mut PluginContext<'_, '_>, rule: &'static Rule, places: Places) -> bool {
        match places {
            Places::Known(count) if self.count <= count => false,
            Places::Known(_) => cx.conflict(rule, &self.why),
            Places::Positions(length) => {
                let least = cx.store_mut().int(self.count);
                let fact = cx.store_mut().ge(length, least);
                cx.infer(rule, &self.why, fact)
            }
        }
    }
}

/// Whether so many things are worth the argument.
fn are_many(cx: &PluginContext<'_, '_>, things: usize) -> bool {
    things >= cx.tuning().size(&PIGEONS)
}

/// Those of the strings that are known to differ from all chosen before, until there are as many as
/// wanted.
fn different(cx: &PluginContext<'_, '_>, strings: &[Term], wanted: usize) -> Vec<Term> {
    let mut chosen: Vec<Term> = Vec::new();
    for &string in strings {
        if chosen.len() < wanted && chosen.iter().all(|&other| cx.disequal(other, string)) {
            chosen.push(string);
        }
    }
    chosen
}

/// That they differ from each other.
fn pairwise(strings: &[Term]) -> Vec<Premise> {
    let mut why = Vec::new();
    for (index, &string) in strings.iter().enumerate() {
        let differs = |&other: &Term| Premise::Disequal(other, string);
        why.extend(strings[..index].iter().map(differs));
    }
    why
}
