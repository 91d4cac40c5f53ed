//! x
#![forbid(unsafe_code)]
pub mod numbers;
mod provable;
pub mod search;
pub mod table;
pub use provable::*;

/// Quick experiment.
pub fn quick<G: Provable>(game:&G, position:&G::Position, mover: Side, goal: Goal, table:&table::Table, limit:u8)->(Option<u8>,u64){
    let stop=std::sync::atomic::AtomicBool::new(false);
    let mut s=search::Search::new(game,goal,table,&stop,0);
    let a=s.solve(&game.state(position,mover),limit).unwrap();
    (a,s.nodes)
}
