//! Which declarations a game must have, and which cannot stand together.

use std::collections::HashMap;

use super::text::text;
use super::{becomes, endless};
use crate::syntax::ast::{File, GameDecl, MoveDecl, Name, ResultDecl, Stmt, SumDecl, Verdict};
use crate::text::diagnostic::{Diagnostic, Result, nearest};
use crate::text::span::Span;

/// Checks the declarations of the game that has the number `place` in the file.
pub(super) fn check(file: &File, place: usize) -> Result<()> {
    let game = &file.games[place];
    if let Some(before) = file.games[..place]
        .iter()
        .find(|before| before.name.text == game.name.text)
    {
        return Err(Diagnostic::new(
            format!("there are two games `{}` in this file", game.name.text),
            game.name.span,
            "a second time",
        )
        .related(before.name.span, "first here")
        .help("give one of them another name"));
    }
    match (&game.sum, game.becomes()) {
        (Some(sum), _) => check_sum(&file.games[..place], game, sum),
        (None, Some(_)) => {
            check_players(game)?;
            unequal_moves(game)?;
            becomes::check(&file.games[..=place], game)
        }
        (None, None) => check_plain(game),
    }
}

/// Checks that a game says who plays, and says it once.
fn check_players(game: &GameDecl) -> Result<()> {
    let name = &game.name;
    match (&game.players, game.impartial) {
        (None, None) => {
            return Err(Diagnostic::new(
                format!("`{}` does not say who plays", name.text),
                name.span,
                "has neither `players` nor `impartial`",
            )
            .help("write `players A, B` under this line, or `impartial` if both players always have the same moves"));
        }
        (Some((_, players)), Some(impartial)) => {
            return Err(Diagnostic::new(
                "an impartial game does not name its players",
                *players,
                "here the rules differ for the two players",
            )
            .related(impartial, "both players have the same moves")
            .help("remove `impartial` if the players have different moves, else `players`"));
        }
        _ => {}
    }
    if let (Some(impartial), Some(swap)) = (
        game.impartial,
        game.symmetries.iter().find_map(|symmetry| symmetry.swap),
    ) {
        return Err(Diagnostic::new(
            "an impartial game has no players to swap",
            swap,
            "exchanges the players",
        )
        .related(impartial, "both players have the same moves")
        .help("remove `swap`: it is so in every impartial game"));
    }
    Ok(())
}

/// Checks a game that is no sum.
fn check_plain(game: &GameDecl) -> Result<()> {
    check_players(game)?;
    let name = &game.name;
    if game.state.is_empty() {
        return Err(Diagnostic::new(
            format!("`{}` has no state", name.text),
            name.span,
            "nothing here can change",
        )
        .help("declare a state variable: `heap: 0..n = n`, say"));
    }
    if game.moves.is_empty() {
        return Err(Diagnostic::new(
            format!("`{}` has no moves", name.text),
            name.span,
            "nobody can do anything",
        )
        .help("declare a move: `move take(k in 1..3) if k <= heap:` and what it changes"));
    }
    unequal_moves(game)?;
    scores_alone(game)?;
    endless::check(game)?;
    contradictions(&game.results)
}

/// Checks that no two moves have one name.
fn unequal_moves(game: &GameDecl) -> Result<()> {
    let mut moves: HashMap<&str, &MoveDecl> = HashMap::new();
    for decl in &game.moves {
        if let Some(first) = moves.insert(&decl.name.text, decl) {
            return Err(Diagnostic::new(
                format!("there are two moves `{}`", decl.name.text),
                decl.name.span,
                "a second time",
            )
            .related(first.name.span, "first here")
            .help("give one of them another name"));
        }
    }
    Ok(())
}

