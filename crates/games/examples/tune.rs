//! x
use kaiketsu_game::*; use kaiketsu_games::otrio::*; use kaiketsu_prove::*;
fn main(){
  let rows=std::env::args().skip(1).collect::<Vec<_>>();
  let mut sum=0.0; let mut out=String::new();
  for row in rows {
    // e.g. s:a1L,a1M:first
    let f:Vec<&str>=row.split(':').collect();
    let game=if f[0]=="s"{Otrio::STANDARD}else{Otrio::NO_CENTRE};
    let mut p=game.start();
    for m in f[1].split(','){ let mv=game.read_move(&p,m).unwrap(); p=game.play(&p,&mv).position; }
    let table=table::Table::with_memory(512<<20);
    let side=if f[2]=="first"{Side::First}else{Side::Second};
    let (_a,n)=quick(&game,&p,Side::First,Goal::win(side),&table,table::UNLIMITED);
    sum+=(n as f64).ln(); out+=&format!(" {:.2}",n as f64/1e6);
  }
  println!("{:.3} {out}",sum);
}
