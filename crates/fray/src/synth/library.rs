//! The data that synthesis works with: operations, pools, equivalences, equalities, variants.
//!
//! All of it comes from TOML files with SMT-LIB terms inside. The files of this crate's `data`
//! folder are built in; a user's files are read at run time and add to them. Rules are checked
//! before use, by [`verify`](super::verify).

use sinew_term::{Op, Sort, Term, TermStore};

use super::exec::Value;
pub use super::format::LoadError;
use super::format::{
    ConstantData, EquivalenceData, FileData, OperationData, PoolData, VariableData, VariantData,
    declarations, error, operator, origin, sort,
};
use super::grammar::Grammar;
use super::law::{self, Law};
use super::regexes::{self, RegexData};
use super::syntax::parse;

const OPERATIONS: &str = include_str!("../../data/operations.toml");
const POOLS: &str = include_str!("../../data/pools.toml");
const EQUIVALENCES: &str = include_str!("../../data/equivalences.toml");
const EQUALITIES: &str = include_str!("../../data/equalities.toml");
const EXTENDED: &str = include_str!("../../data/extended.toml");
const GRAMMAR: &str = include_str!("../../data/grammar.toml");
const LAWS: &str = include_str!("../../data/laws.toml");
const REGEX: &str = include_str!("../../data/regex.toml");
const VARIANTS: &str = include_str!("../../data/variants.toml");

/// Whether something belongs to P0's own suite or was added to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Origin {
    /// Part of the published suite.
    Published,
    /// An addition.
    #[default]
    Extended,
    /// Part of the suite of regular expressions (P1).
    Regex,
}

/// An operation under test.
#[derive(Clone, Debug)]
pub struct Operation {
    /// Folder and file name.
    pub name: String,
    /// The folder for results that are false, if this is a predicate.
    pub negated: Option<String>,
    /// The operator.
    pub op: Op,
    /// Names and sorts of the arguments.
    pub args: Vec<(String, Sort)>,
    /// Sort of the result.
    pub result: Sort,
    /// Where it comes from.
    pub origin: Origin,
}

/// Constants of each sort.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    /// Strings, distinct.
    pub strings: Vec<Value>,
    /// Integers, distinct.
    pub integers: Vec<Value>,
}

impl Pool {
    /// The constants of one sort.
    #[must_use]
    pub fn of(&self, sort: Sort) -> &[Value] {
        match sort {
            Sort::String => &self.strings,
            Sort::Int => &self.integers,
            _ => &[],
        }
    }

    fn add(&mut self, data: PoolData) -> Result<(), LoadError> {
        for text in data.strings {
            if text.chars().any(|c| u32::from(c) > sinew_term::MAX_CHAR) {
                return Err(error(
                    "pool",
                    format!("{text:?} has a character above U+2FFFF"),
                ));
            }
            push_new(&mut self.strings, Value::string(&text));
        }
        for number in data.integers {
            push_new(&mut self.integers, Value::Int(number.value()?));
        }
        Ok(())
    }
}

/// An error if one of the rules has this name: their tests would have the same paths.
fn new_name<'a>(id: &str, mut known: impl Iterator<Item = &'a String>) -> Result<(), LoadError> {
    match known.any(|known| known == id) {
        true => Err(error(id, "there is a rule of this name already")),
        false => Ok(()),
    }
}

fn push_new(values: &mut Vec<Value>, value: Value) {
    if !values.contains(&value) {
        values.push(value);
    }
}

/// The two pools of one suite.
#[derive(Clone, Debug, Default)]
pub struct Pools {
    /// For constant assignment.
    pub constants: Pool,
    /// For term synthesis.
    pub terms: Pool,
}

/// `op(args) = result  ⇔  ∃ exists. formula`, or only ⇐.
#[derive(Clone, Debug)]
pub struct Equivalence {
    /// Its name, such as `E3`.
    pub id: String,
    /// Index of the operation.
    pub operation: usize,
    /// Folder name: the operation's, or its negated one.
    pub folder: String,
    /// `op(args) = result`.
    pub left: Term,
    /// The arguments.
    pub args: Vec<Term>,
    /// The result: a variable, or `true` or `false`.
    pub result: Term,
    /// The variables that are existential in the formula.
    pub exists: Vec<Term>,
    /// The formula, with patterns on its quantifiers.
    pub formula: Term,
    /// Variables that are not rewritten.
    pub skip: Vec<Term>,
    /// Whether the operation also implies the formula.
    pub both: bool,
    /// Where it comes from.
    pub origin: Origin,
}

/// What an equality is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Every value of `x`'s sort; `x` is the rule's variable.
    Variable(Term),
    /// A literal.
    Constant(Term),
}

/// `side ⇒ term = subject`.
#[derive(Clone, Debug)]
pub struct Equality {
    /// Its name, such as `NC1`.
    pub id: String,
    /// The variable or constant.
    pub subject: Subject,
    /// The rule's other variables.
    pub fresh: Vec<Term>,
    /// What it is equal to.
    pub term: Term,
    /// Under which condition.
    pub side: Option<Term>,
    /// Where it comes from.
    pub origin: Origin,
}

