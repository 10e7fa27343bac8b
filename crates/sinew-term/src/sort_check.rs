//! Whether an application is a term: sorts and numbers of arguments.

use crate::op::{Op, Params};
use crate::sort::Sort;
use crate::store::{Term, TermStore};

/// Why an application is not a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SortError {
    /// The operator does not take that many arguments.
    Arity {
        /// The operator.
        op: Op,
        /// The least and, unless unbounded, the greatest number of arguments.
        expected: (usize, Option<usize>),
        /// How many there were.
        found: usize,
    },
    /// An argument has the wrong sort.
    Argument {
        /// The operator.
        op: Op,
        /// Which argument, counted from 0.
        index: usize,
        /// The sort it must have.
        expected: Sort,
        /// The sort it has.
        found: Sort,
        /// Whether `expected` was fixed by an earlier argument, as for `=`, not by the operator.
        like_earlier: bool,
    },
    /// `(_ divisible n)` needs a positive `n`.
    DivisibleByNonPositive,
    /// A quantifier's variable list holds something other than distinct variables.
    Binder,
}

impl SortError {
    /// The message for a person.
    #[must_use]
    pub fn describe(&self, store: &TermStore) -> String {
        match *self {
            SortError::Arity {
                op,
                expected: (min, max),
                found,
            } => {
                let wanted = match max {
                    Some(max) if max == min => min.to_string(),
                    Some(max) => format!("{min} to {max}"),
                    None => format!("at least {min}"),
                };
                let plural = if wanted == "1" || wanted == "at least 1" {
                    ""
                } else {
                    "s"
                };
                format!(
                    "`{}` takes {wanted} argument{plural}, but got {found}",
                    store.op_name(op)
                )
            }
            SortError::Argument {
                op,
                index,
                expected,
                found,
                like_earlier,
            } => {
                let why = if like_earlier {
                    " like the argument before it"
                } else {
                    ""
                };
                format!(
                    "argument {} of `{}` must have sort {}{why}, but has sort {}",
                    index + 1,
                    store.op_name(op),
                    store.sort_name(expected),
                    store.sort_name(found)
                )
            }
            SortError::DivisibleByNonPositive => "`divisible` needs a positive number".to_owned(),
            SortError::Binder => {
                "a quantifier binds distinct variables over a Bool body".to_owned()
            }
        }
    }
}

impl TermStore {
    /// The sort of `op` applied to `args`, or what is wrong with it.
    pub(crate) fn result_sort(&self, op: Op, args: &[Term]) -> Result<Sort, SortError> {
        let info = op.info();
        let arity = |min, max| SortError::Arity {
            op,
            expected: (min, max),
            found: args.len(),
        };
        match info.params {
            Params::Fixed(params) => {
                if args.len() != params.len() {
                    return Err(arity(params.len(), Some(params.len())));
                }
                self.check_args(op, args, params.iter().copied(), false)?;
                if let Op::Divisible(divisor) = op
                    && !self.integers.items[divisor.0 as usize].is_positive()
                {
                    return Err(SortError::DivisibleByNonPositive);
                }
            }
            Params::Many { sort, min } => {
                if args.len() < min {
                    return Err(arity(min, None));
                }
                self.check_args(op, args, std::iter::repeat(sort), false)?;
            }
            Params::Same => {
                if args.len() < 2 {
                    return Err(arity(2, None));
                }
                let first = self.sort(args[0]);
                self.check_args(op, args, std::iter::repeat(first), true)?;
            }
            Params::Branches => {
                let &[condition, then, other] = args else {
                    return Err(arity(3, Some(3)));
                };
                self.check_args(op, &[condition], std::iter::once(Sort::Bool), false)?;
                let sort = self.sort(then);
                if self.sort(other) != sort {
                    let found = self.sort(other);
                    return Err(SortError::Argument {
                        op,
                        index: 2,
                        expected: sort,
                        found,
                        like_earlier: true,
                    });
                }
                return Ok(sort);
            }
            Params::Declared => return self.declared_sort(op, args),
            Params::Binder => self.check_binder(op, args)?,
            Params::Pattern => {}
        }
        Ok(info.result)
    }

    fn check_args(
        &self,
        op: Op,
        args: &[Term],
        expected: impl Iterator<Item = Sort>,
        like_earlier: bool,
    ) -> Result<(), SortError> {
        for (index, (&arg, expected)) in args.iter().zip(expected).enumerate() {
            let found = self.sort(arg);
            if found != expected {
                return Err(SortError::Argument {
                    op,
                    index,
                    expected,
                    found,
                    like_earlier,
                });
            }
        }
        Ok(())
    }

    fn declared_sort(&self, op: Op, args: &[Term]) -> Result<Sort, SortError> {
        match op {
            Op::Apply(fun) => {
                let decl = self.fun(fun);
                let count = decl.params.len();
                if args.len() != count {
                    return Err(SortError::Arity {
                        op,
                        expected: (count, Some(count)),
                        found: args.len(),
                    });
                }
                self.check_args(op, args, decl.params.iter().copied(), false)?;
                Ok(decl.result)
            }
            Op::Var(var) if args.is_empty() => Ok(self.var_sort(var)),
            _ => Err(SortError::Arity {
                op,
                expected: (0, Some(0)),
                found: args.len(),
            }),
        }
    }

    fn check_binder(&self, op: Op, args: &[Term]) -> Result<(), SortError> {
        let (Op::Forall(count) | Op::Exists(count)) = op else {
            return Err(SortError::Binder);
        };
        let count = count as usize;
        if count == 0 || args.len() <= count {
            return Err(SortError::Binder);
        }
        let (vars, rest) = args.split_at(count);
        let all_vars = vars.iter().all(|&var| matches!(self.op(var), Op::Var(_)));
        let distinct = vars
            .iter()
            .enumerate()
            .all(|(i, var)| !vars[..i].contains(var));
        let patterns = rest[1..].iter().all(|&p| self.op(p) == Op::Pattern);
        if all_vars && distinct && patterns && self.sort(rest[0]) == Sort::Bool {
            Ok(())
        } else {
            Err(SortError::Binder)
        }
    }
}
