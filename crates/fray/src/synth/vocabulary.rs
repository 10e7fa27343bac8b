//! Narrow vocabularies: a few operators, one or two variables, two or three literals.
//!
//! Bugs hide where the same few things meet several times over: a term nested in
//! itself, one literal as pattern and as replacement. Of all small formulas these are a tiny part, so
//! that neither sampling nor walking through all shapes comes to them. A
//! [`Vocabulary`] is so small that its formulas of five operators are some hundreds, and a solver
//! gets dozens of them before the next one is drawn (swarm testing taken to its end; see
//! [`choice`](super::choice)).

use sinew_base::Random;
use sinew_term::{Op, Sort};

use super::exec::Value;
use super::grammar::{Grammar, Head, Production, Slot};
use super::soil::BROKEN;

/// Attempts to draw one whose operators all have a use.
const ATTEMPTS: usize = 100;

/// Numbers beyond the lengths of planted strings and the places in them, a little and far.
const BEYOND: [i64; 8] = [5, 6, 7, 9, 10, 17, 100, 65_536];

/// What formulas are made of for a while.
#[derive(Clone, Debug, Default)]
pub(super) struct Vocabulary {
    /// The productions that grow, by their numbers in the grammar.
    productions: Vec<usize>,
    /// Regular expressions without arguments that grow.
    pub(super) languages: Vec<usize>,
    pub(super) alphabet: Vec<u32>,
    pub(super) words: Vec<Value>,
    pub(super) numbers: Vec<Value>,
    /// How many variables of sort String there are.
    pub(super) strings: usize,
    /// How many of sort Int.
    pub(super) integers: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Connective,
    Predicate,
    Function,
    /// A regular expression with arguments that grow.
    Language,
    /// One without.
    FlatLanguage,
}

fn class(production: &Production) -> Class {
    let grows = |slot: &Slot| matches!(slot, Slot::Sort(_));
    match production.result {
        Sort::Bool if production.slots.contains(&Slot::Sort(Sort::Bool)) => Class::Connective,
        Sort::Bool => Class::Predicate,
        Sort::RegLan if production.slots.iter().any(grows) => Class::Language,
        Sort::RegLan => Class::FlatLanguage,
        _ => Class::Function,
    }
}

impl Vocabulary {
    /// Draws one.
    pub(super) fn draw(
        grammar: &Grammar,
        random: &mut Random,
        alphabet: Vec<u32>,
    ) -> Option<Vocabulary> {
        let mut drawn = Vocabulary {
            alphabet,
            strings: *random.pick(&[1, 1, 2, 2, 3]),
            integers: *random.pick(&[0, 1, 1, 2]),
            ..Vocabulary::default()
        };
        for _ in 0..ATTEMPTS {
            drawn.productions.clear();
            drawn.languages.clear();
            drawn.operators(grammar, random);
            if drawn.is_connected(grammar) {
                if drawn.reads_numerals(grammar) && random.chance(3, 4) {
                    drawn.alphabet = vec![0x30, *random.pick(&[0x30, 0x31, 0x39, 0x2d, 0x61])];
                }
                drawn.literals(random);
                return Some(drawn);
            }
        }
        None
    }

    /// Whether a production is among them.
    pub(super) fn has(&self, production: usize) -> bool {
        self.productions.contains(&production)
    }

    /// Whether some operator tells digits from other letters.
    fn reads_numerals(&self, grammar: &Grammar) -> bool {
        let numeral = |head| {
            use Op::{FromCode, FromInt, IsDigit, ToCode, ToInt};
            matches!(
                head,
                Head::Op(ToInt | FromInt | IsDigit | ToCode | FromCode)
            )
        };
        let mut used = self.productions.iter();
        used.any(|&number| numeral(grammar.productions[number].head))
    }

    fn literals(&mut self, random: &mut Random) {
        let letter = self.alphabet.first().copied().unwrap_or(0x61);
        let other = self.alphabet.last().copied().unwrap_or(letter);
        let words: [&[u32]; 6] = [
            &[],
            &[letter],
            &[other],
            &[letter, letter],
            &[letter, other],
            &[0x30],
        ];
        self.words.push(Value::Str([letter].into()));
        for _ in 0..*random.pick(&[0, 1, 1, 2]) {
            self.words.push(Value::Str((*random.pick(&words)).into()));
        }
        if random.chance(1, 24) {
            self.words.push(Value::string(random.pick::<&str>(&BROKEN)));
        }
        for _ in 0..2 {
            let numbers: &[i64] = match random.chance(1, 6) {
                true => &BEYOND,
                false => &[0, 0, 0, 1, 1, 2, -1, 3],
            };
            self.numbers.push(Value::int(*random.pick(numbers)));
        }
    }

