//! Folded games: the laws, and the values of the whole game.

use kaiketsu_engine::fold::{Foldable, FoldedGame};
use kaiketsu_engine::solve::{Edges, Induction, Kernel, Queue, Sweep};
use kaiketsu_game::{Notation, Retrograde, Tiered};
use kaiketsu_testkit::laws::{
    Thoroughness::Exhaustive, check_foldable, check_folding, check_solvable, check_symmetric, stored,
};
use kaiketsu_testkit::{SymmetricGame, naive, solve_in_memory};
use proptest::prelude::*;

/// Every position of the whole game has the value that the folded game stores.
fn check_values<G: Foldable + Retrograde + Notation>(folded: &FoldedGame<G>) {
    let whole = &**folded.whole();
    let values = naive::solve_stored(whole);
    let kernels: [&dyn Kernel<FoldedGame<G>>; 4] = [&Sweep, &Queue, &Edges, &Induction];
    for kernel in kernels.into_iter().filter(|kernel| kernel.keeps_distances(folded)) {
        let solved = solve_in_memory(folded, kernel, 2, true);
        for (position, value) in &values {
            assert_eq!(solved.value_of(position), *value, "{} {position:?}", kernel.name());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn symmetric_games_are_folded_by_the_laws(seed: u64, alternates: bool) {
        let folded = FoldedGame::new(SymmetricGame::new(seed, alternates));
        check_symmetric(&**folded.whole(), stored(&**folded.whole(), Exhaustive));
        check_solvable(&**folded.whole(), Exhaustive);
        check_foldable(&folded, Exhaustive);
        check_solvable(&folded, Exhaustive);
        check_folding(&folded, stored(&**folded.whole(), Exhaustive));
        check_values(&folded);
    }
}

/// Twelve images of most placements become one; symmetric leading parts leave more.
#[test]
fn folding_stores_about_one_image_of_each() {
    let folded = FoldedGame::new(SymmetricGame::new(1, true));
    let sizes = |game: &dyn Fn(u32) -> u64| (0..4).map(game).collect::<Vec<_>>();
    let tier = kaiketsu_game::Tier;
    assert_eq!(sizes(&|n| folded.whole().size(tier(n))), [1, 12, 60, 160]);
    let stored = sizes(&|n| folded.size(tier(n)));
    assert_eq!(stored, [1, 7, 23, 20 + 10 + 3 * 4 + 3]);
}
