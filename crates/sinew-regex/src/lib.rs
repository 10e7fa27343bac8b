//! Symbolic regular expressions: derivatives, automata, lengths, witnesses.
