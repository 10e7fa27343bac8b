//! `let` and the quantifiers.
//!
//! `let` is expanded while reading: its names stand for terms. A quantifier binds named
//! variables. A variable that an enclosing binder already binds is read as a provisional one if
//! some visible `let` could bring in the outer variable; when the quantifier closes, it gets its
//! own name back unless the outer variable really occurs, and otherwise the first free one of
//! `x!1`, `x!2`, ….

use sinew_term::{Op, Sort, Term};

use super::{BoundVar, Elaborator, Frame, short};
use crate::diagnostic::{Fault, Parsed};
use crate::lexer::{Kind, Token};

/// At most this many provisional variables are open at a time; further ones get a new name for
/// good, since finding out whether they could have kept theirs takes a pass over the body each.
const MAX_PROVISIONAL: usize = 16;

/// The longest list of variables; checking one takes quadratic time.
const MAX_VARS: usize = 10_000;

impl Elaborator<'_> {
    // let

    /// After the word `let`.
    pub(super) fn open_let(&mut self, open: Token) -> Parsed<bool> {
        self.expect(Kind::Open, "a list of bindings")?;
        let first_pending = short(self.scratch.pending.len());
        self.scratch.frames.push(Frame::LetBody {
            open: short(open.start),
            base: short(self.scratch.values.len()),
            scope: 0,
        });
        self.next_binding(first_pending)?;
        Ok(false)
    }

    /// The next `(name value)` of a `let`, or the end of the list, from where its names hold.
    pub(super) fn next_binding(&mut self, first_pending: u32) -> Parsed<()> {
        let open = self.lexer.next()?;
        match open.kind {
            Kind::Open => {
                let token = self.lexer.next()?;
                self.symbol(token, "a symbol")?;
                let (start, end) = name_range(token);
                self.scratch.frames.push(Frame::LetValue {
                    open: short(open.start),
                    start,
                    end,
                    base: short(self.scratch.values.len()),
                    first_pending,
                });
                Ok(())
            }
            Kind::Close => self.open_body(open, first_pending),
            _ => Err(self.unexpected(open, "a binding (name term)")),
        }
    }

    fn open_body(&mut self, close: Token, first_pending: u32) -> Parsed<()> {
        let first = first_pending as usize;
        if self.scratch.pending.len() == first {
            return Err(Fault::new(close.start, close.end, "`let` needs a binding"));
        }
        self.check_distinct(first)?;
        let text = self.lexer.source();
        let scope = short(self.scratch.locals.len());
        for i in first..self.scratch.pending.len() {
            let binding = self.scratch.pending[i];
            let open = self.store.mentions_variables(binding.term);
            self.scratch
                .locals
                .bind(text, binding.start, binding.end, binding.term, open);
        }
        self.scratch.pending.truncate(first);
        if let Some(Frame::LetBody { scope: slot, .. }) = self.scratch.frames.last_mut() {
            *slot = scope;
        }
        Ok(())
    }

    /// The names of a parallel `let` differ.
    fn check_distinct(&self, first: usize) -> Parsed<()> {
        let pending = &self.scratch.pending[first..];
        if pending.len() == 1 {
            return Ok(());
        }
        let text = self.lexer.source();
        let mut names: Vec<(&str, u32, u32)> = pending
            .iter()
            .map(|p| (&text[p.start as usize..p.end as usize], p.start, p.end))
            .collect();
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => {
                let (name, start, end) = pair[1];
                let message = format!("`{name}` is bound twice in one `let`");
                Err(Fault::new(start as usize, end as usize, message))
            }
            None => Ok(()),
        }
    }

    // Quantifiers and parameters

    /// A list of `(name Sort)`, with its parentheses. The names do not hold yet.
    pub(crate) fn sorted_vars(&mut self) -> Parsed<Vec<(Token, Sort)>> {
        self.expect(Kind::Open, "a list of variables")?;
        let mut vars: Vec<(Token, Sort)> = Vec::new();
        loop {
            let open = self.lexer.next()?;
            match open.kind {
                Kind::Close => break,
                Kind::Open => {}
                _ => return Err(self.unexpected(open, "a variable (name Sort)")),
            }
            if vars.len() >= MAX_VARS {
                let message = format!("more than {MAX_VARS} variables in one list");
                return Err(Fault::new(open.start, open.end, message));
            }
            let token = self.lexer.next()?;
            self.symbol(token, "a symbol")?;
            let sort = self.sort()?;
            self.expect(Kind::Close, "`)`")?;
            vars.push((token, sort));
        }
        let mut names: Vec<(&str, usize)> = vars
            .iter()
            .map(|(token, _)| (self.lexer.text(*token), token.start))
            .collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let (name, start) = pair[1];
            let message = format!("the variable `{name}` is listed twice");
            return Err(self.fault_at_expression(start, message));
        }
        Ok(vars)
    }

    /// Makes variables known inside what follows; returns them as they are called there.
    pub(crate) fn bind_vars(&mut self, vars: &[(Token, Sort)]) -> Vec<Term> {
        let text = self.lexer.source();
        let mut bound = Vec::with_capacity(vars.len());
        for &(token, sort) in vars {
            let name = self.lexer.text(token);
            let wanted = self.store.var(name, sort);
            let taken = self
                .scratch
                .bound_count
                .get(&wanted)
                .is_some_and(|&n| n > 0);
            let var = if taken && self.scratch.locals.any_open() {
                self.provisional(name, sort)
            } else {
                wanted
            };
            let (start, end) = name_range(token);
            self.scratch.locals.bind(text, start, end, var, false);
            self.scratch.bound.push(BoundVar { var, wanted });
            *self.scratch.bound_count.entry(var).or_insert(0) += 1;
            bound.push(var);
        }
        bound
    }

    /// A variable that no text can name, or, where there are many of them, one not in use.
    fn provisional(&mut self, name: &str, sort: Sort) -> Term {
        let depth = self.scratch.bound.len();
        if self.scratch.provisional < MAX_PROVISIONAL {
            self.scratch.provisional += 1;
            return self.store.var(&format!("{name}\0{depth}"), sort);
        }
        (depth..)
            .map(|k| self.store.var(&format!("{name}!{k}"), sort))
            .find(|var| !self.scratch.bound_count.contains_key(var))
            .unwrap_or_else(|| self.store.var(name, sort))
    }

    /// Forgets all local names, after the body of a definition.
    pub(crate) fn unbind_all(&mut self) {
        self.scratch.locals.clear();
        self.scratch.bound.clear();
        self.scratch.bound_count.clear();
        self.scratch.provisional = 0;
    }

    /// After the word `forall` or `exists`.
    pub(super) fn open_quantifier(&mut self, open: Token, forall: bool) -> Parsed<bool> {
        let list = self.lexer.peek()?;
        let vars = self.sorted_vars()?;
        if vars.is_empty() {
            let what = if forall { "forall" } else { "exists" };
            let message = format!("`{what}` needs a variable");
            return Err(self.fault_at_expression(list.start, message));
        }
        let frame = Frame::Quantifier {
            open: short(open.start),
            forall,
            base: short(self.scratch.values.len()),
            scope: short(self.scratch.locals.len()),
            first_var: short(self.scratch.bound.len()),
            first_pattern: short(self.scratch.patterns.len()),
        };
        self.bind_vars(&vars);
        self.scratch.frames.push(frame);
        Ok(false)
    }

    /// The quantified term, once its body is known.
    pub(super) fn close_quantifier(
        &mut self,
        forall: bool,
        mut body: Term,
        body_at: usize,
        first_var: u32,
        first_pattern: u32,
    ) -> Parsed<Term> {
        if self.store.sort(body) != Sort::Bool {
            let message = format!(
                "the body of `{}` must have sort Bool, but has sort {}",
                if forall { "forall" } else { "exists" },
                self.store.sort_name(self.store.sort(body))
            );
            return Err(self.fault_at_expression(body_at, message));
        }
        let vars = self.scratch.bound.split_off(first_var as usize);
        for bound in &vars {
            if let Some(count) = self.scratch.bound_count.get_mut(&bound.var) {
                *count -= 1;
                if *count == 0 {
                    self.scratch.bound_count.remove(&bound.var);
                }
            }
        }
        let mut patterns = self.scratch.patterns.split_off(first_pattern as usize);
        let mut final_vars = Vec::with_capacity(vars.len());
        for bound in vars {
            let chosen = self.final_name(bound, body, &patterns, &final_vars);
            if chosen != bound.var {
                for term in std::iter::once(&mut body).chain(&mut patterns) {
                    *term = super::settle::rename(self.store, *term, bound.var, chosen);
                }
            }
            final_vars.push(chosen);
        }
        let patterns: Vec<Vec<Term>> = patterns
            .iter()
            .map(|&pattern| self.store.args(pattern).to_vec())
            .collect();
        Ok(self.store.quantify(forall, &final_vars, body, &patterns))
    }

    /// The name that a variable has in the end.
    fn final_name(
        &mut self,
        bound: BoundVar,
        body: Term,
        patterns: &[Term],
        siblings: &[Term],
    ) -> Term {
        let BoundVar { var, wanted } = bound;
        let (Op::Var(id), Op::Var(var_id)) = (self.store.op(wanted), self.store.op(var)) else {
            return var;
        };
        if !self.store.var_name(var_id).contains('\0') {
            return var;
        }
        self.scratch.provisional = self.scratch.provisional.saturating_sub(1);
        let (name, sort) = (self.store.var_name(id).to_owned(), self.store.var_sort(id));
        let mut candidate = wanted;
        let mut k = 0;
        loop {
            let collides = std::iter::once(&body)
                .chain(patterns)
                .any(|&term| super::settle::collides(self.store, term, var, candidate));
            let in_use = k > 0 && self.scratch.bound_count.contains_key(&candidate);
            if !collides && !in_use && !siblings.contains(&candidate) {
                return candidate;
            }
            k += 1;
            candidate = self.store.var(&format!("{name}!{k}"), sort);
        }
    }
}

/// The range of the name itself, without bars.
fn name_range(token: Token) -> (u32, u32) {
    match token.kind {
        Kind::Quoted => (short(token.start + 1), short(token.end - 1)),
        _ => (short(token.start), short(token.end)),
    }
}
