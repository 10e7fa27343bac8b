//! Scripts that would keep some stage of the solver busy for long: each a different one.

use std::fmt::Write as _;

/// Scripts with names.
pub(crate) fn hard() -> Vec<(&'static str, String)> {
    vec![
        ("pigeons", pigeons(14)),
        ("definitions", definitions()),
        ("quantifiers", quantifiers()),
        ("nested quantifiers", nested_quantifiers()),
        ("languages", languages()),
        ("counted languages", counted_languages()),
        ("many strings", many_strings(300)),
        ("equations", equations()),
        ("integers", integers(24)),
        ("deep", deep(20_000)),
        ("long words", long_words(20_000)),
        ("cores", cores(200)),
        ("replacements", replacements()),
        ("conversions", conversions()),
    ]
}

/// The pigeon-hole principle: the kernel.
pub(crate) fn pigeons(count: usize) -> String {
    let (holes, mut text) = (count - 1, String::new());
    for (pigeon, hole) in (0..count).flat_map(|p| (0..holes).map(move |h| (p, h))) {
        let _ = write!(text, "(declare-const p{pigeon}_{hole} Bool)");
    }
    for pigeon in 0..count {
        let holes: Vec<String> = (0..holes).map(|hole| format!("p{pigeon}_{hole}")).collect();
        let _ = write!(text, "(assert (or {}))", holes.join(" "));
    }
    for hole in 0..holes {
        for (a, b) in (0..count).flat_map(|b| (0..b).map(move |a| (a, b))) {
            let _ = write!(text, "(assert (not (and p{a}_{hole} p{b}_{hole})))");
        }
    }
    text + "(check-sat)"
}

/// A definition that takes long to evaluate: unfolding, certification, values.
fn definitions() -> String {
    "(define-fun-rec fib ((n Int)) Int (ite (<= n 1) n (+ (fib (- n 1)) (fib (- n 2)))))\
     (declare-const x Int)(assert (= x 90))(assert (>= (fib x) 0))(check-sat)(simplify (fib 91))"
        .to_owned()
}

/// A model that must be evaluated at very many places.
fn quantifiers() -> String {
    "(declare-fun f (Int) Int)(declare-const n Int)(assert (= n 400))\
     (assert (forall ((i Int) (j Int) (k Int)) (=> (and (<= 0 i n) (<= 0 j n) (<= 0 k n)) \
       (<= (f (+ i (* 2 j) (* 3 k))) 7))))(check-sat)"
        .to_owned()
}

/// Instances without end.
fn nested_quantifiers() -> String {
    "(declare-fun f (Int String) String)(declare-const s String)\
     (assert (forall ((i Int) (x String)) (exists ((j Int)) \
       (and (< i j) (str.prefixof x (f j (str.++ x s)))))))\
     (assert (forall ((i Int)) (not (= (f i s) (f (+ i 1) s)))))(check-sat)"
        .to_owned()
}

/// Intersections of complements, the automata of which are large.
fn languages() -> String {
    let mut text = String::from("(declare-const x String)(declare-const y String)");
    for n in [11, 13, 17, 19, 23] {
        let _ = write!(
            text,
            "(assert (not (str.in_re (str.++ x y) (re.++ re.all (str.to_re \"a\") \
               ((_ re.^ {n}) re.allchar) (re.* (re.++ (re.range \"a\" \"c\") (re.opt (str.to_re \"ab\"))))))))\
             (assert (str.in_re (str.++ y x) (re.++ re.all (re.range \"a\" \"b\") ((_ re.^ {n}) re.allchar))))"
        );
    }
    text + "(assert (> (str.len x) 40))(check-sat)"
}

/// Repetitions with large numbers.
fn counted_languages() -> String {
    "(declare-const x String)(declare-const y String)\
     (assert (str.in_re x ((_ re.loop 400 900) (re.union (str.to_re \"ab\") (str.to_re \"aba\")))))\
     (assert (str.in_re x ((_ re.loop 300 700) (re.union (str.to_re \"ba\") (str.to_re \"aab\") re.allchar))))\
     (assert (not (str.in_re x (re.* ((_ re.^ 7) re.allchar)))))\
     (assert (= (str.++ x y) (str.++ y x)))(assert (distinct (str.len y) 0 (str.len x)))(check-sat)"
        .to_owned()
}

