//! Short ways to write terms and expectations.
#![allow(dead_code)] // Each test file uses its own part.

use sinew_semantics::{Model, NotDecided, Value, eval};
use sinew_term::{Op, Term, TermStore};

/// An argument of an operator under test.
#[derive(Clone, Debug)]
pub(crate) enum Arg {
    B(bool),
    N(i64),
    S(&'static str),
    /// A string by code points.
    C(Vec<u32>),
    /// An operator applied to arguments; the way to write regular expressions.
    A(Op, Vec<Arg>),
}

impl From<bool> for Arg {
    fn from(value: bool) -> Arg {
        Arg::B(value)
    }
}

impl From<i64> for Arg {
    fn from(value: i64) -> Arg {
        Arg::N(value)
    }
}

impl From<i32> for Arg {
    fn from(value: i32) -> Arg {
        Arg::N(value.into())
    }
}

impl From<&'static str> for Arg {
    fn from(value: &'static str) -> Arg {
        Arg::S(value)
    }
}

impl From<Vec<u32>> for Arg {
    fn from(value: Vec<u32>) -> Arg {
        Arg::C(value)
    }
}

impl Arg {
    pub(crate) fn term(&self, store: &mut TermStore) -> Term {
        match self {
            Arg::B(value) => store.bool(*value),
            Arg::N(value) => store.int(*value),
            Arg::S(value) => store.string(value),
            Arg::C(value) => store.code_points(value),
            Arg::A(op, args) => {
                let args: Vec<Term> = args.iter().map(|arg| arg.term(store)).collect();
                store.mk(*op, &args)
            }
        }
    }

    /// The value of a literal.
    pub(crate) fn value(&self) -> Value {
        match self {
            Arg::B(value) => Value::Bool(*value),
            Arg::N(value) => Value::from(*value),
            Arg::S(value) => Value::string(value),
            Arg::C(value) => Value::Str(value.clone()),
            Arg::A(..) => panic!("not a literal"),
        }
    }
}

/// The value of the ground term that `build` makes.
pub(crate) fn ground(build: impl FnOnce(&mut TermStore) -> Term) -> Result<Value, NotDecided> {
    let mut store = TermStore::new();
    let term = build(&mut store);
    eval(&store, &Model::new(), term)
}

/// `(op args…)` evaluates to `expected`.
#[track_caller]
pub(crate) fn expect(op: Op, args: Vec<Arg>, expected: Arg) {
    let value = ground(|store| Arg::A(op, args.clone()).term(store));
    assert_eq!(value, Ok(expected.value()), "({} {args:?})", op.name());
}

/// `t!(Op a b c)`: an application as an argument.
#[macro_export]
macro_rules! t {
    ($op:ident $($arg:expr),* $(,)?) => {
        $crate::common::Arg::A(sinew_term::Op::$op, vec![$($crate::common::Arg::from($arg)),*])
    };
}

/// `table!(Op: [a, b] => c; …)`: each application has the value on its right.
#[macro_export]
macro_rules! table {
    ($op:expr => $( [$($arg:expr),* $(,)?] => $expected:expr );+ $(;)?) => {$(
        $crate::common::expect(
            $op,
            vec![$($crate::common::Arg::from($arg)),*],
            $crate::common::Arg::from($expected),
        );
    )+};
}
