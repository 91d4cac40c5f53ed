//! How long the winner of Quixo 4x4 takes without distances: the table of
//! docs/games/quixo.md.
//!
//! ```text
//! cargo run --release -p kaiketsu-games --example headway [GAMES] [SEED]
//! ```
//!
//! Every game starts in a won position drawn at random, is won by one of the
//! strategies and lost by a loser who sees the distances and resists as long
//! as can be.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kaiketsu_db::{Database, Memory};
use kaiketsu_engine::analyse::{Player, Stored, Strategy};
use kaiketsu_engine::oracle::{Limit, rated_moves};
use kaiketsu_engine::solve::{Options, Queue, Silent, solve};
use kaiketsu_game::{Game, Notation, Outcome, Tier, Tiered};
use kaiketsu_games::Quixo;
use kaiketsu_testkit::random::Random;

/// Games that take longer are given up.
const CAP: usize = 10_000;
/// Positions are drawn until each band of distances has its share of games.
const BANDS: [(u16, u16); 5] = [(1, 3), (5, 7), (9, 11), (13, 15), (17, 21)];

type Position = <Quixo as Game>::Position;

fn oracle(game: &Arc<Quixo>, distances: bool) -> Stored<Quixo> {
    let storage = Memory::new();
    let options = Options { threads: 2, memory: 4 << 30, distances, layers: None };
    solve(&**game, &Queue, &storage, &options, &Silent).expect("Quixo 4x4 fits into memory");
    Stored::new(Arc::clone(game), Database::open(Arc::new(storage)).expect("it was just solved")).unwrap()
}

/// Won positions that are not over, as many in each band.
fn sample(exact: &Stored<Quixo>, games: usize, random: &mut Random) -> BTreeMap<(u16, u16), Vec<Position>> {
    let game = exact.game();
    let mut bands: BTreeMap<_, Vec<Position>> = BANDS.iter().map(|&band| (band, Vec::new())).collect();
    let share = games / BANDS.len();
    while bands.values().any(|positions| positions.len() < share) {
        // All numbers of marks alike: few positions of long wins have many.
        let tier = Tier(random.below(game.tiers().into()) as u32);
        let index = random.below(game.size(tier));
        let position = game.position(kaiketsu_game::Slot { tier, index });
        let value = exact.value_of(&position).unwrap();
        let Some(plies) = value.plies.filter(|_| value.outcome == Outcome::Win) else { continue };
        let band = bands.iter_mut().find(|((least, most), _)| (*least..=*most).contains(&plies.0));
        if let Some((_, positions)) = band.filter(|(_, positions)| positions.len() < share) {
            positions.push(position);
        }
    }
    bands
}

/// The plies of one game and the winner's time.
struct Played {
    plies: usize,
    moves: u32,
    time: Duration,
    longest: Duration,
}

fn play(exact: &Stored<Quixo>, winner: &mut Player<'_, Quixo>, start: &Position) -> Played {
    let mut played = Played { plies: 0, moves: 0, time: Duration::ZERO, longest: Duration::ZERO };
    let mut at = *start;
    while exact.game().ending(&at).is_none() && played.plies < CAP {
        let chosen = if played.plies.is_multiple_of(2) {
            let before = Instant::now();
            let chosen = winner.choose(&at).unwrap().expect("the game is not over");
            assert_eq!(
                chosen.value.ok().map(|value| value.outcome),
                Some(Outcome::Win),
                "a won game is never spoilt"
            );
            played.time += before.elapsed();
            played.longest = played.longest.max(before.elapsed());
            played.moves += 1;
            chosen
        } else {
            rated_moves(exact.game(), &exact.whole(), &at, Limit::NONE).unwrap().swap_remove(0)
        };
        at = chosen.step.position;
        played.plies += 1;
    }
    played
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let games = arguments.next().unwrap_or(300) as usize;
    let seed = arguments.next().unwrap_or(1);
    let game = Arc::new(Quixo::new(4));
    let (exact, values) = (oracle(&game, true), oracle(&game, false));
    let bands = sample(&exact, games, &mut Random::new(seed));
    println!("{}: {games} won positions, seed {seed}, games given up after {CAP} plies", game.title());
    println!("| win in | strategy | games | mean plies | most | given up | ms per move | slowest move |");
    println!("|---|---|---|---|---|---|---|---|");
    for ((least, most), positions) in &bands {
        let strategies = [
            ("optimal", &exact, Strategy::Random),
            ("search, 100,000 nodes", &values, Strategy::SEARCH),
            ("search, 10,000 nodes", &values, Strategy::Search { nodes: 10_000 }),
            ("search, 1,000 nodes", &values, Strategy::Search { nodes: 1_000 }),
            ("random", &values, Strategy::Random),
        ];
        for (name, oracle, strategy) in strategies {
            let start = |(position, seed)| play(&exact, &mut Player::new(oracle, strategy, seed), position);
            let played: Vec<Played> = positions.iter().zip(0..).map(start).collect();
            let plies: usize = played.iter().map(|one| one.plies).sum();
            let longest = played.iter().map(|one| one.plies).max().unwrap_or(0);
            let given_up = played.iter().filter(|one| one.plies == CAP).count();
            let moves: u32 = played.iter().map(|one| one.moves).sum();
            let time: Duration = played.iter().map(|one| one.time).sum();
            let slowest = played.iter().map(|one| one.longest).max().unwrap_or_default();
            println!(
                "| {least} to {most} | {name} | {} | {:.1} | {longest} | {given_up} | {:.2} | {:.0} ms |",
                played.len(),
                plies as f64 / played.len() as f64,
                time.as_secs_f64() * 1e3 / f64::from(moves.max(1)),
                slowest.as_secs_f64() * 1e3,
            );
        }
    }
}
