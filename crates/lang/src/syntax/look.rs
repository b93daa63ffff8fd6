//! How pieces look in pictures of a position: `show … as disc red`, `show … as letter`.

/// How a piece looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Look {
    /// A disc of this colour.
    Disc(Colour),
    /// The letter, number or text that a drawing in letters has, as it is.
    Letter,
}

macro_rules! colours {
    ($($colour:ident $name:literal $rgb:literal $doc:literal,)*) => {
        /// The colour of a piece.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Colour {
            $(#[doc = $doc] $colour,)*
        }

        impl Colour {
            /// All colours.
            pub const ALL: &'static [Self] = &[$(Self::$colour),*];

            /// The name of the colour in the rules.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$colour => $name,)*
                }
            }

            /// The amounts of red, green and blue, each in 0..=255.
            #[must_use]
            pub fn rgb(self) -> [u8; 3] {
                let rgb: u32 = match self {
                    $(Self::$colour => $rgb,)*
                };
                let [_, red, green, blue] = rgb.to_be_bytes();
                [red, green, blue]
            }
        }
    };
}

colours! {
    Black "black" 0x26_24_22 "A black that shows its edge.",
    White "white" 0xfb_f8_f0 "A warm white.",
    Grey "grey" 0x8a_8a_8a "Grey.",
    Red "red" 0xc6_2f_2f "Red.",
    Orange "orange" 0xe0_7b_1a "Orange.",
    Yellow "yellow" 0xf2_c4_2c "Yellow.",
    Green "green" 0x3b_8c_46 "Green.",
    Blue "blue" 0x2c_63_b5 "Blue.",
    Purple "purple" 0x7d_44_a8 "Purple.",
    Brown "brown" 0x7a_4e_2b "Brown.",
}

impl Colour {
    /// The colour with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|colour| colour.name() == name)
    }
}
