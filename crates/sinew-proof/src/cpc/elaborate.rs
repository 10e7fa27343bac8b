//! From s-expressions to terms, for proofs and for the problems they are about.
//!
//! Works with a stack of its own, so that deep terms do no harm.

use std::collections::HashMap;

use dashu_int::IBig;

use super::op::{Known, Sort};
use super::sexpr::{Kind, Located, Reader, code_points};
use super::subst::instantiate_macro;
use super::term::{Failure, Outcome, Term, Terms};

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    Term(Term),
    Function(u32),
    Sort(Sort),
    /// An operator with its first arguments; one is missing.
    Partial(Known, Vec<Term>),
    /// A defined function: its parameters as variables, and its body.
    Macro(Vec<Term>, Term),
}

/// The names in scope.
#[derive(Debug)]
pub(crate) struct Names {
    global: HashMap<Box<str>, Meaning>,
    /// Bound by `let` and quantifiers, innermost last; by name, and in order.
    local: HashMap<Box<str>, Vec<Term>>,
    order: Vec<Box<str>>,
    /// Whether `-1` is written for `(- 1)`: in scripts that are lax, not in proofs.
    pub(crate) lax: bool,
}

enum Work {
    Visit(u32),
    /// Applies a head to the values above the mark.
    Apply(u32, usize),
    /// Binds the names of a `let` to the values above the mark.
    Bind(u32, usize),
    /// Makes a quantified formula of the list and the body above the mark.
    Quantify(Known, usize),
    /// Forgets that many local names.
    Forget(usize),
}

