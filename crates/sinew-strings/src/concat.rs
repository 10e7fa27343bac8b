//! Concatenations as lists of components, and what two of them have in common at their ends.
//!
//! A component is a constant, of which the characters are known, or something that is only equal to
//! itself: a term, a congruence class, a variable of a word equation. [`Sides`] walks two lists from
//! both ends without copying them; what it stops at is for the caller to interpret.

use sinew_term::{Op, Term, TermStore};

/// Who knows which components are constants.
pub trait Constants<C> {
    /// The characters of a constant; `None` for any other component.
    fn text<'a>(&'a self, component: &'a C) -> Option<&'a [u32]>;

    /// A constant without its first `head` and its last `tail` characters.
    fn cut(&mut self, constant: &C, head: usize, tail: usize) -> C;
}

impl Constants<Term> for TermStore {
    fn text<'a>(&'a self, component: &'a Term) -> Option<&'a [u32]> {
        self.str_value(*component)
    }

    fn cut(&mut self, constant: &Term, head: usize, tail: usize) -> Term {
        let text = self.str_value(*constant).unwrap_or_default();
        let text = text[head..text.len() - tail].to_vec();
        self.code_points(&text)
    }
}

/// An end of a concatenation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Where it begins.
    Front,
    /// Where it ends.
    Back,
}

/// What a side goes on with at an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next<'a, C> {
    /// These characters of a constant, in the order of the text.
    Text(&'a [u32]),
    /// A component that is no constant.
    Other(&'a C),
}

/// What is left of a concatenation.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a, C> {
    components: &'a [C],
    /// Characters that were taken off the first component.
    head: usize,
    /// Characters that were taken off the last component.
    tail: usize,
}

impl<'a, C: Clone> Side<'a, C> {
    fn next<'b>(&self, constants: &'b impl Constants<C>, end: End) -> Option<Next<'b, C>>
    where
        'a: 'b,
    {
        let last = self.components.len().checked_sub(1)?;
        let index = match end {
            End::Front => 0,
            End::Back => last,
        };
        let component = &self.components[index];
        Some(match constants.text(component) {
            None => Next::Other(component),
            Some(text) => {
                let head = if index == 0 { self.head } else { 0 };
                let tail = if index == last { self.tail } else { 0 };
                Next::Text(&text[head..text.len() - tail])
            }
        })
    }

    fn take_component(&mut self, end: End) {
        match end {
            End::Front => (self.components, self.head) = (&self.components[1..], 0),
            End::Back => {
                let last = self.components.len() - 1;
                (self.components, self.tail) = (&self.components[..last], 0);
            }
        }
        if self.components.is_empty() {
            (self.head, self.tail) = (0, 0);
        }
    }

    /// Takes `count` of the `length` characters of the constant at an end.
    fn take_text(&mut self, end: End, count: usize, length: usize) {
        match end {
            _ if count == length => self.take_component(end),
            End::Front => self.head += count,
            End::Back => self.tail += count,
        }
    }

    /// The components that are left, those at the ends perhaps only in part.
    #[must_use]
    pub fn components(&self) -> &'a [C] {
        self.components
    }

    /// Characters that were taken off the components that are left.
    #[must_use]
    pub fn taken(&self) -> usize {
        self.head + self.tail
    }

    /// The components that are left, constants without what was taken off.
    pub fn rest(&self, constants: &mut impl Constants<C>) -> Vec<C> {
        let mut rest = self.components.to_vec();
        let last = rest.len().saturating_sub(1);
        for (index, component) in rest.iter_mut().enumerate() {
            let head = if index == 0 { self.head } else { 0 };
            let tail = if index == last { self.tail } else { 0 };
            if head + tail > 0 {
                *component = constants.cut(component, head, tail);
            }
        }
        rest
    }
}

/// Two concatenations that are compared from their ends.
#[derive(Clone, Copy, Debug)]
pub struct Sides<'a, C> {
    /// What is left of the first.
    pub left: Side<'a, C>,
    /// What is left of the second.
    pub right: Side<'a, C>,
}

