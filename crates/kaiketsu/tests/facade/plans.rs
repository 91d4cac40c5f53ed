//! What `plan` says beside what solves took.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

use kaiketsu::{Measured, Plan, Registry, Request, Silent, forecast, grouped, measured_solves};

fn request(kernel: &str, distances: bool) -> Request {
    Request { kernel: Some(kernel.into()), distances, threads: 2, memory: 14 << 30, ..Request::default() }
}

/// The plan of a solve. Some are found by a trial, which the tests here share.
fn plan(registry: &Registry, game: &str, kernel: &str, distances: bool) -> Plan {
    type Plans = BTreeMap<String, Arc<OnceLock<Plan>>>;
    static PLANS: Mutex<Plans> = Mutex::new(Plans::new());
    let known = Arc::clone(PLANS.lock().unwrap().entry(format!("{game} {kernel} {distances}")).or_default());
    let find = || registry.get(game).unwrap().solver().unwrap().plan(&request(kernel, distances)).unwrap();
    known.get_or_init(find).clone()
}

/// How many times one is the other, whichever is greater.
fn times(one: f64, other: f64) -> f64 {
    (one / other).max(other / one)
}

/// The files of large solves, which nobody repeats in a test, and those of many boards.
#[test]
fn plans_of_kept_results_are_within_a_factor_of_two() {
    let registry = Registry::standard();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
    let (mut seen, mut off) = (0, Vec::new());
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let page: toml::Value = text.parse::<toml::Table>().unwrap().into();
        let boards = page.get("boards").and_then(|boards| boards.as_array());
        for kept in boards.map_or(std::slice::from_ref(&page), |boards| boards) {
            let Some(solve) = kept.get("solve") else { continue };
            let game = kept["game"].as_str().unwrap();
            let distances = kept.get("signature_plies").is_some();
            let plan = plan(&registry, game, solve["kernel"].as_str().unwrap(), distances);
            let number =
                |value: &toml::Value| value.as_float().or(value.as_integer().map(|n| n as f64)).unwrap();
            assert!(plan.measured, "{game} has no line in measured.csv");
            for (what, planned, taken) in [
                ("processor seconds", plan.cpu_seconds.unwrap(), number(&solve["cpu_seconds"])),
                ("bytes of disk", plan.disk_expected as f64, number(&kept["database_bytes"])),
                ("bytes of memory", plan.memory_expected as f64, number(&solve["peak_memory"])),
            ] {
                if times(planned, taken) > 2.0 {
                    off.push(format!("{game}: {planned} {what} planned, {taken} taken"));
                }
            }
            seen += 1;
        }
    }
    assert!(off.is_empty(), "{off:#?}");
    assert!(seen >= 25, "{seen} results have the effort of their solve");
}

/// Numberings and kernels change; then the lines must be measured again.
#[test]
fn measured_solves_are_those_of_the_games_as_they_are() {
    let registry = Registry::standard();
    let known = measured_solves();
    assert!(known.len() > 40);
    for solve in &known {
        let plan = plan(&registry, &solve.game, &solve.kernel, solve.distances);
        assert_eq!((plan.positions, plan.layers), (solve.positions, solve.files), "{}", solve.game);
        for (what, planned, taken) in [
            ("seconds", plan.cpu_seconds.unwrap(), solve.cpu_seconds),
            ("disk", plan.disk_expected as f64, solve.bytes as f64),
            ("memory", plan.memory_expected as f64, solve.peak_memory as f64),
        ] {
            assert!(times(planned, taken) <= 2.0, "{} {what}: {planned} planned, {taken} taken", solve.game);
        }
    }
}

