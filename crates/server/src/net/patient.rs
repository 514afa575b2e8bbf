//! A stream whose other end is waited for only so long, and may send only so much.
//!
//! Whatever comes in costs something, also what makes no message, such as empty pieces of one that never ends.
//! The system says that there is room again only when a third of what it keeps for a connection has been read, so
//! whoever takes a byte now and then is cut as well as whoever takes none.

use crate::house::House;
use crate::net::limits::{Bucket, Doorkeeper};
use std::io::{Error, ErrorKind, IoSlice, Result};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// How much is counted as one: a read of less counts as well.
const PIECE: usize = 1024;

/// A stream that fails when its other end takes nothing for a while, or sends too much.
pub(super) struct Patient<S> {
    stream: S,
    /// Who is to blame for what comes in; nobody while it is a proxy's, which brings what many send.
    whose: Arc<OnceLock<IpAddr>>,
    doorkeeper: Arc<Doorkeeper>,
    /// What may still come in, in kibibytes.
    incoming: Bucket,
    patience: Duration,
    /// When the reader is given up, while it is waited for.
    until: Pin<Box<Sleep>>,
    is_waiting: bool,
    house: Arc<House>,
}

impl<S> Patient<S> {
    pub(super) fn new(
        stream: S,
        whose: Arc<OnceLock<IpAddr>>,
        doorkeeper: Arc<Doorkeeper>,
        house: Arc<House>,
    ) -> Self {
        let limits = doorkeeper.limits();
        let patience = Duration::from_millis(limits.writes_ms);
        let incoming = Bucket::new(limits.incoming, house.world.now_ms());
        let until = Box::pin(sleep(patience));
        Self { stream, whose, doorkeeper, incoming, patience, until, is_waiting: false, house }
    }

    /// Counts what came in; fails when it is too much.
    fn count(&mut self, bytes: usize) -> Result<()> {
        let Some(address) = self.whose.get().copied() else { return Ok(()) };
        let now_ms = self.house.world.now_ms();
        if self.incoming.take_many(bytes.div_ceil(PIECE) as u32, now_ms) {
            return Ok(());
        }
        self.house.metrics.cut.inc();
        self.doorkeeper.has_cut(address, now_ms);
        Err(Error::from(ErrorKind::ConnectionAborted))
    }

    /// Takes over how far writing came; fails when it came no further for too long.
    fn wait<T>(&mut self, written: Poll<Result<T>>, context: &mut Context<'_>) -> Poll<Result<T>> {
        if written.is_ready() {
            self.is_waiting = false;
            return written;
        }
        if !std::mem::replace(&mut self.is_waiting, true) {
            self.until.as_mut().reset(Instant::now() + self.patience);
        }
        ready!(self.until.as_mut().poll(context));
        self.house.metrics.slow_readers.inc();
        Poll::Ready(Err(Error::from(ErrorKind::TimedOut)))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        let before = into.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, into))?;
        Poll::Ready(self.count(into.filled().len() - before))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wait(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.wait(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.wait(flushed, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let ended = Pin::new(&mut self.stream).poll_shutdown(context);
        self.wait(ended, context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

    async fn patient<S>(stream: S) -> Patient<S> {
        let (journal, players) = (Arc::new(journal::Memory::new()), Arc::new(crate::ByChance));
        let world = Arc::new(crate::RealEnvironment);
        let house = House::open(journal, players, world, crate::room::Pace::AT_ONCE).await.unwrap();
        let doorkeeper = Arc::new(Doorkeeper::new(crate::Limits::default()));
        let whose = Arc::new(OnceLock::from(IpAddr::from([192, 0, 2, 1])));
        Patient::new(stream, whose, doorkeeper, house)
    }

    #[tokio::test(start_paused = true)]
    async fn a_reader_that_takes_nothing_is_given_up() {
        let (stream, _reader) = duplex(64);
        let mut stream = patient(stream).await;
        let start = Instant::now();
        let written = tokio::time::timeout(Duration::from_secs(60), stream.write_all(&[0; 1000])).await;
        let error = written.expect("it is given up").unwrap_err();
        assert_eq!((error.kind(), start.elapsed().as_secs()), (ErrorKind::TimedOut, 15));
        assert_eq!(stream.house.metrics.slow_readers.get(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_reader_that_goes_on_is_waited_for() {
        let (stream, mut reader) = duplex(64);
        let mut stream = patient(stream).await;
        let slowly = tokio::spawn(async move {
            let mut taken = [0; 64];
            for _ in 0..10 {
                sleep(Duration::from_secs(14)).await;
                reader.read_exact(&mut taken).await.unwrap();
            }
        });
        stream.write_all(&[0; 640]).await.unwrap();
        slowly.await.unwrap();
        // Nothing waited to be taken in the meantime: that is nobody's fault.
        sleep(Duration::from_secs(60)).await;
    }
}
