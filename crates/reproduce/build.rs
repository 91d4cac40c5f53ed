//! Embeds the pages of `results/` that exist, so that the binary can show them
//! where a large database is absent.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<_> = fs::read_dir(&folder)
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
        .unwrap_or_default();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let mut code = String::from("&[\n");
    for file in files {
        let name = file.file_stem().expect("the file has a name").to_string_lossy().into_owned();
        println!("cargo::rerun-if-changed={}", file.display());
        writeln!(code, "    ({name:?}, include_str!({:?})),", file.display()).expect("a string grows");
    }
    code += "]\n";
    let target = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("results.rs");
    fs::write(target, code).expect("the build folder can be written");
}
