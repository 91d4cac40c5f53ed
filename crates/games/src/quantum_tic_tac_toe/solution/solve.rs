//! A whole solve: ply after ply from the last stored one, resumed where an
//! earlier one stopped.

use crate::quantum_tic_tac_toe::QuantumTicTacToe;
use crate::quantum_tic_tac_toe::classes::Numbering;
use kaiketsu_db::{DbError, LayerEntry, LayerReader, MANIFEST, Manifest, Storage};
use kaiketsu_engine::solve::{CacheReport, Progress, Solution, SolveError};
use kaiketsu_game::{Game, Notation};

use crate::quantum_tic_tac_toe::solution::layers::{self, LAYERS, facts, layer_name, layers_of};
use crate::quantum_tic_tac_toe::solution::{Ply, STORED, solve_ply};

/// Solves the game into a storage, or finishes what was begun there; at most so
/// many layers. Uses the threads of the rayon pool it is called in.
///
/// The bytes do not depend on threads or interruptions.
pub fn solve(
    game: &QuantumTicTacToe,
    storage: &dyn Storage,
    most_layers: Option<u32>,
    progress: &dyn Progress,
) -> Result<Solution, SolveError> {
    let mut manifest = begin(game, storage)?;
    let wanted = most_layers.unwrap_or(LAYERS).min(LAYERS);
    progress.begin(&format!("solving {}", game.id()), slots(wanted));
    let mut reused_layers = 0;
    let mut next: Option<Ply> = None;
    for marks in (0..=STORED).rev() {
        let wanted: Vec<u32> = layers_of(marks).into_iter().filter(|layer| *layer < wanted).collect();
        if wanted.is_empty() {
            break;
        }
        progress.status(&layer_name(wanted[0]));
        let numbering = Numbering::new(marks);
        let mut found = Vec::new();
        for layer in &wanted {
            match LayerReader::open(storage, &facts(game, *layer, numbering.size())) {
                Ok(reader) => found.push(Some(reader.summary().clone())),
                Err(DbError::MissingLayer { .. }) => found.push(None),
                Err(error) => return Err(error.into()),
            }
        }
        reused_layers += found.iter().flatten().count() as u32;
        if found.iter().all(Option::is_some) {
            progress.advance(numbering.size(), true);
            next = None;
        } else {
            if marks < STORED && next.is_none() {
                next = Some(read_ply(game, storage, marks + 1)?);
            }
            let ply = solve_ply(game.chooser, marks, next.as_ref(), progress);
            for (layer, found) in wanted.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
                let summary = layers::write(game, storage, &ply, *layer)?;
                progress.layer_solved(&summary);
                *found = Some(summary);
            }
            next = Some(ply);
        }
        let entries =
            found.iter().flatten().map(|summary| LayerEntry::new(layer_name(summary.layer), summary));
        manifest.layers.extend(entries);
    }
    progress.end();
    if manifest.layers.len() == LAYERS as usize {
        manifest.complete();
        manifest.write(storage)?;
    }
    Ok(Solution { manifest, reused_layers, cache: CacheReport::default() })
}

/// Memory that a solve takes, in bytes: two plies of a byte a slot, the shapes,
/// and what the program itself needs.
#[must_use]
pub fn memory_needed() -> u64 {
    let plies = [STORED, STORED - 1].map(|marks| Numbering::new(marks).size());
    plies.iter().sum::<u64>() + (64 << 20)
}

/// How many slots the plies of the first so many layers have.
#[must_use]
pub fn slots(layers: u32) -> u64 {
    let plies = layers.div_ceil(2);
    (0..plies).map(|ply| Numbering::new(STORED - ply).size()).sum()
}

/// Reads a solved ply from its layers.
pub(crate) fn read_ply(game: &QuantumTicTacToe, storage: &dyn Storage, marks: u32) -> Result<Ply, DbError> {
    let numbering = Numbering::new(marks);
    let open = |layer| LayerReader::open(storage, &facts(game, layer, numbering.size()));
    let [value, complete] = layers_of(marks);
    let (value, complete) = (open(value)?, open(complete)?);
    layers::read(numbering, [&value, &complete])
}

/// The manifest of a solve in this storage, without its layers.
fn begin(game: &QuantumTicTacToe, storage: &dyn Storage) -> Result<Manifest, SolveError> {
    let tool = concat!("kaiketsu ", env!("CARGO_PKG_VERSION"));
    let new = Manifest::new(&game.id(), &game.title(), game.rules_version(), tool, false);
    match Manifest::read(storage)? {
        Some(found) if found.game != new.game => Err(SolveError::Database(DbError::OtherGame {
            file: format!("{}/{MANIFEST}", storage.describe()),
            expected: new.game,
            found: found.game,
        })),
        Some(_) => Ok(new), // the layer files tell whether they fit
        None => {
            new.write(storage)?;
            Ok(new)
        }
    }
}
