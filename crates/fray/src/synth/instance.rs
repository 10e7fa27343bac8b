//! Laws as tests: alone, specialised, and refuted (P1 §2.2, §3.2).
//!
//! *Alone*: ground regular expressions of the pool take the places of a law's parameters, and a
//! word is claimed to be in one side and not in the other. That this is impossible is proved for
//! each instance, by automata. *Specialised*: arbitrary grown terms take the places of all the
//! variables, so that an instance says what the law says in other words; the equalities of P0
//! Table 3 are specialised likewise. *Refuted*: of a false law the counterexample is the model.

use rustc_hash::FxHashMap;
use sinew_base::{Budget, Random};
use sinew_regex::RegexStore;
use sinew_term::{Sort, Term, TermStore};

use super::certify::witnesses;
use super::exec::Value;
use super::growth::{Growth, Soil};
use super::lang::Lang;
use super::law::{Body, Counterexample, Law, check_law, variables};
use super::library::{Library, Subject};
use super::planted::{constants, grown_test};
use super::program::Program;
use super::reference::Reference;
use super::regexes::RegexPool;
use super::stream::Source;
use super::test::{Expected, Mode, Model, Test};

/// Steps that one question about a language may take.
const STEPS: u64 = 200_000;

/// Source of law tests.
pub(super) struct Laws<'a> {
    library: &'a Library,
    reference: &'a Reference,
    growth: Growth<'a>,
    pool: RegexPool,
    /// Laws that hold, as (law, body).
    holding: Vec<(&'a Law, usize)>,
    refuted: Vec<(&'a Law, Counterexample)>,
    count: u64,
}

impl<'a> Laws<'a> {
    pub(super) fn new(library: &'a Library, reference: &'a Reference, seed: u64) -> Laws<'a> {
        let (mut holding, mut refuted) = (Vec::new(), Vec::new());
        for law in &library.laws {
            match check_law(&library.store, reference, law) {
                Ok(()) => holding.extend((0..law.bodies.len()).map(|body| (law, body))),
                Err(Some(counterexample)) => refuted.push((law, counterexample)),
                Err(None) => {}
            }
        }
        Laws {
            library,
            reference,
            growth: Growth::new(&library.grammar, reference, seed, false),
            pool: RegexPool::new(&library.regexes),
            holding,
            refuted,
            count: 0,
        }
    }

    fn make(&mut self, store: &mut TermStore) -> Option<(String, Vec<Term>, Expected)> {
        match self.growth.random.below(10) {
            0 if !self.refuted.is_empty() => {
                let chosen = self.growth.random.below(self.refuted.len());
                let (law, counterexample) = &self.refuted[chosen];
                let (assertions, model) = refutation(store, law, counterexample)?;
                Some((law.id.clone(), assertions, Expected::Sat(model)))
            }
            1 | 2 => self.equality(store),
            _ => {
                let chosen = self.growth.random.below(self.holding.len());
                let &(law, body) = self.holding.get(chosen)?;
                let ground = law.sort == Sort::RegLan && self.growth.random.chance(1, 2);
                let made = match ground {
                    true => self.ground(store, &law.bodies[body]),
                    false => self.specialised(store, law, body),
                };
                made.map(|(assertions, expected)| (law.id.clone(), assertions, expected))
            }
        }
    }

    /// A word in one side and not in the other, for regular expressions of the pool.
    fn ground(&mut self, store: &mut TermStore, body: &Body) -> Option<(Vec<Term>, Expected)> {
        let sides = ground_sides(store, &mut self.growth.random, &self.pool, body)?;
        let swap = self.growth.random.chance(1, 2);
        let [inside, outside] = if swap { [1, 0] } else { [0, 1] }.map(|i: usize| &sides[i]);
        let x = store.constant("x", Sort::String);
        apart(store, x, (&inside.0, inside.1), (&outside.0, outside.1))
    }

    /// The law about arbitrary terms.
    fn specialised(
        &mut self,
        store: &mut TermStore,
        law: &Law,
        body: usize,
    ) -> Option<(Vec<Term>, Expected)> {
        let body = &law.bodies[body];
        let mut soil = self.growth.soil(store);
        let mut roots = vec![body.left, body.right];
        roots.extend(body.side);
        let map = self.terms(store, &mut soil, &variables(store, &roots, &law.exists));
        let instance = body.instance(store, &map);
        let mut assertions: Vec<Term> = Vec::new();
        if law.sort == Sort::RegLan {
            let (word, _) = self.growth.term(store, &mut soil, Sort::String, 1);
            let inside = store.in_re(word, instance.left);
            let outside = store.in_re(word, instance.right);
            if self.growth.random.chance(1, 2) {
                let differ = store.eq(inside, outside);
                assertions.push(store.not(differ));
            } else {
                assertions.extend([inside, store.not(outside)]);
            }
        } else if !law.exists.is_empty() {
            // Only the direction in which the existential variables may stay free.
            assertions.extend([store.not(instance.left), instance.right]);
        } else {
            let equation = store.eq(instance.left, instance.right);
            assertions.push(store.not(equation));
        }
        assertions.extend(instance.side);
        self.proved(store, assertions)
    }

    /// A rule of P0 Table 3 about arbitrary terms.
    fn equality(&mut self, store: &mut TermStore) -> Option<(String, Vec<Term>, Expected)> {
        let rule = self.growth.random.pick(&self.library.equalities);
        let mut roots = vec![rule.term];
        roots.extend(rule.side);
        let subject = match rule.subject {
            Subject::Variable(term) | Subject::Constant(term) => term,
        };
        let mut soil = self.growth.soil(store);
        let map = self.terms(store, &mut soil, &variables(store, &roots, &[]));
        let body = Body {
            numerals: Vec::new(),
            left: rule.term,
            right: subject,
            side: rule.side,
        };
        let instance = body.instance(store, &map);
        let equation = store.eq(instance.left, instance.right);
        let mut assertions = vec![store.not(equation)];
        assertions.extend(instance.side);
        let (assertions, expected) = self.proved(store, assertions)?;
        Some((rule.id.clone(), assertions, expected))
    }

    /// Grown terms for variables.
    fn terms(
        &mut self,
        store: &mut TermStore,
        soil: &mut Soil,
        variables: &[Term],
    ) -> FxHashMap<Term, Term> {
        let mut map = FxHashMap::default();
        for &variable in variables {
            let depth = *self.growth.random.pick(&[0, 0, 1, 1, 2]);
            let (term, _) = self.growth.term(store, soil, store.sort(variable), depth);
            map.insert(variable, term);
        }
        map
    }

    /// The assertions, all of which are needed, with the witnesses of that.
    fn proved(
        &self,
        store: &TermStore,
        mut assertions: Vec<Term>,
    ) -> Option<(Vec<Term>, Expected)> {
        let mut seen = Vec::new();
        assertions.retain(|&term| {
            !seen.contains(&term) && {
                seen.push(term);
                true
            }
        });
        if store.is_ground(assertions[0]) && assertions.len() == 1 {
            return None;
        }
        let core: Vec<usize> = (0..assertions.len()).collect();
        let found = witnesses(store, self.reference, &assertions, &core, &[])?;
        let expected = Expected::Unsat {
            core,
            witnesses: found.into(),
        };
        Some((assertions, expected))
    }
}

