//! The representation of section 4.1: the 64-bit state, moves by shifts, and
//! the index of a state in its class, as worked examples beside our rules.

use kaiketsu::Random;
use kaiketsu_game::{Game, Notation};
use kaiketsu_games::Quixo;
use kaiketsu_index::{Combinations, binomial, gather_bits};

use super::PAPER;
use crate::numbers::grouped;
use crate::{Row, Section, Workbench};

/// The board of the worked examples: 8 marks of X, 5 of O, as in figure 6.
const EXAMPLE: &str = "XO.X./.X.O./X..XO/..OX./X.XO.";

/// Bit of the cell that is `row` from the bottom and `column` from the right,
/// in the half of O: figure 4 counts from the lower right.
fn cell_bit(row: usize, column: usize) -> u32 {
    (5 * row + column) as u32
}

/// The 64-bit state of a 5x5 board: O in the low half, X in the high half.
fn state(board: &str) -> u64 {
    let mut state = 0;
    for (from_top, line) in board.split('/').enumerate() {
        for (from_left, mark) in line.chars().enumerate() {
            let bit = cell_bit(4 - from_top, 4 - from_left);
            match mark {
                'O' => state |= 1 << bit,
                'X' => state |= 1 << (bit + 32),
                _ => {}
            }
        }
    }
    state
}

fn board(state: u64) -> String {
    let mark = |bit: u32| match (state >> bit & 1, state >> (bit + 32) & 1) {
        (1, _) => 'O',
        (_, 1) => 'X',
        _ => '.',
    };
    let line = |row: usize| (0..5).rev().map(|column| mark(cell_bit(row, column))).collect::<String>();
    (0..5).rev().map(line).collect::<Vec<_>>().join("/")
}

/// Equation (1): the number of a state in its class, and back.
fn index(state: u64) -> u64 {
    let (o, x) = (state & 0x1ff_ffff, state >> 32);
    let squeezed = gather_bits(o, !x & 0x1ff_ffff);
    let free = 25 - x.count_ones();
    let ord = |n, bits: u64| Combinations::new(n, bits.count_ones()).rank(bits);
    ord(25, x) * binomial(free, o.count_ones()) + ord(free, squeezed)
}

fn unindex(index: u64, x: u32, o: u32) -> u64 {
    let each = binomial(25 - x, o);
    let x_bits = Combinations::new(25, x).unrank(index / each);
    let squeezed = Combinations::new(25 - x, o).unrank(index % each);
    x_bits << 32 | kaiketsu_index::scatter_bits(squeezed, !x_bits & 0x1ff_ffff)
}

/// A shift of the paper, such as `>> 5`.
fn shifted(bits: u64, shift: &str) -> u64 {
    match shift {
        "<< 1" => bits << 1,
        ">> 1" => bits >> 1,
        "<< 5" => bits << 5,
        _ => bits >> 5,
    }
}

/// `((s & B) shift) & B | (s & ~B) | C`, then X and O exchanged.
fn pushed(state: u64, path: &[u32], shift: &str) -> u64 {
    let line: u64 = path.iter().map(|bit| 1_u64 << bit | 1 << (bit + 32)).sum();
    let inserted = 1 << (path[path.len() - 1] + 32);
    let after = shifted(state & line, shift) & line | (state & !line) | inserted;
    after.rotate_right(32)
}

/// The bits from the cube taken to the end where it goes in, and the way in
/// which the marks between move.
fn path(mv: &str) -> (Vec<u32>, &'static str) {
    let cell = |name: &str| {
        let bytes = name.as_bytes();
        (usize::from(bytes[1] - b'1'), 4 - usize::from(bytes[0] - b'a'))
    };
    let (from, to) = mv.split_once('-').expect("moves name two cells");
    let ((row, column), (end_row, end_column)) = (cell(from), cell(to));
    let run = |a: usize, b: usize| if a <= b { (a..=b).collect() } else { (b..=a).rev().collect::<Vec<_>>() };
    if row == end_row {
        // Columns are counted from the right: going in at the greater one is going in at the left.
        let bits = run(column, end_column).into_iter().map(|column| cell_bit(row, column)).collect();
        (bits, if end_column > column { "right" } else { "left" })
    } else {
        let bits = run(row, end_row).into_iter().map(|row| cell_bit(row, column)).collect();
        (bits, if end_row > row { "down" } else { "up" })
    }
}