/// Games that are quick to solve take the disk that is planned.
#[test]
fn small_games_take_the_disk_that_is_planned() {
    let registry = Registry::standard();
    for (id, distances) in [
        ("tic-tac-toe", true),
        ("connect-four-4x4", true),
        ("connect-four-4x5", false),
        ("dodgem-3", true),
        ("dodgem-3", false),
        ("nocca-3x4", true),
        ("nocca-4x3", false),
        ("quixo-3x3", true),
    ] {
        let game = registry.get(id).unwrap();
        let solver = game.solver().unwrap();
        let request = Request { distances, threads: 2, memory: 1 << 30, ..Request::default() };
        let plan = solver.plan(&request).unwrap();
        let solve = solver.solve_into(&kaiketsu_db::Memory::new(), &request, &Silent).unwrap();
        let bytes: u64 = solve.manifest.layers.iter().map(|layer| layer.bytes).sum();
        assert!(
            times(plan.disk_expected as f64, bytes as f64) <= 2.0,
            "{id}: {} and {bytes}",
            plan.disk_expected
        );
        assert!(plan.disk_expected <= plan.disk_at_most, "{id}");
    }
}

/// How far off a plan would be if its own game had not been measured: rates of the
/// boards around it. This is what boards get that nobody has solved yet.
#[test]
fn boards_that_were_not_measured_are_planned_by_their_neighbours() {
    let registry = Registry::standard();
    let known = measured_solves();
    for solve in known.iter().filter(|solve| solve.positions > 1_000_000 && solve.cpu_seconds > 0.1) {
        if let Some(others) = without(&known, solve) {
            let plan = forecast(plan(&registry, &solve.game, &solve.kernel, solve.distances), &others);
            let disk = times(plan.disk_expected as f64, solve.bytes as f64);
            let time = times(plan.cpu_seconds.unwrap(), solve.cpu_seconds);
            println!("{} {}: time {time:.1}, disk {disk:.1}", solve.game, solve.distances);
            assert!(time <= 5.0 && disk <= 3.0, "{}: time {time:.1}, disk {disk:.1}", solve.game);
        }
    }
}

/// What is known but for a game, if that tells something of it.
fn without(known: &[Measured], solve: &Measured) -> Option<Vec<Measured>> {
    let others: Vec<Measured> = known.iter().filter(|other| other.game != solve.game).cloned().collect();
    let tells = |other: &Measured| same_family(other, solve) && other.positions > 1_000_000;
    others.iter().any(tells).then_some(others)
}

fn same_family(one: &Measured, other: &Measured) -> bool {
    let stem = |id: &str| id.trim_end_matches(|c: char| c.is_ascii_digit() || "x-".contains(c)).to_string();
    stem(&one.game) == stem(&other.game) && one.kernel == other.kernel && one.distances == other.distances
}

/// The table in docs/command-line.md; the assertion prints what it should be.
#[test]
fn the_table_of_plans_and_runs_is_current() {
    let registry = Registry::standard();
    let mut expected = String::from(
        "| game | kernel | stored | positions | CPU s: plan | by its neighbours | run | disk MB: plan | run | memory MB: plan | run |\n\
         |---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    let known = measured_solves();
    for solve in known.iter().filter(|solve| solve.positions > 1_000_000) {
        let plan = plan(&registry, &solve.game, &solve.kernel, solve.distances);
        let by_neighbours = without(&known, solve).map(|others| forecast(plan.clone(), &others));
        let mega = |bytes: u64| format!("{:.1}", bytes as f64 / 1e6);
        expected += &format!(
            "| `{}` | `{}` | {} | {} | {:.1} | {} | {:.1} | {} | {} | {} | {} |\n",
            solve.game,
            solve.kernel,
            if solve.distances { "plies" } else { "values" },
            grouped(solve.positions),
            plan.cpu_seconds.unwrap(),
            by_neighbours.map_or("-".into(), |plan| format!("{:.1}", plan.cpu_seconds.unwrap())),
            solve.cpu_seconds,
            mega(plan.disk_expected),
            mega(solve.bytes),
            mega(plan.memory_expected),
            mega(solve.peak_memory),
        );
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/command-line.md");
    let docs = std::fs::read_to_string(file).unwrap();
    assert!(docs.contains(&expected), "docs/command-line.md wants this table:\n{expected}");
}
