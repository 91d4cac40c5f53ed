//! How many positions two-player Otrio has, and what a strong solution would take.

use kaiketsu_engine::analyse::Random;
use kaiketsu_games::otrio::Otrio;
use kaiketsu_games::otrio::arrangements::{Ply, Squares, has_line, plies};

use super::PAPER;
use crate::numbers::{grouped, scientific};
use crate::{Row, Section, Workbench};

/// Arrangements taken at random after each number of plies, and fewer for a brief report.
const SAMPLES: [u64; 2] = [20_000, 400];

/// What each stored position takes in the cheapest of our solves: bits of a value while it is
/// solved, nanoseconds of processor time (the table of `cubes` in docs/kernels.md), and what
/// the general kernel `queue` takes at best.
const BITS: f64 = 2.0;
const NANOSECONDS: f64 = 3.6;
const NANOSECONDS_OF_QUEUE: f64 = 220.0;

/// A number with its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Estimate {
    mean: f64,
    error: f64,
}

impl Estimate {
    fn plus(self, other: Estimate) -> Estimate {
        Estimate { mean: self.mean + other.mean, error: self.error.hypot(other.error) }
    }

    fn times(self, factor: f64) -> Estimate {
        Estimate { mean: self.mean * factor, error: self.error * factor }
    }
}

/// A number below `bound`, each as likely as the others: what the bounds of `Random` leave over
/// is drawn again.
fn uniform(random: &mut Random, bound: u64) -> u64 {
    let whole = u64::MAX / bound * bound;
    loop {
        let bits = random.bits();
        if bits < whole {
            return bits % bound;
        }
    }
}

/// The share of arrangements without a finished line.
fn open_share(squares: &Squares, ply: &Ply, samples: u64, random: &mut Random) -> Estimate {
    let is_open = |_: &u64| !has_line(&ply.arrangement(squares, uniform(random, ply.count())).0);
    let open = (0..samples).filter(is_open).count();
    let mean = open as f64 / samples as f64;
    Estimate { mean, error: (mean * (1.0 - mean) / samples as f64).sqrt() }
}

pub(super) fn section(bench: &Workbench<'_>, game: Otrio, id: &str) -> Section {
    let samples = SAMPLES[usize::from(bench.scope.brief)];
    let squares = Squares::of(&game);
    let mut random = Random::new(2019);
    let (mut rows, mut all, mut classes, mut open) = (Vec::new(), 0_u128, 0_u128, Estimate::default());
    for (number, ply) in plies(&squares).iter().enumerate() {
        let share = open_share(&squares, ply, samples, &mut random);
        let text = format!("{}; {} up to symmetry", grouped(ply.count()), grouped(ply.classes));
        let note = format!("{:.4} without a line, error {:.4}", share.mean, share.error);
        rows.push(Row::fresh(format!("arrangements after {number} plies"), text).note(note));
        all += u128::from(ply.count());
        classes += u128::from(ply.classes);
        open = open.plus(share.times(ply.classes as f64));
    }
    rows.push(Row::fresh("arrangements in all", all).note(format!("{classes} up to symmetry")));
    let what = format!("{samples} arrangements a ply, each equally likely");
    let number = format!("{:.4e}, error {:.0e}", open.mean, open.error);
    rows.push(Row::fresh("without a line, up to symmetry", number).note(what));
    let hours = |nanoseconds: f64| scientific(open.mean * nanoseconds / 3.6e12);
    let bytes = scientific(open.mean * BITS / 8.0);
    rows.push(
        Row::fresh("bytes of values while it is solved", bytes).note(format!("{BITS} bits a position")),
    );
    let note =
        format!("at {NANOSECONDS} ns a position; {} at {NANOSECONDS_OF_QUEUE}", hours(NANOSECONDS_OF_QUEUE));
    rows.push(Row::fresh("hours of a core", hours(NANOSECONDS)).note(note));
    let title = format!("{id}: how many positions there are, and what a strong solution would take");
    Section::new(PAPER, &format!("{id}-positions"), &title, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nobody has three rings before the ninth ply; after it the first colour has, on any three
    /// places with equal chances, and so many of them are lines.
    #[test]
    fn shares_after_few_plies_are_what_they_must_be() {
        let choose_3 = |n: f64| n * (n - 1.0) * (n - 2.0) / 6.0;
        for (game, lines, places) in [(Otrio::STANDARD, 49.0, 27.0), (Otrio::NO_CENTRE, 36.0, 26.0)] {
            let squares = Squares::of(&game);
            let (mut random, plies) = (Random::new(1), plies(&squares));
            let mut share = |ply: usize, samples| open_share(&squares, &plies[ply], samples, &mut random);
            for ply in 0..9 {
                assert_eq!(share(ply, 500), Estimate { mean: 1.0, error: 0.0 });
            }
            let Estimate { mean, error } = share(9, 40_000);
            let exact = 1.0 - lines / choose_3(places);
            assert!(error < 0.001 && (mean - exact).abs() < 4.0 * error, "{mean} and {exact}, error {error}");
        }
    }

    #[test]
    fn errors_add_up_as_squares() {
        let sum = Estimate { mean: 1.0, error: 3.0 }.plus(Estimate { mean: 2.0, error: 4.0 });
        assert_eq!(sum.times(2.0), Estimate { mean: 6.0, error: 10.0 });
    }

    #[test]
    fn all_numbers_are_equally_likely() {
        let mut random = Random::new(4);
        let bound = u64::MAX / 3 * 2;
        let low = (0..30_000).filter(|_| uniform(&mut random, bound) < bound / 2).count();
        assert!((14_500..15_500).contains(&low), "{low}");
    }
}
