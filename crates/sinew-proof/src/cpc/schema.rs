//! Rules as data: patterns for the arguments and premises, a template for the conclusion.
//!
//! A schema is `(name (argument…) (premise…) conclusion guard…)`. In patterns and templates every symbol that is neither an
//! operator nor a bound name is a variable of the schema: `x` stands for one term, `x:Int` for one of that sort, `xs..` for a
//! list of arguments of the operator it occurs under. `(single (op …))` is the list, or its element if it has one
//! element. `(let ((k …)) …)` abbreviates. Guards are `(closed x)`, `(char x)`, `(not-char x)`; the latter
//! two ask whether a term is a literal of one character.
//!
//! Several schemas may have one name; the first whose patterns fit applies. Patterns are matched from left to right, arguments
//! before premises; one with a list in it must have all its variables bound before.

use rustc_hash::FxHashMap;

use super::op::{Known, Sort};
use super::sexpr::{Kind, Reader, code_points};
use super::subst::is_closed;
use super::term::{Outcome, Term, Terms};

pub use tables::Rewrite;
use tables::{REWRITES, SCHEMAS, schemas_of};

mod tables;

/// What terms may look like; what a template makes of them. Variables are numbered.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// This term.
    Term(Term),
    /// Any term.
    Variable(usize),
    /// Any number of arguments of the operator around it; bound to the list of them.
    Splice(usize),
    /// An application.
    App(Known, Vec<Pattern>),
    /// The list, or its element if it has one element.
    Single(Known, Vec<Pattern>),
}

/// An equation that holds for all values of its variables, provided that the premises, equations as well, do.
#[derive(Clone, Debug)]
pub struct Equation {
    /// The rule that concludes it.
    pub rule: &'static str,
    /// What the rule is given.
    pub arguments: Vec<Pattern>,
    /// Left and right sides of the premises.
    pub premises: Vec<(Pattern, Pattern)>,
    /// The left side.
    pub left: Pattern,
    /// The right side.
    pub right: Pattern,
    /// The sorts of the variables, where they are said.
    pub sorts: Vec<Option<Sort>>,
}

#[derive(Clone, Copy, Debug)]
enum Guard {
    Closed,
    Char,
    NotChar,
}

#[derive(Debug)]
struct Schema {
    arguments: Vec<Pattern>,
    premises: Vec<Pattern>,
    conclusion: Pattern,
    guards: Vec<(Guard, usize)>,
    sorts: Vec<Option<Sort>>,
}

/// The schemas that were used so far, by name: each is compiled when it is first used.
#[derive(Debug, Default)]
pub(crate) struct Schemas {
    compiled: FxHashMap<&'static str, Vec<Schema>>,
}

impl Schemas {
    /// The names of all rules in the tables.
    pub(crate) fn rules() -> impl Iterator<Item = &'static str> {
        SCHEMAS.iter().map(|&(name, _)| name)
    }

    /// The rules of the tables of rewrites, in their order.
    pub(crate) fn rewrites() -> &'static [Rewrite] {
        &REWRITES
    }

    /// A rewrite as an equation; nothing if it only looks like a rewrite.
    pub(crate) fn equation(terms: &mut Terms, rewrite: Rewrite) -> Outcome<Option<Equation>> {
        let schema = compile(terms, rewrite.text)?;
        let sides = |pattern: Pattern| match pattern {
            Pattern::App(Known::Eq, sides) => <[Pattern; 2]>::try_from(sides).ok(),
            _ => None,
        };
        let premises = schema.premises.into_iter().map(sides);
        let premises: Option<Vec<[Pattern; 2]>> = premises.collect();
        let (Some([left, right]), Some(premises)) = (sides(schema.conclusion), premises) else {
            return Ok(None);
        };
        Ok(Some(Equation {
            rule: rewrite.rule(),
            arguments: schema.arguments,
            premises: premises.into_iter().map(|[a, b]| (a, b)).collect(),
            left,
            right,
            sorts: schema.sorts,
        }))
    }

    /// What a rule concludes; nothing if there is no such rule.
    pub(crate) fn apply(
        &mut self,
        terms: &mut Terms,
        rule: &str,
        premises: &[Term],
        args: &[Term],
    ) -> Option<Outcome> {
        if !self.compiled.contains_key(rule) {
            let rows = schemas_of(rule);
            let &(name, _) = rows.first()?;
            let schemas = rows.iter().map(|&(_, text)| compile(terms, text));
            match schemas.collect() {
                Ok(schemas) => self.compiled.insert(name, schemas),
                Err(why) => return Some(Err(why)),
            };
        }
        let schemas = self.compiled.get(rule)?;
        let mut result = Err("the rule does not apply".into());
        for schema in schemas {
            result = schema.apply(terms, premises, args);
            if result.is_ok() {
                break;
            }
        }
        Some(result)
    }
}

