//! Which of 32 small games a value is at most or at least, as two masks.
//!
//! The *tests* are n·up + *k for |n| ≤ 3 and k ≤ 3, and for |n| = 4 and k ≤ 1. Their options are
//! tests again, by the canonical forms of n·up + *k for n ≥ 1 (Siegel, *Combinatorial Game Theory*,
//! 2013, section II.4; *Winning Ways*, chapter 8):
//!
//! - n·up + *k = {0 | (n - 1)·up + *(k xor 1)}, but up + * = {0, * | 0};
//! - x + n·up + *k ≥ 0 for x = 0 exactly if n ≥ 2, or n = 1 and k ≠ 1, or n = k = 0.
//!
//! A value G with the Left stop l and the Right stop r has the mask of the tests T with G ≤ l + T,
//! and the mask of those with G ≥ r + T. Any other number than the stop gives no further
//! information: G < x for each number x > l. The test T = 0 says who moves when the stop is
//! reached; with it a stop is what is called an adorned stop.

/// A set of tests: the test number t is bit t.
pub(crate) type Tests = u32;

/// The test 0, as a set.
pub(crate) const ZERO: Tests = 1;

/// A test n·up + *k.
#[derive(Clone, Copy)]
pub(crate) struct Test {
    pub(crate) ups: i32,
    pub(crate) nimber: u32,
}

/// All tests; the options of a test come before it.
pub(crate) const TESTS: [Test; 32] = tests();

const fn tests() -> [Test; 32] {
    let mut tests = [Test { ups: 0, nimber: 0 }; 32];
    let mut number = 0;
    while number < 32 {
        let (rank, within) = if number < 4 {
            (0, number)
        } else if number < 28 {
            (1 + (number - 4) / 8, (number - 4) % 8)
        } else {
            (4, number - 28)
        };
        let each_sign = if rank == 4 { 2 } else { 4 };
        let ups = if within < each_sign { rank } else { -rank };
        tests[number as usize] = Test {
            ups,
            nimber: (within % each_sign) as u32,
        };
        number += 1;
    }
    tests
}

const fn bit(ups: i32, nimber: u32) -> Tests {
    let mut number = 0;
    while number < 32 {
        let test = tests()[number];
        if test.ups == ups && test.nimber == nimber {
            return 1 << number;
        }
        number += 1;
    }
    0
}

/// The Left options of each test.
const LEFT_OPTIONS: [Tests; 32] = options(1);

/// The Right options of each test.
const RIGHT_OPTIONS: [Tests; 32] = options(-1);

const fn options(sign: i32) -> [Tests; 32] {
    let mut sets = [0; 32];
    let mut number = 0;
    while number < 32 {
        let test = tests()[number];
        // The test, or its negative for Right: only options of Left remain to be written.
        let ups = test.ups * sign;
        let mut set = 0;
        if ups > 0 {
            set = bit(0, 0);
            if ups == 1 && test.nimber == 1 {
                set |= bit(0, 1);
            }
        } else if ups < 0 {
            set = bit(sign * (ups + 1), test.nimber ^ 1);
        } else {
            let mut nimber = 0;
            while nimber < test.nimber {
                set |= bit(0, nimber);
                nimber += 1;
            }
        }
        sets[number] = set;
        number += 1;
    }
    sets
}

/// Whether n·up + *k ≥ 0.
pub(crate) fn is_at_least_zero(ups: i32, nimber: u32) -> bool {
    match ups {
        2.. => true,
        1 => nimber != 1,
        0 => nimber == 0,
        _ => false,
    }
}

/// The tests T with n·up + *k ≤ T, and those with n·up + *k ≥ T.
pub(crate) fn of_plain(ups: i32, nimber: u32) -> (Tests, Tests) {
    let (mut at_most, mut at_least) = (0, 0);
    for (number, test) in TESTS.iter().enumerate() {
        let nimber = nimber ^ test.nimber;
        at_most |= Tests::from(is_at_least_zero(test.ups - ups, nimber)) << number;
        at_least |= Tests::from(is_at_least_zero(ups - test.ups, nimber)) << number;
    }
    (at_most, at_least)
}

/// The masks of a game that is not a number, from its options.
///
/// `attained` has the tests T for which some Left option is at least l + T, and `conceded` those
/// for which some Right option is at most r + T, where l and r are the stops of the game. The game
/// is at most l + T exactly if T is not attained and no Right option of l + T is at most the game.
/// The second condition asks something only if l = r: otherwise l + T' is larger than the Right
/// stop, for each Right option T' of T. Moves in the number l lead beyond the stops as well.
pub(crate) fn of_options(
    attained: Tests,
    conceded: Tests,
    stops_are_equal: bool,
) -> (Tests, Tests) {
    if !stops_are_equal {
        return (!attained, !conceded);
    }
    let (mut at_most, mut at_least) = (0, 0);
    for number in 0..32 {
        let bit = 1 << number;
        let is_at_least = conceded & bit == 0 && at_most & LEFT_OPTIONS[number] == 0;
        let is_at_most = attained & bit == 0 && at_least & RIGHT_OPTIONS[number] == 0;
        at_least |= bit * Tests::from(is_at_least);
        at_most |= bit * Tests::from(is_at_most);
    }
    (at_most, at_least)
}
