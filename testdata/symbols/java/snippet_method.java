    /** Adds one. */
    @Override
    public boolean add(T item) {
        return items.add(item);
    }

    public Ledger(String name) {
        this.name = name;
    }
