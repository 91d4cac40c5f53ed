//! Teeko, solved in three ways: by rules alone, with its symmetries, and with a
//! numbering and predecessors.
//!
//! ```text
//! cargo run --release --example teeko -- rules|symmetry|numbered [FOLDER [MEMORY IN MB [THREADS]]]
//! ```
//!
//! Two sides drop four pieces each on a board of 5x5, in turn; then they move
//! one of their own to a neighbouring empty cell, along rows, columns and
//! diagonals. Four in a line or in a square of 2x2 win. (John Scarne, "Scarne on
//! Teeko", 1955; without the larger squares of the advanced game.)

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use kaiketsu::game::{
    Game, Notation, NotationError, Origin, Outcome, Retrograde, Slot, Step, Symmetric, Tier, Tiered,
};
use kaiketsu::index::TwoColours;
use kaiketsu::{Entry, FromRules, IntoSetup, Limit, Numbered, Progress, Request, Resources, Store};

const SIDE: usize = 5;
const CELLS: usize = SIDE * SIDE;
/// Pieces of each side.
const PIECES: u32 = 4;

/// The tables of the board; cell `row * 5 + column` is a bit.
struct Teeko {
    /// Neighbours of each cell.
    near: Vec<u32>,
    /// Four cells that win.
    fours: Vec<u32>,
}

/// The board as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Pieces {
    mover: u32,
    opponent: u32,
}

/// A piece is dropped if it comes from nowhere.
type Move = (Option<usize>, usize);

fn cells(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}

/// The cell so far from another, if it is on the board.
fn at(cell: usize, down: isize, right: isize) -> Option<usize> {
    let (row, column) = ((cell / SIDE) as isize + down, (cell % SIDE) as isize + right);
    let on_board = (0..SIDE as isize).contains(&row) && (0..SIDE as isize).contains(&column);
    on_board.then_some(row as usize * SIDE + column as usize)
}

impl Teeko {
    fn new() -> Self {
        let set = |cell: usize, steps: &[(isize, isize)]| {
            steps.iter().map(|(down, right)| Some(1 << at(cell, *down, *right)?)).sum::<Option<u32>>()
        };
        let around = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
        let around: Vec<(isize, isize)> = around.filter(|step| *step != (0, 0)).collect();
        let near = |cell| around.iter().filter_map(|step| set(cell, &[*step])).sum();
        let line = |(down, right): (isize, isize)| [0, 1, 2, 3].map(|steps| (steps * down, steps * right));
        let shapes =
            [line((0, 1)), line((1, 0)), line((1, 1)), line((1, -1)), [(0, 0), (0, 1), (1, 0), (1, 1)]];
        let fours = |cell| shapes.iter().filter_map(move |shape| set(cell, shape));
        Teeko { near: (0..CELLS).map(near).collect(), fours: (0..CELLS).flat_map(fours).collect() }
    }

    fn wins(&self, pieces: u32) -> bool {
        self.fours.contains(&pieces)
    }
}

impl Game for Teeko {
    type Position = Pieces;
    type Move = Move;

    fn id(&self) -> String {
        "teeko-5x5".into()
    }

    fn start(&self) -> Pieces {
        Pieces { mover: 0, opponent: 0 }
    }

    /// Play ends when the side that has just moved has won. That the mover has
    /// won before his turn is never reached, but has a number.
    fn ending(&self, position: &Pieces) -> Option<Outcome> {
        match (self.wins(position.opponent), self.wins(position.mover)) {
            (true, _) => Some(Outcome::Loss),
            (_, true) => Some(Outcome::Win),
            _ => None,
        }
    }

    fn moves(&self, position: &Pieces, moves: &mut Vec<Move>) {
        let empty = !(position.mover | position.opponent) & ((1 << CELLS) - 1);
        if position.mover.count_ones() < PIECES {
            moves.extend(cells(empty).map(|to| (None, to)));
        } else {
            for from in cells(position.mover) {
                moves.extend(cells(self.near[from] & empty).map(|to| (Some(from), to)));
            }
        }
    }

    fn play(&self, position: &Pieces, (from, to): &Move) -> Step<Pieces> {
        let left = from.map_or(position.mover, |from| position.mover & !(1 << from));
        Step::passes(Pieces { mover: position.opponent, opponent: left | 1 << to })
    }

    fn alternates(&self) -> bool {
        true
    }
}

/// What the text of a position takes.
const ROWS: &str = "it takes 5 rows of 5 cells `o`, `x` or `.`, with `/` between them";

impl Notation for Teeko {
    fn title(&self) -> String {
        "Teeko 5x5".into()
    }

    fn about(&self) -> String {
        "Drop four pieces each, then move one to a neighbouring empty cell. Four in a line or in a \
         square win. A position is its rows from the top: `o` is the side to move, `x` the other, `.` \
         empty. A move names its cells, such as `c3` or `a1-b2`; a1 is bottom left."
            .into()
    }

