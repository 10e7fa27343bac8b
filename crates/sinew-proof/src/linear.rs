//! Linear forms of integer terms, computed from the log's definitions alone.
//!
//! Sums, differences and products with constants are expanded; `(mod a k)` with a literal `k ≠ 0`
//! is `a − k·(div a k)`; everything else is a leaf. Terms are expanded by falling number, so each
//! is met once, with its whole coefficient.

use std::collections::BTreeMap;

use dashu_int::IBig;
use dashu_int::ops::{Abs, Gcd};

use crate::arith::{Constraint, Relation};
use crate::terms::{TermId, Terms};

/// `Σ cᵢ·leafᵢ + constant`; no zero coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Linear {
    pub(crate) leaves: BTreeMap<TermId, IBig>,
    pub(crate) constant: IBig,
}

impl Linear {
    pub(crate) fn leaf(term: TermId) -> Linear {
        Linear {
            leaves: BTreeMap::from([(term, IBig::ONE)]),
            constant: IBig::ZERO,
        }
    }

    /// Adds `factor · other`.
    pub(crate) fn add(&mut self, factor: &IBig, other: &Linear) {
        for (&leaf, coefficient) in &other.leaves {
            let sum = self.leaves.entry(leaf).or_insert(IBig::ZERO);
            *sum += factor * coefficient;
            if *sum == IBig::ZERO {
                self.leaves.remove(&leaf);
            }
        }
        self.constant += factor * &other.constant;
    }

    pub(crate) fn plus(mut self, constant: i64) -> Linear {
        self.constant += IBig::from(constant);
        self
    }

    pub(crate) fn minus(mut self, other: &Linear) -> Linear {
        self.add(&-IBig::ONE, other);
        self
    }
}

/// A comparison of a linear form with zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Comparison {
    pub(crate) form: Linear,
    pub(crate) relation: Relation,
}

/// What a comparison amounts to: a truth value, or a canonical constraint. Two comparisons that
/// say the same over the integers have the same canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Canonical {
    Constant(bool),
    Constraint(Vec<(TermId, IBig)>, Kind, IBig),
}

/// The kind of a canonical constraint `Σ … kind k`, the first coefficient positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    AtMost,
    AtLeast,
    Equal,
    NotEqual,
}

impl Comparison {
    pub(crate) fn at_most_zero(form: Linear) -> Comparison {
        Comparison {
            form,
            relation: Relation::AtMost,
        }
    }

    pub(crate) fn at_least_zero(form: &Linear) -> Comparison {
        Comparison::at_most_zero(Linear::default().minus(form))
    }

    pub(crate) fn zero(form: Linear) -> Comparison {
        Comparison {
            form,
            relation: Relation::Equal,
        }
    }

    pub(crate) fn negated(&self) -> Comparison {
        match self.relation {
            Relation::AtMost => {
                // not (e <= 0) is e >= 1 is 1 - e <= 0.
                Comparison::at_most_zero(Linear::default().plus(1).minus(&self.form))
            }
            Relation::Equal => Comparison {
                form: self.form.clone(),
                relation: Relation::NotEqual,
            },
            Relation::NotEqual => Comparison::zero(self.form.clone()),
        }
    }