/// Both sides of a law about languages, with expressions of the pool and small constants in the
/// places of its variables; `None` if its condition does not hold there.
pub(super) fn ground_sides(
    store: &mut TermStore,
    random: &mut Random,
    pool: &RegexPool,
    body: &Body,
) -> Option<[(Lang, Term); 2]> {
    let mut roots = vec![body.left, body.right];
    roots.extend(body.side);
    let mut map: FxHashMap<Term, Term> = FxHashMap::default();
    for variable in variables(store, &roots, &[]) {
        let term = match store.sort(variable) {
            Sort::RegLan => random.pick(&pool.entries).lang.to_term(store),
            Sort::String => store.string(random.pick::<&str>(&["a", "", "ab", "b"])),
            _ => store.int(1),
        };
        map.insert(variable, term);
    }
    let body = body.instance(store, &map);
    let program = Program::new(store, &[body.left, body.right])?;
    let (Some(Value::Re(left)), Some(Value::Re(right))) = (program.literal(0), program.literal(1))
    else {
        return None;
    };
    if let Some(side) = body.side {
        let ground = sinew_semantics::eval(store, &sinew_semantics::Model::new(), side);
        if ground != Ok(sinew_semantics::Value::Bool(true)) {
            return None;
        }
    }
    Some([(left, body.left), (right, body.right)])
}

