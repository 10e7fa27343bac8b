//! Word equations by Nielsen's transformation: the graph of all ways to peel first symbols off.
//!
//! Two sides that begin with different variables are equal only if one of them is empty or begins
//! with the other; against a character, a variable is empty or begins with it. Each case is a substitution
//! that leads to another system; a system without equations is solved. If every variable occurs at
//! most twice, no system is longer than the first, the graph is finite, and exhausting it refutes
//! the equations (P3 leaves such loops open). Otherwise the search is cut off.
//!
//! Systems that differ in the names of variables only are one node. Two tests prune: first and last
//! characters that clash, and the numbers of occurrences of each character (what the variables of
//! both sides contribute alike cancels). Other constraints on the variables are not looked at, so a
//! refutation stands, and a solution is only a suggestion.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::{Budget, StopReason};

/// A character, or a variable: those have this bit.
const VARIABLE: u32 = 1 << 31;

/// The two sides of an equation, as characters and variables.
pub(super) type Equation = (Vec<u32>, Vec<u32>);

/// The symbol of a variable.
pub(super) fn variable(number: usize) -> u32 {
    VARIABLE | number as u32
}

/// What the search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Nielsen {
    /// The equations have no solution.
    Unsolvable,
    /// A solution exists in which the variables have these lengths.
    Lengths(Vec<usize>),
    /// The search was cut off.
    Open,
}

/// What a step does to a variable of its system.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// It is empty.
    Empty(u32),
    /// It begins with this symbol.
    Begins(u32, u32),
}

struct Node {
    system: Vec<Equation>,
    parent: usize,
    /// What was changed in the parent's system.
    change: Vec<Change>,
    /// The parent's name of each variable here.
    names: Vec<u32>,
}

/// Whether a variable occurs more than once, so that splits alone may go round in circles.
pub(super) fn is_cyclic(equations: &[Equation]) -> bool {
    let mut seen = FxHashSet::default();
    equations
        .iter()
        .flat_map(|(left, right)| left.iter().chain(right))
        .any(|&symbol| symbol & VARIABLE != 0 && !seen.insert(symbol))
}

/// Searches the graph of `equations` over variables numbered from 0, up to `limit` nodes. Systems
/// of more than twice the symbols are left out, which only quadratic equations never come to.
pub(super) fn solve(
    equations: &[Equation],
    limit: usize,
    budget: &Budget,
) -> Result<Nielsen, StopReason> {
    let variables = 1 + equations
        .iter()
        .flat_map(|(l, r)| l.iter().chain(r))
        .filter(|&&s| s & VARIABLE != 0)
        .map(|&s| (s & !VARIABLE) as usize)
        .max()
        .unwrap_or(0);
    let size =
        |system: &[Equation]| -> usize { system.iter().map(|(l, r)| l.len() + r.len()).sum() };
    let (longest, mut cut) = (2 * size(equations), false);
    let mut nodes: Vec<Node> = Vec::new();
    let mut seen: FxHashSet<Vec<Equation>> = FxHashSet::default();
    let mut push = |nodes: &mut Vec<Node>, parent: usize, system, change: Change| {
        let mut change = vec![change];
        let system = reduce(system, &mut change)?;
        let (system, names) = rename(system);
        if !seen.insert(system.clone()) {
            return None;
        }
        let solved = system.is_empty();
        nodes.push(Node {
            system,
            parent,
            change,
            names,
        });
        solved.then_some(nodes.len() - 1)
    };
    // The root changes a variable that does not occur.
    let nothing = Change::Empty(variable(variables));
    if let Some(found) = push(&mut nodes, 0, equations.to_vec(), nothing) {
        return Ok(Nielsen::Lengths(lengths(&nodes, found, variables)));
    }
    let mut next = 0;
    while next < nodes.len() {
        budget.spend(1 + size(&nodes[next].system) as u64)?;
        if nodes.len() > limit {
            return Ok(Nielsen::Open);
        }
        for change in changes(&nodes[next].system[0]) {
            let system = substitute(&nodes[next].system, change);
            if size(&system) > longest {
                cut = true;
                continue;
            }
            if let Some(found) = push(&mut nodes, next, system, change) {
                return Ok(Nielsen::Lengths(lengths(&nodes, found, variables)));
            }
        }
        next += 1;
    }
    Ok(if cut {
        Nielsen::Open
    } else {
        Nielsen::Unsolvable
    })
}

