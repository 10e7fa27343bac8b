//! From assertions to arithmetic (*flatten*, §4.2): the Boolean structure stays, each atom about strings becomes a literal
//! that promises what the atom says where it holds, and what its negation says where it does not, as far as the formula may ask
//! for either. Terms of strings become words; functions get a variable or a number of their own and say what it is.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use sinew_base::{Budget, Integer, StopReason, Tuning};
use sinew_strings::RegexOfTerm;
use sinew_strings::linear::Linear;
use sinew_strings::polarity::{Polarity, polarities};
use sinew_strings::regular::language_of_atom;
use sinew_term::{Op, Sort, Term, TermMap, TermStore, postorder_all};

use super::construct::Equation;
use super::languages::Languages;
use super::letters::{Alphabet, Letters};
use super::promise::{Promise, Promises};
use super::shape::{Part, Shapes, VariableId, Word};
use super::shifts::least_period;
use crate::tuning::FLAT_DIGITS;

/// Why a problem cannot be flattened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stuck {
    /// The budget ended.
    Stopped(StopReason),
    /// There is something in it that has no flattening here.
    Foreign(&'static str),
}

impl From<StopReason> for Stuck {
    fn from(reason: StopReason) -> Stuck {
        Stuck::Stopped(reason)
    }
}

/// Assertions on their way to arithmetic.
pub(super) struct Flattener<'a> {
    pub(super) store: &'a mut TermStore,
    pub(super) promises: Promises,
    pub(super) budget: &'a Budget<'a>,
    /// The words of string terms.
    words: TermMap<Word>,
    /// What stands for terms of other sorts.
    forms: TermMap<Term>,
    /// What is said of numbers of strings by languages.
    compared: Compared,
    /// Strings that are longer than any numeral that is tried.
    pub(super) long: FxHashSet<Term>,
    /// The variables of the symbols of sort `String`.
    symbols: Vec<(Term, VariableId)>,
    /// The equations that atoms say, or their negations.
    pub(super) equations: Vec<Equation>,
}

/// A problem that was flattened.
#[derive(Clone)]
pub(super) struct Flattened {
    pub(super) promises: Promises,
    /// The string symbols of the input.
    pub(super) symbols: Vec<(Term, VariableId)>,
    /// The equations that always hold.
    pub(super) equations: Vec<Equation>,
    /// The longest of the least periods of its literals.
    pub(super) period: usize,
}

/// Flattens the conjunction of these assertions.
pub(super) fn flatten(
    store: &mut TermStore,
    assertions: &[Term],
    alphabet: Alphabet,
    tuning: &Tuning,
    budget: &Budget,
) -> Result<Flattened, Stuck> {
    let mut regexes = RegexOfTerm::default();
    let letters = Letters::of(store, assertions, &mut regexes, alphabet, tuning);
    let polarities = polarities(store, assertions, budget)?;
    let long = long_strings(store, assertions, tuning);
    let compared = Compared::of(store, assertions, &long, &mut regexes);
    let mut flattener = Flattener {
        compared,
        long,
        promises: Promises::new(Shapes::new(letters, tuning), Languages::new(regexes)),
        store,
        budget,
        words: TermMap::new(),
        forms: TermMap::new(),
        symbols: Vec::new(),
        equations: Vec::new(),
    };
    for term in postorder_all(flattener.store, assertions) {
        budget.spend(1)?;
        let polarity = polarities.get(term).copied().unwrap_or(Polarity::BOTH);
        flattener.take(term, polarity)?;
    }
    for &assertion in assertions {
        let form = flattener.form(assertion)?;
        flattener.promises.tell(form);
    }
    let (store, promises, symbols) = (flattener.store, flattener.promises, flattener.symbols);
    let mut equations = flattener.equations;
    let conjuncts = conjuncts(store, assertions);
    equations
        .retain(|equation| store.op(equation.atom) == Op::Eq && conjuncts.contains(&equation.atom));
    let terms = postorder_all(store, assertions);
    let literals = terms.iter().filter_map(|&term| store.str_value(term));
    Ok(Flattened {
        period: literals.map(least_period).max().unwrap_or(1),
        promises,
        symbols,
        equations,
    })
}

