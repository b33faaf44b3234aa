//! On wasm32 mounts the page; natively runs the command line. Nothing else.

fn main() {}
