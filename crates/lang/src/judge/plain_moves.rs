//! Which moves of a game make which other moves illegal for good, by the plain evaluator alone.
//!
//! **Problem.** A claim about the moves that are left in a position is a claim about all positions
//! that play can come to from there. The plain evaluator plays one position at a time.
//!
//! **Method.** It is watched. What it says of a move, whether it is legal and what it changes, can
//! depend on nothing but the fields that it reads ([`Notes`]). So it is asked about a move with
//! some content of these fields, then with every other content of the field that it read last, and
//! so on backwards, until each way through the rule was taken. That covers every position, though
//! few are tried: what no way reads makes no difference.
//!
//! Of each move it must turn out that it is legal for one content of the fields alone, whatever it
//! reads besides, and passes the turn. Then it asks for bits and writes constants
//! ([`PlainMove`]), and [`Shrinking::of_moves`] tells what it takes away.
//!
//! **Cost.** For each ground move one evaluation for each way through its rule: three for a domino
//! of Domineering.
//!
//! **When not to use it.** Where a move is legal in several ways, as on cells that may be empty or
//! marked, it says nothing, though `Shrinking::of` may.

use zug_analyse::{PlainMove, Shrinking};
use zug_game::{Player, U256};
use zug_program::layout::number;
use zug_values::Turn;

use crate::domain::part::Part;
use crate::domain::ty::Shape;
use crate::domain::value::Value;
use crate::evaluate::{Eval, Evaluator, NoValue, Notes};
use crate::instance::Instance;
use crate::syntax::ast::MoveDecl;

use super::reference::Reference;

/// A move that is legal in more ways than this, or illegal, is not followed through all of them.
const MOST_WAYS: usize = 1000;

impl Reference<'_> {
    /// Which moves take which away, by the plain evaluator alone, if the rules of two players end
    /// the game only with a player who has no move left, and moves only ever take moves away;
    /// otherwise `None`. It is also `None` where a move may be legal in several ways.
    #[must_use]
    pub fn shrinking(&self) -> Option<Shrinking> {
        let instance = self.instance();
        let state = &instance.state;
        let has_bag = state
            .variables
            .iter()
            .any(|variable| matches!(variable.ty.shape, Shape::Bag { .. }));
        let has_laws = instance
            .parts
            .iter()
            .any(|part| !part.decl().laws.is_empty());
        let shares_bits = state.layout.fields.iter().any(|of| of.weight.is_some());
        if has_bag || has_laws || shares_bits {
            return None;
        }
        state
            .layout
            .turn
            .filter(|_| instance.ends_only_when_stuck())?;
        let mut moves = Vec::new();
        let mut of_first = 0;
        for player in [Player::First, Player::Second] {
            for part in &instance.parts {
                for decl in &part.decl().moves {
                    plain_moves(instance, part, decl, player, &mut moves).ok()?;
                }
            }
            if player == Player::First {
                of_first = moves.len();
            }
        }
        Shrinking::of_moves(&moves, of_first)
    }
}

/// Ends the walk through the choices of a declaration, as its moves are of another kind. Any error
/// would; nobody is shown this one.
fn not_plain(decl: &MoveDecl) -> NoValue {
    NoValue::NeedsPosition(decl.name.span)
}

/// Adds the ground moves of a player by one declaration, but for those that are never legal.
///
/// # Errors
///
/// One of the moves is not plain, or there are more moves than are looked at.
fn plain_moves(
    instance: &Instance,
    part: &Part,
    decl: &MoveDecl,
    player: Player,
    moves: &mut Vec<PlainMove>,
) -> Eval<()> {
    if decl.leaving.is_some() {
        return Err(not_plain(decl));
    }
    // This evaluator has no position, and ends with an error if the choices depend on one.
    let mut evaluator = Evaluator::new(part).with_mover(Some(player));
    evaluator.choices(&decl.parameters, &mut Vec::new(), &mut |_, chosen| {
        let ground = Ground {
            instance,
            part,
            decl,
            chosen,
            player,
        };
        moves.extend(ground.plain()?);
        if moves.len() > Shrinking::MOST_MOVES {
            return Err(not_plain(decl));
        }
        Ok(())
    })
}

