//! The second step: what the tiers below are worth comes to the positions that lead
//! there.

use std::cell::Cell;
use std::collections::HashMap;

use kaiketsu_game::{Code, Retrograde, Step, Tier};

use super::deal::Deal;
use super::field::Field;
use super::post::{Piles, Post, opened};
use super::save::{Saved, Stage};
use super::{Neighbours, Part, Work, agree, neighbours};
use crate::solve::sweep::GRAIN;
use crate::solve::{Child, Children, Exchange, SolveError, TierValues};

/// Positions of the tiers below that are one piece of work.
const PIECE: usize = 4 * GRAIN;

/// Chunks for whose children a peer asks at a time; at least one for each thread.
const ASKED: usize = 16;

/// Messages of which the memory is asked for before the first is heard.
const AHEAD: usize = 64;

impl<G: Retrograde + ?Sized> Work<'_, G> {
    /// Every peer reads its share of the tiers below and tells the positions that lead there.
    pub(super) fn tell_upwards(
        &self,
        part: &Part,
        below: &Field,
        deal: Deal,
        saved: &mut Saved<'_>,
        exchange: &mut dyn Exchange,
    ) -> Result<(), SolveError> {
        (self.told)("values of the tiers below", 0.2);
        let mut above: HashMap<Tier, Vec<(Tier, u64)>> = HashMap::new();
        for (tier, first) in part.field.tiers() {
            self.game
                .below(tier)
                .into_iter()
                .for_each(|lower| above.entry(lower).or_default().push((tier, first)));
        }
        let size = deal.size_of(part.me);
        let mut post = Post::new(part.deal, exchange.peers());
        let too_long = Cell::new(false);
        let hear = |stretch: usize, entries: &[u8]| {
            if !part.hear_all(stretch, entries) {
                too_long.set(true);
            }
        };
        let mut take = |batch: &[u8]| {
            let (stretch, entries) = opened(batch);
            hear(stretch, entries);
        };
        let mut next = 0;
        loop {
            let mut failure = None;
            while next < size && failure.is_none() {
                let pieces: Vec<usize> = (next..size).step_by(PIECE).take(self.at_once()).collect();
                next = size.min(next + PIECE * pieces.len());
                let found = self.map(pieces.len(), &|piece| {
                    let local = pieces[piece]..size.min(pieces[piece] + PIECE);
                    let mut piles: Piles = vec![Vec::new(); part.deal.stretches()];
                    for some in
                        neighbours(below, deal, part.me, local).flat_map(|some| some.without(&saved.skip))
                    {
                        self.tell(part, &some, &above[&some.tier], &mut piles)?;
                    }
                    Ok(piles)
                });
                for piles in found {
                    match piles {
                        Ok(mut piles) => {
                            for stretch in part.deal.stretches_of(part.me) {
                                hear(stretch, &std::mem::take(&mut piles[stretch]));
                            }
                            post.put(&piles, exchange, &mut take)?;
                        }
                        Err(error) => failure = failure.or(Some(error)),
                    }
                }
                exchange.turn(&mut take)?;
                if saved.is_time() {
                    break;
                }
            }
            post.flush(exchange, &mut take)?;
            let more = agree(exchange, failure, &[(next < size).into()], &mut take)?;
            self.none_too_long(part, too_long.get(), exchange)?;
            if more == [0] {
                return Ok(());
            }
            saved.save(part, Stage::Below, deal.globals(part.me, 0..next), exchange)?;
        }
    }

    /// Tells the values of some positions to those that lead to them from other tiers.
    fn tell(
        &self,
        part: &Part,
        some: &Neighbours,
        above: &[(Tier, u64)],
        piles: &mut Piles,
    ) -> Result<(), SolveError> {
        self.values(some, &mut |start, codes| {
            let range = start..start + codes.len() as u64;
            for &(tier, first) in above {
                self.game.walk_predecessors(some.tier, range.clone(), tier, &mut |index, origins| {
                    let code = codes[(index - start) as usize];
                    for origin in origins {
                        let (stretch, offset) = part.deal.find(first + origin.index);
                        let seen = Step { position: (), turn: origin.turn(), plies: 1 }.code_before(code);
                        piles[stretch].extend_from_slice(&entry(offset, seen));
                    }
                });
            }
        })
    }

    /// Shows the values of some positions, and which number the first of them has.
    fn values(&self, some: &Neighbours, show: &mut dyn FnMut(u64, &[Code])) -> Result<(), SolveError> {
        let mut codes = vec![Code::DRAW; GRAIN];
        for start in some.range.clone().step_by(GRAIN) {
            let codes = &mut codes[..GRAIN.min((some.range.end - start) as usize)];
            (self.read)(some.tier, start, codes)?;
            show(start, codes);
        }
        Ok(())
    }

    /// Ends the step, for all peers if one was told of a distance that does not fit.
    fn none_too_long(
        &self,
        part: &Part,
        too_long: bool,
        exchange: &mut dyn Exchange,
    ) -> Result<(), SolveError> {
        let tier = part.field.tiers().next().map(|(tier, _)| tier);
        let failure = tier.filter(|_| too_long).map(|tier| self.too_long(tier));
        agree(exchange, failure, &[], &mut |_| ()).map(drop)
    }

    /// Every owner asks for the values of the children below, some positions at a
    /// time, and is answered by those that hold them.
    pub(super) fn ask(
        &self,
        part: &Part,
        below: &Field,
        deal: Deal,
        saved: &mut Saved<'_>,
        exchange: &mut dyn Exchange,
    ) -> Result<(), SolveError> {
        (self.told)("asking for values of the tiers below", 0.2);
        let mut held = TierValues::with_room(deal.size_of(part.me));
        let hold = |some: Neighbours| self.values(&some, &mut |_, codes| held.push(codes));
        let read = neighbours(below, deal, part.me, 0..deal.size_of(part.me)).try_for_each(hold);
        agree(exchange, read.err(), &[], &mut |_| ())?;

        let mut too_long = false;
        let mut next = 0;
        loop {
            let last = part.chunks().min(next + self.at_once().max(ASKED));
            let asked = self.map(last - next, &|chunk| {
                let some = part.chunk(next + chunk).flat_map(|some| some.without(&saved.skip));
                self.questions(some, below, deal)
            });
            next = last;
            let mut waiting: Vec<Vec<Waits>> = vec![Vec::new(); deal.stretches()];
            let mut offsets: Vec<Vec<u8>> = vec![Vec::new(); deal.stretches()];
            for (stretch, offset, waits) in asked.into_iter().flatten() {
                waiting[stretch].push(waits);
                offsets[stretch].extend(offset.to_le_bytes());
            }
            for (stretch, offsets) in offsets.iter().enumerate().filter(|(_, offsets)| !offsets.is_empty()) {
                let header = [(part.me as u32).to_le_bytes(), (stretch as u32).to_le_bytes()];
                exchange.send(deal.owner(stretch), [header.as_flattened(), offsets].concat())?;
            }
            let mut questions = Vec::new();
            exchange.round(&[], &mut |batch| questions.push(batch.to_vec()))?;
            for question in questions {
                let (from, question) = opened(&question);
                let (stretch, offsets) = opened(question);
                let start = deal.local_start(stretch);
                let value =
                    |offset: &[u8; 4]| held.get((start + u32::from_le_bytes(*offset) as usize) as u64);
                let mut answer = (stretch as u32).to_le_bytes().to_vec();
                offsets.as_chunks().0.iter().for_each(|offset| answer.extend(value(offset).0.to_le_bytes()));
                exchange.send(from, answer)?;
            }
            let vote = [(next < part.chunks()).into(), saved.is_time().into()];
            let sums = exchange.round(&vote, &mut |answer| {
                let (stretch, codes) = opened(answer);
                for (waits, code) in waiting[stretch].iter().zip(codes.as_chunks().0) {
                    let seen = waits.step.code_before(Code(u16::from_le_bytes(*code)));
                    too_long |= !part.state.hear(waits.local, seen);
                }
            })?;
            if sums[0] == 0 {
                return self.none_too_long(part, too_long, exchange);
            }
            if sums[1] > 0 {
                self.none_too_long(part, too_long, exchange)?;
                saved.save(part, Stage::Below, part.first(next * GRAIN), exchange)?;
            }
        }
    }

    /// The children below of some positions: where their values are, and who waits for them.
    fn questions(
        &self,
        some: impl Iterator<Item = Neighbours>,
        below: &Field,
        deal: Deal,
    ) -> Vec<(usize, u32, Waits)> {
        let mut children = Children::new(self.game);
        let mut questions = Vec::new();
        for some in some {
            self.game.walk(some.tier, some.range.clone(), &mut |index, position| {
                let local = some.local + (index - some.range.start) as usize;
                let ask = |child: &Child| {
                    let (stretch, offset) = deal.find(below.number(child.position));
                    let waits = Waits { local, step: child.map(|_| ()) };
                    questions.push((stretch, offset, waits));
                };
                // How many stay, and how it ended, is known.
                _ = children.count(some.tier, position, self.count_by(), ask);
            });
        }
        questions
    }
}

/// What is told of an offset in a stretch.
#[inline]
fn entry(offset: u32, seen: Code) -> [u8; 6] {
    let ([a, b, c, d], [e, f]) = (offset.to_le_bytes(), seen.0.to_le_bytes());
    [a, b, c, d, e, f]
}

/// A position that waits for the value of a child, and what the move does.
#[derive(Clone, Copy)]
struct Waits {
    local: usize,
    step: Step<()>,
}

impl Part {
    /// Hears what moves into the tiers below are worth. `false` if a distance is too long.
    fn hear_all(&self, stretch: usize, entries: &[u8]) -> bool {
        let start = self.deal.local_start(stretch);
        let local =
            |entry: &[u8; 6]| start + u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]) as usize;
        let mut fits = true;
        for some in entries.as_chunks::<6>().0.chunks(AHEAD) {
            some.iter().for_each(|entry| self.state.expect(local(entry)));
            for entry in some {
                fits &= self.state.hear(local(entry), Code(u16::from_le_bytes([entry[4], entry[5]])));
            }
        }
        fits
    }
}
