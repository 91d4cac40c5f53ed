//! Diagrams against plain enumeration.

use crate::automata::{Dodgem, Nocca};
use kaiketsu_index::{Automaton, Diagram, Words, binomial};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Transitions drawn at random; every cell has an alphabet of its own.
#[derive(Clone, Debug)]
struct Random {
    /// By cell and state: the next state for each symbol.
    steps: Vec<Vec<Vec<Option<u8>>>>,
    accepting: Vec<bool>,
}

impl Automaton for Random {
    type State = u8;

    fn cells(&self) -> usize {
        self.steps.len()
    }

    fn symbols(&self, cell: usize) -> usize {
        self.steps[cell][0].len()
    }

    fn step(&self, cell: usize, &state: &u8, symbol: usize) -> Option<u8> {
        self.steps[cell][usize::from(state)][symbol]
    }

    fn accepts(&self, &state: &u8) -> bool {
        self.accepting[usize::from(state)]
    }
}

const STATES: u8 = 5;

fn random_automata() -> impl Strategy<Value = Random> {
    let target = prop::option::weighted(0.8, 0..STATES);
    // Mostly two to four symbols; now and then none at all.
    let symbols = prop_oneof![1 => Just(0_usize), 4 => Just(1), 20 => 2_usize..=4];
    let cell = symbols.prop_flat_map(move |symbols| {
        prop::collection::vec(prop::collection::vec(target.clone(), symbols), usize::from(STATES))
    });
    let accepting = prop::collection::vec(any::<bool>(), usize::from(STATES));
    (prop::collection::vec(cell, 0..6), accepting).prop_map(|(steps, accepting)| Random { steps, accepting })
}

/// All words over the alphabets in lexicographic order, accepted or not.
fn all_words<A: Automaton>(automaton: &A) -> Vec<Vec<u8>> {
    (0..automaton.cells()).fold(vec![vec![]], |words, cell| {
        let symbols = automaton.symbols(cell) as u16;
        let longer = |word: Vec<u8>| {
            (0..symbols).map(move |symbol| word.iter().copied().chain([symbol as u8]).collect())
        };
        words.into_iter().flat_map(longer).collect()
    })
}

fn run<A: Automaton>(automaton: &A, root: &A::State, word: &[u8]) -> bool {
    let step = |state: A::State, (cell, &symbol): (usize, &u8)| automaton.step(cell, &state, symbol.into());
    let last = word.iter().enumerate().try_fold(root.clone(), step);
    last.is_some_and(|state| automaton.accepts(&state))
}

/// Compares a diagram with the words that the automaton accepts one by one.
fn check<A: Automaton>(automaton: &A, roots: &[A::State]) {
    let diagram = Diagram::build(automaton, roots.iter().cloned());
    assert_eq!((diagram.roots(), diagram.cells()), (roots.len(), automaton.cells()));
    let words = all_words(automaton);
    let mut unranked = vec![0; automaton.cells()];
    // By level: the sets of endings that the nodes must stand for.
    let mut endings = vec![BTreeSet::new(); automaton.cells()];
    for (root, state) in roots.iter().enumerate() {
        let accepted: Vec<&Vec<u8>> = words.iter().filter(|word| run(automaton, state, word)).collect();
        assert_eq!(diagram.count(root), accepted.len() as u64);
        let mut next = 0;
        for word in &words {
            let rank = diagram.rank(root, |cell| word[cell].into());
            if accepted.get(next) == Some(&word) {
                assert_eq!(rank, Some(next as u64));
                diagram.unrank(root, next as u64, &mut unranked);
                assert_eq!(&unranked, word);
                next += 1;
            } else {
                assert_eq!(rank, None);
            }
        }
        for (level, sets) in endings.iter_mut().enumerate() {
            for same_beginning in accepted.chunk_by(|one, other| one[..level] == other[..level]) {
                sets.insert(same_beginning.iter().map(|word| word[level..].to_vec()).collect::<Vec<_>>());
            }
        }
    }
    assert_eq!(diagram.nodes(), endings.iter().map(BTreeSet::len).sum::<usize>(), "the diagram is minimal");
}

