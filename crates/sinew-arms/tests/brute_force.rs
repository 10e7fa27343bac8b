//! Arms against brute force, on random problems: equations, languages, slices, replacements, first occurrences,
//! disequalities, lengths.
//!
//! What words of up to three characters satisfy must not be refuted, and every model must satisfy what was
//! asserted. The flat arm refutes nothing, but says when no bound was to blame, which is the same: short words are flat. Of the
//! automata arm, a noodle that is left out, a state that is dropped, a wrong edge of a transducer or a case that is forgotten makes
//! one of both fail; of the lengths arm, a term that matters and is left out of the search, or an overlap of constants that is
//! refuted and should not be; of the arrange arm, a cut at the wrong end, or of the shorter string.

use std::collections::BTreeMap;

use sinew_arms::arrange::ArrangeArm;
use sinew_arms::automata::AutomataArm;
use sinew_arms::lengths::LengthsArm;
use sinew_arms::{ArmSpec, Asserted, Reason, Settings, Shared, Turn, flat};
use sinew_base::{Budget, Random, Tuning};
use sinew_engine::{Config, Engine, TheorySolver};
use sinew_semantics::{Model, Value, eval};
use sinew_term::{FunId, Op, Sort, Term, TermStore, postorder_all};

/// Steps of each search.
const STEPS: u64 = 150_000;

/// The symbols of a problem, and dice.
struct Dice {
    random: Random,
    strings: [Term; 2],
    number: Term,
    /// Whether functions and predicates occur that are there for the automata arm.
    regular: bool,
    /// Whether languages have symbols in them.
    open: bool,
}

impl Dice {
    fn new(store: &mut TermStore, seed: u64, regular: bool) -> Dice {
        Dice {
            random: Random::new(seed),
            strings: ["x", "y"].map(|name| store.constant(name, Sort::String)),
            number: store.constant("n", Sort::Int),
            regular,
            open: false,
        }
    }

    fn roll(&mut self, sides: usize) -> usize {
        self.random.below(sides)
    }

    fn variable(&mut self) -> Term {
        let at = self.roll(2);
        self.strings[at]
    }

    fn literal(&mut self, store: &mut TermStore) -> Term {
        let words = ["a", "b", "ab", "ba", "aa", "aba", ""];
        let at = self.roll(words.len());
        store.string(words[at])
    }

    fn needle(&mut self, store: &mut TermStore) -> Term {
        let words = ["a", "b", "ab", "aa"];
        let at = self.roll(words.len());
        store.string(words[at])
    }

    fn integer(&mut self, store: &mut TermStore) -> Term {
        let string = self.variable();
        match self.roll(6) {
            0 => self.number,
            1 => store.len(string),
            more => store.int(more as i64 - 3),
        }
    }

    fn string(&mut self, store: &mut TermStore, depth: usize) -> Term {
        if depth == 0 {
            return match self.roll(4) {
                0 => self.literal(store),
                _ => self.variable(),
            };
        }
        let (s, t) = (self.string(store, depth - 1), self.string(store, 0));
        let (needle, new) = (self.needle(store), self.literal(store));
        let (i, n) = (self.integer(store), self.integer(store));
        let kinds = if self.regular { 15 } else { 9 };
        match self.roll(kinds) {
            0..=3 => store.concat(&[s, t]),
            4 => store.substr(s, i, n),
            5 => store.at(s, i),
            6 => store.replace(s, needle, new),
            7 => store.replace_all(s, needle, new),
            9 => {
                let language = self.language(store);
                store.replace_re(s, language, new)
            }
            10 => {
                let language = self.language(store);
                store.replace_re_all(s, language, new)
            }
            11 => store.rev(s),
            12 => {
                let upper = store.to_upper(s);
                store.to_lower(upper)
            }
            13 => {
                let empty = store.string("");
                store.replace(s, empty, new)
            }
            14 => {
                let code = store.to_code(s);
                store.from_code(code)
            }
            _ => s,
        }
    }

