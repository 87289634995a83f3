//! `crdls conversion try`: webhooks that run on the loopback address, with certificates made here.

use std::io::{self, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crdls_example_webhook::{reply, serve};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::PrivateKeyDer;
use serde_json::{Value, json};

use crate::conversion::{CRD, good};
use crate::run::{Folder, Ran};

const OVEN: &str = "apiVersion: example.org/v2
kind: Oven
metadata: {name: vesuvio, namespace: kitchen, labels: {floor: first}}
spec: {temperature: 300, program: Fan}
";
const PIZZERIA: &str = "apiVersion: example.org/v1
kind: Oven
metadata: {name: etna, namespace: kitchen}
spec: {degrees: 450}
";

/// A webhook with what it is verified by.
struct Hook {
    url: String,
    ca: String,
}

/// Answers the text of a request.
type Answer = fn(&str, &mut dyn Write) -> io::Result<()>;

impl Hook {
    /// Starts one that names itself by a host.
    fn start(host: &str, answer: Answer) -> Self {
        let CertifiedKey { cert, signing_key } = generate_simple_self_signed([host.to_owned()]).unwrap();
        let key = PrivateKeyDer::try_from(signing_key.serialize_der()).unwrap();
        let tls = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![cert.der().clone()], key)
            .unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("https://localhost:{}/convert", listener.local_addr().unwrap().port());
        std::thread::spawn(move || {
            let answer = move |body: &[u8], out: &mut dyn Write| answer(&String::from_utf8_lossy(body), out);
            serve(&listener, &Arc::new(tls), &answer);
        });
        Self { url, ca: cert.pem() }
    }

    fn run(&self, test: &str, more: &[&str]) -> (Folder, Ran) {
        let files =
            [("crd.yaml", CRD), ("oven.yaml", OVEN), ("pizzeria.yaml", PIZZERIA), ("ca.pem", &self.ca)];
        let folder = Folder::new(&format!("conversion-{test}"), &files);
        let args = ["conversion", "try", "--url", &self.url, "--ca", "ca.pem", "--output-dir", "out"];
        let ran = folder.run(&[&args[..], more].concat());
        (folder, ran)
    }
}

/// Answers with a review that `change` has changed.
fn changed(request: &str, out: &mut dyn Write, change: impl Fn(&mut Value)) -> io::Result<()> {
    let mut review = good(request);
    change(&mut review["response"]);
    reply(out, "200 OK", "", &review.to_string())
}

/// The same with each converted object changed.
fn each(request: &str, out: &mut dyn Write, change: impl Fn(&mut Value)) -> io::Result<()> {
    changed(request, out, |response| {
        response["convertedObjects"].as_array_mut().unwrap().iter_mut().for_each(&change);
    })
}

fn converts(request: &str, out: &mut dyn Write) -> io::Result<()> {
    reply(out, "200 OK", "", &good(request).to_string())
}

