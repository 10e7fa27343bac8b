//! Nielsen's graph against enumeration, by both ways to ask.

use super::*;

/// Small letters are characters, capitals variables.
fn side(text: &str) -> Vec<Symbol> {
    let symbol = |byte| match byte {
        b'A'..=b'Z' => Symbol::variable(usize::from(byte - b'A')),
        _ => Symbol::character(u32::from(byte)),
    };
    text.bytes().map(symbol).collect()
}

pub(super) fn parse(equations: &[(&str, &str)]) -> Vec<Equation> {
    equations.iter().map(|(l, r)| (side(l), side(r))).collect()
}

fn run(equations: &[(&str, &str)]) -> Verdict {
    solve(&parse(equations), 20_000, &Budget::unlimited()).expect("no limit")
}

/// The graph of the equations; `None` if they are refuted at once.
fn explore(equations: &[(&str, &str)]) -> Option<Graph> {
    let extent = Extent {
        nodes: 10_000,
        size: 100,
        first_solution: false,
    };
    let start = System::new(parse(equations))?;
    Some(Graph::explore(start, extent, &Budget::unlimited()).expect("no limit"))
}

fn value(side: &str, words: &[String]) -> String {
    let symbol = |byte| match byte {
        b'A'..=b'Z' => words[usize::from(byte - b'A')].clone(),
        _ => char::from(byte).to_string(),
    };
    side.bytes().map(symbol).collect()
}

pub(super) fn solves(equations: &[(&str, &str)], words: &[String]) -> bool {
    equations
        .iter()
        .all(|(l, r)| value(l, words) == value(r, words))
}

/// All words over a and b up to a length.
pub(super) fn words(longest: usize) -> Vec<String> {
    (0..=longest)
        .flat_map(|n| (0..1usize << n).map(move |bits| (n, bits)))
        .map(|(n, bits)| {
            (0..n)
                .map(|i| if bits >> i & 1 == 0 { 'a' } else { 'b' })
                .collect()
        })
        .collect()
}

/// Whether there are words over a and b, up to a length each, that solve the equations.
fn exists(equations: &[(&str, &str)], variables: usize, longest: usize) -> bool {
    let words = words(longest);
    (0..words.len().pow(variables as u32)).any(|mut choice| {
        let chosen: Vec<String> = (0..variables)
            .map(|_| {
                let word = words[choice % words.len()].clone();
                choice /= words.len();
                word
            })
            .collect();
        solves(equations, &chosen)
    })
}

/// The words that the graph's shortest path gives, free variables being empty.
fn solution(graph: &Graph, variables: usize) -> Option<Vec<String>> {
    let family = graph.family_to(graph.solved?, variables);
    let words = family.words(&vec![0; variables], &[97], 1_000)?;
    let text = |word: Vec<u32>| word.into_iter().filter_map(char::from_u32).collect();
    Some(words.into_iter().map(text).collect())
}

#[test]
fn loops_are_decided() {
    assert_eq!(run(&[("Aa", "bA")]), Verdict::Unsolvable);
    assert_eq!(run(&[("Aab", "baA")]), Verdict::Lengths(vec![1]));
    assert_eq!(run(&[("Aab", "abA")]), Verdict::Lengths(vec![0]));
    assert_eq!(run(&[("aAbB", "BbAc")]), Verdict::Unsolvable);
    assert_eq!(run(&[("aAB", "ABb")]), Verdict::Unsolvable);
}

#[test]
fn systems_share_their_variables() {
    let commuting = [("Aa", "aA"), ("Ab", "bA")];
    assert_eq!(run(&commuting), Verdict::Lengths(vec![0]));
    assert_eq!(run(&[("Aa", "aA"), ("A", "bB")]), Verdict::Unsolvable);
}

#[test]
fn lengths_are_those_of_a_solution() {
    // Only A = "a" and B = "ab" are as short.
    let equations = [("abAB", "ACb"), ("C", "baa")];
    assert_eq!(run(&equations), Verdict::Lengths(vec![1, 2, 3]));
}

