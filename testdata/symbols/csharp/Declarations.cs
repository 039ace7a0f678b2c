using System;
[assembly: InternalsVisibleTo("Tests")]

namespace Shop.Stock
{
    /// <summary>A ledger.</summary>
    [Serializable]
    public sealed partial class Ledger<T> : Base, IDisposable where T : Item
    {
        private readonly int limit = 10;
        const string Name = "ledger";

        public Ledger() : this(10) { }
        protected Ledger(int limit) { this.limit = limit; }
        ~Ledger() { }

        public int Count { get; private set; } = 0;
        public string Label => Name;
        public T this[int i] { get { return items[i]; } }
        public event EventHandler Changed, Closed;
        public event Action Moved { add { } remove { } }

        /// <summary>Finds one.</summary>
        [Obsolete]
        public async Task<Item> Find(string id)
        {
            int Local() { return 1; }
            return await items.Get(id, Local());
        }

        public Item Find(int id) => null;
        void IDisposable.Dispose() { }
        public static Ledger<T> operator +(Ledger<T> a, T b) { return a; }
        public static implicit operator int(Ledger<T> a) => a.Count;
        public delegate void Handler(int code);

        enum State { Open, Closed }
        struct Entry { public int Value() { return 1; } }

#if DEBUG
        public void Dump() { }
#else
        public void Trace() { }
#endif
    }

    public interface IStore { void Save(); int Size { get; } }
    public record Point(int X, int Y);
    public record struct Pair(int A) { public int Sum() => A; }
}
