    [Obsolete]
    public async Task<int> Count(string id)
    {
        return await items.CountAsync(id);
    }

    public Ledger(int limit) { this.limit = limit; }
    public int Size => 1;
