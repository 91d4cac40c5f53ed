//! A whole tier against its local equations, with the machinery of the rounds.
//!
//! Every shape is solved once more from the values that its children have in
//! the end: what is over, then one round of wins and one of losses. What comes
//! out must be what is stored. Besides the planes of the tier and of the one
//! above it takes the lanes of one shape for each thread, and a bit for each
//! chunk of the tier.

use kaiketsu_lanes::{CHUNK_BITS, Chunk, Processor, flags};
use rayon::prelude::*;

use crate::quixo::cubes::links::{Layout, Links};
use crate::quixo::cubes::rounds::{Begin, Children, LossRound, Scratch, Start, Subject, WinRound};
use crate::quixo::cubes::settle::{Losses, Wins};
use crate::quixo::cubes::tier::CubeTier;
use crate::quixo::geometry::Board;
use crate::quixo::shapes::Shapes;

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
    let within = Links::within(board, &tier.shapes);
    let lost_chunks = nonzero(tier.loss.chunks(), layout);
    let lost = Children {
        links: &within,
        shapes: &tier.shapes,
        layout,
        plane: tier.loss.chunks(),
        changed: &lost_chunks,
    };
    let won = Children { plane: tier.win.chunks(), changed: &[], ..lost };
    let upwards = above.map(|above| Links::upwards(board, &tier.shapes, &above.shapes));
    let above = above.zip(upwards.as_ref()).map(|(above, links)| Above { tier: above, links });
    let equations = Equations { board, shapes: &tier.shapes, layout, processor, lost, won, above };
    let check = |expected: &mut Expected, shape: usize| {
        equations.evaluate(shape, expected);
        let lanes = shape * layout.chunks..(shape + 1) * layout.chunks;
        let stored = (&tier.win.chunks()[lanes.clone()], &tier.loss.chunks()[lanes]);
        let (count, first) = expected.differences(stored, layout);
        (count, first.map(|colouring| (shape as u64) << layout.marks | colouring))
    };
    (0..tier.shapes.len())
        .into_par_iter()
        .map_init(|| Expected::new(layout), check)
        .reduce(|| (0, None), |a, b| (a.0 + b.0, [a.1, b.1].into_iter().flatten().min()))
}

/// Flags of the chunks with a bit set.
fn nonzero(plane: &[Chunk], layout: Layout) -> Vec<u64> {
    let mut flagged = vec![0; plane.len() / layout.chunks * layout.flag_words];
    flagged.par_chunks_mut(layout.flag_words).zip(plane.par_chunks(layout.chunks)).for_each(
        |(flagged, lanes)| {
            for (at, _) in lanes.iter().enumerate().filter(|(_, chunk)| **chunk != Chunk::ZERO) {
                flags::set(flagged, at);
            }
        },
    );
    flagged
}

/// What the equations of a shape are made of.
struct Equations<'a> {
    board: &'a Board,
    shapes: &'a Shapes,
    layout: Layout,
    processor: Processor,
    lost: Children<'a>,
    won: Children<'a>,
    above: Option<Above<'a>>,
}

/// The tier above and the moves that lead there.
#[derive(Clone, Copy)]
struct Above<'a> {
    tier: &'a CubeTier,
    links: &'a Links,
}

impl<'a> Above<'a> {
    fn children(self) -> (Children<'a>, &'a [Chunk]) {
        let layout = Layout::new(self.tier.marks());
        let plane = self.tier.loss.chunks();
        let losses = Children { links: self.links, shapes: &self.tier.shapes, layout, plane, changed: &[] };
        (losses, self.tier.win.chunks())
    }
}

impl Equations<'_> {
    /// The values that the children give all colourings of a shape.
    fn evaluate(&self, shape: usize, expected: &mut Expected) {
        let subject = Subject { board: self.board, shape, mask: self.shapes.mask(shape) };
        let above = self.above.map(Above::children);
        let Expected { win, loss, may_lose, lost, won, scratch } = expected;
        let start = Start { win, loss, may_lose, lost, won };
        self.processor.run(Begin { subject, above, start, scratch });
        let settle = &mut Wins { win, loss, may_lose, changed: won };
        self.processor.run(WinRound { subject, lost: &[self.lost], settle, scratch });
        let settle = &mut Losses { loss, may_lose, changed: lost };
        self.processor.run(LossRound { subject, won: &[self.won], everything: true, settle, scratch });
        debug_assert_eq!(win.len(), self.layout.chunks);
    }
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
