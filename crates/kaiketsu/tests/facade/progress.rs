//! What a solve tells of its progress.

use std::sync::Mutex;

use kaiketsu::{Progress, Registry, Request};

/// Notes how far a solve says it is.
#[derive(Default)]
struct Notes(Mutex<Told>);

#[derive(Default)]
struct Told {
    positions: u64,
    done: u64,
    /// Positions that were counted before the work under way was done.
    partly: Vec<u64>,
    /// After each piece of work, the share of positions and of the work.
    shares: Vec<(f64, f64)>,
}

impl Progress for Notes {
    fn begin(&self, _: &str, positions: u64) {
        self.0.lock().unwrap().positions = positions;
    }

    fn partly(&self, positions: u64) {
        self.0.lock().unwrap().partly.push(positions);
    }

    fn advance(&self, positions: u64, _: bool) {
        self.0.lock().unwrap().done += positions;
    }

    fn worked(&self, share: f64) {
        let mut told = self.0.lock().unwrap();
        let positions = told.done as f64 / told.positions as f64;
        told.shares.push((positions, share));
    }
}

fn told(id: &str) -> Told {
    let game = Registry::standard().get(id).unwrap();
    let request = Request { threads: 1, memory: 1 << 30, ..Request::default() };
    let notes = Notes::default();
    game.solver().unwrap().solve_into(&kaiketsu_db::Memory::new(), &request, &notes).unwrap();
    notes.0.into_inner().unwrap()
}

/// It is one tier: without a word from inside it, the bar would stay at 0 %.
#[test]
fn nocca_tells_how_far_its_only_tier_is() {
    let told = told("nocca-4x3");
    assert_eq!(told.done, told.positions);
    assert!(told.partly.len() > 20, "{:?}", told.partly);
    assert!(told.partly.is_sorted(), "with one thread nothing goes back: {:?}", told.partly);
    let share = |positions: &u64| *positions as f64 / told.positions as f64;
    for tenth in [0.1, 0.3, 0.5] {
        assert!(told.partly.iter().any(|positions| (share(positions) - tenth).abs() < 0.1), "{tenth}");
    }
    assert!(told.partly.iter().all(|positions| share(positions) <= 1.0));
}

/// Where three stones fly a position has many moves and takes long. Positions alone
/// would promise too little time at first, and more and more later.
#[test]
fn flying_stones_are_more_work_than_their_number() {
    let told = told("nine-mens-morris-4");
    let (positions, work) =
        *told.shares.iter().rfind(|(positions, _)| *positions < 0.1).expect("the small tiers come first");
    assert!(
        positions > 0.05 && work > 1.5 * positions,
        "{positions:.3} of the positions, {work:.3} of the work"
    );
    let shares: Vec<f64> = told.shares.iter().map(|(_, work)| *work).collect();
    assert!(shares.is_sorted(), "{shares:?}");
    assert!((shares.last().unwrap() - 1.0).abs() < 1e-9);
}