    fn language(&mut self, store: &mut TermStore) -> Term {
        let (a, b) = (store.string("a"), store.string("b"));
        let (a, b) = (store.str_to_re(a), store.str_to_re(b));
        let (ab, either) = (store.re_concat(&[a, b]), store.re_union(&[a, b]));
        if self.open && self.roll(2) == 0 {
            let symbol = self.variable();
            let symbol = store.str_to_re(symbol);
            return match self.roll(4) {
                0 => store.re_star(symbol),
                1 => store.re_concat(&[a, symbol]),
                2 => store.re_comp(symbol),
                _ => {
                    let either = store.re_union(&[symbol, b]);
                    store.re_plus(either)
                }
            };
        }
        match self.roll(6) {
            0 => store.re_star(ab),
            1 => {
                let pair = store.re_concat(&[either, either]);
                store.re_star(pair)
            }
            2 => {
                let many = store.re_star(a);
                store.re_concat(&[many, b])
            }
            3 => store.re_comp(ab),
            4 => store.re_plus(a),
            _ => {
                let any = store.re_allchar();
                store.re_concat(&[a, any])
            }
        }
    }

    fn atom(&mut self, store: &mut TermStore) -> Term {
        let (s, t) = (self.string(store, 2), self.string(store, 1));
        let (x, i, j) = (self.variable(), self.integer(store), self.integer(store));
        let kinds = if self.regular { 13 } else { 9 };
        match self.roll(kinds) {
            0..=3 => store.eq(s, t),
            4 => {
                let language = self.language(store);
                store.in_re(s, language)
            }
            5 => store.contains(s, t),
            6 => store.prefixof(x, s),
            7 => {
                let needle = self.needle(store);
                let place = store.indexof(s, needle, i);
                store.eq(place, j)
            }
            9 => store.suffixof(t, s),
            10 => store.str_lt(s, t),
            11 => {
                let (code, least) = (store.to_code(s), store.int(97));
                let most = store.int(98 - i64::from(self.roll(2) == 0));
                let (low, high) = (store.ge(code, least), store.le(code, most));
                store.and(&[low, high])
            }
            12 => {
                let (left, right) = (store.to_code(s), store.to_code(t));
                store.lt(left, right)
            }
            _ => {
                let length = store.len(x);
                store.ge(length, i)
            }
        }
    }

    /// A language that is simple enough for words of it to be compared by their lengths, mostly.
    fn periodic(&mut self, store: &mut TermStore) -> Term {
        let word = |store: &mut TermStore, word: &str| {
            let word = store.string(word);
            store.str_to_re(word)
        };
        let around = [
            ("", "ab", ""),
            ("", "a", ""),
            ("", "ba", ""),
            ("", "aab", ""),
            ("b", "ab", ""),
        ];
        let around = [
            &around[..],
            &[("a", "ba", ""), ("", "aa", "b"), ("b", "a", "b")],
        ]
        .concat();
        match self.roll(around.len() + 2) {
            0 => {
                let (a, b) = (word(store, "a"), word(store, "b"));
                let (many, more) = (store.re_star(a), store.re_star(b));
                store.re_concat(&[many, more])
            }
            1 => {
                let (a, b) = (word(store, "a"), word(store, "b"));
                let either = store.re_union(&[a, b]);
                store.re_star(either)
            }
            at => {
                let (front, middle, back) = around[at - 2];
                let (front, back) = (word(store, front), word(store, back));
                let middle = word(store, middle);
                let middle = store.re_star(middle);
                store.re_concat(&[front, middle, back])
            }
        }
    }

    fn row(&mut self, store: &mut TermStore) -> Term {
        let parts: Vec<Term> = (0..1 + self.roll(3))
            .map(|_| self.string(store, 0))
            .collect();
        match parts[..] {
            [only] => only,
            _ => store.concat(&parts),
        }
    }

    /// That two strings are not related, or how their lengths are.
    fn denial(&mut self, store: &mut TermStore) -> Term {
        let (s, t) = (self.row(store), self.row(store));
        let [x, y] = self.strings.map(|string| store.len(string));
        let related = match self.roll(8) {
            0..=2 => store.eq(s, t),
            3 => store.prefixof(s, t),
            4 => store.suffixof(s, t),
            5 | 6 => store.contains(s, t),
            _ => {
                let (one, more) = (store.int(self.roll(3) as i64 - 1), self.roll(2) == 0);
                let sum = store.add(&[y, one]);
                return if more {
                    store.ge(x, sum)
                } else {
                    store.eq(x, sum)
                };
            }
        };
        store.not(related)
    }

