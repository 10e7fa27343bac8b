//! Replaying refutations of linear integer constraints.
//!
//! A certificate refutes a conjunction of *hypotheses*: linear constraints over integer
//! variables, given by the caller in the order in which the certificate counts them. It is a
//! cutting-plane proof with case splits, as text: steps of blank-separated tokens, each ended
//! by `;`.
//!
//! ```text
//! sum  m s  m s … ;      a new line: the sum of the sources s times the multipliers m > 0
//! ne   s h ;             a new line: source s is F <= k, hypothesis h is F != k: F <= k - 1
//! split c xV  c xV … <= k ;   opens the case  Σ c·xV <= k
//! else ;                 closes it, opens the case  Σ c·xV >= k + 1
//! end ;                  closes that
//! ```
//!
//! A source is `uN` or `lN` (the upper or lower face of hypothesis N), `#N` (the N-th line, from
//! 0, of those still in force) or `aN` (the assumption of the N-th open split, from the
//! outermost). Every line has the form `Σ c·x <= k`. A new line is *normalised*: divided by the
//! gcd of its coefficients, the right side rounded down, which is sound because the variables
//! are integers. The faces of a hypothesis refer to its normal form F, in which the coefficient
//! of the least variable is positive: `F <= k` has the upper face `F <= k`, `F >= k` the lower
//! face `-F <= -k`, `F = k` both, `F != k` none. A hypothesis that is false by itself (a false
//! comparison of constants, or an equation whose gcd does not divide its right side) has the
//! face `0 <= -1`. If `ne` meets a source `F <= j` with `j` other than `k`, the line is the
//! source itself.
//!
//! A case is *closed* once it has a line `0 <= k` with `k < 0`, or a split inside it was closed
//! in both cases. Lines made in a case end with it. The certificate is accepted if the
//! outermost case is closed and no split is open.
//!
//! The multipliers of the lines are those of Farkas' lemma; division with rounding is the rule
//! of Chvátal and Gomory. The checker uses big integers throughout and shares no code with the
//! arithmetic that writes certificates.

use std::collections::BTreeMap;
use std::fmt;

use dashu_int::IBig;
use dashu_int::ops::{Abs, DivEuclid, Gcd};

/// How the sum of a [`Constraint`] relates to its constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
}

/// `Σ cᵢ·xᵢ  relation  constant`; terms in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// Variables with their coefficients.
    pub terms: Vec<(u32, IBig)>,
    /// The relation.
    pub relation: Relation,
    /// The right side.
    pub constant: IBig,
}

/// Why a certificate was rejected, and at which step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArithError {
    /// The step, counted from 0.
    pub step: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What can be wrong with a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The text is not a step.
    Syntax,
    /// A hypothesis, line or assumption that does not exist.
    NoSuchSource,
    /// The hypothesis does not have this face.
    NoSuchFace,
    /// A multiplier is not positive.
    Multiplier,
    /// A disequality that is not one, or is about another form.
    Disequality,
    /// `else` or `end` without its split, or before its case was closed.
    Case,
    /// The certificate ends, and the contradiction was not reached.
    NotRefuted,
}

impl fmt::Display for ArithError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.problem {
            Problem::Syntax => "not a step",
            Problem::NoSuchSource => "unknown source",
            Problem::NoSuchFace => "the hypothesis has no such face",
            Problem::Multiplier => "a multiplier is not positive",
            Problem::Disequality => "the disequality does not apply",
            Problem::Case => "a case is closed that is not refuted or not open",
            Problem::NotRefuted => "no contradiction was reached",
        };
        write!(f, "arithmetic step {}: {what}", self.step)
    }
}

impl std::error::Error for ArithError {}

/// `Σ c·x <= bound`, normalised.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    terms: BTreeMap<u32, IBig>,
    bound: IBig,
}

impl Line {
    fn contradiction() -> Line {
        Line {
            terms: BTreeMap::new(),
            bound: IBig::from(-1),
        }
    }

    fn is_contradiction(&self) -> bool {
        self.terms.is_empty() && self.bound < IBig::ZERO
    }

