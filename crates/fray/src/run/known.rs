//! Publicly known bugs: a list of the user's, and which findings are among them.
//!
//! The list is a table with tabs; its first line names the columns. `tracker`, `number` and
//! `minimal formula` are needed; `kind` (wrong sat, wrong unsat, invalid model, crash), `operators`
//! (with the options that the bug needs in brackets) and a column whose title has the word
//! `version` (those that have the bug, such as `4.8.10..4.8.12`) are used if they are there. A
//! formula is a script without `check-sat`; `-` is none.
//!
//! A cluster *is* a known bug if the formula fits its pattern, and *resembles* one if solver,
//! options, version and the direction of the error are the same, and its operators are
//! most of the bug's and no others: a person should look at the two together.

use std::collections::BTreeSet;

use sinew_smtlib::Dialect as Literals;

use super::cluster::{Cluster, Finding};
use super::finding::without_numerals;
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
    /// What the list says about versions, and options.
    versions: String,
    options: Vec<String>,
}

/// How a cluster and a known bug are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// The bug's formula is one of the cluster's.
    Same,
    /// The cluster says too much in the same direction about operators of the bug, and of other
    /// versions exactly the same have both.
    FixedTogether,
    /// All is the same but for the formula, which has the same operators.
    Resembles,
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
    let operators = column("operators");
    let versions = header.iter().position(|title| title.contains("version"));
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
            versions: versions.map(cell).unwrap_or_default(),
            options: options(&operators.map(cell).unwrap_or_default()),
        });
    }
    Ok(bugs)
}

/// The words in brackets that are options.
fn options(operators: &str) -> Vec<String> {
    let inside = operators.split_once('[').map_or("", |(_, rest)| rest);
    let inside = inside.split(']').next().unwrap_or("");
    let words = inside.split_whitespace();
    words
        .filter(|word| word.contains('=') || word.starts_with("--"))
        .map(str::to_owned)
        .collect()
}

/// The first number with dots in a text, part by part.
fn number(text: &str) -> Option<Vec<u32>> {
    let dotted = |c: char| !(c.is_ascii_digit() || c == '.');
    let mut words = text.split(dotted).map(|word| word.trim_matches('.'));
    let word = words.find(|word| word.contains('.'))?;
    word.split('.').map(|part| part.parse().ok()).collect()
}

impl Bug {
    /// Whether the list says that this version has the bug, or says nothing.
    fn is_of_version(&self, version: &str) -> bool {
        let Some(own) = number(version) else {
            return true;
        };
        let same = |listed: &[u32]| listed.iter().zip(&own).all(|(a, b)| a == b);
        let mut ranges = self.versions.split([' ', ',']).filter_map(|word| {
            let (from, to) = word.split_once("..").unwrap_or((word, word));
            Some((number(from)?, number(to)?))
        });
        // Wheels have a fourth number that the programs do not print.
        self.versions.is_empty()
            || ranges.any(|(from, to)| same(&from) || same(&to) || from <= own && own <= to)
    }

    /// Whether it is a bug of this solver, called this way.
    fn is_of(&self, finding: &Finding) -> bool {
        let (solver, tracker) = (&finding.solver, &self.tracker);
        // CVC4's bugs are in the tracker of its successor.
        let own = solver.starts_with(tracker)
            || tracker.starts_with(&solver[..solver.floor_char_boundary(3)]);
        // Another procedure for strings is another solver.
        let procedure = |text: &str| {
            let found = text.split_once("string_solver=");
            found.map(|(_, rest)| rest.split(' ').next().unwrap_or("").to_owned())
        };
        own && procedure(&finding.command) == procedure(&self.options.join(" "))
    }

    fn needs_only(&self, command: &str) -> bool {
        self.options.iter().all(|option| command.contains(option))
    }

    /// Whether the bug makes solvers say `sat` too often; `None` if the list does not tell.
    fn says_sat(&self) -> Option<bool> {
        let kind = self.kind.to_ascii_lowercase();
        match kind.as_str() {
            _ if kind.contains("wrong sat") || kind.contains("invalid model") => Some(true),
            _ if kind.contains("wrong unsat") => Some(false),
            _ => None,
        }
    }
}

/// Operators without their numerals.
fn operators(tree: &Tree) -> BTreeSet<String> {
    let operators = tree.operators();
    let names = operators.iter().map(|name| without_numerals(name));
    names.map(str::to_owned).collect()
}

/// The known bugs that a cluster is or resembles.
#[must_use]
pub fn matching(bugs: &[Bug], cluster: &Cluster) -> Vec<(String, Likeness)> {
    let likeness = |bug: &Bug| Some((bug.name(), alike(bug, cluster)?));
    bugs.iter().filter_map(likeness).collect()
}

