//! Who has no room for the layers below is told what they are worth, and so are all with him.

use kaiketsu_db::Memory;
use kaiketsu_engine::fold::FoldedGame;
use kaiketsu_engine::solve::{Among, InProcess, Options, Plan, Silent, Upwards, plan_among, solve_among};
use kaiketsu_games::{ConnectFour, Quixo};
use kaiketsu_testkit::laws::{files, written_among};

use super::OPTIONS;

/// No solve that fits a test has layers that are too large to be held: here one does not want it.
#[test]
fn layers_are_held_by_all_peers_or_by_none() {
    let game = FoldedGame::new(ConnectFour::new(4, 4));
    let memory = Memory::new();
    std::thread::scope(|scope| {
        for (mut exchange, upwards) in InProcess::peers(2).into_iter().zip([Upwards::Held, Upwards::Told]) {
            let (game, memory) = (&game, &memory);
            scope.spawn(move || {
                let among = Among { grain: 16, upwards: Some(upwards), ..Among::new(&mut exchange) };
                solve_among(among, game, None, memory, &OPTIONS, &Silent).unwrap();
            });
        }
    });
    assert!(files(&memory) == written_among(&game, 1, 16, true));
}

/// A plan says what is held, and says less of messages where more is held.
#[test]
fn a_plan_holds_layers_where_there_is_room() {
    let game = Quixo::new(5);
    let plan = |memory| plan_among(&game, None, &Options { memory, ..OPTIONS }, 4);
    let told = |plan: &Plan| plan.exchanged.unwrap().messages as f64;
    let little = plan(plan(0).memory_needed);
    let much = plan(little.memory_comfortable);
    assert_eq!(little.memory_needed, much.memory_needed);
    // 17.8 thousand million positions in the largest layer, those below at 2 bytes each.
    assert!(much.memory_needed < 1 << 34 && much.memory_comfortable > 3 << 33, "{much:?}");
    assert!(little.memory_expected <= little.memory_needed && much.memory_expected > 3 << 33, "{much:?}");
    assert!(much.memory_expected <= much.memory_comfortable, "{much:?}");
    assert!(told(&much) < 0.9 * told(&little), "{little:?} {much:?}");
}
