//! The typed solver.

use std::fmt;
use std::time::Duration;

use sinew_smtlib::{print_symbol, print_term};
use sinew_term::{Op, Term, postorder_all};

use super::answer::{Reason, SatResult};
use super::ast::{Ast, Bool};
use super::export::export;
use super::import::import;
use super::model::Model;
use super::node::{Error, Head};
use crate::query::{Certificate, Outcome};
use crate::session::{CancelHandle, Session};

/// Terms that a store may have before it is swept: then it begins again with what is asserted.
const SWEEP_AT: usize = 400_000;

/// What was asserted at one level.
#[derive(Default)]
struct Level {
    /// With the constant that stands for it in cores, if there is one.
    assertions: Vec<(Bool, Option<Bool>)>,
}

/// A solver: assertions on a stack of levels, and questions about them.
///
/// ```
/// use sinew::{SatResult, Solver, ast::String};
/// let user = String::new_const("user");
/// let mut solver = Solver::new();
/// solver.assert(user.contains("'"));
/// solver.push();
/// solver.assert(user.eq("admin"));
/// assert_eq!(solver.check(), SatResult::Unsat);
/// solver.pop(1);
/// assert_eq!(solver.check(), SatResult::Sat);
/// let model = solver.get_model().unwrap();
/// assert!(model.eval(&user, true).unwrap().as_string().unwrap().contains('\''));
/// ```
///
/// A solver can be moved to another thread, and has nothing in common with other solvers.
pub struct Solver {
    session: Session,
    levels: Vec<Level>,
    latest: Option<Answer>,
}

/// What the latest query found.
enum Answer {
    Sat(Box<Model>),
    /// The assumptions and tracked constants that cannot hold together.
    Unsat(Vec<Bool>),
    Unknown(Reason),
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.assertions()).finish()
    }
}

/// The assertions, as a script.
impl fmt::Display for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_smt2())
    }
}

impl Solver {
    /// A solver without assertions and limits.
    ///
    /// ```
    /// use sinew::{SatResult, Solver};
    /// assert_eq!(Solver::new().check(), SatResult::Sat);
    /// ```
    #[must_use]
    pub fn new() -> Solver {
        Solver {
            session: Session::default(),
            levels: vec![Level::default()],
            latest: None,
        }
    }

