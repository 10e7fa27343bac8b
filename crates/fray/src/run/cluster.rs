//! Which findings are the same bug.
//!
//! A finding is a failure made small. Findings of one solver with one verdict whose canonical
//! forms are the same are duplicates, and so are unsound ones with the same
//! [culprit](super::culprit), those that say `sat` too often about one operator, crashes that
//! have all operators of another, and cores that lack a reason of the same kind. Of the rest, two
//! are taken for one bug if the pattern that they have in common says something about strings, is
//! as large as most of each, and matches no test that the solver passed (the steps of reductions
//! that did not fail are such tests, and close ones). A pattern with holes is a conjecture about further inputs: instances of it are
//! made and run, and if none fails, the pattern is given up.

use super::answer::AFTER_ANSWER;
pub use super::finding::{Finding, titled};
use super::job::Job;
use super::pattern::{Tree, canonical};
use super::record::Record;
use super::verdict::Verdict;

/// Findings that are one bug.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// What they have in common.
    pub pattern: Tree,
    /// The findings; the smallest first, and conversations last.
    pub members: Vec<Finding>,
    /// Canonical forms of the members, each once.
    forms: Vec<String>,
    /// Whether instances of the pattern were run and failed; not if it has no holes.
    pub confirmed: bool,
}

impl Cluster {
    fn new(finding: Finding) -> Cluster {
        let pattern = finding.canonical();
        Cluster {
            forms: vec![pattern.key()],
            pattern,
            members: vec![finding],
            confirmed: false,
        }
    }

    /// The smallest member.
    #[must_use]
    pub fn smallest(&self) -> &Finding {
        &self.members[0]
    }

    /// Whether a member, with what is cleared written by others, has this form.
    fn has_basic(&self, form: &String) -> bool {
        let basic = |finding: &Finding| finding.basic().is_some_and(|own| own.key() == *form);
        self.forms.contains(form) || self.members.iter().any(basic)
    }

    fn add(&mut self, finding: Finding, form: String) {
        if !self.forms.contains(&form) {
            self.forms.push(form);
        }
        let size = |finding: &Finding| (finding.job().is_incremental(), finding.reduced.len());
        let at = self
            .members
            .partition_point(|known| size(known) <= size(&finding));
        self.members.insert(at, finding);
        if at == 0 && self.pattern.holes() == 0 {
            self.pattern = self.smallest().canonical();
        }
    }

    /// How often it was seen.
    #[must_use]
    pub fn seen(&self) -> String {
        let count = |number: usize, one: &str| match number {
            1 => format!("1 {one}"),
            _ => format!("{number} {one}s"),
        };
        let failures = count(self.members.len(), "failure");
        format!("{failures} in {}", count(self.forms(), "form"))
    }

    /// How many different small forms it has.
    #[must_use]
    pub fn forms(&self) -> usize {
        self.forms.len()
    }
}

/// What became of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// It is a new bug, the cluster of this number.
    New(usize),
    /// It is another case of this one.
    Known(usize),
}

/// Tells bugs apart as findings come.
#[derive(Default)]
pub struct Clusters {
    /// The clusters, oldest first.
    pub clusters: Vec<Cluster>,
    /// Canonical forms of tests that were passed, by solver.
    passed: Vec<(String, Tree)>,
}

/// Forms of one bug that a pattern is looked for in; more tell nothing new.
const FORMS: usize = 6;
/// Passed tests that are remembered; more would cost more than they tell.
const REMEMBERED: usize = 5_000;

impl Clusters {
    /// Remembers a test that a solver passed: no pattern may match it.
    pub fn passed(&mut self, solver: &str, test: &Job) {
        if self.passed.len() < REMEMBERED
            && let Some(tree) = canonical(&test.text, test.literals)
        {
            let solver = solver.to_owned();
            for cluster in &mut self.clusters {
                let same = cluster.smallest().solver == solver;
                if same && cluster.pattern.holes() > 0 && cluster.pattern.matches(&tree) {
                    // The pattern says too much: back to the smallest member alone.
                    cluster.pattern = cluster.smallest().canonical();
                    cluster.confirmed = false;
                }
            }
            self.passed.push((solver, tree));
        }
    }

