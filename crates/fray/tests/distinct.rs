//! Which findings are told as one bug: what operators do by themselves, at points, among others,
//! and what crashes have to do with formulas.

use fray::run::blame::Blame;
use fray::run::cluster::{Clusters, Finding, Place};
use fray::run::culprit::Culprit;
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
    assert_eq!(add(suspects(next, &["str.suffixof"])), Place::New(2));
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
fn what_is_wrong_about_the_negation_too_has_no_direction() {
    let add = |turned: Option<bool>| {
        let mut clusters = Clusters::default();
        let mut no = |_: &Finding, _: &Tree| false;
        let blame = Blame {
            blamed: vec!["str.suffixof".to_owned()],
            turned,
            ..Blame::default()
        };
        let unsat = Finding {
            claim: Claim::Sat,
            blame: Some(blame.clone()),
            ..finding("wrong answer", "(str.suffixof (str.++ x \"b\") \"b\")")
        };
        let sat = Finding {
            blame: Some(Blame {
                turned: Some(false),
                ..blame
            }),
            ..finding("invalid model", "(not (str.suffixof \"a\" (str.++ x y)))")
        };
        assert_eq!(clusters.add(unsat, &mut no), Place::New(0));
        clusters.add(sat, &mut no)
    };
    assert_eq!(add(Some(true)), Place::Known(0));
    assert_eq!(add(Some(false)), Place::New(1));
    assert_eq!(add(None), Place::New(1));
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

/// A wrong answer about a part without variables that matters, made by this operator.
fn about_part(assertion: &str, claim: Claim, operator: Option<&str>, form: &str) -> Finding {
    Finding {
        claim,
        culprit: Some(Culprit {
            term: String::new(),
            plain: String::new(),
            form: form.to_owned(),
            operator: operator.map(str::to_owned),
        }),
        ..finding("wrong answer", assertion)
    }
}

#[test]
fn a_language_that_matters_is_one_bug_whatever_is_in_it_and_which_way_it_errs() {
    let mut clusters = Clusters::default();
    let mut no = |_: &Finding, _: &Tree| false;
    let mut add = |finding| clusters.add(finding, &mut no);
    let crossed = Some("(_ re.loop 1 0)");
    let wrong_unsat = about_part(
        "(not (str.in_re \"\" ((_ re.loop 1 0) re.all)))",
        Claim::Sat,
        crossed,
        "((_ re.loop 1 0) re.all)",
    );
    assert_eq!(add(wrong_unsat), Place::New(0));
    let wrong_sat = about_part(
        "(str.in_re x ((_ re.loop 3 1) (re.++ (re.range \"a\" \"b\") (str.to_re \"ab\"))))",
        Claim::Unsat(None),
        crossed,
        "((_ re.loop 1 0) (re.++ …))",
    );
    assert_eq!(add(wrong_sat), Place::Known(0));
    // The same in a conversation.
    let talk = Finding {
        claim: Claim::Answers(vec!["unsat".to_owned()]),
        detail: "answer 1: sat instead of unsat".to_owned(),
        culprit: None,
        ..finding(
            "wrong answer",
            "(str.in_re x ((_ re.loop 4 2) (str.to_re \"b\")))",
        )
    };
    assert_eq!(talk.says_sat(), Some(true));
    assert_eq!(add(talk), Place::Known(0));
    let zero = about_part(
        "(not (str.in_re \"\" ((_ re.loop 0 0) re.all)))",
        Claim::Unsat(None),
        Some("(_ re.loop 0 0)"),
        "((_ re.loop 0 0) re.all)",
    );
    assert_eq!(add(zero), Place::New(1));
    // Two parts matter in it, one of them what is wrong elsewhere by itself.
    let both = Finding {
        blame: Some(Blame {
            suspected: vec!["re.comp".to_owned(), "(_ re.loop 0 0)".to_owned()],
            ..Blame::default()
        }),
        ..about_part(
            "(str.in_re \"\" (re.comp ((_ re.loop 0 0) re.all)))",
            Claim::Sat,
            None,
            "(re.comp …)",
        )
    };
    assert_eq!(add(both.clone()), Place::Known(1));
    // A core that lacks something because of the other one.
    let core = Finding {
        verdict: "core not unsat".to_owned(),
        ..about_part(
            "(str.in_re x (re.comp (str.to_re \"\")))",
            Claim::Unsat(Some(vec!["a0".to_owned()])),
            Some("re.comp"),
            "(re.comp (str.to_re <empty>))",
        )
    };
    for order in [[&core, &both], [&both, &core]] {
        let mut clusters = Clusters::default();
        for finding in order {
            clusters.add(finding.clone(), &mut no);
        }
        assert_eq!(clusters.clusters.len(), 1);
    }
}

#[test]
fn what_the_solvers_own_model_breaks_is_what_it_is_about() {
    let mut clusters = Clusters::default();
    let mut no = |_: &Finding, _: &Tree| false;
    let mut add = |assertion: &str, about: &[&str], suspected: &[&str]| {
        let own = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let found = Finding {
            blame: Some(Blame {
                about: Some(own(about)),
                suspected: own(suspected),
                ..Blame::default()
            }),
            ..finding("invalid model", assertion)
        };
        clusters.add(found, &mut no)
    };
    let to_int = ["str.to_int"];
    let twice = "(> (str.to_int (str.++ x x)) 0)";
    assert_eq!(
        add(twice, &to_int, &["str.to_int", "str.++"]),
        Place::New(0)
    );
    let replaced = "(= (str.to_int (str.replace x \"\" x)) 0)";
    assert_eq!(add(replaced, &to_int, &[]), Place::Known(0));
    // Not found out, but it is a suspect.
    let other = "(= (str.to_int (str.at x 7)) 2)";
    assert_eq!(add(other, &[], &["str.at", "str.to_int"]), Place::Known(0));
    assert_eq!(
        add(other.replace("2", "x").as_str(), &[], &[]),
        Place::New(1)
    );
    // Of these it is not known which operator it is; but whichever, it is the same in all of them.
    let (at, contains) = (
        "(= (str.len (str.at x 0)) 9)",
        "(str.contains (str.at x 3) y)",
    );
    assert_eq!(add(at, &[], &["str.len", "str.at"]), Place::New(2));
    let more = "(= (str.len (str.at (str.++ x y) 0)) 9)";
    assert_eq!(
        add(more, &[], &["str.at", "str.len", "str.++"]),
        Place::Known(2)
    );
    assert_eq!(
        add(contains, &[], &["str.contains", "str.at"]),
        Place::New(3)
    );
}

#[test]
fn crashes_are_compared_by_the_operators_that_others_are_written_by() {
    let mut clusters = Clusters::default();
    let mut no = |_: &Finding, _: &Tree| false;
    let mut add = |assertion: &str, basic: Option<&str>| {
        let crash = Finding {
            detail: "signal 11: ".to_owned(),
            blame: Some(Blame {
                basic: basic.map(|b| format!("(declare-fun x () String)(assert {b})")),
                ..Blame::default()
            }),
            ..finding("crash", assertion)
        };
        clusters.add(crash, &mut no)
    };
    let at = "(= x (str.at x 65536))";
    assert_eq!(add(at, Some("(= x (str.substr x 65536 1))")), Place::New(0));
    let part = "(not (str.suffixof (str.substr x 0 65536) x))";
    assert_eq!(add(part, None), Place::Known(0));
    assert_eq!(add("(str.suffixof x y)", None), Place::New(1));
}

#[test]
fn crashes_with_a_place_are_one_bug_for_each_place() {
    let mut clusters = Clusters::default();
    let mut no = |_: &Finding, _: &Tree| false;
    let mut add = |assertion: &str, output: &str| {
        let crash = Finding {
            detail: format!("exit code 114: {output}"),
            output: output.to_owned(),
            ..finding("crash", assertion)
        };
        clusters.add(crash, &mut no)
    };
    let at = |line: u32| format!("ASSERTION VIOLATION\nFile: ../src/regex.cpp\nLine: {line}\n");
    let (range, comp) = ("(re.range \"\" \"\")", "(re.comp re.all)");
    let member = |language: &str| format!("(str.in_re x {language})");
    assert_eq!(add(&member(range), &at(914)), Place::New(0));
    assert_eq!(add(&member(comp), &at(914)), Place::Known(0));
    assert_eq!(add(&member(comp), &at(1161)), Place::New(1));
    let short = "Fatal failure at src/theory.cpp:77: Unreachable";
    assert_eq!(add(&member(comp), short), Place::New(2));
    assert_eq!(add("(str.< x y)", short), Place::Known(2));
    // What says why but not where is the same about one operator.
    let why = "NOT IMPLEMENTED YET!";
    let numbers = "(= (str.at (str.from_int 7) 0) x)";
    assert_eq!(add(numbers, why), Place::New(3));
    let others = "(str.contains x (str.from_int 8))";
    assert_eq!(add(others, why), Place::Known(3));
    assert_eq!(add("(str.prefixof x y)", why), Place::New(4));
    assert_eq!(add("(str.prefixof x (str.at y 0))", ""), Place::New(5));
}

#[test]
fn what_one_believes_and_another_denies_of_the_same_values_is_one_bug() {
    let mut clusters = Clusters::default();
    let mut no = |_: &Finding, _: &Tree| false;
    let at = |verdict: &str, claim: Claim, assertion: &str, points: &[&str]| Finding {
        claim,
        blame: Some(Blame {
            points: Some(points.iter().map(|&point| point.to_owned()).collect()),
            ..Blame::default()
        }),
        ..finding(verdict, assertion)
    };
    let mut add = |finding| clusters.add(finding, &mut no);
    let (empty, far) = (
        "(str.indexof <letter> <empty> <one>)",
        "(str.indexof <word> <letter> <one>)",
    );
    let denies = "(= (str.indexof \"a\" x 1) 1)";
    let believes = "(= (str.indexof x \"\" 1) (- 1))";
    let denied = at("wrong answer", Claim::Sat, denies, &[empty]);
    assert_eq!(add(denied), Place::New(0));
    let believed = at("invalid model", Claim::Open, believes, &[far]);
    assert_eq!(add(believed), Place::New(1));
    let believed = at("invalid model", Claim::Open, believes, &[empty, far]);
    assert_eq!(add(believed), Place::Known(0));
    assert_eq!(clusters.clusters.len(), 1);
    let crash = at("crash", Claim::Open, believes, &[empty]);
    let mut add = |finding| clusters.add(finding, &mut no);
    assert_eq!(add(crash), Place::New(1));
}

#[test]
fn an_inner_operator_that_is_wrong_by_itself_explains_what_is_broken_around_it() {
    let mut clusters = Clusters::default();
    let mut no = |_: &Finding, _: &Tree| false;
    let model = |assertion: &str, suspected: &[&str], about: &[&str], likely: Option<&str>| {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Finding {
            blame: Some(Blame {
                suspected: names(suspected),
                about: Some(names(about)),
                likely: likely.map(str::to_owned),
                ..Blame::default()
            }),
            ..finding("invalid model", assertion)
        }
    };
    let mut add = |finding| clusters.add(finding, &mut no);
    let (substr, len) = ("str.substr", "str.len");
    let around = "(<= 1 (str.len (str.substr \"a\" (str.len x) 1)))";
    let around = model(around, &[substr, len], &[], Some(len));
    assert_eq!(add(around), Place::New(0));
    // Others that likely are about the same.
    let at = model(
        "(= (str.len (str.at x (str.len (str.at y 1)))) 2)",
        &["str.at", len],
        &[],
        Some(len),
    );
    assert_eq!(add(at), Place::Known(0));
    let other = "(str.prefixof (str.substr \"a\" 1 2) x)";
    let other = model(other, &[substr, "str.prefixof"], &[], Some("str.prefixof"));
    assert_eq!(add(other), Place::New(1));
    // It comes last, and takes both in.
    let alone = model("(= \"a\" (str.substr x 0 0))", &[], &[substr], None);
    assert_eq!(add(alone), Place::Known(0));
    assert_eq!(clusters.clusters.len(), 1);
}
