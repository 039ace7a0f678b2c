    /// Doubles it.
    #[inline]
    pub fn double(&mut self) -> u32 {
        self.x * 2
    }

    fn free(x: u32) -> u32 { x }
