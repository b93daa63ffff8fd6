//! A new arena with some values of the old one, where the old one has no room any more.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::arena::Arena;
use crate::error::Result;
use crate::form::{Form, Plain, Side};
use crate::loopy::loops::Loops;

/// A follower of a kept value.
enum Kept {
    Plain(Plain),
    /// The options of each player, by their places among the followers.
    Braces([Vec<usize>; 2]),
}

impl Arena {
    /// Forgets all values but these, which get other numbers. All other forms of this arena are void.
    ///
    /// ```
    /// let mut arena = zug_partizan::Arena::default();
    /// arena.parse("{5|{3|1}} + {7||2|*}")?;
    /// let mut kept = [arena.parse("{2|1||^}")?];
    /// let before = arena.forms();
    /// arena.keep_only(&mut kept)?;
    /// assert_eq!(arena.text(kept[0])?, "{2|1||^}");
    /// assert!(arena.forms() < before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Values in which play can go round are all kept.
    pub fn keep_only<'f>(&mut self, forms: impl IntoIterator<Item = &'f mut Form>) -> Result<()> {
        self.sums.clear();
        self.negatives.clear();
        let nothing = Loops::new(self.open_charge());
        let loops = std::mem::replace(&mut self.loops, nothing);
        let mut places: HashMap<Form, usize, FxBuildHasher> = HashMap::default();
        let mut kept = Vec::new();
        let forms: Vec<&mut Form> = forms.into_iter().collect();
        let all = forms.iter().map(|form| **form).chain(loops.forms());
        for form in all {
            for follower in self.followers(form, |arena, form| arena.as_plain(form).is_some())? {
                if places.contains_key(&follower) {
                    continue;
                }
                kept.push(match self.as_plain(follower) {
                    Some(plain) => Kept::Plain(plain),
                    None => Kept::Braces(Side::BOTH.map(|side| {
                        let options = self.kept_options(follower, side).iter();
                        options.map(|option| places[option]).collect()
                    })),
                });
                places.insert(follower, kept.len() - 1);
            }
        }
        *self = self.emptied()?;
        let mut renewed: Vec<Form> = Vec::with_capacity(kept.len());
        for follower in kept {
            renewed.push(match follower {
                Kept::Plain(plain) => self.plain(plain)?,
                Kept::Braces(options) => {
                    let of_side =
                        |places: Vec<usize>| places.into_iter().map(|place| renewed[place]);
                    let [left, right] = options.map(|places| of_side(places).collect());
                    self.value_with(left, right)?
                }
            });
        }
        for form in forms {
            *form = renewed[places[form]];
        }
        self.loops = loops.renewed(self.open_charge(), |form| renewed[places[&form]])?;
        self.charge_loops(self.loops.bytes())
    }
}
