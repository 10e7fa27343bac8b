//! The solver's terms as terms of the calculus.
//!
//! Lists (`and`, `str.++`, …) are lists in both. Chains become the conjunctions, and nests, that they stand for; indexed operators take their
//! indices as arguments; patterns of quantifiers are dropped. Symbols are declared when they are first met.
//!
//! The solver's terms are as they were written but for one thing: `(- 1)` is a number there, which no script can write otherwise.
//! [`Translation::written`] undoes that, for assumptions.

use dashu_int::IBig;
use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Known, Outcome, Sort, Term, Terms};
use sinew_term::{FunId, Op, SortId, TermStore};

/// What was translated so far. Belongs to one store (or to clones that have grown from it) and one table of terms.
#[derive(Debug, Default)]
pub(crate) struct Translation {
    known: FxHashMap<sinew_term::Term, Term>,
    /// Terms as a script writes them, as far as they were asked for.
    written: FxHashMap<sinew_term::Term, Term>,
    /// Whether a number below zero was met.
    signed: bool,
    functions: FxHashMap<FunId, u32>,
    sorts: FxHashMap<SortId, Sort>,
}

impl Translation {
    /// The term of the calculus that a term of the solver is.
    pub(crate) fn term(
        &mut self,
        terms: &mut Terms,
        store: &TermStore,
        root: sinew_term::Term,
    ) -> Outcome {
        let mut work = vec![(root, false)];
        while let Some((term, ready)) = work.pop() {
            if self.known.contains_key(&term) {
                continue;
            }
            let parts = translated_arguments(store, term);
            if !ready {
                work.push((term, true));
                work.extend(parts.iter().rev().map(|&part| (part, false)));
                continue;
            }
            let args: Vec<Term> = parts.iter().map(|part| self.known[part]).collect();
            let made = self.apply(terms, store, term, &args)?;
            self.signed |= terms.as_int(made).is_some_and(|n| *n < IBig::ZERO);
            self.known.insert(term, made);
        }
        Ok(self.known[&root])
    }

    /// The term as a script writes it, with the numerals that stand for numbers below zero and these numbers. Nothing if it is written as it is.
    pub(crate) fn written(
        &mut self,
        terms: &mut Terms,
        store: &TermStore,
        root: sinew_term::Term,
    ) -> Outcome<Option<Term>> {
        let plain = self.term(terms, store, root)?;
        if !self.signed {
            return Ok(None);
        }
        let mut work = vec![(root, false)];
        while let Some((term, ready)) = work.pop() {
            if self.written.contains_key(&term) {
                continue;
            }
            let parts = translated_arguments(store, term);
            if !ready {
                terms.charge(1)?;
                work.push((term, true));
                work.extend(parts.iter().rev().map(|&part| (part, false)));
                continue;
            }
            let args: Vec<Term> = parts.iter().map(|part| self.written[part]).collect();
            let same = parts
                .iter()
                .zip(&args)
                .all(|(part, arg)| self.known[part] == *arg);
            let made = if same {
                signed_numeral(terms, self.known[&term])?
            } else {
                self.apply(terms, store, term, &args)?
            };
            self.written.insert(term, made);
        }
        Ok(Some(self.written[&root]).filter(|&written| written != plain))
    }

    /// What a symbol of the solver stands for, where it is no symbol in the proof.
    pub(crate) fn define(&mut self, symbol: sinew_term::Term, meaning: Term) {
        self.known.insert(symbol, meaning);
    }

    /// The sort of the calculus that a sort of the solver is.
    pub(crate) fn sort(
        &mut self,
        terms: &mut Terms,
        store: &TermStore,
        sort: sinew_term::Sort,
    ) -> Sort {
        match sort {
            sinew_term::Sort::Bool => Sort::Bool,
            sinew_term::Sort::Int => Sort::Int,
            sinew_term::Sort::String => Sort::String,
            sinew_term::Sort::RegLan => Sort::RegLan,
            sinew_term::Sort::User(id) => *(self.sorts.entry(id))
                .or_insert_with(|| terms.declare_sort(&store.sort_name(sort))),
        }
    }

    fn function(&mut self, terms: &mut Terms, store: &TermStore, fun: FunId) -> u32 {
        if let Some(&known) = self.functions.get(&fun) {
            return known;
        }
        let declaration = store.fun(fun);
        let params: Vec<Sort> = (declaration.params.iter())
            .map(|&sort| self.sort(terms, store, sort))
            .collect();
        let result = self.sort(terms, store, declaration.result);
        let declared = terms.declare(store.fun_name(fun), &params, result);
        self.functions.insert(fun, declared);
        declared
    }

