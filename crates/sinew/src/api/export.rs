//! From terms of a store back to nodes, and what is done with terms on that way round: reading text,
//! substitution.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_smtlib::{Command, Environment, parse_script};
use sinew_term::{Op, Term, TermMap, TermStore, VarId, postorder, rebuild_bottom_up};

use super::ast::{Ast, Bool, Dynamic, sealed::Sealed};
use super::import::import;
use super::node::{Error, Head, Node, Symbol};
use super::sort::Sort;

/// The node of a term. Bound variables become constants, as nodes have them, with names that nothing
/// else in the term has; patterns of quantifiers, which only guide the search, are left out.
pub(crate) fn export(store: &TermStore, root: Term) -> Node {
    let order = postorder(store, root);
    let names = variable_names(store, &order);
    let mut done: FxHashMap<Term, Node> = FxHashMap::default();
    for term in order {
        let sort = Sort::export(store, store.sort(term));
        let args: Vec<Node> = store
            .args(term)
            .iter()
            .filter(|&&arg| store.op(arg) != Op::Pattern)
            .map(|arg| done[arg].clone())
            .collect();
        let head = match store.op(term) {
            Op::Int(id) => Head::Int(store.integer(id).clone()),
            Op::Str(_) => Head::Str(store.str_value(term).unwrap_or_default().into()),
            Op::RePow(times) => Head::Power(times),
            Op::ReLoop(least, most) => Head::Loop(least, most),
            Op::Divisible(id) => match u32::try_from(store.integer(id).to_i64().unwrap_or(-1)) {
                Ok(divisor) => Head::Divisible(divisor),
                Err(_) => {
                    done.insert(term, divisible(store.integer(id), args));
                    continue;
                }
            },
            Op::Apply(fun) => Head::Symbol(Symbol {
                name: store.fun_name(fun).into(),
                params: store
                    .fun(fun)
                    .params
                    .iter()
                    .map(|&sort| Sort::export(store, sort))
                    .collect(),
                result: sort.clone(),
            }),
            Op::Var(var) => {
                done.insert(term, Node::symbol(&names[&var], sort));
                continue;
            }
            Op::Forall(_) => Head::Quantifier(true),
            Op::Exists(_) => Head::Quantifier(false),
            op => Head::Op(op),
        };
        done.insert(term, Node::new(head, args, sort));
    }
    done[&root].clone()
}

/// A divisor that is no index of a node.
fn divisible(divisor: &sinew_base::Integer, mut args: Vec<Node>) -> Node {
    args.push(Node::new(Head::Int(divisor.clone()), Vec::new(), Sort::Int));
    let rest = Node::op(Op::Mod, args, Sort::Int);
    let zero = Node::new(Head::Int(0.into()), Vec::new(), Sort::Int);
    Node::op(Op::Eq, vec![rest, zero], Sort::Bool)
}

/// A name of its own for each variable: its own if nobody else has it.
fn variable_names(store: &TermStore, terms: &[Term]) -> FxHashMap<VarId, String> {
    let mut taken: FxHashSet<String> = terms
        .iter()
        .filter_map(|&term| match store.op(term) {
            Op::Apply(fun) => Some(store.fun_name(fun).to_owned()),
            _ => None,
        })
        .collect();
    let mut names = FxHashMap::default();
    for &term in terms {
        let Op::Var(var) = store.op(term) else {
            continue;
        };
        let base = store.var_name(var);
        let (mut name, mut number) = (base.to_owned(), 0);
        while !taken.insert(name.clone()) {
            name = format!("{base}!{number}");
            number += 1;
        }
        names.insert(var, name);
    }
    names
}

impl Dynamic {
    /// With terms put in place of others, all at once: of two that are one in the other, the outer one
    /// is replaced. What is inserted is never captured by a quantifier.
    ///
    /// ```
    /// use sinew::ast::{Ast, Int, String};
    /// let (x, n) = (String::new_const("x"), Int::new_const("n"));
    /// let term = (x.length() + &n).lt(&n * 2).to_dynamic();
    /// let replaced = term.substitute(&[
    ///     (x.length().to_dynamic(), n.to_dynamic()),
    ///     (n.to_dynamic(), Int::from(7).to_dynamic()),
    /// ]);
    /// assert_eq!(replaced.unwrap().to_string(), "(< (+ n 7) (* 7 2))");
    /// ```
    pub fn substitute(&self, pairs: &[(Dynamic, Dynamic)]) -> Result<Dynamic, Error> {
        let mut store = TermStore::new();
        let root = import(&mut store, &self.0)?;
        let mut replaced = TermMap::new();
        for (from, to) in pairs {
            if from.sort() != to.sort() {
                return Err(Error::Sort {
                    operator: "substitute".to_owned(),
                    index: 1,
                    expected: from.sort().to_string(),
                    found: to.sort().to_string(),
                });
            }
            let (from, to) = (import(&mut store, &from.0)?, import(&mut store, &to.0)?);
            replaced.insert(from, to);
        }
        let root = rebuild_bottom_up(&mut store, root, &mut replaced, |_, term| term);
        Ok(Dynamic(export(&store, root)))
    }
}