/// `x` in one of two equal languages and not in the other. Proved by automata; a side that is
/// empty or everything is contradictory alone.
pub(super) fn apart(
    store: &mut TermStore,
    x: Term,
    (inside, inside_term): (&Lang, Term),
    (outside, outside_term): (&Lang, Term),
) -> Option<(Vec<Term>, Expected)> {
    let mut regexes = RegexStore::new();
    let budget = Budget::with_steps(STEPS);
    let (a, b) = (
        inside.to_regex(&mut regexes),
        outside.to_regex(&mut regexes),
    );
    if regexes.is_subset(a, b, &budget) != Ok(true) {
        return None;
    }
    let rest = regexes.comp(b);
    let member = regexes.shortest_word(a, &budget).ok()?;
    let stranger = regexes.shortest_word(rest, &budget).ok()?;
    let model = |word: Vec<u32>| -> Model { vec![(x, Value::Str(word.into()))] };
    let is_in = store.in_re(x, inside_term);
    let is_out = store.in_re(x, outside_term);
    let is_out = store.not(is_out);
    let (assertions, witnesses): (Vec<Term>, Vec<Model>) = match (member, stranger) {
        (None, _) => (vec![is_in], vec![Model::new()]),
        (_, None) => (vec![is_out], vec![Model::new()]),
        (Some(member), Some(stranger)) => {
            (vec![is_in, is_out], vec![model(stranger), model(member)])
        }
    };
    let expected = Expected::Unsat {
        core: (0..assertions.len()).collect(),
        witnesses: witnesses.into(),
    };
    Some((assertions, expected))
}

/// What a counterexample refutes, asserted.
pub(super) fn refutation(
    store: &mut TermStore,
    law: &Law,
    counterexample: &Counterexample,
) -> Option<(Vec<Term>, Model)> {
    let body = &law.bodies[counterexample.body];
    // Languages go into the formula, all else stays a variable.
    let mut map: FxHashMap<Term, Term> = FxHashMap::default();
    let mut model = Model::new();
    for (variable, value) in &counterexample.model {
        match value {
            Value::Re(lang) => drop(map.insert(*variable, lang.to_term(store))),
            _ => model.push((*variable, value.clone())),
        }
    }
    let body = body.instance(store, &map);
    let (mut left, mut right) = (body.left, body.right);
    if let Some(word) = &counterexample.word {
        let w = store.constant("w", Sort::String);
        model.push((w, word.clone()));
        (left, right) = (store.in_re(w, left), store.in_re(w, right));
    }
    if !law.exists.is_empty() {
        return None;
    }
    let equation = store.eq(left, right);
    let mut assertions = vec![store.not(equation)];
    assertions.extend(body.side);
    let used = constants(store, &assertions);
    model.retain(|(term, _)| used.contains(term));
    Some((assertions, model))
}

impl Source for Laws<'_> {
    fn store(&mut self) -> TermStore {
        self.library.store.clone()
    }

    fn next(&mut self, store: &mut TermStore) -> Option<Test> {
        let (id, assertions, expected) = self.make(store)?;
        let number = self.count;
        self.count += 1;
        let mut test = grown_test(store, Mode::Law, number, assertions, expected);
        test.op = id.into();
        Some(test)
    }
}
