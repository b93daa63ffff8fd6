//! Sets that grow by steps, worked out with words.
//!
//! What is done is said by [`Growth`]; here it becomes a loop of shifts and conjunctions. All
//! places of a set are one word, two or four, as many as the places and the tested bits need.
//!
//! A set some of whose conditions can fault is made like any other: if a condition faults from a
//! place that is not in the set, the interpreter is asked, which knows better.

use std::collections::HashMap;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use zug_game::U256;
use zug_program::growth::{Growth, Places, Rounds};
use zug_program::{Closure, ExprId};

use super::Lower;
use super::known::Form;
use super::word::{WORDS, word_of};

/// The position's words, shifted up by numbers of bits.
type Shifted = HashMap<i32, Vec<Value>>;

/// What places are found in.
struct Bits {
    /// As many words as the set takes.
    words: Vec<Value>,
    shifted: Shifted,
}

impl Lower<'_, '_> {
    /// Works out a set, of which `id` is one word; the other one is known afterwards too.
    pub(super) fn closure(&mut self, id: ExprId, closure: &Closure, word: u32) -> Value {
        let growth = Growth::of(self.residual, closure);
        let growth = growth.unwrap_or_else(|| Growth::anyhow(self.residual, closure));
        let count = match U256::BITS - growth.touched().leading_zeros() {
            0..=64 => 1,
            65..=128 => 2,
            _ => WORDS,
        };
        let mut words = self.words();
        words.truncate(count);
        while words.len() < count {
            words.push(self.int(0));
        }
        let mut bits = Bits {
            words,
            shifted: HashMap::new(),
        };
        let mut set = self.grown(&growth, &mut bits);
        set.resize_with(2, || self.int(0));
        if let Some(other) = self.residual.other_word(id) {
            let reads = self.residual.facts(other).reads;
            self.known
                .put(other, Form::Number, set[1 - word as usize], reads);
        }
        set[word as usize]
    }

    fn grown(&mut self, growth: &Growth, bits: &mut Bits) -> Vec<Value> {
        let start = self.find(&growth.start, bits);
        if growth.is_still() {
            return start;
        }
        let enter = self.find(&growth.enter, bits);
        let leave = growth.leave.as_ref().map(|leave| self.find(leave, bits));
        // What does not change is worked out before the loop.
        let rounds: Vec<(i32, Vec<Value>)> = match &growth.rounds {
            Rounds::Shifts(shifts) => shifts
                .iter()
                .map(|(by, from)| (*by, self.find(from, bits)))
                .collect(),
            Rounds::Neighbours(near) => near
                .iter()
                .map(|(place, to)| (*place as i32, self.find(to, bits)))
                .collect(),
        };
        let set: Vec<_> = start
            .iter()
            .map(|start| {
                let word = self.b.declare_var(I64);
                self.b.def_var(word, *start);
                word
            })
            .collect();
        let [head, again, after] = [(); 3].map(|()| self.b.create_block());
        self.b.ins().jump(head, &[]);
        self.b.switch_to_block(head);
        let now: Vec<Value> = set.iter().map(|word| self.b.use_var(*word)).collect();
        let from = match &leave {
            Some(leave) => self.each(&now, leave, |lower, a, b| lower.b.ins().band(a, b)),
            None => now.clone(),
        };
        let mut moved: Option<Vec<Value>> = None;
        for (by, places) in &rounds {
            let here = match growth.rounds {
                Rounds::Shifts(_) => {
                    let of = self.each(&from, places, |lower, a, b| lower.b.ins().band(a, b));
                    self.moved_down(&of, -by)
                }
                Rounds::Neighbours(_) => self.if_in(&from, *by as u32, places),
            };
            moved = Some(match moved {
                Some(moved) => self.each(&moved, &here, |lower, a, b| lower.b.ins().bor(a, b)),
                None => here,
            });
        }
        let moved = moved.expect("a set that grows has steps");
        let entered = self.each(&moved, &enter, |lower, a, b| lower.b.ins().band(a, b));
        let grown = self.each(&now, &entered, |lower, a, b| lower.b.ins().bor(a, b));
        let new = self.each(&grown, &now, |lower, a, b| lower.b.ins().bxor(a, b));
        for (word, grown) in set.iter().zip(grown) {
            self.b.def_var(*word, grown);
        }
        let new = new.into_iter().reduce(|a, b| self.b.ins().bor(a, b));
        let new = new.expect("a set has a word");
        let grows = self.b.ins().icmp_imm(IntCC::NotEqual, new, 0);
        self.b.ins().brif(grows, again, &[], after, &[]);
        self.begin(again);
        self.b.ins().jump(head, &[]);
        self.b.seal_block(head);
        self.begin(after);
        now
    }

