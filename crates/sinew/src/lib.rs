//! The Sinew string solver as a library.
//!
//! A [`Solver`] takes terms of Rust types ([`ast`]):
//!
//! ```
//! use sinew::{SatResult, Solver, ast::String};
//!
//! let (name, host) = (String::new_const("name"), String::new_const("host"));
//! let mut solver = Solver::new();
//! solver.assert((&name + "@" + &host).eq("ada@example.org"));
//! assert_eq!(solver.check(), SatResult::Sat);
//! assert_eq!(solver.get_model().unwrap().value(&host).as_deref(), Some("example.org"));
//! ```
//!
//! A [`Session`] executes SMT-LIB commands, as the binary does:
//!
//! ```
//! use sinew::Session;
//!
//! let mut session = Session::default();
//! let replies = session.run_text(
//!     r#"(assert (= (str.replace_all "banana" "an" "un") "bununa"))
//!        (check-sat)"#,
//! );
//! assert_eq!(replies, "sat\n");
//! ```
//!
//! It keeps its limits itself, whatever the program around it does: `:tlimit-per` and `:tlimit` in
//! milliseconds, `:rlimit-per` and `:rlimit` in steps, `:memory` in megabytes. A [`CancelHandle`]
//! stops a query from another thread.
//!
//! ```
//! use sinew::Session;
//!
//! let mut session = Session::default();
//! // Evaluating `fib` takes longer than anybody waits.
//! let replies = session.run_text(
//!     r#"(set-option :tlimit-per 50)
//!        (define-fun-rec fib ((n Int)) Int
//!          (ite (<= n 1) n (+ (fib (- n 1)) (fib (- n 2)))))
//!        (declare-const x Int)(assert (= x 90))(assert (>= (fib x) 0))
//!        (check-sat)(get-info :reason-unknown)"#,
//! );
//! assert_eq!(replies, "unknown\n(:reason-unknown timeout)\n");
//! ```
//!
//! | file | what it is about |
//! |---|---|
//! | `api` | the typed interface: terms, solver, models |
//! | `api/answer` | answers of the typed solver, and why there may be none |
//! | `api/ast` | typed terms, and what they have in common |
//! | `api/boolean` | formulas |
//! | `api/builtin` | operators by name |
//! | `api/dynamic` | terms whose sort is known only at run time, and declared functions |
//! | `api/export` | from terms of a store back to typed terms: reading text, substitution |
//! | `api/import` | from typed terms to terms of a store |
//! | `api/inspect` | what a term is made of |
//! | `api/integer` | integer terms |
//! | `api/model` | models that evaluate typed terms |
//! | `api/node` | terms that belong to no solver |
//! | `api/regexp` | regular expressions |
//! | `api/solver` | the typed solver |
//! | `api/sort` | sorts of terms |
//! | `api/string` | string terms |
//! | `cli` | the `sinew` command line: arguments, files, clock, signals |
//! | `cli/arguments` | arguments, from the option table |
//! | `cli/commands` | what the binary does: scripts, values, models, its manual |
//! | `cli/foreign` | flags by which users know other solvers, and what is nobody's |
//! | `cli/input` | files that are read: plain or compressed ones, and standard input |
//! | `cli/process` | the process as a host: streams, files, clock |
//! | `cli/progress` | a line on the terminal about a long query |
//! | `cli/terminal` | a conversation at a terminal: line editor, history, completion |
//! | `cli/watch` | clock, memory and signals |
//! | `host` | what a session needs from outside: replies and budgets |
//! | `main` | the `sinew` binary: a shell around the session |
//! | `options` | every option, once: name, meaning, default, reading, writing |
//! | `options/foreign` | options of other solvers that are none here |
//! | `options/table` | the table of options, and how their values are read |
//! | `printed_model` | models as solvers print them: a list of definitions |
//! | `query` | a query is a list of stages with a way forward and a way back |
//! | `query/basis` | what an answer rests on |
//! | `query/cache` | the query cache: answers of earlier queries (stage) |
//! | `query/cache/cores` | refuted sets of assertions of earlier queries |
//! | `query/cache/models` | models of earlier queries |
//! | `query/cache/residue` | what kept models leave of a question |
//! | `query/certificate` | what vouches for an answer |
//! | `query/certify` | the last word on every answer |
//! | `query/definitions` | recursive definitions (stage) |
//! | `query/eliminate` | quantifiers that can go (stage) |
//! | `query/instantiate` | universal formulas by instances (stage) |
//! | `query/minimal_core` | minimal cores, by leaving out one member after the other (stage) |
//! | `query/parts` | what shares no symbols, by itself, if all together takes long (stage) |
//! | `query/pipeline` | the lists of stages, and how one is run |
//! | `query/prove` | proofs of refutations |
//! | `query/quantified` | what stages about quantifiers share |
//! | `query/quantified/known` | values that assertions without quantifiers fix for symbols of those with quantifiers |
//! | `query/quantified/patterns` | quantified formulas that mean a formula of the theory |
//! | `query/quantified/polarity` | walks over formulas that know whether a place is positive, negative or both |
//! | `query/recorded` | simplification with a record of every step (stage) |
//! | `query/refutation` | logs that the checker has replayed |
//! | `query/report` | a question whose refutation was refused, as a script |
//! | `query/rules` | the rules of the stages |
//! | `query/search` | the search (stage) |
//! | `query/simplify` | simplification, and values for the symbols that it eliminates (stage) |
//! | `query/statistics` | how often what was done, over all queries of a session |
//! | `query/symbol_index` | which assertions share no symbols (constraint independence) |
//! | `query/tried` | trusted rewrites and inferences, tried on small values |
//! | `query/witness` | models, and what the reference semantics has found to be true in them |
//! | `rules` | the registry of rules |
//! | `search` | the search for an answer |
//! | `search/arm_run` | one arm at work on a problem |
//! | `search/chains` | whether word equations are chain-free |
//! | `search/choice` | choosing between arms by static features (P2 §3.2) |
//! | `search/model_import` | models of the engine, in the terms of the reference semantics |
//! | `search/portfolio` | arms at work on one problem: turns, budgets, shared facts (P2 §3.2) |
//! | `search/probe` | static features of a problem (P2 §3.2, *Static Arm Selection*) |
//! | `search/recorder` | what the string procedures infer, for statistics and traces, by the names of their rules |
//! | `search/side_by_side` | arms in threads, turns dealt out to as many at a time as there are jobs |
//! | `session` | a session: the state that SMT-LIB commands act on, and what each of them does |
//! | `session/answers` | commands about the latest answer: models, values, cores |
//! | `session/embedded` | a session without text, for the typed solver |
//! | `session/limits` | what a query may spend, and how it is told to stop |
//! | `session/query` | `check-sat` and `get-proof`: the question, the stages, the reply |
//! | `session/rejected` | commands that were not carried out, and what may be answered in spite of them |
//! | `session/settings` | logic, options and information |
//! | `tuning` | tuned constants of this crate, and the registry of all |
//! | `watch` | the watchdog: time and memory of queries |

mod api;
pub mod host;
pub mod options;
pub mod printed_model;
mod query;
pub mod rules;
mod search;
mod session;
pub mod tuning;
pub mod watch;

pub use api::{Error, FuncInterp, Model, Reason, SatResult, Solver, Sort, Valued, ast};
pub use query::Certificate;
pub use session::{CancelHandle, Session, Step};
pub use sinew_base::Integer;
pub use sinew_smtlib::{Diagnostic, Reader};
