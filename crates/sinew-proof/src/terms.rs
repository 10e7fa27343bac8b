//! The terms of the log: numbered definitions, with the literals and arithmetic variables they have.
//!
//! A term's arguments have smaller numbers than the term, so walks by falling number meet every
//! term after all terms it occurs in. Operators are text, as SMT-LIB writes them; indices follow
//! after colons (`int:5`, `fun:3`, `divisible:2`).

use std::collections::HashMap;

/// A term's number in the log.
pub(crate) type TermId = u32;

#[derive(Clone, Debug)]
pub(crate) struct TermDef {
    pub(crate) sort: String,
    pub(crate) op: String,
    pub(crate) args: Vec<TermId>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    defs: HashMap<TermId, TermDef>,
    index: HashMap<(String, Vec<TermId>), TermId>,
    /// The literal of a Boolean term (never of a negation).
    lits: HashMap<TermId, i64>,
    /// The terms that share a variable, with the sign they have.
    of_var: HashMap<i64, Vec<(TermId, bool)>>,
    /// Arithmetic variables by leaf.
    leaves: HashMap<TermId, u32>,
    leaf_of: HashMap<u32, TermId>,
}

impl Terms {
    /// `n <id> <sort> <op> <args>`
    pub(crate) fn define(&mut self, fields: &[&str]) -> Result<(), String> {
        let [id, sort, op, args @ ..] = fields else {
            return Err("a term needs a number, a sort and an operator".to_owned());
        };
        let id = number(id)?;
        let args: Vec<TermId> = args
            .iter()
            .map(|arg| number(arg))
            .collect::<Result<_, _>>()?;
        if let Some(&arg) = args
            .iter()
            .find(|&&arg| arg >= id || !self.defs.contains_key(&arg))
        {
            return Err(format!(
                "argument {arg} of term {id} is not defined before it"
            ));
        }
        let key = ((*op).to_owned(), args.clone());
        if self.index.insert(key, id).is_some() {
            return Err(format!("term {id} was defined before under another number"));
        }
        let def = TermDef {
            sort: (*sort).to_owned(),
            op: (*op).to_owned(),
            args,
        };
        match self.defs.insert(id, def) {
            None => Ok(()),
            Some(_) => Err(format!("term {id} is defined twice")),
        }
    }

    pub(crate) fn get(&self, id: TermId) -> Result<&TermDef, String> {
        self.defs
            .get(&id)
            .ok_or_else(|| format!("there is no term {id}"))
    }

    /// The term with this operator and these arguments.
    pub(crate) fn find(&self, op: &str, args: &[TermId]) -> Result<TermId, String> {
        self.index
            .get(&(op.to_owned(), args.to_vec()))
            .copied()
            .ok_or_else(|| format!("there is no term ({op} {args:?})"))
    }

    /// Removes negations; the flag tells whether their number was odd.
    pub(crate) fn strip(&self, mut id: TermId) -> Result<(TermId, bool), String> {
        let mut negated = false;
        loop {
            let def = self.get(id)?;
            if def.op != "not" {
                return Ok((id, negated));
            }
            id = def.args[0];
            negated = !negated;
        }
    }

    /// Gives a variable its first term.
    pub(crate) fn name(&mut self, lit: i64, term: TermId) -> Result<(), String> {
        if lit == 0 || self.of_var.contains_key(&lit.abs()) {
            return Err(format!("literal {lit} stands for something already"));
        }
        self.bind(lit, term)
    }

    /// Gives a term a literal. Whether that is sound is for the caller to have checked.
    pub(crate) fn bind(&mut self, lit: i64, term: TermId) -> Result<(), String> {
        let def = self.get(term)?;
        if def.sort != "b" || def.op == "not" {
            return Err(format!(
                "term {term} is not a Boolean term without negation"
            ));
        }
        if self.lits.insert(term, lit).is_some() {
            return Err(format!("term {term} has a literal already"));
        }
        self.of_var
            .entry(lit.abs())
            .or_default()
            .push((term, lit > 0));
        Ok(())
    }

    /// The literal of a Boolean term, seen through negations.
    pub(crate) fn lit(&self, term: TermId) -> Result<Option<i64>, String> {
        let (term, negated) = self.strip(term)?;
        let lit = self.lits.get(&term).copied();
        Ok(lit.map(|lit| if negated { -lit } else { lit }))
    }

    /// The terms that a variable stands for, with their signs.
    pub(crate) fn terms_of(&self, var: i64) -> &[(TermId, bool)] {
        self.of_var.get(&var).map_or(&[], Vec::as_slice)
    }

    /// `x <var> <term>`
    pub(crate) fn leaf(&mut self, var: u32, term: TermId) -> Result<(), String> {
        if self.get(term)?.sort != "i" {
            return Err(format!("term {term} is not an integer"));
        }
        let twice = self.leaves.insert(term, var).is_some();
        if twice || self.leaf_of.insert(var, term).is_some() {
            return Err(format!(
                "arithmetic variable {var} or its term is named twice"
            ));
        }
        Ok(())
    }

    pub(crate) fn leaf_var(&self, term: TermId) -> Result<u32, String> {
        self.leaves
            .get(&term)
            .copied()
            .ok_or_else(|| format!("term {term} has no arithmetic variable"))
    }

    /// Whether the operator or function occurs in the term.
    pub(crate) fn mentions(&self, root: TermId, op: &str) -> Result<bool, String> {
        let mut seen = std::collections::HashSet::new();
        let mut stack = vec![root];
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            let def = self.get(term)?;
            if def.op == op {
                return Ok(true);
            }
            stack.extend(&def.args);
        }
        Ok(false)
    }
}

/// Reads a number.
pub(crate) fn number<T: std::str::FromStr>(field: &str) -> Result<T, String> {
    field
        .parse()
        .map_err(|_| format!("{field:?} is not a number of the right kind"))
}
