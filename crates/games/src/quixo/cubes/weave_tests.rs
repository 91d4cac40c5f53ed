//! Random wirings, run by every kind of vectors and bit by bit.

use crate::quixo::cubes::chunk::{CHUNK_BITS, Chunk, Portable, Vectors};
use crate::quixo::cubes::plan::Plan;
use crate::quixo::cubes::weave::{Weaver, weave};
use crate::quixo::cubes::wiring::{Fixed, MAX_BITS, Wiring};

/// A small generator of random numbers (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 16) as usize % bound
    }
}

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
            Fixed::Phantom | Fixed::Spare => address | 1 << wiring.fixed,
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
    fn take(&mut self, at: usize, lane: V::Lane) {
        self.vectors.store(self.vectors.and(lane, self.half), &mut self.destination[at]);
    }
}

fn found<V: Vectors>(vectors: V, wiring: &Wiring, source: &[Chunk], destination: &mut [Chunk]) {
    let mut plan = Plan::new();
    plan.address(wiring);
    plan.all_blocks();
    let all = plan.blocks.len();
    let flags = |chunks: usize| match chunks {
        0..64 => vec![(1 << chunks) - 1],
        _ => vec![!0; chunks / 64],
    };
    plan.blocks_reading(&flags(source.len()));
    assert_eq!(all, plan.blocks.len());
    let phantom = usize::from(wiring.role == Fixed::Phantom);
    plan.blocks_writing(&flags(source.len() >> phantom));
    assert_eq!(all, plan.blocks.len());
    plan.compile(wiring);
    let half = plan.allowed(vectors);
    weave(vectors, &plan, source, &mut Copy { vectors, half, destination });
}

#[test]
fn plans_agree_with_the_wiring_bit_by_bit() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for round in 0..6000 {
        let role = [Fixed::Real, Fixed::Phantom, Fixed::Spare][round % 3];
        let bits = match role {
            Fixed::Spare => CHUNK_BITS,
            _ => CHUNK_BITS + usize::from(role == Fixed::Phantom) + random.below(6),
        };
        let mut from: [u8; MAX_BITS] = std::array::from_fn(|i| i as u8);
        // Few exchanges or many: near the identity there are special cases.
        for _ in 0..random.below(2 * bits) {
            from.swap(random.below(bits), random.below(bits));
        }
        let fixed = match role {
            Fixed::Real => random.below(bits),
            Fixed::Phantom => bits - 1,
            Fixed::Spare => random.below(9),
        };
        let wiring = Wiring { from, bits, fixed, role };
        let source: Vec<Chunk> =
            (0..1 << (bits - CHUNK_BITS)).map(|_| Chunk(std::array::from_fn(|_| random.next()))).collect();
        let blank = vec![Chunk::ZERO; source.len()];
        let (mut wanted, mut portable) = (blank.clone(), blank.clone());
        expected(&wiring, &source, &mut wanted);
        found(Portable, &wiring, &source, &mut portable);
        assert!(wanted == portable, "portable, {wiring:?}");
        #[cfg(target_arch = "x86_64")]
        if let Some(vectors) = crate::quixo::cubes::avx2::Avx2::detect() {
            let mut fast = blank.clone();
            found(vectors, &wiring, &source, &mut fast);
            assert!(wanted == fast, "AVX2, {wiring:?}");
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(vectors) = crate::quixo::cubes::avx512::Avx512::detect() {
            let mut fast = blank.clone();
            found(vectors, &wiring, &source, &mut fast);
            assert!(wanted == fast, "AVX-512, {wiring:?}");
        }
    }
}
