//! A finding: a failure, made small; and when two of them are one bug by what they are about.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use sinew_smtlib::Dialect as Literals;

use super::answer::AFTER_ANSWER;
use super::blame::{Blame, SAME_LANGUAGE};
use super::culprit::Culprit;
use super::job::{Claim, Job};
use super::judge::without_number;
use super::pattern::{Tree, canonical, sort_of};
use super::verdict::Verdict;

/// What every formula about regular expressions has: a membership, and a language to begin with.
const CARRIERS: [&str; 5] = ["str.in_re", "str.to_re", "re.none", "re.all", "re.allchar"];

/// A failure, made small.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The solver, as the user named it.
    pub solver: String,
    /// Its version.
    pub version: String,
    /// The command line, with the place of the test left open.
    pub command: String,
    /// The verdict.
    pub verdict: String,
    /// What exactly.
    pub detail: String,
    /// What the solver printed about the small form.
    pub output: String,
    /// How the test was made.
    pub path: String,
    /// The test that failed.
    pub original: String,
    /// Its small form.
    pub reduced: String,
    /// What is known of the small form.
    pub claim: Claim,
    /// The part of it that matters, if that was found.
    #[serde(default)]
    pub culprit: Option<Culprit>,
    /// Which of its operators is at fault, if that was asked.
    #[serde(default)]
    pub blame: Option<Blame>,
    /// The options of a sweep that it needs.
    #[serde(default)]
    pub options: Vec<String>,
    /// The seed that it needs.
    #[serde(default)]
    pub seed: u64,
    /// Whether its small form may not be the smallest, because runs or time were used up.
    #[serde(default)]
    pub cut_short: bool,
}

impl Finding {
    /// The small form as a test.
    #[must_use]
    pub fn job(&self) -> Job {
        Job {
            path: self.path.clone(),
            folder: "finding".to_owned(),
            text: self.reduced.clone(),
            claim: self.claim.clone(),
            literals: Literals::Standard,
        }
    }

