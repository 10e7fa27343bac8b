//! Running solvers on tests: processes with hard limits, verdicts, a store, tables.
//!
//! [`campaign`] drives one solver, [`session`] with many tests in one process, [`schedule`] says
//! which tests are worth the time; [`dialect`] is how it spells, `probe` how that is found out;
//! [`judge`] compares what it prints with what is known; [`second`] asks another solver about
//! cores; [`store`] keeps the results; [`report`] makes P0's tables of them, [`race`] those of
//! solvers on benchmark files; [`mod@reduce`] makes failing tests small; [`cluster`] tells
//! distinct failures apart.

mod answer;
pub mod bare;
pub mod blame;
mod bounds;
mod broken;
pub mod campaign;
pub mod cluster;
pub mod contradiction;
pub mod culprit;
mod deeper;
pub mod dialect;
pub mod digest;
pub mod examine;
pub mod finding;
mod holder;
pub mod hopeless;
pub mod html;
mod instances;
pub mod issue;
pub mod job;
pub mod judge;
pub mod known;
pub mod label;
pub mod launch;
mod linear;
mod log;
pub mod pattern;
pub mod plainer;
mod probe;
pub mod process;
pub mod profile;
pub mod queries;
pub mod race;
pub mod record;
pub mod reduce;
mod refute;
mod repeated;
pub mod report;
pub mod schedule;
mod scoped;
pub mod second;
pub mod session;
mod sexpr;
mod shrink;
mod simplify;
mod size;
mod steps;
pub mod store;
mod together;
pub mod trace;
mod turned;
pub mod verdict;
pub mod watch;
mod words;