    fn write_position(&self, position: &Pieces) -> String {
        let symbol = |cell: usize| match (position.mover >> cell & 1, position.opponent >> cell & 1) {
            (1, _) => 'o',
            (_, 1) => 'x',
            _ => '.',
        };
        let mut text = String::with_capacity(CELLS + SIDE - 1);
        for cell in 0..CELLS {
            if cell % SIDE == 0 && cell > 0 {
                text.push('/');
            }
            text.push(symbol(cell));
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Pieces, NotationError> {
        let wanted = |what: &str| NotationError::new(format!("`{text}` is not a position: {what}"));
        if text.len() != SIDE * (SIDE + 1) - 1 {
            return Err(wanted(ROWS));
        }
        let (mut mover, mut opponent) = (0_u32, 0_u32);
        for (place, symbol) in text.bytes().enumerate() {
            let (row, column) = (place / (SIDE + 1), place % (SIDE + 1));
            match symbol {
                b'/' if column == SIDE => {}
                b'o' if column < SIDE => mover |= 1 << (row * SIDE + column),
                b'x' if column < SIDE => opponent |= 1 << (row * SIDE + column),
                b'.' if column < SIDE => {}
                _ => return Err(wanted(ROWS)),
            }
        }
        match (mover.count_ones(), opponent.count_ones()) {
            (own, other) if other <= PIECES && (own == other || own + 1 == other) => {
                Ok(Pieces { mover, opponent })
            }
            _ => Err(wanted("both sides have the same number of pieces, at most 4, or `x` one more")),
        }
    }

    fn write_move(&self, _: &Pieces, (from, to): &Move) -> String {
        let name = |cell: usize| format!("{}{}", (b'a' + (cell % SIDE) as u8) as char, SIDE - cell / SIDE);
        from.map_or_else(|| name(*to), |from| format!("{}-{}", name(from), name(*to)))
    }
}

/// Two boards side by side, 32 bits apart.
struct Boards(u64);

impl Boards {
    fn of(position: &Pieces) -> Boards {
        Boards(u64::from(position.mover) << 32 | u64::from(position.opponent))
    }

    fn pieces(&self) -> Pieces {
        Pieces { mover: (self.0 >> 32) as u32, opponent: self.0 as u32 }
    }

    /// Some cells of both, moved so many bits up or down.
    fn moved(&self, cells: u64, up: i32) -> u64 {
        let chosen = self.0 & (cells | cells << 32);
        if up < 0 { chosen >> -up } else { chosen << up }
    }

    fn rows_mirrored(&self) -> Boards {
        const ROW: u64 = 0b11111;
        let moved = |row: i32| self.moved(ROW << (5 * row), 5 * (4 - 2 * row));
        Boards(moved(0) | moved(1) | moved(2) | moved(3) | moved(4))
    }

    fn columns_mirrored(&self) -> Boards {
        const COLUMN: u64 = 0b00001_00001_00001_00001_00001;
        let moved = |column: i32| self.moved(COLUMN << column, 4 - 2 * column);
        Boards(moved(0) | moved(1) | moved(2) | moved(3) | moved(4))
    }

    /// Rows become columns: each diagonal moves as a whole.
    fn turned_over(&self) -> Boards {
        const DIAGONAL: u64 = 0b10000_01000_00100_00010_00001;
        let moved = |away: i32| {
            let above = DIAGONAL << away & ((1 << (25 - 5 * away)) - 1);
            self.moved(above, 4 * away) | self.moved(above << (4 * away), -4 * away)
        };
        Boards(self.moved(DIAGONAL, 0) | moved(1) | moved(2) | moved(3) | moved(4))
    }
}

impl Symmetric for Teeko {
    fn symmetries(&self) -> usize {
        8
    }

    /// Bit 0 mirrors columns, bit 1 mirrors rows, bit 2 exchanges the two.
    fn image(&self, position: &Pieces, symmetry: usize) -> Pieces {
        let mut boards = Boards::of(position);
        if symmetry & 1 != 0 {
            boards = boards.columns_mirrored();
        }
        if symmetry & 2 != 0 {
            boards = boards.rows_mirrored();
        }
        if symmetry & 4 != 0 {
            boards = boards.turned_over();
        }
        boards.pieces()
    }

    /// By way of all eight, each a mirror image of the one before.
    fn least_image(&self, position: &Pieces) -> Pieces {
        let (mut boards, mut least) = (Boards::of(position), *position);
        for symmetry in 1..8 {
            boards = match symmetry {
                4 => boards.turned_over(),
                2 | 6 => boards.rows_mirrored(),
                _ => boards.columns_mirrored(),
            };
            least = least.min(boards.pieces());
        }
        least
    }
}

/// A tier is the number of pieces still to be dropped.
impl Tiered for Teeko {
    fn tiers(&self) -> u32 {
        2 * PIECES + 1
    }

    fn size(&self, tier: Tier) -> u64 {
        boards(tier).count()
    }

    fn locate(&self, position: &Pieces) -> Slot {
        let tier = self.tier_of(position);
        Slot { tier, index: boards(tier).rank(position.mover.into(), position.opponent.into()) }
    }

    fn tier_of(&self, position: &Pieces) -> Tier {
        Tier(2 * PIECES - (position.mover | position.opponent).count_ones())
    }

    fn walk(&self, tier: Tier, range: Range<u64>, visit: &mut dyn FnMut(u64, &Pieces)) {
        for (index, (mover, opponent)) in range.clone().zip(boards(tier).iter_from(range.start)) {
            visit(index, &Pieces { mover: mover as u32, opponent: opponent as u32 });
        }
    }

    fn position(&self, slot: Slot) -> Pieces {
        let (mover, opponent) = boards(slot.tier).unrank(slot.index);
        Pieces { mover: mover as u32, opponent: opponent as u32 }
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        tier.0.checked_sub(1).map(Tier).into_iter().collect()
    }

    fn tier_name(&self, tier: Tier) -> String {
        format!("{} pieces to be dropped", tier.0)
    }
}

fn boards(tier: Tier) -> TwoColours {
    let pieces = 2 * PIECES - tier.0;
    TwoColours::new(CELLS as u32, pieces / 2, pieces.div_ceil(2))
}

impl Retrograde for Teeko {
    /// The piece that was dropped or moved is one of the opponent's.
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        let after = self.position(slot);
        let dropped = tier.0 == slot.tier.0 + 1;
        if tier.0 != 0 && !dropped || tier.0 == 0 && slot.tier.0 != 0 {
            return;
        }
        if self.wins(after.mover) {
            return; // play had ended before
        }
        let empty = !(after.mover | after.opponent) & ((1 << CELLS) - 1);
        let boards = boards(tier);
        for to in cells(after.opponent) {
            let left = after.opponent & !(1 << to);
            let came_from = if dropped { 0 } else { self.near[to] & empty };
            let boards_before = cells(came_from).map(|from| left | 1 << from).chain(dropped.then_some(left));
            for mover in boards_before.filter(|mover| !self.wins(*mover)) {
                origins.push(Origin { index: boards.rank(mover.into(), after.mover.into()), passes: true });
            }
        }
    }

    fn once_a_move(&self) -> bool {
        true
    }
}

/// A position in 50 bits, in the order of positions: it then takes a fraction of
/// the memory while all of them are found.
fn pack(_: &Teeko, position: &Pieces) -> u64 {
    u64::from(position.mover) << CELLS | u64::from(position.opponent)
}

fn unpack(_: &Teeko, key: u64) -> Pieces {
    Pieces { mover: (key >> CELLS) as u32, opponent: key as u32 & ((1 << CELLS) - 1) }
}

/// Says now and then how far the work is.
struct Spoken(Mutex<Instant>);

impl Progress for Spoken {
    fn status(&self, text: &str) {
        let mut last = self.0.lock().expect("nobody panics here");
        if last.elapsed() > Duration::from_secs(2) {
            *last = Instant::now();
            eprintln!("{text}");
        }
    }
}

/// The game in one of three ways.
fn game(way: &str) -> Option<Box<dyn Entry>> {
    Some(match way {
        "rules" => Box::new(FromRules::new(Teeko::new()).packed(pack, unpack).into_setup()),
        "symmetry" => Box::new(FromRules::folded(Teeko::new()).packed(pack, unpack).into_setup()),
        "numbered" => Box::new(Numbered::retrograde(Teeko::new()).into_setup()),
        _ => return None,
    })
}

fn main() -> Result<(), kaiketsu::Error> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |place: usize| words.get(place).map(String::as_str);
    let way = word(0).unwrap_or_default();
    let Some(unsolved) = game(way) else {
        eprintln!("usage: teeko rules|symmetry|numbered [FOLDER [MEMORY IN MB [THREADS]]]");
        return Ok(());
    };
    let folder = word(1).map_or_else(|| std::env::temp_dir().join("kaiketsu-teeko"), PathBuf::from);
    let store = Store::new(folder.join(way));
    let number = |place| word(place).and_then(|word| word.parse::<u64>().ok());
    let mut request = Request::default();
    request.memory = number(2).map_or(request.memory, |megabytes| megabytes << 20);
    request.threads = number(3).map_or(request.threads, |threads| threads as usize);
    let solver = unsolved.solver().expect("it can be solved as a whole");
    let solved = solver.solve(&store, &request, &Spoken(Mutex::new(Instant::now())))?.manifest;
    println!("{} stored positions", solved.positions());
    drop(unsolved); // with all its positions
    let game = game(way).expect("a way that is known");
    let start = game.open(&store, Resources::default())?.rate(&game.start(), Limit::NONE)?;
    println!("value of the start: {start}");
    Ok(())
}
