//! The results kept in `results/` are what the program computes today, what the
//! papers print, and what follows from the rules without any solution: how many
//! positions of each kind there are, and where the moves lead.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use kaiketsu::game::{Game, Notation, Retrograde, Symmetric, Tier, Tiered};
use kaiketsu::{FoldedGame, Part, Registry, Request, Resources, Silent, Store};
use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;
use kaiketsu_games::quantum_tic_tac_toe::classes::Numbering;
use kaiketsu_games::{DobutsuShogi, Dodgem, Nocca, Quixo};
use kaiketsu_index::binomial;
use kaiketsu_testkit::golden::table;

fn results(game: &str) -> toml::Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results").join(format!("{game}.toml"));
    std::fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()))
        .parse::<toml::Table>()
        .unwrap()
        .into()
}

fn number(row: &toml::Value, key: &str) -> u64 {
    row[key].as_integer().unwrap_or_else(|| panic!("no number `{key}` in {row}")) as u64
}

fn rows<'a>(kept: &'a toml::Value, table: &str) -> &'a [toml::Value] {
    kept[table].as_array().unwrap()
}

fn counts(row: &toml::Value) -> [u64; 3] {
    ["win", "loss", "draw"].map(|value| number(row, value))
}

fn positions(row: &toml::Value) -> u64 {
    counts(row).iter().sum()
}

/// The rows of a table, after the check that they add up to the totals.
fn parts<'a>(kept: &'a toml::Value, table: &str) -> &'a [toml::Value] {
    let rows = rows(kept, table);
    let sum = |place: usize| rows.iter().map(|row| counts(row)[place]).sum::<u64>();
    assert_eq!([sum(0), sum(1), sum(2)], counts(kept), "{table}");
    assert_eq!(positions(kept), number(kept, "positions"));
    rows
}

/// The layers are as long as the numbering of the rules says.
fn layers_are_those_of<G: Tiered>(kept: &toml::Value, game: &G) {
    let layers = rows(kept, "layers");
    for layer in layers {
        let tiers = (0..game.tiers()).map(Tier);
        let inside = tiers.filter(|tier| u64::from(game.layer(*tier)) == number(layer, "number"));
        assert_eq!(
            number(layer, "stored_positions"),
            inside.map(|tier| game.size(tier)).sum::<u64>(),
            "{layer}"
        );
    }
    let all: u64 = layers.iter().map(|layer| number(layer, "stored_positions")).sum();
    assert_eq!(all, (0..game.tiers()).map(|tier| game.size(Tier(tier))).sum::<u64>());
}

/// The first moves are those of the rules, and the best is worth what the start is.
fn first_moves_are_those_of<G: Notation>(kept: &toml::Value, game: &G) {
    let start = game.start();
    let rules: BTreeSet<String> =
        game.legal_moves(&start).iter().map(|mv| game.write_move(&start, mv)).collect();
    let rows = rows(kept, "first_moves");
    let names = rows.iter().map(|row| row["move"].as_str().unwrap().to_string());
    assert_eq!(names.collect::<BTreeSet<_>>(), rules);
    // Short wins are best, then draws, then long losses.
    let worth = |row: &toml::Value| match row["value"].as_str().unwrap() {
        "win" => (2, -row["plies"].as_integer().unwrap()),
        "draw" => (1, 0),
        _ => (0, row["plies"].as_integer().unwrap()),
    };
    assert_eq!(rows.iter().map(worth).max().unwrap(), worth(&kept["start"]));
}

/// Solves the first layers again and compares their signatures.
fn recompute(game: &str, layers: u32, distances: bool) {
    let kept = results(game);
    let request = Request { layers: Some(layers), distances, ..Request::default() };
    let solved = Registry::standard().get(game).unwrap().solver().unwrap().rehearse(&request).unwrap();
    assert_eq!(solved.manifest.layers.len(), layers as usize);
    for (found, kept) in solved.manifest.layers.iter().zip(rows(&kept, "layers")) {
        assert_eq!(number(kept, "number"), u64::from(found.number));
        assert_eq!(number(kept, "stored_positions"), found.positions);
        assert_eq!(kept["signature_values"].as_str(), Some(found.signature_values.to_string().as_str()));
        let plies = found.signature_plies.map(|signature| signature.to_string());
        assert_eq!(plies.is_some(), distances);
        if distances {
            assert_eq!(kept["signature_plies"].as_str(), plies.as_deref());
        }
    }
}

