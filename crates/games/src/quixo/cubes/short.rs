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
