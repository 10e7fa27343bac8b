//! Sorts: the four of the theory, declared ones, and abbreviations with parameters.

use sinew_term::{Sort, TermStore};

use super::Elaborator;
use crate::diagnostic::{Fault, Parsed};
use crate::environment::SortBinding;
use crate::lexer::{Kind, Token};
use crate::{suggest, vocabulary};

/// Sorts are at most this large, written out. Real ones are tiny; abbreviations of abbreviations
/// can double with each.
const MAX_SIZE: usize = 256;

/// What stands for parameter `index` in the body of a `define-sort`. No text can name it.
fn placeholder(store: &mut TermStore, index: usize) -> Sort {
    store.user_sort(&format!("\0{index}"), &[])
}

/// How many symbols the sort has, written out.
fn size(store: &TermStore, sort: Sort) -> usize {
    let mut stack = vec![sort];
    let mut size = 0;
    while let Some(sort) = stack.pop() {
        size += 1;
        if let Sort::User(id) = sort {
            stack.extend_from_slice(store.user_sort_parts(id).1);
        }
    }
    size
}

impl Elaborator<'_> {
    /// The next sort.
    pub(crate) fn sort(&mut self) -> Parsed<Sort> {
        self.sort_with_params(&[])
    }

    /// The next sort, in which `params` may occur as the placeholders 0, 1, ….
    pub(crate) fn sort_with_params(&mut self, params: &[&str]) -> Parsed<Sort> {
        let mut frames: Vec<(Token, usize)> = Vec::new();
        let mut values: Vec<Sort> = Vec::new();
        loop {
            let token = self.lexer.next()?;
            match token.kind {
                Kind::Open => {
                    let head = self.lexer.next()?;
                    if self.lexer.text(head) == "_" && head.kind == Kind::Symbol {
                        let name = self.lexer.next()?;
                        let theory = vocabulary::absent_sort(self.lexer.text(name));
                        let what = theory.map_or("indexed sorts", |theory| theory.about);
                        let message = format!("{what} are not supported");
                        return Err(self.fault_at_expression(token.start, message));
                    }
                    self.symbol(head, "the name of a sort")?;
                    frames.push((head, values.len()));
                    if frames.len() > MAX_SIZE {
                        return Err(too_large(head));
                    }
                    continue;
                }
                Kind::Close => {
                    let Some((head, base)) = frames.pop() else {
                        return Err(Fault::new(token.start, token.end, "expected a sort"));
                    };
                    if values.len() == base {
                        let message = "a sort in parentheses needs parameters";
                        return Err(Fault::new(head.start, head.end, message));
                    }
                    let args = values.split_off(base);
                    values.push(self.sort_application(head, &args)?);
                }
                Kind::Symbol | Kind::Quoted => {
                    let name = self.symbol(token, "a sort")?;
                    let sort = match params.iter().position(|&param| param == name) {
                        Some(index) => placeholder(self.store, index),
                        None => self.sort_application(token, &[])?,
                    };
                    values.push(sort);
                }
                _ => return Err(self.unexpected(token, "a sort")),
            }
            if frames.is_empty() {
                return Ok(values[0]);
            }
        }
    }

    fn sort_application(&mut self, token: Token, args: &[Sort]) -> Parsed<Sort> {
        let name = self.lexer.text(token);
        let builtin = match (name, args) {
            ("Bool", []) => Some(Sort::Bool),
            ("Int", []) => Some(Sort::Int),
            ("String", []) => Some(Sort::String),
            ("RegLan", []) => Some(Sort::RegLan),
            // Z3's name for it.
            ("RegEx" | "RegLan", [Sort::String]) => Some(Sort::RegLan),
            _ => None,
        };
        if let Some(sort) = builtin {
            return Ok(sort);
        }
        let total: usize = args.iter().map(|&arg| size(self.store, arg)).sum();
        if total >= MAX_SIZE {
            return Err(too_large(token));
        }
        let arity = match self.env.sort_binding(name) {
            Some(SortBinding::Declared(arity) | SortBinding::Defined(arity, _)) => arity,
            None if matches!(name, "Bool" | "Int" | "String" | "RegLan") => 0,
            None => return Err(self.unknown_sort(token)),
        };
        if arity as usize != args.len() {
            let plural = if arity == 1 { "" } else { "s" };
            let message = format!(
                "sort `{name}` takes {arity} parameter{plural}, but got {}",
                args.len()
            );
            return Err(Fault::new(token.start, token.end, message));
        }
        match self.env.sort_binding(name) {
            Some(SortBinding::Defined(_, body)) => self.instantiate(token, body, args),
            _ => Ok(self.store.user_sort(name, args)),
        }
    }

    fn unknown_sort(&self, token: Token) -> Box<Fault> {
        let name = self.lexer.text(token);
        let mut fault = Fault::new(token.start, token.end, format!("unknown sort `{name}`"));
        fault.help = match vocabulary::absent_sort(name) {
            Some(theory) => Some(format!("{} are not supported", theory.about)),
            None => {
                let builtin = vocabulary::SORTS.iter().map(|&(sort, _)| sort);
                suggest::did_you_mean(name, builtin.chain(self.env.sort_names()))
            }
        };
        fault
    }

    /// `body` with `args` for its placeholders. Bodies are small, by `MAX_SIZE`.
    fn instantiate(&mut self, token: Token, body: Sort, args: &[Sort]) -> Parsed<Sort> {
        enum Step {
            Visit(Sort),
            Build(String, usize),
        }
        let placeholders: Vec<Sort> = (0..args.len())
            .map(|index| placeholder(self.store, index))
            .collect();
        let mut steps = vec![Step::Visit(body)];
        let mut values: Vec<Sort> = Vec::new();
        let mut built = 0;
        while let Some(step) = steps.pop() {
            match step {
                Step::Visit(sort) => {
                    if let Some(index) = placeholders.iter().position(|&p| p == sort) {
                        built += size(self.store, args[index]);
                        values.push(args[index]);
                    } else if let Sort::User(id) = sort {
                        let (name, parts) = self.store.user_sort_parts(id);
                        steps.push(Step::Build(name.to_owned(), parts.len()));
                        steps.extend(parts.iter().rev().map(|&part| Step::Visit(part)));
                        built += 1;
                    } else {
                        values.push(sort);
                        built += 1;
                    }
                }
                Step::Build(name, count) => {
                    let parts = values.split_off(values.len() - count);
                    values.push(self.store.user_sort(&name, &parts));
                }
            }
            if built > MAX_SIZE {
                return Err(too_large(token));
            }
        }
        Ok(values[0])
    }
}

fn too_large(token: Token) -> Box<Fault> {
    let message = format!("this sort has more than {MAX_SIZE} parts");
    Fault::new(token.start, token.end, message)
}
