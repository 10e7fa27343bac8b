//! The tuned constants of the arms.
//!
//! *Measured* means that the default was compared with half and twice of it on a hundred files of the public
//! suites, by answers and steps (`docs/benchmarks/tuning.md`).

sinew_base::tunables! {
    /// Lemmas of strings of fixed length from one turn of expansions and splits to the next.
    PATIENCE = "context.patience", 2, 1..=1 << 20, "measured: 1 costs 1 % more steps, 4 costs 5 % and an answer";
    /// Splits in such a turn.
    GROWTH = "context.growth", 8, 0..=1 << 20, "measured: 4 and 16 within 1 % of the steps";
    /// Lemmas of strings of fixed length before the first split of normal forms.
    SPLIT_PATIENCE = "context.split-patience", 4, 0..=1 << 20, "measured on 400 files of PyEx: 2 costs 18 % more steps and an answer, 6 saves 1 %, 8 costs 6 %; 6 and more cost files of kaluza twice the steps";
    /// Splits of normal forms after which the context arm lets others go first, once.
    SPLITS = "context.splits", 4, 0..=1 << 40, "142 of 161 files of PyEx make no split; other values were not measured";
    /// Steps from which on they count.
    SPLIT_STEPS = "context.split-steps", 30_000, 0..=1 << 40, "a bound: fewer are fewer than others need to begin";
    /// Steps from which on they do not count any more.
    SPLIT_STEPS_MOST = "context.split-steps-most", 100_000, 0..=1 << 40, "twice makes no difference on PyEx, and teachers a tenth slower";
    /// Forms of one class that are compared with all others.
    COMPARED_FORMS = "context.compared-forms", 6, 1..=1 << 20, "measured: 3 and 12 make no difference";
    /// Inferences that one look at all normal forms makes.
    FORM_INFERENCES = "context.form-inferences", 64, 1..=1 << 20, "measured on 400 files of PyEx: 1 costs 5 % more steps, 4 costs 1 %, 16 makes no difference";
    /// Characters of a constant that one split looks at.
    SPLIT_CHARACTERS = "context.split-characters", 8, 1..=1 << 20, "measured: 4 costs 5 % more steps, 16 costs 2 %, each an answer";
    /// Steps that one emptiness check of an intersection may take.
    EMPTINESS_STEPS = "context.emptiness-steps", 3_000_000, 0..=u64::MAX, "a bound: half and twice of it make no difference";
    /// Steps that comparing the two sides of an equation as languages may take.
    SIDES_STEPS = "context.sides-steps", 20_000, 0..=u64::MAX, "a bound on a side question; not measured";
    /// Steps that finding the lengths of one intersection may take.
    LENGTH_STEPS = "context.length-steps", 300_000, 0..=u64::MAX, "a bound: half and twice of it make no difference";
    /// Occurrences of words that are added to the memberships of a class.
    OCCURRENCES = "context.occurrences", 4, 0..=1 << 20, "each multiplies the states of the intersection; measured: 2 and 8 make no difference";
    /// Words that a string may be for a length, where its language says which.
    FEW_WORDS_MOST = "context.few-words", 4, 0..=1 << 10, "not measured";
    /// Characters of such a string.
    FEW_WORDS_LENGTH = "context.few-words-length", 16, 0..=1 << 20, "not measured";
    /// Steps that finding the pairs of one language may take.
    PAIRS_STEPS = "context.pairs-steps", 100_000, 0..=u64::MAX, "a bound; not measured";
    /// Languages with more pairs are not split.
    PAIRS = "context.pairs", 64, 1..=1 << 20, "a bound: half and twice of it make no difference";
    /// Classes above which normal forms are not compared for their order.
    ORDERED_CLASSES = "context.ordered-classes", 48, 0..=1 << 20, "a bound: all pairs are compared; not measured";
    /// Parts of a string that are searched for one that refutes a negative `contains`.
    CONTAINED_PARTS = "context.contained-parts", 64, 0..=1 << 20, "a bound; not measured";
    /// Steps that finding the characters of one language may take.
    CODE_STEPS = "context.code-steps", 100_000, 0..=1 << 40, "a bound on a side question; not measured";
    /// Characters in more ranges than this are told by their hull.
    CODE_RANGES = "context.code-ranges", 3, 1..=1 << 20, "each is a case for arithmetic; not measured";
    /// Nodes of the first search for the solutions of a system of word equations.
    FIRST_NODES = "context.first-nodes", 500, 1..=1 << 30, "measured: 250 and 1000 make no difference";
    /// Nodes of the last such search.
    MOST_NODES = "context.most-nodes", 40_000, 1..=1 << 30, "a bound: half and twice of it make no difference";
    /// Systems with more symbols are not searched.
    EQUATION_SYMBOLS = "context.equation-symbols", 100, 0..=1 << 20, "a bound; not measured";
    /// More equations are not taken together.
    JOINT_EQUATIONS = "context.joint-equations", 5, 1..=1 << 20, "a bound: the core takes a search per equation; not measured";
    /// Things from which on a pigeonhole argument is made.
    PIGEONS = "pigeonhole.pigeons", 4, 2..=1000, "fewer are distributed by trying; measured: 2 and 8 make no difference";
    /// Steps that counting the words of one language may take.
    COUNT_STEPS = "pigeonhole.count-steps", 20_000, 0..=u64::MAX, "a bound on a side question; not measured";
    /// Words above which a language counts as large.
    COUNTED_WORDS = "pigeonhole.words", 1 << 12, 0..=1 << 30, "a bound: so many different strings are beyond the search anyway";
    /// The first bound on every length.
    FIRST_BOUND = "deepening.first", 8, 0..=1 << 16, "measured: 4 costs 6 % more steps and an answer, 16 costs 11 %";
    /// How many times as large a bound becomes when it grows.
    BOUND_GROWTH = "deepening.growth", 4, 2..=64, "measured: 2 costs 4 % more steps and an answer, 8 saves 3 %";
    /// A variable whose bound would exceed this has none any more.
    LAST_BOUND = "deepening.last", 1 << 16, 1..=1 << 24, "a bound: longer strings are not short";
    /// Steps with the first bounds before all grow; later ones have twice as many.
    BOUND_STEPS = "deepening.steps", 400_000, 1..=u64::MAX, "measured: half costs 1 % more steps, twice an answer";
    /// Lemmas of strings of fixed length before the arrange arm arranges.
    ARRANGING = "arrange.arranging", 0, 0..=1 << 40, "not measured";
    /// Lemmas of strings of fixed length before it expands extended terms.
    EXPANDING = "arrange.expanding", 1, 0..=1 << 40, "not measured";
    /// Rounds of arrangements after which strings of fixed length are looked for.
    ARRANGEMENTS = "arrange.arrangements", 64, 1..=1 << 40, "a bound; not measured";
    /// Rounds of strings of fixed length after which the arrange arm first lets others go.
    ARRANGE_ROUNDS = "arrange.rounds", 256, 1..=1 << 40, "as lengths.rounds";
    /// Rounds of lengths after which the lengths arm first lets others go.
    LENGTHS_ROUNDS = "lengths.rounds", 256, 1..=1 << 40, "measured: 128 and 512 make no difference";
    /// Steps of one round after which it does.
    ROUND_STEPS = "lengths.round-steps", 100_000, 1..=1 << 60, "measured: half and twice of it make no difference";
    /// Lemmas after which characters are counted.
    COUNTING = "lengths.counting", 6, 1..=1 << 40, "measured: 3 costs 3 % more steps, 12 makes no difference";
    /// Lemmas after which lengths that are enough are looked for.
    BOUNDING = "lengths.bounding", 1, 1..=1 << 40, "measured: 2 makes no difference";
    /// Steps that looking for them may take.
    BOUNDING_STEPS = "lengths.bounding-steps", 50_000, 0..=u64::MAX, "a bound on a side question; not measured";
    /// Different characters that are counted.
    COUNTED_LETTERS = "lengths.counted-letters", 4, 0..=1 << 12, "each is a sum per equation";
    /// Strings above which nothing is counted.
    COUNTED_STRINGS = "lengths.counted-strings", 200, 0..=1 << 20, "a bound: each is a term per letter";
    /// Unknown positions above which no circuit for strings of fixed length is built.
    CELLS = "fixed-length.cells", 20_000, 0..=1 << 24, "a bound on memory";
    /// Gates of one fact above which it is not built.
    GATES = "fixed-length.gates", 4_000_000, 1..=1 << 32, "a bound on memory";
    /// A circuit is begun anew when it is so many times as large as after its first use.
    CIRCUIT_GROWTH = "fixed-length.growth", 4, 1..=1 << 10, "what earlier attempts left slows down later ones";
    /// Guards above which a core is taken as it is.
    CORE_GUARDS = "fixed-length.core-guards", 48, 0..=1 << 20, "each is a propagation";
    /// Small steps that making one core smaller may take.
    CORE_STEPS = "fixed-length.core-steps", 4_000, 0..=1 << 40, "smaller cores are lemmas that rule out more";
    /// Small steps that leaving out one guard may take.
    GUARD_STEPS = "fixed-length.guard-steps", 400, 0..=1 << 40, "smaller cores are lemmas that rule out more";
    /// Steps that finding the range of one number may take.
    RANGE_STEPS = "fixed-length.range-steps", 20_000, 0..=1 << 40, "a bound on a side question";
    /// Numbers of one failure of which the range is looked for.
    RANGE_SIDES = "fixed-length.range-sides", 4, 0..=1 << 10, "each is a search of its own";
    /// Parts of one concatenation in which constants are looked for.
    OVERLAP_PARTS = "overlap.parts", 64, 1..=1 << 20, "a bound on a side question; not measured";
    /// Contradictions between constants in one string that are told in one check.
    OVERLAPS = "overlap.told", 8, 1..=1 << 20, "each is a case for arithmetic; not measured";
    /// Characters that are compared to find all differences of two positions to be ruled out at once.
    OVERLAP_CHARACTERS = "overlap.characters", 1 << 20, 1..=1 << 40, "a bound on the work for long and periodic constants; not measured";
    /// Nodes of the graph of asserted equations that are together with lengths all there is.
    NODES = "equations.nodes", 100_000, 1..=1 << 30, "a bound on memory";
    /// Nodes of the graph of equations that stand beside other constraints: only a refutation counts.
    NODES_TO_REFUTE = "equations.nodes-to-refute", 10_000, 1..=1 << 30, "a bound: most graphs that refute are small";
    /// Paths through the graph whose lengths are tried.
    PATHS = "equations.paths", 200, 1..=1 << 30, "each is a question of arithmetic";
    /// Nodes of one cycle.
    CYCLE_NODES = "equations.cycle-nodes", 2_000, 1..=1 << 30, "a bound on a side question";
    /// Literals of a clause that is told to others.
    SHARED_LITERALS = "sharing.literals", 12, 1..=1 << 20, "long clauses say little";
    /// Clauses that are told about one problem.
    SHARED_FACTS = "sharing.facts", 512, 0..=1 << 20, "a bound on memory";
    /// Facts that are kept from query to query.
    KEPT_LEMMAS = "sharing.kept", 256, 0..=1 << 20, "a bound on memory";
    /// Steps for making a conflict small, for each step that finding it took.
    MINIMISING = "automata.minimising", 8, 0..=1 << 20, "not measured";
    /// Steps for it in any case.
    MINIMISING_LEAST = "automata.minimising-least", 20_000, 0..=u64::MAX, "not measured";
    /// Steps for it at most.
    MINIMISING_MOST = "automata.minimising-most", 2_000_000, 0..=u64::MAX, "a bound; not measured";
    /// Lengths that rest on more facts are not told.
    LENGTH_REASONS = "automata.length-reasons", 8, 0..=1 << 20, "such lemmas hold too rarely; not measured";
    /// States of the largest languages that are told to other arms as such; of larger ones the lengths are.
    TOLD_STATES = "automata.told-states", 12, 0..=1 << 16, "an expression may be exponentially larger; not measured";
    /// Steps that writing one down may take; with none, nothing is told.
    TOLD_STEPS = "automata.told-steps", 5_000, 0..=u64::MAX, "a bound on a side question; not measured";
    /// Steps for the lengths of what propagation leaves of one language.
    LANGUAGE_LENGTH_STEPS = "automata.language-length-steps", 100_000, 0..=u64::MAX, "a bound; not measured";
    /// Steps for the lengths of one language in a branch.
    BRANCH_LENGTH_STEPS = "automata.branch-length-steps", 50_000, 0..=u64::MAX, "a bound: there are many branches; not measured";
    /// Steps of one question to arithmetic about a branch.
    QUESTION_STEPS = "automata.question-steps", 200_000, 0..=u64::MAX, "a bound; not measured";
    /// Steps of the fixed-length back end for one assignment of lengths.
    BACK_END_STEPS = "automata.back-end-steps", 2_000_000, 1..=u64::MAX, "a bound; not measured";
    /// How often propagation uses one constraint.
    PROPAGATION_ROUNDS = "automata.rounds", 6, 1..=1 << 20, "languages of cyclic systems shrink for ever; not measured";
    /// Overlaps of strings with themselves that are looked at.
    PERIODS = "automata.periods", 64, 0..=1 << 20, "a bound: there may be one for each two concatenations; not measured";
    /// Characters up to which the length of a string that others repeat is a language.
    REPEATED_LENGTH = "automata.repeated-length", 64, 0..=1 << 12, "not measured";
    /// Languages with more states are not passed on.
    PROPAGATED_STATES = "automata.states", 1_000, 1..=1 << 24, "a bound; not measured";
    /// Languages with so many states are cut as propagation leaves them, larger ones as memberships do.
    CUT_STATES = "automata.cut-states", 300, 0..=1 << 24, "a bound; not measured";
    /// Steps of one operation on languages.
    OPERATION_STEPS = "automata.operation-steps", 300_000, 0..=u64::MAX, "a bound; not measured";
    /// Results of operations that are kept.
    KEPT_OPERATIONS = "automata.kept-operations", 20_000, 1..=1 << 30, "a bound on memory";
    /// Concatenations with more parts say nothing about single parts.
    CONCAT_PARTS = "automata.parts", 48, 0..=1 << 20, "a bound: each part takes two concatenations; not measured";
    /// Places beyond this in a slice are not counted in states.
    COUNTED_PLACES = "automata.places", 2_000, 0..=1 << 24, "a bound; not measured";
    /// Steps for the automaton of one string's memberships, or for one transducer.
    BUILD_STEPS = "automata.build-steps", 4_000_000, 0..=u64::MAX, "a bound: `a{0,10000}b{0,10000}` takes 1.6 million";
    /// Steps for the question whether a language says something new.
    NEWS_STEPS = "automata.news-steps", 20_000, 0..=u64::MAX, "a bound on a side question; not measured";
    /// Nodes of the Nielsen graph of equations that are searched for a cut.
    CYCLIC_NODES = "automata.cyclic-nodes", 2_000, 1..=1 << 30, "a bound; not measured";
    /// Equations with more symbols have no such graph.
    CYCLIC_SYMBOLS = "automata.cyclic-symbols", 100, 0..=1 << 20, "a bound; not measured";
    /// Larger automata are not asked in it.
    CYCLIC_STATES = "automata.cyclic-states", 16, 0..=1 << 16, "their monoids grow exponentially; not measured";
    /// Elements of words that are told apart in it.
    CYCLIC_ELEMENTS = "automata.cyclic-elements", 64, 1..=1 << 15, "each variable has one of them in a node; not measured";
    /// Steps for it.
    CYCLIC_STEPS = "automata.cyclic-steps", 500_000, 0..=u64::MAX, "a bound on a side question; not measured";
    /// Branches of one search.
    BRANCHES = "automata.branches", 4_000, 1..=1 << 40, "a bound; not measured";
    /// Variables that a branch may have made.
    SEGMENTS = "automata.segments", 300, 0..=1 << 24, "chain-free systems need few, others any number; not measured";
    /// Places and lengths of a slice up to this are counted in states, larger ones by arithmetic.
    SLICE_STATES = "automata.slice-states", 64, 0..=1 << 20, "not measured";
    /// Characters of one word.
    WORD_CHARACTERS = "automata.word-characters", 1 << 20, 0..=1 << 30, "a bound on memory";
    /// Moves of a transducer between two languages whose lengths are told; those of larger ones are not.
    TAPE_EDGES = "automata.tape-edges", 64, 0..=1 << 20, "each is an integer, in every branch; not measured";
    /// Steps for making such a transducer.
    TAPE_STEPS = "automata.tape-steps", 20_000, 0..=u64::MAX, "a bound on a side question; not measured";
    /// Shifts and denials that are taken up in one branch.
    PLACE_SHIFTS = "automata.place-shifts", 24, 0..=1 << 20, "each is a question to arithmetic; not measured";
    /// Places in one part of a string.
    PLACES = "automata.places-in-part", 8, 0..=1 << 10, "each is a copy of an automaton; not measured";
    /// Edges of the copies of one automaton; those of larger ones are not counted.
    PLACE_EDGES = "automata.place-edges", 400, 0..=1 << 20, "each is an integer; not measured";
    /// Questions about one set of places: each one more cuts off islands.
    PLACE_QUESTIONS = "automata.place-questions", 32, 1..=1 << 20, "a bound; not measured";
    /// Branches of one search in which places may tell nothing; then cases are taken at once.
    PLACE_TRIALS = "automata.place-trials", 3, 0..=1 << 20, "a bound: each may take all its steps; not measured";
    /// Steps for the denials of one branch.
    PLACE_STEPS = "automata.place-steps", 1_000_000, 0..=u64::MAX, "a bound; not measured";
    /// Nodes whose solutions in powers of a word are asked for.
    POWER_NODES = "equations.power-nodes", 8, 1..=1 << 30, "each is a question to arithmetic: the first is enough for six files of woorpje, 64 cost a quadratic equation twice the steps";
    /// Characters of a word whose powers are asked for.
    POWER_LETTERS = "equations.power-letters", 3, 1..=1 << 10, "not measured";
    /// Words whose powers are asked for at one node.
    POWER_WORDS = "equations.power-words", 12, 1..=1 << 20, "most are excluded without a question; not measured";
    /// Characters of all words together.
    SOLUTION_CHARACTERS = "equations.characters", 4_000_000, 0..=1 << 30, "a bound on memory";
    /// Pieces of a variable at first.
    FLAT_FIRST_PIECES = "flat.first-pieces", 1, 0..=64, "measured: 2 costs three times the steps and a third of the answers";
    /// Pieces of a variable at most.
    FLAT_PIECES = "flat.pieces", 8, 1..=1 << 10, "a bound: half and twice of it make no difference";
    /// Digits of a numeral at first.
    FLAT_FIRST_DIGITS = "flat.first-digits", 4, 1..=1 << 10, "measured: 2 costs 3 % less steps, 8 costs 9 % more";
    /// Digits of a numeral at most.
    FLAT_DIGITS = "flat.digits", 64, 1..=1 << 10, "a bound: half and twice of it make no difference";
    /// Characters of a variable up to which it is exact, if it is bounded.
    FLAT_SHORT = "flat.short", 32, 0..=1 << 12, "not measured";
    /// Characters of words in the first search for short ones.
    FLAT_FIRST_WORDS = "flat.first-words", 4, 1..=1 << 12, "measured: 8 finds two models fewer of 500, 16 six fewer";
    /// Characters of words in the last search for short ones.
    FLAT_LAST_WORDS = "flat.last-words", 64, 0..=1 << 12, "not measured";
    /// Characters of words that are all bounded, in the last search for short ones.
    FLAT_BOUNDED = "flat.bounded", 256, 0..=1 << 12, "not measured";
    /// Cases of a disjunction up to which each is looked at for bounds of lengths.
    FLAT_CASES = "flat.cases", 16, 0..=1 << 10, "not measured";
    /// Facts and forms that are looked at in cases, where there are strings without a bound.
    FLAT_CASE_WORK = "flat.case-work", 200_000, 0..=1 << 30, "a bound; not measured";
    /// Steps of the first turn of searches for short words.
    FLAT_WORDS_STEPS = "flat.words-steps", 400_000, 1..=u64::MAX, "not measured";
    /// Shifts that are excluded at once, where there are no others.
    FLAT_ALL_SHIFTS = "flat.all-shifts", 128, 0..=1 << 20, "not measured";
    /// Letters beyond those that the problem asks for, at most, of which each string has one.
    FLAT_SYMBOL_LETTERS = "flat.symbol-letters", 16, 0..=1 << 10, "not measured";
    /// Stages of a chain at first.
    FLAT_FIRST_STAGES = "flat.first-stages", 2, 0..=1 << 10, "not measured";
    /// Stages of a chain at most, but for what the last doubling adds.
    FLAT_STAGES = "flat.stages", 64, 1..=1 << 20, "a bound; not measured";
    /// The least first period.
    FLAT_FIRST_PERIOD = "flat.first-period", 8, 1..=1 << 10, "all shorter periods have a multiple from it to its double; measured: 4 costs 50 % more steps, 16 more than twice, and a tenth of the answers or more";
    /// The greatest first period, where the literals of a problem have one.
    FLAT_LONG_FIRST_PERIOD = "flat.long-first-period", 32, 1..=1 << 10, "measured: half and twice of it make no difference";
    /// Periods that are tried before variables get another piece.
    FLAT_PERIODS = "flat.periods", 24, 0..=1 << 10, "not measured";
    /// The last period.
    FLAT_LAST_PERIOD = "flat.last-period", 256, 1..=1 << 12, "a bound; not measured";
    /// The last period of a ring.
    FLAT_LAST_RING = "flat.last-ring", 512, 1..=1 << 12, "a bound; a string of prime length has no other period";
    /// Characters of a variable at first.
    FLAT_LONGEST = "flat.longest", 20_000, 1..=1 << 24, "a candidate costs the length of its words; not measured";
    /// Characters of a variable at most.
    FLAT_LAST_LONGEST = "flat.last-longest", 1 << 20, 1..=1 << 24, "longer words are nothing to look at; three files of aplas need 32 000";
    /// Shifts of a needle that are excluded in one round.
    FLAT_SHIFTS = "flat.shifts", 2, 1..=1 << 10, "not measured";
    /// Cells of a cycle up to which all instances of a read are made at once.
    FLAT_READ_CELLS = "flat.read-cells", 12, 0..=1 << 10, "not measured";
    /// Words equal to the same that are compared with each other.
    FLAT_CHAIN = "flat.chain", 8, 2..=1 << 10, "a bound; not measured";
    /// Places of literals in a ring that are tried before the ring is.
    FLAT_RING_PLACES = "flat.ring-places", 10_000, 0..=1 << 30, "a bound; not measured";
    /// Combinations of periods that have the same greatest one.
    FLAT_RING_TRIALS = "flat.ring-trials", 64, 1..=1 << 20, "a bound; not measured";
    /// Pairs of cells, of a literal and a ring, up to which all instances are made at once.
    FLAT_RING_CELLS = "flat.ring-cells", 20_000, 0..=1 << 20, "measured on P4's Figure 1 with 257 characters: 2,000 costs five times the steps";
    /// Steps for one period of a ring before the next one has its turn.
    FLAT_RING_STEPS = "flat.ring-steps", 100_000, 1..=u64::MAX, "measured while terms cost nothing: 50,000 was the best of 5,000 to 100,000; twice that since they cost four steps";
    /// Steps of the first turn of searches with rings, and of the one without.
    FLAT_SEARCH_STEPS = "flat.search-steps", 1_000_000, 1..=u64::MAX, "not measured";
    /// What a term costs that is made on the way: to make it, and the engine to read it.
    FLAT_TERM_STEPS = "flat.term-steps", 4, 0..=1 << 20, "not measured";
    /// Letters beyond those that the problem asks for.
    FLAT_SPARE_LETTERS = "flat.spare-letters", 2, 0..=1 << 10, "not measured";
    /// Letters of a problem that has no flat words of fewer.
    FLAT_MANY_LETTERS = "flat.many-letters", 256, 0..=1 << 12, "not measured";
    /// Characters of one class that languages do not tell apart.
    FLAT_CLASS_LETTERS = "flat.class-letters", 2, 1..=1 << 10, "not measured";
}
