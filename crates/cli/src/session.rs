//! A game between a person and Zug, over lines of text.
//!
//! It knows no terminal: it reads lines and writes text, so that tests can play.

use std::collections::HashMap;
use std::io::{self, Write};

use zug::{Meant, Outcome, Player, Turn, meant, move_of_part};
use zug_draw::column;

use crate::adviser::{Adviser, Choice};
use crate::lines::Lines;
use crate::played::Board;

/// Who plays each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seats {
    pub(crate) first: Seat,
    pub(crate) second: Seat,
}

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    Person,
    Zug,
}

impl Seats {
    fn of(self, player: Player) -> Seat {
        match player {
            Player::First => self.first,
            Player::Second => self.second,
        }
    }

    fn anyone(self) -> bool {
        [self.first, self.second].contains(&Seat::Person)
    }
}

/// Why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The game ended, and nobody wanted to take a move back.
    Over,
    /// The person left the game.
    Left,
}

/// A position of the game being played, and who moves there.
#[derive(Clone, Debug)]
struct Moment<P> {
    position: P,
    mover: Player,
    /// What the moves before have gained: the points of First less those of Second.
    gained: i64,
}

/// A game being played.
pub(crate) struct Session<'a, B: Board, W> {
    board: &'a B,
    adviser: &'a mut dyn Adviser<Position = B::Position>,
    seats: Seats,
    /// The moments before `now`.
    past: Vec<Moment<B::Position>>,
    now: Moment<B::Position>,
    /// A move of the position asked about, by which names of moves are explained.
    example: Option<String>,
    lines: &'a mut dyn Lines,
    output: W,
}

/// Points of a player as points of First.
fn of_first(player: Player, points: i64) -> i64 {
    match player {
        Player::First => points,
        Player::Second => -points,
    }
}

const HELP: &str = "\
Type a move, or the beginning of one; `1 1` and `(1,1)` are read as `1,1`. Or:
  moves      the legal moves
  hint       every move with what it is worth to you, the best first
  best       plays the best move for you
  undo       takes back to your last decision; as often as you like
  position   the position in one line, for --from
  help       this
  quit, q    leaves
";

/// What a line of the person asks for.
enum Request<P> {
    Move(Choice<P>),
    Moves,
    Hint,
    Best,
    Undo,
    Position,
    Help,
    Quit,
    Unclear(String),
}

/// Whether the session goes on after a request.
enum Next {
    GoOn,
    Leave,
}

impl<'a, B: Board, W: Write> Session<'a, B, W> {
    /// A game from the position that is asked about.
    ///
    /// In an impartial game the one who moves first is `Player::First`.
    pub(crate) fn new(
        board: &'a B,
        adviser: &'a mut dyn Adviser<Position = B::Position>,
        seats: Seats,
        lines: &'a mut dyn Lines,
        output: W,
    ) -> Self {
        let position = board.start();
        let mover = board.mover(&position);
        Self {
            board,
            seats,
            past: Vec::new(),
            example: adviser
                .moves(&position)
                .ok()
                .and_then(|moves| Some(moves.into_iter().next()?.name)),
            now: Moment {
                position,
                mover,
                gained: 0,
            },
            adviser,
            lines,
            output,
        }
    }

    /// Plays until the end, or until the person leaves.
    pub(crate) fn play(&mut self) -> anyhow::Result<Ending> {
        if self.seats.anyone() {
            writeln!(self.output, "`help` lists what you can type.\n")?;
        }
        loop {
            self.show()?;
            if let Some(outcome) = self.adviser.finished(&self.now.position)? {
                self.announce(outcome)?;
                if !self.seats.anyone() {
                    return Ok(Ending::Over);
                }
                match self.after_the_end()? {
                    Next::GoOn => continue,
                    Next::Leave => return Ok(Ending::Over),
                }
            }
            match self.seats.of(self.now.mover) {
                Seat::Person => {
                    if matches!(self.decide()?, Next::Leave) {
                        return Ok(Ending::Left);
                    }
                }
                Seat::Zug => {
                    if !self.seats.anyone() && self.times_here() > 1 {
                        let end = match self.board.endless() {
                            Some(winner) => format!("{} wins", self.name(winner)),
                            None => "A draw".to_owned(),
                        };
                        writeln!(
                            self.output,
                            "The position comes again: neither side can make progress. {end}."
                        )?;
                        return Ok(Ending::Over);
                    }
                    self.output.flush()?;
                    if let Some((best, told)) = self.adviser.best(&self.now.position)? {
                        writeln!(self.output, "Zug plays {}{told}.\n", best.name)?;
                        self.make(best);
                    }
                }
            }
        }
    }

