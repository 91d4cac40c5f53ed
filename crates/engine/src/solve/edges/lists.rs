//! For each position of a tier, where moves lead to it from.
//!
//! The lists of 64 neighbours are a *page*:
//!
//! ```text
//! | end of list 0 | ... | end of list 63 | list 0 ... | list 1 ... | ...    4 bytes each
//! ```
//!
//! Ends count from the first list of the page. Pages lie in memory, or in a
//! file of which each thread holds the page that it read last.

use std::io;
use std::sync::Mutex;

use kaiketsu_db::Source;
use kaiketsu_game::Origin;

use super::Files;
use super::gather::{BUCKET, Lead, Runs};
use crate::parallel;

/// Positions of a page.
const PAGE: usize = 64;

/// Lists of origins; see the module.
pub(super) struct Lists {
    /// Where the pages of each bucket begin, in words from its own beginning;
    /// one more for the end.
    pages: Vec<Vec<u32>>,
    words: Words,
}

enum Words {
    /// For each bucket.
    Memory(Vec<Vec<u32>>),
    File {
        source: Box<dyn Source>,
        /// Where each bucket begins, in words.
        buckets: Vec<u64>,
        /// For each thread, the number of a page and its words.
        held: Vec<Mutex<(usize, Vec<u32>)>>,
        failure: Mutex<Option<io::Error>>,
    },
}

impl Lists {
    /// The lists of all moves that were gathered; in a file if there is a
    /// place for it.
    pub(super) fn new(gathered: &Runs, files: Option<&Files<'_>>) -> io::Result<Self> {
        let buckets = gathered.buckets();
        let make = |bucket: usize| gathered.bucket(bucket).map(|leads| pages_of(&leads));
        let Some(files) = files else {
            let (pages, words) = parallel::try_map(buckets, &make)?.into_iter().unzip();
            return Ok(Lists { pages, words: Words::Memory(words) });
        };
        let (mut pages, mut starts, mut words_written) = (Vec::new(), Vec::new(), 0);
        let source = files.keep(0, |sink| {
            let threads = rayon::current_num_threads();
            for first in (0..buckets).step_by(threads) {
                let some = threads.min(buckets - first);
                for (page_starts, words) in parallel::try_map(some, &|place| make(first + place))? {
                    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                    sink.write_all(&bytes)?;
                    pages.push(page_starts);
                    starts.push(words_written);
                    words_written += words.len() as u64;
                }
            }
            Ok(())
        })?;
        let held = (0..rayon::current_num_threads()).map(|_| Mutex::new((usize::MAX, Vec::new()))).collect();
        Ok(Lists { pages, words: Words::File { source, buckets: starts, held, failure: Mutex::default() } })
    }

    /// Appends the origins of the moves that lead to a position.
    pub(super) fn origins(&self, index: u64, origins: &mut Vec<Origin>) {
        let (page, place) = (index as usize / PAGE, index as usize % PAGE);
        let (bucket, page_in_bucket) = (index as usize / BUCKET, index as usize % BUCKET / PAGE);
        let begin = self.pages[bucket][page_in_bucket] as usize;
        let end = self.pages[bucket][page_in_bucket + 1] as usize;
        if begin == end {
            return; // no move leads to any position of the page
        }
        match &self.words {
            Words::Memory(words) => list(&words[bucket][begin..end], place, origins),
            Words::File { source, buckets, held, failure } => {
                let thread = rayon::current_thread_index().unwrap_or(0) % held.len();
                let mut held = held[thread].lock().expect("no panic while pages are read");
                if held.0 != page {
                    let first = buckets[bucket] + begin as u64;
                    match read(&**source, first, end - begin, &mut held.1) {
                        Ok(()) => held.0 = page,
                        Err(error) => {
                            *failure.lock().expect("no panic while pages are read") = Some(error);
                            return;
                        }
                    }
                }
                list(&held.1, place, origins);
            }
        }
    }

    /// What went wrong while pages were read.
    pub(super) fn failure(&self) -> io::Result<()> {
        match &self.words {
            Words::Memory(_) => Ok(()),
            Words::File { failure, .. } => {
                failure.lock().expect("no panic while pages are read").take().map_or(Ok(()), Err)
            }
        }
    }
}

/// Where the pages of a bucket begin, and their words.
fn pages_of(leads: &[Lead]) -> (Vec<u32>, Vec<u32>) {
    let mut counts = vec![0_u32; BUCKET];
    for lead in leads {
        counts[usize::from(lead.target)] += 1;
    }
    let mut starts = Vec::with_capacity(BUCKET / PAGE + 1);
    let mut words = Vec::with_capacity(leads.len() + BUCKET);
    // From here on, where the next origin of each target goes.
    for page in counts.chunks_mut(PAGE) {
        starts.push(words.len() as u32);
        let in_page: u32 = page.iter().sum();
        if in_page > 0 {
            let first = (words.len() + PAGE) as u32;
            let mut end = 0;
            for count in page {
                let begin = first + end;
                end += *count;
                words.push(end);
                *count = begin;
            }
            words.resize(words.len() + in_page as usize, 0);
        }
    }
    starts.push(words.len() as u32);
    for lead in leads {
        let place = &mut counts[usize::from(lead.target)];
        words[*place as usize] = lead.origin;
        *place += 1;
    }
    (starts, words)
}

fn list(page: &[u32], place: usize, origins: &mut Vec<Origin>) {
    let begin = if place == 0 { 0 } else { page[place - 1] };
    let list = &page[PAGE + begin as usize..PAGE + page[place] as usize];
    let read = |origin: &u32| Origin { index: (origin / 2).into(), passes: origin.is_multiple_of(2) };
    origins.extend(list.iter().map(read));
}

fn read(source: &dyn Source, first: u64, count: usize, words: &mut Vec<u32>) -> io::Result<()> {
    let mut bytes = vec![0; 4 * count];
    source.read_at(4 * first, &mut bytes)?;
    words.clear();
    words.extend(bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])));
    Ok(())
}

#[cfg(test)]
mod tests {
    use kaiketsu_db::Memory;

    use super::super::gather::Gather;
    use super::*;
    use crate::solve::Checkpoint;

    /// Origins as a plain table has them, with many runs and several buckets.
    #[test]
    fn lists_hold_what_was_put() {
        let (memory, size) = (Memory::new(), 2 * BUCKET + 700);
        for in_files in [false, true] {
            let files = in_files.then(|| Files { place: Checkpoint::new(&memory, 3), first: 0 });
            let moves = Gather::new(size, 2_000, files.as_ref());
            let mut expected = vec![Vec::new(); size];
            let mut state = 5_u64;
            for origin in 0..30_000_u32 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                // A third of all moves lead to the same few positions.
                let target = (state >> 33) as usize % if origin % 3 == 0 { 5 } else { size };
                moves.put(std::iter::once((target as u32, origin)));
                expected[target].push(Origin { index: (origin / 2).into(), passes: origin % 2 == 0 });
            }
            let runs = moves.finish().unwrap();
            assert!(runs.count() >= 15);
            let lists = Lists::new(&runs, files.as_ref()).unwrap();
            for (index, expected) in expected.iter_mut().enumerate() {
                let mut found = Vec::new();
                lists.origins(index as u64, &mut found);
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(&found, expected, "{index}");
            }
            lists.failure().unwrap();
        }
    }
}
