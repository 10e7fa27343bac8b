//! Publicly known bugs: a list of the user's, and which findings are among them.
//!
//! The list is a table with tabs; its first line names the columns. `tracker`, `number` and
//! `minimal formula` are needed, `kind` (wrong sat, wrong unsat, invalid model, crash) is used if
//! it is there, all others are ignored. A formula is a script without `check-sat`; `-` is none.

use sinew_smtlib::Dialect as Literals;

use super::cluster::Cluster;
use super::job::{Claim, Job};
use super::pattern::{Tree, canonical};

/// A row of the list.
#[derive(Clone, Debug)]
pub struct Bug {
    /// Whose bug it is.
    pub tracker: String,
    /// Its number there.
    pub number: String,
    /// What was wrong.
    pub kind: String,
    /// The script, if there is one.
    pub formula: Option<String>,
    form: Option<Tree>,
}

impl Bug {
    /// `tracker/number`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}/{}", self.tracker, self.number)
    }

    /// Whether `name` is its number or `tracker/number`.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.number == name || self.name() == name
    }

    /// The bug as a test: a wrong `unsat` shows that the formula is satisfiable and so on.
    #[must_use]
    pub fn job(&self) -> Option<Job> {
        let formula = self.formula.as_ref()?;
        let script = format!("(set-logic ALL)\n{formula}\n(check-sat)\n");
        let mut job = super::contradiction::open(&self.name(), &script)?;
        let kind = self.kind.to_ascii_lowercase();
        if kind.contains("wrong sat") || kind.contains("sat instead of unsat") {
            job.claim = Claim::Unsat(None);
        } else if kind.contains("wrong unsat") || kind.contains("unsat instead of sat") {
            job.claim = Claim::Sat;
        }
        Some(job)
    }
}

/// Reads a list.
pub fn parse(text: &str) -> Result<Vec<Bug>, String> {
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or("").split('\t').collect();
    let column = |name: &str| header.iter().position(|&title| title == name);
    let needed = |name: &str| column(name).ok_or_else(|| format!("there is no column `{name}`"));
    let (tracker, number) = (needed("tracker")?, needed("number")?);
    let (formula, kind) = (needed("minimal formula")?, column("kind"));
    let mut bugs = Vec::new();
    for line in lines.filter(|line| !line.is_empty()) {
        let cells: Vec<&str> = line.split('\t').collect();
        let cell = |place: usize| cells.get(place).copied().unwrap_or("").to_owned();
        let formula = Some(cell(formula)).filter(|text| text.starts_with('('));
        let form = formula.as_ref().and_then(|text| {
            let literals = Literals::of_script(text.as_bytes());
            canonical(text, literals)
        });
        bugs.push(Bug {
            tracker: cell(tracker),
            number: cell(number),
            kind: kind.map(cell).unwrap_or_default(),
            formula,
            form,
        });
    }
    Ok(bugs)
}

/// The known bugs that a cluster is: those whose formula its pattern matches, or whose formula has
/// the form of a member, or contains all of its assertions.
#[must_use]
pub fn matching(bugs: &[Bug], cluster: &Cluster) -> Vec<String> {
    let of_solver = |bug: &&Bug| {
        let solver = &cluster.smallest().solver;
        solver.starts_with(&bug.tracker) || bug.tracker.starts_with(&solver[..solver.len().min(3)])
    };
    let same = |bug: &&Bug| {
        let Some(form) = &bug.form else {
            return false;
        };
        cluster.pattern.matches(form)
            || cluster.members.iter().any(|finding| {
                let tree = finding.canonical();
                tree.key() == form.key() || contains_all(form, &tree)
            })
    };
    let found = bugs.iter().filter(of_solver).filter(same);
    found.map(Bug::name).collect()
}

/// Whether every assertion of one script is, by itself, among those of the other.
fn contains_all(form: &Tree, part: &Tree) -> bool {
    let (Tree::Node(_, all), Tree::Node(_, some)) = (form, part) else {
        return false;
    };
    let telling = some.iter().any(|tree| !tree.operators().is_empty());
    telling
        && some
            .iter()
            .all(|one| all.iter().any(|other| one.matches(other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::cluster::{Clusters, Finding};

    const LIST: &str = "tracker\tnumber\tkind\tminimal formula\n\
        z3\t1\twrong unsat\t(declare-fun a () String)(assert (= (str.at a 0) \"b\"))\n\
        z3\t2\twrong sat\t(declare-fun a () String)(assert (str.< a a))\n\
        cvc5\t3\tcrash\t-\n";

    #[test]
    fn a_finding_of_the_same_form_is_already_public() {
        let bugs = parse(LIST).expect("well-formed");
        assert_eq!(bugs.len(), 3);
        assert!(bugs[0].is("1") && bugs[0].is("z3/1") && !bugs[0].is("cvc5/1"));
        assert_eq!(bugs[0].job().map(|job| job.claim), Some(Claim::Sat));
        assert_eq!(bugs[1].job().map(|job| job.claim), Some(Claim::Unsat(None)));
        assert!(bugs[2].job().is_none());
        let finding = |reduced: &str| Finding {
            solver: "z3=/opt/z3".to_owned(),
            version: String::new(),
            command: String::new(),
            verdict: "wrong answer".to_owned(),
            detail: String::new(),
            output: String::new(),
            path: String::new(),
            original: String::new(),
            reduced: reduced.to_owned(),
            claim: Claim::Sat,
        };
        let mut clusters = Clusters::default();
        let known = finding("(declare-fun x () String)(assert (= \"c\" (str.at x 0)))");
        let new = finding("(declare-fun x () String)(assert (= \"\" (str.at x 0)))");
        clusters.add(known, &mut |_, _| false);
        clusters.add(new, &mut |_, _| false);
        assert_eq!(matching(&bugs, &clusters.clusters[0]), ["z3/1"]);
        assert!(matching(&bugs, &clusters.clusters[1]).is_empty());
        assert!(parse("tracker\tnumber\n").is_err());
    }

    #[test]
    fn the_list_of_our_own_is_readable() {
        let bugs = parse(include_str!("../../data/known.tsv")).expect("well-formed");
        assert!(bugs.len() >= 5);
        for bug in &bugs {
            assert!(bug.form.is_some(), "{}", bug.name());
            let claim = bug.job().map(|job| job.claim);
            assert!(
                matches!(claim, Some(Claim::Sat | Claim::Unsat(None))),
                "{}",
                bug.name()
            );
        }
    }
}
