//! Counts the bytes that the process holds, and refuses those beyond the limit.
#![expect(unsafe_code, reason = "an allocator hands out memory by its address")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::line::Line;
use crate::system::{ask_for_large_pages, end};

/// The bytes held now. The counters guard no other data, so relaxed order suffices.
static HELD: AtomicUsize = AtomicUsize::new(0);

/// The most bytes that may be held.
static LIMIT: AtomicUsize = AtomicUsize::new(usize::MAX);

thread_local! {
    /// The number of calls of [`attempt`] that this thread is inside of.
    ///
    /// The first value is constant and there is no destructor, so reading it allocates
    /// nothing.
    static ATTEMPTS: Cell<u32> = const { Cell::new(0) };
}

/// The system's allocator, counted and limited.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allocator;

/// The bytes that the process holds now.
pub fn held() -> u64 {
    HELD.load(Ordering::Relaxed) as u64
}

/// From now on the process may hold at most this many bytes.
pub fn limit_to(bytes: u64) {
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    LIMIT.store(bytes, Ordering::Relaxed);
}

/// Runs code that handles a refusal, such as `Vec::try_reserve`: it gets the refusal,
/// and the process goes on.
pub fn attempt<T>(code: impl FnOnce() -> T) -> T {
    struct Inside;

    impl Drop for Inside {
        fn drop(&mut self) {
            ATTEMPTS.with(|attempts| attempts.set(attempts.get() - 1));
        }
    }

    ATTEMPTS.with(|attempts| attempts.set(attempts.get() + 1));
    let _inside = Inside;
    code()
}

/// Why an allocation is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refusal {
    /// The process would hold more than it may.
    Limit,
    /// The system gave nothing.
    Machine,
}

/// Counts `bytes` more, if they are within the limit.
fn take(bytes: usize) -> bool {
    let before = HELD.fetch_add(bytes, Ordering::Relaxed);
    let fits = before
        .checked_add(bytes)
        .is_some_and(|after| after <= LIMIT.load(Ordering::Relaxed));
    if !fits {
        give(bytes);
    }
    fits
}

/// Counts `bytes` less.
fn give(bytes: usize) {
    HELD.fetch_sub(bytes, Ordering::Relaxed);
}

/// The result of a refused allocation. Ends the process if nobody handles the refusal.
#[cold]
fn refused(refusal: Refusal, bytes: usize) -> *mut u8 {
    let handled = ATTEMPTS
        .try_with(|attempts| attempts.get() > 0)
        .unwrap_or(false);
    if handled {
        return ptr::null_mut();
    }
    let mut line = Line::default();
    match refusal {
        Refusal::Limit => {
            line.text("error: the memory that is allowed (");
            line.bytes(LIMIT.load(Ordering::Relaxed) as u64);
            line.text(") is used up; try something smaller, or more --memory\n");
        }
        Refusal::Machine => {
            line.text("error: the machine refused ");
            line.bytes(bytes as u64);
            line.text(" of memory (");
            line.bytes(held());
            line.text(" are in use); try something smaller\n");
        }
    }
    end(&line)
}

/// Allocates by `system` and counts `bytes`.
fn counted(bytes: usize, system: impl FnOnce() -> *mut u8) -> *mut u8 {
    if !take(bytes) {
        return refused(Refusal::Limit, bytes);
    }
    let block = system();
    if block.is_null() {
        give(bytes);
        return refused(Refusal::Machine, bytes);
    }
    block
}

/// Asks for large pages for a new block of `bytes` bytes, if it is large enough to gain by
/// them, and returns the block.
fn on_large_pages(block: *mut u8, bytes: usize) -> *mut u8 {
    /// The least bytes of a block that gains by large pages, which have 2 MiB on most
    /// machines.
    const LARGE: usize = 4 << 20;
    if bytes >= LARGE && !block.is_null() {
        ask_for_large_pages(block, bytes);
    }
    block
}

// SAFETY: every block is the system allocator's, with the layout that the caller gave,
// and goes back to it with the same layout. Nothing here unwinds.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let block = counted(layout.size(), || {
            // SAFETY: the caller promises what the system's allocator asks for.
            unsafe { System.alloc(layout) }
        });
        on_large_pages(block, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let block = counted(layout.size(), || {
            // SAFETY: the caller promises what the system's allocator asks for.
            unsafe { System.alloc_zeroed(layout) }
        });
        on_large_pages(block, layout.size())
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the block came from the system's allocator with this layout.
        unsafe { System.dealloc(block, layout) };
        give(layout.size());
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let more = size.saturating_sub(layout.size());
        let moved = counted(more, || {
            // SAFETY: the block came from the system's allocator with this layout, and
            // the caller promises the rest.
            unsafe { System.realloc(block, layout, size) }
        });
        if !moved.is_null() {
            give(layout.size().saturating_sub(size));
        }
        on_large_pages(moved, size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_beyond_the_limit_is_refused_and_counts_nothing() {
        // The process of the test does not use the allocator, so the count is this
        // test's alone.
        let allocator = Allocator;
        let layout = Layout::array::<u8>(1000).unwrap();
        limit_to(2500);
        // SAFETY: the layout is not empty, and each block goes back with the layout
        // that it has.
        unsafe {
            let first = allocator.alloc(layout);
            let second = allocator.alloc_zeroed(layout);
            assert_eq!(held(), 2000);
            assert!(attempt(|| allocator.alloc(layout)).is_null());
            assert!(attempt(|| allocator.realloc(first, layout, 1501)).is_null());
            assert_eq!(held(), 2000);
            let first = allocator.realloc(first, layout, 1500);
            assert_eq!(held(), 2500);
            let larger = Layout::array::<u8>(1500).unwrap();
            let first = allocator.realloc(first, larger, 10);
            assert_eq!(held(), 1010);
            allocator.dealloc(first, Layout::array::<u8>(10).unwrap());
            allocator.dealloc(second, layout);
        }
        assert_eq!(held(), 0);
        limit_to(u64::MAX);
        let most = Layout::array::<u8>(isize::MAX as usize).unwrap();
        // SAFETY: the layout is not empty.
        assert!(unsafe { attempt(|| allocator.alloc(most)) }.is_null());
        assert_eq!(held(), 0);
    }
}
