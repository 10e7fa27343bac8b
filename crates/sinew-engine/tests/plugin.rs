//! A small theory of lengths through the plug-in interface: every way to see and to act is used.

mod common;

use std::cell::RefCell;
use std::rc::Rc;

use common::run::{logging, replay};
use sinew_base::{Budget, StopReason};
use sinew_engine::{
    Config, Effort, Engine, Outcome, PluginContext, Premise, TheorySolver, Value, Verdict,
};
use sinew_term::{Op, Sort, Term, TermStore};

mod rules {
    sinew_base::rules! {
        /// What the length of a string is.
        LENGTH = Inference "length", "⊢ |x ++ y| = |x| + |y|", "";
        /// There is one empty string.
        EMPTY = Inference "empty", "x ≠ y, |x| ≤ 0, |y| ≤ 0 ⊢ ⊥", "";
    }
}

/// What the theory saw, for the tests to look at.
#[derive(Default)]
struct Seen {
    registered: Vec<Term>,
    efforts: Vec<Effort>,
}

/// Lengths are not negative, that of a literal is its number of characters, that of a
/// concatenation is the sum, and words of length 0 are equal.
struct Lengths {
    seen: Rc<RefCell<Seen>>,
    strings: Vec<Term>,
}

impl Lengths {
    fn new() -> (Lengths, Rc<RefCell<Seen>>) {
        let seen = Rc::new(RefCell::new(Seen::default()));
        let lengths = Lengths {
            seen: Rc::clone(&seen),
            strings: Vec::new(),
        };
        (lengths, seen)
    }
}

impl TheorySolver for Lengths {
    fn register(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) {
        self.seen.borrow_mut().registered.push(term);
        if cx.store().sort(term) != Sort::String || self.strings.contains(&term) {
            return;
        }
        self.strings.push(term);
        let length = cx.store_mut().len(term);
        let zero = cx.store_mut().int(0);
        let fact = match cx.store().op(term) {
            Op::Str(_) => {
                let n = cx.store().str_value(term).map_or(0, <[u32]>::len);
                let n = cx.store_mut().int(n as i64);
                cx.store_mut().eq(length, n)
            }
            Op::Concat => {
                let parts = cx.store().args(term).to_vec();
                let lengths: Vec<Term> = parts
                    .into_iter()
                    .map(|part| cx.store_mut().len(part))
                    .collect();
                let sum = cx.store_mut().add(&lengths);
                cx.store_mut().eq(length, sum)
            }
            _ => cx.store_mut().ge(length, zero),
        };
        // What a rule was applied to is remembered, for this rule and these terms alone.
        assert!(!cx.is_applied(&rules::LENGTH, &[term]));
        assert!(cx.mark_applied(&rules::LENGTH, &[term]));
        assert!(!cx.mark_applied(&rules::LENGTH, &[term]));
        assert!(cx.is_applied(&rules::LENGTH, &[term]));
        assert!(!cx.is_applied(&rules::EMPTY, &[term]));
        assert!(!cx.is_applied(&rules::LENGTH, &[term, zero]));
        let _ = cx.lemma(&rules::LENGTH, &[fact]);
    }

    fn check(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        effort: Effort,
    ) -> Result<Verdict, StopReason> {
        self.seen.borrow_mut().efforts.push(effort);
        cx.budget().spend(1)?;
        if effort == Effort::Standard {
            return Ok(Verdict::Consistent);
        }
        // Two words of length 0 that are known to be different are a conflict.
        for (a, b) in cx.disequalities(Sort::String) {
            assert!(cx.disequal(a, b) && !cx.equal(a, b));
            let (la, lb) = (cx.store_mut().len(a), cx.store_mut().len(b));
            let zero = cx.store_mut().int(0);
            let ea = cx.store_mut().eq(la, zero);
            let upper = (cx.bounds(la).1, cx.bounds(lb).1);
            if upper.0 == Some(0.into()) && upper.1 == Some(0.into()) {
                let premises = [
                    Premise::Disequal(a, b),
                    Premise::Literal(cx.store_mut().le(la, zero), true),
                    Premise::Literal(cx.store_mut().le(lb, zero), true),
                ];
                assert!(cx.conflict(&rules::EMPTY, &premises));
                return Ok(Verdict::Consistent);
            }
            // Otherwise let one of them be decided to be longer.
            if cx.int_value(la) == Some(0.into()) && cx.value(ea).is_none() {
                cx.split(ea, false);
                return Ok(Verdict::Consistent);
            }
        }
        Ok(Verdict::Model)
    }

