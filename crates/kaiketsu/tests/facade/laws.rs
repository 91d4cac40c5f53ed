//! Every registered game keeps the laws of all traits that it has, and no game
//! is registered without passing here. Small samples: each game has thorough
//! tests of its own.

use std::sync::Arc;

use kaiketsu::game::{Certifiable, Game, Notation, Provable, Retrograde, Symmetric, Tiered};
use kaiketsu::{IntoSetup, Published, Registry};
use kaiketsu_games as games;
use kaiketsu_games::quantum_tic_tac_toe as quantum;
use kaiketsu_testkit::laws::{
    Thoroughness, check_among_at_first, check_game, check_notation, check_published, check_searched,
    check_solvable, check_symmetric, check_tiered, played, stored,
};
use kaiketsu_testkit::random::{Random, random_play};

const FEW: Thoroughness = Thoroughness::Sample { positions: 100, seed: 12 };

/// Positions of the layers that one to four peers solve.
const BEGUN: u64 = 20_000;

/// The laws of a game that is solved as a whole, and lists its moves backwards.
fn solvable<S: IntoSetup<Game: Retrograde + Notation>>(
    setup: S,
    begun: &mut Vec<String>,
) -> (String, Arc<S::Game>) {
    let game = setup.into_setup().game;
    check_solvable(&*game, FEW);
    among(&*game, BEGUN, begun);
    (game.id(), game)
}

/// What several peers write of its first layers, if those are small.
fn among<G: Retrograde + Notation>(game: &G, most: u64, begun: &mut Vec<String>) {
    if check_among_at_first(game, most) {
        begun.push(game.id());
    }
}

/// The laws of a crowded game, and of peers that solve it.
fn shared<S: IntoSetup<Game: Retrograde + Notation>>(
    setup: S,
    most: u64,
    begun: &mut Vec<String>,
) -> (String, Arc<S::Game>) {
    let (id, game) = crowded(setup);
    among(&*game, most, begun);
    (id, game)
}

/// The same of a game with positions to which very many lead back, which its own
/// tests look at, or that does not list its moves backwards.
fn crowded<S: IntoSetup<Game: Tiered + Notation>>(setup: S) -> (String, Arc<S::Game>) {
    let game = setup.into_setup().game;
    check_game(&*game, played(&*game, FEW));
    check_notation(&*game, played(&*game, FEW));
    check_tiered(&*game, FEW);
    (game.id(), game)
}

/// The laws of a game that has rules and no numbering of its own.
fn by_rules<S: IntoSetup<Game: Symmetric + Notation>>(setup: S) -> String {
    let game = setup.into_setup().game;
    check_game(&*game, played(&*game, FEW));
    check_notation(&*game, played(&*game, FEW));
    symmetric((game.id(), game))
}

fn symmetric<G: Symmetric>((id, game): (String, Arc<G>)) -> String {
    check_symmetric(&*game, played(&*game, FEW));
    id
}

/// The laws of a game that is searched: on positions so late that the rules
/// alone tell what is right.
fn searched<S>(setup: S, moves: usize) -> String
where
    S: IntoSetup<Game: Provable + Certifiable + Published>,
{
    let game = setup.into_setup().game;
    check_game(&*game, played(&*game, FEW));
    check_notation(&*game, played(&*game, FEW));
    let mut random = Random::new(7);
    let late: Vec<_> = (0..8).map(|_| random_play(&*game, moves, &mut random)).collect();
    check_searched(&*game, &late);
    check_published(&*game, &late);
    symmetric((game.id(), game))
}

#[test]
fn every_registered_game_keeps_the_laws_of_its_traits() {
    let mut begun = Vec::new();
    let mut checked = vec![symmetric(solvable(games::tic_tac_toe::setup(), &mut begun))];
    for board in &games::connect_four::PROVED {
        if games::connect_four::BOARDS.contains(board) {
            solvable(games::connect_four::setup(board), &mut begun);
        }
        checked.push(searched(games::connect_four::setup(board), board.columns * board.rows - 8));
    }
    checked.push(solvable(games::dobutsu_shogi::setup(), &mut begun).0);
    let pieces = games::dodgem::PIECES.iter();
    checked.extend(pieces.map(|pieces| solvable(games::dodgem::setup(pieces), &mut begun).0));
    let endings = games::nine_mens_morris::PIECES.iter();
    let setup = games::nine_mens_morris::setup;
    checked.extend(endings.map(|pieces| shared(setup(pieces), BEGUN, &mut begun).0));
    let boards = games::nocca::TALL.iter();
    checked.extend(boards.map(|b| symmetric(solvable(games::nocca::setup_tall(b), &mut begun))));
    // One layer each, of which the smallest has 34,129 positions.
    let boards = games::nocca::BOARDS.iter();
    checked.extend(boards.map(|b| symmetric(shared(games::nocca::setup(b), 2 * BEGUN, &mut begun))));
    let boards = games::quixo::BOARDS.iter();
    checked.extend(boards.map(|b| symmetric(solvable(games::quixo::setup(b), &mut begun))));
    for rules in quantum::variants(&quantum::ON_3X3) {
        let game = quantum::setup(&rules).game;
        check_tiered(&*game, FEW);
        check_notation(&*game, stored(&*game, FEW));
        checked.push(searched(quantum::setup(&rules), 8));
    }
    checked.extend(quantum::variants(&quantum::ON_3X4).map(|rules| searched(quantum::searched(&rules), 12)));
    checked.extend(quantum::variants(&quantum::ON_4X4).map(|rules| searched(quantum::searched(&rules), 17)));
    checked.extend(games::simpei::RULES.iter().map(|rules| symmetric(crowded(games::simpei::setup(rules)))));
    checked.extend(games::qubic::RULES.iter().map(|rules| by_rules(games::qubic::setup(rules))));
    checked.extend(games::otrio::RULES.iter().map(|rules| searched(games::otrio::setup(rules), 19)));
    checked
        .extend(games::otrio::party::parties().map(|party| searched(games::otrio::party::setup(&party), 20)));
    assert_eq!(checked, Registry::standard().ids().collect::<Vec<_>>());
    // The first layer of nine men's morris is larger; the tests of the engine have that game.
    for family in ["tic-tac-toe", "connect-four", "dobutsu-shogi", "dodgem", "nocca", "quixo"] {
        assert!(begun.iter().any(|id| id.starts_with(family)), "{family} by peers; there is {begun:?}");
    }
    println!("begun by one to four peers: {}", begun.join(" "));
}
