//! Formulas up to what does not matter, and what several of them have in common.
//!
//! The canonical form of a script is the set of its assertions with the arguments of commutative
//! operators in a fixed order, variables numbered as they occur, `distinct` and doubled negations
//! written as negated equations, and constants kept beside their *class*: a bug about `"a"` is as
//! a rule one about `"b"`, but not one about `""`. Two scripts are the same if their canonical
//! forms differ in members of classes only. The least general pattern of two scripts
//! (anti-unification) has a hole where they differ, the same hole where they differ in the same
//! way.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sinew_smtlib::{Dialect as Literals, print_term};
use sinew_term::{Op, Sort, Term, TermStore};

use super::job::Script;

/// A term without a store.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tree {
    /// An operator or a function, with its arguments.
    Node(String, Vec<Tree>),
    /// A literal: its class, and itself.
    Literal(&'static str, String),
    /// A variable: its sort and its number.
    Variable(&'static str, usize),
    /// Anything of this sort, the same in all places with this number.
    Hole(usize, &'static str),
}

/// The canonical form of a script; `None` if it cannot be read. Quantified formulas are compared
/// as they are written.
#[must_use]
pub fn canonical(script: &str, literals: Literals) -> Option<Tree> {
    let script = Script::read(script, literals).ok()?;
    let assertions: Vec<Tree> = script
        .assertions
        .iter()
        .map(|&(_, term)| tree(&script.store, term))
        // What says nothing is not there.
        .filter(|tree| !matches!(tree, Tree::Node(name, _) if name == "true"))
        .collect();
    let mut all = Tree::Node("and".to_owned(), assertions);
    // By shape first; what has the same shape then by its variables, which are numbered by that.
    for _ in 0..2 {
        sort_arguments(&mut all);
        number_variables(&mut all);
    }
    Some(all)
}

/// A term as a tree, with its variables as they are called.
pub(super) fn tree(store: &TermStore, root: Term) -> Tree {
    let mut made: BTreeMap<Term, Tree> = BTreeMap::new();
    for term in sinew_term::postorder_all(store, &[root]) {
        let args: Vec<Tree> = store
            .args(term)
            .iter()
            .map(|arg| made[arg].clone())
            .collect();
        made.insert(term, node(store, term, args));
    }
    made.remove(&root).unwrap_or(Tree::Hole(0, "Other"))
}

fn node(store: &TermStore, term: Term, args: Vec<Tree>) -> Tree {
    let op = store.op(term);
    let negated = |tree: Tree| match tree {
        Tree::Node(name, mut inside) if name == "not" && inside.len() == 1 => inside.remove(0),
        other => Tree::Node("not".to_owned(), vec![other]),
    };
    match op {
        Op::Int(_) => {
            let text = print_term(store, term);
            let class = match text.as_str() {
                "0" => "zero",
                "1" => "one",
                "(- 1)" => "minus one",
                text if text.starts_with('(') => "negative",
                _ => "number",
            };
            Tree::Literal(class, text)
        }
        Op::Str(_) => {
            let value = store.str_value(term).unwrap_or_default();
            Tree::Literal(string_class(value), print_term(store, term))
        }
        Op::Apply(fun) if args.is_empty() => {
            Tree::Literal(sort_name(store.sort(term)), store.fun_name(fun).to_owned())
        }
        Op::Not => negated(args.into_iter().next().unwrap_or(Tree::Hole(0, "Other"))),
        Op::Distinct if args.len() == 2 => negated(Tree::Node("=".to_owned(), args)),
        Op::And | Op::Or if args.len() == 1 => {
            args.into_iter().next().unwrap_or(Tree::Hole(0, "Other"))
        }
        Op::ReLoop(lo, hi) => {
            let class = match (lo, hi) {
                (0, 0) => "0 0",
                (lo, hi) if lo > hi => "1 0",
                (0, _) => "0 n",
                _ => "m n",
            };
            Tree::Node(format!("(_ re.loop {class})"), args)
        }
        Op::RePow(n) => Tree::Node(format!("(_ re.^ {})", if n == 0 { "0" } else { "n" }), args),
        _ => Tree::Node(store.op_name(op), args),
    }
}

fn sort_name(sort: Sort) -> &'static str {
    match sort {
        Sort::Bool => "Bool",
        Sort::Int => "Int",
        Sort::String => "String",
        Sort::RegLan => "RegLan",
        Sort::User(_) => "Other",
    }
}

fn string_class(value: &[u32]) -> &'static str {
    let digit = |c: &u32| (0x30..=0x39).contains(c);
    match value {
        [] => "empty",
        [one] if digit(one) => "digit",
        many if many.iter().all(digit) => "digits",
        many if many.iter().any(|&c| c > 0xffff) => "beyond 16 bits",
        many if many.iter().any(|&c| !(0x20..0x7f).contains(&c)) => "unusual",
        [_] => "letter",
        _ => "word",
    }
}

