//! Products of variables.
//!
//! placeholder
