//! The fields of a query, read by type.

use std::ops::RangeInclusive;
use std::str::FromStr;

use serde_json::{Map, Value, json};

use crate::diagnostics::quoted;
use crate::go::{Board, Color, Move};

/// Why a line cannot be answered as it wants, or what in it has no effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The field that is wrong, where it is one.
    pub field: Option<String>,
    /// What is wrong, for people.
    pub message: String,
}

impl Fault {
    /// A fault of a whole line.
    pub fn of_line(message: impl Into<String>) -> Self {
        Self {
            field: None,
            message: message.into(),
        }
    }

    /// A fault of one field.
    pub fn of_field(field: &str, message: impl Into<String>) -> Self {
        Self {
            field: Some(field.to_owned()),
            message: message.into(),
        }
    }

    /// The answer that tells of it: with the key `error` or `warning`, to the query of this id.
    #[must_use]
    pub fn answer(&self, key: &str, id: Option<&str>) -> Value {
        let mut answer = json!({ key: self.message });
        for (key, value) in [("field", self.field.as_deref()), ("id", id)] {
            if let Some(value) = value {
                answer[key] = value.into();
            }
        }
        answer
    }
}

/// The fields of an object; one that is `null` counts as missing.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a>(pub &'a Map<String, Value>);

impl<'a> Fields<'a> {
    /// A field as it stands.
    #[must_use]
    pub fn get(self, key: &str) -> Option<&'a Value> {
        self.0.get(key).filter(|value| !value.is_null())
    }

    fn read<T>(
        self,
        key: &str,
        wanted: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, Fault> {
        self.get(key)
            .map(|value| read(value).ok_or_else(|| Fault::of_field(key, wanted)))
            .transpose()
    }

    /// A text.
    ///
    /// # Errors
    /// Where it is something else.
    pub fn text(self, key: &str) -> Result<Option<&'a str>, Fault> {
        self.read(key, "must be a string", Value::as_str)
    }

    /// Yes or no; no where it is missing.
    ///
    /// # Errors
    /// Where it is something else.
    pub fn flag(self, key: &str) -> Result<bool, Fault> {
        let flag = self.read(key, "must be true or false", Value::as_bool)?;
        Ok(flag.unwrap_or(false))
    }

    /// A whole number in a range.
    ///
    /// # Errors
    /// Where it is something else.
    pub fn integer(self, key: &str, range: RangeInclusive<i64>) -> Result<Option<i64>, Fault> {
        let wanted = format!(
            "must be an integer from {} to {}",
            range.start(),
            range.end()
        );
        self.read(key, &wanted, |value| {
            integer(value).filter(|number| range.contains(number))
        })
    }

    /// A number in a range.
    ///
    /// # Errors
    /// Where it is something else.
    pub fn number(self, key: &str, range: RangeInclusive<f64>) -> Result<Option<f64>, Fault> {
        let (least, most) = (range.start(), range.end());
        let wanted = if *most < f64::MAX {
            format!("must be a number from {least} to {most}")
        } else {
            format!("must be a number of at least {least}")
        };
        self.read(key, &wanted, |value| {
            value.as_f64().filter(|number| range.contains(number))
        })
    }

    /// A list of whole numbers.
    ///
    /// # Errors
    /// Where it is something else.
    pub fn integers(self, key: &str) -> Result<Option<Vec<i64>>, Fault> {
        self.read(key, "must be an array of integers", |value| {
            value.as_array()?.iter().map(integer).collect()
        })
    }

    /// A colour as `B` or `W`, or the whole word, in either case.
    ///
    /// # Errors
    /// Where it is something else.
    pub fn color(self, key: &str) -> Result<Option<Color>, Fault> {
        self.read(key, "must be \"B\" or \"W\"", color)
    }

    /// A list of objects.
    ///
    /// # Errors
    /// Where it is something else.
    pub fn objects(self, key: &str) -> Result<Option<Vec<Fields<'a>>>, Fault> {
        self.read(key, "must be an array of objects", |value| {
            let objects = value.as_array()?.iter();
            objects.map(|item| item.as_object().map(Fields)).collect()
        })
    }

    /// A list of moves of one player, on a board.
    ///
    /// # Errors
    /// Where it is something else.
    pub fn moves(self, key: &str, board: &Board) -> Result<Option<Vec<Move>>, Fault> {
        self.read(key, "must be an array of vertices of the board", |value| {
            let moves = value.as_array()?.iter();
            moves.map(|item| vertex(item, board)).collect()
        })
    }

    /// A list of moves with their players, on a board.
    ///
    /// # Errors
    /// Where it is something else.
    pub fn plays(self, key: &str, board: &Board) -> Result<Option<Vec<(Color, Move)>>, Fault> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        let wanted = "must be an array of pairs [player, vertex], as [[\"B\",\"D4\"]]";
        let plays = value.as_array().into_iter().flatten();
        if !value.is_array() {
            return Err(Fault::of_field(key, wanted));
        }
        let play = |pair: &Value| {
            let Some([player, place]) = pair.as_array().map(Vec::as_slice) else {
                return Err(Fault::of_field(key, wanted));
            };
            let color = color(player).ok_or_else(|| {
                Fault::of_field(key, format!("no player is {}", quoted(&player.to_string())))
            })?;
            let mv = vertex(place, board).ok_or_else(|| {
                Fault::of_field(
                    key,
                    format!("no vertex of the board is {}", quoted(&place.to_string())),
                )
            })?;
            Ok((color, mv))
        };
        plays.map(play).collect::<Result<_, _>>().map(Some)
    }
}

