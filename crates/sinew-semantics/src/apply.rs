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
use crate::regex::{ALL, EMPTY, NONE, ReId};
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

fn int(value: IBig) -> Val {
    Val::Int(Arc::new(value))
}

fn string(value: Vec<u32>) -> Val {
    Val::Str(Arc::new(value))
}

impl Evaluator<'_> {
    /// The outcome of `op`, the operator of `term`, for these operands. Sorts were checked when
    /// the term was made, so each operand has the shape its position calls for.
    pub(crate) fn apply(&mut self, term: Term, op: Op, operands: Vec<Outcome>) -> Outcome {
        let at_term = |reason| NotDecided { reason, term };
        if op.is_chainable() {
            let pairs = operands.iter().zip(operands.iter().skip(1));
            return self.relate(term, op, pairs);
        }
        if op == Op::Distinct {
            let pairs = operands
                .iter()
                .enumerate()
                .flat_map(|(i, left)| operands[i + 1..].iter().map(move |right| (left, right)));
            return self.relate(term, op, pairs);
        }
        let values: Vec<Val> = operands.into_iter().collect::<Result<_, _>>()?;
        let weight = values.iter().map(weight).sum();
        if let Err(reason) = self.meter.spend(weight) {
            return Err(at_term(reason));
        }
        let result = match op {
            Op::Not => Ok(Val::Bool(!bool_of(&values[0]))),
            Op::Xor => Ok(Val::Bool(
                values.iter().fold(false, |odd, v| odd ^ bool_of(v)),
            )),
            Op::Int(_) | Op::Neg | Op::Sub | Op::Add | Op::Mul | Op::Abs | Op::Divisible(_) => {
                self.apply_integers(op, &values)
            }
            _ => match self.store.sort(term) {
                sinew_term::Sort::RegLan => self.apply_regex(op, &values),
                _ => self.apply_strings(term, op, &values),
            },
        };
        result.map_err(at_term)
    }

    /// Whether all pairs are in the relation; one that is known not to be decides.
    fn relate<'o>(
        &mut self,
        term: Term,
        op: Op,
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
            match compared.and_then(|()| self.related(op, left, right)) {
                Ok(true) => {}
                Ok(false) => return Ok(Val::Bool(false)),
                Err(reason) => {
                    undecided.get_or_insert(NotDecided { reason, term });
                }
            }
        }
        undecided.map_or(Ok(Val::Bool(true)), Err)
    }

    fn related(&mut self, op: Op, left: &Val, right: &Val) -> Result<bool, Reason> {
        let ints = || int_of(left).cmp(int_of(right));
        let words = || strings::compare(str_of(left), str_of(right));
        Ok(match op {
            Op::Eq => self.equal(left, right)?,
            Op::Distinct => !self.equal(left, right)?,
            Op::Le => ints() != Ordering::Greater,
            Op::Lt => ints() == Ordering::Less,
            Op::Ge => ints() != Ordering::Less,
            Op::Gt => ints() == Ordering::Greater,
            Op::StrLt => words() == Ordering::Less,
            _ => words() != Ordering::Greater,
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

    fn apply_integers(&mut self, op: Op, values: &[Val]) -> Result<Val, Reason> {
        let numbers = values.iter().map(int_of);
        let meter = &mut self.meter;
        Ok(int(match op {
            Op::Int(id) => self.store.integer(id).to_ibig(),
            Op::Neg => -int_of(&values[0]),
            Op::Sub => integers::subtract(numbers, meter)?,
            Op::Add => integers::add(numbers, meter)?,
            Op::Mul => integers::multiply(numbers, meter)?,
            Op::Divisible(id) => {
                let divisor = self.store.integer(id).to_ibig();
                return Ok(Val::Bool(integers::divisible(int_of(&values[0]), &divisor)));
            }
            _ => integers::absolute(int_of(&values[0])),
        }))
    }

    fn apply_strings(&mut self, term: Term, op: Op, values: &[Val]) -> Result<Val, Reason> {
        let word = |i: usize| str_of(&values[i]);
        let number = |i: usize| int_of(&values[i]);
        let language = |i: usize| re_of(&values[i]);
        let (regexes, meter) = (&mut self.regexes, &mut self.meter);
        Ok(match op {
            Op::Str(_) => string(self.store.str_value(term).unwrap_or_default().to_vec()),
            Op::Concat => {
                let length = values.iter().map(|v| str_of(v).len()).sum();
                meter.fits(length)?;
                meter.spend(length)?;
                let mut whole = Vec::with_capacity(length);
                values
                    .iter()
                    .for_each(|v| whole.extend_from_slice(str_of(v)));
                string(whole)
            }
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
                let (from, to) = (language(1), word(2));
                string(replace::replace_re(regexes, word(0), from, to, meter)?)
            }
            Op::ReplaceReAll => {
                let (from, to) = (language(1), word(2));
                string(replace::replace_re_all(regexes, word(0), from, to, meter)?)
            }
            Op::IndexOfRe => {
                let (of, from) = (language(1), number(2));
                int(replace::index_of_re(regexes, word(0), of, from, meter)?)
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
            other => unreachable!("{other:?} is evaluated elsewhere"),
        })
    }

    fn apply_regex(&mut self, op: Op, values: &[Val]) -> Result<Val, Reason> {
        let parts: Vec<ReId> = values.iter().map(re_of).collect();
        let regexes = &mut self.regexes;
        let id = match op {
            Op::StrToRe => {
                let word = str_of(&values[0]);
                regexes.room_for(word.len(), &self.meter)?;
                regexes.word(word)
            }
            Op::ReNone => NONE,
            Op::ReAll => ALL,
            Op::ReAllChar => regexes.all_char(),
            Op::ReConcat => regexes.concat_all(&parts),
            Op::ReUnion => regexes.union(&parts),
            Op::ReInter => regexes.inter(&parts),
            Op::ReStar => regexes.star(parts[0]),
            Op::ReComp => regexes.comp(parts[0]),
            // (re.diff a b c) = (re.diff (re.diff a b) c)
            Op::ReDiff => {
                let mut kept = parts;
                for part in &mut kept[1..] {
                    *part = regexes.comp(*part);
                }
                regexes.inter(&kept)
            }
            Op::RePlus => {
                let star = regexes.star(parts[0]);
                regexes.concat(parts[0], star)
            }
            Op::ReOpt => regexes.union(&[parts[0], EMPTY]),
            // Both ends must be single characters.
            Op::ReRange => match (str_of(&values[0]), str_of(&values[1])) {
                (&[lo], &[hi]) => regexes.range(lo, hi),
                _ => NONE,
            },
            Op::RePow(n) => regexes.repeat(parts[0], n, n),
            Op::ReLoop(lo, hi) => regexes.repeat(parts[0], lo, hi),
            other => unreachable!("{other:?} is evaluated elsewhere"),
        };
        regexes.within(&self.meter)?;
        Ok(Val::Re(id))
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