    /// Whether there is more to find out about it: it could be made smaller, or nobody asked which
    /// operator is at fault.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        let all = |blame: &Blame| {
            blame.about.is_some() && blame.points.is_some() && blame.turned.is_some()
        };
        let asked = self.blame.as_ref().is_some_and(all);
        self.cut_short || !asked
    }

    /// Whether both come from the same test, and at least one is unfinished.
    #[must_use]
    pub fn continues(&self, other: &Finding) -> bool {
        let origin = |f: &Finding| [f.solver.clone(), f.version.clone(), f.original.clone()];
        (self.is_unfinished() || other.is_unfinished())
            && self.path == other.path
            && origin(self) == origin(other)
    }

    /// The name of the solver without its program, which the command tells, and its version if that
    /// is known.
    #[must_use]
    pub fn title(&self) -> String {
        let name = |solver: &str| solver.split('=').next().unwrap_or("").to_owned();
        let names: Vec<String> = self.solver.split(" against ").map(name).collect();
        titled(&names.join(" against "), &self.version)
    }

    /// The canonical form of the small form.
    #[must_use]
    pub fn canonical(&self) -> Tree {
        let read = canonical(&self.reduced, Literals::Standard);
        read.unwrap_or_else(|| Tree::Node(self.reduced.clone(), Vec::new()))
    }

    /// Whether both are failures of the same kind of the same solver.
    pub(super) fn alike(&self, other: &Finding) -> bool {
        self.solver == other.solver
            && self.verdict == other.verdict
            && match self.verdict == Verdict::Crash.name() {
                // Crashes differ in how and where they end, whatever the right answer is, and in
                // whether it takes a conversation.
                true => {
                    let talk = |finding: &Finding| finding.job().is_incremental();
                    self.crash() == other.crash()
                        && self.place() == other.place()
                        && talk(self) == talk(other)
                }
                false => self.claim_kind() == other.claim_kind(),
            }
    }

    /// Whether both are unsound about the same part.
    pub(super) fn same_culprit(&self, other: &Finding) -> bool {
        let form = |finding: &Finding| finding.culprit.as_ref().map(|c| c.form.clone());
        self.solver == other.solver
            && self.is_unsound()
            && other.is_unsound()
            && self.culprit.is_some()
            && form(self) == form(other)
    }

    /// The operators of the small form. Regular expressions take a membership and something to begin
    /// with, which count only where there is nothing else.
    pub(super) fn telling_operators(&self) -> BTreeSet<String> {
        telling(&self.canonical())
    }

    /// The operators each of which it can be said to be about: that of the part that matters, or
    /// the only one; the only one that is left when those that are cleared are written by others;
    /// the only one that is blamed; the one that the solver's own model breaks.
    pub(super) fn about(&self) -> BTreeSet<String> {
        let only = |tree: &Tree| {
            let mut own = telling(tree);
            own.pop_first().filter(|_| own.is_empty())
        };
        let mut found = BTreeSet::new();
        found.extend(match &self.culprit {
            // A part that no operator makes, such as a literal, is wrong in whatever is around it.
            Some(culprit) => culprit.operator.clone(),
            None => only(&self.canonical()),
        });
        if let Some([blamed]) = self.blame.as_ref().map(|blame| &blame.blamed[..]) {
            found.insert(blamed.clone());
        }
        found.extend(self.basic().and_then(|basic| only(&basic)));
        let told = self.blame.as_ref().and_then(|blame| blame.about.clone());
        found.extend(told.unwrap_or_default());
        found
    }

    /// The canonical form with the operators that are cleared written by others.
    pub(super) fn basic(&self) -> Option<Tree> {
        let basic = self.blame.as_ref()?.basic.as_ref()?;
        canonical(basic, Literals::Standard)
    }

    fn is_unsound(&self) -> bool {
        Verdict::from_name(&self.verdict).is_some_and(Verdict::is_unsound)
    }

    /// Whether both err in the same direction about the same operator, in whatever formula: what
    /// is left around the operator tells nothing. Without variables it is wrong at a point, and so
    /// it is where a part without variables matters; of two points the direction tells nothing
    /// either, and neither does it where the solver is wrong about the negation as well.
    pub(super) fn same_operator(&self, other: &Finding) -> bool {
        let turned = |finding: &Finding| finding.blame.as_ref().and_then(|blame| blame.turned);
        let told = self.says_sat().is_some() && other.says_sat().is_some();
        let both = turned(self) == Some(true) || turned(other) == Some(true);
        let direction = told && (self.says_sat() == other.says_sat() || both);
        let points = || self.is_point() && other.is_point();
        self.solver == other.solver
            && self.is_unsound()
            && other.is_unsound()
            && !self.about().is_disjoint(&other.about())
            && (direction || points())
    }

    fn is_point(&self) -> bool {
        self.culprit.is_some() || is_ground(&self.canonical())
    }

    /// Whether both are about the same part, or the same operator or operators.
    pub(super) fn same_bug(&self, other: &Finding) -> bool {
        self.same_culprit(other)
            || self.same_operator(other)
            || self.same_point(other)
            || self.same_operators(other)
    }

    /// Whether both are unsound about an operator applied to the same values, up to classes: what the
    /// one believes of them, and the other denies, tells nothing.
    fn same_point(&self, other: &Finding) -> bool {
        let points = |finding: &Finding| -> BTreeSet<String> {
            let blame = finding.blame.iter();
            let points = blame.filter_map(|blame| blame.points.as_ref());
            points.flatten().cloned().collect()
        };
        self.solver == other.solver
            && self.is_unsound()
            && other.is_unsound()
            && !points(self).is_disjoint(&points(other))
    }

    /// Whether both say `sat` too often, which operator it is about was not found out in either, and
    /// they have the same operators or likely the same one is at fault, or one has no suspects but
    /// those of the other: what is known about the one says nothing else about the other.
    fn same_operators(&self, other: &Finding) -> bool {
        let open = |finding: &Finding| {
            finding.says_sat() == Some(true) && finding.is_unsound() && finding.about().is_empty()
        };
        let suspects = |finding: &Finding| -> BTreeSet<String> {
            let blame = finding.blame.iter();
            blame.flat_map(|b| b.suspected.iter().cloned()).collect()
        };
        let (one, two) = (suspects(self), suspects(other));
        let inside = |one: &BTreeSet<String>, two| !one.is_empty() && one.is_subset(two);
        self.solver == other.solver
            && open(self)
            && open(other)
            && (self.telling_operators() == other.telling_operators()
                || self.likely().is_some() && self.likely() == other.likely()
                || inside(&one, &two)
                || inside(&two, &one))
    }

    fn likely(&self) -> Option<&str> {
        self.blame.as_ref()?.likely.as_deref()
    }

    /// The operators that it is wrong about by itself: the only one, or what its own model breaks.
    fn proven(&self) -> BTreeSet<String> {
        let own = self.telling_operators();
        let told = self.blame.as_ref().and_then(|blame| blame.about.clone());
        match &self.culprit {
            Some(culprit) => culprit.operator.iter().cloned().collect(),
            None if own.len() == 1 => own,
            None if self.says_sat() == Some(true) => told.unwrap_or_default().into_iter().collect(),
            _ => BTreeSet::new(),
        }
    }

    /// Whether this is wrong about one operator by itself, which is a suspect of the other one, and
    /// that is about no single operator itself. Or this is wrong at a point, and what the other one
    /// lacks in its core is about the same operator. Equality that is wrong about plain languages is
    /// a suspect wherever it is.
    pub(super) fn accounts_for(&self, other: &Finding) -> bool {
        let mut own = self.proven();
        let (Some(operator), true) = (own.pop_first(), own.is_empty()) else {
            return false;
        };
        let suspects = other.blame.as_ref().map(|blame| &blame.suspected);
        let suspected = suspects.is_some_and(|all| all.contains(&operator));
        let direction = self.says_sat().is_some() && self.says_sat() == other.says_sat();
        let point = self.says_sat().is_some() && self.is_point();
        let core = |finding: &Finding| finding.verdict == Verdict::CoreNotUnsat.name();
        let lacks = core(other);
        // What is missing from a core has no direction: as good as a point, if a part of it matters.
        let here = point || core(self) && self.culprit.is_some();
        let languages = operator == SAME_LANGUAGE && other.telling_operators().contains(&operator);
        self.solver == other.solver
            && self.is_unsound()
            && other.is_unsound()
            && ((direction || here && other.is_point()) && suspected && other.about().is_empty()
                || point && lacks && other.about().contains(&operator)
                || languages && (point || direction))
    }

    /// Whether nobody has made the other one small yet, it errs in the same direction, and it has the
    /// operators of this one, or the one that this is wrong about by itself: that is enough of a reason until
    /// somebody does.
    pub(super) fn stands_for(&self, other: &Finding) -> bool {
        let mut own = self.proven();
        if own.len() != 1 {
            own = self.telling_operators();
        }
        let turned = self.blame.as_ref().and_then(|blame| blame.turned) == Some(true);
        let directions = self.says_sat().zip(other.says_sat());
        other.cut_short
            && !self.cut_short
            && self.solver == other.solver
            && self.is_unsound()
            && other.is_unsound()
            && directions.is_some_and(|(one, two)| one == two || turned)
            && !own.is_empty()
            && own.is_subset(&other.telling_operators())
    }

    /// Whether both are cores that lack something, and speak of strings by the same functions and
    /// predicates: where the reasons of a step were lost, it tells little which languages it was about.
    pub(super) fn same_reasons(&self, other: &Finding) -> bool {
        let spoken = |finding: &Finding| -> BTreeSet<String> {
            let all = finding.canonical().operators().into_iter();
            all.filter(|name| name.starts_with("str.") && name != "str.to_re")
                .collect()
        };
        let lacks = |finding: &Finding| finding.verdict == Verdict::CoreNotUnsat.name();
        self.solver == other.solver && lacks(self) && lacks(other) && spoken(self) == spoken(other)
    }

    /// Whether a crash tells all of another one, which ends in the same way and has its operators,
    /// too, with whatever numerals, as they are or with those that are cleared written by others. If it comes after the
    /// answer, or the solver says where it broke down, the formula does not matter; if it says
    /// something else, one operator in common will do.
    pub(super) fn explains(&self, other: &Finding) -> bool {
        let forms = |finding: &Finding| {
            let basic = finding.basic().into_iter();
            basic.chain([finding.canonical()]).collect::<Vec<Tree>>()
        };
        let inside = || {
            forms(self).iter().any(|own| {
                let own = telling(own);
                let has = |other: &Tree| {
                    let others = other.operators();
                    let named = |name: &String| {
                        let mut others = others.iter();
                        others.any(|other| without_numerals(other) == without_numerals(name))
                    };
                    !own.is_empty() && own.iter().all(named)
                };
                forms(other).iter().any(has)
            })
        };
        self.verdict == Verdict::Crash.name()
            && self.alike(other)
            && (self.crash().contains(AFTER_ANSWER)
                || self.place().is_some()
                || self.says_why() && self.shares_an_operator(other)
                || inside())
    }

    /// Whether another one of the same solver and direction has the operators of this one, and few
    /// others: a person should look at the two together.
    #[must_use]
    pub fn resembles(&self, other: &Finding) -> bool {
        let (own, others) = (self.telling_operators(), other.telling_operators());
        self.is_inside(other) && 2 * own.len() >= others.len()
    }

    /// Whether another one of the same solver and direction has the operators of this one: what is
    /// wrong here may be what is wrong there.
    #[must_use]
    pub fn is_inside(&self, other: &Finding) -> bool {
        let own = self.telling_operators();
        self.solver == other.solver
            && self.says_sat().is_some()
            && self.says_sat() == other.says_sat()
            && !own.is_empty()
            && own.is_subset(&other.telling_operators())
    }

    /// Whether it is a `sat` too many; `None` for crashes and the like.
    #[must_use]
    pub fn says_sat(&self) -> Option<bool> {
        match (Verdict::from_name(&self.verdict)?, &self.claim) {
            (Verdict::InvalidModel, _) | (Verdict::WrongAnswer, Claim::Unsat(_)) => Some(true),
            (Verdict::WrongAnswer, Claim::Sat) => Some(false),
            (Verdict::WrongAnswer, Claim::Answers(_)) => {
                let said = without_number(&self.detail).split(' ').next();
                (said == Some("sat") || said == Some("unsat")).then(|| said == Some("sat"))
            }
            _ => None,
        }
    }

    fn claim_kind(&self) -> u8 {
        match self.claim {
            Claim::Sat => 0,
            Claim::Unsat(_) => 1,
            _ => 2,
        }
    }

    /// Whether a crash comes with a message.
    fn says_why(&self) -> bool {
        let message = self.crash().split_once(": ").map_or("", |(_, said)| said);
        message.chars().any(char::is_alphabetic)
    }

    fn shares_an_operator(&self, other: &Finding) -> bool {
        let own = self.telling_operators();
        !own.is_disjoint(&other.telling_operators())
    }

    /// Where a crash says that it happened: a file of the solver's source, and the line.
    fn place(&self) -> Option<String> {
        let words: Vec<&str> = self.output.split_whitespace().collect();
        let number = |text: &str| {
            let digits = text.trim_matches(|c: char| !c.is_ascii_digit());
            digits.parse::<u32>().ok()
        };
        words.iter().enumerate().find_map(|(i, word)| {
            let after = |title: &str| {
                words
                    .get(i + 1)
                    .filter(|_| word.eq_ignore_ascii_case(title))
            };
            if let Some(file) = after("File:") {
                let line = words.get(i + 3).and_then(|line| number(line))?;
                let titled = words
                    .get(i + 2)
                    .is_some_and(|w| w.eq_ignore_ascii_case("Line:"));
                return titled.then(|| format!("{file}:{line}"));
            }
            let (file, line) = word.split_once(':')?;
            let source = [".cpp", ".cc", ".c", ".h", ".hpp", ".rs"];
            let is_source = source.iter().any(|end| file.ends_with(end));
            let line = number(line.split(':').next()?).filter(|_| is_source)?;
            Some(format!("{file}:{line}"))
        })
    }

    /// The signal or exit code, and the message up to the first number or quotation.
    pub(super) fn crash(&self) -> &str {
        let detail = without_number(&self.detail);
        let end = detail.find(['"', '/']);
        // What a solver prints may be anything.
        let most = detail.floor_char_boundary(80);
        &detail[..end.unwrap_or(most).min(most)]
    }
}

