//! The tester: formulas with known answers against any string solver.
//!
//! [`synth`] makes formulas that are satisfiable or unsatisfiable by construction, each with a
//! proof; [`run`] runs solvers on them and says what became of each.
//!
//! | file | what it is about |
//! |---|---|
//! | `cli` | the sub-commands; the only part of the crate that prints |
//! | `cli/generate` | `fray gen`: writes, lists or counts a suite |
//! | `cli/jobs` | the tests of a suite as jobs |
//! | `cli/race` | `fray race`: solvers side by side on benchmark files |
//! | `cli/reduce` | `fray reduce`: a failing test, made small |
//! | `cli/report` | `fray report`: the tables of a store |
//! | `cli/sink` | where results go while a campaign runs |
//! | `cli/solvers` | which solvers to run and how |
//! | `cli/speed` | `fray gen --speed`: how fast tests are made |
//! | `cli/suite` | the options that say which suite, shared by the commands that make one |
//! | `cli/test` | `fray test` and `fray rerun`: solvers on a suite |
//! | `run` | running solvers on tests: processes, verdicts, a store, tables |
//! | `run/campaign` | a campaign: one solver on all tests of a suite, in parallel, with results as they come |
//! | `run/issue` | a failure as one self-contained issue text |
//! | `run/job` | a test as the runner sees it: a script and what is known about its answers |
//! | `run/judge` | judgement: a solver's output against what is known about the test |
//! | `run/process` | solvers as processes, with hard limits on the whole process group |
//! | `run/profile` | profiles: how each solver is called |
//! | `run/race` | races: solvers side by side on benchmark files, whose answers may or may not be known |
//! | `run/reduce` | reduction of a failing test while its oracle stays known |
//! | `run/report` | tables of results, as P0's Table 4 and Table 6 have them |
//! | `run/second` | a second opinion on cores, by another solver |
//! | `run/sexpr` | lists in what solvers print |
//! | `run/shrink` | steps of a reduction that keep or find a model |
//! | `run/steps` | steps of a reduction whose answer follows from the larger test |
//! | `run/store` | the store of results, a SQLite file |
//! | `run/verdict` | verdicts: what became of a test, with failures of different kinds kept apart |
//! | `synth` | synthesis of formulas whose answer is known (P0) |
//! | `synth/certify` | the proof of each test: models found and evaluated |
//! | `synth/exec` | the executable semantics that synthesis computes with (P0 §3.1) |
//! | `synth/format` | the format of the data files: TOML with SMT-LIB terms |
//! | `synth/grow` | seeded random growth: Boolean skeletons over planted models, fusion |
//! | `synth/incremental` | variants of a test in a longer conversation |
//! | `synth/library` | the data: operations, pools, equivalences, equalities |
//! | `synth/program` | terms compiled for evaluation under partial assignments |
//! | `synth/reference` | the reference semantics a suite is made for (P0 §2) |
//! | `synth/rewrite` | replacement of sub-terms, literals included; removal of patterns |
//! | `synth/satisfiable` | satisfiable tests of single operations |
//! | `synth/search` | search for an assignment that gives formulas wanted truth values |
//! | `synth/suite` | suites: which tests, in which order, certified and streamed to a receiver |
//! | `synth/syntax` | SMT-LIB terms inside data files |
//! | `synth/terms` | term synthesis (P0 §3.1) |
//! | `synth/test` | a test: a formula, the answer it must get, and the proof of that answer |
//! | `synth/unsat` | unsatisfiable tests: equivalences, replacements, redundancy (P0 §2.2, §3.2) |
//! | `synth/unsat_suite` | the unsatisfiable tests of a suite |
//! | `synth/verify` | rules checked on a small domain before use |
//! | `synth/write` | tests as SMT-LIB text |
//! | `main` | the `fray` command line |

pub mod run;
pub mod synth;
