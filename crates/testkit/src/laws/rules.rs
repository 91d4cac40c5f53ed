//! The laws of [`Game`].

use kaiketsu_game::{Game, Turn};

use super::hold;

/// Checks the laws of [`Game`] on the given positions.
///
/// # Panics
/// If a law is broken.
pub fn check_game<G: Game + ?Sized>(game: &G, positions: impl IntoIterator<Item = G::Position>) {
    let id = game.id();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    assert!(!id.is_empty() && id.chars().all(plain), "`{id}` is not lower-case letters, digits and hyphens");
    assert_eq!(game.start(), game.start(), "{id}: there is one start");
    for position in positions {
        check_position(game, &position);
    }
}

fn check_position<G: Game + ?Sized>(game: &G, position: &G::Position) {
    let law = |text: &str, holds: bool| hold(game, position, text, holds);
    law("`ending` depends on nothing else", game.ending(position) == game.ending(&position.clone()));
    if game.ending(position).is_some() {
        return;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    law("a game that is not over has a move", !moves.is_empty());
    let repeated = |(number, mv): (usize, &G::Move)| moves[..number].contains(mv);
    law("`moves` lists no move twice", !moves.iter().enumerate().any(repeated));
    let mut twice = moves.clone();
    game.moves(&position.clone(), &mut twice);
    let (before, again) = twice.split_at(moves.len());
    law(
        "`moves` leaves what is there and appends always in the same order",
        before == moves && again == moves,
    );
    for mv in &moves {
        let step = game.play(position, mv);
        law(
            "`play` depends on nothing but position and move",
            step == game.play(&position.clone(), &mv.clone()),
        );
        law("a move counts one ply or none", step.plies <= 1);
        law(
            "if the game alternates, every move passes the turn",
            !game.alternates() || step.turn == Turn::Passes,
        );
    }
    check_uncounted(game, &mut vec![position.clone()]);
}

/// Follows every chain of steps that count no ply from the end of the path.
fn check_uncounted<G: Game + ?Sized>(game: &G, path: &mut Vec<G::Position>) {
    let last = path[path.len() - 1].clone();
    for step in crate::naive::steps(game, &last).unwrap_or_default() {
        if step.plies == 0 {
            let law = "positions cannot repeat without a ply having been played";
            hold(game, &step.position, law, !path.contains(&step.position));
            path.push(step.position);
            check_uncounted(game, path);
            path.pop();
        }
    }
}
