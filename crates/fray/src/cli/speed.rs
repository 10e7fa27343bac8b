//! `fray gen --speed`: how fast tests are made, checked and written out as text, in memory. The
//! time is that of the processor, so that it can be measured on a machine that has other work.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use fray::synth::library::Library;
use fray::synth::reference::Reference;
use fray::synth::suite::{Config, generate};
use fray::synth::test::Family;
use fray::synth::write::{Dialect, write_test};
use rustix::time::{ClockId, clock_gettime};

use super::suite::SuiteOptions;

/// A suite is made again and again for this long, at least twice, and the fastest time counts: the others tell more
/// about the neighbours, who use the caches, too, and the first one about laws, which are checked then.
const PATIENCE: Duration = Duration::from_millis(500);

/// Measures the transformations of a suite one by one, then the suite as a whole, without and
/// with the loading and checking of the rules.
pub(super) fn measure(options: &SuiteOptions) -> Result<String, String> {
    let start = processor_time();
    let (library, reference, config) = options.prepare()?;
    let mut loading = processor_time().saturating_sub(start);
    let mut text = format!(
        "{:<24}{:>8}{:>10}{:>12}\n",
        "transformation", "tests", "ms", "tests/s"
    );
    for family in Family::all() {
        if config.wants_family(family) {
            let only = Config {
                families: vec![family],
                ..config.clone()
            };
            let (count, time) = fastest(|| make(&library, &reference, &only))?;
            line(&mut text, family.folder(), count, time);
        }
    }
    let (count, time) = fastest(|| make(&library, &reference, &config))?;
    line(&mut text, "all", count, time);
    let (_, again) = fastest(|| options.prepare().map(|_| 0))?;
    loading = loading.min(again);
    line(&mut text, "all, with loading", count, time + loading);
    Ok(text)
}

fn line(text: &mut String, name: &str, count: u64, time: Duration) {
    #[allow(clippy::cast_precision_loss)]
    let rate = count as f64 / time.as_secs_f64().max(1e-9);
    let millis = time.as_secs_f64() * 1e3;
    let _ = writeln!(text, "{name:<24}{count:>8}{millis:>10.2}{rate:>12.0}");
}

/// The processor time that this process has had.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = Duration::from_secs(u64::try_from(time.tv_sec).unwrap_or(0));
    seconds + Duration::from_nanos(u64::try_from(time.tv_nsec).unwrap_or(0))
}

/// The least time that `work` takes.
fn fastest(work: impl Fn() -> Result<u64, String>) -> Result<(u64, Duration), String> {
    let begin = Instant::now();
    let mut best: Option<Duration> = None;
    loop {
        let start = processor_time();
        let count = work()?;
        let time = processor_time().saturating_sub(start);
        let fastest = best.map_or(time, |known| known.min(time));
        if best.is_some() && begin.elapsed() >= PATIENCE {
            return Ok((count, fastest));
        }
        best = Some(fastest);
    }
}

/// Makes the tests and their texts; how many they are.
fn make(library: &Library, reference: &Reference, config: &Config) -> Result<u64, String> {
    let dialect = match config.as_published {
        true => Dialect::Published,
        false => Dialect::Standard,
    };
    let mut count = 0;
    let mut text = String::new();
    generate(library, reference, config, &mut |store, test| {
        count += 1;
        text.clear();
        write_test(&mut text, store, test, config.seed, dialect);
        ControlFlow::Continue(())
    })
    .map_err(|claim| claim.to_string())?;
    Ok(count)
}
