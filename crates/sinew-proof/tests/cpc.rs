//! Whole proofs: recorded ones are accepted, mutants of them never for a problem that has a model; limits and messages.

mod mutants;

use mutants::RECORDED;
use sinew_proof::cpc::{Checker, Known, Sort, Verdict, check, reprint, to_text};

const BUDGET: u64 = 10_000_000;

#[test]
fn recorded_proofs_are_accepted() {
    for (name, problem, proof) in RECORDED {
        assert_eq!(check(problem, proof, BUDGET), Verdict::Checked, "{name}");
    }
}

#[test]
fn what_is_printed_is_accepted() {
    for (name, problem, proof) in RECORDED {
        let printed = reprint(problem, proof, BUDGET).expect(name);
        assert_eq!(
            check(problem, &printed, BUDGET),
            Verdict::Checked,
            "{name}:\n{printed}"
        );
        // Printing is stable.
        assert_eq!(
            reprint(problem, &printed, BUDGET).as_ref(),
            Ok(&printed),
            "{name}"
        );
    }
}

#[test]
fn no_mutant_refutes_a_problem_with_a_model() {
    let beyond = mutants::run(3_000, 0x9e37_79b9_7f4a_7c15);
    assert!(beyond > 300, "{beyond} got beyond the assumptions");
}

#[test]
fn assumptions_must_be_assertions() {
    let problem = "(declare-const a Bool)(assert a)";
    let proof = "(assume @p1 (not a))(assume @p2 a)(step @p3 :rule contra :premises (@p2 @p1))";
    let Verdict::Refused(refusal) = check(problem, proof, BUDGET) else {
        panic!("accepted");
    };
    assert_eq!(
        (refusal.step.as_str(), refusal.rule.as_str()),
        ("@p1", "assume")
    );
    assert_eq!(
        refusal.to_string(),
        "1:1: step @p1 by assume: the problem does not assert (not a)"
    );
}

#[test]
fn hypotheses_do_not_leave_their_scope() {
    let problem = "(declare-const a Bool)(assert a)";
    for proof in [
        // `false` within a scope is no refutation.
        "(assume @p1 a)(assume-push @p2 (not a))(step @p3 :rule contra :premises (@p1 @p2))",
        "(assume @p1 a)(assume-push @p2 (not a))(step @p3 :rule contra :premises (@p1 @p2))(step-pop @p4 :rule scope :premises (@p3))",
        // What was shown in a closed scope is gone.
        "(assume @p1 a)(assume-push @p2 (not a))(step @p3 :rule contra :premises (@p1 @p2))(step-pop @p4 :rule scope :premises (@p3))
         (step @p5 false :rule contra :premises (@p1 @p2))",
        // Opened anew, a scope is another one.
        "(assume-push @p1 (not a))(step-pop @p2 :rule scope :premises (@p1))(assume-push @p3 a)
         (step @p4 :rule contra :premises (@p3 @p1))(step-pop @p5 :rule scope :premises (@p4))",
        "(assume @p1 a)(step-pop @p2 :rule scope :premises (@p1))",
        "(assume-push @p1 (> (@var \"n\" Int) 0))",
    ] {
        assert!(matches!(check(problem, proof, BUDGET), Verdict::Refused(_)), "{proof}");
    }
}

#[test]
fn trusted_rules_are_named_where_they_matter() {
    let problem = "(declare-const a Bool)(assert a)(assert (not a))";
    let used = "(assume @p1 a)(step @p2 :rule trust :args ((not a)))(step @p3 false :rule contra :premises (@p1 @p2))";
    assert_eq!(
        check(problem, used, BUDGET),
        Verdict::Trusted(vec!["trust".to_owned()])
    );
    let unused = "(assume @p1 a)(assume @p4 (not a))(step @p2 :rule trust :args ((not a)))
        (step @p3 false :rule contra :premises (@p1 @p4))";
    assert_eq!(check(problem, unused, BUDGET), Verdict::Checked);
}

