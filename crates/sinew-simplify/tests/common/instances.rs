//! The table of instances, `laws.txt`: for each law terms whose normal form needs it.

/// One line of the table.
pub struct Instance {
    pub law: &'static str,
    pub term: &'static str,
    pub normal: &'static str,
}

pub fn instances() -> Vec<Instance> {
    include_str!("laws.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let row = line
                .split_once(": ")
                .and_then(|(law, rest)| Some((law, rest.split_once(" ⟶ ")?)));
            let Some((law, (term, normal))) = row else {
                panic!("`law: term ⟶ normal form` expected: {line}")
            };
            Instance { law, term, normal }
        })
        .collect()
}
