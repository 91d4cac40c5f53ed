//! Placements of pieces against all ways to put them down, one by one.

use std::collections::BTreeSet;

use kaiketsu_game::board::CellSet;
use kaiketsu_game::{Led, Numbering, Slot, Tier};
use kaiketsu_index::{Placements, TwoColours};

/// All ways to put so many pieces of each kind on cells.
fn all_ways(cells: u32, counts: &[u32], taken: u16) -> Vec<Vec<u16>> {
    let Some((count, others)) = counts.split_first() else { return vec![Vec::new()] };
    let sets = (0..1_u16 << cells).filter(|set| set.size() == *count && set & taken == 0);
    let with = |set: u16| {
        all_ways(cells, others, taken | set).into_iter().map(move |rest| [vec![set], rest].concat())
    };
    sets.flat_map(with).collect()
}

fn check<const KINDS: usize>(cells: u32, tiers: Vec<Vec<[u32; KINDS]>>) {
    let placements = Placements::<u16, KINDS>::new(cells as usize, tiers.clone());
    assert_eq!(placements.tiers() as usize, tiers.len());
    for (tier, parts) in (0..).map(Tier).zip(&tiers) {
        let expected: BTreeSet<[u16; KINDS]> = parts
            .iter()
            .flat_map(|counts| all_ways(cells, counts, 0))
            .map(|sets| sets.try_into().unwrap())
            .collect();
        let size = placements.size(tier);
        let positions: Vec<_> = (0..size).map(|index| placements.position(Slot { tier, index })).collect();
        assert_eq!(positions.iter().copied().collect::<BTreeSet<_>>(), expected, "{parts:?}");
        assert_eq!(positions.len(), expected.len(), "{parts:?}: each once");
        let stretches = placements.stretches(tier);
        for (index, sets) in (0..).zip(&positions) {
            assert_eq!(placements.find(sets), Some(Slot { tier, index }));
            assert_eq!(placements.tier_of(sets), Some(tier));
            let (there, stretch) = placements.stretch(sets).unwrap();
            assert_eq!((there, stretches[stretch] + placements.offset(sets).unwrap()), (tier, index));
        }
        for range in [0..size, 1..size, size / 3..2 * size / 3, size..size] {
            let mut next = range.start;
            placements.walk(tier, range.clone(), &mut |index, sets| {
                assert_eq!((index, sets), (next, &positions[next as usize]));
                next += 1;
            });
            assert_eq!(next, range.end.max(range.start));
        }
    }
}

#[test]
fn every_way_has_one_number() {
    check(6, vec![vec![[0]], vec![[2], [3]], vec![[6]]]);
    check(6, vec![vec![[2, 1], [1, 2]], vec![[0, 0]], vec![[3, 3], [2, 2], [0, 4]]]);
    check(5, vec![vec![[1, 1, 0], [1, 1, 1]], vec![[1, 2, 2], [0, 0, 3]]]);
    check(5, vec![vec![[1, 0, 1, 2]], vec![[2, 1, 1, 1]]]);
}

#[test]
fn two_kinds_are_numbered_as_two_colours() {
    let (placements, colours) =
        (Placements::<u32, 2>::new(24, vec![vec![[3, 4]]]), TwoColours::new(24, 3, 4));
    assert_eq!(placements.size(Tier(0)), colours.count());
    for index in (0..colours.count()).step_by(100_003) {
        let (first, second) = colours.unrank(index);
        assert_eq!(placements.position(Slot { tier: Tier(0), index }), [first as u32, second as u32]);
    }
}

#[test]
fn what_is_not_counted_has_no_number() {
    let placements = Placements::<u16, 2>::new(9, vec![vec![[1, 1]], vec![[2, 1]]]);
    for sets in [[0b1, 0], [0b111, 0b1000], [0b1, 0b110], [0, 0]] {
        assert_eq!((placements.find(&sets), placements.tier_of(&sets)), (None, None));
    }
}
