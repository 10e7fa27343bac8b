//! Collects the questions that assertions ask of string variables.
//!
//! Every term is looked at once, and says what it asks of its arguments. A variable that has a place in
//! some other argument has no bound.

use rustc_hash::FxHashMap;
use sinew_base::{Budget, Integer, StopReason};
use sinew_regex::{Dfa, Regex};
use sinew_strings::lengths::at_most;
use sinew_strings::polarity::{Polarity, polarities};
use sinew_strings::{RegexOfTerm, regular};
use sinew_term::{Op, Sort, Term, TermMap, TermStore, postorder, postorder_all};

use super::constraints::{Constraints, ReadTerm};
use super::linear::{Carriers, LengthSum, is_sum};
use super::parts;

/// Lengths are not counted modulo larger numbers.
const MAX_MODULUS: u32 = 1_000;
/// Steps that making one automaton may take.
const AUTOMATON_STEPS: u64 = 10_000;

/// The questions so far.
struct Collector<'a> {
    store: &'a TermStore,
    regexes: &'a mut RegexOfTerm,
    budget: &'a Budget<'a>,
    polarities: TermMap<Polarity>,
    carriers: Carriers,
    automata: FxHashMap<Regex, Option<usize>>,
    /// The numbers of texts by their parts.
    read_terms: FxHashMap<Vec<Term>, usize>,
    constraints: Constraints,
}

impl Constraints {
    /// The questions of the conjunction of these.
    pub(super) fn collect(
        store: &TermStore,
        regexes: &mut RegexOfTerm,
        assertions: &[Term],
        budget: &Budget,
    ) -> Result<Constraints, StopReason> {
        let order = postorder_all(store, assertions);
        budget.spend(order.len() as u64)?;
        let mut constraints = Constraints::new();
        for &term in &order {
            if store.is_symbol(term) && store.sort(term) == Sort::String {
                constraints.add_variable(term);
            }
        }
        let mut collector = Collector {
            store,
            regexes,
            budget,
            polarities: polarities(store, assertions, budget)?,
            carriers: Carriers::default(),
            automata: FxHashMap::default(),
            read_terms: FxHashMap::default(),
            constraints,
        };
        for &term in &order {
            collector.carriers.visit(store, term);
            collector.visit(term)?;
        }
        Ok(collector.constraints)
    }
}

