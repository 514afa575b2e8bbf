//! The house by HTTPS: pages and sockets, a certificate that is renewed, and whoever comes by HTTP.

#![allow(clippy::unwrap_used)]

mod client;

use client::{Running, get, start_with};
use futures_util::StreamExt as _;
use journal::Memory;
use server::net::{Certificate, ServerSettings};
use server::{ByChance, Limits, RealEnvironment};
use std::path::Path;
use std::sync::Arc;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, pem::PemObject as _};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

const PAIRS: [[&str; 2]; 2] = [
    [include_str!("certificates/first.pem"), include_str!("certificates/first.key")],
    [include_str!("certificates/second.pem"), include_str!("certificates/second.key")],
];

fn put(directory: &Path, [chain, key]: [&str; 2]) {
    std::fs::write(directory.join("house.pem"), chain).unwrap();
    std::fs::write(directory.join("house.key"), key).unwrap();
}

async fn start(directory: &Path, limits: Limits) -> Running {
    let certificate = Certificate::open(directory.join("house.pem"), directory.join("house.key")).unwrap();
    let settings = ServerSettings {
        certificate: Some(certificate),
        ..ServerSettings::at(([127, 0, 0, 1], 0).into(), limits)
    };
    start_with(settings, Arc::new(Memory::new()), Arc::new(ByChance), Arc::new(RealEnvironment)).await
}

/// A visitor who knows that certificate and no other.
async fn visit(house: &Running, known: &str) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(known.as_bytes()).unwrap()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(house.address).await?;
    let name = ServerName::try_from("play.example").unwrap();
    TlsConnector::from(Arc::new(config)).connect(name, stream).await
}

#[tokio::test]
async fn pages_and_sockets_are_there_and_private() {
    let directory = tempfile::tempdir().unwrap();
    put(directory.path(), PAIRS[0]);
    let house = start(directory.path(), Limits::default()).await;
    let mut stream = visit(&house, PAIRS[0][0]).await.unwrap();
    let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("strict-transport-security: max-age="), "{answer}");
    let stream = visit(&house, PAIRS[0][0]).await.unwrap();
    let (mut socket, _) = tokio_tungstenite::client_async("ws://localhost/ws", stream).await.unwrap();
    let welcome = socket.next().await.unwrap().unwrap();
    assert!(welcome.to_text().unwrap().contains("welcome"), "{welcome}");
}

#[tokio::test]
async fn who_comes_by_http_is_sent_to_https() {
    let directory = tempfile::tempdir().unwrap();
    put(directory.path(), PAIRS[0]);
    let house = start(directory.path(), Limits::default()).await;
    let (head, _) = get(house.address, "/t/K7WQ2M?x=1", "localhost:4711").await;
    assert!(head.starts_with("http/1.1 308"), "{head}");
    assert!(head.contains("location: https://localhost:4711/t/k7wq2m?x=1"), "{head}");
    // Nobody is sent to another house.
    let (head, _) = get(house.address, "/", "evil.example").await;
    assert!(head.starts_with("http/1.1 421") && !head.contains("location"), "{head}");
}

#[tokio::test]
async fn who_says_nothing_is_not_waited_for() {
    let directory = tempfile::tempdir().unwrap();
    put(directory.path(), PAIRS[0]);
    let house = start(directory.path(), Limits { headers_ms: 100, ..Limits::default() }).await;
    // Nothing at all, and the beginning of a handshake.
    for said in [&b""[..], &[22, 3, 1, 2, 0, 1]] {
        let mut stream = TcpStream::connect(house.address).await.unwrap();
        stream.write_all(said).await.unwrap();
        let mut answer = Vec::new();
        drop(stream.read_to_end(&mut answer).await);
        assert!(answer.is_empty() || answer[0] == 21, "nothing but an alert: {answer:?}");
    }
}

#[tokio::test]
async fn a_renewed_certificate_is_shown_without_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    put(directory.path(), PAIRS[0]);
    let house = start(directory.path(), Limits::default()).await;
    let before = visit(&house, PAIRS[0][0]).await.unwrap();
    put(directory.path(), PAIRS[1]);
    while visit(&house, PAIRS[1][0]).await.is_err() {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!(visit(&house, PAIRS[0][0]).await.is_err(), "the old one is shown to nobody");
    drop(before);
}
