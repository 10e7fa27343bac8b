//! Models as solvers print them: z3's, cvc5's, cvc4's and our own, and replies to `get-value`.
//!
//! A model is a list of definitions, in parentheses, with or without the word `model`; lines such
//! as `sat` may come before it. Functions in it may use one another in any order, so all of them
//! are declared before any body is read.

use sinew_term::{FunId, Op, Sort, Term, TermStore};

use crate::diagnostic::{Diagnostic, Fault, Parsed, Position, locate};
use crate::elaborate::{Elaborator, MAX_TEXT, Scratch, settle};
use crate::environment::{Definition, Environment};
use crate::lexer::{Kind, Lexer, Token};

/// Reads a model, or a reply to `get-value`, in terms of the symbols of `env`. Values of declared
/// sorts become constants named as the solver named them. Of a `get-value` reply, pairs whose
/// term is not a declared constant are left out.
///
/// ```
/// use sinew_smtlib::{Environment, parse_model, parse_script, print_definition};
/// use sinew_term::TermStore;
/// let (mut store, mut env) = (TermStore::new(), Environment::new());
/// parse_script(&mut store, &mut env, "(declare-const x String)").unwrap();
/// let model = parse_model(&mut store, &env, "sat\n((define-fun x () String \"a\"))").unwrap();
/// assert_eq!(print_definition(&store, &model[0]), "(define-fun x () String \"a\")");
/// let reply = parse_model(&mut store, &env, "((x \"a\"))").unwrap();
/// assert_eq!(model, reply);
/// ```
pub fn parse_model(
    store: &mut TermStore,
    env: &Environment,
    text: &str,
) -> Result<Vec<Definition>, Diagnostic> {
    let fail = |fault: Box<Fault>| locate(text.as_bytes(), 0, 0, Position::START, *fault);
    if text.len() > MAX_TEXT {
        return Err(fail(Fault::new(0, 1, "this model is longer than 4 GB")));
    }
    let mut inner = env.clone();
    inner.abstract_values = true;
    // Solvers print today's escapes whatever the script was written in.
    inner.dialect = crate::Dialect::Standard;
    read(store, inner, text).map_err(fail)
}

/// One `define-fun` of the model.
struct Entry {
    fun: FunId,
    vars: Vec<(Token, Sort)>,
    result: Sort,
    body: usize,
}

fn read(store: &mut TermStore, mut env: Environment, text: &str) -> Parsed<Vec<Definition>> {
    let mut lexer = Lexer::new(text);
    // Answers before the model.
    let open = loop {
        let token = lexer.next()?;
        match token.kind {
            Kind::Open => break token,
            Kind::Symbol => {}
            Kind::End => {
                return Err(Fault::new(token.start, token.end, "there is no model here"));
            }
            _ => return Err(Fault::new(token.start, token.end, "expected a model")),
        }
    };
    let first = lexer.peek()?;
    // Whether there are parentheses around all definitions.
    let mut listed = true;
    match (first.kind, lexer.text(first)) {
        (Kind::Close, _) => {
            lexer.next()?;
            end(&mut lexer)?;
            return Ok(Vec::new());
        }
        (Kind::Symbol, "model") => {
            lexer.next()?;
        }
        (Kind::Symbol, "error") => {
            let message = "this is an error message, not a model";
            return Err(Fault::new(open.start, lexer.expression_end(open), message));
        }
        (Kind::Symbol, "define-fun" | "define-fun-rec" | "declare-fun") => {
            lexer.skip_to(open.start);
            listed = false;
        }
        (Kind::Open, _) => {
            let second = lexer.token_at(first.end)?;
            let is_model = second.kind == Kind::Symbol
                && matches!(
                    lexer.text(second),
                    "define-fun"
                        | "define-fun-rec"
                        | "define-funs-rec"
                        | "define-const"
                        | "declare-fun"
                        | "declare-const"
                        | "declare-sort"
                        | "declare-datatypes"
                        | "forall"
                );
            if !is_model {
                return values(store, &env, text, lexer.position());
            }
        }
        _ => {
            let message = "expected definitions, or pairs of terms and values";
            return Err(Fault::new(first.start, first.end, message));
        }
    }
    let mut scratch = Scratch::default();
    let entries = {
        let start = lexer.position();
        let list = listed.then_some(open);
        signatures(store, &mut env, text, start, list, &mut scratch)?
    };
    let mut definitions = Vec::with_capacity(entries.len());
    for entry in entries {
        let mut e = Elaborator::new(text, store, &env, &mut scratch);
        let params = e.bind_vars(&entry.vars);
        e.lexer.skip_to(entry.body);
        let body = body(&mut e, entry.result)?;
        definitions.push(Definition {
            fun: entry.fun,
            params,
            body,
        });
    }
    Ok(definitions)
}

