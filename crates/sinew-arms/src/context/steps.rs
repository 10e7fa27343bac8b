//! Which steps of the strategy run: the configurations of P3, §5.
//!
//! P3 compares its solver with and without finite-model finding (*f*, step 1 of Strategy 1) and with
//! and without simplification in context (*s*, steps 4 and 6). A fifth configuration, *fs'*, has
//! everything but the rule Ext-Simplify.

use super::{STRATEGY, Step};

/// Which parts of the strategy are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// Whether short strings are tried first.
    pub finite_models: bool,
    /// Whether extended terms are simplified in context.
    pub simplify: bool,
    /// Whether a term that the context makes plain is equated with what it becomes; without that,
    /// only terms that become the same are equated.
    pub ext_simplify: bool,
}

impl Default for Steps {
    fn default() -> Steps {
        Steps {
            finite_models: true,
            simplify: true,
            ext_simplify: true,
        }
    }
}

impl Steps {
    /// The names of the configurations.
    pub const NAMES: &'static [&'static str] = &["plain", "s", "f", "fs", "fs'"];

    /// The configuration with this name.
    ///
    /// ```
    /// use sinew_arms::context::Steps;
    /// assert_eq!(Steps::named("fs"), Some(Steps::default()));
    /// assert!(Steps::NAMES.iter().all(|name| Steps::named(name).is_some()));
    /// assert_eq!(Steps::named("sf"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Steps> {
        let (finite_models, simplify, ext_simplify) = match name {
            "plain" => (false, false, false),
            "s" => (false, true, true),
            "f" => (true, false, false),
            "fs" => (true, true, true),
            "fs'" => (true, true, false),
            _ => return None,
        };
        Some(Steps {
            finite_models,
            simplify,
            ext_simplify,
        })
    }

    /// Whether a step runs.
    pub(super) fn has(self, step: &Step) -> bool {
        self.simplify || !step.simplifies
    }

    /// The steps that run, in order, one per line: name, when, what it does.
    #[must_use]
    pub fn listing(self) -> String {
        let mut text = String::new();
        let mut line = |name: &str, when: &str, what: &str| {
            text.push_str(&format!("{name:<20} {when:<6} {what}\n"));
        };
        if self.finite_models {
            line(
                "finite-models",
                "first",
                "a bound on each string variable, grown where it fails",
            );
        }
        for step in STRATEGY.iter().filter(|step| self.has(step)) {
            line(step.name, step.when.name(), step.about);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_steps_are_unique() {
        let mut names: Vec<&str> = STRATEGY.iter().map(|step| step.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), STRATEGY.len());
    }

    #[test]
    fn the_listing_has_every_step_once_unless_it_is_off() {
        let all = Steps::default().listing();
        assert_eq!(all.lines().count(), STRATEGY.len() + 1);
        let plain = Steps::named("plain")
            .map(Steps::listing)
            .unwrap_or_default();
        assert_eq!(plain.lines().count(), STRATEGY.len() - 2);
        assert!(!plain.contains("finite-models") && !plain.contains("evaluate"));
    }
}