/// The operator whatever its numerals are.
pub(super) fn without_numerals(operator: &str) -> &str {
    let inside = operator.strip_prefix("(_ ");
    inside.map_or(operator, |inside| inside.split(' ').next().unwrap_or(""))
}

/// The operators that tell something, with equality of languages as one of them.
pub(super) fn telling(tree: &Tree) -> BTreeSet<String> {
    let mut all: BTreeSet<String> = tree.operators().into_iter().collect();
    let mut open = vec![tree];
    while let Some(Tree::Node(name, args)) = open.pop() {
        let compares = ["=", "distinct"].contains(&name.as_str());
        if compares && args.first().is_some_and(|arg| sort_of(arg) == "RegLan") {
            all.insert(SAME_LANGUAGE.to_owned());
        }
        open.extend(args.iter().filter(|arg| matches!(arg, Tree::Node(..))));
    }
    let carries = |name: &String| CARRIERS.contains(&name.as_str());
    match all.iter().all(carries) {
        false => all.retain(|name| !carries(name)),
        true if all.contains(CARRIERS[0]) => all.retain(|name| name == CARRIERS[0]),
        true => {}
    }
    all
}

fn is_ground(tree: &Tree) -> bool {
    match tree {
        Tree::Node(_, args) => args.iter().all(is_ground),
        Tree::Literal(..) => true,
        Tree::Variable(..) | Tree::Hole(..) => false,
    }
}

/// A solver with its version, if that is known.
#[must_use]
pub fn titled(solver: &str, version: &str) -> String {
    match version.trim_matches([',', ' ']) {
        "" => solver.to_owned(),
        _ => format!("{solver} ({version})"),
    }
}
