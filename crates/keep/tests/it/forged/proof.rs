//! Forged proofs.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use zug::report::CertifyReport;
use zug::{Bounds, Extent, Problem, ProofClaim, Request, SolveOptions};
use zug_keep::proof::{self, Certified};
use zug_tablebase::{Error, ProofFile, ProofHead, U256, write_proof};
use zug_testkit::all_or;
use zug_values::{Score, Wanted};

use super::Random;

/// The positions of a proof with their bounds.
type Entries = BTreeMap<U256, Bounds>;

/// A question whose answer has a small proof.
struct Asked {
    game: &'static str,
    settings: &'static [(&'static str, &'static str)],
    play: zug::Play,
    /// Whether the number of moves is proved too.
    remoteness: bool,
}

const fn asked(
    game: &'static str,
    settings: &'static [(&'static str, &'static str)],
    remoteness: bool,
) -> Asked {
    Asked {
        game,
        settings,
        play: zug::Play::Normal,
        remoteness,
    }
}

/// Impartial games, games of two players with and without symmetries, a swap of the players among
/// them, games in which play goes round, games that end with scores, draws, and misère play.
const ASKED: [Asked; 12] = [
    asked("subtraction", &[("n", "9")], true),
    Asked {
        play: zug::Play::Misere,
        ..asked("nim", &[("piles", "[1, 2, 3]")], true)
    },
    asked("kayles", &[("n", "8")], false),
    asked("connect-four", &[("width", "4"), ("height", "3")], true),
    asked("tic-tac-toe", &[], false),
    asked("domineering", &[("width", "4"), ("height", "3")], false),
    asked("domineering", &[("width", "3"), ("height", "3")], true),
    asked("pong-hau-ki", &[], false),
    asked("three-mens-morris", &[], false),
    asked("coins-in-a-row", &[("row", "[7, 1, 1, 9, 2, 8]")], false),
    asked(
        "dots-and-boxes-by-margin",
        &[("width", "2"), ("height", "1")],
        false,
    ),
    asked("hexapawn", &[], true),
];

/// The number of forgeries of each proof.
const EACH: usize = 450;

/// What a forged proof says and who wrote it, ready to be changed and written.
struct Forger<'f> {
    path: &'f Path,
    head: ProofHead,
    entries: Entries,
    /// Positions of the game, as the rules write them and as numbers.
    positions: Vec<(String, U256)>,
}

fn options() -> SolveOptions {
    SolveOptions::default().with_memory(64 << 20)
}

impl<'f> Forger<'f> {
    /// Solves a position, writes the proof to this path, and reads it.
    fn of(asked: &Asked, path: &'f Path) -> Self {
        let request = Request::catalogue(asked.game).unwrap();
        let set = |request: Request, (name, value): &(&str, &str)| request.set(*name, *value);
        let request = asked.settings.iter().fold(request, set);
        let request = request.with_play(Some(asked.play));
        let problem = Problem::new(&request).unwrap();
        let options = options().with_remoteness(asked.remoteness).with_proof(true);
        let searched = problem.search(&options).unwrap();
        let written = proof::write(path, &request, &problem, &searched, &options).unwrap();
        assert!(written.is_some(), "{}", asked.game);
        let file = ProofFile::open(path, &options.job().budget).unwrap();
        let head = file.head().clone();
        let mut entries = Entries::new();
        let read = file.each_block(&options.job(), |block| {
            entries.extend(block.iter().copied());
            Ok::<(), Error>(())
        });
        read.unwrap();
        let solution = problem.solve(&options).unwrap();
        let mut positions = Vec::new();
        let read = solution.each_value(&mut |position, _| {
            positions.push((problem.print(&position), position.to_bits()));
            std::ops::ControlFlow::Continue(())
        });
        read.unwrap();
        Self {
            path,
            head,
            entries,
            positions,
        }
    }

