//! How bugs are told: each with its smallest script, what the solver says about that, and the command
//! to see it again. The scripts are files beside the store, in the words of the solver.

use std::path::{Path, PathBuf};

use fray::run::cluster::{Cluster, Finding};
use fray::run::examine::for_a_shell;
use fray::run::job::Claim;
use fray::run::known::{self, Bug, Likeness};

use super::solvers::Solver;

/// Where `fray test` keeps its results, unless it is told otherwise.
pub(super) const DEFAULT_STORE: &str = "fray.store";
/// What a solver says is shown up to this many characters.
const SAID: usize = 160;

/// The folder for the scripts of a store: `hunt.bugs` for `hunt.store`.
pub(super) fn folder_of(store: &Path) -> PathBuf {
    store.with_extension("bugs")
}

fn file_of(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("bug{}.smt2", number + 1))
}

/// Writes the smallest script of each bug into the folder of the store, in the dialect of its
/// solver where that is there; those of before go. `None` if there are no bugs.
pub(super) fn write_scripts(
    store: &Path,
    clusters: &[Cluster],
    solvers: &[Solver],
) -> Result<Option<PathBuf>, String> {
    let folder = folder_of(store);
    let problem = |error: std::io::Error| format!("{}: {error}", folder.display());
    for number in 0.. {
        let file = file_of(&folder, number);
        if !file.exists() {
            break;
        }
        std::fs::remove_file(&file).map_err(problem)?;
    }
    if clusters.is_empty() {
        return Ok(None);
    }
    std::fs::create_dir_all(&folder).map_err(problem)?;
    for (number, cluster) in clusters.iter().enumerate() {
        let smallest = cluster.smallest();
        let job = smallest.job();
        let solver = solvers.iter().find(|solver| solver.name == smallest.solver);
        let said = solver.and_then(|solver| solver.dialect.render(&job.text, job.literals).ok());
        let text = said.unwrap_or(job.text);
        std::fs::write(file_of(&folder, number), text).map_err(problem)?;
    }
    Ok(Some(folder))
}

/// The command that tells the bugs of a store.
pub(super) fn cluster_command(store: &Path) -> String {
    match store == Path::new(DEFAULT_STORE) {
        true => "fray cluster".to_owned(),
        false => format!("fray cluster --store {}", store.display()),
    }
}

/// One paragraph per bug, the unsound ones first; with the command where the scripts are in a folder.
pub(super) fn overview(clusters: &[Cluster], known: &[Bug], folder: Option<&Path>) -> String {
    let mut numbered: Vec<(usize, &Cluster)> = clusters.iter().enumerate().collect();
    numbered.sort_by_key(|(number, cluster)| (cluster.smallest().verdict == "crash", *number));
    let mut text = match clusters.len() {
        1 => "1 distinct bug\n".to_owned(),
        many => format!("{many} distinct bugs\n"),
    };
    for (number, cluster) in numbered {
        let smallest = cluster.smallest();
        let public = public(known, cluster);
        text.push_str(&format!(
            "\nbug {}: {}: {}; {}{}{public}\n",
            number + 1,
            smallest.title(),
            smallest.verdict,
            cluster.seen(),
            match smallest.cut_short {
                true => ", not yet at its smallest",
                false => "",
            }
        ));
        for line in script(smallest).lines() {
            text.push_str(&format!("  {line}\n"));
        }
        let said = said(smallest);
        if !said.is_empty() {
            text.push_str(&format!("  it says: {said}\n"));
        }
        if let Some(culprit) = &smallest.culprit {
            let (term, plain) = (&culprit.term, &culprit.plain);
            text.push_str(&format!(
                "  it matters: {term}; written as {plain} it is right\n"
            ));
        }
        if cluster.pattern.holes() > 0 {
            let pattern = cluster.pattern.describe().replace('\n', " ∧ ");
            let confirmed = if cluster.confirmed {
                "confirmed"
            } else {
                "not confirmed"
            };
            text.push_str(&format!("  pattern ({confirmed}): {pattern}\n"));
        }
        if let Some(folder) = folder {
            let command = command(smallest, &file_of(folder, number));
            text.push_str(&format!("  see it again: {command}\n"));
        }
    }
    text
}

/// The command to see a bug again with its script in this file, for a shell.
fn command(finding: &Finding, file: &Path) -> String {
    let file = for_a_shell(&[file.to_string_lossy()]);
    // Of two that contradict each other, one after the other.
    let commands = finding.command.replace("` and `", "; ");
    commands.replace("{file}", &file)
}

/// What the solver says about the smallest script, in one line.
fn said(finding: &Finding) -> String {
    let words: Vec<&str> = finding.output.split_whitespace().collect();
    let all = words.join(" ");
    match all.char_indices().nth(SAID) {
        Some((end, _)) => format!("{} …", &all[..end]),
        None => all,
    }
}

/// The known bugs that a cluster is, or resembles.
pub(super) fn names(known: &[Bug], cluster: &Cluster, likeness: Likeness) -> Vec<String> {
    let found = known::matching(known, cluster).into_iter();
    let found = found.filter(|(_, how)| *how == likeness);
    found.map(|(name, _)| name).collect()
}

/// What is public about a bug, to be added to its line.
fn public(known: &[Bug], cluster: &Cluster) -> String {
    let [same, like] = [Likeness::Same, Likeness::Resembles].map(|how| names(known, cluster, how));
    match (same.is_empty(), like.is_empty()) {
        (false, _) => format!(", already public: {}", same.join(", ")),
        (true, false) => format!(", resembles {}", like.join(", ")),
        (true, true) => String::new(),
    }
}

/// The lines of the smallest form that matter.
fn script(finding: &Finding) -> String {
    let asserts = finding.reduced.contains("(assert");
    let query = !asserts || matches!(finding.claim, Claim::Answers(_));
    let kept = |line: &&str| {
        query && line.starts_with("(check-sat")
            || [
                "(declare",
                "(assert",
                "(push",
                "(pop",
                "(reset",
                "; model: (",
                "; unsat",
                "; answers",
            ]
            .iter()
            .any(|start| line.starts_with(start))
    };
    let lines: Vec<&str> = finding.reduced.lines().filter(kept).collect();
    lines.join("\n")
}