#[test]
fn the_top_tiers_of_quixo_5x5() {
    recompute("quixo-5x5", 3, false);
}

/// What `stats --results` writes of Quixo with distances: every table adds up to the
/// counts that are known from elsewhere, and the moves to the longest games can be made.
#[test]
fn quixo_4x4_by_marks_and_plies() {
    let folder = tempfile::tempdir().unwrap();
    let registry = Registry::standard();
    let entry = registry.get("quixo-4x4").unwrap();
    let store = Store::new(folder.path());
    entry.solver().unwrap().solve(&store, &Request::default(), &Silent).unwrap();
    let solution = entry.open(&store, Resources::default()).unwrap();
    let whole = solution.whole().unwrap();
    let census = whole.census(Part::WHOLE, &Silent).unwrap();
    let (report, results) = whole.results(&[], census, &Silent).unwrap();
    let kept: toml::Value = toml::to_string(&results).unwrap().parse::<toml::Table>().unwrap().into();
    assert_eq!(counts(&kept), [26_434_489, 15_003_736, 1_608_496], "the table of docs/games/quixo.md");
    let by_marks = parts(&kept, "by_marks");
    let game = Quixo::new(4);
    for tier in by_marks {
        let marks = number(tier, "marks") as u32;
        assert_eq!(number(tier, "positions"), binomial(16, marks) << marks);
        assert_eq!(number(tier, "stored"), game.size(Tier(16 - marks)));
        let of_tier =
            rows(&kept, "by_marks_plies").iter().filter(|row| number(row, "marks") == u64::from(marks));
        let sum = |value: &str, what: &str| {
            of_tier
                .clone()
                .filter(|row| row["value"].as_str() == Some(value))
                .map(|row| number(row, what))
                .sum::<u64>()
        };
        assert_eq!([sum("win", "positions"), sum("loss", "positions")], counts(tier)[..2]);
        assert!(sum("win", "stored") + sum("loss", "stored") <= number(tier, "stored"));
        for value in ["win", "loss"] {
            let weighed = of_tier.clone().filter(|row| row["value"].as_str() == Some(value));
            let plies: u64 = weighed.map(|row| number(row, "plies") * number(row, "positions")).sum();
            if let Some(mean) = tier.get(format!("mean_{value}_plies")) {
                let mean = mean.as_float().unwrap() * sum(value, "positions") as f64;
                assert!((mean - plies as f64).abs() <= 0.001 * sum(value, "positions") as f64);
            }
        }
    }
    assert_eq!(by_marks.len(), 17);
    for row in rows(&kept, "by_plies") {
        let same = |other: &&toml::Value| other["value"] == row["value"] && other["plies"] == row["plies"];
        let tiers = rows(&kept, "by_marks_plies").iter().filter(same);
        assert_eq!(tiers.map(|tier| number(tier, "positions")).sum::<u64>(), number(row, "positions"));
    }
    for (title, longest) in [("longest win", report.longest_win), ("longest loss", report.longest_loss)] {
        let found =
            rows(&kept, "highlights").iter().find(|row| row["title"].as_str() == Some(title)).unwrap();
        assert_eq!(number(found, "plies"), u64::from(longest.unwrap().plies.0), "{title}");
        let examples = found["examples"].as_array().unwrap();
        let ways = found["reached_by"].as_array().unwrap();
        assert_eq!(examples.len(), ways.len());
        for (example, way) in examples.iter().zip(ways).filter(|(_, way)| way.as_str() != Some("")) {
            let mut position = game.start();
            for text in way.as_str().unwrap().split(' ') {
                let moves = game.legal_moves(&position);
                let mv =
                    moves.iter().find(|mv| game.write_move(&position, mv) == text).expect("a legal move");
                position = game.play(&position, mv).position;
            }
            assert_eq!(game.write_position(&position), example.as_str().unwrap());
        }
    }
}

