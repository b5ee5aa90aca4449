//! From games to FF4 text.

use std::fmt::{self, Write as _};

use super::number::komi_text;
use super::record::{Info, Node, Record};
use super::text::{escape, one_line};
use crate::go::{Color, Move, Point};

/// Moves in a line of text.
const MOVES_A_LINE: usize = 10;

/// A game with variations, to be written. The first child of every node is the main line.
///
/// ```
/// use tengen::go::{Color, Move};
/// use tengen::sgf::{GameTree, Info, Node};
///
/// let mut tree = GameTree::new(9, Info::default());
/// let first = tree.add(GameTree::ROOT, Node::with_move(Color::Black, Move::Play("E5".parse()?)));
/// tree.add(first, Node::with_move(Color::White, Move::Play("C3".parse()?)));
/// tree.add(first, Node::with_move(Color::White, Move::Pass));
/// tree.node_mut(first).comment = Some("the centre".to_string());
/// let text = tree.to_string();
/// assert!(text.contains("SZ[9]") && text.ends_with(";B[ee]C[the centre]\n(;W[cg])\n(;W[]))"));
/// # Ok::<(), tengen::go::point::ParsePointError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    size: usize,
    info: Info,
    nodes: Vec<Entry>,
}

/// A node of a [`GameTree`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(usize);

#[derive(Clone, Debug, Default)]
struct Entry {
    node: Node,
    children: Vec<NodeId>,
}

impl GameTree {
    /// The first node: the start position, with set-up and comment but no move.
    pub const ROOT: NodeId = NodeId(0);

    /// A game with an empty first node.
    #[must_use]
    pub fn new(size: usize, info: Info) -> Self {
        Self {
            size,
            info,
            nodes: vec![Entry::default()],
        }
    }

    /// What the record says about the game as a whole.
    pub const fn info_mut(&mut self) -> &mut Info {
        &mut self.info
    }

    /// Adds a child to a node: its main line where it is the first, else a variation.
    ///
    /// # Panics
    /// Where `parent` is a node of another, larger tree.
    pub fn add(&mut self, parent: NodeId, node: Node) -> NodeId {
        let id = NodeId(self.nodes.len());
        self.nodes[parent.0].children.push(id);
        self.nodes.push(Entry {
            node,
            children: Vec::new(),
        });
        id
    }

    /// A node, to change it.
    ///
    /// # Panics
    /// As [`add`](Self::add).
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0].node
    }

    /// The nodes of the main line, the first node first. Made from a [`Record`], they are its nodes in order.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(Self::ROOT), |id| {
            self.nodes[id.0].children.first().copied()
        })
    }
}

impl From<&Record> for GameTree {
    fn from(record: &Record) -> Self {
        let mut tree = Self::new(record.size, record.info.clone());
        let mut nodes = record.nodes.iter().cloned();
        *tree.node_mut(Self::ROOT) = nodes.next().unwrap_or_default();
        let mut ids = vec![Self::ROOT];
        for node in nodes {
            ids.push(tree.add(ids[ids.len() - 1], node));
        }
        for variation in &record.variations {
            let mut parent = ids.get(variation.after).copied().unwrap_or(Self::ROOT);
            for node in &variation.nodes {
                parent = tree.add(parent, node.clone());
                ids.push(parent);
            }
        }
        tree
    }
}

impl fmt::Display for GameTree {
    /// The game in FF4 and UTF-8, without a line break at the end. [`read`](super::read()) gives it back. In texts,
    /// tabs become spaces and other control characters are dropped, and a node with set-up and a move becomes two. Other
    /// properties whose names this writer gives itself are left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// What is still to be written.
        enum Task {
            Open,
            Node(NodeId),
            Close,
        }
        let mut out = Lines::default();
        let mut tasks = vec![Task::Close, Task::Node(Self::ROOT), Task::Open];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Open => {
                    out.end_line();
                    out.text.push('(');
                }
                Task::Close => {
                    out.text.push(')');
                    out.moves = MOVES_A_LINE;
                }
                Task::Node(id) => {
                    self.write_node(&mut out, id);
                    let children = &self.nodes[id.0].children;
                    match **children {
                        [] => {}
                        [only] => tasks.push(Task::Node(only)),
                        _ => {
                            for &child in children.iter().rev() {
                                tasks.extend([Task::Close, Task::Node(child), Task::Open]);
                            }
                        }
                    }
                }
            }
        }
        f.write_str(&out.text)
    }
}