const COMMUTATIVE: [&str; 9] = [
    "and", "or", "=", "xor", "distinct", "+", "*", "re.union", "re.inter",
];

/// Sorts the arguments of commutative operators by their shape, in which all variables look the
/// same.
fn sort_arguments(tree: &mut Tree) {
    if let Tree::Node(name, args) = tree {
        for arg in &mut *args {
            sort_arguments(arg);
        }
        if COMMUTATIVE.contains(&name.as_str()) {
            args.sort_by_cached_key(|arg| (without_numbers(&shape(arg)), shape(arg)));
        }
    }
}

/// The tree as a text in which members of a class look the same.
fn shape(tree: &Tree) -> String {
    match tree {
        Tree::Node(name, args) if args.is_empty() => name.clone(),
        Tree::Node(name, args) => {
            let args: Vec<String> = args.iter().map(shape).collect();
            format!("({name} {})", args.join(" "))
        }
        Tree::Literal(class, _) => format!("<{class}>"),
        Tree::Variable(sort, number) => format!("<{sort} {number}>"),
        Tree::Hole(number, _) => format!("?{number}"),
    }
}

/// The shape with all variables of a sort the same.
fn without_numbers(shape: &str) -> String {
    let mut text = String::with_capacity(shape.len());
    for piece in shape.split('<') {
        match piece.split_once('>') {
            Some((inside, after)) => {
                let sort = inside.split(' ').next().unwrap_or("");
                let name = if SORTS.contains(&sort) { sort } else { inside };
                text.push_str(name);
                text.push_str(after);
            }
            None => text.push_str(piece),
        }
    }
    text
}

const SORTS: [&str; 5] = ["Bool", "Int", "String", "RegLan", "Other"];

/// Replaces names, or other numbers, by numbers in the order of occurrence.
fn number_variables(tree: &mut Tree) {
    let mut known: Vec<String> = Vec::new();
    let mut open = vec![tree];
    while let Some(tree) = open.pop() {
        let (sort, name) = match tree {
            Tree::Node(_, args) => {
                open.extend(args.iter_mut().rev());
                continue;
            }
            Tree::Literal(sort, name) if SORTS.contains(sort) => (*sort, name.clone()),
            Tree::Variable(sort, number) => (*sort, number.to_string()),
            _ => continue,
        };
        let at = known.iter().position(|other| *other == name);
        let number = at.unwrap_or_else(|| {
            known.push(name);
            known.len() - 1
        });
        *tree = Tree::Variable(sort, number);
    }
}

impl Tree {
    /// What is the same for scripts that are the same.
    #[must_use]
    pub fn key(&self) -> String {
        shape(self)
    }

