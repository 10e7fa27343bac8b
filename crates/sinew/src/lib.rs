//! The Sinew string solver as a library.
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

pub mod certify;
mod diary;
pub mod host;
mod memory;
mod model;
pub mod options;
pub mod portfolio;
pub mod probe;
mod prove;
mod quantified;
mod run;
mod session;
mod solve;
pub mod watch;

pub use session::{CancelHandle, Session, Step};
pub use solve::{Outcome, Unknown};