    fn show(&mut self) -> io::Result<()> {
        write!(self.output, "{}", self.board.shown(&self.now.position))?;
        if self.times_here() > 1 && self.seats.anyone() {
            let then = self.board.endless().map_or_else(String::new, |winner| {
                format!(", and then {} wins", self.name(winner))
            });
            writeln!(
                self.output,
                "(This position has been here before; play may go round for ever{then}.)"
            )?;
        }
        Ok(())
    }

    /// The number of times that the position has been on the board, this time included.
    fn times_here(&self) -> usize {
        let before = self.past.iter();
        1 + before
            .filter(|moment| moment.position == self.now.position)
            .count()
    }

    fn make(&mut self, choice: Choice<B::Position>) {
        let Moment { mover, gained, .. } = self.now;
        let next = Moment {
            position: choice.position,
            mover: match choice.turn {
                Turn::Passes => mover.opponent(),
                Turn::Kept => mover,
            },
            gained: gained + of_first(mover, choice.gain),
        };
        self.past.push(std::mem::replace(&mut self.now, next));
    }

    /// The points of First less those of Second in all, where moves gain points and the game is over
    /// now; `None` in other games.
    fn points_of_all(&self) -> anyhow::Result<Option<i64>> {
        let end = self.board.points_at_end(&self.now.position)?;
        Ok(end.map(|end| self.now.gained + of_first(self.now.mover, end)))
    }

    /// The name of a side.
    fn name(&self, player: Player) -> String {
        match (self.board.players(), player) {
            (Some([first, _]), Player::First) => first,
            (Some([_, second]), Player::Second) => second,
            (None, Player::First) => "The first player".to_owned(),
            (None, Player::Second) => "The second player".to_owned(),
        }
    }

    fn announce(&mut self, outcome: Outcome) -> anyhow::Result<()> {
        let points = self.points_of_all()?;
        let (outcome, player) = match points {
            Some(points) => (Outcome::of_score(points), Player::First),
            None => (outcome, self.now.mover),
        };
        let winner = match outcome {
            Outcome::Win => Some(player),
            Outcome::Loss => Some(player.opponent()),
            Outcome::Draw => None,
        };
        let by = match points.map(i64::abs) {
            None => String::new(),
            Some(1) => " by 1 point".to_owned(),
            Some(points) => format!(" by {points} points"),
        };
        let moves = match self.past.len() {
            1 => "1 move".to_owned(),
            n => format!("{n} moves"),
        };
        let whose = |seats: Seats, player| match (seats.of(player), seats.of(player.opponent())) {
            (Seat::Person, Seat::Zug) => " (you)",
            (Seat::Zug, Seat::Person) => " (Zug)",
            _ => "",
        };
        match winner {
            Some(player) => writeln!(
                self.output,
                "{}{} wins{by} after {moves}.",
                self.name(player),
                whose(self.seats, player)
            )?,
            None => writeln!(self.output, "A draw after {moves}.")?,
        }
        Ok(())
    }

    /// The turn of the person: reads lines until one of them makes a move or takes one
    /// back.
    fn decide(&mut self) -> anyhow::Result<Next> {
        let prompt = format!("{} to move> ", self.name(self.now.mover));
        loop {
            let Some(line) = self.ask(&prompt)? else {
                return Ok(Next::Leave);
            };
            match self.understand(&line)? {
                Request::Move(choice) => {
                    writeln!(self.output)?;
                    self.make(choice);
                    return Ok(Next::GoOn);
                }
                Request::Best => {
                    if let Some((best, told)) = self.adviser.best(&self.now.position)? {
                        writeln!(self.output, "You play {}{told}.\n", best.name)?;
                        self.make(best);
                    }
                    return Ok(Next::GoOn);
                }
                Request::Undo => {
                    if self.take_back()? {
                        return Ok(Next::GoOn);
                    }
                }
                Request::Moves => {
                    let moves = self.adviser.moves(&self.now.position)?;
                    let names: Vec<String> = moves.into_iter().map(|answer| answer.name).collect();
                    writeln!(self.output, "{}", names.join("  "))?;
                }
                Request::Hint => self.hint()?,
                Request::Quit => return Ok(Next::Leave),
                other => self.tell(other)?,
            }
        }
    }

