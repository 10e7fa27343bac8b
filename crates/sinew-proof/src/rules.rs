//! The rules of the CDCL(T) engine: what its literals mean, and which of its clauses are valid.
//!
//! The lines that these rules read are `n`, `v`, `m`, `x`, `f`, `s`, `g`, `c` and `r`:
//!
//! | line | meaning |
//! |---|---|
//! | `n <id> <sort> <op> <args>` | a term; arguments have smaller numbers |
//! | `v <lit> <term>` | the literal, of a variable without meaning so far, stands for the term |
//! | `m <lit> <term>` | the term has this literal too: it is the same constraint, or a constant |
//! | `x <var> <term>` | the arithmetic variable of certificates stands for the integer term |
//! | `f <fact> <guard> <origin> <term>` | an assertion; the guard is 0 or the literal it depends on |
//! | `s <fact> <parent> <term>` | a fact in other words: the simplifier holds the two for equivalent |
//! | `g <fact> <parent> <sign> <term>` | a conjunct of a fact, `-` if negated |
//! | `c <number> <lits> 0 <steps>` | a certificate that refutes the negations of the literals |
//! | `r <number> <rule> <premises> 0 <terms> 0` | an inference: the premises imply one of the terms |
//!
//! (a premise is `+term` or `-term`, a truth value, `=term,term`, an equality, or `!term,term`, a
//! disequality) and the clauses `t <id> <rule> <lits> 0 <argument>` have one of the rules `gate`, `ite`, `div`,
//! `abs`, `asserted`, `euf`, `arith`, `name`, `product`, which are checked here, or `theory`. Of a clause of
//! `theory` it is checked that its inference says it: its premises follow from the negated literals by
//! congruence, and its conclusion is in the clause. That the inference is right is taken on trust, as are
//! lines `s`; both are counted by name ([`EngineRules::trusted`]).

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};

use dashu_int::IBig;
use dashu_int::ops::Abs;

use crate::LemmaRules;
use crate::arith;
use crate::clausify::{Fact, check_asserted, check_gate, is_conjunct};
use crate::euf::{Premise, check_euf, follows, makes_different, makes_equal};
use crate::linear::{Canonical, Comparison, Linear};
use crate::product::refutes;
use crate::terms::{TermId, Terms, number};

/// An assertion that a proof rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// The literal that it depends on, 0 if it always holds.
    pub guard: i64,
    /// Whose assertion it is, as the log says.
    pub origin: u32,
    /// The term's number in the log.
    pub term: u32,
}

/// Knows the clauses of the CDCL(T) engine.
///
/// ```
/// use sinew_proof::{Checker, EngineRules};
/// // p and not p
/// let log = "n 0 b fun:0\nv 1 0\nf 1 0 0 0\nn 1 b not 0\nf 2 0 1 1\n\
///            t 1 asserted 1 0 1\nt 2 asserted -1 0 2\na 3 0 1 2 0\nq 3 0\n";
/// assert!(Checker::new(EngineRules::default()).check(log).is_ok());
/// // The second assertion does not say p.
/// let wrong = log.replace("t 2 asserted -1", "t 2 asserted 1");
/// assert!(Checker::new(EngineRules::default()).check(&wrong).is_err());
/// ```
#[derive(Debug, Default)]
pub struct EngineRules {
    terms: Terms,
    facts: HashMap<u64, Fact>,
    guards: HashSet<i64>,
    certificates: HashMap<u64, (Vec<i64>, String)>,
    assertions: Vec<Assertion>,
    /// Fresh constants, by the term they name.
    names: HashMap<TermId, TermId>,
    inferences: HashMap<u64, Inference>,
    trusted: BTreeMap<String, u64>,
    /// What terms compare, worked out once: terms are large, their comparisons are not.
    comparisons: RefCell<HashMap<TermId, Option<Comparison>>>,
}

/// A conclusion of a theory that this checker does not know.
#[derive(Debug)]
struct Inference {
    rule: String,
    premises: Vec<Premise>,
    conclusion: Vec<TermId>,
}

