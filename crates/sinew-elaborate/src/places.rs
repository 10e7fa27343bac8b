//! Denials that no place makes true: strings that must differ, of which one must not begin, end or occur in the other, though their languages leave
//! no other characters.
//!
//! The part is laid over the whole at a place, told from the front or from the back. Where the lengths leave room for it, what stands there is the
//! part (`sinew_re_place`), which was denied; so the lengths leave none, which arithmetic refutes.

use sinew_proof::cpc::{Fact, Failure, Known, Op, Outcome, Sort, Term};

use crate::Elaborator;
use crate::equations::LITTLE;

/// How far from the ends of components a part is looked for.
const SHIFTS: usize = 3;
/// Work that one place may cost.
const PLACE: u64 = 40_000;

/// That a string is not so related to another.
#[derive(Clone, Copy)]
struct Denial {
    /// `not` of the relation.
    fact: Fact,
    relation: Known,
    part: Term,
    whole: Term,
}

/// Where a part may be: in the components from one to another, behind so many characters, or before so many, or both.
struct Place {
    components: (usize, usize),
    before: Option<usize>,
    behind: Option<usize>,
}

/// That there is room for a part, with the numbers of characters before and behind it.
struct Room {
    formula: Term,
    before: Term,
    behind: Term,
}

/// What premises say.
#[derive(Default)]
struct Told {
    members: Vec<(Term, Fact)>,
    denials: Vec<Denial>,
    comparisons: Vec<Fact>,
}

impl Elaborator {
    /// `false`, from denials, memberships and comparisons of lengths.
    pub(crate) fn no_places(&mut self, premises: &[Fact]) -> Outcome<Fact> {
        let mut known = self.told(premises)?;
        for denial in known.denials.clone() {
            let components = self.components(denial.whole)?;
            for place in places(denial.relation, components.len()) {
                let there = |proof: &mut Elaborator| proof.no_room(&denial, &place, &known.members);
                let Some(bound) = self.limited(PLACE, there)? else {
                    continue;
                };
                if let Some(refuted) = self.too_narrow(bound, &known.comparisons)? {
                    return Ok(refuted);
                }
                known.comparisons.push(bound);
            }
        }
        Err("the strings have places that differ".into())
    }

    /// Premises by what they are about; denials with right sides of equations for left ones.
    fn told(&mut self, premises: &[Fact]) -> Outcome<Told> {
        let (mut known, mut equations) = (Told::default(), Vec::new());
        let mut others = Vec::new();
        for &premise in premises {
            match self.sides(premise) {
                Some((left, right)) if left == right => {}
                Some((left, right)) if self.checker().terms().sort(left) == Sort::String => {
                    let terms = self.checker().terms();
                    let made = |term: Term| {
                        terms.as_str(term).is_some() || terms.op(term) == Op::Known(Known::Concat)
                    };
                    equations.push(match made(left) && !made(right) {
                        true => (right, left, self.symm(premise)?),
                        false => (left, right, premise),
                    });
                }
                _ => others.push(premise),
            }
        }
        for fact in others {
            let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
            if self.is_comparison(formula) {
                known.comparisons.push(fact);
            } else if let Some(member) = self.as_membership(fact)? {
                let (_, string, _) = self.membership(member)?;
                known.members.push((string, member));
            } else {
                let equation = self.replaced(formula, &equations)?;
                let fact = self.resolve(fact, equation)?;
                known.denials.extend(self.denial(fact)?);
            }
        }
        Ok(known)
    }

    fn denial(&mut self, fact: Fact) -> Outcome<Option<Denial>> {
        let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        let (Op::Known(Known::Not), &[atom]) = (terms.op(formula), terms.args(formula)) else {
            return Ok(None);
        };
        let (Op::Known(relation), &[a, b]) = (terms.op(atom), terms.args(atom)) else {
            return Ok(None);
        };
        let (part, whole) = match relation {
            Known::Contains => (b, a),
            Known::Eq | Known::PrefixOf | Known::SuffixOf => (a, b),
            _ => return Ok(None),
        };
        Ok((terms.sort(part) == Sort::String).then_some(Denial {
            fact,
            relation,
            part,
            whole,
        }))
    }

