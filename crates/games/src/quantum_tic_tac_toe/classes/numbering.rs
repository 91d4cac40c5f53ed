//! From positions to slots and back.

use std::cmp::Ordering;

use super::super::Position;
use super::{
    CLASSES, Colourings, FIRST_SQUARE, Shape, Spot, class_of, group_sizes, image_of_spot, pair_spot,
    square_spot, squares_of_pair,
};

/// The slots of the settled positions with a number of marks, at most eight.
///
/// ```
/// use kaiketsu_game::Notation;
/// use kaiketsu_games::quantum_tic_tac_toe::{QuantumTicTacToe, classes::Numbering};
/// let game = QuantumTicTacToe::ORIGINAL;
/// let numbering = Numbering::new(3);
/// let slot = |text| numbering.locate(&game.read_position(text).unwrap());
/// // Mirrored, and marks 1 and 3 exchanged.
/// assert_eq!(slot(".........,1=12,2=45,3=69"), slot(".........,3=23,2=56,1=47"));
/// assert_ne!(slot(".........,1=12,2=45,3=69"), slot(".........,1=12,3=45,2=69"));
/// ```
#[derive(Clone, Debug)]
pub struct Numbering {
    /// How many marks there are.
    pub marks: u32,
    /// The shapes in stored order.
    pub shapes: Vec<Shape>,
    /// The colourings of each shape.
    pub colourings: Colourings,
}

impl Numbering {
    /// The numbering of the settled positions with so many marks.
    #[must_use]
    pub fn new(marks: u32) -> Self {
        Numbering { marks, shapes: Shape::all(marks), colourings: Colourings::new(marks) }
    }

    /// How many slots there are.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.shapes.len() as u64 * self.colourings.codes.len() as u64
    }

    /// The first slot of a shape, which must be its own representative.
    ///
    /// # Panics
    ///
    /// If the shape is not in the list.
    #[must_use]
    pub fn base(&self, shape: Shape) -> u64 {
        let at = self.shapes.binary_search(&shape).expect("a settled shape that is its own representative");
        at as u64 * self.colourings.codes.len() as u64
    }

    /// The slot of a settled position with so many marks: of all its images
    /// that have slots, the first.
    ///
    /// # Panics
    ///
    /// If the position has another number of marks, a cycle, or a single
    /// classical mark.
    #[must_use]
    pub fn locate(&self, position: &Position) -> u64 {
        let slot = self.slot(position);
        self.twins(slot).into_iter().fold(slot, u64::min)
    }

    /// A slot of a settled position with so many marks: the one it comes from
    /// if it is the position of a slot, else that of any of its images.
    ///
    /// # Panics
    ///
    /// As [`Numbering::locate`].
    #[must_use]
    pub fn slot(&self, position: &Position) -> u64 {
        assert_eq!(u32::from(position.placed()), self.marks);
        let classical = (0..9).filter(|square| position.classical(*square) != 0);
        let classical = classical.map(|square| (square_spot(square), position.classical(square)));
        let spooky = position.spooky().map(|(number, (a, b))| (pair_spot(a, b), number));
        let mut marks: Vec<(Spot, u8)> = classical.chain(spooky).collect();
        marks.sort_unstable();
        let shape = marks.iter().fold(Shape::default(), |shape, (spot, _)| shape.with(*spot));
        let classes = (0..).zip(&marks).map(|(mark, (_, number))| u16::from(class_of(*number)) << (2 * mark));
        let (least, symmetry) = shape.representative(); // the symmetry that changes nothing comes first
        self.base(least) + self.colourings.rank(recolour(shape, classes.sum(), symmetry)) as u64
    }

    /// The other slots that hold images of the positions of a slot.
    #[must_use]
    pub fn twins(&self, slot: u64) -> Vec<u64> {
        let (shape, code) = self.parts(slot);
        let first = slot - slot % self.colourings.codes.len() as u64;
        let image = |symmetry| first + self.colourings.rank(recolour(shape, code, symmetry)) as u64;
        let mut twins: Vec<u64> = shape.stabiliser().map(image).filter(|twin| *twin != slot).collect();
        twins.sort_unstable();
        twins.dedup();
        twins
    }

    /// How many different images the positions of a slot have, if it is the
    /// first slot of its images; `None` for a twin, which is never located.
    #[must_use]
    pub fn images(&self, slot: u64) -> Option<u64> {
        let (shape, code) = self.parts(slot);
        let mut same = 0;
        for symmetry in shape.stabiliser() {
            match recolour(shape, code, symmetry).cmp(&code) {
                Ordering::Less => return None,
                Ordering::Equal => same += 1,
                Ordering::Greater => {}
            }
        }
        Some(8 / same)
    }

    /// A position of a slot: of each class, classical marks have the greatest
    /// numbers, so that it can be reached if any position of the slot can.
    #[must_use]
    pub fn position(&self, slot: u64) -> Position {
        let (shape, code) = self.parts(slot);
        let mut next: [u8; CLASSES] = [1, 2, 7, 8, 9];
        let mut position = Position { placed: self.marks as u8, ..Position::EMPTY };
        for (spot, class) in shape.spots().zip(self.colourings.classes(code)) {
            let number = next[usize::from(class)];
            next[usize::from(class)] += 2;
            match spot.checked_sub(FIRST_SQUARE) {
                Some(square) => position.classical[usize::from(square)] = number,
                None => position.spooky[usize::from(number - 1)] = Some(squares_of_pair(spot)),
            }
        }
        position
    }

    /// How many positions that the game can reach, all move numbers and images
    /// told apart, are located at a slot; `over` says whether games end there.
    #[must_use]
    pub fn weight(&self, slot: u64, over: bool) -> u64 {
        let (shape, code) = self.parts(slot);
        self.images(slot).map_or(0, |images| images * self.numberings(shape, code, over))
    }

    /// In how many ways the marks of a colouring can be numbered so that the
    /// game can reach the position: if it is over, the last mark is classical.
    #[must_use]
    pub fn numberings(&self, shape: Shape, code: u16, over: bool) -> u64 {
        let all = self.colourings.numberings();
        if !over {
            return all;
        }
        let last = class_of(self.marks as u8);
        let closed = shape.closed().count_ones() as usize;
        let classical = self.colourings.classes(code).skip(self.marks as usize - closed);
        let classical = classical.filter(|class| *class == last).count() as u64;
        all / u64::from(group_sizes(self.marks)[usize::from(last)]) * classical
    }

    /// The shape and the code of the colouring of a slot.
    #[must_use]
    pub fn parts(&self, slot: u64) -> (Shape, u16) {
        let colourings = self.colourings.codes.len() as u64;
        let shape = self.shapes[(slot / colourings) as usize];
        (shape, self.colourings.codes[(slot % colourings) as usize])
    }
}

/// The code of a colouring after a symmetry took its shape to another one.
fn recolour(shape: Shape, code: u16, symmetry: usize) -> u16 {
    let image = shape.image(symmetry);
    let moved = |(mark, spot): (usize, Spot)| {
        (code >> (2 * mark) & 3) << (2 * image.place(image_of_spot(spot, symmetry)))
    };
    shape.spots().enumerate().map(moved).sum()
}
