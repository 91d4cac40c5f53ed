//! Dobutsu shogi (どうぶつしょうぎ), the game of Madoka Kitao and Maiko Fujita.
//!
//! The board is always seen by the side to move; passing the turn turns it by
//! half a turn. Cell `row * 3 + column`, row 0 is the mover's home row. A cell
//! holds 0, one of the mover's pieces, or minus that for the opponent's.
//!
//! Where the lion can be caught, only catching it is a move: nothing is as
//! good. So all such positions are worth a win in 1 and share one slot, and
//! likewise those where the lion is caught or home: tier 0. Tier 1 has the
//! rest. Given both lions, each cell by itself allows some pieces (none of the
//! mover's that attacks a lion), so a decision diagram over cells and hands
//! numbers them. Mirror images are folded unless both lions stand in column b.

use kaiketsu_game::{
    Game, Notation, NotationError, Origin, Outcome, Retrograde, Slot, Step, Symmetric, Tier, Tiered,
};
use kaiketsu_index::{Automaton, Diagram};

use crate::board::Grid;

const GRID: Grid = Grid { columns: 3, rows: 4 };
const LETTERS: &str = ".GECHL";
const CHICK: i8 = 3;
const HEN: i8 = 4;
const LION: i8 = 5;
/// The steps of each kind as (rows, columns), the mover going up.
const STEPS: [&[(i8, i8)]; 6] = [
    &[],
    &[(1, 0), (0, -1), (0, 1), (-1, 0)],
    &[(1, -1), (1, 1), (-1, -1), (-1, 1)],
    &[(1, 0)],
    &[(1, -1), (1, 0), (1, 1), (0, -1), (0, 1), (-1, 0)],
    &[(1, -1), (1, 0), (1, 1), (0, -1), (0, 1), (-1, -1), (-1, 0), (-1, 1)],
];
/// What tier 0 stands for: the lion is caught, home, or can be caught.
const ENDS: [&str; 3] = ["gle/.c./.C./E.G", "g.e/.c./LC./E.l+G", "gle/.C./.../ELG+C"];

/// The cells a kind reaches from a cell, as bits.
#[derive(Debug)]
struct Reach([[u16; 12]; 6]);

/// The rules and the numbering.
#[derive(Debug)]
pub struct DobutsuShogi {
    reach: Reach,
    /// The cells of the opponent's and the mover's lion, of every root, and its first number.
    roots: Vec<(usize, usize, u64)>,
    diagram: Diagram,
}

/// The board, and the giraffes, elephants and chicks in the hands of mover and opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Animals {
    cells: [i8; 12],
    hands: [[u8; 3]; 2],
}

/// A step of a piece on the board, or the drop of one in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Action {
    Step { from: u8, to: u8 },
    Drop { kind: i8, to: u8 },
}

impl Animals {
    /// As the other side sees it.
    fn passed(self) -> Self {
        let mut cells = self.cells.map(|piece| -piece);
        cells.reverse();
        Animals { cells, hands: [self.hands[1], self.hands[0]] }
    }

    fn mirrored(self) -> Self {
        let cells = std::array::from_fn(|cell| self.cells[cell / 3 * 3 + 2 - cell % 3]);
        Animals { cells, ..self }
    }

    fn find(&self, piece: i8) -> Option<usize> {
        self.cells.iter().position(|found| *found == piece)
    }
}

/// The words of the diagram: cells without the lions, then the mover's hand.
/// The state is both lions, opponent's first, and the pieces of each kind met.
impl Automaton for Reach {
    type State = (usize, usize, [u8; 3]);

    fn cells(&self) -> usize {
        15
    }

    fn symbols(&self, cell: usize) -> usize {
        if cell < 12 { 9 } else { 3 }
    }

    fn step(&self, cell: usize, &(prey, lion, met): &Self::State, symbol: usize) -> Option<Self::State> {
        if cell >= 12 {
            return (symbol + usize::from(met[cell - 12]) <= 2).then_some((0, 0, met));
        }
        let (kind, mut met) = (if symbol > 4 { symbol - 4 } else { symbol }, met);
        if symbol > 0 {
            met[kind.min(3) - 1] += 1;
        }
        let attacks = symbol <= 4 && self.0[kind][cell] & 1 << prey != 0;
        let on_lion = symbol > 0 && (cell == prey || cell == lion);
        (!attacks && !on_lion && met.iter().all(|met| *met <= 2)).then_some((prey, lion, met))
    }

