//! From positions to ranks and back: from bit fields to digits of a mixed radix, and back.
//!
//! Digits whose fields stand side by side are looked up together in a table. What a bag
//! adds to the rank is the sum of what each count of the bag adds.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Function, InstBuilder, Value};
use cranelift_frontend::FunctionBuilderContext;
use zug_game::U256;
use zug_program::{Digit, Layout, bag_step};

use crate::call::{FAULTED, Machine};
use crate::lower::Tables;
use crate::straight::Straight;

/// The most entries of a table for several digits.
const MOST_TOGETHER: u128 = 1 << 10;
/// The most entries of the tables for one digit.
const MOST_ALONE: u128 = 1 << 16;
/// The most bits of fields that are looked up together.
const MOST_BITS: u32 = 10;

/// Neighbouring digits that are worked on together.
struct Group<'a> {
    digits: &'a [Digit],
    /// The number of contents that the digits have together.
    radix: u128,
    /// What the next content adds to the rank.
    weight: u128,
    /// The lowest bit of the digits' fields.
    shift: u32,
    /// The number of bits of the digits' fields.
    bits: u32,
}

/// The digits in groups, the highest digits first. A group has as many digits as `may_be`
/// allows, which is given the number of contents and the number of bits of the group. A bag
/// is a group of its own.
fn groups(layout: &Layout, may_be: impl Fn(u128, u32) -> bool) -> Vec<Group<'_>> {
    let fields = |digit: &Digit| match *digit {
        Digit::Field(field) => field..field + 1,
        Digit::Bag { first, kinds, .. } => first..first + kinds,
    };
    let bits = |digit: &Digit| -> u32 {
        let fields = &layout.fields[fields(digit)];
        fields.iter().map(|field| field.bits).sum()
    };
    let is_bag = |digit: &Digit| matches!(digit, Digit::Bag { .. });
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut end = layout.digits.len();
    let mut weight = 1;
    while end > 0 {
        let mut first = end - 1;
        let mut radix = layout.radix(&layout.digits[first]);
        let mut width = bits(&layout.digits[first]);
        while first > 0 && !is_bag(&layout.digits[first]) {
            let before = &layout.digits[first - 1];
            let together = radix.saturating_mul(layout.radix(before));
            let are_neighbours = fields(before).end == fields(&layout.digits[first]).start;
            if is_bag(before) || !are_neighbours || !may_be(together, width + bits(before)) {
                break;
            }
            first -= 1;
            radix = together;
            width += bits(before);
        }
        let digits = &layout.digits[first..end];
        groups.push(Group {
            digits,
            radix,
            weight,
            shift: layout.fields[fields(&digits[0]).start].shift,
            bits: width,
        });
        weight = weight.saturating_mul(radix);
        end = first;
    }
    groups.reverse();
    groups
}

/// Whether ranks fit into an `i64`, in which negative numbers are left to tell a fault, and each
/// field has bits of its own.
fn is_small(layout: &Layout) -> bool {
    layout.size.is_some_and(|size| i64::try_from(size).is_ok()) && !layout.shares_bits()
}

