//! Crate documentation.
#![allow(dead_code)]

use std::fmt;

/// A point.
#[derive(Debug, Clone)]
// between attributes
#[repr(C)]
pub struct Point<T> {
    x: T,
}

pub struct Unit;
struct Tuple(u32, u32);

impl<T: Copy> Point<T> {
    pub const ZERO: u32 = 0;

    /// Makes one.
    #[inline]
    pub fn new(x: T) -> Self {
        fn helper() {}
        helper();
        Point { x }
    }

    pub async unsafe fn raw(&self) -> &T { &self.x }
}

impl<T> fmt::Display for Point<T>
where
    T: fmt::Display,
{
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.x)
    }
}

impl From<u32> for Tuple { fn from(a: u32) -> Self { Tuple(a, a) } }
impl From<std::string::String> for Tuple { fn from(_: String) -> Self { Tuple(0, 0) } }
impl<'a, T> Iterator for &'a mut Point<T> {
    type Item = T;
    fn next(&mut self) -> Option<T> { None }
}
unsafe impl Send for Unit {}
impl geo::shapes::Square { fn side(&self) {} }

pub trait Shape: fmt::Debug {
    type Out;
    const SIDES: u32;
    fn area(&self) -> Self::Out;
    /// Has a body.
    fn describe(&self) -> String { String::new() }
}

pub(crate) enum Kind {
    Small,
    Large { size: u32 },
}

union Bits { a: u32, b: f32 }
static mut COUNTER: u32 = 0;
const LIMIT: usize = 10;
const _: () = ();
pub type Result<T> = std::result::Result<T, Error>;

#[macro_export]
macro_rules! square {
    ($x:expr) => { $x * $x };
}

extern "C" {
    fn strlen(s: *const u8) -> usize;
}

mod external;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works() {}

    mod deep { pub fn inner() {} }
}

fn main() {}

lazy_static! { static ref MAP: u32 = 1; }
