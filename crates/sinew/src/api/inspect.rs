//! What a term is made of, for programs that walk over terms.

use sinew_term::Op;

use super::dynamic::{Dynamic, FuncDecl};
use super::node::Head;

/// What stands at the root of a term.
///
/// ```
/// use sinew::ast::{Ast, Int, Kind};
/// let sum = (Int::new_const("n") + 1).to_dynamic();
/// let kinds: Vec<Kind> = sum.children().iter().map(|part| part.kind()).collect();
/// assert_eq!((sum.kind(), kinds), (Kind::Operator, vec![Kind::Symbol, Kind::Literal]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A literal: a truth value, a number, a string.
    Literal,
    /// A constant or a declared function of arguments.
    Symbol,
    /// An operator of the theory.
    Operator,
    /// `forall` or `exists`; the children are the constants that it binds, then the body.
    Quantifier,
    /// No term; [`Ast::error`](super::ast::Ast::error) says why.
    Broken,
}

impl Dynamic {
    /// What stands at the root.
    ///
    /// ```
    /// use sinew::ast::{Ast, Kind, Regexp, String};
    /// let x = String::new_const("x");
    /// let member = x.regex_matches(Regexp::literal("a").r#loop(1, 3)).to_dynamic();
    /// assert_eq!((member.kind(), member.name()), (Kind::Operator, Some("str.in_re")));
    /// let children = member.children();
    /// assert_eq!(children[0].kind(), Kind::Symbol);
    /// assert!(children[0] == x.to_dynamic());
    /// assert_eq!((children[1].name(), children[1].indices()), (Some("re.loop"), vec![1, 3]));
    /// ```
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self.0.head() {
            Head::Op(Op::True | Op::False) | Head::Int(_) | Head::Str(_) => Kind::Literal,
            Head::Op(_) | Head::Power(_) | Head::Loop(..) | Head::Divisible(_) => Kind::Operator,
            Head::Symbol(_) => Kind::Symbol,
            Head::Quantifier(_) => Kind::Quantifier,
            Head::Broken(_) => Kind::Broken,
        }
    }

    /// The name of the operator, the symbol or the quantifier; numbers and strings have none.
    ///
    /// ```
    /// use sinew::ast::{Ast, Int};
    /// let sum = (Int::new_const("n") + 1).to_dynamic();
    /// assert_eq!(sum.name(), Some("+"));
    /// ```
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self.0.head() {
            Head::Op(op) => Some(op.name()),
            Head::Power(_) => Some("re.^"),
            Head::Loop(..) => Some("re.loop"),
            Head::Divisible(_) => Some("divisible"),
            Head::Symbol(symbol) => Some(&symbol.name),
            Head::Quantifier(true) => Some("forall"),
            Head::Quantifier(false) => Some("exists"),
            Head::Int(_) | Head::Str(_) | Head::Broken(_) => None,
        }
    }

    /// The indices of `re.^`, `re.loop` and `divisible`.
    ///
    /// ```
    /// use sinew::ast::{Ast, Regexp};
    /// assert_eq!(Regexp::allchar().power(3).to_dynamic().indices(), [3]);
    /// ```
    #[must_use]
    pub fn indices(&self) -> Vec<u32> {
        match *self.0.head() {
            Head::Power(index) | Head::Divisible(index) => vec![index],
            Head::Loop(least, most) => vec![least, most],
            _ => Vec::new(),
        }
    }

    /// The arguments.
    ///
    /// ```
    /// use sinew::ast::{Ast, Int};
    /// let sum = (Int::new_const("n") + 1).to_dynamic();
    /// let parts: Vec<_> = sum.children().iter().map(|part| part.to_string()).collect();
    /// assert_eq!(parts, ["n", "1"]);
    /// ```
    #[must_use]
    pub fn children(&self) -> Vec<Dynamic> {
        self.0.args().iter().cloned().map(Dynamic).collect()
    }

    /// The function or constant at the root, if it is one that was declared.
    ///
    /// ```
    /// use sinew::ast::{Ast, Int};
    /// let n = Int::new_const("n").to_dynamic();
    /// assert_eq!(n.decl().unwrap().name(), "n");
    /// assert!(Int::from(1).to_dynamic().decl().is_none());
    /// ```
    #[must_use]
    pub fn decl(&self) -> Option<FuncDecl> {
        match self.0.head() {
            Head::Symbol(symbol) => Some(FuncDecl(symbol.clone())),
            _ => None,
        }
    }
}

/// Whether they are the same term; [`Dynamic::eq`] is the formula.
impl PartialEq for Dynamic {
    fn eq(&self, other: &Dynamic) -> bool {
        self.0 == other.0
    }
}

impl Eq for Dynamic {}

impl std::hash::Hash for Dynamic {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}
