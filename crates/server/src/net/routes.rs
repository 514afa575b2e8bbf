//! The HTTP part: what can be read without a socket, and the doors of health and measurement.

#[cfg(all(test, feature = "openapi"))]
mod document;

use super::copies::{Copies, Copy, Errand, no_such_seat};
use super::failed::Failed;
use super::lan::addresses;
use super::origin::{Hosts, guard, keep_private};
use super::proxy::Proxies;
use super::tls::Certificate;
use super::{assets, sent, socket};
use crate::house::metrics::Metrics;
use crate::house::packed::Packed;
use crate::house::{BadHouse, House, lock};
use crate::net::limits::{Doorkeeper, household};
use crate::protocol::{GameInfo, Health, Hint, Json, PROTOCOL, RefusalCode, Version};
#[cfg(feature = "openapi")]
use crate::protocol::{LobbyTable, Problem, RecordInfo, Replay, TableInfo, openapi};
use crate::room::Room;
use crate::workers::bots::Players;
use crate::workers::pool::Busy;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{ConnectInfo, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use axum::{Extension, Json as Body, Router};
use journal::{JournalError, TableId};
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use table::Seat;
use tokio_util::task::TaskTracker;

/// What requests need.
pub(super) struct Site {
    pub(super) house: Arc<House>,
    pub(super) doorkeeper: Arc<Doorkeeper>,
    pub(super) hosts: Hosts,
    pub(super) proxies: Proxies,
    pub(super) certificate: Option<Certificate>,
    pub(super) listen: SocketAddr,
    pub(super) players: Arc<dyn Players>,
    pub(super) sockets: TaskTracker,
    pub(super) copies: Copies,
    pub(super) games: OnceLock<Packed>,
}

/// Every path of the house and who answers there.
fn routes() -> [(&'static str, MethodRouter<Arc<Site>>); 12] {
    [
        ("/ws", get(socket::open)),
        ("/healthz", get(healthz)),
        ("/readyz", get(readyz)),
        ("/metrics", get(metrics)),
        ("/api/version", get(version)),
        ("/api/openapi.json", get(openapi)),
        ("/api/games", get(games)),
        ("/api/lobby", get(lobby)),
        ("/api/tables/{table}", get(table_info)),
        ("/api/tables/{table}/hint", get(hint)),
        ("/api/tables/{table}/record", get(record)),
        ("/api/tables/{table}/replay", get(replay)),
    ]
}

/// Every path of the house, as `docs/openapi.json` writes it.
pub fn paths() -> impl Iterator<Item = &'static str> {
    routes().into_iter().map(|(path, _)| path)
}

pub(super) fn router(site: Arc<Site>) -> Router {
    routes()
        .into_iter()
        .fold(Router::new(), |router, (path, answer)| router.route(path, answer))
        .fallback(elsewhere)
        .method_not_allowed_fallback(|| async {
            let text = "ask for this with GET".into();
            Failed(StatusCode::METHOD_NOT_ALLOWED, "bad-request", text)
        })
        .layer(middleware::from_fn_with_state(site.clone(), check))
        .with_state(site)
}

/// Answers whoever came to HTTPS by HTTP: the same address, the other way.
pub(super) fn to_https(site: Arc<Site>) -> Router {
    Router::new()
        .fallback(|headers: HeaderMap, uri: Uri| async move {
            let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
            let path = uri.path_and_query().map_or("/", |path| path.as_str());
            (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, format!("https://{host}{path}"))])
        })
        .layer(middleware::from_fn_with_state(site.clone(), check))
        .with_state(site)
}

/// How a request came.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// By HTTPS, here or at a proxy.
    pub(super) is_private: bool,
}

/// Files and pages of the client; what programs ask for in vain is told to them as a problem.
async fn elsewhere(request: Request) -> Response {
    if request.uri().path().starts_with("/api/") {
        let text = "there is nothing here: /api/openapi.json lists what there is".into();
        return Failed(StatusCode::NOT_FOUND, "not-found", text).into_response();
    }
    assets::serve(request.uri(), request.headers())
}

/// Lets a request in that is meant for this house, from an address that does not ask for too much.
async fn check(
    State(site): State<Arc<Site>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Extension(way): Extension<Way>,
    request: Request,
    next: Next,
) -> Response {
    // Counted first: what is refused costs something as well.
    let mut response = if !site.doorkeeper.may_request(peer.ip(), site.house.world.now_ms()) {
        site.house.metrics.too_many_requests.inc();
        let mut refused = Failed::too_fast().into_response();
        refused.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        refused
    } else if !site.hosts.is_ours_by_line_too(request.uri(), request.headers()) {
        let text = "this house does not go by that name".into();
        Failed(StatusCode::MISDIRECTED_REQUEST, "bad-request", text).into_response()
    } else {
        next.run(request).await
    };
    guard(response.headers_mut());
    if way.is_private {
        keep_private(response.headers_mut());
    }
    response
}

