//! Exact linear integer arithmetic as an incremental theory.
//!
//! The crate knows variables, linear expressions and bounds; it knows no terms and no SAT
//! kernel. A caller (a CDCL(T) engine) uses a [`Solver`] like this:
//!
//! * make variables with [`Solver::new_var`]; turn each atom `expr <= 0` or `expr = 0` into a
//!   bound or an equation with [`Solver::normalise_le`] and [`Solver::normalise_eq`]; register
//!   atoms with [`Solver::register_atom`];
//! * on assignment, [`Solver::assert_bound`], [`Solver::assert_eq`], [`Solver::assert_ne`] under
//!   a [`Reason`]; [`Solver::push`] and [`Solver::pop_to`] follow the decision levels;
//! * [`Solver::check`] after each batch (rational feasibility), [`Solver::propagate`] and
//!   [`Solver::explain`] for theory propagation, [`Solver::implied_equalities`] for variables
//!   marked by [`Solver::mark_shared`];
//! * [`Solver::final_check`] on a full assignment (integer feasibility, disequalities); then
//!   [`Solver::value`] is the model;
//! * [`product`] describes products by linear lemmas that the caller asserts.
//!
//! Every conflict, explanation and lemma carries a [`Certificate`], a cutting-plane refutation
//! that `sinew-proof` replays on its own. Work is charged to a [`Budget`](sinew_base::Budget);
//! the same calls give the same answers.
//!
//! | file | what it is about |
//! |---|---|
//! | `bounds` | bounds with their justifications, on a trail |
//! | `branch` | the integer search: branch and bound with backjumping |
//! | `certificate` | refutations as data, and their text |
//! | `congruence` | the asserted equations as a Diophantine system, and what it says about bounds |
//! | `diophantine` | systems of linear equations over the integers |
//! | `equalities` | equalities between shared variables that the bounds force |
//! | `explain` | from bounds back to reasons: conflicts, explanations, refutations |
//! | `gomory` | Chvátal–Gomory cuts from tableau rows |
//! | `model` | values: reading them, repairing fractional ones, and making them small |
//! | `product` | products of variables, by incremental linearisation |
//! | `propagate` | telling the caller which registered atoms the bounds decide |
//! | `simplex` | the decision procedure over the rationals: feasibility by pivoting |
//! | `solver` | the solver's state |
//! | `tableau` | the simplex tableau |
//! | `tuning` | the tuned constants of arithmetic |
//! | `types` | the vocabulary of the interface |

mod bounds;
mod branch;
mod certificate;
mod congruence;
mod diophantine;
mod equalities;
mod explain;
mod gomory;
mod model;
pub mod product;
mod propagate;
mod simplex;
mod solver;
mod tableau;
pub mod tuning;
mod types;

pub use certificate::{Certificate, Face, Source, Step};
pub use solver::{Solver, Statistics};
pub use types::{
    AtomId, AtomKind, Bound, BoundKind, Check, Conflict, Constraint, ConstraintClause, Explanation,
    FinalCheck, Form, Implied, ImpliedEquality, Lemma, LinExpr, Normal, Reason, Relation, Token,
    VarId,
};
