//! Where others in the room reach the house: phones scan an address, and `localhost` is each one's own.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// The address this machine would use towards others; nothing is sent to find it out.
pub fn lan_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

/// Where a house that listens there is reached from other machines; asked anew each time, for a machine may move.
pub(super) fn addresses(listen: SocketAddr, is_https: bool) -> Vec<String> {
    let scheme = if is_https { "https" } else { "http" };
    let ip = match listen.ip() {
        ip if ip.is_loopback() => None,
        ip if ip.is_unspecified() => lan_address(),
        ip => Some(ip),
    };
    ip.map(|ip| format!("{scheme}://{}", SocketAddr::new(ip, listen.port()))).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_house_that_listens_beyond_its_machine_has_an_address() {
        let of = |listen: &str| addresses(listen.parse().unwrap(), false);
        assert_eq!(of("127.0.0.1:8080"), [""; 0]);
        assert_eq!(of("[::1]:8080"), [""; 0]);
        assert_eq!(of("192.168.1.5:8080"), ["http://192.168.1.5:8080"]);
        assert_eq!(of("[fd00::5]:80"), ["http://[fd00::5]:80"]);
        assert_eq!(addresses(([192, 168, 1, 5], 443).into(), true), ["https://192.168.1.5:443"]);
        let found = lan_address().map(|ip| format!("http://{ip}:8080"));
        assert_eq!(of("0.0.0.0:8080"), found.into_iter().collect::<Vec<_>>());
    }
}
