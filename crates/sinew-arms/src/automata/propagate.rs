//! Regular propagation without splits (Chen et al., arXiv 2508.19888, *regular constraint
//! propagation*): what each constraint makes of the languages of its strings, forwards and
//! backwards, until nothing changes.
//!
//! Every language is one that the string is in for certain. If one is empty, the facts that it
//! rests on exclude each other. Departures: no case splits (those are for the search over noodles),
//! sizes and rounds are bounded, and what is too large is left out, which leaves more words, never fewer.

use sinew_base::{Budget, StopReason, Tuning};
use sinew_regex::Regex;
use sinew_regex::automata::{Automaton, Transducer};
use sinew_strings::RegexOfTerm;
use sinew_term::{Term, TermStore};

use super::facts::{Constraint, Facts, Function, Var};
use super::languages::Languages;
use super::operations::{Operation, words_of};
use super::periods::{Period, periods};
use super::reasons::Reasons;
use crate::tuning::{
    BUILD_STEPS, CONCAT_PARTS, COUNTED_PLACES, CUT_STATES, NEWS_STEPS, PERIODS, PROPAGATED_STATES,
    PROPAGATION_ROUNDS,
};

/// What propagation found.
pub(super) enum Propagated {
    /// A language for each variable.
    Languages(Vec<Known>),
    /// These facts exclude each other.
    Empty(Reasons),
}

/// A language that a string is in, and the facts that say so.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) automaton: Automaton,
    pub(super) reasons: Reasons,
    /// What memberships alone say, and which.
    pub(super) own: (Automaton, Reasons),
    /// Whether a membership was left out because it is too large.
    pub(super) lost: bool,
}

impl Known {
    /// A language to cut: the smaller one, unless the other is small enough.
    pub(super) fn to_cut(&self, tuning: &Tuning) -> &Automaton {
        let most = tuning.size(&CUT_STATES).max(2 * self.own.0.len());
        match self.automaton.len() <= most {
            true => &self.automaton,
            false => &self.own.0,
        }
    }
}

/// What languages are made with.
pub(super) struct Tools<'a> {
    pub(super) store: &'a TermStore,
    pub(super) languages: &'a mut Languages,
    pub(super) regexes: &'a mut RegexOfTerm,
    pub(super) tuning: &'a Tuning,
    pub(super) budget: &'a Budget<'a>,
}

/// Why propagation ends early.
enum Halt {
    Empty(Reasons),
    Stopped(StopReason),
}

impl From<StopReason> for Halt {
    fn from(reason: StopReason) -> Halt {
        Halt::Stopped(reason)
    }
}

/// Propagates the facts that are chosen.
pub(super) fn propagate(
    tools: &mut Tools<'_>,
    facts: &Facts,
    chosen: &dyn Fn(usize) -> bool,
) -> Result<Propagated, StopReason> {
    let all = Known {
        automaton: tools.languages.all.clone(),
        reasons: Reasons::default(),
        own: (tools.languages.all.clone(), Reasons::default()),
        lost: false,
    };
    let mut propagation = Propagation {
        tools,
        facts,
        known: vec![all; facts.variables.len()],
        periods: Vec::new(),
    };
    match propagation.run(chosen) {
        Ok(()) => Ok(Propagated::Languages(propagation.known)),
        Err(Halt::Empty(reasons)) => Ok(Propagated::Empty(reasons)),
        Err(Halt::Stopped(reason)) => Err(reason),
    }
}

struct Propagation<'a, 't> {
    tools: &'a mut Tools<'t>,
    facts: &'a Facts,
    known: Vec<Known>,
    /// What follows from two facts at a time; their places are behind those of the facts.
    periods: Vec<Period>,
}

