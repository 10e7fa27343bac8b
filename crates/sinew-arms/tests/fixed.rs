//! The fixed-length back end against the reference semantics: words it finds satisfy the facts
//! under the given integers, and what it calls a clash no words of those lengths satisfy.

use rustc_hash::FxHashMap;
use sinew_arms::words::{Dependency, Fixed, Integers, solve_fixed};
use sinew_base::{Budget, Integer};
use sinew_regex::{Regex, RegexStore};
use sinew_semantics::{Evaluator, Model, Value, eval};
use sinew_term::{FunId, Op, Sort, Term, TermStore, postorder_all};

/// A small generator of pseudo-random numbers; the same seed gives the same run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

struct World {
    store: TermStore,
    regexes: RegexStore,
    languages: FxHashMap<Term, Regex>,
    vars: Vec<Term>,
    dice: Dice,
}

const WORDS: [&str; 7] = ["", "a", "b", "ab", "ba", "1", "10"];
/// The characters that brute force tries: those that occur, and two that do not.
const LETTERS: [u32; 6] = [97, 98, 48, 49, 120, 121];

impl World {
    fn new(seed: u64) -> World {
        let mut store = TermStore::new();
        let vars = ["x", "y"]
            .iter()
            .map(|name| store.constant(name, Sort::String))
            .collect();
        World {
            store,
            regexes: RegexStore::new(),
            languages: FxHashMap::default(),
            vars,
            dice: Dice(u64::wrapping_mul(seed, 0x9E37_79B9_7F4A_7C15) | 1),
        }
    }

