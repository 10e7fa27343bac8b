//! Comparisons of strings at their first characters.
//!
//! `x ≤ y`, and `x < y` as the denial of `y ≤ x`, by an entry of the library each; where a side is a word, its parts are computed.

use sinew_proof::cpc::{Fact, Known, Op, Outcome, Term};

use crate::Elaborator;
use crate::congruence::Equations;
use crate::library::entry_at;

impl Elaborator {
    /// That the first character of the lesser string is less, or the rests compare, from the one premise that compares the strings.
    pub(crate) fn compared_at_first(
        &mut self,
        premises: &[Fact],
        conclusion: Term,
    ) -> Outcome<Fact> {
        let &[premise] = premises else {
            return Err("one comparison was expected".into());
        };
        let (x, y, strict) = self.comparison(premise)?;
        let entry = entry_at("order-first", usize::from(strict)).ok_or("there is no entry")?;
        let implied = (self.checker()).replay(entry.steps, &[("x", x), ("y", y)])?;
        let shown = (self.checker()).step("modus_ponens", &[premise, implied], &[], None)?;
        let formula = self.checker().formula(shown).ok_or("nothing was shown")?;
        if formula == conclusion {
            return Ok(shown);
        }
        let mut known = Equations::default();
        for word in [x, y] {
            self.parts_of_word(word, &mut known)?;
        }
        let computed = self.congruent(formula, conclusion, &mut known)?;
        self.resolve(shown, computed)
    }

    /// The first character of a word, and what is behind it, as values.
    fn parts_of_word(&mut self, word: Term, known: &mut Equations) -> Outcome<()> {
        let terms = self.checker().terms();
        if terms.as_str(word).is_none() {
            return Ok(());
        }
        let (zero, one) = (terms.int(0.into())?, terms.int(1.into())?);
        let length = terms.app(Known::Len, &[word])?;
        for (from, many) in [(zero, one), (one, length)] {
            let part = (self.checker().terms()).app(Known::Substr, &[word, from, many])?;
            let value = self.checker().step("evaluate", &[], &[part], None)?;
            if let Some(sides) = self.sides(value) {
                known.insert(sides, value);
            }
        }
        Ok(())
    }

    /// The strings of a comparison, the lesser one first, and whether they differ.
    fn comparison(&mut self, fact: Fact) -> Outcome<(Term, Term, bool)> {
        let formula = self.checker().formula(fact).ok_or("nothing was shown")?;
        let terms = self.checker().terms();
        let (atom, strict) = match (terms.op(formula), terms.args(formula)) {
            (Op::Known(Known::Not), &[atom]) => (atom, true),
            _ => (formula, false),
        };
        match (terms.op(atom), terms.args(atom), strict) {
            (Op::Known(Known::StrLe), &[high, low], true) => Ok((low, high, true)),
            (Op::Known(Known::StrLe), &[low, high], false) => Ok((low, high, false)),
            _ => Err("a comparison was expected".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    #[test]
    fn comparisons_come_apart_at_first_characters() {
        let [x, y] = ["x", "y"].map(|name| {
            (
                format!("(str.substr {name} 0 1)"),
                format!("(str.substr {name} 1 (str.len {name}))"),
            )
        });
        let concluded = |low: &str, high: &str, rests: &str| {
            format!(
                "(or (< (str.to_code {low}) (str.to_code {high})) (and (= {low} {high}) {rests}))"
            )
        };
        let at_most = concluded(&x.0, &y.0, &format!("(str.<= {} {})", x.1, y.1));
        let less = concluded(&x.0, &y.0, &format!("(not (str.<= {} {}))", y.1, x.1));
        let word = concluded(&x.0, "\"a\"", &format!("(str.<= {} \"b\")", x.1));
        for (premise, conclusion, shown) in [
            ("(str.<= x y)", &at_most, true),
            ("(not (str.<= y x))", &less, true),
            ("(str.<= x \"ab\")", &word, true),
            ("(str.<= x y)", &less, false),
            ("(not (str.<= y x))", &word, false),
            ("(str.<= x \"bb\")", &word, false),
        ] {
            let mut bench = Workbench::new(1_000_000);
            let (facts, goal) = (bench.suppose(&[premise]), bench.term(conclusion));
            let found = bench.proof.inference("order-first", &facts, goal);
            assert_eq!(found.is_ok(), shown, "{premise} ⊢ {conclusion}: {found:?}");
        }
    }
}
