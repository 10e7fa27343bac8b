//! Telling the caller which registered atoms the bounds decide.
//!
//! Two sources. *Unate*: a new bound on `x` decides atoms on `x` between the old and the new
//! value. *Rows*: the interval of a variable that follows from the bounds of the other
//! variables of a tableau row, or of a form from its definition (which serves forms whose row
//! nobody has activated yet), rounded to the integers (Dutertre and de Moura, "Integrating
//! Simplex with DPLL(T)", SRI 2006, §4). Derived intervals only decide atoms; they do not
//! become bounds, which keeps explanations one step deep and conflicts minimal.
//!
//! An explanation must speak of the bounds as they were, and rows change by pivoting, so the
//! combination is stored with the propagation; it is as long as the row that was scanned. Its
//! certificate is built only when somebody asks.

use sinew_base::Integer;

use crate::bounds::{BoundId, Bounds};
use crate::certificate::{Face, Source, Step};
use crate::explain::{Lines, face};
use crate::solver::Solver;
use crate::tuning::{LONGEST_ROW, SCANNED_ROWS};
use crate::types::{
    AtomId, AtomKind, BoundKind, Explanation, Implied, ImpliedEquality, Token, VarId,
};

#[derive(Clone, Debug)]
struct Atom {
    value: Integer,
    kind: AtomKind,
    id: AtomId,
}

/// A one-sided fact: a bound of the trail, or a stored combination.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fact {
    Bound(BoundId),
    Combined(u32, u32),
}

