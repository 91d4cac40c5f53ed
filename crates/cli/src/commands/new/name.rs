//! The name of a new game.

use anyhow::Result;

use crate::refusal::Refusal;

/// Words that cannot name a crate: those of the language, and those that cargo
/// or this crate need themselves.
const TAKEN: &str = "abstract as async await become box break const continue crate do dyn else enum \
    extern false final fn for gen if impl in let loop macro match mod move mut override priv pub ref \
    return self static struct super trait true try type typeof union unsafe unsized use virtual where \
    while yield alloc core proc-macro std test build deps examples incremental kaiketsu kaiketsu-cli \
    kaiketsu-testkit";

/// The name must do for a crate, a type, a game and a folder.
pub(super) fn check_name(name: &str) -> Result<(), Refusal> {
    let refuse = |why: &str| {
        let right =
            "write lower-case letters, digits and single hyphens, beginning with a letter, such as my-game";
        Err(Refusal(format!("`{name}` cannot be the name of a game: {why}; {right}")))
    };
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if name.is_empty() {
        refuse("it is empty")
    } else if let Some(letter) = name.chars().find(|letter| !plain(*letter)) {
        refuse(&format!("it has {letter:?} in it"))
    } else if !name.starts_with(|letter: char| letter.is_ascii_lowercase()) {
        refuse("it does not begin with a letter")
    } else if name.ends_with('-') || name.contains("--") {
        refuse("it has a hyphen too many")
    } else if name.len() > 64 {
        refuse("it is longer than 64 letters")
    } else if TAKEN.split_whitespace().any(|word| word == name) {
        refuse("that word is taken by Rust, Cargo or Kaiketsu")
    } else {
        Ok(())
    }
}

/// A word with a capital letter.
pub(super) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_cannot_be_crates_are_refused() {
        for name in ["my-game", "x", "hexapawn-3x3", "go4"] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        let long = "a".repeat(65);
        let wrong = "3d -a a- a--b My-Game my_game ../a a/b jeu-d'été fn".split(' ');
        for name in wrong.chain(["", "a b", &long]) {
            let error = check_name(name).unwrap_err().to_string();
            assert!(error.contains(&format!("`{name}`")) && error.contains("such as my-game"), "{error}");
        }
        for word in TAKEN.split_whitespace() {
            assert!(check_name(word).is_err(), "{word}");
        }
    }
}