impl Propagation<'_, '_> {
    fn run(&mut self, chosen: &dyn Fn(usize) -> bool) -> Result<(), Halt> {
        self.memberships(chosen)?;
        for known in &mut self.known {
            known.own = (known.automaton.clone(), known.reasons.clone());
        }
        let facts = self.facts;
        let relation = |at: &usize| !matches!(facts.facts[*at].constraint, Constraint::Member(..));
        let mut places: Vec<usize> = (0..facts.facts.len())
            .filter(|&at| chosen(at))
            .filter(relation)
            .collect();
        self.periods = periods(facts, &places, self.tools.tuning.size(&PERIODS));
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); facts.variables.len()];
        for &at in &places {
            for x in facts.facts[at].constraint.variables() {
                users[x].push(at);
            }
        }
        for (at, period) in (facts.facts.len()..).zip(&self.periods) {
            period.variables().for_each(|x| users[x].push(at));
        }
        // Periods come first: they spare the way round in circles.
        let all = facts.facts.len() + self.periods.len();
        places.splice(0..0, facts.facts.len()..all);
        let rounds = self.tools.tuning.get(&PROPAGATION_ROUNDS);
        let mut turns = vec![0; all];
        let mut waiting = vec![false; all];
        let mut queue: std::collections::VecDeque<usize> = places.iter().copied().collect();
        places.iter().for_each(|&at| waiting[at] = true);
        while let Some(at) = queue.pop_front() {
            waiting[at] = false;
            turns[at] += 1;
            for x in self.apply(at)? {
                for &user in &users[x] {
                    if user != at && turns[user] < rounds && !waiting[user] {
                        waiting[user] = true;
                        queue.push_back(user);
                    }
                }
            }
        }
        Ok(())
    }

    /// The memberships of each variable, taken together.
    fn memberships(&mut self, chosen: &dyn Fn(usize) -> bool) -> Result<(), Halt> {
        type Literals = Vec<((Regex, bool), usize)>;
        let mut literals: Vec<Literals> = vec![Vec::new(); self.known.len()];
        for (at, fact) in self.facts.facts.iter().enumerate() {
            if let Constraint::Member(x, language, positive) = fact.constraint
                && chosen(at)
            {
                literals[x].push(((language, positive), at));
            }
        }
        let related = self.facts.related(chosen);
        for (x, mut items) in literals.into_iter().enumerate() {
            items.sort_unstable();
            items.dedup_by_key(|item| item.0);
            let key: Vec<(Regex, bool)> = items.iter().map(|item| item.0).collect();
            if !related[x] {
                // Nobody needs the automaton: a lazy search is enough.
                let steps = self.tools.tuning.get(&BUILD_STEPS);
                let slice = self.tools.budget.slice(steps);
                let store = self.tools.regexes.store_mut();
                let empty = store.is_empty_conjunction(&key, &slice);
                self.tools.budget.check()?;
                if empty == Ok(true) {
                    return Err(Halt::Empty(Reasons::of(items.iter().map(|item| item.1))));
                }
                continue;
            }
            if let Some(language) = self.build(&key)? {
                let reasons = Reasons::of(items.iter().map(|item| item.1));
                if language.is_empty() {
                    return Err(Halt::Empty(reasons));
                }
                self.known[x].automaton = language;
                self.known[x].reasons = reasons;
                continue;
            }
            // Together they are too large; one by one some may do.
            self.known[x].lost = true;
            for ((language, positive), at) in items {
                if let Some(language) = self.build(&[(language, positive)])? {
                    self.narrow(x, language, &Reasons::of([at]))?;
                }
            }
        }
        Ok(())
    }

    fn build(&mut self, key: &[(Regex, bool)]) -> Result<Option<Automaton>, StopReason> {
        let tools = &mut *self.tools;
        tools
            .languages
            .conjunction(tools.regexes, key, tools.budget)
    }

    fn transducer(&mut self, function: &Function) -> Result<Option<Transducer>, StopReason> {
        let tools = &mut *self.tools;
        tools
            .languages
            .transducer(tools.regexes, function, tools.budget)
    }

    fn is_all(&self, x: Var) -> bool {
        self.known[x].automaton == self.tools.languages.all
    }

    /// The result of an operation, unless it is too large.
    fn result(&mut self, operation: Operation) -> Result<Option<Automaton>, StopReason> {
        let tools = &mut *self.tools;
        tools.languages.result(operation, tools.budget)
    }

    /// Adds a language that a string is in. Whether that says something new.
    fn narrow(&mut self, x: Var, language: Automaton, reasons: &Reasons) -> Result<bool, Halt> {
        let most = self.tools.tuning.size(&PROPAGATED_STATES);
        if language == self.tools.languages.all || language.len() > most {
            return Ok(false);
        }
        let budget = self.tools.budget;
        let old = self.known[x].automaton.clone();
        let mut all = reasons.clone();
        all.add(&self.known[x].reasons);
        let meet = if self.is_all(x) {
            language
        } else {
            let slice = budget.slice(self.tools.tuning.get(&NEWS_STEPS));
            let included = old.is_included(&language, &slice);
            budget.check()?;
            if included == Ok(true) {
                return Ok(false);
            }
            match self.result(Operation::Meet(old, language))? {
                Some(meet) => meet,
                None => return Ok(false),
            }
        };
        if meet.is_empty() {
            return Err(Halt::Empty(all));
        }
        if meet.len() > most || meet == self.tools.languages.all {
            return Ok(false);
        }
        self.known[x].automaton = meet;
        self.known[x].reasons = all;
        Ok(true)
    }

    /// What the constraint at this place says; the variables of which something new is known.
    fn apply(&mut self, at: usize) -> Result<Vec<Var>, Halt> {
        let facts = self.facts;
        if let Some(period) = at.checked_sub(facts.facts.len()) {
            return self.period(&self.periods[period].clone());
        }
        match &facts.facts[at].constraint {
            Constraint::Member(..)
            | Constraint::Index(..)
            | Constraint::Code(..)
            | Constraint::Not(..) => Ok(Vec::new()),
            Constraint::Concat(whole, parts) => self.concat(at, *whole, parts),
            Constraint::Function(output, function, input) => match self.transducer(function)? {
                Some(transducer) => self.function(at, *output, &transducer, *input),
                None => Ok(Vec::new()),
            },
            Constraint::Reverse(x, y) => {
                let mut changed = Vec::new();
                for (from, to) in [(*y, *x), (*x, *y)] {
                    let turned = Operation::Reversed(self.known[from].automaton.clone());
                    self.conclude(to, turned, &[from], &[at], &mut changed)?;
                }
                Ok(changed)
            }
            Constraint::Slice(part, whole, from, count) => {
                self.slice(at, *part, *whole, *from, *count)
            }
        }
    }

    /// Narrows a string by a language that follows from those of others and the fact.
    fn conclude(
        &mut self,
        x: Var,
        language: Operation,
        from: &[Var],
        facts: &[usize],
        changed: &mut Vec<Var>,
    ) -> Result<(), Halt> {
        let Some(language) = self.result(language)? else {
            return Ok(());
        };
        let mut reasons = Reasons::of(facts.iter().copied());
        from.iter()
            .for_each(|&y| reasons.add(&self.known[y].reasons));
        if language.is_empty() {
            return Err(Halt::Empty(reasons));
        }
        if self.narrow(x, language, &reasons)? {
            changed.push(x);
        }
        Ok(())
    }

    fn joined(&self, parts: &[Var]) -> Operation {
        let parts = parts.iter().map(|&x| self.known[x].automaton.clone());
        Operation::Join(parts.collect())
    }

    fn concat(&mut self, at: usize, whole: Var, parts: &[Var]) -> Result<Vec<Var>, Halt> {
        let mut changed = Vec::new();
        if !parts.iter().all(|&x| self.is_all(x)) {
            let joined = self.joined(parts);
            self.conclude(whole, joined, parts, &[at], &mut changed)?;
        }
        if self.is_all(whole) || parts.len() > self.tools.tuning.size(&CONCAT_PARTS) {
            return Ok(changed);
        }
        for (place, &x) in parts.iter().enumerate() {
            let others = [&parts[..place], &parts[place + 1..], &[whole]].concat();
            let before = self.result(self.joined(&parts[..place]))?;
            let after = self.result(self.joined(&parts[place + 1..]))?;
            if let (Some(before), Some(after)) = (before, after) {
                let outer = self.known[whole].automaton.clone();
                let middle = Operation::Between(outer, before, after);
                self.conclude(x, middle, &others, &[at], &mut changed)?;
            }
        }
        Ok(changed)
    }

    fn period(&mut self, period: &Period) -> Result<Vec<Var>, Halt> {
        let mut changed = Vec::new();
        let joined = self.joined(&period.of);
        let Some(word) = self.result(joined)? else {
            return Ok(changed);
        };
        if !word.accepts_epsilon() {
            let powers = Operation::Powers(word, period.end);
            self.conclude(
                period.string,
                powers,
                &period.of,
                &period.facts,
                &mut changed,
            )?;
        }
        Ok(changed)
    }

    fn function(
        &mut self,
        at: usize,
        output: Var,
        transducer: &Transducer,
        input: Var,
    ) -> Result<Vec<Var>, Halt> {
        let mut changed = Vec::new();
        let image = Operation::Image(transducer.clone(), self.known[input].automaton.clone());
        self.conclude(output, image, &[input], &[at], &mut changed)?;
        if !self.is_all(output) {
            let language = self.known[output].automaton.clone();
            let preimage = Operation::Preimage(transducer.clone(), language);
            self.conclude(input, preimage, &[output], &[at], &mut changed)?;
        }
        Ok(changed)
    }

    /// `part = substr(whole, from, count)`
    fn slice(
        &mut self,
        at: usize,
        part: Var,
        whole: Var,
        from: Term,
        count: Term,
    ) -> Result<Vec<Var>, Halt> {
        let mut changed = Vec::new();
        let most = self.tools.tuning.count(&COUNTED_PLACES);
        let small = |term: Term| {
            let value = self.tools.store.int_value(term)?.to_u32()?;
            (value <= most).then_some(value)
        };
        let (from, count) = (small(from), small(count));
        // Forwards: a factor, or nothing.
        let source = self.known[whole].automaton.clone();
        let pieces = Operation::Slices(source, from, count);
        self.conclude(part, pieces, &[whole], &[at], &mut changed)?;
        // Backwards: the part stands in its place, or the string may end before it.
        if self.known[part].automaton.accepts_epsilon() || self.is_all(part) {
            return Ok(changed);
        }
        let all = self.tools.languages.all.clone();
        let before = match from {
            Some(from) => {
                let (tools, budget) = (&self.tools, self.tools.budget);
                words_of(&tools.languages.alphabet, from, Some(from), budget)?
            }
            None => all.clone(),
        };
        let around = Operation::Join(vec![before, self.known[part].automaton.clone(), all]);
        self.conclude(whole, around, &[part], &[at], &mut changed)?;
        Ok(changed)
    }
}
