//! The quiet game: whether the others run out of rings for the places that only they can fill.
//!
//! There are at least as many rings of a size as places, so all places of a size are filled in the
//! end unless a line is made, each by a colour that has a ring left. Take some of the others as
//! *guests*, and call a place *barred* if each guest would complete a line there or has no ring
//! of its size. Barred places stay barred, and only the remaining colours, the one alone among
//! them, can fill them without a line. So there is a line in the end if fewer rings of the size
//! are left to those than places are barred; the *margin* is what is left over.
//!
//! A ring of the remaining colours on a place that is not barred takes one off the margin, and
//! nothing adds to it: rings on barred places take one off both, those of the guests touch
//! neither, and a place that becomes barred takes one off. So the one alone only has to put margin + 1
//! rings on places that are not barred. In the quiet game nobody threatens him, so nothing
//! keeps him from it but that he runs short of rings of the size, or of such places:
//! the guests may fill one in each of their turns, as long as they have rings. If another fills
//! one, he needs one less.

use super::Party;
use crate::otrio::Colour;
use crate::otrio::state::{SearchState, layer};

impl Party {
    /// Whether the one alone can drive somebody to complete a line, whatever the others do.
    pub(super) fn starves_others(&self, state: &SearchState) -> bool {
        (0..3).any(|size| {
            let barred = (0..self.players).map(|colour| barred(state, colour, size));
            let some = barred.zip(0..).any(|(places, colour)| colour != self.alone && places != 0);
            let guests = (1..1 << self.players).filter(|guests: &u8| guests >> self.alone & 1 == 0);
            some && guests.into_iter().any(|guests| self.starves(state, guests, size))
        })
    }

    /// The same by the places of a size that are barred for some guests, a bit for each colour.
    fn starves(&self, state: &SearchState, guests: u8, size: usize) -> bool {
        let left = |colour: Colour| i32::from(state.left[usize::from(colour)][size]);
        let is_guest = |colour: &Colour| guests >> colour & 1 != 0;
        let free = state.free & layer(size);
        let (mut closed, mut margin, mut supply, mut sooner) = (free, 0, 0, 0);
        for colour in 0..self.players {
            if is_guest(&colour) {
                closed &= barred(state, colour, size);
                supply += left(colour);
                sooner += i32::from(self.turns_until(state, colour) < self.turns_until(state, self.alone));
            } else {
                margin += left(colour);
            }
        }
        margin -= closed.count_ones() as i32;
        if margin < 0 {
            return true;
        }
        // The turns of the guests before he has put margin + 1 rings.
        let turns = sooner + margin * guests.count_ones() as i32;
        let open = (free & !closed).count_ones() as i32;
        closed != 0 && left(self.alone) > margin && open - margin > supply.min(turns)
    }

    /// How many turns come before that of a colour.
    fn turns_until(&self, state: &SearchState, colour: Colour) -> u8 {
        (colour + self.players - state.turn) % self.players
    }
}

/// The free places of a size where a colour cannot be placed without a line.
fn barred(state: &SearchState, colour: Colour, size: usize) -> u32 {
    let free = state.free & layer(size);
    let colour = usize::from(colour);
    if state.left[colour][size] == 0 { free } else { free & state.threats[colour] }
}

#[cfg(test)]
mod tests {
    use kaiketsu_game::{Certifiable, Game, Outcome, Provable};
    use kaiketsu_testkit::naive;
    use kaiketsu_testkit::random::{Random, after_random_moves};

    use crate::otrio::party::parties;

    /// In all positions below some late ones who is starved loses; and that is seen often, long
    /// before the end too.
    #[test]
    fn who_is_starved_loses() {
        let mut random = Random::new(5);
        let mut starved = [0; 10];
        for game in parties().filter(|game| game.quiet) {
            let late: Vec<_> = (0..4).map(|_| after_random_moves(&game, 19, &mut random)).collect();
            for (position, value) in naive::solve(&game, naive::closure(&game, late)) {
                let mover = game.side_to_move(&position);
                let state = game.state(&position, mover);
                if game.ending(&position).is_none() && game.starves_others(&state) {
                    let alone_wins = (mover == game.side(game.alone)) == (value.outcome == Outcome::Win);
                    assert!(alone_wins, "{} {position:?}", game.id());
                    starved[state.free.count_ones() as usize] += 1;
                }
            }
        }
        assert!(starved[1..8].iter().all(|count| *count > 20), "{starved:?}");
    }
}
