//! The number of largest cakes, against the rules of Cake Party played out to
//! the end.

use std::collections::BTreeSet;

use proptest::prelude::*;
use zug_catalogue::cake_party::{CakeParty, Eats};
use zug_values::{Outcome, Play};

use crate::positions::{answers, array};

fn names(eats: Vec<Eats>) -> BTreeSet<String> {
    eats.into_iter()
        .flat_map(|Eats { cake, least, most }| {
            (least..=most).map(move |pieces| format!("cake {cake} pieces {pieces}"))
        })
        .collect()
}

#[test]
fn an_even_number_of_largest_cakes_loses() {
    for (count, most) in [(1, 9), (2, 9), (3, 8), (4, 5), (5, 4), (6, 3)] {
        let parameters = [("cakes", format!("{:?}", vec![most; count]))];
        let all = answers("cake-party", &parameters, Play::Normal, &[]);
        let expected = (most as usize + 1).pow(count as u32);
        assert_eq!(all.len(), expected, "all cakes of up to {most} pieces");
        for answer in all {
            let party = CakeParty::new(array(&answer.position));
            assert_eq!(party.outcome(), answer.outcome, "{answer:?}");
            assert_eq!(names(party.winning_moves()), answer.winning, "{answer:?}");
            if let Some(nimber) = party.nimber() {
                assert_eq!(Some(nimber), answer.nimber, "{answer:?}");
            }
            assert!(!party.why().is_empty());
        }
    }
}

#[test]
fn the_nimber_is_known_but_where_one_cake_leads_and_one_follows() {
    let nimber = |cakes: [u32; 4]| CakeParty::new(cakes).nimber();
    assert_eq!(nimber([7, 3, 2, 2]), None);
    assert!(nimber([7, 3, 3, 2]).is_some());
    assert!(nimber([7, 7, 3, 2]).is_some());
    assert!(nimber([7, 0, 0, 0]).is_some());
}

proptest! {
    /// What must hold of all positions if it holds of the small ones.
    #[test]
    fn a_large_position_is_won_by_the_moves_that_hand_over_a_lost_one(
        cakes in prop::collection::vec(prop_oneof![0..400_u32, 395..400_u32], 1..12)
    ) {
        let most = cakes.iter().copied().max().unwrap();
        let mut all = BTreeSet::new();
        let mut winning = BTreeSet::new();
        for cake in (0..cakes.len()).filter(|&cake| cakes[cake] == most) {
            for pieces in 1..=most {
                let name = format!("cake {cake} pieces {pieces}");
                let mut after = cakes.clone();
                after[cake] -= pieces;
                if CakeParty::new(after).outcome() == Outcome::Loss {
                    winning.insert(name.clone());
                }
                all.insert(name);
            }
        }
        let party = CakeParty::new(cakes);
        prop_assert_eq!(party.outcome() == Outcome::Win, !winning.is_empty());
        prop_assert_eq!(names(party.winning_moves()), winning);
        prop_assert_eq!(names(party.moves()), all);
    }
}
