//! The budget is of the process: whatever is asked, the machine sees the process take no
//! more memory than `--memory` allows, but for a tenth and for the program itself.
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use wait4::Wait4;
use zug_testkit::all_or;

/// Bytes in a mebibyte.
const MIB: u64 = 1 << 20;

/// Budgets in mebibytes.
const BUDGETS: [u64; 5] = [16, 32, 64, 128, 256];

/// Rules with 28,830 moves, which take their memory before there is any position.
const MANY_MOVES: &str = "\
game many_moves
impartial
n: 0..6 = 6

move take(i in 1..30, j in 0..30, k in 0..30) if i + j + k <= n:
    n -= i + j + k
";

/// What fills memory in different ways.
const GAMES: [&[&str]; 11] = [
    // Positions and moves, without and with symmetries.
    &["solve", "kalah", "--set", "seeds=5"],
    &[
        "solve",
        "connect-four",
        "--set",
        "width=5",
        "--set",
        "height=4",
    ],
    // Positions of two words.
    &[
        "solve",
        "connect-four",
        "--from",
        "board=......./......./OOXXOOX/XXOOXXO/OOXXOOX/XXOOXXO turn=X",
    ],
    // Play goes round in circles.
    &["solve", "krk", "--method", "positions"],
    &["solve", "dodgem", "--set", "n=4", "--method", "retracting"],
    // Many moves a position, and nimbers.
    &[
        "solve",
        "nim",
        "--set",
        "piles=[40,40,40]",
        "--method",
        "positions",
    ],
    &[
        "solve",
        "subtraction",
        "--set",
        "n=3000000",
        "--method",
        "positions",
    ],
    &["value", "nim(9,9,9,9) + kayles(20)", "--compound", "some"],
    &["sequence", "0.106", "--terms", "20000000", "--no-values"],
    &["pairs", "knight", "--to", "30000"],
    &["solve", "many-moves.zug"],
];

/// How a run ended.
struct End {
    /// The most memory that it held in bytes, as the system saw it.
    peak: u64,
    code: Option<i32>,
    message: String,
}

fn run(arguments: &[&str], budget: u64, folder: &Path) -> End {
    let mut child = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(arguments)
        .arg(format!("--memory={budget}MiB"))
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(File::create("/dev/null").expect("the null device is there"))
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let mut message = String::new();
    let mut errors = child.stderr.take().expect("standard error is piped");
    errors
        .read_to_string(&mut message)
        .expect("messages are text");
    let end = child.wait4().expect("the program was started");
    End {
        peak: end.rusage.maxrss,
        code: end.status.code(),
        message,
    }
}

#[test]
fn the_process_takes_no_more_than_it_may() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("many-moves.zug"), MANY_MOVES).unwrap();
    let (mut answered, mut refused) = (0, 0);
    let part = all_or(6, 1);
    for (game, arguments) in GAMES.into_iter().enumerate() {
        // Each game with other budgets, and each budget with other games.
        for budget in BUDGETS.into_iter().skip(game % part).step_by(part) {
            let End {
                peak,
                code,
                message,
            } = run(arguments, budget, folder.path());
            // The code of the program counts too, of which a test build has more.
            let most = budget * MIB + budget * MIB / 10 + 24 * MIB;
            assert!(
                peak <= most,
                "{arguments:?} took {} MiB of {budget}",
                peak / MIB
            );
            match code {
                Some(0) => answered += 1,
                Some(1) => {
                    refused += 1;
                    assert!(message.starts_with("error: "), "{arguments:?}: {message}");
                    assert!(message.contains("--memory"), "{arguments:?}: {message}");
                }
                _ => panic!("{arguments:?} with {budget} MiB: {code:?} {message}"),
            }
        }
    }
    assert!(
        answered >= 20 / part && refused >= 10 / part,
        "{answered} {refused}"
    );
}
