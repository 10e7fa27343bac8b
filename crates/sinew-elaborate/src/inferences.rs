//! What string procedures infer: from premises that were shown to the conclusion, by the rule's name.
//!
//! What has no derivation of its own is tried as a rewrite: the conclusion, with what the premises say of its parts, is true.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_proof::cpc::{Fact, Failure, Known, Op, Outcome, Sort, Term};

use crate::Elaborator;
use crate::congruence::Equations;

impl Elaborator {
    /// Shows what an inference concludes; an error says that there is no derivation.
    pub(crate) fn inference(
        &mut self,
        rule: &str,
        premises: &[Fact],
        conclusion: Term,
    ) -> Outcome<Fact> {
        let shown = match rule {
            "membership-empty" => match self.no_common_word(premises, conclusion) {
                Err(Failure::Wrong(_)) => self.no_word_left(premises),
                shown => shown,
            },
            "empty-language" => match self.no_word_before(premises) {
                Err(Failure::Wrong(_)) => self.no_word_left(premises),
                shown => shown,
            },
            "no-noodle" => match self.no_word_left(premises) {
                Err(Failure::Wrong(_)) => self.by_entry_or_search(rule, premises, conclusion),
                shown => shown,
            },
            "noodle-lengths" => self.no_lengths_left(premises),
            "language-lengths" | "membership-length" => {
                match self.lengths_of_words(premises, conclusion) {
                    Err(Failure::Wrong(_)) => self.by_entry_or_search(rule, premises, conclusion),
                    shown => shown,
                }
            }
            "f-split" | "f-split-constant" => self.by_forms(rule, premises, conclusion),
            "f-unify" | "cancel" | "form-eq" | "constant-clash" | "endpoint-empty" => {
                match self.by_forms(rule, premises, conclusion) {
                    Err(Failure::Wrong(_)) => self.true_by_rewriting(rule, premises, conclusion),
                    shown => shown,
                }
            }
            "ext-expand" => match self.by_library(rule, conclusion)? {
                Some(fact) => Ok(fact),
                None => self.expanded(conclusion),
            },
            "ext-simplify" => match self.by_parts(rule, premises, conclusion) {
                Err(Failure::Wrong(_)) => self.true_by_rewriting(rule, premises, conclusion),
                shown => shown,
            },
            "order-equal" | "order-cycle" => self.by_order(premises, conclusion),
            "pigeonhole-language" => self.too_few_words(premises),
            "order-first" => self.compared_at_first(premises, conclusion),
            "overlap" => self.kept_apart(premises, conclusion),
            "equation-unsolvable" | "cyclic-equations" => self.some_unsolvable(premises),
            "cyclic-languages" => self.unsolvable_together(premises),
            "no-places" => self.no_places(premises),
            "containment" => self.contained(premises),
            // Some of these are about the words of one string, and some premises contradict each other.
            "fixed-length" => match self.contained(premises) {
                Ok(refuted) => self.of_falsity(refuted, conclusion),
                Err(Failure::Wrong(_)) => {
                    match self.not_these_lengths(rule, premises, conclusion) {
                        Err(Failure::Wrong(_)) => {
                            self.where_others_hold(rule, premises, conclusion)
                        }
                        shown => shown,
                    }
                }
                Err(why) => Err(why),
            },
            "length" => match self.digits(conclusion) {
                Err(Failure::Wrong(_)) => match self.remainder_of_length(conclusion) {
                    Err(Failure::Wrong(_)) => self.by_entry_or_search(rule, premises, conclusion),
                    shown => shown,
                },
                shown => shown,
            },
            "membership-split" => self.member_of_parts(premises, conclusion),
            _ => self.by_entry_or_search(rule, premises, conclusion),
        }?;
        match self.checker().formula(shown) == Some(conclusion) {
            true => Ok(shown),
            false => Err("the derivation shows something else".into()),
        }
    }

    fn by_entry_or_search(
        &mut self,
        rule: &str,
        premises: &[Fact],
        conclusion: Term,
    ) -> Outcome<Fact> {
        match self.by_library(rule, conclusion)? {
            Some(fact) => Ok(fact),
            None => self.true_by_rewriting(rule, premises, conclusion),
        }
    }

