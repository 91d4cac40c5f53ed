//! The file of a layer, made by all who have part of what was spread.
//!
//! ```text
//! owner of a stretch -> codes of whole blocks -> blocks as they stand in the file, one file of them a peer
//!                                             -> the first peer joins them
//! ```

use kaiketsu_db::{BLOCK_POSITIONS, Coding, DbError, FrameWriter, LayerFacts, Storage};
use kaiketsu_game::Code;

use super::join::join;
use super::pieces::{block, frame, header, key};
use crate::parallel;
use crate::solve::crew::together;
use crate::solve::spread::{Deal, Part, agree};
use crate::solve::{Checkpoint, Crew, Exchange, LayerFiles, SolveError};

/// Blocks that a thread makes before they are written.
const AT_ONCE: usize = 4;

/// Bytes before the codes of a message: where they begin.
const START: usize = 8;

/// The codes of whole blocks, and which blocks they are.
struct Blocks<'a> {
    deal: Deal,
    me: usize,
    code: Box<dyn Fn(usize) -> Code + Sync + 'a>,
}

impl Part {
    /// Writes the layer that this is a part of.
    pub(super) fn write(
        &self,
        exchange: &mut dyn Exchange,
        crew: &dyn Crew,
        files: &LayerFiles<'_>,
        storage: &dyn Storage,
        layer: u32,
        coding: Coding,
    ) -> Result<(), SolveError> {
        let facts = files.facts(layer);
        let checkpoint = files.checkpoint(layer);
        let peers = exchange.peers();
        let name = |peer: usize| checkpoint.named(&format!("blocks-{peer:04}-of-{peers:04}"));
        let blocks = self.blocks(exchange)?;
        let made = blocks.make(crew, &facts, coding, &name(self.me));
        agree(exchange, made.err(), &[], &mut |_| ())?;
        let joined = match self.me {
            0 => join(&(0..peers).map(name).collect::<Vec<_>>(), storage, crew, facts, coding),
            _ => Ok(()),
        };
        agree(exchange, joined.err(), &[], &mut |_| ())?;
        Ok(())
    }

    /// Whole blocks: as they were dealt, or where less was dealt as one, put together.
    fn blocks(&self, exchange: &mut dyn Exchange) -> Result<Blocks<'_>, SolveError> {
        let me = self.me;
        if self.deal.is_of(BLOCK_POSITIONS) {
            return Ok(Blocks { deal: self.deal, me, code: Box::new(|local| self.state.code(local)) });
        }
        let deal = Deal::new(self.field.size(), exchange.peers(), BLOCK_POSITIONS);
        let mut codes = vec![Code::DRAW; deal.size_of(me)];
        let mut take = |batch: &[u8]| {
            let (start, told) = batch.split_first_chunk::<START>().expect("codes begin somewhere");
            let (stretch, offset) = deal.find(u64::from_le_bytes(*start));
            let codes = &mut codes[deal.local_start(stretch) + offset as usize..];
            let told = told.as_chunks().0.iter().map(|code| Code(u16::from_le_bytes(*code)));
            codes.iter_mut().zip(told).for_each(|(code, told)| *code = told);
        };
        for mine in self.deal.stretches_of(me) {
            let mut range = self.deal.range(mine);
            while !range.is_empty() {
                let (stretch, _) = deal.find(range.start);
                let end = range.end.min((range.start / BLOCK_POSITIONS + 1) * BLOCK_POSITIONS);
                let mut batch = range.start.to_le_bytes().to_vec();
                for index in range.start..end {
                    let (stretch, offset) = self.deal.find(index);
                    let code = self.state.code(self.deal.local_start(stretch) + offset as usize);
                    batch.extend(code.0.to_le_bytes());
                }
                exchange.send(deal.owner(stretch), batch)?;
                range.start = end;
            }
            exchange.turn(&mut take)?;
        }
        agree(exchange, None, &[], &mut take)?;
        Ok(Blocks { deal, me, code: Box::new(move |local| codes[local]) })
    }
}

impl Blocks<'_> {
    /// Makes the blocks, and keeps them in a file.
    fn make(
        &self,
        crew: &dyn Crew,
        facts: &LayerFacts,
        coding: Coding,
        place: &Checkpoint<'_>,
    ) -> Result<(), SolveError> {
        let failed = |source| DbError::Io { file: place.describe(), doing: "writing blocks", source };
        let file = FrameWriter::new(place.create().map_err(failed)?, &header(facts)).map_err(failed)?;
        let mut blocks = Vec::new();
        for stretch in self.deal.stretches_of(self.me) {
            let range = self.deal.range(stretch);
            for start in range.clone().step_by(BLOCK_POSITIONS as usize) {
                let local = self.deal.local_start(stretch) + (start - range.start) as usize;
                let length = (range.end - start).min(BLOCK_POSITIONS) as usize;
                blocks.push((start / BLOCK_POSITIONS, local..local + length));
            }
        }
        for some in blocks.chunks(AT_ONCE * crew.workers()) {
            let made = together(crew, || {
                parallel::try_map(some.len(), &|which| {
                    let (number, local) = some[which].clone();
                    let code = |local| match facts.distances {
                        true => (self.code)(local),
                        false => (self.code)(local).without_plies(),
                    };
                    let codes: Vec<Code> = local.map(code).collect();
                    frame(facts, coding, &block(number, facts.positions), &codes)
                })
            })?;
            let key = |number: &u64| key(&block(*number, facts.positions));
            some.iter().zip(made).for_each(|((number, _), bytes)| file.add(key(number), Ok(bytes)));
        }
        Ok(file.commit().map_err(failed)?)
    }
}
