//! Forward search for weak solutions: the value of one position, and a proof.
//!
//! ```text
//! Game + Provable -> Prover -> Answer, Solution
//!                        \---> Certificate -> check (rules alone)
//! ```
//!
//! - [`Provable`] is what a game tells the prover; [`Plain`] does it for any
//!   game by its rules alone.
//! - [`Prover`] asks *can this side force that goal?*, twice per position for
//!   a value, with a transposition table of fixed size shared by threads.
//! - Where positions may repeat ([`Provable::ends`]) it watches for that and, if
//!   it happens, goes on in a way that is exact then too (`race.rs`).
//! - [`Certificate`] is a strategy written down, and [`check`] replays it
//!   against the rules without search.
//! - [`Published`] repeats the searches of the papers and counts as they do.
//! - [`Searched`] is the oracle made of all this: the books ([`Verdicts`],
//!   [`OpeningsBook`]) are asked before the prover, and what is found is kept.
//!
//! In the book: `docs/algorithms/proof-numbers.md`, `docs/algorithms/depth-first.md` and
//! `docs/algorithms/certificates.md` explain them, `docs/prove.md` has what was measured.

mod answer;
mod certificate;
mod check;
mod depth_first;
mod forcing;
mod limits;
mod line;
mod openings;
mod openings_book;
mod ordering;
mod plain;
mod proof_numbers;
mod prove;
mod prover;
mod published;
mod race;
mod relaxation;
mod request;
mod room;
mod searched;
mod table;
mod verdicts;
mod watch;
mod writer;

pub use answer::{Answer, CompleteWinner, Options, SearchRow, Solution, Verdict, Winner};
pub use certificate::{Certificate, Claim, Claims};
pub use check::{Checked, Refusal, check, check_within, read_claims};
pub use kaiketsu_db::BookError;
pub use kaiketsu_game::{
    Aim, Certifiable, Glance, Goal, Goals, Method, Provable, Purpose, Relaxed, Side, UnknownGoal,
};
pub use openings::openings;
pub use openings_book::OpeningsBook;
pub use ordering::{Ordering, Published, PublishedOrdering, UnknownOrdering};
pub use plain::{AtTurn, Plain};
pub use prover::Prover;
pub use published::{OutOfMemory, PublishedAnswer, PublishedSearch, answers_tried};
pub use race::Undecided;
pub use request::{Report, Request, RequestError, play_all};
pub use room::NoRoom;
pub use searched::Searched;
pub use verdicts::Verdicts;
