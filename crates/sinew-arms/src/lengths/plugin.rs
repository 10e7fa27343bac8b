//! The arm as a theory of the engine: lengths in, lessons out (P2, Algorithm 1).

use rustc_hash::FxHashMap;
use sinew_base::{Integer, StopReason};
use sinew_engine::{Effort, PluginContext, Premise, TheorySolver, Verdict};
use sinew_regex::Regex;
use sinew_simplify::RegexOfTerm;
use sinew_term::{Op, Sort, Term, TermMap, postorder_all};

use super::abstraction::length_facts;
use super::fixed::{Dependency, Fixed, Integers, solve_fixed};

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
    strings: Vec<Term>,
    predicates: Vec<Term>,
    words: FxHashMap<Term, Vec<u32>>,
}

/// The integers of the engine's candidate model, for all terms that matter.
struct Candidate {
    values: TermMap<Integer>,
    lengths: TermMap<Integer>,
}

impl Integers for Candidate {
    fn value(&self, term: Term) -> Option<Integer> {
        self.values.get(term).cloned()
    }

    fn length(&self, term: Term) -> Option<Integer> {
        self.lengths.get(term).cloned()
    }
}

/// Facts to satisfy, each with what supports it.
#[derive(Default)]
struct Facts {
    atoms: Vec<(Term, bool)>,
    premises: Vec<Premise>,
}

impl LengthsArm {
    /// What holds now and has to do with strings.
    fn facts(&self, cx: &mut PluginContext<'_, '_>) -> Facts {
        let mut facts = Facts::default();
        for &atom in &self.predicates {
            if let Some(value) = cx.value(atom) {
                facts.atoms.push((atom, value));
                facts.premises.push(Premise::Literal(atom, value));
            }
        }
        for (a, b) in cx.disequalities(Sort::String) {
            let atom = cx.store_mut().eq(a, b);
            facts.atoms.push((atom, false));
            facts.premises.push(Premise::Disequal(a, b));
        }
        for representative in cx.representatives(Sort::String) {
            for member in cx.class(representative) {
                if member != representative {
                    let atom = cx.store_mut().eq(representative, member);
                    facts.atoms.push((atom, true));
                    facts.premises.push(Premise::Equal(representative, member));
                }
            }
        }
        facts
    }

    fn candidate(&self, cx: &mut PluginContext<'_, '_>, order: &[Term]) -> Candidate {
        let mut candidate = Candidate { values: TermMap::new(), lengths: TermMap::new() };
        for &term in order {
            match cx.store().sort(term) {
                Sort::Int => {
                    if let Some(value) = cx.int_value(term) {
                        candidate.values.insert(term, value);
                    }
                }
                Sort::String => {
                    let length = cx.store_mut().len(term);
                    if let Some(value) = cx.int_value(length) {
                        candidate.lengths.insert(term, value);
                    }
                }
                _ => {}
            }
        }
        candidate
    }

    fn languages(&mut self, cx: &PluginContext<'_, '_>, order: &[Term]) -> FxHashMap<Term, Regex> {
        let ground = order.iter().filter(|&&term| cx.store().sort(term) == Sort::RegLan);
        ground
            .filter_map(|&term| Some((term, self.regexes.regex_of_term(cx.store(), term)?)))
            .collect()
    }

    /// Tells the engine that these facts do not go with these integers.
    fn lesson(
        cx: &mut PluginContext<'_, '_>,
        candidate: &Candidate,
        premises: &[Premise],
        integers: &[Dependency],
    ) {
        let mut equations = Vec::new();
        for &dependency in integers {
            let (term, value) = match dependency {
                Dependency::Value(term) => (term, candidate.value(term)),
                Dependency::Length(term) => (cx.store_mut().len(term), candidate.length(term)),
            };
            if let Some(value) = value
                && cx.store().int_value(term).is_none()
            {
                let value = cx.store_mut().int(value);
                equations.push(cx.store_mut().eq(term, value));
            }
        }
        if equations.is_empty() {
            return cx.conflict(premises, rules::LESSON);
        }
        let together = cx.store_mut().and(&equations);
        let lesson = cx.store_mut().not(together);
        cx.infer(premises, lesson, rules::LESSON);
    }
}

impl TheorySolver for LengthsArm {
    fn register(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) {
        match (cx.store().sort(term), cx.store().op(term)) {
            (Sort::String, _) => self.strings.push(term),
            (Sort::Bool, op) if op != Op::Eq => self.predicates.push(term),
            _ => {}
        }
        for fact in length_facts(cx.store_mut(), &mut self.regexes, term) {
            cx.lemma(&[fact], rules::LENGTH);
        }
    }

    fn check(&mut self, cx: &mut PluginContext<'_, '_>, effort: Effort) -> Result<Verdict, StopReason> {
        if effort != Effort::Last {
            return Ok(Verdict::Consistent);
        }
        let facts = self.facts(cx);
        let roots: Vec<Term> =
            facts.atoms.iter().map(|&(atom, _)| atom).chain(self.strings.iter().copied()).collect();
        let order = postorder_all(cx.store(), &roots);
        let candidate = self.candidate(cx, &order);
        if cx.acted() {
            return Ok(Verdict::Consistent);
        }
        let languages = self.languages(cx, &order);
        let regexes = self.regexes.store_mut();
        let outcome = solve_fixed(
            cx.store(),
            (regexes, &languages),
            &candidate,
            &facts.atoms,
            &self.strings,
            cx.budget(),
        )?;
        match outcome {
            Fixed::Words(words) => {
                self.words = words;
                Ok(Verdict::Consistent)
            }
            Fixed::Clash { facts: core, integers } => {
                let premises: Vec<Premise> = core.iter().map(|&index| facts.premises[index]).collect();
                LengthsArm::lesson(cx, &candidate, &premises, &integers);
                Ok(Verdict::Consistent)
            }
            Fixed::GaveUp(why) => Ok(Verdict::GaveUp(why)),
        }
    }

    fn string_value(&mut self, _: &mut PluginContext<'_, '_>, term: Term) -> Option<Vec<u32>> {
        self.words.get(&term).cloned()
    }
}
