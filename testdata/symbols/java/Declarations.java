package shop.stock;

import java.util.List;

/**
 * A ledger.
 */
@Entity
@Table(name = "ledger")
public final class Ledger<T extends Item> extends Base implements Closeable {
    private static final int LIMIT = 10;
    private List<T> items;

    static { Registry.add(Ledger.class); }

    public Ledger() { this(LIMIT); }

    /** With a limit. */
    protected Ledger(int limit) {
        super(limit);
    }

    @Override
    public void close() throws IOException { }

    // Finds one.
    public <U> U find(String id) {
        Runnable r = new Runnable() { public void run() { } };
        return null;
    }

    public <U> U find(int id) { return null; }

    abstract void hook();

    interface Listener {
        void changed(Ledger<?> l);
        default int order() { return 0; }
    }

    static class Entry {
        class Deep { void run() { } }
        int value() { return 1; }
    }

    enum State {
        OPEN { @Override int rank() { return 1; } },
        CLOSED;

        int rank() { return 0; }
    }
}

record Point(int x, int y) {
    Point {
        assert x > 0;
    }

    int sum() { return x + y; }
}

@interface Audit {
    String value() default "";
}

interface Empty { }
