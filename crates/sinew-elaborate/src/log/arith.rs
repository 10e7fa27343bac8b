//! Refutations of integer constraints, from their certificates.
//!
//! The certificates are told in `sinew-proof` (`arith`): sums of lines, lines moved off a value, and cases. A line is `p <= k`
//! ([`linear`](super::linear)); a case is a scope.

use dashu_int::IBig;
use sinew_proof::cpc::{Fact, Known, Op, Outcome, Term};

use super::Search;
use super::linear::{Form, Line};
use crate::Elaborator;

/// A case that is open, or its opposite.
struct Case {
    /// Lines that were there before.
    lines: usize,
    /// What is assumed in it.
    assumption: Line,
}

struct Replay<'h> {
    hypotheses: &'h [Fact],
    lines: Vec<Line>,
    cases: Vec<Case>,
    closed: Option<Fact>,
}

fn number<T: std::str::FromStr>(text: &str) -> Outcome<T> {
    (text.parse()).map_err(|_| "a certificate has a wrong number".into())
}

impl Search<'_, '_> {
    /// `false`, from constraints that were shown.
    pub(super) fn certified(
        &mut self,
        proof: &mut Elaborator,
        hypotheses: &[Fact],
        steps: &str,
    ) -> Outcome<Fact> {
        let mut replay = Replay {
            hypotheses,
            lines: Vec::new(),
            cases: Vec::new(),
            closed: None,
        };
        let mut tokens: Vec<&str> = Vec::new();
        for token in steps.split_ascii_whitespace() {
            if token == ";" {
                self.certificate_step(proof, &mut replay, &tokens)?;
                tokens.clear();
            } else {
                tokens.push(token);
            }
        }
        replay
            .closed
            .ok_or_else(|| "a certificate leads to no contradiction".into())
    }

    fn certificate_step(
        &mut self,
        proof: &mut Elaborator,
        replay: &mut Replay<'_>,
        tokens: &[&str],
    ) -> Outcome<()> {
        match tokens {
            ["sum", parts @ ..] => {
                let mut lines = Vec::with_capacity(parts.len() / 2);
                for pair in parts.chunks_exact(2) {
                    lines.push((number(pair[0])?, self.source(proof, replay, pair[1])?));
                }
                let line = proof.sum_of_lines(&lines)?;
                replay.push(proof, line)
            }
            ["ne", source, hypothesis] => {
                let line = self.source(proof, replay, source)?;
                let at: usize = number(hypothesis)?;
                let differs = *replay.hypotheses.get(at).ok_or("no such hypothesis")?;
                let line = proof.moved_off(line, differs)?;
                replay.push(proof, line)
            }
            ["split", form @ .., "<=", at] => {
                let (form, at) = (self.form(proof, form)?, number::<IBig>(at)?);
                let left = proof.sum(&form)?;
                let at = proof.checker().terms().int(at)?;
                let case = proof.checker().terms().app(Known::Le, &[left, at])?;
                let fact = proof.checker().assume_push(case)?;
                replay.cases.push(Case {
                    lines: replay.lines.len(),
                    assumption: proof.normal_line(fact)?,
                });
                Ok(())
            }
            ["else"] => {
                let refuted = replay.closed.take().ok_or("a case is not closed")?;
                let case = replay.cases.last_mut().ok_or("no case is open")?;
                let implied = proof.checker().step_pop("scope", &[refuted], None)?;
                let no = proof.checker().terms().boolean(false)?;
                let fact = proof
                    .checker()
                    .step("process_scope", &[implied], &[no], None)?;
                case.assumption = proof.line(fact)?;
                replay.lines.truncate(case.lines);
                Ok(())
            }
            ["end"] => {
                let case = replay.cases.pop().ok_or("no case is open")?;
                replay.lines.truncate(case.lines);
                Ok(())
            }
            _ => Err("a certificate has a step of no kind".into()),
        }
    }

