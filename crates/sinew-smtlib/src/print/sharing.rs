//! Which subterms are worth a name.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_term::{Op, Term, TermMap, TermStore};

/// Terms lighter than this are repeated rather than named: a name would not read better.
const LIGHT: u32 = 8;
/// Likewise for literals and symbols, which are only named if they are very long.
const LIGHT_LEAF: u32 = 16;

/// How often terms occur and how much text they take.
pub(super) struct Sharing {
    weight: TermMap<u32>,
    /// Shared terms that mention no variables, arguments first.
    closed: Vec<Term>,
    any_with_variables: bool,
}

impl Sharing {
    /// `order` holds all terms that will be printed, arguments first.
    pub(super) fn new(store: &TermStore, order: &[Term]) -> Sharing {
        let mut weight: TermMap<u32> = TermMap::new();
        let mut uses: TermMap<u32> = TermMap::new();
        let mut any_with_variables = false;
        for &term in order {
            let mut total = own_weight(store, term);
            for &arg in store.args(term) {
                total = total.saturating_add(weight.get(arg).copied().unwrap_or(1));
                match uses.get_mut(arg) {
                    Some(count) => *count += 1,
                    None => drop(uses.insert(arg, 1)),
                }
            }
            weight.insert(term, total);
            any_with_variables |= store.mentions_variables(term);
        }
        let mut sharing = Sharing {
            weight,
            closed: Vec::new(),
            any_with_variables,
        };
        sharing.closed = order
            .iter()
            .copied()
            .filter(|&term| {
                uses.get(term).is_some_and(|&count| count > 1)
                    && !store.mentions_variables(term)
                    && sharing.is_heavy(store, term)
            })
            .collect();
        sharing
    }

    /// Whether nothing at all will be named.
    pub(super) fn is_empty(&self) -> bool {
        self.closed.is_empty() && !self.any_with_variables
    }

    fn is_heavy(&self, store: &TermStore, term: Term) -> bool {
        let weight = self.weight.get(term).copied().unwrap_or(0);
        let leaf = store.args(term).is_empty();
        weight >= if leaf { LIGHT_LEAF } else { LIGHT }
    }

    pub(super) fn without_variables(&self) -> &[Term] {
        &self.closed
    }

    /// The terms with variables that occur several times in `root` outside quantifiers in it,
    /// arguments first.
    pub(super) fn in_scope(&self, store: &TermStore, root: Term) -> Vec<Term> {
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        let mut done: FxHashSet<Term> = FxHashSet::default();
        let mut order = Vec::new();
        let mut stack = vec![(root, false)];
        while let Some((term, ready)) = stack.pop() {
            if ready {
                order.push(term);
                continue;
            }
            if !done.insert(term) {
                continue;
            }
            stack.push((term, true));
            if store.op(term).is_binder() {
                continue;
            }
            for &arg in store.args(term).iter().rev() {
                if store.mentions_variables(arg) {
                    *uses.entry(arg).or_insert(0) += 1;
                    stack.push((arg, false));
                }
            }
        }
        order.retain(|&term| {
            term != root
                && uses.get(&term).is_some_and(|&count| count > 1)
                && self.is_heavy(store, term)
        });
        order
    }
}

fn own_weight(store: &TermStore, term: Term) -> u32 {
    let length = match store.op(term) {
        Op::Str(_) => store.str_value(term).map_or(0, <[u32]>::len),
        Op::Apply(fun) => store.fun_name(fun).len(),
        Op::Var(var) => store.var_name(var).len(),
        _ => 0,
    };
    u32::try_from(length / 8)
        .unwrap_or(u32::MAX)
        .saturating_add(1)
}
