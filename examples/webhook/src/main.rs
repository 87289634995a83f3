//! Runs the webhook: `crdls-example-webhook localhost:9443 tls.crt tls.key`.

use std::net::TcpListener;
use std::sync::Arc;

use crdls_example_webhook::{reply, respond, serve};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use serde_json::Value;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let [address, certificate, key] = &args[..] else {
        return Err("usage: crdls-example-webhook ADDRESS CERTIFICATE KEY".into());
    };
    let chain = CertificateDer::pem_file_iter(certificate)?.collect::<Result<Vec<_>, _>>()?;
    let tls = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, PrivateKeyDer::from_pem_file(key)?)?;
    let listener = TcpListener::bind(address)?;
    serve(&listener, &Arc::new(tls), &|body, out| match serde_json::from_slice::<Value>(body) {
        Ok(review) => reply(out, "200 OK", "", &respond(&review).to_string()),
        Err(err) => reply(out, "400 Bad Request", "", &err.to_string()),
    });
    Ok(())
}
