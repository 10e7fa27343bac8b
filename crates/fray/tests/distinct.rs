//! Which findings are told as one bug: what operators do by themselves, at points, among others,
//! and what crashes have to do with formulas.

use fray::run::blame::Blame;
use fray::run::cluster::{Clusters, Finding, Place};
use fray::run::job::Claim;
use fray::run::pattern::Tree;

/// A finding of one solver, with what matters here.
fn finding(verdict: &str, assertion: &str) -> Finding {
    Finding {
        solver: "s".to_owned(),
        version: String::new(),
        command: String::new(),
        verdict: verdict.to_owned(),
        detail: String::new(),
        output: String::new(),
        path: String::new(),
        original: String::new(),
        reduced: format!(
            "(declare-fun x () String)(declare-fun y () String)(assert {assertion})(check-sat)"
        ),
        claim: Claim::Open,
        culprit: None,
        blame: None,
        options: Vec::new(),
        seed: 0,
        cut_short: false,
    }
}

#[test]
fn what_an_operator_does_by_itself_explains_what_it_does_among_others() {
    let mut clusters = Clusters::default();
    let mut no = |_: &Finding, _: &Tree| false;
    let blamed = |assertion: &str, blame: Blame| Finding {
        blame: Some(blame),
        ..finding("invalid model", assertion)
    };
    let suspects = |assertion: &str, suspects: &[&str]| {
        let suspected = suspects.iter().map(|&name| name.to_owned()).collect();
        blamed(
            assertion,
            Blame {
                suspected,
                ..Blame::default()
            },
        )
    };
    let mut add = |finding| clusters.add(finding, &mut no);
    let among = "(str.contains y (str.replace_all \"\" x y))";
    assert_eq!(
        add(suspects(among, &["str.replace_all", "str.contains"])),
        Place::New(0)
    );
    let other = "(= (str.len x) (str.to_code y))";
    assert_eq!(add(suspects(other, &["str.len"])), Place::New(1));
    // It comes later, and takes the first one in.
    let alone = "(= (str.replace_all x y y) x)";
    assert_eq!(add(suspects(alone, &[])), Place::Known(0));
    let next = "(str.prefixof x (str.replace_all (str.at x 0) x y))";
    assert_eq!(add(suspects(next, &["str.replace_all"])), Place::Known(0));
    assert_eq!(
        add(suspects(next, &["str.at"])),
        Place::Known(0),
        "same form"
    );
    let next = "(str.suffixof x (str.replace_all (str.at x 0) x y))";
    assert_eq!(add(suspects(next, &["str.at"])), Place::New(2));
    assert_eq!(clusters.clusters.len(), 3);
}

#[test]
fn an_operator_that_is_cleared_gives_way_to_what_it_is_written_by() {
    let mut clusters = Clusters::default();
    let mut no = |_: &Finding, _: &Tree| false;
    let mut add = |finding| clusters.add(finding, &mut no);
    let point = |assertion: &str, claim: Claim| Finding {
        claim,
        ..finding("wrong answer", assertion)
    };
    let (sat, unsat) = (Claim::Sat, Claim::Unsat(None));
    let less = "(str.< \"a\" \"ab\")";
    assert_eq!(add(point(less, sat.clone())), Place::New(0));
    let at_most = "(not (str.<= \"ab\" \"a\"))";
    assert_eq!(add(point(at_most, sat.clone())), Place::New(1));
    // The same about values, the other way round.
    assert_eq!(add(point("(str.< \"ab\" \"a\")", unsat)), Place::Known(0));
    let basic = "(assert (not (or (= \"ab\" \"a\") (str.< \"ab\" \"a\"))))";
    let cleared = Finding {
        blame: Some(Blame {
            basic: Some(basic.to_owned()),
            ..Blame::default()
        }),
        ..point(at_most, sat)
    };
    assert_eq!(add(cleared), Place::Known(0));
    // A core that lacks something, because the point is wrong.
    let core = finding("core not unsat", "(and (= x \"a\") (not (str.< x \"ab\")))");
    assert_eq!(add(core), Place::Known(0));
    let core = finding("core not unsat", "(str.prefixof x \"ab\")");
    assert_eq!(add(core), Place::New(1));
    assert_eq!(clusters.clusters.len(), 2, "both orders are one");
}

