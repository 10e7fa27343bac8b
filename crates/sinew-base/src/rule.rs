//! Rules: the names by which everything that concludes something is known.
//!
//! A law of the simplifier, a pass over a problem, an equivalence for quantified formulas, an
//! inference of a string procedure: each is a [`Rule`], a static with a name, its schema and an
//! example. Statistics, traces, `--list-rules`, `--without`, the tests and the proof log speak of
//! rules by these names and read them from the tables that [`rules!`](crate::rules!) declares.

use std::collections::BTreeSet;
use std::sync::Arc;

/// What kind of conclusion a rule draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A term equals another, in every model.
    Law,
    /// A problem becomes another one, with a way back for models.
    Pass,
    /// A quantified formula is equivalent to one without the quantifier, or has a witness.
    Pattern,
    /// Premises imply a conclusion, in every model that gives fresh symbols their definitions.
    Inference,
    /// If there is a model, there is one that also satisfies this. Not valid, so no part of a proof
    /// and nothing to share.
    Restriction,
}

impl Kind {
    /// The kind in one word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Law => "law",
            Kind::Pass => "pass",
            Kind::Pattern => "pattern",
            Kind::Inference => "inference",
            Kind::Restriction => "restriction",
        }
    }
}

/// A named rule. Rules are statics; two with the same name are the same rule.
#[derive(Debug)]
pub struct Rule {
    /// Unique among all rules.
    pub name: &'static str,
    /// What kind of conclusion it draws.
    pub kind: Kind,
    /// What it says, in words.
    pub about: &'static str,
    /// What it says, as a formula: `premises ⊢ conclusion`, or `term = term`.
    pub schema: &'static str,
    /// SMT-LIB in which it is applied; what that is, the table says in which it stands.
    pub example: &'static str,
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        std::ptr::eq(self, other) || self.name == other.name
    }
}

impl Eq for Rule {}

/// Declares rules as statics, and `ALL`, the table of them.
///
/// ```
/// mod strings {
///     sinew_base::rules! {
///         /// The length of a concatenation is the sum of the lengths.
///         CONCAT_LENGTH = Inference "concat-length",
///             "⊢ |x ++ y| = |x| + |y|",
///             "(not (= (str.len (str.++ x y)) (+ (str.len x) (str.len y))))";
///     }
/// }
/// assert_eq!(strings::ALL.len(), 1);
/// assert_eq!(strings::CONCAT_LENGTH.about.trim(), "The length of a concatenation is the sum of the lengths.");
/// ```
#[macro_export]
macro_rules! rules {
    ($( $(#[doc = $doc:literal])+ $variable:ident = $kind:ident $name:literal, $schema:literal, $example:literal; )*) => {
        $(
            $(#[doc = $doc])+
            #[doc = ""]
            #[doc = concat!("`", $schema, "`")]
            pub static $variable: $crate::Rule = $crate::Rule {
                name: $name,
                kind: $crate::Kind::$kind,
                about: concat!($($doc),+),
                schema: $schema,
                example: $example,
            };
        )*

        /// The rules of this table.
        pub static ALL: &[&$crate::Rule] = &[$( &$variable, )*];
    };
}

/// The rules that are switched off: all are on unless somebody hunts a wrong answer or measures
/// what one is worth. Clones share the set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Disabled(Option<Arc<BTreeSet<String>>>);

impl Disabled {
    /// These are off.
    #[must_use]
    pub fn new<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Disabled {
        let names: BTreeSet<String> = names.into_iter().map(Into::into).collect();
        Disabled((!names.is_empty()).then(|| Arc::new(names)))
    }

    /// These are off, and so is the rule with this name.
    #[must_use]
    pub fn and(&self, name: &str) -> Disabled {
        let names = self.0.iter().flat_map(|names| names.iter().cloned());
        Disabled::new(names.chain([name.to_owned()]))
    }

    /// Whether the rule with this name is off.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.0.as_ref().is_some_and(|names| names.contains(name))
    }

    /// Whether all rules are on.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_named_is_off() {
        let none = Disabled::new(Vec::<String>::new());
        assert!(none.is_empty() && !none.has("length"));
        let both = none.and("unit").and("length");
        assert!(both.has("unit") && both.has("length") && !both.has("cancel"));
        let some = Disabled::new(["length"]);
        assert!(!some.is_empty() && some.has("length") && !some.has("cancel"));
    }
}
