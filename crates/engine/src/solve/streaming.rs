//! Kernels whose tiers are too large for a common form in memory.
//!
//! The largest tier of Quixo 5x5 has 1.8e10 positions. Its kernel keeps them
//! as planes of bits, carries them over to the next tier itself, and feeds the
//! file straight from the planes.

use std::sync::Arc;

use kaiketsu_db::{LayerReader, LayerWriter};
use kaiketsu_game::{Tier, Tiered};

use crate::solve::{Checkpoint, Progress, SolveError};

/// Solves a layer that is a single tier and writes it in stored order.
///
/// The laws of [`crate::solve::Kernel`] hold for what it writes.
pub trait Streaming<G: Tiered + ?Sized>: Sync {
    /// Memory for solving a tier, all it keeps from the tier below included.
    fn working_bytes(&self, game: &G, tier: Tier) -> u64;

    /// Solves the tier and pushes all its values. The threads are those of
    /// the pool it is called in.
    fn stream(&self, job: &StreamJob<'_, G>, writer: &mut LayerWriter) -> Result<(), SolveError>;
}

/// One tier to solve and write.
pub struct StreamJob<'a, G: Tiered + ?Sized> {
    /// The game.
    pub game: &'a G,
    /// The tier.
    pub tier: Tier,
    /// Finds the finished file of a tier below, for a kernel that has just
    /// been started and does not hold it yet.
    pub finished: &'a (dyn Fn(Tier) -> Result<Arc<LayerReader>, SolveError> + Sync),
    /// Where the state of the tier may be saved while it is being solved. The
    /// run removes it once the layer is finished.
    pub checkpoint: Checkpoint<'a>,
    /// Whom to tell.
    pub progress: &'a dyn Progress,
}
