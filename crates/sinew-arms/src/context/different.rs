//! Strings that are known to differ from each other.

use sinew_engine::{PluginContext, Premise};
use sinew_term::Term;

/// Those of the strings that are known to differ from all chosen before, until there are as many as
/// wanted.
pub(super) fn different(cx: &PluginContext<'_, '_>, strings: &[Term], wanted: usize) -> Vec<Term> {
    let mut chosen: Vec<Term> = Vec::new();
    for &string in strings {
        if chosen.len() < wanted && chosen.iter().all(|&other| cx.disequal(other, string)) {
            chosen.push(string);
        }
    }
    chosen
}

/// That they differ from each other.
pub(super) fn pairwise(strings: &[Term]) -> Vec<Premise> {
    let mut why = Vec::new();
    for (index, &string) in strings.iter().enumerate() {
        let differs = |&other: &Term| Premise::Disequal(other, string);
        why.extend(strings[..index].iter().map(differs));
    }
    why
}