    /// What happens when the game is over: the person may take a move back, or leave.
    fn after_the_end(&mut self) -> anyhow::Result<Next> {
        loop {
            let Some(line) = self.ask("undo or quit> ")? else {
                return Ok(Next::Leave);
            };
            match self.understand(&line)? {
                Request::Undo => {
                    if self.take_back()? {
                        return Ok(Next::GoOn);
                    }
                }
                Request::Quit => return Ok(Next::Leave),
                request @ (Request::Help | Request::Position) => self.tell(request)?,
                _ => writeln!(self.output, "The game is over: `undo` or `quit`.")?,
            }
        }
    }

    /// Answers a request that makes no move.
    fn tell(&mut self, request: Request<B::Position>) -> io::Result<()> {
        match request {
            Request::Position => {
                writeln!(self.output, "{}", self.board.print(&self.now.position))
            }
            Request::Unclear(message) => writeln!(self.output, "{message}"),
            _ => {
                write!(self.output, "{HELP}")?;
                let example = self.example.as_deref().and_then(move_of_part);
                if let Some(meant) = example.filter(|_| self.board.names_parts()) {
                    writeln!(self.output, "{meant}.")?;
                }
                Ok(())
            }
        }
    }

    /// The next line of the person; `None` if the person leaves.
    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.lines.ask(prompt, &mut self.output)
    }

    fn understand(&self, line: &str) -> anyhow::Result<Request<B::Position>> {
        let moves = self.adviser.moves(&self.now.position)?;
        let folded = line.to_lowercase();
        let same = |answer: &&Choice<B::Position>| answer.name.to_lowercase() == folded;
        if let Some(choice) = moves.iter().find(same) {
            return Ok(Request::Move(choice.clone()));
        }
        match &*folded {
            "" => return Ok(Request::Unclear("Type a move, or `help`.".to_owned())),
            "moves" => return Ok(Request::Moves),
            "hint" | "hints" | "values" => return Ok(Request::Hint),
            "best" => return Ok(Request::Best),
            "undo" => return Ok(Request::Undo),
            "position" => return Ok(Request::Position),
            "help" | "?" => return Ok(Request::Help),
            "quit" | "exit" | "q" => return Ok(Request::Quit),
            _ => {}
        }
        let names: Vec<&str> = moves.iter().map(|answer| &*answer.name).collect();
        Ok(match meant(&folded, &names) {
            Meant::One(place) => Request::Move(moves[place].clone()),
            Meant::None => Request::Unclear(format!(
                "There is no move `{line}` here; `moves` lists them{}.",
                match names.first() {
                    Some(example) => format!(" ({example}, for one)"),
                    None => String::new(),
                }
            )),
            Meant::Several(places) => {
                let names: Vec<&str> = places.into_iter().map(|place| names[place]).collect();
                Request::Unclear(format!("Which one? {}", names.join("  ")))
            }
        })
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let hints = self.adviser.hints(&self.now.position)?;
        let width = column::width(hints.iter().map(|(name, _)| &**name));
        for (name, worth) in hints {
            writeln!(self.output, "  {name:width$}  {worth}")?;
        }
        Ok(())
    }

    /// Goes back to the last moment at which a person decided; returns false if there is
    /// none.
    fn take_back(&mut self) -> io::Result<bool> {
        let decided = |moment: &Moment<B::Position>| self.seats.of(moment.mover) == Seat::Person;
        let Some(last) = self.past.iter().rposition(decided) else {
            writeln!(self.output, "There is nothing to take back.")?;
            return Ok(false);
        };
        self.now = self.past.swap_remove(last);
        self.past.truncate(last);
        writeln!(self.output, "Taken back.\n")?;
        Ok(true)
    }
}