    /// That the lengths leave no room for the part at a place, since there it would be what was denied.
    fn no_room(
        &mut self,
        denial: &Denial,
        place: &Place,
        members: &[(Term, Fact)],
    ) -> Outcome<Fact> {
        let components = self.components(denial.whole)?;
        let (from, to) = place.components;
        let text = match to - from == components.len() {
            true => denial.whole,
            false => self.concatenation(&components[from..to])?,
        };
        let inner = self.in_language(denial.part, members)?;
        let outer = self.in_language(text, members)?;
        let terms = self.checker().terms();
        let (short, long) = (
            terms.app(Known::Len, &[denial.part])?,
            terms.app(Known::Len, &[text])?,
        );
        let room = self.room(place, (short, long))?;
        let no = self.checker().terms().boolean(false)?;
        let supposed = self.checker().assume_push(room.formula)?;
        let mut facts = vec![inner, outer];
        facts.extend(self.around_the_part(&room, (short, long), supposed)?);
        let same = (self.checker()).step("sinew_re_place", &facts, &[], None)?;
        let holds = match denial.relation {
            Known::Eq => self.whole_slice(same, supposed, text)?,
            Known::Contains => self.contained_at(denial, place, (text, same))?,
            relation => {
                let rule = match relation {
                    Known::PrefixOf => "str-prefixof-elim",
                    _ => "str-suffixof-elim",
                };
                let args = [denial.part, denial.whole];
                let meaning = self.checker().step(rule, &[], &args, None)?;
                let (meaning, same) = (self.symm(meaning)?, self.symm(same)?);
                self.resolve(same, Some(meaning))?
            }
        };
        let refuted = (self.checker()).step("contra", &[holds, denial.fact], &[], None)?;
        let implied = self.checker().step_pop("scope", &[refuted], None)?;
        (self.checker()).step("process_scope", &[implied], &[no], None)
    }

    /// What the lengths are if there is room for a part at a place.
    fn room(&mut self, place: &Place, (short, long): (Term, Term)) -> Outcome<Room> {
        let terms = self.checker().terms();
        let zero = terms.int(0.into())?;
        let shift = place.before.or(place.behind).unwrap_or(0);
        let shift = terms.int(shift.into())?;
        let around = match shift == zero {
            true => short,
            false => terms.app(Known::Add, &[shift, short])?,
        };
        let rest = terms.app(Known::Sub, &[long, around])?;
        let formula = match (place.before, place.behind) {
            // At no distance from both ends, what stands there is the whole.
            (Some(_), Some(_)) => terms.app(Known::Eq, &[long, short])?,
            _ => terms.app(Known::Ge, &[rest, zero])?,
        };
        let (before, behind) = match (place.before, place.behind) {
            (Some(_), Some(_)) => (zero, zero),
            (Some(_), None) => (shift, rest),
            (None, _) => (rest, shift),
        };
        Ok(Room {
            formula,
            before,
            behind,
        })
    }

    /// That what is around the part is not shorter than nothing, and makes up the whole with it.
    fn around_the_part(
        &mut self,
        room: &Room,
        (short, long): (Term, Term),
        supposed: Fact,
    ) -> Outcome<[Fact; 3]> {
        let zero = self.checker().terms().int(0.into())?;
        let mut bounds = [supposed; 2];
        for (bound, number) in bounds.iter_mut().zip([room.before, room.behind]) {
            if self.checker().terms().as_int(number).is_some() {
                let formula = self.checker().terms().app(Known::Ge, &[number, zero])?;
                let holds = self.checker().step("evaluate", &[], &[formula], None)?;
                *bound = self.checker().step("true_elim", &[holds], &[], None)?;
            }
        }
        let is_whole = (room.before, room.behind) == (zero, zero);
        let terms = self.checker().terms();
        let total = terms.app(Known::Add, &[room.before, short, room.behind])?;
        let part = if is_whole { short } else { long };
        let sum = terms.app(Known::Eq, &[part, total])?;
        let mut sum = self.checker().step("arith_poly_norm", &[], &[sum], None)?;
        if is_whole {
            sum = self.trans(&[supposed, sum])?;
        }
        Ok([bounds[0], bounds[1], sum])
    }

