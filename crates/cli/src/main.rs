//! The binary `kaiketsu`.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    kaiketsu_cli::main_with(kaiketsu::Registry::standard())
}