/// The seats that `--as` names; an error says what it may name.
pub(crate) fn seats<B: Board>(side: &str, board: &B) -> Result<Seats, String> {
    let both = |first, second| Seats { first, second };
    let person = |player| match player {
        Player::First => both(Seat::Person, Seat::Zug),
        Player::Second => both(Seat::Zug, Seat::Person),
    };
    // The player who moves first need not be the player named first.
    let beginner = board.mover(&board.start());
    let players = board.players();
    let named: HashMap<String, Player> = players
        .iter()
        .flat_map(|[first, second]| {
            [
                (first.to_lowercase(), Player::First),
                (second.to_lowercase(), Player::Second),
            ]
        })
        .collect();
    let folded = side.to_lowercase();
    match (&*folded, named.get(&folded)) {
        (_, Some(player)) => Ok(person(*player)),
        ("first", _) => Ok(person(beginner)),
        ("second", _) => Ok(person(beginner.opponent())),
        ("both", _) => Ok(both(Seat::Person, Seat::Person)),
        ("none", _) => Ok(both(Seat::Zug, Seat::Zug)),
        _ => Err(match players {
            Some([first, second]) => {
                format!("--as is {first}, {second}, first, second, both or none, not `{side}`")
            }
            None => format!("--as is first, second, both or none, not `{side}`"),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adviser::Solved;
    use crate::lines::Plain;
    use zug::{Problem, Request as Asked, Solution, SolveOptions};
    use zug_solve::table::{Entry, Table, Take, Unreadable};
    use zug_tablebase::U256;

    /// Plays these lines; what was written, and how it ended.
    fn played(request: &Asked, side: &str, lines: &str) -> (String, Ending) {
        let problem = Problem::new(request).unwrap();
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        let seats = seats(side, &problem).unwrap();
        let mut output = Vec::new();
        let mut lines = Plain(lines.as_bytes());
        let mut solved = Solved(&solution);
        let mut session = Session::new(&problem, &mut solved, seats, &mut lines, &mut output);
        let ending = session.play().unwrap();
        (String::from_utf8(output).unwrap(), ending)
    }

    fn catalogue(name: &str) -> Asked {
        Asked::catalogue(name).unwrap()
    }

    #[test]
    fn a_person_wins_by_the_hints() {
        let request = catalogue("subtraction").set("n", "6");
        let (output, ending) = played(&request, "first", "hint\n4\nmoves\n1\n1\n");
        insta::assert_snapshot!(output);
        assert_eq!(ending, Ending::Over);
    }

    #[test]
    fn a_losing_side_plays_on_and_may_take_back() {
        let request = catalogue("subtraction").set("n", "7");
        let (output, ending) = played(
            &request,
            "first",
            "1\n1\nundo\nUNDO\n4\nundo\nnonsense\nquit\n",
        );
        insta::assert_snapshot!(output);
        assert_eq!(ending, Ending::Left);
    }

    #[test]
    fn taking_back_works_after_the_end() {
        let request = catalogue("subtraction").set("n", "1");
        let (output, ending) = played(&request, "first", "1\nhint\nundo\n1\nq\n");
        assert_eq!(
            output
                .matches("The first player (you) wins after 1 move.")
                .count(),
            2
        );
        assert!(output.contains("The game is over: `undo` or `quit`."));
        assert_eq!(ending, Ending::Over);
    }

    /// A table of which nothing can be read.
    struct Torn;

    impl Table for Torn {
        type Position = U256;

        fn find(&self, _: &U256) -> Result<Option<zug::Value>, Unreadable> {
            Err(Unreadable::new("the disk is torn"))
        }

        fn place(&self, _: &U256) -> Result<Option<u64>, Unreadable> {
            Err(Unreadable::new("the disk is torn"))
        }

        fn entry(&self, _: u64) -> Result<Option<Entry<U256>>, Unreadable> {
            Err(Unreadable::new("the disk is torn"))
        }

        fn len(&self) -> u64 {
            1
        }

        fn held_bytes(&self) -> u64 {
            0
        }

        fn each_block(&self, _: &mut Take<'_, U256>) -> Result<(), Unreadable> {
            Err(Unreadable::new("the disk is torn"))
        }
    }

    #[test]
    fn a_table_that_cannot_be_read_ends_the_game_with_an_error() {
        let problem = Problem::new(&catalogue("tic-tac-toe")).unwrap();
        let solution = Solution::of_table(&problem, Torn);
        for side in ["X", "O", "none"] {
            let seats = seats(side, &problem).unwrap();
            let mut lines = Plain("1,1\n".as_bytes());
            let mut solved = Solved(&solution);
            let mut session = Session::new(&problem, &mut solved, seats, &mut lines, Vec::new());
            let error = session.play().unwrap_err();
            assert_eq!(
                error.to_string(),
                "the table of positions cannot be read: the disk is torn"
            );
        }
    }

    #[test]
    fn a_player_is_told_who_wins_if_play_never_ends() {
        let request = catalogue("cops-and-robbers").set("cops", "1");
        let (output, _) = played(&request, "Robber", "3\n3\n3\n3\n");
        assert!(
            output.contains("go round for ever, and then Robber wins."),
            "{output}"
        );
    }

    #[test]
    fn the_end_of_the_input_leaves_the_game() {
        let (_, ending) = played(&catalogue("tic-tac-toe"), "X", "1,1\n");
        assert_eq!(ending, Ending::Left);
    }

    #[test]
    fn the_beginning_of_a_move_will_do() {
        let (output, _) = played(&catalogue("tic-tac-toe"), "both", "1\n2,2\n0,\n");
        assert!(output.contains("Which one? 1,0  1,1  1,2"));
        assert!(output.contains("Which one? 0,0  0,1  0,2"));
    }

    #[test]
    fn a_move_is_understood_however_its_numbers_are_set_apart() {
        for typed in ["1,1", "1 1", "1 , 1", "(1,1)", " ( 1 1 ) ", "[1;1]"] {
            let (output, _) = played(&catalogue("tic-tac-toe"), "both", &format!("{typed}\n"));
            assert!(output.contains("O to move> "), "{typed}: {output}");
        }
        for typed in ["11", "1-1", "(", ",", "3,3", "1,1,1"] {
            let (output, _) = played(&catalogue("tic-tac-toe"), "both", &format!("{typed}\n"));
            assert!(!output.contains("O to move> "), "{typed}: {output}");
        }
    }

    #[test]
    fn the_moves_of_a_sum_are_explained() {
        let request = catalogue("nim").set("piles", "[1, 2]");
        let (output, _) = played(&request, "both", "help\n2 2\n");
        assert!(output.contains("1: 1 is the move 1 in part 1."), "{output}");
        // The move 2 in part 2 empties the second pile.
        let end = "\n1.stones=1 2.stones=0\nThe second player to move> \n";
        assert!(output.ends_with(end), "{output}");
    }

    #[test]
    fn who_keeps_the_turn_moves_again() {
        // In Kalah the first player's third pit ends in the store.
        let request = catalogue("kalah").set("seeds", "1");
        let (output, _) = played(&request, "both", "3\nposition\n");
        let prompts: Vec<&str> = output.matches("A to move> ").collect();
        assert!(prompts.len() >= 2, "{output}");
        assert!(!output.contains("B to move> "), "{output}");
    }

    #[test]
    fn perfect_play_lasts_exactly_the_remoteness() {
        for name in ["dodgem", "hexapawn", "kalah", "subtraction", "chopsticks"] {
            let request = catalogue(name);
            let problem = Problem::new(&request).unwrap();
            let solution = problem.solve(&SolveOptions::default()).unwrap();
            let remoteness = solution
                .value(&problem.root())
                .unwrap()
                .unwrap()
                .remoteness()
                .unwrap();
            let (output, ending) = played(&request, "none", "");
            assert!(
                output.ends_with(&format!("wins after {remoteness} moves.\n")),
                "{output}"
            );
            assert_eq!(ending, Ending::Over);
        }
    }

    #[test]
    fn a_draw_that_goes_round_is_seen() {
        let (output, ending) = played(&catalogue("mu-torere"), "none", "");
        assert!(output.ends_with("neither side can make progress. A draw.\n"));
        assert_eq!(ending, Ending::Over);
    }

    #[test]
    fn what_is_no_text_is_no_move() {
        let problem = Problem::new(&catalogue("tic-tac-toe")).unwrap();
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        let seats = seats("both", &problem).unwrap();
        let mut input = b"\xff\n".to_vec();
        input.extend([b'x'; 5000]);
        input.extend(b"\nquit\n");
        let mut output = Vec::new();
        let mut lines = Plain(&input[..]);
        let mut solved = Solved(&solution);
        let ending = Session::new(&problem, &mut solved, seats, &mut lines, &mut output).play();
        assert_eq!(ending.unwrap(), Ending::Left);
        let output = String::from_utf8(output).unwrap();
        assert_eq!(output.matches("There is no move").count(), 6);
    }

    #[test]
    fn a_side_that_does_not_exist_is_named() {
        let problem = Problem::new(&catalogue("tic-tac-toe")).unwrap();
        assert_eq!(
            seats("Z", &problem),
            Err("--as is X, O, first, second, both or none, not `Z`".to_owned())
        );
    }
}