/// Sides of three symbols over two characters and two variables, each at most twice: both ways to
/// ask agree with enumeration, and solutions solve.
#[test]
fn all_small_equations_agree_with_enumeration() {
    let symbols = ['a', 'b', 'A', 'B'];
    let sides: Vec<String> = (0..64)
        .map(|n| {
            [n / 16, n / 4 % 4, n % 4]
                .map(|i| symbols[i])
                .iter()
                .collect()
        })
        .collect();
    let (mut refuted, mut solved) = (0, 0);
    for left in &sides {
        for right in &sides {
            let equations = [(left.as_str(), right.as_str())];
            if most_occurrences(&parse(&equations)) > 2 {
                continue;
            }
            let graph = explore(&equations);
            let words = graph.and_then(|graph| {
                assert!(graph.complete, "{left} = {right} is quadratic");
                solution(&graph, 2)
            });
            match (run(&equations), words) {
                (Verdict::Unsolvable, None) => {
                    assert!(!exists(&equations, 2, 3), "{left} = {right}");
                    refuted += 1;
                }
                (Verdict::Lengths(lengths), Some(words)) => {
                    assert!(solves(&equations, &words), "{left} = {right}: {words:?}");
                    let longest = lengths.iter().copied().max().unwrap_or(0).min(4);
                    assert!(exists(&equations, 2, longest), "{left} = {right}");
                    solved += 1;
                }
                other => panic!("{left} = {right}: {other:?}"),
            }
        }
    }
    assert!(refuted > 100 && solved > 100);
}

/// Random systems of two equations, where nodes are renamed on the way: the lengths that are
/// suggested are those of a solution.
#[test]
fn lengths_of_systems_are_those_of_words() {
    let mut random = sinew_base::Random::new(7);
    let mut found = 0;
    for _ in 0..400 {
        let sides: Vec<String> = (0..4)
            .map(|_| {
                let symbols = ['a', 'b', 'A', 'B', 'C'];
                (0..1 + random.below(4))
                    .map(|_| symbols[random.below(5)])
                    .collect()
            })
            .collect();
        let equations = [
            (sides[0].as_str(), sides[1].as_str()),
            (sides[2].as_str(), sides[3].as_str()),
        ];
        let lengths = match run(&equations) {
            Verdict::Lengths(mut lengths) => {
                lengths.resize(3, 0);
                lengths
            }
            Verdict::Unsolvable => {
                assert!(!exists(&equations, 3, 2), "{equations:?}");
                continue;
            }
            Verdict::Open => continue,
        };
        if lengths.iter().sum::<usize>() > 8 {
            continue;
        }
        let of_length = |n: usize| -> Vec<String> {
            let all = words(n).into_iter();
            all.filter(|word| word.len() == n).collect()
        };
        let [first, second, third] = [0, 1, 2].map(|i| of_length(lengths[i]));
        let solved = first.iter().any(|a| {
            second.iter().any(|b| {
                let mut last = third.iter();
                last.any(|c| solves(&equations, &[a.clone(), b.clone(), c.clone()]))
            })
        });
        assert!(solved, "{equations:?} with {lengths:?}");
        found += 1;
    }
    assert!(found > 50);
}

#[test]
fn variables_twice_are_cycles() {
    assert_eq!(most_occurrences(&parse(&[("AaB", "Cb")])), 1);
    assert_eq!(most_occurrences(&parse(&[("Aa", "B"), ("A", "b")])), 2);
}

#[test]
fn common_ends_are_cancelled() {
    let system = |left, right| System::new(parse(&[(left, right)]));
    assert_eq!(system("aXbY", "aXcY"), None);
    assert_eq!(system("XabY", "XYY"), system("abY", "YY"));
    assert!(system("aXY", "aXY").is_some_and(|s| s.is_solved()));
    assert_eq!(system("aX", ""), None);
}

#[test]
fn keys_give_their_system_back() {
    for sides in [("Xab", "aYX"), ("", "XY"), ("X", "Y")] {
        let made = System::new(parse(&[sides])).unwrap_or_default();
        assert_eq!(System::of_key(&made.key()), made);
    }
}

