//! Simultaneous, capture-avoiding substitution of terms for constants and variables.
//!
//! Binders are entered with a substitution of their own, so the walk keeps a stack of scopes
//! instead of recursing. A bound variable is renamed only when leaving it would capture a
//! variable of an inserted term; the new name depends on nothing but the terms at hand.

use rustc_hash::FxHashMap;

use crate::op::Op;
use crate::store::{Term, TermStore};
use crate::walk::postorder_all;

/// What is put in place of what.
///
/// ```
/// use sinew_term::{Sort, Substitution, TermStore};
/// let mut store = TermStore::new();
/// let (x, y) = (store.constant("x", Sort::Int), store.constant("y", Sort::Int));
/// let sum = store.add(&[x, y]);
/// let mut swap = Substitution::new();
/// swap.insert(x, y);
/// swap.insert(y, x);
/// let swapped = swap.apply(&mut store, sum);
/// assert_eq!(swapped, store.add(&[y, x]), "all replacements happen at once");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    map: FxHashMap<Term, Term>,
}

/// One binder's view: the substitution valid inside it, and what it has done so far.
struct Scope {
    map: FxHashMap<Term, Term>,
    cache: FxHashMap<Term, Term>,
    /// Whether some inserted term mentions variables, so that capture is possible.
    may_capture: bool,
    /// Whether some replaced term is a declared symbol; otherwise terms without variables stay.
    touches_symbols: bool,
}

enum Step {
    Enter(Term, usize),
    Exit(Term, usize),
    ExitBinder {
        term: Term,
        outer: usize,
        inner: usize,
    },
}

impl Substitution {
    /// The substitution that changes nothing.
    #[must_use]
    pub fn new() -> Substitution {
        Substitution::default()
    }

    /// Puts `to` in place of `from`, which must be a constant or a variable of the same sort.
    pub fn insert(&mut self, from: Term, to: Term) {
        self.map.insert(from, to);
    }

    /// What stands for `term`, if it is replaced.
    #[must_use]
    pub fn get(&self, term: Term) -> Option<Term> {
        self.map.get(&term).copied()
    }

    /// Whether nothing is replaced.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// `term` with all replacements made.
    pub fn apply(&self, store: &mut TermStore, term: Term) -> Term {
        if self.map.is_empty() {
            return term;
        }
        let mut scopes = vec![Scope::new(store, self.map.clone())];
        let mut stack = vec![Step::Enter(term, 0)];
        while let Some(step) = stack.pop() {
            match step {
                Step::Enter(term, scope) => enter(store, &mut scopes, &mut stack, term, scope),
                Step::Exit(term, scope) => {
                    let result = scopes[scope].rebuilt(store, term);
                    scopes[scope].cache.insert(term, result);
                }
                Step::ExitBinder { term, outer, inner } => {
                    let result = scopes[inner].rebuilt(store, term);
                    scopes[outer].cache.insert(term, result);
                    // Scopes nest like the stack does, so the inner one is the last.
                    scopes.truncate(inner);
                }
            }
        }
        scopes[0].cache[&term]
    }
}

fn enter(
    store: &mut TermStore,
    scopes: &mut Vec<Scope>,
    stack: &mut Vec<Step>,
    term: Term,
    at: usize,
) {
    let scope = &mut scopes[at];
    if scope.cache.contains_key(&term) {
        return;
    }
    if let Some(&to) = scope.map.get(&term) {
        scope.cache.insert(term, to);
        return;
    }
    let unaffected = store.is_ground(term)
        || (!scope.touches_symbols && !store.mentions_variables(term))
        || store.args(term).is_empty();
    if unaffected {
        scope.cache.insert(term, term);
    } else if store.op(term).is_binder() {
        // A binder needs its whole scope at once: finish what is on the stack inside it first.
        let inner = scope.under_binder(store, term);
        scopes.push(inner);
        let inner = scopes.len() - 1;
        stack.push(Step::ExitBinder {
            term,
            outer: at,
            inner,
        });
        stack.extend(store.args(term).iter().map(|&arg| Step::Enter(arg, inner)));
    } else {
        stack.push(Step::Exit(term, at));
        stack.extend(store.args(term).iter().map(|&arg| Step::Enter(arg, at)));
    }
}

impl Scope {
    fn new(store: &TermStore, map: FxHashMap<Term, Term>) -> Scope {
        let may_capture = map.values().any(|&to| store.mentions_variables(to));
        let touches_symbols = map
            .keys()
            .any(|&from| !matches!(store.op(from), Op::Var(_)));
        Scope {
            map,
            cache: FxHashMap::default(),
            may_capture,
            touches_symbols,
        }
    }

    fn rebuilt(&self, store: &mut TermStore, term: Term) -> Term {
        let args: Vec<Term> = store.args(term).iter().map(|arg| self.cache[arg]).collect();
        store.mk(store.op(term), &args)
    }

