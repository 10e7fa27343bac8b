//! Satisfiable tests with quantifiers (P1 §5): a fact about all words beside a planted part.
//!
//! Four kinds, each with and without patterns. *Laws*: `∀y (y ∈ L ⇔ y ∈ R)` for two forms of one
//! language. *Cases*: `∀y (y ∈ F ⇒ φ(x, y))` where F has few words and φ is grown over all
//! operators. *Inclusion*: `∀y (y ∈ R ⇒ x ++ y ∈ S)` with x planted. *Alternation*: the same with
//! x existential, and tied to a planted string. What is claimed is proved before it is handed out,
//! and once more where tests are [certified](super::universal).
//!
//! A premise without words says nothing, so those with several are preferred.

use std::cell::Cell;

use rustc_hash::FxHashMap;
use sinew_base::Budget;
use sinew_regex::{CharOrder, LengthSet, Regex, RegexStore};
use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

use super::exec::Value;
use super::execution::Made;
use super::instance::ground_sides;
use super::lang::Lang;
use super::languages::{Languages, STEPS};
use super::law::Law;
use super::library::Library;
use super::planted::constants;
use super::program::{Context, Program};
use super::rewrite::replace_terms;
use super::search::Domain;
use super::test::{Expected, Model};
use super::universal::{CASES, WITNESSES, obligations};

/// Languages tried for one with several words.
const PREMISES: usize = 6;
/// So many words are several.
const SEVERAL: usize = 3;
/// Few words that are longer are not looked for among many: spelling out one takes as long as all
/// else that is done for a test.
const LONGEST: u64 = 64;
/// Evaluations that one instance may take.
const EVALUATIONS: u64 = 10_000;

/// The laws about languages: what they say of ground ones is proved each time.
pub(super) fn laws(library: &Library) -> Vec<&Law> {
    let about_languages = |law: &&Law| law.holds && law.sort == Sort::RegLan;
    library.laws.iter().filter(about_languages).collect()
}

/// Up to `limit` words of a language.
fn words(regexes: &mut RegexStore, regex: Regex, limit: usize) -> Option<Vec<Vec<u32>>> {
    let budget = Budget::with_steps(STEPS);
    regexes
        .words(regex, limit, CharOrder::Readable, &budget)
        .ok()
}

/// Whether a language has words of so many lengths, which is found out without a word.
fn has_lengths(lengths: &LengthSet, count: usize) -> bool {
    let after = |length: &u64| lengths.next(length + 1);
    std::iter::successors(lengths.min(), after)
        .nth(count - 1)
        .is_some()
}

fn has_several(lang: &Lang) -> bool {
    let mut regexes = RegexStore::new();
    let regex = lang.to_regex(&mut regexes);
    let budget = Budget::with_steps(STEPS);
    let lengths = regexes.lengths(regex, &budget);
    if lengths.is_ok_and(|lengths| has_lengths(&lengths, SEVERAL)) {
        return true;
    }
    words(&mut regexes, regex, SEVERAL).is_some_and(|words| words.len() == SEVERAL)
}

/// Whether each quantified assertion is, under the planted values, of a kind whose truth the certificate can be shown to rest on. One that was
/// true when it was made need not be: its form in the test may take more steps than a decision is given.
fn can_be_certified(store: &mut TermStore, (assertions, expected): &Made) -> bool {
    let Expected::Sat(model) = expected else {
        return true;
    };
    let values = model
        .iter()
        .map(|(constant, value)| (*constant, value.to_term(store)));
    let map: FxHashMap<Term, Term> = values.collect();
    assertions.iter().all(|&assertion| {
        if !store.mentions_quantifiers(assertion) {
            return true;
        }
        let instance = replace_terms(store, assertion, &map);
        obligations(store, instance).is_some()
    })
}

