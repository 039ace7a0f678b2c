//! Inner doc.
#![allow(dead_code)]
use std::{fmt, io};

/// A point. }
#[derive(Debug, Clone)]
pub struct Point<'a, T: 'a> where T: fmt::Debug, {
    x: &'a T,
}

pub struct Unit;
pub(crate) struct Pair(u8, char);

pub enum Shape { Circle { r: f64 }, Other('}' as u8) }

impl<'a, T: fmt::Debug> Point<'a, T> {
    pub const MAX: u32 = 3;
    /// New.
    #[inline]
    pub fn new(x: &'a T) -> Self { Point { x } }
    pub async unsafe fn run(&self) -> Result<(), Box<dyn Fn(u8) -> u8>> {
        let raw = r#"fn fake() { "#;
        fn nested() {}
        match 'x' { '{' => Ok(()), _ => Ok(()) }
    }
}

impl<'a, T: fmt::Debug> fmt::Display for Point<'a, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "{{}}") }
}

impl From<[u8; 4]> for Unit {
    fn from(_: [u8; 4]) -> Self { Unit }
}

pub trait Draw: Send {
    type Item;
    fn draw(&self) -> Self::Item;
    fn twice(&self) { /* nested /* comment } */ */ }
}

const N: usize = 4;
static mut STATE: [u8; N] = [0; N];
type Short = Result<(), io::Error>;

macro_rules! maker {
    ($x:expr) => { fn $x() {} };
}

mod inner {
    pub fn deep() {}
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn works() { assert_eq!(N, 4); }
}
