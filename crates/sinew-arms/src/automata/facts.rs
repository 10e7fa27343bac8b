//! What holds of strings under the engine's assignment, as constraints between classes.
//!
//! A variable is a class of the e-graph, or a string that nobody named. Constraints are the
//! definitions of the terms that decided atoms speak of, and what those atoms say. Each carries the
//! premises from which it follows, so that a set of constraints without a solution is a conflict.
//! What no constraint expresses is listed: without it there are more solutions, never fewer (P4 §4 calls that
//! an over-approximation), and a candidate has to be tried on it.

mod repeated;

use rustc_hash::FxHashMap;
use sinew_engine::{PluginContext, Premise};
use sinew_regex::Regex;
use sinew_regex::automata::Matches;
use sinew_strings::{RegexOfTerm, regular};
use sinew_term::{Op, Sort, Term, TermSet, TermStore, postorder_all};

use super::atoms::Atoms;
use super::languages::is_about_number;
use super::reasons::Reasons;

/// A string: its place in [`Facts::variables`].
pub(super) type Var = usize;

/// A function of one string that a transducer computes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Function {
    /// Matches of a regular language are replaced by a word.
    Replace(Matches, Regex, Vec<u32>),
    /// `str.to_lower`
    Lower,
    /// `str.to_upper`
    Upper,
}

/// What is known about strings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Constraint {
    /// The string is in the language, or is not.
    Member(Var, Regex, bool),
    /// The first is the concatenation of the others.
    Concat(Var, Vec<Var>),
    /// The first is the function's value of the second.
    Function(Var, Function, Var),
    /// The first is the second backwards.
    Reverse(Var, Var),
    /// The first is `substr` of the second, from this place and so many characters.
    Slice(Var, Var, Term, Term),
    /// The integer is `indexof` of the word in the string, from this place on.
    Index(Var, Term, Vec<u32>, Term),
    /// The integer is `to_code` of the string, or the string is `from_code` of the integer.
    Code(Var, Term, Direction),
    /// The first is not so related to the second.
    Not(Relation, Var, Var),
}

/// What may be denied of two strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Relation {
    /// They are the same.
    Equal,
    /// The first is a prefix of the second.
    Prefix,
    /// The first is a suffix of the second.
    Suffix,
    /// The first occurs in the second.
    Factor,
}

impl Relation {
    /// Whether these words are so related.
    pub(super) fn holds(self, first: &[u32], second: &[u32]) -> bool {
        match self {
            Relation::Equal => first == second,
            Relation::Prefix => second.starts_with(first),
            Relation::Suffix => second.ends_with(first),
            Relation::Factor => {
                first.is_empty() || second.windows(first.len()).any(|window| window == first)
            }
        }
    }
}

/// Which of a string and an integer is made of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Direction {
    /// `str.to_code`
    ToInteger,
    /// `str.from_code`
    ToString,
}

impl Constraint {
    /// The strings it speaks of.
    pub(super) fn variables(&self) -> Vec<Var> {
        match self {
            Constraint::Member(x, ..) | Constraint::Index(x, ..) | Constraint::Code(x, ..) => {
                vec![*x]
            }
            Constraint::Concat(x, parts) => [&[*x], &parts[..]].concat(),
            Constraint::Function(x, _, y)
            | Constraint::Reverse(x, y)
            | Constraint::Slice(x, y, ..)
            | Constraint::Not(_, x, y) => vec![*x, *y],
        }
    }
}

/// A constraint and what it follows from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fact {
    pub(super) constraint: Constraint,
    pub(super) premises: Vec<Premise>,
}

/// The classes of a set of facts, and the facts: what was found out about one set holds of another with this key,
/// places in the list included.
pub(super) type Key = (Vec<Option<Term>>, Vec<Fact>);

/// All that is known.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// The representative of the class, if the variable is one.
    pub(super) variables: Vec<Option<Term>>,
    pub(super) facts: Vec<Fact>,
    /// Decided comparisons of integers.
    pub(super) arithmetic: Vec<(Term, bool)>,
    /// What each of them rests on.
    pub(super) comparisons: Vec<Vec<Premise>>,
    /// The variables of strings whose lengths integers speak of.
    pub(super) lengths: FxHashMap<Term, Var>,
    /// Terms of strings, integers and truth values whose meaning the constraints do not express.
    pub(super) open: Vec<Term>,
    pub(super) numbers: FxHashMap<Term, Var>,
    /// Variables that are literals: their words, and the places of the facts that say so.
    pub(super) words: FxHashMap<Var, (Vec<u32>, usize)>,
}

