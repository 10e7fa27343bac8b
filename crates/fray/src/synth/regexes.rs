//! The pool of regular expressions (P1 §2.1.2), and the strings that go with each (§3.3).
//!
//! Every operation of Table 1 is applied to the leaves. What comes out is deduplicated by
//! *language*, not by text: two expressions fall together if `sinew-regex` finds them equivalent.
//! But a solver sees text, so each operator keeps up to two forms of each language. What a data
//! file names itself is kept whatever its language: whoever writes it down means that text.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::Budget;
use sinew_regex::{CharOrder, MAX_CHAR, RegexStore};
use sinew_term::{Op, TermStore};

use super::exec::Value;
use super::format::{LoadError, error};
use super::lang::Lang;
use super::program::Program;
use super::syntax::parse;

/// Forms made per operator and language, beside those that the data names.
const FORMS: usize = 2;
/// Steps that one question about a language may take.
const STEPS: u64 = 200_000;
/// Words longer than this are not made.
const MAX_WORD: usize = 1100;

/// The folders of the operators on regular expressions, by [`folder`].
pub const REGEX_FOLDERS: [&str; 15] = [
    "re.none",
    "re.all",
    "re.allchar",
    "re.literal",
    "re.range",
    "re.concat",
    "re.union",
    "re.inter",
    "re.diff",
    "re.comp",
    "re.star",
    "re.plus",
    "re.opt",
    "re.power",
    "re.loop",
];

/// The folder of the tests about an operator on regular expressions.
#[must_use]
pub fn folder(op: Op) -> &'static str {
    let place = match op {
        Op::ReNone => 0,
        Op::ReAll => 1,
        Op::ReAllChar => 2,
        Op::ReRange => 4,
        Op::ReConcat => 5,
        Op::ReUnion => 6,
        Op::ReInter => 7,
        Op::ReDiff => 8,
        Op::ReComp => 9,
        Op::ReStar => 10,
        Op::RePlus => 11,
        Op::ReOpt => 12,
        Op::RePow(_) => 13,
        Op::ReLoop(..) => 14,
        _ => 3,
    };
    REGEX_FOLDERS[place]
}

/// What the pool is built from.
#[derive(Clone, Debug, Default)]
pub struct RegexData {
    /// The first expressions, to which the operators are applied. They are in the pool themselves.
    pub leaves: Vec<Lang>,
    /// Numerals of powers.
    pub powers: Vec<u32>,
    /// Numerals of loops.
    pub loops: Vec<(u32, u32)>,
    /// Expressions that are in the pool as they are.
    pub extra: Vec<Lang>,
    /// What takes the places of r, s, t in equivalences.
    pub parameters: Vec<Vec<Lang>>,
}

/// An expression of the pool.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The expression.
    pub lang: Lang,
    /// The number of its language: entries with the same number have the same words.
    pub language: usize,
}

/// The pool.
#[derive(Clone, Debug, Default)]
pub struct RegexPool {
    /// In the order in which they were made.
    pub entries: Vec<Entry>,
    /// For each language its first entry.
    pub languages: Vec<usize>,
}

/// Reads a regular expression without variables.
pub(super) fn read(text: &str) -> Result<Lang, LoadError> {
    let mut store = TermStore::new();
    let term = parse(&mut store, text, &[]).map_err(|problem| error("regex", problem))?;
    let program = Program::new(&store, &[term]);
    match program.and_then(|program| program.literal(0)) {
        Some(Value::Re(lang)) => Ok(lang),
        _ => {
            let problem = "is no regular expression without variables";
            Err(error("regex", format!("`{text}` {problem}")))
        }
    }
}

impl RegexPool {
    /// Builds the pool.
    #[must_use]
    pub fn new(data: &RegexData) -> RegexPool {
        let mut builder = Builder::default();
        for lang in data.leaves.iter().chain(&data.extra) {
            builder.given(lang);
        }
        for leaf in &data.leaves {
            for op in [Op::ReStar, Op::RePlus, Op::ReOpt, Op::ReComp] {
                builder.apply(op, &[leaf]);
            }
            for &n in &data.powers {
                builder.apply(Op::RePow(n), &[leaf]);
            }
            for &(lo, hi) in &data.loops {
                builder.apply(Op::ReLoop(lo, hi), &[leaf]);
            }
        }
        for op in [Op::ReConcat, Op::ReUnion, Op::ReInter, Op::ReDiff] {
            for first in &data.leaves {
                for second in &data.leaves {
                    builder.apply(op, &[first, second]);
                }
            }
        }
        builder.pool
    }

    /// The entries with the language of this entry, itself included.
    pub fn forms(&self, language: usize) -> impl Iterator<Item = &Entry> {
        let entries = self.entries.iter();
        entries.filter(move |entry| entry.language == language)
    }
}

/// A pool that is being built.
#[derive(Default)]
struct Builder {
    pool: RegexPool,
    regexes: RegexStore,
    /// Languages by the probes they contain: only those can be the same.
    by_probes: FxHashMap<Vec<Option<bool>>, Vec<usize>>,
    /// How many forms were made per operator and language.
    forms: FxHashMap<(Op, usize), usize>,
    /// What is in the pool, as text.
    known: FxHashSet<Lang>,
}

