//! Where the pieces are, as bits, and where they reach.

/// The kinds of pieces; those in hand are of the first three.
pub(super) const GIRAFFE: usize = 0;
pub(super) const ELEPHANT: usize = 1;
pub(super) const CHICK: usize = 2;
pub(super) const HEN: usize = 3;
pub(super) const LION: usize = 4;
pub(super) const KINDS: usize = 5;
pub(super) const CELLS: usize = 12;
/// Where pieces of each kind step, an octal digit for each row: the row ahead, their own, the row behind.
const STEPS: [u16; 5] = [0o252, 0o505, 0o200, 0o752, 0o757];
/// All cells, and those of the far row.
pub(super) const ALL: u16 = 0o7777;
pub(super) const FAR: u16 = 0o7000;
/// For each kind and cell the cells that a piece of the mover reaches from there.
pub(super) const REACH: [[u16; 12]; 5] = reach(false);
/// For each kind and cell the cells from which a piece of the mover reaches it.
pub(super) const ATTACKERS: [[u16; 12]; 5] = reach(true);

const fn reach(backwards: bool) -> [[u16; 12]; 5] {
    let mut reach = [[0; 12]; 5];
    let mut way = 0;
    while way < 5 * 12 * 12 {
        let (kind, from, to) = (way / 144, way / 12 % 12, way % 12);
        let (up, right) = (to as i32 / 3 - from as i32 / 3, to as i32 % 3 - from as i32 % 3);
        if up.abs() <= 1 && right.abs() <= 1 && STEPS[kind] >> (3 * up - right + 4) & 1 != 0 {
            if backwards {
                reach[kind][to] |= 1 << from;
            } else {
                reach[kind][from] |= 1 << to;
            }
        }
        way += 1;
    }
    reach
}

/// Cells as bits, after half a turn of the board and in the mirror.
pub(super) static TURNED: [u16; 4096] = moved([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
pub(super) static MIRRORED: [u16; 4096] = moved([2, 1, 0, 5, 4, 3, 8, 7, 6, 11, 10, 9]);

const fn moved(places: [u16; 12]) -> [u16; 4096] {
    let mut images = [0; 4096];
    let mut bits = 1_usize;
    while bits < 4096 {
        images[bits] = images[bits & (bits - 1)] | 1 << places[bits.trailing_zeros() as usize];
        bits += 1;
    }
    images
}

/// The cells of each kind of piece, the cells of the mover's, and the hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Animals {
    pub(super) kinds: [u16; 5],
    pub(super) mine: u16,
    /// Two bits each for giraffes, elephants and chicks: the mover's, then the opponent's.
    pub(super) hands: u16,
}

impl Animals {
    /// The cells of all pieces but the lions.
    #[inline]
    pub(super) fn others(&self) -> u16 {
        self.kinds[..LION].iter().fold(0, |cells, kind| cells | kind)
    }

    /// The cells of the opponent's lion and the mover's; past the board if there is none.
    #[inline]
    pub(super) fn lions(&self) -> [u8; 2] {
        let lions = self.kinds[LION];
        [lions & !self.mine, lions & self.mine].map(|lion| lion.trailing_zeros() as u8)
    }

    /// How many are in hand: kinds 0 to 2 of the mover, 3 to 5 the opponent's.
    #[inline]
    pub(super) fn held(&self, place: usize) -> u16 {
        self.hands >> (2 * place) & 3
    }

    /// The kind of the piece on a cell that is not empty.
    #[inline]
    pub(super) fn kind(&self, cell: usize) -> usize {
        self.kinds.iter().position(|kind| kind >> cell & 1 != 0).unwrap_or(LION)
    }

    /// As the other side sees it.
    #[inline]
    pub(super) fn passed(&self) -> Self {
        let turned = |cells: u16| TURNED[usize::from(cells & ALL)];
        let theirs = (self.others() | self.kinds[LION]) & !self.mine;
        Animals {
            kinds: self.kinds.map(turned),
            mine: turned(theirs),
            hands: self.hands >> 6 | (self.hands & 0o77) << 6,
        }
    }

    /// The mover's pieces that attack a cell.
    #[inline]
    pub(super) fn attackers(&self, cell: u8) -> u16 {
        let attack = |kind: usize| self.kinds[kind] & ATTACKERS[kind][usize::from(cell)];
        self.mine & (0..5).fold(0, |cells, kind| cells | attack(kind))
    }

    /// The slot in tier 0 if the game is decided: the lion is caught, home, or can be caught.
    #[inline]
    pub(super) fn decided(&self) -> Option<u64> {
        let [prey, lion] = self.lions();
        if prey.max(lion) >= 12 {
            Some(0)
        } else if self.attackers(prey) != 0 {
            Some(2)
        } else {
            (prey < 3).then_some(1)
        }
    }
}
