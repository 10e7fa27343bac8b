//! Tables that are put in order when the program is built: making a checker costs nothing, and a name is found by halving.

/// The rows in the order of their names; those of one name stay in the order that they have.
pub(crate) const fn sorted<T: Copy, const N: usize>(
    mut rows: [(&'static str, T); N],
) -> [(&'static str, T); N] {
    let mut next = 1;
    while next < N {
        let row = rows[next];
        let mut at = next;
        while at > 0 && comes_before(row.0, rows[at - 1].0) {
            rows[at] = rows[at - 1];
            at -= 1;
        }
        rows[at] = row;
        next += 1;
    }
    rows
}

const fn comes_before(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() {
        if a[at] != b[at] {
            return a[at] < b[at];
        }
        at += 1;
    }
    a.len() < b.len()
}

/// The rows of this name in a sorted table.
pub(crate) fn rows_of<'a, T>(
    table: &'a [(&'static str, T)],
    name: &str,
) -> &'a [(&'static str, T)] {
    let start = table.partition_point(|&(other, _)| other < name);
    // Few rows have one name.
    let rows = table[start..].iter();
    let count = rows.take_while(|&&(other, _)| other == name).count();
    &table[start..start + count]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_in_the_order_of_the_table() {
        const TABLE: [(&str, u8); 6] =
            sorted([("b", 0), ("a", 1), ("ab", 2), ("b", 3), ("", 4), ("a", 5)]);
        for (name, found) in [
            ("", &[4][..]),
            ("a", &[1, 5]),
            ("ab", &[2]),
            ("b", &[0, 3]),
            ("c", &[]),
        ] {
            let rows: Vec<u8> = rows_of(&TABLE, name).iter().map(|row| row.1).collect();
            assert_eq!(rows, found, "{name:?}");
        }
    }
}