impl<'a, C: Clone + PartialEq> Sides<'a, C> {
    /// The whole of both.
    #[must_use]
    pub fn new(left: &'a [C], right: &'a [C]) -> Sides<'a, C> {
        let whole = |components| Side {
            components,
            head: 0,
            tail: 0,
        };
        Sides {
            left: whole(left),
            right: whole(right),
        }
    }

    /// Takes common components and common characters off one end, as many as there are. Whether
    /// there were any.
    ///
    /// ```
    /// use sinew_strings::concat::{End, Sides, join};
    /// use sinew_term::{Sort, TermStore};
    /// let mut store = TermStore::new();
    /// let x = store.constant("x", Sort::String);
    /// let [ab, ac] = ["ab", "ac"].map(|text| store.string(text));
    /// let (left, right) = ([x, ab, x], [x, ac]);
    /// let mut sides = Sides::new(&left, &right);
    /// assert!(sides.strip(&store, End::Front));
    /// assert!(!sides.strip(&store, End::Back));
    /// assert!(sides.clash(&store, End::Front));
    /// let rest = sides.left.rest(&mut store);
    /// assert_eq!(rest, [store.string("b"), x]);
    /// ```
    pub fn strip(&mut self, constants: &impl Constants<C>, end: End) -> bool {
        let mut changed = false;
        while let (Some(a), Some(b)) = self.next(constants, end) {
            match (a, b) {
                (Next::Other(x), Next::Other(y)) if x == y => {
                    self.left.take_component(end);
                    self.right.take_component(end);
                    changed = true;
                }
                (Next::Text(v), Next::Text(w)) => {
                    let common = common(v, w, end);
                    self.left.take_text(end, common, v.len());
                    self.right.take_text(end, common, w.len());
                    changed |= common > 0;
                    if common < v.len().min(w.len()) {
                        break;
                    }
                }
                _ => break,
            }
        }
        changed
    }

    /// Takes off an end what is known to be the same there: a component that is no constant, and of a constant on the
    /// other side as many characters as that component has.
    pub fn take(&mut self, constants: &impl Constants<C>, end: End, count: usize) {
        for side in [&mut self.left, &mut self.right] {
            match side.next(constants, end) {
                Some(Next::Text(text)) => {
                    let length = text.len();
                    side.take_text(end, count.min(length), length);
                }
                Some(Next::Other(_)) => side.take_component(end),
                None => {}
            }
        }
    }

    /// What the sides go on with at an end.
    pub fn next<'b>(
        &self,
        constants: &'b impl Constants<C>,
        end: End,
    ) -> (Option<Next<'b, C>>, Option<Next<'b, C>>)
    where
        'a: 'b,
    {
        (
            self.left.next(constants, end),
            self.right.next(constants, end),
        )
    }

    /// Whether, after an end was stripped, different characters are left there.
    pub fn clash(&self, constants: &impl Constants<C>, end: End) -> bool {
        let next = self.next(constants, end);
        matches!(next, (Some(Next::Text(_)), Some(Next::Text(_))))
    }
}

/// How many characters two texts have in common at an end.
fn common(v: &[u32], w: &[u32], end: End) -> usize {
    match end {
        End::Front => v.iter().zip(w).take_while(|(c, d)| c == d).count(),
        End::Back => {
            let pairs = v.iter().rev().zip(w.iter().rev());
            pairs.take_while(|(c, d)| c == d).count()
        }
    }
}

/// The components of a string term: no concatenations, no empty constants.
#[must_use]
pub fn flatten(store: &TermStore, term: Term) -> Vec<Term> {
    flatten_up_to(store, term, usize::MAX).unwrap_or_default()
}

/// The components of a string term, unless there are more than `most`.
#[must_use]
pub fn flatten_up_to(store: &TermStore, term: Term, most: usize) -> Option<Vec<Term>> {
    let mut components = Vec::with_capacity(store.args(term).len().min(most));
    let mut pending = vec![term];
    while let Some(term) = pending.pop() {
        match store.op(term) {
            Op::Concat => pending.extend(store.args(term).iter().rev()),
            Op::Str(_) if store.str_value(term).is_some_and(<[u32]>::is_empty) => {}
            _ => components.push(term),
        }
        if pending.len() + components.len() > most {
            return None;
        }
    }
    Some(components)
}

/// The concatenation of any number of components; neighbouring constants become one.
pub fn join(store: &mut TermStore, components: &[Term]) -> Term {
    let mut result: Vec<Term> = Vec::with_capacity(components.len());
    let mut text: Vec<u32> = Vec::new();
    for &component in components {
        if let Some(more) = store.str_value(component) {
            text.extend_from_slice(more);
            continue;
        }
        if !text.is_empty() {
            result.push(store.code_points(&text));
            text.clear();
        }
        result.push(component);
    }
    if !text.is_empty() || result.is_empty() {
        result.push(store.code_points(&text));
    }
    store.joined(Op::Concat, &result)
}