    /// A negation, since `false` was shown anyway.
    fn of_falsity(&mut self, refuted: Fact, conclusion: Term) -> Outcome<Fact> {
        let terms = self.checker().terms();
        let no = terms.boolean(false)?;
        let (Op::Known(Known::Not), &[denied]) = (terms.op(conclusion), terms.args(conclusion))
        else {
            return match conclusion == no {
                true => Ok(refuted),
                false => Err("a negation was expected".into()),
            };
        };
        self.checker().assume_push(denied)?;
        let implied = self.checker().step_pop("scope", &[refuted], None)?;
        (self.checker()).step("process_scope", &[implied], &[no], None)
    }

    /// The conclusion with the right sides of equations for the left ones, rewritten to `true`; if need be, where the other premises hold.
    fn true_by_rewriting(
        &mut self,
        rule: &str,
        premises: &[Fact],
        conclusion: Term,
    ) -> Outcome<Fact> {
        let truth = self.checker().terms().boolean(true)?;
        let (mut equations, mut others) = (Vec::new(), Vec::new());
        for &premise in premises {
            match self.sides(premise) {
                Some((left, right)) if left != right => equations.push((left, right, premise)),
                Some(_) => {}
                None => others.push(premise),
            }
        }
        let mut tried = Vec::with_capacity(2);
        // All at once, and then one after the other: what is put in may be taken apart by the next.
        for at_once in [true, false] {
            let step = match at_once {
                true => self.replaced(conclusion, &equations)?,
                false => self.replaced_in_turn(conclusion, &equations)?,
            };
            let formula = match step {
                Some(equation) => self.right_side(equation)?,
                None => conclusion,
            };
            if tried.contains(&formula) {
                continue;
            }
            tried.push(formula);
            let last = match formula == truth {
                true => None,
                false => match self.attempt(rule, formula, truth)? {
                    None => continue,
                    found => found,
                },
            };
            let steps: Vec<Fact> = [step, last].into_iter().flatten().collect();
            let equation = self.trans(&steps)?;
            return self.checker().step("true_elim", &[equation], &[], None);
        }
        self.where_others_hold(rule, &others, conclusion)
    }