/// Whether the house is alive.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/healthz",
        responses(
            (status = 200, description = "It is.", body = Health),
        )
    )
)]
async fn healthz() -> Body<Health> {
    Body(Health { ok: true, text: String::new() })
}

/// Whether the last thing that was to be kept was kept.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/readyz",
        responses(
            (status = 200, description = "It was.", body = Health),
            (
                status = 503,
                description = "It was not; the log of the house tells why. It is tried again at least once a second.",
                body = Health
            ),
        )
    )
)]
async fn readyz(State(site): State<Arc<Site>>) -> Response {
    // Whoever asks gets what is known, and costs the disk nothing. Where the disk is and what ails it stands in the log.
    let ok = site.house.journal.health().is_writable;
    let (status, text) = match ok {
        true => (StatusCode::OK, ""),
        false => (StatusCode::SERVICE_UNAVAILABLE, "the house cannot write to its disk: its log tells why"),
    };
    (status, Body(Health { ok, text: text.into() })).into_response()
}

/// Counters, gauges and histograms in Prometheus' text form, as OpenMetrics defines it.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/metrics",
        responses(
            (status = 200, description = "All of them.", body = String, content_type = "application/openmetrics-text"),
        )
    )
)]
async fn metrics(State(site): State<Arc<Site>>) -> Response {
    ([(header::CONTENT_TYPE, Metrics::FORM)], site.house.measurements()).into_response()
}

/// What is served.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/version",
        responses(
            (
                status = 200,
                description = "The release, the protocol, and where other machines reach the house.",
                body = Version
            ),
        )
    )
)]
async fn version(State(site): State<Arc<Site>>, headers: HeaderMap) -> Body<Version> {
    let addresses = if Hosts::is_at_home(&headers) {
        addresses(site.listen, site.certificate.is_some())
    } else {
        Vec::new()
    };
    Body(Version { server: env!("CARGO_PKG_VERSION").into(), protocol: PROTOCOL, addresses })
}

/// This document.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/openapi.json",
        responses(
            (status = 200, description = "It.", body = Object),
        )
    )
)]
async fn openapi() -> Response {
    let page = include_str!("../../../../docs/openapi.json");
    ([(header::CONTENT_TYPE, "application/json")], page).into_response()
}

/// Every game: seats, options, bots, rules.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/games",
        responses(
            (status = 200, description = "The games.", body = Vec<GameInfo>),
        )
    )
)]
async fn games(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    let all = || shelf::GAMES.iter().map(|about| game(about, &*site.players)).collect::<Vec<GameInfo>>();
    sent::json(site.games.get_or_init(|| Packed::json(&all())), &headers, ())
}

fn game(about: &table::About, players: &dyn Players) -> GameInfo {
    struct Defaults;
    impl shelf::Visit for Defaults {
        type Out = (serde_json::Value, bool, bool);
        fn visit<G: table::Game + table::Odds + table::Imagine>(self) -> Self::Out {
            let options = serde_json::to_value(G::Options::default()).expect("options have a JSON form");
            (options, G::LISTS_ALL_MOVES, G::HAS_WINDOW)
        }
    }
    let (defaults, lists_all_moves, has_window) =
        shelf::with_game(about.id, Defaults).expect("a listed game is on the shelf");
    GameInfo {
        id: about.id.into(),
        title: about.title.into(),
        pitch: about.pitch.into(),
        min_seats: about.players.0 as u8,
        max_seats: about.players.1 as u8,
        options: Json::from(&serde_json::to_value(about.options).expect("options have a JSON form")),
        defaults: Json::from(&defaults),
        bots: players.levels(about.id),
        lists_all_moves,
        has_window,
        rules: about.rules.into(),
    }
}

/// Open tables, 200 at the most: those where somebody can still sit down, then the others, each the newest first.
///
/// What has changed is told within a quarter of a second. The socket tells every change at once.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/lobby",
        responses(
            (status = 200, description = "The tables.", body = Vec<LobbyTable>),
        )
    )
)]
async fn lobby(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    sent::json(&site.house.lobby.page(site.house.world.now_ms()), &headers, ())
}

type TablePath = Result<Path<String>, PathRejection>;

/// The table a path names.
fn named(table: TablePath) -> Result<TableId, Failed> {
    table.ok().and_then(|Path(table)| table.parse().ok()).ok_or_else(Failed::unknown)
}

/// The room of a table, or one made of its log when the table is closed: on a thread that may be busy for a while.
pub(super) async fn recall(site: &Arc<Site>, table: TableId) -> Result<Arc<std::sync::Mutex<Room>>, Failed> {
    if let Some(room) = site.house.room(table) {
        return Ok(room);
    }
    let (house, runtime) = (site.house.clone(), tokio::runtime::Handle::current());
    let recalled = tokio::task::spawn_blocking(move || runtime.block_on(house.recall(table))).await;
    let damaged = |text| Failed(StatusCode::INTERNAL_SERVER_ERROR, "damaged", text);
    recalled.map_err(|error| damaged(error.to_string()))?.map_err(|error| match error {
        BadHouse::Journal(JournalError::Unknown) => Failed::unknown(),
        error => damaged(error.told()),
    })
}

