//! What values terms may have if some atoms are true and others false: a regular language for each
//! string, an interval for each integer. Where a language is empty, or an interval, the atoms
//! contradict each other.
//!
//! Both are too large rather than too small: what is not understood says nothing. For an
//! expression with terms in it there are two languages, one that it is part of and one that is part
//! of it, so that complements are not the wrong way round.

use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};
use sinew_regex::{Regex, RegexStore};
use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

use super::linear::{self, Interval, Sum};

/// An atom, and whether it is true.
pub(super) type Fact = (Term, bool);

/// How often what is known of one term is passed on to the others.
const ROUNDS: usize = 3;
/// Lengths above this are not made languages.
const MAX_LENGTH: i64 = 1000;
/// The greatest code point.
const MAX_CHAR: u32 = 0x2FFFF;

/// Whether the facts contradict each other, as far as this can tell.
pub(super) fn contradictory(store: &TermStore, facts: &[Fact], budget: &Budget<'_>) -> bool {
    let atoms: Vec<Term> = facts.iter().map(|&(atom, _)| atom).collect();
    let mut bounds = Bounds::new(store, budget);
    let order = postorder_all(store, &atoms);
    (0..ROUNDS).any(|_| bounds.round(&order, facts).unwrap_or(false))
}

/// What is known of the terms of a store.
pub(super) struct Bounds<'a, 'b> {
    store: &'a TermStore,
    budget: &'a Budget<'b>,
    pub(super) regexes: RegexStore,
    /// Of each string a language that it is in.
    strings: FxHashMap<Term, Regex>,
    /// Of each expression a language that it is part of, and one that is part of it.
    around: FxHashMap<Term, (Regex, Regex)>,
    /// The values of integers, and the lengths of strings.
    intervals: FxHashMap<Term, Interval>,
    /// What must be zero or less.
    sums: Vec<Sum>,
}

impl<'a, 'b> Bounds<'a, 'b> {
    pub(super) fn new(store: &'a TermStore, budget: &'a Budget<'b>) -> Bounds<'a, 'b> {
        Bounds {
            store,
            budget,
            regexes: RegexStore::new(),
            strings: FxHashMap::default(),
            around: FxHashMap::default(),
            intervals: FxHashMap::default(),
            sums: Vec::new(),
        }
    }

    /// What expressions denote, where that is known exactly; their parts come first.
    pub(super) fn exactly(&mut self, order: &[Term]) -> FxHashMap<Term, Regex> {
        for &term in order {
            if self.store.sort(term) == Sort::RegLan {
                let around = self.language(term);
                self.around.insert(term, around);
            }
        }
        let exact = self
            .around
            .iter()
            .filter(|(_, (upper, lower))| upper == lower);
        exact.map(|(&term, &(upper, _))| (term, upper)).collect()
    }

    /// Whether something is found to be empty.
    fn round(&mut self, order: &[Term], facts: &[Fact]) -> Result<bool, StopReason> {
        for &term in order {
            match self.store.sort(term) {
                Sort::String => {
                    let language = self.string(term)?;
                    self.narrow(term, language);
                    let lengths = self.lengths_of(term)?;
                    self.tighten(term, lengths);
                }
                Sort::RegLan => {
                    let around = self.language(term);
                    self.around.insert(term, around);
                }
                Sort::Int => {
                    let interval = self.integer(term)?;
                    self.tighten(term, interval);
                }
                _ => {}
            }
        }
        self.sums.clear();
        for &(atom, holds) in facts {
            if self.fact(atom, holds)? {
                return Ok(true);
            }
        }
        if self.by_sums() {
            return Ok(true);
        }
        for language in self.strings.values() {
            if self.regexes.is_empty(*language, self.budget)? {
                return Ok(true);
            }
        }
        Ok(self.intervals.values().any(|interval| interval.is_empty()))
    }

