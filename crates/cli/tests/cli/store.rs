//! Exports, and moving and removing databases: nothing is lost or overwritten.

use crate::scratch::{Scratch, refused};

#[test]
fn positions_and_statistics_are_exported() {
    let scratch = Scratch::new("export");
    scratch.run("solve dodgem-2");
    let stats = scratch.json("stats dodgem-2");

    let all = scratch.json(&format!("export dodgem-2 {}", scratch.file("all.csv")));
    let text = std::fs::read_to_string(scratch.file("all.csv")).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert!(text.starts_with("layer,index,weight,position,value,plies,kind\n"));
    assert_eq!(all["rows"], rows.len());
    for value in ["win", "loss", "draw"] {
        let weight = |row: &Vec<&str>| row[2].parse::<u64>().unwrap();
        let counted: u64 = rows.iter().filter(|row| row[4] == value).map(weight).sum();
        assert_eq!(stats[value], counted, "{value}");
    }
    for row in rows.iter().step_by(97) {
        let answer = scratch.json(&format!("query dodgem-2 {}", row[3]));
        let plies = answer["plies"].as_u64().map_or(String::new(), |plies| plies.to_string());
        assert_eq!((answer["value"].as_str().unwrap(), plies.as_str()), (row[4], row[5]));
    }

    scratch.run(&format!("export dodgem-2 {} --what statistics", scratch.file("stats.csv")));
    let text = std::fs::read_to_string(scratch.file("stats.csv")).unwrap();
    assert!(text.starts_with("table,key,value,plies,positions\ntotal,,win,,803\n"), "{text}");
    assert!(text.contains("by_pieces,mover_pieces=2 opponent_pieces=2,win,,457\n"), "{text}");

    let sample = |name: &str, seed: u64| {
        scratch.run(&format!("export dodgem-2 {} --sample 50 --seed {seed}", scratch.file(name)));
        std::fs::read_to_string(scratch.file(name)).unwrap()
    };
    let first = sample("one.csv", 1);
    assert_eq!(first.lines().count(), 51);
    assert_eq!(first, sample("again.csv", 1));
    assert_ne!(first, sample("two.csv", 2));
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_has_the_same_rows_as_csv() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    use std::fs::File;

    let scratch = Scratch::new("parquet");
    scratch.run("solve tic-tac-toe");
    let csv = scratch.json(&format!("export tic-tac-toe {}", scratch.file("all.csv")));
    scratch.run(&format!("export tic-tac-toe {}", scratch.file("all.parquet")));
    let reader = SerializedFileReader::new(File::open(scratch.file("all.parquet")).unwrap()).unwrap();
    let names = reader.metadata().file_metadata().schema().get_fields().iter();
    let mut lines = vec![names.map(|field| field.name()).collect::<Vec<_>>().join(",")];
    for row in reader.get_row_iter(None).unwrap() {
        let cell = |field: &Field| match field {
            Field::Null => String::new(),
            Field::Str(text) => text.clone(),
            number => number.to_string(),
        };
        lines
            .push(row.unwrap().get_column_iter().map(|(_, field)| cell(field)).collect::<Vec<_>>().join(","));
    }
    assert_eq!(csv["rows"], lines.len() - 1);
    let text = std::fs::read_to_string(scratch.file("all.csv")).unwrap();
    assert!(lines.iter().eq(text.lines()), "{:?}", lines.iter().zip(text.lines()).find(|(a, b)| a != b));
}

#[test]
fn bad_exports_leave_nothing_behind() {
    let scratch = Scratch::new("export-bad");
    scratch.run("solve tic-tac-toe");
    scratch.refuses(
        &format!("export tic-tac-toe {}", scratch.file("all.xlsx")),
        2,
        &["all.xlsx", ".csv or .parquet"],
    );
    scratch.refuses(&format!("export quixo-3x3 {}", scratch.file("q.csv")), 3, &["solve"]);
    scratch.refuses(&format!("export otrio {}", scratch.file("q.csv")), 2, &["prove otrio"]);
    scratch.refuses(&format!("export tic-tac-toe {}", scratch.file("no/where.csv")), 1, &["where.csv"]);
    scratch.refuses(&format!("export tic-tac-toe {} --sample 0", scratch.file("q.csv")), 2, &["--sample"]);
    assert!(!scratch.path().join("q.csv").exists() && !scratch.path().join("all.xlsx").exists());
    std::fs::write(scratch.file("mine.csv"), "precious").unwrap();
    scratch.refuses(
        &format!("export tic-tac-toe {}", scratch.file("mine.csv")),
        2,
        &["mine.csv", "not overwritten"],
    );
    assert_eq!(std::fs::read_to_string(scratch.file("mine.csv")).unwrap(), "precious");
}

