//! Values with distances, through the same lanes.
//!
//! The values of the tier are known before: which positions are won and which
//! are lost. Round `d` then finds those that end in `d` plies: of the wins that
//! are left, those with a child lost in `d - 1`; of the losses that are left,
//! those with a child won in `d - 1` all of whose children are won by then. What
//! a round finds is given away, window by window (see `news`), and becomes
//! readable only when the round is over. The tier above becomes readable round
//! by round along with ours, so nothing is ever known too early.
//!
//! When nothing is left the tier is solved. If a round finds nothing and more
//! is left, something is wrong: the values and the distances do not fit.
//!
//! Wins fall on odd distances and losses on even ones, but for the few
//! positions that are lost because every move lines up the other side's
//! marks. So one of the two passes of a round finds hardly anything. It goes
//! first, what it finds waits, and the other pass writes at once.
//!
//! Memory: four planes of the tier (known and left, won and lost), two of the
//! tier above.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use kaiketsu_lanes::{Chunk, Plane, Pool, Processor, flags};
use rayon::prelude::*;

use crate::quixo::cubes::links::{Layout, TierLinks};
use crate::quixo::cubes::news::News;
use crate::quixo::cubes::rounds::{Begin, Children, LossRound, Scratch, Settle, Start, Subject, WinRound};
use crate::quixo::cubes::tier::CubeTier;
use crate::quixo::cubes::windows::{Found, Known, Revealed, Verdict, add};
use crate::quixo::geometry::{Board, Push};

/// Takes what a round finds: the verdict, the window, and the bytes.
pub(crate) type Record<'a> = dyn Fn(Verdict, usize, io::Result<Vec<u8>>) + Sync + 'a;

/// A tier whose values are known and whose distances are being found.
pub(crate) struct Distances<'a> {
    board: &'a Board,
    processor: Processor,
    here: Revealed,
    above: Option<Revealed>,
    links: TierLinks,
    /// By [`Verdict`].
    left: [Left; 2],
    /// By [`Verdict`], the shapes with a child that changed.
    concerned: [Vec<AtomicBool>; 2],
}

/// What is still to be found.
struct Left {
    plane: Plane,
    /// The chunks with something left.
    chunks: Vec<u64>,
    positions: u64,
}

impl<'a> Distances<'a> {
    /// Before the first round: nothing is known of the distances here or above. Takes
    /// the values of the tier, and its links.
    /// Both tiers have windows of about so many chunks.
    ///
    /// # Errors
    ///
    /// If the system gives no memory.
    pub(crate) fn new(
        board: &'a Board,
        values: CubeTier,
        links: TierLinks,
        window: usize,
        processor: Processor,
        pool: &mut Pool,
    ) -> io::Result<Self> {
        let marks = values.marks();
        let here = Revealed::new(board, marks, window, pool)?;
        let above = match marks < board.cells() as u32 {
            true => Some(Revealed::new(board, marks + 1, window, pool)?),
            false => None,
        };
        let nobody = || std::iter::repeat_with(AtomicBool::default).take(here.shapes.len()).collect();
        let concerned = [nobody(), nobody()];
        let left = [values.win, values.loss].map(|plane| Left { plane, chunks: Vec::new(), positions: 0 });
        Ok(Distances { board, processor, here, above, links, left, concerned })
    }

    /// How many positions are left, won and lost.
    pub(crate) fn left(&self) -> u64 {
        self.left.iter().map(|left| left.positions).sum()
    }

    /// Whether the last round changed anything, here or above.
    pub(crate) fn has_changed(&self) -> bool {
        self.here.has_changed() || self.above.as_ref().is_some_and(Revealed::has_changed)
    }

    /// Round 0: the games that are over.
    pub(crate) fn start(&mut self, record: &Record<'_>) {
        let Distances { board, processor, here, .. } = self;
        let (windows, layout, shapes) = (here.windows, here.windows.layout, &here.shapes);
        let [won, lost] = &mut here.known;
        (
            won.plane.chunks_mut().par_chunks_mut(windows.chunks()),
            lost.plane.chunks_mut().par_chunks_mut(windows.chunks()),
            won.changed.par_chunks_mut(windows.flag_words()),
            lost.changed.par_chunks_mut(windows.flag_words()),
        )
            .into_par_iter()
            .enumerate()
            .for_each_init(
                || (Scratch::new(layout), vec![Chunk::ZERO; layout.chunks]),
                |(scratch, others), (window, (won, lost, newly_won, newly_lost))| {
                    for (place, shape) in windows.shapes(window).enumerate() {
                        let lanes = place * layout.chunks..(place + 1) * layout.chunks;
                        let flags = place * layout.flag_words..(place + 1) * layout.flag_words;
                        let subject = Subject { board, shape, mask: shapes.mask(shape) };
                        let start = Start {
                            win: &mut won[lanes.clone()],
                            loss: &mut lost[lanes],
                            may_lose: others,
                            won: &mut newly_won[flags.clone()],
                            lost: &mut newly_lost[flags],
                        };
                        processor.run(Begin { subject, above: None, start, scratch });
                    }
                    for (verdict, known) in Verdict::BOTH.into_iter().zip([won, lost]) {
                        let mut news = News::default();
                        let found = known.iter().enumerate().filter(|(_, chunk)| **chunk != Chunk::ZERO);
                        found.for_each(|(place, chunk)| news.push(place, *chunk));
                        if !news.is_empty() {
                            let all = Chunk([u64::MAX; 8]);
                            record(verdict, window, news.encode(known.len(), |_| all));
                        }
                    }
                },
            );
        self.take_stock();
        Verdict::BOTH.into_iter().for_each(|verdict| self.concern(verdict));
    }