    fn accepts(&self, _: &Self::State) -> bool {
        true
    }
}

/// Whether positions with these lions are stored by their mirror images.
fn is_folded(prey: usize, lion: usize) -> bool {
    prey % 3 == 2 || (prey % 3 == 1 && lion % 3 == 2)
}

impl Default for DobutsuShogi {
    fn default() -> Self {
        let target = |cell: i8, (rows, columns): (i8, i8)| {
            let (row, column) = (cell / 3 + rows, cell % 3 + columns);
            if (0..4).contains(&row) && (0..3).contains(&column) { 1 << (row * 3 + column) } else { 0 }
        };
        let reach = Reach(STEPS.map(|steps| {
            std::array::from_fn(|cell| steps.iter().map(|step| target(cell as i8, *step)).sum::<u16>())
        }));
        let pairs = (3..12).flat_map(|prey| (0..9).map(move |lion| (prey, lion)));
        let apart = |(prey, lion): &(usize, usize)| prey != lion && reach.0[5][*lion] & 1 << prey == 0;
        let pairs: Vec<_> = pairs.filter(apart).filter(|(prey, lion)| !is_folded(*prey, *lion)).collect();
        let diagram = Diagram::build(&reach, pairs.iter().map(|(prey, lion)| (*prey, *lion, [0; 3])));
        let first = |root| (0..root).map(|before| diagram.count(before)).sum();
        let roots = (0..).zip(pairs).map(|(root, (prey, lion))| (prey, lion, first(root))).collect();
        DobutsuShogi { reach, roots, diagram }
    }
}

impl DobutsuShogi {
    fn can_catch(&self, position: &Animals, prey: usize) -> bool {
        let attacks =
            |(cell, piece): (usize, &i8)| *piece > 0 && self.reach.0[*piece as usize][cell] & 1 << prey != 0;
        position.cells.iter().enumerate().any(attacks)
    }

    /// The number of a position in tier 1, if it is one of those stored there.
    fn number(&self, position: &Animals) -> Option<u64> {
        let (prey, lion) = (position.find(-LION)?, position.find(LION)?);
        let root = self.roots.binary_search_by_key(&(prey, lion), |root| (root.0, root.1)).ok()?;
        let symbol = |cell: usize| match position.cells.get(cell) {
            None => position.hands[0][cell - 12].into(),
            Some(&LION | &-5) => 0,
            Some(&piece) => (if piece < 0 { 4 - piece } else { piece }) as usize,
        };
        Some(self.roots[root].2 + self.diagram.rank(root, symbol)?)
    }

    /// The positions from which a move that catches no lion leads to this one.
    fn before(&self, position: &Animals, found: &mut dyn FnMut(Animals)) {
        let after = position.passed(); // as the side that moved sees it
        for to in (0..12).filter(|to| after.cells[*to] > 0) {
            let (kind, promoted) = (after.cells[to], after.cells[to] == HEN && to >= 9);
            if kind <= CHICK {
                let mut drop = after;
                drop.cells[to] = 0;
                drop.hands[0][kind as usize - 1] += 1;
                found(drop);
            }
            // A chick that steps onto the last row is a hen there.
            let steps = [(kind, kind != CHICK || to < 9), (CHICK, promoted)];
            for kind in steps.into_iter().filter_map(|(kind, possible)| possible.then_some(kind)) {
                let leads = |from: &usize| {
                    after.cells[*from] == 0 && self.reach.0[kind as usize][*from] & 1 << to != 0
                };
                for from in (0..12).filter(leads) {
                    let mut step = after;
                    (step.cells[from], step.cells[to]) = (kind, 0);
                    found(step);
                    for caught in
                        (1..LION).filter(|caught| after.hands[0][(*caught).min(CHICK) as usize - 1] > 0)
                    {
                        let mut capture = step;
                        capture.cells[to] = -caught;
                        capture.hands[0][caught.min(CHICK) as usize - 1] -= 1;
                        found(capture);
                    }
                }
            }
        }
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
        let (lion, prey) = (position.find(LION), position.find(-LION)?);
        (lion.is_none() || prey < 3 && !self.can_catch(position, prey)).then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Animals, moves: &mut Vec<Action>) {
        let prey = position.find(-LION).filter(|prey| self.can_catch(position, *prey));
        let is_open = |to: &usize| prey.map_or(position.cells[*to] <= 0, |prey| *to == prey);
        for (from, piece) in position.cells.iter().enumerate().filter(|(_, piece)| **piece > 0) {
            let reached = |to: &usize| self.reach.0[*piece as usize][from] & 1 << to != 0 && is_open(to);
            moves.extend((0..12).filter(reached).map(|to| Action::Step { from: from as u8, to: to as u8 }));
        }
        let hand = (1..=CHICK).filter(|kind| prey.is_none() && position.hands[0][*kind as usize - 1] > 0);
        for kind in hand {
            let empty = (0..12).filter(|to| position.cells[*to] == 0);
            moves.extend(empty.map(|to| Action::Drop { kind, to: to as u8 }));
        }
    }

