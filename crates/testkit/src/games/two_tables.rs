//! A game given by two lists of options for each node, one for each player.

use zug_game::{Boards, Fault, Game, Player, Players, Step};
use zug_solve::Job;
use zug_solve::compound::{ExploredPart, Part};
use zug_values::Outcome;

/// The options of a player at each node.
pub type Table = Vec<Vec<u16>>;

/// The game of two tables; a player who cannot move loses. The last node leads to all other
/// nodes, so that all nodes are found from there.
#[derive(Clone, Debug)]
pub struct TwoTables {
    /// The table of First and that of Second.
    tables: [Table; 2],
    impartial: bool,
}

impl TwoTables {
    pub fn impartial(mut table: Table) -> Self {
        table.push((0..table.len() as u16).collect());
        Self {
            tables: [table.clone(), table],
            impartial: true,
        }
    }

    pub fn partizan(tables: [Table; 2]) -> Self {
        Self {
            impartial: false,
            tables: tables.map(|table| Self::impartial(table).tables[0].clone()),
        }
    }

    /// The number of nodes, without the last one.
    pub fn nodes(&self) -> u16 {
        self.tables[0].len() as u16 - 1
    }

    pub fn options_of(&self, node: u16, mover: Player) -> &[u16] {
        &self.tables[usize::from(mover == Player::Second)][node as usize]
    }
}

impl Game for TwoTables {
    type Position = (u16, Player);
    type Move = u16;

    fn start(&self) -> (u16, Player) {
        (self.nodes(), Player::First)
    }

    fn players(&self) -> Players<Self> {
        if self.impartial {
            Players::Impartial
        } else {
            Players::Partizan(|_, (_, mover)| *mover)
        }
    }

    fn moves(&self, position: &(u16, Player), out: &mut Vec<u16>) -> Result<(), Fault> {
        out.extend(self.options_of(position.0, position.1));
        Ok(())
    }

    fn play(&self, position: &(u16, Player), to: &u16) -> Result<Step<(u16, Player)>, Fault> {
        let next = if self.impartial {
            position.1
        } else {
            position.1.opponent()
        };
        Ok(Step::passing((*to, next)))
    }

    fn move_name(&self, _: &(u16, Player), to: &u16) -> String {
        to.to_string()
    }
}

impl Boards for TwoTables {
    type Board = u16;

    fn board(&self, &(node, _): &(u16, Player)) -> u16 {
        node
    }

    fn options(
        &self,
        node: &u16,
        player: Player,
        out: &mut Vec<Step<u16>>,
    ) -> Result<Option<Outcome>, Fault> {
        let options = self.options_of(*node, player);
        out.extend(options.iter().copied().map(Step::passing));
        Ok(options.is_empty().then(|| self.stuck()))
    }
}

/// A knight alone on a board with this side; the nodes are the cells.
pub fn knights(side: i16) -> TwoTables {
    let cells = (0..side).flat_map(|x| (0..side).map(move |y| (x, y)));
    TwoTables::impartial(
        cells
            .map(|(x, y)| {
                [(-2, 1), (-2, -1), (1, -2), (-1, -2)]
                    .map(|(dx, dy)| (x + dx, y + dy))
                    .into_iter()
                    .filter(|(x, y)| (0..side).contains(x) && (0..side).contains(y))
                    .map(|(x, y)| (x * side + y) as u16)
                    .collect()
            })
            .collect(),
    )
}

/// A heap of at most `most`, from which one of `take` is taken.
pub fn subtraction(most: u16, take: &[u16]) -> TwoTables {
    TwoTables::impartial(
        (0..=most)
            .map(|heap| take.iter().filter_map(|&k| heap.checked_sub(k)).collect())
            .collect(),
    )
}

/// A row of pins of which one, or two side by side, are bowled over.
pub fn kayles(pins: u32) -> TwoTables {
    let row = |standing: u16| {
        let shots = (0..pins).flat_map(|n| [1 << n, 3 << n]);
        shots
            .filter(|shot| standing & shot == *shot)
            .map(|shot| standing & !shot)
            .collect()
    };
    TwoTables::impartial((0..1 << pins).map(row).collect())
}

/// A heap of Nim.
pub fn nim(most: u16) -> TwoTables {
    TwoTables::impartial((0..=most).map(|heap| (0..heap).collect()).collect())
}

/// Pseudo-random numbers, the same in each run.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, bound: u16) -> u16 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 20) % u64::from(bound)) as u16
    }

    /// A table with up to three options for each node: smaller nodes where play is to end,
    /// any nodes where it may go round.
    pub fn table(&mut self, nodes: u16, kind: Kind) -> Table {
        (0..nodes)
            .map(|node| {
                let bound = match kind {
                    Kind::Ends => node,
                    Kind::MayGoRound => nodes,
                };
                if bound == 0 {
                    return vec![];
                }
                (0..self.below(4)).map(|_| self.below(bound)).collect()
            })
            .collect()
    }
}

/// Whether play always ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Ends,
    MayGoRound,
}

/// All positions of the game.
pub fn explored(game: &TwoTables) -> ExploredPart<u16> {
    Part::explore_boards(game, game.start(), &Job::default()).expect("a small game fits")
}

/// The part at each node but the last.
pub fn nodes(of: &ExploredPart<u16>) -> Vec<Part> {
    (0..of.part().positions() as u16 - 1)
        .map(|node| {
            of.part()
                .at(of.find(&node).expect("the start leads to all"))
        })
        .collect()
}

/// The part at one node.
pub fn node(game: &TwoTables, node: u16) -> Part {
    nodes(&explored(game))[node as usize].clone()
}