    /// Adds what a round of an earlier run found here.
    pub(crate) fn replay(&mut self, read: impl Fn(usize) -> io::Result<Found> + Sync) -> io::Result<()> {
        self.here.reveal(read)
    }

    /// After rounds have been replayed: what is left, and whom the last of them
    /// concerns.
    pub(crate) fn go_on(&mut self) {
        self.take_stock();
        Verdict::BOTH.into_iter().for_each(|verdict| self.concern(verdict));
    }

    /// Adds what a round found in the tier above.
    pub(crate) fn reveal_above(
        &mut self,
        read: impl Fn(usize) -> io::Result<Found> + Sync,
    ) -> io::Result<()> {
        let Some(above) = &mut self.above else { return Ok(()) };
        above.reveal(read)?;
        for verdict in Verdict::BOTH {
            let concerned = &self.concerned[verdict.other() as usize];
            self.concern_parents(above_of(&self.above), verdict, concerned, |push, mask| push.backward(mask));
        }
        Ok(())
    }

    /// Plays a round: finds all positions that end in so many plies.
    pub(crate) fn round(&mut self, plies: u16, record: &Record<'_>) {
        let usual = if plies % 2 == 1 { Verdict::Won } else { Verdict::Lost };
        let waiting = self.pass(usual.other(), false, record);
        self.pass(usual, true, record);
        self.settle(usual.other(), &waiting);
        Verdict::BOTH.into_iter().for_each(|verdict| self.concern(verdict));
    }

    /// One pass of a round over all shapes concerned. What it finds becomes
    /// known at once, or else is given back.
    fn pass(&mut self, verdict: Verdict, at_once: bool, record: &Record<'_>) -> Vec<(usize, News)> {
        let Distances { board, processor, here, above, links, left, concerned } = self;
        let TierLinks { within, upwards } = links;
        let Revealed { shapes, windows, known: [won, lost] } = here;
        let (windows, layout, shapes) = (*windows, windows.layout, &*shapes);
        let (known, other) = match verdict {
            Verdict::Won => (won, &*lost),
            Verdict::Lost => (lost, &*won),
        };
        let (left, concerned) = (&mut left[verdict as usize], &concerned[verdict as usize]);
        if at_once {
            known.changed.fill(0);
        }
        if !concerned.iter().any(|concerned| concerned.load(Relaxed)) {
            return Vec::new();
        }
        let children: Vec<Children<'_>> =
            [Children::new(within, shapes, other.plane.chunks(), &other.changed)]
                .into_iter()
                .chain(
                    above.iter().zip(&*upwards).map(|(above, links)| above.children(links, verdict.other())),
                )
                .collect();
        let found = AtomicU64::new(0);
        let waiting = (
            known.plane.chunks_mut().par_chunks_mut(windows.chunks()),
            known.changed.par_chunks_mut(windows.flag_words()),
            left.plane.chunks_mut().par_chunks_mut(windows.chunks()),
            left.chunks.par_chunks_mut(windows.flag_words()),
        )
            .into_par_iter()
            .enumerate()
            .map_init(
                || Scratch::new(layout),
                |scratch, (window, (known, changed, left, left_chunks))| {
                    let mut news = News::default();
                    for (place, shape) in windows.shapes(window).enumerate() {
                        if !concerned[shape].load(Relaxed) {
                            continue;
                        }
                        concerned[shape].store(false, Relaxed);
                        let flags = &left_chunks[place * layout.flag_words..(place + 1) * layout.flag_words];
                        if flags::none(flags) {
                            continue;
                        }
                        let first = place * layout.chunks;
                        let lanes = &left[first..first + layout.chunks];
                        let before = news.len();
                        let subject = Subject { board, shape, mask: shapes.mask(shape) };
                        let settle = &mut Noted { left: lanes, flags, first, news: &mut news };
                        match verdict {
                            Verdict::Won => {
                                processor.run(WinRound { subject, lost: &children, settle, scratch });
                            }
                            Verdict::Lost => {
                                let everything = false;
                                processor.run(LossRound {
                                    subject,
                                    won: &children,
                                    everything,
                                    settle,
                                    scratch,
                                });
                            }
                        }
                        news.turn(before);
                    }
                    if news.is_empty() {
                        return None;
                    }
                    found.fetch_add(news.positions() as u64, Relaxed);
                    let others = &other.plane.chunks()[window * windows.chunks()..];
                    let open = |at: usize| known[at].zip(others[at], |known, other| !(known | other));
                    record(verdict, window, news.encode(known.len(), open));
                    take_away(&news, layout, left, left_chunks);
                    if at_once {
                        add(&news, layout, known, changed);
                        return None;
                    }
                    Some((window, news))
                },
            )
            .flatten_iter()
            .collect();
        left.positions -= found.into_inner();
        waiting
    }

