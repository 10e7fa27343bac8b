//! The simplex tableau: integer rows with a common denominator.
//!
//! After Dutertre and de Moura, "A Fast Linear-Arithmetic Solver for DPLL(T)" (CAV 2006), §3,
//! with one departure. A row is an integer equation `Σ aₖ·xₖ = 0` that contains its basic
//! variable with a positive coefficient, the row's *denominator*. All bounds are integers and a
//! variable that leaves the basis is put on a bound, so **nonbasic variables always have
//! integer values**; the basic value is then `numerator / denominator` with both parts kept as
//! integers. No rational number is ever normalised: an update is one multiply-add per row, a
//! comparison with a bound one multiplication, and the whole tableau stays in machine words
//! until a coefficient truly outgrows them.
//!
//! Rows are sorted by variable; elimination is a merge. A column lists the rows in which a
//! nonbasic variable occurs; basic variables occur in their own row only.

use sinew_base::Integer;

/// Marks a variable that is not basic.
pub(crate) const NO_ROW: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// The variable that this row defines.
    pub(crate) basic: u32,
    /// The coefficient of `basic`; positive.
    pub(crate) den: Integer,
    /// `-Σ aₖ·value(xₖ)` over the nonbasic variables, so `value(basic) = num / den`.
    pub(crate) num: Integer,
    /// All terms, the basic one included, sorted by variable.
    pub(crate) terms: Vec<(u32, Integer)>,
}

impl Row {
    pub(crate) fn coefficient(&self, var: u32) -> &Integer {
        match self.terms.binary_search_by_key(&var, |term| term.0) {
            Ok(at) => &self.terms[at].1,
            Err(_) => &Integer::ZERO,
        }
    }

