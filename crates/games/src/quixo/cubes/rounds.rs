//! What is done with one shape: all its colourings at once.
//!
//! Positions are *stored* with bit 1 for marks of the side not to move, and a
//! child is read by its parent in that form. The parent's own address bits
//! are then 1 for marks of its mover, the opposite of how it is stored: so a
//! shape is worked on in *mover's order*, and its chunks are turned around
//! (last bit first) when they are stored.

use kaiketsu_lanes::{ADDRESS_BITS, CHUNK_BITS, Chunk, Plan, Vectors, Weaver, Wiring, Work, flags};

use crate::quixo::cubes::links::{Layout, Link, Links, Moves};
use crate::quixo::cubes::weavers::{AllWon, AnyLost, Gain, Hope};
use crate::quixo::cubes::wiring::Cells;
use crate::quixo::geometry::Board;
use crate::quixo::shapes::Shapes;

/// The children of a tier's shapes in one tier: itself or the one above.
#[derive(Clone, Copy)]
pub(crate) struct Children<'a> {
    pub(crate) links: &'a Links,
    shapes: &'a Shapes,
    layout: Layout,
    /// The plane that is read: the children's wins or their losses.
    pub(crate) plane: &'a [Chunk],
    /// Which chunks of it changed since they were last read.
    changed: &'a [u64],
}

impl<'a> Children<'a> {
    pub(crate) fn new(links: &'a Links, shapes: &'a Shapes, plane: &'a [Chunk], changed: &'a [u64]) -> Self {
        Children { links, shapes, layout: Layout::new(shapes.marks), plane, changed }
    }

    #[inline(always)]
    fn wiring(&self, board: &Board, cells: &Cells, link: Link) -> Wiring {
        cells.wiring(board, link.push(), link.symmetry(), self.shapes.mask(link.shape()))
    }

    #[inline(always)]
    fn lanes(&self, child: usize) -> &'a [Chunk] {
        &self.plane[child * self.layout.chunks..(child + 1) * self.layout.chunks]
    }

    #[inline(always)]
    fn changed(&self, child: usize) -> &'a [u64] {
        &self.changed[child * self.layout.flag_words..(child + 1) * self.layout.flag_words]
    }
}

/// One shape of a tier, by its number and its mask.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a> {
    pub(crate) board: &'a Board,
    pub(crate) shape: usize,
    pub(crate) mask: u32,
}

/// Where the results of a round go, in stored order.
pub(crate) trait Settle {
    /// The positions of a chunk that the round may decide.
    fn open(&self, at: usize) -> Chunk;
    /// Takes positions of a chunk that the round has decided, at least one.
    fn settle(&mut self, at: usize, new: Chunk);
    /// Flags of the chunks with something to decide, if that is known.
    #[inline(always)]
    fn worth_a_look(&self) -> Option<&[u64]> {
        None
    }
}

/// Memory that a worker uses again for every shape.
pub(crate) struct Scratch {
    plan: Plan,
    first: Vec<Chunk>,
    second: Vec<Chunk>,
    third: Vec<Chunk>,
    flags: Vec<u64>,
    wanted: Vec<u64>,
}

impl Scratch {
    /// Memory for shapes of that layout.
    pub(crate) fn new(layout: Layout) -> Self {
        let lanes = || vec![Chunk::ZERO; layout.chunks];
        let flags = || vec![0; layout.flag_words];
        Scratch {
            plan: Plan::default(),
            first: lanes(),
            second: lanes(),
            third: lanes(),
            flags: flags(),
            wanted: flags(),
        }
    }
}

/// The planes of one shape at the start.
pub(crate) struct Start<'a> {
    pub(crate) win: &'a mut [Chunk],
    pub(crate) loss: &'a mut [Chunk],
    /// Undecided positions that the tier above leaves a loss possible for.
    pub(crate) may_lose: &'a mut [Chunk],
    /// Flags of the chunks with a loss.
    pub(crate) lost: &'a mut [u64],
    /// Flags of the chunks with a win.
    pub(crate) won: &'a mut [u64],
}

/// The start: positions that are over, and what the tier above decides, given
/// its losses and its wins.
pub(crate) struct Begin<'a> {
    pub(crate) subject: Subject<'a>,
    pub(crate) above: Option<(Children<'a>, &'a [Chunk])>,
    pub(crate) start: Start<'a>,
    pub(crate) scratch: &'a mut Scratch,
}