/// Webhooks that are broken, each with what is reported of it.
const BROKEN: [(&str, Answer, &str); 22] = [
    (
        "hangs",
        |_, _| {
            std::thread::sleep(Duration::from_secs(4));
            Ok(())
        },
        "the webhook did not answer within 1 s",
    ),
    (
        "500",
        |_, out| reply(out, "500 Internal Server Error", "", "boom"),
        "the webhook returned 500 Internal Server Error",
    ),
    ("404", |_, out| reply(out, "404 Not Found", "", ""), "the webhook returned 404 Not Found"),
    (
        "redirects",
        |_, out| reply(out, "307 Temporary Redirect", "Location: https://localhost:1/\r\n", ""),
        "the webhook returned 307 Temporary Redirect, a redirect to `https://localhost:1/`",
    ),
    (
        "html",
        |_, out| reply(out, "200 OK", "", "<html><body>hello</body></html>"),
        "the response is not a ConversionReview",
    ),
    ("empty", |_, out| reply(out, "200 OK", "", ""), "the response is empty"),
    (
        "half",
        |request, out| {
            let text = good(request).to_string();
            reply(out, "200 OK", "", &text[..text.len() / 2])
        },
        "the response is not JSON: it ends too early",
    ),
    (
        "cut",
        |_, out| write!(out, "HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n{{"),
        "the webhook closed the connection before its answer ended",
    ),
    ("closes", |_, _| Ok(()), "the webhook closed the connection before its answer ended"),
    ("not-http", |_, out| write!(out, "hello\r\n\r\n"), "invalid HTTP response from the webhook"),
    ("echo", |request, out| reply(out, "200 OK", "", request), "`response.uid` is missing"),
    (
        "other-uid",
        |request, out| changed(request, out, |response| response["uid"] = json!("other")),
        "`response.uid` must be",
    ),
    (
        "fails",
        |request, out| {
            changed(request, out, |response| {
                *response = json!({"uid": response["uid"], "result": {"status": "Failure", "message": "no ovens today"}});
            })
        },
        "`response.result.status` is `Failure`: no ovens today",
    ),
    (
        "no-status",
        |request, out| changed(request, out, |response| response["result"] = json!({})),
        "`response.result.status` is missing",
    ),
    (
        "fewer",
        |request, out| {
            changed(request, out, |response| {
                response["convertedObjects"].as_array_mut().unwrap().pop();
            })
        },
        "`response.convertedObjects` must have",
    ),
    (
        "reversed",
        |request, out| {
            changed(request, out, |response| response["convertedObjects"].as_array_mut().unwrap().reverse())
        },
        "of the request: the order must be the same",
    ),
    (
        "version",
        |request, out| each(request, out, |object| object["apiVersion"] = json!("example.org/v3")),
        "`apiVersion` of `response.convertedObjects[0]` must be `example.org/v2`, got `example.org/v3`",
    ),
    (
        "kind",
        |request, out| each(request, out, |object| object["kind"] = json!("Stove")),
        "must be `Oven`, got `Stove`",
    ),
    (
        "renames",
        |request, out| each(request, out, |object| object["metadata"]["name"] = json!("other")),
        "`metadata.name` of",
    ),
    (
        "labels",
        |request, out| {
            each(request, out, |object| {
                object["metadata"].as_object_mut().unwrap().remove("labels");
            })
        },
        "the converted object has no `labels`",
    ),
    (
        "unknown-field",
        |request, out| each(request, out, |object| object["spec"]["heat"] = json!(3)),
        "`spec.heat` is not a field",
    ),
    (
        "forgets",
        |request, out| {
            each(request, out, |object| {
                object["metadata"].as_object_mut().unwrap().remove("annotations");
            })
        },
        "is lost from `v2` to `v1` and back",
    ),
];

#[test]
fn a_webhook_that_converts_passes() {
    let (folder, ran) = Hook::start("localhost", converts).run("passes", &[]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("reviews of ") && ran.stderr.contains("ms of the server's 30 s"),
        "{}",
        ran.stderr
    );
    assert!(!folder.path("out").exists());
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |chunk: &[u8]| {
        let bits = chunk.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        let digit =
            |at: usize| if at <= chunk.len() { DIGITS[(bits >> (18 - 6 * at)) as usize & 63] } else { b'=' };
        [0, 1, 2, 3].map(|at| char::from(digit(at)))
    };
    bytes.chunks(3).flat_map(group).collect()
}

