//! From tokens to hash-consed terms, with an explicit stack and no tree in between.
//!
//! Values wait on one stack until the parenthesis of the frame they belong to closes; frames wait
//! on another. `let` binds names to terms, so it leaves no trace in the term.

mod advice;
mod annotations;
mod binders;
mod heads;
mod locals;
mod loops;
mod numbers;
mod settle;
mod sorts;

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_term::{FunId, Op, Sort, Term, TermStore};

use crate::diagnostic::{Fault, Parsed};
use crate::environment::{Binding, Environment, SortBinding, hash_name};
use crate::lexer::{Kind, Lexer, Token};
use crate::literal;
use crate::theory::{self, Head};

use locals::Locals;
pub(crate) use settle::{clashes, fresh_name, settle};

/// An open parenthesis of a term.
#[derive(Clone, Copy)]
enum Frame {
    /// An application; its arguments are the values from `base` on.
    Application {
        head: Head,
        open: u32,
        name: u32,
        base: u32,
    },
    /// The value of one binding of a `let`.
    LetValue {
        open: u32,
        start: u32,
        end: u32,
        base: u32,
        first_pending: u32,
    },
    /// The body of a `let`.
    LetBody { open: u32, base: u32, scope: u32 },
    /// The body of a quantifier.
    Quantifier {
        open: u32,
        forall: bool,
        base: u32,
        scope: u32,
        first_var: u32,
        first_pattern: u32,
    },
    /// The term of an annotation, and then its attributes.
    Annotation {
        open: u32,
        base: u32,
        first_pattern: u32,
    },
    /// The terms of a `:pattern`.
    Pattern { open: u32, base: u32 },
}

/// A variable of an open quantifier, or a parameter.
#[derive(Clone, Copy)]
struct BoundVar {
    /// The variable as the body has it.
    var: Term,
    /// The variable that it should become in the end, where that differs.
    wanted: Term,
}

/// A binding of a `let` whose siblings are still being read.
#[derive(Clone, Copy)]
struct Pending {
    start: u32,
    end: u32,
    term: Term,
}

/// Stacks that are kept between commands to spare their allocation.
#[derive(Default)]
pub(crate) struct Scratch {
    values: Vec<Term>,
    /// Where each value begins in the text.
    starts: Vec<u32>,
    frames: Vec<Frame>,
    pending: Vec<Pending>,
    patterns: Vec<Term>,
    bound: Vec<BoundVar>,
    /// How many open binders bind each variable.
    bound_count: FxHashMap<Term, u32>,
    /// How many of the bound variables are provisional.
    provisional: usize,
    locals: Locals,
    code_points: Vec<u32>,
    /// How many names were compared for suggestions; beyond a limit there are no more of them.
    compared: usize,
}

impl Scratch {
    fn clear(&mut self) {
        self.values.clear();
        self.starts.clear();
        self.frames.clear();
        self.pending.clear();
        self.patterns.clear();
        self.bound.clear();
        self.bound_count.clear();
        self.provisional = 0;
        self.locals.clear();
        self.code_points.clear();
    }
}

/// Reads terms and sorts from one text.
pub(crate) struct Elaborator<'a> {
    pub(crate) lexer: Lexer<'a>,
    pub(crate) store: &'a mut TermStore,
    pub(crate) env: &'a Environment,
    scratch: &'a mut Scratch,
    /// Names given by `:named` so far.
    pub(crate) named: Vec<(String, Term)>,
    names_given: FxHashSet<String>,
    /// How many terms expanding definitions has made so far.
    pub(crate) expanded: usize,
    /// Functions that are being defined, and hide what the environment has.
    overlay: FxHashMap<String, Binding>,
}

/// Texts are shorter than this, so that places fit in half a word.
pub(crate) const MAX_TEXT: usize = u32::MAX as usize - 1;

#[allow(clippy::cast_possible_truncation)] // Texts are at most `MAX_TEXT` long.
fn short(offset: usize) -> u32 {
    offset as u32
}

