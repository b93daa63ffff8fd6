//! What may go to another thread.

use zug::{Error, Plan, Problem, Reply, Request, Solution, Theorem};

#[test]
fn what_is_asked_planned_and_answered_can_go_to_another_thread() {
    fn is_free<T: Send + Sync>() {}
    is_free::<Request>();
    is_free::<Plan>();
    is_free::<Reply>();
    is_free::<Problem>();
    is_free::<Solution>();
    is_free::<Theorem>();
    is_free::<Error>();
}
