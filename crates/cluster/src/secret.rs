//! The shared secret, and how two processes show each other that they know it.
//!
//! ```text
//! listener -> caller    its nonce (32 bytes)
//! caller -> listener    who calls, for what, among how many (3 x 4 bytes), its nonce (32), its proof (32)
//! listener -> caller    its proof (32)
//! ```
//!
//! A proof is a keyed BLAKE3 hash of both nonces and what was said, so neither the secret
//! nor anything that could be used again goes over the wire. All lengths are fixed, and
//! nothing is kept, answered or read beyond them before the proof is right. What follows
//! is neither secret nor protected against somebody who can change what passes by:
//! networks of clusters are trusted with that.

use std::io::{self, Read, Write};

/// What all processes of a run know and nobody else.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    /// The number of the caller.
    pub(crate) from: u32,
    /// 0 for messages, 1 for signs of life.
    pub(crate) purpose: u32,
    /// How many processes the caller knows of.
    pub(crate) peers: u32,
}

const CALLER: u8 = 1;
const LISTENER: u8 = 2;

impl Secret {
    /// The secret in a text: at least 16 characters, so that it cannot be tried out.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        (text.len() >= 16)
            .then(|| Secret(blake3::derive_key("kaiketsu 2026 secret of a run", text.as_bytes())))
    }

    /// A text that nobody guesses.
    pub fn any() -> io::Result<String> {
        Ok(nonce()?.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    fn proof(&self, side: u8, nonces: [&[u8; 32]; 2], call: Call) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        hasher.update(&[side]).update(nonces[0]).update(nonces[1]).update(&call.bytes());
        hasher.finalize()
    }

    /// Shows a listener who calls; `Err` if it does not know the secret.
    pub(crate) fn call(&self, stream: &mut (impl Read + Write), call: Call) -> io::Result<()> {
        let (mut theirs, mine) = ([0; 32], nonce()?);
        stream.read_exact(&mut theirs)?;
        let proof = self.proof(CALLER, [&theirs, &mine], call);
        stream.write_all(&[&call.bytes()[..], &mine, proof.as_bytes()].concat())?;
        let mut answer = [0; 32];
        stream.read_exact(&mut answer)?;
        // Compared in constant time.
        if self.proof(LISTENER, [&theirs, &mine], call) != blake3::Hash::from_bytes(answer) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        Ok(())
    }

    /// Finds out who calls; `Err` if the caller does not know the secret.
    pub(crate) fn answer(&self, stream: &mut (impl Read + Write)) -> io::Result<Call> {
        let mine = nonce()?;
        stream.write_all(&mine)?;
        let (mut call, mut theirs, mut proof) = ([0; 12], [0; 32], [0; 32]);
        for part in [&mut call[..], &mut theirs, &mut proof] {
            stream.read_exact(part)?;
        }
        let call = Call::of(call);
        if self.proof(CALLER, [&mine, &theirs], call) != blake3::Hash::from_bytes(proof) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        stream.write_all(self.proof(LISTENER, [&mine, &theirs], call).as_bytes())?;
        Ok(call)
    }
}

impl Call {
    fn bytes(self) -> [u8; 12] {
        let mut bytes = [0; 12];
        let fields = bytes.as_chunks_mut::<4>().0.iter_mut();
        fields
            .zip([self.from, self.purpose, self.peers])
            .for_each(|(field, number)| *field = number.to_le_bytes());
        bytes
    }

    fn of(bytes: [u8; 12]) -> Call {
        let field = |at: usize| u32::from_le_bytes(bytes.as_chunks().0[at]);
        Call { from: field(0), purpose: field(1), peers: field(2) }
    }
}

fn nonce() -> io::Result<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::net::UnixStream;

    const CALL: Call = Call { from: 3, purpose: 1, peers: 4 };

    fn talk(one: &Secret, other: &Secret) -> (io::Result<()>, io::Result<Call>) {
        let (mut caller, mut listener) = UnixStream::pair().unwrap();
        std::thread::scope(|scope| {
            let called = scope.spawn(move || one.call(&mut caller, CALL));
            let answered = other.answer(&mut listener);
            drop(listener);
            (called.join().unwrap(), answered)
        })
    }

    #[test]
    fn only_who_knows_the_secret_is_answered() {
        let secret = |text| Secret::new(text).unwrap();
        let right = secret("sixteen characters");
        let (called, answered) = talk(&right, &secret(" sixteen characters\n"));
        assert_eq!((called.is_ok(), answered.unwrap()), (true, CALL));
        let (called, answered) = talk(&right, &secret("sixteen character "));
        assert_eq!(answered.unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        assert!(called.is_err(), "and the caller learns nothing");
        assert!(Secret::new("short").is_none());
        assert_ne!(Secret::any().unwrap(), Secret::any().unwrap());
    }

    /// What was heard once does not help again.
    #[test]
    fn a_proof_cannot_be_used_again() {
        let secret = Secret::new("sixteen characters").unwrap();
        let (mut caller, mut listener) = UnixStream::pair().unwrap();
        std::thread::scope(|scope| {
            let first = secret.clone();
            scope.spawn(move || _ = first.call(&mut caller, CALL));
            listener.write_all(&[7; 32]).unwrap();
            let mut heard = [0; 76];
            listener.read_exact(&mut heard).unwrap();
            let (mut again, mut other) = UnixStream::pair().unwrap();
            again.write_all(&heard).unwrap();
            assert!(secret.answer(&mut other).is_err());
            drop(listener);
        });
    }
}
