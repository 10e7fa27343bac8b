//! The commands that ask about the latest answer: models, values, cores, assertions.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use sinew_semantics::{Interpretation, Model, NotDecided, Value};
use sinew_simplify::Simplifier;
use sinew_smtlib::{Definition, NTH_OUTSIDE, print_definition, print_symbol, print_term};
use sinew_term::{FunId, Sort, Term, TermStore};

use super::{Answer, Latest, Reply, Session, Written};
use crate::host::Host;
use crate::printed_model::BY_ZERO;
use crate::query::Outcome;
use crate::query::definitions::defined;
use crate::query::witness::evaluator;

impl Session {
    fn model(&self) -> Result<&Model, String> {
        if !self.options.produce_models {
            return Err("models are off: say (set-option :produce-models true) first".to_owned());
        }
        match &self.latest {
            Latest::Answer {
                outcome: Outcome::Sat(witness),
                ..
            } => Ok(witness.model()),
            Latest::Answer { .. } => {
                Err("there is no model: the latest answer was not `sat`".to_owned())
            }
            Latest::Refused(why) => Err(format!("there is no model: {why}")),
            Latest::Nothing => Err("there is no model: say (check-sat) first".to_owned()),
        }
    }

    pub(super) fn get_model(&mut self) -> Reply {
        let model = self.model()?.clone();
        let mut text = String::from("(\n");
        for fun in self.environment.declarations(&self.store) {
            // What the script defines it need not be told.
            if self.environment.definition(fun).is_some() {
                continue;
            }
            let definition = definition(&mut self.store, model.get(fun), fun);
            let _ = writeln!(text, "  {}", print_definition(&self.store, &definition));
        }
        for (base, meaning) in BY_ZERO.into_iter().zip([model.div0(), model.mod0()]) {
            if let Some(Interpretation::Table { entries, .. }) = meaning
                && !entries.is_empty()
            {
                let fun = self.undeclared(base);
                let definition = definition(&mut self.store, meaning, fun);
                let _ = writeln!(text, "  {}", print_definition(&self.store, &definition));
            }
        }
        let outside = [Sort::String, Sort::Int];
        let outside = self.store.declare(NTH_OUTSIDE, &outside, Sort::Int);
        if let Some(meaning) = model.get(outside)
            && self
                .environment
                .declared(&self.store, NTH_OUTSIDE)
                .is_none()
        {
            let definition = definition(&mut self.store, Some(meaning), outside);
            let _ = writeln!(text, "  {}", print_definition(&self.store, &definition));
        }
        text.push(')');
        Ok(Answer::Text(text))
    }

    /// A function from integers to integers whose name the script does not use.
    fn undeclared(&mut self, base: &str) -> FunId {
        let mut name = base.to_owned();
        let mut number = 0;
        while self.environment.declared(&self.store, &name).is_some() {
            name = format!("{base}!{number}");
            number += 1;
        }
        self.store.declare(&name, &[Sort::Int], Sort::Int)
    }

    /// The value of a ground term; of another, its normal form.
    pub(super) fn simplify(&mut self, term: Term, host: &mut dyn Host) -> Answer {
        let defined = defined(&self.environment.definitions());
        let values = self.evaluate(&defined, [term], host);
        let simplified = match values.into_iter().next() {
            Some(Ok(value)) => value.to_term(&mut self.store),
            _ => self.normal_form(term, host),
        };
        Answer::Text(print_term(&self.store, simplified))
    }

    /// The simplifier's normal form, or the term itself where limits end before.
    pub(super) fn normal_form(&mut self, term: Term, host: &mut dyn Host) -> Term {
        let budget = self.begin_query(host);
        let off = self.options.disabled();
        let mut simplifier = Simplifier::without(off).tuned(&self.options.tuning);
        let simplified = simplifier.simplify(&mut self.store, term, &budget);
        self.end_query(&budget, host);
        simplified.unwrap_or(term)
    }

