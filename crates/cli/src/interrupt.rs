//! Ctrl-C and termination during long work that can be resumed.
//!
//! The files of a solve become visible whole, so the program may end at any
//! moment. What is left to do is to say so.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::outlets::say_aside;
use crate::progress::Display;

/// Until this is dropped, an interruption ends the program with a word on what is
/// kept and how to go on. The exit code is the usual one, 128 and the number of
/// the signal: 130 after Ctrl-C, 143 after `kill`. Later interruptions end it
/// without a word.
pub(crate) struct Watch {
    over: Arc<AtomicBool>,
}

impl Watch {
    /// Watches over work that shows this progress. `kept` says what there is of it
    /// when it is interrupted.
    #[cfg(unix)]
    pub(crate) fn new(progress: &Arc<Display>, kept: impl Fn() -> String + Send + 'static) -> Self {
        use kaiketsu::Progress;
        use signal_hook::consts::{SIGINT, SIGTERM};
        let over = Arc::new(AtomicBool::new(false));
        // Where signals cannot be watched they end the program as they always do.
        if let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]) {
            let (progress, over) = (Arc::clone(progress), Arc::clone(&over));
            std::thread::spawn(move || {
                let signal = signals.forever().next().unwrap_or(SIGTERM);
                if !over.load(Relaxed) {
                    progress.end(); // nothing is drawn over what is said
                    say_aside(&kept());
                }
                std::process::exit(128 + signal);
            });
        }
        Watch { over }
    }

    /// This system ends programs without asking.
    #[cfg(not(unix))]
    pub(crate) fn new(_: &Arc<Display>, _: impl Fn() -> String + Send + 'static) -> Self {
        Watch { over: Arc::default() }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.over.store(true, Relaxed);
    }
}

/// What a solve that was interrupted leaves in its folder, and the command that
/// goes on with it.
pub(crate) fn kept_in(folder: &Path, command: &str) -> String {
    let names = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names: Vec<String> = names.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    let layers = names.iter().filter(|name| name.starts_with("layer-") && name.ends_with(".kai")).count();
    let rounds = names.iter().any(|name| name.starts_with("checkpoint-") && name.ends_with(".state"));
    let what = match (layers, rounds) {
        (0, false) => "Interrupted before the first file was finished; nothing is lost but the time.".into(),
        (0, true) => "Interrupted; the rounds that are finished are kept.".to_string(),
        (1, _) => "Interrupted; the 1 file that is finished is kept.".into(),
        (layers, _) => format!("Interrupted; the {layers} files that are finished are kept."),
    };
    format!("{what}\nFolder: {}\nGo on with: {command}", folder.display())
}
