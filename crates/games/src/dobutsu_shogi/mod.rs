//! Dobutsu shogi (どうぶつしょうぎ), the game of Madoka Kitao and Maiko Fujita.
//!
//! The board is always seen by the side to move; passing the turn turns it by
//! half a turn. Cell `row * 3 + column`, row 0 is the mover's home row.
//!
//! Where the lion can be caught, only catching it is a move: nothing is as
//! good. So all such positions are worth a win in 1 and share one slot, and
//! likewise those where the lion is caught or home: tier 0. Tier 1 has the
//! rest. Given both lions, each cell by itself allows some pieces (none of the
//! mover's that attacks a lion), so a decision diagram over cells and hands
//! numbers them. Mirror images are numbered separately, which keeps this short.

mod setup;

use kaiketsu_game::{Board, CellForm, Game, Notation, NotationError, Origin, Outcome, Piece};
use kaiketsu_game::{Retrograde, Scene, Slot, Step, Tier, Tiered, View};
use kaiketsu_index::{Automaton, Diagram};

use crate::board::{Grid, lettered};
pub use setup::setup;

const GRID: Grid = Grid { columns: 3, rows: 4 };
/// The pieces by their codes: the mover's, the opponent's, the lions.
const LETTERS: [char; 11] = ['.', 'G', 'E', 'C', 'H', 'g', 'e', 'c', 'h', 'L', 'l'];
/// The piece at each place in hand, the mover's first.
const HELD: [u8; 6] = [1, 2, 3, 5, 6, 7];
const CHICK: u8 = 3;
const HEN: u8 = 4;
const LION: u8 = 9;
const PREY: u8 = 10;
/// The code of each piece as the other side sees it.
const SWAPPED: [u8; 11] = [0, 5, 6, 7, 8, 1, 2, 3, 4, PREY, LION];
/// Where the mover's pieces step, an octal digit for each row: the row ahead, their own, the row behind.
const STEPS: [u16; 11] = [0, 0o252, 0o505, 0o200, 0o752, 0, 0, 0, 0, 0o757, 0];
/// What tier 0 stands for: the lion is caught, home, or can be caught.
const ENDS: [&str; 3] = ["gle/.c./.C./E.G", "g.e/.c./LC./E.l+G", "gle/.C./.../ELG+C"];

/// The rules and the numbering.
pub struct DobutsuShogi {
    reach: Reach,
    diagram: Diagram,
}

/// The cells, then the giraffes, elephants and chicks in the mover's hand and in the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Animals([u8; 18]);

/// A piece goes from a cell, or from place 12 to 14 in hand, to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action(usize, usize);

impl Animals {
    /// As the other side sees it.
    fn passed(self) -> Self {
        Animals(std::array::from_fn(|place| match place {
            0..12 => SWAPPED[usize::from(self.0[11 - place])],
            _ => self.0[if place < 15 { place + 3 } else { place - 3 }],
        }))
    }

    /// All pieces with their places, those in hand as often as they are held.
    fn pieces(&self) -> impl Iterator<Item = (usize, u8)> {
        let piece = |place: usize| if place < 12 { self.0[place] } else { HELD[place - 12] };
        let times = |place: usize| if place < 12 { self.0[place].min(1) } else { self.0[place] };
        (0..18).flat_map(move |place| (0..times(place)).map(move |_| (place, piece(place))))
    }

    fn find(&self, lion: u8) -> Option<u8> {
        self.0[..12].iter().position(|piece| *piece == lion).map(|cell| cell as u8)
    }
}

/// The cells each piece reaches from each cell, as bits.
struct Reach([[u16; 12]; 11]);

impl Reach {
    fn attacks(&self, piece: u8, from: usize, to: u8) -> bool {
        self.0[usize::from(piece)][from] & 1 << to != 0
    }

    fn can_catch(&self, position: &Animals, prey: u8) -> bool {
        (0..12).any(|from| self.attacks(position.0[from], from, prey))
    }
}

/// The words of the diagram are the cells of the opponent's lion and the mover's, the cells without
/// the lions, then the mover's hand. The state is both lions and the pieces of each kind met so far.
impl Automaton for Reach {
    type State = (u8, u8, [u8; 3]);

    fn cells(&self) -> usize {
        17
    }

    fn symbols(&self, place: usize) -> usize {
        [12, 9, 3][usize::from(place >= 2) + usize::from(place >= 14)]
    }

    fn step(&self, place: usize, &(prey, lion, mut met): &Self::State, symbol: usize) -> Option<Self::State> {
        let symbol = symbol as u8;
        match place {
            0 => (symbol >= 3).then_some((symbol, lion, met)),
            1 => (symbol < 9 && symbol != prey).then_some((prey, symbol, met)),
            14.. => (symbol + met[place - 14] <= 2).then_some((0, 0, met)),
            _ => {
                met[hand(symbol)] += symbol.min(1);
                let cell = place as u8 - 2;
                let taken = symbol > 0 && [prey, lion].contains(&cell);
                let piece = if cell == lion { LION } else { symbol };
                let fits = !taken && !self.attacks(piece, cell.into(), prey);
                (fits && met.iter().all(|met| *met <= 2)).then_some((prey, lion, met))
            }
        }
    }
}