impl Schema {
    fn apply(&self, terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
        if args.len() != self.arguments.len() {
            let count = self.arguments.len();
            return Err(format!("{count} arguments are needed, {} given", args.len()).into());
        }
        if premises.len() != self.premises.len() {
            let count = self.premises.len();
            return Err(format!("{count} premises are needed, {} given", premises.len()).into());
        }
        let mut bound: Vec<Option<Term>> = vec![None; self.sorts.len()];
        for (i, (pattern, &arg)) in self.arguments.iter().zip(args).enumerate() {
            if !self.matches(terms, pattern, arg, &mut bound)? {
                return Err(format!("argument {} is not of the form needed", i + 1).into());
            }
        }
        for (i, (pattern, &premise)) in self.premises.iter().zip(premises).enumerate() {
            if !self.matches(terms, pattern, premise, &mut bound)? {
                return Err(format!("premise {} is not of the form needed", i + 1).into());
            }
        }
        for &(guard, variable) in &self.guards {
            let Some(term) = bound[variable] else {
                return Err("a guard is about something unknown".into());
            };
            let char = terms.as_str(term).is_some_and(|word| word.len() == 1);
            let holds = match guard {
                Guard::Closed => is_closed(terms, term)?,
                Guard::Char => char,
                Guard::NotChar => !char,
            };
            if !holds {
                return Err("a side condition of the rule fails".into());
            }
        }
        build(terms, &self.conclusion, &bound)
    }