/// Checks that a game which ends with scores ends in no other way.
fn scores_alone(game: &GameDecl) -> Result<()> {
    let mut results = game.results.iter();
    let Some(score) = results.find(|result| matches!(result.verdict, Verdict::Score(_))) else {
        return Ok(());
    };
    let others = game.results.iter();
    let others = others.filter(|result| !matches!(result.verdict, Verdict::Score(_)));
    let others = others.map(|result| result.span);
    if let Some(other) = others
        .chain(result_in_a_body(game))
        .min_by_key(|span| span.start)
    {
        let fault = match game.gain() {
            Some(gain) => Diagnostic::new(
                "a game whose moves gain points ends with a score, or with no result",
                other,
                "this result has no score",
            )
            .related(gain, "gains points")
            .help("write a score here, which is added to what the moves gain: `score 0 if …`"),
            None => Diagnostic::new(
                "a game that ends with a score ends with no other result",
                other,
                "this result has no score",
            )
            .related(score.span, "a score")
            .help("write a score here too: `score 0 if …` for a draw"),
        };
        return Err(fault);
    }
    if let Some(span) = game.misere {
        let (place, what) = match game.gain() {
            Some(gain) => (gain, "gains points"),
            None => (score.span, "a score"),
        };
        return Err(Diagnostic::new(
            "misere says nothing in a game that ends with scores",
            span,
            "the larger score wins",
        )
        .related(place, what)
        .help("remove `misere`, or turn the scores round"));
    }
    Ok(())
}

/// Checks that no condition stands in two results: the second could never count.
fn contradictions(results: &[ResultDecl]) -> Result<()> {
    let mut seen: HashMap<String, &ResultDecl> = HashMap::new();
    for result in results {
        let Some(condition) = &result.condition else {
            continue;
        };
        let Some(first) = seen.insert(text(condition), result) else {
            continue;
        };
        let same = match (&first.verdict, &result.verdict) {
            (Verdict::Me, Verdict::Me)
            | (Verdict::Other, Verdict::Other)
            | (Verdict::Draw, Verdict::Draw) => true,
            (Verdict::Player(a), Verdict::Player(b)) => a.text == b.text,
            (Verdict::Score(a), Verdict::Score(b)) => text(a) == text(b),
            _ => false,
        };
        let fault = if same {
            Diagnostic::new(
                "this result appears twice",
                result.span,
                "says the same again",
            )
            .help("remove it")
        } else {
            Diagnostic::new(
                "two results contradict each other",
                result.span,
                "the same condition with another result",
            )
            .help(
                "the first true condition counts, so this one never does: change one of the conditions",
            )
        };
        return Err(fault.related(first.span, "this one counts"));
    }
    Ok(())
}

/// Checks a game that is a sum.
fn check_sum(before: &[GameDecl], game: &GameDecl, sum: &SumDecl) -> Result<()> {
    if let Some((_, span)) = game.players {
        return Err(Diagnostic::new(
            "a sum takes its players from its parts",
            span,
            format!("already named in `{}`", sum.part.text),
        )
        .related(sum.span, "the sum")
        .help("remove this line"));
    }
    no_declarations_beside(game, sum)?;
    let part = part_of(before, game, &sum.part)?;
    check_part(before, game, part, &sum.part)
}

/// Checks that a sum has no state, moves, results, symmetries or pictures of its own.
fn no_declarations_beside(game: &GameDecl, sum: &SumDecl) -> Result<()> {
    let extra = [
        game.state
            .first()
            .map(|one| (one.name.span, "a state variable")),
        game.moves.first().map(|one| (one.name.span, "a move")),
        game.laws.first().map(|one| (one.span, "an `assert`")),
        game.results
            .iter()
            .chain(&game.endless)
            .next()
            .map(|one| (one.span, "a result")),
        game.symmetries.first().map(|one| (one.span, "a symmetry")),
        game.shows
            .first()
            .map(|one| (one.what.span, "a variable to show")),
    ];
    if let Some((span, what)) = extra
        .into_iter()
        .flatten()
        .min_by_key(|(span, _)| span.start)
    {
        return Err(Diagnostic::new(
            format!("a sum cannot have {what} of its own"),
            span,
            format!("`{}` is made of its parts alone", game.name.text),
        )
        .related(sum.span, "the sum")
        .help(format!(
            "put it into the part `{}`, or remove the sum",
            sum.part.text
        )));
    }
    Ok(())
}

