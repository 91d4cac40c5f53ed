//! Proof-number search, depth first (df-pn).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::{Glance, Goal, Provable};

const INFINITE: u32 = 1 << 24;

/// x
pub struct NumberTable { words: Box<[[AtomicU64; 8]]>, mask: u64 }
impl NumberTable {
    /// x
    pub fn with_memory(bytes: usize) -> Self {
        let buckets = 1_usize << (bytes / 64).max(1).ilog2();
        NumberTable { words: (0..buckets).map(|_| Default::default()).collect(), mask: buckets as u64 - 1 }
    }
    #[inline]
    fn bucket(&self, key: u128) -> (&[AtomicU64; 8], u64) {
        let high = ((key >> 64) as u64).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let check = key as u64 ^ (high ^ high >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (check ^ check >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let index = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20;
        (&self.words[(index.wrapping_add(high >> 40) & self.mask) as usize], check)
    }
    fn get(&self, key: u128) -> Option<(u32, u32)> {
        let (bucket, check) = self.bucket(key);
        for e in bucket.chunks_exact(2) {
            let d = e[1].load(Ordering::Relaxed);
            if d != 0 && e[0].load(Ordering::Relaxed) ^ d == check {
                return Some(((d & 0x1ff_ffff) as u32, (d >> 25 & 0x1ff_ffff) as u32));
            }
        }
        None
    }
    fn put(&self, key: u128, pn: u32, dn: u32, nodes: u64) {
        let (bucket, check) = self.bucket(key);
        let cost = u64::from(nodes.max(1).ilog2()) + 1;
        let mut cheapest = (0, u64::MAX);
        for (i, e) in bucket.chunks_exact(2).enumerate() {
            let d = e[1].load(Ordering::Relaxed);
            if d == 0 || e[0].load(Ordering::Relaxed) ^ d == check { cheapest = (i, 0); break; }
            if d >> 50 < cheapest.1 { cheapest = (i, d >> 50); }
        }
        let d = u64::from(pn) | u64::from(dn) << 25 | cost << 50;
        bucket[2 * cheapest.0].store(check ^ d, Ordering::Relaxed);
        bucket[2 * cheapest.0 + 1].store(d, Ordering::Relaxed);
    }
    /// x
    pub fn used(&self) -> usize { self.words.iter().flat_map(|b| b.iter().skip(1).step_by(2)).filter(|d| d.load(Ordering::Relaxed) != 0).count() }
}

struct Child<S> { state: S, key: u128, pn: u32, dn: u32, fixed: bool, wants: bool }

/// x
pub struct Numbers<'s, G: Provable> { pub game: &'s G, pub goal: Goal, pub table: &'s NumberTable, pub stop: &'s AtomicBool, pub nodes: u64, pub calls: u64, moves: Vec<G::Move> }

impl<'s, G: Provable> Numbers<'s, G> {
    /// x
    pub fn new(game: &'s G, goal: Goal, table: &'s NumberTable, stop: &'s AtomicBool) -> Self {
        Numbers { game, goal, table, stop, nodes: 0, calls: 0, moves: Vec::new() }
    }
    /// x
    pub fn solve(&mut self, state: &G::State) -> bool {
        match self.game.glance(state, self.goal) { Glance::Reached(_) => return true, Glance::Never => return false, _ => {} }
        let key = self.game.key(state, self.goal);
        if let Some((pn, dn)) = self.table.get(key) { if pn == 0 { return true; } if dn == 0 { return false; } }
        loop {
            let (pn, dn) = self.mid(state, key, INFINITE, INFINITE);
            if pn == 0 { return true; }
            if dn == 0 { return false; }
        }
    }
    fn mid(&mut self, state: &G::State, key: u128, tpn: u32, tdn: u32) -> (u32, u32) {
        self.calls += 1;
        let start = self.nodes;
        let wants = self.game.mover(state) == self.goal.side;
        let from = self.moves.len();
        self.game.candidates(state, self.goal, &mut self.moves);
        let mut children: Vec<Child<G::State>> = Vec::with_capacity(self.moves.len() - from);
        let mut decided = None;
        for i in from..self.moves.len() {
            let mv = self.moves[i].clone();
            let (next, _) = self.game.next(state, &mv);
            self.nodes += 1;
            match self.game.glance(&next, self.goal) {
                Glance::Reached(_) if wants => { decided = Some((0, INFINITE)); break; }
                Glance::Never if !wants => { decided = Some((INFINITE, 0)); break; }
                Glance::Reached(_) | Glance::Never => continue,
                Glance::Open => {}
            }
            let k = self.game.key(&next, self.goal);
            let cw = self.game.mover(&next) == self.goal.side;
            let (pn, dn) = self.table.get(k).unwrap_or_else(|| self.game.effort(&next, self.goal));
            if wants && pn == 0 { decided = Some((0, INFINITE)); break; }
            if !wants && dn == 0 { decided = Some((INFINITE, 0)); break; }
            if pn == 0 || dn == 0 { continue; }
            children.push(Child { state: next, key: k, pn, dn, fixed: false, wants: cw });
        }
        self.moves.truncate(from);
        if let Some((pn, dn)) = decided { self.table.put(key, pn, dn, self.nodes - start); return (pn, dn); }
        loop {
            // In a node that wants: pn = min, dn = sum.
            let (mut best, mut b1, mut b2) = (usize::MAX, INFINITE + 1, INFINITE + 1);
            let (mut sum, mut max, mut count) = (0_u64, 0_u32, 0_u32);
            for (i, c) in children.iter().enumerate() {
                let (small, big) = if wants { (c.pn, c.dn) } else { (c.dn, c.pn) };
                if big == 0 { continue; }
                if small < b1 || small == b1 && best != usize::MAX && big < (if wants { children[best].dn } else { children[best].pn }) { b2 = b1; b1 = small; best = i; } else if small < b2 { b2 = small; }
                sum += u64::from(big); max = max.max(big); count += 1;
            }
            let _ = sum;
            let total = if count == 0 { 0 } else if mode() & 1 != 0 { sum.min(u64::from(INFINITE) - 1) as u32 } else { (u64::from(max) + u64::from(count - 1)).min(u64::from(INFINITE) - 1) as u32 };
            let (pn, dn) = if count == 0 { if wants { (INFINITE, 0) } else { (0, INFINITE) } } else if wants { (b1, total) } else { (total, b1) };
            if pn == 0 || dn == 0 || pn >= tpn || dn >= tdn || self.stop.load(Ordering::Relaxed) {
                self.table.put(key, pn, dn, self.nodes - start);
                return (pn, dn);
            }
            let (ts, tb) = if wants { (tpn, tdn) } else { (tdn, tpn) };
            let c = &children[best];
            let child_big = if wants { c.dn } else { c.pn };
            let cs = ts.min((b2.min(INFINITE) + if mode() & 2 != 0 { b2 / 2 } else if mode() & 4 != 0 {b2 / 8 } else { b2 / 4 }).max(b2.min(INFINITE) + 1)).min(INFINITE);
            let cb = (tb - total + child_big).min(INFINITE);
            let (state, k) = (c.state.clone(), c.key);
            let (pn, dn) = if wants { self.mid(&state, k, cs, cb) } else { self.mid(&state, k, cb, cs) };
            children[best].pn = pn; children[best].dn = dn;
            if wants && pn == 0 { self.table.put(key, 0, INFINITE, self.nodes - start); return (0, INFINITE); }
            if !wants && dn == 0 { self.table.put(key, INFINITE, 0, self.nodes - start); return (INFINITE, 0); }
            if pn == 0 || dn == 0 { children.swap_remove(best); }
        }
    }
}

fn mode() -> u32 { static W: std::sync::OnceLock<u32> = std::sync::OnceLock::new(); *W.get_or_init(|| std::env::var("MODE").unwrap_or("0".into()).parse().unwrap()) }
