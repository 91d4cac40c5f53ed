//! Which positions play can reach from the start, by the lanes of the kernel.
//!
//! Apart from the step into the goal a piece can go back the way it came. So the
//! positions that lead to a position are made from it like its children, but by the
//! pieces of the *other* side, the one that has just moved. What the kernel does in a
//! round that looks for wins, with the colours exchanged and one plane for *reached*, is
//! a step forwards from the start: a position is reached if one that leads to it is.
//! Positions won at once are among them, since their mover may do something else
//! (`places`).
//!
//! What is reached stays so. So there are no rounds and no second plane: sweeps write
//! where they read, forwards and backwards in turn, and end when a last one that looks
//! everywhere finds nothing (`sweeps`). After a few of them nearly everything is full,
//! and the open rest is looked at position by position (`single`).
//!
//! Memory: a bit for each position (10 GB for 5 x 6), and about 190 bytes for each
//! arrangement of the near part. Nothing is saved on the way.

mod places;
mod single;
mod sweeps;
mod tasks;
#[cfg(test)]
mod tests;

use std::sync::Mutex;

use kaiketsu_engine::solve::{Progress, Reached, SolveError};
use kaiketsu_game::{Game, Tier, Tiered};

use crate::nocca::stack::{MOVER, OPPONENT};
use crate::nocca::{Nocca, Stacks};

use sweeps::Sweeps;

/// Mirror images apart, and together.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    positions: u64,
    /// Twice the number of classes.
    halves: u64,
}

impl Count {
    /// A position that stands for its mirror image too, or is `apart` from it.
    fn add(&mut self, game: &Nocca, position: Stacks, apart: bool) {
        let own_image = apart && game.mirrored(position) == position;
        self.positions += if apart { 1 } else { 2 };
        self.halves += if apart && !own_image { 1 } else { 2 };
    }
}

/// What is not reached.
#[derive(Debug, Default)]
struct Unreached {
    /// Both sides can be seen: the positions, mirror images apart.
    seen: Vec<Stacks>,
    seen_count: Count,
    /// The mover cannot be seen, or the opponent.
    hidden: [Count; 2],
}

/// Counts the positions that play can reach, and lists the pseudo-reachable ones that it
/// cannot.
///
/// # Errors
/// If the memory does not suffice.
pub(super) fn reachable(
    game: &Nocca,
    memory: u64,
    progress: &dyn Progress,
) -> Result<Reached<Stacks>, SolveError> {
    let needed = Sweeps::bytes(game, rayon::current_num_threads());
    let tier = || game.tier_name(Tier(0));
    if needed > memory {
        let (game, tier) = (game.id(), tier());
        return Err(SolveError::Memory { game, tier, needed, given: memory, distances: false });
    }
    progress.begin(&format!("reachable positions of {}", game.id()), game.size(Tier(0)));
    progress.status("tables");
    let mut sweeps =
        Sweeps::new(game).map_err(|cause| SolveError::Allocation { game: game.id(), tier: tier(), cause })?;
    let count = sweeps.fill(progress);
    progress.status("counting");
    let reached = counted(game, &unreached(game, &sweeps), count);
    progress.end();
    Ok(reached)
}

fn unreached(game: &Nocca, sweeps: &Sweeps<'_>) -> Unreached {
    let all = Mutex::new(Unreached::default());
    sweeps.visit_unreached(|position, apart| {
        let hidden = [MOVER, OPPONENT].map(|colour| game.tops(position, colour).next().is_none());
        let mut all = all.lock().expect("no thread has panicked");
        match hidden {
            [true, _] => all.hidden[0].add(game, position, apart),
            [_, true] => all.hidden[1].add(game, position, apart),
            _ => {
                all.seen_count.add(game, position, apart);
                all.seen.push(position);
                if !apart {
                    all.seen.push(game.mirrored(position));
                }
            }
        }
    });
    let mut all = all.into_inner().expect("no thread has panicked");
    all.seen.sort_by_key(|position| position.0);
    all
}

/// What is reached is all but what is not.
fn counted(game: &Nocca, unreached: &Unreached, sweeps: u32) -> Reached<Stacks> {
    let placed = game.placement_counts();
    // Turning the board hides one side where the other was hidden.
    let hidden = (placed.placements - placed.pseudo_reachable) / 2;
    let hidden_classes = (placed.placement_classes - placed.pseudo_reachable_classes) / 2;
    let positions = placed.pseudo_reachable - unreached.seen_count.positions;
    let classes = placed.pseudo_reachable_classes - unreached.seen_count.halves / 2;
    let [mover, opponent] =
        unreached.hidden.map(|count| (hidden - count.positions, hidden_classes - count.halves / 2));
    // Who has just moved can be seen.
    debug_assert_eq!(opponent, (0, 0));
    let stuck = game.special_positions().without_moves;
    let stuck = || stuck.iter().filter(|position| !unreached.seen.contains(position));
    let stuck_classes = stuck().filter(|position| position.0 <= game.mirrored(**position).0).count() as u64;
    let facts = vec![
        ("reachable_classes", classes + mover.1),
        ("reachable_pseudo_reachable_classes", classes),
        ("reachable_mover_hidden", mover.0),
        ("reachable_mover_hidden_classes", mover.1),
        ("reachable_without_moves", stuck().count() as u64 + mover.0),
        ("reachable_without_moves_classes", stuck_classes + mover.1),
        ("reachable_sweeps", u64::from(sweeps)),
    ];
    Reached { positions, unreached: Some(unreached.seen.clone()), facts }
}