    fn apply(
        &mut self,
        terms: &mut Terms,
        store: &TermStore,
        term: sinew_term::Term,
        args: &[Term],
    ) -> Outcome {
        let op = store.op(term);
        let number = |terms: &mut Terms, n: u32| terms.int(n.into());
        match op {
            Op::Int(id) => terms.int(store.integer(id).to_ibig()),
            Op::Divisible(id) => {
                let n = terms.int(store.integer(id).to_ibig())?;
                terms.app(Known::Divisible, &[n, args[0]])
            }
            Op::Str(_) => terms.string(store.str_value(term).unwrap_or_default()),
            Op::RePow(n) => {
                let n = number(terms, n)?;
                terms.app(Known::Power, &[n, args[0]])
            }
            Op::ReLoop(low, high) => {
                let (low, high) = (number(terms, low)?, number(terms, high)?);
                terms.app(Known::Loop, &[low, high, args[0]])
            }
            Op::Apply(fun) => {
                let fun = self.function(terms, store, fun);
                terms.apply(fun, args)
            }
            Op::Var(var) => {
                let sort = self.sort(terms, store, store.var_sort(var));
                terms.variable(store.var_name(var), sort)
            }
            Op::Forall(_) | Op::Exists(_) => {
                let (&body, variables) = args.split_last().ok_or("a quantifier has a body")?;
                let list = terms.app(Known::List, variables)?;
                let quantifier = if matches!(op, Op::Forall(_)) {
                    Known::Forall
                } else {
                    Known::Exists
                };
                terms.app(quantifier, &[list, body])
            }
            Op::Pattern => Err("a pattern is no term".into()),
            _ => plain(terms, op, args),
        }
    }
}

/// `(- n)` for a number below zero; other terms stay.
fn signed_numeral(terms: &mut Terms, term: Term) -> Outcome {
    let size = match terms.as_int(term) {
        Some(n) if *n < IBig::ZERO => -n.clone(),
        _ => return Ok(term),
    };
    let size = terms.int(size)?;
    terms.app(Known::Neg, &[size])
}

/// The arguments that are translated: all but a quantifier's patterns.
fn translated_arguments(store: &TermStore, term: sinew_term::Term) -> &[sinew_term::Term] {
    match store.op(term) {
        Op::Forall(count) | Op::Exists(count) => &store.args(term)[..=count as usize],
        _ => store.args(term),
    }
}

/// An operator without indices, as it is written in a script.
fn plain(terms: &mut Terms, op: Op, args: &[Term]) -> Outcome {
    let known = counterpart(op).ok_or_else(|| format!("{} has no counterpart", op.name()))?;
    match args {
        [a, b, rest @ ..] if !rest.is_empty() => match op {
            Op::Sub | Op::Div | Op::Xor | Op::ReDiff => rest
                .iter()
                .try_fold(terms.app(known, &[*a, *b])?, |nest, &next| {
                    terms.app(known, &[nest, next])
                }),
            Op::Implies => {
                let (&last, before) = args.split_last().ok_or("an implication has arguments")?;
                (before.iter().rev()).try_fold(last, |nest, &next| terms.app(known, &[next, nest]))
            }
            _ if op.is_chainable() => {
                let links: Outcome<Vec<Term>> =
                    args.windows(2).map(|pair| terms.app(known, pair)).collect();
                terms.app(Known::And, &links?)
            }
            _ => terms.app(known, args),
        },
        _ => terms.app(known, args),
    }
}

/// The operator of the calculus that means the same.
fn counterpart(op: Op) -> Option<Known> {
    Some(match op {
        Op::True => Known::True,
        Op::False => Known::False,
        Op::Not => Known::Not,
        Op::Implies => Known::Implies,
        Op::And => Known::And,
        Op::Or => Known::Or,
        Op::Xor => Known::Xor,
        Op::Eq => Known::Eq,
        Op::Distinct => Known::Distinct,
        Op::Ite => Known::Ite,
        Op::Neg => Known::Neg,
        Op::Sub => Known::Sub,
        Op::Add => Known::Add,
        Op::Mul => Known::Mul,
        Op::Div => Known::Div,
        Op::Mod => Known::Mod,
        Op::Abs => Known::Abs,
        Op::Le => Known::Le,
        Op::Lt => Known::Lt,
        Op::Ge => Known::Ge,
        Op::Gt => Known::Gt,
        Op::Concat => Known::Concat,
        Op::Len => Known::Len,
        Op::StrLt => Known::StrLt,
        Op::StrLe => Known::StrLe,
        Op::At => Known::At,
        Op::Substr => Known::Substr,
        Op::PrefixOf => Known::PrefixOf,
        Op::SuffixOf => Known::SuffixOf,
        Op::Contains => Known::Contains,
        Op::IndexOf => Known::IndexOf,
        Op::Replace => Known::Replace,
        Op::ReplaceAll => Known::ReplaceAll,
        Op::ReplaceRe => Known::ReplaceRe,
        Op::ReplaceReAll => Known::ReplaceReAll,
        Op::IsDigit => Known::IsDigit,
        Op::ToCode => Known::ToCode,
        Op::FromCode => Known::FromCode,
        Op::ToInt => Known::StrToInt,
        Op::FromInt => Known::FromInt,
        Op::InRe => Known::InRe,
        Op::Rev => Known::Rev,
        Op::Update => Known::Update,
        Op::ToLower => Known::ToLower,
        Op::ToUpper => Known::ToUpper,
        Op::IndexOfRe => Known::IndexOfRe,
        Op::StrToRe => Known::ToRe,
        Op::ReNone => Known::ReNone,
        Op::ReAll => Known::ReAll,
        Op::ReAllChar => Known::AllChar,
        Op::ReConcat => Known::ReConcat,
        Op::ReUnion => Known::ReUnion,
        Op::ReInter => Known::ReInter,
        Op::ReStar => Known::Star,
        Op::ReComp => Known::Comp,
        Op::ReDiff => Known::ReDiff,
        Op::RePlus => Known::Plus,
        Op::ReOpt => Known::Opt,
        Op::ReRange => Known::Range,
        Op::Int(_)
        | Op::Divisible(_)
        | Op::Str(_)
        | Op::RePow(_)
        | Op::ReLoop(..)
        | Op::Apply(_)
        | Op::Var(_)
        | Op::Forall(_)
        | Op::Exists(_)
        | Op::Pattern => return None,
    })
}

