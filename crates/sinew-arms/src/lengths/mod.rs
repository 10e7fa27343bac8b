//! Length abstraction with a bit-level back end (P2 §3.1, Algorithm 1).
//!
//! The engine decides the Boolean structure and the arithmetic of lengths; its integer model fixes
//! the length of every string, and over words of known length the string facts are a propositional
//! problem. What fails there comes back as a lesson about those lengths, and the engine looks for
//! others. Departures: one engine works incrementally instead of a fresh arithmetic solver per
//! round, and lessons name only the lengths that the failure depends on.

use sinew_base::StopReason;
use sinew_engine::{Effort, PluginContext, TheorySolver, Verdict};
use sinew_simplify::RegexOfTerm;
use sinew_term::{Op, Sort, Term};

use crate::Shared;
use crate::words::{Memory, WordSearch, Words, length_facts};

/// The inferences of this arm, by the numbers that logs and statistics use.
pub mod rules {
    /// A valid formula about lengths.
    ///
    /// `|x ++ y| = |x| + |y|`
    pub const LENGTH: u32 = 1;
    /// Facts and lengths that do not go together.
    ///
    /// `¬(x = "ab" ++ y ∧ x = z ++ "c" ∧ |y| = 0)`
    pub const LESSON: u32 = 2;
}

/// The lengths arm; give it to [`Engine::set_plugin`](sinew_engine::Engine::set_plugin).
#[derive(Default)]
pub struct LengthsArm {
    regexes: RegexOfTerm,
    /// String terms, and integer functions of strings.
    terms: Vec<Term>,
    predicates: Vec<Term>,
    words: Words,
    shared: Shared,
    memory: Memory,
}

impl LengthsArm {
    /// An arm that tells others what it learns.
    #[must_use]
    pub fn sharing(shared: Shared) -> LengthsArm {
        LengthsArm {
            shared,
            ..LengthsArm::default()
        }
    }
}

impl TheorySolver for LengthsArm {
    fn register(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) {
        match (cx.store().sort(term), cx.store().op(term)) {
            (Sort::String | Sort::Int, _) => self.terms.push(term),
            (Sort::Bool, op) if op != Op::Eq => self.predicates.push(term),
            _ => {}
        }
        for fact in length_facts(cx.store_mut(), &mut self.regexes, term) {
            cx.lemma(&[fact], rules::LENGTH);
        }
    }

    fn check(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        effort: Effort,
    ) -> Result<Verdict, StopReason> {
        if effort != Effort::Last {
            return Ok(Verdict::Consistent);
        }
        let terms = (&self.predicates[..], &self.terms[..]);
        let memory = (&mut self.regexes, &mut self.memory);
        match WordSearch::run(cx, memory, terms, rules::LESSON)? {
            WordSearch::Found(words) => {
                self.words = words;
                Ok(Verdict::Consistent)
            }
            WordSearch::Lesson(clause) => {
                self.shared.tell(cx.store_mut(), &clause);
                Ok(Verdict::Consistent)
            }
            WordSearch::GaveUp(why) => Ok(Verdict::GaveUp(why)),
        }
    }

    fn string_value(&mut self, _: &mut PluginContext<'_, '_>, term: Term) -> Option<Vec<u32>> {
        self.words.get(&term).cloned()
    }
}