    /// Finds the place of a finding. `confirm` is asked whether instances of a new pattern fail.
    pub fn add(
        &mut self,
        finding: Finding,
        confirm: &mut dyn FnMut(&Finding, &Tree) -> bool,
    ) -> Place {
        let own = finding.clone();
        let place = self.find_place(finding, confirm);
        let (Place::New(number) | Place::Known(number)) = place;
        let before = self.clusters.len();
        let number = self.absorb(number, &own);
        match place {
            Place::New(_) if before == self.clusters.len() => Place::New(number),
            _ => Place::Known(number),
        }
    }

    /// Puts the clusters that the finding shows to be one with its own into that; its place then.
    fn absorb(&mut self, mut number: usize, finding: &Finding) -> usize {
        let mut other = 0;
        while other < self.clusters.len() {
            let members = &self.clusters[other].members;
            let explained = || {
                let smallest = &members[0];
                finding.explains(smallest)
                    || finding.accounts_for(smallest)
                    || finding.stands_for(smallest)
            };
            let one = members.iter().any(|m| m.same_bug(finding)) || explained();
            if other == number || !one {
                other += 1;
                continue;
            }
            // The older one keeps its place.
            let (kept, gone) = (number.min(other), number.max(other));
            let gone = self.clusters.remove(gone);
            for member in gone.members {
                let form = member.canonical().key();
                self.clusters[kept].add(member, form);
            }
            (number, other) = (kept, 0);
        }
        number
    }

    fn find_place(
        &mut self,
        finding: Finding,
        confirm: &mut dyn FnMut(&Finding, &Tree) -> bool,
    ) -> Place {
        let tree = finding.canonical();
        let form = tree.key();
        let basic = finding.basic().map(|tree| tree.key());
        let mut alike: Vec<usize> = Vec::new();
        for (number, cluster) in self.clusters.iter_mut().enumerate() {
            let smallest = cluster.smallest();
            if cluster.members.iter().any(|m| m.same_bug(&finding))
                || smallest.explains(&finding)
                || smallest.same_reasons(&finding)
            {
                // It is one of them in any case; but what have they in common?
                let new = !cluster.forms.contains(&form) && !cluster.pattern.matches(&tree);
                if new && smallest.alike(&finding) && cluster.forms() < FORMS {
                    self.widen(number, &finding, &tree, confirm);
                }
                self.clusters[number].add(finding, form);
                return Place::Known(number);
            }
            if !cluster.smallest().alike(&finding) {
                continue;
            }
            let same = cluster.forms.contains(&form) || cluster.pattern.matches(&tree);
            if same || basic.as_ref().is_some_and(|basic| cluster.has_basic(basic)) {
                cluster.add(finding, form);
                return Place::Known(number);
            }
            alike.push(number);
        }
        // What one operator does by itself explains what it does among others.
        let accounts = |c: &Cluster| {
            let accounts = |m: &Finding| m.accounts_for(&finding) || m.stands_for(&finding);
            c.members.iter().any(accounts)
        };
        if let Some(number) = self.clusters.iter().position(accounts) {
            self.clusters[number].add(finding, form);
            return Place::Known(number);
        }
        for number in alike {
            if self.widen(number, &finding, &tree, confirm) {
                self.clusters[number].add(finding, form);
                return Place::Known(number);
            }
        }
        self.clusters.push(Cluster::new(finding));
        Place::New(self.clusters.len() - 1)
    }

    /// Makes the pattern of a cluster fit a finding, too, if that says something and is confirmed.
    fn widen(
        &mut self,
        number: usize,
        finding: &Finding,
        tree: &Tree,
        confirm: &mut dyn FnMut(&Finding, &Tree) -> bool,
    ) -> bool {
        let cluster = &self.clusters[number];
        let pattern = cluster.pattern.generalised(tree);
        let small = tree.size().min(cluster.smallest().canonical().size());
        let found = self.is_telling(&pattern, small, &finding.solver) && confirm(finding, &pattern);
        if found {
            let cluster = &mut self.clusters[number];
            cluster.pattern = pattern;
            cluster.confirmed = true;
        }
        found
    }

