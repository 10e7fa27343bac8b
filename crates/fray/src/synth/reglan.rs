//! Formulas about regular expressions as values, as P1 has them: variables of sort RegLan.
//!
//! *Planted* ones are grown. *Unsatisfiable* ones follow P1 §2.2: of a law L = R, ¬(L = res) and
//! res = R, where all parameters stay variables; and, as in Figure 10, with the constant `""` of R
//! replaced by a variable z and a clause that forces z. P1's own clause, `concat(∅, z) = ""`, has
//! no solution; `concat(z, "a") = "a"` has one.

use std::cell::Cell;

use sinew_base::{Budget, Random};
use sinew_term::{Op, Sort, Term, TermStore};

use super::exec::Value;
use super::lang::Lang;
use super::law::{Body, Law, variables};
use super::planted::{Planted, grown_test};
use super::program::{Context, Program};
use super::regexes::RegexPool;
use super::rewrite::replace_terms;
use super::search::Domain;
use super::stream::{Origins, Source};
use super::test::{Expected, Mode, Model, Test};
use super::variants::laws_that_hold;

/// Steps that one comparison of languages may take.
const STEPS: u64 = 50_000;

/// Source of tests in the dialect of P1.
pub(super) struct Dialect<'a> {
    planted: Planted<'a>,
    origins: Origins<'a>,
    laws: Vec<&'a Law>,
    pool: RegexPool,
    random: Random,
    count: u64,
}

impl<'a> Dialect<'a> {
    pub(super) fn new(origins: Origins<'a>, seed: u64) -> Dialect<'a> {
        let Origins {
            library, reference, ..
        } = origins;
        let store = &library.store;
        let mut laws = laws_that_hold(library, reference);
        laws.retain(|law| {
            let plain = |body: &Body| {
                let free = variables(store, &[body.left, body.right], &[]);
                let languages = free.iter().all(|&v| store.sort(v) == Sort::RegLan);
                body.side.is_none() && languages && !free.is_empty()
            };
            law.sort == Sort::RegLan && law.bodies.iter().all(plain)
        });
        Dialect {
            planted: Planted::new(library, reference, Mode::Dialect, seed),
            laws,
            pool: RegexPool::new(&library.regexes),
            random: Random::new(seed),
            origins,
            count: 0,
        }
    }

    fn value(&self, store: &TermStore, term: Term, model: &Model) -> Option<Lang> {
        let program = Program::new(store, &[term])?;
        let context = Context {
            reference: self.origins.reference,
            domain: &Domain::default(),
            steps: &Cell::new(0),
        };
        let mut values = Vec::new();
        program.eval(&context, &program.environment(model), &mut values);
        match values.swap_remove(program.roots[0] as usize) {
            Some(Value::Re(lang)) => Some(lang),
            _ => None,
        }
    }

    fn contradiction(&mut self, store: &mut TermStore) -> Option<Test> {
        if self.laws.is_empty() {
            return None;
        }
        let law = *self.random.pick(&self.laws);
        let body = self.random.pick(&law.bodies).clone();
        let mut model = Model::new();
        for variable in variables(store, &[body.left, body.right], &[]) {
            let entry = self.random.pick(&self.pool.entries);
            model.push((variable, Value::Re(entry.lang.clone())));
        }
        let res = store.constant("res", Sort::RegLan);
        let equation = store.eq(body.left, res);
        let negated = store.not(equation);
        let left = self.value(store, body.left, &model)?;
        let right = self.value(store, body.right, &model)?;
        let other = other_than(&left)?;
        let with = |model: &Model, value: Lang| -> Model {
            [&model[..], &[(res, Value::Re(value))]].concat()
        };
        let epsilon = {
            let empty = store.string("");
            store.str_to_re(empty)
        };
        let z = store.constant("z", Sort::RegLan);
        let opened = replace_terms(store, body.right, &[(epsilon, z)].into_iter().collect());
        let (assertions, witnesses) = if opened != body.right && self.random.chance(2, 3) {
            let word = store.string("a");
            let a = store.str_to_re(word);
            let joined = store.re_concat(&[z, a]);
            let clause = store.eq(joined, a);
            let mut forced = model.clone();
            forced.push((z, Value::Re(Lang::word(&[]))));
            let free = self.free_z(store, opened, z, &model, &left)?;
            let value = self.value(store, opened, &free)?;
            let definition = store.eq(res, opened);
            let witnesses = vec![
                with(&forced, right),
                with(&forced, other),
                with(&free, value),
            ];
            (vec![negated, definition, clause], witnesses)
        } else {
            let definition = store.eq(res, body.right);
            let witnesses = vec![with(&model, right), with(&model, other)];
            (vec![negated, definition], witnesses)
        };
        let expected = Expected::Unsat {
            core: (0..assertions.len()).collect(),
            witnesses: witnesses.into(),
        };
        let mut test = grown_test(store, Mode::Dialect, self.count, assertions, expected);
        test.op = law.id.as_str().into();
        Some(test)
    }

    /// The model with a value of z that makes the right side another language than the left.
    fn free_z(
        &self,
        store: &TermStore,
        opened: Term,
        z: Term,
        model: &Model,
        left: &Lang,
    ) -> Option<Model> {
        let b = Lang::word(&[98]);
        let candidates = [
            Some(b),
            Lang::op(Op::ReNone, Vec::new()),
            Lang::op(Op::ReAll, Vec::new()),
        ];
        candidates.into_iter().flatten().find_map(|candidate| {
            let mut model = model.clone();
            model.push((z, Value::Re(candidate)));
            let value = self.value(store, opened, &model)?;
            let differs = value.equivalent(left, &Budget::with_steps(STEPS)) == Ok(false);
            differs.then_some(model)
        })
    }
}

/// A language that is another one.
fn other_than(lang: &Lang) -> Option<Lang> {
    let none = Lang::op(Op::ReNone, Vec::new())?;
    let budget = Budget::with_steps(STEPS);
    match lang.equivalent(&none, &budget) {
        Ok(false) => Some(none),
        Ok(true) => Lang::op(Op::ReAll, Vec::new()),
        Err(_) => None,
    }
}

impl Source for Dialect<'_> {
    fn store(&mut self) -> TermStore {
        self.origins.library.store.clone()
    }

