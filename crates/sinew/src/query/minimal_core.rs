//! Minimal cores, by leaving out one member after the other.
//!
//! Each smaller question goes through all the stages that the question itself goes through, and the core
//! comes with what its last refutation rests on. Steps that are left are shared between the members that may still be
//! left out, with a share for the proof: what is hard to decide without one member must not keep others in the core.

use sinew_base::StopReason;

use super::{Answer, Context, Outcome, Query, Rest, Stage};

/// The stage. Assertions that no printed core names are not left out.
pub(super) struct MinimalCore;

impl Stage for MinimalCore {
    fn run(&self, query: &Query, rest: Rest<'_>, cx: &mut Context<'_>) -> Answer {
        let Answer { outcome, mut basis } = rest.ask(query, cx);
        let Outcome::Unsat(core) = outcome else {
            return Answer { outcome, basis };
        };
        let named = &query.named;
        // What is minimal need not be so beside assertions that are in no core.
        if basis.minimal && named.iter().all(|&named| named) {
            let outcome = Outcome::Unsat(core);
            return Answer { outcome, basis };
        }
        let asked = query.origins(0..query.problem.assertions.len());
        let background: Vec<usize> = asked.into_iter().filter(|&at| !named[at]).collect();
        let mut cut_short = false;
        let core = minimal(
            &core,
            |member| named[member],
            &background,
            |members, others| {
                cx.budget.check()?;
                let part =
                    query.filter(|_, origins| origins.iter().all(|at| members.contains(&at)));
                let share = cx.budget.slice(cx.budget.left() / (others as u64 + 2));
                let answer = rest.ask(&part, &mut cx.within(&share));
                let Outcome::Unsat(core) = answer.outcome else {
                    cut_short |= share.exhausted().is_some();
                    return Ok(None);
                };
                basis = answer.basis;
                Ok(Some(core))
            },
        );
        let all = core.iter().all(|&member| named[member]);
        basis.minimal = all && !cut_short && cx.budget.exhausted().is_none();
        basis.cached = false;
        let outcome = Outcome::Unsat(core);
        Answer { outcome, basis }
    }
}

/// Makes `core` minimal: what is left cannot lose any single one of the members that
/// `removable` speaks of and still be refuted by `refute`, which gets positions, and how many of them may be tried
/// after this, and returns those that it needed, or `None` if it does not refute them; once it says to stop, what was reached by
/// then is the result, which is refuted though not minimal. Each time the `background` is asserted as
/// well, which nobody asks to be small; of it, and of what else is not removable, the result has
/// only what the last refutation needed.
fn minimal(
    core: &[usize],
    removable: impl Fn(usize) -> bool,
    background: &[usize],
    mut refute: impl FnMut(&[usize], usize) -> Result<Option<Vec<usize>>, StopReason>,
) -> Vec<usize> {
    let mut needed = core.to_vec();
    let mut core: Vec<usize> = core.iter().chain(background).copied().collect();
    core.sort_unstable();
    core.dedup();
    let mut kept = 0;
    while kept < core.len() {
        if !removable(core[kept]) {
            kept += 1;
            continue;
        }
        let mut rest = core.clone();
        rest.remove(kept);
        let others = rest[kept..].iter().filter(|&&member| removable(member));
        match refute(&rest, others.count()) {
            Err(_) => break,
            Ok(None) => kept += 1,
            // Members that were found to be needed stay, whatever this refutation says.
            Ok(Some(blamed)) => {
                let mut position = 0;
                rest.retain(|member| {
                    position += 1;
                    position <= kept || !removable(*member) || blamed.contains(member)
                });
                core = rest;
                needed = blamed;
            }
        }
    }
    core.retain(|member| removable(*member) || needed.contains(member));
    core
}

#[cfg(test)]
mod tests {
    use super::minimal;
    use sinew_base::StopReason;

    /// Refutes whatever contains one of these sets, and blames everything.
    fn refuter(
        sets: &[&[usize]],
    ) -> impl FnMut(&[usize], usize) -> Result<Option<Vec<usize>>, StopReason> {
        move |members, _| {
            let refuted = sets
                .iter()
                .any(|set| set.iter().all(|member| members.contains(member)));
            Ok(refuted.then(|| members.to_vec()))
        }
    }

    #[test]
    fn nothing_can_be_left_out_of_the_result() {
        let all: Vec<usize> = (0..8).rev().collect();
        assert_eq!(minimal(&all, |_| true, &[], refuter(&[&[1, 5]])), [1, 5]);
        assert_eq!(minimal(&all, |_| true, &[], refuter(&[&[1, 5], &[6]])), [6]);
        assert_eq!(minimal(&all, |_| true, &[], refuter(&[&[]])), [0; 0]);
        assert_eq!(minimal(&[3, 4], |_| true, &[], |_, _| Ok(None)), [3, 4]);
    }

    #[test]
    fn a_stop_leaves_what_was_reached() {
        let all: Vec<usize> = (0..6).collect();
        let (mut refute, mut calls) = (refuter(&[&[4, 5]]), 0);
        let stopping = |members: &[usize], others| {
            calls += 1;
            assert_eq!(others, 6 - calls);
            match calls {
                1 | 2 => refute(members, others),
                _ => Err(StopReason::Steps),
            }
        };
        assert_eq!(minimal(&all, |_| true, &[], stopping), [2, 3, 4, 5]);
        assert_eq!(calls, 3, "nothing is tried after the stop");
    }

    #[test]
    fn members_without_a_name_stay() {
        let all: Vec<usize> = (0..4).collect();
        assert_eq!(
            minimal(&all, |member| member != 2, &[], refuter(&[&[3]])),
            [2, 3]
        );
    }

    #[test]
    fn the_background_makes_cores_smaller_and_is_in_them_where_it_is_needed() {
        let named = |member: usize| member < 4;
        let mut refute = refuter(&[&[0, 1], &[1, 5]]);
        // Blames no more than it needs.
        let exact = |members: &[usize], others| {
            if refute(members, others)?.is_none() {
                return Ok(None);
            }
            let small = [[1, 5], [0, 1]];
            let found = small.iter().find(|s| s.iter().all(|m| members.contains(m)));
            Ok(found.map(|set| set.to_vec()))
        };
        assert_eq!(minimal(&[0, 1], named, &[5, 6], exact), [1, 5]);
        assert_eq!(minimal(&[0, 1], named, &[6], refuter(&[&[0, 1]])), [0, 1]);
    }
}
