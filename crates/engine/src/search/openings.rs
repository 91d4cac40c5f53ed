//! The first moves of a game, one of each class of images.

use std::collections::HashSet;

use crate::search::Certifiable;

/// All openings of that many moves, written as lists of moves, in the order of
/// the rules: the first of each class.
///
/// ```
/// use kaiketsu_engine::search::openings;
/// use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;
/// // Two squares of nine up to turning and mirroring.
/// let first = openings(&QuantumTicTacToe::ORIGINAL, 1);
/// assert_eq!(first, ["1-2", "1-3", "1-5", "1-6", "1-9", "2-4", "2-5", "2-8"]);
/// ```
pub fn openings<G: Certifiable + ?Sized>(game: &G, moves: usize) -> Vec<String> {
    let mut found = vec![(String::new(), game.start())];
    for _ in 0..moves {
        let mut met = HashSet::new();
        let mut longer = Vec::new();
        for (text, position) in found.iter().filter(|(_, position)| game.ending(position).is_none()) {
            let moves = game.legal_moves(position);
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
