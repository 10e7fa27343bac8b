//! Finite sets of naturals as sorted runs: the arithmetic under [`LengthSet`].
//!
//! [`LengthSet`]: crate::LengthSet

use sinew_base::{Budget, StopReason};

/// Inclusive, sorted, with a gap between neighbours.
pub(crate) type Runs = Vec<(u64, u64)>;

/// Sorts and joins runs that overlap or touch.
pub(crate) fn merged(mut runs: Runs) -> Runs {
    runs.sort_unstable();
    let mut out: Runs = Vec::with_capacity(runs.len());
    for (lo, hi) in runs {
        match out.last_mut() {
            Some(last) if lo <= last.1.saturating_add(1) => last.1 = last.1.max(hi),
            _ => out.push((lo, hi)),
        }
    }
    out
}

pub(crate) fn in_runs(runs: &[(u64, u64)], n: u64) -> bool {
    let after = runs.partition_point(|&(lo, _)| lo <= n);
    after > 0 && runs[after - 1].1 >= n
}

/// The members in `from..to`.
pub(crate) fn clip(runs: &[(u64, u64)], from: u64, to: u64) -> Runs {
    let start = runs.partition_point(|&(_, hi)| hi < from);
    runs[start..]
        .iter()
        .take_while(|run| run.0 < to)
        .map(|&(lo, hi)| (lo.max(from), hi.min(to - 1)))
        .collect()
}

/// Drops the members from `end` on.
pub(crate) fn cut(runs: &mut Runs, end: u64) {
    while let Some(last) = runs.last_mut() {
        if last.1 < end {
            break;
        }
        if last.0 < end {
            last.1 = end - 1;
            break;
        }
        runs.pop();
    }
}

/// The greatest number in exactly one of the two.
pub(crate) fn last_difference(a: &[(u64, u64)], b: &[(u64, u64)]) -> Option<u64> {
    let (mut i, mut j) = (a.len(), b.len());
    while i > 0 && j > 0 && a[i - 1] == b[j - 1] {
        i -= 1;
        j -= 1;
    }
    let (x, y) = (a[..i].last(), b[..j].last());
    match (x, y) {
        (None, None) => None,
        (Some(run), None) | (None, Some(run)) => Some(run.1),
        (Some(x), Some(y)) if x.1 != y.1 => Some(x.1.max(y.1)),
        // The same end: they differ just before the shorter one begins.
        (Some(x), Some(y)) => Some(x.0.max(y.0) - 1),
    }
}

/// The pattern as seen from `by` places further on.
pub(crate) fn rotated(pattern: &[(u64, u64)], by: u64, period: u64) -> Runs {
    let mut runs: Runs = clip(pattern, by, period)
        .into_iter()
        .map(|(lo, hi)| (lo - by, hi - by))
        .collect();
    runs.extend(
        clip(pattern, 0, by)
            .into_iter()
            .map(|(lo, hi)| (lo + period - by, hi + period - by)),
    );
    merged(runs)
}

/// The least divisor d of the period under which the pattern already repeats.
pub(crate) fn least_period(pattern: &[(u64, u64)], period: u64) -> u64 {
    if pattern == [(0, period - 1)] {
        return 1;
    }
    let mut divisors = Vec::new();
    let mut d = 1;
    while d * d <= period {
        if period.is_multiple_of(d) {
            divisors.extend([d, period / d]);
        }
        d += 1;
    }
    divisors.sort_unstable();
    // A pattern with k members can only repeat with a divisor d for which period/d divides k.
    let members: u64 = pattern.iter().map(|&(lo, hi)| hi - lo + 1).sum();
    divisors
        .into_iter()
        .find(|&d| {
            members.is_multiple_of(period / d) && rotated(pattern, d % period, period) == pattern
        })
        .unwrap_or(period)
}

/// Sums of members of two finite sets, below `end`. Divides by the common stride first.
pub(crate) fn sum_runs(a: &Runs, b: &Runs, end: u64, budget: &Budget) -> Result<Runs, StopReason> {
    let stride = gcd(stride(a), stride(b));
    if stride > 1 {
        let (base_a, base_b) = (a[0].0, b[0].0);
        let base = plus(base_a, base_b)?;
        if base >= end {
            return Ok(Vec::new());
        }
        let small_a = scaled_down(a, base_a, stride);
        let small_b = scaled_down(b, base_b, stride);
        let last = (end - 1 - base) / stride;
        let sums = sum_plain(&small_a, &small_b, last + 1, budget)?;
        let points: u64 = sums.iter().map(|&(lo, hi)| hi - lo + 1).sum();
        budget.spend(points)?;
        return Ok(sums
            .into_iter()
            .flat_map(|(lo, hi)| lo..=hi)
            .map(|n| base + n * stride)
            .map(|n| (n, n))
            .collect());
    }
    sum_plain(a, b, end, budget)
}

fn sum_plain(a: &Runs, b: &Runs, end: u64, budget: &Budget) -> Result<Runs, StopReason> {
    budget.spend((a.len() as u64).saturating_mul(b.len() as u64))?;
    let mut runs = Vec::new();
    for &(lo, hi) in a {
        let mut layer: Runs = Vec::new();
        for &(other_lo, other_hi) in b {
            let low = lo.saturating_add(other_lo);
            if low >= end {
                break;
            }
            layer.push((low, hi.saturating_add(other_hi).min(end - 1)));
        }
        runs.extend(layer);
        // Keep the intermediate list small: most sums coincide.
        if runs.len() > 4 * (a.len() + b.len()) + 4096 {
            runs = merged(runs);
        }
    }
    Ok(merged(runs))
}

/// The greatest common divisor of the distances between members; 0 for one member.
fn stride(runs: &Runs) -> u64 {
    let mut result = 0;
    for pair in runs.windows(2) {
        result = gcd(result, pair[1].0 - pair[0].0);
    }
    match runs.iter().any(|&(lo, hi)| lo != hi) {
        true => 1,
        false => result,
    }
}

fn scaled_down(runs: &Runs, base: u64, stride: u64) -> Runs {
    merged(
        runs.iter()
            .map(|&(n, _)| ((n - base) / stride, (n - base) / stride))
            .collect(),
    )
}

fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

pub(crate) fn lcm(a: u64, b: u64) -> Result<u64, StopReason> {
    (a / gcd(a, b)).checked_mul(b).ok_or(StopReason::Steps)
}

/// Lengths beyond 2^64 are out of reach.
pub(crate) fn plus(a: u64, b: u64) -> Result<u64, StopReason> {
    a.checked_add(b).ok_or(StopReason::Steps)
}