impl Facts {
    /// Which variables have a part in more than memberships and disequalities.
    pub(super) fn related(&self, chosen: &dyn Fn(usize) -> bool) -> Vec<bool> {
        let mut related = vec![false; self.variables.len()];
        for (at, fact) in self.facts.iter().enumerate() {
            let alone = matches!(
                fact.constraint,
                Constraint::Member(..) | Constraint::Not(Relation::Equal, ..)
            );
            if !alone && chosen(at) {
                for x in fact.constraint.variables() {
                    related[x] = true;
                }
            }
        }
        related
    }

    /// What tells one set of facts from another.
    pub(super) fn key(&self) -> Key {
        (self.variables.clone(), self.facts.clone())
    }

    /// What was left out, in words.
    pub(super) fn weakened(&self, store: &TermStore) -> Option<&'static str> {
        Some(match store.op(*self.open.first()?) {
            Op::ToInt | Op::FromInt => "automata do not express conversions of numbers",
            Op::Replace | Op::ReplaceAll | Op::ReplaceRe | Op::ReplaceReAll => {
                "automata do not express replacements of or by a variable"
            }
            Op::IndexOf | Op::IndexOfRe => "automata do not express places of a variable",
            Op::Rev => "automata do not express that a word is another one reversed",
            Op::StrLt | Op::StrLe => "automata do not express the order of strings",
            Op::Apply(_) => "automata do not express functions",
            _ => "some constraints are not expressed by automata",
        })
    }

    /// The premises of some facts.
    pub(super) fn premises(&self, reasons: &Reasons) -> Vec<Premise> {
        let facts = reasons.iter().map(|at| &self.facts[at]);
        facts
            .flat_map(|fact| fact.premises.iter().copied())
            .collect()
    }

    /// The memberships of a variable.
    pub(super) fn memberships(&self, x: Var) -> (Vec<(Regex, bool)>, Reasons) {
        let mut literals = Vec::new();
        let mut reasons = Reasons::default();
        for (at, fact) in self.facts.iter().enumerate() {
            if let Constraint::Member(y, language, positive) = fact.constraint
                && x == y
            {
                literals.push((language, positive));
                reasons.insert(at);
            }
        }
        (literals, reasons)
    }
}

/// Reads the assignment.
pub(super) fn gather(
    cx: &mut PluginContext<'_, '_>,
    regexes: &mut RegexOfTerm,
    atoms: &Atoms,
) -> Facts {
    let decided = |terms: &[Term], cx: &PluginContext<'_, '_>| -> Vec<(Term, bool)> {
        let pairs = terms.iter().map(|&atom| (atom, cx.value(atom)));
        pairs
            .filter_map(|(atom, value)| Some((atom, value?)))
            .collect()
    };
    let (strings, arithmetic) = (decided(&atoms.strings, cx), decided(&atoms.arithmetic, cx));
    let mut roots = atoms.always.clone();
    roots.extend(strings.iter().chain(&arithmetic).map(|&(atom, _)| atom));
    let disequalities = cx.disequalities(Sort::String);
    roots.extend(disequalities.iter().flat_map(|&(a, b)| [a, b]));
    let mut gather = Gather {
        cx,
        regexes,
        facts: Facts {
            arithmetic,
            ..Facts::default()
        },
        distinct: &atoms.distinct,
    };
    let mut seen = TermSet::default();
    for term in postorder_all(gather.cx.store(), &roots) {
        let sort = gather.cx.store().sort(term);
        if matches!(sort, Sort::String | Sort::Int) && !seen.contains(term) {
            seen.insert(term);
            match sort {
                Sort::String => gather.define(term),
                _ => gather.number(term),
            }
        }
    }
    for (atom, value) in strings {
        gather.atom(atom, value);
    }
    for (a, b) in disequalities {
        gather.different(a, b);
    }
    gather.words_of_classes();
    for (atom, value) in gather.facts.arithmetic.clone() {
        let mut premises = gather.lengths_in(&[atom]);
        premises.push(Premise::Literal(atom, value));
        gather.facts.comparisons.push(premises);
        if is_about_number(gather.cx.store(), atom) {
            gather.regular(atom, value);
        }
    }
    gather.lengths_of_repeated();
    gather.facts
}

