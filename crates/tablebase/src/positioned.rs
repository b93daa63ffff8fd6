//! Reading at a place of a file, without a place that readers would share.

use std::fs::File;
use std::io;

/// Fills a buffer with the bytes from a place on.
#[cfg(unix)]
pub(crate) fn read_exact_at(file: &File, buffer: &mut [u8], place: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, place)
}

/// Fills a buffer with the bytes from a place on.
#[cfg(windows)]
pub(crate) fn read_exact_at(file: &File, buffer: &mut [u8], place: u64) -> io::Result<()> {
    use std::os::windows::fs::FileExt;
    let (mut buffer, mut place) = (buffer, place);
    while !buffer.is_empty() {
        match file.seek_read(buffer, place) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                buffer = &mut buffer[read..];
                place += read as u64;
            }
            Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
            Err(why) => return Err(why),
        }
    }
    Ok(())
}
