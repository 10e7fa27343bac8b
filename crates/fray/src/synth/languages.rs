//! Tests about what is true of languages: empty meets, lengths, negated execution, quantifiers.
//!
//! *Meet*: k languages without a common word, while every k − 1 of them have one; the core is all
//! k, and the common words are its certificate. *Lengths*: a word of a language with a length that
//! no word of it has. *Negated execution* (P1 §3.2): an operation on constants with a result that
//! it does not have, plain and with an argument that is [pinned](super::execution). *Quantified*
//! (P1 §5): a [universal fact](super::quantified) beside a planted part.

use sinew_base::Budget;
use sinew_regex::{Regex, RegexStore};
use sinew_term::{Op, Sort, TermStore};

use super::exec::Value;
use super::execution::{Claim, Made, near, unsat, usual};
use super::growth::{Growth, evaluate};
use super::lang::Lang;
use super::law::Law;
use super::library::Library;
use super::planted::grown_test;
use super::quantified;
use super::reference::Reference;
use super::regexes::{RegexPool, strings_for};
use super::stream::Source;
use super::test::{Mode, Test};

/// Steps that one question about a language may take.
pub(super) const STEPS: u64 = 100_000;

/// Source of these tests.
pub(super) struct Languages<'a> {
    pub(super) library: &'a Library,
    pub(super) reference: &'a Reference,
    pub(super) growth: Growth<'a>,
    pub(super) pool: RegexPool,
    /// The strings that go with each entry of the pool, made when they are needed.
    strings: Vec<Option<Vec<Vec<u32>>>>,
    /// The laws about languages, where they are needed.
    pub(super) laws: Vec<&'a Law>,
    mode: Mode,
    /// How many tests were made.
    pub(super) count: u64,
}

