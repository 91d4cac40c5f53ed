//! The one way out of a kernel: values in stored order.
//!
//! What becomes of them is not the kernel's business. They go straight into
//! the files of the layer, or are compared with those that are there, or wait
//! in memory where other tiers of the layer are solved at the same time; and
//! they are kept where somebody will fetch the tier.

use kaiketsu_db::{DbError, LayerWriter};
use kaiketsu_game::{Aim, Code, Tier, Tiered};

use crate::parallel;
use crate::solve::{SolveError, TierValues};

/// Codes made and passed on at a time.
const STRETCH: usize = 1 << 20;

/// Takes the values of a tier, for each aim of the game all of them in stored
/// order. Without distances it forgets those that it is given.
pub struct TierWriter<'a> {
    aims: Vec<AimWriter<'a>>,
}

/// Where the values of a layer go.
pub(crate) trait Output: Send {
    /// Those of a tier come next. They follow those before, unless only some tiers of the
    /// layer are solved.
    fn begin(&mut self, _: Tier) -> Result<(), DbError> {
        Ok(())
    }

    /// Appends values.
    fn push(&mut self, codes: &[Code]) -> Result<(), DbError>;

    /// Appends values that are in two bits each; see [`AimWriter::push_two_bits`].
    fn push_two_bits(&mut self, packed: &[u8], positions: u64) -> Result<(), DbError> {
        self.push(&unpacked(packed, positions))
    }
}

impl Output for LayerWriter {
    fn push(&mut self, codes: &[Code]) -> Result<(), DbError> {
        self.push(codes)
    }

    fn push_two_bits(&mut self, packed: &[u8], positions: u64) -> Result<(), DbError> {
        self.push_two_bits(packed, positions)
    }
}

fn unpacked(packed: &[u8], positions: u64) -> Vec<Code> {
    let code = |index: usize| Code((packed[index / 4] >> (index % 4 * 2) & 3).into());
    (0..positions as usize).map(code).collect()
}

/// Takes the values of a tier for one aim.
pub struct AimWriter<'a> {
    aim: Aim,
    size: u64,
    distances: bool,
    pushed: u64,
    file: Option<&'a mut dyn Output>,
    kept: Option<TierValues>,
}

impl<'a> TierWriter<'a> {
    /// Keeps the values of a tier in memory.
    pub fn keeping<G: Tiered + ?Sized>(game: &G, tier: Tier, distances: bool) -> Self {
        Self::new(game, tier, distances, game.aims().iter().map(|_| None), true)
    }

    /// Passes the values on to files, where there is one for an aim, and keeps
    /// them as well if they will be fetched.
    pub(crate) fn new<G: Tiered + ?Sized>(
        game: &G,
        tier: Tier,
        distances: bool,
        files: impl IntoIterator<Item = Option<&'a mut dyn Output>>,
        keep: bool,
    ) -> Self {
        let size = game.size(tier);
        let aims = game.aims().iter().zip(files).map(|(aim, file)| AimWriter {
            aim: *aim,
            size,
            distances,
            pushed: 0,
            file,
            kept: keep.then(|| TierValues::with_room(size as usize)),
        });
        TierWriter { aims: aims.collect() }
    }

    /// The values for an aim of the game.
    ///
    /// # Panics
    /// If the game has no such aim.
    pub fn aim(&mut self, aim: Aim) -> &mut AimWriter<'a> {
        self.aims.iter_mut().find(|writer| writer.aim == aim).expect("an aim of the game")
    }

    /// [`AimWriter::push`] for the first aim, which most games have alone.
    pub fn push(&mut self, codes: &[Code]) -> Result<(), SolveError> {
        self.aims[0].push(codes)
    }

    /// [`AimWriter::push_each`] for the first aim.
    pub fn push_each(&mut self, code: impl Fn(usize) -> Code + Sync) -> Result<(), SolveError> {
        self.aims[0].push_each(code)
    }

    /// [`AimWriter::push_two_bits`] for the first aim.
    pub fn push_two_bits(&mut self, packed: &[u8], positions: u64) -> Result<(), SolveError> {
        self.aims[0].push_two_bits(packed, positions)
    }

    /// What was kept, aim by aim.
    ///
    /// # Panics
    /// If the kernel broke its law and left values out.
    #[must_use]
    pub fn finish(self) -> Vec<TierValues> {
        let all = self.aims.iter().all(|writer| writer.pushed == writer.size);
        assert!(all, "a kernel pushes all values of a tier for all aims");
        self.aims.into_iter().filter_map(|writer| writer.kept).collect()
    }
}

