//! Callbacks, and the two ways to wait for one: as a future, or by blocking the thread.

use crate::JournalError;
use tokio::sync::oneshot;

/// Takes the answer of a request, once.
pub type Done<T> = Box<dyn FnOnce(Result<T, JournalError>) + Send>;

fn channel<T: Send + 'static>() -> (Done<T>, oneshot::Receiver<Result<T, JournalError>>) {
    let (send, receive) = oneshot::channel();
    // Whoever stopped waiting does not want the answer.
    (Box::new(move |answer| drop(send.send(answer))), receive)
}

/// Makes a request and waits for its answer without blocking.
pub async fn ask<T: Send + 'static>(request: impl FnOnce(Done<T>)) -> Result<T, JournalError> {
    let (done, answer) = channel();
    request(done);
    answer.await.unwrap_or(Err(JournalError::Unsure))
}

/// Makes a request and blocks the thread until its answer is there.
///
/// # Panics
///
/// Panics inside an async task: use [`ask`] there.
pub fn wait<T: Send + 'static>(request: impl FnOnce(Done<T>)) -> Result<T, JournalError> {
    let (done, answer) = channel();
    request(done);
    answer.blocking_recv().unwrap_or(Err(JournalError::Unsure))
}