    fn add(&mut self, factor: &IBig, other: &Line) {
        for (var, coefficient) in &other.terms {
            *self.terms.entry(*var).or_insert(IBig::ZERO) += factor * coefficient;
        }
        self.bound += factor * &other.bound;
    }

    fn normalised(mut self) -> Line {
        self.terms
            .retain(|_, coefficient| *coefficient != IBig::ZERO);
        let gcd = gcd_of(&self.terms);
        if gcd > IBig::ONE {
            for coefficient in self.terms.values_mut() {
                *coefficient = &*coefficient / &gcd;
            }
            // Euclid's quotient is the floor, as the divisor is positive.
            self.bound = (&self.bound).div_euclid(&gcd);
        }
        self
    }
}

fn gcd_of(terms: &BTreeMap<u32, IBig>) -> IBig {
    let mut gcd = IBig::ZERO;
    for coefficient in terms.values() {
        gcd = if gcd == IBig::ZERO {
            coefficient.clone().abs()
        } else {
            IBig::from((&gcd).gcd(coefficient))
        };
    }
    gcd
}

/// A hypothesis, prepared.
enum Hypothesis {
    False,
    Faces(Option<Line>, Option<Line>),
    /// `terms != value`, the leading coefficient positive; or no value if it always holds.
    Different(BTreeMap<u32, IBig>, Option<IBig>),
}

fn prepare(constraint: &Constraint) -> Hypothesis {
    let mut line = Line {
        terms: BTreeMap::new(),
        bound: constraint.constant.clone(),
    };
    for (var, coefficient) in &constraint.terms {
        *line.terms.entry(*var).or_insert(IBig::ZERO) += coefficient;
    }
    line.terms
        .retain(|_, coefficient| *coefficient != IBig::ZERO);
    let negative = line.terms.values().next().is_some_and(|c| *c < IBig::ZERO);
    let gcd = gcd_of(&line.terms);
    let divides = if gcd == IBig::ZERO {
        line.bound == IBig::ZERO
    } else {
        (&line.bound % &gcd) == IBig::ZERO
    };
    let opposite = Line {
        terms: line.terms.iter().map(|(var, c)| (*var, -c)).collect(),
        bound: -&line.bound,
    };
    let (up, down) = if negative {
        (opposite, line)
    } else {
        (line, opposite)
    };
    match constraint.relation {
        Relation::AtMost => {
            if up.terms.is_empty() {
                if up.bound < IBig::ZERO {
                    Hypothesis::False
                } else {
                    Hypothesis::Faces(None, None)
                }
            } else if negative {
                Hypothesis::Faces(None, Some(down.normalised()))
            } else {
                Hypothesis::Faces(Some(up.normalised()), None)
            }
        }
        Relation::Equal if divides => {
            Hypothesis::Faces(Some(up.normalised()), Some(down.normalised()))
        }
        Relation::Equal => Hypothesis::False,
        Relation::NotEqual if up.terms.is_empty() && divides => Hypothesis::False,
        Relation::NotEqual => {
            let normal = up.normalised();
            Hypothesis::Different(normal.terms, divides.then_some(normal.bound))
        }
    }
}

struct Split {
    terms: BTreeMap<u32, IBig>,
    at: IBig,
    second: bool,
    /// Lines in force when the split was opened.
    lines: usize,
}

impl Split {
    fn assumption(&self) -> Line {
        if self.second {
            Line {
                terms: self.terms.iter().map(|(var, c)| (*var, -c)).collect(),
                bound: -(&self.at + IBig::ONE),
            }
        } else {
            Line {
                terms: self.terms.clone(),
                bound: self.at.clone(),
            }
        }
        .normalised()
    }
}

struct Replay {
    hypotheses: Vec<Hypothesis>,
    lines: Vec<Line>,
    splits: Vec<Split>,
    closed: bool,
}

