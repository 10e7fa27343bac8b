//! Strings that all differ, and fewer words for them: the words are written down, and counted by a rule of our own.

use sinew_proof::cpc::{Fact, Known, Op, Outcome, Term};

use crate::Elaborator;

/// Languages with more words are not written down.
const WORDS: usize = 128;

impl Elaborator {
    /// `false`, from memberships of strings and that each two of them differ.
    pub(crate) fn too_few_words(&mut self, premises: &[Fact]) -> Outcome<Fact> {
        let (mut members, mut unequal) = (Vec::new(), Vec::new());
        for &premise in premises {
            let formula = (self.checker().formula(premise)).ok_or("a premise was never shown")?;
            if let Some(pair) = self.unequal(formula) {
                unequal.push((pair, premise));
            } else if let Some(member) = self.as_membership(premise)? {
                members.push(member);
            }
        }
        let mut strings: Vec<Term> = Vec::new();
        for &((a, b), _) in &unequal {
            for string in [a, b] {
                if !strings.contains(&string) {
                    strings.push(string);
                }
            }
        }
        let mut facts = Vec::with_capacity(strings.len() + 1);
        let mut words: Vec<Vec<u32>> = Vec::new();
        for &string in &strings {
            let mut about = Vec::new();
            for &member in &members {
                if self.membership(member)?.1 == string {
                    about.push(member);
                }
            }
            let fact = match about[..] {
                [] => self.somewhere(string)?,
                _ => self.in_all(&about)?,
            };
            let (_, _, language) = self.membership(fact)?;
            words.extend(self.words_of(language)?);
            facts.push(fact);
        }
        words.sort_unstable();
        words.dedup();
        let terms = self.checker().terms();
        let words: Outcome<Vec<Term>> = words.iter().map(|word| terms.string(word)).collect();
        let words = terms.app(Known::List, &words?)?;
        facts.push(self.all_different(&strings, &unequal)?);
        (self.checker()).step("sinew_cardinality", &facts, &[words], None)
    }

    /// The sides of an equation of strings that is denied.
    fn unequal(&mut self, formula: Term) -> Option<(Term, Term)> {
        let terms = self.checker().terms();
        let (Op::Known(Known::Not), &[denied]) = (terms.op(formula), terms.args(formula)) else {
            return None;
        };
        match (terms.op(denied), terms.args(denied)) {
            (Op::Known(Known::Eq), &[a, b]) => Some((a, b)),
            _ => None,
        }
    }

    /// `(distinct …)` from what it says of each two.
    fn all_different(
        &mut self,
        strings: &[Term],
        unequal: &[((Term, Term), Fact)],
    ) -> Outcome<Fact> {
        let mut pairs = Vec::new();
        for (i, &a) in strings.iter().enumerate() {
            for &b in &strings[i + 1..] {
                let known = |pair: (Term, Term)| {
                    let found = unequal.iter().find(|(sides, _)| *sides == pair);
                    found.map(|&(_, fact)| fact)
                };
                pairs.push(match (known((a, b)), known((b, a))) {
                    (Some(fact), _) => fact,
                    (None, Some(fact)) => self.symm(fact)?,
                    (None, None) => (self.checker()).step("distinct_values", &[], &[a, b], None)?,
                });
            }
        }
        let both = match pairs[..] {
            [only] => only,
            _ => self.checker().step("and_intro", &pairs, &[], None)?,
        };
        let right = (self.checker().formula(both)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        let left = terms.app(Known::Distinct, strings)?;
        let equation = terms.app(Known::Eq, &[left, right])?;
        let meaning = (self.checker()).step("distinct-elim", &[], &[equation], None)?;
        let meaning = self.symm(meaning)?;
        self.resolve(both, Some(meaning))
    }

    /// Words among which all words of a language are; an error if they are many, or not told from the expression.
    fn words_of(&mut self, language: Term) -> Outcome<Vec<Vec<u32>>> {
        let terms = self.checker().terms();
        terms.charge(1)?;
        let args = terms.args(language).to_vec();
        let (op, word) = (
            terms.op(language),
            |terms: &sinew_proof::cpc::Terms, at: usize| {
                terms.as_str(args[at]).map(<[u32]>::to_vec)
            },
        );
        let found = match op {
            Op::Known(Known::ToRe) => vec![word(terms, 0).ok_or("a word was expected")?],
            Op::Known(Known::Range) => match (word(terms, 0).as_deref(), word(terms, 1).as_deref())
            {
                (Some(&[low]), Some(&[high])) if high.saturating_sub(low) < WORDS as u32 => {
                    (low..=high).map(|c| vec![c]).collect()
                }
                _ => return Err("the range is too large".into()),
            },
            Op::Known(Known::Opt) => {
                let mut all = self.words_of(args[0])?;
                all.push(Vec::new());
                all
            }
            Op::Known(Known::ReUnion) => {
                let mut all = Vec::new();
                for arg in args {
                    all.extend(self.words_of(arg)?);
                }
                all
            }
            Op::Known(Known::ReConcat) => {
                let mut all: Vec<Vec<u32>> = vec![Vec::new()];
                for arg in args {
                    let ends = self.words_of(arg)?;
                    if all.len() * ends.len() > WORDS {
                        return Err("the language has many words".into());
                    }
                    let joined = |word: &Vec<u32>| -> Vec<Vec<u32>> {
                        ends.iter()
                            .map(|end| [&word[..], &end[..]].concat())
                            .collect()
                    };
                    all = all.iter().flat_map(joined).collect();
                }
                all
            }
            // A word of an intersection is one of each.
            Op::Known(Known::ReInter) => {
                let found: Vec<_> = (args.iter())
                    .filter_map(|&arg| self.words_of(arg).ok())
                    .collect();
                let least = found.into_iter().min_by_key(Vec::len);
                least.ok_or("the language has many words")?
            }
            _ => return Err("the language has many words".into()),
        };
        match found.len() <= WORDS {
            true => Ok(found),
            false => Err("the language has many words".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    #[test]
    fn more_strings_than_words_are_refuted_and_as_many_are_not() {
        let ab = "(re.range \"a\" \"b\")";
        for (third, last, shown) in [
            ("z", ab, true),
            ("z", "(re.range \"a\" \"c\")", false),
            ("\"a\"", ab, true),
            ("\"c\"", ab, false),
        ] {
            let mut bench = Workbench::new(1_000_000);
            let (second, other) = (
                format!("(not (= x {third}))"),
                format!("(not (= {third} y))"),
            );
            let mut premises = vec![
                format!("(str.in_re x {ab})"),
                format!("(str.in_re y {ab})"),
                "(not (= y x))".to_owned(),
                second,
                other,
            ];
            if third == "z" {
                premises.push(format!("(str.in_re z {last})"));
            }
            let texts: Vec<&str> = premises.iter().map(String::as_str).collect();
            let facts = bench.suppose(&texts);
            let found = bench.proof.too_few_words(&facts);
            assert_eq!(found.is_ok(), shown, "{third} {last}: {found:?}");
        }
    }
}
