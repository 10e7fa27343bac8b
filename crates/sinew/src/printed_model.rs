//! Models as solvers print them: a list of definitions.

use std::collections::BTreeMap;

use sinew_semantics::{Interpretation, Model, Value};
use sinew_smtlib::Definition;
use sinew_term::{FunId, Op, Sort, SortId, Term, TermStore, postorder_all};

/// The names under which models say what division by zero is, as z3 does: `div0`, `mod0`, or if
/// the script has declared these, `div0!0` and so on.
pub(crate) const BY_ZERO: [&str; 2] = ["div0", "mod0"];

/// Which of [`BY_ZERO`] a function of a printed model is, if the script did not declare it.
fn by_zero(store: &TermStore, declared: &[FunId], fun: FunId) -> Option<usize> {
    let decl = store.fun(fun);
    let ints = decl.result == Sort::Int && decl.params.iter().all(|&sort| sort == Sort::Int);
    if !ints || !matches!(decl.params.len(), 1 | 2) || declared.contains(&fun) {
        return None;
    }
    let name = store.fun_name(fun);
    BY_ZERO.iter().position(|&base| {
        name.strip_prefix(base).is_some_and(|rest| {
            rest.is_empty()
                || rest
                    .strip_prefix('!')
                    .is_some_and(|n| n.parse::<u32>().is_ok())
        })
    })
}

/// The model that printed definitions make, of a script that declares these functions. Constants of
/// declared sorts that the definitions use without defining them are abstract values,
/// `(as @S!val!0 S)` or z3's `S!val!0`: different names are different elements.
#[must_use]
pub fn model_of_definitions(
    store: &TermStore,
    declared: &[FunId],
    definitions: Vec<Definition>,
) -> Model {
    let bodies: Vec<Term> = definitions
        .iter()
        .map(|definition| definition.body)
        .collect();
    let mut model = Model::new();
    let mut elements: BTreeMap<SortId, u64> = BTreeMap::new();
    for term in postorder_all(store, &bodies) {
        if let (Op::Apply(fun), Sort::User(sort)) = (store.op(term), store.sort(term))
            && store.args(term).is_empty()
            && !definitions.iter().any(|definition| definition.fun == fun)
        {
            let next = elements.entry(sort).or_default();
            model.set_constant(fun, Value::User(sort, *next));
            *next += 1;
        }
    }
    for (sort, count) in elements {
        model.set_universe(sort, count);
    }
    for Definition { fun, params, body } in definitions {
        match by_zero(store, declared, fun) {
            Some(0) => model.set_div0(Interpretation::Definition { params, body }),
            Some(_) => model.set_mod0(Interpretation::Definition { params, body }),
            None => model.set_function(fun, params, body),
        }
    }
    model
}
