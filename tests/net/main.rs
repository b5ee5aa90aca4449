//! Tests of the network reader and the forward pass, on tiny networks that the tests write themselves.
#![allow(
    unreachable_pub,
    missing_docs,
    reason = "the modules of a test are not a library"
)]
#![allow(
    clippy::cast_precision_loss,
    clippy::large_enum_variant,
    reason = "small numbers of small things"
)]

mod files;
mod forward;
mod slow;
mod tiny;
