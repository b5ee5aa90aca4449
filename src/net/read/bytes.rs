//! Bytes, tokens and floats of a network file.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::str::FromStr;

use flate2::read::MultiGzDecoder;

use crate::net::error::NetError;

/// The longest file that is read: 4 GiB, several times the largest network there is.
const LONGEST: u64 = 4 << 30;
/// A file may unpack to this many times its size, ...
const RATIO: u64 = 16;
/// ... or to this many bytes if that is more.
const SMALL: u64 = 16 << 20;
/// The longest token: a name.
const LONGEST_TOKEN: usize = 1000;

/// Reads a file that is not absurdly long.
pub(super) fn load(file: File) -> Result<Vec<u8>, NetError> {
    let length = file.metadata().map_err(NetError::Io)?.len();
    let too_long = || NetError::Invalid(format!("it is longer than {} GiB", LONGEST >> 30));
    if length > LONGEST {
        return Err(too_long());
    }
    let mut data = Vec::new();
    data.try_reserve_exact(usize::try_from(length).map_err(|_| too_long())?)
        .map_err(|error| NetError::Io(io::Error::new(io::ErrorKind::OutOfMemory, error)))?;
    // A file that grows meanwhile is cut off, and then found to be corrupt.
    file.take(length)
        .read_to_end(&mut data)
        .map_err(NetError::Io)?;
    Ok(data)
}

/// Unpacks gzip, if it is that.
pub(super) fn unzip(data: &[u8]) -> Result<Cow<'_, [u8]>, NetError> {
    if !data.starts_with(&[0x1f, 0x8b]) {
        return Ok(Cow::Borrowed(data));
    }
    let limit = (data.len() as u64).saturating_mul(RATIO).max(SMALL);
    let mut unzipped = Vec::new();
    let mut decoder = MultiGzDecoder::new(data).take(limit + 1);
    decoder.read_to_end(&mut unzipped).map_err(|error| {
        NetError::Invalid(format!("its gzip data are truncated or corrupt ({error})"))
    })?;
    if unzipped.len() as u64 > limit {
        return Err(NetError::Invalid(format!(
            "it unpacks to more than {RATIO} times its size"
        )));
    }
    Ok(Cow::Owned(unzipped))
}

/// A place in the unpacked file.
pub(super) struct Cursor<'a> {
    rest: &'a [u8],
    /// The last name that was read, for messages.
    layer: String,
}

impl<'a> Cursor<'a> {
    /// The start of a file.
    pub(super) fn new(data: &'a [u8]) -> Self {
        Self {
            rest: data,
            layer: String::from("header"),
        }
    }

    /// An error at this place.
    pub(super) fn invalid(&self, what: impl AsRef<str>) -> NetError {
        NetError::Invalid(format!("{}: {}", self.layer, what.as_ref()))
    }

    /// The next token.
    fn token(&mut self, what: &str) -> Result<&'a str, NetError> {
        self.rest = self.rest.trim_ascii_start();
        let end = self
            .rest
            .iter()
            .take(LONGEST_TOKEN + 1)
            .position(u8::is_ascii_whitespace);
        let end = end.unwrap_or(self.rest.len());
        if end == 0 {
            return Err(self.invalid(format!("the file ends where the {what} should be")));
        }
        if end > LONGEST_TOKEN {
            return Err(self.invalid(format!("something very long where the {what} should be")));
        }
        let (token, rest) = self.rest.split_at(end);
        self.rest = rest;
        match str::from_utf8(token) {
            Ok(text) if !text.contains(char::is_control) => Ok(text),
            _ => Err(self.invalid(format!("binary data where the {what} should be"))),
        }
    }

    /// The next token as a value.
    fn parse<T: FromStr>(&mut self, what: &str) -> Result<T, NetError> {
        let token = self.token(what)?;
        token
            .parse()
            .map_err(|_| self.invalid(format!("{} where the {what} should be", shorten(token))))
    }

    /// The name of the layer or part that begins here.
    pub(super) fn name(&mut self) -> Result<String, NetError> {
        let name = self.token("name")?.to_owned();
        self.layer = shorten(&name);
        Ok(name)
    }

    /// A word from a fixed list.
    pub(super) fn word(&mut self, what: &str) -> Result<&'a str, NetError> {
        self.token(what)
    }

    /// An integer that is not negative.
    pub(super) fn integer<T: FromStr>(&mut self, what: &str) -> Result<T, NetError> {
        self.parse(what)
    }

    /// An integer from one to `limit`.
    pub(super) fn size(&mut self, what: &str, limit: usize) -> Result<usize, NetError> {
        let size = self.parse(what)?;
        if size == 0 || size > limit {
            return Err(self.invalid(format!(
                "the {what} is {size}, which is not from 1 to {limit}"
            )));
        }
        Ok(size)
    }

    /// A 0 or 1.
    pub(super) fn flag(&mut self, what: &str) -> Result<bool, NetError> {
        match self.parse::<u32>(what)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(self.invalid(format!("the {what} is neither 0 nor 1"))),
        }
    }

    /// Numbers that are zero in all networks known so far.
    pub(super) fn unused_options(&mut self, count: usize, part: &str) -> Result<(), NetError> {
        for i in 1..=count {
            let option = self.token("option")?;
            if option != "0" {
                return Err(NetError::Unsupported(format!(
                    "{part} sets unknown option {i} to {}",
                    shorten(option)
                )));
            }
        }
        Ok(())
    }

    /// One finite number in text.
    pub(super) fn float(&mut self, what: &str) -> Result<f32, NetError> {
        let float: f32 = self.parse(what)?;
        if float.is_finite() {
            Ok(float)
        } else {
            Err(self.invalid(format!("the {what} is not finite")))
        }
    }

    /// A tensor of finite numbers, in text or in binary.
    pub(super) fn floats(&mut self, count: usize) -> Result<Vec<f32>, NetError> {
        const MARK: &[u8] = b"@BIN@";
        self.rest = self.rest.trim_ascii_start();
        if let Some(binary) = self.rest.strip_prefix(MARK) {
            let length = count
                .checked_mul(4)
                .filter(|&length| length <= binary.len());
            let Some((floats, rest)) = length.map(|length| binary.split_at(length)) else {
                return Err(self.invalid(format!("the file ends before its {count} weights do")));
            };
            self.rest = rest;
            let floats: Vec<f32> = floats
                .as_chunks()
                .0
                .iter()
                .map(|&bytes| f32::from_le_bytes(bytes))
                .collect();
            return if floats.iter().all(|x| x.is_finite()) {
                Ok(floats)
            } else {
                Err(self.invalid("a weight is not finite"))
            };
        }
        // In text, a number and the space after it take two bytes at least.
        if count > self.rest.len() / 2 + 1 {
            return Err(self.invalid(format!("the file ends before its {count} weights do")));
        }
        (0..count).map(|_| self.float("weight")).collect()
    }

    /// Fails unless only white space is left.
    pub(super) fn end(&self) -> Result<(), NetError> {
        if self.rest.trim_ascii_start().is_empty() {
            Ok(())
        } else {
            Err(NetError::Invalid(
                "there are more data after the end of the network".into(),
            ))
        }
    }
}

/// A piece of the file for a message: quoted, without control characters, not too long.
pub(super) fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}