/// Every board is counted once, in its class. That the totals and the start are
/// those of the paper is shown by `papers.rs` of the crate `reproduce`.
#[test]
fn every_board_of_quixo_5x5_is_counted() {
    let kept = results("quixo-5x5");
    assert_eq!(number(&kept, "positions"), 3u64.pow(25));
    let classes = parts(&kept, "by_class");
    for class in classes {
        let [mover, opponent] = ["mover_marks", "opponent_marks"].map(|marks| number(class, marks) as u32);
        assert_eq!(positions(class), binomial(25, mover) * binomial(25 - mover, opponent));
    }
    assert_eq!(classes.len(), 26 * 27 / 2);
    layers_are_those_of(&kept, &Quixo::new(5));
}

/// How many placements leave both sides a piece, by the steps of mover and
/// opponent: cell by cell, empty or with a piece of either side.
fn placements_by_steps(pieces: u64) -> BTreeMap<(u64, u64), u64> {
    let side = pieces + 1;
    // By pieces and steps of the mover and of the opponent.
    let mut counted: BTreeMap<[u64; 4], u64> = [([0; 4], 1)].into();
    for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
        let mut next = counted.clone();
        for ([mine, to_go, his, he_goes], number) in counted {
            if mine < pieces {
                *next.entry([mine + 1, to_go + side - row, his, he_goes]).or_default() += number;
            }
            if his < pieces {
                *next.entry([mine, to_go, his + 1, he_goes + side - column]).or_default() += number;
            }
        }
        counted = next;
    }
    let mut by_steps = BTreeMap::new();
    for ([mine, to_go, his, he_goes], number) in counted.into_iter().filter(|(key, _)| key[0] * key[2] > 0) {
        assert!(mine > 0 && his > 0);
        *by_steps.entry((to_go, he_goes)).or_default() += number;
    }
    by_steps
}

/// Every placement is counted once, by pieces, by steps and by distance; nobody has
/// published these counts, so they are held to what follows from the rules.
fn every_position_of_dodgem_is_counted(pieces: u64) {
    let kept = results(&format!("dodgem-{pieces}"));
    let cells = (pieces as u32 + 1).pow(2);
    let by_pieces = parts(&kept, "by_pieces");
    assert_eq!(by_pieces.len() as u64, pieces * pieces);
    for row in by_pieces {
        let [mover, opponent] = ["mover_pieces", "opponent_pieces"].map(|key| number(row, key) as u32);
        assert_eq!(positions(row), binomial(cells, mover) * binomial(cells - mover, opponent));
    }
    let key = |row| (number(row, "mover_steps"), number(row, "opponent_steps"));
    let by_steps = parts(&kept, "by_steps").iter().map(|row| (key(row), positions(row)));
    assert_eq!(by_steps.collect::<BTreeMap<_, _>>(), placements_by_steps(pieces));
    for (value, all) in ["win", "loss"].into_iter().zip(counts(&kept)) {
        let at_plies = rows(&kept, "by_plies").iter().filter(|row| row["value"].as_str() == Some(value));
        assert_eq!(at_plies.map(|row| number(row, "positions")).sum::<u64>(), all, "{value}");
    }
    let game = Dodgem::new(pieces as usize);
    first_moves_are_those_of(&kept, &game);
    layers_are_those_of(&kept, &game);
    // The longest plays are named, and the examples are positions of their tier.
    for highlight in rows(&kept, "highlights") {
        let value = highlight["value"].as_str();
        let same = rows(&kept, "by_plies").iter().filter(|row| row["value"].as_str() == value);
        assert_eq!(Some(number(highlight, "plies")), same.map(|row| number(row, "plies")).max());
        for example in rows(highlight, "examples") {
            let position = game.read_position(example.as_str().unwrap()).unwrap();
            let tier = game.tier_name(game.locate(&position).tier);
            assert!(highlight["title"].as_str().unwrap().ends_with(&tier), "{example}");
        }
    }
}

#[test]
fn every_position_of_dodgem_4_is_counted() {
    every_position_of_dodgem_is_counted(4);
}

#[test]
fn every_position_of_dodgem_5_is_counted() {
    every_position_of_dodgem_is_counted(5);
}

#[test]
fn the_first_layers_of_dodgem_5() {
    recompute("dodgem-5", 12, true);
}