proptest! {
    #[test]
    fn random_automata_are_numbered(automaton in random_automata(), roots in prop::collection::vec(0..STATES, 0..4)) {
        check(&automaton, &roots);
    }

    #[test]
    fn symbols_outside_the_alphabet_are_refused(
        automaton in random_automata(), root in 0..STATES, seed: u64, place: usize, excess in 0_usize..20,
    ) {
        let diagram = Diagram::build(&automaton, [root]);
        prop_assume!(diagram.count(0) > 0 && diagram.cells() > 0);
        let mut word = vec![0; diagram.cells()];
        diagram.unrank(0, seed % diagram.count(0), &mut word);
        let place = place % diagram.cells();
        let spoilt = |cell| if cell == place { automaton.symbols(cell) + excess } else { word[cell].into() };
        prop_assert_eq!(diagram.rank(0, spoilt), None);
    }
}

#[test]
fn small_dodgem_is_numbered() {
    let dodgem = Dodgem { pieces: 2 };
    check(&dodgem, &dodgem.roots());
}

#[test]
fn small_nocca_is_numbered() {
    check(&Nocca { cells: 4 }, &[Nocca::root(1), Nocca::root(2), Nocca::root(3)]);
}

/// Every board with at most so many pieces of each side belongs to one root, so the counts must add up.
#[test]
fn dodgem_counts_add_up() {
    for pieces in [2_usize, 3, 4] {
        let dodgem = Dodgem { pieces };
        let roots = dodgem.roots();
        assert_eq!(roots.len() as u64, binomial(2 * pieces as u32 + 1, pieces as u32).pow(2));
        let diagram = Diagram::build(&dodgem, roots);
        let cells = dodgem.cells() as u32;
        let pairs =
            (0..=pieces as u32).flat_map(|mover| (0..=pieces as u32).map(move |other| (mover, other)));
        let boards: u64 =
            pairs.map(|(mover, other)| binomial(cells, mover) * binomial(cells - mover, other)).sum();
        assert_eq!((0..diagram.roots()).map(|root| diagram.count(root)).sum::<u64>(), boards);
    }
}

/// Dodgem with three pieces has 276,600 positions with a piece on either side
/// (Kotani, on the retrograde analysis of Dodgem).
#[test]
fn dodgem_with_three_pieces() {
    let dodgem = Dodgem { pieces: 3 };
    let roots = dodgem.roots();
    let diagram = Diagram::build(&dodgem, roots.iter().copied());
    let (mut boards, mut word, mut words) = (0, [0; 16], None);
    for (root, state) in roots.iter().enumerate() {
        for rank in 0..diagram.count(root) {
            let before = word;
            diagram.unrank(root, rank, &mut word);
            // The words in order, begun anew at times, are those of the numbers.
            if rank % 50 == 0 {
                words = Some(diagram.words(root, rank));
            } else {
                let changed = words.as_mut().and_then(Words::advance);
                assert_eq!(changed, (0..16).find(|cell| before[*cell] != word[*cell]));
            }
            assert_eq!(words.as_ref().map(Words::word), Some(&word[..]));
            assert_eq!(dodgem.root_of(&word), *state);
            assert_eq!(diagram.rank(root, |cell| word[cell].into()), Some(rank));
            boards += u64::from(word.contains(&1) && word.contains(&2));
        }
        let after_last = words.take().and_then(|mut words| words.advance());
        assert_eq!(after_last, None);
    }
    assert_eq!(boards, 276_600);
}

/// The pseudo-reachable boards of NOCCA x NOCCA on 5x6 cells: Yamamoto & Hoki, GPW 2022.
#[test]
fn nocca_on_five_by_six_cells() {
    let diagram = Diagram::build(&Nocca { cells: 30 }, [Nocca::root(5)]);
    assert_eq!(diagram.count(0), 147_969_899_280);
    assert_eq!(diagram.nodes(), 1_616, "the module documentation says so");
    let mut last = [0; 30];
    diagram.unrank(0, diagram.count(0) - 1, &mut last);
    assert_eq!(diagram.rank(0, |cell| last[cell].into()), Some(147_969_899_279));
}

#[test]
#[should_panic(expected = "is not less than the 147969899280 words")]
fn ranks_past_the_last_are_refused() {
    let diagram = Diagram::build(&Nocca { cells: 30 }, [Nocca::root(5)]);
    diagram.unrank(0, 147_969_899_280, &mut [0; 30]);
}
