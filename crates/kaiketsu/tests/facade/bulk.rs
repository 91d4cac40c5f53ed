//! Many positions at once: the same as one by one.

use kaiketsu::{Choice, Lessons, Limit, Pick, Registry, Request, Resources, Silent, Solution, Store, Want};

fn solved(id: &str) -> (tempfile::TempDir, Box<dyn Solution>) {
    let folder = tempfile::tempdir().unwrap();
    let (game, store) = (Registry::standard().get(id).unwrap(), Store::new(folder.path()));
    game.solver().unwrap().solve(&store, &Request::default(), &Silent).unwrap();
    (folder, game.open(&store, Resources::default()).unwrap())
}

const GAMES: [&str; 4] = ["tic-tac-toe", "quixo-3x3", "dodgem-2", "nocca-3x3"];

#[test]
fn values_and_best_moves_are_those_of_single_positions() {
    for id in GAMES {
        let (_folder, solution) = solved(id);
        let bulk = solution.whole().unwrap().bulk();
        let pick = Pick { choice: Choice::Sample { positions: 300, seed: 3 }, tier: None };
        let slots: Vec<_> = bulk.slots(pick).unwrap().collect();
        let rows = bulk.rows(&slots).unwrap();
        let texts: Vec<&str> = rows.iter().map(|row| row.position.as_str()).collect();
        let values = bulk.values_of(&texts).unwrap();
        let mut lessons = Lessons::default();
        bulk.learn(&slots, &mut lessons).unwrap();
        let mut best = lessons.best.iter();
        for (at, (slot, row)) in slots.iter().zip(&rows).enumerate() {
            let single = solution.rate(&row.position, Limit::NONE).unwrap();
            assert_eq!((row.value, values[at].into()), (single, single), "{id} {}", row.position);
            assert_eq!(bulk.values_at(slot.tier.0, &[slot.index]).unwrap(), [values[at]]);
            assert_eq!(lessons.values[at], values[at]);
            let view = solution.view(&row.position, Want::VALUES).unwrap();
            let mut expected: Vec<&str> = view.best().map(|mv| mv.mv.as_str()).collect();
            let count = lessons.best_counts[at] as usize;
            let mut found: Vec<&str> =
                best.by_ref().take(count).map(|place| lessons.moves[*place as usize].as_str()).collect();
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{id} {}", row.position);
        }
        assert!(best.next().is_none());
    }
}

#[test]
fn all_slots_come_once_and_in_the_order_of_an_export() {
    let (_folder, solution) = solved("dodgem-2");
    let whole = solution.whole().unwrap();
    let mut exported = Vec::new();
    let mut keep = |row| {
        exported.push(row);
        Ok(())
    };
    whole.positions(Choice::All, &Silent, &mut keep).unwrap();
    let slots: Vec<_> = whole.bulk().slots(Pick { choice: Choice::All, tier: None }).unwrap().collect();
    let rows = whole.bulk().rows(&slots).unwrap();
    assert_eq!(rows.len(), exported.len());
    for (row, other) in rows.iter().zip(&exported) {
        assert_eq!((row.layer, row.index, row.weight), (other.layer, other.index, other.weight));
        assert_eq!((&row.position, row.value), (&other.position, other.value));
    }
    let tiers = whole.bulk().tiers();
    let of = |tier: u32| whole.bulk().slots(Pick { choice: Choice::All, tier: Some(tier) }).unwrap().count();
    assert!(tiers.iter().all(|facts| of(facts.tier) as u64 == facts.positions));
}

#[test]
fn what_is_not_there_is_refused() {
    let (_folder, solution) = solved("tic-tac-toe");
    let bulk = solution.whole().unwrap().bulk();
    let said = |error: kaiketsu::Error| error.to_string();
    assert!(said(bulk.values_at(10, &[0]).unwrap_err()).contains("no tier 10; its 10 tiers"));
    assert!(said(bulk.values_at(0, &[5, 126]).unwrap_err()).contains("no number 126; its 126 positions"));
    let error = said(bulk.values_of(&[".../.../...", "X"]).unwrap_err());
    assert!(error.starts_with("position 1 of those given, counted from 0: tic-tac-toe"), "{error}");
    assert!(bulk.slots(Pick { choice: Choice::All, tier: Some(10) }).is_err());
}

#[test]
fn a_small_game_has_all_its_moves_in_its_vocabulary() {
    let registry = Registry::standard();
    let (moves, all) = registry.get("tic-tac-toe").unwrap().vocabulary(10_000);
    assert!(all && moves.len() == 9 && moves.is_sorted());
    let (some, all) = registry.get("dodgem-3").unwrap().vocabulary(1_000);
    let (every, surely) = registry.get("dodgem-3").unwrap().vocabulary(1_000_000);
    assert!(!all && surely && some.iter().all(|mv| every.contains(mv)));
}