    fn matches(
        &self,
        terms: &mut Terms,
        pattern: &Pattern,
        term: Term,
        bound: &mut [Option<Term>],
    ) -> Outcome<bool> {
        match pattern {
            Pattern::Term(ground) => Ok(*ground == term),
            Pattern::Variable(variable) | Pattern::Splice(variable) => match bound[*variable] {
                Some(value) => Ok(value == term),
                None => {
                    bound[*variable] = Some(term);
                    Ok(self.sorts[*variable].is_none_or(|sort| terms.sort(term) == sort))
                }
            },
            Pattern::App(op, patterns) if !has_list(patterns) => {
                let args = match terms.match_app(*op, term) {
                    Some(args) if args.len() == patterns.len() => args.to_vec(),
                    _ => return Ok(false),
                };
                for (pattern, arg) in patterns.iter().zip(args) {
                    if !self.matches(terms, pattern, arg, bound)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Pattern::App(..) | Pattern::Single(..) => Ok(build(terms, pattern, bound)? == term),
        }
    }
}

fn has_list(patterns: &[Pattern]) -> bool {
    patterns
        .iter()
        .any(|pattern| matches!(pattern, Pattern::Splice(_)))
}

/// The term that a template stands for.
fn build(terms: &mut Terms, pattern: &Pattern, bound: &[Option<Term>]) -> Outcome {
    let value = |variable: usize| bound[variable].ok_or("a variable of the rule is not determined");
    match pattern {
        Pattern::Term(term) => Ok(*term),
        Pattern::Variable(variable) | Pattern::Splice(variable) => Ok(value(*variable)?),
        Pattern::App(op, patterns) | Pattern::Single(op, patterns) => {
            let mut args = Vec::with_capacity(patterns.len());
            for pattern in patterns {
                if let Pattern::Splice(variable) = pattern {
                    let list = value(*variable)?;
                    let Some(elements) = terms.elements(*op, list) else {
                        return Err(format!("a list of {} was expected", op.name()).into());
                    };
                    args.extend(elements);
                } else {
                    args.push(build(terms, pattern, bound)?);
                }
            }
            match pattern {
                Pattern::Single(..) => terms.list_or_single(*op, &args),
                _ => terms.app(*op, &args),
            }
        }
    }
}

/// The variables of a schema by name, and what names abbreviate.
struct Compiler<'a> {
    reader: Reader<'a>,
    variables: FxHashMap<String, usize>,
    sorts: Vec<Option<Sort>>,
    abbreviations: Vec<(String, Pattern)>,
}

fn compile(terms: &mut Terms, text: &str) -> Outcome<Schema> {
    let mut reader = Reader::new(text);
    let broken = |what: &str| format!("the table of schemas is broken: {what} in {text}");
    let root = reader.next().map_err(|error| broken(&error.message))?;
    let root = root.ok_or_else(|| broken("nothing"))?;
    let parts: Vec<u32> = reader.children(root).collect();
    let &[_, arguments, premises, conclusion, ref guards @ ..] = &parts[..] else {
        return Err(broken("too few parts").into());
    };
    let mut compiler = Compiler {
        reader,
        variables: FxHashMap::default(),
        sorts: Vec::new(),
        abbreviations: Vec::new(),
    };
    let arguments = compiler.patterns(terms, arguments)?;
    let premises = compiler.patterns(terms, premises)?;
    let conclusion = compiler.pattern(terms, conclusion)?;
    let mut found = Vec::new();
    for &guard in guards {
        let words: Vec<String> = (compiler.reader.children(guard))
            .map(|word| compiler.reader.text(word).to_owned())
            .collect();
        let [name, variable] = &words[..] else {
            return Err(broken("a guard").into());
        };
        let guard = match name.as_str() {
            "closed" => Guard::Closed,
            "char" => Guard::Char,
            "not-char" => Guard::NotChar,
            _ => return Err(broken("a guard").into()),
        };
        found.push((guard, compiler.variable(variable)));
    }
    Ok(Schema {
        arguments,
        premises,
        conclusion,
        guards: found,
        sorts: compiler.sorts,
    })
}

impl Compiler<'_> {
    fn variable(&mut self, word: &str) -> usize {
        let (name, sort) = match word.split_once(':') {
            Some((name, sort)) => (name, Sort::named(sort)),
            None => (word, None),
        };
        let next = self.sorts.len();
        let variable = *self.variables.entry(name.to_owned()).or_insert(next);
        if variable == next {
            self.sorts.push(sort);
        } else if sort.is_some() {
            self.sorts[variable] = sort;
        }
        variable
    }

    fn patterns(&mut self, terms: &mut Terms, list: u32) -> Outcome<Vec<Pattern>> {
        let children: Vec<u32> = self.reader.children(list).collect();
        children
            .into_iter()
            .map(|child| self.pattern(terms, child))
            .collect()
    }