    /// The number of nodes.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Tree::Node(_, args) => 1 + args.iter().map(Tree::size).sum::<usize>(),
            _ => 1,
        }
    }

    /// The operators of the theory of strings in it.
    #[must_use]
    pub fn operators(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut open = vec![self];
        while let Some(tree) = open.pop() {
            if let Tree::Node(name, args) = tree {
                let known = name.trim_start_matches("(_ ");
                let theory = known.starts_with("str.") || known.starts_with("re.");
                if theory && !found.contains(name) {
                    found.push(name.clone());
                }
                open.extend(args.iter().rev());
            }
        }
        found
    }

    /// As a term with holes, for a person: one assertion on each line.
    #[must_use]
    pub fn describe(&self) -> String {
        let lines = match self {
            Tree::Node(name, args) if name == "and" => args.iter().map(written).collect(),
            other => vec![written(other)],
        };
        lines.join("\n")
    }

    /// As a regular expression over the tokens of a script, for `grep -P`: holes match any
    /// balanced text as far as a line goes.
    #[must_use]
    pub fn regular_expression(&self) -> String {
        let mut text = String::new();
        for c in self.describe().replace('\n', " ").chars() {
            match c {
                ' ' => text.push_str("\\s+"),
                c if "()[]{}.*+?^$|\\".contains(c) => {
                    text.push('\\');
                    text.push(c);
                }
                c => text.push(c),
            }
        }
        // A hole is written ?1, escaped \?1.
        let mut result = String::new();
        let mut rest = text.as_str();
        while let Some(at) = rest.find("\\?") {
            result.push_str(&rest[..at]);
            result.push_str(".+");
            let after = &rest[at + 2..];
            rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
        }
        result.push_str(rest);
        result
    }

    /// Whether the tree is an instance of this pattern. Members of a class are the same.
    #[must_use]
    pub fn matches(&self, tree: &Tree) -> bool {
        let mut holes: BTreeMap<usize, &Tree> = BTreeMap::new();
        let mut names: BTreeMap<usize, usize> = BTreeMap::new();
        let mut open = vec![(self, tree)];
        while let Some(pair) = open.pop() {
            let same = match pair {
                (Tree::Hole(number, _), found) => {
                    let known = *holes.entry(*number).or_insert(found);
                    shape(known) == shape(found)
                }
                (Tree::Node(one, args), Tree::Node(other, others)) => {
                    open.extend(args.iter().zip(others));
                    one == other && args.len() == others.len()
                }
                (Tree::Literal(one, _), Tree::Literal(other, _)) => one == other,
                (Tree::Variable(one, number), Tree::Variable(other, found)) => {
                    one == other && *names.entry(*number).or_insert(*found) == *found
                }
                _ => false,
            };
            if !same {
                return false;
            }
        }
        true
    }

    /// The least general pattern that both are instances of, up to the names of variables.
    #[must_use]
    pub fn generalised(&self, other: &Tree) -> Tree {
        let mut pairs = Pairs {
            holes: Vec::new(),
            variables: Vec::new(),
            first: holes_of(self),
        };
        let mut pattern = generalise(self, other, &mut pairs);
        number_variables(&mut pattern);
        pattern
    }

    /// How many holes it has.
    #[must_use]
    pub fn holes(&self) -> usize {
        let mut found = Vec::new();
        collect_holes(self, &mut found);
        found.len()
    }
}

fn collect_holes(tree: &Tree, found: &mut Vec<usize>) {
    let mut open = vec![tree];
    while let Some(tree) = open.pop() {
        match tree {
            Tree::Node(_, args) => open.extend(args),
            Tree::Hole(number, _) if !found.contains(number) => found.push(*number),
            _ => {}
        }
    }
}

/// A number above those of all holes.
fn holes_of(tree: &Tree) -> usize {
    let mut found = Vec::new();
    collect_holes(tree, &mut found);
    found.into_iter().max().map_or(0, |greatest| greatest + 1)
}

/// What corresponds to what in two trees.
struct Pairs {
    holes: Vec<(Tree, Tree)>,
    variables: Vec<(usize, usize)>,
    /// The number of the first new hole.
    first: usize,
}

impl Pairs {
    /// Whether the two variables correspond: neither does to another one.
    fn correspond(&mut self, one: usize, other: usize) -> bool {
        let known = |&(a, b): &(usize, usize)| a == one || b == other;
        match self.variables.iter().find(|pair| known(pair)) {
            Some(&pair) => pair == (one, other),
            None => {
                self.variables.push((one, other));
                true
            }
        }
    }
}

