//! HTTPS: a certificate and its key, read again when they change, so that renewing them needs no restart.

use crate::house::{lock, read, write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig};
use tracing::{info, warn};

/// How often the files are looked at.
pub(super) const LOOK: Duration = Duration::from_secs(5);

/// Why there is no HTTPS.
#[derive(Debug, thiserror::Error)]
pub enum BadCertificate {
    /// A file cannot be read.
    #[error("cannot read {}: {error}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The certificate is none.
    #[error("{} holds no certificate in PEM form: it begins with -----BEGIN CERTIFICATE-----", .0.display())]
    NoCertificate(PathBuf),
    /// The key is none.
    #[error("{} holds no private key in PEM form: it begins with -----BEGIN PRIVATE KEY-----", .0.display())]
    NoKey(PathBuf),
    /// They are not a pair.
    #[error("the key in {} and the certificate in {} do not belong together: {error}", .key.display(), .chain.display())]
    NoPair {
        /// The file of the certificate.
        chain: PathBuf,
        /// The file of the key.
        key: PathBuf,
        /// What is wrong with them.
        error: rustls::Error,
    },
}

/// What the house shows browsers to prove its name.
pub struct Certificate {
    chain: PathBuf,
    key: PathBuf,
    config: RwLock<Arc<ServerConfig>>,
    /// What the files last held, whether it was any good or not.
    seen: Mutex<[Vec<u8>; 2]>,
    /// What was last wrong with them.
    told: Mutex<String>,
}

impl Certificate {
    /// Reads a certificate with those that vouch for it, and its key.
    pub fn open(chain: PathBuf, key: PathBuf) -> Result<Self, BadCertificate> {
        let seen = [bytes(&chain)?, bytes(&key)?];
        let config = RwLock::new(configure(&chain, &key, &seen)?);
        Ok(Self { chain, key, config, seen: Mutex::new(seen), told: Mutex::default() })
    }

    /// What the next visitor is shown.
    pub(super) fn config(&self) -> Arc<ServerConfig> {
        read(&self.config).clone()
    }

    /// Reads the files again; takes over what changed if it is good, and goes on with what there was if it is not.
    pub(super) fn look_again(&self) {
        match self.renew() {
            Ok(true) => info!("the certificate was renewed"),
            Ok(false) => {}
            Err(error) => {
                let error = error.to_string();
                let before = std::mem::replace(&mut *lock(&self.told), error.clone());
                if before != error {
                    warn!(error, "the certificate changed and is no good: the one before stays in use");
                }
            }
        }
    }

    fn renew(&self) -> Result<bool, BadCertificate> {
        let now = [bytes(&self.chain)?, bytes(&self.key)?];
        let mut seen = lock(&self.seen);
        if *seen == now {
            return Ok(false);
        }
        seen.clone_from(&now);
        *write(&self.config) = configure(&self.chain, &self.key, &now)?;
        Ok(true)
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, BadCertificate> {
    std::fs::read(path).map_err(|error| BadCertificate::Unreadable { path: path.into(), error })
}

fn configure(
    chain: &Path,
    key: &Path,
    [certificates, secret]: &[Vec<u8>; 2],
) -> Result<Arc<ServerConfig>, BadCertificate> {
    let certificates: Vec<CertificateDer<'static>> = CertificateDer::pem_slice_iter(certificates)
        .collect::<Result<_, _>>()
        .map_err(|_| BadCertificate::NoCertificate(chain.into()))?;
    if certificates.is_empty() {
        return Err(BadCertificate::NoCertificate(chain.into()));
    }
    let secret = PrivateKeyDer::from_pem_slice(secret).map_err(|_| BadCertificate::NoKey(key.into()))?;
    let no_pair = |error| BadCertificate::NoPair { chain: chain.into(), key: key.into(), error };
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(no_pair)?
        .with_no_client_auth()
        .with_single_cert(certificates, secret)
        .map_err(no_pair)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: [&str; 2] = [
        include_str!("../../tests/certificates/first.pem"),
        include_str!("../../tests/certificates/first.key"),
    ];
    const SECOND: [&str; 2] = [
        include_str!("../../tests/certificates/second.pem"),
        include_str!("../../tests/certificates/second.key"),
    ];

    fn put(directory: &Path, [chain, key]: [&str; 2]) -> [PathBuf; 2] {
        let files = [directory.join("house.pem"), directory.join("house.key")];
        std::fs::write(&files[0], chain).unwrap();
        std::fs::write(&files[1], key).unwrap();
        files
    }

    #[test]
    fn a_changed_certificate_is_taken_over_and_a_bad_one_is_not() {
        let directory = tempfile::tempdir().unwrap();
        let [chain, key] = put(directory.path(), FIRST);
        let certificate = Certificate::open(chain, key).unwrap();
        let before = certificate.config();
        let is_same = || Arc::ptr_eq(&before, &certificate.config());
        assert!(!certificate.renew().unwrap() && is_same());
        // One file is written before the other.
        put(directory.path(), [SECOND[0], FIRST[1]]);
        assert!(matches!(certificate.renew(), Err(BadCertificate::NoPair { .. })) && is_same());
        assert!(!certificate.renew().unwrap(), "it is told once");
        put(directory.path(), SECOND);
        assert!(certificate.renew().unwrap() && !is_same());
        std::fs::remove_file(directory.path().join("house.pem")).unwrap();
        assert!(matches!(certificate.renew(), Err(BadCertificate::Unreadable { .. })));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_file() {
        let directory = tempfile::tempdir().unwrap();
        let told = |pair| {
            let [chain, key] = put(directory.path(), pair);
            Certificate::open(chain, key).err().unwrap().to_string()
        };
        assert!(told(["", FIRST[1]]).contains("house.pem holds no certificate"));
        assert!(told([FIRST[0], "nothing"]).contains("house.key holds no private key"));
        assert!(told([FIRST[1], FIRST[0]]).contains("house.pem holds no certificate"));
        assert!(told([FIRST[0], SECOND[1]]).contains("do not belong together"));
        let gone = Certificate::open("nowhere.pem".into(), "nowhere.key".into()).err().unwrap().to_string();
        assert!(gone.starts_with("cannot read nowhere.pem"), "{gone}");
    }
}