/// A table apart from its game.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/tables/{table}",
        params(("table" = openapi::TableId, Path, description = "The table's id.")),
        responses(
            (status = 200, description = "The table.", body = TableInfo),
            (status = 404, description = "No such table.", body = Problem),
            (status = 429, response = openapi::TooFast),
            (status = 500, description = "The stored table is damaged.", body = Problem),
        )
    )
)]
async fn table_info(
    State(site): State<Arc<Site>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    table: TablePath,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    let table = named(table)?;
    if !site.doorkeeper.may_look_up(peer.ip(), site.house.world.now_ms()) {
        return Err(Failed::too_fast());
    }
    if let Some(room) = site.house.room(table) {
        let info = lock(&room).info();
        return Ok(Body(info).into_response());
    }
    // A closed one is made of its whole log, which takes a while, and does not change any more.
    Ok(sent::json(&site.copies.get(&site, table, Copy::Table).await?, &headers, ()))
}

/// What the hard bot weighs before the decision of the seat whose token is given.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/tables/{table}/hint",
        params(("table" = openapi::TableId, Path, description = "The table's id.")),
        security(("seat" = [])),
        responses(
            (status = 200, description = "The hint.", body = Hint),
            (status = 401, description = "The token is good for no seat here.", body = Problem),
            (status = 404, description = "No such table.", body = Problem),
            (status = 409, description = "There is nothing to decide.", body = Problem),
            (status = 429, description = "Too many hints were asked for.", body = Problem),
            (status = 503, response = openapi::Busy),
        )
    )
)]
async fn hint(
    State(site): State<Arc<Site>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    table: TablePath,
    headers: HeaderMap,
) -> Result<Body<Hint>, Failed> {
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = given.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
    let room = site.house.room(named(table)?).ok_or_else(Failed::unknown)?;
    let now_ms = site.house.world.now_ms();
    if !site.doorkeeper.may_ask(peer.ip(), now_ms) {
        return Err(Failed::too_fast());
    }
    let asked = lock(&room).position_of(token);
    let think = asked.map_err(|refusal| match refusal.code {
        RefusalCode::BadToken => Failed(StatusCode::UNAUTHORIZED, "bad-token", refusal.text),
        code => Failed(StatusCode::CONFLICT, code.into(), refusal.text),
    })?;
    let hint = site.house.pool.weigh(household(peer.ip()), think).await.map_err(|Busy| {
        let text = "many questions wait already: ask again in a moment";
        Failed(StatusCode::SERVICE_UNAVAILABLE, "busy", text.into())
    })?;
    let nothing = || Failed(StatusCode::CONFLICT, "nothing", "there is nothing to tell here".into());
    hint.map(Body).ok_or_else(nothing)
}

/// Sends a copy of an ended game to whoever may have one more.
async fn copy(
    site: &Arc<Site>,
    peer: SocketAddr,
    headers: &HeaderMap,
    table: TableId,
    which: Copy,
) -> Result<Response, Failed> {
    let errand = Errand::begin(site, peer.ip())?;
    Ok(sent::json(&site.copies.get(site, table, which).await?, headers, errand))
}

/// The record of an ended game with its secrets.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/tables/{table}/record",
        params(("table" = openapi::TableId, Path, description = "The table's id.")),
        responses(
            (status = 200, description = "The record.", body = RecordInfo),
            (status = 403, description = "The game is not over.", body = Problem),
            (status = 404, description = "No such table.", body = Problem),
            (status = 429, response = openapi::TooFast),
            (status = 500, description = "The stored table is damaged.", body = Problem),
            (status = 503, response = openapi::Busy),
        )
    )
)]
async fn record(
    State(site): State<Arc<Site>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    table: TablePath,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    copy(&site, peer, &headers, named(table)?, Copy::Record).await
}

#[derive(serde::Deserialize)]
struct ReplayOf {
    seat: Option<Seat>,
}

/// An ended game moment by moment, as a seat or a spectator saw it.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/tables/{table}/replay",
        params(
            ("table" = openapi::TableId, Path, description = "The table's id."),
            ("seat" = Option<openapi::Seat>, Query, description = "Whose eyes; a spectator's without it."),
        ),
        responses(
            (status = 200, description = "The replay.", body = Replay),
            (status = 400, description = "No such seat.", body = Problem),
            (status = 403, description = "The game is not over.", body = Problem),
            (status = 404, description = "No such table.", body = Problem),
            (status = 429, response = openapi::TooFast),
            (status = 500, description = "The stored table is damaged.", body = Problem),
            (status = 503, response = openapi::Busy),
        )
    )
)]
async fn replay(
    State(site): State<Arc<Site>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    table: TablePath,
    of: Result<Query<ReplayOf>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    let (table, Query(of)) = (named(table)?, of.map_err(|_| no_such_seat())?);
    copy(&site, peer, &headers, table, Copy::Replay(of.seat)).await
}