/// The text on figure 7 says that every position of class (2, 1) is won. Some are
/// drawn: exactly as many as this one has images. They cannot come up in a game,
/// since no move leads to them, the side that moved last having a mark on the
/// border. The paper's totals, which ours equal, count them as drawn too.
#[test]
fn with_two_marks_to_one_the_mover_wins_all_that_can_come_up() {
    let kept = results("quixo-5x5");
    let mut classes = rows(&kept, "by_class").iter();
    let row = classes.find(|row| (number(row, "mover_marks"), number(row, "opponent_marks")) == (2, 1));
    let game = Quixo::new(5);
    let drawn = game.read_position("...../...X./..X../.O.../.....").unwrap();
    let images: BTreeSet<String> =
        (0..game.symmetries()).map(|symmetry| game.write_position(&game.image(&drawn, symmetry))).collect();
    let [_, loss, draw] = counts(row.unwrap());
    assert_eq!((loss, draw), (0, images.len() as u64));
    let mut origins = Vec::new();
    (0..game.tiers()).for_each(|tier| game.predecessors(game.locate(&drawn), Tier(tier), &mut origins));
    assert!(origins.is_empty(), "{origins:?}");
}

/// Table 5 of the paper (Yamamoto, Hoki, GPW 2022), position by position; and no
/// distance but those of table A.1. The rest of the paper is compared by `papers.rs`
/// of the crate `reproduce`. It counts the 30 positions without a legal move as
/// drawn; by the rules they are lost in 0.
#[test]
fn all_rows_of_nocca_5x6_are_those_of_the_paper() {
    let kept = results("nocca-5x6");
    let stuck = table("nocca-facts").row(&[("what", "terminal")]).number("value");
    let published = table("nocca-5x6-by-depth");
    let published = published
        .rows()
        .iter()
        .map(|row| ((row.number("plies"), row.text("value").to_string()), row.number("positions")));
    let found = rows(&kept, "by_plies").iter().map(|row| {
        ((number(row, "plies"), row["value"].as_str().unwrap().to_string()), number(row, "positions"))
    });
    let published = published.chain([((0, "loss".into()), stuck)]);
    assert_eq!(found.collect::<BTreeMap<_, _>>(), published.collect());
    let by_stacks = parts(&kept, "by_stacks");
    for row in table("nocca-table-5").rows() {
        let keys = ["stacks_of_3", "stacks_of_2", "stacks_of_1"];
        let same = |ours: &&toml::Value| keys.iter().all(|key| number(ours, key) == row.number(key));
        let ours = by_stacks.iter().find(same).unwrap();
        assert_eq!(positions(ours), row.number("positions"), "{}", row.place());
    }
    first_moves_are_those_of(&kept, &Nocca::new(5, 6));
    layers_are_those_of(&kept, &Nocca::new(5, 6));
}

/// The moves that lead from the start to the longest wins do lead there.
#[test]
fn the_longest_wins_of_nocca_5x6_can_come_up() {
    let kept = results("nocca-5x6");
    let longest = &kept["highlights"][0];
    let summary = table("nocca-5x6-summary");
    let said = |what: &str| summary.row(&[("what", what)]).number("value");
    assert_eq!(number(longest, "plies"), said("longest win in plies"));
    assert_eq!(number(longest, "positions"), said("positions at the longest win"));
    let game = Nocca::new(5, 6);
    for (example, route) in rows(longest, "examples").iter().zip(rows(longest, "reached_by")) {
        let mut position = game.start();
        for text in route.as_str().unwrap().split_whitespace() {
            assert!(game.ending(&position).is_none());
            let mv = game.read_move(&position, text).unwrap();
            position = game.play(&position, &mv).position;
        }
        assert_eq!(Some(game.write_position(&position).as_str()), example.as_str());
    }
}

