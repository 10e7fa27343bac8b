//! Terms in standard syntax, with repeated subterms shared through `let`.
//!
//! What is printed reads back to the same term. Subterms without variables are shared over the
//! whole text; subterms with variables are shared inside the body of the innermost quantifier
//! around them, so that no `let` is carried into a scope where its names mean something else.

mod sharing;

use std::fmt::{self, Write};

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

use crate::elaborate::{clashes, fresh_name};
use crate::environment::Definition;
use crate::lexer::is_symbol_byte;
use crate::literal::write_string_literal;
use crate::parse_command::COMMANDS;
use crate::theory;
use sharing::Sharing;

/// The symbol, between bars where it needs them.
///
/// ```
/// use sinew_smtlib::print_symbol;
/// assert_eq!(print_symbol("x!1"), "x!1");
/// assert_eq!(print_symbol("two words"), "|two words|");
/// assert_eq!(print_symbol("let"), "|let|");
/// ```
#[must_use]
pub fn print_symbol(name: &str) -> String {
    if is_simple(name) {
        name.to_owned()
    } else {
        format!("|{name}|")
    }
}

fn is_simple(name: &str) -> bool {
    !name.is_empty()
        && name.bytes().all(is_symbol_byte)
        && !name.as_bytes()[0].is_ascii_digit()
        && !theory::is_reserved(name)
        && !COMMANDS.contains(&name)
}

/// The sort in SMT-LIB syntax.
#[must_use]
pub fn print_sort(store: &TermStore, sort: Sort) -> String {
    enum Step {
        Sort(Sort),
        Close,
    }
    let mut text = String::new();
    let mut steps = vec![Step::Sort(sort)];
    while let Some(step) = steps.pop() {
        let sort = match step {
            Step::Close => {
                text.push(')');
                continue;
            }
            Step::Sort(sort) => sort,
        };
        if !text.is_empty() && !text.ends_with('(') {
            text.push(' ');
        }
        match sort {
            Sort::User(id) => {
                let (name, params) = store.user_sort_parts(id);
                if !params.is_empty() {
                    text.push('(');
                    steps.push(Step::Close);
                    steps.extend(params.iter().rev().map(|&param| Step::Sort(param)));
                }
                text.push_str(&print_symbol(name));
            }
            builtin => text.push_str(&store.sort_name(builtin)),
        }
    }
    text
}

/// The term in SMT-LIB syntax, on one line.
#[must_use]
pub fn print_term(store: &TermStore, term: Term) -> String {
    let mut text = String::new();
    let _ = write_term(&mut text, store, term); // Writing to a string cannot fail.
    text
}

/// Writes the term in SMT-LIB syntax, on one line.
pub fn write_term(out: &mut impl Write, store: &TermStore, term: Term) -> fmt::Result {
    Printer::new(store, out, &[term]).top(term)
}

/// The definition as `(define-fun …)`, the form that models have.
#[must_use]
pub fn print_definition(store: &TermStore, definition: &Definition) -> String {
    let mut text = String::from("(define-fun ");
    text.push_str(&print_symbol(store.fun_name(definition.fun)));
    let mut roots = definition.params.clone();
    roots.push(definition.body);
    let mut body = String::new();
    let mut printer = Printer::new(store, &mut body, &roots);
    let result = print_sort(store, store.fun(definition.fun).result);
    let written = printer
        .variable_list(&definition.params)
        .and_then(|()| write!(printer.out, " {result} "))
        .and_then(|()| printer.top(definition.body));
    debug_assert!(written.is_ok(), "writing to a string cannot fail");
    text.push(' ');
    text.push_str(&body);
    text.push(')');
    text
}

/// What is still to be written.
#[derive(Clone, Copy)]
enum Step {
    /// A term, by its name if it has one.
    Term(Term),
    /// A term in full.
    Full(Term),
    /// The arguments from the given one on, each after a blank, then the parenthesis.
    Arguments(Term, usize),
    /// A part of a quantifier that shares among itself.
    Scope(Term),
    /// The end of a scope with so many names.
    EndScope(usize),
    /// `(let ((name value)) `, of which the value is still to be written.
    BeginLet(Term),
    /// The rest of a quantifier: its patterns from the given argument on.
    Patterns(Term, usize),
    Text(&'static str),
}

struct Printer<'a, W> {
    store: &'a TermStore,
    out: &'a mut W,
    sharing: Sharing,
    /// Names of shared terms without variables.
    global: FxHashMap<Term, u32>,
    /// Names of shared terms in each open scope; only the innermost holds.
    scopes: Vec<FxHashMap<Term, u32>>,
    /// Variables that must be called differently here.
    renamed: FxHashMap<Term, String>,
    prefix: String,
    next_name: u32,
}

