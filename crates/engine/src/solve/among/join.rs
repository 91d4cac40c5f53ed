//! The file of a layer, joined of the pieces that all peers have left.

use std::io::ErrorKind::InvalidData;
use std::ops::Range;

use kaiketsu_db::{
    BLOCK_POSITIONS, Coding, DbError, Frame, FrameFile, LayerFacts, LayerJoiner, PackedBlock, Storage,
    layer_file,
};
use kaiketsu_game::Code;

use super::pieces::{block, codes, open, positions, unread};
use crate::parallel;
use crate::solve::crew::together;
use crate::solve::{Checkpoint, Crew, SolveError};

/// Blocks that a thread reads before they are written.
const AT_ONCE: usize = 4;

/// A frame in one of the files.
struct Piece {
    positions: Range<u64>,
    file: usize,
    frame: Frame,
}

/// Joins the pieces in some places.
pub(super) fn join(
    places: &[Checkpoint<'_>],
    storage: &dyn Storage,
    crew: &dyn Crew,
    facts: LayerFacts,
    coding: Coding,
) -> Result<(), SolveError> {
    let files = places.iter().map(|place| open(place, &facts)).collect::<Result<Vec<_>, _>>()?;
    let found = Found { places, files: &files, facts: &facts, coding };
    let pieces = found.pieces();
    let mut joiner = LayerJoiner::create_as(storage, facts.clone(), coding)?;
    let blocks: Vec<Range<u64>> =
        (0..).map(|number| block(number, facts.positions)).take_while(|block| !block.is_empty()).collect();
    for some in blocks.chunks(AT_ONCE * crew.workers()) {
        let read = |which: usize| {
            let block = &some[which];
            let first = pieces.partition_point(|piece| piece.positions.start < block.start);
            let end = pieces.partition_point(|piece| piece.positions.start < block.end);
            found.block(block, &pieces[first..end])
        };
        for block in together(crew, || parallel::try_map(some.len(), &read))? {
            joiner.push(&block)?;
        }
    }
    joiner.finish()?;
    Ok(())
}

/// What there is to join.
struct Found<'a> {
    places: &'a [Checkpoint<'a>],
    files: &'a [FrameFile],
    facts: &'a LayerFacts,
    coding: Coding,
}

impl Found<'_> {
    /// All pieces by their positions, longer ones first.
    fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for (file, frames) in self.files.iter().map(FrameFile::frames).enumerate() {
            let piece = |frame: &Frame| Piece { positions: positions(frame.key), file, frame: *frame };
            pieces.extend(frames.iter().map(piece));
        }
        let order = |piece: &Piece| (piece.positions.start, std::cmp::Reverse(piece.positions.end));
        pieces.sort_by_key(order);
        pieces
    }

    /// A block: as somebody made it, or made of its parts.
    fn block(&self, block: &Range<u64>, pieces: &[Piece]) -> Result<PackedBlock, SolveError> {
        let damaged = |piece: &Piece| unread(&self.places[piece.file], InvalidData.into());
        let missing = || DbError::Io {
            file: layer_file(self.facts.layer),
            doing: "joining what the processes made, of which a part is missing",
            source: std::io::ErrorKind::NotFound.into(),
        };
        let first = pieces.first().ok_or_else(missing)?;
        if first.positions == *block {
            return PackedBlock::from_bytes(&self.read(first)?).ok_or_else(|| damaged(first));
        }
        let mut whole = vec![Code::DRAW; (block.end - block.start) as usize];
        let mut end = block.start;
        for piece in pieces {
            let part = codes(&self.read(piece)?, &piece.positions).map_err(|_| damaged(piece))?;
            if piece.positions.start > end || piece.positions.end > block.end {
                return Err(damaged(piece));
            }
            whole[(piece.positions.start - block.start) as usize..][..part.len()].copy_from_slice(&part);
            end = end.max(piece.positions.end);
        }
        if end < block.end {
            return Err(missing().into());
        }
        Ok(PackedBlock::new(self.facts, self.coding, block.start / BLOCK_POSITIONS, &whole)?)
    }

    fn read(&self, piece: &Piece) -> Result<Vec<u8>, SolveError> {
        let read = self.files[piece.file].read(&piece.frame);
        read.map_err(|error| unread(&self.places[piece.file], error))
    }
}
