//! A finding: a failure, made small; and when two of them are one bug by what they are about.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use sinew_smtlib::Dialect as Literals;

use super::culprit::Culprit;
use super::job::{Claim, Job};
use super::pattern::{Tree, canonical};
use super::verdict::Verdict;

/// What every formula about regular expressions has.
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

    /// Whether both come from the same test, and at least one could be made smaller.
    #[must_use]
    pub fn continues(&self, other: &Finding) -> bool {
        let origin = |f: &Finding| [f.solver.clone(), f.version.clone(), f.original.clone()];
        (self.cut_short || other.cut_short)
            && self.path == other.path
            && origin(self) == origin(other)
    }

    /// The solver and its version, if that is known.
    #[must_use]
    pub fn title(&self) -> String {
        titled(&self.solver, &self.version)
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
                // Crashes differ in how they end, whatever the right answer is.
                true => self.crash() == other.crash(),
                false => self.claim_kind() == other.claim_kind(),
            }
    }

    /// Whether both are unsound about the same part.
    pub(super) fn same_culprit(&self, other: &Finding) -> bool {
        let form = |finding: &Finding| finding.culprit.as_ref().map(|c| c.form.clone());
        let unsound = |finding: &Finding| {
            Verdict::from_name(&finding.verdict).is_some_and(Verdict::is_unsound)
        };
        self.solver == other.solver
            && unsound(self)
            && unsound(other)
            && self.culprit.is_some()
            && form(self) == form(other)
    }

    /// The operators of the small form. Regular expressions take a membership and something to begin
    /// with, which count only where there is nothing else.
    pub(super) fn telling_operators(&self) -> BTreeSet<String> {
        let mut all: BTreeSet<String> = self.canonical().operators().into_iter().collect();
        let carries = |name: &String| CARRIERS.contains(&name.as_str());
        if !all.iter().all(carries) {
            all.retain(|name| !carries(name));
        }
        all
    }

    /// The operator that it is about: that of the part that matters, or the only one.
    pub(super) fn operator(&self) -> Option<String> {
        let culprit = self.culprit.as_ref();
        culprit.and_then(|c| c.operator.clone()).or_else(|| {
            let mut own = self.telling_operators();
            own.pop_first().filter(|_| own.is_empty())
        })
    }

    /// Whether both say `sat` too often about the same one operator, in whatever formula: what is
    /// left around the operator tells nothing.
    pub(super) fn same_operator(&self, other: &Finding) -> bool {
        self.solver == other.solver
            && self.says_sat() == Some(true)
            && other.says_sat() == Some(true)
            && self.operator().is_some()
            && self.operator() == other.operator()
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

    /// Whether a crash tells all of another one, which ends in the same way and has its operators, too.
    pub(super) fn explains(&self, other: &Finding) -> bool {
        let own = self.telling_operators();
        self.verdict == Verdict::Crash.name()
            && self.alike(other)
            && !own.is_empty()
            && own.is_subset(&other.telling_operators())
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

    /// The signal or exit code, and the message up to the first number or quotation.
    pub(super) fn crash(&self) -> &str {
        let end = self.detail.find(['"', '/']);
        // What a solver prints may be anything.
        let most = self.detail.floor_char_boundary(80);
        &self.detail[..end.unwrap_or(most).min(most)]
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