/// Many strings that have to do with each other.
fn many_strings(count: usize) -> String {
    let mut text = String::new();
    for n in 0..count {
        let _ = write!(text, "(declare-const s{n} String)(declare-const i{n} Int)");
    }
    for n in 0..count {
        let (next, far) = ((n + 1) % count, (n * 7 + 3) % count);
        let _ = write!(
            text,
            "(assert (= (str.++ s{n} \"a\" s{next}) (str.++ (str.substr s{far} 0 i{n}) \"b\" s{n} s{next})))\
             (assert (or (str.contains s{n} s{far}) (= i{n} (str.indexof s{next} s{n} i{far}))))"
        );
    }
    text + "(check-sat)"
}

/// Word equations that Nielsen's transformation does not finish.
fn equations() -> String {
    "(declare-const x String)(declare-const y String)(declare-const z String)(declare-const w String)\
     (assert (= (str.++ x \"ab\" y z x) (str.++ z y \"ba\" x w)))\
     (assert (= (str.++ w x z \"b\") (str.++ \"a\" z x w)))\
     (assert (not (= (str.++ x y) (str.++ y x))))(assert (> (str.len x) (* 2 (str.len z))))(check-sat)"
        .to_owned()
}

/// Dense equations over the integers with large coefficients.
fn integers(count: u64) -> String {
    let mut text = String::new();
    for n in 0..count {
        let _ = write!(text, "(declare-const x{n} Int)(assert (<= 0 x{n} 1000000))");
    }
    let mut state = 12345u64;
    for _ in 0..count / 2 {
        let mut sum = String::new();
        for n in 0..count {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let _ = write!(sum, " (* {} x{n})", (state >> 40) + 1);
        }
        let _ = write!(text, "(assert (= (+{sum}) {}))", (state >> 20) + (1 << 45));
    }
    text + "(check-sat)"
}

/// A deep term.
fn deep(depth: usize) -> String {
    let mut text = String::from("(declare-const x String)(declare-const b Bool)(assert (= \"a\" ");
    for n in 0..depth {
        let _ = write!(
            text,
            "(ite (str.prefixof x \"{n}\") x (str.++ \"{}\" ",
            n % 7
        );
    }
    text.push('x');
    text.push_str(&"))".repeat(depth));
    text + "))(check-sat)"
}

/// Long literals.
fn long_words(length: usize) -> String {
    let word: String = (0..length)
        .map(|n| if n % 7 == 0 { 'b' } else { 'a' })
        .collect();
    format!(
        "(declare-const x String)(declare-const y String)\
         (assert (= (str.++ x y) \"{word}\"))(assert (str.contains y (str.++ x x)))\
         (assert (not (str.in_re y (re.* (re.++ (re.* (str.to_re \"aa\")) (str.to_re \"b\"))))))\
         (assert (= (str.replace_all x \"ab\" \"\") (str.replace_all y \"ba\" \"\")))(check-sat)"
    )
}

/// A core of many members that is to be made minimal.
fn cores(count: usize) -> String {
    let mut text = String::from(
        "(set-option :produce-unsat-cores true)(set-option :minimize-unsat-cores true)",
    );
    for n in 0..=count {
        let _ = write!(text, "(declare-const s{n} String)");
    }
    for n in 0..count {
        let _ = write!(
            text,
            "(assert (! (str.prefixof (str.++ s{n} \"a\") s{}) :named a{n}))",
            n + 1
        );
    }
    let _ = write!(text, "(assert (! (= s{count} \"a\") :named last))");
    text + "(check-sat)(get-unsat-core)"
}

/// Replacements in replacements.
fn replacements() -> String {
    let mut text = String::from("(declare-const x String)(declare-const y String)(assert (= y ");
    for n in 0..40 {
        let _ = write!(
            text,
            "(str.replace_re_all (str.replace_all (str.++ y {}",
            if n % 2 == 0 { "x " } else { "\"ab\" " }
        );
    }
    text.push_str(") ");
    for _ in 0..39 {
        text.push_str("x y) (re.+ (re.range \"a\" \"m\")) x)) ");
    }
    text.push_str("x y) (re.+ (re.range \"a\" \"m\")) x)))");
    text + "(assert (> (str.len y) 3))(check-sat)"
}

/// Numerals of many digits.
fn conversions() -> String {
    "(declare-const x String)(declare-const n Int)\
     (assert (= (str.len x) 60))(assert (= n (str.to_int x)))\
     (assert (= (mod (* n n) 1000003) 17))(assert (str.contains (str.from_int (* 7 n)) \"31415926\"))\
     (assert (not (str.prefixof (str.from_int n) x)))(check-sat)"
        .to_owned()
}
