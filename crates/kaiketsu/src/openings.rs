//! The first moves of a game, one of each class of images.

use std::collections::HashSet;

use kaiketsu_engine::search::Certifiable;

/// All openings of that many moves, written as lists of moves, in the order of
/// the rules: the first of each class.
pub(crate) fn openings<G: Certifiable>(game: &G, moves: usize) -> Vec<String>
where
    G::Position: Ord,
{
    let mut found = vec![(String::new(), game.start())];
    for _ in 0..moves {
        let mut met = HashSet::new();
        let mut longer = Vec::new();
        for (text, position) in found.iter().filter(|(_, position)| game.ending(position).is_none()) {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            for mv in &moves {
                let next = game.play(position, mv).position;
                if met.insert(game.representative(&next)) {
                    let text = format!("{text} {}", game.write_move(position, mv));
                    longer.push((text.trim_start().to_string(), next));
                }
            }
        }
        found = longer;
    }
    found.into_iter().map(|(text, _)| text).collect()
}

#[cfg(test)]
mod tests {
    use kaiketsu_games::otrio::Otrio;
    use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;

    use super::openings;

    #[test]
    fn one_opening_of_each_class() {
        // Two squares of nine up to turning and mirroring.
        let first = openings(&QuantumTicTacToe::ORIGINAL, 1);
        assert_eq!(first, ["1-2", "1-3", "1-5", "1-6", "1-9", "2-4", "2-5", "2-8"]);
        // As many as the game itself lists, in another order.
        for game in [Otrio::STANDARD, Otrio::NO_CENTRE] {
            for moves in 1..=2 {
                assert_eq!(openings(&game, moves).len(), game.openings(moves).len());
            }
        }
    }
}