    fn denials(&mut self, store: &mut TermStore) -> Vec<Term> {
        let mut facts = Vec::new();
        for string in self.strings {
            let language = self.periodic(store);
            facts.push(store.in_re(string, language));
        }
        for _ in 0..1 + self.roll(3) {
            facts.push(self.denial(store));
        }
        facts
    }

    /// An equation in which strings come back, and languages for them.
    fn looping(&mut self, store: &mut TermStore) -> Vec<Term> {
        let side = |dice: &mut Dice, store: &mut TermStore| {
            let parts: Vec<Term> = (0..3 + dice.roll(2))
                .map(|_| match dice.roll(4) {
                    0 => dice.literal(store),
                    _ => dice.variable(),
                })
                .collect();
            store.concat(&parts)
        };
        let (left, right) = (side(self, store), side(self, store));
        let mut facts = vec![store.eq(left, right)];
        for string in self.strings {
            let language = match self.roll(2) {
                0 => self.language(store),
                _ => self.periodic(store),
            };
            facts.push(store.in_re(string, language));
        }
        facts
    }

    fn fact(&mut self, store: &mut TermStore) -> Term {
        let atom = self.atom(store);
        match self.roll(5) {
            0 => store.not(atom),
            1 => {
                let other = self.atom(store);
                store.or(&[atom, other])
            }
            _ => atom,
        }
    }
}

/// A term for people; problems are not deep.
fn shown(store: &TermStore, term: Term) -> String {
    if let Some(word) = store.str_value(term) {
        let word: String = word.iter().filter_map(|&c| char::from_u32(c)).collect();
        return format!("{word:?}");
    }
    let args: Vec<String> = store
        .args(term)
        .iter()
        .map(|&arg| shown(store, arg))
        .collect();
    match store.op(term) {
        Op::Apply(fun) => store.fun_name(fun).to_string(),
        Op::Int(_) => store
            .int_value(term)
            .map_or_else(String::new, ToString::to_string),
        op => format!("({op:?} {})", args.join(" ")),
    }
}

fn symbol(store: &TermStore, term: Term) -> FunId {
    match store.op(term) {
        Op::Apply(fun) => fun,
        _ => unreachable!("symbols are applications"),
    }
}

/// The words of at most so many letters `a` and `b`.
fn words(most: usize) -> Vec<Vec<u32>> {
    let mut words = vec![Vec::new()];
    let mut start = 0;
    for _ in 0..most {
        let end = words.len();
        for at in start..end {
            for letter in [97, 98] {
                let mut word: Vec<u32> = words[at].clone();
                word.push(letter);
                words.push(word);
            }
        }
        start = end;
    }
    words
}

fn holds(store: &TermStore, model: &Model, facts: &[Term]) -> bool {
    let truth = |&fact: &Term| eval(store, model, fact) == Ok(Value::Bool(true));
    facts.iter().all(truth)
}

fn has_small_model(store: &TermStore, dice: &Dice, facts: &[Term], words: &[Vec<u32>]) -> bool {
    let [x, y] = dice.strings.map(|string| symbol(store, string));
    let number = symbol(store, dice.number);
    let mut model = Model::new();
    words.iter().any(|first| {
        model.set_constant(x, Value::Str(first.clone()));
        words.iter().any(|second| {
            model.set_constant(y, Value::Str(second.clone()));
            (-1..3).any(|value| {
                model.set_constant(number, Value::from(value));
                holds(store, &model, facts)
            })
        })
    })
}

/// What an arm says about a problem.
enum Outcome {
    Sat(sinew_engine::Model),
    Unsat,
    Unknown,
}