    /// Writes a proof with this head and these entries, and certifies it.
    fn certified(
        &self,
        head: &ProofHead,
        entries: &Entries,
    ) -> Result<Certified, Box<dyn std::error::Error>> {
        let head = ProofHead {
            entries: entries.len() as u64,
            ..head.clone()
        };
        let mut out = BufWriter::new(File::create(self.path)?);
        let rows = entries
            .iter()
            .map(|(position, bounds)| (*position, *bounds));
        write_proof(&mut out, &head, rows, &options().job())?;
        drop(out);
        Ok(proof::certify(self.path, &options())?)
    }

    /// The head with one field changed.
    fn other_head(&self, random: &mut Random) -> ProofHead {
        let mut head = self.head.clone();
        let of = &mut head.of;
        match random.below(13) {
            0 => head.outcome = (*random.of(&["win", "draw", "loss", "Win", ""])).to_owned(),
            1 | 2 => {
                let plies = random.other_number(head.remoteness.unwrap_or(3).into());
                head.remoteness = u32::try_from(plies).ok();
            }
            3 | 4 => {
                head.score = match random.below(4) {
                    0 => None,
                    _ => Some(random.other_number(head.score.unwrap_or(0))),
                }
            }
            5 => of.game = random.other_text(&of.game),
            6 => of.rules = other_rules(random, &of.rules),
            7 if !of.parameters.is_empty() => {
                let place = random.below(of.parameters.len());
                let (name, value) = of.parameters[place].clone();
                match random.below(6) {
                    0 => drop(of.parameters.remove(place)),
                    1 => of.parameters.push((name, value)),
                    2 => of.parameters[place].0 = random.other_text(&name),
                    _ => of.parameters[place].1 = random.other_text(&value),
                }
            }
            8 => of.play = (*random.of(&["normal", "misere", "Misere", ""])).to_owned(),
            9 => of.position = random.of(&self.positions).0.clone(),
            10 => of.scope = (*random.of(&["all", "reachable", ""])).to_owned(),
            11 => of.symmetries = random.other_number(of.symmetries as i64) as u64,
            _ if of.landmarks.is_empty() => of.landmarks.push("0".to_owned()),
            _ => {
                let place = random.below(of.landmarks.len());
                match random.below(3) {
                    0 => drop(of.landmarks.remove(place)),
                    1 => of.landmarks.swap(0, place),
                    _ => of.landmarks[place] = random.other_text(&of.landmarks[place]),
                }
            }
        }
        head
    }

    /// The entries with one entry changed.
    fn other_entries(&self, random: &mut Random) -> Entries {
        let mut entries = self.entries.clone();
        let other = random.of(&self.positions).1;
        let Some(place) = entries.len().checked_sub(1) else {
            entries.insert(other, Bounds::exactly(Score::WIN));
            return entries;
        };
        let (&position, &bounds) = entries.iter().nth(random.below(place + 1)).unwrap();
        let score = match random.below(8) {
            0 => Score::WIN,
            1 => Score::DRAW,
            2 => Score::DRAW.below(),
            3 => Score::LEAST,
            4 => Score::GREATEST,
            5 => Score::of_points(random.below(40) as i64 - 20).unwrap(),
            6 => Score::win_within(random.below(9) as u32),
            _ => Score::lasts(random.below(9) as u32),
        };
        let Bounds { lower, upper } = bounds;
        let (position, bounds) = match random.below(10) {
            0 => {
                entries.remove(&position);
                return entries;
            }
            1 => {
                entries.remove(&position);
                (other, bounds)
            }
            2 => (other, bounds),
            3 => {
                entries.remove(&position);
                (position ^ (U256::ONE << random.below(48)), bounds)
            }
            4 if lower < Score::GREATEST => (position, bounds.and(Wanted::Attains(lower.above()))),
            5 if upper > Score::LEAST => (position, bounds.and(Wanted::Misses(upper))),
            6 => (
                position,
                Bounds {
                    lower: upper,
                    upper: lower,
                },
            ),
            7 => (
                position,
                Bounds {
                    lower: score,
                    upper,
                },
            ),
            8 => (
                position,
                Bounds {
                    lower,
                    upper: score,
                },
            ),
            _ => (position, Bounds::exactly(score)),
        };
        entries.insert(position, bounds);
        entries
    }
}