/// The kind of a piece in hand, 0 to 2: a captured hen is a chick again. For no piece it means nothing.
fn hand(piece: u8) -> usize {
    usize::from(piece.saturating_sub(1) % 4).min(2)
}

/// What a piece is after its move: a chick that steps onto the last row is a hen.
fn landed(piece: u8, from: usize, to: usize) -> u8 {
    if piece == CHICK && from < 12 && to >= 9 { HEN } else { piece }
}

impl Default for DobutsuShogi {
    fn default() -> Self {
        let bit = |steps: u16, from: i32, to: i32| {
            let (up, right) = (to / 3 - from / 3, to % 3 - from % 3);
            let reached = up.abs() <= 1 && right.abs() <= 1 && steps & 1 << (3 * up - right + 4) != 0;
            u16::from(reached) << to
        };
        let reach = |steps: u16, from: usize| (0..12).map(|to| bit(steps, from as i32, to)).sum();
        let reach = Reach(STEPS.map(|steps| std::array::from_fn(|from| reach(steps, from))));
        DobutsuShogi { diagram: Diagram::build(&reach, [(12, 12, [0; 3])]), reach }
    }
}

impl DobutsuShogi {
    /// The number of a position of tier 1, if it is stored itself.
    fn number(&self, position: &Animals) -> Option<u64> {
        let (prey, lion) = (position.find(PREY)?, position.find(LION)?);
        let piece = |place: usize| position.0[place] * u8::from(position.0[place] < LION);
        let symbol = |place: usize| [prey, lion].get(place).copied().unwrap_or_else(|| piece(place - 2));
        self.diagram.rank(0, |place| symbol(place).into())
    }
}

impl Game for DobutsuShogi {
    type Position = Animals;
    type Move = Action;

    fn id(&self) -> String {
        "dobutsu-shogi".into()
    }

    fn start(&self) -> Animals {
        self.read_position("gle/.c./.C./ELG").expect("a constant")
    }

    fn ending(&self, position: &Animals) -> Option<Outcome> {
        let (lion, prey) = (position.find(LION), position.find(PREY)?);
        (lion.is_none() || prey < 3 && !self.reach.can_catch(position, prey)).then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Animals, moves: &mut Vec<Action>) {
        let prey = position.find(PREY).filter(|prey| self.reach.can_catch(position, *prey));
        for (from, to) in (0..15).flat_map(|from| (0..12).map(move |to| (from, to))) {
            let (piece, there) = (position.0[from], usize::from(position.0[to]));
            let steps = from < 12 && self.reach.attacks(piece, from, to as u8) && STEPS[there] == 0;
            let drops = from >= 12 && piece > 0 && there == 0;
            let legal = (steps || drops) && prey.is_none_or(|prey| to == usize::from(prey));
            moves.extend(legal.then_some(Action(from, to)));
        }
    }

    fn play(&self, position: &Animals, &Action(from, to): &Action) -> Step<Animals> {
        let mut after = *position;
        let piece = if from < 12 { position.0[from] } else { HELD[from - 12] };
        after.0[from] = if from < 12 { 0 } else { position.0[from] - 1 };
        after.0[to] = landed(piece, from, to);
        after.0[12 + hand(position.0[to])] += u8::from((5..=8).contains(&position.0[to]));
        Step::passes(after.passed())
    }

    fn alternates(&self) -> bool {
        true
    }
}

impl Notation for DobutsuShogi {
    fn title(&self) -> String {
        "Dobutsu shogi".into()
    }

    fn about(&self) -> String {
        "Catch the lion, or bring yours to the far row where it cannot be caught at once. L steps to all sides, \
         G straight, E diagonally, C forward; C becomes H on the far row, a gold general. Captured pieces change \
         sides and can be dropped on empty cells, H as C. Repetition is a draw. A position is rows from the top, \
         such as `gle/.c./.C./ELG`, then hands, such as `+Cg`; capitals move, and go up. A move is `b1-a2` or \
         `C*b2`. Where the lion can be caught, only catching it is listed.".into()
    }

    fn write_position(&self, position: &Animals) -> String {
        let board = GRID.write(|row, column| LETTERS[usize::from(position.0[row * 3 + column])]);
        let in_hand = position.pieces().filter(|(place, _)| *place >= 12);
        let hands: String = in_hand.map(|(_, piece)| LETTERS[usize::from(piece)]).collect();
        if hands.is_empty() { board } else { format!("{board}+{hands}") }
    }

