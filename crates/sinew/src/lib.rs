//! The string solver: session, options, certification, and the sinew binary.
