//! What a page calls. Text and bytes go through the memory of the program: the page
//! asks for room, writes into it, and says what it has written.

use std::sync::{Mutex, MutexGuard, PoisonError};

use kaiketsu::Registry;

use crate::Session;

struct Desk {
    session: Option<Session>,
    /// What the page has written.
    room: Vec<u8>,
    answer: String,
}

static DESK: Mutex<Desk> = Mutex::new(Desk { session: None, room: Vec::new(), answer: String::new() });

fn desk() -> MutexGuard<'static, Desk> {
    DESK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for so many bytes, and says where it is.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn room(length: usize) -> *mut u8 {
    let mut desk = desk();
    desk.room = vec![0; length];
    desk.room.as_mut_ptr()
}

/// Takes what is in the room for a question; says how long the answer is.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn ask() -> usize {
    let desk = &mut *desk();
    let session = desk.session.get_or_insert_with(|| Session::new(Registry::standard()));
    let question = std::mem::take(&mut desk.room);
    desk.answer = session.ask(&String::from_utf8_lossy(&question));
    desk.answer.len()
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer() -> *const u8 {
    desk().answer.as_ptr()
}

/// Takes what is in the room for part of a file, by its number in the list that the
/// last answer needed. A whole file may be given in place of a part.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn give(number: usize, whole: bool) {
    let desk = &mut *desk();
    let bytes = std::mem::take(&mut desk.room);
    if let Some(session) = &mut desk.session {
        session.give(number, bytes, whole);
    }
}
