//! Checkpoints of positions that are solved in memory, in the files of a folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zug_game::{Game, U256};
use zug_job::{Budget, Job};
use zug_solve::checkpoint::{Checkpoints, Event, Keeper, Moment};
use zug_solve::strong::tiers::store::Store;
use zug_solve::strong::{Method, Positions, Solution};
use zug_solve::table::{Entry, Table, Take, Unreadable};
use zug_tablebase::{Error, Manifest, StoredTable, TierStore, Writer};
use zug_values::Value;

use crate::resume::Coins;
use crate::sample::identity;

/// Keeps a checkpoint at every moment.
#[derive(Debug)]
struct Always(Arc<TierStore>);

impl Keeper for Always {
    fn store(&self) -> &dyn Store {
        &*self.0
    }

    fn is_due(&self, _: Moment, _: u64) -> bool {
        true
    }

    fn tell(&self, event: &Event) {
        assert!(!matches!(event, Event::Unfit | Event::Unwritten(_)));
    }
}

fn store(folder: &Path) -> Result<Arc<TierStore>, Error> {
    let writer = Writer::new(folder, &identity())?;
    TierStore::new(writer, &Budget::unlimited()).map(Arc::new)
}

fn solve(store: &Arc<TierStore>) -> Result<Solution<u64>, zug_solve::Error> {
    let (game, job, method) = (Coins(15), Job::default(), Method::Retrograde);
    let checkpoints = Checkpoints::new(Arc::new(Always(store.clone())), 1);
    let found = Positions::explore_with(&game, [game.start()], method, &checkpoints, &job)?;
    found.solve_replaying(&game, method, &job)
}

fn files_of_checkpoints(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap();
    let files = files.map(|file| file.unwrap().path());
    let of_checkpoint = |path: &PathBuf| {
        let kind = path.extension().unwrap_or_default();
        ["found", "degrees", "moves", "levels"].contains(&&*kind.to_string_lossy())
    };
    files.filter(of_checkpoint).collect()
}

/// A solution whose positions are of 256 bits.
struct Wide(Solution<u64>);

impl Table for Wide {
    type Position = U256;

    fn find(&self, position: &U256) -> Result<Option<Value>, Unreadable> {
        self.0.find(&position.as_u64())
    }

    fn place(&self, position: &U256) -> Result<Option<u64>, Unreadable> {
        self.0.place(&position.as_u64())
    }

    fn entry(&self, place: u64) -> Result<Option<Entry<U256>>, Unreadable> {
        let entry = Table::entry(&self.0, place)?;
        Ok(entry.map(|entry| entry.map(U256::from)))
    }

    fn len(&self) -> u64 {
        Table::len(&self.0)
    }

    fn held_bytes(&self) -> u64 {
        self.0.held_bytes()
    }

    fn each_block(&self, take: &mut Take<'_, U256>) -> Result<(), Unreadable> {
        self.0.each_block(&mut |block| {
            let wide: Vec<_> = block.iter().map(|entry| entry.map(U256::from)).collect();
            take(&wide)
        })
    }
}

#[test]
fn damaged_checkpoints_are_refused_by_name_and_never_misread() {
    let folder = tempfile::tempdir().unwrap();
    let known: Vec<_> = solve(&store(folder.path()).unwrap())
        .unwrap()
        .iter()
        .collect();
    let files = files_of_checkpoints(folder.path());
    assert!(files.len() > 8, "{files:?}");
    let mut count = 0;
    for file in files {
        let whole = fs::read(&file).unwrap();
        let places = [20, 45, whole.len() / 2, whole.len() - 30];
        let flipped = places.map(|place| {
            let mut bytes = whole.clone();
            bytes[place] ^= 4;
            bytes
        });
        let cut = [0, 50, whole.len() - 1].map(|length| whole[..length.min(whole.len())].to_vec());
        for bytes in flipped.into_iter().chain(cut) {
            fs::write(&file, bytes).unwrap();
            let refused = match store(folder.path()).map(|store| solve(&store)) {
                // Two streams are written in turns, and only the newer one is read.
                Ok(Ok(solution)) => {
                    assert_eq!(file.extension().unwrap(), "levels");
                    assert_eq!(solution.iter().collect::<Vec<_>>(), known);
                    continue;
                }
                Ok(Err(error)) => error.to_string(),
                Err(error) => error.to_string(),
            };
            count += 1;
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            assert!(refused.contains(&name), "{name}: {refused}");
        }
        fs::write(&file, whole).unwrap();
    }
    assert!(count > 60, "{count}");
    let again: Vec<_> = solve(&store(folder.path()).unwrap())
        .unwrap()
        .iter()
        .collect();
    assert_eq!(again, known);
}

#[test]
fn checkpoints_belong_to_one_problem_and_one_run_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let first = store(folder.path()).unwrap();
    solve(&first).unwrap();
    assert!(matches!(store(folder.path()), Err(Error::InUse(_))));
    drop(first);
    let mut other = identity();
    other.rules += " and some more";
    let refused = Writer::new(folder.path(), &other).unwrap_err();
    assert!(matches!(refused, Error::Foreign { .. }), "{refused}");
}

#[test]
fn checkpoints_go_when_the_table_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let kept = store(folder.path()).unwrap();
    let solution = Wide(solve(&kept).unwrap());
    let one = files_of_checkpoints(folder.path())[0].clone();
    let bytes = fs::read(&one).unwrap();
    kept.write(&solution, None, &Job::default()).unwrap();
    assert!(files_of_checkpoints(folder.path()).is_empty());
    assert!(!folder.path().join("unfinished.json").exists());
    drop(kept);
    // A process that ended between the manifest and its last step left these.
    fs::write(&one, bytes).unwrap();
    fs::write(folder.path().join("unfinished.json"), b"{}").unwrap();
    Writer::tidy(folder.path(), &identity()).unwrap();
    assert!(files_of_checkpoints(folder.path()).is_empty());
    assert!(!folder.path().join("unfinished.json").exists());
    let manifest = Manifest::read(folder.path()).unwrap();
    assert_eq!(manifest.kept.positions(), Some(solution.len()));
    let table = StoredTable::open_of(folder.path(), &identity(), &Budget::unlimited()).unwrap();
    for (position, value) in solution.0.iter() {
        assert_eq!(table.find(&position.into()).unwrap(), Some(value));
    }
}
