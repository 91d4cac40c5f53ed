//! The whole command line for this game: solve, query, line, stats, verify, ...

use kaiketsu::Registry;

fn main() -> std::process::ExitCode {
    kaiketsu_cli::main_with(Registry::empty().with("template-game", template_game::setup))
}