impl<'a, W: Write> Printer<'a, W> {
    fn new(store: &'a TermStore, out: &'a mut W, roots: &[Term]) -> Self {
        let order = postorder_all(store, roots);
        let mut renamed = FxHashMap::default();
        if roots.iter().any(|&root| store.mentions_variables(root)) {
            let (clashing, names) = clashes(store, &order);
            let mut chosen: FxHashSet<String> = FxHashSet::default();
            for var in clashing {
                if let Op::Var(id) = store.op(var) {
                    let name = fresh_name(store.var_name(id), &names, &chosen);
                    chosen.insert(name.clone());
                    renamed.insert(var, name);
                }
            }
        }
        let sharing = Sharing::new(store, &order);
        let prefix = if sharing.is_empty() {
            String::new()
        } else {
            unused_prefix(store, &order)
        };
        Printer {
            store,
            out,
            sharing,
            global: FxHashMap::default(),
            scopes: vec![FxHashMap::default()],
            renamed,
            prefix,
            next_name: 1,
        }
    }

    /// Prints everything: the `let`s of the whole text, then the term.
    fn top(&mut self, root: Term) -> fmt::Result {
        let shared: Vec<Term> = self
            .sharing
            .without_variables()
            .iter()
            .copied()
            .filter(|&term| term != root)
            .collect();
        let mut steps = Vec::new();
        for _ in &shared {
            steps.push(Step::Text(")"));
        }
        steps.push(Step::Scope(root));
        for &term in shared.iter().rev() {
            steps.push(Step::BeginLet(term));
        }
        self.run(steps)
    }

