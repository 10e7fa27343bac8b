//! Typed builders: one method per operator, named after it.
//!
//! They panic on ill-sorted arguments, which in code is a bug; terms from users go through
//! [`TermStore::try_mk`].

use crate::op::Op;
use crate::store::{Term, TermStore};
use crate::symbols::FunId;

macro_rules! builders {
    ($( $(#[$doc:meta])* $name:ident ( $($arg:ident),* ) = $op:expr; )*) => {
        impl TermStore {$(
            $(#[$doc])*
            pub fn $name(&mut self, $($arg: Term),*) -> Term {
                self.mk($op, &[$($arg),*])
            }
        )*}
    };
}

macro_rules! nary_builders {
    ($( $(#[$doc:meta])* $name:ident = $op:expr; )*) => {
        impl TermStore {$(
            $(#[$doc])*
            pub fn $name(&mut self, args: &[Term]) -> Term {
                self.mk($op, args)
            }
        )*}
    };
}

builders! {
    /// `true`
    true_() = Op::True;
    /// `false`
    false_() = Op::False;
    /// `(not a)`
    not(a) = Op::Not;
    /// `(=> a b)`
    implies(a, b) = Op::Implies;
    /// `(xor a b)`
    xor(a, b) = Op::Xor;
    /// `(= a b)`
    eq(a, b) = Op::Eq;
    /// `(ite c a b)`
    ite(c, a, b) = Op::Ite;
    /// `(- a)`; of a value, the negative value.
    neg(a) = Op::Neg;
    /// `(- a b)`
    sub(a, b) = Op::Sub;
    /// `(div a b)`
    div(a, b) = Op::Div;
    /// `(mod a b)`
    modulo(a, b) = Op::Mod;
    /// `(abs a)`
    abs(a) = Op::Abs;
    /// `(<= a b)`
    le(a, b) = Op::Le;
    /// `(< a b)`
    lt(a, b) = Op::Lt;
    /// `(>= a b)`
    ge(a, b) = Op::Ge;
    /// `(> a b)`
    gt(a, b) = Op::Gt;
    /// `(str.len s)`
    len(s) = Op::Len;
    /// `(str.< s t)`
    str_lt(s, t) = Op::StrLt;
    /// `(str.<= s t)`
    str_le(s, t) = Op::StrLe;
    /// `(str.at s i)`
    at(s, i) = Op::At;
    /// `(str.substr s i n)`
    substr(s, i, n) = Op::Substr;
    /// `(str.prefixof s t)`: s is a prefix of t.
    prefixof(s, t) = Op::PrefixOf;
    /// `(str.suffixof s t)`: s is a suffix of t.
    suffixof(s, t) = Op::SuffixOf;
    /// `(str.contains s t)`: t occurs in s.
    contains(s, t) = Op::Contains;
    /// `(str.indexof s t i)`
    indexof(s, t, i) = Op::IndexOf;
    /// `(str.replace s t u)`
    replace(s, t, u) = Op::Replace;
    /// `(str.replace_all s t u)`
    replace_all(s, t, u) = Op::ReplaceAll;
    /// `(str.replace_re s r u)`
    replace_re(s, r, u) = Op::ReplaceRe;
    /// `(str.replace_re_all s r u)`
    replace_re_all(s, r, u) = Op::ReplaceReAll;
    /// `(str.is_digit s)`
    is_digit(s) = Op::IsDigit;
    /// `(str.to_code s)`
    to_code(s) = Op::ToCode;
    /// `(str.from_code i)`
    from_code(i) = Op::FromCode;
    /// `(str.to_int s)`
    to_int(s) = Op::ToInt;
    /// `(str.from_int i)`
    from_int(i) = Op::FromInt;
    /// `(str.in_re s r)`
    in_re(s, r) = Op::InRe;
    /// `(str.rev s)`
    rev(s) = Op::Rev;
    /// `(str.update s i t)`
    update(s, i, t) = Op::Update;
    /// `(str.to_lower s)`
    to_lower(s) = Op::ToLower;
    /// `(str.to_upper s)`
    to_upper(s) = Op::ToUpper;
    /// `(str.indexof_re s r i)`
    indexof_re(s, r, i) = Op::IndexOfRe;
    /// `(str.to_re s)`
    str_to_re(s) = Op::StrToRe;
    /// `re.none`
    re_none() = Op::ReNone;
    /// `re.all`
    re_all() = Op::ReAll;
    /// `re.allchar`
    re_allchar() = Op::ReAllChar;
    /// `(re.* r)`
    re_star(r) = Op::ReStar;
    /// `(re.comp r)`
    re_comp(r) = Op::ReComp;
    /// `(re.diff r s)`
    re_diff(r, s) = Op::ReDiff;
    /// `(re.+ r)`
    re_plus(r) = Op::RePlus;
    /// `(re.opt r)`
    re_opt(r) = Op::ReOpt;
    /// `(re.range s t)`
    re_range(s, t) = Op::ReRange;
}

nary_builders! {
    /// `(and …)`, at least one argument.
    and = Op::And;
    /// `(or …)`, at least one argument.
    or = Op::Or;
    /// `(distinct …)`, at least two arguments.
    distinct = Op::Distinct;
    /// `(+ …)`, at least one argument.
    add = Op::Add;
    /// `(* …)`, at least one argument.
    mul = Op::Mul;
    /// `(str.++ …)`, at least one argument.
    concat = Op::Concat;
    /// `(re.++ …)`, at least one argument.
    re_concat = Op::ReConcat;
    /// `(re.union …)`, at least one argument.
    re_union = Op::ReUnion;
    /// `(re.inter …)`, at least one argument.
    re_inter = Op::ReInter;
}

impl TermStore {
    /// An operator that joins any number of terms: of one, it is the term itself. There must be one.
    pub fn joined(&mut self, op: Op, terms: &[Term]) -> Term {
        match *terms {
            [only] => only,
            _ => self.mk(op, terms),
        }
    }

    /// The conjunction of any number of formulas: `true` of none, the formula itself of one.
    pub fn conjunction(&mut self, formulas: &[Term]) -> Term {
        match formulas {
            [] => self.true_(),
            _ => self.joined(Op::And, formulas),
        }
    }

    /// The disjunction of any number of formulas: `false` of none, the formula itself of one.
    pub fn disjunction(&mut self, formulas: &[Term]) -> Term {
        match formulas {
            [] => self.false_(),
            _ => self.joined(Op::Or, formulas),
        }
    }

    /// The sum of any number of integers: 0 of none, the term itself of one.
    pub fn sum(&mut self, terms: &[Term]) -> Term {
        match terms {
            [] => self.int(0),
            _ => self.joined(Op::Add, terms),
        }
    }

    /// `true` or `false`.
    pub fn bool(&mut self, value: bool) -> Term {
        self.mk(if value { Op::True } else { Op::False }, &[])
    }

    /// The value of `true` and `false`.
    #[must_use]
    pub fn bool_value(&self, term: Term) -> Option<bool> {
        match self.op(term) {
            Op::True => Some(true),
            Op::False => Some(false),
            _ => None,
        }
    }

    /// `((_ re.^ n) r)`
    pub fn re_pow(&mut self, n: u32, r: Term) -> Term {
        self.mk(Op::RePow(n), &[r])
    }

    /// `((_ re.loop lo hi) r)`
    pub fn re_loop(&mut self, lo: u32, hi: u32, r: Term) -> Term {
        self.mk(Op::ReLoop(lo, hi), &[r])
    }

    /// `(f …)`
    pub fn apply(&mut self, fun: FunId, args: &[Term]) -> Term {
        self.mk(Op::Apply(fun), args)
    }

    /// `(forall (vars) body)` or `(exists (vars) body)` with patterns; each variable must come
    /// from [`TermStore::var`]. Without variables it is the body.
    pub fn quantify(
        &mut self,
        forall: bool,
        vars: &[Term],
        body: Term,
        patterns: &[Vec<Term>],
    ) -> Term {
        if vars.is_empty() {
            return body;
        }
        let mut args = vars.to_vec();
        args.push(body);
        for pattern in patterns {
            args.push(self.mk(Op::Pattern, pattern));
        }
        let count = u32::try_from(vars.len()).expect("fewer than 2^32 variables");
        self.mk(
            if forall {
                Op::Forall(count)
            } else {
                Op::Exists(count)
            },
            &args,
        )
    }

    /// The parts of a quantified term: its variables, its body and its pattern terms.
    #[must_use]
    pub fn quantifier_parts(&self, term: Term) -> Option<(&[Term], Term, &[Term])> {
        let (Op::Forall(count) | Op::Exists(count)) = self.op(term) else {
            return None;
        };
        let (vars, rest) = self.args(term).split_at(count as usize);
        Some((vars, rest[0], &rest[1..]))
    }
}
