//! How much memory there is for work, if nobody says it.

use std::sync::OnceLock;

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// The least memory that work gets: less does not suffice to read the rules of most games.
pub const LEAST: u64 = 4 << 20;

/// The memory that is assumed where the machine does not tell how much it has.
const UNKNOWN: u64 = 2 << 30;

/// Three quarters of the bytes that the machine, or the container that the process runs in, could give when this was
/// first asked.
pub fn share_of_machine() -> u64 {
    static SHARE: OnceLock<u64> = OnceLock::new();
    *SHARE.get_or_init(|| {
        let ram = MemoryRefreshKind::nothing().with_ram();
        let system = System::new_with_specifics(RefreshKind::nothing().with_memory(ram));
        let of_machine = Some(system.available_memory()).filter(|&bytes| bytes > 0);
        let of_container = system.cgroup_limits().map(|limits| limits.free_memory);
        let free = of_machine.into_iter().chain(of_container).min();
        free.map_or(UNKNOWN, |free| free / 4 * 3).max(LEAST)
    })
}
