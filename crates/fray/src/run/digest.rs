//! Digests of texts: names for what is stored, and checks that it was stored whole.
//!
//! FNV-1a: nobody is trying to make two tests collide, and accidents are as likely as with any
//! other function of the same width.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A digest of 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Digest(u128);

const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

impl Digest {
    /// The digest of these texts; where one ends and the next begins matters.
    #[must_use]
    pub fn of(texts: &[&[u8]]) -> Digest {
        let mut state = BASIS;
        for text in texts {
            let length = (text.len() as u64).to_le_bytes();
            for &byte in text.iter().chain(&length) {
                state = (state ^ u128::from(byte)).wrapping_mul(PRIME);
            }
        }
        Digest(state)
    }

    /// Its lower half.
    #[must_use]
    pub fn low(self) -> u64 {
        #[allow(clippy::cast_possible_truncation)]
        let low = self.0 as u64;
        low
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> String {
        digest.to_string()
    }
}

impl TryFrom<String> for Digest {
    type Error = String;

    fn try_from(text: String) -> Result<Digest, String> {
        u128::from_str_radix(&text, 16)
            .map(Digest)
            .map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_depend_on_every_byte_and_boundary() {
        let of = |texts: &[&str]| {
            let texts: Vec<&[u8]> = texts.iter().map(|text| text.as_bytes()).collect();
            Digest::of(&texts)
        };
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["ab"]), of(&["ac"]));
        let digest = of(&["x"]);
        assert_eq!(Digest::try_from(digest.to_string()), Ok(digest));
    }
}
