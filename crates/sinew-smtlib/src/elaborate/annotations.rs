//! Annotations: `(! term :attribute …)`.
//!
//! `:named` gives the term a name, `:pattern` in the body of a quantifier belongs to the
//! quantifier; all other attributes are read and ignored.

use super::{Elaborator, Frame, settle, short};
use crate::diagnostic::{Fault, Parsed};
use crate::lexer::{Kind, Token};

impl Elaborator<'_> {
    pub(super) fn open_annotation(&mut self, open: Token) -> Parsed<bool> {
        self.scratch.frames.push(Frame::Annotation {
            open: short(open.start),
            base: short(self.scratch.values.len()),
            first_pattern: short(self.scratch.patterns.len()),
        });
        Ok(false)
    }

    /// The attributes after the term of the annotation on top, up to its end or to the terms of
    /// a pattern; whether the end was reached.
    pub(super) fn attributes(&mut self) -> Parsed<bool> {
        let Some(&Frame::Annotation {
            open,
            base,
            first_pattern,
        }) = self.scratch.frames.last()
        else {
            return Ok(true);
        };
        let base = base as usize;
        loop {
            let token = self.lexer.next()?;
            match token.kind {
                Kind::Close => {
                    self.scratch.frames.pop();
                    self.scratch.starts[base] = open;
                    // Only the body of a quantifier keeps its patterns.
                    let top = self.scratch.frames.last();
                    if !matches!(top, Some(Frame::Quantifier { .. })) {
                        self.scratch.patterns.truncate(first_pattern as usize);
                    }
                    return Ok(true);
                }
                Kind::Keyword => {
                    let keyword = self.lexer.text(token);
                    match keyword {
                        ":named" => self.name_value(base)?,
                        ":pattern" => {
                            let open = self.lexer.next()?;
                            if open.kind != Kind::Open {
                                let message = "`:pattern` is followed by a list of terms";
                                return Err(Fault::new(open.start, open.end, message));
                            }
                            self.scratch.frames.push(Frame::Pattern {
                                open: short(open.start),
                                base: short(self.scratch.values.len()),
                            });
                            return Ok(false);
                        }
                        _ => {
                            let next = self.lexer.peek()?.kind;
                            if !matches!(next, Kind::Keyword | Kind::Close | Kind::End) {
                                self.lexer.skip_expression()?;
                            }
                        }
                    }
                }
                _ => {
                    let message = "expected an attribute such as `:named`";
                    return Err(self.fault_at_expression(token.start, message.to_owned()));
                }
            }
        }
    }

    /// Gives the value at `base` the name that follows.
    fn name_value(&mut self, base: usize) -> Parsed<()> {
        let token = self.lexer.next()?;
        let name = self.fresh_name(token)?;
        if !self.names_given.insert(name.to_owned()) {
            let message = format!("the name `{name}` is given twice");
            return Err(Fault::new(token.start, token.end, message));
        }
        let term = self.scratch.values[base];
        if !self.scratch.bound.is_empty() && settle::has_free_variables(self.store, term) {
            let message = "a term with free variables cannot be named";
            return Err(
                self.fault_at_expression(self.scratch.starts[base] as usize, message.into())
            );
        }
        self.named.push((name.to_owned(), term));
        Ok(())
    }
}
