//! Which subterms get a name, and where.
//!
//! A name must stand where all variables of its term are bound to what they mean at every use.
//! A term without free variables is named once, before everything. A term all of whose free
//! variables are bound by a single quantifier each is at home in the body of the innermost of
//! those, and named there once. Terms with a variable that several quantifiers bind are named
//! per scope, and only for uses that no further quantifier separates from it.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_term::{Op, Term, TermStore};

/// Terms lighter than this are repeated rather than named: a name would not read better.
const LIGHT: u32 = 8;
/// Likewise for literals and symbols, which are only named if they are very long.
const LIGHT_LEAF: u32 = 16;

/// Where a term may be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    /// Before everything.
    Top,
    /// In the body of this quantifier.
    Body(Term),
    /// Only in the scope at hand.
    Scope,
}

struct Info {
    uses: u32,
    weight: u32,
    /// Free variables, by their bits.
    free: u64,
}

/// Free variables beyond the first 63 share the last bit, which is never cleared.
const OTHERS: u64 = 1 << 63;

/// How often terms occur, how much text they take, and which variables are free in them.
pub(super) struct Sharing {
    order: Vec<Term>,
    info: FxHashMap<Term, Info>,
    bits: FxHashMap<Term, u64>,
    /// The quantifier of each variable bit, `None` for those that several bind.
    binders: Vec<Option<Term>>,
    /// The named terms of each home, arguments first.
    named: FxHashMap<Option<Term>, Vec<Term>>,
}

impl Sharing {
    /// Looks at all of `roots`. The variables `outer` are bound around everything.
    pub(super) fn new(store: &TermStore, roots: &[Term], outer: &[Term]) -> Sharing {
        let mut sharing = Sharing {
            order: Vec::new(),
            info: FxHashMap::default(),
            bits: FxHashMap::default(),
            binders: Vec::new(),
            named: FxHashMap::default(),
        };
        sharing.visit(store, roots);
        if roots.iter().any(|&root| store.mentions_variables(root)) {
            sharing.find_binders(store, outer);
            sharing.find_free(store, outer);
        }
        sharing.choose(store);
        sharing
    }

    /// All terms, arguments first.
    pub(super) fn order(&self) -> &[Term] {
        &self.order
    }

    /// Counts uses and weights.
    fn visit(&mut self, store: &TermStore, roots: &[Term]) {
        let mut stack: Vec<(Term, bool)> = roots.iter().rev().map(|&root| (root, false)).collect();
        while let Some((term, ready)) = stack.pop() {
            if ready {
                let mut weight = own_weight(store, term);
                for arg in store.args(term) {
                    if let Some(info) = self.info.get_mut(arg) {
                        weight = weight.saturating_add(info.weight);
                        info.uses = info.uses.saturating_add(1);
                    }
                }
                if let Some(info) = self.info.get_mut(&term) {
                    info.weight = weight;
                }
                self.order.push(term);
                continue;
            }
            if self.info.contains_key(&term) {
                continue;
            }
            let new = Info {
                uses: 0,
                weight: 0,
                free: 0,
            };
            self.info.insert(term, new);
            stack.push((term, true));
            stack.extend(store.args(term).iter().rev().map(|&arg| (arg, false)));
        }
    }

    /// Gives variables their bits and finds who binds them.
    fn find_binders(&mut self, store: &TermStore, outer: &[Term]) {
        for &var in outer {
            self.bind(var, None);
        }
        for &term in &self.order.clone() {
            if let Some((vars, _, _)) = store.quantifier_parts(term) {
                for &var in vars {
                    self.bind(var, Some(term));
                }
            }
        }
    }

    fn bind(&mut self, var: Term, binder: Option<Term>) {
        let bit = self.binders.len();
        match self.bits.get(&var) {
            Some(&OTHERS) => {}
            Some(&known) => self.binders[known.trailing_zeros() as usize] = None,
            None if bit < 63 => {
                self.bits.insert(var, 1 << bit);
                self.binders.push(binder);
            }
            None => drop(self.bits.insert(var, OTHERS)),
        }
    }

    fn find_free(&mut self, store: &TermStore, outer: &[Term]) {
        let mut outside: u64 = 0;
        for var in outer {
            // A parameter that no quantifier hides is as good as a constant.
            let bit = self.bits.get(var).copied().unwrap_or(OTHERS);
            let hidden = self.order.iter().any(|&term| {
                store
                    .quantifier_parts(term)
                    .is_some_and(|(vars, _, _)| vars.contains(var))
            });
            if bit != OTHERS && !hidden {
                outside |= bit;
            }
        }
        for &term in &self.order {
            let mut free = match store.op(term) {
                Op::Var(_) => self.bits.get(&term).copied().unwrap_or(OTHERS),
                _ => store
                    .args(term)
                    .iter()
                    .fold(0, |free, arg| free | self.info[arg].free),
            };
            if let Some((vars, _, _)) = store.quantifier_parts(term) {
                for var in vars {
                    free &= !self.bits[var] | OTHERS;
                }
            }
            if let Some(info) = self.info.get_mut(&term) {
                info.free = free & !outside;
            }
        }
    }

    /// Where `term` may be named.
    pub(super) fn home(&self, term: Term) -> Home {
        let free = self.info.get(&term).map_or(OTHERS, |info| info.free);
        if free == 0 {
            return Home::Top;
        }
        if free & OTHERS != 0 {
            return Home::Scope;
        }
        let mut innermost: Option<Term> = None;
        let mut rest = free;
        while rest != 0 {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            match self.binders[bit] {
                // What is inside comes before what is around it.
                Some(binder) if innermost.is_none_or(|inner| binder < inner) => {
                    innermost = Some(binder);
                }
                Some(_) => {}
                None => return Home::Scope,
            }
        }
        innermost.map_or(Home::Scope, Home::Body)
    }

    fn choose(&mut self, store: &TermStore) {
        let mut named: FxHashMap<Option<Term>, Vec<Term>> = FxHashMap::default();
        for &term in &self.order {
            if self.info[&term].uses > 1 && self.is_heavy(store, term) {
                match self.home(term) {
                    Home::Top => named.entry(None).or_default().push(term),
                    Home::Body(binder) => named.entry(Some(binder)).or_default().push(term),
                    Home::Scope => {}
                }
            }
        }
        self.named = named;
    }

    fn is_heavy(&self, store: &TermStore, term: Term) -> bool {
        let weight = self.info.get(&term).map_or(0, |info| info.weight);
        let leaf = store.args(term).is_empty();
        weight >= if leaf { LIGHT_LEAF } else { LIGHT } && store.op(term) != Op::Pattern
    }

    /// The terms that are named at the top, or in the body of a quantifier, arguments first.
    pub(super) fn at(&self, home: Option<Term>) -> &[Term] {
        self.named.get(&home).map_or(&[], Vec::as_slice)
    }

    /// Whether names may be needed at all.
    pub(super) fn may_name(&self) -> bool {
        !self.named.is_empty() || !self.bits.is_empty()
    }

    /// Terms without a home, or at home in `hidden`, that occur several times in `root` outside
    /// the quantifiers in it, arguments first.
    pub(super) fn in_scope(&self, store: &TermStore, root: Term, hidden: &[Term]) -> Vec<Term> {
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
                let homeless = match self.home(arg) {
                    Home::Top => false,
                    Home::Body(binder) => hidden.contains(&binder),
                    Home::Scope => true,
                };
                if homeless {
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
