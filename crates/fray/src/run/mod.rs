//! Running solvers on tests: processes with hard limits, verdicts, a store, tables.
//!
//! [`campaign`] drives one solver; [`judge`] compares what it prints with what is known;
//! [`second`] asks another solver about cores; [`store`] keeps the results; [`report`] makes P0's
//! tables of them, [`race`] those of solvers on benchmark files; [`mod@reduce`] makes failing tests
//! small.

pub mod campaign;
pub mod issue;
pub mod job;
pub mod judge;
pub mod process;
pub mod profile;
pub mod race;
pub mod reduce;
pub mod report;
pub mod second;
mod sexpr;
mod shrink;
mod steps;
pub mod store;
pub mod verdict;
