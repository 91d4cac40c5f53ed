//! The whole command line for this game: solve, query, line, stats, verify, ...

use kaiketsu::{FromRules, Registry};
use template_game::TemplateGame;

fn main() -> std::process::ExitCode {
    kaiketsu_cli::main_with(Registry::empty().with("template-game", || FromRules::new(TemplateGame)))
}