    /// The nonbasic terms.
    pub(crate) fn others(&self) -> impl Iterator<Item = &(u32, Integer)> {
        self.terms.iter().filter(|term| term.0 != self.basic)
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Tableau {
    pub(crate) rows: Vec<Row>,
    /// For each variable, the rows it occurs in; empty for basic variables.
    pub(crate) columns: Vec<Vec<u32>>,
    /// For each variable, the row it is basic in, or [`NO_ROW`].
    pub(crate) row_of: Vec<u32>,
    /// The values of the nonbasic variables.
    pub(crate) value: Vec<Integer>,
    /// Reused by merges.
    scratch: Vec<(u32, Integer)>,
}

impl Tableau {
    pub(crate) fn new_var(&mut self) {
        self.columns.push(Vec::new());
        self.row_of.push(NO_ROW);
        self.value.push(Integer::ZERO);
    }

    pub(crate) fn is_basic(&self, var: u32) -> bool {
        self.row_of[var as usize] != NO_ROW
    }

    /// The value of `var` as numerator and positive denominator, not reduced.
    pub(crate) fn value_parts(&self, var: u32) -> (&Integer, &Integer) {
        match self.row_of[var as usize] {
            NO_ROW => (&self.value[var as usize], &Integer::ONE),
            row => {
                let row = &self.rows[row as usize];
                (&row.num, &row.den)
            }
        }
    }

    /// The value of `var`, if it is an integer.
    pub(crate) fn integer_value(&self, var: u32) -> Option<Integer> {
        let (num, den) = self.value_parts(var);
        if den.is_one() {
            return Some(num.clone());
        }
        let (quotient, rest) = num.div_rem_euclid(den);
        rest.is_zero().then_some(quotient)
    }

    /// Adds the row `var = Σ cₖ·xₖ` with `var`, so far in no row, as its basic variable.
    /// Returns the row and the work done.
    pub(crate) fn add_row(&mut self, var: u32, terms: &[(u32, Integer)]) -> (u32, u64) {
        let mut equation: Vec<(u32, Integer)> = terms
            .iter()
            .map(|(other, coefficient)| (*other, -coefficient))
            .collect();
        let at = equation.partition_point(|term| term.0 < var);
        equation.insert(at, (var, Integer::ONE));
        let basics: Vec<u32> = terms
            .iter()
            .map(|term| term.0)
            .filter(|other| self.is_basic(*other))
            .collect();
        let mut work = equation.len() as u64;
        for basic in basics {
            let source = &self.rows[self.row_of[basic as usize] as usize];
            let Ok(at) = equation.binary_search_by_key(&basic, |term| term.0) else {
                continue;
            };
            let factor = equation[at].1.clone();
            let gcd = factor.gcd(&source.den);
            let (keep, take) = (source.den.div_exact(&gcd), factor.div_exact(&gcd));
            merge(&equation, &keep, &source.terms, &take, &mut self.scratch);
            work += self.scratch.len() as u64;
            std::mem::swap(&mut equation, &mut self.scratch);
        }
        let content = content(&equation, &Integer::ZERO);
        let mut den = Integer::ONE;
        let mut num = Integer::ZERO;
        let id = u32::try_from(self.rows.len()).unwrap_or(NO_ROW);
        for (other, coefficient) in &mut equation {
            if !content.is_one() {
                *coefficient = coefficient.div_exact(&content);
            }
            if *other == var {
                den = coefficient.clone();
            } else {
                num -= &*coefficient * &self.value[*other as usize];
                self.columns[*other as usize].push(id);
            }
        }
        self.row_of[var as usize] = id;
        self.rows.push(Row {
            basic: var,
            den,
            num,
            terms: equation,
        });
        (id, work)
    }

    /// Takes a row out; its basic variable is then in no row.
    pub(crate) fn remove_row(&mut self, id: u32) {
        let last = self.rows.len() as u32 - 1;
        let row = self.rows.swap_remove(id as usize);
        for (var, _) in row.others() {
            let column = &mut self.columns[*var as usize];
            if let Some(at) = column.iter().position(|&at| at == id) {
                column.swap_remove(at);
            }
        }
        self.row_of[row.basic as usize] = NO_ROW;
        self.value[row.basic as usize] = Integer::ZERO;
        if id != last {
            let Tableau {
                rows,
                columns,
                row_of,
                ..
            } = self;
            let moved = &rows[id as usize];
            row_of[moved.basic as usize] = id;
            for (var, _) in moved.others() {
                for at in &mut columns[*var as usize] {
                    if *at == last {
                        *at = id;
                    }
                }
            }
        }
    }

    /// Moves a nonbasic variable by `delta`; the caller looks at the rows of its column.
    pub(crate) fn shift(&mut self, var: u32, delta: &Integer) {
        self.value[var as usize] += delta;
        for index in 0..self.columns[var as usize].len() {
            let row = &mut self.rows[self.columns[var as usize][index] as usize];
            let step = row.coefficient(var) * delta;
            row.num -= step;
        }
    }

    /// Makes `entering` basic in `row` and puts the variable that leaves on `value`.
    /// Pushes the rows whose numerator changed to `touched` (the pivot row included).
    /// Returns the work done.
    pub(crate) fn pivot(
        &mut self,
        row: u32,
        entering: u32,
        value: Integer,
        touched: &mut Vec<u32>,
    ) -> u64 {
        let old_value = std::mem::take(&mut self.value[entering as usize]);
        let mut pivot = std::mem::replace(
            &mut self.rows[row as usize],
            Row {
                basic: entering,
                den: Integer::ONE,
                num: Integer::ZERO,
                terms: Vec::new(),
            },
        );
        let leaving = pivot.basic;
        // With `leaving` on its new value: -Σ over all but `entering`, i.e. add back the old
        // contribution of `entering` and take off that of `leaving`.
        let coefficient = pivot.coefficient(entering).clone();
        let mut num = &pivot.num + &(&coefficient * &old_value);
        num -= &pivot.den * &value;
        let mut den = coefficient;
        if den.is_negative() {
            den = -den;
            num = -num;
            for term in &mut pivot.terms {
                term.1 = -&term.1;
            }
        }
        pivot.basic = entering;
        pivot.den = den;
        pivot.num = num;
        self.value[leaving as usize] = value;
        self.row_of[leaving as usize] = NO_ROW;
        self.row_of[entering as usize] = row;
        let mut column = std::mem::take(&mut self.columns[entering as usize]);
        self.columns[leaving as usize].push(row);
        let mut work = pivot.terms.len() as u64;
        for &other in &column {
            if other != row {
                work += self.eliminate(other, entering, &pivot, &old_value);
            }
            touched.push(other);
        }
        column.clear();
        self.columns[entering as usize] = column;
        self.rows[row as usize] = pivot;
        work
    }

    /// Removes `pivot.basic` from row `id`; its old (nonbasic) value was `old_value`.
    fn eliminate(&mut self, id: u32, var: u32, pivot: &Row, old_value: &Integer) -> u64 {
        let Tableau {
            rows,
            columns,
            scratch,
            ..
        } = self;
        let row = &mut rows[id as usize];
        let factor = row.coefficient(var).clone();
        let (keep, take) = if pivot.den.is_one() {
            (Integer::ONE, factor.clone())
        } else {
            let gcd = factor.gcd(&pivot.den);
            (pivot.den.div_exact(&gcd), factor.div_exact(&gcd))
        };
        let rest = &row.num + &(&factor * old_value);
        row.num = &(&keep * &rest) - &(&take * &pivot.num);
        row.den = &row.den * &keep;
        merge_indexed(
            &row.terms,
            &keep,
            &pivot.terms,
            &take,
            scratch,
            |other, new| {
                if other == var {
                    return;
                }
                let column = &mut columns[other as usize];
                if new {
                    column.push(id);
                } else if let Some(at) = column.iter().position(|&at| at == id) {
                    column.swap_remove(at);
                }
            },
        );
        std::mem::swap(&mut row.terms, scratch);
        if !keep.is_one() {
            let content = content(&row.terms, &row.den);
            if !content.is_one() {
                row.num = row.num.div_exact(&content);
                row.den = row.den.div_exact(&content);
                for term in &mut row.terms {
                    term.1 = term.1.div_exact(&content);
                }
            }
        }
        row.terms.len() as u64
    }
}

/// The gcd of `start` and all coefficients; stops early at 1.
fn content(terms: &[(u32, Integer)], start: &Integer) -> Integer {
    let mut gcd = start.clone();
    for (_, coefficient) in terms {
        if gcd.is_one() {
            break;
        }
        gcd = gcd.gcd(coefficient);
    }
    gcd
}

/// `out := keep·left - take·right`, sorted.
fn merge(
    left: &[(u32, Integer)],
    keep: &Integer,
    right: &[(u32, Integer)],
    take: &Integer,
    out: &mut Vec<(u32, Integer)>,
) {
    merge_indexed(left, keep, right, take, out, |_, _| {});
}

/// [`merge`], telling which variables appear (`true`) or vanish (`false`) in `left`.
fn merge_indexed(
    left: &[(u32, Integer)],
    keep: &Integer,
    right: &[(u32, Integer)],
    take: &Integer,
    out: &mut Vec<(u32, Integer)>,
    mut changed: impl FnMut(u32, bool),
) {
    out.clear();
    out.reserve(left.len() + right.len());
    let scale = |coefficient: &Integer| {
        if keep.is_one() {
            coefficient.clone()
        } else {
            coefficient * keep
        }
    };
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        let ((a, x), (b, y)) = (&left[i], &right[j]);
        if a < b {
            out.push((*a, scale(x)));
            i += 1;
        } else if b < a {
            changed(*b, true);
            out.push((*b, -(y * take)));
            j += 1;
        } else {
            let sum = &scale(x) - &(y * take);
            if sum.is_zero() {
                changed(*a, false);
            } else {
                out.push((*a, sum));
            }
            i += 1;
            j += 1;
        }
    }
    for (a, x) in &left[i..] {
        out.push((*a, scale(x)));
    }
    for (b, y) in &right[j..] {
        changed(*b, true);
        out.push((*b, -(y * take)));
    }
}

#[cfg(test)]
impl Tableau {
    /// Every structural invariant, recomputed from scratch.
    pub(crate) fn check_invariants(&self) {
        for (id, row) in self.rows.iter().enumerate() {
            assert!(row.terms.windows(2).all(|pair| pair[0].0 < pair[1].0));
            assert!(row.den.is_positive());
            assert_eq!(&row.den, row.coefficient(row.basic));
            assert_eq!(self.row_of[row.basic as usize], id as u32);
            let mut num = Integer::ZERO;
            for (var, coefficient) in row.others() {
                assert!(!coefficient.is_zero());
                assert!(!self.is_basic(*var));
                assert!(self.columns[*var as usize].contains(&(id as u32)));
                num -= coefficient * &self.value[*var as usize];
            }
            assert_eq!(num, row.num);
        }
        for (var, column) in self.columns.iter().enumerate() {
            let mut sorted = column.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), column.len());
            for row in column {
                assert!(!self.rows[*row as usize].coefficient(var as u32).is_zero());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pivoting_keeps_the_equations_and_the_values() {
        let mut tableau = Tableau::default();
        for _ in 0..5 {
            tableau.new_var();
        }
        let int = Integer::from;
        tableau.add_row(3, &[(0, int(2)), (1, int(3)), (2, int(-5))]);
        tableau.add_row(4, &[(0, int(4)), (1, int(-1)), (2, int(1))]);
        tableau.shift(0, &int(7));
        tableau.shift(2, &int(-3));
        tableau.check_invariants();
        let mut touched = Vec::new();
        tableau.pivot(0, 0, int(20), &mut touched);
        tableau.check_invariants();
        // 2x = 20 - 3*0 + 5*(-3) = 5
        assert_eq!(tableau.value_parts(0), (&int(5), &int(2)));
        tableau.pivot(1, 1, int(1), &mut touched);
        tableau.check_invariants();
        tableau.pivot(0, 2, int(1), &mut touched);
        tableau.check_invariants();
        assert_eq!(tableau.value[0], int(1));
    }
}