/// A premise as the log writes it.
fn premise(text: &str) -> Result<Premise, String> {
    let wrong = || format!("{text:?} is no premise");
    let sign = text.chars().next().ok_or_else(wrong)?;
    let rest = &text[sign.len_utf8()..];
    let pair = || -> Result<(TermId, TermId), String> {
        let (a, b) = rest.split_once(',').ok_or_else(wrong)?;
        Ok((number(a)?, number(b)?))
    };
    match sign {
        '+' => Ok(Premise::Literal(number(rest)?, true)),
        '-' => Ok(Premise::Literal(number(rest)?, false)),
        '=' => pair().map(|(a, b)| Premise::Equal(a, b)),
        '!' => pair().map(|(a, b)| Premise::Disequal(a, b)),
        _ => Err(wrong()),
    }
}

impl EngineRules {
    /// The assertions, in the order of the log.
    #[must_use]
    pub fn assertions(&self) -> &[Assertion] {
        &self.assertions
    }

    /// How many clauses of which rule, and how many simplified facts, were taken on trust.
    #[must_use]
    pub fn trusted(&self) -> &BTreeMap<String, u64> {
        &self.trusted
    }

    /// Whether the literals make the terms of each pair equal by congruence alone. An error says
    /// that they do not.
    pub fn makes_equal(&self, lits: &[i64], pairs: &[(u32, u32)]) -> Result<(), String> {
        makes_equal(&self.terms, lits, pairs)
    }

    /// Whether the literals make two terms different by congruence alone. An error says that they
    /// do not.
    pub fn makes_different(&self, lits: &[i64], pair: (u32, u32)) -> Result<(), String> {
        makes_different(&self.terms, lits, pair)
    }

    fn comparison(&self, lit: i64) -> Result<Comparison, String> {
        for &(term, sign) in self.terms.terms_of(lit.abs()) {
            let known = self.comparisons.borrow().get(&term).cloned();
            let comparison = match known {
                Some(comparison) => comparison,
                None => {
                    let comparison = self.terms.comparison(term)?;
                    let mut known = self.comparisons.borrow_mut();
                    known.insert(term, comparison.clone());
                    comparison
                }
            };
            if let Some(comparison) = comparison {
                return Ok(if sign == (lit > 0) {
                    comparison
                } else {
                    comparison.negated()
                });
            }
        }
        Err(format!("literal {lit} does not compare integers"))
    }

    /// `m <lit> <term>`: the term must say the same as the literal.
    fn share(&mut self, lit: i64, term: TermId) -> Result<(), String> {
        let def = self.terms.get(term)?;
        let comparison = self.terms.comparison(term)?;
        let constant = match (def.op.as_str(), def.args.as_slice()) {
            ("true", _) => Some(true),
            ("false", _) => Some(false),
            ("=", [a, b]) if a == b => Some(true),
            _ => match comparison.as_ref().map(Comparison::canonical) {
                Some(Canonical::Constant(value)) => Some(value),
                _ => None,
            },
        };
        let sound = match (constant, comparison) {
            (Some(value), _) => {
                let truth = self.terms.find("true", &[])?;
                self.terms.lit(truth)? == Some(if value { lit } else { -lit })
            }
            (None, Some(comparison)) => {
                let other = self.comparison(lit)?;
                // `x >= k` may be stored as the negation of `x <= k − 1`.
                other.canonical() == comparison.canonical()
            }
            (None, None) => false,
        };
        if !sound {
            return Err(format!(
                "term {term} does not say the same as literal {lit}"
            ));
        }
        self.terms.bind(lit, term)
    }

    fn add_fact(&mut self, id: u64, fact: Fact) -> Result<(), String> {
        match self.facts.insert(id, fact) {
            None => Ok(()),
            Some(_) => Err(format!("fact {id} exists already")),
        }
    }

    fn fact(&self, id: u64) -> Result<Fact, String> {
        self.facts
            .get(&id)
            .copied()
            .ok_or_else(|| format!("there is no fact {id}"))
    }

    /// `r <number> <rule> <premises> 0 <terms> 0`
    fn inference(&mut self, fields: &[&str]) -> Result<(), String> {
        let [id, rule, rest @ .., "0"] = fields else {
            return Err("an inference has a number, a rule, premises and a conclusion".to_owned());
        };
        let mut halves = rest.splitn(2, |&field| field == "0");
        let (Some(premises), Some(conclusion)) = (halves.next(), halves.next()) else {
            return Err("the premises of an inference end with 0".to_owned());
        };
        let inference = Inference {
            rule: (*rule).to_owned(),
            premises: premises
                .iter()
                .map(|text| premise(text))
                .collect::<Result<_, _>>()?,
            conclusion: conclusion
                .iter()
                .map(|term| number(term))
                .collect::<Result<_, _>>()?,
        };
        self.inferences.insert(number(id)?, inference);
        Ok(())
    }

