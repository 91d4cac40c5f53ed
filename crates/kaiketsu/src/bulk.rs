//! Many positions at once, behind text and numbers: what programs that study or
//! learn a game read.

use std::collections::{HashMap, HashSet};

use kaiketsu_engine::analyse::{Pick, Random, TierFacts};
use kaiketsu_engine::setup::Whole as TypedWhole;
use kaiketsu_game::{Board, Game, Notation, Scene, Slot, Step, Tier, Value};

use crate::answering::Answering;
use crate::{Error, PositionRow};

/// Positions whose moves are looked up together.
const TOGETHER: usize = 1 << 11;

/// A whole game, read in bulk. Values are the same as those of one position.
pub trait Bulk: Send + Sync {
    /// The tiers in the order in which they are stored.
    fn tiers(&self) -> Vec<TierFacts>;

    /// The slots of a pick, one after the other.
    fn slots(&self, pick: Pick) -> Result<Box<dyn Iterator<Item = Slot> + Send>, Error>;

    /// The values of the positions with these numbers in a tier.
    fn values_at(&self, tier: u32, numbers: &[u64]) -> Result<Vec<Value>, Error>;

    /// The values of these positions. An error says which of them it is about,
    /// counted from 0.
    fn values_of(&self, positions: &[&str]) -> Result<Vec<Value>, Error>;

    /// The positions in these slots with their values.
    fn rows(&self, slots: &[Slot]) -> Result<Vec<PositionRow>, Error>;

    /// Adds what the positions in these slots teach.
    fn learn(&self, slots: &[Slot], lessons: &mut Lessons) -> Result<(), Error>;
}

/// Positions with what to play there, in numbers: what a model learns from.
#[derive(Clone, Debug, Default)]
pub struct Lessons {
    /// Per position so many bytes: one for each cell and each piece that it can
    /// hold, from the bottom up. 0 is empty, else the number of the kind of
    /// piece and 1. Where a place beside the board holds more pieces of a kind
    /// than cells do, the number of kinds is added for each further one.
    pub boards: Vec<u8>,
    /// The side to move: 0 where the board is seen by it, else 0 or 1.
    pub movers: Vec<u8>,
    /// What each position is worth to its side to move.
    pub values: Vec<Value>,
    /// How many moves are best.
    pub best_counts: Vec<u32>,
    /// The best moves, as many as that for each position, by their places in `moves`.
    pub best: Vec<u32>,
    /// The texts of moves, in the order in which they were first the best.
    pub moves: Vec<String>,
    places: HashMap<String, u32>,
}

impl Lessons {
    fn place(&mut self, mv: String) -> u32 {
        let (moves, next) = (&mut self.moves, self.places.len() as u32);
        *self.places.entry(mv).or_insert_with_key(|mv| {
            moves.push(mv.clone());
            next
        })
    }

    /// Adds the bytes of a scene.
    fn add_board(&mut self, board: &Board, scene: &Scene) {
        let depth = usize::from(board.stack.max(1));
        let start = self.boards.len();
        self.boards.resize(start + board.cells.len() * depth, 0);
        let bytes = &mut self.boards[start..];
        for piece in &scene.pieces {
            let cell = &mut bytes[piece.cell * depth..][..depth];
            match cell.iter_mut().find(|byte| **byte == 0) {
                Some(free) => *free = piece.kind as u8 + 1,
                None => cell[depth - 1] = cell[depth - 1].saturating_add(board.kinds.len() as u8),
            }
        }
        self.movers.push(scene.mover.unwrap_or(0));
    }
}

impl<G: Notation + 'static> Answering<G> {
    fn all(&self) -> &dyn TypedWhole<G> {
        &**self.whole.as_ref().expect("only a game with a database offers `Bulk`")
    }

    /// A slot if there is one with that number.
    fn size_of(&self, tier: u32) -> Result<u64, Error> {
        let tiers = self.all().tiers();
        tiers.get(tier as usize).map(|facts| facts.positions).ok_or_else(|| Error::NoSuchTier {
            game: self.game.id(),
            tier,
            tiers: tiers.len(),
        })
    }
}