    /// A language that the value of a string is in.
    fn string(&mut self, term: Term) -> Result<Regex, StopReason> {
        if let Some(text) = self.store.str_value(term) {
            return Ok(self.regexes.literal(text));
        }
        let args = self.store.args(term);
        Ok(match self.store.op(term) {
            Op::Concat => {
                let parts: Vec<Regex> = args.iter().map(|&arg| self.of(arg)).collect();
                self.regexes.concat_all(&parts)
            }
            Op::Ite => {
                let both = [self.of(args[1]), self.of(args[2])];
                self.regexes.union(&both)
            }
            Op::At | Op::FromCode => {
                let any = self.regexes.allchar();
                self.regexes.opt(any)
            }
            Op::Substr => match self.interval(args[2]).most {
                Some(most) => self.lengths(Interval::new(Some(0), Some(most.max(0)))),
                None => self.regexes.all(),
            },
            Op::FromInt => {
                let number = self.interval(args[0]);
                let empty = self.regexes.epsilon();
                match self.numeral() {
                    numeral if number.least.is_some_and(|least| least >= 0) => numeral,
                    _ if number.most.is_some_and(|most| most < 0) => empty,
                    numeral => self.regexes.union(&[empty, numeral]),
                }
            }
            _ => self.regexes.all(),
        })
    }

    fn of(&self, term: Term) -> Regex {
        let known = self.strings.get(&term).copied();
        known.unwrap_or(self.regexes.all())
    }

    fn interval(&self, term: Term) -> Interval {
        self.intervals.get(&term).copied().unwrap_or_default()
    }

    /// How a number that is not negative is written.
    fn numeral(&mut self) -> Regex {
        let zero = self.regexes.literal(&[48]);
        let (first, digits) = (self.regexes.range(49, 57), self.digits(false));
        let other = self.regexes.concat(first, digits);
        self.regexes.union(&[zero, other])
    }

    fn digits(&mut self, some: bool) -> Regex {
        let digit = self.regexes.range(48, 57);
        match some {
            true => self.regexes.plus(digit),
            false => self.regexes.star(digit),
        }
    }

    /// The words with such a length; more where the numbers are large.
    fn lengths(&mut self, lengths: Interval) -> Regex {
        if lengths.is_empty() || lengths.most.is_some_and(|most| most < 0) {
            return self.regexes.none();
        }
        let small = |n: i64| u32::try_from(n.clamp(0, MAX_LENGTH)).unwrap_or(0);
        let any = self.regexes.allchar();
        let least = small(lengths.least.unwrap_or(0));
        match lengths.most.filter(|&most| most <= MAX_LENGTH) {
            Some(most) => self.regexes.loop_(any, least, small(most)),
            None => {
                let (least, rest) = (self.regexes.power(any, least), self.regexes.all());
                self.regexes.concat(least, rest)
            }
        }
    }

    /// A language that an expression is part of, and one that is part of it.
    fn language(&mut self, term: Term) -> (Regex, Regex) {
        let args = self.store.args(term).to_vec();
        let (none, all) = (self.regexes.none(), self.regexes.all());
        let around = |arg: &Term| self.around.get(arg).copied().unwrap_or((all, none));
        let parts: Vec<(Regex, Regex)> = args.iter().map(around).collect();
        let (upper, lower): (Vec<Regex>, Vec<Regex>) = parts.iter().copied().unzip();
        let op = self.store.op(term);
        match op {
            Op::StrToRe => match self.store.str_value(args[0]) {
                Some(word) => {
                    let word = self.regexes.literal(word);
                    (word, word)
                }
                None => (self.of(args[0]), none),
            },
            Op::ReRange => {
                let ends = [args[0], args[1]].map(|end| self.store.str_value(end));
                match ends {
                    [Some(&[from]), Some(&[to])] => {
                        let range = self.regexes.range(from, to);
                        (range, range)
                    }
                    [Some(_), Some(_)] => (none, none),
                    _ => (self.regexes.allchar(), none),
                }
            }
            Op::ReComp => (self.regexes.comp(lower[0]), self.regexes.comp(upper[0])),
            Op::ReDiff => {
                let rest = [&lower[1..], &upper[1..]].map(|others| self.regexes.union(others));
                (
                    self.regexes.diff(upper[0], rest[0]),
                    self.regexes.diff(lower[0], rest[1]),
                )
            }
            Op::Ite => (
                self.regexes.union(&upper[1..]),
                self.regexes.inter(&lower[1..]),
            ),
            _ => match self.monotone(op, &upper) {
                Some(upper) => (upper, self.monotone(op, &lower).unwrap_or(none)),
                None => (all, none),
            },
        }
    }

