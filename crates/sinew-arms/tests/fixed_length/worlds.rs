//! Random string terms over two variables, and random words for these.

use rustc_hash::FxHashMap;
use sinew_base::Random;
use sinew_regex::Regex;
use sinew_semantics::{Model, Value};
use sinew_strings::RegexOfTerm;
use sinew_term::{FunId, Op, Sort, Term, TermStore};

pub(crate) struct World {
    pub(crate) store: TermStore,
    pub(crate) regexes: RegexOfTerm,
    pub(crate) vars: Vec<Term>,
    pub(crate) dice: Random,
}

const WORDS: [&str; 7] = ["", "a", "b", "ab", "ba", "1", "10"];
/// The characters that brute force tries: those that occur, and two that do not.
pub(crate) const LETTERS: [u32; 6] = [97, 98, 48, 49, 120, 121];

impl World {
    pub(crate) fn new(seed: u64) -> World {
        let mut store = TermStore::new();
        let vars = ["x", "y"]
            .iter()
            .map(|name| store.constant(name, Sort::String))
            .collect();
        World {
            store,
            regexes: RegexOfTerm::default(),
            vars,
            dice: Random::new(seed),
        }
    }

    pub(crate) fn word(&mut self, depth: usize) -> Term {
        if depth == 0 || self.dice.below(3) == 0 {
            return match self.dice.below(3) {
                0 => {
                    let word = WORDS[self.dice.below(WORDS.len())];
                    self.store.string(word)
                }
                _ => self.vars[self.dice.below(2)],
            };
        }
        let (s, t, u) = (
            self.word(depth - 1),
            self.word(depth - 1),
            self.word(depth - 1),
        );
        let (i, n) = (self.small(), self.small());
        match self.dice.below(12) {
            10 => {
                let language = self.language();
                self.store.replace_re(s, language, t)
            }
            11 => {
                let language = self.language();
                self.store.replace_re_all(s, language, t)
            }
            0 | 1 => self.store.concat(&[s, t]),
            2 => self.store.at(s, i),
            3 => self.store.substr(s, i, n),
            4 => self.store.replace(s, t, u),
            5 => self.store.replace_all(s, t, u),
            6 => self.store.rev(s),
            7 => self.store.update(s, i, t),
            8 => self.store.from_int(n),
            _ => self.store.to_upper(s),
        }
    }

    /// A number, or a function of variables.
    fn small(&mut self) -> Term {
        let depth = usize::from(self.dice.chance(1, 3));
        self.int(depth)
    }

    pub(crate) fn int(&mut self, depth: usize) -> Term {
        if depth == 0 {
            let value = self.dice.below(4) as i64 - 1;
            return self.store.int(value);
        }
        let (s, t, i) = (self.word(depth - 1), self.word(depth - 1), self.int(0));
        match self.dice.below(5) {
            4 => {
                let language = self.language();
                self.store.indexof_re(s, language, i)
            }
            0 => self.store.len(s),
            1 => self.store.indexof(s, t, i),
            2 => self.store.to_int(s),
            _ => self.store.to_code(s),
        }
    }

    /// A fact about numbers and their numerals.
    pub(crate) fn conversion(&mut self) -> Term {
        let mut sides = Vec::new();
        for _ in 0..2 {
            let (s, other) = (self.word(1), self.vars[self.dice.below(2)]);
            let number = match self.dice.below(4) {
                0 => self.store.to_code(s),
                1 => self.store.len(s),
                2 => {
                    let (number, one) = (self.store.to_int(other), self.small());
                    self.store.add(&[number, one])
                }
                _ => self.store.to_int(s),
            };
            let side = match self.dice.below(4) {
                0 => self.store.at(other, number),
                1 => s,
                2 => self.store.from_code(number),
                _ => self.store.from_int(number),
            };
            sides.push(side);
        }
        match self.dice.below(3) {
            0 => self.store.prefixof(sides[0], sides[1]),
            1 => self.store.contains(sides[0], sides[1]),
            _ => self.store.eq(sides[0], sides[1]),
        }
    }

