//! The rewriter: from leaves to root, without recursion, with a cache of normal forms.
//!
//! A term is rebuilt from the normal forms of its arguments; then the rules of its operator are
//! tried in order. What a rule returns is simplified in turn, until no rule fires. Nested
//! associative operators are flattened *before* their arguments are visited, so that a deep nest
//! costs linear, not quadratic time.

use rustc_hash::FxHashSet;
use sinew_base::{Budget, StopReason};
use sinew_term::{Op, Term, TermStore};

use crate::context::{Ctx, RewriterState, record_size};
use crate::record::{CONGRUENCE, FLATTEN};
use crate::{flatten, range, rules};

enum Step {
    /// Find the normal form.
    Visit(Term),
    /// Apply the rules; the arguments have their normal forms.
    Build(Term),
    /// The normal form of the first is that of the second.
    Link(Term, Term),
}

/// The normal form of `root` on the core's current level of look-ahead.
pub(crate) fn normal_form(
    store: &mut TermStore,
    core: &mut RewriterState,
    root: Term,
    budget: &Budget,
) -> Result<Term, StopReason> {
    let level = core.level;
    let mut stack = vec![Step::Visit(root)];
    // Terms whose rewriting is under way. Meeting one again means that rules undo each other:
    // the term then stays as it is, and the defect is counted.
    let mut open: FxHashSet<Term> = FxHashSet::default();
    while let Some(step) = stack.pop() {
        match step {
            Step::Visit(term) => {
                if core.caches[level].contains(term) {
                    continue;
                }
                if open.contains(&term) {
                    core.cycles += 1;
                    finish(store, core, term);
                    continue;
                }
                budget.spend(1)?;
                if store.args(term).is_empty() {
                    stack.push(Step::Build(term));
                } else if let Some(flat) = flatten::flatten(store, core, term) {
                    record(core, FLATTEN, term, flat);
                    open.insert(term);
                    stack.push(Step::Link(term, flat));
                    stack.push(Step::Visit(flat));
                } else {
                    stack.push(Step::Build(term));
                    push_arguments(store, core, &mut stack, term);
                }
            }
            Step::Build(term) => {
                if core.caches[level].contains(term) {
                    continue;
                }
                let rebuilt = rebuilt(store, core, term);
                if rebuilt != term {
                    record(core, CONGRUENCE, term, rebuilt);
                    stack.push(Step::Link(term, rebuilt));
                    // Its arguments are normal forms: the rules may run at once.
                    stack.push(Step::Build(rebuilt));
                    continue;
                }
                match apply_rules(store, core, term, budget)? {
                    None => finish(store, core, term),
                    Some(next) => {
                        open.insert(term);
                        stack.push(Step::Link(term, next));
                        stack.push(Step::Visit(next));
                    }
                }
            }
            Step::Link(from, to) => {
                open.remove(&from);
                // Absent only if `from` was found in a cycle and is already finished.
                if let Some(&result) = core.caches[level].get(to)
                    && !core.caches[level].contains(from)
                {
                    core.caches[level].insert(from, result);
                }
            }
        }
    }
    Ok(*core.caches[level].get(root).unwrap_or(&root))
}

fn push_arguments(store: &TermStore, core: &RewriterState, stack: &mut Vec<Step>, term: Term) {
    let cache = &core.caches[core.level];
    let args = visited_arguments(store, term);
    stack.extend(
        args.iter()
            .rev()
            .filter(|&&arg| !cache.contains(arg))
            .map(|&arg| Step::Visit(arg)),
    );
}

/// The arguments that are simplified: of a quantifier only the body, since its variables are
/// names and its patterns a matter between the author and the instantiation procedure.
fn visited_arguments(store: &TermStore, term: Term) -> &[Term] {
    match store.op(term) {
        Op::Forall(count) | Op::Exists(count) => {
            let count = count as usize;
            &store.args(term)[count..=count]
        }
        Op::Pattern => &[],
        _ => store.args(term),
    }
}

fn rebuilt(store: &mut TermStore, core: &RewriterState, term: Term) -> Term {
    let cache = &core.caches[core.level];
    let normal = |arg: &Term| *cache.get(*arg).unwrap_or(arg);
    let visited = visited_arguments(store, term);
    if visited.iter().all(|arg| normal(arg) == *arg) {
        return term;
    }
    let op = store.op(term);
    let mut args = store.args(term).to_vec();
    match op {
        Op::Forall(count) | Op::Exists(count) => {
            let body = &mut args[count as usize];
            *body = normal(body);
        }
        _ => {
            for arg in &mut args {
                *arg = normal(arg);
            }
        }
    }
    store.mk(op, &args)
}

fn finish(store: &TermStore, core: &mut RewriterState, term: Term) {
    range::record(store, &mut core.ranges, term);
    if !core.sizes.contains(term) {
        record_size(store, &mut core.sizes, term);
    }
    core.caches[core.level].insert(term, term);
}

/// Records a step at the root of a term. What looking ahead found out is a law's own business.
fn record(core: &mut RewriterState, law: &'static str, from: Term, to: Term) {
    if core.level == 0
        && let Some(record) = &mut core.record
    {
        record.rewritten(law, from, to);
    }
}

fn apply_rules(
    store: &mut TermStore,
    core: &mut RewriterState,
    term: Term,
    budget: &Budget,
) -> Result<Option<Term>, StopReason> {
    let (specific, general) = rules::for_op(store.op(term));
    for rule in specific.iter().chain(general) {
        if core.without.has(rule.name) {
            continue;
        }
        let mut ctx = Ctx {
            store,
            core,
            budget,
        };
        let Some(next) = (rule.law)(&mut ctx, term) else {
            continue;
        };
        debug_assert_eq!(store.sort(next), store.sort(term), "{}", rule.name);
        if next == term {
            continue;
        }
        budget.spend(1)?;
        *core.fired.entry(rule.name).or_insert(0) += 1;
        if let Some(trace) = &mut core.trace {
            trace.step(store, rule.name, term, next);
        }
        record(core, rule.name, term, next);
        return Ok(Some(next));
    }
    // What a rule could not find out for want of budget must not be kept as a normal form.
    budget.check()?;
    Ok(None)
}