#[test]
fn one_operator_alone_is_one_bug_in_each_direction() {
    let mut clusters = Clusters::default();
    let mut no = |_: &Finding, _: &Tree| false;
    let mut add = |assertion: &str, claim: Claim| {
        let wrong = Finding {
            claim,
            ..finding("wrong answer", assertion)
        };
        clusters.add(wrong, &mut no)
    };
    let (sat, unsat) = (Claim::Sat, Claim::Unsat(None));
    let first = "(= (str.indexof \"\" x 0) 0)";
    assert_eq!(add(first, sat.clone()), Place::New(0));
    let second = "(< 0 (str.indexof \"ba\" x 2))";
    assert_eq!(add(second, sat.clone()), Place::Known(0));
    assert_eq!(add(second, unsat), Place::New(1));
    let more = "(< 0 (str.indexof \"ba\" (str.at x 0) 2))";
    assert_eq!(add(more, sat), Place::New(2));
}

#[test]
fn equality_of_languages_is_an_operator() {
    let mut clusters = Clusters::default();
    let mut no = |_: &Finding, _: &Tree| false;
    let mut add = |assertion| clusters.add(finding("invalid model", assertion), &mut no);
    assert_eq!(add("(= re.none re.all)"), Place::New(0));
    assert_eq!(
        add("(not (= (str.to_re x) (str.to_re \"a\")))"),
        Place::Known(0)
    );
    assert_eq!(add("(str.in_re x re.none)"), Place::New(1));
    // It is wrong about plain languages, so that nothing follows for others.
    assert_eq!(
        add("(= (re.opt (re.+ re.all)) (re.* re.none))"),
        Place::Known(0)
    );
}

#[test]
fn crashes_after_the_answer_and_in_conversations_are_bugs_of_their_own() {
    let mut clusters = Clusters::default();
    let mut no = |_: &Finding, _: &Tree| false;
    let mut add = |assertion: &str, detail: &str, claim| {
        let crash = Finding {
            detail: detail.to_owned(),
            claim,
            ..finding("crash", assertion)
        };
        clusters.add(crash, &mut no)
    };
    let talk = || Claim::Answers(vec!["-".to_owned()]);
    let (one, other) = ("(str.in_re x re.none)", "(str.in_re y (str.to_re \"a\"))");
    assert_eq!(add(one, "answer 2: signal 11: ", talk()), Place::New(0));
    assert_eq!(add(other, "answer 3: signal 11: ", talk()), Place::Known(0));
    assert_eq!(add(one, "signal 11: ", Claim::Open), Place::New(1));
    let after = "signal 11 after the answer: ";
    assert_eq!(add("(str.< x y)", after, Claim::Open), Place::New(2));
    // One that comes later explains those with more operators.
    let more = "(str.prefixof x (str.at y 0))";
    assert_eq!(add(more, "signal 6: ", Claim::Open), Place::New(3));
    let less = "(= x (str.at y 0))";
    assert_eq!(add(less, "signal 6: ", Claim::Open), Place::Known(3));
    assert_eq!(
        add("(str.prefixof x y)", after, Claim::Open),
        Place::Known(2)
    );
}

#[test]
fn what_is_one_bug_by_its_operator_has_a_pattern_too() {
    let mut clusters = Clusters::default();
    let mut add = |assertion: &str, holds: bool| {
        let confirm = &mut |_: &Finding, _: &Tree| holds;
        clusters.add(finding("invalid model", assertion), confirm)
    };
    assert_eq!(add("(str.< x x)", false), Place::New(0));
    assert_eq!(add("(str.< x y)", true), Place::Known(0));
    assert_eq!(clusters.clusters[0].pattern.describe(), "(str.< x ?0)");
    assert!(clusters.clusters[0].confirmed);
}