/// The ways in which the first symbols of two sides can be equal; they are different, and neither
/// side is empty.
fn changes((left, right): &Equation) -> Vec<Change> {
    match (left[0], right[0]) {
        (x, y) if x & VARIABLE != 0 && y & VARIABLE != 0 => {
            // Where neither is empty, the longer one begins with the other, and the solution that
            // is left is shorter: so every solution has a path that ends.
            vec![
                Change::Empty(x),
                Change::Empty(y),
                Change::Begins(x, y),
                Change::Begins(y, x),
            ]
        }
        (x, c) | (c, x) if x & VARIABLE != 0 => vec![Change::Empty(x), Change::Begins(x, c)],
        _ => Vec::new(),
    }
}

fn substitute(system: &[Equation], change: Change) -> Vec<Equation> {
    let side = |side: &Vec<u32>| {
        let mut result = Vec::with_capacity(side.len() + 2);
        for &symbol in side {
            match change {
                Change::Empty(x) if x == symbol => {}
                Change::Begins(x, first) if x == symbol => result.extend([first, x]),
                _ => result.push(symbol),
            }
        }
        result
    };
    system.iter().map(|(l, r)| (side(l), side(r))).collect()
}

/// Strips what is equal at both ends, makes empty what stands against nothing, and drops equations
/// that hold; `None` if one cannot hold. Variables that become empty are added to `change`.
fn reduce(mut system: Vec<Equation>, change: &mut Vec<Change>) -> Option<Vec<Equation>> {
    loop {
        let mut empty = None;
        for (left, right) in &mut system {
            let same = left.iter().zip(&*right).take_while(|(a, b)| a == b).count();
            left.drain(..same);
            right.drain(..same);
            while left.last().is_some() && left.last() == right.last() {
                left.pop();
                right.pop();
            }
            if is_clash(left, right) {
                return None;
            }
            if left.is_empty() != right.is_empty() {
                let x = if left.is_empty() { right[0] } else { left[0] };
                if x & VARIABLE == 0 {
                    return None;
                }
                empty = Some(Change::Empty(x));
                break;
            }
        }
        match empty {
            Some(emptied) => {
                change.push(emptied);
                system = substitute(&system, emptied);
            }
            None => {
                system.retain(|(left, _)| !left.is_empty());
                return Some(system);
            }
        }
    }
}

/// Whether the sides cannot be equal: characters that differ at an end, or one that occurs too often.
fn is_clash(left: &[u32], right: &[u32]) -> bool {
    let character = |s: Option<&u32>| s.copied().filter(|s| s & VARIABLE == 0);
    let differ = |a: Option<&u32>, b: Option<&u32>| match (character(a), character(b)) {
        (Some(a), Some(b)) => a != b,
        _ => false,
    };
    if differ(left.first(), right.first()) || differ(left.last(), right.last()) {
        return true;
    }
    // Occurrences on the left less those on the right.
    let mut counts: FxHashMap<u32, i64> = FxHashMap::default();
    left.iter()
        .for_each(|&s| *counts.entry(s).or_default() += 1);
    right
        .iter()
        .for_each(|&s| *counts.entry(s).or_default() -= 1);
    let (mut more, mut less, mut divisor) = (false, false, 0);
    for (&symbol, &count) in &counts {
        if symbol & VARIABLE != 0 {
            more |= count > 0;
            less |= count < 0;
            divisor = gcd(divisor, count.abs());
        }
    }
    // Variables add `divisor` times something, of a sign that is known if they are all on one side.
    counts.iter().any(|(&symbol, &count)| {
        symbol & VARIABLE == 0
            && (count > 0 && !less || count < 0 && !more || divisor != 0 && count % divisor != 0)
    })
}

