//! A session through the `easy-smt` crate.

use easy_smt::{ContextBuilder, Response};

fn main() -> std::io::Result<()> {
    let solver = std::env::args().nth(1).expect("path to the solver");
    let mut ctx = ContextBuilder::new()
        .solver(&solver)
        .solver_args(["-smt2", "-in", "-v:0"])
        .build()?;
    ctx.set_logic("QF_SLIA")?;
    let p = ctx.declare_const("p", ctx.bool_sort())?;
    ctx.assert(p)?;
    assert_eq!(ctx.check()?, Response::Sat);
    let value = ctx.get_value(vec![p])?;
    assert_eq!(ctx.display(value[0].1).to_string(), "true");
    ctx.push()?;
    let not_p = ctx.not(p);
    ctx.assert(not_p)?;
    assert_eq!(ctx.check()?, Response::Unsat);
    ctx.pop()?;
    assert_eq!(ctx.check()?, Response::Sat);
    let n = ctx.declare_const("n", ctx.int_sort())?;
    let five = ctx.numeral(5);
    let equal = ctx.eq(n, five);
    ctx.assert(equal)?;
    assert_eq!(ctx.check()?, Response::Sat);
    let value = ctx.get_value(vec![n])?;
    assert_eq!(ctx.display(value[0].1).to_string(), "5");
    ctx.exit()
}
