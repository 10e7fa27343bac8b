//! The checker: formulas that were shown, the assumptions they are under, and the steps from one to the next.
//!
//! A step names a rule, premises and arguments; the rule *computes* the conclusion. If the step states one, it must be the
//! same. So nothing is believed that no rule says.
//!
//! Hypotheses that are opened within a proof must be closed formulas: a shown formula then holds for all values of the variables free in it,
//! which congruence under binders needs.

use rustc_hash::{FxHashMap, FxHashSet};

use super::op::Known;
use super::print::shown;
use super::rules::{CODED, coded};
use super::schema::{Equation, Rewrite, Schemas};
use super::script::{Kind, Made};
use super::subst::is_closed;
use super::term::{Failure, Outcome, Term, Terms};

/// A formula that was shown, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fact(u32);

impl Fact {
    pub(crate) fn number(self) -> u32 {
        self.0
    }
}

/// What a proof comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The assertions contradict each other; every step was checked.
    Checked,
    /// They contradict each other if these rules, which nobody checks, were used rightly.
    Trusted(Vec<String>),
    /// It is no proof.
    Refused(Refusal),
    /// The work allowed did not suffice to tell.
    OutOfBudget,
}

/// Why a proof was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The name of the step, if it is about one.
    pub step: String,
    /// The rule of the step.
    pub rule: String,
    /// What is wrong with it.
    pub why: String,
    /// Line and column, where the proof is a text.
    pub place: Option<(usize, usize)>,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "{line}:{column}: ")?;
        }
        if !self.step.is_empty() {
            write!(f, "step {}", self.step)?;
        }
        if !self.rule.is_empty() {
            write!(f, " by {}", self.rule)?;
        }
        let colon = if self.step.is_empty() && self.rule.is_empty() {
            ""
        } else {
            ": "
        };
        write!(f, "{colon}{}", self.why)
    }
}

#[derive(Clone, Copy, Debug)]
struct Shown {
    formula: Term,
    /// The number of the scope it belongs to, and how deep that is.
    scope: u32,
    depth: u32,
    /// Which trusted rules it depends on, as a set of bits.
    trusts: u64,
}

#[derive(Clone, Copy, Debug)]
struct Scope {
    number: u32,
    hypothesis: Term,
    /// How many steps were kept before it.
    made: usize,
}

/// A rule with the formulas of its premises and its arguments.
type Application = (Box<str>, Box<[Term]>, Box<[Term]>);

/// Checks a proof step by step.
#[derive(Debug)]
pub struct Checker {
    terms: Terms,
    schemas: Schemas,
    assertions: FxHashSet<Term>,
    shown: Vec<Shown>,
    scopes: Vec<Scope>,
    next_scope: u32,
    trusted: Vec<String>,
    /// The first fact that says `false` under no hypothesis, with the fewest trusted rules.
    refutation: Option<u64>,
    /// The steps made, if they are kept.
    made: Option<Vec<Made>>,
    /// What rules of our own have concluded: they explore, and those who look for a proof ask for the same conclusion twice.
    explored: FxHashMap<Application, Term>,
}

impl Checker {
    /// A checker that may do this much work: about one unit per term made, found or visited, and per rule tried.
    pub fn new(budget: u64) -> Checker {
        Checker {
            terms: Terms::new(budget),
            schemas: Schemas::default(),
            assertions: FxHashSet::default(),
            shown: Vec::new(),
            scopes: Vec::new(),
            next_scope: 1,
            trusted: Vec::new(),
            refutation: None,
            made: None,
            explored: FxHashMap::default(),
        }
    }

    /// Keeps the steps from here on, for [`script`](Checker::script).
    pub fn keep_script(&mut self) {
        self.made = Some(Vec::new());
    }

    /// The steps kept, as a proof in Eunoia that any checker of CPC can read.
    pub fn script(&self) -> String {
        super::script::write(self)
    }

    pub(crate) fn made(&self) -> &[Made] {
        self.made.as_deref().unwrap_or_default()
    }

    pub(crate) fn terms_ref(&self) -> &Terms {
        &self.terms
    }

    /// The terms, to build more of them.
    pub fn terms(&mut self) -> &mut Terms {
        &mut self.terms
    }

