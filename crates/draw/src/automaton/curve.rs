//! The curve of an arrow from one circle to another: an arc of a parabola (a quadratic Bézier curve).

/// How far across and how far down a place lies, or a direction leads.
pub(super) type Point = [f64; 2];

/// The number of pieces of a curve between whose ends it is compared with circles, labels and other curves.
const PIECES: usize = 24;

/// An arc of a parabola.
#[derive(Clone, Copy)]
pub(super) struct Curve {
    pub(super) from: Point,
    /// The place at which the tangents of both ends meet.
    pub(super) control: Point,
    pub(super) to: Point,
}

impl Curve {
    /// The curve between two places whose middle is at this distance on the left of the straight line.
    pub(super) fn bent(from: Point, to: Point, distance: f64) -> Self {
        let [across, down] = [to[0] - from[0], to[1] - from[1]];
        let length = across.hypot(down).max(1.0);
        let control = [
            f64::midpoint(from[0], to[0]) + 2.0 * distance * down / length,
            f64::midpoint(from[1], to[1]) - 2.0 * distance * across / length,
        ];
        Self { from, control, to }
    }

    /// The place at a share of the way, from 0 to 1.
    pub(super) fn at(&self, share: f64) -> Point {
        between(
            between(self.from, self.control, share),
            between(self.control, self.to, share),
            share,
        )
    }

    /// Places along the curve.
    pub(super) fn places(&self) -> impl Iterator<Item = Point> + '_ {
        (0..=PIECES).map(|piece| self.at(piece as f64 / PIECES as f64))
    }

    /// The curve without its first and its last piece, which lie within these distances of its ends.
    pub(super) fn cut(&self, first: f64, last: f64) -> Self {
        let share = |is_near: &dyn Fn(f64) -> bool| {
            let (mut near, mut far) = (0.0, 0.5);
            for _ in 0..30 {
                let middle = f64::midpoint(near, far);
                if is_near(middle) {
                    near = middle;
                } else {
                    far = middle;
                }
            }
            near
        };
        let begin = share(&|share| distance(self.at(share), self.from) < first);
        let end = 1.0 - share(&|share| distance(self.at(1.0 - share), self.to) < last);
        let control = between(
            between(self.from, self.control, begin),
            between(self.control, self.to, begin),
            end,
        );
        Self {
            from: self.at(begin),
            control,
            to: self.at(end),
        }
    }
}

pub(super) fn distance(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

fn between(a: Point, b: Point, share: f64) -> Point {
    [0, 1].map(|i| a[i] + (b[i] - a[i]) * share)
}

/// A rectangle: its middle, and half of its width and height.
#[derive(Clone, Copy)]
pub(super) struct Area {
    pub(super) middle: Point,
    pub(super) half: Point,
}

impl Area {
    /// Whether a place lies within the rectangle.
    pub(super) fn has(&self, place: Point) -> bool {
        [0, 1]
            .iter()
            .all(|&i| (place[i] - self.middle[i]).abs() < self.half[i])
    }

    /// Whether two rectangles overlap.
    pub(super) fn meets(&self, other: &Self) -> bool {
        let apart = |i: usize| (self.middle[i] - other.middle[i]).abs();
        [0, 1]
            .iter()
            .all(|&i| apart(i) < self.half[i] + other.half[i])
    }
}
