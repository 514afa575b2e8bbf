//! `cargo xtask play`: builds everything and starts the house.

use anyhow::Result;

use crate::{
    shell::{self, cargo},
    web,
};

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    web::build()?;
    shell::run(cargo(&["build", "--release", "--package", "stackhouse"]))?;
    let serve = ["run", "--quiet", "--release", "--package", "stackhouse", "--", "serve"];
    let arguments = arguments.iter().map(String::as_str);
    shell::run(cargo(&serve.into_iter().chain(arguments).collect::<Vec<_>>()))
}