    fn read_position(&self, text: &str) -> Result<Animals, NotationError> {
        let refuse = |problem: &str| Err(NotationError::new(format!("`{text}`: {problem}")));
        let (board, hands) = text.split_once('+').unwrap_or((text, ""));
        let mut position = Animals([0; 18]);
        position.0[..12].copy_from_slice(&GRID.read_codes(board, &LETTERS)?);
        let held: Option<Vec<usize>> = hands.chars().map(|symbol| "GECgec".find(symbol)).collect();
        let Some(held) = held.filter(|held| held.len() <= 6) else {
            return refuse("after `+` come up to six G, E and C in hand, small letters for the opponent's");
        };
        held.iter().for_each(|kind| position.0[12 + kind] += 1);
        let count = |test: &dyn Fn(u8) -> bool| position.pieces().filter(|(_, piece)| test(*piece)).count();
        if (0..3).any(|kind| count(&|piece| piece < LION && hand(piece) == kind) != 2) {
            return refuse("there are two G, two E, and two C or H, on the board or in hand");
        }
        let (lions, prey) = (count(&|piece| piece == LION), count(&|piece| piece == PREY));
        if prey != 1 || lions > 1 || position.find(LION).is_some_and(|lion| lion >= 9) {
            return refuse("there is one `l` and one `L`, unless it is caught; `L` is not on the far row");
        }
        Ok(position)
    }

    fn write_move(&self, _: &Animals, &Action(from, to): &Action) -> String {
        let source = if from < 12 { GRID.name(from) + "-" } else { format!("{}*", LETTERS[from - 11]) };
        source + &GRID.name(to)
    }

    fn board(&self) -> Board {
        let board = GRID.board(CellForm::Square).with_kinds(lettered(&LETTERS[1..]));
        board.with_hands(&["g", "e", "c"]).viewed(View::HalfTurn) // as moves name them
    }

    fn scene(&self, position: &Animals) -> Scene {
        let piece = |(cell, piece)| Piece { cell, kind: usize::from(piece) - 1 };
        Scene { pieces: position.pieces().map(piece).collect(), ..Scene::default() }
    }
}

impl Tiered for DobutsuShogi {
    fn tiers(&self) -> u32 {
        2
    }

    fn size(&self, tier: Tier) -> u64 {
        if tier.0 == 0 { 3 } else { self.diagram.count(0) }
    }

    fn locate(&self, position: &Animals) -> Slot {
        match (position.find(LION), position.find(PREY)) {
            (None, _) | (_, None) => Slot { tier: Tier(0), index: 0 },
            (_, Some(prey)) if self.reach.can_catch(position, prey) => Slot { tier: Tier(0), index: 2 },
            (_, Some(0..3)) => Slot { tier: Tier(0), index: 1 },
            _ => Slot { tier: Tier(1), index: self.number(position).expect("all others are numbered") },
        }
    }

    fn position(&self, slot: Slot) -> Animals {
        if slot.tier.0 == 0 {
            return self.read_position(ENDS[slot.index as usize]).expect("a constant");
        }
        let mut word = [0; 17];
        self.diagram.unrank(0, slot.index, &mut word);
        let mut position = Animals([2; 18]);
        position.0[..15].copy_from_slice(&word[2..]);
        word[2..14].iter().filter(|piece| **piece > 0).for_each(|piece| position.0[15 + hand(*piece)] -= 1);
        (15..18).for_each(|place| position.0[place] -= position.0[place - 3]);
        (position.0[usize::from(word[0])], position.0[usize::from(word[1])]) = (PREY, LION);
        position
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        (0..tier.0).map(Tier).collect()
    }

    /// The positions of tier 0 are not counted.
    fn weight(&self, slot: Slot) -> u64 {
        slot.tier.0.into()
    }
}

impl Retrograde for DobutsuShogi {
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        let origin = |index| Origin { index, passes: true };
        if slot.tier != tier || tier.0 == 0 {
            return origins.extend((slot == Slot { tier, index: 0 }).then_some(origin(2))); // the catch
        }
        let after = self.position(slot).passed(); // as the side that moved sees it
        for to in (0..12).filter(|to| STEPS[usize::from(after.0[*to])] != 0) {
            let piece = after.0[to];
            let was: &[u8] = if piece == HEN { &[HEN, CHICK] } else { &[piece] };
            for (from, was) in (0..15).flat_map(|from| was.iter().map(move |was| (from, *was))) {
                let drops = from >= 12 && was == HELD[from - 12];
                let steps = from < 12 && after.0[from] == 0 && self.reach.attacks(was, from, to as u8);
                let legal = (drops || steps) && landed(was, from, to) == piece;
                let held = |caught: &u8| *caught == 0 || steps && after.0[12 + hand(*caught)] > 0;
                for caught in [0, 5, 6, 7, 8].into_iter().filter(|caught| legal && held(caught)) {
                    let mut before = after;
                    before.0[from] = if steps { was } else { before.0[from] + 1 };
                    before.0[to] = caught;
                    before.0[12 + hand(caught)] -= caught.min(1);
                    origins.extend(self.number(&before).map(origin));
                }
            }
        }
    }

    fn crosses_tiers(&self) -> bool {
        false // nearly every position has a move that loses the lion
    }
}
