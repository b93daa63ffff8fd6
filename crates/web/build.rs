//! Embeds the files of the page, which are in the folder `page` beside this file, each also compressed.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write"));
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where we are"));
    let page = root.join("page");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", page.display());
    let mut files = Vec::new();
    gather(&page, &page, &mut files);
    files.sort();
    let mut table = String::from("static FILES: &[File] = &[\n");
    for (number, (path, whole)) in files.iter().enumerate() {
        let bytes = fs::read(whole).expect("a file of the page can be read");
        // The page may be built once more while this crate is compiled.
        let kept = out.join(number.to_string());
        fs::write(&kept, &bytes).expect("the build folder can be written");
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&bytes).expect("memory takes all bytes");
        let gzip = encoder.finish().expect("memory takes all bytes");
        let gzip = if gzip.len() < bytes.len() {
            let to = out.join(format!("{number}.gz"));
            fs::write(&to, gzip).expect("the build folder can be written");
            format!("Some(include_bytes!({:?}))", to.display().to_string())
        } else {
            "None".to_owned()
        };
        writeln!(
            table,
            "    File {{ path: {path:?}, kind: {:?}, bytes: include_bytes!({:?}), gzip: {gzip}, \
             tag: {:?} }},",
            kind(path),
            kept.display().to_string(),
            format!("\"{:016x}\"", hasher.finish()),
        )
        .expect("a text takes all");
    }
    table.push_str("];\n");
    fs::write(out.join("page.rs"), table).expect("the build folder can be written");
}

/// Gathers the files of a folder and those below it, with their paths from the root of the page.
fn gather(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).expect("the page can be read") {
        let path = entry.expect("the page can be read").path();
        if path.is_dir() {
            gather(root, &path, files);
        } else if let Ok(below) = path.strip_prefix(root) {
            let name = below.display().to_string().replace('\\', "/");
            files.push((name, path));
        }
    }
}

/// The kind of content of a file, by its name.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("json" | "webmanifest") => "application/json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