/// What a token stands for: the facts that contradict the negated conclusion.
#[derive(Clone, Copy, Debug)]
struct Record {
    lower: Option<Fact>,
    upper: Option<Fact>,
    serial: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct PropagationMark {
    records: usize,
    combinations: usize,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Propagation {
    /// For each variable its atoms, sorted by value.
    atoms: Vec<Vec<Atom>>,
    /// For each variable the forms with atoms in whose definition it occurs.
    occurrences: Vec<Vec<u32>>,
    /// Shared variables in the order in which they were marked.
    pub(crate) shared: Vec<u32>,
    pub(crate) is_shared: Vec<bool>,
    records: Vec<Record>,
    /// The number of records ever made, modulo [`Token::SERIALS`].
    serial: u32,
    combinations: Vec<(Integer, BoundId)>,
    /// Trail entries before this were looked at.
    head: usize,
    /// Variables with atoms that were never looked at.
    fresh: Vec<u32>,
    /// Rows and forms seen in this call.
    row_stamp: Vec<u64>,
    form_stamp: Vec<u64>,
    stamp: u64,
}

impl Propagation {
    pub(crate) fn new_var(&mut self) {
        self.atoms.push(Vec::new());
        self.occurrences.push(Vec::new());
        self.is_shared.push(false);
        self.form_stamp.push(0);
    }

    pub(crate) fn mark(&self) -> PropagationMark {
        PropagationMark {
            records: self.records.len(),
            combinations: self.combinations.len(),
        }
    }

    pub(crate) fn undo(&mut self, mark: PropagationMark, trail: usize) {
        self.records.truncate(mark.records);
        self.combinations.truncate(mark.combinations);
        self.head = self.head.min(trail);
    }

    fn record(&mut self, lower: Option<Fact>, upper: Option<Fact>) -> Token {
        let serial = self.serial;
        self.serial = (serial + 1) % Token::SERIALS;
        self.records.push(Record {
            lower,
            upper,
            serial,
        });
        Token::new(self.records.len() as u32 - 1, serial)
    }

    pub(crate) fn store(&mut self, parts: Vec<(Integer, BoundId)>) -> Fact {
        let start = self.combinations.len() as u32;
        self.combinations.extend(parts);
        Fact::Combined(start, self.combinations.len() as u32)
    }

    pub(crate) fn equality(
        &mut self,
        left: u32,
        right: u32,
        low: Fact,
        up: Fact,
    ) -> ImpliedEquality {
        ImpliedEquality {
            left: VarId(left.min(right)),
            right: VarId(left.max(right)),
            token: self.record(Some(low), Some(up)),
        }
    }
}

/// Whether an interval end decides an atom.
fn decides(atom: &Atom, kind: BoundKind, value: &Integer) -> Option<bool> {
    match (atom.kind, kind) {
        (AtomKind::AtMost, BoundKind::Upper) => (*value <= atom.value).then_some(true),
        (AtomKind::AtMost | AtomKind::Equal, BoundKind::Lower) => {
            (*value > atom.value).then_some(false)
        }
        (AtomKind::AtLeast, BoundKind::Lower) => (*value >= atom.value).then_some(true),
        (AtomKind::AtLeast | AtomKind::Equal, BoundKind::Upper) => {
            (*value < atom.value).then_some(false)
        }
    }
}

impl Solver {
    /// Registers an atom about `var`; [`propagate`](Solver::propagate) then tells when the
    /// bounds decide it. Registration outlives [`pop`](Solver::pop). Several atoms may say the
    /// same under different identifiers.
    pub fn register_atom(&mut self, id: AtomId, kind: AtomKind, var: VarId, value: &Integer) {
        let propagation = &mut self.propagation;
        let atoms = &mut propagation.atoms[var.index()];
        if atoms.is_empty()
            && let Some(terms) = &self.forms[var.index()]
        {
            for (other, _) in terms {
                propagation.occurrences[other.index()].push(var.0);
            }
        }
        let at = atoms.partition_point(|atom| atom.value <= *value);
        let value = value.clone();
        atoms.insert(at, Atom { value, kind, id });
        propagation.fresh.push(var.0);
    }

    /// Reports registered atoms that the asserted bounds decide and for which `assigned` is
    /// false, as far as they follow from bounds set since the last call. Call it after a
    /// feasible [`check`](Solver::check). Each report holds at the current level.
    pub fn propagate(&mut self, assigned: impl Fn(AtomId) -> bool, out: &mut Vec<Implied>) {
        let before = out.len();
        for var in std::mem::take(&mut self.propagation.fresh) {
            for kind in [BoundKind::Lower, BoundKind::Upper] {
                if let Some(id) = self.bounds.id(var, kind) {
                    self.decide_all(var, kind, id, &assigned, out);
                }
            }
            if self.forms[var as usize].is_some() {
                self.scan_form(var, &assigned, out);
            }
        }
        let start = self.propagation.head;
        self.propagation.head = self.bounds.len();
        self.propagation.stamp += 1;
        self.propagation
            .row_stamp
            .resize(self.tableau.rows.len(), 0);
        let mut rows: Vec<u32> = Vec::new();
        let mut forms: Vec<u32> = Vec::new();
        let news: Vec<BoundId> = self.bounds.latest_from(start).collect();
        for id in news {
            let entry = self.bounds.entry(id);
            let (var, kind) = (entry.var, entry.kind);
            self.decide_all(var, kind, id, &assigned, out);
            self.collect_neighbours(var, &mut rows, &mut forms);
        }
        let most = self.tuning.size(&SCANNED_ROWS);
        for row in rows.into_iter().take(most) {
            self.scan_row(row, &assigned, out);
        }
        for form in forms.into_iter().take(most) {
            self.scan_form(form, &assigned, out);
        }
        self.statistics.propagations += (out.len() - before) as u64;
    }

    fn collect_neighbours(&mut self, var: u32, rows: &mut Vec<u32>, forms: &mut Vec<u32>) {
        let propagation = &mut self.propagation;
        let stamp = propagation.stamp;
        let own = self.tableau.row_of[var as usize];
        let own = (own != crate::tableau::NO_ROW).then_some(own);
        for row in self.tableau.columns[var as usize]
            .iter()
            .copied()
            .chain(own)
        {
            if std::mem::replace(&mut propagation.row_stamp[row as usize], stamp) != stamp {
                rows.push(row);
            }
        }
        for &form in &propagation.occurrences[var as usize] {
            if std::mem::replace(&mut propagation.form_stamp[form as usize], stamp) != stamp {
                forms.push(form);
            }
        }
    }

    /// Atoms of `var` that its bound `id` decides.
    fn decide_all(
        &mut self,
        var: u32,
        kind: BoundKind,
        id: BoundId,
        assigned: &impl Fn(AtomId) -> bool,
        out: &mut Vec<Implied>,
    ) {
        let value = self.bounds.value(id);
        let opposite = self.bounds.get(var, kind.opposite());
        let fixed = opposite.is_some_and(|opposite| opposite == value);
        for at in 0..self.propagation.atoms[var as usize].len() {
            let atom = &self.propagation.atoms[var as usize][at];
            if assigned(atom.id) {
                continue;
            }
            let (lower, upper, truth) = if let Some(truth) = decides(atom, kind, value) {
                match kind {
                    BoundKind::Lower => (Some(Fact::Bound(id)), None, truth),
                    BoundKind::Upper => (None, Some(Fact::Bound(id)), truth),
                }
            } else if fixed && atom.kind == AtomKind::Equal && atom.value == *value {
                (
                    self.bounds.id(var, BoundKind::Lower).map(Fact::Bound),
                    self.bounds.id(var, BoundKind::Upper).map(Fact::Bound),
                    true,
                )
            } else {
                continue;
            };
            let atom = atom.id;
            out.push(Implied {
                atom,
                value: truth,
                token: self.propagation.record(lower, upper),
            });
        }
    }

    /// Implied bounds of all variables of a row.
    fn scan_row(&mut self, row: u32, assigned: &impl Fn(AtomId) -> bool, out: &mut Vec<Implied>) {
        let row = &self.tableau.rows[row as usize];
        if row.terms.len() > self.tuning.size(&LONGEST_ROW)
            || row
                .terms
                .iter()
                .all(|term| self.propagation.atoms[term.0 as usize].is_empty())
        {
            return;
        }
        // Σ aₖxₖ = 0: the least value of the other terms bounds aₖxₖ from above, and so on.
        for least in [true, false] {
            let Some((total, unbounded)) = extreme(&self.bounds, &row.terms, least, 1) else {
                continue;
            };
            for (var, coefficient) in &row.terms {
                if unbounded.is_some_and(|only| only != *var)
                    || self.propagation.atoms[*var as usize].is_empty()
                {
                    continue;
                }
                let side = side_of(coefficient, least);
                let own = if unbounded.is_some() {
                    Integer::ZERO
                } else {
                    self.bounds
                        .get(*var, side)
                        .map_or(Integer::ZERO, |bound| coefficient * bound)
                };
                let rest = &own - &total;
                // aₖxₖ <= rest (least) or aₖxₖ >= rest (greatest).
                let kind = side.opposite();
                let value = match kind {
                    BoundKind::Upper => rest.div_floor(coefficient),
                    BoundKind::Lower => rest.div_ceil(coefficient),
                };
                if !self.bounds.improves(*var, kind, &value) {
                    continue;
                }
                let combination = || parts(&self.bounds, &row.terms, Some(*var), least);
                report(
                    &mut self.propagation,
                    *var,
                    kind,
                    &value,
                    combination,
                    assigned,
                    out,
                );
            }
        }
    }

    /// Implied bounds of a form from its definition.
    fn scan_form(&mut self, form: u32, assigned: &impl Fn(AtomId) -> bool, out: &mut Vec<Implied>) {
        let Some(terms) = &self.forms[form as usize] else {
            return;
        };
        if terms.len() > self.tuning.size(&LONGEST_ROW) {
            return;
        }
        let terms: Vec<(u32, Integer)> = terms.iter().map(|(v, c)| (v.0, c.clone())).collect();
        for least in [true, false] {
            let Some((value, None)) = extreme(&self.bounds, &terms, least, 0) else {
                continue;
            };
            let kind = if least {
                BoundKind::Lower
            } else {
                BoundKind::Upper
            };
            if self.bounds.improves(form, kind, &value) {
                let combination = || parts(&self.bounds, &terms, None, least);
                report(
                    &mut self.propagation,
                    form,
                    kind,
                    &value,
                    combination,
                    assigned,
                    out,
                );
            }
        }
    }

    /// Why a propagation holds.
    ///
    /// # Panics
    /// If the token's level was left.
    #[must_use]
    pub fn explain(&self, token: Token) -> Explanation {
        let record = match self.propagation.records.get(token.place()) {
            Some(record) if record.serial == token.serial() => *record,
            _ => panic!("a propagation is explained after it was undone: {token:?}"),
        };
        let mut lines = Lines::new(&self.bounds);
        match (record.lower, record.upper) {
            (Some(lower), Some(upper)) => {
                let lower = self.source(&mut lines, lower);
                let upper = self.source(&mut lines, upper);
                let sharper = lines.push(Step::Strengthen(upper, None));
                lines.push(Step::Sum(vec![
                    (Integer::ONE, lower),
                    (Integer::ONE, sharper),
                ]));
            }
            (Some(fact), None) => self.against_goal(&mut lines, fact, BoundKind::Lower),
            (None, Some(fact)) => self.against_goal(&mut lines, fact, BoundKind::Upper),
            (None, None) => {}
        }
        let proof = lines.finish();
        Explanation {
            reasons: proof.reasons.clone(),
            certificate: proof.into_certificate(),
        }
    }

    fn source(&self, lines: &mut Lines<'_>, fact: Fact) -> Source {
        match fact {
            Fact::Bound(id) => lines.source(id),
            Fact::Combined(start, end) => {
                lines.combine(&self.propagation.combinations[start as usize..end as usize])
            }
        }
    }

    fn against_goal(&self, lines: &mut Lines<'_>, fact: Fact, kind: BoundKind) {
        let source = self.source(lines, fact);
        let goal: Face = face(kind.opposite());
        lines.push(Step::Sum(vec![
            (Integer::ONE, source),
            (Integer::ONE, Source::Goal(goal)),
        ]));
    }
}

/// The least or greatest value of `Σ aₖxₖ` over the bounded variables, and the unbounded
/// one if there is exactly one; nothing if more than `allowed` are unbounded.
fn extreme(
    bounds: &Bounds,
    terms: &[(u32, Integer)],
    least: bool,
    allowed: usize,
) -> Option<(Integer, Option<u32>)> {
    let mut unbounded = None;
    for (var, coefficient) in terms {
        if !bounds.has(*var, side_of(coefficient, least)) {
            if allowed == 0 || unbounded.is_some() {
                return None;
            }
            unbounded = Some(*var);
        }
    }
    let mut total = Integer::ZERO;
    for (var, coefficient) in terms {
        if let Some(bound) = bounds.get(*var, side_of(coefficient, least)) {
            total += coefficient * bound;
        }
    }
    Some((total, unbounded))
}

/// The bounds behind [`extreme`], but for `skip`.
pub(crate) fn parts(
    bounds: &Bounds,
    terms: &[(u32, Integer)],
    skip: Option<u32>,
    least: bool,
) -> Vec<(Integer, BoundId)> {
    terms
        .iter()
        .filter(|(var, _)| Some(*var) != skip)
        .filter_map(|(var, coefficient)| {
            let id = bounds.id(*var, side_of(coefficient, least))?;
            Some((coefficient.abs(), id))
        })
        .collect()
}

/// The side of a variable's bounds at which `coefficient · x` is least or greatest.
fn side_of(coefficient: &Integer, least: bool) -> BoundKind {
    if coefficient.is_negative() == least {
        BoundKind::Upper
    } else {
        BoundKind::Lower
    }
}

/// Reports the atoms of `var` that a derived bound decides; stores its combination once.
fn report(
    propagation: &mut Propagation,
    var: u32,
    kind: BoundKind,
    value: &Integer,
    parts: impl Fn() -> Vec<(Integer, BoundId)>,
    assigned: &impl Fn(AtomId) -> bool,
    out: &mut Vec<Implied>,
) {
    let mut fact = None;
    for index in 0..propagation.atoms[var as usize].len() {
        let atom = &propagation.atoms[var as usize][index];
        let Some(truth) = decides(atom, kind, value) else {
            continue;
        };
        let id = atom.id;
        if assigned(id) {
            continue;
        }
        let fact = *fact.get_or_insert_with(|| propagation.store(parts()));
        let token = match kind {
            BoundKind::Lower => propagation.record(Some(fact), None),
            BoundKind::Upper => propagation.record(None, Some(fact)),
        };
        out.push(Implied {
            atom: id,
            value: truth,
            token,
        });
    }
}
