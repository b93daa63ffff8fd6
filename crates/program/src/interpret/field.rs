//! Reading and writing a field of a position.

use super::frame::Frame;
use crate::residual::SiteId;
use crate::word::Word;

/// How to read and write a field.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldCode {
    pub(super) shift: u32,
    pub(super) mask: u64,
    pub(super) lo: i64,
    pub(super) hi: i64,
}

impl FieldCode {
    #[inline]
    pub(super) fn read<W: Word>(self, position: W) -> i64 {
        // A field without bits may stand behind the last bit of the word.
        if self.mask == 0 {
            return self.lo;
        }
        ((position >> self.shift).low() & self.mask) as i64 + self.lo
    }

    #[inline]
    pub(super) fn write<W: Word>(self, position: W, value: i64) -> W {
        if self.mask == 0 {
            return position;
        }
        let clear = W::of_low(self.mask) << self.shift;
        let set = W::of_low((value - self.lo) as u64 & self.mask) << self.shift;
        (position & !clear) | set
    }

    #[inline]
    pub(super) fn store<W: Word>(
        self,
        position: W,
        value: i64,
        site: Option<SiteId>,
        frame: &mut Frame<'_>,
    ) -> W {
        if let (Some(site), false) = (site, (self.lo..=self.hi).contains(&value)) {
            frame.fail(site);
            return position;
        }
        self.write(position, value)
    }

    /// The same field of the array's element at `index`.
    #[inline]
    pub(super) fn moved(self, index: i64, stride: u32) -> Self {
        Self {
            shift: self.shift + index as u32 * stride,
            ..self
        }
    }
}
