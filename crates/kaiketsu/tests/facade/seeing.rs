//! People see one board: pieces keep their places, kinds and names from ply to ply.

use kaiketsu::game::{CellForm, Scene, Side, View};
use kaiketsu::{Entry, PositionView, Random, Registry};

/// Random plays of a game, position by position.
fn plays(game: &dyn Entry, plies: usize) -> Vec<Vec<PositionView>> {
    let mut random = Random::new(5);
    let mut play = || {
        let mut views = vec![game.look(&game.start()).unwrap()];
        while views.len() <= plies && !views.last().unwrap().over {
            let mv = random.choose(&views.last().unwrap().moves).clone();
            let next = game.look(&mv.seen.position).unwrap();
            assert_eq!(next.position, mv.position, "both texts stand for one position");
            assert_eq!(next.seen.position, mv.seen.position, "a text is read as it was written");
            views.push(next);
        }
        views
    };
    (0..4).map(|_| play()).collect()
}

fn on_cell(scene: &Scene, cell: usize) -> Vec<usize> {
    scene.pieces.iter().filter(|piece| piece.cell == cell).map(|piece| piece.kind).collect()
}

#[test]
fn what_a_move_does_not_touch_stays_as_it_is() {
    for id in ["nocca-3x4", "dodgem-3", "dobutsu-shogi", "nine-mens-morris-4", "tic-tac-toe"] {
        let game = Registry::standard().get(id).unwrap();
        let board = game.seen();
        for views in plays(&*game, 12) {
            for (before, after) in views.iter().zip(&views[1..]).filter(|(_, after)| after.position != "goal")
            {
                let made = before.moves.iter().find(|mv| mv.seen.position == after.seen.position).unwrap();
                for (cell, named) in
                    board.cells.iter().enumerate().filter(|(_, cell)| cell.form != CellForm::Exit)
                {
                    if !made.seen.gesture.cells.contains(&cell) {
                        let [then, now] = [before, after].map(|view| on_cell(&view.seen.scene, cell));
                        assert_eq!(
                            then, now,
                            "{id}: {} after {} of {}",
                            named.name, made.seen.mv, before.seen.position
                        );
                    }
                }
                assert_ne!(before.side, after.side, "{id}: sides take turns");
            }
        }
    }
}

/// Texts are turned letter by letter; piece by piece gives the same.
#[test]
fn the_text_people_read_is_that_of_the_board_they_see() {
    let mut turned = 0;
    let registry = Registry::standard();
    for id in registry.ids() {
        let game = registry.get(id).unwrap();
        let (own, board) = (game.board(), game.seen());
        for view in plays(&*game, 6).iter().flatten() {
            // A goal reached has a name of its own.
            if own.write(&view.scene).as_ref() == Some(&view.position) {
                let text = view.seen.position.trim_start_matches("first:").trim_start_matches("second:");
                assert_eq!(board.write(&view.seen.scene).as_deref(), Some(text), "{id}");
                turned += usize::from(text != view.position);
            }
        }
    }
    assert!(turned > 100, "{turned} texts were turned");
}

#[test]
fn the_first_player_keeps_his_letter() {
    let quixo = Registry::standard().get("quixo-3x3").unwrap();
    for views in plays(&*quixo, 8) {
        // A blank cube gets the mark of its player; marks never change hands.
        let marks =
            |view: &PositionView, kind| view.seen.scene.pieces.iter().filter(|p| p.kind == kind).count();
        for (before, after) in views.iter().zip(&views[1..]) {
            let other = usize::from(before.side == Side::First);
            assert_eq!(marks(before, other), marks(after, other), "{}", after.seen.position);
        }
    }
}

#[test]
fn moves_name_cells_as_the_first_player_sees_them() {
    let nocca = Registry::standard().get("nocca-3x4").unwrap();
    let start = nocca.look(&nocca.start()).unwrap();
    let next = nocca.look(&start.find_seen("a1-a2").unwrap().seen.position).unwrap();
    assert_eq!((next.side, next.seen.position.as_str()), (Side::Second, "second:O,O,O/.,.,./X,.,./.,X,X"));
    assert_eq!(next.find_seen("c4-c3").unwrap().mv, "c1-c2", "the same move as its side names it");
    assert!(next.find_seen("c1-c2").is_err(), "not his piece");
    assert!(next.drawing.starts_with(" 4  O"), "{}", next.drawing);
    // Both sides have a goal of their own.
    let goals: Vec<&str> = nocca
        .seen()
        .cells
        .iter()
        .map(|cell| cell.name.as_str())
        .filter(|n| n.contains("goal"))
        .map(|n| n.to_string().leak() as &str)
        .collect();
    assert_eq!(goals.len(), 6, "{goals:?}");
    assert!(goals.contains(&"first player's a goal") && goals.contains(&"second player's c goal"));
}

