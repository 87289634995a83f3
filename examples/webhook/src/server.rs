//! Requests over TLS, each answered by a function; a connection is closed after its answer.
//!
//! Must not know what is converted.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;

use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// Writes an answer to the body of a request.
pub type Answer = dyn Fn(&[u8], &mut dyn Write) -> io::Result<()> + Send + Sync;

/// Answers requests until the listener fails; a connection that fails is dropped.
pub fn serve(listener: &TcpListener, tls: &Arc<ServerConfig>, answer: &Answer) {
    for stream in listener.incoming() {
        let Ok(stream) = stream else { return };
        // Nobody is told: the client sees it.
        let _ = handle(stream, Arc::clone(tls), answer);
    }
}

fn handle(stream: TcpStream, tls: Arc<ServerConfig>, answer: &Answer) -> io::Result<()> {
    let connection = ServerConnection::new(tls).map_err(io::Error::other)?;
    let mut stream = StreamOwned::new(connection, stream);
    let body = body(&mut BufReader::new(&mut stream))?;
    answer(&body, &mut stream)?;
    stream.conn.send_close_notify();
    stream.flush()
}

/// The body of a request that tells its length.
fn body(stream: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        match line.trim_end().split_once(':') {
            None if line.trim_end().is_empty() => break,
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().map_err(io::Error::other)?;
            }
            _ => {}
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok(body)
}

/// Writes a whole answer: a status such as `200 OK`, further header lines, a body.
///
/// # Errors
/// Those of the connection.
pub fn reply(out: &mut dyn Write, status: &str, headers: &str, body: &str) -> io::Result<()> {
    let length = body.len();
    write!(
        out,
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n{headers}"
    )?;
    write!(out, "Connection: close\r\n\r\n{body}")
}
