//! From the text of one command to a [`Command`], and its effect on the environment.
//!
//! Everything is checked before anything changes: a command that fails leaves no trace.

use rustc_hash::FxHashSet;
use sinew_term::{FunId, Sort, Term, TermStore};

use crate::command::{AttributeValue, Command};
use crate::diagnostic::{Fault, Parsed};
use crate::elaborate::{Elaborator, Scratch, settle};
use crate::environment::{Binding, Definition, Environment, SortBinding};
use crate::lexer::{Kind, Token};
use crate::suggest;
use crate::vocabulary::{DECLINED, command_names};

/// The deepest nesting of `push`; beyond it something is wrong with the script.
const MAX_LEVEL: u32 = 1_000_000;

/// What a command does to the environment once it has been read.
enum Effect {
    None,
    Declare(FunId),
    DeclareSort(String, u32),
    DefineSort(String, u32, Sort),
    Define(String, Vec<Term>, Sort, Term),
    DefineRec(Vec<Definition>),
    Push(u32),
    Pop(u32),
    Reset,
    ResetAssertions,
    GlobalDeclarations(bool),
}

struct Outcome {
    command: Command,
    effect: Effect,
    names: Vec<(String, Term)>,
    expanded: usize,
}

/// Reads the command that is all of `text`, and applies it to the environment.
pub(crate) fn parse_command(
    text: &str,
    store: &mut TermStore,
    env: &mut Environment,
    scratch: &mut Scratch,
) -> Parsed<Command> {
    let outcome = {
        let mut parser = CommandParser {
            e: Elaborator::new(text, store, env, scratch),
        };
        parser.command()?
    };
    env.note_expansion(text.len(), outcome.expanded);
    for (name, term) in &outcome.names {
        env.bind(name, Binding::Alias(*term));
    }
    match outcome.effect {
        Effect::None => {}
        Effect::Declare(fun) => env.declare(store, fun),
        Effect::DeclareSort(name, arity) => env.bind_sort(&name, SortBinding::Declared(arity)),
        Effect::DefineSort(name, arity, sort) => {
            env.bind_sort(&name, SortBinding::Defined(arity, sort));
        }
        Effect::Define(name, params, result, body) => env.define(&name, params, result, body),
        Effect::DefineRec(definitions) => {
            for definition in definitions {
                env.declare(store, definition.fun);
                env.define_recursive(definition);
            }
        }
        Effect::Push(count) => env.push(count),
        Effect::Pop(count) => {
            env.pop(count);
        }
        Effect::Reset => env.reset(),
        Effect::ResetAssertions => env.reset_assertions(),
        Effect::GlobalDeclarations(value) => env.global_declarations = value,
    }
    Ok(outcome.command)
}

struct CommandParser<'a> {
    e: Elaborator<'a>,
}

impl<'a> CommandParser<'a> {
    fn command(&mut self) -> Parsed<Outcome> {
        self.e.expect(Kind::Open, "a command in parentheses")?;
        let token = self.e.lexer.next()?;
        if token.kind != Kind::Symbol {
            return Err(self.e.unexpected(token, "the name of a command"));
        }
        let (mut command, effect) = self.named_command(token)?;
        let mut names = std::mem::take(&mut self.e.named);
        for (_, term) in &mut names {
            *term = settle(self.e.store, *term);
        }
        if let Command::Assert { names: listed, .. } = &mut command {
            listed.clone_from(&names);
        }
        Ok(Outcome {
            command,
            effect,
            names,
            expanded: self.e.expanded,
        })
    }

