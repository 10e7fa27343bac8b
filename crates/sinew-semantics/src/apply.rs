//! The operators applied to values: the table from SMT-LIB symbols to the functions that
//! transcribe the theories *Core*, *Ints* and *Strings*.
//!
//! Associative symbols take any number of arguments, chainable ones relate neighbours, and
//! `distinct` relates all pairs, as the theories' `:left-assoc`, `:chainable` and `:pairwise`
//! attributes say.

use std::cmp::Ordering;
use std::sync::Arc;

use dashu_int::IBig;
use dashu_int::ops::BitTest;
use sinew_term::{Op, Term};

use crate::eval::{Evaluator, Outcome, Val};
use crate::limits::{NotDecided, Reason};
use crate::regex::{ALL, EMPTY, NONE, ReId, Regexes};
use crate::{integers, replace, strings};

/// `div` and `mod`, from left to right: the quotient so far waits while the model's meaning of
/// a division by zero is worked out.
#[derive(Default)]
pub(crate) struct Division {
    so_far: Option<Arc<IBig>>,
    /// Whether the outcome on the operands is that of a division by zero.
    by_zero: bool,
}

static ZERO: IBig = IBig::ZERO;

fn bool_of(value: &Val) -> bool {
    matches!(value, Val::Bool(true))
}

fn int_of(value: &Val) -> &IBig {
    match value {
        Val::Int(value) => value,
        _ => &ZERO,
    }
}

fn str_of(value: &Val) -> &[u32] {
    match value {
        Val::Str(value) => value,
        _ => &[],
    }
}

fn re_of(value: &Val) -> ReId {
    match value {
        Val::Re(id) => *id,
        _ => NONE,
    }
}

/// What reading the value once costs, in steps.
fn weight(value: &Val) -> usize {
    match value {
        Val::Int(value) => value.bit_len() / 64,
        Val::Str(value) => value.len() / 16,
        _ => 0,
    }
}

fn languages(values: &[Val]) -> Vec<ReId> {
    values.iter().map(re_of).collect()
}

/// `(re.range lo hi)`: both ends must be single characters.
fn range(regexes: &mut Regexes, lo: &[u32], hi: &[u32]) -> ReId {
    match (lo, hi) {
        (&[lo], &[hi]) => regexes.range(lo, hi),
        _ => NONE,
    }
}

/// A relation between neighbours, or between all pairs.
#[derive(Clone, Copy)]
enum Relation {
    Equal,
    Distinct,
    Integers(fn(Ordering) -> bool),
    Words(fn(Ordering) -> bool),
}

impl Relation {
    fn of(op: Op) -> Option<Relation> {
        Some(match op {
            Op::Eq => Relation::Equal,
            Op::Distinct => Relation::Distinct,
            Op::Le => Relation::Integers(Ordering::is_le),
            Op::Lt => Relation::Integers(Ordering::is_lt),
            Op::Ge => Relation::Integers(Ordering::is_ge),
            Op::Gt => Relation::Integers(Ordering::is_gt),
            Op::StrLt => Relation::Words(Ordering::is_lt),
            Op::StrLe => Relation::Words(Ordering::is_le),
            _ => return None,
        })
    }
}

fn int(value: IBig) -> Val {
    Val::Int(Arc::new(value))
}

fn string(value: Vec<u32>) -> Val {
    Val::Str(Arc::new(value))
}