    fn word(&mut self, depth: usize) -> Term {
        if depth == 0 || self.dice.roll(3) == 0 {
            return match self.dice.roll(3) {
                0 => {
                    let word = WORDS[self.dice.roll(WORDS.len())];
                    self.store.string(word)
                }
                _ => self.vars[self.dice.roll(2)],
            };
        }
        let (s, t, u) = (
            self.word(depth - 1),
            self.word(depth - 1),
            self.word(depth - 1),
        );
        let (i, n) = (self.int(0), self.int(0));
        match self.dice.roll(10) {
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

    fn int(&mut self, depth: usize) -> Term {
        if depth == 0 {
            let value = self.dice.roll(4) as i64 - 1;
            return self.store.int(value);
        }
        let (s, t, i) = (self.word(depth - 1), self.word(depth - 1), self.int(0));
        match self.dice.roll(4) {
            0 => self.store.len(s),
            1 => self.store.indexof(s, t, i),
            2 => self.store.to_int(s),
            _ => self.store.to_code(s),
        }
    }

    fn language(&mut self) -> Term {
        let (a, b) = (self.store.string("a"), self.store.string("b"));
        let (la, lb) = (self.store.str_to_re(a), self.store.str_to_re(b));
        let (ra, rb) = (self.regexes.literal(&[97]), self.regexes.literal(&[98]));
        let (term, regex) = match self.dice.roll(4) {
            0 => {
                let union = self.store.re_union(&[la, lb]);
                let regex = self.regexes.union(&[ra, rb]);
                (self.store.re_star(union), self.regexes.star(regex))
            }
            1 => {
                let star = self.store.re_star(la);
                let regex = self.regexes.star(ra);
                (
                    self.store.re_concat(&[star, lb]),
                    self.regexes.concat(regex, rb),
                )
            }
            2 => {
                let range = self.store.re_range(a, b);
                let regex = self.regexes.range(97, 98);
                let regex = self.regexes.loop_(regex, 1, 2);
                let term = self.store.re_loop(1, 2, range);
                (self.store.re_comp(term), self.regexes.comp(regex))
            }
            _ => {
                let (all, any) = (self.store.re_all(), self.store.re_allchar());
                let regex =
                    self.regexes
                        .concat_all(&[ra, self.regexes.allchar(), self.regexes.all()]);
                (self.store.re_concat(&[la, any, all]), regex)
            }
        };
        self.languages.insert(term, regex);
        term
    }

    fn fact(&mut self) -> Term {
        let (s, t) = (self.word(2), self.word(1));
        match self.dice.roll(10) {
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

/// Integers as one model has them.
struct Table(FxHashMap<Term, Integer>, FxHashMap<Term, Integer>);

impl Integers for Table {
    fn value(&self, term: Term) -> Option<Integer> {
        self.0.get(&term).cloned()
    }
    fn length(&self, term: Term) -> Option<Integer> {
        self.1.get(&term).cloned()
    }
}

fn fun(store: &TermStore, term: Term) -> FunId {
    match store.op(term) {
        Op::Apply(fun) => fun,
        _ => unreachable!("variables are constants"),
    }
}

fn model(world: &World, words: &[Vec<u32>]) -> Model {
    let mut model = Model::new();
    for (&var, word) in world.vars.iter().zip(words) {
        model.set_constant(fun(&world.store, var), Value::Str(word.clone()));
    }
    model
}

fn integer(value: Value) -> Integer {
    match value {
        Value::Int(value) => Integer::from(value),
        Value::Str(word) => Integer::from(word.len()),
        _ => unreachable!("an integer or a string"),
    }
}

/// The integers of all terms under some words: a candidate model that arithmetic could propose.
fn table(world: &World, order: &[Term], words: &[Vec<u32>]) -> Table {
    let model = model(world, words);
    let (mut values, mut lengths) = (FxHashMap::default(), FxHashMap::default());
    let mut evaluator = Evaluator::new(&world.store, &model);
    for &term in order {
        match world.store.sort(term) {
            Sort::Int => {
                values.insert(term, integer(evaluator.eval(term).expect("evaluates")));
            }
            Sort::String => {
                lengths.insert(term, integer(evaluator.eval(term).expect("evaluates")));
            }
            _ => {}
        }
    }
    Table(values, lengths)
}

fn all_words(length: usize) -> Vec<Vec<u32>> {
    let mut words = vec![Vec::new()];
    for _ in 0..length {
        words = words
            .iter()
            .flat_map(|word: &Vec<u32>| {
                LETTERS
                    .iter()
                    .map(move |&c| [word.as_slice(), &[c]].concat())
            })
            .collect();
    }
    words
}

/// Whether the words satisfy those facts, with those integers as the table has them.
fn holds(
    world: &World,
    table: &Table,
    words: &[Vec<u32>],
    facts: &[(Term, bool)],
    needs: &[Dependency],
) -> bool {
    let model = model(world, words);
    let value = |term| eval(&world.store, &model, term).expect("evaluates");
    facts
        .iter()
        .all(|&(atom, positive)| value(atom) == Value::Bool(positive))
        && needs.iter().all(|need| match *need {
            Dependency::Value(term) => Some(integer(value(term))) == table.value(term),
            Dependency::Length(term) => Some(integer(value(term))) == table.length(term),
            Dependency::LongEnough(term, count) => integer(value(term)) >= Integer::from(count),
        })
}

#[test]
fn agrees_with_the_semantics_on_small_words() {
    let (mut sat, mut clash, mut gave_up) = (0, 0, 0);
    for seed in 1..500 {
        let mut world = World::new(seed);
        let facts: Vec<(Term, bool)> = (0..1 + world.dice.roll(3))
            .map(|_| (world.fact(), world.dice.roll(2) == 0))
            .collect();
        let atoms: Vec<Term> = facts.iter().map(|&(atom, _)| atom).collect();
        let order = postorder_all(&world.store, &atoms);
        let words: Vec<Vec<u32>> = (0..2)
            .map(|_| {
                (0..world.dice.roll(3))
                    .map(|_| LETTERS[world.dice.roll(LETTERS.len())])
                    .collect()
            })
            .collect();
        let table = table(&world, &order, &words);
        let World {
            store,
            regexes,
            languages,
            ..
        } = &mut world;
        let outcome = solve_fixed(
            store,
            (regexes, languages),
            &table,
            &facts,
            &[],
            &Budget::unlimited(),
        )
        .expect("no limit");
        match outcome {
            Fixed::Words(found) => {
                sat += 1;
                let words: Vec<Vec<u32>> = world
                    .vars
                    .iter()
                    .zip(&words)
                    .map(|(var, old)| found.get(var).cloned().unwrap_or_else(|| old.clone()))
                    .collect();
                let needs: Vec<Dependency> = table
                    .0
                    .keys()
                    .map(|&term| Dependency::Value(term))
                    .collect();
                assert!(
                    holds(&world, &table, &words, &facts, &needs),
                    "seed {seed}: {words:?}"
                );
            }
            Fixed::Clash {
                facts: core,
                integers,
            } => {
                clash += 1;
                let core: Vec<(Term, bool)> = core.iter().map(|&index| facts[index]).collect();
                // The integers may not pin the lengths of the variables: try all small ones.
                for (n, m) in (0..3).flat_map(|n| (0..3).map(move |m| (n, m))) {
                    for (x, y) in all_words(n)
                        .iter()
                        .flat_map(|x| all_words(m).into_iter().map(move |y| (x.clone(), y)))
                    {
                        assert!(
                            !holds(&world, &table, &[x.clone(), y.clone()], &core, &integers),
                            "seed {seed}: {x:?} {y:?}"
                        );
                    }
                }
            }
            Fixed::GaveUp(_) => gave_up += 1,
        }
    }
    assert!(
        sat > 100 && clash > 100 && gave_up < 10,
        "{sat} {clash} {gave_up}"
    );
}
