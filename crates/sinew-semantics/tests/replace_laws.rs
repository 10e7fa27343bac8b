//! Laws of `str.replace_re` (R01–R17) and `str.replace_re_all` (A01–A17): each holds on all words up
//! to length 3 over two letters, for a pool of regular expressions and replacements.

use sinew_semantics::{Model, Value, eval};
use sinew_term::{Term, TermStore};

struct World {
    store: TermStore,
    words: Vec<Term>,
    regexes: Vec<Term>,
}

/// One instance: the word, the regular expression, a second one, the replacement.
#[derive(Clone, Copy)]
struct Case {
    x: Term,
    r: Term,
    s: Term,
    t: Term,
}

fn world() -> World {
    let mut store = TermStore::new();
    let words = [
        "", "a", "b", "aa", "ab", "ba", "bb", "aab", "aba", "bab", "bba", "abb",
    ];
    let words = words.map(|word| store.string(word)).to_vec();
    let (a, b, ab, empty) = (
        store.string("a"),
        store.string("b"),
        store.string("ab"),
        store.string(""),
    );
    let (la, lb, lab, none) = (
        store.str_to_re(a),
        store.str_to_re(b),
        store.str_to_re(ab),
        store.str_to_re(empty),
    );
    let union = store.re_union(&[la, lab]);
    let star = store.re_star(lb);
    let concat = store.re_concat(&[la, star]);
    let (comp, nothing, pow) = (store.re_comp(la), store.re_none(), store.re_pow(2, lb));
    let regexes = vec![la, lab, none, union, star, concat, comp, nothing, pow];
    World {
        store,
        words,
        regexes,
    }
}

fn truth(store: &TermStore, term: Term) -> bool {
    eval(store, &Model::new(), term) == Ok(Value::Bool(true))
}

/// Whether the word is in the language, by evaluation.
fn member(store: &mut TermStore, word: Term, regex: Term) -> bool {
    let atom = store.in_re(word, regex);
    truth(store, atom)
}

/// Checks that the two sides, where the law applies to the case, have one value.
fn law(name: &str, sides: impl Fn(&mut TermStore, Case) -> Option<(Term, Term)>) {
    let World {
        mut store,
        words,
        regexes,
    } = world();
    let replacements = [words[0], words[2], words[4]];
    let mut instances = 0;
    for &x in &words {
        for (index, &r) in regexes.iter().enumerate() {
            for &t in &replacements {
                let s = regexes[(index + 3) % regexes.len()];
                if let Some((left, right)) = sides(&mut store, Case { x, r, s, t }) {
                    let same = store.eq(left, right);
                    assert!(truth(&store, same), "{name}");
                    instances += 1;
                }
            }
        }
    }
    assert!(instances > 0, "{name} has instances");
}

fn nullable(store: &mut TermStore, r: Term) -> bool {
    let empty = store.string("");
    member(store, empty, r)
}

/// Whether some factor of the word is in the language.
fn occurs(store: &mut TermStore, x: Term, r: Term) -> bool {
    let all = store.re_all();
    let around = store.re_concat(&[all, r, all]);
    member(store, x, around)
}

fn without_empty(store: &mut TermStore, r: Term) -> Term {
    let empty = store.string("");
    let epsilon = store.str_to_re(empty);
    store.re_diff(r, epsilon)
}

/// `replace_re(x, r, t)` and `replace_re(x, other, t)`.
fn both(store: &mut TermStore, Case { x, r, t, .. }: Case, other: Term) -> (Term, Term) {
    (store.replace_re(x, r, t), store.replace_re(x, other, t))
}

/// The same for `replace_re_all`.
fn both_all(store: &mut TermStore, Case { x, r, t, .. }: Case, other: Term) -> (Term, Term) {
    (
        store.replace_re_all(x, r, t),
        store.replace_re_all(x, other, t),
    )
}

#[test]
fn replace_re_laws() {
    law("R01 none", |m, c| {
        let none = m.re_none();
        Some((m.replace_re(c.x, none, c.t), c.x))
    });
    law("R02 nullable", |m, c| {
        nullable(m, c.r).then(|| (m.replace_re(c.x, c.r, c.t), m.concat(&[c.t, c.x])))
    });
    law("R03 literal", |m, c| {
        let u = m.string("ab");
        let literal = m.str_to_re(u);
        Some((m.replace_re(c.x, literal, c.t), m.replace(c.x, u, c.t)))
    });
    law("R04 no occurrence", |m, c| {
        (!occurs(m, c.x, c.r)).then(|| (m.replace_re(c.x, c.r, c.t), c.x))
    });
    law("R05 on the empty word", |m, c| {
        let empty = m.string("");
        let result = if nullable(m, c.r) { c.t } else { empty };
        Some((m.replace_re(empty, c.r, c.t), result))
    });
    law("R06 allchar", |m, c| {
        let (empty, any, one, length) = (m.string(""), m.re_allchar(), m.int(1), m.len(c.x));
        let tail = m.substr(c.x, one, length);
        let rest = m.concat(&[c.t, tail]);
        let is_empty = m.eq(c.x, empty);
        Some((m.replace_re(c.x, any, c.t), m.ite(is_empty, empty, rest)))
    });
    law("R07 all", |m, c| {
        let all = m.re_all();
        Some((m.replace_re(c.x, all, c.t), m.concat(&[c.t, c.x])))
    });
    law("R08 star", |m, c| {
        let star = m.re_star(c.r);
        Some((m.replace_re(c.x, star, c.t), m.concat(&[c.t, c.x])))
    });
    law("R09 opt", |m, c| {
        let opt = m.re_opt(c.r);
        Some((m.replace_re(c.x, opt, c.t), m.concat(&[c.t, c.x])))
    });
    law("R10 plus", |m, c| {
        let plus = m.re_plus(c.r);
        Some(both(m, c, plus))
    });
    law("R11 followed by all", |m, c| {
        let all = m.re_all();
        let longer = m.re_concat(&[c.r, all]);
        Some(both(m, c, longer))
    });
    law("R12 followed by a star", |m, c| {
        let star = m.re_star(c.s);
        let longer = m.re_concat(&[c.r, star]);
        Some(both(m, c, longer))
    });
    law("R13 loop", |m, c| {
        let (many, least) = (m.re_loop(2, 3, c.r), m.re_pow(2, c.r));
        Some((m.replace_re(c.x, many, c.t), m.replace_re(c.x, least, c.t)))
    });
    law("R14 empty loop", |m, c| {
        let none = m.re_loop(3, 2, c.r);
        Some((m.replace_re(c.x, none, c.t), c.x))
    });
    law("R15 range of one", |m, c| {
        let a = m.string("a");
        let range = m.re_range(a, a);
        Some((m.replace_re(c.x, range, c.t), m.replace(c.x, a, c.t)))
    });
    law("R16 removal shortens", |m, c| {
        let empty = m.string("");
        let removed = m.replace_re(c.x, c.r, empty);
        let (after, before) = (m.len(removed), m.len(c.x));
        Some((m.le(after, before), m.true_()))
    });
    law("R17 the word itself", |m, c| {
        let literal = m.str_to_re(c.x);
        let proper = m.str_value(c.x).is_some_and(|word| !word.is_empty());
        proper.then(|| (m.replace_re(c.x, literal, c.t), c.t))
    });
}

