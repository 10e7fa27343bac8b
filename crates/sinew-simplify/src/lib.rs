//! Term rewriting and whole-problem simplification.
