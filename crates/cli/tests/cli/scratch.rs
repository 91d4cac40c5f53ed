//! Running the real binary on a database folder of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder that is removed when the test is over.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kaiketsu-test-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The command line on this folder.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kaiketsu"));
        command.args(arguments.split_whitespace()).env("KAIKETSU_DB", &self.0);
        command
    }

    /// Runs it and expects success; what it printed.
    pub(crate) fn run(&self, arguments: &str) -> String {
        let output = self.command(arguments).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "`{arguments}` failed: {stderr}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs it and reads the JSON it prints.
    pub(crate) fn json(&self, arguments: &str) -> serde_json::Value {
        let text = self.run(&format!("--json --quiet {arguments}"));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("`{arguments}`: {error}: {text}"))
    }

    /// Runs it and expects failure: this exit code, nothing on stdout, one
    /// error on stderr that has all these words, and no panic.
    pub(crate) fn refuses(&self, arguments: &str, code: i32, words: &[&str]) {
        refused(&self.command(arguments).output().unwrap(), arguments, code, words);
    }

    /// All database files of a game with their bytes, by name.
    pub(crate) fn files(&self, game: &str) -> Vec<(String, Vec<u8>)> {
        let entries = std::fs::read_dir(self.0.join(game)).unwrap().map(Result::unwrap);
        let read = |entry: std::fs::DirEntry| {
            (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap())
        };
        let mut files: Vec<_> = entries.map(read).filter(|(name, _)| name != "lock").collect();
        files.sort();
        files
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn refused(output: &Output, what: &str, code: i32, words: &[&str]) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "`{what}`: {stderr}");
    assert!(output.stdout.is_empty(), "`{what}` printed {:?}", String::from_utf8_lossy(&output.stdout));
    assert!(!stderr.contains("panicked"), "`{what}`: {stderr}");
    assert!(stderr.contains("error:"), "`{what}`: {stderr}");
    for word in words {
        assert!(stderr.contains(word), "`{what}` does not say `{word}`: {stderr}");
    }
}
