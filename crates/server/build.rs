//! Builds again when the web client was built.

fn main() {
    println!("cargo:rerun-if-changed=../../web/dist");
}
