//! The listener: takes connections in, gives each only so long to say what it wants, and ends them all in order.

use super::gate::Hosts;
use super::routes::{Site, router};
use crate::house::House;
use crate::limit::{Doorkeeper, Limits};
use crate::players::Players;
use crate::wire::Message;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt as _;

/// The most bytes of a request line and its headers.
const HEADER_BYTES: usize = 16 * 1024;
/// What the system keeps for a connection in either direction: enough for a few messages, so that whoever does not read
/// is noticed soon and ten thousand of them do not fill the memory.
const SEND_BYTES: u32 = 64 * 1024;
const RECEIVE_BYTES: u32 = 16 * 1024;
/// The most connections that wait to be taken in.
const BACKLOG: u32 = 1024;
/// How long a shutdown waits for connections.
const PATIENCE: Duration = Duration::from_secs(5);
/// Reconnections after a shutdown are spread over this time.
const RETURN_MS: u32 = 2000;

/// How a server is set up.
pub struct ServerSettings {
    /// Where it listens; port 0 takes any free one.
    pub listen: SocketAddr,
    /// The names it goes by, besides addresses and `localhost`.
    pub hosts: Hosts,
    /// What connections and addresses may ask for.
    pub limits: Limits,
}

/// A listening server.
pub struct Server {
    listener: TcpListener,
    site: Arc<Site>,
    tasks: TaskTracker,
    stop: CancellationToken,
}

impl Server {
    /// Begins to listen; connections are taken in by [`run`](Self::run).
    pub async fn bind(
        house: Arc<House>,
        players: Arc<dyn Players>,
        settings: ServerSettings,
    ) -> std::io::Result<Self> {
        let listener = listen(settings.listen)?;
        let listen = listener.local_addr()?;
        let doorkeeper = Arc::new(Doorkeeper::new(settings.limits));
        let sockets = TaskTracker::new();
        let site = Arc::new(Site { house, doorkeeper, hosts: settings.hosts, listen, players, sockets });
        Ok(Self { listener, site, tasks: TaskTracker::new(), stop: CancellationToken::new() })
    }

    /// The address it listens at.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// A handle that stops the server when it is cancelled.
    pub fn stopper(&self) -> CancellationToken {
        self.stop.clone()
    }

    /// Takes connections in until stopped, then tells them to come back later and waits for them to go.
    pub async fn run(self) {
        let Self { listener, site, tasks, stop } = self;
        let app = router(site.clone());
        let headers = Duration::from_millis(site.doorkeeper.limits().headers_ms);
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = stop.cancelled() => break,
            };
            match accepted {
                Ok((stream, peer)) => {
                    // Small messages go out at once.
                    drop(stream.set_nodelay(true));
                    tasks.spawn(serve(stream, peer, app.clone(), headers, stop.clone()));
                }
                // Out of file descriptors, most likely: those in use will be given back.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
        drop(listener);
        site.house.beat();
        dismiss(&site.house);
        tasks.close();
        site.sockets.close();
        let gone = async {
            tasks.wait().await;
            site.sockets.wait().await;
        };
        drop(tokio::time::timeout(PATIENCE, gone).await);
    }
}

fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    socket.set_reuseaddr(true)?;
    // Connections taken in have the buffers of the listener.
    socket.set_send_buffer_size(SEND_BYTES)?;
    socket.set_recv_buffer_size(RECEIVE_BYTES)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Tells every connection when to come back, each at another time.
fn dismiss(house: &House) {
    for (place, outbox) in house.outboxes().into_iter().enumerate() {
        let reconnect_after_ms = 200 + (place as u32).wrapping_mul(37) % RETURN_MS;
        let closing = Message::Closing { reconnect_after_ms };
        outbox.push(serde_json::to_string(&closing).expect("messages have a JSON form").into());
        outbox.close();
    }
}

async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    app: axum::Router,
    headers: Duration,
    stop: CancellationToken,
) {
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        app.clone().oneshot(request.map(axum::body::Body::new))
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(headers)
        .max_buf_size(HEADER_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        // What goes wrong on a connection is its own affair.
        ended = connection.as_mut() => drop(ended),
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            drop(connection.await);
        }
    }
}