    /// Whether the clause is what an inference says; that one itself is trusted.
    fn check_theory(&mut self, lits: &[i64], id: u64) -> Result<(), String> {
        let inference = self.inferences.remove(&id);
        let inference = inference.ok_or_else(|| format!("there is no inference {id}"))?;
        let rule = &inference.rule;
        for &term in &inference.conclusion {
            if !self.terms.lit(term)?.is_some_and(|lit| lits.contains(&lit)) {
                return Err(format!("{rule}: the clause lacks the conclusion {term}"));
            }
        }
        for &premise in &inference.premises {
            if !follows(&self.terms, lits, premise)? {
                return Err(format!("{rule}: the clause does not grant {premise:?}"));
            }
        }
        *self.trusted.entry(inference.rule).or_insert(0) += 1;
        Ok(())
    }

    fn certificate(&mut self, fields: &[&str]) -> Result<(), String> {
        let Some((id, rest)) = fields.split_first() else {
            return Err("a certificate needs a number".to_owned());
        };
        let end = rest
            .iter()
            .position(|&field| field == "0")
            .ok_or("the literals of a certificate end with 0")?;
        let lits: Vec<i64> = rest[..end]
            .iter()
            .map(|lit| number(lit))
            .collect::<Result<_, _>>()?;
        let text = rest[end + 1..].join(" ");
        self.certificates.insert(number(id)?, (lits, text));
        Ok(())
    }

    fn check_arith(&mut self, lits: &[i64], id: u64) -> Result<(), String> {
        let (named, text) = self
            .certificates
            .remove(&id)
            .ok_or_else(|| format!("there is no certificate {id}"))?;
        if let Some(lit) = named.iter().find(|lit| !lits.contains(lit)) {
            return Err(format!(
                "the certificate uses literal {lit}, which the clause lacks"
            ));
        }
        let mut hypotheses = Vec::with_capacity(named.len());
        for lit in named {
            hypotheses.push(self.comparison(-lit)?.over_variables(&self.terms)?);
        }
        arith::check(&hypotheses, &text).map_err(|error| format!("certificate {id}: {error}"))
    }

    /// Whether some literal of the clause says this.
    fn has(&self, lits: &[i64], wanted: &Comparison) -> bool {
        let wanted = wanted.canonical();
        wanted == Canonical::Constant(true)
            || lits.iter().any(|&lit| {
                self.comparison(lit)
                    .is_ok_and(|comparison| comparison.canonical() == wanted)
            })
    }

    fn check_ite(&self, lits: &[i64], term: TermId) -> Result<(), String> {
        let def = self.terms.get(term)?;
        let ("ite", &[c, a, b]) = (def.op.as_str(), def.args.as_slice()) else {
            return Err(format!("term {term} is not an ite"));
        };
        let condition = match self.terms.get(self.terms.strip(c)?.0)?.op.as_str() {
            "true" | "false" => None,
            _ => self.terms.lit(c)?,
        };
        let constant = crate::clausify::Supposed(lits).term(&self.terms, c)?;
        for (value, branch) in [(true, a), (false, b)] {
            let chosen = match condition {
                Some(lit) => lits.contains(&if value { -lit } else { lit }),
                None => constant == Some(value),
            };
            let equality = self.terms.find("=", &[term, branch])?;
            if chosen
                && self
                    .terms
                    .lit(equality)?
                    .is_some_and(|lit| lits.contains(&lit))
            {
                return Ok(());
            }
        }
        // A constant condition leaves one clause without content.
        let tautology = constant.is_some()
            && self.terms.lit(c)?.is_some_and(|lit| {
                let truth = if constant == Some(true) { lit } else { -lit };
                lits.contains(&truth)
            });
        if tautology {
            return Ok(());
        }
        Err(format!("the clause does not follow from the ite {term}"))
    }