impl AimWriter<'_> {
    /// Appends values.
    pub fn push(&mut self, codes: &[Code]) -> Result<(), SolveError> {
        let forgotten: Vec<Code>;
        let codes = match self.distances || codes.iter().all(|code| *code == code.without_plies()) {
            true => codes,
            false => {
                forgotten = codes.iter().map(|code| code.without_plies()).collect();
                &forgotten
            }
        };
        if let Some(file) = &mut self.file {
            file.push(codes)?;
        }
        if let Some(kept) = &mut self.kept {
            kept.push(codes);
        }
        self.pushed += codes.len() as u64;
        Ok(())
    }

    /// Pushes all values of the tier: `code` says which, in all threads.
    pub fn push_each(&mut self, code: impl Fn(usize) -> Code + Sync) -> Result<(), SolveError> {
        let size = self.size as usize;
        let mut stretch = Vec::new();
        for start in (0..size).step_by(STRETCH) {
            let numbers = start..size.min(start + STRETCH);
            stretch.resize(numbers.len(), Code::DRAW);
            parallel::fill(&mut stretch, &|first, codes| {
                for (number, into) in (start + first..).zip(codes) {
                    *into = code(number);
                }
            });
            self.push(&stretch)?;
        }
        Ok(())
    }

    /// Appends values that are already in two bits (0 draw, 1 win, 2 loss),
    /// four positions a byte, low bits first. For solves without distances.
    pub fn push_two_bits(&mut self, packed: &[u8], positions: u64) -> Result<(), SolveError> {
        if let Some(file) = &mut self.file {
            file.push_two_bits(packed, positions)?;
        }
        if let Some(kept) = &mut self.kept {
            kept.push(&unpacked(packed, positions));
        }
        self.pushed += positions;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn writer(size: u64, distances: bool) -> AimWriter<'static> {
        AimWriter {
            aim: Aim::Win,
            size,
            distances,
            pushed: 0,
            file: None,
            kept: Some(TierValues::with_room(0)),
        }
    }

    /// All ways in lead to the same values, wherever they are cut.
    #[test]
    fn values_are_kept_whatever_way_they_are_pushed() {
        let code = |index: usize| Code((index * 7 % 3) as u16);
        for size in [0, 1, 5, 4_099] {
            let codes: Vec<Code> = (0..size).map(code).collect();
            let packed: Vec<u8> = codes
                .chunks(4)
                .map(|four| four.iter().rev().fold(0, |byte, code| byte << 2 | code.0 as u8))
                .collect();
            let expected = TierValues::new(&codes);
            let mut pushed = [0; 3].map(|_| writer(size as u64, false));
            codes.chunks(3).for_each(|codes| pushed[0].push(codes).unwrap());
            pushed[1].push_each(code).unwrap();
            pushed[2].push_two_bits(&packed, size as u64).unwrap();
            for writer in pushed {
                assert_eq!((writer.pushed, writer.kept), (size as u64, Some(expected.clone())));
            }
        }
    }

    #[test]
    fn distances_are_forgotten_where_they_are_not_stored() {
        let codes = [Code::win(7), Code::loss(4), Code::DRAW, Code::loss(0)];
        for (distances, expected) in [(true, codes), (false, codes.map(Code::without_plies))] {
            let mut writer = writer(4, distances);
            writer.push(&codes).unwrap();
            assert_eq!(writer.kept, Some(TierValues::new(&expected)));
        }
    }
}
