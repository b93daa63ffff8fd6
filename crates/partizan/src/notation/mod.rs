//! The notation of values: what is printed reads back as the same form.
//!
//! | written | means |
//! |---|---|
//! | `3`, `-5/8` | numbers |
//! | `*`, `*3` | nimbers |
//! | `^`, `^^`, `^3`, `v`, `vv`, `v3` | ups and downs |
//! | `^<3>`, `v<3>`, `^[3]`, `v[3]` | up-third, an uptimal; the sum of the first three uptimals |
//! | `Tiny(2)`, `Miny(2)` | {0\|\|0\|-2}, and its negative |
//! | `1^*2`, `-1Tiny(2)` | a number, then one of the above, then a nimber: their sum |
//! | `+-1`, `+-(1*)`, `+-{3\|2}` | switches {x\|-x} |
//! | `+-{1,{2\|0}}` | {1,{2\|0}\|-1,{0\|-2}}: the options of Left, and their negatives for Right |
//! | `{2\|\|1\|*}` | options; the longest row of bars is the outermost, and a side with bars is one option |
//! | `a + b`, `a - b`, `-a`, `(a)` | sums |
//! | `3.a` | three copies of a |
//! | `cool(a, 1/2)` | a [`Function`](crate::Function) |
//! | `on`, `off`, `over`, `under`, `upon`, `dud` | {pass\|}, {\|pass}, {0\|pass}, {pass\|0}, {pass\|*}, on & off |
//! | `pass` | as an option: the position in whose braces it stands |
//! | `a{0\|{*\|a}}` | braces with a name, which stands for them as an option within them |
//! | `s & t` | the value with the onside s and the offside t |
//! | `nim(3)`, `2*nim(3)` | what the caller knows by a [name](crate::Names), or copies of it |
//!
//! A minus sign directly before a digit, where a term begins, belongs to the number alone: `-1^` is
//! -1 + ^, while `0 - 1^` is -(1^). `2*3` is 2 + *3.

pub mod error;
pub mod answer;
pub mod functions;
pub mod read;
mod braces;
mod plain;
pub(crate) mod loops;
pub mod write;
