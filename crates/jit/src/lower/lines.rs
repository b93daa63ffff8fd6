//! Guards of many tests, asked of all cells of a board at once.
//!
//! A disc may be placed where it encloses others: on an empty cell from which, in one of eight
//! directions, one, two or more discs of the opponent lie before one of the mover's. The guard
//! of each such move is a conjunction of a test and of a disjunction of a dozen tests, and two
//! moves differ by a shift and by the lines for which there is room. So the moves cannot be told
//! by one shape (`runs`), and asked one after the other they take a thousand instructions.
//!
//! **Method.** For each content of a cell that the tests name there is a *plane*: a word with one
//! bit for each cell, which tells whether the cell has this content. A test asks for some contents
//! at some distances from a cell of the move, its *anchor*; shifted by a distance, a plane tells
//! about all anchors at once. The tests of all moves are put into one tree whose branches are a
//! content at a distance, nearest first, so that tests that begin alike share a branch: "the
//! neighbour is the opponent's" is asked once for lines of any length. A leaf has the anchors of
//! the moves that ask this test. The result is a word with a bit for each legal move.
//!
//! **Cost.** About two instructions for a branch of the tree and two for a leaf, whatever the
//! number of cells; besides, forty instructions for each word where cells have two bits, whose
//! planes must be gathered.
//!
//! **When it is not used.** Where a test reads fields of more than one size, or of more than two
//! bits; where the fields are spread over more than 64 places; where the tests have little in
//! common.

use std::collections::HashMap;

use cranelift_codegen::ir::types::I32;
use cranelift_codegen::ir::{InstBuilder, JumpTableData, Value};
use zug_game::U256;
use zug_program::{ExprId, Node};

use super::moves::{Ground, OfSide};
use super::tests::bits_of;
use super::{Lower, Purpose};

/// A test `(position & mask) == pattern`, as its mask and its pattern.
type Test = (U256, U256);

/// The test of no bit, which always holds.
const NO_TEST: Test = (U256::ZERO, U256::ZERO);

/// The most tests that a guard may come to.
const MOST_TESTS: usize = 64;
/// The fewest moves that are worth a tree.
const FEWEST: usize = 5;
/// The most cells of a board: a plane is one word.
const MOST_CELLS: u32 = 64;

/// Fields of one size that stand at equal distances.
#[derive(Clone, Copy, Debug)]
struct Board {
    /// The bit at which the first field begins.
    first: u32,
    /// The bits of a field: one or two.
    width: u32,
    /// The number of cells.
    count: u32,
}

/// What a test asks of one cell: a mask of the cell's bits, and what these bits must be.
type Content = (u8, u8);

/// The tests that go through a branch: by the next content, at its distance from the anchor.
#[derive(Debug, Default)]
struct Tree {
    /// The anchors of the tests that end here.
    places: u64,
    branches: Vec<Branch>,
}

/// A branch of a tree: the content that it asks for, at a distance from the anchor, and the tree
/// of what is asked besides.
type Branch = ((i32, Content), Tree);

impl Tree {
    /// Adds a test that asks for these contents at these distances, for one anchor.
    fn add(&mut self, asks: &[(i32, Content)], place: u64) {
        let Some((first, rest)) = asks.split_first() else {
            self.places |= place;
            return;
        };
        let known = self.branches.iter().position(|(ask, _)| ask == first);
        let at = known.unwrap_or_else(|| {
            self.branches.push((*first, Self::default()));
            self.branches.len() - 1
        });
        self.branches[at].1.add(rest, place);
    }

    /// The number of branches.
    fn size(&self) -> usize {
        let sizes = self.branches.iter().map(|(_, tree)| 1 + tree.size());
        sizes.sum()
    }
}

/// Conditions that are asked together, each of which has an anchor of its own.
#[derive(Debug)]
pub(super) struct Lines {
    board: Board,
    tree: Tree,
    /// The anchors of the conditions, in their order, which is ascending.
    anchors: Vec<u32>,
}

/// What is known of one position's cells.
struct Planes {
    board: Board,
    /// One word for each bit of a cell. Bit n of the word is that bit of cell n.
    bits: Vec<Value>,
    contents: HashMap<Content, Value>,
    shifted: HashMap<(i32, Content), Value>,
}

