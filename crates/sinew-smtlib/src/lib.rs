//! SMT-LIB text to commands and terms, and back.