    /// The scope inside the quantifier `term`: its variables hide replacements of the same
    /// variables, and those that would capture are renamed.
    fn under_binder(&self, store: &mut TermStore, term: Term) -> Scope {
        let (vars, body, _) = store.quantifier_parts(term).expect("a binder");
        let vars = vars.to_vec();
        let mut map = self.map.clone();
        for var in &vars {
            map.remove(var);
        }
        if self.may_capture {
            let mut inserted: Vec<Term> = map.values().copied().collect();
            inserted.sort_unstable();
            let free = variables(store, &inserted);
            if vars.iter().any(|var| free.contains(var)) {
                let mut taken = free.clone();
                taken.extend(variables(store, &[body]));
                taken.extend(&vars);
                for &var in vars.iter().filter(|var| free.contains(var)) {
                    let fresh = fresh_variant(store, var, &taken);
                    taken.push(fresh);
                    map.insert(var, fresh);
                }
            }
        }
        Scope::new(store, map)
    }
}

/// Every variable that occurs in `terms`.
fn variables(store: &TermStore, terms: &[Term]) -> Vec<Term> {
    let mut found = postorder_all(store, terms);
    found.retain(|&t| matches!(store.op(t), Op::Var(_)));
    found
}

/// `x!k` of the same sort for the least `k` that makes it none of `taken`.
fn fresh_variant(store: &mut TermStore, var: Term, taken: &[Term]) -> Term {
    let Op::Var(id) = store.op(var) else {
        return var;
    };
    let (base, sort) = (store.var_name(id).to_owned(), store.var_sort(id));
    let mut k = 1u32;
    loop {
        let candidate = store.var(&format!("{base}!{k}"), sort);
        if !taken.contains(&candidate) {
            return candidate;
        }
        k += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;

    #[test]
    fn a_bound_variable_hides_its_replacement() {
        let mut store = TermStore::new();
        let (x, zero) = (store.var("x", Sort::Int), store.int(0));
        let positive = store.gt(x, zero);
        let all = store.quantify(true, &[x], positive, &[]);
        let both = store.and(&[positive, all]);
        let one = store.int(1);
        let mut s = Substitution::new();
        s.insert(x, one);
        let result = s.apply(&mut store, both);
        let replaced = store.gt(one, zero);
        assert_eq!(result, store.and(&[replaced, all]));
    }

    #[test]
    fn capture_is_avoided_by_renaming() {
        let mut store = TermStore::new();
        let (x, y) = (store.var("x", Sort::Int), store.var("y", Sort::Int));
        let less = store.lt(x, y);
        let some = store.quantify(false, &[x], less, &[vec![less]]);
        let mut s = Substitution::new();
        s.insert(y, x);
        let result = s.apply(&mut store, some);
        let fresh = store.var("x!1", Sort::Int);
        let renamed = store.lt(fresh, x);
        assert_eq!(
            result,
            store.quantify(false, &[fresh], renamed, &[vec![renamed]])
        );
    }

    #[test]
    fn nested_binders_get_their_own_scopes() {
        let mut store = TermStore::new();
        let (x, y, z) = (
            store.var("x", Sort::Int),
            store.var("y", Sort::Int),
            store.constant("z", Sort::Int),
        );
        let sum = store.add(&[x, y, z]);
        let zero = store.int(0);
        let atom = store.eq(sum, zero);
        let inner = store.quantify(false, &[y], atom, &[]);
        let both = store.and(&[inner, atom]);
        let outer = store.quantify(true, &[x], both, &[]);
        let mut s = Substitution::new();
        s.insert(z, zero);
        s.insert(y, z);
        let result = s.apply(&mut store, outer);
        // Inside `exists y` only z changes; beside it y changes too.
        let sum_in = store.add(&[x, y, zero]);
        let atom_in = store.eq(sum_in, zero);
        let inner_new = store.quantify(false, &[y], atom_in, &[]);
        let sum_out = store.add(&[x, z, zero]);
        let atom_out = store.eq(sum_out, zero);
        let both_new = store.and(&[inner_new, atom_out]);
        assert_eq!(result, store.quantify(true, &[x], both_new, &[]));
    }

    #[test]
    fn survives_a_million_nested_terms_and_many_binders() {
        let mut store = TermStore::new();
        let p = store.constant("p", Sort::Bool);
        let mut term = p;
        for i in 0..1_000_000 {
            term = store.not(term);
            if i % 1000 == 0 {
                let v = store.var("v", Sort::Int);
                term = store.quantify(true, &[v], term, &[]);
            }
        }
        let q = store.constant("q", Sort::Bool);
        let mut s = Substitution::new();
        s.insert(p, q);
        let result = s.apply(&mut store, term);
        let subterms = postorder_all(&store, &[result]);
        assert!(subterms.contains(&q) && !subterms.contains(&p));
    }
}
