//! Games in which values leave their range and indices their array, where the elements of an array
//! share bits.

/// What the moves of the games do. The elements of `a` and `b` are from 1 to 3, and `at` is from
/// 0 to 7.
const BODIES: [&str; 12] = [
    "a[i] += 1",
    "a[i] -= 1",
    "a[i] = a[i] + a[(i + 1) % 6] - 1",
    "a[i] = 4 if a[5 - i] == 3 else a[i]",
    "a[at] = 3 if a[i] == 1 else 1",
    "a[at] += 1 if i == 0 else 0",
    "a[i], a[at % 6] = a[at % 6] + 1, a[i]",
    "a = {k: a[5 - k] + (1 if k == i else 0) for k in 0..5}",
    "b[i % 3, at % 2] -= a[i] - 1",
    "b[at, i % 2] = a[i]",
    "b[i % 3, 0], b[i % 3, 1] = a[i] + 1, b[i % 3, 0]",
    "a[i] = 6 // a[i] - a[(i + 3) % 6]",
];

/// The rules of a game for each body.
pub fn rules() -> impl Iterator<Item = String> {
    BODIES.into_iter().map(|body| {
        format!(
            "game faults\nplayers A, B\n\
             a[i in 0..5]: 1..3 = 1 + i % 3\n\
             type pairs = grid(3, 2)\n\
             b[pairs]: 1..3 = 2\n\
             at: 0..7 = 5\n\n\
             move turn(i in 0..5) if a[i] < 3 and i <= at + 1:\n    a[i] += 1\n    at = i\n\n\
             move back(i in 0..5) if a[i] > 1 and i >= at:\n    a[i] -= 1\n    at += 1\n\n\
             move go(i in 0..5) if (at + i) % 4 == 0:\n    {body}\n"
        )
    })
}
