//! The HTTP part: what can be read without a socket, and the doors of health and measurement.

use super::gate::{Hosts, guard};
use super::lan::addresses;
use super::{client, socket};
use crate::house::{BadHouse, House, lock};
use crate::limit::Doorkeeper;
use crate::players::Players;
use crate::room::Room;
use crate::wire::{
    GameInfo, Health, Hint, Json, LobbyTable, PROTOCOL, Problem, RecordInfo, RefusalCode, Replay, TableInfo,
    Version,
};
use axum::extract::{ConnectInfo, Path, Query, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use axum::{Json as Body, Router};
use journal::{Append, Entry, JournalError, TableId, ask};
use std::net::SocketAddr;
use std::sync::Arc;
use table::Seat;
use tokio_util::task::TaskTracker;

/// What requests need.
pub(super) struct Site {
    pub(super) house: Arc<House>,
    pub(super) doorkeeper: Arc<Doorkeeper>,
    pub(super) hosts: Hosts,
    pub(super) listen: SocketAddr,
    pub(super) players: Arc<dyn Players>,
    pub(super) sockets: TaskTracker,
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
        .fallback(|request: Request| async move { client::serve(request.uri(), request.headers()) })
        .layer(middleware::from_fn_with_state(site.clone(), check_host))
        .with_state(site)
}

async fn check_host(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let mut response = if site.hosts.is_ours(request.headers()) {
        next.run(request).await
    } else {
        (StatusCode::MISDIRECTED_REQUEST, "this house does not go by that name\n").into_response()
    };
    guard(response.headers_mut());
    response
}

/// A failed request, told as a [`Problem`].
struct Failed(StatusCode, &'static str, String);

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        let Self(status, code, text) = self;
        (status, Body(Problem { code: code.into(), text })).into_response()
    }
}

fn not_found() -> Failed {
    Failed(StatusCode::NOT_FOUND, "not-found", "there is no such table".into())
}

async fn healthz() -> Body<Health> {
    Body(Health { ok: true, text: String::new() })
}

/// Ready means that an append works.
async fn readyz(State(site): State<Arc<Site>>) -> Response {
    let mut id = [0; 16];
    id.copy_from_slice(&site.house.world.entropy()[..16]);
    let table = TableId::from_bytes(id);
    let append = Append::after(0, table, [Entry::new(0, "probe")]).closing();
    let stored = ask(|done| site.house.journal.append(append, done)).await;
    let forgotten = ask(|done| site.house.journal.forget(table, done)).await;
    match stored.map(drop).and(forgotten) {
        Ok(()) => Body(Health { ok: true, text: String::new() }).into_response(),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, Body(Health { ok: false, text: error.to_string() }))
            .into_response(),
    }
}

async fn metrics(State(site): State<Arc<Site>>) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], site.house.metrics.text()).into_response()
}

async fn version(State(site): State<Arc<Site>>, headers: HeaderMap) -> Body<Version> {
    let addresses = if Hosts::is_at_home(&headers) { addresses(site.listen) } else { Vec::new() };
    Body(Version { server: env!("CARGO_PKG_VERSION").into(), protocol: PROTOCOL, addresses })
}

async fn openapi() -> Response {
    let page = include_str!("../../../../docs/openapi.json");
    ([(header::CONTENT_TYPE, "application/json")], page).into_response()
}

async fn games(State(site): State<Arc<Site>>) -> Body<Vec<GameInfo>> {
    Body(shelf::GAMES.iter().map(|about| game(about, &*site.players)).collect())
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

async fn lobby(State(site): State<Arc<Site>>) -> Body<Vec<LobbyTable>> {
    Body(site.house.lobby.tables())
}

/// The room of a table, or one made of its log when the table is closed.
async fn room(site: &Site, table: &str) -> Result<Arc<std::sync::Mutex<Room>>, Failed> {
    let table: TableId = table.parse().map_err(|_| not_found())?;
    site.house.recall(table).await.map_err(|error| match error {
        BadHouse::Journal(JournalError::Unknown) => not_found(),
        error => Failed(StatusCode::INTERNAL_SERVER_ERROR, "damaged", error.to_string()),
    })
}

async fn table_info(
    State(site): State<Arc<Site>>,
    Path(table): Path<String>,
) -> Result<Body<TableInfo>, Failed> {
    let room = room(&site, &table).await?;
    let info = lock(&room).info();
    Ok(Body(info))
}

/// Refuses what would show secrets of a game that is not over.
fn ended(room: &Room) -> Result<(), Failed> {
    let is_over = room.state().has_ended();
    let text = "the game is not over: its record is shown at its end";
    if is_over { Ok(()) } else { Err(Failed(StatusCode::FORBIDDEN, "not-over", text.into())) }
}

/// What the hard bot weighs before the decision of the seat whose token is given as `Authorization: Bearer TOKEN`.
async fn hint(
    State(site): State<Arc<Site>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Result<Body<Hint>, Failed> {
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = given.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
    let table: TableId = table.parse().map_err(|_| not_found())?;
    let room = site.house.room(table).ok_or_else(not_found)?;
    let now_ms = site.house.world.now_ms();
    if !site.doorkeeper.may_ask(peer.ip(), now_ms) {
        return Err(Failed(StatusCode::TOO_MANY_REQUESTS, "too-fast", "wait a moment".into()));
    }
    let asked = lock(&room).decision_of(now_ms, token);
    let think = asked.map_err(|refusal| match refusal.code {
        RefusalCode::BadToken => Failed(StatusCode::UNAUTHORIZED, "bad-token", refusal.text),
        code => Failed(StatusCode::CONFLICT, code.into(), refusal.text),
    })?;
    let hint = site.house.pool.weigh(think).await;
    let nothing = || Failed(StatusCode::CONFLICT, "nothing", "there is nothing to tell here".into());
    hint.map(Body).ok_or_else(nothing)
}

async fn record(
    State(site): State<Arc<Site>>,
    Path(table): Path<String>,
) -> Result<Body<RecordInfo>, Failed> {
    let room = room(&site, &table).await?;
    let room = lock(&room);
    ended(&room)?;
    Ok(Body(room.record()))
}

#[derive(serde::Deserialize)]
struct ReplayOf {
    seat: Option<Seat>,
}

async fn replay(
    State(site): State<Arc<Site>>,
    Path(table): Path<String>,
    Query(of): Query<ReplayOf>,
) -> Result<Body<Replay>, Failed> {
    let room = room(&site, &table).await?;
    let room = lock(&room);
    ended(&room)?;
    if of.seat.is_some_and(|seat| seat.index() >= room.state().chairs.len()) {
        return Err(Failed(StatusCode::BAD_REQUEST, "bad-request", "there is no such seat".into()));
    }
    Ok(Body(room.replay(of.seat)))
}
