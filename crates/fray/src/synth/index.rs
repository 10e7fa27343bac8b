//! Numerals in laws: `(_ re.loop m n)` takes numerals, not terms, so a law about all of them is a
//! text with places, `{m}` or `{m+n}`, and a condition, `m <= n, n < k`.

use super::format::{LoadError, error};

/// The numerals of a law and what they must satisfy.
pub(super) struct Indices<'a> {
    item: &'a str,
    names: Vec<&'a str>,
    conditions: Vec<(&'a str, &'a str, &'a str)>,
}

/// Names with their values.
pub(super) type Choice<'a> = Vec<(&'a str, i64)>;

impl<'a> Indices<'a> {
    pub(super) fn new(
        item: &'a str,
        names: &'a str,
        when: &'a str,
    ) -> Result<Indices<'a>, LoadError> {
        let names = names
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty());
        let mut conditions = Vec::new();
        for condition in when.split(',').map(str::trim).filter(|c| !c.is_empty()) {
            let relation = ["<=", ">=", "<", ">", "="]
                .into_iter()
                .find(|r| condition.contains(r));
            let parts = relation.and_then(|r| Some((condition.split_once(r)?, r)));
            let Some(((left, right), relation)) = parts else {
                return Err(error(item, format!("`{condition}` is no comparison")));
            };
            conditions.push((left.trim(), relation, right.trim()));
        }
        let indices = Indices {
            item,
            names: names.collect(),
            conditions,
        };
        // Errors are those of any choice.
        let any: Choice<'_> = indices.names.iter().map(|&name| (name, 0)).collect();
        indices.admits(&any)?;
        Ok(indices)
    }

    fn admits(&self, choice: &Choice<'_>) -> Result<bool, LoadError> {
        for &(left, relation, right) in &self.conditions {
            let left = value(self.item, left, choice)?;
            let right = value(self.item, right, choice)?;
            let holds = match relation {
                "<=" => left <= right,
                ">=" => left >= right,
                "<" => left < right,
                ">" => left > right,
                _ => left == right,
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Up to `most` choices of numerals below `bound` that satisfy the conditions, spread over
    /// all there are.
    pub(super) fn choices(&self, bound: u32, most: usize) -> Vec<Choice<'a>> {
        let mut all: Vec<Choice<'a>> = vec![Vec::new()];
        for &name in &self.names {
            let mut longer = Vec::new();
            for choice in &all {
                for number in 0..i64::from(bound) {
                    let mut next = choice.clone();
                    next.push((name, number));
                    longer.push(next);
                }
            }
            all = longer;
        }
        all.retain(|choice| self.admits(choice).unwrap_or(false));
        let step = all.len().div_ceil(most).max(1);
        all.into_iter().step_by(step).collect()
    }
}

/// `text` with its places filled in.
pub(super) fn expand(item: &str, text: &str, choice: &Choice<'_>) -> Result<String, LoadError> {
    let mut result = String::new();
    let mut rest = text;
    // A brace after `\u` belongs to an escape.
    while let Some(at) = rest.find('{') {
        let (before, after) = rest.split_at(at);
        let end = after
            .find('}')
            .ok_or_else(|| error(item, "a brace is missing"))?;
        result.push_str(before);
        if before.ends_with("\\u") {
            result.push_str(&after[..=end]);
        } else {
            let number = value(item, &after[1..end], choice)?;
            let problem = || error(item, format!("`{}` is negative", &after[1..end]));
            let number = u32::try_from(number).map_err(|_| problem())?;
            result.push_str(&number.to_string());
        }
        rest = &after[end + 1..];
    }
    result.push_str(rest);
    Ok(result)
}

/// The value of a sum of products.
fn value(item: &str, text: &str, choice: &Choice<'_>) -> Result<i64, LoadError> {
    let mut sum = 0;
    for (sign, part) in summands(text) {
        let mut product = sign;
        for factor in part.split('*').map(str::trim) {
            let known = choice.iter().find(|(name, _)| *name == factor);
            product *= match (known, factor.parse::<i64>()) {
                (Some(&(_, number)), _) | (None, Ok(number)) => number,
                _ => return Err(error(item, format!("`{factor}` is no numeral"))),
            };
        }
        sum += product;
    }
    Ok(sum)
}

/// The parts of a sum, with their signs.
fn summands(text: &str) -> Vec<(i64, &str)> {
    let mut parts = Vec::new();
    let mut sign = 1;
    let mut from = 0;
    for (at, c) in text.char_indices().filter(|(_, c)| matches!(c, '+' | '-')) {
        parts.push((sign, &text[from..at]));
        sign = if c == '-' { -1 } else { 1 };
        from = at + 1;
    }
    parts.push((sign, &text[from..]));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled_in_and_escapes_are_not_places() {
        let choice = vec![("m", 2), ("n", 3)];
        let expanded = |text| expand("law", text, &choice).map_err(|e| e.to_string());
        assert_eq!(expanded("{m} {m+n*2-1}"), Ok("2 7".to_owned()));
        assert_eq!(expanded("\"\\u{41}\" {n}"), Ok("\"\\u{41}\" 3".to_owned()));
        assert!(expanded("{k}").is_err());
        assert!(expanded("{m-n}").is_err());
    }

    #[test]
    fn conditions_choose() {
        let indices = Indices::new("law", "m, n", "m <= n, n < 2").map_err(|e| e.to_string());
        let choices = indices.expect("well-formed").choices(4, 9);
        let pairs: Vec<(i64, i64)> = choices.iter().map(|c| (c[0].1, c[1].1)).collect();
        assert_eq!(pairs, [(0, 0), (0, 1), (1, 1)]);
        assert!(Indices::new("law", "m", "m ? 1").is_err());
        assert!(Indices::new("law", "m", "k < 1").is_err());
    }
}
