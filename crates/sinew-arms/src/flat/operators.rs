//! What each operator says about words, by windows, mismatches, absence and runs.
//!
//! An operator is defined by where its arguments and its result agree: no strings are introduced but the result
//! itself, and a position is a number. Atoms have a formula for their truth and one for their falsity; functions have one
//! that always holds.

use sinew_strings::linear::Linear;
use sinew_term::{Integer, Op, Sort, Term, Theory, postorder};

use super::construct::Equation;
use super::flatten::{Flattener, Stuck};
use super::images::{Image, Map};
use super::matches::Pattern;
use super::open::{Purpose, strings_in};
use super::promise::Promise;
use super::shape::{Word, at_least, equal, more, natural, sum};
use super::unfold::Replacing;

const COMPARED_LANGUAGES: &str = "regular expressions that are compared";

impl Flattener<'_> {
    /// What an atom says, or its negation.
    pub(super) fn atom(&mut self, term: Term, positive: bool) -> Result<Term, Stuck> {
        let (op, args) = (self.store.op(term), self.store.args(term).to_vec());
        let languages = args.iter().any(|&arg| self.store.sort(arg) == Sort::RegLan);
        if languages || self.compares(term) {
            return match self.regular(term, positive)? {
                Some(member) => Ok(member),
                None => self.open_membership(op, &args, positive),
            };
        }
        match op {
            Op::Eq | Op::Distinct => self.equalities(term, &args, positive),
            Op::PrefixOf | Op::SuffixOf => self.affix(op, (args[0], args[1]), positive),
            Op::Contains => self.containment(term, (args[0], args[1]), positive),
            Op::StrLt | Op::StrLe | Op::IsDigit => self.by_letters(op, &args, positive),
            _ => Err(Stuck::Foreign("a predicate without flattening")),
        }
    }

    /// A membership in a language with symbols, or its denial.
    fn open_membership(&mut self, op: Op, args: &[Term], positive: bool) -> Result<Term, Stuck> {
        let &[s, regex] = args else {
            return Err(Stuck::Foreign(COMPARED_LANGUAGES));
        };
        if op != Op::InRe {
            return Err(Stuck::Foreign(COMPARED_LANGUAGES));
        }
        let s = self.word(s)?;
        self.know_strings(regex)?;
        let (store, promises) = (&mut *self.store, &mut self.promises);
        Ok(match positive {
            true => promises.in_open_language(store, &s, regex, self.budget)?,
            false => promises.close(store, regex, Purpose::Member(s, false)),
        })
    }

    /// Keeps the words of the strings in a language, for when it is taken apart or closed.
    fn know_strings(&mut self, regex: Term) -> Result<(), Stuck> {
        for term in postorder(self.store, regex) {
            let language = self.store.sort(term) == Sort::RegLan;
            if language && self.store.op(term).theory() != Theory::Languages {
                return Err(Stuck::Foreign("regular expressions that are chosen"));
            }
        }
        for string in strings_in(self.store, regex) {
            let word = self.word(string)?;
            self.promises.strings.insert(string, word);
        }
        Ok(())
    }

    /// What a language is there for: at once, or as soon as its symbols are known.
    fn with_language(&mut self, regex: Term, purpose: Purpose) -> Result<Term, Stuck> {
        self.know_strings(regex)?;
        let (store, promises) = (&mut *self.store, &mut self.promises);
        let shared = promises.languages.regexes.clone();
        let known = shared.borrow_mut().regex_of_term(store, regex);
        Ok(match known {
            Some(_) => promises.purpose(store, &purpose, known, self.budget)?,
            None => promises.close(store, regex, purpose),
        })
    }

    /// `t₁ = … = tₙ`, or all different; or not.
    fn equalities(&mut self, term: Term, args: &[Term], positive: bool) -> Result<Term, Stuck> {
        let op = self.store.op(term);
        let pairs: Vec<(Term, Term)> = match op {
            Op::Eq => args.windows(2).map(|pair| (pair[0], pair[1])).collect(),
            _ => {
                let all = args.iter().enumerate();
                all.flat_map(|(at, &one)| args[at + 1..].iter().map(move |&other| (one, other)))
                    .collect()
            }
        };
        let mut parts = Vec::new();
        for (one, other) in pairs {
            let (one, other) = (self.word(one)?, self.word(other)?);
            parts.push(match positive == (op == Op::Eq) {
                true => self.equation(term, &one, &other),
                false => self.promises.different(self.store, &one, &other),
            });
        }
        Ok(match positive {
            true => self.store.conjunction(&parts),
            false => self.store.disjunction(&parts),
        })
    }

    /// `s = t`, as this atom says, or the negation of the atom.
    fn equation(&mut self, atom: Term, s: &Word, t: &Word) -> Term {
        let before = self.promises.all.len();
        let same = self.same(s, t);
        self.equations.push(Equation {
            atom,
            first: s.clone(),
            second: t.clone(),
            promise: (self.promises.all.len() > before).then_some(before),
        });
        same
    }

    /// `s = t`
    pub(super) fn same(&mut self, s: &Word, t: &Word) -> Term {
        self.promises.same(self.store, s, t)
    }

    /// `prefixof(s, t)` or `suffixof(s, t)`: s fits, and occurs at the beginning, or at the end.
    fn affix(&mut self, op: Op, (s, t): (Term, Term), positive: bool) -> Result<Term, Stuck> {
        let (s, t) = (self.word(s)?, self.word(t)?);
        let (short, long) = (self.length(&s), self.length(&t));
        let fits = at_least(self.store, &long, &short);
        let at = match op {
            Op::PrefixOf => Linear::default(),
            _ => long.minus(&short),
        };
        if positive {
            let occurs = self.promises.occurs(self.store, &s, &t, at);
            return Ok(self.store.and(&[fits, occurs]));
        }
        let mismatch =
            self.promises
                .mismatch(self.store, (&s, &Linear::default()), (&t, &at), &short);
        let apart = self.store.and(&[fits, mismatch]);
        let long = self.store.not(fits);
        Ok(self.store.or(&[long, apart]))
    }

    /// `contains(s, t)`: t occurs somewhere. Where t is a literal, its absence is a language.
    fn containment(
        &mut self,
        term: Term,
        (s, t): (Term, Term),
        positive: bool,
    ) -> Result<Term, Stuck> {
        if !positive && let Some(member) = self.regular(term, positive)? {
            return Ok(member);
        }
        let (s, t) = (self.word(s)?, self.word(t)?);
        if positive {
            let at = self.fresh_number();
            return Ok(self.occurrence(&s, &t, &at));
        }
        let end = self.room(&s, &t);
        Ok(self.absent(&s, &t, (&Linear::default(), &end)))
    }

    /// `|s| − |t| + 1`
    fn room(&self, s: &Word, t: &Word) -> Linear {
        self.promises.room(s, t)
    }

    /// t occurs in s there.
    fn occurrence(&mut self, s: &Word, t: &Word, at: &Linear) -> Term {
        self.promises.occurrence(self.store, (s, t), at)
    }

    /// t occurs in s at none of these positions.
    fn absent(&mut self, s: &Word, t: &Word, range: (&Linear, &Linear)) -> Term {
        self.promises.absent(self.store, (s, t), range)
    }

    /// A function to strings: its word, about which all is said.
    pub(super) fn function(&mut self, term: Term, args: &[Term]) -> Result<Word, Stuck> {
        let op = self.store.op(term);
        if op == Op::FromInt {
            return self.numeral_of(args[0]);
        }
        let result = self.fresh_word();
        let fact = match op {
            Op::Substr => self.substring(&result, args[0], args[1], Some(args[2]))?,
            Op::At => self.substring(&result, args[0], args[1], None)?,
            Op::Replace => self.replacement(&result, [args[0], args[1], args[2]])?,
            Op::Update => self.update(&result, [args[0], args[1], args[2]])?,
            Op::ReplaceAll => self.replacements(&result, [args[0], args[1], args[2]])?,
            Op::ReplaceRe | Op::ReplaceReAll => {
                let purpose = Purpose::Replace {
                    source: self.word(args[0])?,
                    by: self.word(args[2])?,
                    result: result.clone(),
                    all: op == Op::ReplaceReAll,
                };
                self.with_language(args[1], purpose)?
            }
            Op::Rev => self.image(&result, args[0], Map::Reverse)?,
            Op::ToLower => self.image(&result, args[0], Map::Lower)?,
            Op::ToUpper => self.image(&result, args[0], Map::Upper)?,
            Op::FromCode => self.character(&result, args[0])?,
            Op::Ite => {
                let condition = self.form(args[0])?;
                let (then, otherwise) = (self.word(args[1])?, self.word(args[2])?);
                let (then, otherwise) = (self.same(&result, &then), self.same(&result, &otherwise));
                self.store.ite(condition, then, otherwise)
            }
            _ => return Err(Stuck::Foreign("a function without flattening")),
        };
        self.promises.tell(fact);
        Ok(result)
    }

    /// A function from strings to integers: the number.
    pub(super) fn integer(&mut self, term: Term, args: &[Term]) -> Result<Term, Stuck> {
        let result = match self.store.op(term) {
            Op::Len => {
                let word = self.word(args[0])?;
                self.length(&word)
            }
            Op::IndexOf => self.index([args[0], args[1], args[2]])?,
            Op::IndexOfRe => {
                let (s, from) = (self.word(args[0])?, self.number(args[2])?);
                let place = self.fresh_number();
                let purpose = Purpose::Index(s, from, place.clone());
                let fact = self.with_language(args[1], purpose)?;
                self.promises.tell(fact);
                place
            }
            Op::ToCode => self.code(args[0])?,
            Op::ToInt => self.value(args[0])?,
            _ => return Err(Stuck::Foreign("a function without flattening")),
        };
        Ok(result.to_term(self.store))
    }

    /// Tells a bound on a length that holds whatever else does.
    pub(super) fn is_at_most(&mut self, word: &Word, most: Integer) {
        let most = Linear::constant(most.max(Integer::ZERO));
        let length = self.length(word);
        let fact = at_least(self.store, &most, &length);
        self.promises.tell(fact);
    }

    fn is_empty(&mut self, word: &Word) -> Term {
        let length = self.length(word);
        equal(self.store, &length, &Linear::default())
    }

    /// `r = substr(s, i, n)`: `0 ≤ i < |s| ∧ n > 0 ⇒ |r| = min(n, |s| − i)`, and r occurs in s at i; otherwise it is empty. One
    /// character where no n is given.
    fn substring(
        &mut self,
        r: &Word,
        s: Term,
        from: Term,
        count: Option<Term>,
    ) -> Result<Term, Stuck> {
        let (s, from) = (self.word(s)?, self.number(from)?);
        let count = match count {
            Some(count) => self.number(count)?,
            None => Linear::constant(1),
        };
        let (whole, length) = (self.length(&s), self.length(r));
        if count.is_constant() {
            self.is_at_most(r, count.constant.clone());
        }
        self.promises.is_part(self.store, r, &s);
        let left = whole.minus(&from);
        let proper = [
            natural(self.store, &from),
            more(self.store, &whole, &from),
            more(self.store, &count, &Linear::default()),
        ];
        let proper = self.store.and(&proper);
        let (enough, all, some) = (
            at_least(self.store, &left, &count),
            equal(self.store, &length, &count),
            equal(self.store, &length, &left),
        );
        let length = self.store.ite(enough, all, some);
        let occurs = self.promises.occurs(self.store, r, &s, from);
        let found = self.store.and(&[length, occurs]);
        let empty = self.is_empty(r);
        Ok(self.store.ite(proper, found, empty))
    }

    /// `v = indexof(s, t, i)`: −1 outside of s or where t is absent from i on; otherwise an occurrence, the first one.
    fn index(&mut self, [s, t, from]: [Term; 3]) -> Result<Linear, Stuck> {
        let (s, t, from) = (self.word(s)?, self.word(t)?, self.number(from)?);
        let (v, whole, end) = (self.fresh_number(), self.length(&s), self.room(&s, &t));
        let range = [
            natural(self.store, &from),
            at_least(self.store, &whole, &from),
        ];
        let range = self.store.and(&range);
        let nowhere = equal(self.store, &v, &Linear::constant(-1));
        let no_room = at_least(self.store, &from, &end);
        let absent = self.absent(&s, &t, (&from, &end));
        let absent = self.store.or(&[no_room, absent]);
        let missing = self.store.and(&[nowhere, absent]);
        let first = [
            at_least(self.store, &v, &from),
            self.occurrence(&s, &t, &v),
            self.absent(&s, &t, (&from, &v)),
        ];
        let first = self.store.and(&first);
        let inside = self.store.or(&[missing, first]);
        let fact = self.store.ite(range, inside, nowhere);
        self.promises.tell(fact);
        self.promises.implied.push(v.clone().offset(1));
        self.promises.implied.push(whole.minus(&v));
        Ok(v)
    }

    /// `r = replace(s, t, u)`: where t is absent, r is s; otherwise, v being its first position, r has `s[0, v)`, then u, then
    /// what stands behind in s.
    fn replacement(&mut self, r: &Word, [s, t, u]: [Term; 3]) -> Result<Term, Stuck> {
        let (s, t, u) = (self.word(s)?, self.word(t)?, self.word(u)?);
        let (start, end) = (Linear::default(), self.room(&s, &t));
        let no_room = at_least(self.store, &start, &end);
        let absent = self.absent(&s, &t, (&start, &end));
        let absent = self.store.or(&[no_room, absent]);
        let unchanged = self.same(r, &s);
        let missing = self.store.and(&[absent, unchanged]);
        let v = self.fresh_number();
        let (old, new) = (self.length(&t), self.length(&u));
        let (whole, length) = (self.length(&s), self.length(r));
        let (behind, there) = (sum(&v, &old), sum(&v, &new));
        let rest = whole.minus(&behind);
        let front = ((r.clone(), start.clone()), (s.clone(), start.clone()));
        let back = ((r.clone(), there), (s.clone(), behind));
        let parts = [
            self.occurrence(&s, &t, &v),
            self.absent(&s, &t, (&start, &v)),
            equal(self.store, &sum(&length, &old), &sum(&whole, &new)),
            self.promises
                .window(self.store, front.0, front.1, v.clone()),
            self.promises.occurs(self.store, &u, r, v),
            self.promises.window(self.store, back.0, back.1, rest),
        ];
        let found = self.store.and(&parts);
        self.promises.implied.push(sum(&whole, &new).minus(&length));
        Ok(self.store.or(&[missing, found]))
    }

    /// `r = replace_all(s, t, u)`. One letter for another is an image; else each match is replaced, one after the other.
    fn replacements(&mut self, r: &Word, [s, t, u]: [Term; 3]) -> Result<Term, Stuck> {
        if let (Some(&[old]), Some(&[new])) = (self.store.str_value(t), self.store.str_value(u)) {
            return self.image(r, s, Map::Swap(old, new));
        }
        let replacing = Replacing {
            source: self.word(s)?,
            pattern: Pattern::Word(self.word(t)?),
            by: self.word(u)?,
            result: r.clone(),
        };
        Ok(self.promises.replace_all(self.store, replacing))
    }

    /// `r = f(s)`, letter by letter.
    fn image(&mut self, r: &Word, s: Term, map: Map) -> Result<Term, Stuck> {
        let s = self.word(s)?;
        let (one, other) = (self.length(r), self.length(&s));
        let even = equal(self.store, &one, &other);
        let image = Promise::Image(Image {
            image: r.clone(),
            source: s,
            map,
        });
        let image = self.promises.promise(self.store, image);
        Ok(self.store.and(&[even, image]))
    }

    /// `r = update(s, i, t)`: as long as s, which it is but for t from i on, as far as s goes.
    fn update(&mut self, r: &Word, [s, from, t]: [Term; 3]) -> Result<Term, Stuck> {
        let (s, from, t) = (self.word(s)?, self.number(from)?, self.word(t)?);
        let (whole, length, patch) = (self.length(&s), self.length(r), self.length(&t));
        let inside = [natural(self.store, &from), more(self.store, &whole, &from)];
        let inside = self.store.and(&inside);
        let (start, end, left) = (Linear::default(), sum(&from, &patch), whole.minus(&from));
        let fits = at_least(self.store, &left, &patch);
        let all = [
            self.promises.occurs(self.store, &t, r, from.clone()),
            self.promises.window(
                self.store,
                (r.clone(), end.clone()),
                (s.clone(), end.clone()),
                whole.minus(&end),
            ),
        ];
        let all = self.store.and(&all);
        let cut = self.promises.window(
            self.store,
            (t, start.clone()),
            (r.clone(), from.clone()),
            left,
        );
        let changed = [
            equal(self.store, &length, &whole),
            self.promises.window(
                self.store,
                (r.clone(), start.clone()),
                (s.clone(), start),
                from,
            ),
            self.store.ite(fits, all, cut),
        ];
        let changed = self.store.and(&changed);
        self.promises.implied.push(whole.minus(&length));
        let unchanged = self.same(r, &s);
        Ok(self.store.ite(inside, changed, unchanged))
    }
}
