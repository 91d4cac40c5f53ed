//! Pictures: every game has one, and they look as those of the explorer do.

use std::path::Path;

use kaiketsu::{Registry, picture};

#[test]
fn every_game_draws_its_start() {
    for family in Registry::standard().families() {
        // Variants of a family differ in their size.
        let game = family.games[0].game();
        let view = game.look(&game.start()).unwrap();
        for second in [false, true] {
            let svg = picture::draw(&game.board(), &view, second);
            assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count(), "{}", family.id);
            assert_eq!(svg.matches("class=\"cell").count(), game.board().cells.len(), "{}", family.id);
            assert!(svg.matches("class=\"piece").count() >= view.scene.pieces.len(), "{}", family.id);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{}", family.id);
        }
    }
}

/// Every rule of the pictures is one of the page's: colours and lines are the same.
#[test]
fn pictures_have_the_style_of_the_explorer() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../serve/page/explorer.css");
    let page = std::fs::read_to_string(page).unwrap();
    let mut rules = 0;
    for rule in picture::STYLE.lines() {
        let (selectors, declarations) = rule.split_once(" {").unwrap();
        let declarations = declarations.trim_end_matches('}').trim();
        if selectors == ".kaiketsu" {
            for colour in declarations.split("; ").filter(|one| one.starts_with("--")) {
                assert!(page.contains(&format!("{};", colour.trim_end_matches(';'))), "{colour}");
            }
            continue;
        }
        for selector in selectors.split(", ") {
            let own = selector.strip_prefix(".kaiketsu ").expect("pictures style nothing else of a page");
            let same = page.lines().flat_map(|line| line.split('}')).any(|rule| {
                let Some((named, said)) = rule.split_once('{') else { return false };
                named.split(',').any(|one| one.trim() == own) && said.trim() == declarations
            });
            assert!(same, "{rule}: the page says otherwise");
            rules += 1;
        }
    }
    assert!(rules > 40);
}
