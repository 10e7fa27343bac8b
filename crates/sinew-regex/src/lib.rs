//! Symbolic regular expressions over the alphabet of SMT-LIB's theory *Strings*: code
//! points 0 … 0x2FFFF. Derivatives, automata, lengths, witnesses; no terms.
//!
//! A [`RegexStore`] owns hash-consed [`Regex`]es, which its smart constructors normalise.
//! All 15 regex-valued operations of P1 Table 1 are there, complement, intersection and
//! difference included, with counters kept symbolic. Decisions explore lazily and take a
//! [`Budget`](sinew_base::Budget): whatever may blow up ends with a
//! [`StopReason`](sinew_base::StopReason) instead.
//!
//! ```
//! use sinew_base::Budget;
//! use sinew_regex::RegexStore;
//! let mut store = RegexStore::new();
//! let budget = Budget::unlimited();
//! // (a|b)*a(a|b)^18: its smallest DFA has 2^19 states, asking about it needs 20.
//! let a = store.literal(&[97]);
//! let ab = store.range(97, 98);
//! let (many, last) = (store.star(ab), store.power(ab, 18));
//! let r = store.concat_all(&[many, a, last]);
//! assert_eq!(store.shortest_word(r, &budget).unwrap().unwrap(), [97; 19]);
//! ```
//!
//! | file | what it is about |
//! |---|---|
//! | `automata` | automata over the letters of a query, and transducers: where to start |
//! | `automata/alphabet` | the letters of a query, and sets of them |
//! | `automata/automaton` | shared automata without ε-moves, and how they are built |
//! | `automata/combine` | Boolean operations, concatenation, reversal, determinisation |
//! | `automata/epsilon` | removal of moves that neither read nor write |
//! | `automata/graph` | graphs: reachability, strongly connected components |
//! | `automata/images` | application, images and composition of transducers |
//! | `automata/inclusion` | inclusion and universality by antichains |
//! | `automata/lassos` | lengths of words as arithmetic progressions |
//! | `automata/lazy` | automata made state by state: products, subsets; exploration |
//! | `automata/monoid` | what automata can tell apart of words, as elements of a finite monoid |
//! | `automata/noodles` | all ways to cut two concatenations against each other |
//! | `automata/of_regex` | between regexes and automata |
//! | `automata/parikh` | how often edges are taken, as linear constraints |
//! | `automata/quotient` | quotients, prefixes, suffixes |
//! | `automata/reduce` | smaller automata: bisimulation and simulation |
//! | `automata/replace` | replacing matches, as transducers |
//! | `automata/samples` | runs with places picked out, as Parikh images |
//! | `automata/simulation` | the simulation preorder |
//! | `automata/transducer` | transducers: their moves, how they are built, reduction |
//! | `automata/words` | membership, witnesses, listing, splitting a word |
//! | `boolean` | smart constructors of union, intersection and complement |
//! | `build` | smart constructors of classes, concatenation and counters |
//! | `charset` | sets of characters as sorted, disjoint, non-adjacent ranges of code points |
//! | `count` | how many words |
//! | `decide` | decisions: emptiness, inclusion, equivalence |
//! | `derivative` | symbolic derivatives, memoised |
//! | `dfa` | explicit deterministic automata over a compressed alphabet, and their minimisation |
//! | `expression` | expressions for what was put into the store as an automaton |
//! | `lengths` | sets of word lengths |
//! | `member` | whether a word is in a language |
//! | `nfa` | explicit nondeterministic automata with classes on the edges |
//! | `print` | a readable form of a regex, for traces and tests |
//! | `project` | the set of word lengths of a regex |
//! | `runs` | finite sets of naturals as sorted runs |
//! | `search` | search over the lazily explored states of a regex |
//! | `split` | reversal, right quotients, and splits of a regex for concatenated words |
//! | `store` | the store: hash-consed regular expressions, their nodes and their cached facts |
//! | `subsume` | inclusion that the structure shows at a glance |
//! | `walk` | walks over the graph of a regex, without recursion |
//! | `witness` | words of a language |

pub mod automata;
mod boolean;
mod build;
mod charset;
mod count;
mod decide;
mod derivative;
mod dfa;
mod expression;
mod lengths;
mod member;
mod nfa;
mod print;
mod project;
mod runs;
mod search;
mod split;
mod store;
mod subsume;
mod walk;
mod witness;

pub use charset::{CharOrder, CharSet, MAX_CHAR, partition};
pub use dfa::Dfa;
pub use lengths::LengthSet;
pub use nfa::Nfa;
pub use store::{ClassId, Node, Regex, RegexStore};