/// How a cluster and a bug are alike, if they are.
#[must_use]
pub fn alike(bug: &Bug, cluster: &Cluster) -> Option<Likeness> {
    let (form, smallest) = (bug.form.as_ref()?, cluster.smallest());
    if !bug.is_of(smallest) {
        return None;
    }
    let is_one = cluster.pattern.matches(form)
        || cluster.members.iter().any(|finding| {
            let tree = finding.canonical();
            tree.key() == form.key() || contains_all(form, &tree)
        });
    if is_one {
        return Some(Likeness::Same);
    }
    let same_error = smallest.says_sat().is_some() && smallest.says_sat() == bug.says_sat();
    let theirs = operators(form);
    let few = |tree: &Tree| {
        let mine = operators(tree);
        !mine.is_empty() && mine.is_subset(&theirs) && 2 * mine.len() >= theirs.len()
    };
    let mut members = cluster.members.iter().map(Finding::canonical);
    let same_operators = few(&cluster.pattern) || members.any(|tree| few(&tree));
    let same_program = bug.is_of_version(&smallest.version) && bug.needs_only(&smallest.command);
    (same_error && same_operators && same_program).then_some(Likeness::Resembles)
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
    use crate::run::blame::Blame;
    use crate::run::cluster::Clusters;

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
            culprit: None,
            blame: None,
            options: Vec::new(),
            seed: 0,
            cut_short: false,
        };
        let mut clusters = Clusters::default();
        let known = finding("(declare-fun x () String)(assert (= \"c\" (str.at x 0)))");
        let new = finding("(declare-fun x () String)(assert (= \"\" (str.at x 0)))");
        clusters.add(known, &mut |_, _| false);
        let one = ("z3/1".to_owned(), Likeness::Same);
        assert_eq!(matching(&bugs, &clusters.clusters[0]), [one]);
        let mut clusters = Clusters::default();
        clusters.add(new, &mut |_, _| false);
        let like = ("z3/1".to_owned(), Likeness::Resembles);
        assert_eq!(matching(&bugs, &clusters.clusters[0]), [like]);
        // One of several forms may be closer to the bug than the smallest one.
        let declared = "(declare-fun x () String)";
        let model = |assertion: &str, basic: Option<&str>| Finding {
            verdict: "invalid model".to_owned(),
            blame: Some(Blame {
                basic: basic.map(|basic| format!("{declared}(assert {basic})")),
                ..Blame::default()
            }),
            ..finding(&format!("{declared}(assert {assertion})"))
        };
        let mut clusters = Clusters::default();
        let at_most = model("(str.<= x x)", Some("(or (= x x) (str.< x x))"));
        clusters.add(at_most, &mut |_, _| false);
        clusters.add(model("(str.< x \"\")", None), &mut |_, _| false);
        let like = ("z3/2".to_owned(), Likeness::Resembles);
        assert_eq!(matching(&bugs, &clusters.clusters[0]), [like]);
        assert!(parse("tracker\tnumber\n").is_err());
    }

    #[test]
    fn a_finding_resembles_a_bug_of_its_version_with_its_operators() {
        let list = "tracker\tnumber\tkind\toperators\tminimal formula\told version\n\
            z3\t7\twrong unsat\tin_re to_re(var) re.*\t(declare-fun a () String)\
            (declare-fun b () String)\
            (assert (str.in_re a (re.inter (str.to_re b) (re.* (str.to_re \"\")))))\t\
            yes: z3-solver 4.8.9.0..4.8.12.0\n";
        let bug = parse(list).expect("well-formed").remove(0);
        let finding = Finding {
            solver: "z3=/opt/z3".to_owned(),
            version: "Z3 version 4.8.10 - 64 bit".to_owned(),
            command: "/opt/z3 {file}".to_owned(),
            verdict: "wrong answer".to_owned(),
            detail: String::new(),
            output: String::new(),
            path: String::new(),
            original: String::new(),
            reduced: "(declare-fun x () String)\
                (assert (str.in_re x (re.inter (str.to_re x) (str.to_re \"\"))))"
                .to_owned(),
            claim: Claim::Sat,
            culprit: None,
            blame: None,
            options: Vec::new(),
            seed: 0,
            cut_short: false,
        };
        let like = |finding: &Finding| {
            let mut clusters = Clusters::default();
            clusters.add(finding.clone(), &mut |_, _| false);
            alike(&bug, &clusters.clusters[0])
        };
        assert_eq!(like(&finding), Some(Likeness::Resembles));
        let changed = |change: &dyn Fn(&mut Finding)| {
            let mut other = finding.clone();
            change(&mut other);
            like(&other)
        };
        let others: [&dyn Fn(&mut Finding); 6] = [
            &|f| f.version = "Z3 version 4.8.13".to_owned(),
            &|f| f.version = "Z3 version 4.8.8".to_owned(),
            &|f| f.claim = Claim::Unsat(None),
            &|f| f.solver = "cvc5".to_owned(),
            &|f| f.command = "z3 smt.string_solver=z3str3 {file}".to_owned(),
            &|f| f.reduced = "(declare-fun x () String)(assert (= (str.at x 0) x))".to_owned(),
        ];
        for (number, other) in others.into_iter().enumerate() {
            assert_eq!(changed(other), None, "{number}");
        }
        for version in ["4.8.9", "4.8.12"] {
            let found = changed(&|f| f.version = format!("Z3 version {version}"));
            assert_eq!(found, Some(Likeness::Resembles), "{version}");
        }
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