#[test]
fn databases_are_listed_moved_and_removed() {
    let scratch = Scratch::new("db");
    assert!(scratch.run("db list").contains("no databases"));
    scratch.run("solve tic-tac-toe");
    scratch.run("solve quixo-3x3 --layers 4");
    std::fs::create_dir(scratch.path().join("photos")).unwrap();
    std::fs::write(scratch.path().join("photos/cat.txt"), "precious").unwrap();
    let list = scratch.json("db list");
    let states: Vec<(&str, &str)> = list["databases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["game"].as_str().unwrap(), entry["state"].as_str().unwrap()))
        .collect();
    assert_eq!(states, [("photos", "foreign"), ("quixo-3x3", "unfinished"), ("tic-tac-toe", "solved")]);
    let info = scratch.json("db info tic-tac-toe");
    assert_eq!((info["layers"].as_array().unwrap().len(), &info["distances"]), (10, &true.into()));
    assert!(scratch.run("db info photos").contains("no manifest"));
    scratch.refuses("db info chess", 3, &["`chess`"]);

    let files = scratch.files("tic-tac-toe");
    let other = Scratch::new("db-other");
    let target = other.path().display().to_string();
    std::fs::create_dir(other.path().join("tic-tac-toe")).unwrap();
    scratch.refuses(&format!("db move tic-tac-toe {target}"), 2, &["there already", "nothing was moved"]);
    assert_eq!(scratch.files("tic-tac-toe"), files);
    std::fs::remove_dir(other.path().join("tic-tac-toe")).unwrap();
    scratch.run(&format!("db move tic-tac-toe {target}"));
    assert_eq!(other.files("tic-tac-toe"), files);
    assert!(!scratch.path().join("tic-tac-toe").exists());
    other.run("verify tic-tac-toe");
    scratch.refuses(&format!("db move quixo-3x3 {target}/tic-tac-toe/lock"), 2, &["lock is not a folder"]);
    scratch.refuses(&format!("db move photos {target}"), 2, &["photos", "not a database"]);
    scratch.refuses(&format!("db move ../photos {target}"), 3, &["`../photos`"]);

    let output = other.command("db remove tic-tac-toe").stdin(std::process::Stdio::null()).output().unwrap();
    refused(&output, "remove without --yes", 2, &["was not removed", "--yes"]);
    assert_eq!(other.files("tic-tac-toe"), files);
    other.run("db remove tic-tac-toe --yes");
    assert!(!other.path().join("tic-tac-toe").exists());
    other.refuses("db remove tic-tac-toe --yes", 3, &["`tic-tac-toe`"]);
    scratch.refuses("db remove photos --yes", 2, &["photos", "left alone"]);
    assert_eq!(std::fs::read_to_string(scratch.path().join("photos/cat.txt")).unwrap(), "precious");
}

/// A folder that another process is solving into is not taken away under it.
#[test]
fn databases_in_use_stay() {
    let scratch = Scratch::new("db-locked");
    scratch.run("solve tic-tac-toe");
    let lock = std::fs::File::open(scratch.path().join("tic-tac-toe/lock")).unwrap();
    lock.lock().unwrap();
    scratch.refuses("db remove tic-tac-toe --yes", 1, &["tic-tac-toe"]);
    let elsewhere = Scratch::new("db-locked-target");
    scratch.refuses(&format!("db move tic-tac-toe {}", elsewhere.path().display()), 1, &["tic-tac-toe"]);
    drop(lock);
    scratch.run("verify tic-tac-toe");
}

#[test]
fn a_database_is_compared_with_published_signatures() {
    let scratch = Scratch::new("db-check");
    scratch.run("solve dodgem-2");
    scratch.refuses("db check dodgem-2", 2, &["no signatures of dodgem-2", "quixo-5x5"]);
    let info = scratch.json("db info dodgem-2");
    let list = |values: &str, plies: &str| {
        let text = format!("[dodgem-2]\nsignature_values = \"{values}\"\nsignature_plies = \"{plies}\"\n");
        std::fs::write(scratch.file("list.toml"), text).unwrap();
        format!("db check dodgem-2 --against {}", scratch.file("list.toml"))
    };
    let [values, plies] = ["signature_values", "signature_plies"].map(|key| info[key].as_str().unwrap());
    let found = scratch.json(&list(values, plies));
    assert_eq!((found["published"].as_bool(), found["compared"].as_array().unwrap().len()), (Some(true), 2));
    scratch.refuses(&list(values, &"0".repeat(64)), 4, &["not the published database", "plies"]);

    // With hashes of files: the same bytes, or the same values written otherwise.
    assert!(found["same_files"].is_null());
    let hashes = scratch.run("db hashes dodgem-2");
    let check = list(values, plies);
    let list = std::fs::read_to_string(scratch.file("list.toml")).unwrap();
    std::fs::write(scratch.file("list.toml"), format!("{list}{hashes}")).unwrap();
    assert_eq!(scratch.json(&check)["same_files"], true);
    assert!(scratch.run(&check).contains("byte for byte"));
    let first = hashes.find("= \"").unwrap() + 3;
    let other = format!("{list}{}{}{}", &hashes[..first], "0".repeat(64), &hashes[first + 64..]);
    std::fs::write(scratch.file("list.toml"), other).unwrap();
    assert_eq!(scratch.json(&check)["same_files"], false);
    assert!(scratch.run(&check).contains("; 1 of "));
}

#[test]
fn a_damaged_manifest_is_an_error_of_db_info() {
    let scratch = Scratch::new("db-info-damaged");
    scratch.run("solve tic-tac-toe");
    let manifest = scratch.path().join("tic-tac-toe/manifest.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text.replacen("win = ", "win = 1", 1)).unwrap();
    scratch.refuses("db info tic-tac-toe", 4, &["manifest.toml"]);
}
