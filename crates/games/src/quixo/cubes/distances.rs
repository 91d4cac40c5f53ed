//! Values with distances, through the same lanes.
//!
//! Round `d` decides exactly the positions that end in `d` plies: won if a
//! child is lost in `d - 1`, lost if all children are won in at most `d - 1`.
//! What a round finds is written down as a *layer*, the chunks that changed
//! with their new bits, and becomes readable only when the round is over. The
//! layers of the tier above become readable one by one along with ours, so
//! nothing is ever known too early.
//!
//! A solved tier is its layers: 68 bytes for each chunk and distance at which
//! the chunk changes. Meant for boards up to 4x4 (4x4 takes 20 MB in all) and
//! for the top tiers of larger ones.

use kaiketsu_lanes::{CHUNK_BITS, Chunk, Processor, flags};
use rayon::prelude::*;

use crate::quixo::cubes::links::{Layout, Links};
use crate::quixo::cubes::rounds::{Begin, Children, LossRound, Scratch, Settle, Start, Subject, WinRound};
use crate::quixo::geometry::Board;
use crate::quixo::shapes::Shapes;

/// Chunks of a tier with the positions that are decided at some distance.
type Layer = Vec<(u32, Chunk)>;

/// A tier solved with distances.
#[derive(Debug)]
pub struct DistanceTier {
    shapes: Shapes,
    /// For each number of plies the positions won, and lost, in so many.
    wins: Vec<Layer>,
    losses: Vec<Layer>,
}

impl DistanceTier {
    /// Solves the tier with that many marks, given the tier above (none if the
    /// board is full).
    #[must_use]
    pub fn solve(board: &Board, marks: u32, above: Option<&DistanceTier>, processor: Processor) -> Self {
        let shapes = Shapes::new(board, marks);
        let layout = Layout::new(marks);
        let within = Links::within(board, &shapes);
        let upwards = above.map(|tier| Links::upwards(board, &shapes, &tier.shapes));
        let (mut won, mut lost) = (Known::new(&shapes), Known::new(&shapes));
        let (mut won_above, mut lost_above) = match above {
            Some(tier) => (Known::new(&tier.shapes), Known::new(&tier.shapes)),
            None => (Known::nothing(), Known::nothing()),
        };
        let (over_won, over_lost, mut open) = positions_over(board, &shapes, processor);
        let (mut wins, mut losses) = (vec![over_won], vec![over_lost]);
        for plies in 0.. {
            // What ends in so many plies becomes readable, here and above.
            won.reveal(&wins[plies], &mut open);
            lost.reveal(&losses[plies], &mut open);
            let mut more = !wins[plies].is_empty() || !losses[plies].is_empty();
            if let Some(tier) = above {
                won_above.reveal(tier.wins.get(plies).map_or(&[], Vec::as_slice), &mut []);
                lost_above.reveal(tier.losses.get(plies).map_or(&[], Vec::as_slice), &mut []);
                more |= plies < tier.wins.len();
            }
            if !more {
                break;
            }
            let children = |here: &'_ Known, there: &'_ Known, round: &dyn Fn(&[Children<'_>]) -> Layer| {
                let (plane, changed) = (&here.plane[..], &here.changed[..]);
                let mut sources = vec![Children { links: &within, shapes: &shapes, layout, plane, changed }];
                if let Some((tier, links)) = above.zip(upwards.as_ref()) {
                    let layout = Layout::new(marks + 1);
                    let (plane, changed) = (&there.plane[..], &there.changed[..]);
                    sources.push(Children { links, shapes: &tier.shapes, layout, plane, changed });
                }
                round(&sources)
            };
            let each = |round: &(dyn Fn(Subject<'_>, &mut Found<'_>, &mut Scratch) + Sync)| {
                every_shape(board, &shapes, &open, round)
            };
            wins.push(children(&lost, &lost_above, &|lost| {
                each(&|subject, settle, scratch| processor.run(WinRound { subject, lost, settle, scratch }))
            }));
            losses.push(children(&won, &won_above, &|won| {
                each(&|subject, settle, scratch| {
                    processor.run(LossRound { subject, won, everything: false, settle, scratch });
                })
            }));
        }
        // The last layers are empty: that is how the end was known.
        while wins.last().is_some_and(Vec::is_empty) && losses.last().is_some_and(Vec::is_empty) {
            wins.pop();
            losses.pop();
        }
        DistanceTier { shapes, wins, losses }
    }

    /// The tier with these codes, as [`DistanceTier::codes`] gives them.
    pub fn from_codes(board: &Board, marks: u32, code: impl Fn(u64) -> u16) -> Self {
        let shapes = Shapes::new(board, marks);
        let layout = Layout::new(marks);
        let (mut wins, mut losses) = (Vec::<Layer>::new(), Vec::<Layer>::new());
        let positions = 1u64 << CHUNK_BITS.min(marks as usize);
        for at in 0..shapes.len() * layout.chunks {
            for place in 0..positions {
                // Below nine marks every chunk is a shape: both numberings agree.
                let code = usize::from(code(at as u64 * positions + place));
                let (layers, plies) = match code {
                    0 => continue,
                    code if code % 2 == 1 => (&mut wins, code / 2),
                    code => (&mut losses, code / 2 - 1),
                };
                layers.resize_with(layers.len().max(plies + 1), Layer::new);
                let layer = &mut layers[plies];
                if layer.last().is_none_or(|(last, _)| *last != at as u32) {
                    layer.push((at as u32, Chunk::ZERO));
                }
                let chunk = &mut layer.last_mut().expect("pushed if it was not there").1;
                // Spare address bits repeat the positions there are.
                for bit in (place..1 << CHUNK_BITS).step_by(positions as usize) {
                    chunk.0[bit as usize / 64] |= 1 << (bit % 64);
                }
            }
        }
        let plies = wins.len().max(losses.len());
        wins.resize_with(plies, Layer::new);
        losses.resize_with(plies, Layer::new);
        DistanceTier { shapes, wins, losses }
    }

    /// The shapes of the tier.
    #[must_use]
    pub fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    /// The codes of all positions in stored order: 0 for a draw, `2 d + 1` for
    /// a win and `2 d + 2` for a loss in `d` plies.
    #[must_use]
    pub fn codes(&self) -> Vec<u16> {
        let marks = self.shapes.marks();
        let layout = Layout::new(marks);
        let mut codes = vec![0; self.shapes.len() << marks];
        for (layers, first) in [(&self.wins, 1), (&self.losses, 2)] {
            for (plies, layer) in layers.iter().enumerate() {
                let code = 2 * plies as u16 + first;
                for &(at, chunk) in layer {
                    let (shape, chunk_of_shape) = (at as usize / layout.chunks, at as usize % layout.chunks);
                    let start = (shape << marks) + (chunk_of_shape << CHUNK_BITS);
                    let end = codes.len().min(start + (1 << CHUNK_BITS.min(marks as usize)));
                    write_code(&chunk, code, &mut codes[start..end]);
                }
            }
        }
        codes
    }
}

/// Sets the code of every position of a chunk whose bit is set.
fn write_code(chunk: &Chunk, code: u16, codes: &mut [u16]) {
    for (word, codes) in chunk.0.iter().zip(codes.chunks_mut(64)) {
        let mut rest = *word;
        while rest != 0 {
            // Spare address bits repeat what is inside the slice.
            if let Some(place) = codes.get_mut(rest.trailing_zeros() as usize) {
                *place = code;
            }
            rest &= rest - 1;
        }
    }
}

/// A plane that becomes known layer by layer.
struct Known {
    plane: Vec<Chunk>,
    changed: Vec<u64>,
    layout: Layout,
}

impl Known {
    fn new(shapes: &Shapes) -> Self {
        let layout = Layout::new(shapes.marks());
        let plane = vec![Chunk::ZERO; shapes.len() * layout.chunks];
        Known { plane, changed: vec![0; shapes.len() * layout.flag_words], layout }
    }

