//! Tuned constants: the numbers that decide how much is tried, never what is true.
//!
//! A [`Tunable`] is a static with a name, a default, the values that make sense and the reason for the
//! default: what it was measured against, or what it keeps in bounds. Each crate declares its own
//! in one table with [`tunables!`](crate::tunables!). A [`Tuning`] is the set of those that somebody gave another value; it
//! travels with the settings of a session and is asked for each number where it is used. Nothing here is global.
//!
//! Law: no value in range may change an answer from `sat` to `unsat` or back; only steps and `unknown` depend on it.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A tuned constant. Two with the same name are the same.
#[derive(Debug)]
pub struct Tunable {
    /// Unique among all, by convention `place.what`: `arith.cut-rounds`.
    pub name: &'static str,
    /// Its value unless somebody chose another.
    pub default: u64,
    /// The values that make sense.
    pub range: RangeInclusive<u64>,
    /// What it is.
    pub about: &'static str,
    /// Why the default is what it is: what it was measured against, or what it bounds.
    pub reason: &'static str,
}

impl PartialEq for Tunable {
    fn eq(&self, other: &Tunable) -> bool {
        self.name == other.name
    }
}

impl Eq for Tunable {}

/// Declares tuned constants as statics, and `ALL`, the table of them.
///
/// ```
/// mod tuning {
///     sinew_base::tunables! {
///         /// How many models may fail before the query is given up.
///         ROUNDS = "example.rounds", 256, 1..=4096, "of 900 queries none needed more than 40";
///     }
/// }
/// let mut tuning = sinew_base::Tuning::default();
/// assert_eq!(tuning.get(&tuning::ROUNDS), 256);
/// assert!(tuning.set(&tuning::ROUNDS, 8).is_ok() && tuning.set(&tuning::ROUNDS, 0).is_err());
/// assert_eq!(tuning.get(&tuning::ROUNDS), 8);
/// assert_eq!(tuning::ALL[0].about.trim(), "How many models may fail before the query is given up.");
/// ```
#[macro_export]
macro_rules! tunables {
    ($( $(#[doc = $doc:literal])+ $variable:ident = $name:literal, $default:expr, $range:expr, $reason:literal; )*) => {
        $(
            $(#[doc = $doc])+
            #[doc = ""]
            #[doc = concat!("`", $name, "`, ", stringify!($default), ": ", $reason, ".")]
            pub static $variable: $crate::Tunable = $crate::Tunable {
                name: $name,
                default: $default,
                range: $range,
                about: concat!($($doc),+),
                reason: $reason,
            };
        )*

        /// The tuned constants of this table.
        pub static ALL: &[&$crate::Tunable] = &[$( &$variable, )*];
    };
}

/// A value outside the range of a tuned constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutOfRange {
    /// The constant's name.
    pub name: &'static str,
    /// What was given.
    pub value: u64,
    /// What makes sense.
    pub range: RangeInclusive<u64>,
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = (self.range.start(), self.range.end());
        write!(
            f,
            "{} is from {low} to {high}, not {}",
            self.name, self.value
        )
    }
}

impl std::error::Error for OutOfRange {}

/// The tuned constants that have another value than their default: none, unless somebody measures.
/// Clones share them until one is changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tuning(Option<Arc<BTreeMap<&'static str, u64>>>);

impl Tuning {
    /// Gives a constant a value of its own.
    ///
    /// # Errors
    ///
    /// The value is out of range; nothing changes then.
    pub fn set(&mut self, tunable: &Tunable, value: u64) -> Result<(), OutOfRange> {
        if !tunable.range.contains(&value) {
            return Err(OutOfRange {
                name: tunable.name,
                value,
                range: tunable.range.clone(),
            });
        }
        let values = self.0.get_or_insert_with(Arc::default);
        Arc::make_mut(values).insert(tunable.name, value);
        Ok(())
    }

    /// The value of a constant.
    #[must_use]
    pub fn get(&self, tunable: &Tunable) -> u64 {
        let chosen = self.0.as_ref().and_then(|values| values.get(tunable.name));
        chosen.copied().unwrap_or(tunable.default)
    }

    /// The value of a constant that counts things in memory.
    #[must_use]
    pub fn size(&self, tunable: &Tunable) -> usize {
        usize::try_from(self.get(tunable)).unwrap_or(usize::MAX)
    }

    /// The value of a constant that counts rounds, positions and other things that stay small.
    #[must_use]
    pub fn count(&self, tunable: &Tunable) -> u32 {
        u32::try_from(self.get(tunable)).unwrap_or(u32::MAX)
    }

    /// The constants that were given a value, by name.
    pub fn chosen(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        let values = self.0.iter().flat_map(|values| values.iter());
        values.map(|(&name, &value)| (name, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[allow(unreachable_pub)] // Tables are read by other crates, but for this one.
    mod table {
        crate::tunables! {
            /// How often.
            ROUNDS = "test.rounds", 16, 1..=64, "a test";
            /// How large.
            SIZE = "test.size", 1 << 40, 0..=u64::MAX, "a test";
        }
    }

    #[test]
    fn a_value_is_the_default_until_one_is_chosen() {
        let mut tuning = Tuning::default();
        assert_eq!(tuning.get(&table::ROUNDS), 16);
        let before = tuning.clone();
        assert_eq!(tuning.set(&table::ROUNDS, 3), Ok(()));
        assert_eq!(tuning.get(&table::ROUNDS), 3);
        assert_eq!(tuning.chosen().collect::<Vec<_>>(), [("test.rounds", 3)]);
        assert_eq!(before, Tuning::default(), "a clone has its own");
        assert_eq!(tuning.get(&table::SIZE), 1 << 40);
        assert_eq!(tuning.count(&table::SIZE), u32::MAX);
    }

    #[test]
    fn a_value_out_of_range_changes_nothing() {
        let mut tuning = Tuning::default();
        let error = tuning.set(&table::ROUNDS, 65);
        let text = error.map_err(|error| error.to_string());
        assert_eq!(text, Err("test.rounds is from 1 to 64, not 65".to_owned()));
        assert_eq!(tuning, Tuning::default());
    }

    #[test]
    fn defaults_are_in_range() {
        for tunable in table::ALL {
            assert!(tunable.range.contains(&tunable.default));
        }
    }
}
