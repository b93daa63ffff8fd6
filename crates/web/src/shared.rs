//! What all requests share, and how they look things up.

use std::net::SocketAddr;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use tokio::time::timeout;

use crate::api::problem::Problem;
use crate::api::request::PositionRequest;
use crate::library::Library;
use crate::limits::LOOK_UP_WAITS;
use crate::look_ups::Pace;
use crate::prepared::key_of;
use crate::work::Works;

/// What all requests share.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    pub(crate) library: Arc<Library>,
    pub(crate) works: Arc<Works>,
    pub(crate) address: SocketAddr,
}

impl Shared {
    /// Looks something up in the game of a request, on a thread of its own. That takes milliseconds for
    /// most requests; [`look_ups`](crate::look_ups) says who waits where it takes longer.
    pub(crate) async fn look_up<T: Send + 'static>(
        &self,
        asked: impl Into<Arc<PositionRequest>>,
        work: impl Fn(&Library, &PositionRequest) -> Result<T, Problem> + Send + Sync + 'static,
    ) -> Result<T, Problem> {
        let asked = asked.into();
        let (origin, key) = key_of(&asked)?;
        let work = Arc::new(work);
        let mut pace = self.library.pace(origin, &key);
        loop {
            let (library, asked, work) = (self.library.clone(), asked.clone(), work.clone());
            let key = key.clone();
            let look_up = move || {
                let begun = Instant::now();
                let done = work(&library, &asked);
                library.took(origin, &key, begun.elapsed());
                let kind = done.as_ref().err().map(|problem| problem.kind);
                let again = match (pace, kind) {
                    // A game of the catalogue fits into the memory, unless other work holds it.
                    (Pace::Catalogue, Some("too-large")) => Some(Pace::Alone),
                    (Pace::Brought, Some("too-slow")) => Some(library.pace(origin, &key)),
                    _ => None,
                };
                match again.filter(|again| *again != pace) {
                    Some(again) => ControlFlow::Continue(again),
                    None => ControlFlow::Break(done),
                }
            };
            match self.in_turn(pace, look_up).await? {
                ControlFlow::Continue(again) => pace = again,
                ControlFlow::Break(done) => return done,
            }
        }
    }

    /// Looks something up in the catalogue, on a thread of its own.
    pub(crate) async fn look_at_catalogue<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.in_turn(Pace::Catalogue, work).await
    }

    /// Does work when it has its turn.
    async fn in_turn<T: Send + 'static>(
        &self,
        pace: Pace,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let library = &self.library;
        let leave = timeout(LOOK_UP_WAITS, async {
            // The memory comes first: whoever waits for it holds no turn that others wait for.
            let share = match pace {
                Pace::Alone => library.wait_for_share(library.limits().working()).await,
                Pace::Catalogue | Pace::Brought | Pace::Slow => None,
            };
            let turn = library.look_ups.take(pace).await?;
            Some((share, turn))
        });
        let leave = leave.await.ok().flatten().ok_or_else(Problem::busy)?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(leave);
            done
        });
        done.await
            .map_err(|error| Problem::defect(error.to_string()))
    }
}