/// An outcome, and the rules that were applied.
type Solved = (Outcome, BTreeMap<&'static str, u64>);

/// By an arm that is a theory of an engine.
fn by_theory(store: &mut TermStore, facts: &[Term], theory: Box<dyn TheorySolver>) -> Solved {
    let mut engine = Engine::new(Config::default(), store);
    engine.set_plugin(theory);
    for &fact in facts {
        engine.assert(store, fact, 0);
    }
    let outcome = match engine.check(store, &[], &Budget::with_steps(STEPS)) {
        sinew_engine::Outcome::Sat => Outcome::Sat(engine.model().expect("a model").clone()),
        sinew_engine::Outcome::Unsat => Outcome::Unsat,
        sinew_engine::Outcome::Unknown(_) => Outcome::Unknown,
    };
    (outcome, engine.inferences().clone())
}

/// By the flat arm, whose refutations are told as a reason to decline.
fn by_flat_words(store: &mut TermStore, facts: &[Term]) -> Solved {
    let facts: Vec<Asserted> = facts
        .iter()
        .map(|&fact| Asserted::as_written(fact))
        .collect();
    let spec = ArmSpec::find("flat").expect("it is in the table");
    let mut arm = spec.make(store, &facts, &Shared::default(), &Settings::default());
    let outcome = match arm.turn(store, &Budget::with_steps(STEPS)) {
        Turn::Sat(model) => Outcome::Sat(model),
        Turn::Declined(Reason::Incomplete(why)) if why == flat::NO_FLAT_WORDS => Outcome::Unsat,
        _ => Outcome::Unknown,
    };
    (outcome, arm.inferences())
}

/// The model that was found, as the semantics has it.
fn found_model(store: &TermStore, dice: &Dice, found: &sinew_engine::Model) -> Model {
    let mut model = Model::new();
    for term in [dice.strings[0], dice.strings[1], dice.number] {
        let fun = symbol(store, term);
        let value = match found.constant(fun) {
            Some(sinew_engine::Value::Int(value)) => Value::from(value),
            Some(sinew_engine::Value::Str(word)) => Value::Str(word.clone()),
            _ => Value::default_of(store.sort(term)),
        };
        model.set_constant(fun, value);
    }
    model
}

fn by_automata(store: &mut TermStore, facts: &[Term]) -> Solved {
    by_theory(store, facts, Box::new(AutomataArm::new(facts)))
}

#[test]
fn the_automata_arm_decides_denials_as_brute_force_does() {
    let problem = |dice: &mut Dice, store: &mut TermStore| dice.denials(store);
    let rules = compared(500, (false, 5), problem, by_automata);
    assert!(rules.contains_key("no-places"), "{rules:?}");
}

#[test]
fn the_automata_arm_decides_loops_as_brute_force_does() {
    let problem = |dice: &mut Dice, store: &mut TermStore| dice.looping(store);
    let rules = compared(300, (false, 4), problem, by_automata);
    for rule in ["cyclic-equations", "cyclic-languages"] {
        assert!(rules.contains_key(rule), "{rule}: {rules:?}");
    }
}

/// What the arm tells others is true of all words, whether they satisfy the assertions or not.
#[test]
fn the_automata_arm_tells_nothing_but_valid_facts() {
    let short = words(3);
    let (mut told, mut languages) = (0, 0);
    for seed in 1..=200 {
        let mut store = TermStore::new();
        let mut dice = Dice::new(&mut store, seed, true);
        let mut facts = dice.looping(&mut store);
        facts.truncate(1 + dice.roll(3));
        facts.push(dice.fact(&mut store));
        let shared = Shared::new(&store, &facts, &Tuning::default());
        let arm = AutomataArm::new(&facts).sharing(shared.clone());
        by_theory(&mut store, &facts, Box::new(arm));
        for clause in shared.since(0) {
            told += 1;
            let parts = postorder_all(&store, &[clause]);
            let regexes = parts.iter().filter(|&&part| store.op(part) == Op::InRe);
            languages += usize::from(regexes.count() > 0);
            let denied = store.not(clause);
            assert!(
                !has_small_model(&store, &dice, &[denied], &short),
                "seed {seed}: {}",
                shown(&store, clause)
            );
        }
    }
    assert!(told > 100 && languages > 50, "{told} {languages}");
}

#[test]
fn the_automata_arm_decides_as_brute_force_does() {
    let rules = decided(400, true, by_automata);
    for rule in ["empty-language", "no-noodle", "noodle-lengths"] {
        assert!(
            rules.contains_key(rule),
            "{rule} was never applied: {rules:?}"
        );
    }
}

#[test]
fn the_lengths_arm_decides_as_brute_force_does() {
    let rules = decided(900, false, |store, facts| {
        by_theory(store, facts, Box::new(LengthsArm::default()))
    });
    assert!(rules.contains_key("overlap"), "{rules:?}");
}

#[test]
fn the_arrange_arm_decides_as_brute_force_does() {
    let rules = decided(160, false, |store, facts| {
        by_theory(store, facts, Box::new(ArrangeArm::default()))
    });
    for rule in ["arrangement", "arrangement-constant", "ext-expand"] {
        assert!(
            rules.contains_key(rule),
            "{rule} was never applied: {rules:?}"
        );
    }
}

#[test]
fn the_flat_arm_finds_what_brute_force_does() {
    let mut rules = decided(300, false, by_flat_words);
    let open = |dice: &mut Dice, store: &mut TermStore| -> Vec<Term> {
        dice.open = true;
        (0..2 + dice.roll(2)).map(|_| dice.fact(store)).collect()
    };
    rules.extend(compared(340, (true, 3), open, by_flat_words));
    for rule in flat::rules::ALL {
        let name = rule.name;
        assert!(
            rules.contains_key(name),
            "{name} was never applied: {rules:?}"
        );
    }
}

/// Puts random problems of all kinds to an arm; the inferences that it made.
fn decided(
    problems: u64,
    regular: bool,
    solve: impl Fn(&mut TermStore, &[Term]) -> Solved,
) -> BTreeMap<&'static str, u64> {
    let facts = |dice: &mut Dice, store: &mut TermStore| -> Vec<Term> {
        (0..2 + dice.roll(3)).map(|_| dice.fact(store)).collect()
    };
    compared(problems, (regular, 3), facts, solve)
}