    fn nothing() -> Self {
        Known { plane: Vec::new(), changed: Vec::new(), layout: Layout::new(0) }
    }

    /// Adds a layer and flags what it changes; what it decides is not open.
    fn reveal(&mut self, layer: &[(u32, Chunk)], open: &mut [Chunk]) {
        self.changed.fill(0);
        for &(at, new) in layer {
            let at = at as usize;
            let (shape, chunk) = (at / self.layout.chunks, at % self.layout.chunks);
            flags::set(&mut self.changed[shape * self.layout.flag_words..], chunk);
            for (word, new) in self.plane[at].0.iter_mut().zip(new.0) {
                *word |= new;
            }
            if let Some(open) = open.get_mut(at) {
                open.0.iter_mut().zip(new.0).for_each(|(word, new)| *word &= !new);
            }
        }
    }
}

/// The positions with a line, won and lost, and a plane of the others.
fn positions_over(board: &Board, shapes: &Shapes, processor: Processor) -> (Layer, Layer, Vec<Chunk>) {
    let layout = Layout::new(shapes.marks());
    let mut open = vec![Chunk::ZERO; shapes.len() * layout.chunks];
    let (mut wins, mut losses) = (Layer::new(), Layer::new());
    let mut scratch = Scratch::new(layout);
    let (mut win, mut loss) = (vec![Chunk::ZERO; layout.chunks], vec![Chunk::ZERO; layout.chunks]);
    let (mut won, mut lost) = (vec![0; layout.flag_words], vec![0; layout.flag_words]);
    for (shape, may_lose) in open.chunks_exact_mut(layout.chunks).enumerate() {
        let subject = Subject { board, shape, mask: shapes.mask(shape) };
        let start = Start { win: &mut win, loss: &mut loss, may_lose, lost: &mut lost, won: &mut won };
        processor.run(Begin { subject, above: None, start, scratch: &mut scratch });
        let first = (shape * layout.chunks) as u32;
        for (layer, lanes, flags) in [(&mut wins, &win, &won), (&mut losses, &loss, &lost)] {
            let mut next = 0;
            while let Some(at) = flags::next(flags, next) {
                layer.push((first + at as u32, lanes[at]));
                next = at + 1;
            }
        }
    }
    (wins, losses, open)
}

/// One round over all shapes: everything it finds.
fn every_shape(
    board: &Board,
    shapes: &Shapes,
    open: &[Chunk],
    round: &(dyn Fn(Subject<'_>, &mut Found<'_>, &mut Scratch) + Sync),
) -> Layer {
    let layout = Layout::new(shapes.marks());
    open.par_chunks(layout.chunks)
        .enumerate()
        .map_init(
            || Scratch::new(layout),
            |scratch, (shape, open)| {
                let mut found = Found { open, first: (shape * layout.chunks) as u32, layer: Layer::new() };
                if open.iter().any(|chunk| *chunk != Chunk::ZERO) {
                    round(Subject { board, shape, mask: shapes.mask(shape) }, &mut found, scratch);
                }
                found.layer
            },
        )
        .flatten_iter()
        .collect()
}

/// Notes what a round decides and leaves the planes as they are.
struct Found<'a> {
    open: &'a [Chunk],
    first: u32,
    layer: Layer,
}

impl Settle for Found<'_> {
    #[inline(always)]
    fn open(&self, at: usize) -> Chunk {
        self.open[at]
    }

    #[inline(always)]
    fn settle(&mut self, at: usize, new: Chunk) {
        self.layer.push((self.first + at as u32, new));
    }
}
