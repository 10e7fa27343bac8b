//! A session through the `easy-smt` crate.

use easy_smt::{Context, ContextBuilder, Response, SExpr};

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
    strings(&mut ctx)?;
    ctx.exit()
}

/// The library has no names for operations on strings; its users write atoms and lists.
fn strings(ctx: &mut Context) -> std::io::Result<()> {
    let sort = ctx.atom("String");
    let x = ctx.declare_const("x", sort)?;
    let apply = |ctx: &Context, name: &str, args: &[SExpr]| {
        let mut list = vec![ctx.atom(name)];
        list.extend_from_slice(args);
        ctx.list(list)
    };
    let (from, to) = (ctx.atom("\"a\""), ctx.atom("\"f\""));
    let range = apply(ctx, "re.range", &[from, to]);
    let plus = apply(ctx, "re.+", &[range]);
    let member = apply(ctx, "str.in_re", &[x, plus]);
    let length = apply(ctx, "str.len", &[x]);
    let three = ctx.numeral(3);
    let long = ctx.eq(length, three);
    let fade = ctx.atom("\"fad\"");
    let contains = apply(ctx, "str.contains", &[x, fade]);
    for formula in [member, long, contains] {
        ctx.assert(formula)?;
    }
    assert_eq!(ctx.check()?, Response::Sat);
    let value = ctx.get_value(vec![x])?;
    assert_eq!(ctx.get_str(value[0].1), Some("fad"));
    let g = ctx.atom("\"g\"");
    let contains = apply(ctx, "str.contains", &[x, g]);
    assert_eq!(ctx.check_assuming([contains])?, Response::Unsat);
    Ok(())
}
