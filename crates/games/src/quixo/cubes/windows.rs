//! A tier cut into windows, and what is known of it so far.

use std::io;

use kaiketsu_lanes::{Chunk, Plane, Pool, flags};
use rayon::prelude::*;

use crate::quixo::cubes::links::{Layout, Links};
use crate::quixo::cubes::news::News;
use crate::quixo::cubes::rounds::Children;
use crate::quixo::geometry::Board;
use crate::quixo::shapes::Shapes;

/// About so many chunks are a window: eight million positions.
pub(crate) const WINDOW_CHUNKS: usize = 1 << 14;

/// How the shapes of a tier are cut into windows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Windows {
    pub(crate) layout: Layout,
    shapes: usize,
    /// Shapes of a window; the last may have fewer.
    pub(crate) each: usize,
}

impl Windows {
    /// Windows of about so many chunks for the shapes of a tier.
    pub(crate) fn new(marks: u32, shapes: usize, chunks: usize) -> Self {
        let layout = Layout::new(marks);
        Windows { layout, shapes, each: (chunks / layout.chunks).max(1) }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.shapes.div_ceil(self.each)
    }

    /// The shapes of a window.
    pub(crate) fn shapes(&self, window: usize) -> std::ops::Range<usize> {
        window * self.each..self.shapes.min((window + 1) * self.each)
    }

    /// Chunks of a whole window.
    pub(crate) fn chunks(&self) -> usize {
        self.each * self.layout.chunks
    }

    /// Words of flags of a whole window.
    pub(crate) fn flag_words(&self) -> usize {
        self.each * self.layout.flag_words
    }
}

/// Won or lost, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Won,
    Lost,
}

impl Verdict {
    pub(crate) const BOTH: [Verdict; 2] = [Verdict::Won, Verdict::Lost];

    pub(crate) fn other(self) -> Self {
        match self {
            Verdict::Won => Verdict::Lost,
            Verdict::Lost => Verdict::Won,
        }
    }
}

/// A plane that becomes known round by round.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) plane: Plane,
    /// The chunks that the last round changed.
    pub(crate) changed: Vec<u64>,
}

/// A tier that becomes known round by round: its wins and its losses.
#[derive(Debug)]
pub(crate) struct Revealed {
    pub(crate) shapes: Shapes,
    pub(crate) windows: Windows,
    /// By [`Verdict`].
    pub(crate) known: [Known; 2],
}

/// What a round found in a window of a tier, in bytes, by [`Verdict`].
pub(crate) type Found = [Option<Vec<u8>>; 2];

impl Revealed {
    /// A tier of which nothing is known.
    pub(crate) fn new(board: &Board, marks: u32, window: usize, pool: &mut Pool) -> io::Result<Self> {
        let shapes = board.shapes(marks).clone();
        let windows = Windows::new(marks, shapes.len(), window);
        let mut known = || {
            let mut plane = pool.take(shapes.len() * windows.layout.chunks)?;
            plane.chunks_mut().par_chunks_mut(windows.chunks()).for_each(|chunks| chunks.fill(Chunk::ZERO));
            let changed = vec![0; shapes.len() * windows.layout.flag_words];
            io::Result::Ok(Known { plane, changed })
        };
        let known = [known()?, known()?];
        Ok(Revealed { shapes, windows, known })
    }

    pub(crate) fn recycle(self, pool: &mut Pool) {
        self.known.into_iter().for_each(|known| pool.give(known.plane));
    }

    /// What is known of a verdict, as the children of another tier or of this.
    pub(crate) fn children<'a>(&'a self, links: &'a Links, verdict: Verdict) -> Children<'a> {
        let known = &self.known[verdict as usize];
        Children::new(links, &self.shapes, known.plane.chunks(), &known.changed)
    }

    /// Whether the last round changed anything.
    pub(crate) fn has_changed(&self) -> bool {
        !self.known.iter().all(|known| flags::none(&known.changed))
    }

    /// Adds what a round found. Nobody learns from it what it decides: both
    /// verdicts are read against what was known before.
    pub(crate) fn reveal(&mut self, read: impl Fn(usize) -> io::Result<Found> + Sync) -> io::Result<()> {
        let windows = self.windows;
        let [won, lost] = &mut self.known;
        (
            won.plane.chunks_mut().par_chunks_mut(windows.chunks()),
            lost.plane.chunks_mut().par_chunks_mut(windows.chunks()),
            won.changed.par_chunks_mut(windows.flag_words()),
            lost.changed.par_chunks_mut(windows.flag_words()),
        )
            .into_par_iter()
            .enumerate()
            .try_for_each_init(
                <[News; 2]>::default,
                |news, (window, (won, lost, newly_won, newly_lost))| {
                    newly_won.fill(0);
                    newly_lost.fill(0);
                    let found = read(window)?;
                    for (found, news) in found.iter().zip(&mut *news) {
                        news.clear();
                        if let Some(bytes) = found {
                            let open = |at: usize| won[at].zip(lost[at], |won, lost| !(won | lost));
                            news.decode(bytes, won.len(), open)?;
                        }
                    }
                    add(&news[0], windows.layout, won, newly_won);
                    add(&news[1], windows.layout, lost, newly_lost);
                    Ok(())
                },
            )
    }
}

/// Adds news of a window to what is known, and flags the chunks.
pub(crate) fn add(news: &News, layout: Layout, known: &mut [Chunk], changed: &mut [u64]) {
    for (place, new) in news.iter() {
        known[place] = known[place].zip(*new, |known, new| known | new);
        flags::set(&mut changed[place / layout.chunks * layout.flag_words..], place % layout.chunks);
    }
}