/// The depth is that of reduced scripts, which are small.
fn generalise(one: &Tree, other: &Tree, pairs: &mut Pairs) -> Tree {
    match (one, other) {
        (Tree::Node(name, args), Tree::Node(same, others))
            if name == same && args.len() == others.len() =>
        {
            let args = args.iter().zip(others);
            let args = args.map(|(a, b)| generalise(a, b, pairs)).collect();
            Tree::Node(name.clone(), args)
        }
        (Tree::Literal(class, text), Tree::Literal(same, _)) if class == same => {
            Tree::Literal(class, text.clone())
        }
        (Tree::Variable(sort, number), Tree::Variable(same, found))
            if sort == same && pairs.correspond(*number, *found) =>
        {
            one.clone()
        }
        (Tree::Hole(..), _) => one.clone(),
        _ => {
            let pair = (one.clone(), other.clone());
            let known = pairs.holes.iter().position(|known| *known == pair);
            let sort = match (sort_of(one), sort_of(other)) {
                (sort, same) if sort == same => sort,
                _ => "Other",
            };
            let number = known.unwrap_or_else(|| {
                pairs.holes.push(pair);
                pairs.holes.len() - 1
            });
            Tree::Hole(pairs.first + number, sort)
        }
    }
}

/// The sort of a term.
pub(super) fn sort_of(tree: &Tree) -> &'static str {
    match tree {
        Tree::Hole(_, sort) | Tree::Variable(sort, _) => sort,
        Tree::Literal(class, _) => match *class {
            "zero" | "one" | "minus one" | "negative" | "number" => "Int",
            _ => "String",
        },
        Tree::Node(name, args) => {
            let plain = name.trim_start_matches("(_ ").trim_end_matches(')');
            let table = Op::TABLE.iter().find(|row| row.name == plain);
            match (plain, table) {
                ("ite", _) => args.get(1).map_or("Other", sort_of),
                (_, Some(row)) => sort_name(row.result),
                _ if plain.starts_with("re.") => "RegLan",
                _ => "Other",
            }
        }
    }
}

/// Terms that holes of a sort are filled with to try a pattern out.
fn fillings(sort: &str) -> &'static [&'static str] {
    match sort {
        "String" => &["filling", "\"\"", "\"ab\"", "(str.++ filling \"a\")"],
        "Int" => &["number", "0", "2", "(+ number 1)"],
        "Bool" => &["truth", "true", "false"],
        "RegLan" => &["(str.to_re \"ab\")", "(re.* re.allchar)", "re.none"],
        _ => &[],
    }
}

impl Tree {
    /// Scripts that are instances of the pattern; none if a hole has no sort.
    #[must_use]
    pub fn instances(&self) -> Vec<String> {
        let mut variables = Vec::new();
        let mut holes = BTreeMap::new();
        let mut open = vec![self];
        while let Some(tree) = open.pop() {
            match tree {
                Tree::Node(_, args) => open.extend(args),
                Tree::Variable(sort, _) => variables.push((written(tree), *sort)),
                Tree::Hole(number, sort) => {
                    holes.insert(*number, *sort);
                }
                Tree::Literal(..) => {}
            }
        }
        if holes.is_empty() || holes.values().any(|sort| fillings(sort).is_empty()) {
            return Vec::new();
        }
        let filled_with = [("filling", "String"), ("number", "Int"), ("truth", "Bool")];
        variables.extend(filled_with.map(|(name, sort)| (name.to_owned(), sort)));
        variables.sort_unstable();
        variables.dedup();
        let mut scripts = Vec::new();
        for choice in 0..6 {
            let mut body = self.describe();
            for (place, (number, sort)) in holes.iter().enumerate().rev() {
                let all = fillings(sort);
                let filling = all[(choice + 2 * place) % all.len()];
                body = body.replace(&format!("?{number}"), filling);
            }
            let is_used = |name: &str| {
                let mut words = body.split(|c: char| "() \n".contains(c));
                words.any(|word| word == name)
            };
            let used: Vec<&(String, &str)> =
                variables.iter().filter(|(name, _)| is_used(name)).collect();
            let mut script = String::from("(set-logic ALL)\n(set-option :produce-models true)\n");
            for (name, sort) in &used {
                let _ = writeln!(script, "(declare-fun {name} () {sort})");
            }
            for line in body.lines() {
                let _ = writeln!(script, "(assert {line})");
            }
            script.push_str("(check-sat)\n");
            if !used.is_empty() {
                let names: Vec<&str> = used.iter().map(|(name, _)| name.as_str()).collect();
                let _ = writeln!(script, "(get-value ({}))", names.join(" "));
            }
            if !scripts.contains(&script) {
                scripts.push(script);
            }
        }
        scripts
    }
}