/// Fills a function that writes the position of each rank. Returns false if its tables
/// would be too large.
pub(crate) fn unrank<W: Machine>(
    layout: &Layout,
    tables: &mut Tables,
    function: &mut Function,
    frontend: &mut FunctionBuilderContext,
) -> bool {
    let groups = groups(layout, |radix, _| radix <= MOST_TOGETHER);
    let is_bag = |group: &Group<'_>| matches!(group.digits[0], Digit::Bag { .. });
    let too_large = |group: &Group<'_>| is_bag(group) && group.radix > MOST_ALONE;
    if !is_small(layout) || groups.iter().any(too_large) {
        return false;
    }
    let mut straight = Straight::new(1, 8, function, frontend);
    let mut rank = straight.words[0];
    let first = position(layout, 0);
    let mut words: Vec<Value> = (0..W::WORDS)
        .map(|word| straight.int((first >> (64 * word)).as_i64()))
        .collect();
    for (at, group) in groups.iter().enumerate().rev() {
        let place = if at == 0 {
            rank
        } else {
            let (rest, place) = divide(&mut straight, rank, group.radix as i64);
            rank = rest;
            place
        };
        let is_alone = group.digits.len() == 1 && !is_bag(group);
        let contents = if is_alone {
            Vec::new()
        } else {
            contents(layout, group, first)
        };
        for (word, value) in words.iter_mut().enumerate() {
            let low = group.shift as i32 - 64 * word as i32;
            let more = if is_alone {
                if low >= 64 || low + group.bits as i32 <= 0 {
                    continue;
                }
                straight.moved(place, u64::MAX, low)
            } else {
                let of_word = |content: &U256| (*content >> (64 * word)).as_i64();
                let entries: Vec<i64> = contents.iter().map(of_word).collect();
                if entries.iter().all(|&entry| entry == 0) {
                    continue;
                }
                let table = tables.add(&entries);
                straight.load(table, place)
            };
            *value = straight.b.ins().bxor(*value, more);
        }
    }
    straight.put_out(&words);
    true
}

fn position(layout: &Layout, rank: u128) -> U256 {
    layout.position_of(rank).unwrap_or(U256::ZERO)
}

/// For each content of a group, its bits in a position, with those of `first` flipped.
fn contents(layout: &Layout, group: &Group<'_>, first: U256) -> Vec<U256> {
    let fields = &layout.fields;
    group
        .digits
        .iter()
        .fold(vec![U256::ZERO], |contents, digit| {
            let of_digit: Vec<U256> = match *digit {
                Digit::Field(field) => {
                    let scalar = fields[field].scalar;
                    let values = scalar.lo..=scalar.hi;
                    values.map(|value| fields[field].content(value)).collect()
                }
                Digit::Bag { .. } => (0..group.radix)
                    .map(|place| position(layout, place * group.weight) ^ first)
                    .collect(),
            };
            let with = |content: U256| of_digit.iter().map(move |more| content ^ more);
            contents.into_iter().flat_map(with).collect()
        })
}

/// The quotient and the rest of an unsigned division.
fn divide(straight: &mut Straight<'_>, number: Value, by: i64) -> (Value, Value) {
    if by.count_ones() == 1 {
        let quotient = straight.b.ins().ushr_imm(number, i64::from(by.ilog2()));
        return (quotient, straight.b.ins().band_imm(number, by - 1));
    }
    let divisor = straight.int(by);
    let quotient = straight.b.ins().udiv(number, divisor);
    let product = straight.b.ins().imul(quotient, divisor);
    (quotient, straight.b.ins().isub(number, product))
}

/// Fills a function that notes the rank of each position, or a fault where the fields hold
/// no state. Returns false if its tables would be too large.
pub(crate) fn rank<W: Machine>(
    layout: &Layout,
    tables: &mut Tables,
    function: &mut Function,
    frontend: &mut FunctionBuilderContext,
) -> bool {
    let too_large = |digit: &Digit| match *digit {
        Digit::Bag { kinds, size, .. } => {
            let entries = (size as u128 + 1).saturating_mul(size as u128 + 1);
            entries.saturating_mul(kinds as u128) > MOST_ALONE
        }
        Digit::Field(_) => false,
    };
    if !is_small(layout) || layout.digits.iter().any(too_large) {
        return false;
    }
    let mut ranking = Ranking {
        straight: Straight::new(W::WORDS, 8 * W::WORDS, function, frontend),
        layout,
        tables,
        rank: None,
        bad: None,
    };
    for group in groups(layout, |_, bits| bits <= MOST_BITS) {
        ranking.add(&group);
    }
    let Ranking {
        mut straight,
        rank,
        bad,
        ..
    } = ranking;
    let zero = straight.int(0);
    let (rank, bad) = (rank.unwrap_or(zero), bad.unwrap_or(zero));
    let faulted = straight.int(FAULTED);
    let is_bad = straight.b.ins().icmp_imm(IntCC::SignedLessThan, bad, 0);
    let status = straight.b.ins().select(is_bad, faulted, rank);
    straight.note(status);
    true
}

