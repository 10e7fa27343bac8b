//! Members of normal forms, each from what it needs.
//!
//! The normal form of a conjunction is made of all its members; a refutation mostly needs few of them. So a member of the normal form is followed
//! back, law by law, to those members of the conjunction that it was made of, and only these are rewritten. Laws that put members
//! in order, write them out or drop some need no proof at all; what others conclude follows from the members that they compared. Where that
//! fails, the law is shown for the conjunction as a whole.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_proof::cpc::{Fact, Failure, Outcome};
use sinew_simplify::{CONGRUENCE, Record};
use sinew_term::{Op, Term, TermStore};

use crate::Elaborator;
use crate::bounds::{Bounds, excluding_all};
use crate::preprocess::Preprocessing;

/// How many laws are followed back one within the other.
const DEPTH: usize = 64;
/// Members that one is shown from.
const FEW: usize = 8;

/// The terms from a formula to its normal form; a law leads from each to the next.
pub(crate) struct Way {
    terms: Vec<Term>,
    laws: Vec<&'static str>,
}

/// What is known of conjunctions and of their normal forms.
#[derive(Default)]
pub(crate) struct Conjunctions {
    /// For each conjunction its members, and theirs, with the conjunction that each stands in.
    inside: FxHashMap<Term, Rc<FxHashMap<Term, Term>>>,
    ways: FxHashMap<Term, Rc<Way>>,
}

impl Conjunctions {
    fn way(&mut self, proof: &mut Elaborator, record: &Record, from: Term) -> Outcome<Rc<Way>> {
        if let Some(way) = self.ways.get(&from) {
            return Ok(way.clone());
        }
        let (mut terms, mut laws, mut at) = (vec![from], Vec::new(), from);
        while let Some((law, next)) = record.root_step(at) {
            proof.checker().terms().charge(1)?;
            laws.push(law);
            terms.push(next);
            at = next;
        }
        let way = Rc::new(Way { terms, laws });
        self.ways.insert(from, way.clone());
        Ok(way)
    }

    /// The members of a conjunction, and those of members that are conjunctions.
    fn inside(
        &mut self,
        proof: &mut Elaborator,
        store: &TermStore,
        whole: Term,
    ) -> Outcome<Rc<FxHashMap<Term, Term>>> {
        if let Some(known) = self.inside.get(&whole) {
            return Ok(known.clone());
        }
        let mut found: FxHashMap<Term, Term> = FxHashMap::default();
        let mut work = vec![whole];
        while let Some(term) = work.pop() {
            if store.op(term) != Op::And {
                continue;
            }
            proof.checker().terms().charge(store.args(term).len() / 8)?;
            for &member in store.args(term) {
                if member != whole && !found.contains_key(&member) {
                    found.insert(member, term);
                    work.push(member);
                }
            }
        }
        let found = Rc::new(found);
        self.inside.insert(whole, found.clone());
        Ok(found)
    }
}