#[test]
fn replace_re_all_laws() {
    law("A01 none", |m, c| {
        let none = m.re_none();
        Some((m.replace_re_all(c.x, none, c.t), c.x))
    });
    law("A02 literal", |m, c| {
        let u = m.string("ab");
        let literal = m.str_to_re(u);
        Some((
            m.replace_re_all(c.x, literal, c.t),
            m.replace_all(c.x, u, c.t),
        ))
    });
    law("A03 the empty literal", |m, c| {
        let empty = m.string("");
        let epsilon = m.str_to_re(empty);
        Some((m.replace_re_all(c.x, epsilon, c.t), c.x))
    });
    law("A04 without the empty word", |m, c| {
        let proper = without_empty(m, c.r);
        Some(both_all(m, c, proper))
    });
    law("A05 opt", |m, c| {
        let opt = m.re_opt(c.r);
        Some(both_all(m, c, opt))
    });
    law("A06 plus", |m, c| {
        let plus = m.re_plus(c.r);
        Some(both_all(m, c, plus))
    });
    law("A07 star", |m, c| {
        let star = m.re_star(c.r);
        Some(both_all(m, c, star))
    });
    law("A08 all is allchar", |m, c| {
        let (all, any) = (m.re_all(), m.re_allchar());
        Some((
            m.replace_re_all(c.x, all, c.t),
            m.replace_re_all(c.x, any, c.t),
        ))
    });
    law("A09 length under allchar", |m, c| {
        let any = m.re_allchar();
        let result = m.replace_re_all(c.x, any, c.t);
        let (length, word, by) = (m.len(result), m.len(c.x), m.len(c.t));
        Some((length, m.mul(&[word, by])))
    });
    law("A10 on the empty word", |m, c| {
        let empty = m.string("");
        Some((m.replace_re_all(empty, c.r, c.t), empty))
    });
    law("A11 no occurrence", |m, c| {
        let proper = without_empty(m, c.r);
        (!occurs(m, c.x, proper)).then(|| (m.replace_re_all(c.x, c.r, c.t), c.x))
    });
    law("A12 a class distributes", |m, c| {
        let (a, y) = (m.string("a"), m.string("ab"));
        let class = m.str_to_re(a);
        let whole = m.concat(&[c.x, y]);
        let (first, second) = (
            m.replace_re_all(c.x, class, c.t),
            m.replace_re_all(y, class, c.t),
        );
        Some((
            m.replace_re_all(whole, class, c.t),
            m.concat(&[first, second]),
        ))
    });
    law("A13 a class is idempotent", |m, c| {
        let a = m.string("a");
        let class = m.str_to_re(a);
        let free = m.str_value(c.t).is_some_and(|word| !word.contains(&97));
        let once = m.replace_re_all(c.x, class, c.t);
        free.then(|| (m.replace_re_all(once, class, c.t), once))
    });
    law("A14 removal of a class", |m, c| {
        let (a, empty, any) = (m.string("a"), m.string(""), m.re_allchar());
        let class = m.str_to_re(a);
        let others = m.re_diff(any, class);
        let others = m.re_star(others);
        let removed = m.replace_re_all(c.x, class, empty);
        Some((m.in_re(removed, others), m.true_()))
    });
    law("A15 loop", |m, c| {
        let (many, least) = (m.re_loop(1, 3, c.r), m.re_pow(1, c.r));
        let proper = !nullable(m, c.r);
        proper.then(|| {
            (
                m.replace_re_all(c.x, many, c.t),
                m.replace_re_all(c.x, least, c.t),
            )
        })
    });
    law("A16 empty loop", |m, c| {
        let none = m.re_loop(3, 2, c.r);
        Some((m.replace_re_all(c.x, none, c.t), c.x))
    });
    law("A17 shortest matches only", |m, c| {
        let star = m.re_star(c.s);
        let longer = m.re_concat(&[c.r, star]);
        let proper = !nullable(m, c.r);
        proper.then(|| both_all(m, c, longer))
    });
}