/// Replays a certificate; success means that the hypotheses have no common integer solution.
///
/// ```
/// use sinew_proof::arith::{Constraint, Relation, check};
/// // 2x <= 3 and x >= 2: rounding gives x <= 1.
/// let upper = Constraint { terms: vec![(0, 2.into())], relation: Relation::AtMost, constant: 3.into() };
/// let lower = Constraint { terms: vec![(0, (-1).into())], relation: Relation::AtMost, constant: (-2).into() };
/// assert!(check(&[upper.clone(), lower], "sum 1 u0 1 l1 ;").is_ok());
/// assert!(check(&[upper], "sum 1 u0 ;").is_err());
/// ```
pub fn check(hypotheses: &[Constraint], certificate: &str) -> Result<(), ArithError> {
    let mut replay = Replay {
        hypotheses: hypotheses.iter().map(prepare).collect(),
        lines: Vec::new(),
        splits: Vec::new(),
        closed: false,
    };
    let mut tokens: Vec<&str> = Vec::new();
    let mut step = 0;
    for token in certificate.split_ascii_whitespace() {
        if token == ";" {
            replay
                .step(&tokens)
                .map_err(|problem| ArithError { step, problem })?;
            tokens.clear();
            step += 1;
        } else {
            tokens.push(token);
        }
    }
    let problem = if !tokens.is_empty() {
        Problem::Syntax
    } else if !replay.splits.is_empty() {
        Problem::Case
    } else if !replay.closed {
        Problem::NotRefuted
    } else {
        return Ok(());
    };
    Err(ArithError { step, problem })
}

impl Replay {
    fn step(&mut self, tokens: &[&str]) -> Result<(), Problem> {
        match tokens {
            ["sum", parts @ ..] if !parts.is_empty() && parts.len() % 2 == 0 => {
                let mut line = Line {
                    terms: BTreeMap::new(),
                    bound: IBig::ZERO,
                };
                for pair in parts.chunks_exact(2) {
                    let multiplier = number(pair[0])?;
                    if multiplier <= IBig::ZERO {
                        return Err(Problem::Multiplier);
                    }
                    line.add(&multiplier, &self.source(pair[1])?);
                }
                self.push(line.normalised());
            }
            ["ne", source, hypothesis] => {
                let line = self.source(source)?;
                let line = self.sharpen(line, index(hypothesis)?)?;
                self.push(line);
            }
            ["split", form @ .., "<=", at] if !form.is_empty() && form.len() % 2 == 0 => {
                let mut terms = BTreeMap::new();
                for pair in form.chunks_exact(2) {
                    let var = pair[1].strip_prefix('x').ok_or(Problem::Syntax)?;
                    let var: u32 = var.parse().map_err(|_| Problem::Syntax)?;
                    *terms.entry(var).or_insert(IBig::ZERO) += number(pair[0])?;
                }
                self.splits.push(Split {
                    terms,
                    at: number(at)?,
                    second: false,
                    lines: self.lines.len(),
                });
                // A closed case stays closed whatever is done in it.
            }
            ["else"] => {
                let split = self.splits.last_mut().ok_or(Problem::Case)?;
                if !self.closed || split.second {
                    return Err(Problem::Case);
                }
                split.second = true;
                self.lines.truncate(split.lines);
                self.closed = false;
            }
            ["end"] => {
                let split = self.splits.pop().ok_or(Problem::Case)?;
                if !self.closed || !split.second {
                    return Err(Problem::Case);
                }
                self.lines.truncate(split.lines);
            }
            _ => return Err(Problem::Syntax),
        }
        Ok(())
    }

    fn push(&mut self, line: Line) {
        self.closed |= line.is_contradiction();
        self.lines.push(line);
    }

    fn source(&self, token: &str) -> Result<Line, Problem> {
        let rest = token.get(1..).ok_or(Problem::Syntax)?;
        let at = index(rest)?;
        let face = match token.as_bytes()[0] {
            b'#' => return self.lines.get(at).cloned().ok_or(Problem::NoSuchSource),
            b'a' => {
                let split = self.splits.get(at).ok_or(Problem::NoSuchSource)?;
                return Ok(split.assumption());
            }
            b'u' => 0,
            b'l' => 1,
            _ => return Err(Problem::Syntax),
        };
        match self.hypotheses.get(at).ok_or(Problem::NoSuchSource)? {
            Hypothesis::False => Ok(Line::contradiction()),
            Hypothesis::Faces(up, down) => {
                let line = if face == 0 { up } else { down };
                line.clone().ok_or(Problem::NoSuchFace)
            }
            Hypothesis::Different(..) => Err(Problem::NoSuchFace),
        }
    }

