//! Fresh memory for tables.

use std::mem::MaybeUninit;
use std::thread;

use zug_job::{Charge, Job, Refusal, bytes_of};

/// The least bytes that are worth a start of threads.
const WORTH_THREADS: u64 = 4 << 20;

/// The bytes of the smallest pages of memory that systems have.
const PAGE: usize = 4096;

/// A vector of this number of default values. Its bytes are charged.
///
/// The system clears pages of memory when they are first written to, which takes most of the time
/// here, and all walks wait meanwhile. So the threads of the job write to a part of the pages each.
///
/// # Errors
///
/// The budget or the machine refuses.
pub(super) fn fresh<T: Default + Send>(
    number: usize,
    charge: &mut Charge,
    job: &Job,
) -> Result<Vec<T>, Refusal> {
    let mut values = Vec::new();
    charge.make_room(&mut values, number)?;
    let threads = job.threads.get();
    if threads > 1 && bytes_of::<T>(number) >= WORTH_THREADS {
        let part = number.div_ceil(threads);
        let mut parts = values.spare_capacity_mut()[..number].chunks_mut(part);
        let own = parts.next();
        thread::scope(|scope| {
            for part in parts {
                // What no thread writes to is cleared below.
                let _ = job.threads.start(scope, || touch(part));
            }
            own.map(touch);
        });
    }
    values.resize_with(number, T::default);
    Ok(values)
}

/// Writes to each page of some memory.
fn touch<T: Default>(memory: &mut [MaybeUninit<T>]) {
    for page in memory.chunks_mut((PAGE / size_of::<T>()).max(1)) {
        page[0].write(T::default());
    }
}