impl Names {
    pub(crate) fn new() -> Names {
        Names {
            global: HashMap::new(),
            local: HashMap::new(),
            order: Vec::new(),
            lax: false,
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Meaning> {
        self.global.get(name)
    }

    /// Gives a name a meaning, unless it has one.
    pub(crate) fn define(&mut self, name: &str, meaning: Meaning) -> Result<(), String> {
        if Known::named(name).is_some() || self.global.contains_key(name) {
            return Err(format!("{name} is declared twice"));
        }
        self.global.insert(name.into(), meaning);
        Ok(())
    }

    /// Forgets local names that an error left behind, and binds these.
    pub(crate) fn set_locals(&mut self, locals: Vec<(Box<str>, Term)>) {
        self.forget(self.order.len());
        for (name, value) in locals {
            self.bind_one(&name, value);
        }
    }

    fn bind_one(&mut self, name: &str, value: Term) {
        match self.local.get_mut(name) {
            Some(values) => values.push(value),
            None => {
                self.local.insert(name.into(), vec![value]);
            }
        }
        self.order.push(name.into());
    }

    fn forget(&mut self, count: usize) {
        for name in self.order.drain(self.order.len() - count..) {
            if let Some(values) = self.local.get_mut(&name) {
                values.pop();
            }
        }
    }

    /// The sort that is written there.
    pub(crate) fn sort(&self, reader: &Reader<'_>, node: u32) -> Result<Sort, Located> {
        let name = reader.text(node);
        let found = match reader.kind(node) {
            Kind::Word | Kind::Quoted => {
                Sort::named(name).or_else(|| match self.global.get(name) {
                    Some(&Meaning::Sort(sort)) => Some(sort),
                    _ => None,
                })
            }
            _ => None,
        };
        found.ok_or_else(|| reader.locate(reader.start(node), "no sort that is known here"))
    }

    /// The term that is written there.
    pub(crate) fn term(
        &mut self,
        terms: &mut Terms,
        reader: &Reader<'_>,
        root: u32,
    ) -> Result<Term, Place> {
        let mut values: Vec<Term> = Vec::new();
        let mut work = vec![Work::Visit(root)];
        while let Some(item) = work.pop() {
            match item {
                Work::Visit(node) if reader.kind(node) == Kind::List => {
                    self.visit_list(terms, reader, node, &mut values, &mut work)?;
                }
                Work::Visit(node) => {
                    let value = self.atom(terms, reader, node);
                    values.push(value.map_err(|why| Place::at(reader, node, why))?);
                }
                Work::Apply(node, mark) => {
                    let value = self.apply(terms, reader, node, &values[mark..]);
                    values.truncate(mark);
                    values.push(value.map_err(|why| Place::at(reader, node, why))?);
                }
                Work::Bind(bindings, mark) => {
                    let mut bound = Vec::new();
                    for (binding, value) in reader.children(bindings).zip(values.drain(mark..)) {
                        let name = reader.children(binding).next().map(|n| reader.text(n));
                        bound.push((name.unwrap_or_default(), value));
                    }
                    for (name, value) in bound {
                        self.bind_one(name, value);
                    }
                }
                Work::Quantify(quantifier, mark) => {
                    let value = terms.app(quantifier, &values[mark..]);
                    values.truncate(mark);
                    values.push(value.map_err(|why| Place::at(reader, root, why))?);
                }
                Work::Forget(count) => self.forget(count),
            }
        }
        values
            .pop()
            .ok_or_else(|| Place::at(reader, root, "no term".into()))
    }

    /// A witness that is a function, written without its last argument.
    pub(crate) fn function(
        &mut self,
        terms: &mut Terms,
        reader: &Reader<'_>,
        node: u32,
    ) -> Result<Option<Meaning>, Place> {
        let parts: Vec<u32> = reader.children(node).collect();
        let Some((&head, args)) = parts.split_first() else {
            return Ok(None);
        };
        let op = match Known::named(reader.text(head)) {
            Some(
                op @ (Known::StoiResult
                | Known::ItosResult
                | Known::OccurIndex
                | Known::OccurIndexRe
                | Known::ReplaceAllResult
                | Known::ReplaceReAllResult),
            ) if op.signature().len() == args.len() + 3 => op,
            _ => return Ok(None),
        };
        let args: Result<Vec<Term>, Place> = (args.iter())
            .map(|&arg| self.term(terms, reader, arg))
            .collect();
        Ok(Some(Meaning::Partial(op, args?)))
    }

    fn visit_list(
        &mut self,
        terms: &mut Terms,
        reader: &Reader<'_>,
        node: u32,
        values: &mut Vec<Term>,
        work: &mut Vec<Work>,
    ) -> Result<(), Place> {
        let wrong = |message: &str| Place::at(reader, node, message.into());
        let children: Vec<u32> = reader.children(node).collect();
        let Some(&head) = children.first() else {
            return Err(wrong("an empty list is no term"));
        };
        let name = if reader.kind(head) == Kind::Word {
            reader.text(head)
        } else {
            ""
        };
        match (name, &children[1..]) {
            ("let", &[bindings, body]) => {
                let count = reader.children(bindings).count();
                work.extend([
                    Work::Forget(count),
                    Work::Visit(body),
                    Work::Bind(bindings, values.len()),
                ]);
                let exprs: Option<Vec<u32>> = reader
                    .children(bindings)
                    .map(|b| reader.children(b).nth(1))
                    .collect();
                let exprs = exprs.ok_or_else(|| wrong("a binding needs a name and a term"))?;
                work.extend(exprs.into_iter().rev().map(Work::Visit));
            }
            ("let", _) => return Err(wrong("let needs bindings and a term")),
            ("!", &[body, ..]) => work.push(Work::Visit(body)),
            ("forall" | "exists", &[list, body]) if is_binder(reader, list) => {
                let quantifier = if name == "forall" {
                    Known::Forall
                } else {
                    Known::Exists
                };
                let mark = values.len();
                let variables = self.bind(terms, reader, list)?;
                let count = terms.args(variables).len();
                values.push(variables);
                work.extend([
                    Work::Forget(count),
                    Work::Quantify(quantifier, mark),
                    Work::Visit(body),
                ]);
            }
            ("@var", &[name, sort]) if reader.kind(name) == Kind::Str => {
                let sort = self.sort(reader, sort).map_err(Place::Located)?;
                let variable = terms.variable(reader.text(name), sort);
                values.push(variable.map_err(|why| Place::at(reader, node, why))?);
            }
            ("_", &[char, code]) if reader.is(char, "char") => {
                let digits = reader.text(code).strip_prefix("#x").unwrap_or_default();
                let point = u32::from_str_radix(digits, 16).map_err(|_| wrong("no character"))?;
                let literal = terms.string(&[point]);
                values.push(literal.map_err(|why| Place::at(reader, node, why))?);
            }
            ("_", &[_, ref rest @ ..]) => {
                work.push(Work::Apply(node, values.len()));
                work.extend(rest.iter().rev().map(|&child| Work::Visit(child)));
            }
            (_, rest) => {
                work.push(Work::Apply(node, values.len()));
                work.extend(rest.iter().rev().map(|&child| Work::Visit(child)));
                if reader.kind(head) == Kind::List {
                    // Indices come before the arguments.
                    let indices: Vec<u32> = reader.children(head).skip(2).collect();
                    work.extend(indices.into_iter().rev().map(Work::Visit));
                }
            }
        }
        Ok(())
    }

    /// Binds the variables of `((x S) …)` and gives the list of them.
    fn bind(&mut self, terms: &mut Terms, reader: &Reader<'_>, list: u32) -> Result<Term, Place> {
        let mut variables = Vec::new();
        for pair in reader.children(list) {
            let parts: Vec<u32> = reader.children(pair).collect();
            let &[name, sort] = &parts[..] else {
                let message = "a variable needs a name and a sort";
                return Err(Place::at(reader, pair, message.into()));
            };
            let sort = self.sort(reader, sort).map_err(Place::Located)?;
            let name = reader.text(name);
            let variable = terms.variable(name, sort);
            let variable = variable.map_err(|why| Place::at(reader, pair, why))?;
            variables.push(variable);
            self.bind_one(name, variable);
        }
        let list_term = terms.app(Known::List, &variables);
        list_term.map_err(|why| Place::at(reader, list, why))
    }

    fn atom(&mut self, terms: &mut Terms, reader: &Reader<'_>, node: u32) -> Outcome {
        let text = reader.text(node);
        if reader.kind(node) == Kind::Str {
            return terms.string(&code_points(text));
        }
        if let Some(&value) = self.local.get(text).and_then(|values| values.last()) {
            return Ok(value);
        }
        match self.global.get(text) {
            Some(&Meaning::Term(term)) => return Ok(term),
            Some(&Meaning::Function(function)) => return terms.apply(function, &[]),
            Some(&Meaning::Sort(sort)) => return terms.sort_term(sort),
            Some(Meaning::Macro(params, body)) if params.is_empty() => return Ok(*body),
            Some(Meaning::Macro(..) | Meaning::Partial(..)) => {
                return Err(format!("{text} needs arguments").into());
            }
            None => {}
        }
        if reader.kind(node) == Kind::Word {
            if let Some(literal) = number(terms, text) {
                let negated = text.strip_prefix('-').filter(|_| self.lax);
                return match negated.and_then(|digits| number(terms, digits)) {
                    Some(size) => size.and_then(|size| terms.app(Known::Neg, &[size])),
                    None => literal,
                };
            }
            if let Some(op) = Known::named(text) {
                return match op {
                    Known::List => terms.app(op, &[]),
                    _ if op.is_list() => Err(format!("{text} needs arguments").into()),
                    _ => terms.app(op, &[]),
                };
            }
            match text {
                "@list.nil" => return terms.app(Known::List, &[]),
                "re.nostr" => return terms.app(Known::ReNone, &[]),
                "@re.empty" => return terms.neutral(Known::ReConcat, None),
                _ => {}
            }
            if let Some(sort) = Sort::named(text) {
                return terms.sort_term(sort);
            }
        }
        Err(format!("{text} is not declared").into())
    }

    fn apply(&self, terms: &mut Terms, reader: &Reader<'_>, node: u32, args: &[Term]) -> Outcome {
        let mut head = reader.children(node).next().unwrap_or(node);
        let raw = reader.is(head, "_");
        if raw {
            head = reader.children(node).nth(1).unwrap_or(head);
        } else if reader.kind(head) == Kind::List {
            let mut parts = reader.children(head);
            if !parts.next().is_some_and(|first| reader.is(first, "_")) {
                return Err("this head cannot be applied".into());
            }
            head = parts.next().unwrap_or(head);
        }
        let name = reader.text(head);
        if reader.kind(head) == Kind::Word
            && let Some(op) = Known::named(name)
        {
            return apply_known(terms, op, raw, args);
        }
        match (self.global.get(name), name) {
            (Some(&Meaning::Function(function)), _) => terms.apply(function, args),
            (Some(Meaning::Partial(op, first)), _) => {
                let args = [&first[..], args].concat();
                terms.app(*op, &args)
            }
            (Some(Meaning::Macro(params, body)), _) => {
                instantiate_macro(terms, *body, params, args)
            }
            (None, "str.to.re") => terms.app(Known::ToRe, args),
            (None, "str.in.re") => terms.app(Known::InRe, args),
            (None, "int.to.str") => terms.app(Known::FromInt, args),
            (None, "str.to.int") => terms.app(Known::StrToInt, args),
            _ => Err(format!("{name} is no function that is known here").into()),
        }
    }
}

/// Whether `((x S) …)` is written there.
fn is_binder(reader: &Reader<'_>, node: u32) -> bool {
    reader.kind(node) == Kind::List
        && reader
            .children(node)
            .next()
            .is_some_and(|first| reader.kind(first) == Kind::List)
}

/// An operator of the theories applied as it is written.
fn apply_known(terms: &mut Terms, op: Known, raw: bool, args: &[Term]) -> Outcome {
    if raw && op.is_list() {
        // `(_ op a rest)` puts one element before a list.
        let &[first, rest] = args else {
            return Err("an element and a list were expected".into());
        };
        let Some(rest) = terms.elements(op, rest) else {
            return Err(format!("the last argument is no list of {}", op.name()).into());
        };
        let all: Vec<Term> = std::iter::once(first).chain(rest.to_vec()).collect();
        return terms.app(op, &all);
    }
    match args {
        &[a] if matches!(op, Known::Sub | Known::Neg) => terms.app(Known::Neg, &[a]),
        _ if op == Known::Neg => apply_known(terms, Known::Sub, raw, args),
        &[a, b, ref rest @ ..] if !rest.is_empty() && op.is_left_associative() => {
            let mut value = terms.app(op, &[a, b])?;
            for &next in rest {
                value = terms.app(op, &[value, next])?;
            }
            Ok(value)
        }
        [rest @ .., last] if rest.len() > 1 && op == Known::Implies => {
            let mut value = *last;
            for &before in rest.iter().rev() {
                value = terms.app(op, &[before, value])?;
            }
            Ok(value)
        }
        _ if args.len() > 2 && op.is_chainable() => {
            let pairs: Outcome<Vec<Term>> =
                args.windows(2).map(|pair| terms.app(op, pair)).collect();
            terms.app(Known::And, &pairs?)
        }
        _ => terms.app(op, args),
    }
}

/// A numeral, a decimal or a fraction.
fn number(terms: &mut Terms, text: &str) -> Option<Outcome> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let parse = |text: &str| IBig::from_str_radix(text, 10).ok();
    if let Some((n, d)) = text.split_once('/') {
        let (n, d) = (parse(n)?, parse(d)?);
        return (d > IBig::ZERO).then(|| super::rational::literal(terms, n, d));
    }
    if let Some((whole, fraction)) = text.split_once('.') {
        let d = IBig::from(10).pow(fraction.len());
        let n = parse(&format!("{whole}{fraction}"))?;
        return Some(super::rational::literal(terms, n, d));
    }
    parse(text).map(|value| terms.int(value))
}

/// What went wrong, with its place; the end of the budget has none.
#[derive(Debug)]
pub(crate) enum Place {
    Located(Located),
    Budget,
}

impl Place {
    pub(crate) fn at(reader: &Reader<'_>, node: u32, why: Failure) -> Place {
        match why {
            Failure::Budget => Place::Budget,
            Failure::Wrong(message) => Place::Located(reader.locate(reader.start(node), message)),
        }
    }
}
