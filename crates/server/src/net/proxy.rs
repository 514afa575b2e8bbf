//! Who is there when a proxy stands before the house: what it says of whoever asked, believed of known proxies alone.

use axum::http::{HeaderMap, header};
use ipnet::IpNet;
use std::net::{IpAddr, SocketAddr};

/// The addresses of proxies that are believed.
#[derive(Clone, Debug, Default)]
pub struct Proxies(pub Vec<IpNet>);

/// Whoever made a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Visitor {
    /// Where it came from; a proxy tells no port.
    pub(super) address: SocketAddr,
    /// Whether nobody on the way could read it, as far as the proxy knows.
    pub(super) is_private: bool,
}

/// One stop on the way of a request, as a proxy wrote it down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hop {
    from: IpAddr,
    is_private: bool,
}

impl Proxies {
    /// Whether an address is that of a proxy.
    pub fn has(&self, ip: IpAddr) -> bool {
        let ip = ip.to_canonical();
        self.0.iter().any(|net| net.contains(&ip))
    }

    /// Who made a request that came from `peer`.
    ///
    /// The last address that is no proxy's counts: what stands before it may be the visitor's own invention. So may be one
    /// of two headers that contradict each other, for proxies leave alone what they do not know: then none is believed.
    pub(super) fn visitor(&self, peer: SocketAddr, headers: &HeaderMap) -> Visitor {
        let peer = SocketAddr::new(peer.ip().to_canonical(), peer.port());
        let unknown = Visitor { address: peer, is_private: false };
        if !self.has(peer.ip()) {
            return unknown;
        }
        let found = match (self.first(&forwarded(headers)), self.first(&x_forwarded(headers))) {
            (Some(one), Some(other)) => Some(one).filter(|one| one.from == other.from),
            (one, other) => one.or(other),
        };
        found.map_or(unknown, |hop| Visitor {
            address: SocketAddr::new(hop.from, 0),
            is_private: hop.is_private,
        })
    }

    /// The stop before the first proxy that is ours; nothing beyond one that cannot be read is believed.
    fn first(&self, hops: &[Option<Hop>]) -> Option<Hop> {
        let mut last = None;
        for hop in hops.iter().rev() {
            last = Some((*hop)?);
            if last.is_some_and(|hop| !self.has(hop.from)) {
                break;
            }
        }
        last
    }
}

/// All values of a header that may come in several lines, in their order.
fn values<'a>(headers: &'a HeaderMap, name: &str, separator: char) -> Vec<&'a str> {
    let lines = headers.get_all(name).iter().map(|line| line.to_str().unwrap_or_default());
    lines.flat_map(|line| line.split(separator)).map(str::trim).collect()
}

fn x_forwarded(headers: &HeaderMap) -> Vec<Option<Hop>> {
    let is_private = values(headers, "x-forwarded-proto", ',').last() == Some(&"https");
    let hop = |from: &str| Some(Hop { from: node(from)?, is_private });
    values(headers, "x-forwarded-for", ',').into_iter().map(hop).collect()
}

/// RFC 7239, whose values hold neither commas nor semicolons in practice: an address in quotes has none.
fn forwarded(headers: &HeaderMap) -> Vec<Option<Hop>> {
    let hop = |element: &str| {
        let field = |name: &str| {
            element.split(';').find_map(|pair| {
                let (key, value) = pair.split_once('=')?;
                key.trim().eq_ignore_ascii_case(name).then(|| value.trim().trim_matches('"'))
            })
        };
        let is_private = field("proto").is_some_and(|proto| proto.eq_ignore_ascii_case("https"));
        Some(Hop { from: node(field("for")?)?, is_private })
    };
    values(headers, header::FORWARDED.as_str(), ',').into_iter().map(hop).collect()
}

/// An address with or without brackets and port.
fn node(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let ip = bare.parse().or_else(|_| text.parse().map(|address: SocketAddr| address.ip()));
    ip.ok().map(|ip: IpAddr| ip.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderName;

    fn visitor(peer: &str, lines: &[(&str, &str)]) -> (String, bool) {
        let proxies = Proxies(["10.0.0.0/8", "::1/128"].map(|net| net.parse().unwrap()).to_vec());
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(name.parse::<HeaderName>().unwrap(), value.parse().unwrap());
        }
        let Visitor { address, is_private } =
            proxies.visitor(SocketAddr::new(peer.parse().unwrap(), 9), &headers);
        (address.ip().to_string(), is_private)
    }

    #[test]
    fn a_proxy_tells_who_came_and_by_which_way() {
        for (lines, told) in [
            (vec![("x-forwarded-for", "203.0.113.7")], ("203.0.113.7", false)),
            (vec![("x-forwarded-for", "203.0.113.7"), ("x-forwarded-proto", "https")], ("203.0.113.7", true)),
            (vec![("forwarded", "for=203.0.113.7;proto=https")], ("203.0.113.7", true)),
            (vec![("forwarded", "By=10.0.0.1; For=\"[2001:db8::5]:4711\"")], ("2001:db8::5", false)),
            (vec![("x-forwarded-for", "203.0.113.7:5000")], ("203.0.113.7", false)),
            (vec![("x-forwarded-for", "::ffff:203.0.113.7")], ("203.0.113.7", false)),
            // Through two proxies of ours.
            (vec![("x-forwarded-for", "203.0.113.7, 10.9.9.9")], ("203.0.113.7", false)),
            (
                vec![("x-forwarded-for", "203.0.113.7"), ("x-forwarded-for", "10.9.9.9")],
                ("203.0.113.7", false),
            ),
            // Somebody within the net of the proxies.
            (vec![("x-forwarded-for", "10.9.9.9")], ("10.9.9.9", false)),
            (vec![], ("10.0.0.1", false)),
        ] {
            assert_eq!(visitor("10.0.0.1", &lines), (told.0.into(), told.1), "{lines:?}");
        }
        assert_eq!(visitor("::ffff:10.0.0.1", &[("x-forwarded-for", "203.0.113.7")]).0, "203.0.113.7");
    }

    #[test]
    fn what_a_visitor_makes_up_is_not_believed() {
        // Without a proxy.
        let lines = [
            ("x-forwarded-for", "192.0.2.1"),
            ("forwarded", "for=192.0.2.1"),
            ("x-forwarded-proto", "https"),
        ];
        assert_eq!(visitor("203.0.113.7", &lines), ("203.0.113.7".into(), false));
        // Before what the proxy adds.
        assert_eq!(visitor("10.0.0.1", &[("x-forwarded-for", "192.0.2.1, 203.0.113.7")]).0, "203.0.113.7");
        assert_eq!(visitor("10.0.0.1", &[("forwarded", "for=192.0.2.1, for=203.0.113.7")]).0, "203.0.113.7");
        // In the header that the proxy passes on as it came.
        let both = [("forwarded", "for=192.0.2.1"), ("x-forwarded-for", "203.0.113.7")];
        assert_eq!(visitor("10.0.0.1", &both).0, "10.0.0.1");
        let same = [("forwarded", "for=203.0.113.7"), ("x-forwarded-for", "203.0.113.7")];
        assert_eq!(visitor("10.0.0.1", &same).0, "203.0.113.7");
        // What cannot be read hides what stands before it.
        for odd in ["192.0.2.1, unknown", "192.0.2.1, ", "192.0.2.1, 300.1.1.1", "192.0.2.1, [::1", "_hidden"]
        {
            assert_eq!(visitor("10.0.0.1", &[("x-forwarded-for", odd)]).0, "10.0.0.1", "{odd}");
        }
    }
}