/// Text that is being written, in lines of some moves each.
#[derive(Default)]
struct Lines {
    text: String,
    /// Moves in the last line.
    moves: usize,
}

impl Lines {
    fn end_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.moves = 0;
    }

    /// Begins a node, in a new line where the last one is full, but never between `(` and its node.
    fn begin_node(&mut self) {
        if self.moves >= MOVES_A_LINE && !self.text.ends_with('(') {
            self.end_line();
        }
        self.text.push(';');
    }

    /// Writes a property. Values are escaped here.
    fn property(&mut self, name: &str, values: impl IntoIterator<Item = impl AsRef<str>>) {
        self.text.push_str(name);
        for value in values {
            self.text.push('[');
            self.text.push_str(&escape(value.as_ref()));
            self.text.push(']');
        }
    }

    fn line_property(&mut self, name: &str, value: Option<&String>) {
        if let Some(value) = value.and_then(|value| one_line(value)) {
            self.property(name, [value]);
        }
    }
}

impl GameTree {
    fn write_node(&self, out: &mut Lines, id: NodeId) {
        let node = &self.nodes[id.0].node;
        out.begin_node();
        let is_root = id == Self::ROOT;
        if is_root {
            self.write_info(out);
        }
        let is_set_up = !node.setup.is_empty() || node.player.is_some();
        self.write_setup(out, node);
        if let Some((color, mv)) = node.mv {
            if is_root || is_set_up {
                out.text.push_str("\n;");
                out.moves = 0;
            }
            let _ = write!(out.text, "{}[", color.letter());
            if let Move::Play(point) = mv {
                out.text.extend(self.letters(point));
            }
            out.text.push(']');
            out.moves += 1;
        }
        for (name, values) in &node.extra {
            let is_name = !name.is_empty()
                && name.starts_with(|c: char| c.is_ascii_uppercase())
                && name
                    .bytes()
                    .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
            if is_name && !values.is_empty() && !OWN_NAMES.contains(&name.as_str()) {
                out.property(name, values);
            }
        }
        if let Some(comment) = node.comment.as_ref().filter(|text| !text.is_empty()) {
            out.property("C", [comment]);
        }
        if is_root || is_set_up || node.comment.is_some() {
            out.moves = MOVES_A_LINE;
        }
    }

    fn write_info(&self, out: &mut Lines) {
        let info = &self.info;
        let size = self.size;
        let _ = write!(
            out.text,
            "GM[1]FF[4]CA[UTF-8]AP[Tengen:{}]\nSZ[{size}]",
            env!("CARGO_PKG_VERSION")
        );
        out.line_property("RU", info.rules.as_ref());
        if let Some(komi) = info.komi {
            out.property("KM", [komi_text(komi)]);
        }
        if let Some(handicap) = info.handicap {
            let _ = write!(out.text, "HA[{handicap}]");
        }
        out.end_line();
        for (name, value) in [
            ("PB", &info.players.black),
            ("BR", &info.ranks.black),
            ("PW", &info.players.white),
            ("WR", &info.ranks.white),
            ("DT", &info.date),
            ("EV", &info.event),
            ("RE", &info.result),
        ] {
            out.line_property(name, value.as_ref());
        }
    }

    fn write_setup(&self, out: &mut Lines, node: &Node) {
        for (name, stone) in [
            ("AB", Some(Color::Black)),
            ("AW", Some(Color::White)),
            ("AE", None),
        ] {
            let mut points = node.setup.iter().filter(|&&(_, is)| is == stone).peekable();
            if points.peek().is_some() {
                let letters = points.map(|&(point, _)| String::from_iter(self.letters(point)));
                out.property(name, letters);
            }
        }
        if let Some(player) = node.player {
            let _ = write!(out.text, "PL[{}]", player.letter());
        }
    }

    /// The two letters of a point: column, then row from the top.
    fn letters(&self, point: Point) -> [char; 2] {
        let letter = |n: usize| char::from(b"abcdefghijklmnopqrstuvwxyz"[n.min(25)]);
        let from_top = self.size.saturating_sub(1 + point.row());
        [letter(point.column()), letter(from_top)]
    }
}

/// Names that stand for fields of [`Info`] and [`Node`] or that the writer always gives.
const OWN_NAMES: [&str; 22] = [
    "B", "W", "GM", "FF", "CA", "AP", "SZ", "RU", "KM", "HA", "PB", "BR", "PW", "WR", "DT", "EV",
    "RE", "AB", "AW", "AE", "PL", "C",
];