    /// The conclusion, by rewriting that it is implied by premises.
    fn where_others_hold(
        &mut self,
        rule: &str,
        premises: &[Fact],
        conclusion: Term,
    ) -> Outcome<Fact> {
        let premise = match premises {
            [] => return Err("no rewrite was found".into()),
            &[only] => only,
            _ => self.checker().step("and_intro", premises, &[], None)?,
        };
        let formula = (self.checker().formula(premise)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        let implied = terms.app(Known::Implies, &[formula, conclusion])?;
        let truth = terms.boolean(true)?;
        let equation = self.attempt(rule, implied, truth)?;
        let equation = equation.ok_or("no rewrite was found")?;
        let implied = self.checker().step("true_elim", &[equation], &[], None)?;
        self.checker()
            .step("modus_ponens", &[premise, implied], &[], None)
    }

    /// The formula with right sides for left ones, all at once; nothing if it stays the same.
    pub(crate) fn replaced(
        &mut self,
        formula: Term,
        equations: &[(Term, Term, Fact)],
    ) -> Outcome<Option<Fact>> {
        let mut known = Equations::default();
        let mut with: FxHashMap<Term, Term> = FxHashMap::default();
        for &(left, right, fact) in equations {
            with.insert(left, right);
            known.insert((left, right), fact);
        }
        let to = self.replace(formula, &with)?;
        self.congruent(formula, to, &mut known)
    }

    /// The same, one equation after the other.
    fn replaced_in_turn(
        &mut self,
        formula: Term,
        equations: &[(Term, Term, Fact)],
    ) -> Outcome<Option<Fact>> {
        let (mut current, mut steps) = (formula, Vec::new());
        for equation in equations {
            if let Some(step) = self.replaced(current, std::slice::from_ref(equation))? {
                current = self.right_side(step)?;
                steps.push(step);
            }
        }
        match steps[..] {
            [] => Ok(None),
            _ => self.trans(&steps).map(Some),
        }
    }

    /// A term with others for some of its parts, each once and from the outside in; the result is not looked at again, nor what a witness stands for: it is a name.
    pub(crate) fn replace(&mut self, root: Term, with: &FxHashMap<Term, Term>) -> Outcome {
        let mut done: FxHashMap<Term, Term> = with.clone();
        let mut work = vec![(root, false)];
        while let Some((term, ready)) = work.pop() {
            if done.contains_key(&term) {
                continue;
            }
            let terms = self.checker().terms();
            terms.charge(1)?;
            let args = terms.args(term).to_vec();
            let op = terms.op(term);
            let closed = matches!(op, Op::Known(Known::Purify | Known::Forall | Known::Exists));
            if args.is_empty() || closed {
                done.insert(term, term);
            } else if ready {
                let args: Vec<Term> = args.iter().map(|arg| done[arg]).collect();
                let rebuilt = match op {
                    Op::Known(op) => terms.app(op, &args)?,
                    Op::Declared(function) => terms.apply(function, &args)?,
                    _ => term,
                };
                done.insert(term, rebuilt);
            } else {
                work.push((term, true));
                work.extend(args.into_iter().map(|arg| (arg, false)));
            }
        }
        Ok(done[&root])
    }

    /// The premises that are no equations, with right sides of these for left ones; and what begins or ends a string as what it contains.
    fn in_same_words(&mut self, premises: &[Fact]) -> Outcome<Vec<Fact>> {
        let (mut equations, mut facts) = (Vec::new(), Vec::new());
        for &premise in premises {
            match self.sides(premise) {
                // What is put in must not have in it what it is put in for.
                Some((left, right)) if left != right && self.is_part(left, right)? => {
                    let mirrored = self.symm(premise)?;
                    equations.push((right, left, mirrored));
                }
                Some((left, right)) if left != right => equations.push((left, right, premise)),
                Some(_) => {}
                None => facts.push(premise),
            }
        }
        for fact in &mut facts {
            let formula = (self.checker().formula(*fact)).ok_or("a premise was never shown")?;
            let equation = self.replaced(formula, &equations)?;
            *fact = self.resolve(*fact, equation)?;
            let formula = (self.checker().formula(*fact)).ok_or("a premise was never shown")?;
            let terms = self.checker().terms();
            let (Op::Known(Known::PrefixOf | Known::SuffixOf), &[part, whole]) =
                (terms.op(formula), terms.args(formula))
            else {
                continue;
            };
            let contains = terms.app(Known::Contains, &[whole, part])?;
            let implied = terms.app(Known::Implies, &[formula, contains])?;
            let truth = terms.boolean(true)?;
            let found = self.attempt("containment", implied, truth)?;
            let implied = found.ok_or("an end is not contained")?;
            let implied = self.checker().step("true_elim", &[implied], &[], None)?;
            *fact = (self.checker()).step("modus_ponens", &[*fact, implied], &[], None)?;
        }
        Ok(facts)
    }

    /// Whether a term occurs in another.
    fn is_part(&mut self, part: Term, whole: Term) -> Outcome<bool> {
        let terms = self.checker().terms();
        let (mut work, mut seen) = (vec![whole], FxHashSet::default());
        while let Some(term) = work.pop() {
            terms.charge(1)?;
            if term == part {
                return Ok(true);
            }
            if seen.insert(term) {
                work.extend(terms.args(term));
            }
        }
        Ok(false)
    }

    /// `false`, because a string contains what one contains that it contains.
    fn contained(&mut self, premises: &[Fact]) -> Outcome<Fact> {
        let (mut inside, mut denied) = (Vec::new(), None);
        for premise in self.in_same_words(premises)? {
            let formula = (self.checker().formula(premise)).ok_or("a premise was never shown")?;
            let terms = self.checker().terms();
            let args = terms.args(formula).to_vec();
            match (terms.op(formula), &args[..]) {
                (Op::Known(Known::Contains), &[whole, part]) => inside.push((whole, part, premise)),
                (Op::Known(Known::Not), &[atom])
                    if terms.op(atom) == Op::Known(Known::Contains) =>
                {
                    denied = Some((atom, premise));
                }
                _ => {}
            }
        }
        let (atom, denied) = denied.ok_or("a containment that fails was expected")?;
        let &[whole, part] = self.checker().terms().args(atom) else {
            return Err("a containment was expected".into());
        };
        // From the whole inwards, until the part is there.
        let (mut expanded, mut steps, mut at) = (whole, Vec::new(), whole);
        for _ in 0..=2 * inside.len() {
            if at == part {
                break;
            }
            let next = inside.iter().find(|&&(outer, ..)| outer == at);
            let (next, fact) = match next {
                Some(&(_, next, fact)) => (next, fact),
                None => match self.slice_of(at, &inside) {
                    // The last may contain the part by itself.
                    Err(Failure::Wrong(_)) => break,
                    found => found?,
                },
            };
            let equation = self.around(fact)?;
            let (_, right) = self.sides(equation).ok_or("an equation was expected")?;
            let with = FxHashMap::from_iter([(at, right)]);
            let wider = self.replace(expanded, &with)?;
            let mut known = Equations::from_iter([((at, right), equation)]);
            steps.extend(self.congruent(expanded, wider, &mut known)?);
            (expanded, at) = (wider, next);
        }
        let wider = self
            .checker()
            .terms()
            .app(Known::Contains, &[expanded, part])?;
        let mut known = Equations::default();
        if let [_, ..] = steps[..] {
            known.insert((whole, expanded), self.trans(&steps)?);
        }
        let mut equations: Vec<Fact> = Vec::new();
        equations.extend(self.congruent(atom, wider, &mut known)?);
        let truth = self.checker().terms().boolean(true)?;
        let found = self.attempt("containment", wider, truth)?;
        equations.push(found.ok_or("no rewrite was found")?);
        let equation = self.trans(&equations)?;
        let holds = self.checker().step("true_elim", &[equation], &[], None)?;
        self.checker().step("contra", &[holds, denied], &[], None)
    }

    /// A substring of a string, or a word in a word, that contains something; and that the string contains it.
    fn slice_of(&mut self, whole: Term, inside: &[(Term, Term, Fact)]) -> Outcome<(Term, Fact)> {
        let terms = self.checker().terms();
        let word = terms.as_str(whole);
        let is_slice = |&&(outer, ..): &&(Term, Term, Fact)| {
            let slice =
                terms.op(outer) == Op::Known(Known::Substr) && terms.args(outer)[0] == whole;
            let part = match (word, terms.as_str(outer)) {
                (Some(word), Some(part)) => {
                    !part.is_empty() && word.windows(part.len()).any(|window| window == part)
                }
                _ => false,
            };
            slice || part
        };
        let found = inside.iter().find(is_slice);
        let &(slice, ..) = found.ok_or("the containments do not meet")?;
        let contains = terms.app(Known::Contains, &[whole, slice])?;
        let truth = terms.boolean(true)?;
        let found = self.attempt("containment", contains, truth)?;
        let holds = found.ok_or("a substring is not contained")?;
        let holds = self.checker().step("true_elim", &[holds], &[], None)?;
        Ok((slice, holds))
    }

    /// What is around a part: `whole = before · part · behind`, from `contains(whole, part)`.
    pub(crate) fn around(&mut self, fact: Fact) -> Outcome<Fact> {
        let atom = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
        let meaning = (self.checker()).step("string_eager_reduction", &[], &[atom], None)?;
        let clause = self.checker().step("ite_elim1", &[meaning], &[], None)?;
        let yes = self.checker().terms().boolean(false)?;
        let args = [yes, atom];
        self.checker()
            .step("resolution", &[clause, fact], &args, None)
    }

    /// Whether a formula compares integers, or denies it.
    pub(crate) fn is_comparison(&mut self, formula: Term) -> bool {
        let terms = self.checker().terms();
        let inner = match (terms.op(formula), terms.args(formula)) {
            (Op::Known(Known::Not), &[inner]) => inner,
            _ => formula,
        };
        match (terms.op(inner), terms.args(inner)) {
            (Op::Known(Known::Eq), &[a, _]) => terms.sort(a) == Sort::Int,
            (Op::Known(op), _) => matches!(op, Known::Le | Known::Lt | Known::Ge | Known::Gt),
            _ => false,
        }
    }
}
