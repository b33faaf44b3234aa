//! The rules of the code's structure, checked over every source file.
//!
//! 1. A module uses only itself and what stands before it in [`ORDER`]; and the command line does not use the page.
//! 2. Crates of the browser are named in `ui` and `main.rs` only.
//! 3. `model` names no time source, no I/O, no serialisation, no randomness.
//! 4. A source file begins with `//!` documentation and has at most [`MAX_LINES`] lines.
//!
//! Paths are found in the tokens of a file: also inside macros, never in comments or strings.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::fs;
use std::path::{Path, PathBuf};

/// The top-level modules, from the ground up.
const ORDER: [&str; 14] = [
    "model", "kernels", "sim", "stats", "scenario", "tables", "explain", "checks", "lanes", "chart", "io", "session", "ui", "cli",
];

/// `(user, used)`: what a module may not use although it stands before it.
const EXCEPT: [(&str, &str); 1] = [("cli", "ui")];

/// Crates that exist in the browser only.
const BROWSER: [&str; 6] = ["gloo_timers", "js_sys", "leptos", "plotters_canvas", "wasm_bindgen", "web_sys"];

/// What `model` may not name: crates, modules and macros.
const IMPURE: [&str; 16] = [
    "core::time",
    "dbg!",
    "eprint!",
    "eprintln!",
    "print!",
    "println!",
    "rand",
    "serde",
    "serde_json",
    "std::env",
    "std::fs",
    "std::io",
    "std::net",
    "std::process",
    "std::thread",
    "std::time",
];

const MAX_LINES: usize = 450;

#[test]
fn the_sources_keep_the_rules() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = rust_files(&src);
    assert!(files.len() > 1, "no sources found in {}", src.display());
    let mut broken = Vec::new();
    for file in files {
        let name = file.strip_prefix(&src).expect("below src").to_string_lossy().replace('\\', "/");
        broken.extend(broken_rules(&name, &fs::read_to_string(&file).expect("a readable source")));
    }
    assert!(broken.is_empty(), "{} broken rules, see tests/structure.rs:\n{}", broken.len(), broken.join("\n"));
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

// ---- the rules ------------------------------------------------------------------------------------------------------

/// The rules that `source`, the text of the file `name` (its path below src/), breaks: a line of text each.
fn broken_rules(name: &str, source: &str) -> Vec<String> {
    let mut broken = Vec::new();
    let mut complain = |line: usize, rule: String| broken.push(format!("src/{name}:{line}: {rule}"));

    if !source.starts_with("//!") {
        complain(1, "a source file begins with `//!` documentation".into());
    }
    let length = source.lines().count();
    if length > MAX_LINES {
        complain(length, format!("a source file has at most {MAX_LINES} lines"));
    }
    let module = module_of(name);
    for Mention { path, line } in mentions(source, &module) {
        let rule = match path {
            Named::Own(path) => module.first().and_then(|user| own_rule(user, &path)),
            Named::Foreign(path) => foreign_rule(name, &path),
        };
        if let Some(rule) = rule {
            complain(line, rule);
        }
    }
    broken
}

/// The rule that the top-level module `user` breaks by naming `path` of this crate.
fn own_rule(user: &str, path: &[String]) -> Option<String> {
    let Some(used) = path.first().map(String::as_str).filter(|used| *used != "*") else {
        return Some("name the module that is used, not the whole crate".into());
    };
    let place = |module: &str| ORDER.iter().position(|known| *known == module);
    match (place(user), place(used)) {
        (None, _) => Some(format!("the module `{user}` has no place in ORDER yet")),
        (_, None) => Some(format!("`crate::{}` names no top-level module", path.join("::"))),
        (Some(place), Some(at)) if at <= place && !EXCEPT.contains(&(user, used)) => None,
        _ => Some(format!("`{user}` may not use `{used}` (here `crate::{}`)", path.join("::"))),
    }
}

/// The rule that the file `name` breaks by naming `path` of another crate, or a macro.
fn foreign_rule(name: &str, path: &[String]) -> Option<String> {
    let full = path.join("::");
    let in_page = name == "main.rs" || name.starts_with("ui/");
    if !in_page && path.len() > 1 && BROWSER.contains(&path[0].as_str()) {
        return Some(format!("only `ui` and main.rs may name `{}` (here `{full}`)", path[0]));
    }
    let is_or_in = |named: &str| full == named || full.starts_with(&format!("{named}::"));
    let impure = path.len() > 1 || full.ends_with('!');
    (name.starts_with("model/") && impure && IMPURE.into_iter().any(is_or_in))
        .then(|| format!("`model` is pure: no time, I/O, serialisation or randomness (here `{full}`)"))
}

// ---- the scanner ----------------------------------------------------------------------------------------------------

/// A path that a source file names.
struct Mention {
    path: Named,
    line: usize,
}

