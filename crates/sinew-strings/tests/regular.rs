//! The languages of atoms against the reference semantics, on all short words.

use sinew_base::Budget;
use sinew_semantics::{Evaluator, Model, Value};
use sinew_strings::{RegexOfTerm, regular};
use sinew_term::{Op, Sort, Term, TermStore};

/// All words over these letters up to three characters.
fn words(letters: &str) -> Vec<Vec<u32>> {
    let mut words = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..3 {
        let next: Vec<Vec<u32>> = words[from..]
            .iter()
            .flat_map(|word: &Vec<u32>| {
                letters
                    .chars()
                    .map(|c| [&word[..], &[u32::from(c)]].concat())
            })
            .collect();
        from = words.len();
        words.extend(next);
    }
    words
}

/// Atoms about x of every shape, with constants of all short lengths.
fn atoms(store: &mut TermStore, x: Term) -> Vec<Term> {
    let mut atoms = Vec::new();
    for text in ["", "a", "ab", "ba", "aab"] {
        let word = store.string(text);
        atoms.extend([
            store.eq(x, word),
            store.eq(word, x),
            store.contains(x, word),
            store.prefixof(word, x),
            store.prefixof(x, word),
            store.suffixof(word, x),
            store.suffixof(x, word),
        ]);
        let language = store.str_to_re(word);
        let language = store.re_star(language);
        atoms.push(store.in_re(x, language));
        for (i, n) in [(0, 1), (1, 1), (1, 2), (2, 3)] {
            let (i, n) = (store.int(i), store.int(n));
            let part = store.substr(x, i, n);
            atoms.push(store.eq(part, word));
        }
    }
    let (length, code) = (store.len(x), store.to_code(x));
    for n in [-1, 0, 1, 2, 3, 97, 98, 1_000_000] {
        let n = store.int(n);
        atoms.extend([store.ge(length, n), store.ge(code, n), store.eq(length, n)]);
    }
    atoms
}

/// Atoms that compare the number of x with one.
fn number_atoms(store: &mut TermStore, x: Term) -> Vec<Term> {
    let number = store.to_int(x);
    let bounds = [
        -2, -1, 0, 1, 5, 9, 10, 15, 19, 51, 90, 99, 100, 105, 199, 900, 999, 1000,
    ];
    let compared = |n| {
        let n = store.int(n);
        [
            store.ge(number, n),
            store.eq(number, n),
            store.eq(n, number),
        ]
    };
    let mut atoms: Vec<Term> = bounds.into_iter().flat_map(compared).collect();
    atoms.push(store.mk(Op::IsDigit, &[x]));
    atoms
}

/// Atoms that compare x with a word; the first and the last character have nothing before and behind them.
fn order_atoms(store: &mut TermStore, x: Term) -> Vec<Term> {
    let words = [
        "",
        "a",
        "ba",
        "aab",
        "\0",
        "a\0",
        "\u{2FFFF}",
        "b\u{2FFFF}a",
    ];
    let compared = |text| {
        let word = store.string(text);
        [
            store.str_le(x, word),
            store.str_le(word, x),
            store.str_lt(x, word),
            store.str_lt(word, x),
        ]
    };
    words.into_iter().flat_map(compared).collect()
}

#[test]
fn languages_are_what_atoms_mean() {
    check(order_atoms, "\0ab\u{2FFFF}");
    check(atoms, "ab");
    check(number_atoms, "0159a");
}

/// Each atom has a language, of which a word is exactly if it makes the atom true.
fn check(atoms: fn(&mut TermStore, Term) -> Vec<Term>, letters: &str) {
    let mut store = TermStore::new();
    let x = store.constant("x", Sort::String);
    let Op::Apply(fun) = store.op(x) else {
        unreachable!("a declared symbol")
    };
    let mut regexes = RegexOfTerm::new();
    for atom in atoms(&mut store, x) {
        let (string, language) =
            regular::language_of_atom(&store, &mut regexes, atom).expect("it is in the table");
        assert_eq!(string, x);
        for word in words(letters) {
            let mut model = Model::new();
            model.set_constant(fun, Value::Str(word.clone()));
            let holds = Evaluator::new(&store, &model).eval(atom);
            let budget = Budget::unlimited();
            let inside = regexes.store_mut().contains_word(language, &word, &budget);
            let inside = inside.expect("no limit");
            assert_eq!(holds, Ok(Value::Bool(inside)), "{atom:?} with {word:?}");
        }
    }
}

#[test]
fn other_atoms_say_nothing() {
    let mut store = TermStore::new();
    let [x, y] = ["x", "y"].map(|name| store.constant(name, Sort::String));
    let (n, word) = (store.constant("n", Sort::Int), store.string("ab"));
    let length = store.len(x);
    let long = store.code_points(&[97; 100]);
    let atoms = [
        store.eq(x, y),
        store.contains(x, y),
        store.contains(word, x),
        store.ge(length, n),
        store.ge(n, length),
        store.prefixof(x, long),
        store.str_le(x, y),
        store.str_le(long, x),
    ];
    let mut regexes = RegexOfTerm::new();
    for atom in atoms {
        assert_eq!(regular::language_of_atom(&store, &mut regexes, atom), None);
    }
    // A part at an unknown place, or of an unknown length, is a string of its own.
    let (three, negative) = (store.int(3), store.int(-1));
    for (from, count) in [(n, n), (three, n), (n, three), (three, negative)] {
        let slice = store.substr(x, from, count);
        let atom = store.eq(slice, word);
        let found = regular::language_of_atom(&store, &mut regexes, atom);
        assert_eq!(found.map(|(string, _)| string), Some(slice));
    }
}
