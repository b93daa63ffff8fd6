//! The line of play that a search follows, in the names of the moves.

use zug_game::Step;

use crate::subject::Subject;

/// The names of the moves from `root` along the positions of a search, as far as they can be
/// followed. The search may have put an image under a symmetry in the place of a position; the
/// moves that are told are legal one after the other.
///
/// The way of a search begins at `root` or, where the moves of `root` are searched, behind one of
/// them.
pub(crate) fn names<G: Subject>(game: &G, root: G::Position, way: &[G::Position]) -> Vec<String> {
    let mut names = Vec::new();
    let mut at = root;
    for next in way.iter().skip_while(|first| **first == root) {
        let (mut steps, mut choices) = (Vec::new(), Vec::new());
        let goes_on = matches!(game.expand(&at, &mut steps), Ok(None));
        if !goes_on || game.moves(&at, &mut choices).is_err() {
            break;
        }
        let mut images = steps.clone();
        images.push(Step::passing(*next));
        game.fold(&mut images);
        let wanted = images.pop().map(|image| image.position);
        let made = images
            .iter()
            .position(|image| Some(image.position) == wanted);
        let Some(made) = made else {
            break;
        };
        let name = game.names(&at, &choices).into_iter().nth(made);
        names.extend(name);
        at = steps[made].position;
    }
    names
}
