//! The length abstraction (P2 §3.1, *AbstractLengths*): what each operator implies about lengths.
//!
//! Every formula here is valid: it holds under every interpretation of the symbols. So the
//! arithmetic of the engine may use them all, and a contradiction among lengths is a proof.

use sinew_base::{Budget, Integer};
use sinew_strings::RegexOfTerm;
use sinew_strings::lengths::{LengthOf, length_of};
use sinew_term::{MAX_CHAR, Op, Sort, Term, TermStore};

use super::measure::bounds;

/// Steps that finding the lengths of one regular language may take.
const LANGUAGE_STEPS: u64 = 200_000;
/// Languages with more pieces than this in their set of lengths give only bounds.
const MAX_PIECES: usize = 8;

/// Valid formulas about the lengths that `term`, an application with strings in it, has to do with.
/// There may be fewer if the budget ends meanwhile.
pub fn length_facts(
    store: &mut TermStore,
    regexes: &mut RegexOfTerm,
    term: Term,
    budget: &Budget,
) -> Vec<Term> {
    let mut facts = Facts {
        store,
        out: Vec::new(),
    };
    match facts.store.sort(term) {
        Sort::String => facts.of_string(regexes, term, budget),
        Sort::Int => facts.of_integer(term),
        Sort::Bool => facts.of_predicate(regexes, term, budget),
        _ => {}
    }
    facts.out
}

/// That `length` lies in a set of lengths; `None` if that says nothing.
pub(crate) fn within_lengths(
    store: &mut TermStore,
    length: Term,
    lengths: &sinew_regex::LengthSet,
) -> Option<Term> {
    let mut facts = Facts {
        store,
        out: Vec::new(),
    };
    facts.within(length, lengths)
}

struct Facts<'a> {
    store: &'a mut TermStore,
    out: Vec<Term>,
}