    fn named_command(&mut self, token: Token) -> Parsed<(Command, Effect)> {
        let name = self.e.lexer.text(token);
        let plain = |command| Ok((command, Effect::None));
        let command = match name {
            "assert" => return plain(self.assert()?),
            "declare-const" => return self.declare_fun(name, false),
            "declare-fun" => return self.declare_fun(name, true),
            "declare-sort" => return self.declare_sort(),
            "define-sort" => return self.define_sort(),
            "define-fun" => return self.define_fun(true),
            "define-const" => return self.define_fun(false),
            "define-fun-rec" => return self.define_fun_rec(),
            "define-funs-rec" => return self.define_funs_rec(),
            "set-option" => return self.set_option(),
            "push" => {
                let count = self.level_count(name)?;
                if self.e.env.level().saturating_add(count) > MAX_LEVEL {
                    let message = format!("more than {MAX_LEVEL} levels of `push`");
                    return Err(Fault::new(token.start, token.end, message));
                }
                return Ok((Command::Push(count), Effect::Push(count)));
            }
            "pop" => {
                let count = self.level_count(name)?;
                let level = self.e.env.level();
                if count > level {
                    let plural = if level == 1 { "" } else { "s" };
                    let message =
                        format!("cannot pop {count}: there are {level} level{plural} to pop");
                    return Err(Fault::new(token.start, token.end, message));
                }
                return Ok((Command::Pop(count), Effect::Pop(count)));
            }
            "reset" => {
                self.end(name)?;
                return Ok((Command::Reset, Effect::Reset));
            }
            "reset-assertions" => {
                self.end(name)?;
                return Ok((Command::ResetAssertions, Effect::ResetAssertions));
            }
            "set-logic" => {
                let token = self.e.lexer.next()?;
                Command::SetLogic(self.e.symbol(token, "the name of a logic")?.to_owned())
            }
            "set-info" => {
                let (keyword, value) = self.attribute()?;
                Command::SetInfo { keyword, value }
            }
            "get-info" => Command::GetInfo(self.keyword()?),
            "get-option" => Command::GetOption(self.keyword()?),
            "check-sat-assuming" => Command::CheckSatAssuming(self.terms(name, true)?),
            "get-value" => Command::GetValue(self.terms(name, false)?),
            "simplify" => return plain(Command::Simplify(self.term_before_options(name)?)),
            "eval" => return plain(Command::Eval(self.term_before_options(name)?)),
            "check-sat-using" => {
                self.skip_options()?;
                Command::CheckSatUsing
            }
            "echo" => Command::Echo(self.echo()?),
            "check-sat" => Command::CheckSat,
            "get-model" => Command::GetModel,
            "get-assignment" => Command::GetAssignment,
            "get-unsat-core" => Command::GetUnsatCore,
            "get-unsat-assumptions" => Command::GetUnsatAssumptions,
            "get-assertions" => Command::GetAssertions,
            "get-proof" => Command::GetProof,
            "exit" => Command::Exit,
            _ if DECLINED.contains(&name) => return plain(Command::Unsupported(name.to_owned())),
            _ => {
                let mut fault =
                    Fault::new(token.start, token.end, format!("unknown command `{name}`"));
                fault.help = suggest::did_you_mean(name, command_names());
                return Err(fault);
            }
        };
        self.end(name)?;
        plain(command)
    }

    /// The closing parenthesis of the command.
    fn end(&mut self, name: &str) -> Parsed<()> {
        let token = self.e.lexer.next()?;
        if token.kind == Kind::Close {
            return Ok(());
        }
        let message = format!("`{name}` takes nothing more here");
        Err(self.e.fault_at_expression(token.start, message))
    }

    fn assert(&mut self) -> Parsed<Command> {
        let term = self.e.term_of_sort(Sort::Bool, "an assertion")?;
        self.end("assert")?;
        let term = settle(self.e.store, term);
        // The names are added when the command is complete.
        let names = Vec::new();
        Ok(Command::Assert { term, names })
    }

    /// The term of Z3's `simplify` and `eval`, which take options after it.
    fn term_before_options(&mut self, name: &str) -> Parsed<Term> {
        let term = self.e.term()?;
        self.skip_options()?;
        self.end(name)?;
        Ok(settle(self.e.store, term))
    }

    fn skip_options(&mut self) -> Parsed<()> {
        while self.e.lexer.peek()?.kind != Kind::Close {
            self.e.lexer.skip_expression()?;
        }
        Ok(())
    }

    /// A parenthesised list of terms, each with its text.
    fn terms(&mut self, name: &str, assumptions: bool) -> Parsed<Vec<(Term, String)>> {
        let open = self
            .e
            .expect(Kind::Open, "a list of terms in parentheses")?;
        let mut terms = Vec::new();
        loop {
            let first = self.e.lexer.peek()?;
            if first.kind == Kind::Close {
                self.e.lexer.next()?;
                break;
            }
            let term = if assumptions {
                self.e.term_of_sort(Sort::Bool, "an assumption")?
            } else {
                self.e.term()?
            };
            let text = &self.e.lexer.source()[first.start..self.e.lexer.position()];
            terms.push((settle(self.e.store, term), text.to_owned()));
        }
        if terms.is_empty() && !assumptions {
            let message = format!("`{name}` needs at least one term");
            return Err(Fault::new(open.start, self.e.lexer.position(), message));
        }
        Ok(terms)
    }

    fn level_count(&mut self, name: &str) -> Parsed<u32> {
        let token = self.e.lexer.peek()?;
        let count = match token.kind {
            Kind::Close => 1,
            Kind::Numeral => {
                self.e.lexer.next()?;
                self.small_numeral(token)?
            }
            _ => return Err(self.e.unexpected(token, "a numeral")),
        };
        self.end(name)?;
        Ok(count)
    }