/// What the assertions say, but for conjunctions.
fn conjuncts(store: &TermStore, assertions: &[Term]) -> FxHashSet<Term> {
    let (mut found, mut left) = (FxHashSet::default(), assertions.to_vec());
    while let Some(term) = left.pop() {
        match store.op(term) {
            Op::And => left.extend_from_slice(store.args(term)),
            _ => {
                found.insert(term);
            }
        }
    }
    found
}

/// Strings that are longer than any numeral that is tried, whatever else holds. Their numbers have many zeros in front, or they have none.
fn long_strings(store: &TermStore, assertions: &[Term], tuning: &Tuning) -> FxHashSet<Term> {
    let digits = Integer::from(tuning.size(&FLAT_DIGITS) as u64);
    let difference = |term: Term| {
        let form = |at| Linear::of(store, store.arg(term, at));
        form(0).minus(&form(1))
    };
    let conjuncts = conjuncts(store, assertions);
    let long = conjuncts.into_iter().filter_map(|term| {
        let (negated, atom) = match store.op(term) {
            Op::Not => (true, store.arg(term, 0)),
            _ => (false, term),
        };
        // What is not below zero.
        let form = match (negated, store.op(atom)) {
            (false, Op::Ge) => difference(atom),
            (true, Op::Ge) => difference(atom).scaled(&Integer::MINUS_ONE).offset(-1),
            _ => return None,
        };
        let [(length, factor)] = &form.monomials[..] else {
            return None;
        };
        let is_long = factor.is_positive() && -&form.constant > &digits * factor;
        (is_long && store.op(*length) == Op::Len).then(|| store.arg(*length, 0))
    });
    long.collect()
}

/// Numbers of long strings that are compared with literals and with nothing else: languages say what is asked for, and need no numeral. For
/// shorter strings numerals are easier to find.
#[derive(Default)]
struct Compared {
    numbers: FxHashSet<Term>,
    /// The atoms that compare them.
    atoms: FxHashSet<Term>,
}

impl Compared {
    fn of(
        store: &TermStore,
        assertions: &[Term],
        long: &FxHashSet<Term>,
        regexes: &mut RegexOfTerm,
    ) -> Compared {
        let is_number =
            |&term: &Term| store.op(term) == Op::ToInt && long.contains(&store.arg(term, 0));
        let number = |term: Term| store.args(term).iter().copied().find(is_number);
        let terms = postorder_all(store, assertions);
        let mut compared = Compared {
            numbers: terms.iter().copied().filter(is_number).collect(),
            atoms: FxHashSet::default(),
        };
        for &term in &terms {
            let compares = matches!(store.op(term), Op::Eq | Op::Ge) && number(term).is_some();
            if compares && language_of_atom(store, regexes, term).is_some() {
                compared.atoms.insert(term);
                continue;
            }
            for arg in store.args(term) {
                compared.numbers.remove(arg);
            }
        }
        let numbers = &compared.numbers;
        let spared = |&atom: &Term| number(atom).is_some_and(|one| numbers.contains(&one));
        compared.atoms.retain(spared);
        compared
    }
}