#[test]
fn messages_are_located() {
    let problem = "(declare-const x String)(assert (= x \"a\"))";
    for (proof, place, part) in [
        (
            "(assume @p1 (= x \"a\"))\n(step @p2 :rule symm :premises (@p9))",
            (2, 33),
            "@p9 was not shown",
        ),
        (
            "\n(step @p2 :rule refl :args ((str.len y)))",
            (2, 38),
            "y is not declared",
        ),
        (
            "(step @p2 :rule refl :args ((str.len 1)))",
            (1, 29),
            "argument 1 of str.len",
        ),
        ("(step @p2 :rule nothing)", (1, 1), "no rule"),
        ("(declare-const x Int)", (1, 1), "another sort"),
        (
            "(declare-rule f () :conclusion false)",
            (1, 1),
            "no command",
        ),
        (
            "(step @p1 true :rule refl :args (x))",
            (1, 1),
            "the rule concludes (= x x), the step states true",
        ),
        ("(step @p1", (1, 1), "never closed"),
    ] {
        let Verdict::Refused(refusal) = check(problem, proof, BUDGET) else {
            panic!("accepted: {proof}");
        };
        assert_eq!(refusal.place, Some(place), "{proof}: {refusal}");
        assert!(refusal.why.contains(part), "{proof}: {refusal}");
    }
}

#[test]
fn work_is_bounded() {
    let (_, problem, proof) = RECORDED[1];
    assert_eq!(check(problem, proof, 100), Verdict::OutOfBudget);
    // Derivatives of this are very many.
    let problem = "(declare-const x String)(assert (str.in_re x (re.++ (re.* re.allchar) (str.to_re \"a\") ((_ re.^ 60) re.allchar))))";
    let proof = "(step @p1 :rule sinew_re_equal :args (re.none (re.inter (re.++ (re.* re.allchar) (str.to_re \"a\") (re.^ 60 re.allchar))
      (re.comp (re.++ (re.* re.allchar) (str.to_re \"a\") (re.^ 61 re.allchar))) (re.comp (re.++ (re.* re.allchar) (str.to_re \"b\") (re.^ 60 re.allchar))))))";
    let verdict = check(problem, proof, 300_000);
    assert!(!matches!(verdict, Verdict::Checked), "{verdict:?}");
}

#[test]
fn depth_does_not_matter() {
    let depth = 50_000;
    let term = "(str.++ x ".repeat(depth) + "x" + &")".repeat(depth);
    let formula = "(not ".repeat(depth) + "(= x x)" + &")".repeat(depth);
    let problem = format!("(declare-const x String)(assert {formula})(assert (= {term} x))");
    let proof = format!(
        "(assume @p1 {formula})(step @p2 :rule evaluate :args ({formula}))(step @p3 :rule aci_norm :args ((= {term} (str.++ x x))))"
    );
    assert!(matches!(
        check(&problem, &proof, BUDGET),
        Verdict::Refused(_)
    ));
}

#[test]
fn proofs_can_be_built_in_memory() -> Result<(), sinew_proof::cpc::Failure> {
    let mut checker = Checker::new(BUDGET);
    let terms = checker.terms();
    let x = terms.declare("x", &[], Sort::String);
    let x = terms.apply(x, &[])?;
    let (a, b) = (terms.string(&[97])?, terms.string(&[98])?);
    let first = terms.app(Known::Eq, &[x, a])?;
    let second = terms.app(Known::Eq, &[x, b])?;
    let clash = terms.app(Known::Eq, &[a, b])?;
    let none = terms.boolean(false)?;
    checker.assert(first);
    checker.assert(second);
    let first = checker.assume(first)?;
    let second = checker.assume(second)?;
    let back = checker.step("symm", &[first], &[], None)?;
    let same = checker.step("trans", &[back, second], &[], Some(clash))?;
    let differ = checker.step("evaluate", &[], &[clash], None)?;
    assert!(matches!(checker.verdict(), Verdict::Refused(_)));
    checker.step("eq_resolve", &[same, differ], &[], Some(none))?;
    assert_eq!(checker.verdict(), Verdict::Checked);
    let shown = checker
        .formula(differ)
        .map(|formula| to_text(checker.terms(), formula));
    assert_eq!(shown.as_deref(), Some("(= (= \"a\" \"b\") false)"));
    Ok(())
}