    fn form(&mut self, proof: &mut Elaborator, tokens: &[&str]) -> Outcome<Form> {
        let mut form = Form::new();
        for pair in tokens.chunks_exact(2) {
            let variable = pair[1].strip_prefix('x').ok_or("a variable was expected")?;
            let term = self.entries.leaves.get(&number(variable)?).copied();
            let term = proof.term(self.store, term.ok_or("a variable stands for no term")?)?;
            *form.entry(term).or_insert(IBig::ZERO) += number::<IBig>(pair[0])?;
        }
        form.retain(|_, coefficient| *coefficient != IBig::ZERO);
        Ok(form)
    }

    fn source(
        &mut self,
        proof: &mut Elaborator,
        replay: &Replay<'_>,
        token: &str,
    ) -> Outcome<Line> {
        let (kind, at) = token.split_at_checked(1).ok_or("a source was expected")?;
        let at: usize = number(at)?;
        match kind {
            "#" => (replay.lines.get(at).cloned()).ok_or_else(|| "no such line".into()),
            "a" => {
                let case = replay.cases.get(at).ok_or("no such case")?;
                Ok(case.assumption.clone())
            }
            _ => {
                let fact = *replay.hypotheses.get(at).ok_or("no such hypothesis")?;
                self.face(proof, fact, kind == "u")
            }
        }
    }

    /// The upper or lower face of a hypothesis.
    fn face(&mut self, proof: &mut Elaborator, fact: Fact, upper: bool) -> Outcome<Line> {
        let formula = (proof.checker().formula(fact)).ok_or("a premise was never shown")?;
        if proof.checker().terms().op(formula) != Op::Known(Known::Eq) {
            return proof.line(fact);
        }
        let line = proof.line(fact)?;
        let mirrored = proof.symm(fact)?;
        let other = proof.line(mirrored)?;
        if line.bound != -&other.bound {
            // No integer is between the two.
            return proof.sum_of_lines(&[(IBig::ONE, line), (IBig::ONE, other)]);
        }
        let first = self.first_leaf(proof, &line.form)?;
        let positive = first.is_none_or(|leaf| line.form[&leaf] > IBig::ZERO);
        Ok(if positive == upper { line } else { other })
    }

    /// The term with the least variable.
    fn first_leaf(&mut self, proof: &mut Elaborator, form: &Form) -> Outcome<Option<Term>> {
        let mut first: Option<(u32, Term)> = None;
        let leaves: Vec<(u32, sinew_term::Term)> = self
            .entries
            .leaves
            .iter()
            .map(|(&var, &term)| (var, term))
            .collect();
        for (var, term) in leaves {
            if first.is_some_and(|(least, _)| least < var) {
                continue;
            }
            let term = proof.term(self.store, term)?;
            if form.contains_key(&term) {
                first = Some((var, term));
            }
        }
        Ok(first.map(|(_, term)| term))
    }
}

impl Replay<'_> {
    fn push(&mut self, proof: &mut Elaborator, line: Line) -> Outcome<()> {
        if self.closed.is_none() {
            self.closed = proof.false_line(&line)?;
        }
        self.lines.push(line);
        Ok(())
    }
}

impl Elaborator {
    /// `p <= k - 1` from `p <= k` and a disequality that says `p != k`; the line itself, if it is about another value.
    pub(crate) fn moved_off(&mut self, line: Line, differs: Fact) -> Outcome<Line> {
        let formula = (self.checker().formula(differs)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        let inner = match (terms.op(formula), terms.args(formula)) {
            (Op::Known(Known::Not), &[inner]) => inner,
            _ => return Err("a disequality was expected".into()),
        };
        let bounded = (self.checker().formula(line.fact)).ok_or("a premise was never shown")?;
        let &[left, bound] = self.checker().terms().args(bounded) else {
            return Err("an inequality was expected".into());
        };
        let normal = self.checker().terms().app(Known::Eq, &[left, bound])?;
        let Ok(equation) = self.same_atom_exactly(inner, normal) else {
            return Ok(line);
        };
        let negated = self.cong(formula, &[equation])?;
        let differs = self.resolve(differs, Some(negated))?;
        let premises = [differs, line.fact];
        let strict = self
            .checker()
            .step("arith_trichotomy", &premises, &[], None)?;
        let fact = self.checker().step("int_tight_ub", &[strict], &[], None)?;
        let bound = line.bound - IBig::ONE;
        Ok(Line {
            fact,
            bound,
            ..line
        })
    }
}