/// A reference semantics that deviates from SMT-LIB.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// What it is good for.
    pub about: String,
    /// Operator, parameters, meaning.
    pub definitions: Vec<(Op, Vec<Term>, Term)>,
}

/// Everything loaded, with the store its terms live in.
#[derive(Clone, Default)]
pub struct Library {
    /// Owner of the terms.
    pub store: TermStore,
    /// The operations, in the order that numbers tests.
    pub operations: Vec<Operation>,
    /// P0's pools.
    pub published: Pools,
    /// The pools of the extended suite.
    pub extended: Pools,
    /// The equivalences.
    pub equivalences: Vec<Equivalence>,
    /// The equalities.
    pub equalities: Vec<Equality>,
    /// The selectable semantics.
    pub variants: Vec<Variant>,
    /// What random growth is made of.
    pub grammar: Grammar,
    /// The laws.
    pub laws: Vec<Law>,
    /// What the pool of regular expressions is built from.
    pub regexes: RegexData,
}

impl Library {
    /// The built-in data.
    ///
    /// # Panics
    /// Never for a build that passed its tests: the built-in files are part of the program.
    #[must_use]
    pub fn built_in() -> Library {
        let mut library = Library::default();
        for text in [
            OPERATIONS,
            POOLS,
            EQUIVALENCES,
            EQUALITIES,
            EXTENDED,
            VARIANTS,
            GRAMMAR,
            LAWS,
            REGEX,
        ] {
            if let Err(error) = library.add(text) {
                panic!("built-in data: {error}");
            }
        }
        library
    }

    /// Drops the rules that are not P0's own.
    pub fn keep_published(&mut self) {
        self.equivalences
            .retain(|rule| rule.origin == Origin::Published);
        self.equalities
            .retain(|rule| rule.origin == Origin::Published);
    }

    /// Adds the contents of one data file.
    pub fn add(&mut self, text: &str) -> Result<(), LoadError> {
        let data: FileData = toml::from_str(text).map_err(|e| error("", e.to_string()))?;
        self.published.constants.add(data.published.constants)?;
        self.published.terms.add(data.published.terms)?;
        self.extended.constants.add(data.extended.constants)?;
        self.extended.terms.add(data.extended.terms)?;
        for operation in data.operation {
            self.add_operation(operation)?;
        }
        for equivalence in data.equivalence {
            self.add_equivalence(equivalence)?;
        }
        for rule in data.variable {
            self.add_variable_rule(rule)?;
        }
        for rule in data.constant {
            self.add_constant_rule(rule)?;
        }
        for variant in data.variant {
            self.add_variant(variant)?;
        }
        for production in data.production {
            self.grammar.add(production)?;
        }
        for law in data.law {
            let law = law::law(&mut self.store, law)?;
            new_name(&law.id, self.laws.iter().map(|known| &known.id))?;
            self.laws.push(law);
        }
        for text in &data.regex.leaves {
            self.regexes.leaves.push(regexes::read(text)?);
        }
        for text in &data.regex.extra {
            self.regexes.extra.push(regexes::read(text)?);
        }
        for row in &data.regex.parameters {
            let langs: Result<Vec<_>, _> = row.iter().map(|text| regexes::read(text)).collect();
            self.regexes.parameters.push(langs?);
        }
        self.regexes.powers.extend(data.regex.powers);
        self.regexes.loops.extend(data.regex.loops);
        Ok(())
    }

    fn add_operation(&mut self, data: OperationData) -> Result<(), LoadError> {
        let item = &data.name;
        let op = operator(item, &data.symbol)?;
        let args = declarations(item, &data.arguments)?;
        let result = sort(item, &data.result)?;
        if self.operations.iter().any(|known| known.name == *item) {
            return Err(error(item, "this operation exists already"));
        }
        if result == Sort::Bool && data.negated.is_none() {
            return Err(error(item, "a predicate needs `negated`"));
        }
        let terms: Vec<Term> = args
            .iter()
            .map(|(name, sort)| self.store.constant(name, *sort))
            .collect();
        match self.store.try_mk(op, &terms) {
            Ok(term) if self.store.sort(term) == result => {}
            Ok(term) => {
                let found = self.store.sort_name(self.store.sort(term));
                return Err(error(item, format!("the result has sort {found}")));
            }
            Err(problem) => return Err(error(item, problem.describe(&self.store))),
        }
        self.operations.push(Operation {
            origin: origin(item, data.suite)?,
            name: data.name,
            negated: data.negated,
            op,
            args,
            result,
        });
        Ok(())
    }

