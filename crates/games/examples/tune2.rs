//! x
use kaiketsu_game::*; use kaiketsu_games::otrio::*; use kaiketsu_prove::*;
fn main(){
  let rows=std::env::args().skip(1).collect::<Vec<_>>();
  let mut sum=0.0; let mut out=String::new();
  for row in rows {
    let f:Vec<&str>=row.split(':').collect();
    let game=if f[0]=="s"{Otrio::STANDARD}else{Otrio::NO_CENTRE};
    let mut p=game.start();
    for m in f[1].split(','){ let mv=game.read_move(&p,m).unwrap(); p=game.play(&p,&mv).position; }
    let table=numbers::NumberTable::with_memory(512<<20);
    let side=if f[2]=="first"{Side::First}else{Side::Second};
    let stop=std::sync::atomic::AtomicBool::new(false);
    let mut s=numbers::Numbers::new(&game,Goal::win(side),&table,&stop);
    let t=std::time::Instant::now();
    let a=s.solve(&game.state(&p,Side::First));
    sum+=(s.nodes as f64).ln(); out+=&format!(" {}{:.2}/{:.2}/{:.1}s",if a{'+'}else{'-'},s.nodes as f64/1e6,s.calls as f64/1e6,t.elapsed().as_secs_f64());
  }
  println!("{:.3} {out}",sum);
}