#[cfg(test)]
mod tests {
    use sinew_proof::cpc::to_text;
    use sinew_smtlib::{Environment, parse_script, parse_term};

    use super::*;

    #[test]
    fn terms_are_spelled_as_the_calculus_does() -> Outcome<()> {
        let (mut store, mut env) = (TermStore::new(), Environment::new());
        let script = "(declare-const i Int) (declare-const x String) (declare-fun f (Int) Int)";
        parse_script(&mut store, &mut env, script).expect("declarations");
        for (text, expected) in [
            ("(= i 1 2)", "(and (= i 1) (= 1 2))"),
            ("(str.< x \"a\" x)", "(and (str.< x \"a\") (str.< \"a\" x))"),
            ("(- i 1 2)", "(- (- i 1) 2)"),
            (
                "(=> (= i 1) (= i 2) (= i 3))",
                "(=> (= i 1) (=> (= i 2) (= i 3)))",
            ),
            ("(and (= i 1))", "(and (= i 1))"),
            ("(f (- 3))", "(f -3)"),
            ("((_ divisible 3) i)", "(divisible 3 i)"),
            (
                "(str.in_re x ((_ re.loop 1 2) re.allchar))",
                "(str.in_re x (re.loop 1 2 re.allchar))",
            ),
            (
                "(str.in_re x ((_ re.^ 2) re.allchar))",
                "(str.in_re x (re.^ 2 re.allchar))",
            ),
            (
                "(forall ((v Int)) (! (> v i) :pattern ((f v))))",
                "(forall (@list (@var \"v\" Int)) (> (@var \"v\" Int) i))",
            ),
        ] {
            let term = parse_term(&mut store, &env, text).expect("a term");
            let mut terms = Terms::new(10_000);
            let found = Translation::default().term(&mut terms, &store, term)?;
            assert_eq!(to_text(&terms, found), expected, "{text}");
        }
        Ok(())
    }

    #[test]
    fn numbers_below_zero_are_written_with_a_sign() -> Outcome<()> {
        let (mut store, mut env) = (TermStore::new(), Environment::new());
        let script = "(declare-const i Int) (declare-fun f (Int) Int)";
        parse_script(&mut store, &mut env, script).expect("declarations");
        for (text, folded) in [
            ("(= (f i) 3)", "(= (f i) 3)"),
            ("(= (f (- 3)) 3 i)", "(and (= (f -3) 3) (= 3 i))"),
            ("(= (- (- 3)) (- 0))", "(= (- -3) (- 0))"),
            (
                "(or (< (- i 1) (- 1)) (= i 1))",
                "(or (< (- i 1) -1) (= i 1))",
            ),
        ] {
            let term = parse_term(&mut store, &env, text).expect("a term");
            let mut terms = Terms::new(10_000);
            let mut translation = Translation::default();
            let plain = translation.term(&mut terms, &store, term)?;
            assert_eq!(to_text(&terms, plain), folded);
            let written = translation.written(&mut terms, &store, term)?;
            let expected = match text {
                "(= (f (- 3)) 3 i)" => "(and (= (f (- 3)) 3) (= 3 i))",
                _ => text,
            };
            assert_eq!(to_text(&terms, written.unwrap_or(plain)), expected);
            assert_eq!(written.is_none(), text == folded);
        }
        Ok(())
    }
}
