//! Solves by several processes.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::scratch::Scratch;

/// What one process makes of a game.
fn alone(name: &str, solve: &str, game: &str) -> Vec<(String, Vec<u8>)> {
    let scratch = Scratch::new(name);
    scratch.run(&format!("solve {solve} --quiet"));
    scratch.files(game)
}

#[test]
fn any_number_of_processes_writes_the_same_bytes() {
    for game in ["dodgem-3", "quixo-3x3"] {
        let expected = alone("together-alone", game, game);
        for processes in 1..=4 {
            let scratch = Scratch::new("together");
            let found = scratch.json(&format!("solve {game} --processes {processes} --threads 1"));
            assert_eq!((&found["complete"], &found["processes"]), (&true.into(), &processes.into()));
            assert!(scratch.files(game) == expected, "{game} by {processes} processes");
            let left: Vec<_> =
                std::fs::read_dir(scratch.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
            assert!(left.iter().all(|name| !name.to_string_lossy().starts_with('.')), "{left:?}");
        }
    }
    let expected = alone("together-values", "dodgem-3 --values-only", "dodgem-3");
    for kernel in ["", "--kernel queue", "--kernel spread"] {
        let scratch = Scratch::new("together-values");
        scratch.run(&format!("solve dodgem-3 --values-only --processes 2 --quiet {kernel}"));
        assert!(scratch.files("dodgem-3") == expected, "{kernel}");
    }
}

#[test]
fn what_several_processes_cannot_do_is_refused() {
    let scratch = Scratch::new("together-refused");
    // It carries over what it needs from tier to tier.
    scratch.refuses("solve quixo-3x3 --processes 2 --kernel cubes", 2, &["`cubes`", "queue", "spread"]);
    scratch.refuses("solve quantum-tic-tac-toe --processes 2", 2, &["several processes", "backwards"]);
    scratch.refuses("solve dodgem-3 --processes 2 --memory 1M", 5, &["MiB", "dodgem-3"]);
    scratch.refuses("solve dodgem-3 --cluster slurm", 1, &["SLURM_PROCID", "srun"]);
    scratch.refuses("solve dodgem-3 --process 1", 2, &["--hosts"]);
    let hosts = scratch.file("hosts");
    std::fs::write(&hosts, "127.0.0.1:1\n127.0.0.1:2\n").unwrap();
    scratch.refuses(&format!("solve dodgem-3 --hosts {hosts} --process 2"), 2, &["lists 2 hosts"]);
    scratch.refuses(&format!("solve dodgem-3 --hosts {hosts} --process 1"), 1, &["KAIKETSU_SECRET"]);
    assert!(!scratch.path().join("dodgem-3").exists(), "nothing is written");
}

/// What the pods of the Job are told is what the program takes, and there is a line in the
/// list of hosts for each.
#[test]
fn the_manifest_for_kubernetes_is_what_the_program_takes() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/kubernetes.yaml");
    let manifest = std::fs::read_to_string(file).unwrap();
    let number = |key: &str| {
        let line = manifest.lines().find_map(|line| line.trim().strip_prefix(key)).unwrap();
        line.trim().parse::<usize>().unwrap()
    };
    let listed: Vec<&str> = manifest.lines().map(str::trim).filter(|line| line.ends_with(":4650")).collect();
    assert_eq!((listed.len(), number("completions:")), (number("parallelism:"), number("parallelism:")));

    let scratch = Scratch::new("together-kubernetes");
    let hosts = scratch.file("hosts");
    std::fs::write(&hosts, listed.join("\n")).unwrap();
    let arguments = manifest.lines().skip_while(|line| line.trim() != "args:").skip(1);
    let arguments = arguments.map_while(|line| line.trim().strip_prefix("- ")).collect::<Vec<_>>().join(" ");
    let as_pod = |number: usize| {
        let here = arguments.replace("/etc/kaiketsu/hosts.txt", &hosts).replace("/data", &scratch.file("db"));
        here.replace("$(PROCESS)", &number.to_string())
    };
    // Everything is understood, up to the secret, which is not in the manifest.
    scratch.refuses(&as_pod(listed.len() - 1), 1, &["KAIKETSU_SECRET"]);
    scratch.refuses(&as_pod(listed.len()), 2, &["lists 4 hosts"]);
}

