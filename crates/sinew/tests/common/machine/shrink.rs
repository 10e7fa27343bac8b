//! A failing sequence made smaller: first commands are left out, then terms.

use super::{Command, Failure, Sequence, Tally, run};

/// At most so many smaller sequences are tried.
const ATTEMPTS: usize = 3_000;

/// The smallest sequence found that fails in the same way.
pub(crate) fn shrink(sequence: &Sequence, failure: &Failure) -> (Sequence, Failure) {
    let mut smaller = Smaller {
        best: sequence.clone(),
        failure: failure.clone(),
        left: ATTEMPTS,
    };
    loop {
        let before = smaller.left;
        let changed = smaller.commands() | smaller.arguments() | smaller.terms();
        if !changed || smaller.left == 0 || smaller.left == before {
            return (smaller.best, smaller.failure);
        }
    }
}

struct Smaller {
    best: Sequence,
    failure: Failure,
    left: usize,
}

impl Smaller {
    /// Keeps the sequence if it fails in the same way.
    fn accept(&mut self, candidate: Sequence) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        match run(&candidate, &mut Tally::new()) {
            Err(failure) if failure.kind == self.failure.kind => {
                self.best = candidate;
                self.failure = failure;
                true
            }
            _ => false,
        }
    }

    /// Leaves out runs of commands, long ones first (Zeller and Hildebrandt, *Simplifying and
    /// Isolating Failure-Inducing Input*, TSE 2002).
    fn commands(&mut self) -> bool {
        let mut changed = false;
        let mut length = self.best.commands.len().div_ceil(2);
        while length > 0 {
            let mut start = 0;
            while start < self.best.commands.len() {
                let mut candidate = self.best.clone();
                let end = (start + length).min(candidate.commands.len());
                candidate.commands.drain(start..end);
                match self.accept(candidate) {
                    true => changed = true,
                    false => start += length,
                }
            }
            length /= 2;
        }
        changed
    }

    fn arguments(&mut self) -> bool {
        let mut changed = false;
        // The limit, and what the checks need, come first.
        for at in (4..self.best.arguments.len()).rev() {
            let mut candidate = self.best.clone();
            candidate.arguments.remove(at);
            changed |= self.accept(candidate);
        }
        changed
    }

    fn terms(&mut self) -> bool {
        let mut changed = false;
        for at in 0..self.best.commands.len() {
            let mut again = true;
            while again {
                again = false;
                for command in simpler(&self.best.commands[at]) {
                    let mut candidate = self.best.clone();
                    candidate.commands[at] = command;
                    if self.accept(candidate) {
                        (changed, again) = (true, true);
                        break;
                    }
                }
            }
        }
        changed
    }
}

/// The same command with less in it.
fn simpler(command: &Command) -> Vec<Command> {
    match command {
        Command::Assert(formula, named) => {
            let plain = named.then(|| Command::Assert(formula.clone(), false));
            let shorter = shorter(formula).into_iter();
            plain
                .into_iter()
                .chain(shorter.map(|text| Command::Assert(text, *named)))
                .collect()
        }
        Command::Check(assumptions) => {
            let mut found = Vec::new();
            for at in 0..assumptions.len() {
                let mut fewer = assumptions.clone();
                fewer.remove(at);
                found.push(Command::Check(fewer));
                for text in shorter(&assumptions[at]) {
                    let mut others = assumptions.clone();
                    others[at] = text;
                    found.push(Command::Check(others));
                }
            }
            found
        }
        Command::Push(count) if *count > 1 => vec![Command::Push(count - 1)],
        Command::Pop(count) if *count > 1 => vec![Command::Pop(count - 1)],
        _ => Vec::new(),
    }
}

/// The text with one application less: replaced by one of its arguments, or without one. What is
/// not well-sorted then is passed over when it is run, and does not fail.
fn shorter(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (start, end) in lists(text) {
        let items = items(text, start + 1, end - 1);
        for &(from, to) in items.iter().skip(1) {
            let part = &text[from..to];
            found.push(format!("{}{part}{}", &text[..start], &text[end..]));
        }
        if items.len() > 3 {
            for &(from, to) in items.iter().skip(1) {
                found.push(format!("{}{}", &text[..from], &text[to..]));
            }
        }
    }
    found
}

/// Where the lists in parentheses are, the outermost first.
fn lists(text: &str) -> Vec<(usize, usize)> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    let mut quoted = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'(' if !quoted => open.push(at),
            b')' if !quoted => found.extend(open.pop().map(|start| (start, at + 1))),
            _ => {}
        }
    }
    found.sort_unstable();
    found
}

/// The items of a list between two places.
fn items(text: &str, start: usize, end: usize) -> Vec<(usize, usize)> {
    let (mut found, mut depth, mut quoted) = (Vec::new(), 0, false);
    let mut begun = None;
    for (at, byte) in text.bytes().enumerate().take(end).skip(start) {
        if byte == b'"' {
            quoted = !quoted;
        }
        let blank = byte == b' ' && depth == 0 && !quoted;
        match (blank, begun) {
            (true, Some(from)) => {
                found.push((from, at));
                begun = None;
            }
            (false, None) => begun = Some(at),
            _ => {}
        }
        match byte {
            b'(' if !quoted => depth += 1,
            b')' if !quoted => depth -= 1,
            _ => {}
        }
    }
    found.extend(begun.map(|from| (from, end)));
    found
}
