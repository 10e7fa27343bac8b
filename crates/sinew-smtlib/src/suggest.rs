//! "Did you mean": the nearest of the names that would have been understood.

/// The candidate nearest to `wrong`, if it is near enough to be a slip. Ties go to the first in
/// alphabetical order.
pub(crate) fn nearest<'a>(
    wrong: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    let wrong_chars: Vec<char> = wrong.chars().collect();
    if wrong_chars.is_empty() || wrong_chars.len() > 100 {
        return None;
    }
    let limit = match wrong_chars.len() {
        1..=2 => 1,
        3..=5 => 2,
        _ => 3,
    };
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        // Characters take one to four bytes, so this discards only the hopeless.
        if candidate.len() + limit < wrong_chars.len()
            || candidate.len() > 4 * (wrong_chars.len() + limit)
        {
            continue;
        }
        let distance = distance(&wrong_chars, candidate, limit);
        let length = candidate.chars().count().max(wrong_chars.len());
        if distance <= limit && 4 * distance <= length {
            let key = (distance, candidate);
            if best.is_none_or(|best| key < best) {
                best = Some(key);
            }
        }
    }
    best.map(|(_, name)| name.to_owned())
}

/// The advice for who wrote `wrong` and may have meant one of the candidates.
pub fn did_you_mean<'a>(
    wrong: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    nearest(wrong, candidates).map(|name| format!("did you mean `{name}`?"))
}

/// Words of other languages, of z3's Python interface and of everyday speech, and how they are written
/// here. Case counts nothing.
const HABITS: &[(&str, &str)] = &[
    ("==", "="),
    ("!=", "distinct"),
    ("<>", "distinct"),
    ("&&", "and"),
    ("||", "or"),
    ("if", "ite"),
    ("length", "str.len"),
    ("str.length", "str.len"),
    ("strlen", "str.len"),
    ("concat", "str.++"),
    ("append", "str.++"),
    ("str.concat", "str.++"),
    ("str.append", "str.++"),
    ("contains", "str.contains"),
    ("prefixof", "(str.prefixof PREFIX STRING)"),
    ("startswith", "(str.prefixof PREFIX STRING)"),
    ("str.startswith", "(str.prefixof PREFIX STRING)"),
    ("suffixof", "(str.suffixof SUFFIX STRING)"),
    ("endswith", "(str.suffixof SUFFIX STRING)"),
    ("str.endswith", "(str.suffixof SUFFIX STRING)"),
    ("indexof", "str.indexof"),
    ("str.find", "str.indexof"),
    ("charat", "str.at"),
    ("str.charat", "str.at"),
    ("extract", "str.substr"),
    ("substring", "(str.substr STRING START LENGTH)"),
    ("str.substring", "(str.substr STRING START LENGTH)"),
    ("str.slice", "(str.substr STRING START LENGTH)"),
    ("replace", "str.replace"),
    ("replaceall", "str.replace_all"),
    ("strtoint", "str.to_int"),
    ("inttostr", "str.from_int"),
    ("int.to_str", "str.from_int"),
    ("strtocode", "str.to_code"),
    ("strfromcode", "str.from_code"),
    ("str.reverse", "str.rev"),
    ("inre", "str.in_re"),
    ("str.matches", "str.in_re"),
    ("str.match", "str.in_re"),
    ("regex.match", "str.in_re"),
    ("re", "str.to_re"),
    ("re.literal", "str.to_re"),
    ("star", "re.*"),
    ("re.star", "re.*"),
    ("plus", "re.+"),
    ("re.plus", "re.+"),
    ("option", "re.opt"),
    ("re.optional", "re.opt"),
    ("re.concat", "re.++"),
    ("re.or", "re.union"),
    ("union", "re.union"),
    ("re.and", "re.inter"),
    ("intersect", "re.inter"),
    ("re.not", "re.comp"),
    ("complement", "re.comp"),
    ("re.any", "re.allchar"),
    ("re.dot", "re.allchar"),
];

/// The advice for who wrote a word of another language, or nearly one.
pub(crate) fn habit(wrong: &str) -> Option<String> {
    let word = nearest(wrong, HABITS.iter().map(|&(word, _)| word))?;
    // Nearly a short word is any word.
    if word.len() < 7 && !word.eq_ignore_ascii_case(wrong) {
        return None;
    }
    let (_, meant) = HABITS.iter().find(|&&(habit, _)| habit == word)?;
    Some(format!("did you mean `{meant}`?"))
}

/// How many insertions, deletions, replacements and swaps of neighbours lead from `a` to `b`;
/// case counts nothing by itself. Anything above `limit` may be reported as `limit + 1`.
fn distance(a: &[char], b: &str, limit: usize) -> usize {
    let fold = |c: char| c.to_ascii_lowercase();
    let b: Vec<char> = b.chars().map(fold).collect();
    if a.len().abs_diff(b.len()) > limit {
        return limit + 1;
    }
    let a: Vec<char> = a.iter().copied().map(fold).collect();
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (last[j - 1] + same).min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_other_languages_are_known() {
        let meant = |wrong| habit(wrong);
        for (wrong, right) in [
            ("==", "="),
            ("Length", "str.len"),
            ("str.lenght", "str.len"),
        ] {
            assert_eq!(meant(wrong), Some(format!("did you mean `{right}`?")));
        }
        for stranger in ["banana", "start", "lengths2"] {
            assert_eq!(meant(stranger), None, "{stranger}");
        }
    }

    /// What is advised is understood, and what would be understood needs no advice.
    #[test]
    fn advice_is_true() {
        let known = |name: &str| crate::theory::symbols().any(|(known, _, _)| known == name);
        for &(habit, meant) in HABITS {
            let head = meant.trim_start_matches('(').split(' ').next();
            assert!(head.is_some_and(known) && !known(habit), "{habit}: {meant}");
            assert_eq!(habit, habit.to_ascii_lowercase());
        }
    }

    #[test]
    fn slips_are_recognised_and_strangers_are_not() {
        let names = ["str.len", "str.at", "re.union", "x", "str.lt"];
        let ask = |wrong| nearest(wrong, names);
        assert_eq!(ask("str.lne").as_deref(), Some("str.len"));
        assert_eq!(ask("STR.LEN").as_deref(), Some("str.len"));
        assert_eq!(ask("reunion").as_deref(), Some("re.union"));
        assert_eq!(ask("banana"), None);
        assert_eq!(ask("y"), None);
        assert_eq!(ask(""), None);
    }
}
