//! A session through the `smtlib` crate, which splits its commands into many small writes.

use smtlib::backend::cvc5_binary::Cvc5Binary;
use smtlib::backend::z3_binary::Z3Binary;
use smtlib::lowlevel::ast::Command;
use smtlib::terms::StaticSorted;
use smtlib::{Backend, Bool, SatResult, Solver, Storage};

fn session(backend: impl Backend) -> Result<(), smtlib::Error> {
    let storage = Storage::new();
    let mut solver = Solver::new(&storage, backend)?;
    let p = Bool::new_const(&storage, "p");
    let p_const = p;
    let p: Bool = p.into();
    solver.assert(p)?;
    assert_eq!(solver.check_sat()?, SatResult::Sat);
    solver.scope(|solver| {
        solver.assert(!p)?;
        assert_eq!(solver.check_sat()?, SatResult::Unsat);
        Ok(())
    })?;
    let model = solver.check_sat_with_model()?.expect_sat()?;
    assert_eq!(model.eval(p_const).map(|value| value.to_string()), Some("true".to_owned()));
    strings(&storage, &mut solver)
}

/// The typed layer has no strings; the layer below it has commands.
fn strings<'st>(storage: &'st Storage, solver: &mut Solver<'st, impl Backend>) -> Result<(), smtlib::Error> {
    let mut run = |command: &str| -> Result<String, smtlib::Error> {
        let command = Command::parse(storage, command).expect("a command");
        Ok(solver.run_command(command)?.to_string())
    };
    assert_eq!(run("(declare-const x String)")?, "success");
    assert_eq!(run("(assert (= (str.++ x \"b\") \"a\"\"bb\"))")?, "success");
    assert_eq!(run("(check-sat)")?, "sat");
    let model = run("(get-model)")?;
    assert!(model.contains("\"a\"\"b\""), "{model}");
    assert_eq!(run("(assert (= (str.len x) 2))")?, "success");
    assert_eq!(run("(check-sat)")?, "unsat");
    Ok(())
}

fn main() {
    let solver = std::env::args().nth(1).expect("path to the solver");
    session(Z3Binary::new(&solver).expect("starts")).expect("z3 style");
    session(Cvc5Binary::new(&solver).expect("starts")).expect("cvc5 style");
}
