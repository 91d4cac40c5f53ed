//! Dobutsu shogi: single rules, and the published solution.

use std::collections::HashSet;

use kaiketsu_engine::fold::FoldedGame;
use kaiketsu_engine::solve::{Children, Queue};
use kaiketsu_game::{Game, Notation, Outcome, Slot, Symmetric, Tier, Tiered};
use kaiketsu_games::DobutsuShogi;
use kaiketsu_games::dobutsu_shogi::{Animals, Ply, Reach};
use kaiketsu_testkit::golden::table;
use kaiketsu_testkit::random::Random;
use kaiketsu_testkit::{naive, solve_in_memory};

use super::{moves, verdict};

/// What a move leads to, as text.
fn after(position: &str, mv: &str) -> String {
    let game = DobutsuShogi::default();
    let position = game.read_position(position).unwrap();
    let mv = game.read_move(&position, mv).unwrap();
    game.write_position(&game.play(&position, &mv).position)
}

fn ending(position: &str) -> Option<Outcome> {
    let game = DobutsuShogi::default();
    game.ending(&game.read_position(position).unwrap())
}

#[test]
fn pieces_step_capture_drop_and_promote() {
    assert_eq!(moves(&DobutsuShogi::default(), "gle/.c./.C./ELG"), ["b1-a2", "b1-c2", "c1-c2", "b2-b3"]);
    assert_eq!(after("gle/.c./.C./ELG", "b2-b3"), "gle/.../.c./ELG+c", "a captured chick is in hand");
    let promoted = after("..e/C.l/.../ELG+gc", "a3-a4");
    assert_eq!(promoted, "gle/.../L../E.h+GC", "a chick that steps to the far row is a hen");
    let dropped = after("..e/..l/.../ELG+gCc", "C*a4");
    assert_eq!(dropped, "gle/.../L../E.c+GC", "a chick that is dropped there is none");
    let taken = after("gl./.../.eh/.LG+EC", "c1-c2");
    assert_eq!(taken, ".l./gE./.../.LG+ecc", "a captured hen is a chick");
}

#[test]
fn the_lion_decides() {
    assert_eq!(ending("g.e/.c./LC./E.l+G"), Some(Outcome::Loss), "a lion that is home and safe has won");
    let caught = "g.e/.c./.CL/E.l+G";
    assert_eq!((ending(caught), moves(&DobutsuShogi::default(), caught)), (None, vec!["c2-c1".to_string()]));
    let after = after(caught, "c2-c1");
    assert_eq!((after.as_str(), ending(&after)), ("l.e/.c./.C./E.G+g", Some(Outcome::Loss)));
}

/// With its mirror image the only way to have no move: whoever has none loses.
#[test]
fn who_cannot_move_loses() {
    let game = DobutsuShogi::default();
    for text in ["GE./LGE/CCl/...", ".EG/EGL/lCC/..."] {
        assert_eq!(moves(&game, text), [""; 0]);
        assert_eq!(ending(text), Some(Outcome::Loss), "{text}");
    }
    // What can move goes on: as it is without one of the pieces, or with one in hand.
    for text in ["GE./LGE/C.l/...+c", "GE./LGE/C.l/...+C"] {
        assert!(!moves(&game, text).is_empty());
        assert_eq!(ending(text), None, "{text}");
    }
}