    fn small_numeral(&self, token: Token) -> Parsed<u32> {
        if token.kind != Kind::Numeral {
            return Err(self.e.unexpected(token, "a numeral"));
        }
        self.e.lexer.text(token).parse().map_err(|_| {
            let message = format!("this number is above {}", u32::MAX);
            Fault::new(token.start, token.end, message)
        })
    }

    // Declarations and definitions.

    fn declare_fun(&mut self, command: &str, with_params: bool) -> Parsed<(Command, Effect)> {
        let token = self.e.lexer.next()?;
        let name = self.e.fresh_name(token)?;
        let params = if with_params {
            self.sorts()?
        } else {
            Vec::new()
        };
        let result = self.e.sort()?;
        self.end(command)?;
        let fun = self.e.store.declare(name, &params, result);
        Ok((Command::DeclareFun(fun), Effect::Declare(fun)))
    }

    fn sorts(&mut self) -> Parsed<Vec<Sort>> {
        self.e
            .expect(Kind::Open, "a list of sorts in parentheses")?;
        let mut sorts = Vec::new();
        while self.e.lexer.peek()?.kind != Kind::Close {
            sorts.push(self.e.sort()?);
        }
        self.e.lexer.next()?;
        Ok(sorts)
    }

    fn fresh_sort_name(&mut self) -> Parsed<String> {
        let token = self.e.lexer.next()?;
        let name = self.e.symbol(token, "a symbol")?;
        let problem = if matches!(name, "Bool" | "Int" | "String" | "RegLan") {
            format!("`{name}` is a sort of the theory and cannot be declared")
        } else if self.e.env.sort_binding(name).is_some() {
            format!("the sort `{name}` is already declared")
        } else {
            return Ok(name.to_owned());
        };
        Err(Fault::new(token.start, token.end, problem))
    }

    fn declare_sort(&mut self) -> Parsed<(Command, Effect)> {
        let name = self.fresh_sort_name()?;
        let token = self.e.lexer.peek()?;
        let arity = if token.kind == Kind::Close {
            0
        } else {
            self.e.lexer.next()?;
            self.small_numeral(token)?
        };
        self.end("declare-sort")?;
        let effect = Effect::DeclareSort(name.clone(), arity);
        Ok((Command::DeclareSort { name, arity }, effect))
    }

    fn define_sort(&mut self) -> Parsed<(Command, Effect)> {
        let name = self.fresh_sort_name()?;
        self.e.expect(Kind::Open, "a list of parameters")?;
        let mut params: Vec<&str> = Vec::new();
        loop {
            let token = self.e.lexer.next()?;
            if token.kind == Kind::Close {
                break;
            }
            let param = self.e.symbol(token, "a parameter")?;
            if params.contains(&param) {
                let message = format!("the parameter `{param}` is listed twice");
                return Err(Fault::new(token.start, token.end, message));
            }
            if params.len() >= 64 {
                let message = "a sort takes at most 64 parameters";
                return Err(Fault::new(token.start, token.end, message));
            }
            params.push(param);
        }
        let sort = self.e.sort_with_params(&params)?;
        self.end("define-sort")?;
        let arity = u32::try_from(params.len()).unwrap_or(u32::MAX);
        let effect = Effect::DefineSort(name.clone(), arity, sort);
        Ok((Command::DefineSort { name, arity }, effect))
    }

    fn define_fun(&mut self, with_params: bool) -> Parsed<(Command, Effect)> {
        let token = self.e.lexer.next()?;
        let name = self.e.fresh_name(token)?.to_owned();
        let vars = if with_params {
            self.e.sorted_vars()?
        } else {
            Vec::new()
        };
        let result = self.e.sort()?;
        let params = self.e.bind_vars(&vars);
        let body = self.e.term_of_sort(result, "the body")?;
        self.e.unbind_all();
        self.end(if with_params {
            "define-fun"
        } else {
            "define-const"
        })?;
        let effect = Effect::Define(name.clone(), params.clone(), result, body);
        let command = Command::DefineFun {
            name,
            params,
            result,
            body,
        };
        Ok((command, effect))
    }

    /// `name ((x S) …) R`: name, parameters and result of a recursive function.
    fn signature(&mut self) -> Parsed<Signature> {
        let token = self.e.lexer.next()?;
        let name = self.e.fresh_name(token)?.to_owned();
        let vars = self.e.sorted_vars()?;
        let result = self.e.sort()?;
        let params: Vec<Sort> = vars.iter().map(|&(_, sort)| sort).collect();
        let fun = self.e.store.declare(&name, &params, result);
        Ok(Signature {
            name_token: token,
            fun,
            vars,
            result,
        })
    }