/// Boards spread over all 5x5 boards with at most so many marks of a line.
fn samples() -> impl Iterator<Item = String> {
    (1..400).map(|seed| {
        let mut random = Random::new(seed);
        let mut line = || (0..5).map(|_| random.choose(&['.', '.', 'X', 'O'])).collect::<String>();
        [line(), line(), line(), line(), line()].join("/")
    })
}

/// Whether a shift gives what the rules give, over all sampled moves that way.
fn agrees(game: &Quixo, way: &str, shift: &str) -> bool {
    let mut tried = 0;
    for text in samples() {
        let Ok(position) = game.read_position(&text) else { return false };
        if game.ending(&position).is_some() {
            continue;
        }
        for mv in &game.legal_moves(&position) {
            let (path, moves_to) = path(&game.write_move(&position, mv));
            if moves_to == way {
                tried += 1;
                let after = game.write_position(&game.play(&position, mv).position);
                if board(pushed(state(&text), &path, shift)) != after {
                    return false;
                }
            }
        }
    }
    tried > 0
}

pub(super) fn table_1(bench: &Workbench<'_>) -> Section {
    let row = |row: &crate::Record| {
        let bits = u64::from_str_radix(row.text("bits"), 2).unwrap_or(0);
        let ones = bits.count_ones();
        let published = format!("pop {}, ord {}", row.text("pop"), row.text("ord"));
        let computed = format!("pop {ones}, ord {}", Combinations::new(8, ones).rank(bits));
        Row::compare(row.text("bits"), published, computed)
    };
    let rows = bench.published.rows("quixo-table-1").iter().map(row).collect();
    Section::new(PAPER, "table 1", "pop and ord: our index::Combinations::rank", rows)
}

pub(super) fn figures(bench: &Workbench<'_>) -> Section {
    let game = Quixo::new(5);
    let fact = |what: &str| bench.published.fact("quixo-facts", what);
    let round = samples().all(|text| board(state(&text)) == text);
    let (whole, example) = (binomial(25, 8) * binomial(17, 5), state(EXAMPLE));
    let mut random = Random::new(1);
    let back = (0..2_000).all(|_| {
        let rank = random.below(whole);
        index(unindex(rank, 8, 5)) == rank
    });
    let (low, high) = (index(unindex(0, 8, 5)), index(unindex(whole - 1, 8, 5)));
    let mut rows = vec![
        Row::one_to_one("figure 4: boards and 64-bit states, bits 1-25 O, 33-57 X", round)
            .note("399 boards there and back"),
        Row::apart(
            "figures 4 to 6: the boards drawn",
            "figures",
            format!("{example:#018x}"),
            "the drawings are not in the text; ours is the state of the board below, of class C(8,5) too",
        ),
    ];
    let opposite = |shift: &str| match &shift[..2] {
        "<<" => shift.replace("<<", ">>"),
        _ => shift.replace(">>", "<<"),
    };
    let fitting = |way: &str, printed: &str| match agrees(&game, way, printed) {
        true => printed.to_string(),
        false if agrees(&game, way, &opposite(printed)) => opposite(printed),
        false => "neither shift".into(),
    };
    for way in ["right", "left", "down", "up"] {
        let printed = fact(&format!("shift_{way}"));
        let ours = fitting(way, &printed);
        let why = "the two sideways shifts change places: the lowest bit is the lower right corner, so marks \
                   go right by >> 1, as the caption of figure 5 has it";
        let what = format!("section 4.1.1: marks move {way} by");
        rows.push(Row::erratum(what, &printed, &ours, opposite(&ours), why));
    }
    let caption = fact("caption_shift_right");
    let ours = fitting("right", &caption);
    rows.push(Row::compare("figure 5: its caption, marks move right by", caption, ours));
    let numbered = back && (low, high) == (0, whole - 1);
    let note = format!("{} positions; ours below has number {}", grouped(whole), grouped(index(example)));
    rows.push(Row::one_to_one("figure 6: equation (1) numbers the class C(8,5)", numbered).note(note));
    Section::new(PAPER, "figures 4 to 6", "bit boards, moves by shifts, the index of a state", rows)
        .board("worked example of class C(8,5)", EXAMPLE)
}