    /// Z3's `eval`: the value of a term in the latest model, and nothing else.
    pub(super) fn eval_in_model(&mut self, term: Term, host: &mut dyn Host) -> Reply {
        let model = self.model()?.clone();
        match self.evaluate(&model, [term], host).into_iter().next() {
            Some(Ok(value)) => {
                let value = value.to_term(&mut self.store);
                Ok(Answer::Text(print_term(&self.store, value)))
            }
            Some(Err(undecided)) => Err(format!(
                "the term has no value here: {}",
                undecided.describe(&self.store)
            )),
            None => Err("the term has no value here".to_owned()),
        }
    }

    /// The values of terms in a model, under the limits that hold for a query.
    fn evaluate(
        &mut self,
        model: &Model,
        terms: impl IntoIterator<Item = Term>,
        host: &mut dyn Host,
    ) -> Vec<Result<Value, NotDecided>> {
        let budget = self.begin_query(host);
        let mut evaluator = evaluator(&self.store, model, u64::MAX, &budget);
        let values = terms.into_iter().map(|term| evaluator.eval(term)).collect();
        drop(evaluator);
        self.end_query(&budget, host);
        values
    }

    pub(super) fn get_value(&mut self, terms: &[Written], host: &mut dyn Host) -> Reply {
        let model = self.model()?.clone();
        let values = self.evaluate(&model, terms.iter().map(|(term, _)| *term), host);
        let mut pairs = Vec::with_capacity(terms.len());
        for ((_, written), value) in terms.iter().zip(values) {
            let value = value.map_err(|undecided| {
                format!(
                    "`{written}` has no value here: {}",
                    undecided.describe(&self.store)
                )
            })?;
            let value = value.to_term(&mut self.store);
            pairs.push(format!("({written} {})", print_term(&self.store, value)));
        }
        Ok(Answer::Text(format!("({})", pairs.join(" "))))
    }

    pub(super) fn get_assignment(&mut self, host: &mut dyn Host) -> Reply {
        if !self.options.produce_assignments {
            return Err(
                "assignments are off: say (set-option :produce-assignments true) first".to_owned(),
            );
        }
        let model = self.model()?.clone();
        let terms: Vec<Term> = self.named.iter().map(|(_, term, _)| *term).collect();
        let values = self.evaluate(&model, terms, host);
        let mut pairs = Vec::new();
        for ((name, ..), value) in self.named.iter().zip(values) {
            if let Ok(Value::Bool(value)) = value {
                pairs.push(format!("({} {value})", print_symbol(name)));
            }
        }
        Ok(Answer::Text(format!("({})", pairs.join(" "))))
    }

    fn unsat_part(&self) -> Result<(&[usize], &[Written]), String> {
        match &self.latest {
            Latest::Answer {
                outcome: Outcome::Unsat(core),
                assumptions,
                ..
            } => Ok((core, assumptions)),
            Latest::Answer { .. } => {
                Err("there is no core: the latest answer was not `unsat`".to_owned())
            }
            Latest::Refused(why) => Err(format!("there is no core: {why}")),
            Latest::Nothing => Err("there is no core: say (check-sat) first".to_owned()),
        }
    }

    pub(super) fn get_unsat_core(&self) -> Reply {
        if !(self.options.produce_unsat_cores || self.options.dump_unsat_cores) {
            return Err(
                "cores are off: say (set-option :produce-unsat-cores true) first".to_owned(),
            );
        }
        let (core, _) = self.unsat_part()?;
        let members: BTreeSet<usize> = core.iter().copied().collect();
        let full = self.options.print_unsat_cores_full;
        let shown = members.iter().filter_map(|&index| {
            let assertion = self.assertions.get(index)?;
            match &assertion.name {
                Some(name) => Some(print_symbol(name).into_owned()),
                None => full.then(|| print_term(&self.store, assertion.term)),
            }
        });
        let shown: Vec<String> = shown.collect();
        Ok(Answer::Text(format!("({})", shown.join(" "))))
    }

