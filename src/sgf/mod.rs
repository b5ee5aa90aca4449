//! Game records in the Smart Game Format: reading whatever programs and people wrote since FF1, writing FF4.
//!
//! [`read()`] turns bytes into a [`Record`]: the main line of the first game, ready to be replayed step by step, and the
//! variations beside it.
//! [`GameTree`] writes a game, with variations where there are any, as text that every other program reads.
//! Neither knows the rules of the game: who replays a record finds out whether its moves were legal.
//! Bytes become tokens, trees and properties in `token` and `read`, properties become nodes in `build`; the names that `write` takes from
//! [`Info`] and [`Node`] itself stand at its end.
//!
//! ```
//! use tengen::go::{Color, Move};
//! use tengen::sgf::{Step, read};
//!
//! let record = read(b"(;GM[1]SZ[9]KM[7,5];B[ee];W[])")?;
//! assert_eq!((record.size, record.info.komi.unwrap().to_string()), (9, "7.5".to_string()));
//! let steps: Vec<_> = record.steps().collect();
//! assert_eq!(steps[0], Step::Move(Color::Black, Move::Play("E5".parse().unwrap())));
//! assert_eq!(steps[1], Step::Move(Color::White, Move::Pass));
//! # Ok::<(), tengen::sgf::ReadError>(())
//! ```
//!
//! # What the reader makes of real files
//! - **Bytes, not text.** The encoding is found first ([`Record::encoding`] says which): a byte order mark, else the `CA`
//!   property where the bytes agree with it, else UTF-8 where they are valid, else a guess among the encodings of China, Taiwan,
//!   Japan and Korea, else windows-1252. `]` and `\` as second byte of a character end and escape nothing.
//! - **Structure.** Text before and after the game is passed over, `;` may be missing, `;;` and empty variations do no harm, and
//!   lower-case letters of long FF1 to FF3 names are dropped. The main line is the first child of every node. Nesting costs no stack.
//!   A main line that is not closed by `)` is an error ([`ReadError::Truncated`]): a game cut off in the middle must not be
//!   taken for the whole. Where only variations are cut off, a warning says so.
//! - **Moves and set-up.** Lists of rectangles are expanded; an empty value, `pass` and, up to 19x19, `tt` are passes;
//!   `D4` is read as the vertex; `PL` may be `1` or `2`. A point off the board is skipped with a warning. Set-up and moves of one node are taken apart
//!   into nodes of their own, set-up first, as are several moves in one node; a player whom `PL` names beside the
//!   other one's move is who moves next; the first node never holds a move.
//! - **Game information** counts wherever on the main line it stands first. Numbers may have a comma. For komi see below.
//! - **Handicap** without stones on the board: see [`Record::handicap`].
//!
//! # Komi
//! `KM` is in points, but Chinese programs also write zi, of which one is two points, and hundredths. Read as such are: a value
//! with the unit `子`; a value below five that ends in a quarter (`3.75` is 7.5 points; no komi in points ends so); a whole
//! number of 200 to 999 that is a multiple of 25 (`375` is 3.75 zi, 7.5 points; above 400 it is hundredths of a point, `650` is
//! 6.5 points), and from the server that writes `AP[foxwq]` any whole number from 25 on (`50` is half a point). The writer
//! adds a decimal where its number would be misread so: 375 points are `KM[375.0]`.
//!
//! # Why not a crate
//! Three published crates read this format, and none does for records as they come:
//! - `sgf-parse` 4.2.8 and `sgf-parser` 2.6.0 take `&str`, so that the encoding must be known before the file is read; they
//!   refuse a byte order mark, text before the game and a missing `;`, and take `KM[6,5]` and `B[R16]` for invalid properties.
//! - `sgf-parse` overflows the stack on a game of a million nodes in a row; `sgf-parser` gives up at ten thousand nested
//!   variations and does not expand compressed point lists.
//! - `sgf` 0.1.5 takes `&str` too, and keeps the properties of a node in a hash map, so that their order is lost.

mod build;
mod encoding;
mod number;
mod outcome;
mod read;
mod record;
mod replay;
mod text;
mod token;
mod vertex;
mod write;

pub use outcome::{Outcome, WinBy};
pub use read::{ReadError, read, read_all};
pub use record::{Handicap, Info, Node, Record, SetupStone, Step, Variation, Warning};
pub use write::{GameTree, NodeId};
