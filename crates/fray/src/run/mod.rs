//! Running solvers on tests: processes with hard limits, verdicts, a store, tables.
//!
//! [`campaign`] drives one solver; [`judge`] compares what it prints with what is known;
//! [`store`] keeps the results; [`report`] makes P0's tables of them.

pub mod campaign;
pub mod issue;
pub mod judge;
pub mod process;
pub mod profile;
pub mod reduce;
pub mod report;
pub mod store;
pub mod verdict;
