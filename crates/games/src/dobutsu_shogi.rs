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

use kaiketsu_game::{Game, Notation, NotationError, Origin, Outcome, Retrograde, Slot, Step, Tier, Tiered};
use kaiketsu_index::{Automaton, Diagram};

use crate::board::Grid;

const GRID: Grid = Grid { columns: 3, rows: 4 };
/// The pieces by their codes: the mover's, the opponent's, the lions.
const LETTERS: &str = ".GECHgechLl";
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
    /// The cells of the opponent's lion and the mover's, and the first number, of each root.
    roots: Vec<(u8, u8, u64)>,
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

/// The words of the diagram are the cells without the lions, then the mover's hand. The state is
/// the cells of the opponent's lion and the mover's, and the pieces of each kind met so far.
impl Automaton for Reach {
    type State = (u8, u8, [u8; 3]);

    fn cells(&self) -> usize {
        15
    }

    fn symbols(&self, cell: usize) -> usize {
        if cell < 12 { 9 } else { 3 }
    }

    fn step(&self, cell: usize, &(prey, lion, mut met): &Self::State, symbol: usize) -> Option<Self::State> {
        if cell >= 12 {
            return (symbol + usize::from(met[cell - 12]) <= 2).then_some((0, 0, met));
        }
        if symbol > 0 {
            met[hand(symbol as u8)] += 1;
        }
        let taken = symbol > 0 && [prey, lion].contains(&(cell as u8));
        let piece = if usize::from(lion) == cell { LION } else { symbol as u8 };
        let fits = !taken && !self.attacks(piece, cell, prey) && met.iter().all(|met| *met <= 2);
        fits.then_some((prey, lion, met))
    }

    fn accepts(&self, _: &Self::State) -> bool {
        true
    }
}

/// The place in hand that a piece goes to when it is captured: a hen is a chick again.
fn hand(piece: u8) -> usize {
    usize::from((piece - 1) % 4).min(2)
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
        let lions = |prey| (0..9).filter(move |lion| *lion != prey).map(move |lion| (prey, lion));
        let pairs: Vec<(u8, u8)> = (3..12).flat_map(lions).collect();
        let diagram = Diagram::build(&reach, pairs.iter().map(|(prey, lion)| (*prey, *lion, [0; 3])));
        let first = |root| (0..root).map(|before| diagram.count(before)).sum();
        let roots = (0..).zip(pairs).map(|(root, (prey, lion))| (prey, lion, first(root))).collect();
        DobutsuShogi { reach, roots, diagram }
    }
}

impl DobutsuShogi {
    /// The number of a position of tier 1, if it is stored itself.
    fn number(&self, position: &Animals) -> Option<u64> {
        let lions = (position.find(PREY)?, position.find(LION)?);
        let root = self.roots.binary_search_by_key(&lions, |root| (root.0, root.1)).ok()?;
        let symbol = |place: usize| position.0[place] as usize * usize::from(position.0[place] < LION);
        Some(self.roots[root].2 + self.diagram.rank(root, symbol)?)
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
        let piece = if from < 12 { position.0[from] } else { from as u8 - 11 };
        after.0[from] = if from < 12 { 0 } else { position.0[from] - 1 };
        after.0[to] = if from < 12 && piece == CHICK && to >= 9 { HEN } else { piece };
        if (5..=8).contains(&position.0[to]) {
            after.0[12 + hand(position.0[to])] += 1;
        }
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
         G straight, E diagonally, C forward; C becomes H on the far row and steps like a gold general. Captured \
         pieces change sides and can be dropped on empty cells, H as C. Repetition is a draw. A position is 4 rows \
         from the top, such as `gle/.c./.C./ELG`, then the hands, such as `+Cg`; capitals are the side to move, \
         who goes up. A move is `b1-a2` or `C*b2`. Where the lion can be caught, only catching it is listed."
            .into()
    }

    fn write_position(&self, position: &Animals) -> String {
        let board = GRID.write(|row, column| letter(position.0[row * 3 + column]));
        let in_hand = |place: usize| letter(place as u8 - if place < 15 { 11 } else { 10 });
        let held = (12..18).flat_map(|place| (0..position.0[place]).map(move |_| place));
        let hands: String = held.map(in_hand).collect();
        if hands.is_empty() { board } else { format!("{board}+{hands}") }
    }