fn gcd(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Numbers the variables in the order in which they occur; the old names by new number.
fn rename(mut system: Vec<Equation>) -> (Vec<Equation>, Vec<u32>) {
    let mut names: Vec<u32> = Vec::new();
    let mut number: FxHashMap<u32, u32> = FxHashMap::default();
    for (left, right) in &mut system {
        for symbol in left.iter_mut().chain(right.iter_mut()) {
            if *symbol & VARIABLE != 0 {
                *symbol = *number.entry(*symbol).or_insert_with(|| {
                    names.push(*symbol);
                    variable(names.len() - 1)
                });
            }
        }
    }
    (system, names)
}

/// The lengths of the variables of the root, read off the path to a solved node.
fn lengths(nodes: &[Node], solved: usize, variables: usize) -> Vec<usize> {
    let mut known: FxHashMap<u32, usize> = FxHashMap::default();
    let mut at = solved;
    loop {
        let node = &nodes[at];
        let mut before: FxHashMap<u32, usize> = FxHashMap::default();
        for (number, &name) in node.names.iter().enumerate() {
            let length = known.get(&variable(number)).copied().unwrap_or(0);
            before.insert(name, length);
        }
        for &change in node.change.iter().rev() {
            match change {
                Change::Empty(x) => {
                    before.insert(x, 0);
                }
                Change::Begins(x, first) => {
                    let more = match first & VARIABLE {
                        0 => 1,
                        _ => before.get(&first).copied().unwrap_or(0),
                    };
                    *before.entry(x).or_default() += more;
                }
            }
        }
        known = before;
        if at == 0 {
            break;
        }
        at = node.parent;
    }
    (0..variables)
        .map(|x| known.get(&variable(x)).copied().unwrap_or(0))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Small letters are characters, capitals variables.
    fn side(text: &str) -> Vec<u32> {
        text.bytes()
            .map(|b| match b {
                b'A'..=b'Z' => variable(usize::from(b - b'A')),
                _ => u32::from(b),
            })
            .collect()
    }

    fn run(equations: &[(&str, &str)]) -> Nielsen {
        let equations: Vec<Equation> = equations.iter().map(|(l, r)| (side(l), side(r))).collect();
        solve(&equations, 20_000, &Budget::unlimited()).expect("no limit")
    }

    /// Whether there are words over a and b, up to a length each, that solve the equations.
    fn exists(equations: &[(&str, &str)], variables: usize, longest: usize) -> bool {
        let words: Vec<String> = (0..=longest)
            .flat_map(|n| (0..1usize << n).map(move |bits| (n, bits)))
            .map(|(n, bits)| {
                (0..n)
                    .map(|i| if bits >> i & 1 == 0 { 'a' } else { 'b' })
                    .collect()
            })
            .collect();
        let mut choice = vec![0; variables];
        loop {
            let value = |side: &str| -> String {
                side.bytes()
                    .map(|b| match b {
                        b'A'..=b'Z' => words[choice[usize::from(b - b'A')]].clone(),
                        _ => char::from(b).to_string(),
                    })
                    .collect()
            };
            if equations.iter().all(|(l, r)| value(l) == value(r)) {
                return true;
            }
            let Some(at) = choice.iter().position(|&c| c + 1 < words.len()) else {
                return false;
            };
            choice[at] += 1;
            choice[..at].fill(0);
        }
    }

    #[test]
    fn loops_are_decided() {
        assert_eq!(run(&[("Aa", "bA")]), Nielsen::Unsolvable);
        assert_eq!(run(&[("Aab", "baA")]), Nielsen::Lengths(vec![1]));
        assert_eq!(run(&[("Aab", "abA")]), Nielsen::Lengths(vec![0]));
        assert_eq!(run(&[("aAbB", "BbAc")]), Nielsen::Unsolvable);
        assert_eq!(run(&[("aAB", "ABb")]), Nielsen::Unsolvable);
    }

    #[test]
    fn systems_share_their_variables() {
        assert_eq!(
            run(&[("Aa", "aA"), ("Ab", "bA")]),
            Nielsen::Lengths(vec![0])
        );
        assert_eq!(run(&[("Aa", "aA"), ("A", "bB")]), Nielsen::Unsolvable);
    }

    #[test]
    fn all_small_equations_agree_with_enumeration() {
        // Sides of three symbols over two characters and two variables, each at most twice.
        let symbols = ['a', 'b', 'A', 'B'];
        let sides: Vec<String> = (0..64)
            .map(|n| {
                [n / 16, n / 4 % 4, n % 4]
                    .iter()
                    .map(|&i| symbols[i])
                    .collect()
            })
            .collect();
        let mut refuted = 0;
        for left in &sides {
            for right in &sides {
                let both = format!("{left}{right}");
                if both.matches('A').count() > 2 || both.matches('B').count() > 2 {
                    continue;
                }
                let equations = [(left.as_str(), right.as_str())];
                match run(&equations) {
                    Nielsen::Unsolvable => {
                        assert!(!exists(&equations, 2, 3), "{left} = {right}");
                        refuted += 1;
                    }
                    Nielsen::Lengths(lengths) => {
                        let longest = lengths.iter().copied().max().unwrap_or(0).min(4);
                        assert!(exists(&equations, 2, longest), "{left} = {right}");
                    }
                    Nielsen::Open => panic!("{left} = {right} is quadratic"),
                }
            }
        }
        assert!(refuted > 100);
    }

    #[test]
    fn variables_twice_are_cycles() {
        let once = [(side("AaB"), side("Cb"))];
        let twice = [(side("Aa"), side("B")), (side("A"), side("b"))];
        assert!(!is_cyclic(&once) && is_cyclic(&twice));
    }

    #[test]
    fn lengths_are_those_of_a_solution() {
        // Only A = "a" and B = "ab" are as short.
        let equations = [("abAB", "ACb"), ("C", "baa")];
        assert_eq!(run(&equations), Nielsen::Lengths(vec![1, 2, 3]));
    }
}
