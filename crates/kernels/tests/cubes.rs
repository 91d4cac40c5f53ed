//! The lanes against the slow twin, the published counts and themselves.

mod reference;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use kaiketsu_kernels::cubes::{
    Board, CubeTier, DistanceTier, Ending, Pool, Processor, Progress, Shapes, resume_tier, solve_tier,
};

fn solve(board: &Board, marks: u32, above: Option<&CubeTier>, processor: Processor) -> CubeTier {
    let mut observer = |_: &Progress<'_>| ControlFlow::Continue(());
    match solve_tier(board, marks, above, processor, &mut Pool::default(), &mut observer).unwrap() {
        Ending::Solved(tier) => tier,
        Ending::Stopped(_) => unreachable!("the observer stops nothing"),
    }
}

/// The value that belongs to a code with a distance.
fn value(code: u16) -> u8 {
    match code {
        0 => 0,
        _ => 2 - (code % 2) as u8,
    }
}

/// Compares values, two-bit encoding and distances with the slow twin, slot by
/// slot, on all tiers down to `last`.
fn agrees_with_the_slow_twin(side: usize, last: u32, processor: Processor) {
    let board = Board::new(side);
    let (mut slow, mut lanes, mut distances) = (None::<Vec<u16>>, None, None);
    for marks in (last..=board.cells() as u32).rev() {
        let codes = reference::solve_tier(&board, marks, slow.as_deref());
        let tier = solve(&board, marks, lanes.as_ref(), processor);
        assert_eq!(tier.slots(), codes.len() as u64);
        let mut bytes = vec![0; codes.len().div_ceil(4)];
        tier.encode(0, &mut bytes);
        for (slot, &code) in codes.iter().enumerate() {
            assert_eq!(tier.value(slot as u64), value(code), "{side}x{side}, {marks} marks, slot {slot}");
            assert_eq!(bytes[slot / 4] >> (slot % 4 * 2) & 3, value(code));
        }
        let with_distances = DistanceTier::solve(&board, marks, distances.as_ref(), processor);
        assert!(with_distances.codes() == codes, "{side}x{side}, {marks} marks");
        (slow, lanes, distances) = (Some(codes), Some(tier), Some(with_distances));
    }
}

#[test]
fn small_boards_agree_slot_by_slot() {
    for processor in [Processor::Portable, Processor::detect()] {
        agrees_with_the_slow_twin(2, 0, processor);
        agrees_with_the_slow_twin(3, 0, processor);
    }
}

#[test]
fn the_top_of_4x4_agrees_slot_by_slot() {
    agrees_with_the_slow_twin(4, 13, Processor::Portable);
    agrees_with_the_slow_twin(4, 13, Processor::detect());
}

#[test]
#[ignore = "the slow twin takes half a minute"]
fn all_of_4x4_agrees_slot_by_slot() {
    agrees_with_the_slow_twin(4, 0, Processor::detect());
}