/// The value of a definition. A lone name of an abstract value has the sort of the definition.
fn body(e: &mut Elaborator<'_>, result: Sort) -> Parsed<Term> {
    let token = e.lexer.peek()?;
    if matches!(token.kind, Kind::Symbol | Kind::Quoted) {
        let name = e.lexer.text(token);
        if name.starts_with('@') && e.env.lookup(name).is_none() {
            e.lexer.next()?;
            return Ok(e.store.constant(name, result));
        }
    }
    e.term_of_sort(result, "the value")
}

fn end(lexer: &mut Lexer<'_>) -> Parsed<()> {
    let token = lexer.next()?;
    if token.kind == Kind::End {
        return Ok(());
    }
    Err(Fault::new(
        token.start,
        lexer.expression_end(token),
        "the model ends before this",
    ))
}

/// First pass: declares every function of the model and notes where its value is.
fn signatures(
    store: &mut TermStore,
    env: &mut Environment,
    text: &str,
    start: usize,
    list: Option<Token>,
    scratch: &mut Scratch,
) -> Parsed<Vec<Entry>> {
    let mut entries = Vec::new();
    let mut declared: Vec<FunId> = Vec::new();
    let mut at = start;
    loop {
        for fun in declared.drain(..) {
            env.declare(store, fun);
        }
        let mut e = Elaborator::new(text, store, env, scratch);
        e.lexer.skip_to(at);
        let open = e.lexer.next()?;
        match open.kind {
            Kind::Close if list.is_some() => {
                let mut rest = e.lexer.clone();
                end(&mut rest)?;
                break;
            }
            Kind::End => match list {
                Some(list) => {
                    let message = "the model is never closed";
                    return Err(Fault::new(list.start, list.end, message));
                }
                None => break,
            },
            Kind::Open => {}
            _ => return Err(e.unexpected(open, "a definition")),
        }
        let word = e.lexer.next()?;
        let past = e.lexer.expression_end(open);
        match e.lexer.text(word) {
            "define-fun" | "define-fun-rec" | "define-const" => {
                let token = e.lexer.next()?;
                let name = e.symbol(token, "a symbol")?;
                let vars = if e.lexer.text(word) == "define-const" {
                    Vec::new()
                } else {
                    e.sorted_vars()?
                };
                let result = e.sort()?;
                let body = e.lexer.position();
                let params: Vec<Sort> = vars.iter().map(|&(_, sort)| sort).collect();
                let fun = e.store.declare(name, &params, result);
                declared.push(fun);
                entries.push(Entry {
                    fun,
                    vars,
                    result,
                    body,
                });
            }
            "declare-fun" | "declare-const" => {
                let token = e.lexer.next()?;
                let name = e.symbol(token, "a symbol")?;
                let mut params = Vec::new();
                if e.lexer.text(word) == "declare-fun" {
                    e.expect(Kind::Open, "a list of sorts")?;
                    while e.lexer.peek()?.kind != Kind::Close {
                        params.push(e.sort()?);
                    }
                    e.lexer.next()?;
                }
                let result = e.sort()?;
                declared.push(e.store.declare(name, &params, result));
            }
            // Sizes of universes, and sorts that the script declared already.
            "forall" | "declare-sort" | "set-info" => {}
            _ => return Err(e.unexpected(word, "a definition")),
        }
        at = past;
    }
    Ok(entries)
}

/// A reply to `get-value`: pairs of a term and its value.
fn values(
    store: &mut TermStore,
    env: &Environment,
    text: &str,
    start: usize,
) -> Parsed<Vec<Definition>> {
    let mut scratch = Scratch::default();
    let mut e = Elaborator::new(text, store, env, &mut scratch);
    e.lexer.skip_to(start);
    let mut definitions = Vec::new();
    loop {
        let open = e.lexer.next()?;
        match open.kind {
            Kind::Close => break,
            Kind::Open => {}
            _ => return Err(e.unexpected(open, "a pair (term value)")),
        }
        let term = e.term()?;
        let sort = e.store.sort(term);
        let value = body(&mut e, sort)?;
        let value = settle(e.store, value);
        e.expect(Kind::Close, "`)`")?;
        if let Op::Apply(fun) = e.store.op(term)
            && e.store.args(term).is_empty()
        {
            definitions.push(Definition {
                fun,
                params: Vec::new(),
                body: value,
            });
        }
    }
    end(&mut e.lexer)?;
    Ok(definitions)
}
