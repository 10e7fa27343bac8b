//! The words of finite languages.

use crate::samples;
use sinew_base::Budget;
use sinew_regex::RegexStore;

fn free() -> Budget<'static> {
    Budget::unlimited()
}

#[test]
fn finiteness_and_listing_agree_with_the_store() {
    let (mut finite, mut infinite) = (0, 0);
    for (_, sample, _) in samples(400, true) {
        let mut store = RegexStore::new();
        let (regex, _) = store.insert_automaton(&sample.automaton.to_nfa());
        let expected = store.is_finite(regex, &free()).unwrap();
        assert_eq!(sample.automaton.is_finite(&free()).unwrap(), expected);
        let words = sample.automaton.words(200, &free()).unwrap();
        if expected {
            finite += 1;
        } else {
            infinite += 1;
            assert_eq!(words, None, "{}", sample.text);
        }
        let Some(words) = words else {
            continue;
        };
        let size = store.language_size(regex, &free()).unwrap();
        let count = sinew_base::Integer::from(words.len() as i64);
        assert_eq!(size, Some(count), "{}", sample.text);
        let mut distinct = words.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), words.len(), "{}", sample.text);
        for word in &words {
            assert!(sample.automaton.accepts(word, &free()).unwrap());
        }
        assert!(words.windows(2).all(|pair| pair[0].len() <= pair[1].len()));
        let single = sample.automaton.as_singleton(&free()).unwrap();
        assert_eq!(single.as_ref(), words.first().filter(|_| words.len() == 1));
        if words.len() > 1 {
            let fewer = sample.automaton.words(words.len() - 1, &free()).unwrap();
            assert_eq!(fewer, None, "{}", sample.text);
        }
    }
    assert!(finite > 100 && infinite > 100, "{finite} {infinite}");
}
