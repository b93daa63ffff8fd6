//! A symmetric game seen through its symmetry: one position for each orbit.

use zug_values::Outcome;

use crate::{Expanded, Fault, Game, Graded, Players, Retractable, Step, Symmetric};

/// The game of canonical positions of a symmetric game.
///
/// Every canonical position has the value, remoteness and nimber that it has in the symmetric
/// game, since a position and its images are worth the same. Two moves that are images of
/// each other lead to the same canonical position, and both stay in the list.
///
/// ```
/// use zug_game::{Fault, Game, Orbits, Players, Step, Symmetric};
///
/// /// Two heaps; a move takes one counter. The heaps can change places.
/// struct TwoHeaps;
///
/// impl Game for TwoHeaps {
///     type Position = [u32; 2];
///     type Move = usize;
/// #   fn start(&self) -> [u32; 2] {
/// #       [2, 2]
/// #   }
/// #   fn players(&self) -> Players<Self> {
/// #       Players::Impartial
/// #   }
/// #   fn moves(&self, heaps: &[u32; 2], out: &mut Vec<usize>) -> Result<(), Fault> {
/// #       out.extend((0..2).filter(|&heap| heaps[heap] > 0));
/// #       Ok(())
/// #   }
/// #   fn play(&self, heaps: &[u32; 2], &heap: &usize) -> Result<Step<[u32; 2]>, Fault> {
/// #       let mut after = *heaps;
/// #       after[heap] -= 1;
/// #       Ok(Step::passing(after))
/// #   }
/// #   fn move_name(&self, _: &[u32; 2], heap: &usize) -> String {
/// #       format!("take from heap {heap}")
/// #   }
///     // …
/// }
///
/// impl Symmetric for TwoHeaps {
///     fn order(&self) -> usize {
///         2
///     }
///     fn image(&self, &[a, b]: &[u32; 2], element: usize) -> [u32; 2] {
///         if element == 0 { [a, b] } else { [b, a] }
///     }
///     fn canonical(&self, &[a, b]: &[u32; 2]) -> [u32; 2] {
///         [a.min(b), a.max(b)]
///     }
/// }
///
/// let mut steps = Vec::new();
/// Orbits::new(&TwoHeaps).expand(&[2, 2], &mut steps)?;
/// assert_eq!(steps, [Step::passing([1, 2]); 2]); // from either heap
/// # Ok::<(), Fault>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Orbits<'a, G> {
    game: &'a G,
    /// Whether each position is its only image: then nothing is looked for.
    is_trivial: bool,
}

impl<'a, G: Symmetric> Orbits<'a, G> {
    /// The game of the orbits of `game`. Without symmetries it is as fast as `game` itself.
    pub fn new(game: &'a G) -> Self {
        let is_trivial = game.order() == 1;
        Self { game, is_trivial }
    }

    fn canonical_steps(&self, steps: &mut [Step<G::Position>]) {
        if !self.is_trivial {
            self.game.canonical_steps(steps);
        }
    }
}

impl<G: Symmetric> Game for Orbits<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.game.canonical(&self.game.start())
    }

    fn players(&self) -> Players<Self> {
        let below = self.game.players();
        below.told_by(|orbits, position| orbits.game.mover(position))
    }

    fn result(&self, position: &G::Position) -> Result<Option<Outcome>, Fault> {
        self.game.result(position)
    }

    fn stuck(&self) -> Outcome {
        self.game.stuck()
    }

    fn moves(&self, position: &G::Position, out: &mut Vec<G::Move>) -> Result<(), Fault> {
        self.game.moves(position, out)
    }

    fn play(&self, position: &G::Position, choice: &G::Move) -> Result<Step<G::Position>, Fault> {
        let step = self.game.play(position, choice)?;
        Ok(Step {
            position: self.game.canonical(&step.position),
            turn: step.turn,
        })
    }

    fn move_name(&self, position: &G::Position, choice: &G::Move) -> String {
        self.game.move_name(position, choice)
    }

    fn expand(
        &self,
        position: &G::Position,
        out: &mut Vec<Step<G::Position>>,
    ) -> Result<Option<Outcome>, Fault> {
        let first = out.len();
        let result = self.game.expand(position, out)?;
        self.canonical_steps(&mut out[first..]);
        Ok(result)
    }

    fn expand_block(
        &self,
        positions: &[G::Position],
        out: &mut Vec<Step<G::Position>>,
        ends: &mut [Expanded],
    ) -> Result<usize, Fault> {
        let first = out.len();
        let done = self.game.expand_block(positions, out, ends)?;
        self.canonical_steps(&mut out[first..]);
        Ok(done)
    }
}

/// Where an image has another level than the position, a move may fail to climb here although
/// all moves of the symmetric game climb.
impl<G: Symmetric + Graded> Graded for Orbits<'_, G> {
    fn levels(&self) -> u32 {
        self.game.levels()
    }

    fn level(&self, position: &G::Position) -> u32 {
        self.game.level(position)
    }

    fn longest_climb(&self) -> u32 {
        self.game.longest_climb()
    }

    fn orbit_sizes(&self, positions: &[G::Position], sizes: &mut Vec<usize>) {
        if self.is_trivial {
            self.game.orbit_sizes(positions, sizes);
        } else {
            self.game.orbits(positions, sizes);
        }
    }
}

/// Let `p` and `q` be canonical. The number of moves from `p` into the orbit of `q`, times the
/// number of images of `p`, is the number of moves from the orbit of `p` to `q`, times the
/// number of images of `q`: both products count the moves from one orbit into the other.
impl<G: Symmetric + Retractable> Retractable for Orbits<'_, G> {
    fn predecessors(
        &self,
        position: &G::Position,
        out: &mut Vec<Step<G::Position>>,
    ) -> Result<(), Fault> {
        let first = out.len();
        self.game.predecessors(position, out)?;
        if self.is_trivial {
            return Ok(());
        }
        self.canonical_steps(&mut out[first..]);
        let size = |position: &G::Position| self.game.orbit(position);
        let here = size(position);
        let found = out.split_off(first);
        let mut counted: Vec<(Step<G::Position>, usize)> = Vec::new();
        for step in found {
            match counted.iter_mut().find(|(known, _)| *known == step) {
                Some((_, count)) => *count += 1,
                None => counted.push((step, 1)),
            }
        }
        for (step, count) in counted {
            let there = size(&step.position);
            debug_assert!((count * here).is_multiple_of(there));
            out.extend(std::iter::repeat_n(step, count * here / there));
        }
        Ok(())
    }

    fn predecessors_block(
        &self,
        positions: &[G::Position],
        out: &mut Vec<Step<G::Position>>,
        counts: &mut [usize],
    ) -> Result<(), Fault> {
        if self.is_trivial {
            return self.game.predecessors_block(positions, out, counts);
        }
        assert_eq!(positions.len(), counts.len(), "each position has a count");
        for (position, count) in positions.iter().zip(counts) {
            let first = out.len();
            self.predecessors(position, out)?;
            *count = out.len() - first;
        }
        Ok(())
    }
}
