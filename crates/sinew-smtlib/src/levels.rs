//! Nested scopes, counted without being listed: `(push 1000000)` takes no more room than `(push)`.

/// For each open level a mark, such as how long a list was when the level was opened.
///
/// ```
/// use sinew_smtlib::Levels;
/// let mut levels = Levels::default();
/// levels.push(3, 1_000_000);
/// levels.push(5, 1);
/// assert_eq!(levels.len(), 1_000_001);
/// assert_eq!(levels.pop(2), Some(3), "the mark of the outermost level that was closed");
/// assert_eq!(levels.len(), 999_999);
/// assert_eq!(levels.pop(1_000_000), None, "there are not so many");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    /// Runs of levels that were opened together: their mark, and how many levels there are up to
    /// the end of the run.
    runs: Vec<(usize, u32)>,
}

impl Levels {
    /// How many levels are open.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.runs.last().map_or(0, |&(_, end)| end)
    }

    /// Whether no level is open.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Opens `count` levels with one mark.
    pub fn push(&mut self, mark: usize, count: u32) {
        let end = self.len().saturating_add(count);
        if end > self.len() {
            self.runs.push((mark, end));
        }
    }

    /// Closes `count` levels, at least one; the mark of the outermost of them. Nothing happens if
    /// there are not so many.
    pub fn pop(&mut self, count: u32) -> Option<usize> {
        let keep = self.len().checked_sub(count)?;
        let mut outermost = None;
        while let Some(&(mark, end)) = self.runs.last()
            && end > keep
        {
            outermost = Some(mark);
            self.runs.pop();
            if self.len() < keep {
                self.runs.push((mark, keep));
            }
        }
        outermost
    }

    /// Closes all levels.
    pub fn clear(&mut self) {
        self.runs.clear();
    }
}
