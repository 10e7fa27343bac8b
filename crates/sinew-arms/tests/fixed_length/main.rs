//! What the arms share about words, against the reference semantics.

mod abstraction;
mod fixed;
mod worlds;