    /// An operator that makes more of more.
    fn monotone(&mut self, op: Op, args: &[Regex]) -> Option<Regex> {
        Some(match (op, args) {
            (Op::ReNone, _) => self.regexes.none(),
            (Op::ReAll, _) => self.regexes.all(),
            (Op::ReAllChar, _) => self.regexes.allchar(),
            (Op::ReConcat, args) => self.regexes.concat_all(args),
            (Op::ReUnion, args) => self.regexes.union(args),
            (Op::ReInter, args) => self.regexes.inter(args),
            (Op::ReStar, &[r]) => self.regexes.star(r),
            (Op::RePlus, &[r]) => self.regexes.plus(r),
            (Op::ReOpt, &[r]) => self.regexes.opt(r),
            (Op::RePow(n), &[r]) => self.regexes.power(r, n),
            (Op::ReLoop(lo, hi), &[r]) => self.regexes.loop_(r, lo, hi),
            _ => return None,
        })
    }

    /// An interval that the value of an integer is in.
    fn integer(&mut self, term: Term) -> Result<Interval, StopReason> {
        if let Some(number) = self.store.int_value(term) {
            let number = number.to_i64();
            return Ok(Interval::new(number, number));
        }
        let args = self.store.args(term);
        Ok(match self.store.op(term) {
            Op::Len => self.interval(args[0]),
            Op::IndexOf => Interval::new(Some(-1), None),
            Op::ToInt => {
                let digits = self.digits(true);
                self.or_minus_one(args[0], digits, None)?
            }
            Op::ToCode => {
                let any = self.regexes.allchar();
                self.or_minus_one(args[0], any, Some(i64::from(MAX_CHAR)))?
            }
            Op::Ite => self.interval(args[1]).or(self.interval(args[2])),
            _ => Interval::default(),
        })
    }

    fn lengths_of(&mut self, term: Term) -> Result<Interval, StopReason> {
        let language = self.of(term);
        let lengths = self.regexes.lengths(language, self.budget)?;
        let number = |n: Option<u64>| n.and_then(|n| i64::try_from(n).ok());
        Ok(Interval::new(number(lengths.min()), number(lengths.max())))
    }

    /// The value of what is −1 outside a language and not negative in it.
    fn or_minus_one(
        &mut self,
        of: Term,
        inside: Regex,
        most: Option<i64>,
    ) -> Result<Interval, StopReason> {
        let known = self.of(of);
        let inner = self.regexes.inter(&[known, inside]);
        if self.regexes.is_empty(inner, self.budget)? {
            return Ok(Interval::new(Some(-1), Some(-1)));
        }
        let outside = self.regexes.diff(known, inside);
        let least = match self.regexes.is_empty(outside, self.budget)? {
            true => 0,
            false => -1,
        };
        Ok(Interval::new(Some(least), most))
    }

    /// Notes that a string is in a language.
    fn narrow(&mut self, term: Term, language: Regex) {
        let known = self.of(term);
        let both = self.regexes.inter(&[known, language]);
        self.strings.insert(term, both);
    }

    /// Notes that an integer is in an interval, and what that says of a string.
    fn tighten(&mut self, term: Term, interval: Interval) {
        let now = self.interval(term).and(interval);
        self.intervals.insert(term, now);
        if self.store.sort(term) == Sort::String {
            let lengths = self.lengths(now);
            return self.narrow(term, lengths);
        }
        let (Op::Len | Op::ToInt | Op::ToCode) = self.store.op(term) else {
            return;
        };
        let of = self.store.arg(term, 0);
        let positive = now.least.is_some_and(|least| least >= 0);
        let negative = now.most.is_some_and(|most| most < 0);
        let known = match self.store.op(term) {
            Op::Len => self.lengths(now),
            Op::ToInt if positive => self.read_as(now),
            Op::ToCode if positive => {
                let code = |n: Option<i64>, otherwise| match n {
                    Some(n) => u32::try_from(n).unwrap_or(MAX_CHAR).min(MAX_CHAR),
                    None => otherwise,
                };
                let (least, most) = (code(now.least, 0), code(now.most, MAX_CHAR));
                self.regexes.range(least, most)
            }
            Op::ToInt if negative => {
                let digits = self.digits(true);
                self.regexes.comp(digits)
            }
            Op::ToCode if negative => {
                let any = self.regexes.allchar();
                self.regexes.comp(any)
            }
            _ => return,
        };
        self.narrow(of, known);
    }

