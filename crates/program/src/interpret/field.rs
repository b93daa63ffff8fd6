//! Reading and writing a field of a position.

use std::ops::RangeInclusive;

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
        if !is_in_range(value, self.lo..=self.hi, site, frame) {
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

/// How to read and write a field that shares its bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct DigitCode {
    /// The number that the field is a digit of, from 0.
    pub(super) of: FieldCode,
    pub(super) weight: u64,
    pub(super) lo: i64,
    pub(super) hi: i64,
}

impl DigitCode {
    /// The number of values of the digit.
    fn radix(self) -> u64 {
        (self.hi - self.lo) as u64 + 1
    }

    #[inline]
    pub(super) fn read<W: Word>(self, position: W) -> i64 {
        let number = self.of.read(position) as u64;
        (number / self.weight % self.radix()) as i64 + self.lo
    }

    #[inline]
    pub(super) fn store<W: Word>(
        self,
        position: W,
        value: i64,
        site: Option<SiteId>,
        frame: &mut Frame<'_>,
    ) -> W {
        if !is_in_range(value, self.lo..=self.hi, site, frame) {
            return position;
        }
        let more = (value - self.read(position)) * self.weight as i64;
        let number = self.of.read(position) + more;
        self.of.write(position, number)
    }
}

/// Whether a value may be stored in a field of this range; if not, the run fails at `site`. A value
/// that is stored without a site is known to be in the range.
#[inline]
fn is_in_range(
    value: i64,
    range: RangeInclusive<i64>,
    site: Option<SiteId>,
    frame: &mut Frame<'_>,
) -> bool {
    if let (Some(site), false) = (site, range.contains(&value)) {
        frame.fail(site);
        return false;
    }
    true
}