impl Preprocessing<'_> {
    /// Whether the way to a normal form leads through a conjunction, and the normal form is none.
    pub(crate) fn ends_a_conjunction(&self, from: Term, to: Term) -> bool {
        let mut at = from;
        let mut through = false;
        while let Some((_, next)) = self.record.root_step(at) {
            through |= self.store.op(at) == Op::And;
            at = next;
        }
        through && self.store.op(to) != Op::And
    }

    /// Shows the normal form of a formula that was shown, or a member of it.
    pub(crate) fn part(&mut self, proof: &mut Elaborator, from: Term, want: Term) -> Outcome<Fact> {
        self.part_at(proof, from, want, 0)
    }

    fn part_at(
        &mut self,
        proof: &mut Elaborator,
        from: Term,
        want: Term,
        depth: usize,
    ) -> Outcome<Fact> {
        let way = self.conjunctions.way(proof, self.record, from)?;
        self.followed(proof, &way, way.laws.len(), want, depth)
    }

    fn has_member(&mut self, proof: &mut Elaborator, whole: Term, member: Term) -> Outcome<bool> {
        let inside = self.conjunctions.inside(proof, self.store, whole)?;
        Ok(whole == member || inside.contains_key(&member))
    }

    /// Shows what is, or is a member of, the term that the way has come to after this many laws.
    fn followed(
        &mut self,
        proof: &mut Elaborator,
        way: &Rc<Way>,
        mut after: usize,
        want: Term,
        depth: usize,
    ) -> Outcome<Fact> {
        if depth > DEPTH {
            return Err("too many laws follow each other".into());
        }
        loop {
            if let Some(&fact) = self.shown.get(&want) {
                return Ok(fact);
            }
            proof.checker().terms().charge(1)?;
            if after == 0 {
                return self.member_of(proof, way.terms[0], want);
            }
            if !self.has_member(proof, way.terms[after - 1], want)? {
                break;
            }
            after -= 1;
        }
        let fact = self.made(proof, way, after, want, depth)?;
        let stated = proof.term(self.store, want)?;
        if proof.checker().formula(fact) != Some(stated) {
            return Err("a member of a normal form is another formula".into());
        }
        self.shown.insert(want, fact);
        Ok(fact)
    }

    /// A member of a conjunction that was shown, however deep it is in there.
    fn member_of(&mut self, proof: &mut Elaborator, whole: Term, member: Term) -> Outcome<Fact> {
        let inside = self.conjunctions.inside(proof, self.store, whole)?;
        let mut path = Vec::new();
        let mut at = member;
        let mut fact = loop {
            if let Some(&fact) = self.shown.get(&at) {
                break fact;
            }
            path.push(at);
            at = *inside.get(&at).ok_or("this is no member")?;
        };
        for part in path.into_iter().rev() {
            let stated = proof.term(self.store, part)?;
            fact = proof.conjunct(fact, stated)?;
            self.shown.insert(part, fact);
        }
        Ok(fact)
    }

    /// Shows what the last of these laws has made.
    fn made(
        &mut self,
        proof: &mut Elaborator,
        way: &Rc<Way>,
        after: usize,
        want: Term,
        depth: usize,
    ) -> Outcome<Fact> {
        let (before, now) = (way.terms[after - 1], way.terms[after]);
        if self.store.op(before) == Op::And {
            let few = match way.laws[after - 1] {
                CONGRUENCE if want != now => {
                    self.normal_member(proof, way, after, want, depth).map(Some)
                }
                CONGRUENCE => Ok(None),
                _ => self.by_few(proof, way, after, want, depth),
            };
            match few {
                Ok(None) | Err(Failure::Wrong(_)) => {}
                Ok(Some(fact)) => return Ok(fact),
                Err(why) => return Err(why),
            }
        }
        let fact = self.followed(proof, way, after - 1, before, depth + 1)?;
        let equation = self.normal.once(proof, before)?;
        let fact = proof.resolve(fact, equation)?;
        self.shown.insert(now, fact);
        self.member_of(proof, now, want)
    }

    /// What has become of a member, or is a member of that.
    fn normal_member(
        &mut self,
        proof: &mut Elaborator,
        way: &Rc<Way>,
        after: usize,
        want: Term,
        depth: usize,
    ) -> Outcome<Fact> {
        let (before, now) = (way.terms[after - 1], way.terms[after]);
        let inside = self.conjunctions.inside(proof, self.store, now)?;
        let mut normal = want;
        while inside.get(&normal) != Some(&now) {
            normal = *inside.get(&normal).ok_or("this is no member")?;
        }
        let args = self.store.args(now);
        let place = args.iter().position(|&arg| arg == normal);
        let member = place.and_then(|place| self.store.args(before).get(place).copied());
        let member = member.ok_or("this is no member")?;
        let fact = self.followed(proof, way, after - 1, member, depth + 1)?;
        if normal != want {
            self.shown.insert(member, fact);
            return self.part_at(proof, member, want, depth + 1);
        }
        let equation = self.normal.of(proof, member)?;
        proof.resolve(fact, equation)
    }

    /// What a law about conjunctions concludes from some members.
    fn by_few(
        &mut self,
        proof: &mut Elaborator,
        way: &Rc<Way>,
        after: usize,
        want: Term,
        depth: usize,
    ) -> Outcome<Option<Fact>> {
        let (before, now) = (way.terms[after - 1], way.terms[after]);
        if self.store.op(want) == Op::And {
            return Ok(None);
        }
        if let Some((clause, removed)) = shortened(self.store, self.store.args(before), want) {
            let clause = self.followed(proof, way, after - 1, clause, depth + 1)?;
            let mut others = Vec::with_capacity(removed.len());
            for (part, denied) in removed {
                let fact = self.followed(proof, way, after - 1, denied, depth + 1)?;
                others.push((proof.term(self.store, part)?, fact));
            }
            let goal = proof.term(self.store, want)?;
            return proof.without(clause, &others, goal).map(Some);
        }
        let mut facts = Vec::new();
        for member in self.compared(proof, before, now, want)? {
            facts.push(self.followed(proof, way, after - 1, member, depth + 1)?);
        }
        let goal = proof.term(self.store, want)?;
        if self.store.op(want) == Op::False {
            match proof.clash(&facts) {
                Err(Failure::Wrong(_)) => {}
                shown => return shown.map(Some),
            }
        }
        proof.implied_by(&facts, goal).map(Some)
    }

    /// The members that a law seems to have compared when it concluded this.
    fn compared(
        &mut self,
        proof: &mut Elaborator,
        before: Term,
        now: Term,
        want: Term,
    ) -> Outcome<Vec<Term>> {
        let members = self.store.args(before);
        if self.store.op(want) == Op::False
            && let Some((a, b)) = contradictory(self.store, members)
        {
            return Ok(vec![a, b]);
        }
        if let Some(group) = self.of_one_sum(proof, members, want)? {
            return Ok(group);
        }
        let kept: FxHashSet<Term> = match self.store.op(now) {
            Op::And => self.store.args(now).iter().copied().collect(),
            _ => FxHashSet::default(),
        };
        let goal = proof.term(self.store, want)?;
        let about = proof.spoken_of(goal)?;
        let mut related = Vec::new();
        for stays in [false, true] {
            for &member in members {
                if kept.contains(&member) == stays && related.len() < FEW {
                    let formula = proof.term(self.store, member)?;
                    if !about.is_disjoint(&proof.spoken_of(formula)?) {
                        related.push(member);
                    }
                }
            }
        }
        match related[..] {
            [] => Err("no member speaks of this".into()),
            _ => Ok(related),
        }
    }
    /// Members that compare one sum: the one that the conclusion is about, or one whose bounds leave nothing.
    fn of_one_sum(
        &mut self,
        proof: &mut Elaborator,
        members: &[Term],
        want: Term,
    ) -> Outcome<Option<Vec<Term>>> {
        let falsity = self.store.op(want) == Op::False;
        let goal = proof.term(self.store, want)?;
        let about = proof.bounds_of(goal)?;
        if !falsity && about.is_none() {
            return Ok(None);
        }
        let mut groups: Vec<Vec<(Bounds, Term)>> = Vec::new();
        let mut places = FxHashMap::default();
        for &member in members {
            let formula = proof.term(self.store, member)?;
            if let Some(bounds) = proof.bounds_of(formula)? {
                let place = *places.entry(bounds.form.clone()).or_insert(groups.len());
                if place == groups.len() {
                    groups.push(Vec::new());
                }
                groups[place].push((bounds, member));
            }
        }
        if let Some(about) = about {
            let group = places.get(&about.form).map(|&place| &groups[place]);
            return Ok(group.map(|group| group.iter().map(|&(_, member)| member).collect()));
        }
        Ok(groups.iter().find_map(|group| {
            let comparisons: Vec<&Bounds> = group.iter().map(|(bounds, _)| bounds).collect();
            let places = excluding_all(&comparisons)?;
            Some(places.into_iter().map(|place| group[place].1).collect())
        }))
    }
}

