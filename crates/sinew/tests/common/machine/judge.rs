//! What a sequence has said so far, and what the reference semantics makes of it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use sinew::printed_model::model_of_definitions;
use sinew_semantics::{Evaluator, Limits, Model, Value, Verdict, check};
use sinew_smtlib::{Environment, parse_model, parse_script, parse_term};
use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

use super::Lost;
use crate::random::short_model_of;

/// A formula.
#[derive(Clone, Debug)]
pub(super) struct Stated {
    pub(super) text: String,
    term: Term,
    name: Option<String>,
    /// What it is in the planted model, if the semantics can tell.
    pub(super) planted: Option<bool>,
}

#[derive(Default)]
struct Scope {
    declarations: Vec<String>,
    assertions: Vec<Stated>,
    /// How many commands were rejected.
    lost: usize,
}

impl Stated {
    pub(super) fn is_named(&self) -> bool {
        self.name.is_some()
    }
}

/// Scopes, terms and the planted model.
pub(super) struct Judge {
    store: TermStore,
    environment: Environment,
    planted: Model,
    scopes: Vec<Scope>,
    lost_all: bool,
    /// Declarations were lost that nothing but a reset brings back.
    lost_for_good: bool,
}

/// Steps of evaluating a formula in the planted model.
const STEPS: u64 = 200_000;

impl Judge {
    /// Nothing has been said; whether declarations are global.
    pub(super) fn new(global: bool) -> Judge {
        let mut environment = Environment::new();
        environment.global_declarations = global;
        Judge {
            store: TermStore::new(),
            environment,
            planted: Model::new().with_defaults(),
            scopes: vec![Scope::default()],
            lost_all: false,
            lost_for_good: false,
        }
    }

    fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("one is open")
    }

    /// Where declarations are kept.
    fn declaring(&mut self) -> &mut Scope {
        match self.environment.global_declarations {
            true => self.scopes.first_mut().expect("one is open"),
            false => self.scope(),
        }
    }

    /// Declares something; `false` if that cannot be.
    pub(super) fn declare(&mut self, text: &str, planted: &str) -> bool {
        if parse_script(&mut self.store, &mut self.environment, text).is_err() {
            return false;
        }
        let model = format!("({planted})");
        let definitions = parse_model(&mut self.store, &self.environment, &model);
        for definition in definitions.expect("a planted definition is well-formed") {
            let (fun, params) = (definition.fun, definition.params);
            match (&params[..], Value::of_literal(&self.store, definition.body)) {
                ([], Some(value)) => self.planted.set_constant(fun, value),
                _ => self.planted.set_function(fun, params, definition.body),
            }
        }
        self.declaring().declarations.push(text.to_owned());
        true
    }

    /// Defines something; the planted model has it as it is defined.
    pub(super) fn define(&mut self, text: &str) -> bool {
        if parse_script(&mut self.store, &mut self.environment, text).is_err() {
            return false;
        }
        for definition in self.environment.definitions() {
            let (params, body) = (definition.params.clone(), definition.body);
            self.planted.set_function(definition.fun, params, body);
        }
        self.declaring().declarations.push(text.to_owned());
        true
    }

    fn state(&mut self, text: &str, name: Option<&str>) -> Option<Stated> {
        let term = parse_term(&mut self.store, &self.environment, text).ok()?;
        if self.store.sort(term) != Sort::Bool {
            return None;
        }
        let limits = Limits {
            steps: STEPS,
            recursion_depth: 200,
            ..Limits::default()
        };
        let mut evaluator = Evaluator::with_limits(&self.store, &self.planted, limits);
        let planted = match evaluator.eval(term) {
            Ok(Value::Bool(value)) => Some(value),
            _ => None,
        };
        Some(Stated {
            text: text.to_owned(),
            term,
            name: name.map(str::to_owned),
            planted,
        })
    }

    /// What a formula is in the planted model, if it is one here and the semantics can tell.
    pub(super) fn truth(&mut self, text: &str) -> Option<Option<bool>> {
        self.state(text, None).map(|stated| stated.planted)
    }

    pub(super) fn is_declared(&self, name: &str) -> bool {
        self.environment.declared(&self.store, name).is_some()
    }

    /// Whether the name is declared with another sort.
    pub(super) fn is_taken(&self, name: &str, sort: &str) -> bool {
        let fun = self.environment.declared(&self.store, name);
        fun.is_some_and(|fun| self.store.sort_name(self.store.fun(fun).result) != sort)
    }

    pub(super) fn assert(&mut self, text: &str, name: Option<&str>) -> bool {
        let Some(stated) = self.state(text, name) else {
            return false;
        };
        self.scope().assertions.push(stated);
        true
    }

    /// The assumptions, if all of them are formulas here.
    pub(super) fn assume(&mut self, texts: &[String]) -> Option<Vec<Stated>> {
        texts.iter().map(|text| self.state(text, None)).collect()
    }

    pub(super) fn push(&mut self, count: usize) {
        self.environment.push(count as u32);
        self.scopes.extend((0..count).map(|_| Scope::default()));
    }

    pub(super) fn pop(&mut self, count: usize) -> bool {
        if count >= self.scopes.len() {
            return false;
        }
        self.environment.pop(count as u32);
        self.scopes.truncate(self.scopes.len() - count);
        true
    }

    pub(super) fn reset_assertions(&mut self) {
        self.environment.reset_assertions();
        let mut bottom = Scope::default();
        if self.environment.global_declarations {
            bottom.declarations = std::mem::take(&mut self.declaring().declarations);
        }
        self.scopes = vec![bottom];
        self.lost_all = false;
    }

    /// Options are as they were when the session began, but for those of its arguments.
    pub(super) fn reset(&mut self) {
        let global = self.environment.global_declarations;
        self.environment = Environment::new();
        self.environment.global_declarations = global;
        self.scopes = vec![Scope::default()];
        self.lost_all = false;
        self.lost_for_good = false;
    }

    pub(super) fn lose(&mut self, lost: Lost) {
        match lost {
            Lost::Nothing => {}
            Lost::Declaration if self.environment.global_declarations => self.lost_for_good = true,
            Lost::Part | Lost::Declaration => self.scope().lost += 1,
            Lost::All => self.lost_all = true,
        }
    }

    pub(super) fn lost(&self) -> Lost {
        match self.lost_for_good || self.scopes.iter().any(|scope| scope.lost > 0) {
            _ if self.lost_all => Lost::All,
            true => Lost::Part,
            false => Lost::Nothing,
        }
    }

    pub(super) fn assertions(&self) -> impl Iterator<Item = &Stated> {
        self.scopes.iter().flat_map(|scope| &scope.assertions)
    }

    /// How many scopes are open.
    pub(super) fn level(&self) -> usize {
        self.scopes.len() - 1
    }

    /// All declarations that hold.
    pub(super) fn declarations(&self) -> String {
        let all = self.scopes.iter().flat_map(|scope| &scope.declarations);
        all.map(String::as_str).collect()
    }

    /// Reads a printed model and checks it on all that is asserted and assumed.
    pub(super) fn check_model(&mut self, text: &str, assumed: &[Stated]) -> Result<(), String> {
        let mut definitions = parse_model(&mut self.store, &self.environment, text)
            .map_err(|error| format!("{error}\n{text}"))?;
        definitions.extend(self.environment.definitions().into_iter().cloned());
        let declared = self.environment.declarations(&self.store);
        let model = model_of_definitions(&self.store, &declared, definitions).with_defaults();
        for stated in self.assertions().chain(assumed) {
            if let Verdict::Falsified { .. } = check(&self.store, &model, &[stated.term]) {
                return Err(format!("{}\n{text}", stated.text));
            }
        }
        Ok(())
    }

    /// Short words that satisfy all, if there are few symbols and none but strings and integers.
    pub(super) fn short_model(&self, all: &[&Stated]) -> Option<String> {
        let terms: Vec<Term> = all.iter().map(|stated| stated.term).collect();
        let (mut strings, mut integers) = (0, 0);
        for term in postorder_all(&self.store, &terms) {
            match self.store.op(term) {
                Op::Forall(_) | Op::Exists(_) => return None,
                Op::Apply(_) if !self.store.args(term).is_empty() => return None,
                Op::Apply(_) if self.store.sort(term) == Sort::String => strings += 1,
                Op::Apply(_) if self.store.sort(term) == Sort::Int => integers += 1,
                Op::Apply(_) => return None,
                _ => {}
            }
        }
        if 2 * strings + integers > 5 || !self.environment.definitions().is_empty() {
            return None;
        }
        // Evaluation of huge numbers may be refused, and is no concern here.
        catch_unwind(AssertUnwindSafe(|| short_model_of(&self.store, &terms))).ok()?
    }

    /// What core and unsat assumptions blame, and the assertions without a name.
    pub(super) fn blamed<'a>(
        &'a self,
        core: &str,
        failed: &str,
        assumed: &'a [Stated],
    ) -> Option<Vec<&'a Stated>> {
        let core = core.strip_prefix('(')?.strip_suffix(')')?;
        let mut names: Vec<&str> = core.split_whitespace().collect();
        let mut rest = failed.strip_prefix('(')?.strip_suffix(')')?.trim_start();
        let mut blamed: Vec<&Stated> = Vec::new();
        for stated in self.assertions() {
            let Some(name) = stated.name.as_deref() else {
                blamed.push(stated);
                continue;
            };
            if let Some(place) = names.iter().position(|&listed| listed == name) {
                names.swap_remove(place);
                blamed.push(stated);
            }
        }
        // They are printed as they were written, in their order.
        for stated in assumed {
            if let Some(others) = rest.strip_prefix(stated.text.as_str())
                && (others.is_empty() || others.starts_with(' '))
            {
                blamed.push(stated);
                rest = others.trim_start();
            }
        }
        (names.is_empty() && rest.is_empty()).then_some(blamed)
    }
}
