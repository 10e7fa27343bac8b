//! The decision procedures for strings, one module each.
//!
//! An [`Arm`] never prints, never exits and never reads options; it gets a problem and a budget and
//! answers, pauses, or declines with a reason. [`ARMS`] is the table of all. No arm knows another;
//! what they share is in [`fixed_length`] (strings of known lengths), [`forms`] (normal forms) and
//! [`expansion`] (definitions of extended terms).
//!
//! | file | what it is about |
//! |---|---|
//! | `arm` | what an arm is, and the table of all arms |
//! | `arrange` | arrangements with a fixed-length back end (P2 §3.1) |
//! | `arrange/arrangement` | where two normal forms part, the longer component is cut |
//! | `arrange/expand` | which terms the arrange arm expands |
//! | `arrange/overlap` | overlapping variables |
//! | `arrange/rules` | the inferences of the arrange arm |
//! | `automata` | the automata arm: regular languages, propagated and cut |
//! | `automata/atoms` | the atoms of a problem, sorted by what they speak of |
//! | `automata/candidate` | words for a branch that is solved |
//! | `automata/cases` | the cases of slices, first occurrences and disequalities |
//! | `automata/core` | conflicts made small |
//! | `automata/counting` | Parikh images as facts of arithmetic |
//! | `automata/cyclic` | equations in which strings come back, refuted by Nielsen's graph |
//! | `automata/decide` | from facts to words: groups of facts, each searched by itself |
//! | `automata/facts` | what holds of strings under an assignment, as constraints between classes |
//! | `automata/facts/repeated` | lengths of strings that others repeat, as languages |
//! | `automata/languages` | the automata and transducers of a problem, each made once |
//! | `automata/lessons` | what propagation finds out from the assertions alone, told to the other arms |
//! | `automata/measure` | lengths of the strings of a branch, as questions to arithmetic |
//! | `automata/operations` | operations on languages, each carried out once |
//! | `automata/periods` | strings that overlap with themselves are periodic |
//! | `automata/places` | strings laid over each other, and places in their parts, as formulas |
//! | `automata/positions` | denials decided by places |
//! | `automata/propagate` | regular propagation without splits |
//! | `automata/reasons` | sets of facts that conclusions rest on |
//! | `automata/rules` | what the automata arm concludes |
//! | `automata/search` | the search for a stable solution: branches over noodles and cases |
//! | `automata/state` | one branch of that search |
//! | `context` | the context arm: classes, normal forms, extended functions in context (P3) |
//! | `context/code_points` | codes of characters, and what memberships say about characters and positions |
//! | `context/containment` | what contains what |
//! | `context/membership_split` | memberships of concatenations, component by component |
//! | `context/equations` | equations between normal forms that only splits would get on with, taken as word equations |
//! | `context/split` | splits where two normal forms part (P3, Figure 4: F-Split, L-Split) |
//! | `context/order` | the lexicographic order between classes |
//! | `context/pigeonhole` | pigeonholes: things that are apart need room |
//! | `context/pigeonhole/factors` | how long a string with many words in it must be |
//! | `context/pigeonhole/language` | strings that are all different, and languages with few words |
//! | `context/pigeonhole/positions` | different parts of a string begin at different places |
//! | `context/expand` | which extended terms are expanded, and when |
//! | `context/few_words` | strings that are looked for in others, whose language has few words of their length |
//! | `context/rules` | the inferences of the context arm |
//! | `context/steps` | which steps of the strategy run: the configurations of P3 §5 |
//! | `context/strategy` | the steps of a check, in order, and how they are run |
//! | `deepen` | finite-model finding around an engine: bounds on lengths that grow |
//! | `difficulty` | how hard an arm finds a problem, as numbers of one turn |
//! | `engine_arm` | an arm that is a theory of an engine |
//! | `equations` | word equations by Nielsen's transformation |
//! | `equations/problem` | what the arm sees of a problem |
//! | `equations/rules` | what the equations arm concludes |
//! | `expansion` | what extended terms mean in simpler ones |
//! | `expansion/definition` | extended functions by definition (P3, Figure 5: Ext-Expand) |
//! | `expansion/implied` | what extended terms imply beyond their definitions |
//! | `expansion/rules` | what extended terms say by definition |
//! | `expansion/skolems` | the strings that splits and expansions speak of, each defined by a term over the input |
//! | `forms` | classes of strings as sequences of components |
//! | `forms/align` | where two normal forms part, seen from one end |
//! | `forms/cancel` | what two equal concatenations have in common at their ends, cancelled |
//! | `forms/ext_simplify` | extended functions in context (P3, Figure 6: Ext-Simplify) |
//! | `forms/form` | a normal form, and which part of it rests on what |
//! | `forms/member` | memberships of one class taken together |
//! | `forms/normal` | normal forms of string classes, and what comparing them gives (P3, Figure 4) |
//! | `forms/prospect` | where splits of normal forms lead |
//! | `forms/rules` | what follows from normal forms and from memberships |
//! | `flat` | flat abstraction: words of cycles, all constraints as linear arithmetic (P4) |
//! | `flat/apart` | positions at which words differ are in no cycle in step |
//! | `flat/bounds` | lengths that are bounded whatever else holds |
//! | `flat/candidate` | what a model of the arithmetic says about words |
//! | `flat/construct` | equations that hold by construction |
//! | `flat/conversions` | conversions between strings and numbers, and what looks at single letters |
//! | `flat/facts` | what is said about whole words, in terms of promises |
//! | `flat/flatten` | from assertions to arithmetic |
//! | `flat/growth` | how bounds grow, and the model of a search |
//! | `flat/images` | functions that take a string letter by letter |
//! | `flat/languages` | memberships: runs of automata over pieces |
//! | `flat/letters` | the letters of flat words, and cells that hold one |
//! | `flat/matches` | first matches of words and of languages |
//! | `flat/open` | regular expressions with symbols in them |
//! | `flat/operators` | what each operator says about words |
//! | `flat/promise` | what literals promise about words |
//! | `flat/refine` | which promises a candidate breaks, and the instances that exclude it |
//! | `flat/ring` | cycles that several words are slices of |
//! | `flat/rules` | the instances of flattening, by name |
//! | `flat/settled` | what holds whatever else does, and the cases that it leaves |
//! | `flat/shape` | parametric flat languages: words made of pieces |
//! | `flat/shifts` | not-substring: a mismatch at every shift (P4 §5) |
//! | `flat/trials` | which periods rings have, one after the other |
//! | `flat/unfold` | what is done again and again, stage by stage |
//! | `flat/windows` | where pieces of two words overlap, their cells agree |
//! | `lengths` | length abstraction with a bit-level back end (P2 §3.1, Algorithm 1) |
//! | `lengths/counts` | characters counted (P2 §3.1, *MultisetCheck*), as arithmetic |
//! | `lengths/length_bounds` | lengths that are enough: bounds that make failure a proof |
//! | `lengths/length_bounds/collect` | collects the questions that assertions ask of string variables |
//! | `lengths/length_bounds/joint` | deterministic automata that read the same word |
//! | `lengths/length_bounds/linear` | lengths in arithmetic |
//! | `lengths/length_bounds/constraints` | the questions that are asked of string variables, and what they come to for groups of them |
//! | `lengths/rules` | what the lengths arm infers beyond the inferences of the fixed-length back end |
//! | `patience` | when an arm lets others go first |
//! | `tuning` | the tuned constants of the arms |
//! | `shared` | what arms tell each other (P2 §3.2, *Constraint Sharing*) |
//! | `fixed_length` | the fixed-length back end that arms share |
//! | `fixed_length/abstraction` | the length abstraction (P2 §3.1, *AbstractLengths*) |
//! | `fixed_length/alphabet` | the compressed alphabet of one fixed-length problem |
//! | `fixed_length/back_end` | the back end as an arm holds it: registered terms, and words for them |
//! | `fixed_length/candidate` | from the engine's candidate model to words, or to a lemma about it (P2, Algorithm 1) |
//! | `fixed_length/circuit` | the circuit behind words of fixed length, kept from one attempt to the next |
//! | `fixed_length/conversion` | how conversions between strings and numbers go together |
//! | `fixed_length/fact` | facts over words of cells |
//! | `fixed_length/fixed` | string facts over words of fixed length (P2 §3.1, *ReduceToBV*) |
//! | `fixed_length/gates` | circuits over characters |
//! | `fixed_length/language` | regular languages over words of cells |
//! | `fixed_length/symbolic_string` | what a circuit depends on, and equalities of words piece by piece (P2, Theorem 1) |
//! | `fixed_length/measure` | how long the members of a regular expression with string terms inside can be |
//! | `fixed_length/numeral` | numerals in the circuit |
//! | `fixed_length/occurrences` | the length of `replace_all` by the number of occurrences |
//! | `fixed_length/overlap` | constants in one string: where equal concatenations put them |
//! | `fixed_length/pattern` | regular expressions with string terms inside, over words of cells |
//! | `fixed_length/range` | numbers that follow the words |
//! | `fixed_length/rules` | the inferences that arms with a fixed-length back end share |
//! | `fixed_length/string_terms` | string terms as words of cells |

mod arm;
pub mod arrange;
pub mod automata;
pub mod context;
mod deepen;
mod difficulty;
mod engine_arm;
pub mod equations;
pub mod expansion;
pub mod fixed_length;
pub mod flat;
pub mod forms;
pub mod lengths;
mod patience;
mod shared;
pub mod tuning;

pub use arm::{
    ARMS, Arm, ArmSpec, Asserted, Cause, Pause, Reason, Settings, Turn, without_strings,
};
pub use deepen::Deepening;
pub use difficulty::{Difficulty, Outlook};
pub use shared::{LemmaPool, Shared};
