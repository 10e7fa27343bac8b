//! Exact linear integer arithmetic as an incremental theory.
