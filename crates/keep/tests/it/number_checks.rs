//! A table in tiers of numbers is checked part by part: a right table passes, and every planted fault is found.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use zug::{Certificate, Request, SolveOptions};
use zug_keep::checks::Check;
use zug_keep::{Error, table};
use zug_solve::Error as SolveError;
use zug_solve::strong::tiers::store::{Block, Kind, Store, Stream};
use zug_solve::table::Counts;
use zug_tablebase::{Checks, Cluster, Manifest};
use zug_testkit::random::Random;

use crate::checks::{make_with_harm, request, solve, verified};

/// The number of numbers of a block.
const SPAN: u64 = 1 << 12;

/// The slots of a tier by the numbers of its positions.
type Tier = BTreeMap<u64, u8>;

/// The slot of a draw.
const DRAW: u8 = 2;

/// All tiers of a table whose slots have one byte each.
fn tiers_of(folder: &Path) -> Vec<Tier> {
    let checks = Checks::new(folder, Manifest::read(folder).unwrap());
    let store = checks.table(&SolveOptions::default().job().budget);
    let tiers = checks.shards().into_keys();
    tiers.map(|tier| read(&store, tier)).collect()
}

fn read(store: &dyn Store, tier: u32) -> Tier {
    let of = |stream: Stream| store.open(stream).unwrap().unwrap();
    let (numbers, slots) = (of(Stream::numbers(tier)), of(Stream::slots(tier)));
    let (mut all, mut bytes, mut held) = (Tier::new(), Vec::new(), Vec::new());
    for (place, block) in numbers.blocks().iter().enumerate() {
        numbers.read(place, &mut bytes).unwrap();
        slots.read(place, &mut held).unwrap();
        let base = block.first.as_u64() / SPAN * SPAN;
        let is_set = |bit: &u64| bytes[(bit / 8) as usize] >> (bit % 8) & 1 == 1;
        let numbers: Vec<u64> = if block.count < 256 {
            let places = bytes.chunks(2);
            places
                .map(|pair| base + u64::from(pair[0]) + 256 * u64::from(pair[1]))
                .collect()
        } else {
            (0..SPAN).filter(is_set).map(|bit| base + bit).collect()
        };
        let count = block.count as usize;
        assert_eq!((numbers.len(), held.len()), (count, count));
        all.extend(numbers.into_iter().zip(held.iter().copied()));
    }
    all
}

/// Writes a table of these tiers, with right checksums, that is of the game of another table.
fn write(tiers: &[Tier], of: &Path, folder: &Path) {
    let (manifest, job) = (Manifest::read(of).unwrap(), SolveOptions::default().job());
    let cluster = Cluster::begin(folder, &manifest.of, 1).unwrap();
    let store = cluster.store(&job.budget);
    for (tier, of_tier) in (0..).zip(tiers) {
        let mut numbers = store.create(Stream::numbers(tier)).unwrap();
        let mut slots = store.create(Stream::slots(tier)).unwrap();
        let all: Vec<(u64, u8)> = of_tier
            .iter()
            .map(|(number, slot)| (*number, *slot))
            .collect();
        for block in all.chunk_by(|one, next| one.0 / SPAN == next.0 / SPAN) {
            let (first, count) = (block[0].0.into(), block.len() as u32);
            let places = block.iter().map(|(number, _)| number % SPAN);
            let bytes: Vec<u8> = if count < 256 {
                places
                    .flat_map(|place| (place as u16).to_le_bytes())
                    .collect()
            } else {
                let mut bits = vec![0; SPAN as usize / 8];
                places.for_each(|place| bits[place as usize / 8] |= 1 << (place % 8));
                bits
            };
            numbers.write(Block { first, count }, &bytes).unwrap();
            let held: Vec<u8> = block.iter().map(|(_, slot)| *slot).collect();
            slots.write(Block { first, count }, &held).unwrap();
        }
        numbers.finish(of_tier.len() as u64).unwrap();
        slots.finish(0).unwrap();
    }
    let names = (0..tiers.len() as u32).map(|tier| (tier, 0));
    let counts = Counts::from(manifest.kept);
    let positions = Counts::from(manifest.positions.unwrap());
    let kinds = [Kind::Numbers, Kind::Slots];
    cluster
        .finish(names, &kinds, (counts, positions), &job)
        .unwrap();
}

/// Plants a fault, and says what it is; `None` where this one cannot be planted here.
fn plant(tiers: &mut [Tier], random: &mut Random) -> Option<String> {
    let slots: Vec<u8> = tiers.iter().flat_map(Tier::values).copied().collect();
    let at = random.place(tiers.len());
    let numbers: Vec<u64> = tiers[at].keys().copied().collect();
    let [first, last] = [*numbers.first()?, *numbers.last()?];
    let number = numbers[random.place(numbers.len())];
    let slot = slots[random.place(slots.len())];
    match random.place(4) {
        0 => {
            let before = tiers[at].insert(number, slot);
            (before != Some(slot))
                .then(|| format!("{at}: slot {before:?} of {number} becomes {slot}"))
        }
        1 => {
            tiers[at].remove(&number);
            Some(format!("{at}: {number} is missing"))
        }
        2 => {
            let number = first + random.place((last - first + 1) as usize) as u64;
            let before = tiers[at].insert(number, slot);
            before
                .is_none()
                .then(|| format!("{at}: {number} is too many"))
        }
        _ => {
            let other = random.place(tiers.len());
            tiers.swap(at, other);
            (at != other).then(|| format!("{at} and {other} are swapped"))
        }
    }
}

