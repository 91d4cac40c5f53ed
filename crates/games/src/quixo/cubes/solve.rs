//! Solving a tier: the start from the tier above, then rounds.
//!
//! Rounds of wins and of losses alternate. A round of wins reads losses and
//! writes wins, a round of losses the other way round: nothing is read and
//! written in the same round, so the number of threads makes no difference.
//! The tier is solved when a round changes nothing. Only shapes with a child
//! that changed are visited, and of them only the blocks of chunks concerned.
//!
//! Memory: three planes (wins, losses, and where a loss is still possible),
//! two of the tier above, and about 50 bytes of tables for each shape. The
//! work runs in the current pool of rayon.
//!
//! # Checkpoints
//!
//! The three planes are the whole state. Between rounds the observer may copy
//! them; work that goes on from them takes everything as changed and ends with
//! the same values.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use kaiketsu_lanes::{Plane, Pool, Processor, flags};
use rayon::prelude::*;

use crate::quixo::cubes::links::{Layout, TierLinks};
use crate::quixo::cubes::rounds::{Begin, Children, LossRound, Scratch, Start, Subject, WinRound};
use crate::quixo::cubes::settle::Decided;
use crate::quixo::cubes::tier::CubeTier;
use crate::quixo::geometry::Board;
use crate::quixo::shapes::Shapes;

/// A tier whose rounds are not over.
#[derive(Debug)]
pub struct Unfinished {
    /// How many marks are on the board.
    pub marks: u32,
    /// Positions known to be won.
    pub win: Plane,
    /// Positions known to be lost.
    pub loss: Plane,
    /// Positions not known to be won or lost all of whose moves into the tier
    /// above lead to positions won for the other side.
    pub may_lose: Plane,
}

/// Is told of each round: its number, odd for wins, even for losses, 0 for the
/// start, and the state after it.
pub type Observer<'a> = dyn FnMut(u32, &Unfinished) + 'a;

/// Solves the tier with that many marks, given the tier above (none if the
/// board is full).
///
/// # Errors
///
/// If the system gives no memory.
pub fn solve_tier(
    board: &Board,
    marks: u32,
    above: Option<&CubeTier>,
    processor: Processor,
    pool: &mut Pool,
    observer: &mut Observer<'_>,
) -> io::Result<CubeTier> {
    solve_with(board, &TierLinks::new(board, marks), marks, above, processor, pool, observer)
}

/// The same, given the links of the tier.
pub(crate) fn solve_with(
    board: &Board,
    links: &TierLinks,
    marks: u32,
    above: Option<&CubeTier>,
    processor: Processor,
    pool: &mut Pool,
    observer: &mut Observer<'_>,
) -> io::Result<CubeTier> {
    let CubeTier { shapes, win, loss } = CubeTier::new(board, marks, pool)?;
    let may_lose = pool.take(win.chunks().len())?;
    let state = Unfinished { marks, win, loss, may_lose };
    let mut rounds = Rounds::new(board, links, shapes, state, processor);
    rounds.start(above);
    Ok(rounds.run(pool, observer))
}

/// Goes on with a tier from a checkpoint.
pub(crate) fn resume_with(
    board: &Board,
    links: &TierLinks,
    state: Unfinished,
    processor: Processor,
    pool: &mut Pool,
    observer: &mut Observer<'_>,
) -> CubeTier {
    let shapes = board.shapes(state.marks).clone();
    let mut rounds = Rounds::new(board, links, shapes, state, processor);
    // Every loss is taken for new.
    rounds.newly_lost = rounds.layout.nonzero(rounds.state.loss.chunks());
    rounds.run(pool, observer)
}

/// A tier being solved.
struct Rounds<'a> {
    board: &'a Board,
    links: &'a TierLinks,
    shapes: Shapes,
    layout: Layout,
    processor: Processor,
    state: Unfinished,
    /// Chunks that gained wins, or losses, in the last round of their kind.
    newly_won: Vec<u64>,
    newly_lost: Vec<u64>,
    /// Shapes with a child that changed.
    concerned: Vec<AtomicBool>,
}