    /// Recursion is bounded by the depth of the tables.
    fn pattern(&mut self, terms: &mut Terms, node: u32) -> Outcome<Pattern> {
        let text = self.reader.text(node);
        match self.reader.kind(node) {
            Kind::Str => return Ok(Pattern::Term(terms.string(&code_points(text))?)),
            Kind::List => {}
            _ => return self.word(terms, text),
        }
        let children: Vec<u32> = self.reader.children(node).collect();
        let Some(&head) = children.first() else {
            return Err("an empty pattern".into());
        };
        match (self.reader.text(head), &children[1..]) {
            ("let", &[bindings, body]) => {
                let bindings: Vec<u32> = self.reader.children(bindings).collect();
                let mark = self.abbreviations.len();
                for binding in bindings {
                    let pair: Vec<u32> = self.reader.children(binding).collect();
                    let &[name, value] = &pair[..] else {
                        return Err("a broken abbreviation".into());
                    };
                    let name = self.reader.text(name).to_owned();
                    let value = self.pattern(terms, value)?;
                    self.abbreviations.push((name, value));
                }
                let body = self.pattern(terms, body);
                self.abbreviations.truncate(mark);
                body
            }
            ("forall", &[binders, body]) if self.reader.kind(binders) == Kind::List => {
                let binders: Vec<u32> = self.reader.children(binders).collect();
                let mark = self.abbreviations.len();
                let mut variables = Vec::new();
                for binder in binders {
                    let pair: Vec<&str> = (self.reader.children(binder))
                        .map(|word| self.reader.text(word))
                        .collect();
                    let &[name, sort] = &pair[..] else {
                        return Err("a broken binder".into());
                    };
                    let sort = Sort::named(sort).ok_or("a broken binder")?;
                    let variable = terms.variable(name, sort)?;
                    variables.push(variable);
                    let name = name.to_owned();
                    self.abbreviations.push((name, Pattern::Term(variable)));
                }
                let list = Pattern::Term(terms.app(Known::List, &variables)?);
                let body = self.pattern(terms, body);
                self.abbreviations.truncate(mark);
                Ok(Pattern::App(Known::Forall, vec![list, body?]))
            }
            ("single", &[list]) => match self.pattern(terms, list)? {
                Pattern::App(op, patterns) if op.is_list() => Ok(Pattern::Single(op, patterns)),
                _ => Err("single of something that is no list".into()),
            },
            ("-", &[one]) => Ok(Pattern::App(Known::Neg, vec![self.pattern(terms, one)?])),
            (name, rest) => {
                let op = match name {
                    "-" => Some(Known::Sub),
                    name => Known::named(name),
                };
                let op = op.ok_or_else(|| format!("{name} is no operator"))?;
                let rest = rest.to_vec();
                let args: Outcome<Vec<Pattern>> = rest
                    .into_iter()
                    .map(|child| self.pattern(terms, child))
                    .collect();
                Ok(Pattern::App(op, args?))
            }
        }
    }

    fn word(&mut self, terms: &mut Terms, text: &str) -> Outcome<Pattern> {
        if let Some((_, pattern)) = (self.abbreviations.iter().rev()).find(|(name, _)| name == text)
        {
            return Ok(pattern.clone());
        }
        if let Some(list) = text.strip_suffix("..") {
            return Ok(Pattern::Splice(self.variable(list)));
        }
        if let Some(op) = Known::named(text) {
            return Ok(Pattern::Term(terms.app(op, &[])?));
        }
        if let Some(sort) = Sort::named(text) {
            return Ok(Pattern::Term(terms.sort_term(sort)?));
        }
        if let Ok(value) = text.parse::<i64>() {
            return Ok(Pattern::Term(terms.small(value)?));
        }
        if let Some((n, d)) = text.split_once('/')
            && let (Ok(n), Ok(d)) = (n.parse::<i64>(), d.parse::<i64>())
        {
            return Ok(Pattern::Term(super::rational::literal(
                terms,
                n.into(),
                d.into(),
            )?));
        }
        Ok(Pattern::Variable(self.variable(text)))
    }
}

#[cfg(test)]
mod soundness;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_a_rewrite_is_that_of_its_left_side() {
        let mut terms = Terms::new(u64::MAX);
        for &rewrite in Schemas::rewrites() {
            let equation = Schemas::equation(&mut terms, rewrite).expect("a table of ours");
            let head = match equation.map(|equation| equation.left) {
                Some(Pattern::App(op, _) | Pattern::Single(op, _)) => op.name(),
                Some(_) => "",
                None => continue,
            };
            assert_eq!(rewrite.head(), head, "{}", rewrite.rule());
        }
    }

    #[test]
    fn every_schema_compiles() {
        let mut terms = Terms::new(1_000_000);
        for (_, text) in &SCHEMAS {
            if let Err(why) = compile(&mut terms, text) {
                panic!("{text}: {why:?}");
            }
        }
        let count = SCHEMAS.len();
        assert!(count > 300, "{count}");
    }
}
