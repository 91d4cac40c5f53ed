//! How long work tells how far it is.

use kaiketsu_db::LayerEntry;

/// Told about the course of a long computation; all methods may be called
/// from any thread.
///
/// Whoever wants the work to end early may unwind from a method, best by
/// [`std::panic::resume_unwind`]: a solve that ends so has lost no more than one
/// that was killed, and the next one goes on from there. The setup that was
/// solving is not used again. (A search tells its progress from a thread beside
/// it, and ends by its limits only.)
pub trait Progress: Sync {
    /// The work begins: so many positions in all, or 0 if nobody knows yet.
    fn begin(&self, what: &str, positions: u64) {
        let _ = (what, positions);
    }

    /// That many more positions are done; `reused` if they were found solved.
    fn advance(&self, positions: u64, reused: bool) {
        let _ = (positions, reused);
    }

    /// So many positions may be counted as done of the piece of work under
    /// way, until it is done as a whole and [`Progress::advance`] says so.
    fn partly(&self, positions: u64) {
        let _ = positions;
    }

    /// About this share of the work of a solve is done, by a forecast of what each
    /// tier takes: some tiers take longer than their positions tell. It is told
    /// after [`Progress::advance`] and [`Progress::partly`].
    fn worked(&self, share: f64) {
        let _ = share;
    }

    /// What is being done now, such as a layer or a round.
    fn status(&self, text: &str) {
        let _ = text;
    }

    /// Something was found that is worth knowing afterwards too, such as a state that
    /// is damaged: its work is done again.
    fn warning(&self, text: &str) {
        self.status(text);
    }

    /// The state of a layer that is still being solved has been saved.
    fn layer_saved(&self, layer: u32) {
        let _ = layer;
    }

    /// A layer has been solved and its file is in place.
    fn layer_solved(&self, layer: &LayerEntry) {
        let _ = layer;
    }

    /// The work is over.
    fn end(&self) {}
}

/// Says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {}