/// Two formulas of which one denies the other, or that give one term different values.
fn contradictory(store: &TermStore, formulas: &[Term]) -> Option<(Term, Term)> {
    let all: FxHashSet<Term> = formulas.iter().copied().collect();
    for &formula in formulas {
        if store.op(formula) == Op::Not && all.contains(&store.arg(formula, 0)) {
            return Some((store.arg(formula, 0), formula));
        }
    }
    let mut values: FxHashMap<Term, (Term, Term)> = FxHashMap::default();
    for &formula in formulas {
        if store.op(formula) != Op::Eq {
            continue;
        }
        let (subject, value) = (store.arg(formula, 0), store.arg(formula, 1));
        let literal = store.int_value(value).is_some() || store.str_value(value).is_some();
        if !literal {
            continue;
        }
        match values.insert(subject, (value, formula)) {
            Some((other, before)) if other != value => return Some((before, formula)),
            _ => {}
        }
    }
    None
}

/// A disjunction among the formulas that is this one but for parts that others deny: with these parts, and what denies them.
fn shortened(
    store: &TermStore,
    formulas: &[Term],
    want: Term,
) -> Option<(Term, Vec<(Term, Term)>)> {
    let kept: FxHashSet<Term> = match store.op(want) {
        Op::Or => store.args(want).iter().copied().collect(),
        _ => FxHashSet::from_iter([want]),
    };
    let longer = |formula: Term| {
        let parts = store.args(formula);
        store.op(formula) == Op::Or
            && parts.len() > kept.len()
            && kept.iter().all(|part| parts.contains(part))
    };
    let mut candidates = formulas.iter().filter(|&&formula| longer(formula));
    let first = *candidates.next()?;
    let mut denied: FxHashMap<Term, Term> = FxHashMap::default();
    for &formula in formulas {
        if store.op(formula) == Op::Not {
            denied.insert(store.arg(formula, 0), formula);
        }
    }
    let all: FxHashSet<Term> = formulas.iter().copied().collect();
    let denial = |part: Term| match store.op(part) {
        Op::Not if all.contains(&store.arg(part, 0)) => Some(store.arg(part, 0)),
        _ => denied.get(&part).copied(),
    };
    for &clause in [&first].into_iter().chain(candidates) {
        let parts = store.args(clause).iter();
        let removed = parts.filter(|part| !kept.contains(part));
        let removed: Option<Vec<(Term, Term)>> = removed
            .map(|&part| denial(part).map(|denied| (part, denied)))
            .collect();
        if let Some(removed) = removed {
            return Some((clause, removed));
        }
    }
    None
}