#[test]
fn a_plan_for_several_processes_needs_less_of_each() {
    let scratch = Scratch::new("together-plan");
    let plan = |more: &str| scratch.json(&format!("plan dodgem-4 --kernel spread {more}"));
    let needed = |plan: &serde_json::Value| plan["memory_needed"].as_u64().unwrap();
    let [two, four] = [plan("--processes 2"), plan("--processes 4")];
    assert_eq!((&two["kernel"], &two["processes"]), (&"spread".into(), &2.into()));
    assert!(needed(&four) < needed(&two));

    // Of four processes three quarters of what is told goes to others, of two one half.
    let told = |plan: &serde_json::Value| plan["messages"].as_u64().unwrap();
    assert!(told(&two) > 12_000_000 && told(&four) > told(&two), "{} {}", told(&two), told(&four));
    let each = |plan: &serde_json::Value| plan["message_bytes"].as_u64().unwrap();
    assert!(each(&four) < each(&two), "each has less to say");
    let seconds = two["network_seconds"].as_f64().unwrap();
    assert!((seconds - each(&two) as f64 / 1.25e9).abs() < 1e-6);
    let text = scratch.run("plan dodgem-4 --processes 2 --kernel spread");
    assert!(text.contains("from each process") && text.contains("10 Gbit/s"), "{text}");

    // Thousands of tiers go to processes whole, and then hardly anything is told.
    let whole = scratch.json("plan dodgem-4 --processes 2");
    assert_eq!(whole["whole"]["kernel"], "rows");
    assert!(whole["whole"]["positions"].as_u64().unwrap() > 119_000_000, "{whole}");
    assert!(told(&whole) < told(&two) / 100 && two["whole"].is_null());
    let text = scratch.run("plan dodgem-4 --processes 2");
    assert!(text.contains("whole tiers") && text.contains("`rows`"), "{text}");
    let alone = scratch.json("plan dodgem-4");
    assert!(alone["messages"].is_null() && alone["message_bytes"].is_null());

    // By what `queue` took, where that was measured.
    let measured = scratch.json("plan connect-four-5x5 --processes 2");
    assert_eq!(measured["measured"], true);
}

