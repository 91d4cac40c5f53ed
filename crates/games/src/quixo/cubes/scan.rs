//! A whole tier against its local equations, with the machinery of the rounds.
//!
//! Every shape is solved once more from the values that its children have in
//! the end: what is over, then one round of wins and one of losses. What comes
//! out must be what is stored. Besides the planes of the tier and of the one
//! above it takes the lanes of one shape for each thread, and a bit for each
//! chunk of the tier.

use kaiketsu_lanes::{CHUNK_BITS, Chunk, Processor};
use rayon::prelude::*;

use crate::quixo::cubes::links::{Layout, TierLinks};
use crate::quixo::cubes::rounds::{Begin, Children, LossRound, Scratch, Start, Subject, WinRound};
use crate::quixo::cubes::settle::Decided;
use crate::quixo::cubes::tier::CubeTier;
use crate::quixo::geometry::Board;

/// How many positions of a tier do not have the value that their moves give
/// them, and the slot of the first.
///
/// A game that is over must have its outcome; else a position must be won if
/// some child is lost, lost if all children are won, and drawn in all other
/// cases. `above` is the tier with one more mark, unless the board is full.
#[must_use]
pub fn contradictions(
    board: &Board,
    tier: &CubeTier,
    above: Option<&CubeTier>,
    processor: Processor,
) -> (u64, Option<u64>) {
    let layout = Layout::new(tier.marks());
    let (shapes, win, loss) = (&tier.shapes, tier.win.chunks(), tier.loss.chunks());
    let TierLinks { within, upwards } = &TierLinks::new(board, tier.marks());
    let lost_chunks = layout.nonzero(loss);
    let lost = &[Children::new(within, shapes, loss, &lost_chunks)];
    let won = &[Children::new(within, shapes, win, &[])];
    let above = above.zip(upwards.as_ref()).map(|(above, links)| above.children(links));
    let check = |expected: &mut Expected, shape: usize| {
        // The values that the children give all colourings of the shape.
        let subject = Subject { board, shape, mask: shapes.mask(shape) };
        let Expected { win, loss, may_lose, lost: newly_lost, won: newly_won, scratch } = expected;
        let start = Start { win, loss, may_lose, lost: newly_lost, won: newly_won };
        processor.run(Begin { subject, above, start, scratch });
        let settle = &mut Decided { plane: win, may_lose, changed: newly_won, losses: Some(loss) };
        processor.run(WinRound { subject, lost, settle, scratch });
        let settle = &mut Decided { plane: loss, may_lose, changed: newly_lost, losses: None };
        processor.run(LossRound { subject, won, everything: true, settle, scratch });
        let lanes = shape * layout.chunks..(shape + 1) * layout.chunks;
        let stored = (&tier.win.chunks()[lanes.clone()], &tier.loss.chunks()[lanes]);
        let (count, first) = expected.differences(stored, layout);
        (count, first.map(|colouring| (shape as u64) << layout.marks | colouring))
    };
    (0..shapes.len())
        .into_par_iter()
        .map_init(|| Expected::new(layout), check)
        .reduce(|| (0, None), |a, b| (a.0 + b.0, [a.1, b.1].into_iter().flatten().min()))
}

/// The values that a shape should have, and memory to find them.
struct Expected {
    win: Vec<Chunk>,
    loss: Vec<Chunk>,
    may_lose: Vec<Chunk>,
    lost: Vec<u64>,
    won: Vec<u64>,
    scratch: Scratch,
}

impl Expected {
    fn new(layout: Layout) -> Self {
        let lanes = || vec![Chunk::ZERO; layout.chunks];
        let flags = || vec![0; layout.flag_words];
        Expected {
            win: lanes(),
            loss: lanes(),
            may_lose: lanes(),
            lost: flags(),
            won: flags(),
            scratch: Scratch::new(layout),
        }
    }

    /// In how many colourings the stored wins or losses are others, and the
    /// first of them. Spare address bits repeat colourings: they do not count.
    fn differences(&self, (win, loss): (&[Chunk], &[Chunk]), layout: Layout) -> (u64, Option<u64>) {
        let colourings = 1usize << layout.marks.min(CHUNK_BITS);
        let (mut count, mut first) = (0, None);
        for at in 0..layout.chunks {
            for word in 0..colourings.div_ceil(64) {
                let differ =
                    (self.win[at].0[word] ^ win[at].0[word]) | (self.loss[at].0[word] ^ loss[at].0[word]);
                let differ = differ & (u64::MAX >> (64 - colourings.min(64)));
                if differ != 0 {
                    count += u64::from(differ.count_ones());
                    let place = (at << CHUNK_BITS | word << 6) as u64 + u64::from(differ.trailing_zeros());
                    first = first.or(Some(place));
                }
            }
        }
        (count, first)
    }
}