    /// The membership of a string, by those of its components.
    fn in_language(&mut self, string: Term, members: &[(Term, Fact)]) -> Outcome<Fact> {
        let known = members.iter().filter(|(other, _)| *other == string);
        let known: Vec<Fact> = known.map(|&(_, fact)| fact).collect();
        if !known.is_empty() {
            return self.in_all(&known);
        }
        let terms = self.checker().terms();
        if terms.op(string) != Op::Known(Known::Concat) {
            return self.somewhere(string);
        }
        let mut parts = Vec::new();
        for part in terms.args(string).to_vec() {
            parts.push(self.in_language(part, members)?);
        }
        self.checker().step("re_concat", &parts, &[], None)
    }

    /// `part = whole`, from `substr(whole, 0, |part|) = part` and `|whole| = |part|`.
    fn whole_slice(&mut self, same: Fact, lengths: Fact, whole: Term) -> Outcome<Fact> {
        let (slice, _) = self.sides(same).ok_or("an equation was expected")?;
        let (long, short) = self.sides(lengths).ok_or("an equation was expected")?;
        let lengths = self.symm(lengths)?;
        let all = self.replaced(slice, &[(short, long, lengths)])?;
        let all = all.ok_or("the length does not occur")?;
        let right = self.right_side(all)?;
        let last = self.attempt("fixed-length", right, whole)?;
        let last = last.ok_or("no rewrite was found")?;
        let back = self.symm(same)?;
        self.trans(&[back, all, last])
    }

    /// That the whole contains the part, since that is a substring of some of its components.
    fn contained_at(
        &mut self,
        denial: &Denial,
        place: &Place,
        (text, same): (Term, Fact),
    ) -> Outcome<Fact> {
        let (slice, _) = self.sides(same).ok_or("an equation was expected")?;
        let terms = self.checker().terms();
        let (inside, truth) = (
            terms.app(Known::Contains, &[text, slice])?,
            terms.boolean(true)?,
        );
        let found = self.attempt("containment", inside, truth)?;
        let found = found.ok_or("a substring is not contained")?;
        let holds = self.checker().step("true_elim", &[found], &[], None)?;
        let text_same = self.refl(text)?;
        let changed = self.cong(inside, &[text_same, same])?;
        let holds = self.resolve(holds, Some(changed))?;
        if text == denial.whole {
            return Ok(holds);
        }
        // What is around the part in the components, and around these.
        let middle = self.around(holds)?;
        let (from, to) = place.components;
        let components = self.components(denial.whole)?;
        let list = [&components[..from], &[text], &components[to..]].concat();
        let grouped = self.checker().terms().app(Known::Concat, &list)?;
        let mut steps = Vec::with_capacity(2);
        if grouped != denial.whole {
            let same = self
                .checker()
                .terms()
                .app(Known::Eq, &[denial.whole, grouped])?;
            steps.push(self.checker().step("aci_norm", &[], &[same], None)?);
        }
        let mut parts = Vec::with_capacity(list.len());
        for (at, &component) in list.iter().enumerate() {
            parts.push(match at == from {
                true => middle,
                false => self.refl(component)?,
            });
        }
        steps.push(self.cong(grouped, &parts)?);
        let wider = self.trans(&steps)?;
        let right = self.right_side(wider)?;
        let terms = self.checker().terms();
        let (atom, inside) = (
            terms.app(Known::Contains, &[denial.whole, denial.part])?,
            terms.app(Known::Contains, &[right, denial.part])?,
        );
        let part_same = self.refl(denial.part)?;
        let changed = self.cong(atom, &[wider, part_same])?;
        let found = self.attempt("containment", inside, truth)?;
        let found = found.ok_or("no rewrite was found")?;
        let holds = self.trans(&[changed, found])?;
        self.checker().step("true_elim", &[holds], &[], None)
    }