/// Processes that were started by something else, each with its own variables: those of
/// a job of Slurm, where this one has none.
fn started(scratch: &Scratch, solve: &str, count: usize, job: &str) -> Vec<Child> {
    let start = |process: usize| {
        let mut command = scratch.command(&format!("solve {solve} --cluster slurm --threads 1 --quiet"));
        command.envs([("SLURM_NTASKS", count.to_string()), ("SLURM_PROCID", process.to_string())]);
        command.envs([("SLURM_JOB_ID", job), ("SLURMD_NODENAME", "127.0.0.1")]);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    (0..count).map(start).collect()
}

/// How many layers are written so far.
fn layers(scratch: &Scratch, game: &str) -> usize {
    let Ok(folder) = std::fs::read_dir(scratch.path().join(game)) else { return 0 };
    let names = folder.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.filter(|name| name.starts_with("layer-") && name.ends_with(".kai")).count()
}

fn signal(name: &str, child: &Child) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

/// The others end within ten seconds and name the process; the frozen one is killed.
fn others_end(children: Vec<Child>, lost: usize, since: Instant) {
    for (process, child) in children.into_iter().enumerate().filter(|(process, _)| *process != lost) {
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(since.elapsed() < Duration::from_secs(10), "process {process}: {:?}", since.elapsed());
        assert_eq!(output.status.code(), Some(1), "process {process}: {said}");
        let named = format!("lost process {lost} at 127.0.0.1");
        assert!(said.contains(&named) && said.contains("run the same command again"), "{process}: {said}");
        assert!(!said.contains("panicked"), "{process}: {said}");
    }
}

/// A process is killed or frozen when some layers are there; the others end soon and
/// say whom they lost, and other processes finish.
#[test]
fn a_lost_or_frozen_process_is_named_and_others_go_on() {
    let expected = alone("together-lost-alone", "quixo-4x4", "quixo-4x4");
    for (round, (name, lost)) in [("-KILL", 2), ("-STOP", 0), ("-KILL", 0)].into_iter().enumerate() {
        let scratch = Scratch::new("together-lost");
        let mut children = started(&scratch, "quixo-4x4", 3, &format!("7{round}"));
        let deadline = Instant::now() + Duration::from_secs(60);
        while layers(&scratch, "quixo-4x4") < 2 + 2 * round && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
        }
        signal(name, &children[lost]);
        let since = Instant::now();
        let frozen = children.remove(lost);
        children.insert(lost, Command::new("true").spawn().unwrap());
        others_end(children, lost, since);
        signal("-KILL", &frozen);
        _ = frozen.wait_with_output();
        let found = scratch.json(&format!("solve quixo-4x4 --processes {} --threads 1", 2 - round % 2));
        assert!(found["reused_layers"].as_u64().unwrap() >= 2, "{found}");
        assert!(scratch.files("quixo-4x4") == expected, "after {name} of process {lost}");
    }
}

/// A game of one layer: a process is killed when some round was saved, and another number
/// of processes goes on from there. `KAIKETSU_KILLS` says how often, each time later.
#[test]
fn a_process_killed_in_a_round_loses_little() {
    killed("nocca-3x4", "-round-", 0);
}

/// The same where processes solve whole tiers.
#[test]
fn a_process_killed_among_its_tiers_loses_little() {
    killed("dodgem-3", "-tiers-", 2);
}

/// Kills a process when there is a file with this in its name and after it a number that is
/// large enough, each time a larger one: among the numbers there, the one at a place.
fn killed(game: &str, named: &str, place: usize) {
    let by_queue = format!("{game} --kernel queue");
    let expected = alone("together-killed-alone", &by_queue, game);
    let kills = std::env::var("KAIKETSU_KILLS").map_or(3, |text| text.parse().expect("a number"));
    let mut midway = 0;
    for round in 0..kills {
        let scratch = Scratch::new("together-rounds");
        let mut children =
            started(&scratch, &format!("{by_queue} --save-every 0"), 2 + round % 2, &format!("8{round}"));
        let saved = || {
            let folder = std::fs::read_dir(scratch.path().join(game));
            let names =
                folder.into_iter().flatten().filter_map(|entry| entry.ok()?.file_name().into_string().ok());
            let number = |name: String| {
                let (_, numbers) = name.strip_suffix(".state")?.split_once(named)?;
                numbers.split('-').filter_map(|number| number.parse::<usize>().ok()).nth(place)
            };
            names.filter_map(number).max()
        };
        let deadline = Instant::now() + Duration::from_secs(60);
        while saved().is_none_or(|saved| saved < 1 + round % 8) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
        let lost = round % children.len();
        signal("-KILL", &children[lost]);
        let since = Instant::now();
        _ = std::mem::replace(&mut children[lost], Command::new("true").spawn().unwrap()).wait();
        if saved().is_some() {
            midway += 1;
            others_end(children, lost, since);
        } else {
            children.into_iter().for_each(|child| _ = child.wait_with_output());
        }
        scratch.run(&format!("solve {by_queue} --quiet --threads 1 --processes {}", 2 + (round + 1) % 3));
        assert!(scratch.files(game) == expected, "killed in round {round}");
    }
    assert!(midway > 0, "no kill hit the layers under way");
}