#[test]
fn the_end_with_fewer_cases_is_taken() {
    let made = System::new(parse(&[("Aa", "BA")])).unwrap_or_default();
    let (x, a) = (Symbol::variable(0), Symbol::character(97));
    let cases = vec![(x, Rewrite::Empty), (x, Rewrite::Back(a))];
    assert_eq!(made.cases(), cases);
}

#[test]
fn systems_of_other_names_are_one() {
    let renamed = |sides| {
        let mut system = System::new(parse(&[sides])).unwrap_or_default();
        let names = system.rename(3);
        (system, names)
    };
    let ((first, names), (second, _)) = (renamed(("CaB", "aBC")), renamed(("AaC", "aCA")));
    assert_eq!(first, second);
    assert_eq!(names[..], [2, 1, 0]);
}

#[test]
fn cycles_come_back() {
    let graph = explore(&[("aX", "Xa")]).expect("it is not refuted");
    let cycles: Vec<_> = graph.edges[0]
        .iter()
        .filter_map(|&edge| graph.cycle(0, edge, 100, |_| true))
        .collect();
    assert_eq!(cycles.len(), 1);
    assert_eq!(cycles[0].last().map(|edge| edge.to), Some(0));
}

/// The words of exponents of a word.
fn powers(base: &str, exponents: &[usize]) -> Vec<String> {
    exponents.iter().map(|&n| base.repeat(n)).collect()
}

#[test]
fn exponents_are_those_of_the_solutions_in_powers() {
    let cases: &[&[(&str, &str)]] = &[
        &[("AaA", "aABB")],
        &[("AaAbB", "aABBbaa")],
        &[("AbBaB", "BabAA")],
        &[("AbB", "BbbA")],
        &[("AbBa", "BbaA")],
        &[("ABa", "aBA")],
        &[("AB", "BaA"), ("AA", "B")],
        &[("AabB", "aAaBb")],
        &[("AbBc", "aBbAc"), ("B", "aA")],
        &[("AabcBab", "ababAcabB")],
        &[("AbabaB", "ababAaBab")],
        &[("AA", "abB"), ("AcabB", "ababcBA")],
    ];
    let (mut of_letters, mut of_words) = (0, 0);
    for equations in cases {
        let system = System::new(parse(equations));
        for base in ["a", "b", "c", "ab", "ba", "aab"] {
            let codes: Vec<u32> = base.chars().map(u32::from).collect();
            let forms = system.as_ref().and_then(|s| s.exponents(&codes));
            for (n, m) in (0..5usize).flat_map(|n| (0..5).map(move |m| (n, m))) {
                let zero = |form: &crate::linear::Linear<usize>| {
                    let values = [(0, n), (1, m)].map(|(x, n)| (x, n.into()));
                    let form = values
                        .iter()
                        .fold(form.clone(), |form, (x, n)| form.with_value(*x, n));
                    form.is_constant() && form.constant.is_zero()
                };
                let counted = forms.as_ref().is_some_and(|forms| forms.iter().all(zero));
                let holds = solves(equations, &powers(base, &[n, m]));
                assert!(holds || !counted, "{equations:?} {base} {n} {m}");
                match base.len() {
                    1 => assert_eq!(counted, holds, "{equations:?} {base} {n} {m}"),
                    _ => of_words += usize::from(counted),
                }
                of_letters += usize::from(holds && base.len() == 1);
            }
        }
    }
    assert!(of_letters > 10 && of_words > 5, "{of_letters} {of_words}");
}

#[test]
fn bases_are_letters_first_and_no_powers() {
    let system = System::new(parse(&[("AaabbAB", "BababBcA")])).expect("it is not refuted");
    let names = |words: Vec<Vec<u32>>| -> Vec<String> {
        let name = |word: &Vec<u32>| word.iter().filter_map(|&c| char::from_u32(c)).collect();
        words.iter().map(name).collect()
    };
    let all = ["a", "b", "c", "ab", "ba", "aab", "aba", "abb", "bab"];
    assert_eq!(names(system.bases(3, 100)), all);
    assert_eq!(names(system.bases(3, 4)), all[..4]);
}
