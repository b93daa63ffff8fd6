//! How a function is applied to the positions of a flaw.

/// A flaw with `$to` applied to its positions. Each variant has a line, with the fields that are positions
/// before the semicolon and the others behind it.
macro_rules! map_positions {
    ($flaw:expr, $Flaw:ident, $to:ident;
     $($variant:ident($($position:ident),+; $($other:ident),*),)+) => {
        match $flaw {
            $(Self::$variant { $($position,)+ $($other),* } => $Flaw::$variant {
                $($position: $to($position),)+
                $($other),*
            },)+
        }
    };
}

pub(crate) use map_positions;