impl Languages<'_> {
    pub(super) fn quantified(&mut self, store: &mut TermStore) -> Option<Made> {
        // Some kinds succeed more rarely than others; in turn, there are as many of each.
        let made = match self.count % 4 {
            0 => self.law_for_all(store),
            1 => self.finitely_many(store),
            2 => {
                let x = store.constant("x", Sort::String);
                let (word, universal) = self.inclusion(store, x)?;
                Some(self.beside(store, universal, x, word))
            }
            _ => self.alternation(store),
        }?;
        can_be_certified(store, &made).then_some(made)
    }

    /// A language, mostly one with several words.
    fn premise(&mut self) -> Lang {
        let mut lang = self.lang();
        for _ in 0..PREMISES {
            if has_several(&lang) || self.growth.random.chance(1, 16) {
                break;
            }
            lang = self.lang();
        }
        lang
    }

    /// The fact, and what `x` is or how long it is.
    fn beside(&mut self, store: &mut TermStore, fact: Term, x: Term, word: Vec<u32>) -> Made {
        let length = store.int(word.len() as u64);
        let value = Value::Str(word.into());
        let second = match self.growth.random.chance(1, 2) {
            true => {
                let size = store.len(x);
                store.eq(size, length)
            }
            false => {
                let literal = value.to_term(store);
                store.eq(x, literal)
            }
        };
        (vec![fact, second], Expected::Sat(vec![(x, value)]))
    }

    /// `∀y body`, every other time with this pattern.
    fn for_all(&mut self, store: &mut TermStore, y: Term, body: Term, pattern: Term) -> Term {
        let patterns: Vec<Vec<Term>> = match self.growth.random.chance(1, 2) {
            true => vec![vec![pattern]],
            false => Vec::new(),
        };
        store.quantify(true, &[y], body, &patterns)
    }

    /// Two forms of one language by a law, and a word of it or a grown formula.
    fn law_for_all(&mut self, store: &mut TermStore) -> Option<Made> {
        let law = *self
            .laws
            .get(self.growth.random.below(self.laws.len().max(1)))?;
        let body = self.growth.random.pick(&law.bodies);
        let sides = (0..PREMISES).find_map(|_| {
            let sides = ground_sides(store, &mut self.growth.random, &self.pool, body)?;
            has_several(&sides[0].0).then_some(sides)
        });
        let [(left, left_term), (right, right_term)] = sides?;
        let mut regexes = RegexStore::new();
        let regex = left.to_regex(&mut regexes);
        let other = right.to_regex(&mut regexes);
        if regexes.equivalent(regex, other, &Budget::with_steps(STEPS)) != Ok(true) {
            return None;
        }
        let y = store.var("y", Sort::String);
        let [in_left, in_right] = [left_term, right_term].map(|term| store.in_re(y, term));
        let body = store.eq(in_left, in_right);
        let universal = self.for_all(store, y, body, in_left);
        if self.growth.random.chance(1, 2) {
            let members = words(&mut regexes, regex, SEVERAL)?;
            let word = self.growth.random.pick(&members).clone();
            let x = store.constant("x", Sort::String);
            let (mut assertions, expected) = self.beside(store, universal, x, word);
            assertions.push(store.in_re(x, right_term));
            return Some((assertions, expected));
        }
        let mut soil = self.growth.soil(store);
        let depth = self.growth.depth();
        let formula = self.growth.formula(store, &mut soil, depth, Some(true));
        let assertions = vec![universal, formula];
        let model = soil.model(&constants(store, &assertions));
        (!model.is_empty()).then(|| (assertions, Expected::Sat(model)))
    }

    /// A premise of few words, and a grown fact that holds for each of them under the planted
    /// values; where a formula holds for some, the fact says for which.
    fn finitely_many(&mut self, store: &mut TermStore) -> Option<Made> {
        let y = store.var("y", Sort::String);
        let (premise, instances) = self.few_words(store, y)?;
        let mut soil = self.growth.soil(store);
        let depth = *self.growth.random.pick(&[1, 2, 2, 3]);
        let planted = self.growth.formula(store, &mut soil, depth, Some(true));
        soil.variables.push((y, instances[0].clone()));
        let (formula, _) = self.growth.term(store, &mut soil, Sort::Bool, depth);
        soil.variables.pop();
        let pattern = pattern(store, formula)?;
        let truths = self.truths(store, formula, (y, &instances), &soil.variables)?;
        let fact = self.told_apart(
            store,
            formula,
            y,
            instances.into_iter().zip(truths).collect(),
        );
        let body = store.implies(premise, fact);
        let universal = self.for_all(store, y, body, pattern);
        let assertions = vec![universal, planted];
        let model = soil.model(&constants(store, &assertions));
        (!model.is_empty()).then(|| (assertions, Expected::Sat(model)))
    }

    /// A condition on y, and the few words that satisfy it.
    fn few_words(&mut self, store: &mut TermStore, y: Term) -> Option<(Term, Vec<Value>)> {
        let mut regexes = RegexStore::new();
        let mut condition = Vec::new();
        let mut lang = self.lang();
        let mut regex = lang.to_regex(&mut regexes);
        if self.growth.random.chance(1, 2) {
            // Words over an alphabet, up to a length.
            let most = self.growth.random.range(1, 3);
            let most = u32::try_from(most).ok()?;
            lang = Lang::op(Op::ReStar, vec![lang])?;
            let any = regexes.allchar();
            let short = regexes.loop_(any, 0, most);
            let whole = lang.to_regex(&mut regexes);
            regex = regexes.inter(&[whole, short]);
            let (size, most) = (store.len(y), store.int(u64::from(most)));
            condition.push(store.le(size, most));
        }
        let lengths = regexes.lengths(regex, &Budget::with_steps(STEPS)).ok()?;
        if lengths.max().is_none_or(|most| most > LONGEST) {
            return None;
        }
        let found = words(&mut regexes, regex, CASES + 1)?;
        if found.len() < 2 || found.len() > CASES {
            return None;
        }
        let term = lang.to_term(store);
        condition.push(store.in_re(y, term));
        let condition = match condition[..] {
            [one] => one,
            _ => store.and(&condition),
        };
        let value = |word: Vec<u32>| Value::Str(word.into());
        Some((condition, found.into_iter().map(value).collect()))
    }

    /// The truth values of a formula for each value of y.
    fn truths(
        &self,
        store: &TermStore,
        formula: Term,
        (y, instances): (Term, &[Value]),
        model: &[(Term, Value)],
    ) -> Option<Vec<bool>> {
        let program = Program::new(store, &[formula])?;
        let mut values = Vec::new();
        let mut at: Model = model.to_vec();
        let mut truths = Vec::with_capacity(instances.len());
        for instance in instances {
            at.push((y, instance.clone()));
            let context = Context {
                reference: self.reference,
                domain: &Domain::default(),
                steps: &Cell::new(EVALUATIONS),
            };
            program.eval(&context, &program.environment(&at), &mut values);
            match values.get(program.roots[0] as usize)? {
                Some(Value::Bool(truth)) => truths.push(*truth),
                _ => return None,
            }
            at.pop();
        }
        Some(truths)
    }

    /// The formula, its negation, or which words it is true of.
    fn told_apart(
        &mut self,
        store: &mut TermStore,
        formula: Term,
        y: Term,
        truths: Vec<(Value, bool)>,
    ) -> Term {
        let (mut yes, mut no) = (Vec::new(), Vec::new());
        for (word, truth) in truths {
            if truth { &mut yes } else { &mut no }.push(word.to_term(store));
        }
        let negated = store.not(formula);
        if no.is_empty() {
            return formula;
        }
        if yes.is_empty() {
            return negated;
        }
        if yes.len() <= 2 || no.len() <= 2 {
            let (mut parts, exceptions) = match no.len() <= 2 {
                true => (vec![formula], no),
                false => (vec![negated], yes),
            };
            parts.extend(exceptions.into_iter().map(|word| store.eq(y, word)));
            return store.or(&parts);
        }
        let words: Vec<Term> = yes.into_iter().map(|word| store.str_to_re(word)).collect();
        let those = store.mk(Op::ReUnion, &words);
        let member = store.in_re(y, those);
        store.eq(formula, member)
    }

    /// `∀y (y ∈ R ⇒ z ++ y ∈ S)` or `y ++ z`, and a value of z for which it is true.
    fn inclusion(&mut self, store: &mut TermStore, z: Term) -> Option<(Vec<u32>, Term)> {
        let (r, mut s) = (self.premise(), self.lang());
        let mut regexes = RegexStore::new();
        let a = r.to_regex(&mut regexes);
        let b = s.to_regex(&mut regexes);
        let from = self.growth.random.below(WITNESSES.len());
        let word_at = |offset: usize| -> Vec<u32> {
            let text = WITNESSES[(from + offset) % WITNESSES.len()];
            text.chars().map(u32::from).collect()
        };
        let holds = |regexes: &mut RegexStore, word: &[u32], front: bool, b: Regex| {
            let prefix = regexes.literal(word);
            let moved = match front {
                true => regexes.concat(prefix, a),
                false => regexes.concat(a, prefix),
            };
            regexes.is_subset(moved, b, &Budget::with_steps(STEPS)) == Ok(true)
        };
        let chosen = (0..WITNESSES.len()).find_map(|offset| {
            let (word, front) = (word_at(offset), offset % 2 == 0);
            holds(&mut regexes, &word, front, b).then_some((word, front))
        });
        let (word, front) = match chosen {
            Some(chosen) => chosen,
            None => {
                let (word, front) = (word_at(0), self.growth.random.chance(1, 2));
                s = self.around(&word, front, &r, s)?;
                let b = s.to_regex(&mut regexes);
                if !holds(&mut regexes, &word, front, b) {
                    return None;
                }
                (word, front)
            }
        };
        let y = store.var("y", Sort::String);
        let (r, s) = (r.to_term(store), s.to_term(store));
        let joined = match front {
            true => store.concat(&[z, y]),
            false => store.concat(&[y, z]),
        };
        let (premise, conclusion) = (store.in_re(y, r), store.in_re(joined, s));
        let body = store.implies(premise, conclusion);
        Some((word, self.for_all(store, y, body, joined)))
    }

    /// A language in which all words of `r` with `word` at their side are.
    fn around(&mut self, word: &[u32], front: bool, r: &Lang, s: Lang) -> Option<Lang> {
        let (op, inner) = match self.growth.random.below(4) {
            0 => (Op::ReUnion, r.clone()),
            1 => (Op::ReConcat, Lang::op(Op::ReStar, vec![r.clone()])?),
            2 => (Op::ReConcat, Lang::op(Op::RePlus, vec![r.clone()])?),
            _ => (Op::ReConcat, Lang::op(Op::ReLoop(1, 2), vec![r.clone()])?),
        };
        let mut parts = vec![Lang::word(word), inner];
        if !front {
            parts.reverse();
        }
        let joined = Lang::op(Op::ReConcat, parts)?;
        match op {
            Op::ReUnion => Lang::op(Op::ReUnion, vec![s, joined]),
            _ => Some(joined),
        }
    }

    /// `∃z (z is tied to x ∧ ∀y …)`, with x planted.
    fn alternation(&mut self, store: &mut TermStore) -> Option<Made> {
        let z = store.var("z", Sort::String);
        let (word, universal) = self.inclusion(store, z)?;
        let x = store.constant("x", Sort::String);
        let (value, tie) = match self.growth.random.below(3) {
            0 => {
                let [mine, its] = [x, z].map(|term| store.len(term));
                (vec![98; word.len()], store.eq(mine, its))
            }
            1 => ([&word[..], &[97]].concat(), store.prefixof(z, x)),
            _ => ([&[98], &word[..]].concat(), store.suffixof(z, x)),
        };
        let body = store.and(&[tie, universal]);
        let fact = store.quantify(false, &[z], body, &[]);
        Some(self.beside(store, fact, x, value))
    }
}

