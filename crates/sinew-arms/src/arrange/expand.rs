//! Which terms the arm expands: all that hold or are used, as soon as it expands at all.
//!
//! Z3str2 and Z3str3 assert the axioms of an extended term when they first see it. A predicate gets what it
//! says for the value that it has.

use sinew_base::StopReason;
use sinew_engine::PluginContext;
use sinew_term::Sort;

use super::ArrangeArm;
use crate::expansion::{is_expanded, say_definition, say_implied};

impl ArrangeArm {
    /// Expands the extended terms that were not expanded yet. Whether something was sent.
    pub(super) fn expand(&mut self, cx: &mut PluginContext<'_, '_>) -> Result<bool, StopReason> {
        let extended = &self.back_end.registered.extended;
        cx.budget().spend(extended.len() as u64)?;
        let mut acted = false;
        for &term in extended {
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
            acted |= say_implied(cx, term, extended);
        }
        Ok(acted)
    }
}
