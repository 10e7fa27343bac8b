//! `re.^` and `re.loop`, whose indices the standard does not bound.
//!
//! Operators count repetitions up to [`u32::MAX`]; more of them are nested, by
//!
//! * `r^(qB+d) = (r^q)^B r^d`,
//! * `r{0,qB+d} = (r{0,q}){0,B} r{0,d}`,
//! * `r{m,n} = r^m r{0,n−m}` for m ≤ n,
//!
//! which are true of every language r. So there is no loop whose meaning is cut short, and none
//! that has more parts than its indices have digits.

use sinew_term::{IntId, Integer, Op, Sort, Term};

use super::Elaborator;
use crate::diagnostic::{Fault, Parsed};
use crate::lexer::Token;

/// How often something is repeated.
#[derive(Clone, Copy)]
pub(super) enum Times {
    Exactly(IntId),
    Range(IntId, IntId),
    /// At least so often.
    From(IntId),
}

/// An index has at most so many digits; a longer one is a slip.
const MAX_DIGITS: usize = 1000;

/// The base B in which larger indices are taken apart.
const BASE: u32 = 1 << 31;

impl Elaborator<'_> {
    /// The value of an index.
    pub(super) fn index(&mut self, token: Token) -> Parsed<IntId> {
        if self.lexer.text(token).len() > MAX_DIGITS {
            let message = format!("an index has at most {MAX_DIGITS} digits");
            return Err(Fault::new(token.start, token.end, message));
        }
        let value = self.numeral(token)?;
        Ok(self.store.int_id(value))
    }

    /// A loop whose indices stand before its only argument.
    pub(super) fn indexed_loop(&mut self, times: Times, name: usize, base: usize) -> Parsed<Term> {
        let args = self.scratch.values[base..].to_vec();
        self.repeated(times, &args, name, base)
    }

    fn repeated(&mut self, times: Times, args: &[Term], name: usize, base: usize) -> Parsed<Term> {
        let value = |id| self.store.integer(id).clone();
        match times {
            Times::Exactly(n) => {
                let n = value(n);
                if let Some(small) = n.to_u32() {
                    return self.make(Op::RePow(small), args, name, base);
                }
                self.check_body("re.^", args, name, base)?;
                Ok(self.power(args[0], &n))
            }
            Times::Range(low, high) => {
                let (low, high) = (value(low), value(high));
                if let (Some(low), Some(high)) = (low.to_u32(), high.to_u32()) {
                    return self.make(Op::ReLoop(low, high), args, name, base);
                }
                self.check_body("re.loop", args, name, base)?;
                if low > high {
                    return Ok(self.store.re_none());
                }
                let least = self.power(args[0], &low);
                let more = self.up_to(args[0], &(high - low));
                Ok(self.store.re_concat(&[least, more]))
            }
            Times::From(low) => {
                let low = value(low);
                let star = self.make(Op::ReStar, args, name, base)?;
                let least = self.power(args[0], &low);
                Ok(self.store.re_concat(&[least, star]))
            }
        }
    }

    /// Reports arguments that are not one regular expression, as the operator would.
    fn check_body(&mut self, of: &str, args: &[Term], name: usize, base: usize) -> Parsed<()> {
        match args {
            &[body] if self.store.sort(body) == Sort::RegLan => Ok(()),
            _ => {
                let op = if of == "re.^" {
                    Op::RePow(0)
                } else {
                    Op::ReLoop(0, 0)
                };
                self.make(op, args, name, base).map(|_| ())
            }
        }
    }

    /// `r^n`
    fn power(&mut self, r: Term, n: &Integer) -> Term {
        let digits = digits(n);
        let mut result = None;
        for digit in digits {
            let high = result.map(|high| self.store.re_pow(BASE, high));
            let low = (digit > 0 || high.is_none()).then(|| self.store.re_pow(digit, r));
            result = self.joined(high, low);
        }
        result.unwrap_or(r)
    }

    /// `r{0,n}`
    fn up_to(&mut self, r: Term, n: &Integer) -> Term {
        let digits = digits(n);
        let mut result = None;
        for digit in digits {
            let high = result.map(|high| self.store.re_loop(0, BASE, high));
            let low = (digit > 0 || high.is_none()).then(|| self.store.re_loop(0, digit, r));
            result = self.joined(high, low);
        }
        result.unwrap_or(r)
    }

    fn joined(&mut self, first: Option<Term>, second: Option<Term>) -> Option<Term> {
        match (first, second) {
            (Some(first), Some(second)) => Some(self.store.re_concat(&[first, second])),
            (first, second) => first.or(second),
        }
    }

    // Bounds as arguments, as the drafts had them.

    /// The value of the numeral that is argument `index`.
    fn bound(&mut self, index: usize, base: usize, of: &str) -> Parsed<IntId> {
        let value = self.store.int_value(self.scratch.values[base + index]);
        match value.filter(|value| !value.is_negative()).cloned() {
            Some(value) => Ok(self.store.int_id(value)),
            None => {
                let at = self.scratch.starts[base + index] as usize;
                let message = format!("the bounds of `{of}` are numerals");
                let form = if of == "re.^" {
                    "(_ re.^ 3)"
                } else {
                    "(_ re.loop 1 3)"
                };
                let help =
                    format!("they are indices, as in ({form} r), or come after the expression");
                Err(self.fault_at_expression(at, message).help(help))
            }
        }
    }

    pub(super) fn loop_with_bounds(&mut self, name: usize, base: usize) -> Parsed<Term> {
        let args = self.scratch.values[base..].to_vec();
        let times = match args.len() {
            2 => Times::From(self.bound(1, base, "re.loop")?),
            3 => {
                let low = self.bound(1, base, "re.loop")?;
                Times::Range(low, self.bound(2, base, "re.loop")?)
            }
            count => {
                let message = format!(
                    "`re.loop` takes its bounds as indices, as in ((_ re.loop 1 3) r), or after the expression, but got {count} argument{}",
                    if count == 1 { "" } else { "s" }
                );
                return Err(self.fault_at_expression(name, message));
            }
        };
        self.repeated(times, &args[..1], name, base)
    }

    pub(super) fn power_with_exponent(&mut self, name: usize, base: usize) -> Parsed<Term> {
        let args = self.scratch.values[base..].to_vec();
        if args.len() != 2 {
            let message = "`re.^` takes its exponent as an index, as in ((_ re.^ 3) r)";
            return Err(self.fault_at_expression(name, message.to_owned()));
        }
        let exponent = self.bound(1, base, "re.^")?;
        self.repeated(Times::Exactly(exponent), &args[..1], name, base)
    }
}

/// The number in base [`BASE`], the highest digit first; those that fit are one digit.
fn digits(n: &Integer) -> Vec<u32> {
    let mut digits = Vec::new();
    let mut rest = n.clone();
    let base = Integer::from(i64::from(BASE));
    loop {
        if let Some(last) = rest.to_u32() {
            digits.push(last);
            digits.reverse();
            return digits;
        }
        let (quotient, digit) = rest.div_rem_euclid(&base);
        digits.push(digit.to_u32().unwrap_or_default());
        rest = quotient;
    }
}
