//! What a host writes to a hook or a status line: one JSON value, read without waiting for the end of
//! the stream, which some hosts leave open.

use std::io::{ErrorKind, Read};
use std::sync::mpsc::{self, Sender};
use std::time::Duration;

/// How much is read at once.
const CHUNK: usize = 64 * 1024;
/// How long a host may be silent before its value is complete. A host at its start is slow.
const PATIENCE: Duration = Duration::from_secs(5);

/// Reads standard input until one JSON value is complete, the stream ends, or nothing comes any more.
/// Of more than `most` bytes the rest is let go, so that the host's pipe does not break.
pub(super) fn read(most: usize) -> Vec<u8> {
    let (sender, chunks) = mpsc::channel();
    // It may wait for ever; the process does not wait for it.
    std::thread::spawn(move || pass_on(&sender));
    let (mut input, mut value) = (Vec::new(), Value::default());
    while let Ok(chunk) = chunks.recv_timeout(PATIENCE) {
        let room = most.saturating_sub(input.len()).min(chunk.len());
        input.extend_from_slice(&chunk[..room]);
        if value.ends_within(&chunk) {
            break;
        }
    }
    input
}

fn pass_on(chunks: &Sender<Vec<u8>>) {
    let mut stdin = std::io::stdin().lock();
    let mut chunk = vec![0; CHUNK];
    loop {
        match stdin.read(&mut chunk) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => return,
            Ok(size) => {
                if chunks.send(chunk[..size].to_vec()).is_err() {
                    return;
                }
            }
        }
    }
}

/// How far a JSON object or list has come.
#[derive(Debug, Default)]
struct Value {
    depth: usize,
    quoted: bool,
    escaped: bool,
}

impl Value {
    /// Reads on, and reports whether the value is complete.
    fn ends_within(&mut self, chunk: &[u8]) -> bool {
        let mut ended = false;
        for &byte in chunk {
            ended |= self.ends_at(byte);
        }
        ended
    }

    fn ends_at(&mut self, byte: u8) -> bool {
        match byte {
            _ if self.escaped => self.escaped = false,
            b'\\' if self.quoted => self.escaped = true,
            b'"' => self.quoted = !self.quoted,
            _ if self.quoted => {}
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            _ => {}
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::Value;

    #[test]
    fn a_value_ends_where_its_last_bracket_closes() {
        for (text, ends) in [
            ("{}", true),
            (" {\"a\": [1, {}]} \n", true),
            ("{\"a\": \"}\"", false),
            ("{\"a\": \"\\\"}\"", false),
            ("{\"甲\": \"乙\"}", true),
            ("[{}", false),
            ("", false),
            ("5", false),
        ] {
            let mut whole = Value::default();
            assert_eq!(whole.ends_within(text.as_bytes()), ends, "{text}");
            let mut parts = Value::default();
            let ended = text.as_bytes().chunks(1).any(|byte| parts.ends_within(byte));
            assert_eq!(ended, ends, "{text}");
        }
    }
}
