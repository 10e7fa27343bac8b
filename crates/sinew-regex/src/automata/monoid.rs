//! The transition monoid: what some automata can tell apart of words, as finitely many elements.
//!
//! Words with the same effect on the states of the deterministic automata are one element, and the element of a concatenation is the
//! product of the elements of its parts. So a procedure that takes words apart may hold an element for each word instead of a
//! language, and still knows all that the automata say, whatever is cut off and at whichever end.

use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};

use super::alphabet::Letter;
use super::automaton::Automaton;

/// The number of an element.
pub type Element = u16;

/// A finite monoid, with what each letter is in it. The empty word is an element of its own.
#[derive(Clone, Debug)]
pub struct Monoid {
    /// The product of two elements: the row of the first, the column of the second.
    products: Vec<Element>,
    letters: Vec<Element>,
    /// The length of the shortest word of each element.
    shortest: Vec<u32>,
    /// Which elements each automaton accepts.
    accepted: Vec<Vec<bool>>,
}

/// A deterministic automaton with a transition for every letter.
struct Table {
    next: Vec<Vec<u32>>,
    accepting: Vec<bool>,
    initial: u32,
}

impl Table {
    fn of(automaton: &Automaton, budget: &Budget) -> Result<Table, StopReason> {
        let least = automaton.minimised(budget)?;
        let (dead, letters) = (least.len() as u32, least.alphabet().len());
        let mut next = vec![vec![dead; letters]; least.len() + 1];
        for (from, edge) in least.all_edges() {
            for letter in edge.letters.iter() {
                next[from as usize][letter.index()] = edge.to;
            }
        }
        let mut accepting = vec![false; least.len() + 1];
        least
            .accepting()
            .for_each(|at| accepting[at as usize] = true);
        let initial = least.initial().first().copied().unwrap_or(dead);
        Ok(Table {
            next,
            accepting,
            initial,
        })
    }
}

impl Monoid {
    /// The element of the empty word.
    pub const EMPTY: Element = 0;

    /// The monoid of automata over one alphabet, unless it has more than `most` elements, or there are no automata.
    pub fn of(
        automata: &[Automaton],
        most: usize,
        budget: &Budget,
    ) -> Result<Option<Monoid>, StopReason> {
        let Some(alphabet) = automata.first().map(Automaton::alphabet) else {
            return Ok(None);
        };
        let mut tables = Vec::with_capacity(automata.len());
        for automaton in automata {
            automaton.assert_same_alphabet(alphabet);
            tables.push(Table::of(automaton, budget)?);
        }
        let Some(elements) = Elements::generate(&tables, alphabet.len(), most, budget)? else {
            return Ok(None);
        };
        let accepts = |(at, table): (usize, &Table)| {
            let effects = elements.effects.iter();
            let ends = effects.map(|effect| effect[at][table.initial as usize]);
            ends.map(|end| table.accepting[end as usize]).collect()
        };
        let accepted = tables.iter().enumerate().map(accepts).collect();
        Ok(Some(Monoid {
            products: elements.products(budget)?,
            letters: elements.steps[0].clone(),
            shortest: elements.shortest,
            accepted,
        }))
    }

    /// How many elements there are.
    #[must_use]
    #[allow(clippy::len_without_is_empty)] // the empty word is always there
    pub fn len(&self) -> usize {
        self.shortest.len()
    }

    /// All elements.
    pub fn elements(&self) -> impl Iterator<Item = Element> + use<> {
        0..self.len() as Element
    }

    /// The element of a word of one letter.
    #[must_use]
    pub fn letter(&self, letter: Letter) -> Element {
        self.letters[letter.index()]
    }

    /// The element of a concatenation.
    #[must_use]
    pub fn product(&self, first: Element, second: Element) -> Element {
        self.products[first as usize * self.len() + second as usize]
    }

    /// Whether the automaton at this place accepts the words of an element: all of them, or none.
    #[must_use]
    pub fn accepts(&self, automaton: usize, element: Element) -> bool {
        self.accepted[automaton][element as usize]
    }

    /// The length of the shortest words of an element.
    #[must_use]
    pub fn shortest(&self, element: Element) -> u32 {
        self.shortest[element as usize]
    }
}

/// What a word does to the states of each automaton.
type Effect = Vec<Vec<u32>>;

/// The elements, shortest words first, and what a letter behind them makes of them.
struct Elements {
    effects: Vec<Effect>,
    steps: Vec<Vec<Element>>,
    shortest: Vec<u32>,
    /// The element before the last letter of a shortest word, and that letter.
    last: Vec<Option<(Element, usize)>>,
}

impl Elements {
    fn generate(
        tables: &[Table],
        letters: usize,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<Elements>, StopReason> {
        let identity: Effect = (tables.iter())
            .map(|table| (0..table.next.len() as u32).collect())
            .collect();
        let states: usize = tables.iter().map(|table| table.next.len()).sum();
        let mut found = Elements {
            effects: vec![identity],
            steps: Vec::new(),
            shortest: vec![0],
            last: vec![None],
        };
        // Without the empty word: another word with its effect is another element.
        let mut known: FxHashMap<Effect, Element> = FxHashMap::default();
        while found.steps.len() < found.effects.len() {
            let from = found.steps.len();
            let mut row = Vec::with_capacity(letters);
            for letter in 0..letters {
                budget.spend(1 + states as u64)?;
                let after = |(table, ends): (&Table, &Vec<u32>)| -> Vec<u32> {
                    let next = |&end: &u32| table.next[end as usize][letter];
                    ends.iter().map(next).collect()
                };
                let effect: Effect = tables.iter().zip(&found.effects[from]).map(after).collect();
                let new = found.effects.len() as Element;
                let element = *known.entry(effect.clone()).or_insert(new);
                if element == new {
                    if found.effects.len() >= most.min(usize::from(Element::MAX)) {
                        return Ok(None);
                    }
                    found.effects.push(effect);
                    found.shortest.push(found.shortest[from] + 1);
                    found.last.push(Some((from as Element, letter)));
                }
                row.push(element);
            }
            found.steps.push(row);
        }
        Ok(Some(found))
    }

    /// The product with each element by the product with what is before its last letter.
    fn products(&self, budget: &Budget) -> Result<Vec<Element>, StopReason> {
        let count = self.effects.len();
        budget.spend((count * count) as u64)?;
        let mut products = vec![0; count * count];
        for first in 0..count {
            let row = &mut products[first * count..][..count];
            for (second, last) in self.last.iter().enumerate() {
                row[second] = match *last {
                    Some((before, letter)) => {
                        let before = row[before as usize];
                        self.steps[before as usize][letter]
                    }
                    None => first as Element,
                };
            }
        }
        Ok(products)
    }
}
