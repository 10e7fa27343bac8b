//! The format of the data files: TOML tables with SMT-LIB terms inside.
//!
//! What is here knows the notation and its errors; [`library`](super::library) knows what the
//! entries mean.

use std::fmt;

use serde::Deserialize;
use sinew_term::{Integer, Op, Sort};

use super::grammar::ProductionData;
use super::law::LawData;
use super::library::Origin;

/// What is wrong with a data file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    /// The rule or table concerned; empty if the file as a whole.
    pub item: String,
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.item.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.item, self.message)
        }
    }
}

impl std::error::Error for LoadError {}

pub(super) fn error(item: &str, message: impl Into<String>) -> LoadError {
    LoadError {
        item: item.to_owned(),
        message: message.into(),
    }
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct FileData {
    #[serde(default)]
    pub(super) operation: Vec<OperationData>,
    #[serde(default)]
    pub(super) published: PoolsData,
    #[serde(default)]
    pub(super) extended: PoolsData,
    #[serde(default)]
    pub(super) equivalence: Vec<EquivalenceData>,
    #[serde(default)]
    pub(super) variable: Vec<VariableData>,
    #[serde(default)]
    pub(super) constant: Vec<ConstantData>,
    #[serde(default)]
    pub(super) variant: Vec<VariantData>,
    #[serde(default)]
    pub(super) production: Vec<ProductionData>,
    #[serde(default)]
    pub(super) law: Vec<LawData>,
    #[serde(default)]
    pub(super) regex: RegexTable,
}

/// What the pool of regular expressions is built from, as text.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct RegexTable {
    #[serde(default)]
    pub(super) leaves: Vec<String>,
    #[serde(default)]
    pub(super) powers: Vec<u32>,
    #[serde(default)]
    pub(super) loops: Vec<(u32, u32)>,
    #[serde(default)]
    pub(super) extra: Vec<String>,
    #[serde(default)]
    pub(super) parameters: Vec<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OperationData {
    pub(super) name: String,
    pub(super) symbol: String,
    pub(super) arguments: String,
    pub(super) result: String,
    pub(super) negated: Option<String>,
    pub(super) suite: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct PoolsData {
    #[serde(default)]
    pub(super) constants: PoolData,
    #[serde(default)]
    pub(super) terms: PoolData,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct PoolData {
    #[serde(default)]
    pub(super) strings: Vec<String>,
    #[serde(default)]
    pub(super) integers: Vec<NumberData>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum NumberData {
    Small(i64),
    Large(String),
}

impl NumberData {
    pub(super) fn value(self) -> Result<Integer, LoadError> {
        match self {
            NumberData::Small(value) => Ok(Integer::from(value)),
            NumberData::Large(text) => text
                .parse()
                .map_err(|_| error("pool", format!("{text:?} is not an integer"))),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EquivalenceData {
    pub(super) id: String,
    pub(super) op: String,
    #[serde(default)]
    pub(super) negated: bool,
    pub(super) result: Option<String>,
    #[serde(default)]
    pub(super) exists: String,
    pub(super) formula: String,
    #[serde(default)]
    pub(super) skip: Vec<String>,
    pub(super) direction: String,
    pub(super) suite: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VariableData {
    pub(super) id: String,
    pub(super) sort: String,
    #[serde(default)]
    pub(super) fresh: String,
    pub(super) term: String,
    pub(super) side: Option<String>,
    pub(super) suite: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConstantData {
    pub(super) id: String,
    pub(super) value: String,
    #[serde(default)]
    pub(super) fresh: String,
    pub(super) term: String,
    pub(super) side: Option<String>,
    pub(super) suite: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VariantData {
    pub(super) name: String,
    pub(super) about: String,
    #[serde(default)]
    pub(super) define: Vec<DefinitionData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DefinitionData {
    pub(super) symbol: String,
    pub(super) parameters: String,
    pub(super) term: String,
}

pub(super) fn origin(item: &str, suite: Option<String>) -> Result<Origin, LoadError> {
    match suite.as_deref() {
        Some("published") => Ok(Origin::Published),
        None | Some("extended") => Ok(Origin::Extended),
        Some("regex") => Ok(Origin::Regex),
        Some(other) => Err(error(item, format!("unknown suite `{other}`"))),
    }
}

pub(super) fn operator(item: &str, symbol: &str) -> Result<Op, LoadError> {
    Op::TABLE
        .iter()
        .find(|row| row.name == symbol)
        .map(|row| row.op)
        .ok_or_else(|| error(item, format!("unknown symbol `{symbol}`")))
}

pub(super) fn sort(item: &str, name: &str) -> Result<Sort, LoadError> {
    match name {
        "Bool" => Ok(Sort::Bool),
        "Int" => Ok(Sort::Int),
        "String" => Ok(Sort::String),
        "RegLan" => Ok(Sort::RegLan),
        other => Err(error(item, format!("unknown sort `{other}`"))),
    }
}

/// Reads `name Sort, name Sort, …`.
pub(super) fn declarations(item: &str, text: &str) -> Result<Vec<(String, Sort)>, LoadError> {
    let mut result: Vec<(String, Sort)> = Vec::new();
    for part in text.split(',').filter(|part| !part.trim().is_empty()) {
        let words: Vec<&str> = part.split_whitespace().collect();
        let &[name, sort_name] = &words[..] else {
            return Err(error(item, format!("expected `name Sort`, found `{part}`")));
        };
        let symbol = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !name.starts_with(|c: char| c.is_ascii_digit());
        if !symbol {
            return Err(error(item, format!("`{name}` is not a plain name")));
        }
        if result.iter().any(|(known, _)| known == name) {
            return Err(error(item, format!("`{name}` is declared twice")));
        }
        result.push((name.to_owned(), sort(item, sort_name)?));
    }
    Ok(result)
}
