//! Who may come in: checks of the `Host` and `Origin` headers, and the headers every answer carries.
//!
//! A page of another site must not open a socket here (its origin is not ours), nor reach a house on this machine
//! through a name of its own that points here (its host is not ours).

use axum::http::{HeaderMap, HeaderValue, Uri, header};
use std::net::IpAddr;

/// The names the house goes by, besides addresses and `localhost`.
#[derive(Clone, Debug, Default)]
pub struct Hosts(pub Vec<String>);

impl Hosts {
    /// Whether a request was meant for this house.
    pub fn is_ours(&self, headers: &HeaderMap) -> bool {
        let Some(name) = text(headers, &header::HOST).and_then(name) else { return false };
        let name = name.to_ascii_lowercase();
        name == "localhost"
            || name.ends_with(".local")
            || name.parse::<IpAddr>().is_ok()
            || self.0.iter().any(|ours| ours.eq_ignore_ascii_case(&name))
    }

    /// The same, where the request line itself may name a host: it must be the one the header names.
    pub(super) fn is_ours_by_line_too(&self, line: &Uri, headers: &HeaderMap) -> bool {
        let is_same = |host: &str| Some(host) == text(headers, &header::HOST);
        self.is_ours(headers) && line.authority().is_none_or(|authority| is_same(authority.as_str()))
    }

    /// Whether whoever asks sits at the house's own machine, and knows it by no other name.
    pub fn is_at_home(headers: &HeaderMap) -> bool {
        let name = text(headers, &header::HOST).and_then(name).unwrap_or_default();
        name.eq_ignore_ascii_case("localhost") || name.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
    }

    /// Whether a socket may be opened: by a program, which names no origin, or by a page of this house.
    pub fn may_open_socket(&self, headers: &HeaderMap) -> bool {
        if !self.is_ours(headers) {
            return false;
        }
        if !headers.contains_key(header::ORIGIN) {
            return true;
        }
        let origin = text(headers, &header::ORIGIN).and_then(|origin| origin.split_once("://"));
        let host = text(headers, &header::HOST);
        origin.is_some_and(|(scheme, origin)| matches!(scheme, "http" | "https") && Some(origin) == host)
    }
}

/// What a header says that must be there once: of two, another program may believe the other one.
fn text<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let only = values.next().filter(|_| values.next().is_none())?;
    only.to_str().ok()
}

/// A host without its port and brackets; none if it is more than a host and a port.
fn name(host: &str) -> Option<&str> {
    let (name, rest) = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let is_port = |rest: &str| {
        rest.strip_prefix(':').is_some_and(|port| port.bytes().all(|digit| digit.is_ascii_digit()))
    };
    (rest.is_empty() || is_port(rest)).then_some(name)
}

/// Scripts and styles from here only, no frames, no other site told where one comes from.
const HEADERS: [(header::HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
         connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Adds the headers every answer carries.
pub(super) fn guard(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
}

/// Asks a browser to come by HTTPS for half a year, so that nobody leads it another way; it does so for names alone.
pub(super) fn keep_private(headers: &mut HeaderMap) {
    headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=15768000"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may_open(host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        Hosts(vec!["play.example".into()]).may_open_socket(&headers)
    }

    #[test]
    fn pages_of_this_house_and_programs_may_open_sockets() {
        for host in [
            "localhost:8080",
            "127.0.0.1:8080",
            "[::1]:8080",
            "192.168.1.5:80",
            "play.example",
            "den.local:1",
        ] {
            assert!(may_open(host, None), "{host}");
            assert!(may_open(host, Some(&format!("http://{host}"))), "{host}");
        }
    }

    #[test]
    fn who_asks_by_a_name_for_others_is_not_at_home() {
        let is_at_home =
            |host: &str| Hosts::is_at_home(&HeaderMap::from_iter([(header::HOST, host.parse().unwrap())]));
        for host in ["localhost:8080", "127.0.0.1", "[::1]:8080"] {
            assert!(is_at_home(host), "{host}");
        }
        for host in ["192.168.1.5:8080", "play.example", "den.local", "localhost.evil.example"] {
            assert!(!is_at_home(host), "{host}");
        }
    }

    #[test]
    fn pages_of_other_sites_may_not() {
        for origin in [
            "http://evil.example",
            "null",
            "http://localhost:8081",
            "file://localhost:8080",
            "localhost:8080",
        ] {
            assert!(!may_open("localhost:8080", Some(origin)), "{origin}");
        }
    }

    #[test]
    fn a_name_that_only_points_here_is_not_ours() {
        assert!(!may_open("evil.example:8080", Some("http://evil.example:8080")));
        assert!(!may_open("localhost.evil.example", None));
        for two in
            ["localhost:1, evil.example", "localhost:80@evil.example", "localhost:1:2", "[::1]evil", "[::1"]
        {
            assert!(!may_open(two, None), "{two}");
        }
    }

    #[test]
    fn two_hosts_or_two_origins_are_one_too_many() {
        let headers = |pairs: &[(header::HeaderName, &'static str)]| -> HeaderMap {
            let mut headers = HeaderMap::new();
            for (name, value) in pairs {
                headers.append(name, HeaderValue::from_static(value));
            }
            headers
        };
        let (host, origin) = ((header::HOST, "localhost:1"), (header::ORIGIN, "http://localhost:1"));
        let ours = Hosts::default();
        assert!(ours.may_open_socket(&headers(&[host.clone(), origin.clone()])));
        for twice in [
            vec![host.clone(), host.clone(), origin.clone()],
            vec![host.clone(), (header::HOST, "evil.example"), origin.clone()],
            vec![host.clone(), origin.clone(), (header::ORIGIN, "http://evil.example")],
        ] {
            assert!(!ours.may_open_socket(&headers(&twice)), "{twice:?}");
        }
        let hosts = headers(&[host.clone(), host]);
        assert!(!ours.is_ours(&hosts) && !Hosts::is_at_home(&hosts));
    }

    #[test]
    fn a_request_line_names_no_other_host() {
        let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static("localhost:1"))]);
        let is_ours =
            |line: &'static str| Hosts::default().is_ours_by_line_too(&Uri::from_static(line), &headers);
        assert!(is_ours("/api/games") && is_ours("http://localhost:1/api/games"));
        assert!(!is_ours("http://evil.example/") && !is_ours("http://somebody@localhost:1/"));
    }
}