/// The webhook repeats the version of the review.
#[test]
fn each_version_of_reviews_is_sent() {
    let hook = Hook::start("localhost", converts);
    let both = CRD.replace("conversionReviewVersions: [v1]", "conversionReviewVersions: [v2, v1beta1, v1]");
    let folder = Folder::new("conversion-reviews", &[("crd.yaml", &both), ("ca.pem", &hook.ca)]);
    let ran = folder.run(&["conversion", "try", "--url", &hook.url, "--ca", "ca.pem"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{}", ran.stderr);
    assert!(ran.stderr.starts_with("16 reviews of "), "{}", ran.stderr);

    let bundle = base64(hook.ca.as_bytes());
    folder.write(
        "crd.yaml",
        both.replace("      clientConfig:\n", &format!("      clientConfig:\n        caBundle: {bundle}\n"))
            .as_bytes(),
    );
    assert_eq!(folder.run(&["conversion", "try", "--url", &hook.url]).code, 0);
}

#[test]
fn broken_webhooks_are_found() {
    let mut wrong = Vec::new();
    for (name, answer, expected) in BROKEN {
        let start = Instant::now();
        let more = ["--timeout", "1", "--output-format", "concise"];
        let (folder, ran) = Hook::start("localhost", answer).run(&format!("broken-{name}"), &more);
        let is_found = ran.stdout.contains(expected) && ran.stdout.lines().count() <= 3;
        let is_kept = folder.path("out/001-request.json").exists();
        if ran.code != 1 || !is_found || !is_kept || start.elapsed() > Duration::from_secs(20) {
            wrong.push(format!("{name}: expected {expected:?}, got {ran:#?}"));
        }
    }
    println!("{} broken webhooks", BROKEN.len());
    assert!(wrong.is_empty(), "{} are not found:\n{}", wrong.len(), wrong.join("\n"));
}

#[cfg(unix)]
#[test]
fn reviews_are_kept_where_only_the_user_reads() {
    use std::os::unix::fs::PermissionsExt;

    let hook = Hook::start("localhost", |_, out| reply(out, "500 Internal Server Error", "", "boom"));
    let files = [("crd.yaml", CRD), ("oven.yaml", OVEN), ("ca.pem", &hook.ca), ("temporary/other", "")];
    let folder = Folder::new("conversion-temporary", &files);
    let mut command = folder.command(&["conversion", "try", "--url", &hook.url, "--ca", "ca.pem"]);
    let ran = Ran::of(command.env("TMPDIR", folder.path("temporary")).output().unwrap());
    let entries = std::fs::read_dir(folder.path("temporary")).unwrap();
    let made: Vec<_> = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).collect();
    let [made] = &made[..] else { panic!("{made:?}: {ran:#?}") };
    assert!(made.join("001-request.json").exists(), "{ran:#?}");
    assert_eq!(made.metadata().unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn a_certificate_must_be_the_webhooks_own() {
    let named = Hook::start("elsewhere.example.org", converts);
    let hook = Hook::start("localhost", converts);
    let other = Hook { ca: named.ca.clone(), url: hook.url.clone() };
    for (test, hook) in [("other-name", &named), ("other-ca", &other)] {
        let (_, ran) = hook.run(test, &["--output-format", "concise"]);
        let message = "the webhook's certificate is not valid for the URL";
        assert!(ran.code == 1 && ran.stdout.contains(message), "{test}: {ran:#?}");
        assert_eq!(ran.stdout.lines().count(), 1, "{ran:#?}");
    }
}

#[test]
fn what_cannot_be_reached_is_wrong_usage() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let closed = format!("https://127.0.0.1:{port}/");
    let folder = Folder::new(
        "conversion-usage",
        &[("crd.yaml", CRD), ("ca.pem", &Hook::start("localhost", converts).ca)],
    );
    for (url, more, expected) in [
        (closed.as_str(), &["--ca", "ca.pem"][..], "cannot reach "),
        (closed.as_str(), &[], "pass a PEM file with `--ca`"),
        (closed.as_str(), &["--ca", "crd.yaml"], "pass a PEM file with `--ca`"),
        (closed.as_str(), &["--ca", "."], "cannot read .: "),
        (closed.as_str(), &["--ca", "gone.pem"], "cannot read gone.pem"),
        ("ftp://localhost/", &[], "expected https://HOST:PORT/PATH"),
        ("localhost", &[], "expected https://HOST:PORT/PATH"),
        ("", &[], "expected https://HOST:PORT/PATH"),
        ("https://", &[], "expected https://HOST:PORT/PATH"),
        ("https://[::1", &[], "expected https://HOST:PORT/PATH"),
        // Not the port that HTTP has by default.
        ("http://127.0.0.1:99999/", &[], "expected https://HOST:PORT/PATH"),
        ("http://user@127.0.0.1:8o/", &[], "expected https://HOST:PORT/PATH"),
        (closed.as_str(), &["--crds", "gone.yaml"], "cannot read gone.yaml"),
        (closed.as_str(), &["--output-format", "sarif"], "has no output format"),
        (closed.as_str(), &["--crds", "ca.pem"], "there is no CRD"),
    ] {
        let ran = folder.run(&[&["conversion", "try", "--url", url], more].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{ran:#?}");
        assert!(ran.stderr.contains(expected), "{url} {more:?}: {}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1, "{url} {more:?}: {}", ran.stderr);
    }
}

#[test]
fn ten_thousand_objects_are_converted() {
    let hook = Hook::start("localhost", converts);
    let oven = |n: usize| format!("---\n{}", PIZZERIA.replace("etna", &format!("oven-{n}")));
    let ovens: String = (0..10_000).map(oven).collect();
    let files = [("crd.yaml", CRD), ("ovens.yaml", &ovens), ("ca.pem", &hook.ca)];
    let folder = Folder::new("conversion-many", &files);
    let ran = folder.run(&["conversion", "try", "--url", &hook.url, "--ca", "ca.pem", "ovens.yaml"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{}", ran.stderr);
    let objects: usize =
        ran.stderr.split(" of ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok()).unwrap();
    assert!(objects > 20_000, "{}", ran.stderr);
}