    /// Makes known what a pass found that did not write at once.
    fn settle(&mut self, verdict: Verdict, found: &[(usize, News)]) {
        let windows = self.here.windows;
        let Known { plane, changed } = &mut self.here.known[verdict as usize];
        changed.fill(0);
        for (window, news) in found {
            let known = &mut plane.chunks_mut()[window * windows.chunks()..];
            add(news, windows.layout, known, &mut changed[window * windows.flag_words()..]);
        }
    }

    /// What is left: the values without what is known.
    fn take_stock(&mut self) {
        let windows = self.here.windows;
        for (left, known) in self.left.iter_mut().zip(&self.here.known) {
            let positions = AtomicU64::new(0);
            let chunks = left.plane.chunks_mut().par_chunks_mut(windows.chunks());
            chunks.zip(known.plane.chunks().par_chunks(windows.chunks())).for_each(|(left, known)| {
                let mut count = 0;
                for (left, known) in left.iter_mut().zip(known) {
                    *left = left.zip(*known, |left, known| left & !known);
                    count += left.0.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
                }
                positions.fetch_add(count, Relaxed);
            });
            left.positions = positions.into_inner();
            left.chunks = windows.layout.nonzero(left.plane.chunks());
        }
    }

    /// Notes all shapes with a move into a shape that changed here.
    fn concern(&self, verdict: Verdict) {
        let concerned = &self.concerned[verdict.other() as usize];
        self.concern_parents(&self.here, verdict, concerned, |push, mask| push.backward(mask) | push.taken());
    }

    fn concern_parents(
        &self,
        tier: &Revealed,
        verdict: Verdict,
        concerned: &[AtomicBool],
        before: impl Fn(&Push, u32) -> u32 + Sync,
    ) {
        let windows = tier.windows;
        let changed = &tier.known[verdict as usize].changed;
        changed.par_chunks(windows.flag_words()).enumerate().for_each(|(window, changed)| {
            let flags = changed.chunks_exact(windows.layout.flag_words);
            for (shape, _) in windows.shapes(window).zip(flags).filter(|(_, flags)| !flags::none(flags)) {
                let mask = tier.shapes.mask(shape);
                for push in self.board.pushes.iter().filter(|push| mask & push.inserted() != 0) {
                    let parent = self.here.shapes.sets.fold(before(push, mask).into()).number as usize;
                    // A look is cheaper than a change that others must hear of.
                    if !concerned[parent].load(Relaxed) {
                        concerned[parent].store(true, Relaxed);
                    }
                }
            }
        });
    }

    /// The values of the tier when nothing is left; the rest goes to the pool.
    pub(crate) fn finish(self, pool: &mut Pool) -> CubeTier {
        self.above.into_iter().for_each(|above| above.recycle(pool));
        self.left.into_iter().for_each(|left| pool.give(left.plane));
        let [win, loss] = self.here.known.map(|known| known.plane);
        CubeTier { shapes: self.here.shapes, win, loss }
    }
}

fn above_of(above: &Option<Revealed>) -> &Revealed {
    above.as_ref().expect("looked at just before")
}

/// Takes news of a window away from what is left.
fn take_away(news: &News, layout: Layout, left: &mut [Chunk], chunks: &mut [u64]) {
    for (place, new) in news.iter() {
        left[place] = left[place].zip(*new, |left, new| left & !new);
        if left[place] == Chunk::ZERO {
            flags::clear(&mut chunks[place / layout.chunks * layout.flag_words..], place % layout.chunks);
        }
    }
}

/// Notes what a round decides and leaves the planes as they are.
struct Noted<'a> {
    left: &'a [Chunk],
    flags: &'a [u64],
    /// The place of the shape in its window.
    first: usize,
    news: &'a mut News,
}

impl Settle for Noted<'_> {
    #[inline(always)]
    fn open(&self, at: usize) -> Chunk {
        self.left[at]
    }

    #[inline(always)]
    fn settle(&mut self, at: usize, new: Chunk) {
        self.news.push(self.first + at, new);
    }

    #[inline(always)]
    fn worth_a_look(&self) -> Option<&[u64]> {
        Some(self.flags)
    }
}
