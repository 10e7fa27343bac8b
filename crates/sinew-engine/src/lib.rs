//! CDCL(T): clausification, equality, arithmetic and their combination.
//!
//! [`Engine`] decides Boolean combinations of linear integer constraints and equalities with
//! uninterpreted functions, incrementally; further theories take part as a [`TheorySolver`].
//!
//! | file | what it is about |
//! |---|---|
//! | `engine` | assertions, checks, cores |
//! | `clausify` | literals and clauses for Boolean structure |
//! | `atoms` | which theory is told about which atom and term |
//! | `egraph` | congruence closure |
//! | `egraph/explain` | why two terms are equal |
//! | `egraph/signature` | applications by the classes of their arguments |
//! | `arith_bridge` | linear forms of terms |
//! | `driver` | the theory interface of the SAT kernel |
//! | `combination` | agreement of arithmetic model and e-graph |
//! | `relevancy` | decisions led by what the assertions need |
//! | `plugin` | theories outside the engine |
//! | `inference` | what they conclude, as records |
//! | `skolem` | fresh symbols and their definitions |
//! | `state` | what the engine's parts share |
//! | `model` | models |
//! | `log` | the proof log |
//! | `stats` | counters |
//! | `tuning` | tuned constants |
//! | `audit` | inferences, checked as they are made |

mod arith_bridge;
mod atoms;
mod audit;
mod clausify;
mod combination;
mod driver;
mod egraph;
mod engine;
mod inference;
mod log;
mod model;
mod plugin;
mod relevancy;
mod skolem;
mod state;
mod stats;
pub mod tuning;

pub use engine::{Config, Decisions, Engine, Outcome, Reason};
pub use inference::{Inference, Observer};
pub use model::{FunctionTable, Model, Value};
pub use plugin::{Effort, PluginContext, Premise, TheorySolver, Verdict};
pub use skolem::{Definition, FunctionDefinition};
pub use state::Incomplete;
pub use stats::Statistics;
