//! The listener: takes connections in, gives each only so long to say what it wants, and ends them all in order.

use super::copies::Copies;
use super::origin::Hosts;
use super::patient::Patient;
use super::proxy::Proxies;
use super::routes::{Site, Way, router, to_https};
use super::tls::{Certificate, LOOK};
use crate::house::House;
use crate::net::limits::{Doorkeeper, Limits};
use crate::protocol::Message;
use crate::workers::bots::Players;
use axum::extract::ConnectInfo;
use axum::http::{Request, header};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt as _;
use tracing::debug;

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
    /// The proxies that are believed what they say of visitors.
    pub proxies: Proxies,
    /// What proves its name over HTTPS; without one it speaks HTTP.
    pub certificate: Option<Certificate>,
    /// What connections and addresses may ask for.
    pub limits: Limits,
}

impl ServerSettings {
    /// A server that listens there and has nothing before it.
    pub fn at(listen: SocketAddr, limits: Limits) -> Self {
        Self { listen, hosts: Hosts::default(), proxies: Proxies::default(), certificate: None, limits }
    }
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
        let (copies, games) = (Copies::default(), OnceLock::new());
        let ServerSettings { hosts, proxies, certificate, .. } = settings;
        let site = Arc::new(Site {
            house,
            doorkeeper,
            hosts,
            proxies,
            certificate,
            listen,
            players,
            sockets,
            copies,
            games,
        });
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
        let doors = Doors { app: router(site.clone()), to_https: to_https(site.clone()) };
        let mut look = tokio::time::interval(LOOK);
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = stop.cancelled() => break,
                _ = look.tick(), if site.certificate.is_some() => {
                    site.certificate.iter().for_each(Certificate::look_again);
                    continue;
                }
            };
            match accepted {
                Ok((stream, peer)) => {
                    // Who has too many streams, or went on after many refusals, is not worth an answer.
                    if let Some(stay) = Stay::begin(&site, peer.ip()) {
                        // Small messages go out at once.
                        drop(stream.set_nodelay(true));
                        tasks.spawn(serve(stream, peer, stay, doors.clone(), stop.clone()));
                    }
                }
                // Out of file descriptors, most likely: those in use will be given back.
                Err(error) => {
                    debug!(%error, "a connection cannot be taken in");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
        drop(listener);
        debug!("the house closes: everybody is told when to come back");
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
        outbox.push(closing.to_text().into());
        outbox.close();
    }
}

/// Who answers: the house, or somebody who says that it is next door.
#[derive(Clone)]
struct Doors {
    app: axum::Router,
    to_https: axum::Router,
}

/// The right of an address to one more stream, given back at its end; a proxy has as many as it needs.
struct Stay {
    site: Arc<Site>,
    address: Option<IpAddr>,
}

impl Stay {
    fn begin(site: &Arc<Site>, address: IpAddr) -> Option<Self> {
        let address = Some(address).filter(|address| !site.proxies.has(*address));
        let may = address.is_none_or(|address| site.doorkeeper.take_in(address, site.house.world.now_ms()));
        if !may {
            site.house.metrics.turned_away.inc();
            debug!("a stream is turned away: its address has too many, or was refused too often");
        }
        may.then(|| Self { site: site.clone(), address })
    }
}

impl Drop for Stay {
    fn drop(&mut self) {
        if let Some(address) = self.address {
            self.site.doorkeeper.let_go(address, self.site.house.world.now_ms());
        }
    }
}

/// The first byte of a TLS handshake.
const HANDSHAKE: u8 = 22;

async fn serve(stream: TcpStream, peer: SocketAddr, stay: Stay, doors: Doors, stop: CancellationToken) {
    let Site { doorkeeper, house, certificate, .. } = &*stay.site;
    let patience = Duration::from_millis(doorkeeper.limits().headers_ms);
    let whose = Arc::new(stay.address.map_or_else(OnceLock::new, OnceLock::from));
    let patient = |stream| Patient::new(stream, whose.clone(), doorkeeper.clone(), house.clone());
    let talk = Talk { peer, whose: whose.clone(), site: stay.site.clone(), stop };
    let Some(certificate) = certificate else {
        return talk.over(patient(stream), doors.app, false).await;
    };
    let mut first = [0];
    if !matches!(timeout(patience, stream.peek(&mut first)).await, Ok(Ok(1))) {
        return;
    }
    if first != [HANDSHAKE] {
        return talk.over(patient(stream), doors.to_https, false).await;
    }
    // Who cannot agree on a key, or takes long over it, goes without a word: there is none in common.
    let handshake = TlsAcceptor::from(certificate.config()).accept(patient(stream));
    if let Ok(Ok(stream)) = timeout(patience, handshake).await {
        talk.over(stream, doors.app, true).await;
    }
}

/// One stream on which requests come.
struct Talk {
    peer: SocketAddr,
    /// Whose stream it is: known from the start, or from the moment a proxy leaves it to a socket.
    whose: Arc<OnceLock<IpAddr>>,
    site: Arc<Site>,
    stop: CancellationToken,
}

impl Talk {
    async fn over<S>(self, stream: S, app: axum::Router, is_private: bool)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let Self { peer, whose, site, stop } = self;
        let patience = Duration::from_millis(site.doorkeeper.limits().headers_ms);
        let service = service_fn(move |mut request: Request<Incoming>| {
            let visitor = site.proxies.visitor(peer, request.headers());
            if request.headers().contains_key(header::UPGRADE) {
                whose.get_or_init(|| visitor.address.ip());
            }
            let way = Way { is_private: is_private || visitor.is_private };
            request.extensions_mut().insert(ConnectInfo(visitor.address));
            request.extensions_mut().insert(way);
            app.clone().oneshot(request.map(axum::body::Body::new))
        });
        let connection = hyper::server::conn::http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(patience)
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
}
