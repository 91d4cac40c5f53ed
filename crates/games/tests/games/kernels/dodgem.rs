//! The kernel for Dodgem against the reference kernel, and against the rules.

use std::sync::Arc;

use kaiketsu_db::Memory;
use kaiketsu_engine::analyse::statistics;
use kaiketsu_engine::solve::{
    Kernel, LayerFiles, Layout, Run, Silent, SolveError, Solved, Sweep, Threads, TierValues, TierWriter,
};
use kaiketsu_game::{Code, Tier, Tiered};
use kaiketsu_games::{Dodgem, DodgemRows, DodgemScanner};
use kaiketsu_testkit::laws::{check_kernel, written};
use kaiketsu_testkit::random::Random;

use super::{forged, opened, options, solved};

#[test]
fn files_are_those_of_the_reference_kernel() {
    for pieces in [2, 3] {
        let game = Dodgem::new(pieces);
        check_kernel(&game, &DodgemRows::new(&game));
    }
}

#[test]
fn low_layers_of_the_larger_games_are_those_of_the_reference_kernel() {
    for (pieces, layers) in [(4, 11), (5, 7)] {
        let game = Dodgem::new(pieces);
        let options = options(2, true, Some(layers));
        let kernel = DodgemRows::new(&game);
        assert!(written(&game, &kernel, &options) == written(&game, &Sweep, &options), "{pieces} pieces");
    }
}

/// Tiers below that somebody made up.
struct MadeUp<'a> {
    game: &'a Dodgem,
    code: fn(u64) -> Code,
}

impl Solved for MadeUp<'_> {
    fn fetch(&self, tier: Tier) -> Result<Arc<TierValues>, SolveError> {
        let mut random = Random::new(tier.0.into());
        let codes: Vec<Code> = (0..self.game.size(tier)).map(|_| (self.code)(random.bits() >> 40)).collect();
        Ok(Arc::new(TierValues::new(&codes)))
    }
}

/// Whatever the tiers below say, also with gaps between distances and with
/// distances that do not fit a byte there, or no longer fit here.
#[test]
fn tiers_above_made_up_values_are_those_of_the_reference_kernel() {
    let kinds: [fn(u64) -> Code; 5] = [
        |random| Code((random % 250) as u16),
        |random| if random % 3 == 0 { Code::DRAW } else { Code::win((random % 2 * 50 + 3) as u16) },
        |random| if random % 7 == 0 { Code::loss(124 + (random % 3) as u16) } else { Code::win(126) },
        |random| if random % 50 == 0 { Code::loss(300) } else { Code::win((random % 2 * 129) as u16) },
        |random| Code((random % 3) as u16),
    ];
    let mut beyond_bytes = 0;
    for (pieces, stride) in [(3, 41), (4, 997)] {
        let game = Dodgem::new(pieces);
        let kernel = DodgemRows::new(&game);
        let (layout, memory, crew) = (Layout::new(&game), Memory::new(), Threads::new(1).unwrap());
        let files = LayerFiles::new(&game, &layout, &memory, true);
        for code in kinds {
            let solved = MadeUp { game: &game, code };
            let run = Run {
                game: &game,
                distances: true,
                solved: &solved,
                files: &files,
                crew: &crew,
                memory: 1 << 30,
                progress: &Silent,
            };
            let solve_by = |kernel: &dyn Kernel<Dodgem>, tier: Tier| {
                let mut out = TierWriter::keeping(&game, tier, true);
                kernel.start(&run).unwrap().solve(tier, &mut out).unwrap();
                out.finish().remove(0)
            };
            let small = |tier: &Tier| game.size(*tier) < 5_000;
            for tier in (0..game.tiers()).step_by(stride).map(Tier).filter(small) {
                let found = solve_by(&kernel, tier);
                assert_eq!(found, solve_by(&Sweep, tier), "tier {}", game.tier_name(tier));
                let below =
                    game.below(tier).into_iter().map(|tier| solved.fetch(tier).unwrap().longest()).max();
                beyond_bytes += usize::from(found.longest() > 126 && below.unwrap_or(0) <= 126);
            }
        }
    }
    assert!(beyond_bytes > 0, "some tiers outgrow a byte though those below do not");
}

#[test]
fn positions_agree_with_their_children() {
    let game = Dodgem::new(4);
    let kernel = DodgemRows::new(&game);
    super::positions_agree_with_their_children(game, &kernel, 10_000);
}

/// The scanner counts what a walk over all positions counts, in databases that
/// are right and in forged ones.
#[test]
fn counts_are_those_of_a_walk_over_all_positions() {
    for (pieces, distances) in [(2, true), (2, false), (3, true), (3, false)] {
        let game = Dodgem::new(pieces);
        let storage = solved(&game, &DodgemRows::new(&game), &options(2, distances, None));
        let layout = Layout::new(&game);
        let mut random = Random::new(pieces as u64);
        for forgeries in [0, 0, 1, 5, 40] {
            let forge = |_| {
                let layer = random.below(layout.layers().into()) as u32;
                let most = if distances { 300 } else { 3 };
                (layer, random.below(layout.size(layer)), Code(random.below(most) as u16))
            };
            let changes: Vec<_> = (0..forgeries).map(forge).collect();
            let stored = opened(Dodgem::new(pieces), &forged(&storage, &changes));
            let scanned = statistics(&stored, Some(&DodgemScanner::default()), &Silent).unwrap();
            assert_eq!(scanned, statistics(&stored, None, &Silent).unwrap(), "{pieces}: {changes:?}");
        }
    }
}