#[test]
fn a_side_before_a_text_is_heeded_or_refused() {
    let registry = Registry::standard();
    let dodgem = registry.get("dodgem-3").unwrap();
    let turned = dodgem.look("second:.R../R.../R.../.UUU").unwrap();
    assert_eq!((turned.side, turned.position.as_str()), (Side::Second, "R.../R.../R..U/.UU."));
    let refused = registry.get("tic-tac-toe").unwrap().look("second:X../.O./...").unwrap_err();
    assert!(refused.to_string().contains("the first player is to move"), "{refused}");
    let dobutsu = registry.get("dobutsu-shogi").unwrap();
    let hands = dobutsu.look("second:gle/.../.../ELG+Cc").unwrap();
    assert_eq!(
        (hands.position.as_str(), hands.seen.position.as_str()),
        ("gle/.../.../ELG+Cc", "second:gle/.../.../ELG+Cc")
    );
    assert_eq!(dobutsu.look("second:gle/.../.../ELG+CC").unwrap().position, "gle/.../.../ELG+cc");
}

#[test]
fn what_decided_a_game_is_told() {
    let registry = Registry::standard();
    for (id, position, cells) in [
        ("tic-tac-toe", "XXX/OO./...", vec!["a3", "b3", "c3"]),
        ("quixo-3x3", "second:X.O/XO./X..", vec!["a1", "a2", "a3"]),
        ("connect-four-4x4", "..../..../OOO./XXXX", vec!["a1", "b1", "c1", "d1"]),
        ("otrio", "AAA....../BB......./.........:D", vec!["a1S", "b1S", "c1S"]),
        ("simpei", "second:XXX./.../OO../.../..../.../....!", vec!["a7", "c7", "e7"]),
        ("quantum-tic-tac-toe", "123456...", vec![]),
    ] {
        let game = registry.get(id).unwrap();
        let Ok(view) = game.look(position) else {
            panic!("{id} {position}: {:?}", game.look(position).err())
        };
        let names: Vec<String> =
            view.seen.decided_by.iter().map(|cell| game.seen().cells[*cell].name.clone()).collect();
        if !cells.is_empty() {
            assert_eq!(names, cells, "{id} {position}");
        }
    }
}

/// The rules speak of the board that people see. Their examples are positions of it.
#[test]
fn rules_are_told_from_the_first_players_side() {
    let registry = Registry::standard();
    for id in registry.ids() {
        let game = registry.get(id).unwrap();
        let about = game.about();
        let told = about.contains("`first:` or `second:` before a position");
        assert_eq!(told, game.board().view != View::Fixed, "{about}");
        let rules = about.split("`first:` or `second:`").next().unwrap();
        for word in ["side to move", "Your", "opponent's go", "turned over", "change places"] {
            assert!(!rules.contains(word), "{id}: `{word}` in {rules}");
        }
        let examples: Vec<&str> =
            rules.split('`').skip(1).step_by(2).filter(|text| text.len() > 4 && text.contains('/')).collect();
        assert!(!told || !examples.is_empty(), "{id}: {rules}");
        for (text, side) in examples.iter().flat_map(|text| [(text, Side::First), (text, Side::Second)]) {
            if told {
                let view =
                    game.look(&format!("{side}:{text}")).unwrap_or_else(|error| panic!("{id}: {error}"));
                assert_eq!((view.side, &view.seen.position), (side, &format!("{side}:{text}")));
            }
        }
        // The letters that are said to be the first player's are those of his pieces.
        for kind in game.seen().kinds.iter().filter(|kind| told && kind.symbol == "X" || kind.symbol == "U") {
            assert_eq!(kind.side, 0, "{id}: {rules}");
            assert!(rules.contains(&format!("{} is the first player's", kind.symbol)), "{id}: {rules}");
        }
    }
}
