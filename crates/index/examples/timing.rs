//! Prints how long numbering takes: `cargo run --release --example timing`.
//!
//! Numbers are taken in a scattered order, so that every word takes another
//! way through the diagram. Each figure is the best of several runs. With the
//! argument `large` the largest variant of Dodgem is timed too.

#[path = "../tests/automata/mod.rs"]
mod automata;

use automata::{Dodgem, Nocca};
use kaiketsu_index::{
    Automaton, BitPermutation, Combinations, Diagram, FoldedSets, Visitor, Zdd, gather_bits, scatter_bits,
};
use kaiketsu_testkit::random::Random;
use std::hint::black_box;
use std::time::Instant;

const SAMPLES: usize = 1 << 18;

/// Runs `work` over the samples a few times, prints the best mean and returns it in nanoseconds.
fn measure<T>(what: &str, samples: &[T], mut work: impl FnMut(&T)) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..25 {
        let start = Instant::now();
        for sample in samples {
            work(sample);
        }
        best = best.min(start.elapsed().as_secs_f64() / samples.len() as f64);
    }
    println!("  {what:<34} {:8.2} ns", best * 1e9);
    best * 1e9
}

/// Scattered numbers below a bound, always the same ones.
fn scattered(bound: u64) -> impl Iterator<Item = u64> {
    let mut random = Random::new(1);
    std::iter::repeat_with(move || random.below(bound))
}

struct Count(u64);

impl Visitor for Count {
    fn enter(&mut self, _cell: usize, _symbol: usize) {}

    fn word(&mut self, rank: u64) {
        self.0 = self.0.wrapping_add(rank);
    }
}

fn time_diagram<A: Automaton>(name: &str, automaton: &A, roots: Vec<A::State>) {
    let start = Instant::now();
    let diagram = Diagram::build(automaton, roots);
    let seconds = start.elapsed().as_secs_f64();
    let words: u64 = (0..diagram.roots()).map(|root| diagram.count(root)).sum();
    let (nodes, megabytes) = (diagram.nodes(), diagram.bytes() as f64 / 1e6);
    println!("{name}: {} roots, {words} words", diagram.roots());
    println!("  built in {seconds:.3} s: {nodes} nodes, {megabytes:.1} MB");

    // The root with the most words, and words of all roots.
    let largest = (0..diagram.roots()).max_by_key(|&root| diagram.count(root)).expect("a root");
    let mut word = vec![0; diagram.cells()];
    let within: Vec<u64> = scattered(diagram.count(largest)).take(SAMPLES).collect();
    let boards: Vec<u8> = within
        .iter()
        .flat_map(|&rank| {
            diagram.unrank(largest, rank, &mut word);
            word.clone()
        })
        .collect();
    let boards: Vec<&[u8]> = boards.chunks_exact(diagram.cells()).collect();
    let rank = measure("rank, largest root", &boards, |board| {
        black_box(diagram.rank(largest, |cell| board[cell].into()));
    });
    println!("  {:<34} {:8.2} ns", "  for each cell", rank / diagram.cells() as f64);
    measure("unrank, largest root", &within, |&rank| {
        diagram.unrank(largest, rank, &mut word);
        black_box(&word);
    });
    let live: Vec<usize> = (0..diagram.roots()).filter(|&root| diagram.count(root) > 0).collect();
    let anywhere: Vec<(usize, u64)> = scattered(live.len() as u64)
        .zip(scattered(1 << 40))
        .take(SAMPLES)
        .map(|(root, seed)| (live[root as usize], seed % diagram.count(live[root as usize])))
        .collect();
    measure("unrank and rank, any root", &anywhere, |&(root, rank)| {
        diagram.unrank(root, rank, &mut word);
        assert_eq!(diagram.rank(root, |cell| word[cell].into()), Some(rank));
    });
    let walked = diagram.count(largest).min(20_000_000);
    let start = Instant::now();
    let mut count = Count(0);
    diagram.walk(largest, 0..walked, &mut count);
    black_box(count.0);
    println!("  {:<34} {:8.2} ns", "walk, per word", start.elapsed().as_secs_f64() * 1e9 / walked as f64);
}

