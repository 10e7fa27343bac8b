//! What is said about a term that cannot be made: what was expected, and what was probably meant.

use sinew_term::{Op, Params, Sort, SortError};

use super::Elaborator;
use crate::diagnostic::Fault;
use crate::environment::{Binding, hash_name};
use crate::lexer::{Kind, Token};
use crate::{suggest, theory, vocabulary};

/// So many names are compared for suggestions in one command; beyond it, there are none.
const MAX_COMPARED: usize = 2_000_000;

impl Elaborator<'_> {
    #[cold]
    pub(crate) fn unknown_symbol(&mut self, token: Token) -> Box<Fault> {
        let name = self.lexer.text(token);
        if token.kind == Kind::Symbol && theory::is_reserved(name) {
            let message = format!("the reserved word `{name}` cannot stand here");
            return Fault::new(token.start, token.end, message);
        }
        let shown = if name.is_empty() { "||" } else { name };
        let mut fault = Fault::new(token.start, token.end, format!("unknown symbol `{shown}`"));
        fault.help = suggest::habit(shown);
        if let Some(theory) = vocabulary::absent_symbol(name) {
            let absent = format!("{} are not supported", theory.about);
            fault.help = Some(match fault.help {
                Some(meant) => format!("{absent}; for strings, {meant}"),
                None => absent,
            });
            return fault;
        }
        self.scratch.compared += self.env.symbol_count() + self.scratch.locals.len();
        if self.scratch.compared > MAX_COMPARED {
            return fault;
        }
        let locals = self.scratch.locals.names(self.lexer.source());
        let near = suggest::did_you_mean(name, locals.chain(self.env.symbol_names()));
        fault.help = near.or(fault.help);
        fault
    }

    /// A constant at the head of an application.
    #[cold]
    pub(super) fn takes_no_arguments(&self, token: Token) -> Box<Fault> {
        let name = self.lexer.text(token);
        let message = format!("`{name}` takes no arguments");
        let fault = Fault::new(token.start, token.end, message);
        let next = self.lexer.peek().ok();
        let operator = next.filter(|next| next.kind == Kind::Symbol);
        let operator = operator.map(|next| self.lexer.text(next)).filter(|word| {
            matches!(
                self.global(hash_name(word), word),
                Some(Binding::Theory(..))
            )
        });
        match operator {
            Some(operator) => {
                fault.help(format!("the operator comes first: ({operator} {name} …)"))
            }
            None => fault.help("write it without parentheses"),
        }
    }

    /// What is wrong with the values from `base` on as arguments.
    #[cold]
    pub(super) fn sort_fault(&self, error: &SortError, name: usize, base: usize) -> Box<Fault> {
        let at = match *error {
            SortError::Argument { index, .. } => self.scratch.starts[base + index] as usize,
            _ => name,
        };
        let mut fault = self.fault_at_expression(at, error.describe(self.store));
        fault.help = match *error {
            SortError::Argument {
                op,
                expected,
                found,
                ..
            } => conversion(op, expected, found).map(str::to_owned),
            SortError::Arity { op, .. } => self.form(op),
            _ => None,
        };
        fault
    }

    /// How an operator or function with a fixed number of arguments is written.
    fn form(&self, op: Op) -> Option<String> {
        let params: &[Sort] = match op {
            Op::Apply(fun) => &self.store.fun(fun).params,
            op => match op.info().params {
                Params::Fixed(params) => params,
                _ => return None,
            },
        };
        let sorts: Vec<String> = params
            .iter()
            .map(|&sort| self.store.sort_name(sort))
            .collect();
        let name = self.store.op_name(op);
        (!sorts.is_empty()).then(|| format!("it is written ({name} {})", sorts.join(" ")))
    }
}

/// What leads from a value of one sort to the other, for who took one for the other.
fn conversion(op: Op, expected: Sort, found: Sort) -> Option<&'static str> {
    match (expected, found) {
        (Sort::RegLan, Sort::String) => Some("`str.to_re` makes a regular expression of a string"),
        (Sort::String, Sort::RegLan) => Some("`str.in_re` asks whether a string is in a language"),
        (Sort::Int, Sort::String) if matches!(op, Op::Lt | Op::Le | Op::Gt | Op::Ge) => {
            Some("strings are compared by `str.<` and `str.<=`")
        }
        (Sort::Int, Sort::String) => {
            Some("`str.len` is the length of a string, `str.to_int` the number that it writes")
        }
        (Sort::String, Sort::Int) => Some("`str.from_int` writes a number as a string"),
        _ => None,
    }
}