    /// The operators in a test to which a failure of this kind is likely due: some crash has no
    /// others, or a `sat` too many is about one of them alone.
    fn suspects(&self, solver: &str, verdict: Verdict, operators: &[String]) -> Option<String> {
        let about = |cluster: &Cluster| {
            let finding = cluster.smallest();
            let own = finding.telling_operators();
            let same_kind = match verdict {
                Verdict::Crash => finding.verdict == verdict.name(),
                _ => finding.says_sat() == Some(true) && own.len() == 1,
            };
            let all_there = own.iter().all(|name| operators.contains(name));
            let fits = finding.solver == solver && same_kind && all_there && !own.is_empty();
            fits.then(|| own.into_iter().collect::<Vec<String>>().join(" "))
        };
        self.clusters.iter().find_map(about)
    }

    /// What a failure is called beside others: those with one name are likely one bug.
    #[must_use]
    pub fn likeness(&self, solver: &str, job: &Job, record: &Record) -> String {
        let tree = canonical(&job.text, job.literals);
        let operators = tree.map_or(Vec::new(), |tree| tree.operators());
        let verdict = record.verdict;
        match self.suspects(solver, verdict, &operators) {
            // What was solved has nothing to do with it.
            _ if record.detail.contains(AFTER_ANSWER) => {
                format!("{solver} {verdict} {AFTER_ANSWER}")
            }
            Some(operators) => format!("{solver} {verdict} about {operators}"),
            None => format!("{solver} {verdict} {}", operators.join(" ")),
        }
    }