    pub(crate) fn canonical(&self) -> Canonical {
        let gcd = self.form.leaves.values().fold(IBig::ZERO, |gcd, c| {
            if gcd == IBig::ZERO {
                c.clone().abs()
            } else {
                IBig::from(gcd.gcd(c))
            }
        });
        let right = -&self.form.constant;
        if gcd == IBig::ZERO {
            return Canonical::Constant(match self.relation {
                Relation::AtMost => right >= IBig::ZERO,
                Relation::Equal => right == IBig::ZERO,
                Relation::NotEqual => right != IBig::ZERO,
            });
        }
        let negative = self
            .form
            .leaves
            .values()
            .next()
            .is_some_and(|c| *c < IBig::ZERO);
        let scale = if negative { -&gcd } else { gcd.clone() };
        let terms = self
            .form
            .leaves
            .iter()
            .map(|(&leaf, c)| (leaf, c / &scale))
            .collect();
        let divides = (&right % &gcd) == IBig::ZERO;
        match self.relation {
            Relation::AtMost => {
                // F·scale <= right: floor for a positive scale, ceiling for a negative one.
                let floor = div_floor(&right, &gcd);
                if negative {
                    Canonical::Constraint(terms, Kind::AtLeast, -floor)
                } else {
                    Canonical::Constraint(terms, Kind::AtMost, floor)
                }
            }
            Relation::Equal if !divides => Canonical::Constant(false),
            Relation::NotEqual if !divides => Canonical::Constant(true),
            Relation::Equal => Canonical::Constraint(terms, Kind::Equal, right / scale),
            Relation::NotEqual => Canonical::Constraint(terms, Kind::NotEqual, right / scale),
        }
    }

    /// The constraint over arithmetic variables, as certificates speak of it.
    pub(crate) fn over_variables(&self, terms: &Terms) -> Result<Constraint, String> {
        let named: Result<Vec<(u32, IBig)>, String> = self
            .form
            .leaves
            .iter()
            .map(|(&leaf, c)| Ok((terms.leaf_var(leaf)?, c.clone())))
            .collect();
        Ok(Constraint {
            terms: named?,
            relation: self.relation,
            constant: -&self.form.constant,
        })
    }
}

fn div_floor(a: &IBig, b: &IBig) -> IBig {
    let (quotient, rest) = (a / b, a % b);
    if rest != IBig::ZERO && (rest < IBig::ZERO) != (*b < IBig::ZERO) {
        quotient - IBig::ONE
    } else {
        quotient
    }
}

impl Terms {
    /// The value of an integer literal.
    pub(crate) fn int_value(&self, term: TermId) -> Result<Option<IBig>, String> {
        match self.get(term)?.op.strip_prefix("int:") {
            None => Ok(None),
            Some(digits) => digits
                .parse()
                .map(Some)
                .map_err(|_| format!("{digits:?} is not an integer")),
        }
    }

    /// A divisor other than zero.
    pub(crate) fn divisor(&self, term: TermId) -> Result<Option<IBig>, String> {
        let &[_, divisor] = self.get(term)?.args.as_slice() else {
            return Ok(None);
        };
        Ok(self.int_value(divisor)?.filter(|k| *k != IBig::ZERO))
    }

    /// The linear form of an integer term.
    pub(crate) fn linear(&self, root: TermId) -> Result<Linear, String> {
        let mut open: BTreeMap<TermId, IBig> = BTreeMap::from([(root, IBig::ONE)]);
        let mut result = Linear::default();
        fn put(open: &mut BTreeMap<TermId, IBig>, term: TermId, factor: IBig) {
            *open.entry(term).or_insert(IBig::ZERO) += factor;
        }
        while let Some((term, factor)) = open.pop_last() {
            if factor == IBig::ZERO {
                continue;
            }
            let def = self.get(term)?;
            if let Some(value) = self.int_value(term)? {
                result.constant += factor * value;
                continue;
            }
            match (def.op.as_str(), def.args.as_slice()) {
                ("-", &[arg]) => put(&mut open, arg, -factor),
                ("-", [first, rest @ ..]) => {
                    for &arg in rest {
                        put(&mut open, arg, -&factor);
                    }
                    put(&mut open, *first, factor);
                }
                ("+", args) => {
                    for &arg in args {
                        put(&mut open, arg, factor.clone());
                    }
                }
                ("*", args) => {
                    let mut scale = factor;
                    let mut rest = Vec::new();
                    for &arg in args {
                        match self.constant(arg)? {
                            Some(value) => scale *= value,
                            None => rest.push(arg),
                        }
                    }
                    match rest.as_slice() {
                        [] => result.constant += scale,
                        &[only] => put(&mut open, only, scale),
                        [first, others @ ..] => {
                            let mut product = *first;
                            for &other in others {
                                product = self.find("*", &[product, other])?;
                            }
                            result.add(&scale, &Linear::leaf(product));
                        }
                    }
                }
                ("mod", &[dividend, divisor]) if self.divisor(term)?.is_some() => {
                    let k = self.divisor(term)?.unwrap_or(IBig::ONE);
                    let quotient = self.find("div", &[dividend, divisor])?;
                    result.add(&-(&factor * k), &Linear::leaf(quotient));
                    put(&mut open, dividend, factor);
                }
                ("div", [first, others @ ..]) if others.len() > 1 => {
                    let mut quotient = *first;
                    for &other in others {
                        quotient = self.find("div", &[quotient, other])?;
                    }
                    result.add(&factor, &Linear::leaf(quotient));
                }
                _ => result.add(&factor, &Linear::leaf(term)),
            }
        }
        Ok(result)
    }