impl Builder {
    fn apply(&mut self, op: Op, args: &[&Lang]) {
        if let Some(lang) = Lang::op(op, args.iter().map(|&arg| arg.clone()).collect()) {
            self.made(lang);
        }
    }

    /// An expression that the data names. It takes no other one's place.
    fn given(&mut self, lang: &Lang) {
        if !self.known.contains(lang) {
            let language = self.language(lang);
            self.push(lang.clone(), language);
        }
    }

    /// An operator applied to leaves.
    fn made(&mut self, lang: Lang) {
        if self.known.contains(&lang) {
            return;
        }
        let language = self.language(&lang);
        let forms = self.forms.entry((lang.root(), language)).or_default();
        if *forms < FORMS {
            *forms += 1;
            self.push(lang, language);
        }
    }

    fn push(&mut self, lang: Lang, language: usize) {
        self.known.insert(lang.clone());
        self.pool.entries.push(Entry { lang, language });
    }

    /// The number of the language; a new one if it is not known.
    fn language(&mut self, lang: &Lang) -> usize {
        const PROBES: [&[u32]; 12] = [
            &[],
            &[97],
            &[98],
            &[99],
            &[97, 97],
            &[97, 98],
            &[98, 97],
            &[98, 98],
            &[97, 97, 97],
            &[97, 98, 97],
            &[0],
            &[MAX_CHAR],
        ];
        let probes: Vec<Option<bool>> = PROBES.iter().map(|word| lang.contains(word)).collect();
        let regex = lang.to_regex(&mut self.regexes);
        let alike = self.by_probes.entry(probes).or_default();
        for &number in alike.iter() {
            let known = &self.pool.entries[self.pool.languages[number]].lang;
            let known = known.to_regex(&mut self.regexes);
            let budget = Budget::with_steps(STEPS);
            if self.regexes.equivalent(regex, known, &budget) == Ok(true) {
                return number;
            }
        }
        let number = self.pool.languages.len();
        alike.push(number);
        self.pool.languages.push(self.pool.entries.len());
        number
    }
}

/// The strings that go with a language (P1 §3.3): members of several lengths, the longest that
/// are not too long, non-members, words one edit away from a member, for loops those with one
/// iteration too few and one too many, for ranges the characters around the bounds.
#[must_use]
pub fn strings_for(lang: &Lang) -> Vec<Vec<u32>> {
    let mut regexes = RegexStore::new();
    let regex = lang.to_regex(&mut regexes);
    let outside = regexes.comp(regex);
    let budget = Budget::with_steps(STEPS);
    let order = CharOrder::Readable;
    let mut found: Vec<Vec<u32>> = vec![Vec::new()];
    let members = regexes.words(regex, 5, order, &budget).unwrap_or_default();
    for word in &members {
        // One edit away: a letter less, more, another.
        if let Some((last, rest)) = word.split_last() {
            found.push(rest.to_vec());
            let other = if *last == 97 { 98 } else { 97 };
            found.push([rest, &[other]].concat());
        }
        found.push([&word[..], &[97]].concat());
        found.push([&word[..], &word[..]].concat());
    }
    found.extend(members);
    found.extend(
        regexes
            .words(outside, 2, order, &budget)
            .unwrap_or_default(),
    );
    for length in [3, 7] {
        let longer = regexes.smallest_word(regex, length, order, &budget);
        found.extend(longer.ok().flatten());
    }
    if let (Op::ReLoop(lo, hi), [inner]) = (lang.root(), lang.args()) {
        found.extend(iterations(inner, lo, hi));
    }
    if let (Op::RePow(n), [inner]) = (lang.root(), lang.args()) {
        found.extend(iterations(inner, n, n));
    }
    if let Some((&[from], &[to])) = lang.bounds() {
        let around = [from.checked_sub(1), Some(from), Some(to), to.checked_add(1)];
        let around = around.into_iter().flatten().filter(|&c| c <= MAX_CHAR);
        found.extend(around.map(|c| vec![c]));
    }
    found.retain(|word| word.len() <= MAX_WORD);
    found.sort_by_key(|word| (word.len(), word.clone()));
    found.dedup();
    found
}

