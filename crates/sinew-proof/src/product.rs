//! Clauses about a product `p = x·y` that are linear in `p`, `x` and `y`.
//!
//! The negated clause is refuted: each disequality is split, the bounds that the hypotheses give
//! to the factors yield the four products of nonnegative differences (`(x − a)·(y − b) >= 0` and the
//! like), a factor that is fixed makes the product linear, and for a square `(x − a)·(x − a − 1) >= 0`
//! holds for all integers. What is left is a handful of linear inequalities in three unknowns,
//! which Fourier and Motzkin's elimination decides over the rationals.

use dashu_int::IBig;

use crate::linear::{Canonical, Comparison, Kind};
use crate::terms::TermId;

/// `c₀·p + c₁·x + c₂·y + c₃ <= 0`
type Row = [IBig; 4];

/// A hypothesis: a row, and whether it is an equation or a disequality instead.
#[derive(Clone, Debug)]
struct Hypothesis {
    row: Row,
    kind: Kind,
}

fn negate(row: &Row) -> Row {
    row.clone().map(|c| -c)
}

fn shifted(row: &Row, by: i64) -> Row {
    let mut row = row.clone();
    row[3] += IBig::from(by);
    row
}

/// Whether the comparisons contradict `product = left · right`.
pub(crate) fn refutes(
    hypotheses: &[Comparison],
    product: TermId,
    left: TermId,
    right: TermId,
) -> Result<bool, String> {
    let mut system: Vec<Hypothesis> = Vec::new();
    for comparison in hypotheses {
        let (terms, kind, constant) = match comparison.canonical() {
            Canonical::Constant(false) => return Ok(true),
            Canonical::Constant(true) => continue,
            Canonical::Constraint(terms, kind, constant) => (terms, kind, constant),
        };
        let mut row: Row = [IBig::ZERO, IBig::ZERO, IBig::ZERO, -constant];
        for (leaf, coefficient) in terms {
            let at = [product, left, right]
                .iter()
                .position(|&known| known == leaf)
                .ok_or_else(|| format!("term {leaf} has nothing to do with the product"))?;
            row[at] += coefficient;
        }
        system.push(Hypothesis { row, kind });
    }
    Ok(infeasible(system, left == right))
}

/// Splits disequalities, then decides each case.
fn infeasible(system: Vec<Hypothesis>, square: bool) -> bool {
    let mut cases: Vec<Vec<Row>> = vec![Vec::new()];
    for hypothesis in system {
        let row = hypothesis.row;
        let (low, high) = (shifted(&row, 1), shifted(&negate(&row), 1));
        match hypothesis.kind {
            Kind::AtMost => cases.iter_mut().for_each(|case| case.push(row.clone())),
            Kind::AtLeast => cases.iter_mut().for_each(|case| case.push(negate(&row))),
            Kind::Equal => cases
                .iter_mut()
                .for_each(|case| case.extend([row.clone(), negate(&row)])),
            Kind::NotEqual => {
                cases = cases
                    .into_iter()
                    .flat_map(|case| {
                        [&low, &high].map(|extra| {
                            let mut case = case.clone();
                            case.push(extra.clone());
                            case
                        })
                    })
                    .collect();
            }
        }
    }
    cases.into_iter().all(|case| case_infeasible(case, square))
}

/// The bounds of a factor: those rows that mention it alone, with a unit coefficient.
fn bounds(rows: &[Row], at: usize) -> (Vec<IBig>, Vec<IBig>) {
    let (mut lower, mut upper) = (Vec::new(), Vec::new());
    for row in rows {
        let alone = (0..3).all(|other| other == at || row[other] == IBig::ZERO);
        if alone && row[at] == IBig::ONE {
            upper.push(-&row[3]);
        } else if alone && row[at] == -IBig::ONE {
            lower.push(row[3].clone());
        }
    }
    (lower, upper)
}

/// `±(p − b·x − a·y + a·b) >= 0` as a row.
fn tangent(a: &IBig, b: &IBig, positive: bool) -> Row {
    let row = [-IBig::ONE, b.clone(), a.clone(), -(a * b)];
    if positive { row } else { negate(&row) }
}

fn case_infeasible(mut rows: Vec<Row>, square: bool) -> bool {
    let (x, y) = if square { (1, 1) } else { (1, 2) };
    let ((lx, ux), (ly, uy)) = (bounds(&rows, x), bounds(&rows, y));
    let mut derived: Vec<Row> = Vec::new();
    for a in &lx {
        derived.extend(ly.iter().map(|b| tangent(a, b, true)));
        derived.extend(uy.iter().map(|b| tangent(a, b, false)));
    }
    for a in &ux {
        derived.extend(uy.iter().map(|b| tangent(a, b, true)));
        derived.extend(ly.iter().map(|b| tangent(a, b, false)));
    }
    // A fixed factor: p = a·y, that is, the tangent at (a, 0) is exact.
    for a in lx.iter().filter(|a| ux.contains(a)) {
        derived.extend([true, false].map(|sign| tangent(a, &IBig::ZERO, sign)));
    }
    for b in ly.iter().filter(|b| uy.contains(b)) {
        derived.extend([true, false].map(|sign| tangent(&IBig::ZERO, b, sign)));
    }
    if square {
        derived.extend(secants(&rows));
    }
    rows.extend(derived);
    if square {
        // Both factors are the same unknown.
        for row in &mut rows {
            let second = std::mem::replace(&mut row[2], IBig::ZERO);
            row[1] += second;
        }
    }
    eliminate(rows)
}

/// `p >= (2a + 1)·x − a·(a + 1)` for the slopes that the hypotheses mention.
fn secants(rows: &[Row]) -> Vec<Row> {
    let mut result = Vec::new();
    for row in rows.iter().filter(|row| row[0] != IBig::ZERO) {
        let slope = -(&row[1] + &row[2]) / &row[0];
        for step in -1..=1 {
            let a = (&slope - IBig::ONE) / IBig::from(2) + IBig::from(step);
            let twice = &a + &a + IBig::ONE;
            let offset = -(&a * (&a + IBig::ONE));
            result.push([-IBig::ONE, twice, IBig::ZERO, offset]);
        }
    }
    result
}

/// Whether the rows have no rational solution.
fn eliminate(mut rows: Vec<Row>) -> bool {
    for at in 0..3 {
        let mut next: Vec<Row> = Vec::new();
        for (i, row) in rows.iter().enumerate() {
            if row[at] == IBig::ZERO {
                next.push(row.clone());
                continue;
            }
            for other in &rows[i + 1..] {
                if (row[at] > IBig::ZERO) != (other[at] > IBig::ZERO) && other[at] != IBig::ZERO {
                    let (m, n) = (size(&other[at]), size(&row[at]));
                    next.push(std::array::from_fn(|c| &m * &row[c] + &n * &other[c]));
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        rows = next;
    }
    rows.iter().any(|row| row[3] > IBig::ZERO)
}

fn size(value: &IBig) -> IBig {
    if *value < IBig::ZERO {
        -value
    } else {
        value.clone()
    }
}