    /// The value of a term in which only literals and linear operators occur.
    fn constant(&self, term: TermId) -> Result<Option<IBig>, String> {
        if let Some(value) = self.int_value(term)? {
            return Ok(Some(value));
        }
        let mut values: BTreeMap<TermId, IBig> = BTreeMap::new();
        let mut order = vec![term];
        let mut at = 0;
        while at < order.len() {
            let def = self.get(order[at])?;
            let literal = self.int_value(order[at])?.is_some();
            if !literal && !matches!(def.op.as_str(), "+" | "-" | "*") {
                return Ok(None);
            }
            for &arg in &def.args {
                if !order.contains(&arg) {
                    order.push(arg);
                }
            }
            at += 1;
        }
        order.sort_unstable();
        for id in order {
            let def = self.get(id)?;
            let args: Vec<IBig> = def.args.iter().map(|arg| values[arg].clone()).collect();
            let value = match (def.op.as_str(), args.as_slice()) {
                ("+", args) => args.iter().sum(),
                ("*", args) => args.iter().product(),
                ("-", [only]) => -only,
                ("-", [first, rest @ ..]) => rest.iter().fold(first.clone(), |a, b| a - b),
                _ => self.int_value(id)?.unwrap_or(IBig::ZERO),
            };
            values.insert(id, value);
        }
        Ok(values.remove(&term))
    }

    /// What a Boolean term says about integers, if it is a comparison of them.
    pub(crate) fn comparison(&self, term: TermId) -> Result<Option<Comparison>, String> {
        let def = self.get(term)?;
        if let (Some(k), &[arg]) = (def.op.strip_prefix("divisible:"), def.args.as_slice()) {
            let value: IBig = k.parse().map_err(|_| format!("{k:?} is not an integer"))?;
            let divisor = self.find(&format!("int:{k}"), &[])?;
            let quotient = self.find("div", &[arg, divisor])?;
            let mut form = self.linear(arg)?;
            form.add(&-value, &Linear::leaf(quotient));
            return Ok(Some(Comparison::zero(form)));
        }
        let &[a, b] = def.args.as_slice() else {
            return Ok(None);
        };
        let integers = self.get(a)?.sort == "i" && self.get(b)?.sort == "i";
        if !integers || !matches!(def.op.as_str(), "=" | "<=" | "<" | ">=" | ">") {
            return Ok(None);
        }
        let difference = self.linear(a)?.minus(&self.linear(b)?);
        Ok(Some(match def.op.as_str() {
            "=" => Comparison::zero(difference),
            "<=" => Comparison::at_most_zero(difference),
            "<" => Comparison::at_most_zero(difference.plus(1)),
            ">=" => Comparison::at_least_zero(&difference),
            _ => Comparison::at_least_zero(&difference.plus(-1)),
        }))
    }
}
