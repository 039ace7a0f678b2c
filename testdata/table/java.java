package shop.stock;

import java.util.*;

/**
 * A ledger. {
 */
@Entity(name = "x }", value = @Inner({1, 2}))
public final class Ledger<T extends Comparable<T>> extends Base implements Runnable, Foo {
    private static final Map<String, List<int[]>> CACHE = new HashMap<>() {{ put("a", null); }};
    private char brace = '}';
    static { System.out.println("init {"); }

    public Ledger(int size) throws IOException { super(size); }

    @Override
    public void run() {
        Runnable r = new Runnable() { public void run() {} };
        if (size() > 0) { return; }
    }

    protected <K, V> Map<K, V> index(Function<? super T, K> by, V... rest)
            throws IllegalStateException {
        String text = """
            } class Fake { "quoted"
            """;
        return null;
    }

    abstract int size();
    public void over(int a) {}
    public void over(String a) {}

    enum Kind {
        A("x") { @Override int cost() { return 1; } }, B("y");
        Kind(String s) {}
        int cost() { return 0; }
    }

    interface Visitor { void visit(Kind k); default int n() { return 1; } }
    record Pair(String left, int right) { Pair { if (right < 0) throw new Error(); } }
    @interface Marker { String value() default "}"; }
}
