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

pub use session::{Session, Step};
pub use solve::{Outcome, Unknown};
