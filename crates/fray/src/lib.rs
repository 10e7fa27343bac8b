//! The tester: formulas with known answers against any string solver.
//!
//! [`synth`] makes formulas that are satisfiable or unsatisfiable by construction, each with a
//! proof; [`run`] runs solvers on them and says what became of each.
//!
//! | file | what it is about |
//! |---|---|
//! | `cli` | the sub-commands; the only part of the crate that prints |
//! | `cli/cluster` | `fray cluster`: the distinct bugs behind the failures of a store, each with its smallest form |
//! | `cli/company` | what a solver gets wrong only after other tests in the same process |
//! | `cli/findings` | what a hunt does with failures |
//! | `cli/generate` | `fray gen`: writes, lists or counts a suite |
//! | `cli/hunt` | `fray hunt`: tests without end, and the distinct bugs that they find |
//! | `cli/jobs` | the tests of a suite as jobs |
//! | `cli/known` | `fray known`: the publicly known bugs, and which versions have them |
//! | `cli/merge` | `fray merge`: the results of several stores in one |
//! | `cli/race` | `fray race`: solvers side by side on benchmark files |
//! | `cli/reduce` | `fray reduce`: a failing test, made small |
//! | `cli/report` | `fray report`: the tables of a store |
//! | `cli/screen` | what a hunt shows |
//! | `cli/share` | the work of one run, shared with every other process that does the same with the same store |
//! | `cli/sink` | where results go while a campaign runs |
//! | `cli/solvers` | which solvers to run and how |
//! | `cli/speed` | `fray gen --speed`: how fast tests are made |
//! | `cli/suite` | the options that say which suite, shared by the commands that make one |
//! | `cli/test` | `fray test` and `fray rerun`: solvers on a suite |
//! | `cli/told` | how bugs are told: script, answer, command |
//! | `cli/ways` | the ways in which a hunt makes tests and puts them to solvers |
//! | `run` | running solvers on tests: processes, verdicts, a store, tables |
//! | `run/answer` | answers in what a solver prints, and what its end means where there is none |
//! | `run/bare` | scripts with and without what asks for cores |
//! | `run/blame` | which operator a failure is about |
//! | `run/bounds` | what values terms may have if some atoms are true and others false |
//! | `run/broken` | which operator a model breaks |
//! | `run/campaign` | a campaign: one solver on all tests of a suite, in parallel, with results as they come |
//! | `run/cluster` | which findings are the same bug |
//! | `run/contradiction` | solvers that contradict each other |
//! | `run/culprit` | what in a small form the failure is about |
//! | `run/deeper` | steps of a reduction that come last: parts of parts, values |
//! | `run/dialect` | dialects: how a program spells the theory of strings, and scripts written in its spelling |
//! | `run/digest` | digests of texts |
//! | `run/examine` | from a failure to a finding |
//! | `run/finding` | a finding: a failure, made small; and when two of them are one bug by what they are about |
//! | `run/holder` | who works on what |
//! | `run/hopeless` | what a solver never answers |
//! | `run/html` | the report as one page that needs nothing else |
//! | `run/instances` | steps of a reduction: a constant becomes a value or another one |
//! | `run/issue` | a failure as one self-contained issue text |
//! | `run/job` | a test as the runner sees it: a script and what is known about its answers |
//! | `run/judge` | judgement: a solver's output against what is known about the test |
//! | `run/known` | publicly known bugs |
//! | `run/label` | what we can say ourselves about a script without a recorded answer |
//! | `run/launch` | the step between us and a solver |
//! | `run/linear` | sums of integer terms, and the intervals that they are in |
//! | `run/log` | an append-only file of lines, each with its own check, that several processes write to |
//! | `run/pattern` | formulas up to what does not matter, and what several of them have in common |
//! | `run/plainer` | failures that are plainer ones at heart: cores that are believed alone, models that do not hold |
//! | `run/probe` | finding out the dialect of a program, by small scripts whose answers are beyond doubt |
//! | `run/process` | solvers as processes, with hard limits on the whole process group |
//! | `run/profile` | profiles: how each solver is called |
//! | `run/race` | races: solvers side by side on benchmark files, whose answers may or may not be known |
//! | `run/queries` | the queries of a user's script, each as an open test by itself |
//! | `run/record` | what a run is, and what came of one test in it |
//! | `run/reduce` | reduction of a failing test while its oracle stays known |
//! | `run/refute` | whether formulas are certainly unsatisfiable |
//! | `run/repeated` | a step of a reduction: what occurs several times becomes a constant |
//! | `run/report` | tables of results, as P0's Table 4 and Table 6 have them |
//! | `run/schedule` | which way of making tests comes next |
//! | `run/scoped` | a conversation of one query, as a test or made small in its scope |
//! | `run/second` | a second opinion on cores, by another solver |
//! | `run/session` | many tests in one process |
//! | `run/sexpr` | lists in what solvers print |
//! | `run/shrink` | steps of a reduction that keep or find a model |
//! | `run/simplify` | simplification by laws that hold for all values |
//! | `run/size` | how large a candidate of a reduction is |
//! | `run/steps` | steps of a reduction whose answer follows from the larger test |
//! | `run/store` | the store of results and findings |
//! | `run/together` | many tests of a campaign in one process |
//! | `run/trace` | conversations whose every answer is known, made short |
//! | `run/turned` | a wrong belief from its other side |
//! | `run/verdict` | verdicts: what became of a test, with failures of different kinds kept apart |
//! | `run/watch` | a process that ends what solvers have started if fray is killed |
//! | `run/words` | the values that models are made of when a test is made smaller |
//! | `synth` | synthesis of formulas whose answer is known (P0) |
//! | `synth/accepting` | regular expressions grown around a word, so that they accept it |
//! | `synth/certify` | the proof of each test: models found and evaluated |
//! | `synth/choice` | which production comes next, and swarms |
//! | `synth/conjecture` | conjectured laws |
//! | `synth/derive` | derivations: whether, and how, random growth makes a given formula |
//! | `synth/exec` | the executable semantics that synthesis computes with (P0 §3.1) |
//! | `synth/execution` | operations on constants with a wrong result (P1 §3.2) |
//! | `synth/feature` | what a script asks of a solver beyond the operators that every string solver has |
//! | `synth/format` | the format of the data files: TOML with SMT-LIB terms |
//! | `synth/grammar` | the grammar of random growth, as data |
//! | `synth/grow` | seeded random growth: Boolean skeletons over planted models, fusion |
//! | `synth/growth` | random terms over the grammar, evaluated as they grow |
//! | `synth/incremental` | variants of a test in a longer conversation |
//! | `synth/index` | numerals in laws |
//! | `synth/instance` | laws as tests |
//! | `synth/lang` | regular languages as values of synthesis |
//! | `synth/languages` | tests about what is true of languages |
//! | `synth/law` | laws: equations that hold for all regular expressions, strings and integers, as data |
//! | `synth/library` | the data: operations, pools, equivalences, equalities |
//! | `synth/matching` | matching: whether a term is an instance of a law's side |
//! | `synth/metamorph` | metamorphic variants |
//! | `synth/mutant` | mutation of given formulas under a planted model, so that any `unsat` is wrong |
//! | `synth/planted` | random formulas over all operators |
//! | `synth/program` | terms compiled for evaluation under partial assignments |
//! | `synth/quantified` | satisfiable tests with quantifiers (P1 §5) |
//! | `synth/reference` | the reference semantics a suite is made for (P0 §2) |
//! | `synth/regex_suite` | the suite of regular expressions |
//! | `synth/regexes` | the pool of regular expressions (P1 §2.1.2), and the strings that go with each (§3.3) |
//! | `synth/reglan` | formulas about regular expressions as values, as P1 has them |
//! | `synth/rewrite` | replacement of sub-terms, literals included; removal of patterns |
//! | `synth/sample` | samples: some tests of each transformation, chosen at random |
//! | `synth/satisfiable` | satisfiable tests of single operations |
//! | `synth/search` | search for an assignment that gives formulas wanted truth values |
//! | `synth/shape` | all ways to nest the operators of the grammar, counted and numbered by size |
//! | `synth/small` | small scope: formulas of every small shape |
//! | `synth/soil` | what terms grow from: planted variables, letters, literals, and what has grown |
//! | `synth/stream` | endless, seeded streams of certified tests |
//! | `synth/suite` | suites: which tests, in which order, certified and streamed to a receiver |
//! | `synth/syntax` | SMT-LIB terms inside data files |
//! | `synth/terms` | term synthesis (P0 §3.1) |
//! | `synth/test` | a test: a formula, the answer it must get, and the proof of that answer |
//! | `synth/trial` | what formulas are under random assignments, and whether one is a model |
//! | `synth/universal` | universal facts about one string variable, decided by automata (P1 §5) |
//! | `synth/unsat` | unsatisfiable tests: equivalences, replacements, redundancy (P0 §2.2, §3.2) |
//! | `synth/unsat_suite` | the unsatisfiable tests of a suite |
//! | `synth/vocabulary` | narrow vocabularies: a few operators, variables and literals |
//! | `synth/variants` | source of metamorphic variants of tests that other modes make |
//! | `synth/verify` | rules checked on a small domain before use |
//! | `synth/write` | tests as SMT-LIB text |
//! | `main` | the `fray` command line |

pub mod run;
pub mod synth;
