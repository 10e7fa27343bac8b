//! Systems of word equations, as the nodes of the Nielsen graph hold them.
//!
//! A symbol is a character or a variable. A system is kept simplified: common ends of the two sides
//! are cancelled, equations that say nothing are gone, and each equation has its smaller side first,
//! so that systems which differ only in that are one node.

use rustc_hash::FxHashMap;

/// A character (its code point), or a variable (from [`FIRST_VARIABLE`] on).
pub(super) type Symbol = u32;

/// The first symbol that is a variable; above every code point.
pub(super) const FIRST_VARIABLE: Symbol = 0x4_0000;
/// Between the sides and behind each equation in a node's key.
const BAR: Symbol = u32::MAX;

pub(super) fn is_variable(symbol: Symbol) -> bool {
    symbol >= FIRST_VARIABLE
}

/// Where a variable gives up a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rewrite {
    /// It is empty.
    Empty,
    /// It begins with this symbol: `x ↦ a x`.
    Front(Symbol),
    /// It ends with this symbol: `x ↦ x a`.
    Back(Symbol),
}

/// A variable, and what it is replaced by.
pub(super) type Substitution = (Symbol, Rewrite);

/// Equations that hold together.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct System {
    equations: Vec<(Vec<Symbol>, Vec<Symbol>)>,
}

impl System {
    /// The simplified system of these equations; `None` if one of them clashes.
    pub(super) fn new(
        equations: impl IntoIterator<Item = (Vec<Symbol>, Vec<Symbol>)>,
    ) -> Option<System> {
        let mut system = System::default();
        for (left, right) in equations {
            if let Some(equation) = cancel(&left, &right)? {
                system.equations.push(equation);
            }
        }
        system.equations.sort_unstable_by(|a, b| {
            let size = |e: &(Vec<Symbol>, Vec<Symbol>)| e.0.len() + e.1.len();
            size(a).cmp(&size(b)).then_with(|| a.cmp(b))
        });
        system.equations.dedup();
        Some(system)
    }

    pub(super) fn is_solved(&self) -> bool {
        self.equations.is_empty()
    }

    /// Symbols in all equations.
    pub(super) fn size(&self) -> usize {
        self.equations.iter().map(|(l, r)| l.len() + r.len()).sum()
    }

    /// Whether each variable occurs at most twice; then no step makes the system larger, and its
    /// graph is finite.
    pub(super) fn is_quadratic(&self) -> bool {
        let mut occurrences: FxHashMap<Symbol, u32> = FxHashMap::default();
        for symbol in self.equations.iter().flat_map(|(l, r)| l.iter().chain(r)) {
            if is_variable(*symbol) {
                *occurrences.entry(*symbol).or_default() += 1;
            }
        }
        occurrences.values().all(|&count| count <= 2)
    }

    /// The system as one sequence.
    pub(super) fn key(&self) -> Box<[Symbol]> {
        let mut key = Vec::with_capacity(self.size() + 2 * self.equations.len());
        for (left, right) in &self.equations {
            key.extend_from_slice(left);
            key.push(BAR);
            key.extend_from_slice(right);
            key.push(BAR);
        }
        key.into_boxed_slice()
    }

    /// The system of a key.
    pub(super) fn of_key(key: &[Symbol]) -> System {
        let mut sides = key.split(|&symbol| symbol == BAR).map(<[Symbol]>::to_vec);
        let mut equations = Vec::new();
        while let (Some(left), Some(right)) = (sides.next(), sides.next()) {
            equations.push((left, right));
        }
        System { equations }
    }

    /// Substitutions, one of which every solution is an instance of: Nielsen's step on the first
    /// equation, at the end that gives fewer cases. Empty for a solved system.
    pub(super) fn cases(&self) -> Vec<Substitution> {
        let Some((left, right)) = self.equations.first() else {
            return Vec::new();
        };
        let ends = (left.first(), right.first(), left.last(), right.last());
        let (Some(&a), Some(&b), Some(&c), Some(&d)) = ends else {
            // One side is empty and the other only variables.
            let next = left.first().or(right.first());
            return next.map(|&x| vec![(x, Rewrite::Empty)]).unwrap_or_default();
        };
        let front = is_variable(a) && is_variable(b);
        let back = is_variable(c) && is_variable(d);
        let (p, q, make): (_, _, fn(Symbol) -> Rewrite) = match front && !back {
            true => (c, d, Rewrite::Back),
            false => (a, b, Rewrite::Front),
        };
        let mut cases = Vec::with_capacity(4);
        for (x, other) in [(p, q), (q, p)] {
            if is_variable(x) {
                cases.push((x, Rewrite::Empty));
                cases.push((x, make(other)));
            }
        }
        cases
    }

