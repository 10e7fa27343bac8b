//! A checker of the lemma log that shares no code with what it checks.
