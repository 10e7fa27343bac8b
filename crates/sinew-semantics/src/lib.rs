//! The executable reference semantics: values, evaluation, model checking.
//!
//! This crate says what every symbol means. It transcribes the SMT-LIB theories *Core*, *Ints*
//! and *Strings* (Unicode strings, version 2.6 of the language and later) as directly as code
//! can, together with the extensions of cvc5 and z3 that the project accepts, so that a reader
//! can hold each function against the sentence of the standard that defines it. It is naive on
//! purpose, and it uses nothing of what solves: a `sat` answer is believed because this crate
//! has evaluated the assertions, not because the solver was clever.
//!
//! Evaluation is total: whatever cannot be decided (an unbounded quantifier, a symbol without
//! interpretation, a value beyond the [`Limits`]) is reported as [`NotDecided`], with the term
//! that is responsible. Nothing recurses on the depth of a term.
//!
//! ```
//! use sinew_semantics::{Model, Value, Verdict, check, eval};
//! use sinew_term::{Op, Sort, TermStore};
//!
//! let mut store = TermStore::new();
//! let x = store.constant("x", Sort::String);
//! let (b, two) = (store.string("b"), store.int(2));
//! let xb = store.concat(&[x, b]);
//! let length = store.len(xb);
//! let is_two = store.eq(length, two);
//!
//! let Op::Apply(x) = store.op(x) else { unreachable!() };
//! let mut model = Model::new();
//! model.set_constant(x, Value::string("aa"));
//! assert_eq!(eval(&store, &model, xb), Ok(Value::string("aab")));
//! let Verdict::Falsified { index: 0, values, .. } = check(&store, &model, &[is_two]) else {
//!     panic!("3 is not 2")
//! };
//! assert!(values.contains(&(length, Value::from(3))));
//! ```
//!
//! | file | what it is about |
//! |---|---|
//! | `apply` | the operators applied to values: the table of meanings |
//! | `call` | declared functions: values from the model |
//! | `check` | whether a model satisfies assertions, and which fails |
//! | `eval` | evaluation of terms, with an explicit stack |
//! | `flatten` | nested applications of one associative operator, spread out |
//! | `integers` | the functions of the theory *Ints* |
//! | `language` | questions about regular languages: membership, matches, equality |
//! | `limits` | what stops an evaluation before it has an answer, and how the answer "not decided" looks |
//! | `model` | models: what the declared symbols mean |
//! | `quantifier` | quantifiers over finite domains |
//! | `regex` | regular languages by derivatives |
//! | `replace` | the functions of the theory *Strings* that look for a match of a regular language in a word |
//! | `search` | where a word occurs in another, in linear time |
//! | `strings` | the functions of the theory *Strings* on words, without regular languages |
//! | `value` | values: what terms evaluate to |

mod apply;
mod call;
mod check;
mod eval;
mod flatten;
mod integers;
mod language;
mod limits;
mod model;
mod quantifier;
mod regex;
mod replace;
mod search;
mod strings;
mod value;

pub use check::{Verdict, check, check_with};
pub use eval::{Evaluator, eval};
pub use limits::{Limits, NotDecided, Reason, Watcher};
pub use model::{Interpretation, Model};
pub use quantifier::Domains;
pub use value::{Regex, Value};