    /// What is read as one of these numbers, or more.
    fn read_as(&mut self, numbers: Interval) -> Regex {
        match (numbers.least, numbers.most) {
            (Some(least), Some(most)) if least == most => {
                let text: Vec<u32> = least.to_string().chars().map(u32::from).collect();
                let (zero, number) = (self.regexes.literal(&[48]), self.regexes.literal(&text));
                let zeros = self.regexes.star(zero);
                self.regexes.concat(zeros, number)
            }
            _ => self.digits(true),
        }
    }

    /// Notes what a fact says; whether it is found to be impossible.
    fn fact(&mut self, atom: Term, holds: bool) -> Result<bool, StopReason> {
        let &[left, right] = self.store.args(atom) else {
            if self.store.op(atom) == Op::IsDigit {
                let digit = self.regexes.range(48, 57);
                self.member(self.store.arg(atom, 0), (digit, digit), holds);
            }
            return Ok(false);
        };
        let all = self.regexes.all();
        match self.store.op(atom) {
            Op::InRe => {
                let none = self.regexes.none();
                let around = self.around.get(&right).copied().unwrap_or((all, none));
                self.member(left, around, holds);
            }
            Op::PrefixOf => self.has_part(right, left, (false, true), holds),
            Op::SuffixOf => self.has_part(right, left, (true, false), holds),
            Op::Contains => self.has_part(left, right, (true, true), holds),
            Op::StrLt => self.before(left, right, holds, false),
            Op::StrLe => self.before(left, right, holds, true),
            Op::Eq if self.store.sort(left) == Sort::String => self.equal(left, right, holds),
            Op::Eq if self.store.sort(left) == Sort::RegLan => {
                let known = [left, right].map(|side| self.around.get(&side).copied());
                if let [Some((a, inner)), Some((b, other))] = known
                    && a == inner
                    && b == other
                {
                    return Ok(self.regexes.equivalent(a, b, self.budget)? != holds);
                }
            }
            Op::Eq | Op::Le | Op::Lt | Op::Ge | Op::Gt if self.store.sort(left) == Sort::Int => {
                return Ok(self.compare(atom, holds));
            }
            _ => {}
        }
        Ok(false)
    }

    /// The term is in a language, or is not; of that an upper and a lower one are known.
    fn member(&mut self, term: Term, (upper, lower): (Regex, Regex), holds: bool) {
        let language = match holds {
            true => upper,
            false => self.regexes.comp(lower),
        };
        self.narrow(term, language);
        self.narrow_inside(term, language);
    }

    /// What that says of the one part of a concatenation with literals that is none.
    fn narrow_inside(&mut self, term: Term, language: Regex) {
        if self.store.op(term) != Op::Concat {
            return;
        }
        let parts = self.store.args(term).to_vec();
        let open = |part: &Term| self.store.str_value(*part).is_none();
        let Some(place) = parts.iter().position(open) else {
            return;
        };
        let mut rest = language;
        for &part in &parts[..place] {
            let text = self.store.str_value(part).unwrap_or_default();
            match self.regexes.left_quotient(rest, text, self.budget) {
                Ok(quotient) => rest = quotient,
                Err(_) => return,
            }
        }
        for &part in parts[place + 1..].iter().rev() {
            let Some(text) = self.store.str_value(part) else {
                return;
            };
            match self.regexes.right_quotient(rest, text, self.budget) {
                Ok(quotient) => rest = quotient,
                Err(_) => return,
            }
        }
        self.narrow(parts[place], rest);
    }

