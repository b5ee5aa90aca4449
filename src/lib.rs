//! Tengen, a Go (weiqi, baduk) engine.
//!
//! # The way of a `genmove b`
//!
//! 1. The input thread of [`gtp::server`] reads the line, stamps its number and the time, and sends it to the worker;
//!    it reads on meanwhile, so that `# interrupt` and the end of input reach a running search by [`gtp::signals`].
//! 2. [`gtp::request`] has made it a request: id, name, words. No Go is known there.
//! 3. [`gtp::session`] finds the row of the command table ([`gtp::commands`]) and keeps a checkpoint of the game.
//! 4. The row reads its arguments by the handler's types ([`gtp::arg`]): here a [`go::Color`].
//! 5. The handler asks [`engine::Engine::genmove`], with a function that says when to stop.
//! 6. The engine asks its [`clock`] how long it may think, counted from the stamp of the line.
//! 7. The search looks for the best move until the budget, the playout limit or the stop.
//! 8. The engine decides whether to pass or resign instead (`engine::decide`, with the rules of [`search::choose`]), plays the choice in its [`go::Game`] and returns it as a value.
//! 9. [`gtp::response`] frames the handler's text with `=` and the id, writes and flushes it.
//! 10. The engine is told so, and books the time since the stamp on Black's clock.

pub mod analysis_server;
pub mod bench;
pub mod cli;
pub mod clock;
pub mod diagnostics;
pub mod engine;
pub mod features;
pub mod files;
pub mod go;
pub mod gtp;
pub mod net;
pub mod playout;
pub mod referee;
pub mod review;
pub mod search;
pub mod sgf;
pub mod streams;