/// The assertions of an SMT-LIB script, which may declare, define, assert, and ask: what it asks is
/// passed over. A script that takes something back (`push`, `pop`, `reset`), defines recursively or
/// needs what is not supported is an error, since its assertions would not be all it says.
///
/// ```
/// use sinew::ast::parse_smt2_string;
/// let script = r#"(declare-const x String)(define-fun n () Int (str.len x))(assert (> n 3))(check-sat)"#;
/// let assertions = parse_smt2_string(script).unwrap();
/// assert_eq!(assertions[0].to_string(), "(> (str.len x) 3)");
/// let error = parse_smt2_string("(assert (= 1 y))").unwrap_err();
/// assert_eq!(error.to_string(), "line 1 column 14: unknown symbol `y`");
/// ```
pub fn parse_smt2_string(script: &str) -> Result<Vec<Bool>, Error> {
    let (mut store, mut environment) = (TermStore::new(), Environment::new());
    let commands = parse_script(&mut store, &mut environment, script)
        .map_err(|error| Error::Syntax(error.to_string()))?;
    let mut assertions = Vec::new();
    for command in commands {
        let refused = match command {
            Command::Assert { term, .. } => {
                assertions.push(Bool::wrap(export(&store, term)));
                continue;
            }
            Command::Push(_) => "push",
            Command::Pop(_) => "pop",
            Command::Reset => "reset",
            Command::ResetAssertions => "reset-assertions",
            Command::DefineFunsRec(_) => "define-fun-rec",
            Command::Unsupported(name) => return Err(refusal(&name)),
            _ => continue,
        };
        return Err(refusal(refused));
    }
    Ok(assertions)
}

fn refusal(command: &str) -> Error {
    Error::Syntax(format!("`{command}` is no command of a set of assertions"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::Int;

    /// What is read and printed again is what was written.
    #[test]
    fn terms_come_back_as_they_were() {
        let declared = "(declare-sort U 0)(declare-fun x () String)(declare-fun n () Int)(declare-fun u () U)\
            (declare-fun f (String Int) U)";
        for text in [
            r#"(str.in_re x (re.++ ((_ re.loop 1 3) (str.to_re "a")) ((_ re.^ 2) re.allchar)))"#,
            r#"(= (str.++ x "\u{a}""b") "")"#,
            "((_ divisible 3) n)",
            "(= (mod n 99999999999) 0)",
            "(= (- n) (- n 1 (- 7)))",
            "(distinct u (f x n) (ite (< n 3) u (f \"\" 0)))",
            "(forall ((m Int) (y String)) (exists ((k Int)) (< m k (str.len y))))",
        ] {
            let assertions = parse_smt2_string(&format!("{declared}(assert {text})"));
            assert_eq!(assertions.expect(text)[0].to_string(), text);
        }
    }

    #[test]
    fn divisors_too_large_for_an_index_become_remainders() {
        let script = "(declare-const n Int)(assert ((_ divisible 5000000000) n))";
        let assertions = parse_smt2_string(script).expect("a script");
        assert_eq!(assertions[0].to_string(), "(= (mod n 5000000000) 0)");
    }

    #[test]
    fn variables_of_one_name_stay_apart() {
        let script = "(declare-const n Int)\
            (assert (forall ((m Int)) (and (> m n) (exists ((m Int)) (> m n)))))";
        let open = parse_smt2_string(script).expect("a script")[0].to_dynamic();
        let (n, m) = (Int::new_const("n"), Int::new_const("m"));
        let replaced = open.substitute(&[(n.to_dynamic(), m.to_dynamic())]);
        let text = replaced.expect("of one sort").to_string();
        assert!(
            !text.contains("((m Int))"),
            "the free m was captured: {text}"
        );
        assert!(open.substitute(&[(n.to_dynamic(), open.clone())]).is_err());
    }

    #[test]
    fn scripts_that_take_something_back_are_refused() {
        for script in [
            "(push 1)",
            "(assert true)(reset)",
            "(define-fun-rec f ((n Int)) Int (f n))",
            "(declare-datatypes ((T 0)) (((a))))",
            "(assert",
        ] {
            assert!(parse_smt2_string(script).is_err(), "{script}");
        }
        assert!(parse_smt2_string("(set-logic ALL)(check-sat)(exit)").is_ok_and(|a| a.is_empty()));
    }
}
