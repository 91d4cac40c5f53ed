//! Won positions are won without distances, whatever the loser does.

use std::sync::Arc;

use kaiketsu_engine::analyse::{LineEnd, LineOptions, Player, Stored, Strategy, line};
use kaiketsu_engine::oracle::{Limit, rated_moves};
use kaiketsu_game::{Game, Notation, Outcome, Tiered};
use kaiketsu_games::{Dodgem, Quixo};
use kaiketsu_testkit::{RandomGame, Shape, naive};

use super::solved;

/// The same game with distances and without.
struct Both<G> {
    exact: Stored<G>,
    values: Stored<G>,
}

impl<G: Tiered + Notation> Both<G> {
    fn new(game: G) -> Self {
        let game = Arc::new(game);
        Both { exact: solved(Arc::clone(&game), true), values: solved(game, false) }
    }

    /// All won positions, reached from the start, that are not over.
    fn won(&self) -> Vec<(G::Position, u16)> {
        let game = self.exact.game();
        let won = |position: G::Position| {
            let value = self.exact.value_of(&position).unwrap();
            let open = game.ending(&position).is_none() && value.outcome == Outcome::Win;
            open.then(|| (position, value.plies.unwrap().0))
        };
        naive::reachable(game).into_iter().filter_map(won).collect()
    }

    /// The moves from a won position to its end, the loser resisting as long
    /// as can be; none if `most` are not enough.
    fn play(&self, strategy: Strategy, start: &G::Position, seed: u64, most: usize) -> Option<usize> {
        let game = self.exact.game();
        let mut winner = Player::new(&self.values, strategy, seed);
        let mut at = start.clone();
        for played in 0..=most {
            if game.ending(&at).is_some() {
                return Some(played);
            }
            let wins = self.values.value_of(&at).unwrap().outcome == Outcome::Win;
            let chosen = if wins {
                let chosen = winner.choose(&at).unwrap().unwrap();
                assert_eq!(chosen.value.ok().unwrap().outcome, Outcome::Win, "a won game is never spoilt");
                chosen
            } else {
                rated_moves(game, &self.exact.whole(), &at, Limit::NONE).unwrap().swap_remove(0)
            };
            at = chosen.step.position;
        }
        None
    }
}

/// With nodes enough the forced win is found at once, and no ply is wasted
/// but where a win in an even number of plies is found one ply later.
fn search_wins_quickly<G: Tiered + Notation>(game: G) {
    let both = Both::new(game);
    let won = both.won();
    assert!(!won.is_empty());
    for (position, plies) in won {
        let played = both.play(Strategy::Search { nodes: 10_000_000 }, &position, 1, 1_000).unwrap();
        assert!(played <= usize::from(plies) + 1, "{position:?}: won in {plies}, took {played}");
    }
}

#[test]
fn search_wins_in_about_the_shortest_time() {
    search_wins_quickly(Dodgem::new(2));
    search_wins_quickly(Quixo::new(3));
}

/// Won from everywhere within a bound.
fn always_wins<G: Tiered + Notation>(both: &Both<G>, strategy: Strategy, most: usize) {
    for (seed, (position, plies)) in (0..).zip(both.won()) {
        let played = both.play(strategy, &position, seed, most);
        assert!(played.is_some(), "{position:?}: won in {plies}, {strategy:?} does not end");
    }
}

/// With a single node, search finds next to nothing: what wins is headway and
/// the doubling of nodes.
#[test]
fn both_strategies_win_in_the_end() {
    let dodgem = Both::new(Dodgem::new(2));
    always_wins(&dodgem, Strategy::Search { nodes: 1 }, 100);
    always_wins(&dodgem, Strategy::Random, 10_000);
    let quixo = Both::new(Quixo::new(3));
    always_wins(&quixo, Strategy::Search { nodes: 1 }, 100);
    always_wins(&quixo, Strategy::Random, 10_000);
}

/// Cycles, moves that keep the turn, moves that count no ply, drawn ends.
#[test]
fn games_with_everything_the_vocabulary_allows_are_won() {
    let mut won = 0;
    for seed in 0..60 {
        let shape = Shape { positions: 300, tiers: 5, moves: 6, endings: 5, alternates: seed % 2 == 0 };
        let both = Both::new(RandomGame::new(seed, shape));
        won += both.won().len();
        always_wins(&both, Strategy::SEARCH, 1_000);
        always_wins(&both, Strategy::Search { nodes: 1 }, 1_000);
        always_wins(&both, Strategy::Random, 100_000);
    }
    assert!(won > 1_000, "{won} won positions prove little");
}

#[test]
fn lines_of_decided_games_end_by_either_strategy() {
    let both = Both::new(Dodgem::new(2));
    for strategy in [Strategy::SEARCH, Strategy::Search { nodes: 1 }, Strategy::Random] {
        let options = LineOptions { most: 10_000, strategy, seed: 7 };
        for position in naive::reachable(both.values.game()) {
            let value = both.values.value_of(&position).unwrap();
            let line = line(&both.values, &position, &options, Limit::NONE).unwrap();
            match value.outcome {
                Outcome::Draw => assert_ne!(line.end, LineEnd::Cut),
                _ => assert!(matches!(line.end, LineEnd::Over(_)), "{position:?}: {:?}", line.end),
            }
            assert!(line.moves.iter().all(|mv| mv.value.ok().unwrap().plies.is_none()));
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_line() {
    let both = Both::new(Quixo::new(3));
    let start = both.values.game().start();
    let line = |seed| {
        let options = LineOptions { strategy: Strategy::Random, seed, ..LineOptions::default() };
        let moves = line(&both.values, &start, &options, Limit::NONE).unwrap().moves;
        moves.into_iter().map(|mv| mv.mv).collect::<Vec<_>>()
    };
    assert_eq!(line(1), line(1));
    assert!((2..9).any(|seed| line(seed) != line(1)));
}
