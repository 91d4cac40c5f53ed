//! Reading everything and comparing it with what the file says of itself.

use rayon::prelude::*;

use crate::block::BLOCK_POSITIONS;
use crate::error::{DbError, Part};
use crate::reader::LayerReader;
use crate::tally::Tally;

/// Blocks decoded side by side: at most 64 times 128 KiB in memory at once,
/// as words, and as much again decoded.
const BATCH: u64 = 64;

impl LayerReader {
    /// Reads every block: checksums, codes, counts, the longest distance and
    /// the signatures, computed anew. `progress` is told now and then how
    /// many positions have been read.
    pub fn check(&self, progress: &mut dyn FnMut(u64)) -> Result<(), DbError> {
        let distances = self.facts().distances;
        let (mut values, mut plies) = (blake3::Hasher::new(), blake3::Hasher::new());
        let mut tally = Tally::default();
        let mut next = 0;
        while next < self.blocks() {
            let batch = next..self.blocks().min(next + BATCH);
            next = batch.end;
            let decoded: Vec<_> = batch
                .into_par_iter()
                .map(|number| {
                    let block = self.decode(number)?;
                    let values = block.values();
                    let words = if distances { block.words() } else { Vec::new() };
                    Ok((block.tally(&values), values, words))
                })
                .collect::<Result<_, DbError>>()?;
            for (block_tally, block_values, words) in decoded {
                tally.add(&block_tally);
                values.update(&block_values);
                plies.update(&words);
            }
            progress(self.positions().min(next * BLOCK_POSITIONS));
        }
        let said = self.summary();
        let same = (tally.win, tally.loss, tally.draw) == (said.win, said.loss, said.draw)
            && tally.longest(distances) == said.longest
            && said.signature_values == values.finalize().into()
            && said.signature_plies == distances.then(|| plies.finalize().into());
        if same {
            Ok(())
        } else {
            Err(DbError::Damaged { file: self.file().to_string(), part: Part::Summary })
        }
    }
}