    fn operators(&mut self, grammar: &Grammar, random: &mut Random) {
        let predicates = *random.pick(&[1, 1, 1, 2]);
        let functions = *random.pick(&[0, 1, 1, 2, 2, 2, 3, 3, 4]);
        let connectives = *random.pick(&[0, 0, 0, 1]);
        self.add(grammar, random, Class::Predicate, predicates);
        self.add(grammar, random, Class::Function, functions);
        self.add(grammar, random, Class::Connective, connectives);
        if self.sorts(grammar).contains(&Sort::RegLan) {
            let (languages, flat) = (*random.pick(&[1, 2, 2, 3, 4]), *random.pick(&[1, 1, 2]));
            self.add(grammar, random, Class::Language, languages);
            self.add(grammar, random, Class::FlatLanguage, flat);
        }
    }

    /// Adds some of a class; by weight, but not much.
    fn add(&mut self, grammar: &Grammar, random: &mut Random, wanted: Class, count: usize) {
        let fits = |p: &Production| !p.dialect && p.weight > 0 && class(p) == wanted;
        let mut table = Vec::new();
        let mut total = 0;
        for (number, production) in grammar.productions.iter().enumerate() {
            if fits(production) {
                // What is rare in growth must have its turn here.
                total += 2 + production.weight.min(8) as usize;
                table.push((total, number));
            }
        }
        let list = match wanted {
            Class::FlatLanguage => &mut self.languages,
            _ => &mut self.productions,
        };
        for _ in 0..count {
            let place = random.below(total);
            let at = table.partition_point(|&(up_to, _)| up_to <= place);
            if let Some(&(_, number)) = table.get(at)
                && !list.contains(&number)
            {
                list.push(number);
            }
        }
    }

    /// The sorts of terms that occur in formulas.
    fn sorts(&self, grammar: &Grammar) -> Vec<Sort> {
        let mut sorts = vec![Sort::Bool];
        let mut place = 0;
        while let Some(&sort) = sorts.get(place) {
            let of_sort = |&&number: &&usize| grammar.productions[number].result == sort;
            for &number in self.productions.iter().filter(of_sort) {
                for slot in &grammar.productions[number].slots {
                    if !sorts.contains(&slot.sort()) {
                        sorts.push(slot.sort());
                    }
                }
            }
            place += 1;
        }
        sorts
    }

    /// Whether every operator can occur in a formula, and strings do.
    fn is_connected(&self, grammar: &Grammar) -> bool {
        let sorts = self.sorts(grammar);
        let used = |&number: &usize| sorts.contains(&grammar.productions[number].result);
        sorts.contains(&Sort::String) && self.productions.iter().all(used)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::library::Library;

    #[test]
    fn every_operator_of_a_vocabulary_has_a_use() {
        let grammar = Library::built_in().grammar;
        let mut random = Random::new(5);
        let mut pairs = std::collections::BTreeSet::new();
        for _ in 0..4000 {
            let drawn = Vocabulary::draw(&grammar, &mut random, vec![0x61, 0x62]).expect("one");
            assert!(drawn.is_connected(&grammar));
            assert!(drawn.productions.len() <= 12 && drawn.words.len() <= 4);
            let languages = drawn.sorts(&grammar).contains(&Sort::RegLan);
            assert_eq!(languages, !drawn.languages.is_empty());
            for &a in &drawn.productions {
                pairs.extend(drawn.productions.iter().map(|&b| (a, b)));
            }
        }
        // Most pairs of operators meet within that many.
        let grown = grammar.productions.iter();
        let grown = grown.filter(|p| !p.dialect && p.weight > 0).count();
        assert!(
            pairs.len() * 2 > grown * grown,
            "{} of {grown}²",
            pairs.len()
        );
    }

    #[test]
    fn operators_that_read_numerals_get_some() {
        let grammar = Library::built_in().grammar;
        let mut random = Random::new(5);
        let (mut numeric, mut with_digits) = (0, 0);
        for _ in 0..2000 {
            let drawn = Vocabulary::draw(&grammar, &mut random, vec![0x61, 0x62]).expect("one");
            if drawn.reads_numerals(&grammar) {
                numeric += 1;
                with_digits += usize::from(drawn.alphabet.contains(&0x30));
            } else {
                assert_eq!(drawn.alphabet, [0x61, 0x62]);
            }
        }
        assert!(
            numeric > 200 && with_digits * 3 > numeric * 2,
            "{with_digits} of {numeric}"
        );
    }

    #[test]
    fn some_numbers_are_beyond_all_lengths() {
        let grammar = Library::built_in().grammar;
        let mut random = Random::new(5);
        let mut beyond = 0;
        for _ in 0..1000 {
            let drawn = Vocabulary::draw(&grammar, &mut random, vec![0x61, 0x62]).expect("one");
            let far = |value: &Value| BEYOND.iter().any(|&number| *value == Value::int(number));
            beyond += usize::from(drawn.numbers.iter().any(far));
        }
        assert!((200..400).contains(&beyond), "{beyond} of 1000");
    }
}
