//! Rewrites of string functions that need more than one rule: words are taken apart so that a rule fits.

use sinew_proof::cpc::{Known, Outcome, Term};

use super::search::{Rewritten, Search};

impl Search<'_> {
    /// One step of an application of a string function.
    pub(crate) fn normal_function(
        &mut self,
        op: Known,
        term: Term,
        level: usize,
    ) -> Outcome<Option<Rewritten>> {
        match op {
            Known::Len => self.length_of_reverse(term),
            Known::Substr => {
                if let Some(step) = self.within_word(term, level)? {
                    return Ok(Some(step));
                }
                self.reaching_the_end(term, level)
            }
            Known::Contains => self.containment(term),
            Known::Replace => self.trimmed_replace(term),
            Known::IndexOf => self.trimmed_index(term),
            _ => Ok(None),
        }
    }

    /// A string reversed is as long as it was.
    fn length_of_reverse(&mut self, term: Term) -> Outcome<Option<Rewritten>> {
        let reversed = self.args(term)[0];
        if self.op(reversed) != Some(Known::Rev) {
            return Ok(None);
        }
        let (zero, one) = (self.int(0)?, self.int(1)?);
        let Some(lemma) = self.attempt("string_reduction", &[], &[reversed])? else {
            return Ok(None);
        };
        let meaning = self.step("and_elim", &[lemma], &[zero])?;
        let lengths = self.step("and_elim", &[meaning], &[zero])?;
        let named = self.step("and_elim", &[lemma], &[one])?;
        let named = self.by(named)?;
        let first = self.cong(term, &[named])?;
        let length = self.args(reversed)[0];
        let last = Rewritten {
            to: self.app(Known::Len, &[length])?,
            proof: self.symm(Some(lengths))?,
        };
        self.then(first, last).map(Some)
    }

    /// A part that begins within the first word of a concatenation: what is before it goes.
    fn within_word(&mut self, term: Term, level: usize) -> Outcome<Option<Rewritten>> {
        let args = self.args(term);
        let start = self
            .terms()
            .as_int(args[1])
            .and_then(|n| usize::try_from(n).ok());
        let Some(parts) = self.parts(Known::Concat, args[0]) else {
            return Ok(None);
        };
        let length = self.terms().as_str(parts[0]).map(<[u32]>::len);
        let (Some(start), Some(length)) = (start, length) else {
            return Ok(None);
        };
        if start == 0 || start >= length {
            return Ok(None);
        }
        let characters = self.characters(args[0])?;
        let (before, behind) = characters.split_at(start);
        let Some(parted) = self.regrouped(args[0], &[before, behind])? else {
            return Ok(None);
        };
        let changed = self.cong_at(term, 0, parted)?;
        match self.named("str-substr-concat2", changed.to, level)? {
            Some(step) => self.then(changed, step).map(Some),
            None => Ok(None),
        }
    }

    /// A part that reaches to the end has the length of what is left: `(substr x n m)` is `(substr x n (- (len x) n))`.
    fn reaching_the_end(&mut self, term: Term, level: usize) -> Outcome<Option<Rewritten>> {
        let args = self.args(term);
        let &[x, n, m] = &args[..] else {
            return Ok(None);
        };
        let zero = self.int(0)?;
        if n == zero || level > 1 {
            return Ok(None);
        }
        let length = self.app(Known::Len, &[x])?;
        let minus = self.app(Known::Sub, &[length, n])?;
        let rest = self.normal(minus, level + 1)?;
        if rest.to == m {
            return Ok(None);
        }
        let end = self.app(Known::Add, &[n, m])?;
        for (a, b) in [(n, zero), (end, length)] {
            let reaches = self.app(Known::Ge, &[a, b])?;
            let reaches = self.normal(reaches, level + 1)?.to;
            if self.terms().as_bool(reaches) != Some(true) {
                return Ok(None);
            }
        }
        // x is (substr x 0 (len x)), and a part of a part is a part.
        let whole = self.app(Known::Substr, &[x, zero, length])?;
        let Some(full) = self.named("str-substr-full-eq", whole, level + 1)? else {
            return Ok(None);
        };
        let back = Rewritten {
            to: whole,
            proof: self.symm(full.proof)?,
        };
        let first = self.cong_at(term, 0, back)?;
        let Some(part) = self.named("str-substr-combine4", first.to, level)? else {
            return Ok(None);
        };
        let all = self.then(first, part)?;
        let parts = self.args(all.to);
        let mut last = vec![Rewritten::same(parts[0])];
        for &part in &parts[1..] {
            last.push(self.normal(part, level + 1)?);
        }
        let last = self.cong(all.to, &last)?;
        self.then(all, last).map(Some)
    }

    /// Words that cannot be in a string, or only in a part of it.
    fn containment(&mut self, term: Term) -> Outcome<Option<Rewritten>> {
        let no = self.boolean(false)?;
        if let Some(step) = self.equation_by("str-ctn-multiset-subset", term, no)? {
            return Ok(Some(step));
        }
        let args = self.args(term);
        let (whole, pattern) = (args[0], args[1]);
        let Some(word) = self.terms().as_str(pattern).map(<[u32]>::to_vec) else {
            return Ok(None);
        };
        let Some(parts) = self.parts(Known::Concat, whole) else {
            return Ok(None);
        };
        if word.len() < 2 {
            return Ok(None);
        }
        if let Some(step) = self.trimmed(term, whole, pattern, "str-overlap-endpoints-ctn")? {
            return Ok(Some(step));
        }
        for at in 1..parts.len() - 1 {
            if !self.is_value(parts[at]) {
                continue;
            }
            let sides = [&parts[..at], &parts[at..=at], &parts[at + 1..]];
            let sides: Outcome<Vec<Term>> = (sides.iter())
                .map(|side| self.list(Known::Concat, side))
                .collect();
            let sides = sides?;
            let nested = self.app(Known::Concat, &sides)?;
            let Some(nested) = self.equation_by("aci_norm", whole, nested)? else {
                continue;
            };
            let changed = self.cong_at(term, 0, nested)?;
            let before = self.app(Known::Contains, &[sides[0], pattern])?;
            let behind = self.app(Known::Contains, &[sides[2], pattern])?;
            let either = self.app(Known::Or, &[before, behind])?;
            if let Some(step) = self.equation_by("str-overlap-split-ctn", changed.to, either)? {
                return self.then(changed, step).map(Some);
            }
        }
        Ok(None)
    }

    /// How much of a word at the beginning (at the end) of a string no occurrence of another word can touch.
    fn free_end(&mut self, word: &[u32], pattern: &[u32], rev: bool) -> usize {
        let turn = |word: &[u32]| -> Vec<u32> {
            if rev {
                word.iter().rev().copied().collect()
            } else {
                word.to_vec()
            }
        };
        let (word, pattern) = (turn(word), turn(pattern));
        // The longest beginning none of whose ends is compatible with the pattern.
        (0..=word.len())
            .rev()
            .find(|&end| {
                (0..end).all(|from| {
                    let rest = &word[from..end];
                    let shared = rest.len().min(pattern.len());
                    rest[..shared] != pattern[..shared]
                })
            })
            .unwrap_or(0)
    }

    /// Ends of a string, words that an occurrence of `pattern` cannot touch, are taken off by a rule about `(str.++ c₁ s c₂)` and `(str.++ d₁ … d₂)`.
    fn trimmed(
        &mut self,
        term: Term,
        whole: Term,
        pattern: Term,
        rule: &'static str,
    ) -> Outcome<Option<Rewritten>> {
        for rev in [false, true] {
            let Some(changed) = self.with_free_end(term, whole, pattern, rev)? else {
                continue;
            };
            let mut inner = self.args(changed.to);
            let groups = self.args(inner[0]);
            inner[0] = groups[1];
            let op = self.op(term).ok_or("an application was expected")?;
            let inner = self.app(op, &inner)?;
            let to = if op == Known::Contains {
                inner
            } else {
                self.app(Known::Concat, &[groups[0], inner, groups[2]])?
            };
            if let Some(step) = self.equation_by(rule, changed.to, to)? {
                return self.then(changed, step).map(Some);
            }
        }
        Ok(None)
    }

    /// The term with its string in three parts, of which the first (the last) cannot be touched, and the pattern in three as well, with its
    /// word at the end that matters.
    fn with_free_end(
        &mut self,
        term: Term,
        whole: Term,
        pattern: Term,
        rev: bool,
    ) -> Outcome<Option<Rewritten>> {
        let parts = self.args(whole);
        let end = if rev {
            parts[parts.len() - 1]
        } else {
            parts[0]
        };
        let text = self.terms().as_str(end).map(<[u32]>::to_vec);
        let word = self.terms().as_str(pattern).map(<[u32]>::to_vec);
        let (Some(text), Some(word)) = (text, word) else {
            return Ok(None);
        };
        let free = self.free_end(&text, &word, rev);
        if free == 0 {
            return Ok(None);
        }
        let characters = self.characters(whole)?;
        let at = if rev { characters.len() - free } else { free };
        let (before, behind) = characters.split_at(at);
        let groups: [&[Term]; 3] = if rev {
            [&[], before, behind]
        } else {
            [before, behind, &[]]
        };
        let empty = self.terms().string(&[])?;
        let list = if rev {
            [empty, empty, pattern]
        } else {
            [pattern, empty, empty]
        };
        let list = self.app(Known::Concat, &list)?;
        let regrouped = self.regrouped(whole, &groups)?;
        let spread = self.equation_by("aci_norm", pattern, list)?;
        let (Some(regrouped), Some(spread)) = (regrouped, spread) else {
            return Ok(None);
        };
        let mut args: Vec<Rewritten> = (self.args(term).iter())
            .map(|&arg| Rewritten::same(arg))
            .collect();
        (args[0], args[1]) = (regrouped, spread);
        self.cong(term, &args).map(Some)
    }

    fn trimmed_replace(&mut self, term: Term) -> Outcome<Option<Rewritten>> {
        let args = self.args(term);
        let word = self
            .terms()
            .as_str(args[1])
            .is_some_and(|word| !word.is_empty());
        if !word || self.op(args[0]) != Some(Known::Concat) {
            return Ok(None);
        }
        self.trimmed(term, args[0], args[1], "str-overlap-endpoints-replace")
    }

    /// A word at the end of a string that no occurrence can touch, where the first occurrence is sought.
    fn trimmed_index(&mut self, term: Term) -> Outcome<Option<Rewritten>> {
        let args = self.args(term);
        let (whole, pattern) = (args[0], args[1]);
        let word = self
            .terms()
            .as_str(pattern)
            .map(<[u32]>::to_vec)
            .unwrap_or_default();
        let Some(parts) = self.parts(Known::Concat, whole) else {
            return Ok(None);
        };
        let Some(text) = self
            .terms()
            .as_str(parts[parts.len() - 1])
            .map(<[u32]>::to_vec)
        else {
            return Ok(None);
        };
        if word.is_empty() {
            return Ok(None);
        }
        let free = self.free_end(&text, &word, true);
        if free == 0 {
            return Ok(None);
        }
        let characters = self.characters(whole)?;
        let (before, behind) = characters.split_at(characters.len() - free);
        let empty = self.terms().string(&[])?;
        let list = self.app(Known::Concat, &[empty, pattern])?;
        let regrouped = self.regrouped(whole, &[before, behind])?;
        let spread = self.equation_by("aci_norm", pattern, list)?;
        let (Some(regrouped), Some(spread)) = (regrouped, spread) else {
            return Ok(None);
        };
        let changed = self.cong(term, &[regrouped, spread, Rewritten::same(args[2])])?;
        let front = self.args(regrouped.to)[0];
        let to = self.app(Known::IndexOf, &[front, list, args[2]])?;
        match self.equation_by("str-overlap-endpoints-indexof", changed.to, to)? {
            Some(step) => self.then(changed, step).map(Some),
            None => Ok(None),
        }
    }
}
