//! A proxy before the house: visitors are counted by their own addresses, and nobody else is believed to be a proxy.

#![allow(clippy::unwrap_used)]

mod client;

use client::{Client, Running, start_with};
use journal::Memory;
use server::net::{Proxies, ServerSettings};
use server::{ByChance, Limits, Rate, RealEnvironment};
use std::sync::Arc;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

const HOUR_MS: u64 = 3_600_000;

fn only(burst: u32) -> Rate {
    Rate { burst, each_ms: HOUR_MS }
}

async fn behind(proxies: &[&str], limits: Limits) -> Running {
    let proxies = Proxies(proxies.iter().map(|net| net.parse().unwrap()).collect());
    let settings = ServerSettings { proxies, ..ServerSettings::at(([127, 0, 0, 1], 0).into(), limits) };
    start_with(settings, Arc::new(Memory::new()), Arc::new(ByChance), Arc::new(RealEnvironment)).await
}

/// Several requests on one stream, as a proxy makes them for several visitors; returns the head of each answer.
async fn ask(house: &Running, visitors: &[&str]) -> Vec<String> {
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    let last = visitors.len() - 1;
    for (place, lines) in visitors.iter().enumerate() {
        let close = if place == last { "Connection: close\r\n" } else { "" };
        let request = format!("GET /healthz HTTP/1.1\r\nHost: localhost\r\n{lines}{close}\r\n");
        drop(stream.write_all(request.as_bytes()).await);
    }
    let mut answers = String::new();
    // Who is turned away is told nothing.
    drop(stream.read_to_string(&mut answers).await);
    answers.split("HTTP/1.1 ").skip(1).map(|answer| answer.to_ascii_lowercase()).collect()
}

#[tokio::test]
async fn visitors_are_counted_by_their_own_addresses() {
    let limits = Limits { requests: only(2), ..Limits::default() };
    let house = behind(&["127.0.0.1/32"], limits).await;
    let [one, other] = ["203.0.113.7", "203.0.113.8"].map(|ip| format!("X-Forwarded-For: {ip}\r\n"));
    let answers = ask(&house, &[&one, &one, &other]).await;
    assert!(answers.iter().all(|answer| answer.starts_with("200")), "{answers:?}");
    assert!(ask(&house, &[&one]).await[0].starts_with("429"));
    // Whatever somebody writes before what the proxy adds, it is the same visitor.
    let made_up = "X-Forwarded-For: 198.51.100.9, 203.0.113.7\r\n";
    assert!(ask(&house, &[made_up]).await[0].starts_with("429"));
    assert!(ask(&house, &[&other]).await[0].starts_with("200"));
}

#[tokio::test]
async fn nobody_else_is_believed_to_be_a_proxy() {
    // A stream counts as a request, unless it is a proxy's.
    let limits = Limits { requests: only(4), ..Limits::default() };
    let house = behind(&["10.0.0.0/8"], limits).await;
    for ip in ["203.0.113.1", "203.0.113.2"] {
        assert!(ask(&house, &[&format!("X-Forwarded-For: {ip}\r\n")]).await[0].starts_with("200"), "{ip}");
    }
    assert_eq!(ask(&house, &["X-Forwarded-For: 203.0.113.3\r\n"]).await, [""; 0]);
}

#[tokio::test]
async fn a_proxy_has_as_many_streams_as_it_needs_and_visitors_only_theirs() {
    let limits = Limits { streams_per_address: 2, connections_per_address: 1, ..Limits::default() };
    let house = behind(&["127.0.0.1/32"], limits).await;
    let socket = async |visitor: &str| {
        let mut request = format!("ws://{}/ws", house.address).into_client_request().unwrap();
        request.headers_mut().insert("x-forwarded-for", visitor.parse().unwrap());
        connect_async(request).await.ok().map(|(socket, _)| socket)
    };
    let first = socket("203.0.113.1").await.unwrap();
    let others = [socket("203.0.113.2").await.unwrap(), socket("203.0.113.3").await.unwrap()];
    assert!(socket("203.0.113.1").await.is_none(), "one address, one connection");
    drop((first, others));
    let direct = Client::connect(house.address).await;
    drop(direct);
}

#[tokio::test]
async fn who_comes_by_https_is_asked_to_stay_with_it() {
    let house = behind(&["127.0.0.1/32"], Limits::default()).await;
    let lines =
        ["https", "http"].map(|way| format!("X-Forwarded-For: 203.0.113.7\r\nX-Forwarded-Proto: {way}\r\n"));
    let answers = ask(&house, &[&lines[0], &lines[1]]).await;
    let told = answers.iter().map(|answer| answer.contains("strict-transport-security: max-age="));
    assert_eq!(told.collect::<Vec<_>>(), [true, false]);
}
