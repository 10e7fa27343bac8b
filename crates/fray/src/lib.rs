//! The tester: formulas with known answers against any string solver.

pub mod synth;
