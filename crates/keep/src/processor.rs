//! The time that this process has taken of the processor.

use std::time::Duration;

use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System, get_current_pid};

/// The time that this process has taken of all cores so far; `None` where the system does not tell it.
#[must_use]
pub fn time() -> Option<Duration> {
    let process = get_current_pid().ok()?;
    let mut system = System::new();
    let what = ProcessRefreshKind::nothing().with_cpu();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[process]), false, what);
    let taken = system.process(process)?.accumulated_cpu_time();
    Some(Duration::from_millis(taken))
}