/// The function that notes ranks, while it is made.
struct Ranking<'a, 'f> {
    straight: Straight<'f>,
    layout: &'a Layout,
    tables: &'a mut Tables,
    rank: Option<Value>,
    /// A number that is negative if the fields hold no state.
    bad: Option<Value>,
}

impl Ranking<'_, '_> {
    fn add(&mut self, group: &Group<'_>) {
        let place = match *group.digits {
            [Digit::Bag { first, kinds, size }] => self.bag(first, kinds, size),
            [Digit::Field(field)] => {
                let content = self.field(field);
                let most = self.straight.int(group.radix as i64 - 1);
                let room = self.straight.b.ins().isub(most, content);
                self.note(room);
                content
            }
            _ => {
                let content = self.straight.bits(group.shift, group.bits);
                let entries: Vec<i64> = (0..1u64 << group.bits)
                    .map(|content| self.place(group, content))
                    .collect();
                let table = self.tables.add(&entries);
                let place = self.straight.load(table, content);
                self.note(place);
                place
            }
        };
        let more = match group.weight {
            1 => place,
            weight => self.straight.b.ins().imul_imm(place, weight as i64),
        };
        self.rank = Some(match self.rank {
            Some(rank) => self.straight.b.ins().iadd(rank, more),
            None => more,
        });
    }

    /// Notes that the fields hold no state if the value is negative.
    fn note(&mut self, value: Value) {
        self.bad = Some(match self.bad {
            Some(bad) => self.straight.b.ins().bor(bad, value),
            None => value,
        });
    }

    /// The number that the content of the group's fields stands for in the mixed radix, or
    /// a fault where the content is no state.
    fn place(&self, group: &Group<'_>, content: u64) -> i64 {
        group.digits.iter().fold(0, |place, digit| {
            let Digit::Field(field) = *digit else {
                return FAULTED;
            };
            let field = self.layout.fields[field];
            let within = field.shift - group.shift.min(field.shift);
            let value = (content >> within & ((1 << field.bits) - 1)) as i64;
            let radix = field.scalar.radix() as i64;
            if place < 0 || value >= radix {
                return FAULTED;
            }
            place * radix + value
        })
    }

    /// The place of a bag among all bags of its size. What a count adds stands in a table,
    /// by the number of things that the counts before it have left over, and the count.
    fn bag(&mut self, first: usize, kinds: usize, size: i64) -> Value {
        let zero = self.straight.int(0);
        let (mut left, mut place) = (self.straight.int(size), zero);
        for kind in 0..kinds {
            let count = self.field(first + kind);
            let after = self.straight.b.ins().isub(left, count);
            self.note(after);
            // The index stays within the table, whatever the count is.
            let count = self.straight.b.ins().umin(count, left);
            let rest = kinds - kind - 1;
            let entries: Vec<i64> = (0..=size)
                .flat_map(|left| (0..=size).map(move |count| (left, count)))
                .map(|(left, count)| {
                    if count <= left {
                        bag_step(rest, left, count) as i64
                    } else {
                        0
                    }
                })
                .collect();
            let table = self.tables.add(&entries);
            let row = self.straight.b.ins().imul_imm(left, size + 1);
            let index = self.straight.b.ins().iadd(row, count);
            let more = self.straight.load(table, index);
            place = self.straight.b.ins().iadd(place, more);
            left = self.straight.b.ins().isub(left, count);
        }
        // The counts must add up to the size.
        let missing = self.straight.b.ins().ineg(left);
        self.note(missing);
        place
    }

    /// The content of a field: its value less the least value.
    fn field(&mut self, field: usize) -> Value {
        let field = self.layout.fields[field];
        self.straight.bits(field.shift, field.bits)
    }
}
