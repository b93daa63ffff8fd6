//! Random tables come back as they were written.

use proptest::collection::btree_map;
use proptest::prelude::*;
use zug_game::U256;
use zug_tablebase::{Cell, Ending};

use crate::round_trip::{equals, open, write};
use crate::sample::Sample;

fn cell() -> impl Strategy<Value = Cell> {
    let ending = prop_oneof![
        Just(Ending::Loss),
        Just(Ending::Win),
        Just(Ending::DrawByPlay),
        Just(Ending::FinishedDraw),
    ];
    let points = (1..=i64::MAX, 0..63_u32).prop_map(|(points, width)| (points >> width).max(1));
    (ending, any::<u32>(), 0..32_u32, points).prop_map(|(ending, plies, width, points)| {
        let plies = match ending {
            Ending::Loss | Ending::Win => plies >> width,
            Ending::DrawByPlay | Ending::FinishedDraw => 0,
        };
        Cell {
            ending,
            plies,
            nimber: Some(plies / 3),
            score: Some(match ending {
                Ending::Loss => -points,
                Ending::Win => points,
                Ending::DrawByPlay | Ending::FinishedDraw => 0,
            }),
        }
    })
}

fn key() -> impl Strategy<Value = U256> {
    (any::<[u128; 2]>(), 0..256_u32).prop_map(|(words, width)| U256(words) >> width)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn any_table_is_read_as_it_was_written(
        cells in btree_map(key(), cell(), 1..4000),
        seed: u64,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let mut sample = Sample::new(cells);
        fastrand::Rng::with_seed(seed).shuffle(&mut sample.order);
        write(folder.path(), &sample);
        equals(&open(folder.path()).unwrap(), &sample).unwrap();
    }
}