impl Evaluator<'_> {
    /// The outcome of `op`, the operator of `term`, for the operands from `base` on. Sorts were checked when
    /// the term was made, so each operand has the shape its position calls for.
    pub(crate) fn apply(&mut self, term: Term, op: Op, base: usize) -> Outcome {
        let at_term = |reason| NotDecided { reason, term };
        if let Some(relation) = Relation::of(op) {
            let operands = self.operands.split_off(base);
            return if op == Op::Distinct {
                let behind = |(i, left)| operands[i + 1..].iter().map(move |right| (left, right));
                self.relate(term, relation, operands.iter().enumerate().flat_map(behind))
            } else {
                let neighbours = operands.iter().zip(operands.iter().skip(1));
                self.relate(term, relation, neighbours)
            };
        }
        let mut values = std::mem::take(&mut self.room);
        for operand in self.operands.drain(base..) {
            values.push(operand?);
        }
        let weight = values.iter().map(weight).sum();
        let paid = self.meter.spend(weight);
        let outcome = paid.and_then(|()| self.apply_to_values(term, op, &values));
        values.clear();
        self.room = values;
        outcome.map_err(at_term)
    }

    /// Whether all pairs are in the relation; one that is known not to be decides.
    fn relate<'o>(
        &mut self,
        term: Term,
        relation: Relation,
        pairs: impl Iterator<Item = (&'o Outcome, &'o Outcome)>,
    ) -> Outcome {
        let mut undecided = None;
        for (left, right) in pairs {
            if let Err(reason) = self.meter.spend(1) {
                return Err(NotDecided { reason, term });
            }
            let (left, right) = match (left, right) {
                (Ok(left), Ok(right)) => (left, right),
                (Err(error), _) | (_, Err(error)) => {
                    undecided.get_or_insert(*error);
                    continue;
                }
            };
            let compared = self.meter.spend(weight(left).min(weight(right)));
            match compared.and_then(|()| self.related(relation, left, right)) {
                Ok(true) => {}
                Ok(false) => return Ok(Val::Bool(false)),
                Err(reason) => {
                    undecided.get_or_insert(NotDecided { reason, term });
                }
            }
        }
        undecided.map_or(Ok(Val::Bool(true)), Err)
    }

    fn related(&mut self, relation: Relation, left: &Val, right: &Val) -> Result<bool, Reason> {
        Ok(match relation {
            Relation::Equal => self.equal(left, right)?,
            Relation::Distinct => !self.equal(left, right)?,
            Relation::Integers(holds) => holds(int_of(left).cmp(int_of(right))),
            Relation::Words(holds) => holds(strings::compare(str_of(left), str_of(right))),
        })
    }

    /// `(= left right)`: identity of values; of languages, that they hold the same words.
    pub(crate) fn equal(&mut self, left: &Val, right: &Val) -> Result<bool, Reason> {
        match (left, right) {
            (Val::Bool(left), Val::Bool(right)) => Ok(left == right),
            (Val::Int(left), Val::Int(right)) => Ok(left == right),
            (Val::Str(left), Val::Str(right)) => Ok(left == right),
            (Val::User(_, left), Val::User(_, right)) => Ok(left == right),
            (Val::Re(left), Val::Re(right)) => {
                self.regexes.equivalent(*left, *right, &mut self.meter)
            }
            _ => Ok(false),
        }
    }

    /// The table of meanings. It has a row for every operator, so that a new one does not compile
    /// without.
    fn apply_to_values(&mut self, term: Term, op: Op, values: &[Val]) -> Result<Val, Reason> {
        let truth = |i: usize| bool_of(&values[i]);
        let word = |i: usize| str_of(&values[i]);
        let number = |i: usize| int_of(&values[i]);
        let language = |i: usize| re_of(&values[i]);
        let (store, regexes, meter) = (self.store, &mut self.regexes, &mut self.meter);
        let result = match op {
            Op::Not => Val::Bool(!truth(0)),
            Op::Xor => Val::Bool(values.iter().fold(false, |odd, v| odd ^ bool_of(v))),
            Op::Int(id) => int(store.integer(id).to_ibig()),
            Op::Neg => int(-number(0)),
            Op::Sub => int(integers::subtract(values.iter().map(int_of), meter)?),
            Op::Add => int(integers::add(values.iter().map(int_of), meter)?),
            Op::Mul => int(integers::multiply(values.iter().map(int_of), meter)?),
            Op::Abs => int(integers::absolute(number(0))),
            Op::Divisible(id) => {
                Val::Bool(integers::divisible(number(0), &store.integer(id).to_ibig()))
            }
            Op::Str(_) => string(store.str_value(term).unwrap_or_default().to_vec()),
            Op::Concat => string(strings::concat(values.iter().map(str_of), meter)?),
            Op::Len => int(IBig::from(word(0).len())),
            Op::At => string(strings::at(word(0), number(1)).to_vec()),
            Op::Substr => string(strings::substr(word(0), number(1), number(2)).to_vec()),
            Op::PrefixOf => Val::Bool(strings::prefix_of(word(0), word(1))),
            Op::SuffixOf => Val::Bool(strings::suffix_of(word(0), word(1))),
            Op::Contains => Val::Bool(strings::contains(word(0), word(1), meter)?),
            Op::IndexOf => int(strings::index_of(word(0), word(1), number(2), meter)?),
            Op::Replace => string(strings::replace(word(0), word(1), word(2), meter)?),
            Op::ReplaceAll => string(strings::replace_all(word(0), word(1), word(2), meter)?),
            Op::ReplaceRe => {
                string(replace::replace_re(regexes, word(0), language(1), word(2), meter)?)
            }
            Op::ReplaceReAll => {
                string(replace::replace_re_all(regexes, word(0), language(1), word(2), meter)?)
            }
            Op::IndexOfRe => {
                int(replace::index_of_re(regexes, word(0), language(1), number(2), meter)?)
            }
            Op::InRe => Val::Bool(regexes.matches(word(0), language(1), meter)?),
            Op::IsDigit => Val::Bool(strings::is_digit(word(0))),
            Op::ToCode => int(strings::to_code(word(0))),
            Op::FromCode => string(strings::from_code(number(0))),
            Op::ToInt => int(strings::to_int(word(0), meter)?),
            Op::FromInt => string(strings::from_int(number(0))),
            Op::Rev => string(strings::rev(word(0))),
            Op::Update => string(strings::update(word(0), number(1), word(2))),
            Op::ToLower => string(strings::to_lower(word(0))),
            Op::ToUpper => string(strings::to_upper(word(0))),
            Op::StrToRe => {
                regexes.room_for(word(0).len(), meter)?;
                Val::Re(regexes.word(word(0)))
            }
            Op::ReNone => Val::Re(NONE),
            Op::ReAll => Val::Re(ALL),
            Op::ReAllChar => Val::Re(regexes.all_char()),
            Op::ReConcat => Val::Re(regexes.concat_all(&languages(values))),
            Op::ReUnion => Val::Re(regexes.union(&languages(values))),
            Op::ReInter => Val::Re(regexes.inter(&languages(values))),
            Op::ReStar => Val::Re(regexes.star(language(0))),
            Op::ReComp => Val::Re(regexes.comp(language(0))),
            Op::ReDiff => Val::Re(regexes.difference(&languages(values))),
            Op::RePlus => Val::Re(regexes.plus(language(0))),
            Op::ReOpt => Val::Re(regexes.union(&[language(0), EMPTY])),
            Op::ReRange => Val::Re(range(regexes, word(0), word(1))),
            Op::RePow(n) => Val::Re(regexes.repeat(language(0), n, n)),
            Op::ReLoop(lo, hi) => Val::Re(regexes.repeat(language(0), lo, hi)),
            // Relations, which may be decided by some of their arguments.
            Op::Eq | Op::Distinct | Op::Le | Op::Lt | Op::Ge | Op::Gt | Op::StrLt | Op::StrLe
            // What decides itself which arguments it needs, or is no function of their values.
            | Op::True | Op::False | Op::And | Op::Or | Op::Implies | Op::Ite | Op::Div | Op::Mod
            | Op::Var(_) | Op::Apply(_) | Op::Forall(_) | Op::Exists(_) | Op::Pattern => {
                return Err(Reason::NoValue);
            }
        };
        if let Val::Re(_) = result {
            regexes.within(meter)?;
        }
        Ok(result)
    }

    /// One step of `div` or `mod`. With more than two arguments, `div` associates to the left.
    pub(crate) fn advance_division(&mut self, mut state: Division) {
        let frame = self.top();
        let (term, env, next) = (frame.term, frame.env, frame.next);
        let (store, model) = (self.store, self.model);
        let op = store.op(term);
        if next > 0 {
            let value = match self.pop_operand() {
                Ok(Val::Int(value)) => value,
                Ok(_) => return self.finish_with(Err(Reason::BadInterpretation)),
                Err(error) => return self.finish(Err(error)),
            };
            state.so_far = Some(match state.so_far.take() {
                _ if state.by_zero => value,
                None => value,
                Some(dividend) if *value == IBig::ZERO => {
                    state.by_zero = true;
                    self.keep_division(state);
                    let meaning = if op == Op::Div {
                        model.div0()
                    } else {
                        model.mod0()
                    };
                    return self.divide_by_zero(meaning, dividend);
                }
                Some(dividend) => {
                    let bits = dividend.bit_len().max(value.bit_len());
                    if let Err(reason) = self.meter.spend(bits / 64) {
                        return self.finish_with(Err(reason));
                    }
                    let (quotient, remainder) = integers::div_mod(&dividend, &value);
                    Arc::new(if op == Op::Div { quotient } else { remainder })
                }
            });
            state.by_zero = false;
        }
        match store.args(term).get(next) {
            Some(&arg) => {
                self.advance_argument();
                self.keep_division(state);
                self.enter(arg, env);
            }
            None => {
                let result = state.so_far.map_or_else(|| int(IBig::ZERO), Val::Int);
                self.finish(Ok(result));
            }
        }
    }
}