/// Source: Tanaka, Bonnet, Tixeuil, Tamura, "Quixo Is Solved", and the table
/// by depth of its preprint.
#[test]
fn the_published_counts_of_4x4() {
    let board = Board::new(4);
    let (mut lanes, mut distances) = (None, None);
    let mut totals = [0; 3];
    let mut by_code = BTreeMap::<u16, u64>::new();
    for marks in (0..=16).rev() {
        let tier = solve(&board, marks, lanes.as_ref(), Processor::detect());
        let counts = tier.counts();
        for class in &counts {
            totals = [totals[0] + class.win, totals[1] + class.loss, totals[2] + class.draw];
        }
        lanes = Some(tier);
        let tier = DistanceTier::solve(&board, marks, distances.as_ref(), Processor::detect());
        for (slot, code) in tier.codes().into_iter().enumerate() {
            *by_code.entry(code).or_default() += tier.shapes().orbit(slot >> marks);
        }
        distances = Some(tier);
    }
    assert_eq!(totals, [26_434_489, 15_003_736, 1_608_496]);
    assert_eq!(by_code[&0], 1_608_496);
    let wins = [4_697_505, 15_277_446, 0, 2_419_938, 0, 1_740_992, 0, 1_214_497, 0, 658_834, 0, 287_864];
    for (plies, &count) in wins.iter().enumerate() {
        assert_eq!(
            by_code.get(&reference::win(plies as u16)).copied().unwrap_or(0),
            count,
            "wins in {plies}"
        );
    }
    let losses =
        [4_530_779, 528, 3_775_611, 0, 2_970_384, 0, 1_982_339, 0, 1_034_097, 0, 438_138, 0, 182_954];
    for (plies, &count) in losses.iter().enumerate() {
        assert_eq!(
            by_code.get(&reference::loss(plies as u16)).copied().unwrap_or(0),
            count,
            "losses in {plies}"
        );
    }
    assert_eq!((by_code[&reference::win(21)], by_code[&reference::loss(22)]), (57, 8));
    assert_eq!(by_code.len(), 1 + 12 + 13);
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let board = Board::new(4);
    let all = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut above = None;
            let mut bytes = Vec::new();
            for marks in (6..=16).rev() {
                let tier = solve(&board, marks, above.as_ref(), Processor::detect());
                let start = bytes.len();
                bytes.resize(start + tier.slots() as usize / 4, 0);
                tier.encode(0, &mut bytes[start..]);
                above = Some(tier);
            }
            bytes
        })
    };
    assert!(all(1) == all(3));
}

#[test]
fn a_stopped_tier_goes_on_to_the_same_values() {
    let board = Board::new(4);
    let top = solve(&board, 16, None, Processor::detect());
    let whole = solve(&board, 15, Some(&top), Processor::detect());
    for stop in 0..6 {
        let mut pool = Pool::default();
        let mut observer = |progress: &Progress<'_>| match progress.round == stop {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let ending =
            solve_tier(&board, 15, Some(&top), Processor::detect(), &mut pool, &mut observer).unwrap();
        let Ending::Stopped(state) = ending else { panic!("round {stop} was not reached") };
        let mut observer = |_: &Progress<'_>| ControlFlow::Continue(());
        let Ending::Solved(tier) = resume_tier(&board, state, Processor::detect(), &mut pool, &mut observer)
        else {
            panic!("nothing stops it")
        };
        assert!(tier.win().chunks() == whole.win().chunks() && tier.loss().chunks() == whole.loss().chunks());
    }
}

#[test]
fn the_top_of_5x5_obeys_the_rules_at_random_positions() {
    let board = Board::new(5);
    let mut tiers: Vec<(Shapes, CubeTier)> = Vec::new();
    let mut random = 0x2545_F491_4F6C_DD1D_u64;
    for marks in (23..=25).rev() {
        let tier = solve(&board, marks, tiers.last().map(|above| &above.1), Processor::detect());
        tiers.push((Shapes::new(&board, marks), tier));
        let here = tiers.last().unwrap();
        let above = tiers.len().checked_sub(2).map(|place| &tiers[place]);
        for _ in 0..20_000 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let slot = (random >> 8) % here.1.slots();
            let read = |child: usize, up: bool| {
                let tier = if up { &above.expect("a blank leads to the tier above").1 } else { &here.1 };
                tier.value(child as u64)
            };
            let shapes = (&here.0, above.map(|above| &above.0));
            let expected = reference::value_from_children(&board, shapes, slot as usize, read);
            assert_eq!(here.1.value(slot), expected, "{marks} marks, slot {slot}");
        }
    }
    let counts = tiers[0].1.counts();
    let sum = counts.iter().fold([0; 3], |sum, c| [sum[0] + c.win, sum[1] + c.loss, sum[2] + c.draw]);
    assert_eq!(sum, [20_073_427, 13_326_948, 154_057]);
}
