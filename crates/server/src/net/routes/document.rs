//! `docs/openapi.json` is made from the paths and the types: a test fails when it is stale.

use super::*;
use crate::net::socket::__path_open;
use std::path::Path as File;
use utoipa::openapi::schema::{AdditionalProperties, ArrayItems, Schema};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{OpenApi, RefOr};
use utoipa::{Modify, OpenApi as _};

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Stackhouse",
        version = "1",
        description = "What can be read over HTTP. Playing goes over the socket: docs/protocol.md. Requests for a host name that is not this house's, or for two of them, get 421; addresses that ask for too much get 429 and are told after how many seconds to come back. Every failure under /api and at /ws is told as a Problem.",
        license(name = "MIT", identifier = "MIT")
    ),
    paths(open, healthz, readyz, metrics, version, openapi, games, lobby, table_info, hint, record, replay),
    components(responses(openapi::NoSocket, openapi::TooFast, openapi::Busy)),
    modifiers(&Answers)
)]
struct Document;

/// What the house says of all its answers.
struct Answers;

impl Modify for Answers {
    fn modify(&self, document: &mut OpenApi) {
        for path in document.paths.paths.values_mut() {
            // Nothing is grouped, and an empty list would say so twelve times.
            path.get.iter_mut().for_each(|get| get.tags = None);
        }
        let components = document.components.as_mut().expect("the answers are among them");
        components.schemas.values_mut().for_each(close);
        let token = HttpBuilder::new().scheme(HttpAuthScheme::Bearer);
        let token = token.description(Some("The token of a seat.")).build();
        components.add_security_scheme("seat", SecurityScheme::Http(token));
    }
}

/// Says that an object has no other fields than those it lists, and so all objects in it.
fn close(schema: &mut RefOr<Schema>) {
    let RefOr::T(schema) = schema else { return };
    match schema {
        Schema::Object(object) => {
            object.properties.values_mut().for_each(close);
            if !object.properties.is_empty() {
                object.additional_properties = Some(Box::new(AdditionalProperties::FreeForm(false)));
            }
        }
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(item) = &mut array.items {
                close(item);
            }
        }
        Schema::OneOf(one) => one.items.iter_mut().for_each(close),
        _ => {}
    }
}

#[test]
fn the_document_is_that_of_the_types() {
    let made = format!("{}\n", Document::openapi().to_pretty_json().unwrap());
    let file = File::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    if std::env::var_os("WRITE_WIRE").is_some() {
        return std::fs::write(file, made).unwrap();
    }
    assert!(
        made == std::fs::read_to_string(file).unwrap(),
        "docs/openapi.json is stale: run `WRITE_WIRE=1 cargo test -p server --features openapi --lib types` and look at the change"
    );
}
