//! The list of positions beside a database, so that they are found only once.

use std::sync::Arc;

use kaiketsu_db::{ListFacts, ListReader, ListedTier, POSITIONS_FILE, Storage, write_positions};
use kaiketsu_game::{Notation, Tier};

use super::coding::{Coding, Unpacked};
use super::numbered::StageList;
use super::{EnumerateError, Enumerated, Scheme};
use crate::parallel;
use crate::solve::{Progress, SolveError};

/// Positions read or written at a time.
const BATCH: usize = 1 << 16;

/// Positions written or read by a thread at a time.
const PIECE: usize = 1 << 10;
/// Room made for positions before they have been read.
const MOST_ROOM: u64 = 1 << 30;

impl<G: Notation<Position: Ord>> Enumerated<G> {
    /// Writes the list of positions, as text.
    pub fn save(&self, storage: &dyn Storage) -> Result<(), SolveError> {
        let listed = |tier: &StageList<G>| ListedTier {
            stage: tier.stage,
            positions: tier.positions.len() as u64,
            below: tier.below.iter().map(|tier| tier.0).collect(),
        };
        let facts = ListFacts {
            game: self.game.id(),
            rules_version: self.game.rules_version(),
            tiers: self.tiers.iter().map(listed).collect(),
        };
        let positions = |tier: &StageList<G>| (0..tier.positions.len()).step_by(BATCH);
        let batches = self.tiers.iter().flat_map(|tier| positions(tier).map(move |first| (tier, first)));
        let texts = batches.flat_map(|(tier, first)| {
            let places = first..tier.positions.len().min(first + BATCH);
            let text = |place| self.game.write_position(&tier.positions.get(&self.game, place));
            parallel::map(places.len().div_ceil(PIECE), &|piece| {
                let first = places.start + piece * PIECE;
                (first..places.end.min(first + PIECE)).map(text).collect::<Vec<_>>()
            })
        });
        Ok(write_positions(storage, &facts, texts.flatten())?)
    }

    /// Reads the list of positions; `None` if there is none.
    pub fn load(
        game: Arc<G>,
        scheme: Scheme<G>,
        storage: &dyn Storage,
        progress: &dyn Progress,
    ) -> Result<Option<Self>, SolveError> {
        match scheme.packing {
            Some(packing) => Self::load_by(packing, game, scheme, storage, progress),
            None => Self::load_by(Unpacked, game, scheme, storage, progress),
        }
    }

    fn load_by<C: Coding<G>>(
        coding: C,
        game: Arc<G>,
        scheme: Scheme<G>,
        storage: &dyn Storage,
        progress: &dyn Progress,
    ) -> Result<Option<Self>, SolveError> {
        let Some(mut reader) = ListReader::open(storage, &game.id(), game.rules_version())? else {
            return Ok(None);
        };
        let other = |problem: String| EnumerateError::OtherPositions {
            file: format!("{}/{POSITIONS_FILE}", storage.describe()),
            problem,
        };
        let read = |text: &String| {
            let key = game.read_position(text).map(|position| coding.key(&game, &position));
            key.map_err(|error| other(format!("the game does not know the position `{text}`: {error}")))
        };
        let listed = reader.facts().tiers.clone();
        progress.begin(
            &format!("reading the positions of {}", game.id()),
            listed.iter().map(|tier| tier.positions).sum(),
        );
        let mut tiers = Vec::with_capacity(listed.len());
        for ListedTier { stage, positions, below } in listed {
            // What a damaged head claims is not yet there, and need not fit memory.
            let mut elements = Vec::new();
            let _ = elements.try_reserve_exact(positions.min(MOST_ROOM) as usize);
            while (elements.len() as u64) < positions {
                let most = BATCH.min((positions - elements.len() as u64) as usize);
                let texts = reader.next(most)?;
                let pieces: Vec<&[String]> = texts.chunks(PIECE).collect();
                let read_piece = |piece: usize| pieces[piece].iter().map(read).collect::<Result<Vec<_>, _>>();
                elements.extend(parallel::try_map(pieces.len(), &read_piece)?.into_iter().flatten());
                progress.advance(texts.len() as u64, true);
            }
            let positions = coding.list(elements).ok_or_else(|| {
                other(format!("the positions of stage {stage} are not in the order of the game"))
            })?;
            tiers.push(StageList { stage, positions, below: below.into_iter().map(Tier).collect() });
        }
        progress.end();
        let loaded = Enumerated { game, scheme, tiers };
        loaded.check_samples().map_err(other)?;
        Ok(Some(loaded))
    }

    /// Looks whether the list fits the rules: the start and where it leads
    /// are listed, and so is what some positions all over the list lead to.
    fn check_samples(&self) -> Result<(), String> {
        const SAMPLES: usize = 100;
        let missing = |position: &G::Position| {
            format!("the position `{}` is not listed", self.game.write_position(position))
        };
        let start = self.game.start();
        self.slot(&start).ok_or_else(|| missing(&start))?;
        for tier in &self.tiers {
            let stride = tier.positions.len().div_ceil(SAMPLES).max(1);
            let places = (0..tier.positions.len()).step_by(stride);
            let samples = places.map(|place| tier.positions.get(&self.game, place));
            for position in samples.filter(|position| self.game.ending(position).is_none()) {
                let moves = self.game.legal_moves(&position);
                let children = moves.iter().map(|mv| self.game.play(&position, mv).position);
                if let Some(child) = children.into_iter().find(|child| self.slot(child).is_none()) {
                    return Err(missing(&child));
                }
            }
        }
        Ok(())
    }
}
