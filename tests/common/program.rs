//! The command line as a program of its own.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the program with these arguments and this standard input.
pub fn eevdf_lab(args: &[&str], stdin: impl AsRef<[u8]>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_eevdf-lab"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that complains at once does not read its input.
    let _not_read = child.stdin.take().expect("a pipe").write_all(stdin.as_ref());
    child.wait_with_output().expect("the program ends")
}

/// What it said.
pub fn text(bytes: impl AsRef<[u8]>) -> String {
    std::str::from_utf8(bytes.as_ref()).expect("UTF-8").to_string()
}
