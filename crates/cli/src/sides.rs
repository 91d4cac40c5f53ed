//! What the two sides of a game are called. Most have a first and a second player; where
//! one player is alone against several, each with a colour, sides are named by the colours.

use kaiketsu::game::{Board, Side};

/// Who wins, in words: "the first player wins", "B wins", "A and C win".
pub(crate) fn wins(board: &Board, winner: Side) -> String {
    let players = |side: Side| -> Vec<&str> {
        let turns = board.turns.iter().filter(|turn| Side::first_if(turn.side == 0) == side);
        turns.map(|turn| turn.symbol.as_str()).collect()
    };
    let (these, others) = (players(winner), players(winner.other()));
    let one_alone = these.len().min(others.len()) == 1 && these.len() != others.len();
    match these.split_last() {
        Some((last, [])) if one_alone => format!("{last} wins"),
        Some((last, before)) if one_alone => format!("{} and {last} win", before.join(", ")),
        _ => format!("the {} player wins", if winner == Side::First { "first" } else { "second" }),
    }
}

#[cfg(test)]
mod tests {
    use kaiketsu::Registry;

    use super::*;

    #[test]
    fn sides_of_several_players_are_named_by_their_colours() {
        let said = |id: &str, winner: Side| wins(&Registry::standard().get(id).unwrap().board(), winner);
        // Two players with two colours each, and games that tell no turns.
        for id in ["otrio", "quixo-3x3", "tic-tac-toe"] {
            assert_eq!(said(id, Side::First), "the first player wins", "{id}");
            assert_eq!(said(id, Side::Second), "the second player wins", "{id}");
        }
        assert_eq!(
            (said("otrio-3-a", Side::First), said("otrio-3-a", Side::Second)),
            ("A wins".into(), "B and C win".into())
        );
        assert_eq!(
            (said("otrio-4-c", Side::First), said("otrio-4-c", Side::Second)),
            ("A, B and D win".into(), "C wins".into())
        );
    }
}