impl<G: Notation + 'static> Bulk for Answering<G> {
    fn tiers(&self) -> Vec<TierFacts> {
        self.all().tiers()
    }

    fn slots(&self, pick: Pick) -> Result<Box<dyn Iterator<Item = Slot> + Send>, Error> {
        pick.tier.map(|tier| self.size_of(tier)).transpose()?;
        Ok(self.all().slots(pick))
    }

    fn values_at(&self, tier: u32, numbers: &[u64]) -> Result<Vec<Value>, Error> {
        let size = self.size_of(tier)?;
        if let Some(index) = numbers.iter().copied().find(|index| *index >= size) {
            return Err(Error::NoSuchNumber { game: self.game.id(), tier, index, size });
        }
        let slots: Vec<Slot> = numbers.iter().map(|index| Slot { tier: Tier(tier), index: *index }).collect();
        Ok(self.all().get_all(&slots)?)
    }

    fn values_of(&self, positions: &[&str]) -> Result<Vec<Value>, Error> {
        let read = |(number, text): (usize, &&str)| {
            self.place(text)
                .map(|placed| placed.position)
                .map_err(|error| Error::OneOfMany { number, error: Box::new(error) })
        };
        let positions = positions.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
        Ok(self.all().values_of(&positions)?)
    }

    fn rows(&self, slots: &[Slot]) -> Result<Vec<PositionRow>, Error> {
        let tiers = self.all().tiers();
        // Where each tier begins in its layer.
        let mut begins = Vec::with_capacity(tiers.len());
        for (place, facts) in tiers.iter().enumerate() {
            let before = place.checked_sub(1).filter(|before| tiers[*before].layer == facts.layer);
            begins.push(before.map_or(0, |before| begins[before] + tiers[before].positions));
        }
        let values = self.all().get_all(slots)?;
        let row = |(slot, value): (&Slot, Value)| PositionRow {
            layer: tiers[slot.tier.0 as usize].layer,
            index: begins[slot.tier.0 as usize] + slot.index,
            weight: self.all().weight(*slot),
            position: self.game.write_position(&self.all().position(*slot)),
            value: value.into(),
        };
        Ok(slots.iter().zip(values).map(row).collect())
    }

    fn learn(&self, slots: &[Slot], lessons: &mut Lessons) -> Result<(), Error> {
        let (game, board) = (&*self.game, self.game.board());
        if board.links {
            return Err(Error::NoBoards(game.id()));
        }
        let (mut moves, mut children) = (Vec::new(), Vec::new());
        for some in slots.chunks(TOGETHER) {
            moves.clear();
            children.clear();
            let positions: Vec<G::Position> = some.iter().map(|slot| self.all().position(*slot)).collect();
            let mut ends = Vec::with_capacity(some.len());
            for position in &positions {
                if game.ending(position).is_none() {
                    game.moves(position, &mut moves);
                }
                let from = children.len();
                let steps = moves[from..].iter().map(|mv| game.play(position, mv));
                children.extend(steps.map(|step| (step.turn, step.plies, step.position)));
                ends.push(children.len());
            }
            let (steps, reached): (Vec<Step<()>>, Vec<G::Position>) = children
                .drain(..)
                .map(|(turn, plies, position)| (Step { position: (), turn, plies }, position))
                .unzip();
            let after = self.all().values_of(&reached)?;
            lessons.values.extend(self.all().get_all(some)?);
            let mut from = 0;
            for (position, end) in positions.iter().zip(ends) {
                lessons.add_board(&board, &game.scene(position));
                let worth = |at: usize| steps[at].value_before(after[at]);
                let best = (from..end).map(worth).max();
                let before = lessons.best.len();
                for at in (from..end).filter(|at| Some(worth(*at)) == best) {
                    let place = lessons.place(game.write_move(position, &moves[at]));
                    lessons.best.push(place);
                }
                lessons.best_counts.push((lessons.best.len() - before) as u32);
                from = end;
            }
        }
        Ok(())
    }
}

/// The texts of moves of a game, sorted: of all positions that can be reached if
/// those are no more than `most`, else of so many, found breadth first and by
/// random play. Says whether they are all.
pub(crate) fn vocabulary<G: Notation>(game: &G, most: usize) -> (Vec<String>, bool) {
    const RANDOM_GAMES: usize = 200;
    const LONGEST: usize = 500;
    let mut texts = HashSet::new();
    let mut seen = HashSet::from([game.start()]);
    let mut waiting = std::collections::VecDeque::from([game.start()]);
    let mut looked_at = 0;
    while let Some(position) = waiting.pop_front().filter(|_| looked_at < most) {
        looked_at += 1;
        for (text, next) in steps(game, &position) {
            texts.insert(text);
            if seen.len() < most && seen.insert(next.clone()) {
                waiting.push_back(next);
            }
        }
    }
    let all = seen.len() < most;
    let mut random = Random::new(0);
    for _ in 0..if all { 0 } else { RANDOM_GAMES } {
        let mut position = game.start();
        for _ in 0..LONGEST {
            let mut next = steps(game, &position);
            texts.extend(next.iter().map(|(text, _)| text.clone()));
            if next.is_empty() {
                break;
            }
            position = next.swap_remove(random.below(next.len() as u64) as usize).1;
        }
    }
    let mut texts: Vec<String> = texts.into_iter().collect();
    texts.sort_unstable();
    (texts, all)
}

fn steps<G: Notation>(game: &G, position: &G::Position) -> Vec<(String, G::Position)> {
    if game.ending(position).is_some() {
        return Vec::new();
    }
    let step = |mv: &<G as Game>::Move| (game.write_move(position, mv), game.play(position, mv).position);
    game.legal_moves(position).iter().map(step).collect()
}