/// The baseline: the same boards by the diagram of the literature.
fn time_zdd<A: Automaton>(name: &str, automaton: &A, root: A::State) {
    let zdd = Zdd::build(automaton, root);
    println!("{name}, binary: {} words, {} nodes, {} kB", zdd.count(), zdd.nodes(), zdd.bytes() / 1_000);
    println!("  a word takes {:.1} questions", zdd.mean_path());
    let mut word = vec![0; automaton.cells()];
    let ranks: Vec<u64> = scattered(zdd.count()).take(SAMPLES).collect();
    let boards: Vec<Vec<u8>> = ranks
        .iter()
        .map(|&rank| {
            zdd.unrank(rank, &mut word);
            word.clone()
        })
        .collect();
    measure("rank", &boards, |board| {
        black_box(zdd.rank(|cell| board[cell].into()));
    });
    measure("unrank", &ranks, |&rank| {
        zdd.unrank(rank, &mut word);
        black_box(&word);
    });
}

fn time_folding(side: u8, size: u32) {
    let cells = u32::from(side * side);
    let group: Vec<BitPermutation> = (0..8)
        .map(|code| {
            let map: Vec<u8> = (0..side * side)
                .map(|cell| {
                    let (mut x, mut y) = (cell % side, cell / side);
                    if code & 1 != 0 {
                        x = side - 1 - x;
                    }
                    if code & 2 != 0 {
                        y = side - 1 - y;
                    }
                    if code & 4 != 0 { x * side + y } else { y * side + x }
                })
                .collect();
            BitPermutation::new(&map)
        })
        .collect();
    let start = Instant::now();
    let families: Vec<FoldedSets> = (0..=cells).map(|size| FoldedSets::new(cells, size, &group)).collect();
    let seconds = start.elapsed().as_secs_f64();
    let representatives: u32 = families.iter().map(FoldedSets::len).sum();
    let megabytes = families.iter().map(FoldedSets::bytes).sum::<usize>() as f64 / 1e6;
    println!("folding {side}x{side}, all sizes: {representatives} representatives");
    println!("  built in {seconds:.3} s: {megabytes:.1} MB");
    let sets = Combinations::new(cells, size);
    let masks: Vec<u64> = scattered(sets.count()).take(SAMPLES).map(|rank| sets.unrank(rank)).collect();
    let family = &families[size as usize];
    measure(&format!("fold, {size} members"), &masks, |&mask| {
        black_box(family.fold(mask));
    });
    let representatives: Vec<u64> = (0..family.len()).map(|number| family.representative(number)).collect();
    measure("the same by binary search", &masks, |&mask| {
        let images =
            group.iter().enumerate().map(|(symmetry, permutation)| (permutation.apply(mask), symmetry));
        let (least, symmetry) = images.min().expect("eight images");
        black_box((representatives.binary_search(&least).expect("a representative"), symmetry));
    });
    measure("rank of the combination", &masks, |&mask| {
        black_box(sets.rank(mask));
    });
}

fn main() {
    time_diagram("Dodgem, 3 pieces", &Dodgem { pieces: 3 }, Dodgem { pieces: 3 }.roots());
    time_diagram("Dodgem, 4 pieces", &Dodgem { pieces: 4 }, Dodgem { pieces: 4 }.roots());
    if std::env::args().any(|argument| argument == "large") {
        time_diagram("Dodgem, 5 pieces", &Dodgem { pieces: 5 }, Dodgem { pieces: 5 }.roots());
    }
    time_diagram("NOCCA x NOCCA, 5x6", &Nocca { cells: 30 }, vec![Nocca::root(5)]);
    time_zdd("NOCCA x NOCCA, 5x6", &Nocca { cells: 30 }, Nocca::root(5));
    time_folding(4, 8);
    time_folding(5, 12);
    println!("bits under masks of 10 of 30 cells");
    let masks = Combinations::new(30, 10);
    let masks: Vec<u64> = scattered(masks.count()).take(SAMPLES).map(|rank| masks.unrank(rank)).collect();
    measure("gather", &masks, |&mask| {
        black_box(gather_bits(mask.wrapping_mul(0x9E37_79B9_7F4A_7C15), mask));
    });
    measure("scatter", &masks, |&mask| {
        black_box(scatter_bits(mask.wrapping_mul(0x9E37_79B9_7F4A_7C15), mask));
    });
}