    /// `line` with its bound moved off the value that hypothesis `at` excludes.
    fn sharpen(&self, mut line: Line, at: usize) -> Result<Line, Problem> {
        let hypothesis = self.hypotheses.get(at).ok_or(Problem::NoSuchSource)?;
        let (terms, value) = match hypothesis {
            Hypothesis::False => return Ok(Line::contradiction()),
            Hypothesis::Faces(..) => return Err(Problem::Disequality),
            Hypothesis::Different(terms, value) => (terms, value),
        };
        let Some(value) = value else {
            return Err(Problem::Disequality);
        };
        let excluded = if line.terms == *terms {
            value.clone()
        } else if line.terms.len() == terms.len()
            && line
                .terms
                .iter()
                .zip(terms)
                .all(|((v, c), (w, d))| v == w && *c == -d)
        {
            -value
        } else {
            return Err(Problem::Disequality);
        };
        if line.bound == excluded {
            line.bound -= IBig::ONE;
        }
        Ok(line)
    }
}

fn number(token: &str) -> Result<IBig, Problem> {
    let digits = token.strip_prefix('-').unwrap_or(token);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Problem::Syntax);
    }
    IBig::from_str_radix(token, 10).map_err(|_| Problem::Syntax)
}

fn index(token: &str) -> Result<usize, Problem> {
    if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Problem::Syntax);
    }
    token.parse().map_err(|_| Problem::Syntax)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constraint(terms: &[(u32, i64)], relation: Relation, constant: i64) -> Constraint {
        Constraint {
            terms: terms.iter().map(|(v, c)| (*v, IBig::from(*c))).collect(),
            relation,
            constant: constant.into(),
        }
    }

    fn problem(hypotheses: &[Constraint], text: &str) -> Option<Problem> {
        check(hypotheses, text).err().map(|error| error.problem)
    }

    use Relation::{AtMost, Equal, NotEqual};

    #[test]
    fn farkas_combinations_with_rounding() {
        // x + y >= 3, x <= 1, y <= 1
        let system = [
            constraint(&[(0, -1), (1, -1)], AtMost, -3),
            constraint(&[(0, 1)], AtMost, 1),
            constraint(&[(1, 1)], AtMost, 1),
        ];
        assert_eq!(problem(&system, "sum 1 l0 1 u1 1 u2 ;"), None);
        for (tampered, expected) in [
            ("sum 1 l0 1 u1 2 u2 ;", Problem::NotRefuted),
            ("sum 1 l0 1 u1 ;", Problem::NotRefuted),
            ("sum 1 l0 1 u1 -1 u2 ;", Problem::Multiplier),
            ("sum 1 u0 1 u1 1 u2 ;", Problem::NoSuchFace),
            ("sum 1 l0 1 u1 1 u3 ;", Problem::NoSuchSource),
            ("sum 1 l0 1 u1 1 #0 ;", Problem::NoSuchSource),
            ("sum 1 l0 1 u1 1 u2", Problem::Syntax),
            ("", Problem::NotRefuted),
            ("sum ;", Problem::Syntax),
            ("sum 0 l0 ;", Problem::Multiplier),
            ("resolve 1 2 ;", Problem::Syntax),
        ] {
            assert_eq!(problem(&system, tampered), Some(expected), "{tampered}");
        }
        let mut weaker = system;
        weaker[0].constant = (-2).into();
        assert_eq!(
            problem(&weaker, "sum 1 l0 1 u1 1 u2 ;"),
            Some(Problem::NotRefuted)
        );
    }

    #[test]
    fn equations_have_two_faces_and_a_gcd_test() {
        let odd = [constraint(&[(0, -3), (1, -6)], Equal, -1)];
        assert_eq!(problem(&odd, "sum 1 u0 ;"), None);
        // 2x + 3y = 1 and 2x + 3y = 2 (written backwards)
        let parallel = [
            constraint(&[(0, 2), (1, 3)], Equal, 1),
            constraint(&[(0, -2), (1, -3)], Equal, -2),
        ];
        assert_eq!(problem(&parallel, "sum 1 u0 1 l1 ;"), None);
        assert_eq!(
            problem(&parallel, "sum 1 l0 1 u1 ;"),
            Some(Problem::NotRefuted)
        );
        // x - 2z = 0 and x - 2y = 1 with y, z free: 2(y - z) = -1.
        let parity = [
            constraint(&[(0, 1), (2, -2)], Equal, 0),
            constraint(&[(0, 1), (1, -2)], Equal, 1),
        ];
        let both = "sum 1 u0 1 l1 ; sum 1 l0 1 u1 ; sum 1 #0 1 #1 ;";
        assert_eq!(problem(&parity, both), None);
    }

    #[test]
    fn disequalities_sharpen_only_their_own_form() {
        let system = [
            constraint(&[(0, 2), (1, -2)], AtMost, 5),
            constraint(&[(0, -1), (1, 1)], AtMost, -2),
            constraint(&[(0, -1), (1, 1)], NotEqual, -2),
        ];
        assert_eq!(problem(&system, "ne u0 2 ; sum 1 #0 1 l1 ;"), None);
        assert_eq!(problem(&system, "ne l1 2 ; sum 1 #0 1 u0 ;"), None);
        assert_eq!(
            problem(&system, "ne u0 1 ; sum 1 #0 1 l1 ;"),
            Some(Problem::Disequality)
        );
        let mut other = system.clone();
        other[2].terms[0].1 = 3.into();
        assert_eq!(
            problem(&other, "ne u0 2 ; sum 1 #0 1 l1 ;"),
            Some(Problem::Disequality)
        );
        other = system;
        other[2].constant = (-3).into();
        assert_eq!(
            problem(&other, "ne u0 2 ; sum 1 #0 1 l1 ;"),
            Some(Problem::NotRefuted)
        );
    }

    #[test]
    fn both_cases_of_a_split_must_close() {
        // 3x + 2y <= 4, 2y <= 3x + 1, y >= 1.
        let system = [
            constraint(&[(0, 3), (1, 2)], AtMost, 4),
            constraint(&[(0, -3), (1, 2)], AtMost, 1),
            constraint(&[(1, -1)], AtMost, -1),
        ];
        // x <= 0: from the second, 2y <= 1 + 3x <= 1; x >= 1: 2y <= 4 - 3x <= 1.
        let good = "split 1 x0 <= 0 ; sum 3 a0 1 l1 ; sum 1 #0 1 l2 ; else ; \
                    sum 1 u0 3 a0 ; sum 1 #0 1 l2 ; end ;";
        assert_eq!(problem(&system, good), None);
        for (from, to) in [
            ("split 1 x0 <= 0", "split 1 x0 <= 1"),
            ("split 1 x0 <= 0", "split 1 x1 <= 0"),
            ("else ; ", ""),
            ("end ;", ""),
            ("sum 3 a0 1 l1 ; sum 1 #0 1 l2 ; else", "else"),
            ("sum 1 u0 3 a0 ; sum 1 #0 1 l2 ; end", "end"),
            ("sum 1 u0 3 a0 ; sum 1 #0 1 l2", "sum 1 #1 1 l2"),
            ("end ;", "end ; end ;"),
        ] {
            let bad = good.replacen(from, to, 1);
            assert!(problem(&system, &bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn a_closed_case_does_not_close_the_whole() {
        let system = [constraint(&[(0, 1)], AtMost, 0)];
        let half = "split 1 x0 <= 0 ; sum 1 u0 ; else ; sum 1 u0 1 a0 ; end ;";
        assert!(problem(&system, half).is_some());
        let other = "split 1 x0 <= 0 ; else ; sum 1 u0 1 a0 ; end ;";
        assert_eq!(problem(&system, other), Some(Problem::Case));
    }
}
