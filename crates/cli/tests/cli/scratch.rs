//! Running the real binary on a database folder of its own.

use std::path::Path;
use std::process::{Command, Output};

/// A folder that is removed when the test is over.
pub(crate) struct Scratch(tempfile::TempDir);

impl Scratch {
    pub(crate) fn new(name: &str) -> Self {
        Scratch(tempfile::Builder::new().prefix(&format!("kaiketsu-{name}-")).tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// A file in it, as a command is told of it.
    pub(crate) fn file(&self, name: &str) -> String {
        self.path().join(name).display().to_string()
    }

    /// The command line on this folder; `'what stands in quotes'` is one argument.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kaiketsu"));
        for (number, part) in arguments.split('\'').enumerate() {
            match number % 2 {
                0 => command.args(part.split_whitespace()),
                _ => command.arg(part),
            };
        }
        command.env("KAIKETSU_DB", self.path());
        command
    }

    /// Runs it where files cannot grow beyond so many blocks: as on a full disk,
    /// a write fails in the middle.
    #[cfg(unix)]
    pub(crate) fn limited(&self, blocks: u32, arguments: &str) -> Output {
        let program = env!("CARGO_BIN_EXE_kaiketsu");
        // SIGXFSZ ignored, so that the limit shows as an error of `write`.
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec '{program}' {arguments}");
        Command::new("bash").args(["-c", &script]).env("KAIKETSU_DB", self.path()).output().unwrap()
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
        let entries = std::fs::read_dir(self.path().join(game)).unwrap().map(Result::unwrap);
        let read = |entry: std::fs::DirEntry| {
            (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap())
        };
        let mut files: Vec<_> = entries.map(read).filter(|(name, _)| name != "lock").collect();
        files.sort();
        files
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