#[test]
fn what_is_no_position_is_refused() {
    let game = DobutsuShogi::default();
    for (text, words) in [
        ("gle/.c./.C.", "3 rows"),
        ("gle/.c./.C./ELX", "`X` on c1"),
        ("gle/.c./.C./EL.", "two G"),
        ("gle/.../.../ELG+CCC", "two G"),
        (&format!("gle/.../.../ELG+{}", "C".repeat(300)), "two G"),
        ("gle/.c./.../ELG+X", "after `+`"),
        ("g.e/.c./.C./ELG", "one `l`"),
        ("gLe/.c./.C./ElG", "far row"),
    ] {
        let error = game.read_position(text).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

/// The numbering of all positions: every number comes back, and mirror images have one.
#[test]
fn mirror_images_have_one_number_where_all_positions_are_numbered() {
    let (game, reach) = (DobutsuShogi::default(), Reach::default());
    let mut random = Random::new(2009);
    let mut decided = 0;
    for _ in 0..100_000 {
        let number = random.below(reach.numbers());
        let position = reach.position(number);
        let image = game.image(&position, 1);
        let numbers = [&position, &image].map(|position| reach.number(position));
        assert_eq!(numbers[0], numbers[1], "{}", game.write_position(&position));
        assert!(numbers[0] <= number, "{}", game.write_position(&position));
        let stored = reach.position(numbers[0]);
        assert!(stored == position || stored == image, "{}", game.write_position(&position));
        decided += u32::from(game.locate(&position).tier == Tier(0));
    }
    assert!((30_000..90_000).contains(&decided), "{decided} decided");
}

/// Ply by ply as a search by the rules finds them, with texts and a set; it looks at the
/// game no longer once the lion is home or can be caught.
#[test]
fn what_can_be_reached_in_a_few_plies() {
    let (game, mut reach) = (DobutsuShogi::default(), Reach::default());
    let decided = |position: &Animals| game.locate(position).tier == Tier(0);
    let class = |position: &Animals| {
        let [text, image] =
            [*position, game.image(position, 1)].map(|position| game.write_position(&position));
        (text == image, text.min(image))
    };
    let mut latest = vec![game.start()];
    let mut known = HashSet::from([class(&game.start()).1]);
    for ply in 0..8 {
        let mut found = Ply::default();
        let mut next = Vec::new();
        for position in &latest {
            if decided(position) {
                found.decided += 1;
                continue;
            }
            found.open += 1;
            found.open_apart += if class(position).0 { 1 } else { 2 };
            for step in naive::steps(&game, position).unwrap_or_default() {
                if known.insert(class(&step.position).1) {
                    next.push(step.position);
                }
            }
        }
        assert_eq!(reach.advance(), found, "after {ply} plies");
        latest = next;
    }
    assert!(latest.len() > 10_000, "{} after eight plies", latest.len());
}

#[test]
#[ignore = "two CPU-minutes and 300 MB"]
fn what_can_be_reached_is_as_published() {
    let mut reach = Reach::default();
    let plies = std::iter::repeat_with(|| reach.advance()).take_while(|ply| *ply != Ply::default());
    let [open, decided] = plies.fold([0, 0], |[open, decided], ply| [open + ply.open, decided + ply.decided]);
    let golden = table("dobutsu-shogi-summary");
    let row = &golden.rows()[0];
    assert_eq!([open, open + decided], [row.number("open"), row.number("positions")]);
}

/// `cargo test --release -p kaiketsu-games --test games dobutsu_shogi -- --ignored`
#[test]
#[ignore = "twenty CPU-minutes and 2 GiB"]
fn the_solution_is_as_published() {
    let game = FoldedGame::new(DobutsuShogi::default());
    let solved = solve_in_memory(&game, &Queue, 2, true);
    let golden = table("dobutsu-shogi-summary");
    let row = &golden.rows()[0];
    assert_eq!(solved.start().to_string(), verdict(row, "value", "plies"));
    for row in table("dobutsu-shogi-first-moves").rows() {
        let mv = game.read_move(&game.start(), row.text("move")).unwrap();
        let step = game.play(&game.start(), &mv);
        let value = step.value_before(solved.value_of(&step.position));
        assert_eq!(value.to_string(), verdict(row, "value", "plies"));
    }

    // Mirror images count once: where both are stored, both are looked at as
    // reachable, and each is a half.
    let (mut halves, mut longest) = ([0u64; 3], 0);
    for index in reachable(&game) {
        let slot = Slot { tier: Tier(1), index };
        let value = solved.value(slot);
        let column = [Outcome::Win, Outcome::Loss, Outcome::Draw].iter().position(|o| *o == value.outcome);
        let mut twins = Vec::new();
        game.twins(slot, &mut twins);
        halves[column.unwrap()] += 2 - twins.len() as u64;
        longest = longest.max(value.plies.map_or(0, |plies| plies.0));
    }
    let counts = halves.map(|halves| halves / 2);
    assert_eq!(counts, ["win", "loss", "draw"].map(|column| row.number(column)));
    assert_eq!(counts.iter().sum::<u64>(), row.number("open"));
    assert_eq!(u64::from(longest), row.number("longest"));
}

/// The numbers in tier 1 of all positions that can be reached from the start, twins
/// included, in order.
fn reachable(game: &FoldedGame<DobutsuShogi>) -> impl Iterator<Item = u64> {
    let mut children = Children::new(game);
    let words = game.size(Tier(1)).div_ceil(64) as usize;
    let (mut found, mut expanded) = (vec![0u64; words], vec![0u64; words]);
    let mark = |slot: Slot, found: &mut Vec<u64>| {
        let mut family = vec![slot];
        game.twins(slot, &mut family);
        family.iter().for_each(|slot| found[slot.index as usize / 64] |= 1 << (slot.index % 64));
    };
    mark(game.locate(&game.start()), &mut found);
    while found != expanded {
        for word in 0..words {
            while found[word] & !expanded[word] != 0 {
                let bit = (found[word] & !expanded[word]).trailing_zeros();
                expanded[word] |= 1 << bit;
                let children = children.of(Tier(1), word as u64 * 64 + u64::from(bit)).unwrap_or(&[]);
                assert!(!children.is_empty(), "a game that is not over goes on");
                for child in children.iter().filter(|child| child.position.tier == Tier(1)) {
                    mark(child.position, &mut found);
                }
            }
        }
    }
    (0..words as u64 * 64).filter(move |index| found[*index as usize / 64] & 1 << (index % 64) != 0)
}
