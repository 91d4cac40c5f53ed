//! A database compared with a fresh solve.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use kaiketsu_db::{DbError, Folder};
use kaiketsu_game::{Notation, Tiered};

use super::VerifyError;
use crate::analyse::Stored;
use crate::solve::{Difference, Kernel, Options, Progress, solve_again};

/// Solves everything again and compares.
pub(super) fn check_again<G: Tiered + Notation>(
    stored: &Stored<G>,
    kernel: &dyn Kernel<G>,
    options: &Options,
    progress: &dyn Progress,
) -> Result<(), VerifyError> {
    let (game, storage) = (stored.game(), stored.database().storage());
    let scratch = Scratch::new()?;
    let found = solve_again(game, kernel, storage, &scratch.folder, options, progress)?;
    let Some(Difference { slot, stored, solved, count, .. }) = found else { return Ok(()) };
    Err(VerifyError::Different {
        game: game.id(),
        layer: game.layer_name(game.layer(slot.tier)),
        kernel: kernel.name(),
        wrong: count,
        position: game.write_position(&game.position(slot)),
        stored: stored.value(options.distances),
        solved: solved.value(options.distances),
    })
}

/// A folder for the unfinished state of a solve, gone when it is done.
struct Scratch {
    folder: Folder,
    path: PathBuf,
}

impl Scratch {
    fn new() -> Result<Self, DbError> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let name = format!("kaiketsu-verify-{}-{}", std::process::id(), MADE.fetch_add(1, Relaxed));
        let path = std::env::temp_dir().join(name);
        Ok(Scratch { folder: Folder::create(&path)?, path })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed does no harm but to take room.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