    fn check_abs(&self, lits: &[i64], term: TermId) -> Result<(), String> {
        let def = self.terms.get(term)?;
        let ("abs", &[arg]) = (def.op.as_str(), def.args.as_slice()) else {
            return Err(format!("term {term} is not an absolute value"));
        };
        let (form, result) = (self.terms.linear(arg)?, Linear::leaf(term));
        let positive = Comparison::at_least_zero(&form);
        let mut opposite = result.clone();
        opposite.add(&IBig::ONE, &form);
        let first = self.has(lits, &positive.negated())
            && self.has(lits, &Comparison::zero(result.minus(&form)));
        let second = self.has(lits, &positive) && self.has(lits, &Comparison::zero(opposite));
        if first || second {
            Ok(())
        } else {
            Err(format!(
                "the clause does not follow from the absolute value {term}"
            ))
        }
    }

    fn check_div(&self, lits: &[i64], term: TermId) -> Result<(), String> {
        let def = self.terms.get(term)?;
        let &[a, b] = def.args.as_slice() else {
            return Err(format!("term {term} is not a binary division"));
        };
        if !matches!(def.op.as_str(), "div" | "mod") {
            return Err(format!("term {term} is not a division"));
        }
        let dividend = self.terms.linear(a)?;
        if let Some(k) = self.terms.divisor(term)? {
            let quotient = Linear::leaf(self.terms.find("div", &[a, b])?);
            let mut rest = dividend;
            rest.add(&-&k, &quotient);
            let mut above = rest.clone();
            above.constant -= k.abs() - IBig::ONE;
            if self.has(lits, &Comparison::at_least_zero(&rest))
                || self.has(lits, &Comparison::at_most_zero(above))
            {
                return Ok(());
            }
            return Err(format!(
                "the clause does not follow from the division {term}"
            ));
        }
        let divisor = self.terms.linear(b)?;
        if !self.has(lits, &Comparison::zero(divisor)) {
            return Err("the clause must allow for a divisor of zero".to_owned());
        }
        // Each fact needs terms that the others may do without.
        let remainder = || self.terms.find("mod", &[a, b]).map(Linear::leaf);
        let euclid = || {
            let quotient = self.terms.find("div", &[a, b])?;
            let product = self.terms.linear(self.terms.find("*", &[b, quotient])?)?;
            Ok(Comparison::zero(
                dividend.clone().minus(&product).minus(&remainder()?),
            ))
        };
        let natural = || Ok(Comparison::at_least_zero(&remainder()?));
        let small = || {
            let size = self.terms.linear(self.terms.find("abs", &[b])?)?;
            Ok(Comparison::at_most_zero(remainder()?.plus(1).minus(&size)))
        };
        let facts: [&dyn Fn() -> Result<Comparison, String>; 3] = [&euclid, &natural, &small];
        if facts
            .iter()
            .any(|fact| fact().is_ok_and(|fact| self.has(lits, &fact)))
        {
            Ok(())
        } else {
            Err(format!(
                "the clause does not follow from the division {term}"
            ))
        }
    }

    /// A constant that is new may be made equal to any term without it, once.
    fn check_name(&mut self, lits: &[i64], name: TermId) -> Result<(), String> {
        let def = self.terms.get(name)?;
        if !def.op.starts_with("fun:") || !def.args.is_empty() {
            return Err(format!("term {name} is not a constant"));
        }
        let op = def.op.clone();
        let &[lit] = lits else {
            return Err("a definition is one literal".to_owned());
        };
        let defined = self
            .terms
            .terms_of(lit.abs())
            .iter()
            .find_map(|&(term, sign)| {
                let def = self.terms.get(term).ok()?;
                match (def.op.as_str(), def.args.as_slice(), sign == (lit > 0)) {
                    ("=", &[a, b], true) if a == name => Some(b),
                    ("=", &[a, b], true) if b == name => Some(a),
                    _ => None,
                }
            });
        let Some(value) = defined else {
            return Err(format!("the clause does not define term {name}"));
        };
        let mut used = self.terms.mentions(value, &op)?;
        for assertion in &self.assertions {
            used |= self.terms.mentions(assertion.term, &op)?;
        }
        if used || self.names.values().any(|&other| other == name) {
            return Err(format!("term {name} is not new"));
        }
        self.names.insert(value, name);
        Ok(())
    }