    fn run(&mut self, mut steps: Vec<Step>) -> fmt::Result {
        while let Some(step) = steps.pop() {
            match step {
                Step::Text(text) => self.out.write_str(text)?,
                Step::Term(term) => match self.name_of(term) {
                    Some(name) => write!(self.out, "{}{name}", self.prefix)?,
                    None => self.full(term, &mut steps)?,
                },
                Step::Full(term) => self.full(term, &mut steps)?,
                Step::Arguments(term, index) => {
                    let args = self.store.args(term);
                    if index == args.len() {
                        self.out.write_str(")")?;
                    } else {
                        self.out.write_str(" ")?;
                        steps.push(Step::Arguments(term, index + 1));
                        steps.push(Step::Term(args[index]));
                    }
                }
                Step::BeginLet(term) => self.begin_let(term, &mut steps)?,
                Step::Scope(root) => self.scope(root, &mut steps),
                Step::EndScope(count) => {
                    for _ in 0..count {
                        self.out.write_str(")")?;
                    }
                    self.scopes.pop();
                }
                Step::Patterns(term, index) => {
                    let args = self.store.args(term);
                    if index == args.len() {
                        self.out.write_str("))")?;
                    } else {
                        self.out.write_str(" :pattern (")?;
                        steps.push(Step::Patterns(term, index + 1));
                        steps.push(Step::Text(")"));
                        let terms = self.store.args(args[index]);
                        for (i, &part) in terms.iter().enumerate().rev() {
                            steps.push(Step::Scope(part));
                            if i > 0 {
                                steps.push(Step::Text(" "));
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn name_of(&self, term: Term) -> Option<u32> {
        let scope = self.scopes.last().and_then(|scope| scope.get(&term));
        scope.or_else(|| self.global.get(&term)).copied()
    }

    /// Writes the head of a `let` for `term`; from its end on, the name stands for the term.
    fn begin_let(&mut self, term: Term, steps: &mut Vec<Step>) -> fmt::Result {
        let name = self.next_name;
        self.next_name += 1;
        write!(self.out, "(let (({}{name} ", self.prefix)?;
        steps.push(Step::Text(")) "));
        // Nothing inside the value refers to the value itself, so the name may be known early.
        if self.store.mentions_variables(term) {
            if let Some(scope) = self.scopes.last_mut() {
                scope.insert(term, name);
            }
        } else {
            self.global.insert(term, name);
        }
        steps.push(Step::Full(term));
        Ok(())
    }

    fn scope(&mut self, root: Term, steps: &mut Vec<Step>) {
        if !self.store.mentions_variables(root) {
            steps.push(Step::Term(root));
            return;
        }
        let shared = self.sharing.in_scope(self.store, root);
        self.scopes.push(FxHashMap::default());
        steps.push(Step::EndScope(shared.len()));
        steps.push(Step::Full(root));
        for &term in shared.iter().rev() {
            steps.push(Step::BeginLet(term));
        }
    }

    /// Writes the term without using a name for the term itself.
    fn full(&mut self, term: Term, steps: &mut Vec<Step>) -> fmt::Result {
        let op = self.store.op(term);
        let args = self.store.args(term);
        match op {
            Op::Int(id) => {
                let value = self.store.integer(id);
                if value.is_negative() {
                    return write!(self.out, "(- {})", value.abs());
                }
                return write!(self.out, "{value}");
            }
            Op::Str(_) => {
                let mut text = String::new();
                write_string_literal(&mut text, self.store.str_value(term).unwrap_or(&[]));
                return self.out.write_str(&text);
            }
            Op::Var(_) => return self.variable(term),
            Op::Forall(count) | Op::Exists(count) => {
                let count = count as usize;
                self.out.write_str("(")?;
                self.out.write_str(op.name())?;
                self.out.write_str(" ")?;
                self.variable_list(&args[..count])?;
                self.out.write_str(" ")?;
                if args.len() > count + 1 {
                    self.out.write_str("(! ")?;
                    steps.push(Step::Patterns(term, count + 1));
                } else {
                    steps.push(Step::Text(")"));
                }
                steps.push(Step::Scope(args[count]));
                return Ok(());
            }
            _ => {}
        }
        if args.is_empty() {
            return self.head(op);
        }
        self.out.write_str("(")?;
        self.head(op)?;
        steps.push(Step::Arguments(term, 0));
        Ok(())
    }

    fn head(&mut self, op: Op) -> fmt::Result {
        match op {
            Op::RePow(n) => write!(self.out, "(_ re.^ {n})"),
            Op::ReLoop(low, high) => write!(self.out, "(_ re.loop {low} {high})"),
            Op::Divisible(n) => write!(self.out, "(_ divisible {})", self.store.integer(n)),
            Op::Apply(fun) => {
                let name = self.store.fun_name(fun);
                self.symbol(name)
            }
            op => self.out.write_str(op.name()),
        }
    }

    fn symbol(&mut self, name: &str) -> fmt::Result {
        if is_simple(name) {
            self.out.write_str(name)
        } else {
            write!(self.out, "|{name}|")
        }
    }

    fn variable(&mut self, term: Term) -> fmt::Result {
        if let Some(name) = self.renamed.get(&term) {
            let text = print_symbol(name);
            return self.out.write_str(&text);
        }
        match self.store.op(term) {
            Op::Var(id) => {
                let name = self.store.var_name(id);
                self.symbol(name)
            }
            _ => Ok(()),
        }
    }

    /// `((x Int) (y String))`
    fn variable_list(&mut self, vars: &[Term]) -> fmt::Result {
        self.out.write_str("(")?;
        for (i, &var) in vars.iter().enumerate() {
            self.out.write_str(if i == 0 { "(" } else { " (" })?;
            self.variable(var)?;
            let sort = print_sort(self.store, self.store.sort(var));
            write!(self.out, " {sort})")?;
        }
        self.out.write_str(")")
    }
}

/// A beginning for names of shared terms that no symbol of the terms has before a digit.
fn unused_prefix(store: &TermStore, order: &[Term]) -> String {
    let mut prefix = String::from(".");
    let clashes_with = |prefix: &str| {
        order.iter().any(|&term| {
            let name = match store.op(term) {
                Op::Apply(fun) => store.fun_name(fun),
                Op::Var(var) => store.var_name(var),
                _ => return false,
            };
            name.strip_prefix(prefix)
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        })
    };
    while clashes_with(&prefix) {
        prefix.push('.');
    }
    prefix
}
