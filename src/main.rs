//! On wasm32 mounts the page; natively runs the command line. Nothing else.

#[cfg(target_arch = "wasm32")]
fn main() {
    eevdf_lab::ui::mount();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    eevdf_lab::cli::main()
}