struct Gather<'a, 'b, 'c> {
    cx: &'a mut PluginContext<'b, 'c>,
    regexes: &'a mut RegexOfTerm,
    facts: Facts,
    /// Terms that say of more than two strings that they differ.
    distinct: &'a [Term],
}

impl Gather<'_, '_, '_> {
    /// The variable of a term's class.
    fn var(&mut self, term: Term) -> Var {
        let class = self.cx.representative(term);
        let facts = &mut self.facts;
        *facts.numbers.entry(class).or_insert_with(|| {
            facts.variables.push(Some(class));
            facts.variables.len() - 1
        })
    }

    /// A string without a name.
    fn fresh(&mut self) -> Var {
        self.facts.variables.push(None);
        self.facts.variables.len() - 1
    }

    /// Classes that the engine holds to be a literal which nothing asserted mentions are that literal all the same.
    fn words_of_classes(&mut self) {
        for x in 0..self.facts.variables.len() {
            if let Some(class) = self.facts.variables[x]
                && !self.facts.words.contains_key(&x)
                && let Some(value) = self.cx.value_of(class)
                && self.cx.store().str_value(value).is_some()
            {
                self.define(value);
            }
        }
    }

    fn add(&mut self, constraint: Constraint, about: &[Term], mut premises: Vec<Premise>) {
        for &term in about {
            let class = self.cx.representative(term);
            if class != term {
                premises.push(Premise::Equal(term, class));
            }
        }
        self.facts.facts.push(Fact {
            constraint,
            premises,
        });
    }

    /// The word that a term is known to be, with the premises for it.
    fn word(&self, term: Term, premises: &mut Vec<Premise>) -> Option<Vec<u32>> {
        let value = self.cx.value_of(term)?;
        if value != term {
            premises.push(Premise::Equal(term, value));
        }
        self.cx.store().str_value(value).map(<[u32]>::to_vec)
    }

    /// What a string term's operator says.
    fn define(&mut self, term: Term) {
        let store = self.cx.store();
        let args = store.args(term).to_vec();
        let x = match store.op(term) {
            Op::Apply(_) if args.is_empty() => {
                self.var(term);
                return;
            }
            Op::Str(_) => {
                let word = store.str_value(term).map(<[u32]>::to_vec);
                let word = word.unwrap_or_default();
                let language = self.regexes.store_mut().literal(&word);
                let x = self.var(term);
                self.facts.words.insert(x, (word, self.facts.facts.len()));
                self.add(Constraint::Member(x, language, true), &[term], Vec::new());
                return;
            }
            _ => self.var(term),
        };
        let about = |count: usize| [&[term], &args[..count]].concat();
        match self.cx.store().op(term) {
            Op::Concat => {
                let parts = args.iter().map(|&arg| self.var(arg)).collect();
                self.add(Constraint::Concat(x, parts), &about(args.len()), Vec::new());
            }
            Op::Replace | Op::ReplaceAll | Op::ReplaceRe | Op::ReplaceReAll => {
                let mut premises = Vec::new();
                match self.replacement(term, &mut premises) {
                    Some(function) => {
                        let y = self.var(args[0]);
                        self.add(Constraint::Function(x, function, y), &about(1), premises);
                    }
                    None => self.facts.open.push(term),
                }
            }
            op @ (Op::ToLower | Op::ToUpper) => {
                let function = match op {
                    Op::ToLower => Function::Lower,
                    _ => Function::Upper,
                };
                let y = self.var(args[0]);
                self.add(Constraint::Function(x, function, y), &about(1), Vec::new());
            }
            Op::Rev => {
                let y = self.var(args[0]);
                self.add(Constraint::Reverse(x, y), &about(1), Vec::new());
                self.facts.open.push(term);
            }
            Op::Substr => {
                let y = self.var(args[0]);
                let premises = self.lengths_in(&args[1..]);
                let slice = Constraint::Slice(x, y, args[1], args[2]);
                self.add(slice, &about(1), premises);
            }
            Op::At => {
                let (y, one) = (self.var(args[0]), self.cx.store_mut().int(1));
                let premises = self.lengths_in(&args[1..]);
                self.add(Constraint::Slice(x, y, args[1], one), &about(1), premises);
            }
            Op::FromCode => {
                let premises = self.lengths_in(&args);
                let code = Constraint::Code(x, args[0], Direction::ToString);
                self.add(code, &about(0), premises);
            }
            op => self.opaque(term, x, op),
        }
    }

    /// That the strings whose lengths occur in integers are in their classes; the lengths are
    /// remembered.
    fn lengths_in(&mut self, integers: &[Term]) -> Vec<Premise> {
        let mut premises = Vec::new();
        for term in postorder_all(self.cx.store(), integers) {
            if self.cx.store().op(term) == Op::Len {
                let string = self.cx.store().arg(term, 0);
                let x = self.var(string);
                self.facts.lengths.insert(string, x);
                let class = self.cx.representative(string);
                if class != string {
                    premises.push(Premise::Equal(string, class));
                }
            }
        }
        premises
    }

    /// A string of which only a language is known.
    fn opaque(&mut self, term: Term, x: Var, op: Op) {
        self.facts.open.push(term);
        let store = self.regexes.store_mut();
        let language = match op {
            // A numeral without leading zeros, or nothing.
            Op::FromInt => {
                let (zero, first) = (store.literal(&[0x30]), store.range(0x31, 0x39));
                let digit = store.range(0x30, 0x39);
                let more = store.star(digit);
                let (long, nothing) = (store.concat(first, more), store.epsilon());
                store.union(&[nothing, zero, long])
            }
            _ => return,
        };
        self.add(Constraint::Member(x, language, true), &[term], Vec::new());
    }

    /// The replacement that a term makes, if its pattern and what it puts in are known.
    fn replacement(&mut self, term: Term, premises: &mut Vec<Premise>) -> Option<Function> {
        let store = self.cx.store();
        let (op, pattern, new) = (store.op(term), store.arg(term, 1), store.arg(term, 2));
        let matches = match op {
            Op::Replace | Op::ReplaceRe => Matches::First,
            _ => Matches::All,
        };
        let pattern = match op {
            Op::Replace | Op::ReplaceAll => {
                let word = self.word(pattern, premises)?;
                self.regexes.store_mut().literal(&word)
            }
            _ => self.regexes.regex_of_term(store, pattern)?,
        };
        let new = self.word(new, premises)?;
        Some(Function::Replace(matches, pattern, new))
    }

    /// An integer term: what it says of strings is left open, but for lengths.
    fn number(&mut self, term: Term) {
        match self.cx.store().op(term) {
            Op::Len => {
                let string = self.cx.store().arg(term, 0);
                self.var(string);
            }
            Op::IndexOf => self.index(term),
            Op::ToCode => {
                let string = self.cx.store().arg(term, 0);
                let x = self.var(string);
                let code = Constraint::Code(x, term, Direction::ToInteger);
                self.add(code, &[string], Vec::new());
            }
            Op::IndexOfRe | Op::ToInt => self.facts.open.push(term),
            Op::Apply(_) if !self.cx.store().args(term).is_empty() => self.facts.open.push(term),
            _ => {}
        }
    }

    /// Where a word is first found; a needle that is no word, or nothing, is left open.
    fn index(&mut self, term: Term) {
        let args = self.cx.store().args(term).to_vec();
        let mut premises = self.lengths_in(&args[2..]);
        match self.word(args[1], &mut premises) {
            Some(needle) if !needle.is_empty() => {
                let x = self.var(args[0]);
                let constraint = Constraint::Index(x, term, needle, args[2]);
                self.add(constraint, &args[..1], premises);
            }
            _ => self.facts.open.push(term),
        }
    }

    /// What a decided atom says of one string, if that is a language.
    fn regular(&mut self, atom: Term, value: bool) -> bool {
        let said = regular::language_of_atom(self.cx.store(), self.regexes, atom);
        if let Some((string, language)) = said {
            let (x, premises) = (self.var(string), vec![Premise::Literal(atom, value)]);
            self.add(Constraint::Member(x, language, value), &[string], premises);
        }
        said.is_some()
    }

    /// What a decided atom says.
    fn atom(&mut self, atom: Term, value: bool) {
        let premises = vec![Premise::Literal(atom, value)];
        let args = self.cx.store().args(atom).to_vec();
        if self.regular(atom, value) {
            return;
        }
        match (self.cx.store().op(atom), value) {
            // Classes and disequalities say it.
            (Op::Eq, _) => {}
            (Op::PrefixOf, true) => {
                let (part, whole, rest) = (self.var(args[0]), self.var(args[1]), self.fresh());
                self.add(Constraint::Concat(whole, vec![part, rest]), &args, premises);
            }
            (Op::SuffixOf, true) => {
                let (part, whole, rest) = (self.var(args[0]), self.var(args[1]), self.fresh());
                self.add(Constraint::Concat(whole, vec![rest, part]), &args, premises);
            }
            (Op::Contains, true) => {
                let (whole, part) = (self.var(args[0]), self.var(args[1]));
                let parts = vec![self.fresh(), part, self.fresh()];
                self.add(Constraint::Concat(whole, parts), &args, premises);
            }
            (op @ (Op::PrefixOf | Op::SuffixOf), false) => self.absent(op, args[1], args[0], atom),
            (Op::Contains, false) => self.absent(Op::Contains, args[0], args[1], atom),
            _ => self.facts.open.push(atom),
        }
    }

    /// A string that does not occur in another, or not at an end of it. If it is known, a language says so.
    fn absent(&mut self, op: Op, whole: Term, part: Term, atom: Term) {
        let mut premises = vec![Premise::Literal(atom, false)];
        let (x, y) = (self.var(whole), self.var(part));
        if let Some(word) = self.word(part, &mut premises) {
            let language = match op {
                Op::PrefixOf => regular::beginning_with,
                Op::SuffixOf => regular::ending_with,
                _ => regular::containing,
            };
            let occurs = language(self.regexes.store_mut(), &word);
            self.add(Constraint::Member(x, occurs, false), &[whole], premises);
            return;
        }
        let nothing = self.regexes.store_mut().epsilon();
        let empty = Constraint::Member(y, nothing, false);
        self.add(empty, &[part], premises.clone());
        // Where nothing is known about all of it, what is said of ends (P4 §4) can be cut.
        let relations: &[Relation] = match op {
            Op::PrefixOf => &[Relation::Prefix],
            Op::SuffixOf => &[Relation::Suffix],
            _ => &[Relation::Prefix, Relation::Suffix, Relation::Factor],
        };
        for &relation in relations {
            let fact = Constraint::Not(relation, y, x);
            self.add(fact, &[whole, part], premises.clone());
        }
    }

    /// Two strings that differ; to differ from a literal is a language. Where an equation says so its atom has been looked at.
    fn different(&mut self, a: Term, b: Term) {
        let premises = vec![Premise::Disequal(a, b)];
        for (string, literal) in [(a, b), (b, a)] {
            let store = self.cx.store();
            let Some(word) = store.str_value(literal) else {
                continue;
            };
            let both = |&term: &Term| [a, b].iter().all(|t| store.args(term).contains(t));
            if !self.distinct.iter().any(both) {
                return;
            }
            let language = self.regexes.store_mut().literal(word);
            let x = self.var(string);
            let member = Constraint::Member(x, language, false);
            self.add(member, &[string], premises);
            return;
        }
        let (x, y) = (self.var(a), self.var(b));
        self.add(Constraint::Not(Relation::Equal, x, y), &[a, b], premises);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was found out about one set of facts must not be taken for what another one says, though they rest on
    /// the same premises (none, where operators speak for themselves) and speak of the same classes.
    #[test]
    fn constraints_tell_sets_of_facts_apart() {
        let mut store = TermStore::new();
        let [x, y] = ["x", "y"].map(|name| store.constant(name, Sort::String));
        let concat = |parts: Vec<Var>| Constraint::Concat(0, parts);
        let facts = |constraints: Vec<Constraint>| Facts {
            variables: vec![Some(x), Some(y)],
            facts: (constraints.into_iter())
                .map(|constraint| Fact {
                    constraint,
                    premises: Vec::new(),
                })
                .collect(),
            ..Facts::default()
        };
        let sets = [
            vec![concat(vec![1])],
            vec![concat(vec![1, 1])],
            vec![concat(vec![1]), concat(vec![1, 1])],
            vec![concat(vec![1, 1]), concat(vec![1])],
        ];
        for (at, one) in sets.iter().enumerate() {
            for (other_at, other) in sets.iter().enumerate() {
                let same = facts(one.clone()).key() == facts(other.clone()).key();
                assert_eq!(same, at == other_at, "{one:?} {other:?}");
            }
        }
    }
}
