//! Terms on their way from one store to another, for stores that are copies of one store: what was declared before they were copied
//! has the same numbers in all of them, whatever was made since has not.

use crate::{Integer, Op, Term, TermMap, TermStore, postorder_all};

/// Terms that belong to no store. They can be sent to other threads.
#[derive(Clone, Debug, Default)]
pub struct Portable {
    /// Each with the positions of its arguments, which come before it.
    nodes: Vec<(Operator, Box<[u32]>)>,
    /// The positions of the terms themselves.
    roots: Vec<u32>,
}

/// An operator, with what stores number for themselves written out.
#[derive(Clone, Debug)]
enum Operator {
    Int(Integer),
    Divisible(Integer),
    Str(Box<[u32]>),
    Same(Op),
}

impl Portable {
    /// How many terms are on their way.
    #[must_use]
    pub fn len(&self) -> usize {
        self.roots.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }
}

impl TermStore {
    /// The terms, for a store that has the same declarations. Those with bound variables stay behind: they may be new.
    #[must_use]
    pub fn export(&self, terms: &[Term]) -> Portable {
        let closed = terms.iter().filter(|&&t| !self.mentions_variables(t));
        let roots: Vec<Term> = closed.copied().collect();
        let mut places: TermMap<u32> = TermMap::new();
        let mut nodes = Vec::new();
        for (place, term) in (0..).zip(postorder_all(self, &roots)) {
            let operator = match self.op(term) {
                Op::Int(id) => Operator::Int(self.integer(id).clone()),
                Op::Divisible(id) => Operator::Divisible(self.integer(id).clone()),
                Op::Str(_) => Operator::Str(self.str_value(term).unwrap_or_default().into()),
                op => Operator::Same(op),
            };
            let args = self.args(term).iter();
            let args = args.filter_map(|&arg| places.get(arg).copied()).collect();
            nodes.push((operator, args));
            places.insert(term, place);
        }
        let roots = roots.iter();
        let roots = roots
            .filter_map(|&root| places.get(root).copied())
            .collect();
        Portable { nodes, roots }
    }

    /// The terms in this store.
    pub fn import(&mut self, portable: &Portable) -> Vec<Term> {
        let mut made: Vec<Term> = Vec::with_capacity(portable.nodes.len());
        for (operator, args) in &portable.nodes {
            let args: Vec<Term> = args.iter().map(|&place| made[place as usize]).collect();
            made.push(match operator {
                Operator::Int(value) => self.int(value.clone()),
                Operator::Str(word) => self.code_points(word),
                Operator::Divisible(value) => {
                    let id = self.int_id(value.clone());
                    self.mk(Op::Divisible(id), &args)
                }
                Operator::Same(op) => self.mk(*op, &args),
            });
        }
        portable.roots.iter().map(|&p| made[p as usize]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;

    #[test]
    fn terms_mean_the_same_in_a_copy_that_went_its_own_way() {
        let mut here = TermStore::new();
        let x = here.constant("x", Sort::String);
        let mut there = here.clone();
        // Now the two number words, integers and terms differently.
        let _ = (there.string("other"), there.int(99), there.string("more"));
        let (word, seven) = (here.string("ab"), here.int(-7));
        let (joined, length) = (here.concat(&[x, word, x]), here.len(x));
        let (starts, longer) = (here.prefixof(word, joined), here.ge(length, seven));
        let divisor = here.int_id(3);
        let divides = here.mk(Op::Divisible(divisor), &[length]);
        let fact = here.disjunction(&[starts, longer, divides]);
        let sent = here.export(&[fact, longer]);
        assert_eq!((sent.len(), sent.is_empty()), (2, false));
        let got = there.import(&sent);
        let (word, seven) = (there.string("ab"), there.int(-7));
        let (joined, length) = (there.concat(&[x, word, x]), there.len(x));
        let (starts, longer) = (there.prefixof(word, joined), there.ge(length, seven));
        let divisor = there.int_id(3);
        let divides = there.mk(Op::Divisible(divisor), &[length]);
        let fact = there.disjunction(&[starts, longer, divides]);
        assert_eq!(got, [fact, longer]);
    }
}