/// A member of `inner` repeated one time too few, as often as it must, as it may, and too often.
fn iterations(inner: &Lang, lo: u32, hi: u32) -> Vec<Vec<u32>> {
    let mut regexes = RegexStore::new();
    let regex = inner.to_regex(&mut regexes);
    let budget = Budget::with_steps(STEPS);
    let words = regexes.words(regex, 2, CharOrder::Readable, &budget);
    let Some(word) = words.ok().and_then(|mut words| words.pop()) else {
        return Vec::new();
    };
    let counts = [lo.checked_sub(1), Some(lo), Some(hi), hi.checked_add(1)];
    let counts = counts.into_iter().flatten().map(|count| count as usize);
    let short = counts.filter(|count| count * word.len() <= MAX_WORD);
    short.map(|count| word.repeat(count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::library::Library;

    fn pool() -> RegexPool {
        RegexPool::new(&Library::built_in().regexes)
    }

    #[test]
    fn the_pool_has_p1s_examples_and_every_operator() {
        let pool = pool();
        let has = |text: &str| {
            let wanted = read(text).map_err(|e| e.to_string()).expect("readable");
            pool.entries.iter().any(|entry| entry.lang == wanted)
        };
        assert!(has("((_ re.loop 189 0) (str.to_re \"\"))"), "P1 Figure 4");
        assert!(has("((_ re.loop 0 0) re.all)"));
        assert!(has("((_ re.loop 0 1) re.all)"));
        assert!(
            has("(re.++ (re.range \"a\" \"c\") (re.range \"d\" \"f\"))"),
            "P1 Figure 2"
        );
        assert!(
            has("(str.to_re \"\"\"\")"),
            "P1 §2.1.2: strings containing quotes"
        );
        assert!(has("((_ re.loop 2 1) re.all)"));
        assert!(has("((_ re.loop 0 1000) (str.to_re \"a\"))"));
        for op in [
            Op::ReAll,
            Op::ReAllChar,
            Op::ReNone,
            Op::StrToRe,
            Op::ReConcat,
            Op::ReUnion,
            Op::ReInter,
            Op::ReDiff,
            Op::ReComp,
            Op::ReStar,
            Op::RePlus,
            Op::ReOpt,
            Op::ReRange,
            Op::RePow(2),
            Op::ReLoop(1, 2),
        ] {
            assert!(pool.entries.iter().any(|e| e.lang.root() == op), "{op:?}");
        }
    }

    #[test]
    fn languages_are_distinct_and_have_few_forms_per_operator() {
        let data = Library::built_in().regexes;
        let pool = pool();
        assert!(
            pool.entries.len() > 150 && pool.languages.len() > 60,
            "{} {}",
            pool.entries.len(),
            pool.languages.len()
        );
        for (i, &a) in pool.languages.iter().enumerate() {
            for &b in &pool.languages[i + 1..] {
                let (a, b) = (&pool.entries[a].lang, &pool.entries[b].lang);
                assert_eq!(
                    a.equivalent(b, &Budget::unlimited()),
                    Ok(false),
                    "{a:?} {b:?}"
                );
            }
        }
        let mut counts: FxHashMap<(Op, usize), usize> = FxHashMap::default();
        let given = |lang: &Lang| data.leaves.contains(lang) || data.extra.contains(lang);
        for entry in pool.entries.iter().filter(|entry| !given(&entry.lang)) {
            *counts
                .entry((entry.lang.root(), entry.language))
                .or_default() += 1;
        }
        assert!(counts.values().all(|&count| count <= FORMS));
    }

    /// Also the fourth form of one language, and what a user adds; but nothing twice.
    #[test]
    fn whatever_the_data_names_is_in_the_pool_once() {
        let mut library = Library::built_in();
        let user = r#"[regex]
leaves = ['(re.range "d" "c")']
extra = ['(re.range "f" "e")', '(re.range "" "")', '(re.* (str.to_re "a"))', '(re.range "aa" "b")']
"#;
        library.add(user).expect("well-formed");
        let data = &library.regexes;
        let pool = RegexPool::new(data);
        for text in [
            r#"(re.range "" "a")"#,
            r#"(re.range "a" "")"#,
            r#"(re.range "aa" "b")"#,
            r#"(re.range "a" "bb")"#,
            r#"(re.range "d" "c")"#,
            r#"(re.range "f" "e")"#,
        ] {
            let wanted = read(text).map_err(|e| e.to_string()).expect("readable");
            assert!(
                data.leaves
                    .iter()
                    .chain(&data.extra)
                    .any(|lang| *lang == wanted)
            );
        }
        for lang in data.leaves.iter().chain(&data.extra) {
            let found = pool.entries.iter().filter(|entry| entry.lang == *lang);
            assert_eq!(found.count(), 1, "{lang:?}");
        }
        let distinct: FxHashSet<&Lang> = pool.entries.iter().map(|entry| &entry.lang).collect();
        assert_eq!(distinct.len(), pool.entries.len());
    }

    /// P1 Figure 1: its shortest members have eight characters.
    #[test]
    fn strings_of_the_password_are_in_it_and_not() {
        let pool = pool();
        let (_, password) = pool
            .entries
            .iter()
            .map(|entry| (entry.lang.root(), &entry.lang))
            .find(|(op, lang)| *op == Op::ReInter && lang.args().len() == 4)
            .expect("in the pool");
        let words = strings_for(password);
        let inside = words
            .iter()
            .filter(|word| password.contains(word) == Some(true))
            .count();
        assert!(
            inside >= 3 && inside < words.len(),
            "{inside} of {}",
            words.len()
        );
    }

    #[test]
    fn strings_of_a_loop_are_on_both_sides_of_its_bounds() {
        let loop_ = read("((_ re.loop 2 3) (str.to_re \"ab\"))").map_err(|e| e.to_string());
        let words = strings_for(&loop_.expect("readable"));
        for count in 1..=4 {
            assert!(words.contains(&[97, 98].repeat(count)), "{count}");
        }
    }
}
