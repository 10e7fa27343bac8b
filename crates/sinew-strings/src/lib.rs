//! What all reasoning about strings shares.
//!
//! Each idea about strings that the simplifier and the arms have in common is coded here, once: it
//! knows terms and languages, but neither laws nor search.
//!
//! | file | what it is about |
//! |---|---|
//! | `concat` | concatenations as lists of components, and what two of them have in common at their ends |
//! | `lengths` | what operators say about lengths, as far as everybody says it alike |
//! | `letters` | letters counted on both sides of an equation (P2 §3.1, *MultisetCheck*) |
//! | `linear` | linear forms: the normal form of arithmetic |
//! | `nielsen` | word equations by Nielsen's transformation |
//! | `nielsen/family` | what a path through the Nielsen graph makes of lengths, and of words |
//! | `nielsen/graph` | the graph of systems under Nielsen's steps |
//! | `nielsen/powers` | solutions in powers of a letter |
//! | `nielsen/system` | systems of word equations, as the nodes of the Nielsen graph hold them |
//! | `nielsen/typed` | Nielsen's graph of equations whose variables are in regular languages |
//! | `numerals` | the strings that stand for one number |
//! | `polarity` | which truth values of its parts a formula may ask for |
//! | `regex_of_term` | from regex terms to `sinew_regex`, with a cache |
//! | `regex_terms` | from `sinew_regex` back to terms |
//! | `regular` | what atoms say about one string, as regular languages |

pub mod concat;
pub mod lengths;
pub mod letters;
pub mod linear;
pub mod nielsen;
pub mod numerals;
pub mod polarity;
mod regex_of_term;
mod regex_terms;
pub mod regular;

pub use regex_of_term::RegexOfTerm;
