//! A webhook that runs: reviews are sent to one address, over TLS, each once.
//!
//! Knows HTTP; must not know what is in a review. Nothing else in the program opens a connection.

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ureq::http::Uri;
use ureq::http::header::LOCATION;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, TlsProvider, parse_pem};
use ureq::{Agent, Error};

use crdls_system::files::reason;

/// A webhook at its address.
pub(super) struct Webhook {
    agent: Agent,
    url: String,
    timeout: Duration,
}

/// What it answered.
pub(super) struct HttpAnswer {
    pub(super) status: u16,
    /// Where a redirect leads; empty where there is none.
    pub(super) location: String,
    pub(super) body: Vec<u8>,
    /// From the connection to the last byte.
    pub(super) took: Duration,
}

/// A larger response is not read.
const MOST_BYTES: u64 = 256 << 20;
/// A host that takes longer to accept a connection cannot be reached.
const REACHED_WITHIN: Duration = Duration::from_secs(10);

impl Webhook {
    /// The webhook at an address, which is connected to once. `ca`: certificates as PEM that its own is verified with.
    ///
    /// # Errors
    /// Why the address cannot be used or reached: wrong usage.
    pub(super) fn reach(url: &str, ca: &[u8], timeout: Duration) -> Result<Self, String> {
        let (host, port, is_tls) = address(url)?;
        let certificates = certificates(ca)?;
        if is_tls && certificates.is_empty() {
            return Err("no CA certificate: pass a PEM file with `--ca`".to_owned());
        }
        connect(&host, port).map_err(|err| format!("cannot reach {url}: {}", reason(&err)))?;
        let tls = TlsConfig::builder()
            .provider(TlsProvider::Rustls)
            .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .root_certs(RootCerts::new_with_certs(&certificates))
            .build();
        // A redirect and an error of HTTP are answers too.
        let config = Agent::config_builder()
            .tls_config(tls)
            .proxy(None)
            .max_redirects(0)
            .http_status_as_error(false)
            .timeout_global(Some(timeout))
            .user_agent(concat!("crdls/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(Self { agent: config.into(), url: url.to_owned(), timeout })
    }

    /// Sends a review.
    ///
    /// # Errors
    /// Why there is no whole answer, as a headline.
    pub(super) fn ask(&self, review: &str) -> Result<HttpAnswer, String> {
        let start = Instant::now();
        let request = self.agent.post(&self.url).header("Content-Type", "application/json");
        let request = request.header("Accept", "application/json, */*");
        let mut response = request.send(review).map_err(|err| self.no_answer(&err))?;
        let status = response.status().as_u16();
        let location = response.headers().get(LOCATION).and_then(|to| to.to_str().ok()).unwrap_or_default();
        let location = location.to_owned();
        let body = response.body_mut().with_config().limit(MOST_BYTES).read_to_vec();
        let body = body.map_err(|err| self.no_answer(&err))?;
        Ok(HttpAnswer { status, location, body, took: start.elapsed() })
    }

    fn no_answer(&self, err: &Error) -> String {
        match err {
            Error::Timeout(_) => format!("the webhook did not answer within {} s", self.timeout.as_secs()),
            Error::BodyExceedsLimit(_) => format!("the response has more than {} MiB", MOST_BYTES >> 20),
            Error::Rustls(err) => certificate(err),
            Error::Tls(why) => format!("no TLS connection to the webhook: {why}"),
            Error::Io(err) => match err.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
                Some(inner) => certificate(inner),
                None => of_connection(err),
            },
            Error::Protocol(_) => format!("invalid HTTP response from the webhook: {err}"),
            err => format!("the webhook did not answer: {err}"),
        }
    }
}

fn of_connection(err: &io::Error) -> String {
    match err.kind() {
        io::ErrorKind::UnexpectedEof
        | io::ErrorKind::ConnectionReset
        | io::ErrorKind::ConnectionAborted
        | io::ErrorKind::BrokenPipe => "the webhook closed the connection before its answer ended".to_owned(),
        _ => format!("the webhook did not answer: {}", reason(err)),
    }
}

/// Why TLS fails, in most cases the certificate.
fn certificate(err: &rustls::Error) -> String {
    match err {
        rustls::Error::InvalidCertificate(why) => {
            format!("the webhook's certificate is not valid for the URL: {why}")
        }
        err => format!("no TLS connection to the webhook: {err}"),
    }
}

/// The host and port of a URL, and whether it is one of HTTPS.
fn address(url: &str) -> Result<(String, u16, bool), String> {
    let wrong = || format!("`--url {url}`: expected https://HOST:PORT/PATH");
    let uri: Uri = url.parse().map_err(|_| wrong())?;
    let is_tls = match uri.scheme_str() {
        Some("https") => true,
        Some("http") => false,
        _ => return Err(wrong()),
    };
    let host = uri.host().filter(|host| !host.is_empty()).ok_or_else(wrong)?;
    // A port that is no number of a port is none to `Uri`, which would leave the default.
    let written = uri.authority().and_then(|all| all.as_str().rsplit_once(host)).map_or("", |(_, port)| port);
    let port = match written.strip_prefix(':') {
        Some(port) => port.parse().map_err(|_| wrong())?,
        None if is_tls => 443,
        None => 80,
    };
    Ok((host.trim_start_matches('[').trim_end_matches(']').to_owned(), port, is_tls))
}

fn connect(host: &str, port: u16) -> io::Result<()> {
    let mut last = io::Error::other("the host has no address");
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, REACHED_WITHIN) {
            Ok(_) => return Ok(()),
            Err(err) => last = err,
        }
    }
    Err(last)
}

fn certificates(pem: &[u8]) -> Result<Vec<Certificate<'static>>, String> {
    let mut found = Vec::new();
    for item in parse_pem(pem) {
        match item {
            Ok(PemItem::Certificate(certificate)) => found.push(certificate),
            Ok(_) => {}
            Err(err) => return Err(format!("the certificates cannot be read: {err}")),
        }
    }
    Ok(found)
}
