//! The ways in which a hunt makes tests and puts them to solvers.

use fray::synth::stream::Mode;

/// The form that tests are put to a solver in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Without names and options that only cores need.
    Bare,
    /// As they are made.
    Cores,
    /// As long random conversations.
    Traces,
}

impl Form {
    /// For a person, after the name of a mode.
    pub(super) fn describe(self) -> &'static str {
        match self {
            Form::Bare => "",
            Form::Cores => " with cores",
            Form::Traces => " in conversations",
        }
    }
}

/// The ways of making tests, by turns.
pub(super) fn ways(modes: &[Mode]) -> Vec<(Mode, Form)> {
    let modes = if modes.is_empty() { Mode::ALL } else { modes };
    let mut ways = Vec::new();
    for form in [Form::Bare, Form::Cores, Form::Traces] {
        for &mode in modes {
            let open = matches!(mode, Mode::Open | Mode::Conjecture);
            if !(open && form == Form::Traces) {
                ways.push((mode, form));
            }
        }
    }
    ways
}

/// How much time a way gets in relation to others, as long as none finds more: nearly all known bugs are
/// one query without names, and most are about few operators.
pub(super) fn weight((mode, form): (Mode, Form)) -> f64 {
    let form = match form {
        Form::Bare => 4.0,
        Form::Cores | Form::Traces => 1.0,
    };
    let mode = match mode {
        Mode::Small | Mode::Narrow => 6.0,
        Mode::Conjecture => 4.0,
        Mode::Growth | Mode::Open | Mode::Law | Mode::Mutant => 2.0,
        _ => 1.0,
    };
    form * mode
}
