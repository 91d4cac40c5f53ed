//! A position that was read is asked about as often as one likes.

use kaiketsu::{Limit, Registry, Resources, Solution, Store, Want};

fn opened(id: &str, store: &Store) -> Box<dyn Solution> {
    let resources = Resources { memory: Some(1 << 20), ..Resources::default() };
    Registry::standard().get(id).unwrap().open(store, resources).unwrap()
}

#[test]
fn what_was_read_answers_as_its_text_does_and_only_its_own_game() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    let (otrio, quantum) = (opened("otrio", &store), opened("quantum-tic-tac-toe", &store));
    let start = Registry::standard().get("otrio").unwrap().start();
    let read = otrio.read(&start).unwrap();
    let want = Want { limit: Limit::AT_ONCE, ..Want::VALUES };
    let [by_text, first, again] =
        [otrio.view(&start, want), otrio.view_read(&read, want), otrio.view_read(&read, want)]
            .map(|view| serde_json::to_value(view.unwrap()).unwrap());
    assert!(!first["moves"].as_array().unwrap().is_empty());
    assert_eq!((&first, &again), (&by_text, &by_text));
    let rated = otrio.rate_read(&read, Limit::AT_ONCE).unwrap();
    assert_eq!(rated, otrio.rate(&start, Limit::AT_ONCE).unwrap());
    let refused = quantum.rate_read(&read, Limit::AT_ONCE).unwrap_err().to_string();
    assert_eq!(refused, "quantum-tic-tac-toe: this position was read for another game");
}