    /// `false`, if a comparison that was denied holds anyway, or because of others.
    fn too_narrow(&mut self, bound: Fact, comparisons: &[Fact]) -> Outcome<Option<Fact>> {
        let formula = (self.checker().formula(bound)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        let (atom, truth) = (terms.args(formula)[0], terms.boolean(true)?);
        let shown = match (terms.op(atom), terms.args(atom)) {
            // Lengths of concatenations are sums.
            (Op::Known(Known::Eq), &[long, short]) => {
                self.attempt_within(PLACE, "nielsen-graph", long, short)?
            }
            _ => match self.attempt_within(LITTLE, "length", atom, truth)? {
                Some(found) => Some(self.checker().step("true_elim", &[found], &[], None)?),
                None => None,
            },
        };
        if let Some(holds) = shown {
            let refuted = (self.checker()).step("contra", &[holds, bound], &[], None);
            return refuted.map(Some);
        }
        for &other in comparisons {
            match self.clash_of_bounds(&[bound, other]) {
                Err(Failure::Wrong(_)) => {}
                refuted => return refuted.map(Some),
            }
        }
        self.limited(PLACE, |proof| {
            let holds = proof.implied_by(comparisons, atom)?;
            (proof.checker()).step("contra", &[holds, bound], &[], None)
        })
    }
}

/// The places of a part in a whole of so many components, those first that are nearest to ends of components.
fn places(relation: Known, count: usize) -> Vec<Place> {
    let components = (0, count);
    let whole = |before: Option<usize>, behind: Option<usize>| {
        vec![Place {
            components,
            before,
            behind,
        }]
    };
    match relation {
        Known::Eq => whole(Some(0), Some(0)),
        Known::PrefixOf => whole(Some(0), None),
        Known::SuffixOf => whole(None, Some(0)),
        _ => {
            let mut all = Vec::new();
            for shift in 0..=SHIFTS {
                for at in 0..count {
                    all.push(Place {
                        components: (at, count),
                        before: Some(shift),
                        behind: None,
                    });
                    all.push(Place {
                        components: (0, count - at),
                        before: None,
                        behind: Some(shift),
                    });
                }
            }
            all
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    /// Whether `false` is shown from memberships, told by letters, and from other formulas.
    fn is_refuted(members: &str, others: &[&str]) -> bool {
        let member = |letter| match letter {
            'x' => "(str.in_re x (re.* (str.to_re \"ab\")))",
            'y' => "(str.in_re y (re.* (str.to_re \"ab\")))",
            't' => "(str.in_re y (re.* (str.to_re \"ba\")))",
            _ => "(str.in_re z (re.* (str.to_re \"c\")))",
        };
        let mut texts: Vec<&str> = members.chars().map(member).collect();
        texts.extend(others);
        let mut bench = Workbench::new(3_000_000);
        let facts = bench.suppose(&texts);
        bench.proof.no_places(&facts).is_ok()
    }

    const EQUALLY_LONG: &str = "(= (str.len x) (str.len y))";
    const NOT_LONGER: &str = "(<= (str.len y) (str.len x))";

    #[test]
    fn denials_without_places_are_refuted() {
        for (members, others) in [
            ("xy", &["(not (= (str.++ x y) (str.++ y x)))"][..]),
            ("xy", &["(not (= (str.++ x y \"a\") (str.++ y x \"a\")))"]),
            ("xy", &["(not (= x y))", EQUALLY_LONG]),
            (
                "xt",
                &[EQUALLY_LONG, "(not (= (str.++ \"b\" x) (str.++ y \"b\")))"],
            ),
            // What is said of a string that is equal.
            ("xy", &["(= z (str.++ x y))", "(not (= z (str.++ y x)))"]),
            (
                "xy",
                &["(not (str.suffixof x y))", "(not (str.suffixof y x))"],
            ),
            (
                "xy",
                &["(not (str.prefixof x y))", "(not (str.prefixof y x))"],
            ),
            (
                "xt",
                &["(not (str.contains x y))", "(< (str.len y) (str.len x))"],
            ),
            ("xyz", &["(not (str.contains (str.++ z x) y))", NOT_LONGER]),
            ("xyz", &["(not (str.contains (str.++ x z) y))", NOT_LONGER]),
        ] {
            assert!(is_refuted(members, others), "{members} {others:?}");
        }
    }

    #[test]
    fn denials_with_places_are_not_refuted() {
        for (members, others) in [
            ("xt", &["(not (= (str.++ x y) (str.++ y x)))"][..]),
            ("xy", &["(not (= (str.++ x y \"a\") (str.++ y x \"b\")))"]),
            ("xy", &["(not (= x y))"]),
            ("xy", &["(not (str.suffixof x y))"]),
            ("xt", &["(not (str.contains x y))", NOT_LONGER]),
            (
                "xyz",
                &[
                    "(not (str.contains (str.++ x z) y))",
                    "(<= (str.len y) (str.len z))",
                ],
            ),
        ] {
            assert!(!is_refuted(members, others), "{members} {others:?}");
        }
    }
}
