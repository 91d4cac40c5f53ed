//! The 49 ways to win at Otrio, found by geometry.

use super::Place;

/// The lines of the 3x3x3 cube of places.
///
/// A line starts at a place and takes three steps in a direction in which every
/// coordinate stays, rises from 0 to 2 or falls from 2 to 0. Each line is met
/// once: of a direction and its opposite, only the one that rises first counts.
pub const LINES: [[Place; 3]; 49] = {
    let mut lines = [[Place(0); 3]; 49];
    let mut count = 0;
    let mut direction = 14; // 13 in base 3 is no step at all; greater ones rise first
    while direction < 27 {
        let step = [direction / 9, direction / 3 % 3, direction % 3];
        let mut start = 0;
        while start < 27 {
            let from = [start / 9, start / 3 % 3, start % 3];
            if fits(from[0], step[0]) && fits(from[1], step[1]) && fits(from[2], step[2]) {
                let mut k = 0;
                while k < 3 {
                    lines[count][k] = Place::at(
                        walk(from[2], step[2], k as u8),
                        walk(from[1], step[1], k as u8),
                        walk(from[0], step[0], k as u8),
                    );
                    k += 1;
                }
                count += 1;
            }
            start += 1;
        }
        direction += 1;
    }
    assert!(count == 49);
    lines
};

/// Whether a coordinate can take two steps: 0 falls, 1 stays, 2 rises.
const fn fits(from: u8, step: u8) -> bool {
    match step {
        0 => from == 2,
        1 => true,
        _ => from == 0,
    }
}

const fn walk(from: u8, step: u8, times: u8) -> u8 {
    from + step * times - times
}
