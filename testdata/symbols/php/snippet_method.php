    /** Finds one. */
    public static function find(int $id): ?self
    {
        return self::$all[$id] ?? null;
    }
