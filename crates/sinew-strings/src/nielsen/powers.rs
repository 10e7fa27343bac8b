//! Solutions in powers of a letter (Eisenhofer, Bjørner et al., arXiv 2603.05273, *On Solving String Equations via Powers
//! and Parikh Images*): each variable is `cⁿ`, and the exponents are integers for arithmetic to choose.
//!
//! If all variables are powers of c, a side is a sequence of blocks of c between its other letters. The sides are
//! equal exactly if they have the same other letters in the same order and the blocks between them have the same lengths, which
//! are linear in the exponents. So a doubling chain, whose shortest solution is exponentially long, is as many
//! linear equations as it has blocks, where Nielsen's steps peel off letter by letter. Departures: the base is one
//! letter, the same for all variables of a node (what is in front of a power, Nielsen's steps find); and powers are
//! not symbols that steps take apart, so nothing is refuted by them.

use std::collections::BTreeSet;

use sinew_base::Integer;

use super::family::Parameter;
use super::system::{Equation, Kind, Symbol, System};
use crate::linear::Linear;

/// A side of an equation: blocks of a letter, and the other letters, each with the block before it.
struct Blocks {
    others: Vec<(Linear<Parameter>, u32)>,
    last: Linear<Parameter>,
}

impl Blocks {
    fn of(side: &[Symbol], letter: u32) -> Blocks {
        let mut blocks = Blocks {
            others: Vec::new(),
            last: Linear::default(),
        };
        for symbol in side {
            match symbol.kind() {
                Kind::Variable(number) => {
                    blocks.last = blocks.last.plus(&Linear::atom(number), &Integer::ONE);
                }
                Kind::Character(code) if code == letter => {
                    blocks.last = std::mem::take(&mut blocks.last).offset(1);
                }
                Kind::Character(code) => {
                    blocks.others.push((std::mem::take(&mut blocks.last), code));
                }
            }
        }
        blocks
    }
}

impl System {
    /// The letters in the equations.
    #[must_use]
    pub fn letters(&self) -> BTreeSet<u32> {
        let sides = self.equations().iter().flat_map(|(l, r)| l.iter().chain(r));
        sides
            .filter_map(|symbol| match symbol.kind() {
                Kind::Character(code) => Some(code),
                Kind::Variable(_) => None,
            })
            .collect()
    }

    /// Linear forms in the numbers of times that the variables repeat this letter: these solve the system
    /// exactly if all forms are zero. `None` if none do.
    #[must_use]
    pub fn exponents(&self, letter: u32) -> Option<Vec<Linear<Parameter>>> {
        let mut forms = Vec::new();
        for (left, right) in self.equations() as &[Equation] {
            let (left, right) = (Blocks::of(left, letter), Blocks::of(right, letter));
            if left.others.len() != right.others.len() {
                return None;
            }
            forms.push(left.last.minus(&right.last));
            for ((before, one), (other_before, other)) in left.others.iter().zip(&right.others) {
                if one != other {
                    return None;
                }
                forms.push(before.minus(other_before));
            }
        }
        let possible = |form: &Linear<Parameter>| !form.is_constant() || form.constant.is_zero();
        let all_possible = forms.iter().all(possible);
        forms.retain(|form| !form.is_constant());
        all_possible.then_some(forms)
    }
}