/// Returns the game that the sum `game` calls its part.
fn part_of<'a>(before: &'a [GameDecl], game: &GameDecl, name: &Name) -> Result<&'a GameDecl> {
    if let Some(part) = before.iter().find(|part| part.name.text == name.text) {
        return Ok(part);
    }
    if name.text == game.name.text {
        return Err(Diagnostic::new(
            "a sum cannot be a part of itself",
            name.span,
            "this very game",
        )
        .help("declare the part as a game of its own, before this one"));
    }
    let fault = Diagnostic::new(
        format!("there is no game `{}` before this one", name.text),
        name.span,
        "not declared above",
    );
    let known = before.iter().map(|part| &*part.name.text);
    Err(match nearest(&name.text, known) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None => fault.help("declare the part in the same file, before the sum"),
    })
}

/// Checks that `part` can be the part of the sum `game`; `name` is where the sum names it.
fn check_part(before: &[GameDecl], game: &GameDecl, part: &GameDecl, name: &Name) -> Result<()> {
    if let Some(span) = part.misere {
        return Err(Diagnostic::new(
            format!("the part `{}` of this sum is misere", name.text),
            name.span,
            "a part does not end the game",
        )
        .related(span, "misere here")
        .help("write `misere` in the sum, not in its part"));
    }
    let innermost = innermost(before, part);
    if let (Some(impartial), None) = (game.impartial, innermost.impartial) {
        return Err(Diagnostic::new(
            format!("this sum is not impartial, because `{}` is not", name.text),
            impartial,
            "says that both players have the same moves",
        )
        .related(
            innermost.name.span,
            "the rules of this part differ for the two players",
        )
        .help("remove `impartial`"));
    }
    if let Some(becomes) = part.becomes() {
        return Err(Diagnostic::new(
            format!(
                "`{}` cannot be a part of a sum: its moves leave other games",
                name.text
            ),
            name.span,
            "has no positions of its own",
        )
        .related(becomes, "leaves other games")
        .help("add such games up by `zug value`, or let a first move leave their sum"));
    }
    if let Some(gain) = part.gain() {
        return Err(Diagnostic::new(
            format!(
                "`{}` cannot be a part of a sum: its moves gain points",
                name.text
            ),
            name.span,
            "a sum is won by whoever moves last",
        )
        .related(gain, "gains points")
        .help("write the sum as one game, with the state of all its parts"));
    }
    if let Some(span) = first_result(part) {
        return Err(Diagnostic::new(
            format!("`{}` cannot be a part of a sum: it has a result", name.text),
            name.span,
            "a sum ends when no part has a move",
        )
        .related(span, "ends the game in another way")
        .help("write the part so that it ends only when nobody can move in it"));
    }
    Ok(())
}

/// Returns the part of the sum `part`, or the part of its part, and so on down to a
/// game that is no sum: that game says who plays.
fn innermost<'a>(before: &'a [GameDecl], mut part: &'a GameDecl) -> &'a GameDecl {
    // The part of a sum stands before the sum, so that this comes to an end.
    while let Some(inner) = part.sum.as_ref().and_then(|sum| {
        let name = &sum.part.text;
        before.iter().find(|inner| inner.name.text == *name)
    }) {
        part = inner;
    }
    part
}

/// Returns the place of a result of the game, of positions or in a body, or `None` if
/// there is none.
fn first_result(game: &GameDecl) -> Option<Span> {
    let mut outside = game.results.iter().chain(&game.endless);
    let outside = outside.next().map(|result| result.span);
    outside.or_else(|| result_in_a_body(game))
}

/// Returns the place of a result in the body of a move, or `None` if there is none.
fn result_in_a_body(game: &GameDecl) -> Option<Span> {
    game.find_in_bodies(&mut |statement| match statement {
        Stmt::Result(result) => Some(result.span),
        _ => None,
    })
}
