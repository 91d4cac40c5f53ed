//! What the layers of a solve took, as kept beside the databases.

use std::fs;

use kaiketsu::{LayerTime, Registry, Store};

/// What is read from a journal with these lines.
fn times(lines: &[&str]) -> Vec<LayerTime> {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    fs::create_dir(folder.path().join("journal")).unwrap();
    fs::write(folder.path().join("journal/tic-tac-toe.csv"), lines.join("\n")).unwrap();
    Registry::standard().get("tic-tac-toe").unwrap().solver().unwrap().times(&store)
}

#[test]
fn what_was_saved_on_the_way_is_added_to_the_solve_it_led_to() {
    let times = times(&[
        "0,0,queue,2,1.000,2.000,4096", // of a solve that was done again
        "0,10,queue,2,1.000,2.000,10",
        "0,0,queue,2,3.000,5.000,4096",
        "0,0,queue,2,1.000,1.500,1024",
        "1,7,queue,2,9.000,9.000,1",
        "0,10,queue,2,0.500,0.500,2048",
        "2,0,queue,2,0.500,0.500,2048", // not finished
    ]);
    let brief = |time: &LayerTime| (time.layer, time.seconds, time.cpu_seconds, time.peak_memory);
    assert_eq!(times.iter().map(brief).collect::<Vec<_>>(), [(0, 4.5, 7.0, 4096), (1, 9.0, 9.0, 1)]);
}

#[test]
fn lines_are_read_back_and_broken_ones_left_out() {
    let header = "layer,positions,kernel,threads,seconds,cpu_seconds,peak_memory";
    let times =
        times(&[header, "", "3,100,queue", "3,100,queue,2,1.500,2.750,4096", "4,100,queue,2,1.5,2.7,4096,1"]);
    let brief = |time: &LayerTime| (time.layer, time.kernel.clone(), time.cpu_seconds);
    assert_eq!(times.iter().map(brief).collect::<Vec<_>>(), [(3, "queue".into(), 2.75)]);
}
