//! The search for an answer: which arms, in what order, and what they find.

mod arm_run;
mod chains;
mod choice;
mod model_import;
mod portfolio;
mod probe;
mod recorder;
mod side_by_side;

pub(crate) use portfolio::{
    ANSWERING, ArmCounters, Mode, PROVING, RECORDING, SearchLog, SearchReport, search,
};
