//! Calls to the operating system.
#![cfg_attr(
    unix,
    expect(unsafe_code, reason = "the C library is called through its functions")
)]

use crate::line::Line;

/// Writes the line to standard error and ends the process with exit code 1.
///
/// Runs no destructors and waits for no lock: another thread may hold one, and a
/// destructor may allocate.
#[cfg(unix)]
pub(crate) fn end(line: &Line) -> ! {
    let text = line.as_bytes();
    // SAFETY: the text is valid for its length, and writing to a closed or full file
    // is an error that is ignored. `_exit` takes any number.
    unsafe {
        libc::write(libc::STDERR_FILENO, text.as_ptr().cast(), text.len());
        libc::_exit(1)
    }
}

/// Writes the line to standard error and ends the process with exit code 1.
#[cfg(not(unix))]
pub(crate) fn end(line: &Line) -> ! {
    use std::io::Write;
    // Standard error may be closed: then there is nobody to tell.
    let _ = std::io::stderr().write_all(line.as_bytes());
    std::process::exit(1)
}

/// From now on the allocator keeps little free memory: the memory of every large block
/// goes back to the system when the block is freed, and all threads share one pool.
///
/// Otherwise the GNU C library would keep blocks of up to 32 MiB for later use once one
/// of that size was freed, and reserve 64 MiB of addresses for each of many threads.
/// Other libraries do not.
pub fn keep_little() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        /// Blocks of this size or more are mapped one by one.
        const LARGE: libc::c_int = 128 << 10;
        // SAFETY: takes two numbers, and takes a lock of the C library's own. A refusal
        // changes nothing.
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
            libc::mallopt(libc::M_ARENA_MAX, 1);
        }
    }
}

/// Asks the system to keep a block of memory on large pages, where it has them (transparent
/// huge pages of Linux). What a large page holds is found with one look at the tables of the
/// machine instead of hundreds, which counts where a program reads here and there in much
/// memory: in a virtual machine, each look that the processor has not cached is up to 24 reads.
///
/// It is a hint: a system that has none, or does not want to, changes nothing. A page of the
/// system is then either in memory as a whole or not, so that the block may take up to all of
/// its bytes as soon as some of them are used.
#[cfg(target_os = "linux")]
pub(crate) fn ask_for_large_pages(block: *mut u8, bytes: usize) {
    // SAFETY: it takes the name of a number and returns the number.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    let Ok(page) = usize::try_from(page) else {
        return;
    };
    // The range has whole pages, so that a block with a mapping of its own is all of it.
    let before = block.addr() % page;
    let length = (before + bytes).next_multiple_of(page);
    // SAFETY: the range is within the pages of a block that this process holds, and the hint
    // leaves what they hold as it is.
    unsafe {
        libc::madvise(
            block.wrapping_sub(before).cast(),
            length,
            libc::MADV_HUGEPAGE,
        );
    }
}

/// Does nothing: no hint is known for this system.
#[cfg(not(target_os = "linux"))]
pub(crate) fn ask_for_large_pages(_: *mut u8, _: usize) {}

/// Gives freed memory back to the system, where the allocator keeps some.
///
/// Cost: a look at all free blocks. It is meant for the end of a phase that allocated
/// many small blocks.
pub fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        // SAFETY: takes a number, and takes locks of the C library's own.
        unsafe {
            libc::malloc_trim(0);
        }
    }
}
