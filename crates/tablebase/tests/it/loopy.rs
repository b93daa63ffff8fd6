//! Loopy nimbers in tables: all are kept, or none.

use zug_game::U256;
use zug_job::{Budget, Job};
use zug_solve::table::{Entry, Table, Take, Unreadable};
use zug_tablebase::{Kind, StoredTable, Writer};
use zug_values::{Infinity, LoopyNimber, Nimber, Value};

use crate::sample::{Sample, identity, small};

/// A table whose positions have no nimbers but loopy ones: every third a number, the others sets of this size.
struct Loopy {
    sample: Sample,
    size: u32,
}

impl Loopy {
    fn nimber_of(&self, position: &U256) -> LoopyNimber {
        let place = self.sample.cells.keys().position(|key| key == position);
        let place = place.unwrap() as u32;
        match place % 3 {
            0 => Nimber(place % 7).into(),
            _ => Infinity::new((place..place + self.size).map(Nimber))
                .unwrap()
                .into(),
        }
    }
}

impl Table for Loopy {
    type Position = U256;

    fn find(&self, position: &U256) -> Result<Option<Value>, Unreadable> {
        self.sample.find(position)
    }

    fn loopy_nimber(&self, position: &U256) -> Result<Option<LoopyNimber>, Unreadable> {
        Ok(Some(self.nimber_of(position)))
    }

    fn place(&self, position: &U256) -> Result<Option<u64>, Unreadable> {
        self.sample.place(position)
    }

    fn entry(&self, place: u64) -> Result<Option<Entry<U256>>, Unreadable> {
        self.sample.entry(place)
    }

    fn len(&self) -> u64 {
        self.sample.len()
    }

    fn held_bytes(&self) -> u64 {
        0
    }

    fn each_block(&self, take: &mut Take<'_, U256>) -> Result<(), Unreadable> {
        self.sample.each_block(take)
    }
}

#[test]
fn a_table_keeps_all_loopy_nimbers_or_none() {
    for (size, are_kept) in [(0, true), (5, true), (60_000, false)] {
        let folder = tempfile::tempdir().unwrap();
        let table = Loopy {
            sample: small(30),
            size,
        };
        let writer = Writer::new(folder.path(), &identity()).unwrap();
        let manifest = writer.write(&table, None, &Job::default()).unwrap();
        let has_file = manifest
            .files
            .iter()
            .any(|file| file.stream.kind == Kind::Nimbers);
        assert_eq!(
            (has_file, manifest.infinities.is_some()),
            (are_kept, are_kept)
        );
        drop(writer);
        let stored = StoredTable::open(folder.path(), &Budget::unlimited()).unwrap();
        stored.check(&Job::default()).unwrap();
        for position in table.sample.cells.keys() {
            let expected = are_kept.then(|| table.nimber_of(position));
            assert_eq!(stored.loopy_nimber(position).unwrap(), expected);
            assert_eq!(stored.nimber(position).unwrap(), None);
            assert_eq!(
                stored.find(position).unwrap(),
                table.find(position).unwrap()
            );
        }
    }
}