    fn play(&self, position: &Animals, action: &Action) -> Step<Animals> {
        let mut after = *position;
        match *action {
            Action::Drop { kind, to } => {
                after.hands[0][kind as usize - 1] -= 1;
                after.cells[usize::from(to)] = kind;
            }
            Action::Step { from, to } => {
                let kind = std::mem::take(&mut after.cells[usize::from(from)]);
                let caught = -after.cells[usize::from(to)];
                if (1..LION).contains(&caught) {
                    after.hands[0][caught.min(CHICK) as usize - 1] += 1;
                }
                after.cells[usize::from(to)] = if kind == CHICK && to >= 9 { HEN } else { kind };
            }
        }
        Step::passes(after.passed())
    }

    fn alternates(&self) -> bool {
        true
    }
}

fn symbol(piece: i8) -> char {
    let letter = char::from(LETTERS.as_bytes()[piece.unsigned_abs() as usize]);
    if piece < 0 { letter.to_ascii_lowercase() } else { letter }
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
        let mut hands = String::new();
        for (hand, sign) in position.hands.iter().zip([1, -1]) {
            (1..=CHICK).for_each(|k| (0..hand[k as usize - 1]).for_each(|_| hands.push(symbol(sign * k))));
        }
        let board = GRID.write(|row, column| symbol(position.cells[row * 3 + column]));
        if hands.is_empty() { board } else { format!("{board}+{hands}") }
    }

    fn read_position(&self, text: &str) -> Result<Animals, NotationError> {
        let refuse = |problem: &str| Err(NotationError::new(format!("`{text}`: {problem}")));
        let (board, hand) = text.split_once('+').unwrap_or((text, ""));
        let cells = GRID.read(board, &LETTERS.chars().collect::<Vec<_>>())?;
        let rows: Vec<&str> = board.split('/').rev().collect();
        let mut position = Animals { cells: [0; 12], hands: [[0; 3]; 2] };
        for (kind, (row, column)) in
            (0..).zip(cells).flat_map(|(kind, cells)| cells.into_iter().map(move |c| (kind, c)))
        {
            let is_mover = rows[row].as_bytes()[column].is_ascii_uppercase();
            position.cells[row * 3 + column] = if is_mover { kind } else { -kind };
        }
        for letter in hand.chars() {
            match LETTERS[1..4].find(letter.to_ascii_uppercase()) {
                Some(kind) => position.hands[usize::from(letter.is_ascii_lowercase())][kind] += 1,
                None => return refuse("after `+` come G, E and C in hand, small letters for the opponent's"),
            }
        }
        let count = |piece: i8| position.cells.iter().filter(|found| **found == piece).count();
        let pieces = |kind: i8| {
            count(kind)
                + count(-kind)
                + position.hands.iter().map(|h| usize::from(h[kind as usize - 1])).sum::<usize>()
        };
        if pieces(1) != 2 || pieces(2) != 2 || pieces(CHICK) + count(HEN) + count(-HEN) != 2 {
            return refuse("there are two G, two E, and two C or H, on the board or in hand");
        }
        if count(-LION) != 1 || count(LION) > 1 || position.find(LION).is_some_and(|lion| lion >= 9) {
            return refuse("there is one `l` and one `L`, unless it is caught; `L` is not on the far row");
        }
        Ok(position)
    }

    fn write_move(&self, _: &Animals, action: &Action) -> String {
        let name = |cell: u8| GRID.cell_name(usize::from(cell) / 3, usize::from(cell) % 3);
        match *action {
            Action::Step { from, to } => format!("{}-{}", name(from), name(to)),
            Action::Drop { kind, to } => format!("{}*{}", symbol(kind), name(to)),
        }
    }
}