impl Work for Begin<'_> {
    type Output = ();

    #[inline(always)]
    fn on<V: Vectors>(self, vectors: V) {
        let Begin { subject, above, start, scratch } = self;
        let cells = Cells::new(subject.mask);
        let Scratch { plan, first: won, second: over, third: candidates, .. } = scratch;
        find_lines(vectors, subject, &cells, (won, over, candidates));
        if let Some((losses, wins)) = above {
            let wins = Children { plane: wins, ..losses };
            match losses.links.of(subject.shape) {
                Moves::Long(links) => {
                    for &link in links {
                        let wiring = losses.wiring(subject.board, &cells, link);
                        plan.address(&wiring);
                        plan.all_blocks();
                        plan.compile(&wiring);
                        plan.weave(vectors, losses.lanes(link.shape()), &mut AnyLost { vectors, won });
                        plan.weave(vectors, wins.lanes(link.shape()), &mut AllWon { vectors, candidates });
                    }
                }
                Moves::Short(links) => {
                    if let Some(lane) = losses.any_of(vectors, links, |_| true) {
                        AnyLost { vectors, won }.take(0, lane);
                    }
                    let lane = wins.all_of(vectors, links, vectors.load(&candidates[0]));
                    vectors.store(lane, &mut candidates[0]);
                }
            }
        }
        start.lost.fill(0);
        start.won.fill(0);
        for chunk in 0..won.len() {
            let (won, over) = (vectors.load(&won[chunk]), vectors.load(&over[chunk]));
            let won = vectors.without(won, over);
            let candidates = vectors.without(vectors.load(&candidates[chunk]), won);
            let at = start.win.len() - 1 - chunk;
            vectors.store(vectors.reverse(won), &mut start.win[at]);
            vectors.store(vectors.reverse(over), &mut start.loss[at]);
            vectors.store(vectors.reverse(candidates), &mut start.may_lose[at]);
            if !vectors.is_zero(over) {
                flags::set(start.lost, at);
            }
            if !vectors.is_zero(won) {
                flags::set(start.won, at);
            }
        }
    }
}

/// Positions with a line: of the mover, of the other side alone, and the rest.
#[inline(always)]
fn find_lines<V: Vectors>(
    vectors: V,
    subject: Subject<'_>,
    cells: &Cells,
    (won, lost, open): (&mut [Chunk], &mut [Chunk], &mut [Chunk]),
) {
    // For each line within the shape: its address bits above the chunk, and
    // where in a chunk its other address bits are all 1 and all 0.
    let mut lines = Vec::new();
    for &line in &subject.board.lines {
        if line & !subject.mask == 0 {
            let (mut high, mut ones, mut zeros) = (0, vectors.splat(!0), vectors.splat(!0));
            for cell in (0..32).filter(|cell| line >> cell & 1 == 1) {
                let bit = cells.bit(cell);
                if bit >= CHUNK_BITS {
                    high |= 1 << (bit - CHUNK_BITS);
                } else {
                    let set = vectors.load(&ADDRESS_BITS[bit]);
                    (ones, zeros) = (vectors.and(ones, set), vectors.without(zeros, set));
                }
            }
            lines.push((high, ones, zeros));
        }
    }
    for chunk in 0..won.len() {
        let (mut own, mut other) = (vectors.splat(0), vectors.splat(0));
        for &(high, ones, zeros) in &lines {
            if chunk & high == high {
                own = vectors.or(own, ones);
            }
            if chunk & high == 0 {
                other = vectors.or(other, zeros);
            }
        }
        vectors.store(own, &mut won[chunk]);
        vectors.store(vectors.without(other, own), &mut lost[chunk]);
        vectors.store(vectors.without(vectors.splat(!0), vectors.or(own, other)), &mut open[chunk]);
    }
}

/// A round of wins: open positions with a child that has become lost are won.
pub(crate) struct WinRound<'a, S> {
    pub(crate) subject: Subject<'a>,
    pub(crate) lost: &'a [Children<'a>],
    pub(crate) settle: &'a mut S,
    pub(crate) scratch: &'a mut Scratch,
}

impl<S: Settle> Work for WinRound<'_, S> {
    type Output = ();

    #[inline(always)]
    fn on<V: Vectors>(self, vectors: V) {
        let WinRound { subject, lost, settle, scratch } = self;
        let cells = Cells::new(subject.mask);
        let Scratch { plan, first: gained, flags: hit, wanted, .. } = scratch;
        hit.fill(0);
        let limited = find_wanted(settle, gained.len(), wanted);
        if flags::none(wanted) {
            return;
        }
        for children in lost {
            let links = match children.links.of(subject.shape) {
                Moves::Long(links) => links,
                Moves::Short(links) => {
                    let changed = |child: usize| children.changed[child] != 0;
                    if let Some(lane) = children.any_of(vectors, links, changed) {
                        Gain { vectors, half: vectors.splat(!0), hit, gained }.take(0, lane);
                    }
                    continue;
                }
            };
            for &link in links {
                let changed = children.changed(link.shape());
                if flags::none(changed) {
                    continue;
                }
                let wiring = children.wiring(subject.board, &cells, link);
                plan.address(&wiring);
                plan.blocks_reading(changed);
                if limited {
                    plan.keep_writing(wanted);
                }
                if !plan.is_empty() {
                    plan.compile(&wiring);
                    let half = plan.allowed(vectors);
                    plan.weave(
                        vectors,
                        children.lanes(link.shape()),
                        &mut Gain { vectors, half, hit, gained },
                    );
                }
            }
        }
        settle_flagged(vectors, hit, gained, settle);
    }
}

