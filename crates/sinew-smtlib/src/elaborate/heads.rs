//! Applications: operators, declared and defined functions, indexed and qualified symbols.

use sinew_term::{FunId, MAX_CHAR, Op, Sort, SortError, Substitution, Term};

use super::Elaborator;
use super::loops::Times;
use crate::diagnostic::{Fault, Parsed};
use crate::lexer::{Kind, Token};
use crate::theory::{Head, NTH_OUTSIDE};
use crate::vocabulary;

impl Elaborator<'_> {
    /// The application of `head` to the values from `base` on.
    pub(super) fn application(
        &mut self,
        head: Head,
        open: usize,
        name: usize,
        base: usize,
    ) -> Parsed<Term> {
        let count = self.scratch.values.len() - base;
        let op = match head {
            Head::Op(op) => op,
            Head::Fun(fun) => Op::Apply(fun),
            Head::Divisible(divisor) => Op::Divisible(divisor),
            Head::Minus if count == 1 => Op::Neg,
            Head::Minus => Op::Sub,
            Head::IndexOf => {
                if count == 2 {
                    let zero = self.store.int(0);
                    self.push_value(zero, open);
                }
                Op::IndexOf
            }
            Head::Unit => match self.scratch.values[base..] {
                [value] if self.store.sort(value) == Sort::String => return Ok(value),
                _ => {
                    let message = "`seq.unit` takes a character".to_owned();
                    return Err(self.fault_at_expression(name, message));
                }
            },
            Head::Empty => {
                let message = "`seq.empty` is no function".to_owned();
                return Err(self.fault_at_expression(name, message));
            }
            Head::Nth => return self.nth(name, base),
            Head::NthOutside => Op::Apply(self.nth_outside()),
            Head::LastIndexOf => return self.last_index_of(name, base),
            Head::Macro(index) => return self.expand(index, name, base),
            Head::Power(n) => return self.indexed_loop(Times::Exactly(n), name, base),
            Head::Loop(low, high) => return self.indexed_loop(Times::Range(low, high), name, base),
            Head::LoopFrom(low) => return self.indexed_loop(Times::From(low), name, base),
            Head::LoopWithBounds => return self.loop_with_bounds(name, base),
            Head::PowerWithExponent => return self.power_with_exponent(name, base),
        };
        match self.store.try_mk(op, &self.scratch.values[base..]) {
            Ok(term) => Ok(term),
            Err(error) => Err(self.sort_fault(&error, name, base)),
        }
    }

    /// `(seq.nth s i)`: the character at `i`. Outside the string it is some character that depends on
    /// nothing but `s` and `i`, so it is that of the code that a function without a meaning gives.
    fn nth(&mut self, name: usize, base: usize) -> Parsed<Term> {
        let at = self.make_of_values(Op::At, name, base)?;
        let (string, index) = (self.scratch.values[base], self.scratch.values[base + 1]);
        let unspecified = self.nth_outside();
        let store = &mut *self.store;
        let code = store.apply(unspecified, &[string, index]);
        let (count, zero, length) = (store.int(MAX_CHAR + 1), store.int(0), store.len(string));
        let code = store.modulo(code, count);
        let (other, inside) = (
            store.from_code(code),
            [store.ge(index, zero), store.lt(index, length)],
        );
        let inside = store.and(&inside);
        Ok(store.ite(inside, at, other))
    }

    fn nth_outside(&mut self) -> FunId {
        self.store
            .declare(NTH_OUTSIDE, &[Sort::String, Sort::Int], Sort::Int)
    }

    /// `(seq.last_indexof s t)`: the first position from the other end.
    fn last_index_of(&mut self, name: usize, base: usize) -> Parsed<Term> {
        let found = self.make_of_values(Op::Contains, name, base)?;
        let (string, part) = (self.scratch.values[base], self.scratch.values[base + 1]);
        let store = &mut *self.store;
        let (backwards, reversed) = (store.rev(string), store.rev(part));
        let (zero, nowhere) = (store.int(0), store.int(-1));
        let (length, less) = (store.len(string), store.len(part));
        let after = store.indexof(backwards, reversed, zero);
        let place = store.mk(Op::Sub, &[length, less, after]);
        Ok(store.ite(found, place, nowhere))
    }

    fn make_of_values(&mut self, op: Op, name: usize, base: usize) -> Parsed<Term> {
        let args = self.scratch.values[base..].to_vec();
        self.make(op, &args, name, base)
    }

    /// `op` applied to the values from `base` on, of which the last ones may have been replaced.
    pub(super) fn make(&mut self, op: Op, args: &[Term], name: usize, base: usize) -> Parsed<Term> {
        self.store
            .try_mk(op, args)
            .map_err(|error| self.sort_fault(&error, name, base))
    }

    fn expand(&mut self, index: u32, name: usize, base: usize) -> Parsed<Term> {
        let definition = self.env.macro_at(index).clone();
        let args = &self.scratch.values[base..];
        if args.len() != definition.params.len() {
            let wanted = definition.params.len();
            let plural = if wanted == 1 { "" } else { "s" };
            let message = format!(
                "`{}` takes {wanted} argument{plural}, but got {}",
                definition.name,
                args.len()
            );
            return Err(self.fault_at_expression(name, message));
        }
        let mut substitution = Substitution::new();
        for (i, (&param, &arg)) in definition.params.iter().zip(args).enumerate() {
            let (wanted, found) = (self.store.sort(param), self.store.sort(arg));
            if wanted != found {
                let message = format!(
                    "argument {} of `{}` must have sort {}, but has sort {}",
                    i + 1,
                    definition.name,
                    self.store.sort_name(wanted),
                    self.store.sort_name(found)
                );
                let at = self.scratch.starts[base + i] as usize;
                return Err(self.fault_at_expression(at, message));
            }
            if param != arg {
                substitution.insert(param, arg);
            }
        }
        if !self.store.mentions_variables(definition.body) {
            return Ok(definition.body);
        }
        let before = self.store.term_count();
        let term = substitution.apply(self.store, definition.body);
        self.expanded += self.store.term_count() - before;
        if self.expanded > self.env.expansion_left() {
            let message = format!(
                "expanding the definition of `{}` makes too large a term",
                definition.name
            );
            return Err(self.fault_at_expression(name, message));
        }
        Ok(term)
    }

    // Indexed and qualified identifiers.

    /// `(_ …)` as a term by itself, after the underscore.
    pub(super) fn indexed_constant(&mut self, open: Token) -> Parsed<bool> {
        let token = self.lexer.next()?;
        let name = self.symbol(token, "a symbol")?;
        if matches!(name, "char" | "Char") {
            let term = self.character()?;
            self.push_value(term, open.start);
            return Ok(true);
        }
        self.indexed(token)?;
        let message = format!("`{name}` is a function and needs arguments");
        let fault = self.fault_at_expression(open.start, message);
        let written = &self.lexer.source()[fault.start..fault.end];
        let help = format!("write ({written} …)");
        Err(fault.help(help))
    }

    /// `(_ char #x41)`, after its name.
    fn character(&mut self) -> Parsed<Term> {
        let token = self.lexer.next()?;
        let text = self.lexer.text(token);
        let code = match token.kind {
            Kind::Hexadecimal => u32::from_str_radix(&text[2..], 16).ok(),
            Kind::Numeral => text.parse().ok(),
            _ => return Err(self.unexpected(token, "a hexadecimal number")),
        };
        let Some(code) = code.filter(|&code| code <= MAX_CHAR) else {
            let message = format!("`{text}` is above the greatest character, #x2FFFF");
            return Err(Fault::new(token.start, token.end, message));
        };
        self.expect(Kind::Close, "`)`")?;
        Ok(self.store.code_points(&[code]))
    }

    /// `_ name index …)`, after the name, up to the closing parenthesis.
    fn indexed(&mut self, name_token: Token) -> Parsed<Head> {
        let name = self.lexer.text(name_token);
        let mut indices = Vec::new();
        loop {
            let token = self.lexer.next()?;
            match token.kind {
                Kind::Close => break,
                Kind::Numeral => indices.push(token),
                _ => return Err(self.unexpected(token, "an index, which is a numeral")),
            }
            if indices.len() > 8 {
                let message = format!("too many indices for `{name}`");
                return Err(Fault::new(token.start, token.end, message));
            }
        }
        match (name, indices.as_slice()) {
            ("re.^", &[n]) => Ok(Head::Power(self.index(n)?)),
            ("re.loop", &[low, high]) => Ok(Head::Loop(self.index(low)?, self.index(high)?)),
            ("re.loop", &[low]) => Ok(Head::LoopFrom(self.index(low)?)),
            ("divisible", &[n]) => {
                let divisor = self.numeral(n)?;
                if divisor.is_zero() {
                    let message = SortError::DivisibleByNonPositive.describe(self.store);
                    return Err(Fault::new(n.start, n.end, message));
                }
                Ok(Head::Divisible(self.store.int_id(divisor)))
            }
            ("re.^" | "divisible", _) => Err(wrong_indices(name_token, name, "one index")),
            ("re.loop", _) => Err(wrong_indices(name_token, name, "one or two indices")),
            _ => {
                let message = format!("unknown indexed symbol `{name}`");
                let mut fault = Fault::new(name_token.start, name_token.end, message);
                fault.help = vocabulary::absent_symbol(name)
                    .map(|theory| format!("{} are not supported", theory.about));
                Err(fault)
            }
        }
    }

    /// A head in parentheses: `(_ f 1)` or `(as f S)`, after its opening parenthesis.
    pub(super) fn compound_head(&mut self, open: Token) -> Parsed<Head> {
        let token = self.lexer.next()?;
        match (token.kind, self.lexer.text(token)) {
            (Kind::Symbol, "_") => {
                let name = self.lexer.next()?;
                if self.symbol(name, "a symbol")? == "char" {
                    let message = "a character is not a function".to_owned();
                    return Err(self.fault_at_expression(open.start, message));
                }
                self.indexed(name)
            }
            (Kind::Symbol, "as") => {
                let name = self.lexer.next()?;
                if name.kind == Kind::Open {
                    // (as (_ f 1) S)
                    let head = self.compound_head(name)?;
                    self.sort()?;
                    self.expect(Kind::Close, "`)`")?;
                    return Ok(head);
                }
                self.symbol(name, "a symbol")?;
                let head = self.head(name)?;
                let at = self.lexer.peek()?.start;
                let wanted = self.sort()?;
                self.expect(Kind::Close, "`)`")?;
                let result = match head {
                    Head::Op(Op::Ite) => None,
                    Head::Op(op) => Some(op.info().result),
                    Head::Fun(fun) => Some(self.store.fun(fun).result),
                    Head::Macro(index) => Some(self.env.macro_at(index).result),
                    _ => None,
                };
                match result {
                    Some(result) if result != wanted => {
                        Err(self.wrong_qualification(name, at, wanted, result))
                    }
                    _ => Ok(head),
                }
            }
            _ => Err(Fault::new(
                open.start,
                open.end,
                "expected a function, found a parenthesis",
            )
            .help("only (_ f index) and (as f Sort) may stand in parentheses here")),
        }
    }

    fn wrong_qualification(&self, name: Token, at: usize, wanted: Sort, found: Sort) -> Box<Fault> {
        let message = format!(
            "`{}` has sort {}, not {}",
            self.lexer.text(name),
            self.store.sort_name(found),
            self.store.sort_name(wanted)
        );
        self.fault_at_expression(at, message)
    }

    /// `(as x S)` as a term by itself, after the word `as`.
    pub(super) fn qualified_constant(&mut self, open: Token) -> Parsed<bool> {
        let token = self.lexer.next()?;
        if token.kind == Kind::Open {
            // (as (_ char #x41) String)
            let inner = self.lexer.next()?;
            if self.lexer.text(inner) != "_" {
                return Err(self.unexpected(inner, "`_`"));
            }
            self.indexed_constant(token)?;
            let term = self.scratch.values.pop();
            self.scratch.starts.pop();
            self.sort()?;
            self.expect(Kind::Close, "`)`")?;
            if let Some(term) = term {
                self.push_value(term, open.start);
            }
            return Ok(true);
        }
        let name = self.symbol(token, "a symbol")?;
        let at = self.lexer.peek()?.start;
        let wanted = self.sort()?;
        self.expect(Kind::Close, "`)`")?;
        let unknown = self.env.lookup(name).is_none();
        if self.env.abstract_values && unknown && name.starts_with('@') {
            let value = self.store.constant(name, wanted);
            self.push_value(value, open.start);
            return Ok(true);
        }
        let term = self.constant(token)?;
        let found = self.store.sort(term);
        if found != wanted {
            return Err(self.wrong_qualification(token, at, wanted, found));
        }
        self.push_value(term, open.start);
        Ok(true)
    }
}

fn wrong_indices(token: Token, name: &str, wanted: &str) -> Box<Fault> {
    Fault::new(token.start, token.end, format!("`{name}` takes {wanted}"))
}
