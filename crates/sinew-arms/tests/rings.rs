//! The flat arm against brute force, on random problems whose equations make rings: strings that commute, conjugates and what is
//! between them, chains of equal words, with literals, denied substrings, languages and lengths beside.
//!
//! Every model must satisfy what was asserted, and what words of up to three characters satisfy must be found: a slice that begins at the
//! wrong place of its ring, a literal that nobody demands, a length that is no multiple of the period make one of both fail.

use sinew_arms::{ArmSpec, Asserted, Reason, Settings, Shared, Turn, flat};
use sinew_base::{Budget, Random};
use sinew_semantics::{Model, Value, eval};
use sinew_term::{FunId, Op, Sort, Term, TermStore};

/// Steps of the turns of each search: what is not found in the first, for which rings may take all the time, has to be found in the second.
const STEPS: [u64; 2] = [300_000, 3_000_000];

/// The strings of a problem, and dice.
struct Dice {
    random: Random,
    strings: [Term; 3],
}

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.random.below(sides)
    }

    fn string(&mut self) -> Term {
        let at = self.roll(3);
        self.strings[at]
    }

    fn literal(&mut self, store: &mut TermStore) -> Term {
        let words = ["a", "b", "ab", "ba", "aab"];
        let at = self.roll(words.len());
        store.string(words[at])
    }

    /// Two or three parts.
    fn side(&mut self, store: &mut TermStore) -> Term {
        let (one, literal, other) = (self.string(), self.literal(store), self.string());
        match self.roll(4) {
            0 => store.concat(&[one, literal, other]),
            1 => store.concat(&[literal, one]),
            2 => store.concat(&[one, literal]),
            _ => store.concat(&[one, other]),
        }
    }

    /// Equations that make rings.
    fn equations(&mut self, store: &mut TermStore) -> Vec<Term> {
        let [x, y, z] = self.strings;
        let (literal, other) = (self.literal(store), self.literal(store));
        let mut equal = |one: &[Term], other: &[Term]| {
            let (one, other) = (store.concat(one), store.concat(other));
            store.eq(one, other)
        };
        match self.random.below(8) {
            0 => vec![equal(&[x, y], &[y, x])],
            1 => vec![equal(&[x, z], &[z, y])],
            2 => vec![equal(&[x, y], &[y, x]), equal(&[y, z], &[z, y])],
            3 => vec![equal(&[x, literal, y], &[y, other, x])],
            4 => vec![equal(&[literal, x], &[x, y])],
            5 => vec![equal(&[x, y], &[z]), equal(&[z], &[y, x])],
            6 => vec![equal(&[x, y, literal, z], &[y, x, z, other])],
            _ => vec![equal(&[x, literal, y, z], &[z, x, literal, y])],
        }
    }

    /// Something beside.
    fn fact(&mut self, store: &mut TermStore) -> Term {
        let (x, y, literal) = (self.string(), self.string(), self.literal(store));
        match self.roll(8) {
            0 | 1 => store.contains(x, literal),
            2 | 3 => {
                let (hay, needle) = (self.side(store), self.side(store));
                let contains = store.contains(hay, needle);
                store.not(contains)
            }
            4 => {
                let (length, number) = (store.len(x), self.roll(4) as i64);
                let number = store.int(number);
                store.eq(length, number)
            }
            5 => {
                let (one, other) = (store.len(x), store.len(y));
                store.gt(one, other)
            }
            6 => {
                let word = store.str_to_re(literal);
                let many = store.re_star(word);
                store.in_re(x, many)
            }
            _ => {
                let same = store.eq(x, y);
                store.not(same)
            }
        }
    }
}

fn symbol(store: &TermStore, term: Term) -> FunId {
    match store.op(term) {
        Op::Apply(fun) => fun,
        other => panic!("{other:?} is no symbol"),
    }
}

fn holds(store: &TermStore, model: &Model, facts: &[Term]) -> bool {
    let value = |&fact: &Term| eval(store, model, fact) == Ok(Value::Bool(true));
    facts.iter().all(value)
}

/// All words over two letters of up to three characters.
fn words() -> Vec<Vec<u32>> {
    let (mut all, mut last) = (vec![Vec::new()], vec![Vec::new()]);
    for _ in 0..3 {
        let longer = |word: &Vec<u32>| ['a', 'b'].map(|next| [&word[..], &[next as u32]].concat());
        last = last.iter().flat_map(longer).collect();
        all.extend(last.iter().cloned());
    }
    all
}

fn has_small_model(store: &TermStore, dice: &Dice, facts: &[Term], words: &[Vec<u32>]) -> bool {
    let count = words.len();
    (0..count * count * count).any(|number| {
        let places = [
            number % count,
            number / count % count,
            number / count / count,
        ];
        let mut model = Model::new();
        for (&string, at) in dice.strings.iter().zip(places) {
            model.set_constant(symbol(store, string), Value::Str(words[at].clone()));
        }
        holds(store, &model, facts)
    })
}

#[test]
fn what_has_rings_is_found_and_nothing_else() {
    let (words, mut found, mut wrong) = (words(), 0, Vec::new());
    let spec = ArmSpec::find("flat").expect("it is in the table");
    for seed in 1..=60 {
        let mut store = TermStore::new();
        let strings = ["x", "y", "z"].map(|name| store.constant(name, Sort::String));
        let random = Random::new(seed);
        let mut dice = Dice { random, strings };
        let mut facts = dice.equations(&mut store);
        for _ in 0..1 + dice.roll(4) {
            facts.push(dice.fact(&mut store));
        }
        let asserted: Vec<Asserted> = facts
            .iter()
            .map(|&fact| Asserted::as_written(fact))
            .collect();
        let mut arm = spec.make(
            &mut store,
            &asserted,
            &Shared::default(),
            &Settings::default(),
        );
        let mut turn = arm.turn(&mut store, &Budget::with_steps(STEPS[0]));
        let small = has_small_model(&store, &dice, &facts, &words);
        if small && matches!(turn, Turn::Paused(_)) {
            turn = arm.turn(&mut store, &Budget::with_steps(STEPS[1]));
        }
        match turn {
            Turn::Sat(candidate) => {
                let mut model = Model::new();
                for string in dice.strings {
                    let fun = symbol(&store, string);
                    let word = match candidate.constant(fun) {
                        Some(sinew_engine::Value::Str(word)) => word.clone(),
                        _ => Vec::new(),
                    };
                    model.set_constant(fun, Value::Str(word));
                }
                found += 1;
                if !holds(&store, &model, &facts) {
                    wrong.push((seed, "no model", format!("{model:?}")));
                }
            }
            Turn::Declined(Reason::Incomplete(flat::NO_FLAT_WORDS)) if small => {
                wrong.push((seed, "refuted", String::new()));
            }
            _ if small => {
                wrong.push((seed, "not found", String::new()));
            }
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(found > 20, "{found}");
}