impl Facts<'_> {
    fn int(&mut self, value: impl Into<Integer>) -> Term {
        self.store.int(value)
    }

    fn len(&mut self, term: Term) -> Term {
        self.store.len(term)
    }

    /// `condition ⇒ fact`
    fn when(&mut self, condition: Term, fact: Term) {
        let implication = self.store.implies(condition, fact);
        self.out.push(implication);
    }

    fn is_empty(&mut self, term: Term) -> Term {
        let empty = self.store.string("");
        self.store.eq(term, empty)
    }

    /// `0 ≤ index < |s|`
    fn inside(&mut self, index: Term, s: Term) -> Term {
        let (zero, length) = (self.int(0), self.len(s));
        let (from, to) = (self.store.ge(index, zero), self.store.lt(index, length));
        self.store.and(&[from, to])
    }

    fn of_string(&mut self, regexes: &mut RegexOfTerm, term: Term, budget: &Budget) {
        let length = self.len(term);
        if let Some(value) = self.store.str_value(term) {
            let known = value.len();
            let known = self.int(known);
            let fact = self.store.eq(length, known);
            return self.out.push(fact);
        }
        // L-Geq of P3: empty, or longer.
        let (one, empty) = (self.int(1), self.is_empty(term));
        let longer = self.store.ge(length, one);
        let fact = self.store.or(&[empty, longer]);
        self.out.push(fact);
        let args = self.store.args(term).to_vec();
        let known = match length_of(self.store.op(term)) {
            Some(LengthOf::Sum) => {
                let lengths: Vec<Term> = args.iter().map(|&arg| self.len(arg)).collect();
                Some(self.store.add(&lengths))
            }
            Some(LengthOf::First) => Some(self.len(args[0])),
            None => None,
        };
        if let Some(known) = known {
            let fact = self.store.eq(length, known);
            return self.out.push(fact);
        }
        match self.store.op(term) {
            Op::At => {
                let inside = self.inside(args[1], args[0]);
                let fact = self.store.eq(length, one);
                self.when(inside, fact);
                let outside = self.store.not(inside);
                self.when(outside, empty);
            }
            Op::Substr => self.of_substring(term, &args),
            Op::Replace => self.of_replacement(term, &args),
            Op::ReplaceAll => self.of_replacements(term, &args),
            Op::ReplaceRe => self.of_match(term, &args, regexes, budget),
            Op::ReplaceReAll => self.of_growth(term, args[0], args[2]),
            Op::FromInt => self.of_numeral(term, args[0]),
            Op::FromCode => {
                let (zero, limit) = (self.int(0), self.int(MAX_CHAR));
                let (from, to) = (self.store.ge(args[0], zero), self.store.le(args[0], limit));
                let valid = self.store.and(&[from, to]);
                let fact = self.store.eq(length, one);
                self.when(valid, fact);
                let invalid = self.store.not(valid);
                self.when(invalid, empty);
            }
            _ => {}
        }
    }

    /// `|substr(s, i, n)|` is `min(n, |s| − i)` inside, and 0 elsewhere.
    fn of_substring(&mut self, term: Term, args: &[Term]) {
        let &[s, index, count] = args else { return };
        let (length, whole, zero) = (self.len(term), self.len(s), self.int(0));
        let inside = self.inside(index, s);
        let positive = self.store.gt(count, zero);
        let proper = self.store.and(&[inside, positive]);
        let rest = self.store.sub(whole, index);
        let fits = self.store.le(count, rest);
        let (all, cut) = (self.store.eq(length, count), self.store.eq(length, rest));
        let chosen = self.store.ite(fits, all, cut);
        self.when(proper, chosen);
        let improper = self.store.not(proper);
        let empty = self.is_empty(term);
        self.when(improper, empty);
    }

    /// `replace(s, t, u)`: one occurrence less of t and one more of u, or s.
    fn of_replacement(&mut self, term: Term, args: &[Term]) {
        let &[s, t, u] = args else { return };
        let found = self.store.contains(s, t);
        let (length, from, pattern, by) = (self.len(term), self.len(s), self.len(t), self.len(u));
        let rest = self.store.sub(from, pattern);
        let sum = self.store.add(&[rest, by]);
        let replaced = self.store.eq(length, sum);
        self.when(found, replaced);
        let (absent, same) = (self.store.not(found), self.store.eq(term, s));
        self.when(absent, same);
    }

    /// `replace_all(s, t, u)`: grows or shrinks with u against t, and is s without occurrences.
    fn of_replacements(&mut self, term: Term, args: &[Term]) {
        let &[s, t, u] = args else { return };
        let (length, from, pattern, by) = (self.len(term), self.len(s), self.len(t), self.len(u));
        let (no_less, no_more) = (self.store.ge(by, pattern), self.store.le(by, pattern));
        let (grows, shrinks) = (self.store.ge(length, from), self.store.le(length, from));
        self.when(no_less, grows);
        self.when(no_more, shrinks);
        let (found, empty_pattern) = (self.store.contains(s, t), self.is_empty(t));
        let absent = self.store.not(found);
        let unchanged = self.store.or(&[absent, empty_pattern]);
        let same = self.store.eq(term, s);
        self.when(unchanged, same);
        self.of_growth(term, s, u);
    }

    /// Replacing parts that are not empty by a literal u: no character of s becomes more than
    /// `max(1, |u|)`, and without a u to write there is no more than before.
    fn of_growth(&mut self, term: Term, s: Term, u: Term) {
        let (length, from, by) = (self.len(term), self.len(s), self.len(u));
        let one = self.int(1);
        let (small, shrinks) = (self.store.le(by, one), self.store.le(length, from));
        self.when(small, shrinks);
        if let Some(literal) = self.store.str_value(u) {
            let factor = literal.len().max(1);
            let factor = self.int(factor);
            let most = self.store.mul(&[factor, from]);
            let fact = self.store.le(length, most);
            self.out.push(fact);
        }
    }

    /// `replace_re(s, r, u)`: s, or s with a member of r less and u more.
    fn of_match(&mut self, term: Term, args: &[Term], regexes: &mut RegexOfTerm, budget: &Budget) {
        let &[s, r, u] = args else { return };
        let (length, from, by) = (self.len(term), self.len(s), self.len(u));
        let sum = self.store.add(&[from, by]);
        let mut cases = vec![self.store.ge(length, by), self.store.le(length, sum)];
        let language = regexes.regex_of_term(self.store, r);
        let budget = budget.slice(LANGUAGE_STEPS);
        if let Some(Ok(lengths)) = language.map(|r| regexes.store_mut().lengths(r, &budget))
            && let Some(least) = lengths.min()
        {
            let least = self.int(least);
            let most = self.store.sub(sum, least);
            cases.push(self.store.le(length, most));
            if let Some(longest) = lengths.max() {
                let longest = self.int(longest);
                let rest = self.store.sub(sum, longest);
                cases.push(self.store.ge(length, rest));
            }
        }
        let (same, replaced) = (self.store.eq(term, s), self.store.and(&cases));
        let fact = self.store.or(&[same, replaced]);
        self.out.push(fact);
    }

    /// `from_int(n)`: empty for negative n, otherwise as many characters as n has digits.
    fn of_numeral(&mut self, term: Term, number: Term) {
        let (length, zero) = (self.len(term), self.int(0));
        let negative = self.store.lt(number, zero);
        let empty = self.is_empty(term);
        let nothing = self.store.eq(negative, empty);
        self.out.push(nothing);
        for digits in 1..=9u32 {
            let power = self.int(10i64.pow(digits));
            let count = self.int(digits);
            let (short, below) = (self.store.le(length, count), self.store.lt(number, power));
            let fact = self.store.eq(short, below);
            self.out.push(fact);
        }
        // Beyond that the number outgrows its length: 10 ≤ 10⁹ / 10⁸, and a digit more is ten times the number.
        let (large, scale) = (self.int(10i64.pow(9)), self.int(10i64.pow(8)));
        let (large, scaled) = (
            self.store.ge(number, large),
            self.store.mul(&[scale, length]),
        );
        let outgrown = self.store.le(scaled, number);
        self.when(large, outgrown);
    }

    fn of_integer(&mut self, term: Term) {
        let args = self.store.args(term).to_vec();
        let (minus_one, zero, one) = (self.int(-1), self.int(0), self.int(1));
        match self.store.op(term) {
            Op::Len => {
                let fact = self.store.ge(term, zero);
                self.out.push(fact);
            }
            Op::IndexOf => self.of_index(term, &args),
            Op::IndexOfRe => {
                let (length, none) = (self.len(args[0]), self.store.eq(term, minus_one));
                let (from, to) = (self.store.ge(term, args[2]), self.store.le(term, length));
                let positive = self.store.ge(args[2], zero);
                let found = self.store.and(&[positive, from, to]);
                let fact = self.store.or(&[none, found]);
                self.out.push(fact);
            }
            Op::ToInt => {
                let length = self.len(args[0]);
                let least = self.store.ge(term, minus_one);
                self.out.push(least);
                for digits in 0..=9u32 {
                    let (power, count) = (self.int(10i64.pow(digits)), self.int(digits));
                    let (large, long) = (self.store.ge(term, power), self.store.gt(length, count));
                    // In this order: decisions make numbers small before they make strings long.
                    self.when(large, long);
                }
                let numeral = self.is_digits(args[0]);
                let number = self.store.ge(term, zero);
                let fact = self.store.eq(numeral, number);
                self.out.push(fact);
            }
            Op::ToCode => {
                let (length, limit) = (self.len(args[0]), self.int(MAX_CHAR));
                let single = self.store.eq(length, one);
                let (from, to) = (self.store.ge(term, zero), self.store.le(term, limit));
                let valid = self.store.and(&[from, to]);
                let none = self.store.eq(term, minus_one);
                let fact = self.store.ite(single, valid, none);
                self.out.push(fact);
            }
            _ => {}
        }
    }

    /// `s ∈ [0-9]⁺`: the strings with a number.
    fn is_digits(&mut self, s: Term) -> Term {
        let (from, to) = (self.store.string("0"), self.store.string("9"));
        let digit = self.store.re_range(from, to);
        let digits = self.store.re_plus(digit);
        self.store.in_re(s, digits)
    }

    /// `indexof(s, t, i)`: −1 out of range or without t; otherwise at least i, and t fits there.
    fn of_index(&mut self, term: Term, args: &[Term]) {
        let &[s, t, start] = args else { return };
        let (minus_one, zero) = (self.int(-1), self.int(0));
        let (whole, pattern) = (self.len(s), self.len(t));
        let none = self.store.eq(term, minus_one);
        let (from, bound) = (self.store.ge(start, zero), self.store.le(start, whole));
        let in_range = self.store.and(&[from, bound]);
        let after = self.store.ge(term, start);
        let end = self.store.add(&[term, pattern]);
        let fits = self.store.le(end, whole);
        let found = self.store.and(&[in_range, after, fits]);
        let fact = self.store.or(&[none, found]);
        self.out.push(fact);
        let empty = self.is_empty(t);
        let trivial = self.store.and(&[empty, in_range]);
        let here = self.store.eq(term, start);
        self.when(trivial, here);
        let occurs = self.store.contains(s, t);
        let absent = self.store.not(occurs);
        self.when(absent, none);
        if self.store.int_value(start).is_some_and(Integer::is_zero) {
            let position = self.store.ge(term, zero);
            self.when(occurs, position);
        }
    }

    fn of_predicate(&mut self, regexes: &mut RegexOfTerm, term: Term, budget: &Budget) {
        let args = self.store.args(term).to_vec();
        match self.store.op(term) {
            Op::Contains => self.no_longer(term, args[1], args[0]),
            Op::PrefixOf | Op::SuffixOf => self.no_longer(term, args[0], args[1]),
            Op::IsDigit => {
                let (length, one) = (self.len(args[0]), self.int(1));
                let fact = self.store.eq(length, one);
                self.when(term, fact);
            }
            Op::InRe => self.of_membership(regexes, term, &args, budget),
            _ => {}
        }
    }

    fn no_longer(&mut self, term: Term, short: Term, long: Term) {
        let (short, long) = (self.len(short), self.len(long));
        let fact = self.store.le(short, long);
        self.when(term, fact);
    }

    /// A member's length is in the language's set of lengths; likewise for the complement.
    fn of_membership(
        &mut self,
        regexes: &mut RegexOfTerm,
        term: Term,
        args: &[Term],
        budget: &Budget,
    ) {
        let length = self.len(args[0]);
        let Some(language) = regexes.regex_of_term(self.store, args[1]) else {
            let budget = budget.slice(LANGUAGE_STEPS);
            if let Some(bounds) = bounds(self.store, regexes, args[1], &budget) {
                let fact = self.store.ge(length, bounds.least);
                self.when(term, fact);
                if let Some(most) = bounds.most {
                    let fact = self.store.le(length, most);
                    self.when(term, fact);
                }
            }
            return;
        };
        let complement = regexes.store_mut().comp(language);
        let outside = self.store.not(term);
        for (condition, language) in [(term, language), (outside, complement)] {
            let budget = budget.slice(LANGUAGE_STEPS);
            let Ok(lengths) = regexes.store_mut().lengths(language, &budget) else {
                continue;
            };
            if let Some(fact) = self.within(length, &lengths) {
                self.when(condition, fact);
            }
        }
    }

    /// That a length lies in a set of lengths; `None` if that says nothing.
    fn within(&mut self, length: Term, lengths: &sinew_regex::LengthSet) -> Option<Term> {
        let (head, pattern) = (lengths.head().to_vec(), lengths.pattern().to_vec());
        if head.len() + pattern.len() > MAX_PIECES {
            let least = self.int(lengths.min()?);
            let mut bounds = vec![self.store.ge(length, least)];
            if let Some(most) = lengths.max() {
                let most = self.int(most);
                bounds.push(self.store.le(length, most));
            }
            return Some(self.store.and(&bounds));
        }
        let mut cases = Vec::new();
        for (lo, hi) in head {
            let (lo, hi) = (self.int(lo), self.int(hi));
            let (from, to) = (self.store.ge(length, lo), self.store.le(length, hi));
            cases.push(self.store.and(&[from, to]));
        }
        for (lo, hi) in pattern {
            let first = self.int(lengths.offset());
            let from = self.store.ge(length, first);
            if (lo, hi) == (0, lengths.period() - 1) {
                cases.push(from);
                continue;
            }
            let offset = self.store.sub(length, first);
            let modulus = self.int(lengths.period());
            let residue = self.store.modulo(offset, modulus);
            let (lo, hi) = (self.int(lo), self.int(hi));
            let (above, below) = (self.store.ge(residue, lo), self.store.le(residue, hi));
            cases.push(self.store.and(&[from, above, below]));
        }
        Some(self.store.disjunction(&cases))
    }
}
