//! Which terms the arm expands: all that hold or are used, as soon as it expands at all.
//!
//! Z3str2 and Z3str3 assert the axioms of an extended term when they first see it. A predicate gets what it
//! says for the value that it has.

use sinew_base::StopReason;
use sinew_engine::PluginContext;
use sinew_term::{Op, Sort};

use super::ArrangeArm;
use crate::expansion::{is_expanded, is_said, say_definition, say_implied, say_membership};

impl ArrangeArm {
    /// Says by structure what memberships in languages with symbols mean, where they hold. Whether
    /// something was sent.
    pub(super) fn open_memberships(&mut self, cx: &mut PluginContext<'_, '_>) -> bool {
        let mut acted = false;
        for &atom in &self.predicates {
            if cx.store().op(atom) == Op::InRe && cx.value(atom) == Some(true) && !is_said(cx, atom)
            {
                acted |= say_membership(cx, atom);
            }
        }
        acted
    }

    /// Expands the extended terms that were not expanded yet. Whether something was sent.
    pub(super) fn expand(&mut self, cx: &mut PluginContext<'_, '_>) -> Result<bool, StopReason> {
        cx.budget().spend(self.extended.len() as u64)?;
        let mut acted = false;
        for index in 0..self.extended.len() {
            let term = self.extended[index];
            let value = match cx.store().sort(term) {
                // A predicate that nobody asserts says nothing.
                Sort::Bool => match cx.value(term) {
                    Some(value) => value,
                    None => continue,
                },
                _ => true,
            };
            if is_expanded(cx, term, value) {
                continue;
            }
            acted |= say_definition(cx, &mut self.simplifier, term, value)?;
            acted |= say_implied(cx, term, &self.extended);
        }
        Ok(acted)
    }
}