    /// These places if the place is in the set, else none.
    fn if_in(&mut self, set: &[Value], place: u32, places: &[Value]) -> Vec<Value> {
        let word = set[(place / 64) as usize];
        // The bit of the place becomes the sign, which fills the word.
        let up = self.b.ins().ishl_imm(word, i64::from(63 - place % 64));
        let all = self.b.ins().sshr_imm(up, 63);
        places
            .iter()
            .map(|places| self.b.ins().band(*places, all))
            .collect()
    }

    /// The places that are found in the position.
    fn find(&mut self, places: &Places, bits: &mut Bits) -> Vec<Value> {
        match places {
            Places::Known(places) => self.known_places(*places, bits),
            Places::Bits { asks, places } => {
                let mut found = self.known_places(*places, bits);
                for (by, is_set) in asks {
                    let here = self.position_moved(*by, bits);
                    found = self.each(&found, &here, |lower, a, b| {
                        if *is_set {
                            lower.b.ins().band(a, b)
                        } else {
                            lower.b.ins().band_not(a, b)
                        }
                    });
                }
                found
            }
            Places::Word {
                of,
                asks: (by, is_set),
                places,
            } => {
                let mut words = vec![self.number(*of)];
                while words.len() < bits.words.len() {
                    words.push(self.int(0));
                }
                let here = self.moved_down(&words, *by);
                let places = self.known_places(*places, bits);
                self.each(&places, &here, |lower, a, b| {
                    if *is_set {
                        lower.b.ins().band(a, b)
                    } else {
                        lower.b.ins().band_not(a, b)
                    }
                })
            }
            Places::If { condition, places } => {
                let holds = self.truth(*condition);
                let holds = self.b.ins().uextend(I64, holds);
                let all = self.b.ins().ineg(holds);
                let words = self.known_places(*places, bits).into_iter();
                words.map(|word| self.b.ins().band(word, all)).collect()
            }
            Places::Not { places, found } => {
                let found = self.find(found, bits);
                let places = self.known_places(*places, bits);
                self.each(&places, &found, |lower, a, b| lower.b.ins().band_not(a, b))
            }
            Places::Any(parts) => {
                let mut found = self.known_places(U256::ZERO, bits);
                for part in parts {
                    let more = self.find(part, bits);
                    found = self.each(&found, &more, |lower, a, b| lower.b.ins().bor(a, b));
                }
                found
            }
            Places::All { places, parts } => {
                let mut found = self.known_places(*places, bits);
                for (asked, part) in parts {
                    let part = self.find(part, bits);
                    let others = self.known_places(places & !asked, bits);
                    let part = self.each(&part, &others, |lower, a, b| lower.b.ins().bor(a, b));
                    found = self.each(&found, &part, |lower, a, b| lower.b.ins().band(a, b));
                }
                found
            }
        }
    }

    fn known_places(&mut self, places: U256, bits: &Bits) -> Vec<Value> {
        (0..bits.words.len())
            .map(|word| self.int(word_of(places, word) as i64))
            .collect()
    }

    /// The position moved down by a number of bits.
    fn position_moved(&mut self, by: i32, bits: &mut Bits) -> Vec<Value> {
        if let Some(words) = bits.shifted.get(&by) {
            return words.clone();
        }
        let words = self.moved_down(&bits.words.clone(), by);
        bits.shifted.insert(by, words.clone());
        words
    }
}