impl Tiered for DobutsuShogi {
    fn tiers(&self) -> u32 {
        2
    }

    fn size(&self, tier: Tier) -> u64 {
        if tier.0 == 0 { 3 } else { (0..self.roots.len()).map(|root| self.diagram.count(root)).sum() }
    }

    fn locate(&self, position: &Animals) -> Slot {
        let number = || self.number(position).or_else(|| self.number(&position.mirrored()));
        match (position.find(LION), position.find(-LION)) {
            (None, _) | (_, None) => Slot { tier: Tier(0), index: 0 },
            (_, Some(prey)) if self.can_catch(position, prey) => Slot { tier: Tier(0), index: 2 },
            (_, Some(0..3)) => Slot { tier: Tier(0), index: 1 },
            _ => Slot { tier: Tier(1), index: number().expect("all others are numbered") },
        }
    }

    fn position(&self, slot: Slot) -> Animals {
        if slot.tier.0 == 0 {
            return self.read_position(ENDS[slot.index as usize]).expect("a constant");
        }
        let root = self.roots.partition_point(|root| root.2 <= slot.index) - 1;
        let (prey, lion, first) = self.roots[root];
        let (mut word, mut left) = ([0; 15], [2; 3]);
        self.diagram.unrank(root, slot.index - first, &mut word);
        let mut cells =
            std::array::from_fn(|cell| if word[cell] > 4 { 4 - word[cell] as i8 } else { word[cell] as i8 });
        cells
            .iter()
            .filter(|piece| **piece != 0)
            .for_each(|piece| left[piece.abs().min(CHICK) as usize - 1] -= 1);
        (cells[prey], cells[lion]) = (-LION, LION);
        let hand = [word[12], word[13], word[14]];
        Animals { cells, hands: [hand, std::array::from_fn(|kind| left[kind] - hand[kind])] }
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        (0..tier.0).map(Tier).collect()
    }

    fn tier_name(&self, tier: Tier) -> String {
        ["decided by the lion", "all others"][tier.0 as usize].into()
    }

    fn layer_name(&self, layer: u32) -> String {
        self.tier_name(Tier(layer))
    }

    fn weight(&self, slot: Slot) -> u64 {
        let middle = |position: Animals| {
            position.find(-LION).is_some_and(|prey| prey % 3 == 1)
                && position.find(LION).is_some_and(|lion| lion % 3 == 1)
        };
        if slot.tier.0 == 0 {
            0
        } else if middle(self.position(slot)) {
            1
        } else {
            2
        }
    }

    fn twins(&self, slot: Slot, twins: &mut Vec<Slot>) {
        let mirrored = self.number(&self.position(slot).mirrored());
        let twin = mirrored.filter(|index| slot.tier.0 == 1 && *index != slot.index);
        twins.extend(twin.map(|index| Slot { index, ..slot }));
    }
}

impl Retrograde for DobutsuShogi {
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        let listed = origins.len();
        let mut add = |index| origins.push(Origin { index, passes: true });
        if slot.tier.0 == 0 && tier.0 == 0 && slot.index == 0 {
            add(2); // the catch
        } else if slot.tier.0 == 1 && tier.0 == 1 {
            let position = self.position(slot);
            for image in [position, position.mirrored()] {
                if self.locate(&image) == slot {
                    self.before(&image, &mut |before| self.number(&before).into_iter().for_each(&mut add));
                }
            }
            origins[listed..].sort_unstable();
            // The mirror image of a position that is its own leads here twice.
            let mut rest = origins.split_off(listed);
            rest.dedup();
            origins.append(&mut rest);
        }
    }

    fn crosses_tiers(&self) -> bool {
        false // nearly every position has a move that loses the lion
    }
}

impl Symmetric for DobutsuShogi {
    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, position: &Animals, symmetry: usize) -> Animals {
        if symmetry == 0 { *position } else { position.mirrored() }
    }
}