    /// The leaf that stands for a factor: itself, or the constant that names it.
    fn factor(&self, term: TermId) -> Result<TermId, String> {
        if let Some(&name) = self.names.get(&term) {
            return Ok(name);
        }
        let form = self.terms.linear(term)?;
        match form.leaves.iter().next() {
            Some((&leaf, one)) if form == Linear::leaf(leaf) && *one == IBig::ONE => Ok(leaf),
            _ => Err(format!("term {term} is no leaf and has no name")),
        }
    }

    fn check_product(&self, lits: &[i64], term: TermId) -> Result<(), String> {
        let def = self.terms.get(term)?;
        let ("*", &[x, y]) = (def.op.as_str(), def.args.as_slice()) else {
            return Err(format!("term {term} is not a product of two factors"));
        };
        let (left, right) = (self.factor(x)?, self.factor(y)?);
        let negated: Vec<Comparison> = lits
            .iter()
            .map(|&lit| self.comparison(-lit))
            .collect::<Result<_, _>>()?;
        if refutes(&negated, term, left, right)? {
            Ok(())
        } else {
            Err(format!(
                "the clause does not follow from the product {term}"
            ))
        }
    }
}

impl LemmaRules for EngineRules {
    fn line(&mut self, keyword: &str, fields: &[&str]) -> Result<(), String> {
        match (keyword, fields) {
            ("n", _) => self.terms.define(fields),
            ("v", [var, term]) => self.terms.name(number(var)?, number(term)?),
            ("m", [lit, term]) => self.share(number(lit)?, number(term)?),
            ("x", [var, term]) => self.terms.leaf(number(var)?, number(term)?),
            ("f", [fact, guard, origin, term]) => {
                let (guard, term) = (number(guard)?, number(term)?);
                if guard != 0 {
                    self.guards.insert(guard);
                }
                self.assertions.push(Assertion {
                    guard,
                    origin: number(origin)?,
                    term,
                });
                let fact_ = Fact {
                    guard,
                    term,
                    negated: false,
                };
                self.add_fact(number(fact)?, fact_)
            }
            ("s", [fact, parent, term]) => {
                let parent = self.fact(number(parent)?)?;
                if parent.negated {
                    return Err("only a fact that is not negated has other words".to_owned());
                }
                let fact_ = Fact {
                    guard: parent.guard,
                    term: number(term)?,
                    negated: false,
                };
                *self.trusted.entry("simplified".to_owned()).or_insert(0) += 1;
                self.add_fact(number(fact)?, fact_)
            }
            ("g", [fact, parent, sign, term]) => {
                let (parent, term) = (self.fact(number(parent)?)?, number(term)?);
                let negated = *sign == "-";
                if !is_conjunct(&self.terms, parent, term, negated)? {
                    return Err(format!("term {term} is not a conjunct of that fact"));
                }
                let fact_ = Fact {
                    guard: parent.guard,
                    term,
                    negated,
                };
                self.add_fact(number(fact)?, fact_)
            }
            ("c", _) => self.certificate(fields),
            ("r", _) => self.inference(fields),
            _ => Err(format!("unknown line {keyword:?}")),
        }
    }

    fn lemma(&mut self, rule: &str, lits: &[i64], args: &[&str]) -> Result<(), String> {
        let &[argument] = args else {
            return Err(format!("rule {rule:?} needs one argument"));
        };
        if lits.iter().any(|lit| lits.contains(&-lit)) {
            return Ok(());
        }
        match rule {
            "gate" => check_gate(&self.terms, lits, number(argument)?),
            "asserted" => {
                let fact = self.fact(number(argument)?)?;
                check_asserted(&self.terms, lits, fact)
            }
            "ite" => self.check_ite(lits, number(argument)?),
            "abs" => self.check_abs(lits, number(argument)?),
            "div" => self.check_div(lits, number(argument)?),
            "name" => self.check_name(lits, number(argument)?),
            "euf" => check_euf(&self.terms, lits),
            "arith" => self.check_arith(lits, number(argument)?),
            "product" => self.check_product(lits, number(argument)?),
            "theory" => self.check_theory(lits, number(argument)?),
            _ => Err(format!("unknown rule {rule:?}")),
        }
    }

    /// The only clauses that nobody justifies say that a guard is false: its scope is closed.
    fn input(&mut self, _: u64, lits: &[i64]) -> Result<(), String> {
        match lits {
            &[lit] if lit < 0 && self.terms.terms_of(-lit).is_empty() => Ok(()),
            _ => Err("clauses of the input must be assertions".to_owned()),
        }
    }
}
