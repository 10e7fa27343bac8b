//! CDCL(T): clausification, equality, arithmetic and their combination.