    /// Whether a pattern is about strings, no smaller than two thirds of what it is made of, and
    /// true of no test that was passed.
    fn is_telling(&self, pattern: &Tree, smallest: usize, solver: &str) -> bool {
        let holes = pattern.holes();
        let kept = pattern.size().saturating_sub(holes);
        let passed = |(by, tree): &(String, Tree)| by == solver && pattern.matches(tree);
        !pattern.operators().is_empty()
            && holes <= 3
            && 3 * kept >= 2 * smallest
            && !self.passed.iter().any(passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::culprit::Culprit;
    use crate::run::job::Claim;

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
    fn invalid_models_over_one_operator_are_one_bug() {
        let mut clusters = Clusters::default();
        let mut no = |_: &Finding, _: &Tree| false;
        let mut add = |verdict, assertion| clusters.add(finding(verdict, assertion), &mut no);
        let model = "invalid model";
        assert_eq!(add(model, "(str.< x x)"), Place::New(0));
        assert_eq!(add(model, "(not (= (str.< x y) false))"), Place::Known(0));
        assert_eq!(add(model, "(= (str.< x y) (str.<= x y))"), Place::New(1));
        assert_eq!(
            add("wrong answer", "(str.< y (ite (= x y) x y))"),
            Place::New(2)
        );
        // Also where another operator is around a part that matters.
        let valued = |operator: &str, assertion| Finding {
            culprit: Some(Culprit {
                term: String::new(),
                plain: String::new(),
                form: operator.to_owned(),
                operator: Some(operator.to_owned()),
            }),
            ..finding(model, assertion)
        };
        let mut place = |finding| clusters.add(finding, &mut no);
        let inside = valued("str.at", "(str.prefixof (str.at \"\" 0) x)");
        assert_eq!(place(inside), Place::New(3));
        let alone = finding(model, "(= (str.at x 0) (str.at y 1))");
        assert_eq!(place(alone), Place::Known(3));
        let other = valued(
            "str.replace",
            "(str.prefixof (str.replace \"\" \"\" \"\") x)",
        );
        assert_eq!(place(other), Place::New(4));
        // A wrong `sat` says the same as a model that does not hold.
        let wrong = Finding {
            claim: Claim::Unsat(None),
            ..finding("wrong answer", "(str.< \"\" \"\")")
        };
        assert_eq!(clusters.add(wrong.clone(), &mut no), Place::Known(0));
        let similar = |assertion: &str| {
            let reduced = finding("", assertion).reduced;
            wrong.resembles(&Finding {
                reduced,
                ..wrong.clone()
            })
        };
        assert!(similar("(str.< (str.at x 0) y)"));
        assert!(!similar("(str.<= (str.at x 0) y)"));
        assert!(!similar("(str.< (str.at x 0) (str.replace x y y))"));
    }

    /// Until somebody makes it small, an operator that is known to be wrong is enough of a reason.
    #[test]
    fn what_was_cut_short_is_no_bug_of_its_own_beside_a_known_one() {
        let model = "invalid model";
        let large = |cut_short| Finding {
            cut_short,
            ..finding(model, "(str.< (str.at x 0) (str.replace x y y))")
        };
        let known = finding(model, "(str.< x \"\")");
        let mut no = |_: &Finding, _: &Tree| false;
        for (second, count) in [(large(true), 1), (large(false), 2)] {
            for order in [[&known, &second], [&second, &known]] {
                let mut clusters = Clusters::default();
                for finding in order {
                    clusters.add(finding.clone(), &mut no);
                }
                assert_eq!(clusters.clusters.len(), count);
            }
        }
        // Of several operators, it takes all.
        let several = finding(model, "(= (str.at x 0) (str.replace x y y))");
        for (second, count) in [(large(true), 1), (large(false), 2)] {
            let mut clusters = Clusters::default();
            clusters.add(several.clone(), &mut no);
            clusters.add(second, &mut no);
            assert_eq!(clusters.clusters.len(), count);
        }
        // Nor is it known to be the same where the direction is another, or the operator.
        let other = Finding {
            claim: Claim::Sat,
            ..finding("wrong answer", "(str.< \"\" x)")
        };
        let mut clusters = Clusters::default();
        for finding in [other, finding(model, "(str.is_digit x)"), large(true)] {
            clusters.add(finding, &mut no);
        }
        assert_eq!(clusters.clusters.len(), 3);
    }

    #[test]
    fn a_crash_over_one_operator_explains_those_that_have_it_too() {
        let mut clusters = Clusters::default();
        let mut no = |_: &Finding, _: &Tree| false;
        let crash = |assertion: &str, detail: &str| Finding {
            detail: detail.to_owned(),
            ..finding("crash", assertion)
        };
        let mut add = |finding| clusters.add(finding, &mut no);
        let first = Finding {
            claim: Claim::Sat,
            ..crash("(= (str.at x 0) y)", "signal 11")
        };
        assert_eq!(add(first), Place::New(0));
        let both = "(str.prefixof y (str.at x (str.len y)))";
        assert_eq!(add(crash(both, "signal 11")), Place::Known(0));
        assert_eq!(add(crash(both, "signal 6")), Place::New(1));
        assert_eq!(add(crash("(str.prefixof x y)", "signal 11")), Place::New(2));
        let garbage = "\u{fffd}".repeat(50);
        assert!(crash("(str.prefixof x y)", &garbage).crash().len() < 81);
        let member = |expression: &str| crash(&format!("(str.in_re x {expression})"), "signal 11");
        assert_eq!(add(member("(re.comp (str.to_re x))")), Place::New(3));
        assert_eq!(add(member("(re.comp (re.* re.allchar))")), Place::Known(3));
        assert_eq!(add(member("(re.* (str.to_re x))")), Place::New(4));
        // Whatever the numerals are.
        assert_eq!(add(member("((_ re.loop 2 0) re.none)")), Place::New(5));
        assert_eq!(add(member("((_ re.loop 1 2) re.none)")), Place::Known(5));
        let suspects = |verdict, operators: &[&str]| {
            let operators: Vec<String> = operators.iter().map(|&op| op.to_owned()).collect();
            clusters.suspects("s", verdict, &operators)
        };
        let at = Some("str.at".to_owned());
        assert_eq!(suspects(Verdict::Crash, &["str.len", "str.at"]), at);
        assert_eq!(suspects(Verdict::Crash, &["str.len"]), None);
        assert_eq!(suspects(Verdict::InvalidModel, &["str.at"]), None);
    }

    #[test]
    fn cores_that_lack_a_membership_are_one_bug() {
        let mut clusters = Clusters::default();
        let mut no = |_: &Finding, _: &Tree| false;
        let mut add = |verdict, assertion| clusters.add(finding(verdict, assertion), &mut no);
        let (core, wrong) = ("core not unsat", "wrong answer");
        let first = "(not (str.in_re x (re.* re.none)))";
        let other = "(str.in_re x (re.++ re.all re.allchar))";
        assert_eq!(add(core, first), Place::New(0));
        assert_eq!(add(core, other), Place::Known(0));
        assert_eq!(add(core, "(= (str.len x) 7)"), Place::New(1));
        assert_eq!(add(wrong, other), Place::New(2));
        assert_eq!(add(wrong, first), Place::New(3));
    }

    #[test]
    fn findings_with_the_same_culprit_are_one_bug() {
        let mut clusters = Clusters::default();
        let about = |verdict: &str, assertion: &str, form: &str| Finding {
            culprit: Some(Culprit {
                term: String::new(),
                plain: String::new(),
                form: form.to_owned(),
                operator: None,
            }),
            ..finding(verdict, assertion)
        };
        let mut no = |_: &Finding, _: &Tree| false;
        let mut add = |finding| clusters.add(finding, &mut no);
        let (wrong, model) = ("wrong answer", "invalid model");
        assert_eq!(add(about(wrong, "(= x \"a\")", "t")), Place::New(0));
        assert_eq!(add(about(model, "(str.< x y)", "t")), Place::Known(0));
        assert_eq!(add(about(wrong, "(str.<= x y)", "u")), Place::New(1));
        assert_eq!(add(finding(wrong, "(str.prefixof x y)")), Place::New(2));
        assert_eq!(add(finding(wrong, "(str.suffixof x y)")), Place::New(3));
        // A literal that is read wrongly tells nothing about the operator around it.
        assert_eq!(add(about(model, "(str.is_digit x)", "u")), Place::Known(1));
        let other = finding(model, "(not (= (str.is_digit y) false))");
        assert_eq!(add(other), Place::New(4));
        assert_eq!(
            add(about("crash", "(str.contains x y)", "t")),
            Place::New(5)
        );
    }

    #[test]
    fn duplicates_patterns_and_new_bugs_are_told_apart() {
        let mut clusters = Clusters::default();
        let mut asked = 0;
        let mut yes = |_: &Finding, _: &Tree| {
            asked += 1;
            true
        };
        let wrong = |assertion: &str| finding("wrong answer", assertion);
        let first = wrong("(= (str.replace x \"\" y) (str.at x 0))");
        assert_eq!(clusters.add(first.clone(), &mut yes), Place::New(0));
        // The same with other names.
        let renamed = wrong("(= (str.at y 0) (str.replace y \"\" x))");
        assert_eq!(clusters.add(renamed, &mut yes), Place::Known(0));
        // The same but for one part.
        let other = wrong("(= (str.replace x \"\" y) (str.at x 1))");
        assert_eq!(clusters.add(other, &mut yes), Place::Known(0));
        assert_eq!(clusters.clusters[0].pattern.holes(), 1);
        // Another verdict, another operator.
        let crash = finding("crash", "(= (str.replace x \"\" y) (str.at x 0))");
        assert_eq!(clusters.add(crash, &mut yes), Place::New(1));
        let contains = wrong("(str.contains x y)");
        assert_eq!(clusters.add(contains, &mut yes), Place::New(2));
        assert_eq!(clusters.clusters[0].members.len(), 3);
        assert_eq!(asked, 1);
    }

    #[test]
    fn a_pattern_that_a_passed_test_matches_is_given_up() {
        let mut clusters = Clusters::default();
        let one = finding("wrong answer", "(= (str.replace x \"\" y) (str.at x 0))");
        let other = finding("wrong answer", "(= (str.replace x \"\" y) (str.at x 1))");
        let passed = finding("pass", "(= (str.replace x \"\" y) (str.at x 7))").job();
        clusters.passed("s", &passed);
        clusters.add(one.clone(), &mut |_, _| true);
        assert_eq!(clusters.add(other.clone(), &mut |_, _| true), Place::New(1));
        // Also when the test comes later.
        let mut clusters = Clusters::default();
        clusters.add(one, &mut |_, _| true);
        clusters.add(other, &mut |_, _| true);
        assert_eq!(clusters.clusters[0].pattern.holes(), 1);
        clusters.passed("s", &passed);
        assert_eq!(clusters.clusters[0].pattern.holes(), 0);
        // And one that is not confirmed.
        let mut clusters = Clusters::default();
        let third = finding("wrong answer", "(= (str.replace x \"\" y) (str.at x 1))");
        clusters.add(
            finding("wrong answer", "(= (str.replace x \"\" y) (str.at x 0))"),
            &mut |_, _| false,
        );
        assert_eq!(clusters.add(third, &mut |_, _| false), Place::New(1));
    }
}
