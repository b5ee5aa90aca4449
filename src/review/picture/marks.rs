//! Where the marks of the mistakes stand: near the curve, none over another.

/// A place in the drawing: from the left, from the top.
pub(super) type Place = (i32, i32);

/// A mark to be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wish {
    /// The point of the curve that it belongs to.
    pub at: Place,
    /// Whether it stands above the curve, and not below.
    pub above: bool,
}

/// Places for marks with a radius, from the top to the bottom of an area: at the wished side of the curve, farther off where
/// another mark is in the way, at the other side where there is no room left.
pub(super) fn places(wishes: &[Wish], radius: i32, (top, bottom): (i32, i32)) -> Vec<Place> {
    let mut taken: Vec<Place> = Vec::new();
    for wish in wishes {
        let (x, y) = wish.at;
        let is_free = |&(x, y): &Place| {
            (top + radius..=bottom - radius).contains(&y)
                && taken.iter().all(|&(other_x, other_y)| {
                    let (dx, dy) = (i64::from(x - other_x), i64::from(y - other_y));
                    let apart = i64::from(2 * radius + radius / 5);
                    dx * dx + dy * dy >= apart * apart
                })
        };
        let reach = 1 + (bottom - top).max(0) / (radius / 2).max(1);
        let side = |above: bool| {
            (0..reach).map(move |step| {
                let off = 2 * radius + step * (radius / 2).max(1);
                (x, if above { y - off } else { y + off })
            })
        };
        let free = side(wish.above).chain(side(!wish.above)).find(is_free);
        let inside = (top + radius).max(0)..(bottom - radius).max(top + radius + 1);
        taken.push(free.unwrap_or((x, y.clamp(inside.start, inside.end - 1))));
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_keep_apart_and_inside() {
        let wish = |x, y, above| Wish { at: (x, y), above };
        let wishes = [
            wish(50, 100, true),
            wish(52, 100, true),
            wish(51, 98, false),
            wish(53, 5, true),
            wish(54, 195, false),
        ];
        let places = places(&wishes, 10, (0, 200));
        assert_eq!(places.len(), wishes.len());
        assert_eq!((places[0], places[2]), ((50, 80), (51, 118)));
        for (i, &(x, y)) in places.iter().enumerate() {
            assert_eq!(x, wishes[i].at.0);
            assert!((10..=190).contains(&y), "{places:?}");
            for &(other_x, other_y) in &places[..i] {
                let square = (x - other_x).pow(2) + (y - other_y).pow(2);
                assert!(square >= 20 * 20, "{places:?}");
            }
        }
        // Too small an area for all: still one place each.
        let crowd = vec![wish(5, 5, true); 30];
        assert_eq!(super::places(&crowd, 10, (0, 60)).len(), 30);
        assert_eq!(super::places(&crowd[..1], 10, (0, 5)).len(), 1);
    }
}