    fn read_position(&self, text: &str) -> Result<Animals, NotationError> {
        let refuse = |problem: &str| Err(NotationError::new(format!("`{text}`: {problem}")));
        let (board, hands) = text.split_once('+').unwrap_or((text, ""));
        let mut position = Animals([0; 18]);
        position.0[..12].copy_from_slice(&GRID.read_codes(board, LETTERS)?);
        for symbol in hands.chars() {
            match "GECgec".find(symbol) {
                Some(kind) => position.0[12 + kind] += 1,
                None => return refuse("after `+` come G, E and C in hand, small letters for the opponent's"),
            }
        }
        let count = |piece: u8| position.0[..12].iter().filter(|found| **found == piece).count();
        let on_board = |kind: usize| (1..9).filter(|piece| hand(*piece) == kind).map(count).sum::<usize>();
        let in_hand = |kind: usize| usize::from(position.0[12 + kind] + position.0[15 + kind]);
        if (0..3).any(|kind| on_board(kind) + in_hand(kind) != 2) {
            return refuse("there are two G, two E, and two C or H, on the board or in hand");
        }
        if count(PREY) != 1 || count(LION) > 1 || position.find(LION).is_some_and(|lion| lion >= 9) {
            return refuse("there is one `l` and one `L`, unless it is caught; `L` is not on the far row");
        }
        Ok(position)
    }

    fn write_move(&self, _: &Animals, &Action(from, to): &Action) -> String {
        let name = |cell: usize| GRID.cell_name(cell / 3, cell % 3);
        let source = if from < 12 { name(from) + "-" } else { format!("{}*", letter(from as u8 - 11)) };
        source + &name(to)
    }
}

fn letter(piece: u8) -> char {
    char::from(LETTERS.as_bytes()[usize::from(piece)])
}

impl Tiered for DobutsuShogi {
    fn tiers(&self) -> u32 {
        2
    }

    fn size(&self, tier: Tier) -> u64 {
        if tier.0 == 0 { 3 } else { (0..self.roots.len()).map(|root| self.diagram.count(root)).sum() }
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
        let root = self.roots.partition_point(|root| root.2 <= slot.index) - 1;
        let (prey, lion, first) = self.roots[root];
        let mut position = Animals([2; 18]);
        self.diagram.unrank(root, slot.index - first, &mut position.0[..15]);
        for piece in position.0.into_iter().take(12).filter(|piece| *piece > 0) {
            position.0[15 + hand(piece)] -= 1;
        }
        (15..18).for_each(|place| position.0[place] -= position.0[place - 3]);
        (position.0[usize::from(prey)], position.0[usize::from(lion)]) = (PREY, LION);
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
        let mut add = |before: Animals| origins.extend(self.number(&before).map(origin));
        for to in (0..12).filter(|to| STEPS[usize::from(after.0[*to])] != 0) {
            let (piece, last_row) = (after.0[to], to >= 9);
            let was: &[u8] = if piece == HEN && last_row { &[HEN, CHICK] } else { &[piece] };
            for (from, was) in (0..15).flat_map(|from| was.iter().map(move |was| (from, *was))) {
                // A chick does not stay one when it steps onto the last row.
                let steps = from < 12 && after.0[from] == 0 && !(piece == CHICK && last_row);
                if !(steps && self.reach.attacks(was, from, to as u8) || from == usize::from(piece) + 11) {
                    continue;
                }
                let mut before = after;
                before.0[to] = 0;
                before.0[from] = if from < 12 { was } else { before.0[from] + 1 };
                add(before);
                for caught in (5..=8).filter(|caught| from < 12 && after.0[12 + hand(*caught)] > 0) {
                    let mut capture = before;
                    capture.0[to] = caught;
                    capture.0[12 + hand(caught)] -= 1;
                    add(capture);
                }
            }
        }
    }

    fn crosses_tiers(&self) -> bool {
        false // nearly every position has a move that loses the lion
    }
}
