//! Sorts, operators and hash-consed terms of SMT-LIB strings, integers and Booleans.
