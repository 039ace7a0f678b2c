    @cached_property
    def norm(self):
        """Length.

        In metres.
        """
        if self.x:
            return abs(self.x)
        return 0

    @staticmethod
    def origin():
        return Point(0, 0)
