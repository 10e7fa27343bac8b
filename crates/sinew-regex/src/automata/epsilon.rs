//! Removal of moves that neither read nor write.

use sinew_base::{Budget, StopReason};

/// What a state has once it does by itself whatever it reaches by ε-moves.
pub(crate) struct Closed<L> {
    pub(crate) rows: Vec<Vec<L>>,
    pub(crate) accepting: Vec<bool>,
}

/// Gives every state that is initial or entered by a label the labels of all states that it
/// reaches by ε-moves; the other states, which no run without ε-moves visits, lose theirs.
pub(crate) fn closed<L: Clone>(
    rows: &[Vec<L>],
    target: impl Fn(&L) -> u32,
    epsilon: &[Vec<u32>],
    initial: &[u32],
    accepting: &[bool],
    budget: &Budget,
) -> Result<Closed<L>, StopReason> {
    let mut head = vec![false; rows.len()];
    for &state in initial {
        head[state as usize] = true;
    }
    for label in rows.iter().flatten() {
        head[target(label) as usize] = true;
    }
    let mut result = Closed {
        rows: vec![Vec::new(); rows.len()],
        accepting: accepting.to_vec(),
    };
    let mut seen = vec![u32::MAX; rows.len()];
    for at in (0..rows.len()).filter(|&at| head[at]) {
        let mark = at as u32;
        let mut closure = vec![mark];
        seen[at] = mark;
        let mut next = 0;
        while let Some(&state) = closure.get(next) {
            let state = state as usize;
            next += 1;
            budget.spend(1 + rows[state].len() as u64)?;
            result.accepting[at] |= accepting[state];
            result.rows[at].extend_from_slice(&rows[state]);
            for &to in epsilon.get(state).map_or(&[][..], Vec::as_slice) {
                if std::mem::replace(&mut seen[to as usize], mark) != mark {
                    closure.push(to);
                }
            }
        }
    }
    Ok(result)
}
