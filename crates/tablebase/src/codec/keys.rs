//! Blocks of keys: strictly ascending numbers of up to 256 bits.
//!
//! The first key of a block stands in the file's directory. The block has, for each key after
//! the first, what must be added to the key before it, less one, seven bits a byte (LEB128).
//! Positions that differ in a few fields lie close to each other, so most steps take a byte
//! or two, and the compressor finds what repeats in them.
//!
//! A decoded block stays in that form, with each 32nd key and its place beside it: a look-up
//! searches these by halving and then walks at most 31 steps. A block takes about a quarter of
//! the memory that its keys would take side by side, so that a cache holds four times as many
//! positions.

use zug_game::U256;

use super::Malformed;

/// The number of keys of which one has its place noted.
const STRIDE: usize = 32;

/// Appends the bytes of a block of keys.
///
/// # Panics
///
/// The keys do not ascend strictly: the caller checks that.
pub(crate) fn encode(keys: &[U256], out: &mut Vec<u8>) {
    for pair in keys.windows(2) {
        let step = pair[1]
            .checked_sub(pair[0])
            .and_then(|step| step.checked_sub(U256::ONE));
        let mut step = step.expect("the keys of a block ascend");
        while step > U256::from(u64::MAX) {
            out.push(step.as_u8() | 0x80);
            step >>= 7;
        }
        // Nearly all steps are short.
        let mut step = step.as_u64();
        while step >= 0x80 {
            out.push(step as u8 | 0x80);
            step >>= 7;
        }
        out.push(step as u8);
    }
}

/// The largest number of bytes that a block of so many keys takes.
pub(crate) const fn most_bytes(keys: usize) -> usize {
    // 256 bits, seven a byte.
    keys * 37
}

/// Appends the keys of a block whose first key is `first`.
pub(crate) fn decode(
    first: U256,
    count: usize,
    bytes: &[u8],
    out: &mut Vec<U256>,
) -> Result<(), Malformed> {
    let read = decode_some(first, count, bytes, out)?;
    if read == bytes.len() {
        Ok(())
    } else {
        Err(Malformed)
    }
}

/// As [`decode`], where other bytes may follow. Returns the number of bytes of the keys.
pub(crate) fn decode_some(
    first: U256,
    count: usize,
    bytes: &[u8],
    out: &mut Vec<U256>,
) -> Result<usize, Malformed> {
    let mut steps = Steps::new(first, bytes);
    out.push(first);
    for _ in 1..count {
        out.push(steps.next()?);
    }
    Ok(steps.place)
}

/// A decoded block, which can be searched.
#[derive(Debug)]
pub(crate) struct KeyBlock {
    bytes: Box<[u8]>,
    /// Each 32nd key with the place in `bytes` of the step to the key after it.
    noted: Box<[(U256, u32)]>,
    count: u32,
}

impl KeyBlock {
    /// The block of `count` keys, of which `first` is the first.
    pub(crate) fn new(first: U256, count: usize, bytes: &[u8]) -> Result<Self, Malformed> {
        let mut steps = Steps::new(first, bytes);
        let mut noted = Vec::with_capacity(count.div_ceil(STRIDE));
        noted.push((first, 0));
        for place in 1..count {
            let key = steps.next()?;
            if place % STRIDE == 0 {
                noted.push((key, steps.place as u32));
            }
        }
        steps.end()?;
        Ok(Self {
            bytes: bytes.into(),
            noted: noted.into(),
            count: count as u32,
        })
    }

    /// The place of a key in the block; `None` if the block does not have it.
    pub(crate) fn find(&self, key: U256) -> Option<usize> {
        let after = self.noted.partition_point(|&(noted, _)| noted <= key);
        let stride = after.checked_sub(1)?;
        let (at, from) = self.noted[stride];
        let mut steps = Steps {
            key: at,
            bytes: &self.bytes,
            place: from as usize,
        };
        let first = stride * STRIDE;
        let end = (first + STRIDE).min(self.count as usize);
        let mut place = first;
        while steps.key < key {
            place += 1;
            if place == end {
                return None;
            }
            steps.next().ok()?;
        }
        (steps.key == key).then_some(place)
    }

    /// The key at a place of the block; `None` if the block ends before it.
    pub(crate) fn key(&self, place: usize) -> Option<U256> {
        if place >= self.count as usize {
            return None;
        }
        let (at, from) = self.noted[place / STRIDE];
        let mut steps = Steps {
            key: at,
            bytes: &self.bytes,
            place: from as usize,
        };
        for _ in 0..place % STRIDE {
            steps.next().ok()?;
        }
        Some(steps.key)
    }

