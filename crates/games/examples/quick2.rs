use kaiketsu_game::*; use kaiketsu_games::otrio::*; use kaiketsu_prove::*;
fn main(){
  let args: Vec<String> = std::env::args().collect();
  let variant=&args[1];
  let game = if variant=="standard" {Otrio::STANDARD} else {Otrio::NO_CENTRE};
  let table=numbers::NumberTable::with_memory(args[2].parse::<usize>().unwrap()<<20);
  let csv=include_str!("../../prove/tests/golden/otrio-two-moves.csv");
  let t0=std::time::Instant::now(); let mut total=0; let mut bad=0;
  let only=args.get(3);
  for row in csv.lines().filter(|l|l.starts_with(variant.as_str())){
    let f:Vec<&str>=row.split(',').collect();
    if let Some(o)=only { if format!("{}{}",f[1],f[2])!=*o {continue;} }
    let mut p=game.start();
    for m in &f[1..3]{ let mv=game.read_move(&p,m).unwrap(); p=game.play(&p,&mv).position; }
    let t=std::time::Instant::now();
    let (a,n1)=dq(&game,&p,Goal::win(Side::First),&table);
    let t1=t.elapsed();
    let (b,n2)=if a.is_none(){dq(&game,&p,Goal::win(Side::Second),&table)}else{(None,0)};
    let v=if a.is_some(){"first"}else if b.is_some(){"second"}else{"draw"};
    total+=n1+n2; if v!=f[3]{bad+=1;}
    println!("{} {} {} {} {:?} {:?} nodes {} {} time {:.2} {:.2} total {:.1}",f[1],f[2],v,if v==f[3]{"ok"}else{"WRONG"},a,b,n1,n2,t1.as_secs_f64(),t.elapsed().as_secs_f64()-t1.as_secs_f64(),t0.elapsed().as_secs_f64());
  }
  println!("total nodes {total} wrong {bad} used {} of time {:.2}",table.used(),t0.elapsed().as_secs_f64());
}
fn dq(game:&Otrio,p:&Position,goal:Goal,table:&numbers::NumberTable)->(Option<u8>,u64){
    let stop=std::sync::atomic::AtomicBool::new(false);
    let mut s=numbers::Numbers::new(game,goal,table,&stop);
    let a=s.solve(&game.state(p,Side::First));
    (a.then_some(1),s.nodes)
}
