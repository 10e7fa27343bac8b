//! Formulas of regression files with operators, sub-terms and constants exchanged.

use std::path::Path;

use sinew_base::Random;
use sinew_smtlib::{Command, Environment, Reader, print_term};
use sinew_term::{Op, Sort, Term, TermMap, TermStore, postorder_all, rebuild_bottom_up};

use super::formulas::{Name, TRUTHS};

/// Files, read.
#[derive(Default)]
pub(crate) struct Seeds(Vec<Seed>);

/// The assertions of a file without functions, sorts and quantifiers.
pub(crate) struct Seed {
    store: TermStore,
    constants: Vec<Term>,
    assertions: Vec<Term>,
    /// All sub-terms, and a few constants.
    parts: Vec<Term>,
}

const WORDS: &[&str] = &["", "a", "b", "ab", "aba", "0", "10", "abab"];

/// Operators that take the same arguments.
const ALIKE: &[&[Op]] = &[
    &[
        Op::Contains,
        Op::PrefixOf,
        Op::SuffixOf,
        Op::StrLt,
        Op::StrLe,
    ],
    &[Op::Le, Op::Lt, Op::Ge, Op::Gt, Op::Eq],
    &[Op::And, Op::Or, Op::Xor, Op::Implies],
    &[Op::Replace, Op::ReplaceAll],
    &[Op::ReplaceRe, Op::ReplaceReAll],
    &[Op::Add, Op::Sub],
    &[Op::ReUnion, Op::ReInter, Op::ReConcat, Op::ReDiff],
    &[Op::ReStar, Op::RePlus, Op::ReOpt, Op::ReComp],
    &[Op::Eq, Op::Distinct],
];

impl Seeds {
    /// The files below a folder that can be used.
    pub(crate) fn below(folder: &Path) -> Seeds {
        let (mut found, mut pending) = (Vec::new(), vec![folder.to_path_buf()]);
        while let Some(path) = pending.pop() {
            if let Ok(entries) = std::fs::read_dir(&path) {
                pending.extend(entries.flatten().map(|entry| entry.path()));
            } else if path.extension().is_some_and(|end| end == "smt2") {
                found.push(path);
            }
        }
        found.sort();
        Seeds(found.iter().filter_map(|path| Seed::read(path)).collect())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn pick(&self, random: &mut Random) -> &Seed {
        random.pick(&self.0)
    }
}

impl Seed {
    fn read(path: &Path) -> Option<Seed> {
        let text = std::fs::read(path).ok()?;
        let (mut store, mut environment) = (TermStore::new(), Environment::new());
        let mut reader = Reader::new();
        reader.feed(&text[..text.len().min(8000)]);
        let mut assertions = Vec::new();
        while let Some(read) = reader.next(&mut environment, &mut store) {
            if let Ok(Command::Assert { term, .. }) = read {
                assertions.push(term);
            }
        }
        let literals = [store.string(""), store.string("a"), store.string("b0")];
        let numbers = [0, 1, 2, 9].map(|number| store.int(number));
        let mut parts = postorder_all(&store, &assertions);
        let mut constants = Vec::new();
        for &part in &parts {
            let plain = matches!(
                store.sort(part),
                Sort::Bool | Sort::Int | Sort::String | Sort::RegLan
            );
            match store.op(part) {
                _ if !plain => return None,
                Op::Forall(_) | Op::Exists(_) | Op::Var(_) => return None,
                Op::Apply(_) if !store.args(part).is_empty() => return None,
                Op::Apply(_) if store.sort(part) == Sort::RegLan => return None,
                Op::Apply(_) => constants.push(part),
                _ => {}
            }
        }
        parts.extend(literals);
        parts.extend(numbers);
        let usable = !assertions.is_empty() && !constants.is_empty() && parts.len() < 300;
        usable.then_some(Seed {
            store,
            constants,
            assertions,
            parts,
        })
    }

    /// The constants, with random values.
    pub(crate) fn names(&self, random: &mut Random) -> Vec<Name> {
        let mut names = Vec::new();
        for &constant in &self.constants {
            let text = print_term(&self.store, constant);
            let number = random.below(5).to_string();
            names.push(match self.store.sort(constant) {
                Sort::Int => Name::value(&text, "Int", &number),
                Sort::Bool => Name::value(&text, "Bool", random.pick::<&str>(TRUTHS)),
                _ => Name::string(&text, random.pick::<&str>(WORDS)),
            });
        }
        names
    }

    /// A changed assertion.
    pub(crate) fn mutant(&self, random: &mut Random) -> String {
        let mut store = self.store.clone();
        let mut term = *random.pick(&self.assertions);
        for _ in 0..random.below(4) {
            let inside = postorder_all(&store, &[term]);
            let place = *random.pick(&inside);
            let sort = store.sort(place);
            let other = match random.chance(1, 2) {
                true => {
                    let fitting = |part: &&Term| self.store.sort(**part) == sort;
                    let fitting: Vec<Term> = self.parts.iter().filter(fitting).copied().collect();
                    match fitting.is_empty() {
                        true => continue,
                        false => *random.pick(&fitting),
                    }
                }
                false => {
                    let op = store.op(place);
                    let Some(alike) = ALIKE.iter().find(|ops| ops.contains(&op)) else {
                        continue;
                    };
                    let args = store.args(place).to_vec();
                    match store.try_mk(*random.pick(alike), &args) {
                        Ok(changed) if store.sort(changed) == sort => changed,
                        _ => continue,
                    }
                }
            };
            let mut cache = TermMap::default();
            let mut exchange = |_: &mut TermStore, part: Term| match part == place {
                true => other,
                false => part,
            };
            term = rebuild_bottom_up(&mut store, term, &mut cache, &mut exchange);
        }
        print_term(&store, term)
    }
}