    /// The system after a substitution; `None` if it clashes or counting letters refutes it.
    pub(super) fn apply(&self, (x, rewrite): Substitution) -> Option<System> {
        let side = |symbols: &[Symbol]| {
            let mut out = Vec::with_capacity(symbols.len() + 2);
            for &symbol in symbols {
                match rewrite {
                    _ if symbol != x => out.push(symbol),
                    Rewrite::Empty => {}
                    Rewrite::Front(a) => out.extend([a, x]),
                    Rewrite::Back(a) => out.extend([x, a]),
                }
            }
            out
        };
        let system = System::new(self.equations.iter().map(|(l, r)| (side(l), side(r))))?;
        let possible = system
            .equations
            .iter()
            .all(|(l, r)| letters_can_agree(l, r));
        possible.then_some(system)
    }
}

/// One equation without the common ends of its sides, smaller side first. `None` if it clashes,
/// `Some(None)` if nothing is left to say.
#[allow(clippy::type_complexity, clippy::option_option)]
fn cancel(left: &[Symbol], right: &[Symbol]) -> Option<Option<(Vec<Symbol>, Vec<Symbol>)>> {
    let front = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    let (left, right) = (&left[front..], &right[front..]);
    let back = left
        .iter()
        .rev()
        .zip(right.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let (left, right) = (&left[..left.len() - back], &right[..right.len() - back]);
    let clash = |a: Option<&Symbol>, b: Option<&Symbol>| match (a, b) {
        (Some(&a), Some(&b)) => !is_variable(a) && !is_variable(b),
        _ => false,
    };
    if clash(left.first(), right.first()) || clash(left.last(), right.last()) {
        return None;
    }
    let letter = |side: &[Symbol]| side.iter().any(|&s| !is_variable(s));
    if left.is_empty() && letter(right) || right.is_empty() && letter(left) {
        return None;
    }
    if left.is_empty() && right.is_empty() {
        return Some(None);
    }
    let (small, large) = if left <= right {
        (left, right)
    } else {
        (right, left)
    };
    Some(Some((small.to_vec(), large.to_vec())))
}

/// Whether, for every letter, the numbers of its occurrences in the variables can make both sides
/// have it equally often (P2's MultisetCheck, per equation): `Σ d_x·n_x = c` with all `n_x ≥ 0`
/// needs the greatest common divisor of the `d_x` to divide c, and a `d_x` of the sign of c.
fn letters_can_agree(left: &[Symbol], right: &[Symbol]) -> bool {
    let mut surplus: FxHashMap<Symbol, i64> = FxHashMap::default();
    for &symbol in left {
        *surplus.entry(symbol).or_default() += 1;
    }
    for &symbol in right {
        *surplus.entry(symbol).or_default() -= 1;
    }
    let (mut divisor, mut positive, mut negative) = (0i64, false, false);
    for (_, &d) in surplus.iter().filter(|(s, _)| is_variable(**s)) {
        divisor = gcd(divisor, d.abs());
        positive |= d > 0;
        negative |= d < 0;
    }
    surplus
        .iter()
        .filter(|(s, c)| !is_variable(**s) && **c != 0)
        .all(|(_, &c)| {
            let balance = if c > 0 { negative } else { positive };
            balance && c % divisor == 0
        })
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: Symbol = FIRST_VARIABLE;
    const Y: Symbol = FIRST_VARIABLE + 1;

    fn text(s: &str) -> Vec<Symbol> {
        s.chars()
            .map(|c| match c {
                'X' => X,
                'Y' => Y,
                c => c as u32,
            })
            .collect()
    }

    fn system(left: &str, right: &str) -> Option<System> {
        System::new([(text(left), text(right))])
    }

    #[test]
    fn common_ends_are_cancelled() {
        assert_eq!(system("aXbY", "aXcY"), None);
        assert_eq!(system("XabY", "XYY"), system("abY", "YY"));
        assert!(system("aXY", "aXY").is_some_and(|s| s.is_solved()));
    }

    #[test]
    fn keys_give_their_system_back() {
        for (left, right) in [("Xab", "aYX"), ("", "XY"), ("X", "Y")] {
            let made = system(left, right).unwrap_or_default();
            assert_eq!(System::of_key(&made.key()), made);
        }
    }

    #[test]
    fn counting_letters_refutes() {
        let (l, r) = (text("XabY"), text("YacX"));
        assert!(!letters_can_agree(&l, &r));
        assert!(!letters_can_agree(&text("XXa"), &text("YY")));
        assert!(letters_can_agree(&text("XXaa"), &text("YY")));
        assert!(!letters_can_agree(&text("XXaa"), &text("b")));
    }

    #[test]
    fn the_end_with_fewer_cases_is_taken() {
        let made = system("Xa", "YX").unwrap_or_default();
        assert_eq!(
            made.cases(),
            vec![(X, Rewrite::Empty), (X, Rewrite::Back(97))]
        );
    }
}