/// A round of losses: open positions whose children are all won are lost.
/// Only positions with a child that has become won are looked at, or all of
/// them if `everything` may have changed.
pub(crate) struct LossRound<'a, S> {
    pub(crate) subject: Subject<'a>,
    pub(crate) won: &'a [Children<'a>],
    pub(crate) everything: bool,
    pub(crate) settle: &'a mut S,
    pub(crate) scratch: &'a mut Scratch,
}

impl<S: Settle> Work for LossRound<'_, S> {
    type Output = ();

    #[inline(always)]
    fn on<V: Vectors>(self, vectors: V) {
        let LossRound { subject, won, everything, settle, scratch } = self;
        let cells = Cells::new(subject.mask);
        let Scratch { plan, first: hope, flags: hopeful, wanted, .. } = scratch;
        let chunks = hope.len();
        find_wanted(settle, chunks, wanted);
        flags::set_first(hopeful, if everything { chunks } else { 0 });
        'enough: for children in won {
            if flags::cover(hopeful, wanted) {
                break;
            }
            let links = match children.links.of(subject.shape) {
                Moves::Long(links) => links,
                Moves::Short(links) => {
                    if links.iter().any(|link| children.changed[link.shape()] != 0) {
                        flags::set(hopeful, 0);
                    }
                    continue;
                }
            };
            for &link in links {
                if flags::cover(hopeful, wanted) {
                    break 'enough;
                }
                let changed = children.changed(link.shape());
                if !flags::none(changed) {
                    plan.address(&children.wiring(subject.board, &cells, link));
                    plan.blocks_reading(changed);
                    plan.flag_destinations(hopeful);
                }
            }
        }
        hopeful.iter_mut().zip(&*wanted).for_each(|(hopeful, wanted)| *hopeful &= wanted);
        let mut next = 0;
        while let Some(chunk) = flags::next(hopeful, next) {
            next = chunk + 1;
            let open = vectors.load(&settle.open(chunks - 1 - chunk));
            if vectors.is_zero(open) {
                flags::clear(hopeful, chunk);
            } else {
                vectors.store(vectors.reverse(open), &mut hope[chunk]);
            }
        }
        for children in won {
            if flags::none(hopeful) {
                return;
            }
            let links = match children.links.of(subject.shape) {
                Moves::Long(links) => links,
                Moves::Short(links) => {
                    let lane = children.all_of(vectors, links, vectors.load(&hope[0]));
                    if vectors.is_zero(lane) {
                        flags::clear(hopeful, 0);
                    }
                    vectors.store(lane, &mut hope[0]);
                    continue;
                }
            };
            for &link in links {
                if flags::none(hopeful) {
                    return;
                }
                let wiring = children.wiring(subject.board, &cells, link);
                plan.address(&wiring);
                plan.blocks_writing(hopeful);
                if !plan.is_empty() {
                    plan.compile(&wiring);
                    let half = plan.allowed(vectors);
                    plan.weave(
                        vectors,
                        children.lanes(link.shape()),
                        &mut Hope { vectors, half, hopeful, hope },
                    );
                }
            }
        }
        settle_flagged(vectors, hopeful, hope, settle);
    }
}

/// Flags of the chunks to decide something of, in mover's order: all of them if
/// no more is known. Says whether it is.
#[inline(always)]
fn find_wanted<S: Settle>(settle: &S, chunks: usize, wanted: &mut [u64]) -> bool {
    match settle.worth_a_look() {
        Some(flags) => flags::reverse(flags, chunks, wanted),
        None => flags::set_first(wanted, chunks),
    }
    settle.worth_a_look().is_some()
}

/// Hands over what is open among the flagged chunks, turned to stored order.
#[inline(always)]
fn settle_flagged<V: Vectors, S: Settle>(vectors: V, flags: &[u64], lanes: &[Chunk], settle: &mut S) {
    let mut next = 0;
    while let Some(chunk) = flags::next(flags, next) {
        next = chunk + 1;
        let at = lanes.len() - 1 - chunk;
        let open = vectors.load(&settle.open(at));
        let new = vectors.and(vectors.reverse(vectors.load(&lanes[chunk])), open);
        if !vectors.is_zero(new) {
            let mut chunk = Chunk::ZERO;
            vectors.store(new, &mut chunk);
            settle.settle(at, chunk);
        }
    }
}
