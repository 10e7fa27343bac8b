//! What a hunt shows: a line about how it goes, and in the end which ways of making tests found
//! something.

use fray::run::cluster::Finding;
use fray::run::verdict::Verdict;
use indicatif::{ProgressBar, ProgressStyle};

use super::hunt::Hunt;

/// The line, unless nobody wants it.
pub(super) fn bar(quiet: bool) -> ProgressBar {
    let bar = match quiet {
        true => ProgressBar::hidden(),
        false => ProgressBar::new_spinner(),
    };
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
        bar.set_style(style);
    }
    bar
}

impl Hunt<'_> {
    pub(super) fn tell(&self) {
        self.bar.set_message(self.summary(Verdict::short));
        self.bar.tick();
    }

    /// How it went so far, with verdicts as `name` calls them.
    pub(super) fn summary(&self, name: fn(Verdict) -> &'static str) -> String {
        let verdicts: Vec<String> = self
            .verdicts
            .iter()
            .map(|(verdict, count)| format!("{} {count}", name(*verdict)))
            .collect();
        let of = |verdict: &str| {
            let clusters = self.clusters.clusters.iter();
            clusters
                .filter(|cluster| cluster.smallest().verdict == verdict)
                .count()
        };
        let disputes = match of("contradiction") {
            0 => String::new(),
            many => format!(", {many} contradictions"),
        };
        let unsound = self
            .clusters
            .clusters
            .iter()
            .filter(|c| is_unsound(c.smallest()))
            .count();
        let crashes = of("crash");
        let mut alike = match self.unexamined {
            0 => String::new(),
            many => format!("; {many} failures like others"),
        };
        if !self.only_in_company.is_empty() {
            let told = self.only_in_company.iter();
            let told: Vec<String> = told.map(|(v, many)| format!("{v} {many}")).collect();
            let told = told.join(", ");
            alike.push_str(&format!("; only after other tests in one process: {told}"));
        }
        let seconds = self.started.elapsed().as_secs_f64();
        let processor = self.processor().as_secs_f64();
        format!(
            "{} runs in {seconds:.0} s, {processor:.0} s of the processor ({}); distinct bugs: {unsound} unsound, {crashes} crashes{disputes}{alike}",
            self.tests,
            verdicts.join(", ")
        )
    }

    /// Which ways of making tests found new bugs, the best first.
    pub(super) fn yields(&self) -> String {
        let mut found: Vec<(f64, f64, String)> = Vec::new();
        for (way, (mode, form)) in self.ways.iter().enumerate() {
            let (seconds, bugs) = self.schedule.account(way);
            let form = form.describe();
            if bugs > 0.0 {
                found.push((bugs, seconds, format!("{}{form}", mode.name())));
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.total_cmp(&b.1)));
        let lines = found
            .iter()
            .map(|(bugs, seconds, name)| format!("  {name}: {bugs} in {seconds:.0} s"));
        let lines: Vec<String> = lines.collect();
        match lines.is_empty() {
            true => String::new(),
            false => format!("new bugs by the way tests were made:\n{}", lines.join("\n")),
        }
    }
}

pub(super) fn is_unsound(finding: &Finding) -> bool {
    Verdict::from_name(&finding.verdict).is_some_and(Verdict::is_unsound)
}