impl Collector<'_> {
    /// Takes in what `term` asks of its arguments.
    fn visit(&mut self, term: Term) -> Result<(), StopReason> {
        let (op, args) = (self.store.op(term), self.store.args(term).to_vec());
        match (op, &args[..]) {
            (Op::Concat | Op::Len, _) => {}
            (Op::At, &[text, index]) => {
                let end = self
                    .number(index)
                    .map(|index| end_of(&index, &Integer::ONE));
                self.front_if(text, end);
            }
            (Op::Substr, &[text, index, count]) => {
                let numbers = self.number(index).zip(self.number(count));
                self.front_if(text, numbers.map(|(index, count)| end_of(&index, &count)));
            }
            (Op::PrefixOf, &[u, text]) if self.short(u).is_some() => {
                self.front_if(text, self.short(u));
            }
            (Op::SuffixOf, &[u, text]) if self.short(u).is_some() => {
                self.back(text, self.short(u).unwrap_or(0));
            }
            (Op::PrefixOf | Op::SuffixOf, &[text, u]) | (Op::Contains, &[u, text])
                if self.short(u).is_some() =>
            {
                self.front_if(text, self.short(u).map(|most| most + 1));
            }
            (Op::Contains, &[text, u]) => self.occurrence(text, u)?,
            (Op::InRe, &[text, language]) => match self.language(language)? {
                Some(automaton) => self.ask(text, automaton)?,
                None => self.give_up(text),
            },
            (Op::IsDigit | Op::ToCode, &[text]) => self.front_if(text, Some(2)),
            (Op::StrLt | Op::StrLe, _) => {
                for pair in args.windows(2) {
                    self.compare_words(pair[0], pair[1]);
                }
            }
            (Op::Eq | Op::Distinct, _) if self.store.sort(args[0]) == Sort::String => {
                self.equality(term, op, &args);
            }
            (Op::Forall(_) | Op::Exists(_), _) => {
                for inner in postorder(self.store, term) {
                    self.give_up_variable(inner);
                }
            }
            _ => {
                let strings = args
                    .iter()
                    .filter(|&&arg| self.store.sort(arg) == Sort::String);
                strings.for_each(|&text| self.give_up(text));
            }
        }
        self.arithmetic(op, &args)
    }

    fn number(&self, term: Term) -> Option<Integer> {
        self.store.int_value(term).cloned()
    }

    /// A number that the length of a term without variables of its own never exceeds.
    fn short(&self, term: Term) -> Option<u64> {
        let mut most = 0u64;
        for part in parts(self.store, term)? {
            most += at_most(self.store, part)?;
        }
        Some(most)
    }

    /// The variables among the parts of a text. If it has too many parts, none of its variables
    /// has a bound.
    fn variables_of(&mut self, text: Term) -> Vec<usize> {
        match parts(self.store, text) {
            Some(parts) => {
                let numbers = parts
                    .iter()
                    .filter_map(|&part| self.constraints.number(part));
                numbers.collect()
            }
            None => {
                for inner in postorder(self.store, text) {
                    self.give_up_variable(inner);
                }
                Vec::new()
            }
        }
    }

    fn give_up_variable(&mut self, term: Term) {
        if let Some(number) = self.constraints.number(term) {
            self.constraints.known[number].bounded = false;
        }
    }

    /// The variables of this text have no bound.
    fn give_up(&mut self, text: Term) {
        for number in self.variables_of(text) {
            self.constraints.known[number].bounded = false;
        }
    }

    /// The first so many characters of the text matter, or all of it.
    fn front_if(&mut self, text: Term, count: Option<u64>) {
        let Some(count) = count else {
            return self.give_up(text);
        };
        for number in self.variables_of(text) {
            let front = &mut self.constraints.known[number].front;
            *front = (*front).max(count);
        }
    }

    /// The last so many characters of the text matter.
    fn back(&mut self, text: Term, count: u64) {
        for number in self.variables_of(text) {
            let back = &mut self.constraints.known[number].back;
            *back = (*back).max(count);
        }
    }

    fn compare_words(&mut self, a: Term, b: Term) {
        match (self.short(a), self.short(b)) {
            (Some(_), Some(_)) => {}
            (Some(most), None) => self.front_if(b, Some(most + 1)),
            (None, Some(most)) => self.front_if(a, Some(most + 1)),
            (None, None) => {
                self.give_up(a);
                self.give_up(b);
            }
        }
    }

    /// `contains(text, u)`
    fn occurrence(&mut self, text: Term, u: Term) -> Result<(), StopReason> {
        if let Some(word) = self.store.str_value(u) {
            let language = regular::containing(self.regexes.store_mut(), word);
            return match self.automaton(language)? {
                Some(automaton) => self.ask(text, automaton),
                None => {
                    self.give_up(text);
                    Ok(())
                }
            };
        }
        match (self.short(u), parts(self.store, text)) {
            (Some(most), Some(parts)) => {
                let text = self.text(parts);
                text.unknown = text.unknown.saturating_mul(most + 1);
            }
            _ => {
                self.give_up(text);
                self.give_up(u);
            }
        }
        Ok(())
    }

    fn language(&mut self, term: Term) -> Result<Option<usize>, StopReason> {
        match self.regexes.regex_of_term(self.store, term) {
            Some(language) => self.automaton(language),
            None => Ok(None),
        }
    }

    /// The number of the smallest automaton of a language, if it is soon made.
    fn automaton(&mut self, language: Regex) -> Result<Option<usize>, StopReason> {
        if let Some(known) = self.automata.get(&language) {
            return Ok(*known);
        }
        let slice = self.budget.slice(AUTOMATON_STEPS);
        let automaton = self.regexes.store_mut().minimal_dfa(language, &slice);
        self.budget.check()?;
        let number = automaton.ok().map(|automaton| {
            self.constraints.automata.push(automaton);
            self.constraints.automata.len() - 1
        });
        self.automata.insert(language, number);
        Ok(number)
    }

    /// The automaton reads the text.
    fn ask(&mut self, text: Term, number: usize) -> Result<(), StopReason> {
        let automaton = &self.constraints.automata[number];
        if let Some(count) = decided_after(automaton, self.budget)? {
            self.front_if(text, Some(count));
            return Ok(());
        }
        match parts(self.store, text) {
            Some(parts) => {
                let text = self.text(parts);
                if !text.automata.contains(&number) {
                    text.automata.push(number);
                }
            }
            None => self.give_up(text),
        }
        Ok(())
    }

    /// The text with these parts.
    fn text(&mut self, parts: Vec<Term>) -> &mut ReadTerm {
        let read_terms = &mut self.constraints.read_terms;
        let number = *self.read_terms.entry(parts).or_insert_with_key(|parts| {
            read_terms.push(ReadTerm {
                parts: parts.clone(),
                automata: Vec::new(),
                unknown: 1,
            });
            read_terms.len() - 1
        });
        &mut read_terms[number]
    }

    /// An equality or disequality of strings.
    fn equality(&mut self, term: Term, op: Op, args: &[Term]) {
        let mut polarity = self.polarities.get(term).copied().unwrap_or(Polarity::BOTH);
        let mut pairs: Vec<(Term, Term)> = args.windows(2).map(|pair| (pair[0], pair[1])).collect();
        if op == Op::Distinct {
            polarity = polarity.flipped();
            let later = |(at, &a): (usize, &Term)| args[at + 1..].iter().map(move |&b| (a, b));
            pairs = args.iter().enumerate().flat_map(later).collect();
        }
        // Of several at once, what it takes to be false is not known: any of them may matter. But
        // if all differ and that is all that is said, each pair does.
        if pairs.len() > 1 && (op != Op::Distinct || polarity.positive) {
            polarity = Polarity::BOTH;
        }
        for (a, b) in pairs {
            self.equal_pair(a, b, polarity);
        }
    }

    fn equal_pair(&mut self, a: Term, b: Term, polarity: Polarity) {
        if a == b {
            return;
        }
        if self.short(a).is_some() || self.short(b).is_some() {
            return self.compare_words(a, b);
        }
        if polarity.positive {
            match (self.constraints.number(a), self.constraints.number(b)) {
                (Some(x), Some(y)) => {
                    let (x, y) = (self.constraints.leader(x), self.constraints.leader(y));
                    self.constraints.known[x.max(y)].joined = x.min(y);
                }
                _ => {
                    self.give_up(a);
                    self.give_up(b);
                }
            }
        }
        if polarity.negative {
            match (parts(self.store, a), parts(self.store, b)) {
                (Some(left), Some(right)) => self.constraints.differences.push((left, right)),
                _ => {
                    self.give_up(a);
                    self.give_up(b);
                }
            }
        }
    }

    /// Lengths that reach an operator other than sums.
    fn arithmetic(&mut self, op: Op, args: &[Term]) -> Result<(), StopReason> {
        if is_sum(op) || !args.iter().any(|&arg| self.carriers.carries(arg)) {
            return Ok(());
        }
        match op {
            Op::Eq | Op::Le | Op::Lt | Op::Ge | Op::Gt => {
                for pair in args.windows(2) {
                    self.comparison(pair[0], pair[1]);
                }
            }
            Op::Distinct => {
                for (at, &a) in args.iter().enumerate() {
                    args[at + 1..].iter().for_each(|&b| self.comparison(a, b));
                }
            }
            Op::Mod if !self.carriers.carries(args[1]) && self.number(args[1]).is_some() => {
                let modulus = self.number(args[1]).unwrap_or(Integer::ZERO);
                self.remainder(args[0], &modulus)?;
            }
            Op::Divisible(id) => {
                let modulus = self.store.integer(id).clone();
                self.remainder(args[0], &modulus)?;
            }
            _ => args.iter().for_each(|&arg| self.give_up_lengths(arg)),
        }
        Ok(())
    }

    fn give_up_lengths(&mut self, term: Term) {
        for text in self.carriers.lengths_in(self.store, term) {
            self.give_up(text);
        }
    }

    fn comparison(&mut self, a: Term, b: Term) {
        let sum = LengthSum::of(self.store, &self.carriers, a, Some(b));
        match sum.as_ref().map(|sum| (sum, sum.saturation())) {
            Some((_, Some(saturation))) => {
                for (part, count) in saturation {
                    self.front_if(part, Some(count));
                }
            }
            // Lengths that cancel are not there.
            Some((sum, None)) => sum
                .form
                .monomials
                .iter()
                .for_each(|&(part, _)| self.give_up(part)),
            None => {
                self.give_up_lengths(a);
                self.give_up_lengths(b);
            }
        }
    }

    fn remainder(&mut self, dividend: Term, modulus: &Integer) -> Result<(), StopReason> {
        let sum = LengthSum::of(self.store, &self.carriers, dividend, None);
        let Some(sum) = sum.filter(|_| !modulus.is_zero()) else {
            self.give_up_lengths(dividend);
            return Ok(());
        };
        let modulus = modulus.abs();
        for (part, factor) in &sum.form.monomials {
            let Some(number) = self.constraints.number(*part) else {
                continue;
            };
            match self.counter(&modulus.div_exact(&modulus.gcd(factor)))? {
                Some(counter) => self.constraints.known[number].periods.push(counter),
                None => self.constraints.known[number].bounded = false,
            }
        }
        Ok(())
    }

    /// An automaton that counts modulo a number, unless that is large.
    fn counter(&mut self, modulus: &Integer) -> Result<Option<usize>, StopReason> {
        let Some(modulus) = modulus.to_u32().filter(|&modulus| modulus <= MAX_MODULUS) else {
            return Ok(None);
        };
        let store = self.regexes.store_mut();
        let letter = store.allchar();
        let round = store.power(letter, modulus);
        let rounds = store.star(round);
        self.automaton(rounds)
    }
}

