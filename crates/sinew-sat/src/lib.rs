//! A CDCL kernel with a theory interface, assumptions, cores and a proof log.