/// A term in which a bound variable occurs, for a pattern: no truth value and no variable.
fn pattern(store: &TermStore, formula: Term) -> Option<Term> {
    let mut found = postorder_all(store, &[formula]);
    found.retain(|&term| store.mentions_variables(term) && !store.args(term).is_empty());
    let is_value = |term: &Term| matches!(store.sort(*term), Sort::String | Sort::Int);
    let values = found.iter().copied().find(is_value);
    values.or(found.first().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::reference::Reference;
    use crate::synth::syntax::parse;
    use crate::synth::test::Mode;

    #[test]
    fn premises_mostly_have_several_words() {
        let (library, reference) = (Library::built_in(), Reference::standard());
        let mut languages = Languages::new(&library, &reference, Mode::Quantified, 3);
        let rich = (0..200).filter(|_| has_several(&languages.premise()));
        let rich = rich.count();
        assert!((150..200).contains(&rich), "{rich} of 200");
    }

    /// Its words of a thousand letters would take longer than the test, and its lengths say enough.
    #[test]
    fn lengths_tell_several_words() {
        let mut regexes = RegexStore::new();
        let a = regexes.literal(&[97]);
        let few = regexes.loop_(a, 0, 1);
        let exactly = regexes.power(a, 1000);
        let long = regexes.loop_(a, 998, 1000);
        let any = regexes.star(a);
        for (regex, several) in [(few, false), (exactly, false), (long, true), (any, true)] {
            let lengths = regexes.lengths(regex, &Budget::unlimited()).expect("a set");
            assert_eq!(has_lengths(&lengths, SEVERAL), several, "{lengths:?}");
        }
    }

    /// True by an inclusion that takes more steps to show than a decision is given: no test, and no end of the stream.
    #[test]
    fn what_cannot_be_certified_is_not_made() {
        let mut store = TermStore::new();
        let long = "(re.comp ((_ re.loop 1000 1000) (re.range \"a\" \"b\")))";
        let inner = |language: &str| {
            format!(
                "(forall ((y String)) (=> (str.in_re y {language}) (str.in_re (str.++ y z) (re.++ (re.+ {language}) (str.to_re \"ab\")))))"
            )
        };
        for (language, expected) in [(long, false), ("(re.range \"a\" \"b\")", true)] {
            let text = format!(
                "(exists ((z String)) (and (str.prefixof z \"aba\") {}))",
                inner(language)
            );
            let fact = parse(&mut store, &text, &[]).expect("readable");
            let made = (vec![fact], Expected::Sat(Vec::new()));
            assert_eq!(can_be_certified(&mut store, &made), expected, "{text}");
        }
    }

    /// Each kind has its turn, and the first assertion is what that kind says.
    #[test]
    fn all_four_kinds_are_made() {
        let (library, reference) = (Library::built_in(), Reference::standard());
        let mut languages = Languages::new(&library, &reference, Mode::Quantified, 3);
        let mut store = library.store.clone();
        for kind in 0..4 {
            languages.count = kind;
            let made: Vec<Made> = (0..2000)
                .filter_map(|_| languages.quantified(&mut store))
                .take(25)
                .collect();
            assert_eq!(made.len(), 25, "kind {kind} is rare");
            for (assertions, expected) in made {
                assert!(matches!(expected, Expected::Sat(_)));
                let (_, body, _) = store.quantifier_parts(assertions[0]).expect("quantified");
                let args = store.args(body);
                let as_expected = match (kind, store.op(body)) {
                    (0, Op::Eq) => args.iter().all(|&side| store.op(side) == Op::InRe),
                    (1, Op::Implies) => store.mentions_variables(args[0]),
                    (2, Op::Implies) => store.op(store.arg(args[1], 0)) == Op::Concat,
                    (3, Op::And) => matches!(store.op(args[1]), Op::Forall(1)),
                    _ => false,
                };
                assert!(as_expected, "kind {kind}: {:?}", store.op(body));
            }
        }
    }
}
