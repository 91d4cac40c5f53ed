//! Random wirings, run by every kind of vectors and bit by bit.

use kaiketsu_testkit::random::Random;

use crate::{CHUNK_BITS, Chunk, Fixed, MAX_BITS, Plan, Processor, Vectors, Weaver, Wiring, Work, flags};

fn bit(chunks: &[Chunk], address: usize) -> bool {
    chunks[address >> CHUNK_BITS].0[address >> 6 & 7] >> (address & 63) & 1 == 1
}

/// What a plan should give: bit by bit from the wiring.
fn expected(wiring: &Wiring, source: &[Chunk], destination: &mut [Chunk]) {
    let bits = wiring.bits - usize::from(wiring.role == Fixed::Phantom);
    for address in 0..1usize << bits {
        let full = match wiring.role {
            Fixed::Real if address >> wiring.fixed & 1 == 0 => continue,
            Fixed::Real => address,
            Fixed::Phantom => address | 1 << wiring.fixed,
        };
        let from = (0..wiring.bits).fold(0, |sum, i| sum | (full >> i & 1) << wiring.from[i]);
        if bit(source, from) {
            destination[address >> CHUNK_BITS].0[address >> 6 & 7] |= 1 << (address & 63);
        }
    }
}

/// Writes everything a plan gives.
struct Copy<'a, V: Vectors> {
    vectors: V,
    half: V::Lane,
    destination: &'a mut [Chunk],
}

impl<V: Vectors> Weaver<V> for Copy<'_, V> {
    #[inline(always)]
    fn take(&mut self, at: usize, lane: V::Lane) {
        self.vectors.store(self.vectors.and(lane, self.half), &mut self.destination[at]);
    }
}

/// A wiring compiled and run.
struct Run<'a> {
    wiring: &'a Wiring,
    source: &'a [Chunk],
    destination: &'a mut [Chunk],
}

impl Work for Run<'_> {
    type Output = ();

    #[inline(always)]
    fn on<V: Vectors>(self, vectors: V) {
        let Run { wiring, source, destination } = self;
        let mut plan = Plan::default();
        plan.address(wiring);
        plan.all_blocks();
        let all = plan.blocks.len();
        let every = |chunks: usize| match chunks {
            0..64 => vec![(1 << chunks) - 1],
            _ => vec![!0; chunks / 64],
        };
        plan.blocks_reading(&every(source.len()));
        assert_eq!(all, plan.blocks.len());
        let phantom = usize::from(wiring.role == Fixed::Phantom);
        plan.blocks_writing(&every(source.len() >> phantom));
        assert_eq!(all, plan.blocks.len());
        // Of all blocks those that write a chunk are left, whichever way they are chosen.
        let mut one = every(source.len() >> phantom);
        let last = one.len() * 64 - 1 - one[one.len() - 1].leading_zeros() as usize;
        one.fill(0);
        flags::set(&mut one, last);
        plan.blocks_writing(&one);
        let chosen = plan.blocks.clone();
        plan.all_blocks();
        plan.keep_writing(&one);
        assert_eq!(plan.blocks, chosen);
        plan.all_blocks();
        plan.compile(wiring);
        let half = plan.allowed(vectors);
        plan.weave(vectors, source, &mut Copy { vectors, half, destination });
    }
}

/// Written past the harness, which would keep it for failures: whoever reads the log
/// of a test run sees which instructions it tried.
#[test]
fn the_processor_paths_that_run_are_told() {
    use std::io::Write;
    let paths: Vec<String> = Processor::available().iter().map(|path| format!("{path:?}")).collect();
    let name = |path: &String| path.split('(').next().unwrap_or_default().to_string();
    let names: Vec<String> = paths.iter().map(name).collect();
    assert_eq!(names[0], "Portable", "it runs everywhere");
    writeln!(std::io::stderr(), "processor paths that the tests run: {}", names.join(", ")).unwrap();
}

#[test]
fn plans_agree_with_the_wiring_bit_by_bit() {
    let mut random = Random::new(9);
    let mut below = |bound: usize| random.below(bound as u64) as usize;
    // Under Miri fewer and smaller ones, but with several chunks too.
    let (rounds, above) = if cfg!(miri) { (12, 3) } else { (6000, 6) };
    for round in 0..rounds {
        let role = [Fixed::Real, Fixed::Phantom][round % 2];
        let bits = CHUNK_BITS + usize::from(role == Fixed::Phantom) + below(above);
        let mut from: [u8; MAX_BITS] = std::array::from_fn(|i| i as u8);
        // Few exchanges or many: near the identity there are special cases.
        for _ in 0..below(2 * bits) {
            from.swap(below(bits), below(bits));
        }
        let fixed = match role {
            Fixed::Real => below(bits),
            Fixed::Phantom => bits - 1,
        };
        let wiring = Wiring { from, bits, fixed, role };
        let mut bits_of_source = Random::new(round as u64);
        let mut chunk = || Chunk(std::array::from_fn(|_| bits_of_source.bits()));
        let source: Vec<Chunk> = (0..1 << (bits - CHUNK_BITS)).map(|_| chunk()).collect();
        let mut wanted = vec![Chunk::ZERO; source.len()];
        expected(&wiring, &source, &mut wanted);
        for processor in Processor::available() {
            let mut found = vec![Chunk::ZERO; source.len()];
            processor.run(Run { wiring: &wiring, source: &source, destination: &mut found });
            assert!(wanted == found, "{processor:?}, {wiring:?}");
        }
    }
}