impl<'a> Rounds<'a> {
    fn new(
        board: &'a Board,
        links: &'a TierLinks,
        shapes: Shapes,
        state: Unfinished,
        processor: Processor,
    ) -> Self {
        let layout = Layout::new(state.marks);
        let flags = || vec![0; shapes.len() * layout.flag_words];
        let (newly_won, newly_lost) = (flags(), flags());
        let concerned = std::iter::repeat_with(|| AtomicBool::new(true)).take(shapes.len()).collect();
        Rounds { board, links, shapes, layout, processor, state, newly_won, newly_lost, concerned }
    }

    /// Decides what is over and what the tier above decides.
    fn start(&mut self, above: Option<&CubeTier>) {
        let Rounds { board, links, shapes, layout, processor, .. } = self;
        let Layout { chunks, flag_words, .. } = *layout;
        let above = above.zip(links.upwards.as_ref()).map(|(tier, links)| tier.children(links));
        (
            self.state.win.chunks_mut().par_chunks_mut(chunks),
            self.state.loss.chunks_mut().par_chunks_mut(chunks),
            self.state.may_lose.chunks_mut().par_chunks_mut(chunks),
            self.newly_lost.par_chunks_mut(flag_words),
            self.newly_won.par_chunks_mut(flag_words),
        )
            .into_par_iter()
            .enumerate()
            .for_each_init(
                || Scratch::new(*layout),
                |scratch, (shape, (win, loss, may_lose, lost, won))| {
                    let subject = Subject { board, shape, mask: shapes.mask(shape) };
                    let start = Start { win, loss, may_lose, lost, won };
                    processor.run(Begin { subject, above, start, scratch });
                },
            );
    }

    /// Rounds until one changes nothing.
    fn run(mut self, pool: &mut Pool, observer: &mut Observer<'_>) -> CubeTier {
        let mut changed = true;
        for round in 0.. {
            observer(round, &self.state);
            // The first round of losses comes after the first of wins,
            // whether that changed anything or not.
            if round >= 2 && !changed {
                break;
            }
            changed = self.round(round % 2 == 0, round == 1);
        }
        let Unfinished { win, loss, may_lose, .. } = self.state;
        pool.give(may_lose);
        CubeTier { shapes: self.shapes, win, loss }
    }

    /// A round of wins or of losses, of all shapes or of those concerned:
    /// whether it changed anything.
    fn round(&mut self, wins: bool, everything: bool) -> bool {
        let Rounds { board, links, shapes, layout, processor, concerned, state, newly_won, newly_lost } =
            self;
        let Layout { chunks, flag_words, .. } = *layout;
        let (written, read, changed, news) = match wins {
            true => (&mut state.win, state.loss.chunks(), newly_won, &*newly_lost),
            false => (&mut state.loss, state.win.chunks(), newly_lost, &*newly_won),
        };
        let children = &[Children::new(&links.within, shapes, read, news)];
        (
            written.chunks_mut().par_chunks_mut(chunks),
            state.may_lose.chunks_mut().par_chunks_mut(chunks),
            changed.par_chunks_mut(flag_words),
        )
            .into_par_iter()
            .enumerate()
            .for_each_init(
                || Scratch::new(*layout),
                |scratch, (shape, (plane, may_lose, changed))| {
                    changed.fill(0);
                    if concerned[shape].swap(false, Relaxed) || everything {
                        let subject = Subject { board, shape, mask: shapes.mask(shape) };
                        let losses = wins.then(|| &read[shape * chunks..(shape + 1) * chunks]);
                        let settle = &mut Decided { plane, may_lose, changed, losses };
                        if wins {
                            processor.run(WinRound { subject, lost: children, settle, scratch });
                        } else {
                            processor.run(LossRound { subject, won: children, everything, settle, scratch });
                        }
                    }
                },
            );
        let changed = if wins { &self.newly_won } else { &self.newly_lost };
        self.concern_parents(changed);
        !flags::none(changed)
    }

    /// Notes all shapes with a move into a shape that changed.
    fn concern_parents(&self, changed: &[u64]) {
        changed.par_chunks(self.layout.flag_words).enumerate().for_each(|(shape, changed)| {
            if flags::none(changed) {
                return;
            }
            let mask = self.shapes.mask(shape);
            for push in self.board.pushes.iter().filter(|push| mask & push.inserted() != 0) {
                let parent = self.shapes.sets.fold((push.backward(mask) | push.taken()).into()).number;
                self.concerned[parent as usize].store(true, Relaxed);
            }
        });
    }
}