/// A whole number, also one that is written as `7.0`.
fn integer(value: &Value) -> Option<i64> {
    let number = value.as_i64().map_or_else(|| value.as_f64(), |_| None);
    #[allow(clippy::cast_possible_truncation)] // checked to be whole and far from the limits
    let whole = number
        .filter(|number| number.fract() == 0.0 && number.abs() < 1e15)
        .map(|number| number as i64);
    value.as_i64().or(whole)
}

fn color(value: &Value) -> Option<Color> {
    match value.as_str()?.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// A vertex or `pass`. `KataGo`'s `(column,row)`, counted from 0 at the upper left, is read too.
fn vertex(value: &Value, board: &Board) -> Option<Move> {
    let text = value.as_str()?;
    let mv = match text
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
    {
        Some(inner) => {
            let (column, row) = inner.split_once(',')?;
            let (column, row) = (place(column, board)?, place(row, board)?);
            Move::Play(crate::go::Point::new(column, board.size() - 1 - row))
        }
        None => Move::from_str(text).ok()?,
    };
    let on_board = mv.point().is_none_or(|point| board.contains(point));
    on_board.then_some(mv)
}

fn place(text: &str, board: &Board) -> Option<usize> {
    let place: usize = text.trim().parse().ok()?;
    (place < board.size()).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Point;

    fn object(text: &str) -> Map<String, Value> {
        serde_json::from_str(text).expect("an object")
    }

    #[test]
    fn values_are_read_by_type() {
        let map = object(
            r#"{"t":"x","f":true,"i":7.0,"n":0.5,"l":[1,2],"c":"w","none":null,"m":["D4","pass","(0,0)"],
                "p":[["B","a1"],["white","PASS"]]}"#,
        );
        let fields = Fields(&map);
        let board = Board::new(9);
        assert_eq!(fields.text("t"), Ok(Some("x")));
        assert_eq!(
            (fields.flag("f"), fields.flag("none")),
            (Ok(true), Ok(false))
        );
        assert_eq!(fields.integer("i", 1..=9), Ok(Some(7)));
        assert_eq!(fields.number("n", 0.0..=1.0), Ok(Some(0.5)));
        assert_eq!(fields.integers("l"), Ok(Some(vec![1, 2])));
        assert_eq!(fields.color("c"), Ok(Some(Color::White)));
        let at = |column, row| Move::Play(Point::new(column, row));
        assert_eq!(
            fields.moves("m", &board),
            Ok(Some(vec![at(3, 3), Move::Pass, at(0, 8)]))
        );
        assert_eq!(
            fields.plays("p", &board),
            Ok(Some(vec![
                (Color::Black, at(0, 0)),
                (Color::White, Move::Pass)
            ]))
        );
        assert_eq!(fields.plays("none", &board), Ok(None));
    }

    #[test]
    fn a_value_of_another_type_is_a_fault_of_its_field() {
        let map = object(
            r#"{"a":7,"b":"x","c":[["B"]],"d":[["X","D4"]],"e":[["B","K10"]],"f":7.5,"g":["(9,0)"],"h":{}}"#,
        );
        let fields = Fields(&map);
        let board = Board::new(9);
        let faults = [
            fields.text("a").err(),
            fields.flag("b").err(),
            fields.integer("a", 8..=9).err(),
            fields.integer("f", 0..=9).err(),
            fields.number("b", 0.0..=1.0).err(),
            fields.integers("b").err(),
            fields.color("b").err(),
            fields.objects("c").err(),
            fields.plays("c", &board).err(),
            fields.plays("d", &board).err(),
            fields.plays("e", &board).err(),
            fields.moves("g", &board).err(),
            fields.plays("h", &board).err(),
        ];
        for (fault, field) in faults.into_iter().zip("abafbbbccdegh".chars()) {
            let fault = fault.expect("a fault");
            assert_eq!(fault.field, Some(field.to_string()), "{}", fault.message);
        }
    }

    #[test]
    fn faults_as_answers() {
        let fault = Fault::of_field("komi", "no");
        assert_eq!(
            fault.answer("error", Some("q")).to_string(),
            r#"{"error":"no","field":"komi","id":"q"}"#
        );
        assert_eq!(
            Fault::of_line("no").answer("warning", None).to_string(),
            r#"{"warning":"no"}"#
        );
    }
}