    fn define_fun_rec(&mut self) -> Parsed<(Command, Effect)> {
        let signature = self.signature()?;
        self.recursive(vec![signature], false)
    }

    fn define_funs_rec(&mut self) -> Parsed<(Command, Effect)> {
        self.e.expect(Kind::Open, "a list of functions")?;
        let mut signatures: Vec<Signature> = Vec::new();
        let mut names: FxHashSet<&str> = FxHashSet::default();
        loop {
            let open = self.e.lexer.next()?;
            match open.kind {
                Kind::Close => break,
                Kind::Open => {}
                _ => {
                    return Err(self
                        .e
                        .unexpected(open, "a function (name ((x Sort) …) Sort)"));
                }
            }
            let signature = self.signature()?;
            let name = self.e.lexer.text(signature.name_token);
            let token = signature.name_token;
            if !names.insert(name) {
                let message = format!("`{name}` is already defined");
                return Err(Fault::new(token.start, token.end, message));
            }
            self.e.expect(Kind::Close, "`)`")?;
            signatures.push(signature);
        }
        self.e.expect(Kind::Open, "a list of bodies")?;
        self.recursive(signatures, true)
    }

    /// The bodies of functions that may call one another, up to the end of the command.
    fn recursive(&mut self, signatures: Vec<Signature>, listed: bool) -> Parsed<(Command, Effect)> {
        for signature in &signatures {
            let name = self.e.lexer.text(signature.name_token);
            self.e.overlay(name, signature.fun);
        }
        let mut definitions = Vec::with_capacity(signatures.len());
        for signature in &signatures {
            let params = self.e.bind_vars(&signature.vars);
            let body = self.e.term_of_sort(signature.result, "the body")?;
            self.e.unbind_all();
            definitions.push(Definition {
                fun: signature.fun,
                params,
                body,
            });
        }
        if listed {
            self.e
                .expect(Kind::Close, "`)` after as many bodies as functions")?;
        }
        self.end(if listed {
            "define-funs-rec"
        } else {
            "define-fun-rec"
        })?;
        let funs = definitions.iter().map(|d| d.fun).collect();
        Ok((Command::DefineFunsRec(funs), Effect::DefineRec(definitions)))
    }

    // Options and attributes.

    fn keyword(&mut self) -> Parsed<String> {
        let token = self.e.expect(Kind::Keyword, "a keyword such as `:name`")?;
        Ok(self.e.lexer.text(token).to_owned())
    }

    fn attribute(&mut self) -> Parsed<(String, Option<AttributeValue>)> {
        let keyword = self.keyword()?;
        let token = self.e.lexer.peek()?;
        if token.kind == Kind::Close {
            return Ok((keyword, None));
        }
        let text = self.e.lexer.skip_expression()?;
        let value = match token.kind {
            Kind::Symbol | Kind::Quoted => {
                AttributeValue::Symbol(self.e.lexer.text(token).to_owned())
            }
            Kind::Numeral => AttributeValue::Numeral(self.e.numeral(token)?),
            Kind::String => AttributeValue::String(self.e.lexer.text(token).replace("\"\"", "\"")),
            _ => AttributeValue::Other(text.to_owned()),
        };
        Ok((keyword, Some(value)))
    }

    fn set_option(&mut self) -> Parsed<(Command, Effect)> {
        let token = self.e.lexer.peek()?;
        let (keyword, value) = self.attribute()?;
        let effect = match (keyword.as_str(), &value) {
            (":global-declarations", value) => {
                match value.as_ref().and_then(AttributeValue::as_bool) {
                    Some(value) => Effect::GlobalDeclarations(value),
                    None => return Err(wants_bool(token, &keyword)),
                }
            }
            _ => Effect::None,
        };
        self.end("set-option")?;
        Ok((Command::SetOption { keyword, value }, effect))
    }

    fn echo(&mut self) -> Parsed<String> {
        let token = self.e.expect(Kind::String, "a string literal")?;
        Ok(self.e.lexer.text(token).replace("\"\"", "\""))
    }
}

struct Signature {
    name_token: Token,
    fun: FunId,
    vars: Vec<(Token, Sort)>,
    result: Sort,
}

fn wants_bool(token: Token, keyword: &str) -> Box<Fault> {
    let message = format!("`{keyword}` is `true` or `false`");
    Fault::new(token.start, token.end, message)
}
