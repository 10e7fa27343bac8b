//! What stops an evaluation before it has an answer, and how the answer "not decided" looks.
//!
//! The limits count deterministic work and sizes, so the same term gives the same answer on
//! every machine. The defaults are far above anything that a solver's model needs and far
//! below what would exhaust a small machine's memory. Whoever owns a clock or a budget may stop an
//! evaluation from outside as well, through a [`Watcher`].

use std::fmt;

use sinew_term::{FunId, Term, TermStore};

/// Bounds on the work and the sizes of one [`Evaluator`](crate::Evaluator).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Steps of evaluation over the evaluator's life: sub-terms visited, characters compared or
    /// written, derivatives taken.
    pub steps: u64,
    /// Characters of one string.
    pub string_length: usize,
    /// Characters of all the strings kept at a time.
    pub live_characters: usize,
    /// Bits of one integer.
    pub integer_bits: usize,
    /// Nodes of all regular expressions together, derivatives included.
    pub regex_nodes: usize,
    /// Pairs of derivatives looked at for one equality of regular languages.
    pub regex_pairs: usize,
    /// Defined functions that are being unfolded at a time; each takes some hundred bytes.
    pub recursion_depth: usize,
    /// Values that one quantified variable takes.
    pub domain_size: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 1_000_000_000,
            string_length: 1 << 24,
            live_characters: 1 << 26,
            integer_bits: 1 << 22,
            regex_nodes: 1 << 22,
            regex_pairs: 20_000,
            recursion_depth: 100_000,
            domain_size: 1 << 18,
        }
    }
}

/// Why a term has no value here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// A quantifier ranges over infinitely many values, or too many.
    UnboundedQuantifier,
    /// The model does not interpret this symbol.
    MissingInterpretation(FunId),
    /// The equality of two regular languages was not found out within [`Limits::regex_pairs`].
    RegexEquality,
    /// Definitions unfold deeper than [`Limits::recursion_depth`].
    RecursionDepth,
    /// A value is larger than the limits allow.
    Size,
    /// [`Limits::steps`] are used up.
    Steps,
    /// The model interprets a symbol by something of another rank.
    BadInterpretation,
    /// A variable occurs outside the quantifier that binds it.
    FreeVariable,
    /// The term is none that has a value, such as the pattern of a quantifier.
    NoValue,
    /// The [`Watcher`] said to stop.
    Interrupted,
}

/// The answer of an evaluation that found no value: why, and which term is responsible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NotDecided {
    /// Why.
    pub reason: Reason,
    /// The innermost term that could not be evaluated.
    pub term: Term,
}

impl NotDecided {
    /// The message for a person.
    #[must_use]
    pub fn describe(&self, store: &TermStore) -> String {
        match self.reason {
            Reason::UnboundedQuantifier => {
                "a quantifier ranges over infinitely many values, or too many".to_owned()
            }
            Reason::MissingInterpretation(fun) => {
                format!("the model does not interpret `{}`", store.fun_name(fun))
            }
            Reason::RegexEquality => {
                "the equality of two regular languages is too hard to decide".to_owned()
            }
            Reason::RecursionDepth => "a definition unfolds too deeply".to_owned(),
            Reason::Size => "a value exceeds the size limit".to_owned(),
            Reason::Steps => "the step limit is reached".to_owned(),
            Reason::BadInterpretation => {
                "the model's interpretation of a symbol does not fit its sorts".to_owned()
            }
            Reason::FreeVariable => "a variable occurs outside its quantifier".to_owned(),
            Reason::NoValue => "this is no term that has a value".to_owned(),
            Reason::Interrupted => "the evaluation was interrupted".to_owned(),
        }
    }
}

/// Is told of steps as they are taken, a few thousand at a time and at the end of each evaluation,
/// and says whether to go on.
pub type Watcher<'a> = Box<dyn FnMut(u64) -> bool + 'a>;

/// How many steps are taken between two calls of the watcher.
const WATCH_INTERVAL: u64 = 4096;

/// The account of one evaluation; operations that can run long or grow large draw on it.
pub(crate) struct Meter<'a> {
    pub(crate) limits: Limits,
    steps: u64,
    watcher: Option<Watcher<'a>>,
    /// How many of the steps the watcher knows of.
    reported: u64,
    interrupted: bool,
}

impl fmt::Debug for Meter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meter")
            .field("limits", &self.limits)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: Limits) -> Meter<'a> {
        Meter {
            limits,
            steps: 0,
            watcher: None,
            reported: 0,
            interrupted: false,
        }
    }

    pub(crate) fn watch(&mut self, watcher: Watcher<'a>) {
        self.watcher = Some(watcher);
    }

    /// The steps taken so far.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Counts `amount` steps.
    pub(crate) fn spend(&mut self, amount: usize) -> Result<(), Reason> {
        self.steps = self.steps.saturating_add(amount as u64);
        if self.steps - self.reported >= WATCH_INTERVAL {
            self.report();
        }
        if self.interrupted {
            Err(Reason::Interrupted)
        } else if self.steps > self.limits.steps {
            Err(Reason::Steps)
        } else {
            Ok(())
        }
    }

    /// Tells the watcher of the steps that it does not know of.
    pub(crate) fn report(&mut self) {
        let news = self.steps - std::mem::replace(&mut self.reported, self.steps);
        if let Some(watcher) = &mut self.watcher
            && news > 0
            && !watcher(news)
        {
            self.interrupted = true;
        }
    }

    /// Whether a string of this length may be made.
    pub(crate) fn fits(&self, length: usize) -> Result<(), Reason> {
        if length > self.limits.string_length {
            Err(Reason::Size)
        } else {
            Ok(())
        }
    }

    /// Whether an integer of this many bits may be made.
    pub(crate) fn fits_bits(&self, bits: usize) -> Result<(), Reason> {
        if bits > self.limits.integer_bits {
            Err(Reason::Size)
        } else {
            Ok(())
        }
    }
}