impl<'a> Languages<'a> {
    pub(super) fn new(
        library: &'a Library,
        reference: &'a Reference,
        mode: Mode,
        seed: u64,
    ) -> Languages<'a> {
        let pool = RegexPool::new(&library.regexes);
        Languages {
            library,
            reference,
            growth: Growth::new(&library.grammar, reference, seed, false),
            strings: vec![None; pool.entries.len()],
            pool,
            laws: match mode {
                Mode::Quantified => quantified::laws(library),
                _ => Vec::new(),
            },
            mode,
            count: 0,
        }
    }

    /// A language of the pool, or one made of two of them.
    pub(super) fn lang(&mut self) -> Lang {
        let random = &mut self.growth.random;
        let first = random.pick(&self.pool.entries).lang.clone();
        if random.chance(1, 2) {
            return first;
        }
        let second = random.pick(&self.pool.entries).lang.clone();
        let (op, args) = match random.below(8) {
            0 | 1 => (Op::ReConcat, vec![first.clone(), second]),
            2 => (Op::ReUnion, vec![first.clone(), second]),
            3 => (Op::ReInter, vec![first.clone(), second]),
            4 => (Op::ReDiff, vec![first.clone(), second]),
            5 => (Op::ReStar, vec![first.clone()]),
            6 => (Op::ReComp, vec![first.clone()]),
            _ => (Op::ReLoop(1, 2), vec![first.clone()]),
        };
        Lang::op(op, args).unwrap_or(first)
    }

    /// A string that goes with a language of the pool.
    fn member_or_neighbour(&mut self) -> (usize, Vec<u32>) {
        let index = self.growth.random.below(self.pool.entries.len());
        let lang = self.pool.entries[index].lang.clone();
        let words = self.strings[index].get_or_insert_with(|| strings_for(&lang));
        // Long words are slow to judge, and rarely needed twice.
        let mut word = self.growth.random.pick(words);
        if word.len() > 64 && self.growth.random.chance(15, 16) {
            word = &words[0];
        }
        (index, word.clone())
    }

    fn meet(&mut self, store: &mut TermStore) -> Option<Made> {
        let mut regexes = RegexStore::new();
        let budget = Budget::with_steps(STEPS);
        let count = 2 + self.growth.random.below(4);
        let mut literals: Vec<(Lang, Regex, bool)> = Vec::new();
        for _ in 0..count {
            let lang = self.lang();
            let regex = lang.to_regex(&mut regexes);
            literals.push((lang, regex, self.growth.random.chance(2, 3)));
        }
        let signed: Vec<(Regex, bool)> = literals.iter().map(|&(_, r, sign)| (r, sign)).collect();
        let core = regexes.empty_core(&signed, &budget).ok()??;
        if core.len() < 2 && self.growth.random.chance(3, 4) {
            return None;
        }
        let x = store.constant("x", Sort::String);
        let mut assertions = Vec::new();
        let mut witnesses = Vec::new();
        for &left_out in &core {
            let (lang, _, sign) = &literals[left_out];
            let term = lang.to_term(store);
            let member = store.in_re(x, term);
            assertions.push(if *sign { member } else { store.not(member) });
            let others: Vec<(Regex, bool)> = core
                .iter()
                .filter(|&&i| i != left_out)
                .map(|&i| signed[i])
                .collect();
            let meet = regexes.conjunction(&others);
            let word = regexes.shortest_word(meet, &budget).ok()??;
            witnesses.push(vec![(x, Value::Str(word.into()))]);
        }
        assertions.dedup();
        (assertions.len() == core.len()).then(|| unsat(assertions, witnesses))
    }

    fn lengths(&mut self, store: &mut TermStore) -> Option<Made> {
        let lang = self.lang();
        let mut regexes = RegexStore::new();
        let regex = lang.to_regex(&mut regexes);
        let budget = Budget::with_steps(STEPS);
        let member = regexes.shortest_word(regex, &budget).ok()??;
        let set = regexes.lengths(regex, &budget).ok()?;
        let near = member.len() as u64;
        let candidates = [
            near + 1,
            near + 2,
            near.wrapping_sub(1),
            0,
            1,
            2,
            3,
            5,
            7,
            190,
            1001,
        ];
        let outside: Vec<u64> = candidates
            .into_iter()
            .filter(|&n| n < 2000 && !set.contains(n))
            .collect();
        if outside.is_empty() {
            return None;
        }
        let length = *self.growth.random.pick(&outside);
        let x = store.constant("x", Sort::String);
        let term = lang.to_term(store);
        let (number, size) = (store.int(length), store.len(x));
        let assertions = vec![store.in_re(x, term), store.eq(size, number)];
        let stranger = vec![97; usize::try_from(length).ok()?];
        let word = |word: Vec<u32>| vec![(x, Value::Str(word.into()))];
        Some(unsat(assertions, vec![word(stranger), word(member)]))
    }

    fn negated(&mut self, store: &mut TermStore) -> Option<Made> {
        let mut entry = None;
        let (op, args): (Op, Vec<Value>) = if self.growth.random.chance(2, 3) {
            let (index, word) = self.member_or_neighbour();
            let lang = self.pool.entries[index].lang.clone();
            entry = Some(index);
            let by = Value::string(self.growth.random.pick::<&str>(&["", "a", "b", "ab"]));
            let word = Value::Str(word.into());
            match self.growth.random.below(6) {
                0 => (Op::ReplaceRe, vec![word, Value::Re(lang), by]),
                1 => (Op::ReplaceReAll, vec![word, Value::Re(lang), by]),
                _ => (Op::InRe, vec![word, Value::Re(lang)]),
            }
        } else {
            let operation = self.growth.random.pick(&self.library.operations);
            let pool = &self.library.extended.constants;
            let mut args = Vec::new();
            for (_, sort) in &operation.args {
                if pool.of(*sort).is_empty() {
                    return None;
                }
                args.push(self.growth.random.pick(pool.of(*sort)).clone());
            }
            (operation.op, args)
        };
        let known: Vec<&Value> = args.iter().collect();
        let right = evaluate(self.reference, op, &known)?;
        let near = near(&right);
        if near.is_empty() {
            return None;
        }
        let claim = Claim {
            op,
            args: &args,
            right: &right,
            wrong: self.growth.random.pick(&near),
        };
        if self.growth.random.chance(1, 2) {
            return Some(claim.plain(store));
        }
        let mut candidates = usual();
        if let Some(words) = entry.and_then(|entry| self.strings[entry].as_ref()) {
            let short = words.iter().filter(|word| word.len() <= 64);
            candidates.extend(short.map(|word| Value::Str(word[..].into())));
        }
        claim.pinned(store, self.reference, &candidates)
    }
}

impl Source for Languages<'_> {
    fn store(&mut self) -> TermStore {
        match self.mode {
            // Of the laws the terms are needed.
            Mode::Quantified => self.library.store.clone(),
            _ => TermStore::new(),
        }
    }

    fn next(&mut self, store: &mut TermStore) -> Option<Test> {
        let (assertions, expected) = match self.mode {
            Mode::Meet => self.meet(store),
            Mode::Lengths => self.lengths(store),
            Mode::Quantified => self.quantified(store),
            _ => self.negated(store),
        }?;
        let number = self.count;
        self.count += 1;
        Some(grown_test(store, self.mode, number, assertions, expected))
    }
}