    /// Sets an option by the name that the manual and scripts have for it.
    ///
    /// ```
    /// let mut solver = sinew::Solver::new();
    /// assert!(solver.set_option("arms", "context,lengths").is_ok());
    /// assert!(solver.set_option("harms", "none").is_err());
    /// ```
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.session.set(name.trim_start_matches([':', '-']), value)
    }

    /// Each query ends after this time, with [`Reason::Timeout`] if it has no answer. Zero is no limit.
    ///
    /// ```
    /// use sinew::{Reason, SatResult, Solver, ast::Int};
    /// let cube = |name| Int::new_const(name) * Int::new_const(name) * Int::new_const(name);
    /// let mut solver = Solver::new();
    /// solver.assert((cube("a") + cube("b") + cube("c")).eq(114));
    /// solver.set_timeout(std::time::Duration::from_millis(50));
    /// assert_eq!(solver.check(), SatResult::Unknown);
    /// assert_eq!(solver.reason_unknown(), Some(&Reason::Timeout));
    /// ```
    pub fn set_timeout(&mut self, limit: Duration) {
        let millis = limit.as_millis().max(u128::from(!limit.is_zero()));
        let set = self.session.set("tlimit-per", &millis.to_string());
        debug_assert_eq!(set, Ok(()), "an option of every session");
    }

    /// Each query ends after so many steps, the same on every machine. Zero is no limit.
    ///
    /// ```
    /// use sinew::{Reason, SatResult, Solver, ast::Int};
    /// let cube = |name| Int::new_const(name) * Int::new_const(name) * Int::new_const(name);
    /// let mut solver = Solver::new();
    /// solver.assert((cube("a") + cube("b") + cube("c")).eq(114));
    /// solver.set_step_limit(100);
    /// assert_eq!(solver.check(), SatResult::Unknown);
    /// assert_eq!(solver.reason_unknown(), Some(&Reason::Steps));
    /// ```
    pub fn set_step_limit(&mut self, steps: u64) {
        let set = self.session.set("rlimit-per", &steps.to_string());
        debug_assert_eq!(set, Ok(()), "an option of every session");
    }

    /// Queries end when the process has so many megabytes. Zero is no limit.
    ///
    /// ```
    /// let mut solver = sinew::Solver::new();
    /// solver.set_memory_limit(4096);
    /// ```
    pub fn set_memory_limit(&mut self, megabytes: u64) {
        let set = self.session.set("memory", &megabytes.to_string());
        debug_assert_eq!(set, Ok(()), "an option of every session");
    }

    /// What cancels queries from another thread.
    ///
    /// ```
    /// use sinew::{Reason, SatResult, Solver, ast::String};
    /// let mut solver = Solver::new();
    /// solver.assert(String::new_const("x").length().eq(3));
    /// let handle = solver.cancel_handle();
    /// std::thread::spawn(move || handle.cancel()).join().unwrap();
    /// assert_eq!(solver.check(), SatResult::Unknown);
    /// assert_eq!(solver.reason_unknown(), Some(&Reason::Cancelled));
    /// assert_eq!(solver.check(), SatResult::Sat);
    /// ```
    #[must_use]
    pub fn cancel_handle(&self) -> CancelHandle {
        self.session.cancel_handle()
    }

    /// Asserts a formula. One that is no term ([`Ast::error`](super::ast::Ast::error)) is not
    /// forgotten: until its level is popped, answers are `Unsat` or `Unknown`, with
    /// [`Reason::Rejected`].
    ///
    /// ```
    /// use sinew::{SatResult, Solver, ast::Int};
    /// let n = Int::new_const("n");
    /// let mut solver = Solver::new();
    /// solver.assert(n.gt(3));
    /// solver.assert(n.lt(4));
    /// assert_eq!(solver.check(), SatResult::Unsat);
    /// ```
    pub fn assert(&mut self, formula: impl Into<Bool>) {
        self.add(formula.into(), None);
    }

    /// Asserts a formula, which cores name by this Boolean constant.
    ///
    /// ```
    /// use sinew::{SatResult, Solver, ast::{Bool, Int}};
    /// let (n, low, high) = (Int::new_const("n"), Bool::new_const("low"), Bool::new_const("high"));
    /// let mut solver = Solver::new();
    /// solver.assert_and_track(n.gt(5), &low);
    /// solver.assert_and_track(n.lt(3), &high);
    /// solver.assert_and_track(n.ne(4), &Bool::new_const("other"));
    /// assert_eq!(solver.check(), SatResult::Unsat);
    /// let core: Vec<_> = solver.get_unsat_core().iter().map(|p| p.to_string()).collect();
    /// assert_eq!(core, ["low", "high"]);
    /// ```
    pub fn assert_and_track(&mut self, formula: impl Into<Bool>, track: &Bool) {
        self.add(track.implies(formula), Some(track.clone()));
    }

    fn add(&mut self, formula: Bool, track: Option<Bool>) {
        self.latest = None;
        // What is no term is found again when there is something to answer.
        if let Ok(term) = import(self.session.terms_mut(), &formula.0) {
            self.session.assert_term(term);
        }
        if let Some(level) = self.levels.last_mut() {
            level.assertions.push((formula, track));
        }
    }

    /// Opens a level.
    ///
    /// ```
    /// use sinew::{SatResult, Solver, ast::Int};
    /// let n = Int::new_const("n");
    /// let mut solver = Solver::new();
    /// solver.push();
    /// solver.assert(n.ne(&n));
    /// assert_eq!(solver.check(), SatResult::Unsat);
    /// solver.pop(1);
    /// assert_eq!(solver.check(), SatResult::Sat);
    /// ```
    pub fn push(&mut self) {
        self.latest = None;
        self.levels.push(Level::default());
        self.session.push_level();
    }

    /// Closes so many levels and forgets what was asserted there; at most all that are open.
    ///
    /// ```
    /// let mut solver = sinew::Solver::new();
    /// solver.push();
    /// solver.push();
    /// solver.pop(2);
    /// assert_eq!(solver.level(), 0);
    /// ```
    pub fn pop(&mut self, count: usize) {
        self.latest = None;
        let count = count.min(self.levels.len() - 1);
        self.levels.truncate(self.levels.len() - count);
        self.session
            .pop_levels(u32::try_from(count).unwrap_or(u32::MAX));
    }

    /// How many levels are open.
    ///
    /// ```
    /// let mut solver = sinew::Solver::new();
    /// solver.push();
    /// assert_eq!(solver.level(), 1);
    /// ```
    #[must_use]
    pub fn level(&self) -> usize {
        self.levels.len() - 1
    }

    /// Forgets all assertions and levels. Options stay.
    ///
    /// ```
    /// use sinew::{SatResult, Solver, ast::Int};
    /// let n = Int::new_const("n");
    /// let mut solver = Solver::new();
    /// solver.assert(n.ne(&n));
    /// solver.reset();
    /// assert_eq!(solver.check(), SatResult::Sat);
    /// ```
    pub fn reset(&mut self) {
        self.latest = None;
        self.levels = vec![Level::default()];
        self.session.renew();
    }

    /// What is asserted.
    ///
    /// ```
    /// use sinew::{Solver, ast::Int};
    /// let mut solver = Solver::new();
    /// solver.assert(Int::new_const("n").gt(3));
    /// assert_eq!(solver.assertions().next().unwrap().to_string(), "(> n 3)");
    /// ```
    pub fn assertions(&self) -> impl Iterator<Item = &Bool> {
        self.all().map(|(formula, _)| formula)
    }

    fn all(&self) -> impl Iterator<Item = &(Bool, Option<Bool>)> {
        self.levels.iter().flat_map(|level| &level.assertions)
    }

    /// Whether the assertions have a model.
    ///
    /// ```
    /// use sinew::{SatResult, Solver, ast::Int};
    /// let n = Int::new_const("n");
    /// let mut solver = Solver::new();
    /// solver.assert((&n * 2).eq(7));
    /// assert_eq!(solver.check(), SatResult::Unsat);
    /// ```
    pub fn check(&mut self) -> SatResult {
        self.check_assumptions(&[])
    }

    /// Whether the assertions have a model in which the assumptions hold as well.
    ///
    /// ```
    /// use sinew::{SatResult, Solver, ast::{Bool, String}};
    /// let x = String::new_const("x");
    /// let (short, long) = (x.length().lt(3), x.length().gt(5));
    /// let mut solver = Solver::new();
    /// assert_eq!(solver.check_assumptions(&[short.clone(), long]), SatResult::Unsat);
    /// assert_eq!(solver.get_unsat_core().len(), 2);
    /// assert_eq!(solver.check_assumptions(&[short]), SatResult::Sat);
    /// ```
    pub fn check_assumptions(&mut self, assumptions: &[Bool]) -> SatResult {
        self.sweep();
        let tracked = self.all().filter_map(|(_, track)| track.clone());
        let assumed: Vec<Bool> = tracked.chain(assumptions.iter().cloned()).collect();
        let (mut terms, mut error) = (Vec::new(), self.rejected());
        for assumption in &assumed {
            match import(self.session.terms_mut(), &assumption.0) {
                Ok(term) => terms.push((assumption, term)),
                Err(why) => error = error.or(Some(why)),
            }
        }
        let queried: Vec<Term> = terms.iter().map(|&(_, term)| term).collect();
        let asserted = self.session.assertion_count();
        let answer = match (self.session.query(&queried), error) {
            (Some(Outcome::Unsat(core)), _) => {
                let failed = core
                    .iter()
                    .filter_map(|member| member.checked_sub(asserted));
                Answer::Unsat(failed.map(|at| terms[at].0.clone()).collect())
            }
            (_, Some(error)) => Answer::Unknown(Reason::Rejected(error)),
            (Some(Outcome::Sat(witness)), None) => {
                let model = witness.model().clone();
                Answer::Sat(Box::new(Model::new(self.session.terms(), &model)))
            }
            (Some(Outcome::Unknown(why)), None) => Answer::Unknown(why.into()),
            (None, None) => Answer::Unknown(Reason::Incomplete("no answer".to_owned())),
        };
        let result = match &answer {
            Answer::Sat(_) => SatResult::Sat,
            Answer::Unsat(_) => SatResult::Unsat,
            Answer::Unknown(_) => SatResult::Unknown,
        };
        self.latest = Some(answer);
        result
    }

    /// The first assertion that is no term.
    fn rejected(&mut self) -> Option<Error> {
        // Only what is broken was not asserted.
        if self.session.assertion_count() == self.all().count() {
            return None;
        }
        let store = self.session.terms_mut();
        let levels = self.levels.iter().flat_map(|level| &level.assertions);
        levels
            .filter_map(|(formula, _)| import(store, &formula.0).err())
            .next()
    }

    /// Begins with a new store when the old one has many terms: a solver that lives long sees many
    /// that are never used again.
    fn sweep(&mut self) {
        if self.session.terms().term_count() < SWEEP_AT {
            return;
        }
        self.session.renew();
        for (at, level) in self.levels.iter().enumerate() {
            if at > 0 {
                self.session.push_level();
            }
            for (formula, _) in &level.assertions {
                if let Ok(term) = import(self.session.terms_mut(), &formula.0) {
                    self.session.assert_term(term);
                }
            }
        }
    }

    /// The model, if the latest answer was `Sat`.
    ///
    /// ```
    /// use sinew::{SatResult, Solver, ast::Int};
    /// let n = Int::new_const("n");
    /// let mut solver = Solver::new();
    /// solver.assert((&n * 2).eq(8));
    /// assert_eq!(solver.check(), SatResult::Sat);
    /// assert_eq!(solver.get_model().unwrap().value(&n).unwrap().to_i64(), Some(4));
    /// ```
    #[must_use]
    pub fn get_model(&self) -> Option<&Model> {
        match &self.latest {
            Some(Answer::Sat(model)) => Some(model),
            _ => None,
        }
    }

    /// The tracked constants and assumptions that cannot hold together, if the latest answer was
    /// `Unsat`; otherwise none. With the option `minimize-unsat-cores` none can be left out.
    ///
    /// ```
    /// use sinew::{SatResult, Solver, ast::Int};
    /// let n = Int::new_const("n");
    /// let mut solver = Solver::new();
    /// let assumptions = [n.gt(5), n.lt(3), n.ne(4)];
    /// assert_eq!(solver.check_assumptions(&assumptions), SatResult::Unsat);
    /// assert_eq!(solver.get_unsat_core().len(), 2);
    /// ```
    #[must_use]
    pub fn get_unsat_core(&self) -> &[Bool] {
        match &self.latest {
            Some(Answer::Unsat(core)) => core,
            _ => &[],
        }
    }

    /// What vouches for the latest answer: a checked model or proof, or one with rules that are taken on
    /// trust. With the option `require-proof`, an answer `Unsat` is given only if it is `Checked`.
    ///
    /// ```
    /// use sinew::{Certificate, Solver, ast::String};
    /// let mut solver = Solver::new();
    /// solver.assert(String::new_const("x").length().eq(2));
    /// solver.check();
    /// assert_eq!(solver.certificate(), Some(&Certificate::Checked));
    /// ```
    #[must_use]
    pub fn certificate(&self) -> Option<&Certificate> {
        match &self.latest {
            Some(Answer::Sat(_) | Answer::Unsat(_)) => self.session.certificate(),
            _ => None,
        }
    }

    /// A proof that the assertions have no model, if the latest answer was `Unsat`: text in CPC, the
    /// calculus of cvc5, from the assertions as [`Solver::to_smt2`] prints them. It is made when it is
    /// asked for, under the limits of a query; the error says why there is none.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// let x = String::new_const("x");
    /// let mut solver = Solver::new();
    /// solver.assert(x.eq("abc") & x.length().lt(3));
    /// solver.check();
    /// assert!(solver.get_proof().unwrap().contains(":rule"));
    /// ```
    pub fn get_proof(&mut self) -> Result<String, String> {
        match &self.latest {
            Some(Answer::Unsat(_)) => self.session.proof(),
            _ => Err("the latest answer is not `Unsat`".to_owned()),
        }
    }

    /// Why the latest answer was `Unknown`.
    ///
    /// ```
    /// use sinew::{Reason, Solver, ast::Int};
    /// let cube = |name| Int::new_const(name) * Int::new_const(name) * Int::new_const(name);
    /// let mut solver = Solver::new();
    /// solver.assert((cube("a") + cube("b") + cube("c")).eq(114));
    /// solver.set_step_limit(100);
    /// solver.check();
    /// assert_eq!(solver.reason_unknown(), Some(&Reason::Steps));
    /// ```
    #[must_use]
    pub fn reason_unknown(&self) -> Option<&Reason> {
        match &self.latest {
            Some(Answer::Unknown(reason)) => Some(reason),
            _ => None,
        }
    }

    /// Why the latest answer was `Unknown`, as text.
    ///
    /// ```
    /// use sinew::{Solver, ast::Int};
    /// let n = Int::new_const("n");
    /// let mut solver = Solver::new();
    /// solver.assert((&n * &n * &n).eq(&n + 114));
    /// solver.set_step_limit(1);
    /// solver.check();
    /// assert_eq!(solver.get_reason_unknown().as_deref(), Some("resourceout"));
    /// ```
    #[must_use]
    pub fn get_reason_unknown(&self) -> Option<String> {
        self.reason_unknown().map(Reason::to_string)
    }

    /// The term in the normal form that solving begins with, under the limits of a query; where they
    /// end it, or it is no term, as it is. A ground term becomes its value, unless that depends on
    /// division by zero.
    ///
    /// ```
    /// use sinew::{Solver, ast::{Ast, String}};
    /// let x = String::new_const("x");
    /// let term = (&x + "a" + "b").length().gt(String::from("12").to_int());
    /// assert_eq!(Solver::new().simplify(&term).to_string(), "(>= (str.len x) 11)");
    /// ```
    pub fn simplify<T: Ast>(&mut self, term: &T) -> T {
        match import(self.session.terms_mut(), term.node()) {
            Ok(imported) => {
                let simplified = self.session.simplified(imported);
                T::wrap(export(self.session.terms(), simplified))
            }
            Err(_) => term.clone(),
        }
    }

    /// What was done so far: names and counts.
    ///
    /// ```
    /// let mut solver = sinew::Solver::new();
    /// solver.check();
    /// assert!(solver.get_statistics().contains(&("queries".to_owned(), 1)));
    /// ```
    #[must_use]
    pub fn get_statistics(&self) -> Vec<(String, u64)> {
        self.session.counters()
    }

    /// The assertions as an SMT-LIB script. What is no term is a comment.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// let mut solver = Solver::new();
    /// solver.assert(String::new_const("x").eq("a"));
    /// assert_eq!(solver.to_smt2(), "(declare-fun x () String)\n(assert (= x \"a\"))\n(check-sat)\n");
    /// ```
    #[must_use]
    pub fn to_smt2(&self) -> String {
        let mut store = sinew_term::TermStore::new();
        let (mut terms, mut body) = (Vec::new(), String::new());
        for (formula, _) in self.all() {
            match import(&mut store, &formula.0) {
                Ok(term) => {
                    terms.push(term);
                    body += &format!("(assert {})\n", print_term(&store, term));
                }
                Err(error) => body += &format!("; rejected: {error}\n"),
            }
        }
        for (_, track) in self.all() {
            if let Some(Head::Symbol(symbol)) = track.as_ref().map(|track| track.0.head()) {
                body += &format!("(assert {})\n", print_symbol(&symbol.name));
            }
        }
        declarations(&store, &terms) + &body + "(check-sat)\n"
    }
}

/// Declarations of the sorts and symbols in these terms.
fn declarations(store: &sinew_term::TermStore, terms: &[Term]) -> String {
    let (mut sorts, mut text) = (Vec::new(), String::new());
    let mut functions = Vec::new();
    for term in postorder_all(store, terms) {
        if let Op::Apply(fun) = store.op(term)
            && !functions.contains(&fun)
        {
            functions.push(fun);
        }
    }
    for &fun in &functions {
        let decl = store.fun(fun);
        for &sort in decl.params.iter().chain([&decl.result]) {
            if matches!(sort, sinew_term::Sort::User(_)) && !sorts.contains(&sort) {
                sorts.push(sort);
                text += &format!(
                    "(declare-sort {} 0)\n",
                    print_symbol(&store.sort_name(sort))
                );
            }
        }
        let params: Vec<String> = decl
            .params
            .iter()
            .map(|&sort| store.sort_name(sort))
            .collect();
        let (name, result) = (
            print_symbol(store.fun_name(fun)),
            store.sort_name(decl.result),
        );
        text += &format!("(declare-fun {name} ({}) {result})\n", params.join(" "));
    }
    text
}