impl<'a> Elaborator<'a> {
    pub(crate) fn new(
        text: &'a str,
        store: &'a mut TermStore,
        env: &'a Environment,
        scratch: &'a mut Scratch,
    ) -> Elaborator<'a> {
        scratch.clear();
        Elaborator {
            lexer: Lexer::new(text),
            store,
            env,
            scratch,
            named: Vec::new(),
            names_given: FxHashSet::default(),
            expanded: 0,
            overlay: FxHashMap::default(),
        }
    }

    /// Makes a function known that the environment does not have yet.
    pub(crate) fn overlay(&mut self, name: &str, fun: FunId) {
        let binding = match self.store.fun(fun).params.is_empty() {
            true => Binding::Constant(self.store.apply(fun, &[])),
            false => Binding::Fun(fun),
        };
        self.overlay.insert(name.to_owned(), binding);
    }

    /// What a name means outside all binders.
    #[inline]
    fn global(&self, hash: u64, name: &str) -> Option<Binding> {
        if !self.overlay.is_empty()
            && let Some(&binding) = self.overlay.get(name)
        {
            return Some(binding);
        }
        self.env.lookup_hashed(hash, name)
    }

    /// The next term.
    pub(crate) fn term(&mut self) -> Parsed<Term> {
        debug_assert!(self.scratch.frames.is_empty());
        self.scratch.values.clear();
        self.scratch.starts.clear();
        loop {
            let token = self.lexer.next()?;
            let mut complete = match token.kind {
                Kind::Open => self.open(token)?,
                Kind::Close => self.close(token)?,
                Kind::End => return Err(self.ends_early(token)),
                _ => {
                    let term = self.atom(token)?;
                    self.push_value(term, token.start);
                    true
                }
            };
            while complete {
                complete = match self.scratch.frames.last() {
                    None => return Ok(self.scratch.values[0]),
                    Some(Frame::Annotation { .. }) => self.attributes()?,
                    Some(_) => break,
                };
            }
        }
    }

    /// The next term, which must have the given sort.
    pub(crate) fn term_of_sort(&mut self, sort: Sort, what: &str) -> Parsed<Term> {
        let start = self.lexer.peek()?.start;
        let term = self.term()?;
        let found = self.store.sort(term);
        if found != sort {
            let message = format!(
                "{what} must have sort {}, but has sort {}",
                self.store.sort_name(sort),
                self.store.sort_name(found)
            );
            return Err(self.fault_at_expression(start, message));
        }
        Ok(term)
    }

    #[cold]
    fn ends_early(&self, end: Token) -> Box<Fault> {
        let open = match self.scratch.frames.first() {
            None => return Fault::new(end.start, end.end, "expected a term"),
            Some(
                &(Frame::Application { open, .. }
                | Frame::LetValue { open, .. }
                | Frame::LetBody { open, .. }
                | Frame::Quantifier { open, .. }
                | Frame::Annotation { open, .. }
                | Frame::Pattern { open, .. }),
            ) => open as usize,
        };
        Fault::new(open, open + 1, "this parenthesis is never closed")
    }

    fn push_value(&mut self, term: Term, start: usize) {
        self.scratch.values.push(term);
        self.scratch.starts.push(short(start));
    }

    /// An error about the whole expression that begins at `start`.
    pub(crate) fn fault_at_expression(&self, start: usize, message: String) -> Box<Fault> {
        let end = match self.lexer.token_at(start) {
            Ok(token) => self.lexer.expression_end(token),
            Err(fault) => fault.end,
        };
        Fault::new(start, end, message)
    }

    // Atoms.

    fn atom(&mut self, token: Token) -> Parsed<Term> {
        match token.kind {
            Kind::Symbol | Kind::Quoted => self.constant(token),
            Kind::Numeral => {
                let value = self.numeral(token)?;
                Ok(self.store.int(value))
            }
            Kind::String => {
                let text = self.lexer.text(token);
                let points = &mut self.scratch.code_points;
                literal::decode(text, token.start + 1, self.env.dialect, points)?;
                Ok(self.store.code_points(&self.scratch.code_points))
            }
            Kind::Decimal => self.decimal(token),
            Kind::Hexadecimal | Kind::Binary => Err(Fault::new(
                token.start,
                token.end,
                format!(
                    "`{}` is a bit-vector, and there are none here",
                    self.lexer.text(token)
                ),
            )
            .help("a character is written (_ char #x41)")),
            Kind::Keyword => Err(Fault::new(
                token.start,
                token.end,
                format!(
                    "expected a term, found the keyword `{}`",
                    self.lexer.text(token)
                ),
            )),
            Kind::Open | Kind::Close | Kind::End => {
                Err(Fault::new(token.start, token.end, "expected a term"))
            }
        }
    }

    /// The term that a symbol stands for by itself.
    fn constant(&mut self, token: Token) -> Parsed<Term> {
        let name = self.lexer.text(token);
        let hash = hash_name(name);
        if let Some(term) = self.scratch.locals.lookup(self.lexer.source(), hash, name) {
            return Ok(term);
        }
        match self.global(hash, name) {
            Some(Binding::Constant(term) | Binding::Alias(term)) => Ok(term),
            Some(Binding::Theory(Head::Op(op), _)) if theory::is_constant(op) => {
                Ok(self.store.mk(op, &[]))
            }
            Some(Binding::Theory(Head::Empty, _)) => Ok(self.store.string("")),
            Some(_) => Err(Fault::new(
                token.start,
                token.end,
                format!("`{name}` is a function and needs arguments"),
            )
            .help(format!("write ({name} …)"))),
            None => match self
                .abstract_value(name)
                .or_else(|| self.negative_numeral(token))
            {
                Some(value) => Ok(value),
                None => Err(self.unknown_symbol(token)),
            },
        }
    }

    /// In models, the value of a declared sort that its name tells: `@U_0` or `@uc_U_0`.
    fn abstract_value(&mut self, name: &str) -> Option<Term> {
        if !self.env.abstract_values {
            return None;
        }
        let (sort, number) = name.strip_prefix('@')?.rsplit_once('_')?;
        let sort = sort.strip_prefix("uc_").unwrap_or(sort);
        let known = self.env.sort_binding(sort) == Some(SortBinding::Declared(0));
        if !known || number.is_empty() || !number.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let sort = self.store.user_sort(sort, &[]);
        Some(self.store.constant(name, sort))
    }

    // Parentheses.

    /// An opening parenthesis: whether it already led to a complete value.
    fn open(&mut self, open: Token) -> Parsed<bool> {
        let token = self.lexer.next()?;
        let head = match token.kind {
            Kind::Symbol => {
                let name = self.lexer.text(token);
                // The reserved words of terms are told apart by their first letter.
                match name.as_bytes()[0] {
                    b'l' if name == "let" => return self.open_let(open),
                    b'f' if name == "forall" => return self.open_quantifier(open, true),
                    b'e' if name == "exists" => return self.open_quantifier(open, false),
                    b'!' if name == "!" => return self.open_annotation(open),
                    b'_' if name == "_" => return self.indexed_constant(open),
                    b'a' if name == "as" => return self.qualified_constant(open),
                    b'm' | b'l' | b'p' if matches!(name, "match" | "lambda" | "par") => {
                        let message = format!("`{name}` is not supported");
                        return Err(Fault::new(token.start, token.end, message));
                    }
                    _ => self.head(token)?,
                }
            }
            Kind::Quoted => self.head(token)?,
            Kind::Open => self.compound_head(token)?,
            Kind::Close => {
                return Err(Fault::new(open.start, token.end, "`()` is not a term"));
            }
            Kind::End => return Err(Fault::new(token.start, token.end, "expected a function")),
            _ => {
                let text = &self.lexer.source()[token.start..token.end];
                let message = format!("expected a function, found `{text}`");
                return Err(Fault::new(token.start, token.end, message));
            }
        };
        self.scratch.frames.push(Frame::Application {
            head,
            open: short(open.start),
            name: short(token.start),
            base: short(self.scratch.values.len()),
        });
        Ok(false)
    }

    /// What a symbol means at the head of an application.
    fn head(&mut self, token: Token) -> Parsed<Head> {
        let name = self.lexer.text(token);
        let hash = hash_name(name);
        let locals = &self.scratch.locals;
        if locals.lookup(self.lexer.source(), hash, name).is_some() {
            let message = format!("`{name}` is bound to a value here and takes no arguments");
            return Err(Fault::new(token.start, token.end, message));
        }
        match self.global(hash, name) {
            Some(Binding::Theory(Head::Op(op), _)) if theory::is_constant(op) => {
                Err(self.takes_no_arguments(token))
            }
            Some(Binding::Theory(head, _)) => Ok(head),
            Some(Binding::Fun(fun)) => Ok(Head::Fun(fun)),
            Some(Binding::Macro(index)) => Ok(Head::Macro(index)),
            Some(Binding::Constant(_) | Binding::Alias(_)) => Err(self.takes_no_arguments(token)),
            None => Err(self.unknown_symbol(token)),
        }
    }

    /// A closing parenthesis: whether it completed a value.
    fn close(&mut self, close: Token) -> Parsed<bool> {
        let Some(frame) = self.scratch.frames.pop() else {
            return Err(Fault::new(
                close.start,
                close.end,
                "expected a term, found `)`",
            ));
        };
        match frame {
            Frame::Application {
                head,
                open,
                name,
                base,
            } => {
                let base = base as usize;
                let term = self.application(head, open as usize, name as usize, base)?;
                self.replace_values(base, term, open);
                Ok(true)
            }
            Frame::LetValue {
                open,
                start,
                end,
                base,
                first_pending,
            } => {
                let term = self.single_value(base, open, close, "a binding of `let`")?;
                self.scratch.values.truncate(base as usize);
                self.scratch.starts.truncate(base as usize);
                self.scratch.pending.push(Pending { start, end, term });
                self.next_binding(first_pending)?;
                Ok(false)
            }
            Frame::LetBody { open, base, scope } => {
                let term = self.single_value(base, open, close, "`let`")?;
                self.scratch
                    .locals
                    .truncate(self.lexer.source(), scope as usize);
                self.replace_values(base as usize, term, open);
                Ok(true)
            }
            Frame::Quantifier {
                open,
                forall,
                base,
                scope,
                first_var,
                first_pattern,
            } => {
                let what = if forall { "`forall`" } else { "`exists`" };
                let body = self.single_value(base, open, close, what)?;
                let at = self.scratch.starts[base as usize] as usize;
                let term = self.close_quantifier(forall, body, at, first_var, first_pattern)?;
                self.scratch
                    .locals
                    .truncate(self.lexer.source(), scope as usize);
                self.replace_values(base as usize, term, open);
                Ok(true)
            }
            Frame::Annotation { open, .. } => Err(Fault::new(
                open as usize,
                close.end,
                "`!` needs a term and attributes",
            )),
            Frame::Pattern { open, base } => {
                let base = base as usize;
                if self.scratch.values.len() == base {
                    let message = "a pattern needs at least one term";
                    return Err(Fault::new(open as usize, close.end, message));
                }
                let values = &self.scratch.values[base..];
                let pattern = self.store.mk(Op::Pattern, values);
                self.scratch.values.truncate(base);
                self.scratch.starts.truncate(base);
                self.scratch.patterns.push(pattern);
                self.attributes()
            }
        }
    }

    fn replace_values(&mut self, base: usize, term: Term, open: u32) {
        self.scratch.values.truncate(base);
        self.scratch.starts.truncate(base);
        self.scratch.values.push(term);
        self.scratch.starts.push(open);
    }

    /// The only value from `base` on.
    fn single_value(&self, base: u32, open: u32, close: Token, what: &str) -> Parsed<Term> {
        let base = base as usize;
        match self.scratch.values[base..] {
            [term] => Ok(term),
            [] => Err(Fault::new(
                open as usize,
                close.end,
                format!("{what} needs a term here"),
            )),
            [_, _, ..] => {
                let start = self.scratch.starts[base + 1] as usize;
                Err(self.fault_at_expression(start, format!("{what} takes a single term")))
            }
        }
    }

    /// A symbol that may be declared, defined or given to a term here.
    pub(crate) fn fresh_name(&self, token: Token) -> Parsed<&'a str> {
        let name = self.symbol(token, "a symbol")?;
        let problem = match self.env.lookup(name) {
            Some(Binding::Theory(_, theory::Standing::Standard)) => {
                format!("`{name}` is a symbol of the theory and cannot be declared")
            }
            None | Some(Binding::Theory(..)) => return Ok(name),
            Some(Binding::Constant(_) | Binding::Fun(_)) => format!("`{name}` is already declared"),
            Some(Binding::Alias(_) | Binding::Macro(_)) => format!("`{name}` is already defined"),
        };
        Err(Fault::new(token.start, token.end, problem))
    }

    /// The name in a symbol token that is not a reserved word.
    pub(crate) fn symbol(&self, token: Token, what: &str) -> Parsed<&'a str> {
        let text = self.lexer.text(token);
        match token.kind {
            Kind::Quoted => Ok(text),
            Kind::Symbol if !theory::is_reserved(text) => Ok(text),
            Kind::Symbol => Err(Fault::new(
                token.start,
                token.end,
                format!("`{text}` is a reserved word"),
            )
            .help(format!("write |{text}| to use it as a name"))),
            _ => Err(self.unexpected(token, what)),
        }
    }

    /// "expected …, found …" at a token.
    pub(crate) fn unexpected(&self, token: Token, wanted: &str) -> Box<Fault> {
        let found = &self.lexer.source()[token.start..token.end];
        let message = if found.is_empty() {
            format!("expected {wanted}")
        } else if found.chars().count() > 40 {
            format!("expected {wanted}, found something else")
        } else {
            format!("expected {wanted}, found `{found}`")
        };
        Fault::new(token.start, token.end, message)
    }

    /// Consumes a token of the given kind.
    pub(crate) fn expect(&mut self, kind: Kind, wanted: &str) -> Parsed<Token> {
        let token = self.lexer.next()?;
        if token.kind == kind {
            Ok(token)
        } else {
            Err(self.unexpected(token, wanted))
        }
    }
}
