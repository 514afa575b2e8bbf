//! One WebSocket: reads small messages, writes what waits in the outbox, and gives up on whoever is silent or slow.

use super::failed::Failed;
use super::routes::Site;
use crate::house::outbox::{Outbox, Parcel, Parcels};
use crate::net::connection::Connection;
use crate::net::limits::household;
use crate::protocol::MAX_REQUEST;
#[cfg(feature = "openapi")]
use crate::protocol::{Problem, openapi};
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use futures_util::SinkExt as _;
use std::future::poll_fn;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use tokio::time::{Instant, timeout};
use tracing::debug;

/// A connection that leaves so many questions whether it is there without an answer is cut.
const UNANSWERED: u32 = 2;
/// How often a connection that says by itself that it is there is expected to: one that is lost is noticed within three
/// seconds, so that others see who is away. Programs that think for longer and never say `ping` are given more time.
const LIVELY: Duration = Duration::from_secs(1);
/// So much is read at once, and cleared before each read: enough for most commands, longer ones take several.
const READ: usize = 1024;
/// Messages are gathered up to this size before they are written.
const GATHERED: usize = 8 * 1024;
/// Enough for the largest thing told: the view of a large table.
const WRITE_BUFFER: usize = 1 << 20;

/// The socket: docs/protocol.md.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/ws",
        responses(
            (status = 101, description = "Speak JSON, one message a frame."),
            (status = 400, response = openapi::NoSocket),
            (status = 403, description = "Opened by a page of another site.", body = Problem),
            (status = 426, response = openapi::NoSocket),
            (status = 429, response = openapi::TooFast),
        )
    )
)]
pub(super) async fn open(
    State(site): State<Arc<Site>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Failed> {
    let upgrade = upgrade.map_err(|rejection| {
        Failed(rejection.into_response().status(), "bad-request", "open a WebSocket here".into())
    })?;
    let turn_away = |status: StatusCode, code: &'static str, why: &str| {
        site.house.metrics.turned_away.inc();
        debug!(status = status.as_u16(), "a socket is turned away");
        Err(Failed(status, code, why.into()))
    };
    if !site.hosts.may_open_socket(&headers) {
        return turn_away(StatusCode::FORBIDDEN, "bad-request", "sockets are for pages of this house");
    }
    let now_ms = site.house.world.now_ms();
    let is_full = site.house.metrics.connections.get() >= u64::from(site.doorkeeper.limits().connections);
    if is_full || !site.doorkeeper.let_in(peer.ip(), now_ms) {
        let why = "too many connections: close some and try again";
        return turn_away(StatusCode::TOO_MANY_REQUESTS, "too-fast", why);
    }
    let pass = Pass { site: site.clone(), address: peer.ip() };
    Ok(upgrade
        .max_message_size(MAX_REQUEST)
        .max_frame_size(MAX_REQUEST)
        .read_buffer_size(READ)
        .write_buffer_size(GATHERED)
        .max_write_buffer_size(WRITE_BUFFER)
        .on_upgrade(move |socket| async move {
            let tracker = pass.site.sockets.clone();
            tracker.track_future(run(socket, pass)).await;
        }))
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
    let (outbox, mut parcels) = Outbox::of(household(pass.address));
    let Site { house, doorkeeper, .. } = &*pass.site;
    let mut session = Connection::new(house.clone(), doorkeeper.clone(), Arc::new(outbox), pass.address);
    let limits = doorkeeper.limits();
    let [quiet_for, patience] = [limits.quiet_ms, limits.writes_ms].map(Duration::from_millis);
    let mut silence = Silence::default();
    // Runs on while messages come: a timer set anew for each of them would cost more than it tells.
    let mut quiet = std::pin::pin!(tokio::time::sleep(quiet_for));
    loop {
        tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    silence.ends();
                    let was_lively = session.is_lively();
                    session.take(&text).await;
                    if session.is_lively() && !was_lively {
                        quiet.as_mut().reset(Instant::now() + quiet_for.min(LIVELY));
                    }
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                    silence.ends();
                    session.hear();
                }
                Some(Ok(Message::Binary(_))) => session.take("").await,
                Some(Ok(Message::Close(_))) => {
                    // The library has an answer ready: whoever says good-bye hears it back.
                    drop(timeout(patience, socket.flush()).await);
                    return;
                }
                Some(Err(_)) | None => return,
            },
            parcel = parcels.recv() => match parcel {
                Some(parcel) => {
                    let written = write(&mut socket, Some(parcel), &mut parcels, &mut session);
                    if !is_in_time(patience, written).await {
                        return;
                    }
                }
                // The house closed the outbox: it is shutting down, or this reader is too slow.
                None => {
                    return close(&mut socket, patience, 1013, "reconnect").await;
                }
            },
            () = &mut quiet => {
                let is_lively = session.is_lively();
                quiet.as_mut().reset(Instant::now() + if is_lively { quiet_for.min(LIVELY) } else { quiet_for });
                if silence.is_long() {
                    return;
                }
                let is_asked = silence.has_begun() || !is_lively;
                if is_asked && !is_in_time(patience, socket.send(Message::Ping(Default::default()))).await {
                    return;
                }
            }
        }
        if session.is_worn_out() {
            // What was carried out before is told all the same.
            let written = write(&mut socket, None, &mut parcels, &mut session);
            if !is_in_time(patience, written).await {
                return;
            }
            return close(&mut socket, patience, 1008, "too much was sent that had to be refused").await;
        }
    }
}

/// How long a connection has said nothing, counted in questions that it had time to answer. Time in which the house
/// itself stood still counts as one at most.
#[derive(Default)]
struct Silence(u32);

impl Silence {
    fn ends(&mut self) {
        self.0 = 0;
    }

    /// Whether nothing was heard since the question before this one.
    fn has_begun(&self) -> bool {
        self.0 > 1
    }

    /// Whether the connection left too many questions without an answer; another one is asked otherwise.
    fn is_long(&mut self) -> bool {
        self.0 += 1;
        self.0 > UNANSWERED
    }
}

/// Whether something is written within a time. Most is at once: then no clock is set for it.
async fn is_in_time(patience: Duration, written: impl Future<Output = Result<(), axum::Error>>) -> bool {
    let mut written = std::pin::pin!(written);
    match poll_fn(|context| Poll::Ready(written.as_mut().poll(context))).await {
        Poll::Ready(written) => written.is_ok(),
        Poll::Pending => matches!(timeout(patience, written).await, Ok(Ok(()))),
    }
}

/// Says why, and ends the connection.
async fn close(socket: &mut WebSocket, patience: Duration, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: reason.into() };
    drop(timeout(patience, socket.send(Message::Close(Some(frame)))).await);
}

/// Writes a message, where there is one, and all that wait behind it, then flushes once.
async fn write(
    socket: &mut WebSocket,
    first: Option<Parcel>,
    parcels: &mut Parcels,
    session: &mut Connection,
) -> Result<(), axum::Error> {
    let mut next = first.or_else(|| parcels.try_recv());
    while let Some(parcel) = next {
        match parcel {
            Parcel::Text(text) => socket.feed(Message::Text(text)).await?,
            Parcel::Released(table) => session.release(table),
        }
        next = parcels.try_recv();
    }
    socket.flush().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_is_given_up_for_what_it_does_not_answer_and_not_for_time_that_has_passed() {
        let mut silence = Silence::default();
        assert_eq!([(); 3].map(|()| silence.is_long()), [false, false, true]);
        silence.ends();
        // However long the house stood still, it wakes up to one question.
        assert!(!silence.is_long());
    }
}
