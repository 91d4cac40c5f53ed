//! The zero-suppressed binary diagram of Yamamoto & Hoki (GPW 2022) as a slow
//! twin: asked state by state, it must give the same numbers.

use crate::automata::{Nocca, Stacked};
use kaiketsu_index::{Automaton, Diagram, Zdd};
use kaiketsu_testkit::random::Random;

/// The same boards with the symbols in the opposite order.
struct Opposite(Nocca);

impl Automaton for Opposite {
    type State = Stacked;

    fn cells(&self) -> usize {
        self.0.cells()
    }

    fn symbols(&self, cell: usize) -> usize {
        self.0.symbols(cell)
    }

    fn step(&self, cell: usize, state: &Stacked, symbol: usize) -> Option<Stacked> {
        self.0.step(cell, state, 14 - symbol)
    }

    fn accepts(&self, state: &Stacked) -> bool {
        self.0.accepts(state)
    }
}

#[test]
fn the_binary_diagram_gives_the_same_numbers() {
    let nocca = Nocca { cells: 30 };
    let zdd = Zdd::build(&nocca, Nocca::root(5));
    let diagram = Diagram::build(&Opposite(nocca), [Nocca::root(5)]);
    assert_eq!(zdd.count(), diagram.count(0));
    let (mut word, mut found) = ([0; 30], [0; 30]);
    let mut random = Random::new(1);
    for _ in 0..20_000 {
        let rank = random.below(zdd.count());
        diagram.unrank(0, rank, &mut word);
        let states = word.map(|symbol| 14 - symbol);
        assert_eq!(zdd.rank(|cell| states[cell].into()), Some(rank));
        assert_eq!(diagram.rank(0, |cell| word[cell].into()), Some(rank));
        zdd.unrank(rank, &mut found);
        assert_eq!(found, states);
    }
}

/// Section 7.2 of the paper: nodes, mean path and memory.
#[test]
fn the_binary_diagram_is_that_of_the_paper() {
    let zdd = Zdd::build(&Nocca { cells: 30 }, Nocca::root(5));
    assert_eq!(zdd.count(), 147_969_899_280);
    assert_eq!(zdd.nodes(), 17_512);
    assert_eq!((10.0 * zdd.mean_path()).round(), 474.0);
    assert_eq!(zdd.bytes() / 1_000, 420, "about 400 KB");
    assert_eq!(zdd.path_lengths().iter().sum::<u64>(), zdd.count());
}

/// Words that are not accepted have no number.
#[test]
fn other_words_are_refused() {
    let zdd = Zdd::build(&Nocca { cells: 4 }, Nocca::root(2));
    let (mut accepted, mut symbols) = (0, [0; 4]);
    for code in 0..15_usize.pow(4) {
        symbols
            .iter_mut()
            .enumerate()
            .for_each(|(cell, symbol)| *symbol = code / 15_usize.pow(cell as u32) % 15);
        let end = (0..4)
            .try_fold(Nocca::root(2), |state, cell| Nocca { cells: 4 }.step(cell, &state, symbols[cell]));
        let wanted = end.is_some_and(|state| Nocca { cells: 4 }.accepts(&state));
        assert_eq!(zdd.rank(|cell| symbols[cell]).is_some(), wanted, "{symbols:?}");
        accepted += u64::from(wanted);
    }
    assert_eq!(accepted, zdd.count());
}
