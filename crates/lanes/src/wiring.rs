//! Permutations of address bits in which one bit is fixed.

/// The most address bits.
pub const MAX_BITS: usize = 26;

/// A permutation of address bits with one bit fixed.
#[derive(Clone, Copy, Debug)]
pub struct Wiring {
    /// For each destination bit the source bit.
    pub from: [u8; MAX_BITS],
    /// How many bits there are on both sides, a phantom included.
    pub bits: usize,
    /// The destination bit that is fixed at 1.
    pub fixed: usize,
    /// What the fixed bit is in the destination.
    pub role: Fixed,
}

/// What the fixed destination bit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixed {
    /// An address bit like others; the half where it is 0 is not written.
    Real,
    /// An address bit above all others that the destination does not have.
    Phantom,
}