#[derive(Debug, PartialEq)]
enum Named {
    /// An absolute path of this crate, without `crate`.
    Own(Vec<String>),
    /// Everything else, as written; a macro's name ends with `!`.
    Foreign(Vec<String>),
}

/// The module that the file `name` (its path below src/) holds.
fn module_of(name: &str) -> Vec<String> {
    let stem = name.strip_suffix(".rs").expect("a Rust file");
    let mut module: Vec<String> = stem.split('/').map(String::from).collect();
    if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        module.pop();
    }
    module
}

/// Every path in `source`, the text of the module `module`; each branch of a `use` tree is a path.
fn mentions(source: &str, module: &[String]) -> Vec<Mention> {
    let tokens: TokenStream = source.parse().unwrap_or_else(|error| panic!("{module:?} is not Rust: {error}"));
    let mut found = Vec::new();
    scan(tokens, module, &[], &mut found);
    found
}

/// Scans `tokens`, which stand in `module`; `prefix` is what stands before the braces of a `use` tree.
fn scan(tokens: TokenStream, module: &[String], prefix: &[String], found: &mut Vec<Mention>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Ident(_) => at = scan_path(&tokens, at, module, prefix, found),
            TokenTree::Punct(star) if star.as_char() == '*' && !prefix.is_empty() => {
                found.push(mention(module, [prefix, &["*".into()]].concat(), star.span().start().line));
                at += 1;
            }
            TokenTree::Group(group) => {
                let inner = match &tokens[..at] {
                    [.., TokenTree::Ident(keyword), TokenTree::Ident(name)] if keyword == "mod" => {
                        [module, &[name.to_string()]].concat()
                    }
                    _ => module.to_vec(),
                };
                scan(group.stream(), &inner, &[], found);
                at += 1;
            }
            _ => at += 1,
        }
    }
}

/// Scans the path that begins at `tokens[start]`, an identifier; gives the place behind it.
fn scan_path(tokens: &[TokenTree], start: usize, module: &[String], prefix: &[String], found: &mut Vec<Mention>) -> usize {
    let line = tokens[start].span().start().line;
    let mut path = prefix.to_vec();
    path.push(segment(&tokens[start]));
    let mut at = start + 1;
    while is_path_separator(&tokens[at..]) {
        match tokens.get(at + 2) {
            Some(TokenTree::Group(tree)) if tree.delimiter() == Delimiter::Brace => {
                scan(tree.stream(), module, &path, found);
                return at + 3;
            }
            Some(next @ TokenTree::Ident(_)) => path.push(segment(next)),
            Some(TokenTree::Punct(star)) if star.as_char() == '*' => path.push("*".into()),
            _ => break,
        }
        at += 3;
    }
    match tokens.get(at) {
        Some(TokenTree::Punct(bang)) if bang.as_char() == '!' => path.last_mut().expect("a segment").push('!'),
        Some(TokenTree::Ident(word)) if word == "as" => {
            // `use crate as x` would hide what is used.
            if path.len() == 1 {
                path.push("*".into());
            }
            // In a `use` tree the new name follows; elsewhere a type, which may be a path.
            at += if prefix.is_empty() { 1 } else { 2 };
        }
        _ => {}
    }
    found.push(mention(module, path, line));
    at
}

fn segment(token: &TokenTree) -> String {
    token.to_string().trim_start_matches("r#").to_string()
}

fn is_path_separator(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [TokenTree::Punct(a), TokenTree::Punct(b), ..] if a.as_char() == ':' && b.as_char() == ':')
}

/// `path` as written in `module`, made absolute where it names this crate.
fn mention(module: &[String], path: Vec<String>, line: usize) -> Mention {
    // `crate`, `self` or `super` alone, as in `pub(crate)`, uses nothing.
    let own = matches!(path[0].as_str(), "crate" | "eevdf_lab" | "self" | "super") && path.len() > 1;
    if !own {
        return Mention { path: Named::Foreign(path), line };
    }
    let mut absolute = module.to_vec();
    for segment in path {
        match segment.as_str() {
            "crate" | "eevdf_lab" => absolute.clear(),
            "self" => {}
            "super" => drop(absolute.pop()),
            _ => absolute.push(segment),
        }
    }
    Mention { path: Named::Own(absolute), line }
}

// ---- that the scanner sees what it should, and no more --------------------------------------------------------------

/// What the file `name` with documentation and then `code` (from line 2 on) breaks.
fn broken(name: &str, code: &str) -> Vec<String> {
    broken_rules(name, &format!("//! About.\n{code}"))
}

#[track_caller]
fn assert_breaks(name: &str, code: &str, expected: &str) {
    let found = broken(name, code);
    assert!(found.len() == 1 && found[0].contains(expected), "{code}\nexpected: {expected}\nfound: {found:#?}");
}

#[track_caller]
fn assert_keeps(name: &str, code: &str) {
    assert_eq!(broken(name, code), [""; 0], "{code}");
}

