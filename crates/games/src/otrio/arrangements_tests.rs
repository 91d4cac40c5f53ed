//! Counting against listing.

use std::collections::BTreeSet;

use kaiketsu_game::{Game, Symmetric};

use super::arrangements::{Ply, Squares, has_line, plies, position};
use super::{Otrio, Position};

/// A row of three squares, one ring of each size for a colour: nine places.
fn row() -> Squares {
    Squares { symmetries: vec![vec![0, 1, 2], vec![2, 1, 0]], usable: [0b111; 3], rings: 1 }
}

/// Rings by colour, and the turn.
type Listed = ([u32; 4], u8);

/// All that play reaches if nobody minds lines, ply by ply: rings are put down one by one.
fn listed(squares: &Squares) -> Vec<BTreeSet<Listed>> {
    let layer = |size: usize| 0x1ff_u32 << (9 * size);
    let free = |(rings, turn): &Listed| -> Vec<usize> {
        let taken = rings.iter().fold(0, |all, rings| all | rings);
        let own = rings[usize::from(*turn)];
        let fits = |place: &usize| {
            let size = place / 9;
            squares.usable[size] >> (place % 9) & 1 == 1
                && taken >> place & 1 == 0
                && (own & layer(size)).count_ones() < squares.rings.into()
        };
        (0..27).filter(fits).collect()
    };
    let mut plies = vec![BTreeSet::from([([0; 4], 0)])];
    loop {
        let mut next = BTreeSet::new();
        for at in plies.last().unwrap() {
            for place in free(at) {
                let (mut rings, turn) = *at;
                rings[usize::from(turn)] |= 1 << place;
                let rotation = (1..=4).map(|turns| (rings, (turn + turns) % 4));
                let able = rotation.clone().find(|at| !free(at).is_empty());
                next.insert(able.unwrap_or((rings, (turn + 1) % 4)));
            }
        }
        if next.is_empty() {
            return plies;
        }
        plies.push(next);
    }
}

/// The least image of an arrangement.
fn least(squares: &Squares, (rings, turn): &Listed) -> Listed {
    let image = |map: &Vec<usize>, exchanged: bool| {
        let to = |place: usize| 9 * if exchanged { 2 - place / 9 } else { place / 9 } + map[place % 9];
        rings.map(|rings| (0..27).filter(|place| rings >> place & 1 == 1).fold(0, |all, p| all | 1 << to(p)))
    };
    let images = squares.symmetries.iter().flat_map(|map| [image(map, false), image(map, true)]);
    (images.min().unwrap(), *turn)
}

/// Every arrangement of a ply has one number, and they are as many up to symmetry as is said.
fn compare(squares: &Squares, ply: &Ply, listed: &BTreeSet<Listed>) {
    assert_eq!(ply.count(), listed.len() as u64);
    let numbered: BTreeSet<Listed> = (0..ply.count()).map(|n| ply.arrangement(squares, n)).collect();
    assert!(numbered == *listed);
    let classes: BTreeSet<Listed> = listed.iter().map(|at| least(squares, at)).collect();
    assert_eq!(ply.classes, classes.len() as u64);
}

#[test]
fn small_boards_are_counted_as_they_are_listed() {
    let corner = Squares { usable: [0b111, 0b101, 0b111], ..row() };
    for squares in [row(), corner] {
        let (counted, listed) = (plies(&squares), listed(&squares));
        assert_eq!(counted.len(), listed.len());
        counted.iter().zip(&listed).for_each(|(ply, listed)| compare(&squares, ply, listed));
        let places: u32 = squares.usable.iter().map(|usable| usable.count_ones()).sum();
        let turns_differ = counted.iter().zip(0..).any(|(ply, n)| ply.stocks.iter().any(|s| s.turn != n % 4));
        assert!(counted.len() <= places as usize + 1 && turns_differ, "somebody passes");
    }
}

/// By the rules of the game, where no line can be finished yet.
#[test]
fn first_plies_are_counted_as_they_are_played() {
    for game in [Otrio::STANDARD, Otrio::NO_CENTRE] {
        let squares = Squares::of(&game);
        let counted = plies(&squares);
        let mut played = BTreeSet::from([game.start()]);
        for ply in &counted[..4] {
            let numbered = (0..ply.count()).map(|number| ply.arrangement(&squares, number));
            let numbered: BTreeSet<Position> = numbered.map(|(rings, turn)| position(&rings, turn)).collect();
            assert!(numbered == played);
            let classes: BTreeSet<Position> = played.iter().map(|p| game.least_image(p)).collect();
            assert_eq!(ply.classes, classes.len() as u64);
            let after = |p: &Position| -> Vec<Position> {
                game.legal_moves(p).iter().map(|place| game.play(p, place).position).collect()
            };
            played = played.iter().flat_map(after).collect();
        }
    }
}

/// All boards that supplies allow are as many as the closed form says, without regard to turns;
/// the stocks of play are some of them.
#[test]
fn numbers_of_late_plies_are_positions_of_the_game() {
    let game = Otrio::STANDARD;
    let squares = Squares::of(&game);
    let counted = plies(&squares);
    assert_eq!(counted.len(), 28);
    let all: u128 = counted.iter().map(|ply| u128::from(ply.count())).sum();
    assert!(all < 1_296_901_u128.pow(3));
    for (rings, ply) in counted.iter().enumerate() {
        for n in 0..50 {
            let number = (u128::from(ply.count()) * n / 50) as u64;
            let (of, turn) = ply.arrangement(&squares, number);
            let at = position(&of, turn);
            assert_eq!(of.iter().map(|rings| rings.count_ones()).sum::<u32>(), rings as u32);
            assert_eq!(has_line(&of), at.winner().is_some());
            let supplied =
                of.iter().all(|rings| (0..3).all(|size| (rings >> (9 * size) & 0x1ff).count_ones() <= 3));
            assert!(supplied);
        }
    }
}
