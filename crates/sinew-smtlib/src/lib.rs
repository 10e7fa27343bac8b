//! SMT-LIB text to commands and terms, and back.
//!
//! A [`Reader`] takes bytes as they come and gives [`Command`]s; what symbols mean is kept in an
//! [`Environment`], terms go straight into a [`TermStore`](sinew_term::TermStore). Errors are
//! [`Diagnostic`]s with a place. [`print_term`] writes what reads back to the same term.
//!
//! ```
//! use sinew_smtlib::{Command, Environment, parse_script, print_term};
//! use sinew_term::TermStore;
//!
//! let (mut store, mut env) = (TermStore::new(), Environment::new());
//! let script = "(declare-const x String) (assert (= (str.len x) (- 3)))";
//! let commands = parse_script(&mut store, &mut env, script).unwrap();
//! let Command::Assert { term, .. } = commands[1] else { panic!() };
//! assert_eq!(print_term(&store, term), "(= (str.len x) (- 3))");
//! ```
//!
//! Nothing here recurses on the depth of the input, and a command with an error changes nothing.
//!
//! | file | what it is about |
//! |---|---|
//! | `command` | the commands of SMT-LIB 2.6 and 2.7, as data |
//! | `diagnostic` | located errors: where, what, what might have been meant |
//! | `dialect` | the one switch between today's SMT-LIB and the strings of its drafts (2.0 to 2.5) |
//! | `elaborate` | from tokens to hash-consed terms, with an explicit stack and no tree in between |
//! | `elaborate/advice` | what is said about a term that cannot be made, and what was probably meant |
//! | `elaborate/annotations` | annotations: `(! term :attribute …)` |
//! | `elaborate/binders` | `let` and the quantifiers |
//! | `elaborate/heads` | applications of operators, functions, indexed and qualified symbols |
//! | `elaborate/locals` | names bound inside a term by `let`, quantifiers and parameters |
//! | `elaborate/loops` | `re.^` and `re.loop`, whose indices the standard does not bound |
//! | `elaborate/numbers` | numbers: numerals, decimals of integral value, and numerals with a sign |
//! | `elaborate/settle` | names of bound variables in finished terms |
//! | `elaborate/sorts` | sorts: the four of the theory, declared ones, and abbreviations with parameters |
//! | `environment` | what symbols and sorts mean at a point of a script, with the scopes of `push` and `pop` |
//! | `levels` | nested scopes, counted without being listed |
//! | `lexer` | tokens of SMT-LIB, straight from the bytes of one command |
//! | `literal` | string literals, from text to code points and back |
//! | `loss` | what a script loses with a command that is not carried out |
//! | `model` | models as solvers print them, and replies to `get-value` |
//! | `parse_command` | from the text of one command to a `Command`, and its effect on the environment |
//! | `print` | terms in standard syntax, with repeated subterms shared through `let` |
//! | `print/sharing` | which subterms get a name, and where |
//! | `reader` | the incremental reader: bytes in, commands out |
//! | `suggest` | "did you mean": the nearest name, or what a word of another language is here |
//! | `theory` | the symbols that need no declaration, standard, extended and old |
//! | `vocabulary` | all commands, sorts and names as tables, and what is recognised only to be refused |

mod command;
mod diagnostic;
mod dialect;
mod elaborate;
mod environment;
mod levels;
mod lexer;
mod literal;
mod loss;
mod model;
mod parse_command;
mod print;
mod reader;
mod suggest;
mod theory;
mod vocabulary;

pub use command::{AttributeValue, Command};
pub use diagnostic::{Diagnostic, Position};
pub use dialect::Dialect;
pub use environment::{Definition, Environment};
pub use levels::Levels;
pub use literal::print_string_literal;
pub use loss::Loss;
pub use model::parse_model;
pub use print::{print_definition, print_sort, print_symbol, print_term, write_term};
pub use reader::{Reader, parse_script, parse_term};
pub use suggest::did_you_mean;
pub use theory::NTH_OUTSIDE;
pub use vocabulary::{
    ABSENT, Absent, COMMANDS, CommandInfo, DECLINED, OtherName, SORTS, command_names, other_names,
};
