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