impl Flattener<'_> {
    /// What stands for a term that is not a string.
    pub(super) fn form(&self, term: Term) -> Result<Term, Stuck> {
        let form = self.forms.get(term).copied();
        form.ok_or(Stuck::Foreign("a term without flattening"))
    }

    /// The word of a string term.
    pub(super) fn word(&self, term: Term) -> Result<Word, Stuck> {
        let word = self.words.get(term).cloned();
        word.ok_or(Stuck::Foreign("a string without flattening"))
    }

    /// An integer term as a linear form over symbols.
    pub(super) fn number(&mut self, term: Term) -> Result<Linear, Stuck> {
        let form = self.form(term)?;
        let linear = Linear::of(self.store, form);
        if linear
            .monomials
            .iter()
            .all(|&(atom, _)| self.store.is_symbol(atom))
        {
            return Ok(linear);
        }
        let symbol = self.fresh_number();
        let atom = symbol.to_term(self.store);
        let same = self.store.eq(atom, form);
        self.promises.tell(same);
        Ok(symbol)
    }

    pub(super) fn fresh_number(&mut self) -> Linear {
        self.promises.fresh_number(self.store)
    }

    /// A word of its own.
    pub(super) fn fresh_word(&mut self) -> Word {
        self.promises.fresh_word(self.store)
    }

    pub(super) fn length(&self, word: &Word) -> Linear {
        self.promises.length(word)
    }

    /// Takes a term whose arguments were taken.
    fn take(&mut self, term: Term, polarity: Polarity) -> Result<(), Stuck> {
        if self.compared.numbers.contains(&term) {
            return Ok(());
        }
        match self.store.sort(term) {
            Sort::String => {
                let word = self.string(term)?;
                self.words.insert(term, word);
            }
            Sort::RegLan => {}
            Sort::Bool if self.is_atom(term) => {
                let literal = self.store.fresh_constant("|atom", Sort::Bool);
                self.forms.insert(term, literal);
                if polarity.positive {
                    let meaning = self.atom(term, true)?;
                    let fact = self.store.implies(literal, meaning);
                    self.promises.tell(fact);
                }
                if polarity.negative {
                    let meaning = self.atom(term, false)?;
                    let fact = self.store.or(&[literal, meaning]);
                    self.promises.tell(fact);
                }
            }
            _ => {
                let form = self.other(term)?;
                self.forms.insert(term, form);
            }
        }
        Ok(())
    }

    /// Whether a Boolean term speaks of strings itself.
    fn is_atom(&self, term: Term) -> bool {
        let mut args = self.store.args(term).iter();
        self.compares(term)
            || !matches!(self.store.op(term), Op::Apply(_))
                && args.any(|&arg| matches!(self.store.sort(arg), Sort::String | Sort::RegLan))
    }

    /// Whether an atom about the number of a string is a language.
    pub(super) fn compares(&self, atom: Term) -> bool {
        self.compared.atoms.contains(&atom)
    }

    fn string(&mut self, term: Term) -> Result<Word, Stuck> {
        if let Some(text) = self.store.str_value(term) {
            let text = text.to_vec();
            let word = self.promises.shapes.literal(self.store, &text);
            return word.ok_or(Stuck::Foreign("a character without a letter"));
        }
        let args = self.store.args(term).to_vec();
        match self.store.op(term) {
            Op::Concat => {
                let words: Vec<Word> = args
                    .iter()
                    .map(|&arg| self.word(arg))
                    .collect::<Result<_, _>>()?;
                Ok(words.iter().flat_map(|word| word.iter().copied()).collect())
            }
            Op::Apply(_) if args.is_empty() => {
                let id = self.promises.shapes.variable(self.store);
                self.symbols.push((term, id));
                Ok(Rc::from([Part::Variable(id)]))
            }
            _ => self.function(term, &args),
        }
    }

    /// A term that is neither a string nor an atom about strings.
    fn other(&mut self, term: Term) -> Result<Term, Stuck> {
        let (op, args) = (self.store.op(term), self.store.args(term).to_vec());
        if matches!(op, Op::Forall(_) | Op::Exists(_) | Op::Var(_)) {
            return Err(Stuck::Foreign("quantifiers"));
        }
        let strings = |&arg: &Term| matches!(self.store.sort(arg), Sort::String | Sort::RegLan);
        if args.iter().any(strings) {
            return match op {
                Op::Apply(_) => Err(Stuck::Foreign("functions of strings")),
                _ => self.integer(term, &args),
            };
        }
        let forms: Vec<Term> = args
            .iter()
            .map(|&arg| self.form(arg))
            .collect::<Result<_, _>>()?;
        Ok(match forms == args {
            true => term,
            false => self.store.mk(op, &forms),
        })
    }

    /// A literal for the membership of a word that an atom says, or denies, if it says one.
    pub(super) fn regular(&mut self, term: Term, positive: bool) -> Result<Option<Term>, Stuck> {
        let shared = self.promises.languages.regexes.clone();
        let mut regexes = shared.borrow_mut();
        let Some((string, regex)) = language_of_atom(self.store, &mut regexes, term) else {
            return Ok(None);
        };
        let regexes = regexes.store_mut();
        let regex = match positive {
            true => regex,
            false => regexes.comp(regex),
        };
        let language = self
            .promises
            .languages
            .number(regexes, regex, self.budget)?;
        let word = self.word(string)?;
        let member = Promise::Member { word, language };
        Ok(Some(self.promises.promise(self.store, member)))
    }
}
