//! The API says what the library says.

use kaiketsu::{Registry, Resources, Silent, Solution, Want};
use serde_json::{Value as Json, json};

use crate::client::{get, post, server, store};

fn solution(id: &str) -> Box<dyn Solution> {
    Registry::standard().get(id).unwrap().open(&store(), Resources::default()).unwrap()
}

fn ask(game: &str, position: &str) -> Json {
    get(server(), &format!("/api/v1/games/{game}/position?position={position}")).json()
}

#[test]
fn positions_and_moves_are_those_of_the_library() {
    for id in ["tic-tac-toe", "dodgem-2", "nocca-3x3", "quixo-3x3"] {
        let solved = solution(id);
        let mut position = Registry::standard().get(id).unwrap().start();
        for _ in 0..30 {
            let expected = serde_json::to_value(solved.view(&position, Want::VALUES).unwrap()).unwrap();
            let answer = ask(id, &position);
            assert_eq!(answer, expected, "{id} {position}");
            // Not always the best move, so that other positions come up too.
            let moves = answer["moves"].as_array().unwrap();
            let Some(next) = moves.get(moves.len() / 2) else { break };
            position = next["position"].as_str().unwrap().to_string();
        }
    }
}

#[test]
fn a_batch_says_the_same_as_single_questions() {
    let texts = ["X../.../...", "XO./.../...", "XO./.X./..O", "XXX/OO./..."];
    let mut positions: Vec<&str> = texts.to_vec();
    positions.push("XXX/.../...");
    let body = json!({ "positions": positions }).to_string();
    let answers = post(server(), "/api/v1/games/tic-tac-toe/positions", body.as_bytes()).json();
    let answers = answers["answers"].as_array().unwrap();
    for (text, answer) in texts.iter().zip(answers) {
        let single = ask("tic-tac-toe", text);
        assert_eq!((&answer["value"], &answer["plies"]), (&single["value"], &single["plies"]), "{text}");
        assert_eq!(answer["error"], Json::Null);
    }
    assert_eq!(answers[4]["error"]["reason"], "bad_position");
    assert_eq!(answers[4]["value"], Json::Null);
}

#[test]
fn statistics_are_those_of_the_library() {
    for id in ["dodgem-2", "quixo-3x3"] {
        let expected = solution(id).whole().unwrap().statistics(&Silent).unwrap().to_json();
        let answer = get(server(), &format!("/api/v1/games/{id}/statistics")).json();
        assert_eq!(answer["counted"], "positions");
        for name in ["win", "loss", "draw"] {
            assert_eq!(answer["total"][name], expected[name], "{id} {name}");
        }
        assert_eq!(answer["by_plies"], expected["by_plies"], "{id}");
        assert_eq!(answer["by_layer"], expected["by_layer"], "{id}");
        assert_eq!(answer["signature_plies"], expected["signature_plies"]);
    }
}

#[test]
fn large_databases_are_not_counted() {
    let limits = kaiketsu_serve::Limits { counted_positions: 100, ..Default::default() };
    let server = crate::client::start(limits);
    let answer = get(server.address(), "/api/v1/games/dodgem-2/statistics").json();
    assert_eq!((&answer["counted"], &answer["by_plies"]), (&json!("stored"), &Json::Null));
    let total: u64 = ["win", "loss", "draw"].iter().map(|name| answer["total"][name].as_u64().unwrap()).sum();
    let facts = get(server.address(), "/api/v1/games/dodgem-2").json();
    assert_eq!(Some(total), facts["stored_positions"].as_u64());
}

#[test]
fn counts_that_failed_are_tried_again() {
    let store = kaiketsu::Store::new(store().root().join("repaired"));
    let game = Registry::standard().get("dodgem-2").unwrap();
    game.solver().unwrap().solve(&store, &kaiketsu::Request::default(), &Silent).unwrap();
    let any = "127.0.0.1:0".parse().unwrap();
    let limits = kaiketsu_serve::Limits::default();
    let server =
        kaiketsu_serve::Server::bind(Registry::standard(), store.clone(), any, limits).unwrap().start();
    let count = || get(server.address(), "/api/v1/games/dodgem-2/statistics").status;
    let file = store.path("dodgem-2").join("layer-0004.kai");
    let good = std::fs::read(&file).unwrap();
    assert_eq!(get(server.address(), "/api/v1/games/dodgem-2").json()["state"], "solved");
    let mut bad = good.clone();
    bad[good.len() / 2] ^= 0xff;
    std::fs::write(&file, bad).unwrap();
    assert_eq!(count(), 500);
    std::fs::write(&file, good).unwrap();
    assert_eq!(count(), 200, "the database was repaired");
}
