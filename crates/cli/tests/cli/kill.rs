//! `kill -9` at random moments, then resume: the same bytes as an unbroken run.

use std::time::{Duration, Instant};

use crate::scratch::Scratch;

#[test]
fn twenty_kills_and_resumes() {
    let whole = Scratch::new("kill-whole");
    let began = Instant::now();
    whole.run("solve dodgem-3 --kernel queue --quiet");
    let length = began.elapsed();
    let expected = whole.files("dodgem-3");

    let mut killed_midway = 0;
    for round in 0..20u32 {
        let scratch = Scratch::new(&format!("kill-{round}"));
        // Spread over the whole run; other threads and kernels may resume it.
        let kernels = ["queue", "rows", "sweep"];
        let solve =
            |kernel: &str, threads| format!("solve dodgem-3 --quiet --kernel {kernel} --threads {threads}");
        let mut child = scratch.command(&solve("queue", 1 + round % 3)).spawn().unwrap();
        std::thread::sleep(length * (2 * round + 1) / 44 + Duration::from_millis(u64::from(round * 37 % 11)));
        child.kill().unwrap();
        child.wait().unwrap();
        let resumed = scratch.json(&solve(kernels[round as usize % 3], 1 + (round + 1) % 3));
        let reused = resumed["reused_layers"].as_u64().unwrap();
        killed_midway += u32::from(reused > 0 && reused < 25);
        assert_eq!(
            scratch.files("dodgem-3"),
            expected,
            "killed in round {round}, {reused} layers were whole"
        );
    }
    assert!(killed_midway >= 5, "only {killed_midway} of 20 kills hit the run midway");
}
