//! A session through the `rsmt2` crate, once with each style of command line.

use rsmt2::parse::{ExprParser, IdentParser, ValueParser};
use rsmt2::{SmtConf, SmtRes, Solver};

/// Reads identifiers, values and expressions as plain text.
#[derive(Clone, Copy)]
struct Text;

impl IdentParser<String, String, &str> for Text {
    fn parse_ident(self, input: &str) -> SmtRes<String> {
        Ok(input.to_owned())
    }
    fn parse_type(self, input: &str) -> SmtRes<String> {
        Ok(input.to_owned())
    }
}

impl ValueParser<String, &str> for Text {
    fn parse_value(self, input: &str) -> SmtRes<String> {
        Ok(input.to_owned())
    }
}

impl ExprParser<String, (), &str> for Text {
    fn parse_expr(self, input: &str, (): ()) -> SmtRes<String> {
        Ok(input.to_owned())
    }
}

fn session(conf: SmtConf) -> SmtRes<()> {
    let mut solver = Solver::new(conf, Text)?;
    solver.declare_const("p", "Bool")?;
    solver.declare_const("q", "Bool")?;
    solver.assert("(or p\n   q)")?;
    assert!(solver.check_sat()?);
    solver.push(1)?;
    solver.assert("(not p)")?;
    assert!(solver.check_sat()?);
    let values = solver.get_values(["p", "q"])?;
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(values, [pair("p", "false"), pair("q", "true")]);
    solver.assert("(not q)")?;
    assert!(!solver.check_sat()?);
    solver.pop(1)?;
    assert!(solver.check_sat()?);
    solver.declare_const("x", "String")?;
    solver.assert("(str.in_re x (re.++ (str.to_re \"a\"\"b\") (re.* (re.range \"0\" \"9\"))))")?;
    solver.assert("(= (str.to_int (str.substr x 3 2)) 42)")?;
    assert!(solver.check_sat()?);
    let values = solver.get_values(["(str.substr x 0 5)"])?;
    assert_eq!(values, [pair("(str.substr x 0 5)", "\"a\"\"b42\"")]);
    solver.assert("(not (str.contains x \"4\"))")?;
    assert!(!solver.check_sat()?);
    solver.kill()
}

fn main() {
    let solver = std::env::args().nth(1).expect("path to the solver");
    for mut conf in [SmtConf::z3(&solver), SmtConf::cvc4(&solver)] {
        conf.models();
        session(conf).expect("the session");
    }
}
