//! A session through the `smtlib` crate, which splits its commands into many small writes.

use smtlib::backend::cvc5_binary::Cvc5Binary;
use smtlib::backend::z3_binary::Z3Binary;
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
    Ok(())
}

fn main() {
    let solver = std::env::args().nth(1).expect("path to the solver");
    session(Z3Binary::new(&solver).expect("starts")).expect("z3 style");
    session(Cvc5Binary::new(&solver).expect("starts")).expect("cvc5 style");
}
