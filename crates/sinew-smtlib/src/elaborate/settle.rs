//! Names of bound variables in finished terms.
//!
//! Inside a term a variable and a constant of the same name are different things; in text they
//! are not. A settled term has no variable that shares its name with anything else in the term,
//! so it prints without renaming and reads back to itself.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_term::{Op, Substitution, Term, TermMap, TermStore, postorder, rebuild_bottom_up};

/// Whether `var` occurs free in `term`.
pub(crate) fn occurs_free(store: &mut TermStore, term: Term, var: Term) -> bool {
    if !store.mentions_variables(term) {
        return false;
    }
    let probe = store.var("\0probe", store.sort(var));
    let mut substitution = Substitution::new();
    substitution.insert(var, probe);
    substitution.apply(store, term) != term
}

/// Whether `var`, which no quantifier in `term` binds, cannot be called `name` in it: because
/// that occurs free, or is bound around an occurrence of `var`.
pub(super) fn collides(store: &mut TermStore, term: Term, var: Term, name: Term) -> bool {
    if occurs_free(store, term, name) {
        return true;
    }
    let mut with_var: FxHashSet<Term> = FxHashSet::default();
    for t in postorder(store, term) {
        let args = store.args(t);
        if t == var || args.iter().any(|arg| with_var.contains(arg)) {
            with_var.insert(t);
            let bound = store.quantifier_parts(t).map_or(&[][..], |parts| parts.0);
            if bound.contains(&name) {
                return true;
            }
        }
    }
    false
}

/// `term` with `name` for `var`, given that they do not collide.
pub(super) fn rename(store: &mut TermStore, term: Term, var: Term, name: Term) -> Term {
    let mut cache = TermMap::new();
    cache.insert(var, name);
    rebuild_bottom_up(store, term, &mut cache, |_, t| t)
}

/// Whether any variable occurs free in `term`.
pub(crate) fn has_free_variables(store: &mut TermStore, term: Term) -> bool {
    if !store.mentions_variables(term) {
        return false;
    }
    if !store.mentions_quantifiers(term) {
        return true;
    }
    let variables: Vec<Term> = postorder(store, term)
        .into_iter()
        .filter(|&t| matches!(store.op(t), Op::Var(_)))
        .collect();
    variables
        .into_iter()
        .any(|var| occurs_free(store, term, var))
}

/// The variables of `term` that share their name with something else in it, and all names in use.
pub(crate) fn clashes<'a>(store: &'a TermStore, order: &[Term]) -> (Vec<Term>, FxHashSet<&'a str>) {
    let mut names: FxHashSet<&str> = FxHashSet::default();
    let mut variables: FxHashMap<&str, Vec<Term>> = FxHashMap::default();
    for &term in order {
        match store.op(term) {
            Op::Var(id) => variables.entry(store.var_name(id)).or_default().push(term),
            Op::Apply(fun) => {
                names.insert(store.fun_name(fun));
            }
            op @ (Op::RePow(_) | Op::ReLoop(..) | Op::Divisible(_)) => {
                names.insert(op.name());
            }
            op if Op::TABLE.iter().any(|row| row.op == op) => {
                names.insert(op.name());
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    for (name, vars) in &variables {
        // Of several variables of one name, the oldest keeps it.
        let skip = usize::from(!names.contains(name));
        let mut vars = vars.clone();
        vars.sort_unstable();
        found.extend_from_slice(&vars[skip..]);
    }
    found.sort_unstable();
    names.extend(variables.keys());
    (found, names)
}

/// A name like `base!1` that is not among `names`.
pub(crate) fn fresh_name(
    base: &str,
    names: &FxHashSet<&str>,
    chosen: &FxHashSet<String>,
) -> String {
    let mut k = 1u32;
    loop {
        let name = format!("{base}!{k}");
        if !names.contains(name.as_str()) && !chosen.contains(&name) {
            return name;
        }
        k += 1;
    }
}

/// The closed term with bound variables renamed where their names clash.
pub(crate) fn settle(store: &mut TermStore, term: Term) -> Term {
    if !store.mentions_quantifiers(term) {
        return term;
    }
    let order = postorder(store, term);
    let mut renames: Vec<(Term, String)> = Vec::new();
    let (clashing, names) = clashes(store, &order);
    let mut chosen: FxHashSet<String> = FxHashSet::default();
    for &var in &clashing {
        if let Op::Var(id) = store.op(var) {
            let name = fresh_name(store.var_name(id), &names, &chosen);
            chosen.insert(name.clone());
            renames.push((var, name));
        }
    }
    if renames.is_empty() {
        return term;
    }
    let mut cache = TermMap::new();
    for (var, name) in renames {
        let renamed = store.var(&name, store.sort(var));
        cache.insert(var, renamed);
    }
    rebuild_bottom_up(store, term, &mut cache, |_, t| t)
}