    fn add_equivalence(&mut self, data: EquivalenceData) -> Result<(), LoadError> {
        let item = data.id.as_str();
        new_name(item, self.equivalences.iter().map(|rule| &rule.id))?;
        let operation = self
            .operations
            .iter()
            .position(|known| known.name == data.op)
            .ok_or_else(|| error(item, format!("there is no operation `{}`", data.op)))?;
        let op = self.operations[operation].clone();
        let mut declared = op.args.clone();
        let result = match (&data.result, op.result) {
            (None, Sort::Bool) => self.store.bool(!data.negated),
            (Some(name), sort) if sort != Sort::Bool => {
                declared.push((name.clone(), sort));
                self.store.constant(name, sort)
            }
            _ => {
                return Err(error(
                    item,
                    "`result` is for operations that are no predicates",
                ));
            }
        };
        let exists = declarations(item, &data.exists)?;
        declared.extend(exists.iter().cloned());
        let formula = self.term(item, &data.formula, &declared, Sort::Bool)?;
        let constants = |store: &mut TermStore, names: &[(String, Sort)]| -> Vec<Term> {
            names.iter().map(|(n, s)| store.constant(n, *s)).collect()
        };
        let args = constants(&mut self.store, &op.args);
        let application = self.store.mk(op.op, &args);
        let skip: Vec<(String, Sort)> = declared
            .iter()
            .filter(|(name, _)| data.skip.contains(name))
            .cloned()
            .collect();
        if skip.len() != data.skip.len() {
            return Err(error(item, "`skip` names an undeclared variable"));
        }
        let both = match data.direction.as_str() {
            "both" => true,
            "sufficient" => false,
            other => return Err(error(item, format!("unknown direction `{other}`"))),
        };
        self.equivalences.push(Equivalence {
            folder: match (data.negated, &op.negated) {
                (true, Some(folder)) => folder.clone(),
                _ => op.name.clone(),
            },
            left: self.store.eq(application, result),
            operation,
            args,
            result,
            exists: constants(&mut self.store, &exists),
            formula,
            skip: constants(&mut self.store, &skip),
            both,
            origin: origin(item, data.suite)?,
            id: data.id,
        });
        Ok(())
    }

    fn add_variable_rule(&mut self, data: VariableData) -> Result<(), LoadError> {
        let item = data.id.as_str();
        let sort = sort(item, &data.sort)?;
        let fresh = declarations(item, &data.fresh)?;
        let mut declared = fresh.clone();
        declared.push(("x".to_owned(), sort));
        let subject = Subject::Variable(self.store.constant("x", sort));
        self.add_equality(
            data.id.clone(),
            subject,
            &fresh,
            &declared,
            (&data.term, sort, data.side.as_deref()),
            data.suite,
        )
    }

    fn add_constant_rule(&mut self, data: ConstantData) -> Result<(), LoadError> {
        let item = data.id.as_str();
        let value = parse(&mut self.store, &data.value, &[]).map_err(|e| error(item, e))?;
        if Value::of_literal(&self.store, value).is_none() {
            return Err(error(item, "`value` must be a literal"));
        }
        let fresh = declarations(item, &data.fresh)?;
        let sort = self.store.sort(value);
        self.add_equality(
            data.id.clone(),
            Subject::Constant(value),
            &fresh,
            &fresh,
            (&data.term, sort, data.side.as_deref()),
            data.suite,
        )
    }

    fn add_equality(
        &mut self,
        id: String,
        subject: Subject,
        fresh: &[(String, Sort)],
        declared: &[(String, Sort)],
        (term, sort, side): (&str, Sort, Option<&str>),
        suite: Option<String>,
    ) -> Result<(), LoadError> {
        new_name(&id, self.equalities.iter().map(|rule| &rule.id))?;
        let term = self.term(&id, term, declared, sort)?;
        let side = match side {
            Some(text) => Some(self.term(&id, text, declared, Sort::Bool)?),
            None => None,
        };
        let fresh = fresh.iter().map(|(n, s)| self.store.constant(n, *s));
        let fresh = fresh.collect();
        self.equalities.push(Equality {
            origin: origin(&id, suite)?,
            id,
            subject,
            fresh,
            term,
            side,
        });
        Ok(())
    }

    fn add_variant(&mut self, data: VariantData) -> Result<(), LoadError> {
        let item = data.name.as_str();
        let mut definitions = Vec::new();
        for definition in data.define {
            let op = operator(item, &definition.symbol)?;
            let parameters = declarations(item, &definition.parameters)?;
            let params: Vec<Term> = parameters
                .iter()
                .map(|(name, sort)| self.store.constant(name, *sort))
                .collect();
            let standard = self
                .store
                .try_mk(op, &params)
                .map_err(|problem| error(item, problem.describe(&self.store)))?;
            let sort = self.store.sort(standard);
            let body = self.term(item, &definition.term, &parameters, sort)?;
            definitions.push((op, params, body));
        }
        self.variants.push(Variant {
            name: data.name,
            about: data.about,
            definitions,
        });
        Ok(())
    }

    fn term(
        &mut self,
        item: &str,
        text: &str,
        declared: &[(String, Sort)],
        sort: Sort,
    ) -> Result<Term, LoadError> {
        let term = parse(&mut self.store, text, declared).map_err(|e| error(item, e))?;
        let found = self.store.sort(term);
        if found != sort {
            let (wanted, found) = (self.store.sort_name(sort), self.store.sort_name(found));
            return Err(error(
                item,
                format!("`{text}` must have sort {wanted}, but has sort {found}"),
            ));
        }
        Ok(term)
    }
}