impl<'a> Lower<'a, '_> {
    /// Does as many of the first moves as can be asked together. Returns their number.
    pub(super) fn by_lines(&mut self, moves: &[Ground<'a>], of: &OfSide, asked: Test) -> usize {
        let conditions = moves.iter().map_while(|ground| {
            let is_plain = ground.of.derived.is_empty();
            is_plain.then_some((ground.of.guard, ground.mask))
        });
        let Some(lines) = self.lines(conditions, asked, true) else {
            return 0;
        };
        let count = lines.anchors.len();
        if self.purpose == Purpose::Outcome {
            self.any_by_parts(&lines);
            return count;
        }
        let legal = self.where_lines(&lines);
        if self.purpose.writes() {
            self.each_line(legal, &lines, &moves[..count], of);
        } else {
            self.tally_bits(&[legal]);
        }
        count
    }

    /// Whether one of some conditions holds, where they can be asked together: a word that is not
    /// 0 if one holds.
    pub(super) fn any_line(&mut self, parts: &[ExprId]) -> Option<Value> {
        if parts.len() < FEWEST {
            return None;
        }
        let conditions = parts.iter().map(|part| (*part, self.first_mask(*part)));
        let lines = self.lines(conditions, NO_TEST, false)?;
        (lines.anchors.len() == parts.len()).then(|| self.where_lines(&lines))
    }

    /// The mask of the first test of a condition.
    fn first_mask(&self, id: ExprId) -> U256 {
        match *self.node(id) {
            Node::Test { mask, .. } => mask,
            Node::And(ref parts) => self.first_mask(parts[0]),
            _ => U256::ZERO,
        }
    }

    /// The first of some conditions that can be asked together, if that is worth it. With each
    /// condition comes a mask that has its anchor for its lowest bit. Of the bits of `asked` it is
    /// known that they are as its pattern tells. If `in_order`, each anchor must be above
    /// the one before it.
    fn lines(
        &self,
        conditions: impl Iterator<Item = (ExprId, U256)>,
        asked: Test,
        in_order: bool,
    ) -> Option<Lines> {
        let mut all: Vec<(u32, Vec<Test>)> = Vec::new();
        let mut touched = U256::ZERO;
        let mut board = None;
        let mut anchors = U256::ZERO;
        for (id, mask) in conditions {
            let anchor = mask & !asked.0;
            let Some(mut tests) = self.tests_of(id).filter(|_| anchor != 0) else {
                break;
            };
            // What is known need not be asked; what is known to fail never holds.
            tests.retain(|(mask, pattern)| mask & asked.0 & (pattern ^ asked.1) == 0);
            for (mask, pattern) in &mut tests {
                (*mask, *pattern) = (*mask & !asked.0, *pattern & !asked.0);
            }
            let with = tests
                .iter()
                .fold(touched | anchor, |all, (mask, _)| all | mask);
            let Some(now) = self.board(with) else { break };
            let anchor = anchor.trailing_zeros();
            let is_above = anchors >> anchor == 0;
            let is_new = anchors >> anchor & 1 == 0;
            if !is_new || in_order && !is_above {
                break;
            }
            anchors |= U256::ONE << anchor;
            (touched, board) = (with, Some(now));
            all.push((anchor, tests));
        }
        let board = board.filter(|_| all.len() >= FEWEST)?;
        let cell = |bit: u32| (bit - board.first) / board.width;
        let mut tree = Tree::default();
        let mut number = 0;
        for (anchor, tests) in &all {
            let anchor = cell(*anchor);
            for test in tests {
                let asks = board.asks(*test, anchor);
                tree.add(&asks, 1 << anchor);
                number += asks.len();
            }
        }
        let anchors: Vec<u32> = all.iter().map(|(anchor, _)| cell(*anchor)).collect();
        let is_single = anchors.windows(2).all(|pair| pair[0] != pair[1]);
        let is_worth_it = number >= WORTH * tree.size() + GATHERING;
        (is_single && is_worth_it).then_some(Lines {
            board,
            tree,
            anchors,
        })
    }

    /// The tests of which one must hold, if that is all that a condition asks.
    fn tests_of(&self, id: ExprId) -> Option<Vec<Test>> {
        let tests = match *self.node(id) {
            Node::Test { mask, pattern } => vec![(mask, pattern)],
            Node::AnyTest(ref tests) => tests.to_vec(),
            Node::And(ref parts) => {
                let mut all = vec![NO_TEST];
                for part in parts {
                    let more = self.tests_of(*part)?;
                    if all.len() * more.len() > MOST_TESTS {
                        return None;
                    }
                    let both = |(a, b): (&Test, &Test)| {
                        let differs = a.0 & b.0 & (a.1 ^ b.1);
                        (differs == 0).then_some((a.0 | b.0, a.1 | b.1))
                    };
                    let pairs = all.iter().flat_map(|a| more.iter().map(move |b| (a, b)));
                    all = pairs.filter_map(both).collect();
                }
                all
            }
            _ => return None,
        };
        let is_few = tests.len() <= MOST_TESTS && tests.iter().all(|(mask, _)| *mask != 0);
        is_few.then_some(tests)
    }

    /// The board on which all these bits stand.
    fn board(&self, touched: U256) -> Option<Board> {
        let fields = self.residual.layout().fields.iter();
        let mut board: Option<Board> = None;
        for field in fields.filter(|field| field.mask() & touched != 0) {
            let known = board.get_or_insert(Board {
                first: field.shift,
                width: field.bits,
                count: 0,
            });
            let first = known.first.min(field.shift);
            let last = (known.first + known.width * known.count).max(field.shift + field.bits);
            let is_even = (known.first.abs_diff(field.shift)).is_multiple_of(known.width);
            if field.bits != known.width || field.bits > 2 || !is_even {
                return None;
            }
            (known.first, known.count) = (first, (last - first) / known.width);
        }
        board.filter(|board| board.count <= MOST_CELLS)
    }

    /// Asks for a legal move, some branches of the tree after the others: most often the first
    /// ones have one.
    fn any_by_parts(&mut self, lines: &Lines) {
        let mut planes = self.planes(lines.board);
        let (mut tree, mut path) = (&lines.tree, None);
        // What all tests ask for is asked first.
        while let (0, [(ask, more)]) = (tree.places, &tree.branches[..]) {
            let plane = self.plane(*ask, &mut planes);
            path = Some(match path {
                Some(path) => self.b.ins().band(path, plane),
                None => plane,
            });
            tree = more;
        }
        let mut found = (tree.places != 0).then(|| self.int(tree.places as i64));
        let mut parts = tree.branches.chunks(PART);
        loop {
            if let Some(found) = found {
                let here = match path {
                    Some(path) => self.b.ins().band(path, found),
                    None => found,
                };
                self.tally_bits(&[here]);
            }
            let Some(part) = parts.next() else { break };
            found = self.where_branches(part, None, &mut planes);
        }
    }

    /// The planes of a board, of which only the bits are gathered yet.
    fn planes(&mut self, board: Board) -> Planes {
        Planes {
            board,
            bits: self.gathered(board),
            contents: HashMap::new(),
            shifted: HashMap::new(),
        }
    }

    /// The anchors of the conditions that hold, as bits.
    fn where_lines(&mut self, lines: &Lines) -> Value {
        let mut planes = self.planes(lines.board);
        self.where_tree(&lines.tree, &mut planes)
            .unwrap_or_else(|| self.int(0))
    }

    /// The anchors of which a test of the tree holds, as bits; `None` if the tree has no test.
    fn where_tree(&mut self, tree: &Tree, planes: &mut Planes) -> Option<Value> {
        let ended = (tree.places != 0).then(|| self.int(tree.places as i64));
        self.where_branches(&tree.branches, ended, planes)
    }

    /// The anchors of which a test of the branches holds, or that were found before, as bits.
    fn where_branches(
        &mut self,
        branches: &[Branch],
        mut found: Option<Value>,
        planes: &mut Planes,
    ) -> Option<Value> {
        for (ask, more) in branches {
            let Some(inner) = self.where_tree(more, planes) else {
                continue;
            };
            let plane = self.plane(*ask, planes);
            let here = self.b.ins().band(plane, inner);
            found = Some(match found {
                Some(found) => self.b.ins().bor(found, here),
                None => here,
            });
        }
        found
    }

    /// A word with a bit for each cell, which tells whether the cell at this distance from it has
    /// this content.
    fn plane(&mut self, ask: (i32, Content), planes: &mut Planes) -> Value {
        if let Some(word) = planes.shifted.get(&ask) {
            return *word;
        }
        let (by, content) = ask;
        let known = planes.contents.get(&content).copied();
        let word = known.unwrap_or_else(|| self.content(content, planes));
        planes.contents.insert(content, word);
        let shifted = match by {
            0 => word,
            1.. => self.b.ins().ushr_imm(word, i64::from(by)),
            _ => self.b.ins().ishl_imm(word, i64::from(-by)),
        };
        planes.shifted.insert(ask, shifted);
        shifted
    }

    /// A word with a bit for each cell, which tells whether the cell has this content.
    fn content(&mut self, (mask, pattern): Content, planes: &Planes) -> Value {
        let mut found: Option<Value> = None;
        let asked = (0..planes.board.width).filter(|bit| mask >> bit & 1 == 1);
        let (ones, zeros): (Vec<u32>, Vec<u32>) = asked.partition(|bit| pattern >> bit & 1 == 1);
        for bit in ones {
            let plane = planes.bits[bit as usize];
            found = Some(match found {
                Some(found) => self.b.ins().band(found, plane),
                None => plane,
            });
        }
        for bit in zeros {
            let plane = planes.bits[bit as usize];
            found = Some(match found {
                Some(found) => self.b.ins().band_not(found, plane),
                None => self.b.ins().bnot(plane),
            });
        }
        found.expect("a test asks for a bit")
    }

    /// One word for each bit of a cell. Bit n of the word is that bit of cell n.
    fn gathered(&mut self, board: Board) -> Vec<Value> {
        let words = self.words();
        let words = self.shifted_down(&words, board.first);
        if board.width == 1 {
            return vec![words[0]];
        }
        let each_word = 64 / board.width;
        let mut planes: Vec<Option<Value>> = vec![None; board.width as usize];
        for (word, number) in words.into_iter().zip(0..) {
            let before = number * each_word;
            if before >= board.count {
                break;
            }
            let cells = (board.count - before).min(each_word);
            for (bit, plane) in planes.iter_mut().enumerate() {
                let bits = match bit {
                    0 => word,
                    _ => self.b.ins().ushr_imm(word, bit as i64),
                };
                let bits = self.every_second(bits, cells);
                *plane = Some(match *plane {
                    Some(plane) => {
                        let high = self.b.ins().ishl_imm(bits, i64::from(before));
                        self.b.ins().bor(plane, high)
                    }
                    None => bits,
                });
            }
        }
        let plane = |plane: Option<Value>| plane.expect("a board has a cell");
        planes.into_iter().map(plane).collect()
    }

    /// Every second bit of a word, side by side: at least the first `count` of them.
    fn every_second(&mut self, word: Value, count: u32) -> Value {
        let mut word = self.b.ins().band_imm(word, EVERY_SECOND[0] as i64);
        for (step, mask) in EVERY_SECOND.iter().enumerate().skip(1) {
            let by = 1 << (step - 1);
            if count <= by {
                break;
            }
            let moved = self.b.ins().ushr_imm(word, i64::from(by));
            let both = self.b.ins().bor(word, moved);
            word = self.b.ins().band_imm(both, *mask as i64);
        }
        word
    }

    /// Does the moves whose anchors are set in a word, in their order.
    fn each_line(&mut self, legal: Value, lines: &Lines, moves: &[Ground<'a>], of: &OfSide) {
        let each = self.begin_each_bit(legal);
        let first = lines.anchors.iter().min().copied().unwrap_or(0);
        let last = lines.anchors.iter().max().copied().unwrap_or(0);
        let mut of_cell = vec![each.after; (last - first + 1) as usize];
        for anchor in &lines.anchors {
            of_cell[(anchor - first) as usize] = self.b.create_block();
        }
        let pool = &mut self.b.func.dfg.value_lists;
        let [default, table] = [vec![each.after], of_cell.clone()].map(|blocks| {
            let calls = blocks.into_iter();
            let calls = calls.map(|block| {
                cranelift_codegen::ir::BlockCall::new(block, std::iter::empty(), pool)
            });
            calls.collect::<Vec<_>>()
        });
        let table = self
            .b
            .create_jump_table(JumpTableData::new(default[0], &table));
        let index = self.b.ins().iadd_imm(each.place, -i64::from(first));
        let index = self.b.ins().ireduce(I32, index);
        self.b.ins().br_table(index, table);
        for (ground, anchor) in moves.iter().zip(&lines.anchors) {
            self.begin(of_cell[(anchor - first) as usize]);
            let mark = self.known.mark();
            if !self.is_too_large() {
                self.make(ground, of.mover);
            }
            self.known.forget(mark);
            self.b.ins().jump(each.head, &[]);
        }
        self.end_each_bit(&each);
    }
}

impl Board {
    /// The contents that a test asks for, with their distances from the anchor, nearest first.
    fn asks(self, (mask, pattern): Test, anchor: u32) -> Vec<(i32, Content)> {
        let mut asks: Vec<(i32, Content)> = Vec::new();
        for bit in bits_of(mask) {
            let place = bit - self.first;
            let distance = (place / self.width) as i32 - anchor as i32;
            let bit_of_cell = 1_u8 << (place % self.width);
            if asks.last().is_none_or(|(last, _)| *last != distance) {
                asks.push((distance, (0, 0)));
            }
            if let Some((_, content)) = asks.last_mut() {
                content.0 |= bit_of_cell;
                if pattern >> bit & 1 == 1 {
                    content.1 |= bit_of_cell;
                }
            }
        }
        asks.sort_by_key(|(distance, _)| (distance.abs(), *distance));
        asks
    }
}

/// The branches after which it is asked whether one of them has a legal move.
const PART: usize = 2;

/// A tree is worth it if the tests ask for at least this many contents a branch,
const WORTH: usize = 2;
/// and this many besides.
const GATHERING: usize = 40;

/// The masks that bring every second bit of a word together, step by step.
const EVERY_SECOND: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];
