//! Fields that other fields imply ([`Implied`]): worked out behind the digits of a rank, and
//! compared where a position is ranked.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use zug_game::U256;
use zug_program::{Field, Implied, Term, Total, Weights};

use crate::lower::Tables;
use crate::straight::{Straight, read_bits};

/// The content of a field that other fields of a position imply; any content if there is no
/// position of play with these others.
pub(crate) fn content(
    straight: &mut Straight<'_>,
    tables: &mut Tables,
    words: &[Value],
    field: Field,
    implied: &Implied,
) -> Value {
    let others = total(straight, tables, words, implied.others());
    let sum = straight.int(implied.sum());
    let left = straight.b.ins().isub(sum, others);
    let weight = reduced(straight, left, implied.modulus());
    match implied.weights() {
        // A content weighs itself.
        Weights::Slope(_) => {
            let mask = u64::MAX >> (u64::BITS - field.bits);
            straight.b.ins().band_imm(weight, mask as i64)
        }
        Weights::Contents(weights) => {
            let mut content = straight.int(0);
            for (place, of) in (0..).zip(weights).skip(1) {
                let is_this = straight.b.ins().icmp_imm(IntCC::Equal, weight, *of);
                let is_this = straight.b.ins().uextend(I64, is_this);
                let is_this = straight.b.ins().imul_imm(is_this, place);
                content = straight.b.ins().bor(content, is_this);
            }
            content
        }
    }
}

/// A number that is negative if the fields of a position have another sum than those of the
/// positions of play.
pub(crate) fn differs(
    straight: &mut Straight<'_>,
    tables: &mut Tables,
    implied: &Implied,
) -> Value {
    let words = straight.words.clone();
    let all = total(straight, tables, &words, implied.all());
    let more = straight.b.ins().iadd_imm(all, -implied.sum());
    let rest = reduced(straight, more, implied.modulus());
    let differs = straight.b.ins().icmp_imm(IntCC::NotEqual, rest, 0);
    let differs = straight.b.ins().uextend(I64, differs);
    straight.b.ins().ineg(differs)
}

/// The sum of the weights of what fields of a position hold.
fn total(
    straight: &mut Straight<'_>,
    tables: &mut Tables,
    words: &[Value],
    total: &Total<U256>,
) -> Value {
    let mut sum = straight.int(total.base());
    for term in total.terms() {
        let more = match term {
            Term::Ones { mask, times } => {
                let ones = ones(straight, words, *mask);
                match times {
                    1 => ones,
                    _ => straight.b.ins().imul_imm(ones, *times),
                }
            }
            Term::Content {
                shift,
                mask,
                weights,
            } => {
                let bits = mask.count_ones();
                let mut entries = weights.clone();
                entries.resize(1 << bits, 0);
                let table = tables.add(&entries);
                let content = read_bits(&mut straight.b, words, *shift, bits);
                straight.load(table, content)
            }
        };
        sum = straight.b.ins().iadd(sum, more);
    }
    sum
}

/// The number of ones of a position under a mask.
fn ones(straight: &mut Straight<'_>, words: &[Value], mask: U256) -> Value {
    let mut sum = None;
    for (place, &word) in words.iter().enumerate() {
        let mask = (mask >> (64 * place as u32)).as_u64();
        if mask == 0 {
            continue;
        }
        let kept = straight.moved(word, mask, 0);
        let ones = match mask.count_ones() {
            1 => straight.moved(kept, u64::MAX, -(mask.trailing_zeros() as i32)),
            _ => straight.b.ins().popcnt(kept),
        };
        sum = Some(match sum {
            Some(sum) => straight.b.ins().iadd(sum, ones),
            None => ones,
        });
    }
    sum.unwrap_or_else(|| straight.int(0))
}

/// The rest of a number modulo another one, at least 0; the number itself if there is no modulus.
fn reduced(straight: &mut Straight<'_>, number: Value, modulus: Option<i64>) -> Value {
    match modulus {
        None => number,
        Some(modulus) if modulus.count_ones() == 1 => {
            straight.b.ins().band_imm(number, modulus - 1)
        }
        Some(modulus) => {
            let by = straight.int(modulus);
            let rest = straight.b.ins().srem(number, by);
            // 0, or all bits where the rest is negative.
            let sign = straight.b.ins().sshr_imm(rest, 63);
            let more = straight.b.ins().band_imm(sign, modulus);
            straight.b.ins().iadd(rest, more)
        }
    }
}
