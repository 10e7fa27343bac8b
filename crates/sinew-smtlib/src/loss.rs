//! What a script loses when one of its commands is not carried out, because it has an error or is
//! not supported.
//!
//! Reading goes on behind such a command, so what later queries are about is not what the script
//! says. A constraint that is missing makes them easier to satisfy: what is refuted without it is
//! refuted with it. A name without its meaning makes later commands fail that use it, unless it
//! means something else here; and a scope that was not opened or closed, or a command that nobody
//! knows, may change everything.

use sinew_term::{Sort, TermStore};

use crate::elaborate::{Elaborator, Scratch};
use crate::environment::Environment;
use crate::lexer::{Kind, Lexer, Token};
use crate::vocabulary::is_command;

/// What is lost with a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Nothing that an answer depends on.
    Nothing,
    /// A constraint of the current scope.
    Constraint,
    /// What names mean that mean nothing so far: later uses of them are errors.
    Meaning,
    /// What names mean that have another meaning here, with which later uses are read.
    OtherMeaning,
    /// Perhaps anything: scopes, or a command that is not known.
    Anything,
}

/// What kind of command a name belongs to.
enum Class {
    Harmless,
    Constraint,
    /// The second word is a symbol, or a sort.
    Declaration,
    /// The names stand in lists.
    Declarations,
    Other,
}

fn class(name: &str) -> Class {
    match name {
        "assert" | "assert-soft" | "minimize" | "maximize" | "rule" | "block-model"
        | "block-model-values" => Class::Constraint,
        "declare-const" | "declare-fun" | "declare-sort" | "define-const" | "define-fun"
        | "define-fun-rec" | "define-sort" | "declare-rel" | "declare-var" | "synth-fun" => {
            Class::Declaration
        }
        "declare-datatype"
        | "declare-datatypes"
        | "declare-codatatype"
        | "declare-codatatypes"
        | "define-funs-rec"
        | "declare-heap" => Class::Declarations,
        "apply" | "check-sat" | "check-sat-assuming" | "check-sat-using" | "check-synth"
        | "declare-pool" | "declare-tactic" | "display" | "echo" | "eval" | "exit" | "help"
        | "help-tactic" | "labels" | "query" | "set-info" | "set-logic" | "set-option"
        | "simplify" => Class::Harmless,
        name if name.starts_with("get-") => Class::Harmless,
        _ => Class::Other,
    }
}

/// What is lost with the text, which is a command or stands between two of them.
pub(crate) fn loss(
    text: &[u8],
    store: &mut TermStore,
    env: &Environment,
    scratch: &mut Scratch,
) -> Loss {
    let text = String::from_utf8_lossy(text);
    let words = Words::of(&text, env);
    if words.swallows {
        return Loss::Anything;
    }
    let Some(&(name, _)) = words.symbols.first().filter(|_| words.is_command) else {
        // Stray text has no command in it, unless it is quoted; `()` is none either.
        let empty = words.is_command && words.tokens <= 2;
        let quoted = !words.is_command && text.contains('(');
        return match empty || !words.is_command && !quoted {
            true => Loss::Nothing,
            false => Loss::Anything,
        };
    };
    let known = |name: &str| env.lookup(name).is_some() || env.sort_binding(name).is_some();
    let listed = &words.symbols[1..words.first_list.max(1)];
    match class(name) {
        Class::Harmless => Loss::Nothing,
        Class::Constraint
            if words
                .symbols
                .iter()
                .any(|&(name, named)| named && known(name)) =>
        {
            Loss::OtherMeaning
        }
        Class::Constraint => Loss::Constraint,
        Class::Declaration => match words.symbols.get(1) {
            None => Loss::Nothing,
            Some(&(other, _)) if !known(other) => Loss::Meaning,
            Some(_) if repeats(&text, store, env, scratch) => Loss::Meaning,
            Some(_) => Loss::OtherMeaning,
        },
        // Parameters and sorts in the list count too: they are not told apart.
        Class::Declarations if listed.iter().any(|&(name, _)| known(name)) => Loss::OtherMeaning,
        Class::Declarations if name == "define-funs-rec" => Loss::Meaning,
        // Constructors and selectors.
        Class::Declarations
            if words.symbols[1..]
                .iter()
                .any(|&(name, _)| env.lookup(name).is_some()) =>
        {
            Loss::OtherMeaning
        }
        Class::Declarations => Loss::Meaning,
        Class::Other => Loss::Anything,
    }
}

/// The symbols of a text.
struct Words<'a> {
    /// Each symbol, and whether it is a name given by `:named`.
    symbols: Vec<(&'a str, bool)>,
    /// How many of them stand before the end of the first list of the command.
    first_list: usize,
    /// Whether the text begins as a command does.
    is_command: bool,
    /// Whether there is another command inside, for want of a parenthesis.
    swallows: bool,
    tokens: usize,
}

impl<'a> Words<'a> {
    fn of(text: &'a str, env: &Environment) -> Words<'a> {
        let mut words = Words {
            symbols: Vec::new(),
            first_list: 0,
            is_command: text.starts_with('('),
            swallows: false,
            tokens: 0,
        };
        let mut lexer = Lexer::new(text);
        let (mut depth, mut before) = (0usize, "");
        loop {
            let token = match lexer.next() {
                Ok(Token {
                    kind: Kind::End, ..
                }) => return words,
                Ok(token) => token,
                Err(fault) => {
                    let end = fault.end.max(lexer.position() + 1);
                    if !text.is_char_boundary(end) || end >= text.len() {
                        return words;
                    }
                    lexer.skip_to(end);
                    continue;
                }
            };
            words.tokens += 1;
            let word = lexer.text(token);
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => {
                    depth = depth.saturating_sub(1);
                    if depth == 1 && words.first_list == 0 {
                        words.first_list = words.symbols.len();
                    }
                }
                Kind::Symbol | Kind::Quoted => {
                    let inside = before == "(" && depth > 1 && token.kind == Kind::Symbol;
                    words.swallows |= inside && is_command(word) && env.lookup(word).is_none();
                    words.symbols.push((word, before == ":named"));
                }
                _ => {}
            }
            before = match token.kind {
                Kind::Open | Kind::Keyword => word,
                _ => "",
            };
        }
    }
}

/// Whether the text declares a function or constant just as it is declared already.
fn repeats(text: &str, store: &mut TermStore, env: &Environment, scratch: &mut Scratch) -> bool {
    let mut e = Elaborator::new(text, store, env, scratch);
    let Some((name, params, result)) = rank(&mut e) else {
        return false;
    };
    let Some(fun) = env.declared(store, &name) else {
        return false;
    };
    let declared = store.fun(fun);
    env.definition(fun).is_none() && declared.params[..] == params[..] && declared.result == result
}

/// What a `declare-const` or `declare-fun` declares.
fn rank(e: &mut Elaborator<'_>) -> Option<(String, Vec<Sort>, Sort)> {
    let [_, command, name] = [e.lexer.next(), e.lexer.next(), e.lexer.next()];
    let command = e.lexer.text(command.ok()?);
    let name = e.symbol(name.ok()?, "a symbol").ok()?.to_owned();
    let mut params = Vec::new();
    match command {
        "declare-const" => {}
        "declare-fun" => {
            e.expect(Kind::Open, "a list of sorts").ok()?;
            while e.lexer.peek().ok()?.kind != Kind::Close {
                params.push(e.sort().ok()?);
            }
            e.lexer.next().ok()?;
        }
        _ => return None,
    }
    let result = e.sort().ok()?;
    let end = e.lexer.next().ok()?;
    (end.kind == Kind::Close).then_some((name, params, result))
}