    pub(super) fn get_unsat_assumptions(&self) -> Reply {
        if !self.options.produce_unsat_assumptions {
            return Err(
                "unsat assumptions are off: say (set-option :produce-unsat-assumptions true) first"
                    .to_owned(),
            );
        }
        let (core, assumptions) = self.unsat_part()?;
        // Assumptions are numbered after the assertions.
        let first = self.assertions.len();
        let members: BTreeSet<usize> = core.iter().copied().collect();
        let written: Vec<&str> = members
            .iter()
            .filter_map(|index| assumptions.get(index.checked_sub(first)?))
            .map(|(_, written)| written.as_str())
            .collect();
        Ok(Answer::Text(format!("({})", written.join(" "))))
    }

    pub(super) fn get_assertions(&self) -> Reply {
        if !self.options.produce_assertions {
            return Err(
                "assertions are off: say (set-option :produce-assertions true) first".to_owned(),
            );
        }
        let mut text = String::from("(");
        for (index, assertion) in self.assertions.iter().enumerate() {
            let blank = if index == 0 { "" } else { "\n " };
            let term = print_term(&self.store, assertion.term);
            let _ = match &assertion.name {
                Some(name) => write!(text, "{blank}(! {term} :named {})", print_symbol(name)),
                None => write!(text, "{blank}{term}"),
            };
        }
        Ok(Answer::Text(text + ")"))
    }

    /// A proof of the latest `unsat`: in CPC; or the search's log, which the checker of `--check-proof` replays.
    pub(super) fn get_proof(&mut self, host: &mut dyn Host) -> Reply {
        if !self.options.produce_proofs && !self.options.dump_proofs {
            return Err("proofs are off: say (set-option :produce-proofs true) first".to_owned());
        }
        let (core, assumptions) = match &self.latest {
            Latest::Answer {
                outcome: Outcome::Unsat(core),
                assumptions,
                ..
            } => (core.clone(), assumptions.clone()),
            Latest::Answer { .. } => {
                return Err("there is no proof: the latest answer was not `unsat`".to_owned());
            }
            Latest::Refused(why) => return Err(format!("there is no proof: {why}")),
            Latest::Nothing => {
                return Err("there is no proof: say (check-sat) first".to_owned());
            }
        };
        if self.options.proof_format == "cpc" {
            return match self.proof_script(&core, &assumptions, host) {
                Ok(script) => Ok(Answer::Text(format!("(\n{script})"))),
                Err(why) => Err(format!("there is no proof: {why}")),
            };
        }
        match self.prove(&assumptions, host) {
            Ok(log) => Ok(Answer::Text(format!("(proof \"\n{log}\")"))),
            Err(why) => Err(format!(
                "there is no proof: the procedures that keep one did not find `unsat` again: {why}"
            )),
        }
    }
}

/// What a model says of `fun`, as a definition that can be printed.
fn definition(store: &mut TermStore, meaning: Option<&Interpretation>, fun: FunId) -> Definition {
    let decl = store.fun(fun).clone();
    let fresh: Vec<Term> = decl
        .params
        .iter()
        .enumerate()
        .map(|(i, &sort)| store.var(&format!("x!{i}"), sort))
        .collect();
    let (params, body) = match meaning {
        None => (fresh, Value::default_of(decl.result).to_term(store)),
        Some(Interpretation::Constant(value)) => (fresh, value.to_term(store)),
        Some(Interpretation::Definition { params, body }) => (params.clone(), *body),
        Some(Interpretation::Table { entries, default }) => {
            let mut body = default.to_term(store);
            for (key, value) in entries.iter().rev() {
                let conditions: Vec<Term> = fresh
                    .iter()
                    .zip(key)
                    .map(|(&param, value)| {
                        let value = value.to_term(store);
                        store.eq(param, value)
                    })
                    .collect();
                let condition = store.conjunction(&conditions);
                let value = value.to_term(store);
                body = store.ite(condition, value, body);
            }
            (fresh, body)
        }
    };
    Definition { fun, params, body }
}
