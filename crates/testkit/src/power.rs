//! Power cuts below the process: a run on a [`Disk`] that is cut off after every
//! write, sync, renaming and removal, with all that may be left then; taken up
//! again, it must end with the same bytes.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use kaiketsu_db::disk::{Disk, Files, Luck};
use kaiketsu_db::{Memory, Storage};
use kaiketsu_engine::analyse::Random;

use crate::laws::files;

/// What was tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PowerCuts {
    /// Places where the power went: before the first step, and after each.
    pub cuts: usize,
    /// Different states of the disk that were left, each taken up again.
    pub states: usize,
    /// Of these, how many had files of a layer that was not finished.
    pub unfinished: usize,
    /// Runs that were cut off again while they took up such a state.
    pub again: usize,
}

impl fmt::Display for PowerCuts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PowerCuts { cuts, states, unfinished, again } = self;
        write!(
            f,
            "{cuts} cuts, {states} states of the disk taken up again ({unfinished} with checkpoints), \
             {again} of them cut off once more"
        )
    }
}

/// States that are looked at after a cut, if more are possible.
const MOST: usize = 32;

/// Cuts a run off everywhere, and once more while it goes on; `case` is for
/// messages. A run must end with the same files whatever it finds on the disk.
///
/// # Panics
/// If a run does not end, or with other bytes.
pub fn check_power_cuts(case: &str, run: impl Fn(Arc<dyn Storage>)) -> PowerCuts {
    let memory = Memory::new();
    run(Arc::new(memory.clone()));
    let wanted = files(&memory);
    let disk = Disk::new([]);
    run(Arc::new(disk.clone()));
    assert!(disk.after_cut(disk.steps(), &mut Luck::best()) == wanted, "{case}: other bytes on a disk");
    let (mut seen, mut counts) = (BTreeSet::new(), PowerCuts::default());
    let mut random = Random::new(18);
    for cut in 0..=disk.steps() {
        counts.cuts += 1;
        for left in disk.all_after_cut(cut, MOST, cut as u64) {
            if !seen.insert(digest(&left)) {
                continue;
            }
            counts.states += 1;
            counts.unfinished += usize::from(left.keys().any(|name| name.starts_with("checkpoint")));
            let case = format!("{case}, cut after step {cut} with {:?} left", left.keys());
            for (name, bytes) in left.iter().filter(|(name, _)| name.ends_with(".kai")) {
                assert!(*bytes == wanted[name], "{case}: {name} is not whole");
            }
            let second = Disk::new(left);
            run(Arc::new(second.clone()));
            assert!(second.after_cut(second.steps(), &mut Luck::best()) == wanted, "{case}: other bytes");
            if random.below(4) == 0 && second.steps() > 0 {
                let cut = random.below(second.steps() as u64) as usize;
                let third = Disk::new(second.after_cut(cut, &mut Luck::by_chance(random.below(1 << 32))));
                run(Arc::new(third.clone()));
                let found = third.after_cut(third.steps(), &mut Luck::best());
                assert!(found == wanted, "{case}, and again after step {cut}: other bytes");
                counts.again += 1;
            }
        }
    }
    println!("{case}: {counts}");
    counts
}

/// Enough of a state to tell it from others.
fn digest(files: &Files) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    hasher.finish()
}