#[test]
fn a_module_uses_what_stands_before_it() {
    assert_keeps("sim/mod.rs", "use crate::{model::rq::Rq, kernels};\nfn f() { crate::sim::g() }");
    assert_breaks("sim/mod.rs", "\nuse crate::scenario::parse;", "src/sim/mod.rs:3: `sim` may not use `scenario`");
    assert_breaks("model/rq.rs", "fn f() -> crate::sim::Step { todo!() }", "`model` may not use `sim`");
    assert_keeps("cli.rs", "use crate::session::Session;");
    assert_breaks("cli.rs", "use crate::ui::mount;", "`cli` may not use `ui`");
    assert_breaks("session.rs", "use crate::ui::mount;", "`session` may not use `ui`");
    assert_keeps("main.rs", "fn main() { eevdf_lab::ui::mount(); eevdf_lab::cli::main() }");
}

#[test]
fn a_use_tree_is_followed_into_every_branch() {
    assert_breaks("model/rq.rs", "use crate::{model::{a, b::*}, sim::{self as b}};", "crate::sim`");
    assert_breaks("model/rq.rs", "use crate::{model::a as b, sim::{c as d}};", "crate::sim::c");
    assert_breaks("model/rq.rs", "use {crate::sim::c, std::fmt};", "crate::sim::c");
}

#[test]
fn super_is_resolved_by_the_place_of_the_file_and_of_inline_modules() {
    assert_keeps("model/arith/exact.rs", "use super::super::rq;\nuse super::Arith;\npub(super) fn f() {}");
    assert_breaks("model/arith/exact.rs", "use super::super::super::sim::Step;", "crate::sim::Step");
    assert_keeps("model/mod.rs", "mod tests { use super::*; }");
    assert_breaks("model/mod.rs", "mod tests { use super::super::sim; }", "crate::sim");
    assert_breaks("model/mod.rs", "use self::super::sim;", "`crate::sim`");
    assert_breaks("session.rs", "use super::ui;", "crate::ui");
}

#[test]
fn nothing_hides_in_macros_aliases_and_globs() {
    assert_breaks("model/rq.rs", "fn f() { format!(\"{}\", crate::sim::NAME); }", "crate::sim::NAME");
    assert_breaks("model/rq.rs", "macro_rules! m { () => { $crate::sim::NAME } }", "crate::sim::NAME");
    assert_breaks("model/rq.rs", "use eevdf_lab::sim;", "crate::sim");
    assert_breaks("model/rq.rs", "use crate as everything;", "not the whole crate");
    assert_breaks("model/rq.rs", "use crate::*;", "not the whole crate");
    assert_breaks("model/rq.rs", "use crate::{self as everything};", "not the whole crate");
    assert_breaks("other.rs", "use crate::model;", "the module `other` has no place in ORDER yet");
}

#[test]
fn comments_strings_and_visibilities_use_nothing() {
    assert_keeps("model/rq.rs", "/// See [`crate::sim::Step`].\npub(crate) const A: &str = \"crate::sim\"; // crate::sim");
    assert_keeps("model/rq.rs", "fn f(self: &Self) { self.g(); }\npub(in crate::model) fn h() {}");
}

#[test]
fn browser_crates_stay_in_the_page() {
    assert_breaks("chart/mod.rs", "use web_sys::HtmlElement;", "only `ui` and main.rs may name `web_sys`");
    assert_breaks("lib.rs", "fn f() { leptos::mount::mount_to_body(g) }", "`leptos`");
    assert_keeps("ui/mod.rs", "use leptos::prelude::*;");
    assert_keeps("main.rs", "use leptos::prelude::*;");
}

#[test]
fn the_model_is_pure() {
    assert_breaks("model/rq.rs", "use std::{fmt, time::Instant};", "std::time::Instant");
    assert_breaks("model/rq.rs", "use std::io;", "std::io");
    assert_breaks("model/rq.rs", "fn f(rand: u8) { rand::random() }", "rand::random");
    assert_breaks("model/rq.rs", "#[derive(serde::Serialize)] struct S;", "serde::Serialize");
    assert_breaks("model/rq.rs", "fn f() { println!(\"{}\", 1); }", "println!");
    assert_keeps("model/rq.rs", "use std::collections::BTreeMap; fn f(rand: u8) -> bool { !rand.is_power_of_two() }");
    assert_keeps("sim/mod.rs", "use serde::Serialize;");
}

#[test]
fn a_file_is_documented_and_short() {
    assert_eq!(broken_rules("lib.rs", "mod model;"), ["src/lib.rs:1: a source file begins with `//!` documentation"]);
    assert_keeps("lib.rs", &"\n".repeat(MAX_LINES - 1));
    assert_breaks("lib.rs", &"\n".repeat(MAX_LINES), "src/lib.rs:451: a source file has at most 450 lines");
}