    /// The number of bytes of memory that the block takes.
    pub(crate) fn held_bytes(&self) -> usize {
        self.bytes.len() + size_of_val(&*self.noted)
    }
}

/// Reads keys one after the other.
struct Steps<'b> {
    /// The key that was read last.
    key: U256,
    bytes: &'b [u8],
    place: usize,
}

impl<'b> Steps<'b> {
    fn new(first: U256, bytes: &'b [u8]) -> Self {
        Self {
            key: first,
            bytes,
            place: 0,
        }
    }

    #[inline]
    fn next(&mut self) -> Result<U256, Malformed> {
        let byte = *self.bytes.get(self.place).ok_or(Malformed)?;
        self.place += 1;
        let step = if byte < 0x80 {
            U256::from(byte)
        } else {
            self.long(byte)?
        };
        let key = self
            .key
            .checked_add(step)
            .and_then(|key| key.checked_add(U256::ONE));
        self.key = key.ok_or(Malformed)?;
        Ok(self.key)
    }

    /// A step of more than one byte, of which the first was read.
    fn long(&mut self, first: u8) -> Result<U256, Malformed> {
        let mut step = u64::from(first & 0x7f);
        // Nine bytes fit into 64 bits, and nearly all steps take no more.
        let mut shift = 7;
        while shift < 63 {
            let byte = *self.bytes.get(self.place).ok_or(Malformed)?;
            self.place += 1;
            step |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(step.into());
            }
            shift += 7;
        }
        let mut step = U256::from(step);
        loop {
            let byte = *self.bytes.get(self.place).ok_or(Malformed)?;
            self.place += 1;
            let part = U256::from(byte & 0x7f);
            if shift > 249 && part >> (256 - shift) != U256::ZERO {
                return Err(Malformed);
            }
            step |= part << shift;
            if byte < 0x80 {
                return Ok(step);
            }
            shift += 7;
            if shift >= 256 {
                return Err(Malformed);
            }
        }
    }

    /// Whether all bytes were read.
    fn end(&self) -> Result<(), Malformed> {
        if self.place == self.bytes.len() {
            Ok(())
        } else {
            Err(Malformed)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(keys: &[U256]) {
        let mut bytes = Vec::new();
        encode(keys, &mut bytes);
        assert!(bytes.len() <= most_bytes(keys.len()));
        let mut read = Vec::new();
        decode(keys[0], keys.len(), &bytes, &mut read).unwrap();
        assert_eq!(read, keys);
        let block = KeyBlock::new(keys[0], keys.len(), &bytes).unwrap();
        for (place, &key) in keys.iter().enumerate() {
            assert_eq!(block.find(key), Some(place), "{key}");
            assert_eq!(block.key(place), Some(key));
            for near in [key.wrapping_sub(U256::ONE), key.wrapping_add(U256::ONE)] {
                let known = keys.binary_search(&near).ok();
                assert_eq!(block.find(near), known, "{near}");
            }
        }
        assert_eq!(block.key(keys.len()), None);
        for end in 0..bytes.len() {
            assert!(KeyBlock::new(keys[0], keys.len(), &bytes[..end]).is_err());
        }
    }

    #[test]
    fn keys_are_read_as_they_were_written_and_found_in_their_places() {
        let zero = U256::ZERO;
        round_trip(&[zero]);
        round_trip(&[U256::MAX]);
        round_trip(&[zero, U256::MAX]);
        round_trip(&[zero, U256::ONE, U256::new(2), U256::MAX - 1u128, U256::MAX]);
        for width in [
            1, 6, 7, 8, 30, 61, 62, 63, 64, 65, 69, 70, 71, 100, 120, 128, 129, 200, 248,
        ] {
            let step = (U256::ONE << width) - 1u128;
            let keys: Vec<U256> = (0..100)
                .map(|place| U256::new(5) + U256::new(place) * step)
                .collect();
            round_trip(&keys);
        }
    }

    #[test]
    fn bytes_that_no_encoder_writes_are_malformed() {
        let mut out = Vec::new();
        let zero = U256::ZERO;
        let too_far = [&[0xff; 36][..], &[0x10]].concat();
        assert_eq!(decode(zero, 2, &too_far, &mut out), Err(Malformed));
        let endless = [0x80; 40];
        assert_eq!(decode(zero, 2, &endless, &mut out), Err(Malformed));
        assert_eq!(decode(U256::MAX, 2, &[0], &mut out), Err(Malformed));
        assert_eq!(decode(zero, 2, &[0, 0], &mut out), Err(Malformed));
    }
}