fn written(tree: &Tree) -> String {
    match tree {
        Tree::Node(name, args) if args.is_empty() => name.clone(),
        Tree::Node(name, args) => {
            let mut text = format!("({}", name.replace("0 n", "0 1").replace("m n", "1 2"));
            for arg in args {
                let _ = write!(text, " {}", written(arg));
            }
            text.push(')');
            text
        }
        Tree::Literal(_, text) => text.clone(),
        Tree::Variable(sort, number) => {
            let letters: &[char] = match *sort {
                "String" => &['x', 'y', 'z', 'u', 'v', 'w'],
                "Int" => &['i', 'j', 'k', 'm', 'n'],
                "RegLan" => &['r', 's', 't'],
                _ => &['p', 'q'],
            };
            match letters.get(*number) {
                Some(letter) => letter.to_string(),
                None => format!("{}{number}", letters[0]),
            }
        }
        Tree::Hole(number, _) => format!("?{number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(assertions: &str) -> Tree {
        let script = format!(
            "(declare-fun a () String)(declare-fun b () String)(declare-fun n () Int){assertions}"
        );
        canonical(&script, Literals::Standard).expect("readable")
    }

    #[test]
    fn names_order_and_members_of_a_class_do_not_matter() {
        let same = [
            "(assert (= (str.at a n) \"x\"))(assert (not (= a b)))",
            "(assert (distinct b a))(assert (= \"q\" (str.at b n)))",
            "(assert (not (not (= \"x\" (str.at a n)))))(assert (not (= b a)))",
        ];
        for script in same {
            assert_eq!(of(script).key(), of(same[0]).key(), "{script}");
        }
        let others = [
            "(assert (= (str.at a n) \"\"))(assert (not (= a b)))",
            "(assert (= (str.at a n) \"x\"))(assert (= a b))",
            "(assert (= (str.at a 0) \"x\"))(assert (not (= a b)))",
        ];
        for script in others {
            assert_ne!(of(script).key(), of(same[0]).key(), "{script}");
        }
    }

    #[test]
    fn the_pattern_of_two_scripts_matches_both_and_says_where_they_differ() {
        let one = of("(assert (= (str.replace a \"\" b) (str.++ b a)))");
        let other = of("(assert (= (str.replace a \"\" \"c\") (str.++ \"c\" a)))");
        let pattern = one.generalised(&other);
        assert!(pattern.matches(&one) && pattern.matches(&other));
        assert_eq!(pattern.holes(), 1, "the same hole twice: {pattern:?}");
        let third = of("(assert (= (str.replace a \"\" \"c\") (str.++ \"\" a)))");
        assert!(!pattern.matches(&third));
        let regex = pattern.regular_expression();
        assert!(regex.contains(r"\(str\.replace\s+x\s+"), "{regex}");
        assert!(regex.contains(".+"), "{regex}");
    }

    #[test]
    fn repetitions_keep_what_is_special_about_them() {
        let key = |lo: u32, hi: u32| {
            of(&format!(
                "(assert (str.in_re a ((_ re.loop {lo} {hi}) (str.to_re \"a\"))))"
            ))
            .key()
        };
        assert_eq!(key(2, 5), key(1, 3));
        assert_ne!(key(3, 2), key(2, 3));
        assert_ne!(key(0, 0), key(0, 1));
    }

    #[test]
    fn instances_are_scripts_that_the_pattern_matches() {
        let one = of("(assert (= (str.replace a \"\" b) (str.at a 0)))");
        let other = of("(assert (= (str.replace a \"\" b) (str.at a 1)))");
        let pattern = one.generalised(&other);
        let scripts = pattern.instances();
        assert!(scripts.len() >= 3, "{scripts:?}");
        for script in scripts {
            let tree = canonical(&script, Literals::Standard).expect(&script);
            assert!(pattern.matches(&tree), "{script}");
        }
        assert!(one.instances().is_empty(), "there is nothing to fill");
    }
}
