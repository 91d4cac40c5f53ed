//! The classes of marks, and all ways to give them to the spots of a shape.

/// How many classes there are. The last is mark 9's, which no slot has.
pub const CLASSES: usize = 5;

/// The class of a mark by its number: 0 for 1, 3 and 5, 1 for 2, 4 and 6, 2 for
/// 7 and 3 for 8. Odd classes are the second player's. Mark 9 is class 4.
/// The [module](super) says why.
///
/// ```
/// use kaiketsu_games::quantum_tic_tac_toe::classes::class_of;
/// assert_eq!((1..=9).map(class_of).collect::<Vec<_>>(), [0, 1, 0, 1, 0, 1, 2, 3, 4]);
/// ```
#[must_use]
pub fn class_of(number: u8) -> u8 {
    if number <= 6 { 1 - number % 2 } else { number - 5 }
}

/// How many of the first so many marks are of each class.
#[must_use]
pub fn group_sizes(marks: u32) -> [u32; CLASSES] {
    let mut sizes = [0; CLASSES];
    for number in 1..=marks as u8 {
        sizes[usize::from(class_of(number))] += 1;
    }
    sizes
}

/// All ways to give classes to that many marks, each written as a code: two bits
/// for each mark, the first mark lowest. They are ranked by their codes.
#[derive(Clone, Debug)]
pub struct Colourings {
    /// All codes, by rank.
    pub codes: Vec<u16>,
    ranks: Vec<u16>,
    marks: u32,
}

impl Colourings {
    /// The colourings of at most eight marks.
    ///
    /// ```
    /// use kaiketsu_games::quantum_tic_tac_toe::classes::Colourings;
    /// assert_eq!(Colourings::new(6).codes.len(), 20);
    /// assert_eq!(Colourings::new(8).codes.len(), 1_120);
    /// ```
    #[must_use]
    pub fn new(marks: u32) -> Self {
        assert!(marks <= 8, "nine marks have no code");
        let mut ranks = vec![u16::MAX; 1 << (2 * marks)];
        let mut codes = Vec::new();
        for code in (0..ranks.len()).map(|code| code as u16) {
            let mut sizes = [0; CLASSES];
            classes(code, marks).for_each(|class| sizes[usize::from(class)] += 1);
            if sizes == group_sizes(marks) {
                ranks[usize::from(code)] = codes.len() as u16;
                codes.push(code);
            }
        }
        Colourings { codes, ranks, marks }
    }

    /// The rank of a code.
    #[must_use]
    pub fn rank(&self, code: u16) -> usize {
        usize::from(self.ranks[usize::from(code)])
    }

    /// The classes of the marks in a code, the first mark first.
    pub fn classes(&self, code: u16) -> impl Iterator<Item = u8> {
        classes(code, self.marks)
    }

    /// How many ways of numbering the marks each colouring stands for.
    #[must_use]
    pub fn numberings(&self) -> u64 {
        let factorial = |n: u32| u64::from((1..=n).product::<u32>());
        group_sizes(self.marks).into_iter().map(factorial).product()
    }
}

fn classes(code: u16, marks: u32) -> impl Iterator<Item = u8> {
    (0..marks).map(move |mark| (code >> (2 * mark) & 3) as u8)
}