    /// `whole` has `part` in it, with something before or after it, or has not.
    fn has_part(&mut self, whole: Term, part: Term, around: (bool, bool), holds: bool) {
        let known = self.of(part);
        let only = self.regexes.as_singleton(known).is_some();
        let (all, none) = (self.regexes.all(), self.regexes.none());
        let mut parts = vec![known];
        if around.0 {
            parts.insert(0, all);
        }
        if around.1 {
            parts.push(all);
        }
        let language = self.regexes.concat_all(&parts);
        let lower = if only { language } else { none };
        self.member(whole, (language, lower), holds);
        if holds {
            let sum = linear::length(self.store, part, 1);
            self.sums
                .push(sum.plus(linear::length(self.store, whole, -1)));
        }
    }

    /// `left < right`, or `left <= right` where `or_equal`; or not.
    fn before(&mut self, left: Term, right: Term, holds: bool, or_equal: bool) {
        for (term, other, below) in [(left, right, true), (right, left, false)] {
            let known = self.of(other);
            let Some(word) = self.regexes.as_singleton(known) else {
                continue;
            };
            // The words below this one, with itself if it does not have to be another.
            let with = or_equal == below;
            let mut parts = vec![];
            for (i, &c) in word.iter().enumerate() {
                parts.push(self.regexes.literal(&word[..i]));
                if c > 0 {
                    let (head, all) = (self.regexes.literal(&word[..i]), self.regexes.all());
                    let smaller = self.regexes.range(0, c - 1);
                    parts.push(self.regexes.concat_all(&[head, smaller, all]));
                }
            }
            if with {
                parts.push(self.regexes.literal(&word));
            }
            let language = self.regexes.union(&parts);
            self.member(term, (language, language), holds == below);
        }
    }

    fn equal(&mut self, left: Term, right: Term, holds: bool) {
        if holds {
            let sum = |sign| {
                let left = linear::length(self.store, left, sign);
                left.plus(linear::length(self.store, right, -sign))
            };
            self.sums.extend([sum(1), sum(-1)]);
        }
        for (term, other) in [(left, right), (right, left)] {
            let language = self.of(other);
            let only = self.regexes.as_singleton(language).is_some();
            let lower = if only { language } else { self.regexes.none() };
            self.member(term, (language, lower), holds);
        }
    }

    /// Notes a comparison of integers; whether it is found to be impossible.
    fn compare(&mut self, atom: Term, holds: bool) -> bool {
        let Some(sum) = linear::difference(self.store, atom) else {
            return false;
        };
        match (self.store.op(atom), holds) {
            (Op::Eq, true) => self.sums.extend([sum.clone(), sum.times(-1)]),
            (Op::Eq, false) => return self.unequal(&sum),
            // left <= right; left >= right; and their opposites, where one is added.
            (Op::Le, true) | (Op::Gt, false) => self.sums.push(sum),
            (Op::Ge, true) | (Op::Lt, false) => self.sums.push(sum.times(-1)),
            (Op::Lt, true) | (Op::Ge, false) => self.sums.push(sum.and_number(1)),
            _ => self.sums.push(sum.times(-1).and_number(1)),
        }
        false
    }

    /// The sum is not zero.
    fn unequal(&mut self, sum: &Sum) -> bool {
        let now = sum.interval(|atom| self.interval(atom));
        if now == Interval::new(Some(0), Some(0)) {
            return true;
        }
        if let Some((atom, value)) = sum.root()
            && self.store.sort(atom) == Sort::String
        {
            let exactly = self.lengths(Interval::new(Some(value), Some(value)));
            if value <= MAX_LENGTH {
                let others = self.regexes.comp(exactly);
                self.narrow(atom, others);
            }
        } else if let Some((atom, value)) = sum.root() {
            let now = self.interval(atom);
            let least = now.least.map(|n| n + i64::from(n == value));
            let most = now.most.map(|n| n - i64::from(n == value));
            self.tighten(atom, Interval::new(least, most));
        }
        false
    }

    /// Whether the sums that are at most zero cannot be; what they say of each atom is noted.
    fn by_sums(&mut self) -> bool {
        let sums = linear::consequences(&self.sums);
        for sum in &sums {
            let now = sum.interval(|atom| self.interval(atom));
            if now.least.is_some_and(|least| least > 0) {
                return true;
            }
            for (atom, interval) in sum.bounds(|atom| self.interval(atom)) {
                self.tighten(atom, interval);
            }
        }
        false
    }
}