/// The rules with one line changed: a number in it, or all of it.
fn other_rules(random: &mut Random, rules: &str) -> String {
    let mut lines: Vec<String> = rules.lines().map(str::to_owned).collect();
    let place = random.below(lines.len());
    match random.below(5) {
        0 => drop(lines.remove(place)),
        1 => lines.insert(place, "# One line more.".to_owned()),
        2 => lines[place] = lines[place].replace("win", "loss"),
        _ => lines[place] = random.other_text(&lines[place]),
    }
    lines.join("\n") + "\n"
}

/// What a report says of the game; the time, the file and the work are of the check itself.
fn told(report: CertifyReport) -> CertifyReport {
    CertifyReport {
        entries: 0,
        positions: 0,
        moves: 0,
        by_the_rules_as_written: 0,
        by_count_of_moves: 0,
        bytes: 0,
        seconds: 0.0,
        ..report
    }
}

/// Whether all that is printed of the outcome is what the values of all positions say, each of which
/// agrees with those behind its moves by the rules as they are written.
fn is_true(certified: &Certified) -> bool {
    let Certified { problem, claim, .. } = certified;
    let options = options().with_native(false);
    let solution = problem.solve(&options).unwrap();
    solution.verify_with(Extent::All, &options).unwrap();
    let root = problem.root();
    let value = solution
        .value(&root)
        .unwrap()
        .expect("the position is solved");
    match claim {
        ProofClaim::Score(score) => solution.score(&root).unwrap() == Some(*score),
        ProofClaim::Worth(worth) => {
            worth.outcome() == value.outcome()
                && worth
                    .remoteness()
                    .is_none_or(|_| worth.remoteness() == value.remoteness())
        }
    }
}

#[test]
fn whatever_a_forged_proof_says_is_refused_or_true() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random(49);
    let (mut refused, mut passed) = (0, 0);
    for (number, asked) in ASKED.iter().enumerate() {
        let path = folder.path().join(format!("{number}.proof"));
        let forger = Forger::of(asked, &path);
        let honest = forger.certified(&forger.head, &forger.entries);
        let honest = honest.unwrap_or_else(|why| panic!("{}: {why}", asked.game));
        assert!(is_true(&honest), "{}", asked.game);
        let honest = format!("{:?}", told(honest.report(0.0)));
        for forgery in 0..all_or(EACH / 6, EACH) {
            let (mut head, mut entries) = (forger.head.clone(), forger.entries.clone());
            if forgery % 2 == 0 {
                head = forger.other_head(&mut random);
            } else {
                entries = forger.other_entries(&mut random);
            }
            if head == forger.head && entries == forger.entries {
                continue;
            }
            let Ok(certified) = forger.certified(&head, &entries) else {
                refused += 1;
                continue;
            };
            passed += 1;
            let report = certified.report(0.0);
            assert_eq!(report.entries, entries.len() as u64);
            let same = format!("{:?}", told(report)) == honest;
            assert!(same || is_true(&certified), "{}: {head:?}", asked.game);
        }
        // Nobody vouches for who wrote a proof, and nothing of it is printed.
        let head = ProofHead {
            program: "a forger".to_owned(),
            ..forger.head.clone()
        };
        let unsigned = forger.certified(&head, &forger.entries).unwrap();
        assert_eq!(format!("{:?}", told(unsigned.report(0.0))), honest);
    }
    println!("{refused} refused, {passed} true");
    assert!(
        refused + passed >= all_or(800, 5000),
        "{refused} and {passed}"
    );
    assert!(
        passed > all_or(20, 100) && refused > 4 * passed,
        "{refused} and {passed}"
    );
}

/// A head can claim more than a proof shows: that was believed once.
#[test]
fn a_draw_and_a_score_are_proved_with_no_number_of_moves() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.proof");
    for asked in [&ASKED[4], &ASKED[9]] {
        let forger = Forger::of(asked, &path);
        let head = ProofHead {
            remoteness: Some(4_000_000_000),
            ..forger.head.clone()
        };
        let refusal = forger.certified(&head, &forger.entries).err().unwrap();
        let refusal = refusal.to_string();
        assert!(refusal.contains("no proof shows"), "{refusal}");
        assert!(refusal.contains("in 4000000000 moves"), "{refusal}");
    }
}