/// A move with its choices made.
struct Ground<'a> {
    instance: &'a Instance,
    part: &'a Part,
    decl: &'a MoveDecl,
    chosen: &'a [Value],
    player: Player,
}

/// What the evaluator says of a move in one position.
struct Said {
    /// The content of all fields after the move; `None` if it is not legal.
    after: Option<Vec<i64>>,
    notes: Notes,
}

impl Ground<'_> {
    /// The move as one that asks for bits; `None` if it is legal in no position.
    ///
    /// # Errors
    ///
    /// It is legal in several ways, or there are more ways through its rule than are followed; the
    /// rules break on one of them; it keeps the turn.
    fn plain(&self) -> Eval<Option<PlainMove>> {
        let layout = &self.instance.state.layout;
        let mut found = None;
        // The fields that the evaluator has read on this way through the rule, in the order of the
        // reads, with the content that each has in the position that is asked about next.
        let mut way: Vec<(usize, i64)> = Vec::new();
        for _ in 0..MOST_WAYS {
            let mut values = self.instance.start.clone();
            for &(field, content) in &way {
                values[field] = content;
            }
            if let Some(turn) = layout.turn {
                values[turn] = number::of_player(self.player);
            }
            let Said { after, notes } = self.asked(&values)?;
            let mut unmet = notes.read.iter();
            let unmet = unmet.find(|read| way.iter().all(|(field, _)| field != *read));
            if let Some(&field) = unmet {
                way.push((field, layout.fields[field].scalar.lo));
                continue;
            }
            if let Some(after) = after
                && found.replace(self.by_bits(&way, &notes, &after)).is_some()
            {
                return Err(not_plain(self.decl));
            }
            // The next way: the field that was read last gets its next content. A field that has had
            // every content leaves the way, and the one before it gets its next content.
            while let Some((field, content)) = way.last_mut() {
                if *content < layout.fields[*field].scalar.hi {
                    *content += 1;
                    break;
                }
                way.pop();
            }
            if way.is_empty() {
                return Ok(found);
            }
        }
        Err(not_plain(self.decl))
    }

    /// Asks the evaluator whether the move is legal in the position whose fields hold `values`,
    /// and what the fields hold after it.
    fn asked(&self, values: &[i64]) -> Eval<Said> {
        let mut evaluator = Evaluator::at(self.part, &self.instance.state, values).noting();
        evaluator.choose(self.decl, self.chosen)?;
        let is_legal = match &self.decl.guard {
            Some(guard) => evaluator.bool(guard)?,
            None => true,
        };
        let played = is_legal.then(|| evaluator.play(self.decl)).transpose()?;
        if played
            .as_ref()
            .is_some_and(|played| played.turn != Turn::Passes)
        {
            return Err(not_plain(self.decl));
        }
        Ok(Said {
            after: played.map(|played| played.values),
            notes: evaluator.notes(),
        })
    }

    /// The move, which is legal where the fields on the way have this content.
    fn by_bits(&self, way: &[(usize, i64)], notes: &Notes, after: &[i64]) -> PlainMove {
        let fields = &self.instance.state.layout.fields;
        let no_bits = PlainMove {
            mask: U256::ZERO,
            pattern: U256::ZERO,
            clear: U256::ZERO,
            set: U256::ZERO,
        };
        let asks = way.iter().fold(no_bits, |of, &(field, content)| PlainMove {
            mask: of.mask | fields[field].mask(),
            pattern: of.pattern | fields[field].content(content),
            ..of
        });
        notes.written.iter().fold(asks, |of, &field| PlainMove {
            clear: of.clear | fields[field].mask(),
            set: of.set | fields[field].content(after[field]),
            ..of
        })
    }
}
