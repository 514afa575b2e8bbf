//! One WebSocket: reads small messages, writes what waits in the outbox, and gives up on whoever is silent or slow.

use super::routes::Site;
use crate::outbox::{Outbox, Parcel};
use crate::session::Session;
use crate::wire::MAX_REQUEST;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use futures_util::SinkExt as _;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

/// A reader that takes nothing for this long is cut.
const WRITE: Duration = Duration::from_secs(15);
/// A connection that says nothing for this long is asked whether it is there.
const QUIET: Duration = Duration::from_secs(25);
/// And one that does not answer within this time is cut.
const SILENT: Duration = Duration::from_secs(60);
/// Messages are gathered up to this size before they are written.
const GATHERED: usize = 8 * 1024;
/// Enough for the largest thing told: the view of a large table.
const WRITE_BUFFER: usize = 1 << 20;

/// Opens a socket for whoever may.
pub(super) async fn open(
    State(site): State<Arc<Site>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let turn_away = |status: StatusCode, why: &'static str| {
        site.house.metrics.turned_away.fetch_add(1, Ordering::Relaxed);
        (status, why).into_response()
    };
    if !site.hosts.may_open_socket(&headers) {
        return turn_away(StatusCode::FORBIDDEN, "sockets are for pages of this house\n");
    }
    let now_ms = site.house.world.now_ms();
    let is_full = site.house.metrics.connections.load(Ordering::Relaxed)
        >= u64::from(site.doorkeeper.limits().connections);
    if is_full || !site.doorkeeper.let_in(peer.ip(), now_ms) {
        return turn_away(StatusCode::TOO_MANY_REQUESTS, "too many connections: close some and try again\n");
    }
    let pass = Pass { site: site.clone(), address: peer.ip() };
    upgrade
        .max_message_size(MAX_REQUEST)
        .max_frame_size(MAX_REQUEST)
        .read_buffer_size(MAX_REQUEST)
        .write_buffer_size(GATHERED)
        .max_write_buffer_size(WRITE_BUFFER)
        .on_upgrade(move |socket| async move {
            let tracker = pass.site.sockets.clone();
            tracker.track_future(run(socket, pass)).await;
        })
}

/// The right of an address to one more connection, given back at its end.
struct Pass {
    site: Arc<Site>,
    address: IpAddr,
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.site.doorkeeper.let_out(self.address, self.site.house.world.now_ms());
    }
}

async fn run(mut socket: WebSocket, pass: Pass) {
    let (outbox, mut parcels) = Outbox::new();
    let Site { house, doorkeeper, .. } = &*pass.site;
    let mut session = Session::new(house.clone(), doorkeeper.clone(), Arc::new(outbox), pass.address);
    let mut heard = Instant::now();
    // Runs on while messages come: a timer set anew for each of them would cost more than it tells.
    let mut quiet = std::pin::pin!(tokio::time::sleep(QUIET));
    loop {
        tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    heard = Instant::now();
                    session.take(&text).await;
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => heard = Instant::now(),
                Some(Ok(Message::Binary(_))) => session.take("").await,
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
            parcel = parcels.recv() => match parcel {
                Some(parcel) => {
                    let written = timeout(WRITE, write(&mut socket, parcel, &mut parcels, &mut session)).await;
                    if !matches!(written, Ok(Ok(()))) {
                        return;
                    }
                }
                // The house closed the outbox: it is shutting down, or this reader is too slow.
                None => {
                    let frame = CloseFrame { code: 1013, reason: "reconnect".into() };
                    drop(timeout(WRITE, socket.send(Message::Close(Some(frame)))).await);
                    return;
                }
            },
            () = &mut quiet => {
                quiet.as_mut().reset(Instant::now() + QUIET);
                let is_gone = heard.elapsed() > SILENT;
                if is_gone || !matches!(timeout(WRITE, socket.send(Message::Ping(Default::default()))).await, Ok(Ok(()))) {
                    return;
                }
            }
        }
    }
}

/// Writes a message and all that wait behind it, then flushes once.
async fn write(
    socket: &mut WebSocket,
    first: Parcel,
    parcels: &mut mpsc::Receiver<Parcel>,
    session: &mut Session,
) -> Result<(), axum::Error> {
    // What is told next, such as the moment after an answer, comes within the same write.
    tokio::task::yield_now().await;
    let mut next = Some(first);
    while let Some(parcel) = next {
        match parcel {
            Parcel::Text(text) => socket.feed(Message::Text(text)).await?,
            Parcel::Released(table) => session.release(table),
        }
        next = parcels.try_recv().ok();
    }
    socket.flush().await
}
