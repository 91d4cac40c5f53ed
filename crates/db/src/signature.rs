//! Signatures: hashes of values in stored order.
//!
//! A signature depends on the values alone: not on threads, blocks,
//! compression or the kernel that found them. Two solves agree in every
//! position exactly if their signatures do.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A BLAKE3 hash of values, written as 64 hexadecimal digits.
///
/// ```
/// use kaiketsu_db::Signature;
/// let all = Signature::combine([(0, 100, Signature([7; 32])), (1, 20, Signature([9; 32]))]);
/// assert!(all.to_string().starts_with(&all.short()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Signature(pub [u8; 32]);

impl Signature {
    /// The signature of a whole database: over (layer, positions, signature)
    /// of its layers in their order.
    #[must_use]
    pub fn combine(layers: impl IntoIterator<Item = (u32, u64, Signature)>) -> Self {
        let mut hasher = blake3::Hasher::new();
        for (layer, positions, signature) in layers {
            hasher.update(&layer.to_le_bytes());
            hasher.update(&positions.to_le_bytes());
            hasher.update(&signature.0);
        }
        Signature(hasher.finalize().into())
    }

    /// The first 16 digits: enough to compare by eye.
    #[must_use]
    pub fn short(&self) -> String {
        let mut digits = self.to_string();
        digits.truncate(16);
        digits
    }
}

impl From<blake3::Hash> for Signature {
    fn from(hash: blake3::Hash) -> Self {
        Signature(hash.into())
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&blake3::Hash::from_bytes(self.0).to_hex())
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signature({self})")
    }
}

impl Serialize for Signature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Signature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = |_| de::Error::custom(format!("`{text}` is not a signature: 64 hexadecimal digits"));
        blake3::Hash::from_hex(&text).map(Signature::from).map_err(wrong)
    }
}