/// Puts random problems to an arm, and compares with words of so many characters; the inferences that it made.
fn compared(
    problems: u64,
    (regular, longest): (bool, usize),
    problem: impl Fn(&mut Dice, &mut TermStore) -> Vec<Term>,
    solve: impl Fn(&mut TermStore, &[Term]) -> Solved,
) -> BTreeMap<&'static str, u64> {
    let short = words(longest);
    let mut outcomes: BTreeMap<&str, u32> = BTreeMap::new();
    let mut rules: BTreeMap<&'static str, u64> = BTreeMap::new();
    let mut wrong: Vec<String> = Vec::new();
    for seed in 1..=problems {
        let mut store = TermStore::new();
        let mut dice = Dice::new(&mut store, seed, regular);
        let facts = problem(&mut dice, &mut store);
        let (outcome, applied) = solve(&mut store, &facts);
        for (rule, count) in applied {
            *rules.entry(rule).or_default() += count;
        }
        let problem: Vec<String> = facts.iter().map(|&fact| shown(&store, fact)).collect();
        match outcome {
            Outcome::Sat(found) => {
                let model = found_model(&store, &dice, &found);
                if !holds(&store, &model, &facts) {
                    wrong.push(format!(
                        "seed {seed}: {model:?} is no model of {problem:#?}"
                    ));
                }
                *outcomes.entry("sat").or_default() += 1;
            }
            Outcome::Unsat => {
                if has_small_model(&store, &dice, &facts, &short) {
                    wrong.push(format!("seed {seed}: {problem:#?} has a small model"));
                }
                *outcomes.entry("unsat").or_default() += 1;
            }
            Outcome::Unknown => *outcomes.entry("unknown").or_default() += 1,
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let count = |name: &str| outcomes.get(name).copied().unwrap_or(0);
    assert!(
        count("sat") > 70 && count("unsat") > 25,
        "{outcomes:?} {rules:?}"
    );
    rules
}