    fn string_value(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) -> Option<Vec<u32>> {
        let length = cx.store_mut().len(term);
        let n = cx.int_value(length)?.to_usize()?;
        let class = cx.class(term);
        let letter = u32::from(b'a') + class.iter().map(|t| t.index()).min()? as u32 % 26;
        Some(vec![letter; n])
    }
}

fn solve(store: &mut TermStore, terms: &[Term]) -> (Outcome, Engine, Rc<RefCell<Seen>>) {
    let (lengths, seen) = Lengths::new();
    let mut engine = Engine::new(logging(), store);
    engine.set_plugin(Box::new(lengths));
    for (at, &term) in terms.iter().enumerate() {
        engine.assert(store, term, at as u32);
    }
    let outcome = engine.check(store, &[], &Budget::unlimited());
    let trusted = replay(&engine, usize::from(outcome == Outcome::Unsat));
    assert!(
        trusted > 0,
        "clauses of the plug-in are counted, not checked"
    );
    (outcome, engine, seen)
}

#[test]
fn lemmas_of_a_plugin_refute_with_arithmetic() {
    let mut store = TermStore::new();
    let [x, y] = ["x", "y"].map(|name| store.constant(name, Sort::String));
    let (xy, abc) = (store.concat(&[x, y]), store.string("abc"));
    let (lx, ly) = (store.len(x), store.len(y));
    let (equation, longer) = (store.eq(xy, abc), store.eq(lx, ly));
    // 2·|x| = 3
    let (outcome, _, seen) = solve(&mut store, &[equation, longer]);
    assert_eq!(outcome, Outcome::Unsat);
    assert!(seen.borrow().registered.contains(&xy));
    let (outcome, engine, seen) = solve(&mut store, &[equation]);
    assert_eq!(outcome, Outcome::Sat);
    assert!(seen.borrow().efforts.contains(&Effort::Last));
    let length = |term: Term| {
        let Op::Apply(fun) = store.op(term) else {
            unreachable!("a constant")
        };
        match engine.model().and_then(|model| model.constant(fun)) {
            Some(Value::Str(text)) => text.len(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(length(x) + length(y), 3);
}

#[test]
fn conflicts_and_splits_of_a_plugin_take_effect() {
    let mut store = TermStore::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| store.constant(name, Sort::String));
    let zero = store.int(0);
    let (lx, ly) = (store.len(x), store.len(y));
    let (ex, ey) = (store.eq(lx, zero), store.eq(ly, zero));
    let (xz, zy) = (store.eq(x, z), store.distinct(&[z, y]));
    let (outcome, ..) = solve(&mut store, &[ex, ey, xz, zy]);
    assert_eq!(outcome, Outcome::Unsat, "x = z ≠ y, both empty");
    let (outcome, ..) = solve(&mut store, &[ey, xz, zy]);
    assert_eq!(outcome, Outcome::Sat);
}

#[test]
fn a_verdict_of_giving_up_is_unknown() {
    struct Helpless;
    impl TheorySolver for Helpless {
        fn check(
            &mut self,
            _: &mut PluginContext<'_, '_>,
            _: Effort,
        ) -> Result<Verdict, StopReason> {
            Ok(Verdict::GaveUp("beyond me"))
        }
    }
    let mut store = TermStore::new();
    let x = store.constant("x", Sort::String);
    let digit = store.is_digit(x);
    let mut engine = Engine::new(Config::default(), &mut store);
    engine.set_plugin(Box::new(Helpless));
    engine.assert(&mut store, digit, 0);
    let outcome = engine.check(&mut store, &[], &Budget::unlimited());
    assert!(
        matches!(
            outcome,
            Outcome::Unknown(sinew_engine::Reason::Incomplete(
                sinew_engine::Incomplete::Theory("beyond me")
            ))
        ),
        "{outcome:?}"
    );
}

/// Notes what matters when all is decided, and is content with anything.
struct Watch {
    relevant: Rc<RefCell<Vec<Term>>>,
    verdict: Verdict,
}

impl TheorySolver for Watch {
    fn check(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        effort: Effort,
    ) -> Result<Verdict, StopReason> {
        if effort == Effort::Last {
            let mut terms: Vec<Term> = cx.relevant().into_iter().collect();
            terms.sort_unstable();
            *self.relevant.borrow_mut() = terms;
        }
        Ok(self.verdict)
    }
}

/// An engine that is watched, and what it notes.
fn watched(store: &mut TermStore, verdict: Verdict) -> (Engine, Rc<RefCell<Vec<Term>>>) {
    let relevant = Rc::new(RefCell::new(Vec::new()));
    let mut engine = Engine::new(Config::default(), store);
    engine.set_plugin(Box::new(Watch {
        relevant: Rc::clone(&relevant),
        verdict,
    }));
    (engine, relevant)
}

#[test]
fn what_is_valid_and_what_is_not_needed_does_not_matter() {
    let mut store = TermStore::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| store.constant(name, Sort::String));
    let p = store.constant("p", Sort::Bool);
    let (xy, yz, zx) = (store.eq(x, y), store.eq(y, z), store.eq(z, x));
    let branch = store.or(&[p, xy]);
    let valid = {
        let (xy, yz) = (store.not(xy), store.not(yz));
        store.or(&[xy, yz, zx])
    };
    let (mut engine, seen) = watched(&mut store, Verdict::Model);
    engine.assert(&mut store, branch, 0);
    engine.add_valid(&mut store, valid);
    assert_eq!(
        engine.check(&mut store, &[], &Budget::unlimited()),
        Outcome::Sat
    );
    assert_eq!(*seen.borrow(), [p]);
}

#[test]
fn what_makes_a_part_false_matters() {
    let mut store = TermStore::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| store.constant(name, Sort::String));
    let p = store.constant("p", Sort::Bool);
    let (xy, yz) = (store.eq(x, y), store.eq(y, z));
    let not_p = store.not(p);
    let implied = store.mk(Op::Implies, &[xy, yz]);
    // Under each of these `xy` is true and `yz` is false.
    let equal = store.eq(p, implied);
    let chosen = store.ite(p, xy, implied);
    let not_chosen = store.not(chosen);
    for assertion in [equal, not_chosen] {
        let (mut engine, seen) = watched(&mut store, Verdict::Model);
        engine.assert(&mut store, assertion, 0);
        engine.assert(&mut store, not_p, 1);
        assert_eq!(
            engine.check(&mut store, &[], &Budget::unlimited()),
            Outcome::Sat
        );
        let seen = seen.borrow();
        assert!(seen.contains(&xy) && seen.contains(&yz), "{seen:?}");
    }
}

#[test]
fn nothing_said_and_nothing_found_is_no_model() {
    let mut store = TermStore::new();
    let [x, y] = ["x", "y"].map(|name| store.constant(name, Sort::String));
    let equal = store.eq(x, y);
    let (mut engine, _) = watched(&mut store, Verdict::Consistent);
    engine.assert(&mut store, equal, 0);
    let outcome = engine.check(&mut store, &[], &Budget::unlimited());
    assert!(matches!(outcome, Outcome::Unknown(_)), "{outcome:?}");
}
