//! What the rounds do with the children of a shape where either is one chunk: all of
//! them in a row, without plans.

use kaiketsu_lanes::{ADDRESS_BITS, Chunk, Vectors};

use crate::quixo::cubes::links::ShortLink;
use crate::quixo::cubes::rounds::Children;

impl Children<'_> {
    /// The positions with a child in the plane, of the children that changed; nothing
    /// if none did.
    #[inline(always)]
    pub(crate) fn any_of<V: Vectors>(
        &self,
        vectors: V,
        links: &[ShortLink],
        changed: impl Fn(usize) -> bool,
    ) -> Option<V::Lane> {
        let (mut any, mut found) = (vectors.splat(0), false);
        for link in links {
            if !changed(link.shape()) {
                continue;
            }
            let lane = link.inside().run(vectors, vectors.load(&self.plane[link.shape()]));
            any = vectors.or(any, vectors.and(lane, vectors.load(link.half())));
            found = true;
        }
        found.then(|| self.spread(vectors, any))
    }

    /// Those of some positions all of whose children are in the plane.
    #[inline(always)]
    pub(crate) fn all_of<V: Vectors>(&self, vectors: V, links: &[ShortLink], some: V::Lane) -> V::Lane {
        // Where a bit is spare, they are alike in both halves.
        let mut left = match self.links.spare {
            Some(bit) => vectors.and(some, vectors.load(&ADDRESS_BITS[bit])),
            None => some,
        };
        for link in links {
            let lane = link.inside().run(vectors, vectors.load(&self.plane[link.shape()]));
            left = vectors.without(left, vectors.without(vectors.load(link.half()), lane));
            if vectors.is_zero(left) {
                return left;
            }
        }
        self.spread(vectors, left)
    }

    /// What was found where a spare bit is 1 holds where it is 0.
    #[inline(always)]
    fn spread<V: Vectors>(&self, vectors: V, lane: V::Lane) -> V::Lane {
        let Some(bit) = self.links.spare else { return lane };
        let mut chunk = Chunk::ZERO;
        vectors.store(lane, &mut chunk);
        vectors.load(&chunk.upper_half_twice(bit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quixo::cubes::links::{Links, Moves};
    use crate::quixo::geometry::Board;
    use crate::quixo::shapes::Shapes;
    use kaiketsu_lanes::{CHUNK_BITS, Processor, Work, gather_bits, scatter_bits};
    use kaiketsu_testkit::random::Random;

    fn bit(chunk: &Chunk, address: usize) -> bool {
        chunk.0[address >> 6] >> (address & 63) & 1 == 1
    }

    /// Random bits for the colourings of so many marks; spare address bits repeat them.
    fn random_chunk(random: &mut Random, marks: u32, density: u64) -> Chunk {
        let bits: Vec<bool> = (0..1 << marks).map(|_| random.below(100) < density).collect();
        let word = |word: usize| (0..64).map(|at| u64::from(bits[(64 * word + at) % bits.len()]) << at).sum();
        Chunk(std::array::from_fn(word))
    }

    /// One move after the other, colouring by colouring, by what a push does to marks.
    fn slowly(board: &Board, plane: &[Chunk], tiers: [&Shapes; 2], shape: usize, some: &Chunk) -> [Chunk; 2] {
        let [shapes, children] = tiers;
        let mask = shapes.mask(shape);
        let mut found = [Chunk::ZERO; 2];
        for address in 0..1 << CHUNK_BITS {
            let mover = scatter_bits(address & ((1 << shapes.marks) - 1), mask.into()) as u32;
            let mut in_plane = Vec::new();
            for push in &board.pushes {
                let within = mask & push.taken() != 0;
                if within != (shapes.marks == children.marks) || within && mover & push.taken() == 0 {
                    continue;
                }
                let after = push.forward(mask) | push.inserted();
                let folded = children.sets.fold(after.into());
                let marks = u64::from(push.forward(mover) | push.inserted());
                let marks = board.symmetries[folded.symmetry].apply(marks);
                let colouring = gather_bits(marks, children.mask(folded.number as usize).into());
                in_plane.push(bit(&plane[folded.number as usize], colouring as usize));
            }
            let address = address as usize;
            let verdicts = [in_plane.contains(&true), bit(some, address) && !in_plane.contains(&false)];
            for (chunk, verdict) in found.iter_mut().zip(verdicts) {
                chunk.0[address >> 6] |= u64::from(verdict) << (address & 63);
            }
        }
        found
    }

    struct Both<'a>(Children<'a>, &'a [ShortLink], &'a Chunk);

    impl Work for Both<'_> {
        type Output = [Chunk; 2];

        #[inline(always)]
        fn on<V: Vectors>(self, vectors: V) -> [Chunk; 2] {
            let Both(children, links, some) = self;
            let mut found = [Chunk::ZERO; 2];
            if let Some(any) = children.any_of(vectors, links, |_| true) {
                vectors.store(any, &mut found[0]);
            }
            assert!(children.any_of(vectors, links, |_| false).is_none());
            vectors.store(children.all_of(vectors, links, vectors.load(some)), &mut found[1]);
            found
        }
    }

    #[test]
    fn short_links_read_what_every_move_leads_to() {
        let mut random = Random::new(23);
        let mut seen = 0;
        for (side, every) in [(3, 1), (4, 97)] {
            let board = Board::new(side);
            for (marks, above) in (0..=9).flat_map(|marks| [(marks, marks), (marks, marks + 1)]) {
                if above > 9 {
                    continue;
                }
                let tiers = [marks, above].map(|marks| board.shapes(marks));
                let links = Links::new(&board, tiers[0], tiers[1]);
                // So many that all children of some positions are in the plane.
                let density = [50, 97][random.below(2) as usize];
                let plane: Vec<Chunk> =
                    (0..tiers[1].len()).map(|_| random_chunk(&mut random, above, density)).collect();
                let children = Children::new(&links, tiers[1], &plane, &[]);
                for shape in (0..tiers[0].len()).step_by(every) {
                    let some = random_chunk(&mut random, marks, 70);
                    let wanted = slowly(&board, &plane, tiers, shape, &some);
                    let Moves::Short(list) = links.of(shape) else { panic!("shapes are one chunk") };
                    seen += list.len();
                    for processor in Processor::available() {
                        let found = processor.run(Both(children, list, &some));
                        assert_eq!(
                            found, wanted,
                            "{side}x{side}, {marks} to {above} marks, {shape}, {processor:?}"
                        );
                    }
                }
            }
        }
        assert!(seen > 1_000, "{seen} links");
    }
}