    fn next(&mut self, store: &mut TermStore) -> Option<Test> {
        let mut test = match self.random.below(3) {
            0 => self.contradiction(store),
            _ => self.planted.next(store),
        }?;
        test.suffix = self.count.to_string();
        self.count += 1;
        Some(test)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::certify::certify;
    use crate::synth::library::Library;
    use crate::synth::reference::Reference;

    /// Figure 10 with a clause that has a solution; and the printed one, which has none.
    #[test]
    fn the_corrected_figure_10_has_a_core_of_three() {
        let (library, reference) = (Library::built_in(), Reference::standard());
        let origins = Origins {
            library: &library,
            reference: &reference,
            seeds: &[],
        };
        let mut source = Dialect::new(origins, 0);
        source.laws.retain(|law| law.id == "L63");
        let mut store = source.store();
        let tests: Vec<Test> = (0..40)
            .filter_map(|_| source.contradiction(&mut store))
            .collect();
        let three =
            |test: &Test| matches!(&test.expected, Expected::Unsat { core, .. } if core.len() == 3);
        assert!(tests.iter().any(three));
        assert_eq!(certify(&mut store, &reference, &tests), Ok(()));
        // With P1's clause in the place of ours, the witnesses are none.
        let mut wrong: Vec<Test> = tests.into_iter().filter(three).take(1).collect();
        let joined = store.arg(wrong[0].assertions[2], 0);
        let z = store.arg(joined, 0);
        let none = store.re_none();
        let nothing = store.re_concat(&[none, z]);
        let empty = store.string("");
        let epsilon = store.str_to_re(empty);
        wrong[0].assertions[2] = store.eq(nothing, epsilon);
        assert!(certify(&mut store, &reference, &wrong).is_err());
    }
}