    /// Whether there is such a rule, checked or trusted.
    pub fn knows(&self, rule: &str) -> bool {
        rule == "scope" || rule == "trust" || self.rules().any(|known| known == rule)
    }

    /// The names of all rules that are checked, but for `scope`.
    pub fn rules(&self) -> impl Iterator<Item = &'static str> {
        CODED.iter().map(|&(name, _)| name).chain(Schemas::rules())
    }

    /// The rewrites that are rules of fixed form, for those who look for one that applies.
    #[must_use]
    pub fn rewrites() -> &'static [Rewrite] {
        Schemas::rewrites()
    }

    /// A rewrite as an equation; nothing if it only looks like a rewrite.
    pub fn equation(&mut self, rewrite: Rewrite) -> Outcome<Option<Equation>> {
        Schemas::equation(&mut self.terms, rewrite)
    }

    /// Adds an assertion of the problem.
    pub fn assert(&mut self, formula: Term) {
        self.assertions.insert(formula);
    }

    /// Uses an assertion of the problem.
    pub fn assume(&mut self, formula: Term) -> Outcome<Fact> {
        if !self.scopes.is_empty() {
            return Err("assertions are used outside of scopes".into());
        }
        if !is_closed(&mut self.terms, formula)? {
            return Err("an assertion has no free variables".into());
        }
        if !self.assertions.contains(&formula) {
            let text = shown(&self.terms, formula);
            return Err(format!("the problem does not assert {text}").into());
        }
        let fact = self.show(formula, 0);
        self.keep(Kind::Assume, "", &[], &[], fact);
        Ok(fact)
    }

    /// Opens a scope with a hypothesis.
    pub fn assume_push(&mut self, hypothesis: Term) -> Outcome<Fact> {
        if self.terms.sort(hypothesis) != super::op::Sort::Bool {
            return Err("a hypothesis is a formula".into());
        }
        if !is_closed(&mut self.terms, hypothesis)? {
            return Err("a hypothesis must not have free variables".into());
        }
        self.scopes.push(Scope {
            number: self.next_scope,
            hypothesis,
            made: self.made().len(),
        });
        self.next_scope += 1;
        let fact = self.show(hypothesis, 0);
        self.keep(Kind::Push, "", &[], &[], fact);
        Ok(fact)
    }

    /// Makes a step.
    pub fn step(
        &mut self,
        rule: &str,
        premises: &[Fact],
        args: &[Term],
        stated: Option<Term>,
    ) -> Outcome<Fact> {
        let (formulas, mut trusts) = self.formulas(premises)?;
        self.terms.charge(1)?;
        let conclusion = if rule == "trust" {
            trusts |= self.trusted(rule);
            trusted_formula(&self.terms, args)?
        } else {
            self.conclude(rule, &formulas, args)?
        };
        let fact = self.accept(conclusion, stated, trusts)?;
        self.keep(Kind::Step, rule, premises, args, fact);
        Ok(fact)
    }

    /// Takes a formula on trust, under the name of the rule that nobody checks.
    ///
    /// ```
    /// use sinew_proof::cpc::{Checker, Known, Verdict};
    /// let mut checker = Checker::new(1_000);
    /// let no = checker.terms().app(Known::False, &[])?;
    /// checker.trust("wishful", &[], no)?;
    /// assert_eq!(checker.verdict(), Verdict::Trusted(vec!["wishful".to_owned()]));
    /// # Ok::<(), sinew_proof::cpc::Failure>(())
    /// ```
    pub fn trust(&mut self, name: &str, premises: &[Fact], formula: Term) -> Outcome<Fact> {
        let (_, trusts) = self.formulas(premises)?;
        self.terms.charge(1)?;
        let trusts = trusts | self.trusted(name);
        let fact = self.accept(formula, None, trusts)?;
        self.keep(Kind::Trust, name, premises, &[formula], fact);
        Ok(fact)
    }

    /// The term that is written there, in which these names stand for terms.
    pub fn read_term(&mut self, text: &str, names: &[(&str, Term)]) -> Outcome {
        super::proof::term(text, &mut self.terms, names)
    }

    /// Makes the steps of a text in which these names stand for terms, and returns what the last one shows. If one of them is refused, none was made.
    ///
    /// ```
    /// use sinew_proof::cpc::Checker;
    /// let mut checker = Checker::new(1_000);
    /// let word = checker.terms().string(&[97])?;
    /// let fact = checker.replay("(step @p1 :rule refl :args (x))(step @p2 :rule symm :premises (@p1))", &[("x", word)])?;
    /// assert_eq!(checker.formula(fact), Some(checker.read_term("(= x x)", &[("x", word)])?));
    /// # Ok::<(), sinew_proof::cpc::Failure>(())
    /// ```
    pub fn replay(&mut self, text: &str, names: &[(&str, Term)]) -> Outcome<Fact> {
        let (shown, depth, made) = (self.shown.len(), self.depth(), self.made().len());
        let outcome = super::proof::replay(text, self, names);
        let complete = outcome.is_ok() && self.depth() == depth && self.shown.len() > shown;
        if complete {
            return Ok(Fact(self.shown.len() as u32 - 1));
        }
        self.shown.truncate(shown);
        self.scopes.truncate(depth);
        if let Some(steps) = &mut self.made {
            steps.truncate(made);
        }
        outcome.and(Err("the text has no step, or leaves a scope open".into()))
    }

    /// Makes the step that closes the innermost scope.
    pub fn step_pop(
        &mut self,
        rule: &str,
        premises: &[Fact],
        stated: Option<Term>,
    ) -> Outcome<Fact> {
        if rule != "scope" {
            return Err("only scope closes a scope".into());
        }
        let (formulas, trusts) = self.formulas(premises)?;
        let &[formula] = &formulas[..] else {
            return Err("scope needs one premise".into());
        };
        let Some(scope) = self.scopes.pop() else {
            return Err("no scope is open".into());
        };
        let conclusion = (self.terms).app(Known::Implies, &[scope.hypothesis, formula]);
        match conclusion.and_then(|conclusion| self.accept(conclusion, stated, trusts)) {
            Ok(fact) => {
                self.keep(Kind::Pop, rule, premises, &[], fact);
                Ok(fact)
            }
            Err(why) => {
                self.scopes.push(scope);
                Err(why)
            }
        }
    }

    /// Leaves the scopes beyond this depth without a conclusion: as if what was done in them had not been.
    ///
    /// ```
    /// use sinew_proof::cpc::Checker;
    /// let mut checker = Checker::new(1_000);
    /// checker.keep_script();
    /// let yes = checker.terms().boolean(true)?;
    /// let supposed = checker.assume_push(yes)?;
    /// checker.assume_push(yes)?;
    /// checker.leave_to(0);
    /// assert!(checker.depth() == 0 && checker.script().is_empty());
    /// assert!(checker.step("true_intro", &[supposed], &[], None).is_err());
    /// # Ok::<(), sinew_proof::cpc::Failure>(())
    /// ```
    pub fn leave_to(&mut self, depth: usize) {
        let Some(first) = self.scopes.get(depth) else {
            return;
        };
        if let Some(steps) = &mut self.made {
            steps.truncate(first.made);
        }
        self.scopes.truncate(depth);
    }

    /// What a fact says.
    pub fn formula(&self, fact: Fact) -> Option<Term> {
        self.shown.get(fact.0 as usize).map(|shown| shown.formula)
    }

    /// Whether the scope is open that a fact was shown in.
    pub fn is_open(&self, fact: Fact) -> bool {
        match self.shown.get(fact.0 as usize) {
            None => false,
            Some(shown) if shown.depth == 0 => true,
            Some(shown) => (self.scopes.get(shown.depth as usize - 1))
                .is_some_and(|scope| scope.number == shown.scope),
        }
    }

    /// How many scopes are open.
    pub fn depth(&self) -> usize {
        self.scopes.len()
    }

    /// What the steps so far come to.
    pub fn verdict(&self) -> Verdict {
        match self.refutation {
            _ if !self.scopes.is_empty() => Verdict::Refused(Refusal {
                step: String::new(),
                rule: String::new(),
                why: "a scope is never closed".to_owned(),
                place: None,
            }),
            None => Verdict::Refused(Refusal {
                step: String::new(),
                rule: String::new(),
                why: "no step concludes false without hypotheses".to_owned(),
                place: None,
            }),
            Some(0) => Verdict::Checked,
            Some(trusts) => Verdict::Trusted(
                (self.trusted.iter().enumerate())
                    .filter(|(i, _)| (trusts >> i) & 1 == 1)
                    .map(|(_, rule)| rule.clone())
                    .collect(),
            ),
        }
    }

    /// What a rule concludes from formulas; nothing is recorded.
    pub fn conclude(&mut self, rule: &str, premises: &[Term], args: &[Term]) -> Outcome {
        self.terms.charge(1)?;
        if !rule.starts_with("sinew_") {
            return self.computed(rule, premises, args);
        }
        let key: Application = (rule.into(), premises.into(), args.into());
        if let Some(&conclusion) = self.explored.get(&key) {
            return Ok(conclusion);
        }
        let conclusion = self.computed(rule, premises, args)?;
        self.explored.insert(key, conclusion);
        Ok(conclusion)
    }

    fn computed(&mut self, rule: &str, premises: &[Term], args: &[Term]) -> Outcome {
        // A rule may be code for some forms of its arguments and a schema for others.
        let computed = coded(rule).map(|apply| apply(&mut self.terms, premises, args));
        match computed {
            Some(Ok(conclusion)) => return Ok(conclusion),
            Some(Err(Failure::Budget)) => return Err(Failure::Budget),
            _ => {}
        }
        let fixed = self.schemas.apply(&mut self.terms, rule, premises, args);
        match (fixed, computed) {
            (Some(Ok(conclusion)), _) => Ok(conclusion),
            (_, Some(why)) | (Some(why), _) => why,
            (None, None) => Err(format!("{rule} is no rule of this checker").into()),
        }
    }

    fn formulas(&self, premises: &[Fact]) -> Outcome<(Vec<Term>, u64)> {
        let mut formulas = Vec::with_capacity(premises.len());
        let mut trusts = 0;
        for premise in premises {
            let Some(shown) = self.shown.get(premise.0 as usize) else {
                return Err("a premise was never shown".into());
            };
            if !self.is_open(*premise) {
                return Err("a premise was shown in a scope that is closed".into());
            }
            formulas.push(shown.formula);
            trusts |= shown.trusts;
        }
        Ok((formulas, trusts))
    }

    fn accept(&mut self, conclusion: Term, stated: Option<Term>, trusts: u64) -> Outcome<Fact> {
        if self.terms.sort(conclusion) != super::op::Sort::Bool {
            return Err("the conclusion is no formula".into());
        }
        match stated {
            Some(stated) if stated != conclusion => Err(format!(
                "the rule concludes {}, the step states {}",
                shown(&self.terms, conclusion),
                shown(&self.terms, stated)
            )
            .into()),
            _ => Ok(self.show(conclusion, trusts)),
        }
    }

    fn show(&mut self, formula: Term, trusts: u64) -> Fact {
        let (scope, depth) = match self.scopes.last() {
            Some(scope) => (scope.number, self.scopes.len() as u32),
            None => (0, 0),
        };
        if depth == 0 && self.terms.as_bool(formula) == Some(false) {
            let fewer = |before: u64| trusts.count_ones() < before.count_ones();
            if self.refutation.is_none_or(fewer) {
                self.refutation = Some(trusts);
            }
        }
        self.shown.push(Shown {
            formula,
            scope,
            depth,
            trusts,
        });
        Fact(self.shown.len() as u32 - 1)
    }

    fn keep(&mut self, kind: Kind, rule: &str, premises: &[Fact], args: &[Term], fact: Fact) {
        if let Some(made) = &mut self.made {
            made.push(Made {
                kind,
                rule: rule.into(),
                premises: premises.to_vec(),
                args: args.to_vec(),
                formula: self.shown[fact.0 as usize].formula,
                fact,
            });
        }
    }

    /// The bit of a trusted rule. Beyond the first ones there is one for all the others.
    fn trusted(&mut self, rule: &str) -> u64 {
        let known = self.trusted.iter().position(|known| known == rule);
        let number = known.unwrap_or_else(|| {
            match self.trusted.len() {
                ..63 => self.trusted.push(rule.to_owned()),
                63 => self.trusted.push("others".to_owned()),
                _ => {}
            }
            self.trusted.len() - 1
        });
        1 << number
    }
}

fn trusted_formula(terms: &Terms, args: &[Term]) -> Outcome {
    match args {
        &[formula, ..] if terms.sort(formula) == super::op::Sort::Bool => Ok(formula),
        _ => Err(Failure::from("trust needs a formula")),
    }
}
