//! The house behind the real nginx and the real Caddy, with the configurations of `docs/hosting`.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

use futures_util::{SinkExt as _, StreamExt as _};
use load::process::Server;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, pem::PemObject as _};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};

const CHAIN: &str = include_str!("../../server/tests/certificates/first.pem");
const KEY: &str = include_str!("../../server/tests/certificates/first.key");

/// A proxy that ends with its test.
struct Proxy(Child);

impl Drop for Proxy {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn house(data: &Path) -> Server {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stackhouse"));
    command.args(["serve", "--port", "0", "--host", "play.example", "--trust-proxy", "127.0.0.1/32"]);
    command.arg("--data").arg(data);
    Server::of(command).unwrap()
}

/// Ports that are free now.
fn free<const N: usize>() -> [u16; N] {
    let listeners = [(); N].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    listeners.map(|listener| listener.local_addr().unwrap().port())
}

/// Where `cargo xtask test` has put a program, or its name.
fn program(variable: &str, name: &str) -> Command {
    Command::new(std::env::var(variable).unwrap_or_else(|_| name.into()))
}

fn start(mut command: Command) -> Proxy {
    let name = command.get_program().to_string_lossy().into_owned();
    let started = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    Proxy(
        started
            .unwrap_or_else(|error| panic!("{name}: {error}; `cargo xtask test` fetches it, or install it")),
    )
}

fn nginx(directory: &Path, house: u16) -> (Proxy, u16) {
    let [plain, private] = free();
    std::fs::write(directory.join("chain.pem"), CHAIN).unwrap();
    std::fs::write(directory.join("key.pem"), KEY).unwrap();
    let here = directory.display();
    let site = include_str!("../../../docs/hosting/nginx.conf")
        .lines()
        .filter(|line| !line.contains("listen [::]"))
        .map(|line| {
            line.replace("127.0.0.1:8080", &format!("127.0.0.1:{house}"))
                .replace("listen 80;", &format!("listen 127.0.0.1:{plain};"))
                .replace("listen 443", &format!("listen 127.0.0.1:{private}"))
                .replace("/etc/letsencrypt/live/play.example/fullchain.pem", &format!("{here}/chain.pem"))
                .replace("/etc/letsencrypt/live/play.example/privkey.pem", &format!("{here}/key.pem"))
                + "\n"
        })
        .collect::<String>();
    let paths: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|kind| format!("{kind}_temp_path {here}/{kind};\n"))
        .concat();
    let whole = format!(
        "daemon off;\nmaster_process off;\npid {here}/pid;\nerror_log {here}/error.log;\nevents {{}}\n\
         http {{\naccess_log off;\n{paths}{site}\n}}\n"
    );
    std::fs::write(directory.join("nginx.conf"), whole).unwrap();
    let mut command = program("NGINX", "nginx");
    command.arg("-p").arg(directory).arg("-e").arg(directory.join("error.log"));
    command.arg("-c").arg(directory.join("nginx.conf"));
    (start(command), private)
}

fn caddy(directory: &Path, house: u16) -> (Proxy, u16) {
    let [port] = free();
    std::fs::write(directory.join("chain.pem"), CHAIN).unwrap();
    std::fs::write(directory.join("key.pem"), KEY).unwrap();
    let here = directory.display();
    let site = include_str!("../../../docs/hosting/Caddyfile")
        .replace("127.0.0.1:8080", &format!("127.0.0.1:{house}"))
        .replace(
            "play.example {",
            &format!(
                "https://play.example:{port} {{\n\tbind 127.0.0.1\n\ttls {here}/chain.pem {here}/key.pem"
            ),
        );
    let file = directory.join("Caddyfile");
    std::fs::write(&file, format!("{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{site}")).unwrap();
    let mut command = program("CADDY", "caddy");
    command.args(["run", "--adapter", "caddyfile", "--config"]).arg(file);
    command.env("HOME", directory).env("XDG_DATA_HOME", directory).env("XDG_CONFIG_HOME", directory);
    (start(command), port)
}

/// Somebody at that address of this machine who knows the certificate.
async fn visit(port: u16, from: &str) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(CHAIN.as_bytes()).unwrap()).unwrap();
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from.parse().unwrap(), 0))?;
    let stream = socket.connect(([127, 0, 0, 1], port).into()).await?;
    TlsConnector::from(Arc::new(config)).connect(ServerName::try_from("play.example").unwrap(), stream).await
}

async fn get(port: u16, path: &str) -> std::io::Result<String> {
    let mut stream = visit(port, "127.0.0.2").await?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: play.example:{port}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// How the house answers somebody who has tried that many codes that are none.
async fn try_codes(port: u16, from: &str, lines: &[(&'static str, &str)], count: usize) -> String {
    let stream = visit(port, from).await.unwrap();
    let mut request = format!("wss://play.example:{port}/ws").into_client_request().unwrap();
    let headers = request.headers_mut();
    headers.insert("origin", format!("https://play.example:{port}").parse().unwrap());
    for (name, value) in lines {
        headers.insert(*name, value.parse().unwrap());
    }
    let (mut socket, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
    let mut last = socket.next().await.unwrap().unwrap().to_string();
    assert!(last.contains("welcome"), "{last}");
    for id in 0..count {
        let join = format!(r#"{{"id":"{id}","type":"join","code":"K7WQ2M","name":"Hazel"}}"#);
        socket.send(Message::text(join)).await.unwrap();
        last = socket.next().await.unwrap().unwrap().to_string();
    }
    last
}

/// What must hold behind any proxy.
async fn holds(port: u16, log: &Path) {
    // It takes a moment to start.
    let page = loop {
        match get(port, "/").await {
            Ok(page) if !page.contains(" 502 ") => break page,
            Ok(_) | Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    };
    let log = std::fs::read_to_string(log).unwrap_or_default();
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>"), "{page}\n{log}");
    let headers = page.to_ascii_lowercase();
    assert!(headers.contains("strict-transport-security: ") && headers.contains("content-security-policy: "));

    assert!(try_codes(port, "127.0.0.2", &[], 20).await.contains("unknown-table"));
    assert!(try_codes(port, "127.0.0.2", &[], 1).await.contains("too-fast"), "counted over connections");
    assert!(try_codes(port, "127.0.0.3", &[], 1).await.contains("unknown-table"), "somebody else");
    for made_up in [("x-forwarded-for", "198.51.100.9"), ("forwarded", "for=198.51.100.9")] {
        assert!(try_codes(port, "127.0.0.2", &[made_up], 1).await.contains("too-fast"), "{made_up:?}");
    }
    // A page of another site opens no socket.
    let stream = visit(port, "127.0.0.4").await.unwrap();
    let mut request = format!("wss://play.example:{port}/ws").into_client_request().unwrap();
    request.headers_mut().insert("origin", "https://evil.example".parse().unwrap());
    match tokio_tungstenite::client_async(request, stream).await {
        Err(Error::Http(answer)) => assert_eq!(answer.status(), 403),
        other => panic!("it must be refused: {:?}", other.map(drop)),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nginx_before_the_house() {
    let directory = tempfile::tempdir().unwrap();
    let house = house(&directory.path().join("data"));
    let (proxy, port) = nginx(directory.path(), house.port);
    holds(port, &directory.path().join("error.log")).await;
    drop(proxy);
}

#[tokio::test(flavor = "multi_thread")]
async fn caddy_before_the_house() {
    let directory = tempfile::tempdir().unwrap();
    let house = house(&directory.path().join("data"));
    let (proxy, port) = caddy(directory.path(), house.port);
    holds(port, Path::new("")).await;
    drop(proxy);
}
