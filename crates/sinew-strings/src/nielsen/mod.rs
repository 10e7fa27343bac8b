//! Word equations by Nielsen's transformation: the graph of all ways to peel symbols off the ends.
//!
//! Two sides that begin with different variables are equal only if one of them is empty or begins
//! with the other; against a character, a variable is empty or begins with it. Each case is a
//! substitution that leads to another [`System`]; one without equations is solved. Every solution of a
//! system is an instance of a path to the solved system, so a graph that is complete and does not reach
//! it refutes the equations. If every variable occurs at most twice (the system is *quadratic*), no step
//! makes it larger and the graph is finite: Makanin's and Matiyasevich's decision of these. Otherwise the
//! search is cut off. Not in P0–P4; P3 leaves such loops open.
//!
//! Where steps would peel off the same word many times, [`System::exponents`] counts instead.
//!
//! Variables that are in regular languages are for [`Typed`].
//!
//! There are two ways to ask. [`Graph::explore`] keeps the names of variables, so that paths and
//! cycles can be read as families of solutions ([`Family`]). [`solve`] takes systems that differ in the
//! names of their variables as one, which makes the graph much smaller where all that is asked
//! for is an answer and one solution's lengths.

mod family;
mod graph;
mod powers;
mod system;
mod typed;

pub use family::{Family, Parameter};
pub use graph::{Edge, Extent, Graph, NodeId};
pub use system::{Equation, Kind, Rewrite, Substitution, Symbol, System, most_occurrences};
pub use typed::Typed;

use sinew_base::{Budget, StopReason};

use self::graph::Names;

/// What the search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The equations have no solution.
    Unsolvable,
    /// A solution exists in which the variables have these lengths.
    Lengths(Vec<usize>),
    /// The search was cut off.
    Open,
}

/// Searches the graph of `equations` over variables numbered from 0, up to `nodes` nodes. Systems
/// of more than twice the symbols are left out, which only quadratic equations never come to.
pub fn solve(equations: &[Equation], nodes: usize, budget: &Budget) -> Result<Verdict, StopReason> {
    let Some(start) = System::new(equations.iter().cloned()) else {
        return Ok(Verdict::Unsolvable);
    };
    let variables = system::variables(equations);
    let extent = Extent {
        nodes,
        size: 2 * system::size(equations),
        first_solution: true,
    };
    let graph = Graph::explore_named(start, extent, Names::Canonical(variables), budget)?;
    let Some(solved) = graph.solved else {
        return Ok(match graph.complete {
            true => Verdict::Unsolvable,
            false => Verdict::Open,
        });
    };
    let family = graph.family_to(solved, variables);
    // Variables that are free at the end are empty.
    let lengths = family
        .lengths
        .iter()
        .map(|length| length.constant.to_usize());
    Ok(lengths
        .collect::<Option<_>>()
        .map_or(Verdict::Open, Verdict::Lengths))
}

#[cfg(test)]
mod tests;
