//! From what the solver did to proofs in CPC.
//!
//! The solver records *that* a law was applied; a proof must say *why* it holds, in the rules of the calculus. An [`Elaborator`] is a
//! [`Checker`](sinew_proof::cpc::Checker) with the translation of the solver's terms around it, and derives equations
//! ([`Elaborator::rewrite`]) by search among the rules. Nothing here is believed: what is derived wrongly, the checker refuses.
//!
//! | file | what it is about |
//! |---|---|
//! | `refutation` | from the record of a refutation to its proof: the way in |
//! | `preprocess` | formulas that preprocessing made of the assertions |
//! | `parts` | members of normal forms, each from what it needs |
//! | `passes` | what passes over whole problems conclude |
//! | `affixes` | what begins or ends with a word, as a membership |
//! | `bounds` | comparisons that contradict each other |
//! | `regular` | formulas about strings as memberships, languages without words |
//! | `lines` | sums of lines that leave no values |
//! | `library` | derivations that were found once, made again for other terms |
//! | `log` | refutations by the search, from the engine's log |
//! | `log/arith` | refutations of integer constraints, from their certificates |
//! | `log/closure` | congruence closure that shows what it finds |
//! | `log/gates` | clauses of Boolean structure |
//! | `log/lemmas` | clauses that the engine and its theories hold valid |
//! | `log/linear` | comparisons of integers as lines of a fixed form |
//! | `log/literals` | literals of the kernel as formulas, formulas as clauses |
//! | `log/read` | the log as a table |
//! | `log/resolution` | unit propagation as chains of resolution |
//! | `equations` | word equations without solutions, alone, together, or in languages |
//! | `expansion` | what extended functions mean, under conditions |
//! | `fixed` | lengths that contradict what is known of strings |
//! | `forks` | splits where two normal forms part |
//! | `forms` | what normal forms of equal strings say about their components |
//! | `images` | memberships of replaced strings, carried back |
//! | `inferences` | what string procedures infer |
//! | `symbolic` | memberships in languages that begin or end with strings |
//! | `propagation` | regular propagation as steps of a proof: the way in |
//! | `propagation/automaton` | finite automata over intervals of characters |
//! | `propagation/expression` | automata as regular expressions |
//! | `propagation/functions` | what machines make of the words of automata |
//! | `propagation/lengths` | lengths before and after a function |
//! | `propagation/minimal` | automata compared, and made small |
//! | `propagation/periods` | strings that overlap with themselves |
//! | `propagation/spans` | how long the words of a language are |
//! | `propagation/steps` | the steps that a contradiction needs |
//! | `splits` | memberships of concatenations, as memberships of their components |
//! | `order` | chains of the lexicographic order, common beginnings of what it compares |
//! | `overlap` | words at places of one string that are too close to each other |
//! | `pigeonholes` | strings that all differ, and fewer words for them |
//! | `letters` | long texts that do not have a letter of what is looked for |
//! | `places` | strings that must differ and cannot, at one place or another |
//! | `members` | what follows from a few members of a conjunction |
//! | `normal` | normal forms, from the record of what became of each term |
//! | `numerals` | lengths of numerals |
//! | `comparisons` | comparisons of strings at their first characters |
//! | `congruence` | equations between terms that differ at some places only |
//! | `cuts` | equations of strings, cut where both sides are equally long |
//! | `division` | quotients and remainders by numbers, as lines |
//! | `remainders` | remainders of the lengths of members of a language |
//! | `elaborator` | a checker with translation, and steps that occur everywhere |
//! | `testing` | what the tests of derivations share |
//! | `translate` | the solver's terms as terms of the calculus |
//! | `rewrite` | derivations of single rewrites: the way in |
//! | `rewrite/arith` | normal forms of sums and of comparisons |
//! | `rewrite/assumptions` | what is assumed in a case |
//! | `rewrite/bounded` | rewrites whose conditions are comparisons |
//! | `rewrite/cases` | equality by normal forms, by languages, by parts, by cases |
//! | `rewrite/conditional` | laws about conditionals, by the cases of a condition |
//! | `rewrite/context` | junctions in which one member says something about the others |
//! | `rewrite/direct` | derivations by the shape of both sides |
//! | `rewrite/draft` | proofs that are not yet made: what the search finds, and how it is shown to the checker |
//! | `rewrite/ends` | equations of strings by what their sides begin and end with |
//! | `rewrite/functions` | rewrites of string functions that need more than one rule |
//! | `rewrite/junctions` | junctions some of whose members say something about others |
//! | `rewrite/known` | what is known of integer terms by themselves |
//! | `rewrite/layers` | which parts of terms are looked into |
//! | `rewrite/lemmas` | what functions mean, where normal forms do not suffice |
//! | `rewrite/linear` | bounds that follow from other bounds |
//! | `rewrite/lists` | normal forms of lists |
//! | `rewrite/normal` | normal forms with their proofs |
//! | `rewrite/regular` | formulas that are memberships of one string |
//! | `rewrite/schema` | rewrites of fixed form, and how they are matched |
//! | `rewrite/search` | what all parts of the search share |
//! | `rewrite/words` | equations between strings |

mod affixes;
mod bounds;
mod comparisons;
mod congruence;
mod cuts;
mod division;
mod elaborator;
mod equations;
mod expansion;
mod fixed;
mod forks;
mod forms;
mod images;
mod inferences;
mod letters;
mod library;
mod lines;
mod log;
mod members;
mod normal;
mod numerals;
mod order;
mod overlap;
mod parts;
mod passes;
mod pigeonholes;
mod places;
mod preprocess;
mod propagation;
mod refutation;
mod regular;
mod remainders;
mod rewrite;
mod splits;
mod symbolic;
#[cfg(test)]
mod testing;
mod translate;

pub use elaborator::Elaborator;
pub use library::{Derivation, derivations};
pub use preprocess::Given;
pub use refutation::{Inferred, Proved, Refutation, Searched, prove};
pub use rewrite::Underivable;
