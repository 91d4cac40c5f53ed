//! A game from somewhere else, with rules and text alone: it has a board too.

use kaiketsu::game::{Game, Notation, NotationError, Outcome, Slot, Step, Tier, Tiered};
use kaiketsu::{Numbered, Registry, Request, Silent, Store};
use kaiketsu_serve::{Limits, Server};
use serde_json::json;

use crate::client::get;

/// A counter on a row of cells goes one or two to the left; who cannot, loses.
struct Race;

const CELLS: u8 = 6;

impl Game for Race {
    type Position = u8;
    type Move = u8;

    fn id(&self) -> String {
        "race".into()
    }

    fn start(&self) -> u8 {
        CELLS - 1
    }

    fn ending(&self, position: &u8) -> Option<Outcome> {
        (*position == 0).then_some(Outcome::Loss)
    }

    fn moves(&self, position: &u8, moves: &mut Vec<u8>) {
        moves.extend(1..=(*position).min(2));
    }

    fn play(&self, position: &u8, steps: &u8) -> Step<u8> {
        Step::passes(position - steps)
    }
}

impl Notation for Race {
    fn title(&self) -> String {
        "Race".into()
    }

    fn about(&self) -> String {
        "One or two to the left.".into()
    }

    fn write_position(&self, position: &u8) -> String {
        (0..CELLS).map(|cell| if cell == *position { '*' } else { '.' }).collect()
    }

    fn read_position(&self, text: &str) -> Result<u8, NotationError> {
        (0..CELLS)
            .find(|position| self.write_position(position) == text)
            .ok_or_else(|| NotationError::new(format!("`{text}` is not five dots and one star")))
    }

    fn write_move(&self, position: &u8, steps: &u8) -> String {
        let name = |cell: u8| format!("{}1", char::from(b'a' + cell));
        format!("{}-{}", name(*position), name(position - steps))
    }
}

impl Tiered for Race {
    fn tiers(&self) -> u32 {
        CELLS.into()
    }

    fn size(&self, _: Tier) -> u64 {
        1
    }

    fn locate(&self, position: &u8) -> Slot {
        Slot { tier: Tier((*position).into()), index: 0 }
    }

    fn position(&self, slot: Slot) -> u8 {
        slot.tier.0 as u8
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        (tier.0.saturating_sub(2)..tier.0).map(Tier).collect()
    }
}

#[test]
fn a_game_with_rules_and_text_alone_has_a_board() {
    let registry = Registry::empty().with("race", || Numbered::new(Race));
    let store = Store::new(crate::client::store().root().join("elsewhere"));
    registry.get("race").unwrap().solver().unwrap().solve(&store, &Request::default(), &Silent).unwrap();
    let server =
        Server::bind(registry, store, "127.0.0.1:0".parse().unwrap(), Limits::default()).unwrap().start();
    let board = &get(server.address(), "/api/v1/games/race").json()["board"];
    assert_eq!(board["cells"].as_array().unwrap().len(), 6);
    let answer = get(server.address(), "/api/v1/games/race/position").json();
    let piece = &answer["scene"]["pieces"][0];
    assert_eq!(piece["cell"], 5);
    assert_eq!(board["kinds"][piece["kind"].as_u64().unwrap() as usize]["symbol"], "*");
    assert_eq!(answer["moves"][0]["gesture"], json!({ "kind": "arrow", "cells": [5, 3] }), "two steps win");
    assert_eq!((&answer["value"], &answer["plies"]), (&json!("win"), &json!(3)));
    let refused = get(server.address(), "/api/v1/games/race/board?position=.....").json();
    assert!(refused["message"].as_str().unwrap().contains("five dots"), "{refused}");
}