/// Tanaka (IPSJ SIG Technical Report, 2009-GI-22): the second player wins in 78,
/// the longest win takes 173. He counts reachable positions, mirror images once.
#[test]
fn dobutsu_shogi_is_as_published() {
    let kept = results("dobutsu-shogi");
    let published = table("dobutsu-shogi-summary");
    let published = &published.rows()[0];
    assert_eq!(kept["start"]["value"].as_str(), Some(published.text("value")));
    let plies = |row: &toml::Value| number(row, "plies");
    assert_eq!(plies(&kept["start"]), published.number("plies"));
    assert_eq!(rows(&kept, "by_plies").iter().map(plies).max(), Some(published.number("longest")));
    let reachable = &kept["reachable_facts"];
    assert_eq!(number(reachable, "open_up_to_the_mirror"), published.number("open"));
    assert_eq!(number(reachable, "with_decided_up_to_the_mirror"), published.number("positions"));
    for row in table("dobutsu-shogi-first-moves").rows() {
        let mut moves = rows(&kept, "first_moves").iter();
        let ours = moves.find(|ours| ours["move"].as_str() == Some(row.text("move"))).unwrap();
        assert_eq!((ours["value"].as_str(), plies(ours)), (Some(row.text("value")), row.number("plies")));
    }
    // Every position but those of the three shared slots is counted once, and
    // mirror images are stored once.
    let game = FoldedGame::new(DobutsuShogi::default());
    let open = game.whole().size(Tier(1));
    assert_eq!((positions(&kept), number(&kept, "positions")), (open, open));
    first_moves_are_those_of(&kept, &game);
    layers_are_those_of(&kept, &game);
}

/// With few marks every position of the rules is counted once and stands in one
/// class, with nine there is every order of the squares, the tables add up, and
/// the start is worth what the paper (Ishizeki, Matsuura) says.
#[test]
fn the_counts_of_quantum_tic_tac_toe_add_up() {
    for (name, game, collapse) in [
        ("quantum-tic-tac-toe", QuantumTicTacToe::ORIGINAL, "opponent"),
        ("quantum-tic-tac-toe-self", QuantumTicTacToe::REVISED, "self"),
    ] {
        let kept = results(name);
        let by_marks: Vec<u64> = parts(&kept, "by_marks").iter().map(positions).collect();
        let of = |table: &str| -> Vec<u64> { rows(&kept, table).iter().map(positions).collect() };
        let classes = of("classes_by_marks");
        assert_eq!((&by_marks, &classes), (&of("complete_by_marks"), &of("complete_classes_by_marks")));
        assert_eq!((by_marks.len(), by_marks[9]), (10, (1..=9).product()));
        for (marks, positions) in (0..).zip(few_marks(game)) {
            let numbering = Numbering::new(marks);
            let slots: BTreeSet<u64> = positions.iter().map(|position| numbering.locate(position)).collect();
            let counted = (by_marks[marks as usize], classes[marks as usize]);
            assert_eq!((positions.len() as u64, slots.len() as u64), counted, "{name}, {marks} marks");
        }
        let paper = table("quantum-tic-tac-toe");
        let reached = |goal: &str| {
            let row = paper.row(&[("collapse", collapse), ("goal", goal), ("ordering", "1")]);
            !row.text("winning_first_moves").is_empty()
        };
        let kind = if reached("first complete") { "complete" } else { "narrow" };
        assert!(reached("first narrow"));
        let start = &kept["start"];
        assert_eq!((start["value"].as_str(), start["kind"].as_str()), (Some("win"), Some(kind)));
    }
}

/// All positions with at most three marks in which no collapse waits, by marks.
fn few_marks(game: QuantumTicTacToe) -> Vec<BTreeSet<kaiketsu_games::quantum_tic_tac_toe::Position>> {
    let mut settled = vec![BTreeSet::new(); 4];
    let mut left = vec![game.start()];
    while let Some(position) = left.pop() {
        let waits = position.open_cycle().is_some();
        if waits || settled[usize::from(position.placed())].insert(position) && position.placed() < 3 {
            left.extend(game.legal_moves(&position).iter().map(|mv| game.play(&position, mv).position));
        }
    }
    settled
}

/// `cargo test --release -p kaiketsu --test facade results -- --ignored`
#[test]
#[ignore = "solves quantum tic-tac-toe by both rules"]
fn all_of_quantum_tic_tac_toe() {
    for game in ["quantum-tic-tac-toe", "quantum-tic-tac-toe-self"] {
        recompute(game, 16, false);
    }
}