/// Whether the check found that the table is wrong, or that a stream is of another tier.
fn is_found<T>(checked: &Result<T, Error>) -> bool {
    matches!(
        checked,
        Err(Error::Zug(
            zug::Error::Flaw(_) | zug::Error::Solve(SolveError::Store(_))
        ))
    )
}

/// About the number of positions that the evaluator plays, which is slow. The interpreter finds all faults.
const SAMPLE: u64 = 100;

/// What a check in parts finds true of a table.
fn checked(folder: &Path) -> Result<Certificate, Error> {
    let options = SolveOptions::default();
    let check = Check::open(folder, &options)?.with_sample(SAMPLE);
    Ok(check.verified(&options)?.certificate)
}

/// The certificate without the number of positions that the evaluator played, which chance chooses.
fn unjudged(certificate: &Certificate) -> Certificate {
    let mut unjudged = *certificate;
    unjudged.judged = 0;
    unjudged
}

/// Plants this number of faults in tables of a game, one at a time; the check finds each.
fn planted_faults_are_found(request: &Request, faults: usize) {
    let seed = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap();
    let seed = seed.as_nanos() as u64;
    println!("seed {seed}");
    let mut random = Random(seed);
    let folder = tempfile::tempdir().unwrap();
    let [right, again] = ["right", "again"].map(|name| folder.path().join(name));
    solve(request, &right, 1);
    let options = SolveOptions::default();
    let sample = zug::Extent::Sample(SAMPLE);
    let alone = table::verified(&right, sample, &options).unwrap();
    assert_eq!(
        unjudged(&checked(&right).unwrap()),
        unjudged(&alone.certificate)
    );
    let tiers = tiers_of(&right);
    // What is written again without a fault is right.
    write(&tiers, &right, &again);
    checked(&again).unwrap();
    let mut planted = 0;
    while planted < faults {
        let mut wrong_tiers = tiers.clone();
        let Some(fault) = plant(&mut wrong_tiers, &mut random) else {
            continue;
        };
        planted += 1;
        let wrong = folder.path().join("wrong");
        write(&wrong_tiers, &right, &wrong);
        let checked = checked(&wrong);
        assert!(is_found(&checked), "seed {seed}, {fault}: {checked:?}");
        fs::remove_dir_all(&wrong).unwrap();
    }
}

#[test]
fn faults_planted_in_dodgem_are_found() {
    planted_faults_are_found(&request("dodgem", &[("n", "3")]), 80);
}

#[test]
fn faults_planted_where_images_share_a_number_are_found() {
    planted_faults_are_found(&request("pong-hau-ki", &[]), 40);
}

/// Two men walk round a ring by two points at a time, so that they never come to every other point.
const RING: &str = "\
game ring(n = 8)
players A, B
type points = 0..n-1

board[p in points]: player? = A if p == 0 else B if p == 4 else none

move walk(p in points, d in {2, -2}) if board[p] == me and board[(p + d) % n] == none:
    board[p] = none
    board[(p + d) % n] = me
";

/// The positions too many have right values, and lead to each other: play alone tells that it does not come to them.
#[test]
fn positions_that_lead_to_each_other_alone_are_found() {
    let request = Request::rules(RING, "ring.zug");
    let folder = tempfile::tempdir().unwrap();
    let [right, wrong] = ["right", "wrong"].map(|name| folder.path().join(name));
    solve(&request, &right, 1);
    verified(&right).unwrap();
    let mut tiers = tiers_of(&right);
    let [tier] = &mut tiers[..] else {
        panic!("{} tiers", tiers.len());
    };
    let last = *tier.keys().last().unwrap();
    let found = tier.len();
    for number in 0..=last {
        tier.entry(number).or_insert(DRAW);
    }
    assert!(tier.len() > found, "{found}");
    write(&tiers, &right, &wrong);
    let checked = verified(&wrong);
    let Err(Error::Zug(zug::Error::Flaw(flaw))) = &checked else {
        panic!("{checked:?}");
    };
    assert!(flaw.to_string().contains("reach"), "{flaw}");
}

#[test]
fn a_check_of_numbers_goes_on_after_files_were_deleted_or_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("table");
    solve(&request("dodgem", &[("n", "3")]), &folder, 1);
    let options = SolveOptions::default();
    let expected = verified(&folder).unwrap().certificate;
    let check = Check::open(&folder, &options).unwrap();
    let checks = folder.join("checks");
    let (mut harmed, mut done) = (0, 0);
    for seed in 0..6 {
        let counts = (&mut harmed, &mut done);
        make_with_harm(&check, &checks, &mut Random(seed), counts);
        assert_eq!(check.verified(&options).unwrap().certificate, expected);
        assert!(!checks.exists());
    }
    assert!(harmed > 20 && done > 60, "{harmed} {done}");
    // A step that tiers of numbers do not have, and a part before its time.
    let make = |part: &str| check.make(&[part.parse().unwrap()], &options).unwrap_err();
    assert!(matches!(make("play-00000-00000"), Error::NoSuchPart { .. }));
    assert!(matches!(make("match-00001-00000"), Error::PartNotReady(_)));
}
