//! The fixed-length back end against the reference semantics: words it finds satisfy the facts
//! under the given integers, and what it calls a clash no words of those lengths satisfy.

use rustc_hash::FxHashMap;
use sinew_arms::words::{Dependency, Fixed, Integers, Memory, solve_again};
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
        match self.dice.roll(12) {
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

    fn int(&mut self, depth: usize) -> Term {
        if depth == 0 {
            let value = self.dice.roll(4) as i64 - 1;
            return self.store.int(value);
        }
        let (s, t, i) = (self.word(depth - 1), self.word(depth - 1), self.int(0));
        match self.dice.roll(5) {
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
        && needs.iter().all(|need| match need {
            Dependency::Value(term) => Some(integer(value(*term))) == table.value(*term),
            Dependency::Length(term) => Some(integer(value(*term))) == table.length(*term),
            Dependency::LongEnough(term, count) => integer(value(*term)) >= Integer::from(*count),
            Dependency::Difference(plus, minus) => {
                let sum = |terms: &[Term], length: &dyn Fn(Term) -> Integer| {
                    terms
                        .iter()
                        .fold(Integer::ZERO, |sum, &term| sum + length(term))
                };
                let now = |term| integer(value(term));
                let then = |term| table.length(term).expect("has a length");
                sum(plus, &now) - sum(minus, &now) == sum(plus, &then) - sum(minus, &then)
            }
        })
}

/// Random words for the variables.
fn some_words(world: &mut World) -> Vec<Vec<u32>> {
    (0..2)
        .map(|_| {
            (0..world.dice.roll(3))
                .map(|_| LETTERS[world.dice.roll(LETTERS.len())])
                .collect()
        })
        .collect()
}

/// Words must satisfy the facts with the integers of the table.
fn check_words(world: &World, table: &Table, facts: &[(Term, bool)], words: &[Vec<u32>]) {
    let needs: Vec<Dependency> = table
        .0
        .keys()
        .map(|&term| Dependency::Value(term))
        .collect();
    assert!(
        holds(world, table, words, facts, &needs),
        "{facts:?}: {words:?}"
    );
}

/// No small words may satisfy the facts of a clash, whatever lengths its integers leave open.
fn check_clash(world: &World, table: &Table, core: &[(Term, bool)], integers: &[Dependency]) {
    for (n, m) in (0..3).flat_map(|n| (0..3).map(move |m| (n, m))) {
        for (x, y) in all_words(n)
            .iter()
            .flat_map(|x| all_words(m).into_iter().map(move |y| (x.clone(), y)))
        {
            assert!(
                !holds(world, table, &[x.clone(), y.clone()], core, integers),
                "{core:?} {integers:?}: {x:?} {y:?}"
            );
        }
    }
}

/// Several attempts with one circuit: what one leaves behind must not change what the next finds.
#[test]
fn agrees_with_the_semantics_on_small_words() {
    let (mut sat, mut clash, mut general, mut gave_up) = (0, 0, 0, 0);
    for seed in 1..400 {
        let mut world = World::new(seed);
        let facts: Vec<(Term, bool)> = (0..1 + world.dice.roll(3))
            .map(|_| (world.fact(), world.dice.roll(2) == 0))
            .collect();
        let atoms: Vec<Term> = facts.iter().map(|&(atom, _)| atom).collect();
        let order = postorder_all(&world.store, &atoms);
        let mut memory = Memory::default();
        for _ in 0..3 {
            let words = some_words(&mut world);
            let table = table(&world, &order, &words);
            let outcome = solve_again(
                &mut memory,
                &world.store,
                (&mut world.regexes, &world.languages),
                &table,
                (&facts, &[]),
                &Budget::unlimited(),
            );
            match outcome.expect("no limit") {
                Fixed::Words(found) => {
                    sat += 1;
                    let vars = world.vars.iter().zip(&words);
                    let words: Vec<Vec<u32>> = vars
                        .map(|(var, old)| found.get(var).unwrap_or(old).clone())
                        .collect();
                    check_words(&world, &table, &facts, &words);
                }
                Fixed::Clash {
                    facts: core,
                    integers,
                } => {
                    clash += 1;
                    let is_general = |need: &Dependency| {
                        matches!(
                            need,
                            Dependency::Difference(..) | Dependency::LongEnough(..)
                        )
                    };
                    general += usize::from(integers.iter().any(is_general));
                    let core: Vec<(Term, bool)> = core.iter().map(|&index| facts[index]).collect();
                    check_clash(&world, &table, &core, &integers);
                }
                Fixed::GaveUp(_) => gave_up += 1,
            }
        }
    }
    assert!(
        sat > 300 && clash > 300 && general > 50 && gave_up < 10,
        "{sat} {clash} {general} {gave_up}"
    );
}