/// How many first characters `substr(_, index, count)` depends on.
fn end_of(index: &Integer, count: &Integer) -> u64 {
    match (index.is_negative(), count.is_positive()) {
        (false, true) => (index + count).to_u32().map_or(u64::MAX, u64::from),
        _ => 0,
    }
}

/// How many characters an automaton reads at most before its answer is certain whatever follows;
/// `None` if there is no limit.
fn decided_after(dfa: &Dfa, budget: &Budget) -> Result<Option<u64>, StopReason> {
    let (states, letters) = (dfa.len() as u32, dfa.letters().len());
    budget.spend(u64::from(states) * letters as u64)?;
    // In a minimal automaton a certain answer is a state that leads only to itself.
    let certain = |state: u32| (0..letters).all(|letter| dfa.step(state, letter) == state);
    let next = |state: u32| (0..letters).map(move |letter| dfa.step(state, letter));
    // Longest ways to certainty, states after those that they lead to; a circle has no end.
    let mut ways: Vec<Option<u64>> = vec![None; states as usize];
    let mut open = vec![false; states as usize];
    let mut stack = vec![0];
    while let Some(&state) = stack.last() {
        let index = state as usize;
        if ways[index].is_some() {
            stack.pop();
        } else if certain(state) {
            ways[index] = Some(0);
        } else if open[index] {
            let longest = next(state).filter_map(|to| ways[to as usize]).max();
            ways[index] = Some(longest.unwrap_or(0) + 1);
        } else {
            open[index] = true;
            for to in next(state) {
                match ways[to as usize] {
                    Some(_) => {}
                    None if open[to as usize] => return Ok(None),
                    None => stack.push(to),
                }
            }
        }
    }
    Ok(ways[0])
}
