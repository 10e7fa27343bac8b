//! Random well-sorted ground terms over all symbols, with constants at the boundaries.

use sinew_term::{Op, Params, Sort, Term, TermStore};

pub(crate) struct Generator {
    state: u64,
    /// Whether the next term keeps to the symbols and arities that all solvers accept.
    portable: bool,
}

/// Symbols that z3 does not have.
const EXTENSIONS: &[Op] = &[Op::Rev, Op::Update, Op::ToLower, Op::ToUpper, Op::IndexOfRe];

const TEXTS: &[&str] = &[
    "",
    "",
    "a",
    "b",
    "c",
    "ab",
    "ba",
    "aa",
    "bb",
    "aab",
    "aba",
    "abab",
    "abcabc",
    "A",
    "Zz",
    "0",
    "1",
    "9",
    "00",
    "10",
    "007",
    "-1",
    "12a",
    " ",
    "\"",
    "\\",
    "\\n",
    "\\u",
    "\\u{61}",
    "\u{0}",
    "\u{7f}",
    "\u{e9}",
    "\u{ffff}",
    "\u{10000}",
    "\u{2ffff}",
];

const NUMBERS: &[i64] = &[
    -3,
    -2,
    -1,
    0,
    0,
    1,
    1,
    2,
    2,
    3,
    4,
    5,
    7,
    10,
    47,
    48,
    57,
    58,
    97,
    0xD800,
    0xFFFF,
    0x2_FFFF,
    0x3_0000,
    i64::MAX,
    i64::MIN,
];

impl Generator {
    pub(crate) fn new(seed: u64) -> Generator {
        Generator {
            state: seed,
            portable: true,
        }
    }

    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A term of sort Bool, Int or String.
    pub(crate) fn term(&mut self, store: &mut TermStore) -> Term {
        let sort = self.pick(&[Sort::Bool, Sort::Bool, Sort::Int, Sort::String]);
        let depth = 1 + self.below(4);
        self.portable = self.below(4) != 0;
        self.of_sort(store, sort, depth)
    }

    fn of_sort(&mut self, store: &mut TermStore, sort: Sort, depth: usize) -> Term {
        if depth == 0 || (depth < 3 && self.below(6) == 0) {
            return self.leaf(store, sort);
        }
        // A power, a loop and a divisibility now and then; else any symbol of the sort.
        match (sort, self.below(10)) {
            (Sort::RegLan, 0) => {
                let part = self.of_sort(store, sort, depth - 1);
                let n = self.below(4) as u32;
                return store.re_pow(n, part);
            }
            (Sort::RegLan, 1 | 2) => {
                let part = self.of_sort(store, sort, depth - 1);
                let (lo, hi) = (self.below(4) as u32, self.below(5) as u32);
                return store.re_loop(lo, hi, part);
            }
            (Sort::Bool, 0) if !self.portable => {
                let number = self.of_sort(store, Sort::Int, depth - 1);
                let divisor = store.int_id(1 + self.below(6) as i64);
                return store.mk(Op::Divisible(divisor), &[number]);
            }
            (Sort::Bool, 1..=3) => {
                let word = self.of_sort(store, Sort::String, depth - 1);
                let regex = self.of_sort(store, Sort::RegLan, depth);
                return store.in_re(word, regex);
            }
            _ => {}
        }
        loop {
            let info = self.pick(Op::TABLE);
            if self.portable && EXTENSIONS.contains(&info.op) {
                continue;
            }
            let args = match info.params {
                Params::Fixed(params) if info.result == sort => params
                    .iter()
                    .map(|&param| self.argument(store, info.op, param, depth - 1))
                    .collect(),
                Params::Many { sort: of, min } if info.result == sort => {
                    let count = match info.op {
                        Op::StrLt | Op::StrLe if self.portable => 2,
                        _ if self.portable => 2 + self.below(2),
                        _ => min + self.below(3),
                    };
                    (0..count)
                        .map(|_| self.of_sort(store, of, depth - 1))
                        .collect()
                }
                Params::Same if sort == Sort::Bool => self.same_sorted(store, depth - 1),
                // Languages by cases are beyond what the other solvers accept.
                Params::Branches if sort != Sort::RegLan => vec![
                    self.of_sort(store, Sort::Bool, depth - 1),
                    self.of_sort(store, sort, depth - 1),
                    self.of_sort(store, sort, depth - 1),
                ],
                _ => Vec::new(),
            };
            if !args.is_empty() {
                return store.mk(info.op, &args);
            }
        }
    }

    /// Arguments of one sort. Equality of languages is rare, because cvc5 stops at it.
    fn same_sorted(&mut self, store: &mut TermStore, depth: usize) -> Vec<Term> {
        let sort = match self.below(60) {
            0 if !self.portable => Sort::RegLan,
            n => [Sort::Bool, Sort::Int, Sort::String][n % 3],
        };
        let count = 2 + self.below(2);
        (0..count)
            .map(|_| self.of_sort(store, sort, depth))
            .collect()
    }

    fn argument(&mut self, store: &mut TermStore, op: Op, sort: Sort, depth: usize) -> Term {
        // Ends of a range are mostly single characters, since others denote nothing.
        if op == Op::ReRange && (self.portable || self.below(10) != 0) {
            let c = self.pick(&[0x30, 0x39, 0x41, 0x61, 0x62, 0x63, 0x7A, 0xE9, 0, 0x2_FFFF]);
            return store.code_points(&[c]);
        }
        self.of_sort(store, sort, depth)
    }

    fn leaf(&mut self, store: &mut TermStore, sort: Sort) -> Term {
        match sort {
            Sort::Bool => {
                let value = self.below(2) == 0;
                store.bool(value)
            }
            Sort::Int => {
                let number = self.pick(NUMBERS);
                store.int(number)
            }
            Sort::String if self.below(20) == 0 => store.code_points(&[0x61, 0xD800]),
            Sort::String => {
                let text = self.pick(TEXTS);
                store.string(text)
            }
            _ => match self.below(8) {
                0 => store.re_none(),
                1 => store.re_all(),
                2 => store.re_allchar(),
                3 => {
                    let (lo, hi) = (store.string("a"), store.string("c"));
                    store.re_range(lo, hi)
                }
                _ => {
                    let text = self.pick(TEXTS);
                    let text = store.string(text);
                    store.str_to_re(text)
                }
            },
        }
    }
}