    /// A regular expression; half of them are not ground.
    fn language(&mut self) -> Term {
        let (a, b) = (self.store.string("a"), self.store.string("b"));
        let (la, lb) = (self.store.str_to_re(a), self.store.str_to_re(b));
        match self.dice.below(10) {
            8 | 9 => {
                // Nothing, or one of two beginnings.
                let (all, first) = (self.store.re_all(), *self.dice.pick(&[la, lb]));
                let some = self.store.re_concat(&[first, all]);
                self.store.re_opt(some)
            }
            0 => {
                let union = self.store.re_union(&[la, lb]);
                self.store.re_star(union)
            }
            1 => {
                let star = self.store.re_star(la);
                self.store.re_concat(&[star, lb])
            }
            2 => {
                let range = self.store.re_range(a, b);
                let term = self.store.re_loop(1, 2, range);
                self.store.re_comp(term)
            }
            3 => {
                let (all, any) = (self.store.re_all(), self.store.re_allchar());
                self.store.re_concat(&[la, any, all])
            }
            _ => self.open_language(2),
        }
    }

    /// A regular expression with string terms inside.
    fn open_language(&mut self, depth: usize) -> Term {
        let word = self.word(0);
        if depth == 0 {
            let other = self.word(0);
            return match self.dice.below(4) {
                0 => self.store.re_range(word, other),
                _ => self.store.str_to_re(word),
            };
        }
        let (r, s) = (self.open_language(depth - 1), self.open_language(depth - 1));
        match self.dice.below(10) {
            0 | 1 => self.store.re_concat(&[r, s]),
            2 => self.store.re_union(&[r, s]),
            3 => self.store.re_inter(&[r, s]),
            4 => self.store.re_comp(r),
            5 => self.store.re_diff(r, s),
            6 => self.store.re_star(r),
            7 => self.store.re_plus(r),
            8 => {
                let least = self.dice.below(3) as u32;
                self.store.re_loop(least, 2, r)
            }
            _ => {
                let any = self.store.re_allchar();
                let opt = self.store.re_opt(any);
                let power = self.store.re_pow(2, r);
                self.store.re_concat(&[opt, power])
            }
        }
    }

    /// The ground ones among these terms.
    pub(crate) fn languages(&mut self, order: &[Term]) -> FxHashMap<Term, Regex> {
        order
            .iter()
            .filter(|&&term| self.store.sort(term) == Sort::RegLan)
            .filter_map(|&term| Some((term, self.regexes.regex_of_term(&self.store, term)?)))
            .collect()
    }

    /// That one of the variables is in some language.
    pub(crate) fn membership(&mut self) -> Term {
        let (var, language) = (self.word(0), self.language());
        self.store.in_re(var, language)
    }

    /// What stands at a place of a variable, or where a function of a variable says.
    pub(crate) fn place(&mut self) -> Term {
        let (var, other) = (self.vars[usize::from(self.dice.chance(1, 4))], self.vars[0]);
        let [letter, found] = [0, 1]
            .map(|_| *self.dice.pick(&["a", "1"]))
            .map(|letter| self.store.string(letter));
        let start = self.dice.below(2) as i64;
        let start = self.store.int(start);
        let place = match self.dice.below(4) {
            0 => self.store.indexof(other, found, start),
            1 => self.store.to_int(other),
            _ => start,
        };
        let at = self.store.at(var, place);
        self.store.eq(at, letter)
    }

    pub(crate) fn fact(&mut self) -> Term {
        let (s, t) = (self.word(2), self.word(1));
        match self.dice.below(10) {
            0 | 1 => self.store.eq(s, t),
            2 => self.store.contains(s, t),
            3 => self.store.prefixof(t, s),
            4 => self.store.suffixof(t, s),
            5 => self.store.str_lt(s, t),
            6 => self.store.str_le(s, t),
            7 => self.store.is_digit(s),
            8 => {
                let language = self.language();
                self.store.in_re(s, language)
            }
            _ => {
                // An integer definition rides along inside a substring's position.
                let i = self.int(1);
                let at = self.store.at(s, i);
                self.store.eq(at, t)
            }
        }
    }
}

fn fun(store: &TermStore, term: Term) -> FunId {
    match store.op(term) {
        Op::Apply(fun) => fun,
        _ => unreachable!("variables are constants"),
    }
}

/// The model that gives these words to the variables.
pub(crate) fn model(world: &World, words: &[Vec<u32>]) -> Model {
    let mut model = Model::new();
    for (&var, word) in world.vars.iter().zip(words) {
        model.set_constant(fun(&world.store, var), Value::Str(word.clone()));
    }
    model
}

/// Random words for the variables.
pub(crate) fn some_words(world: &mut World) -> Vec<Vec<u32>> {
    (0..2)
        .map(|_| {
            (0..world.dice.below(3))
                .map(|_| LETTERS[world.dice.below(LETTERS.len())])
                .collect()
        })
        .collect()
}
