//! Terms in standard syntax, with repeated subterms shared through `let`.
//!
//! What is printed reads back to the same term, provided that its bound variables have names of
//! their own, as those of terms from the reader have; others are renamed in the text. A repeated
//! subterm is named where its variables are bound; see [`sharing`].

mod sharing;

use std::borrow::Cow;
use std::fmt::{self, Write};

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_term::{Op, Sort, Term, TermStore};

use crate::elaborate::{clashes, fresh_name};
use crate::environment::Definition;
use crate::lexer::is_symbol_byte;
use crate::literal::write_string_literal;

use crate::theory;
use crate::vocabulary::is_command;
use sharing::{Home, Sharing};

/// The symbol, between bars where it needs them.
///
/// ```
/// use sinew_smtlib::print_symbol;
/// assert_eq!(print_symbol("x!1"), "x!1");
/// assert_eq!(print_symbol("two words"), "|two words|");
/// assert_eq!(print_symbol("let"), "|let|");
/// ```
#[must_use]
pub fn print_symbol(name: &str) -> Cow<'_, str> {
    if is_simple(name) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(format!("|{name}|"))
    }
}

fn is_simple(name: &str) -> bool {
    !name.is_empty()
        && name.bytes().all(is_symbol_byte)
        && !name.as_bytes()[0].is_ascii_digit()
        && !theory::is_reserved(name)
        && !is_command(name)
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
    Printer::new(store, out, &[term], &[]).top(term)
}

/// The definition as `(define-fun …)`, the form that models have.
#[must_use]
pub fn print_definition(store: &TermStore, definition: &Definition) -> String {
    let mut text = String::from("(define-fun ");
    text.push_str(&print_symbol(store.fun_name(definition.fun)));
    let mut roots = definition.params.clone();
    roots.push(definition.body);
    let mut body = String::new();
    let mut printer = Printer::new(store, &mut body, &roots, &definition.params);
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
    /// The body of the given quantifier, or the whole text.
    Body(Term, Option<Term>),
    /// One term of a pattern of the given quantifier.
    PatternTerm(Term, Term),
    /// The end of a scope with so many names; of a pattern's scope, if so marked.
    EndScope(usize, bool),
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
    /// Names of terms that have a home.
    names: FxHashMap<Term, u32>,
    /// Names of terms without a home in each open scope; only the innermost holds.
    scopes: Vec<FxHashMap<Term, u32>>,
    /// Quantifiers whose patterns are being printed: names given in their bodies do not reach.
    hidden: Vec<Term>,
    /// Variables that must be called differently here.
    renamed: FxHashMap<Term, String>,
    prefix: String,
    next_name: u32,
}

impl<'a, W: Write> Printer<'a, W> {
    /// For printing `roots`; the variables `outer` are bound around everything.
    fn new(store: &'a TermStore, out: &'a mut W, roots: &[Term], outer: &[Term]) -> Self {
        let sharing = Sharing::new(store, roots, outer);
        let mut renamed = FxHashMap::default();
        if roots.iter().any(|&root| store.mentions_variables(root)) {
            let (clashing, names) = clashes(store, sharing.order());
            let mut chosen: FxHashSet<String> = FxHashSet::default();
            for var in clashing {
                if let Op::Var(id) = store.op(var) {
                    let name = fresh_name(store.var_name(id), &names, &chosen);
                    chosen.insert(name.clone());
                    renamed.insert(var, name);
                }
            }
        }
        let prefix = if sharing.may_name() {
            unused_prefix(store, sharing.order())
        } else {
            String::new()
        };
        Printer {
            store,
            out,
            sharing,
            names: FxHashMap::default(),
            scopes: vec![FxHashMap::default()],
            hidden: Vec::new(),
            renamed,
            prefix,
            next_name: 1,
        }
    }

    /// Prints everything: the `let`s of the whole text, then the term.
    fn top(&mut self, root: Term) -> fmt::Result {
        self.run(vec![Step::Body(root, None)])
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
                Step::Body(root, binder) => {
                    let mut shared = self.sharing.at(binder).to_vec();
                    shared.retain(|&term| term != root);
                    shared.extend(self.sharing.in_scope(self.store, root, &self.hidden));
                    self.scope(root, &shared, false, &mut steps);
                }
                Step::PatternTerm(root, binder) => {
                    self.hidden.push(binder);
                    let shared = self.sharing.in_scope(self.store, root, &self.hidden);
                    self.scope(root, &shared, true, &mut steps);
                }
                Step::EndScope(count, of_pattern) => {
                    for _ in 0..count {
                        self.out.write_str(")")?;
                    }
                    self.scopes.pop();
                    if of_pattern {
                        self.hidden.pop();
                    }
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
                            steps.push(Step::PatternTerm(part, term));
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
        if let Some(&name) = self.scopes.last().and_then(|scope| scope.get(&term)) {
            return Some(name);
        }
        let name = *self.names.get(&term)?;
        (self.hidden.is_empty() || !self.is_hidden(term)).then_some(name)
    }

    fn is_hidden(&self, term: Term) -> bool {
        match self.sharing.home(term) {
            Home::Top => false,
            Home::Body(binder) => self.hidden.contains(&binder),
            Home::Scope => true,
        }
    }

    /// Writes the head of a `let` for `term`; from its end on, the name stands for the term.
    fn begin_let(&mut self, term: Term, steps: &mut Vec<Step>) -> fmt::Result {
        let name = self.next_name;
        self.next_name += 1;
        write!(self.out, "(let (({}{name} ", self.prefix)?;
        steps.push(Step::Text(")) "));
        // Nothing inside the value refers to the value itself, so the name may be known early.
        if self.is_hidden(term) {
            if let Some(scope) = self.scopes.last_mut() {
                scope.insert(term, name);
            }
        } else {
            self.names.insert(term, name);
        }
        steps.push(Step::Full(term));
        Ok(())
    }

    /// `root` in full with names for the `shared` terms around it.
    fn scope(&mut self, root: Term, shared: &[Term], of_pattern: bool, steps: &mut Vec<Step>) {
        self.scopes.push(FxHashMap::default());
        steps.push(Step::EndScope(shared.len(), of_pattern));
        // The whole body may have a name from further out.
        steps.push(Step::Term(root));
        steps.extend(shared.iter().rev().map(|&term| Step::BeginLet(term)));
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
                steps.push(Step::Body(args[count], Some(term)));
                return Ok(());
            }
            _ => {}
        }
        if args.is_empty() {
            if let Op::Apply(fun) = op
                && let sort @ Sort::User(_) = self.store.sort(term)
                && self.store.fun_name(fun).starts_with('@')
            {
                // An abstract value: its sort is known from nowhere else.
                let sort = print_sort(self.store, sort);
                self.out.write_str("(as ")?;
                self.head(op)?;
                return write!(self.out, " {sort})");
            }
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
