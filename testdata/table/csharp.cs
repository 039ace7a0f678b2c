using System;
using System.Collections.Generic;

namespace Shop.Core
{
    /// <summary>An order {.</summary>
    [Serializable, Obsolete("x }")]
    public sealed partial class Order<T> : Base<T>, IDisposable where T : class, new()
    {
        private readonly Dictionary<string, List<int>> map = new() { ["a"] = new() };
        public string Name { get; set; } = "}";
        public int Count => map.Count;
        public Order(int id) : base(id) { }
        ~Order() { }
        public void Dispose() { var s = $"{map.Count} {{x}}"; }
        [HttpGet("{id}")]
        public async Task<List<T>> LoadAsync<K>(K key, CancellationToken ct = default) where K : struct
        {
            void Local() { }
            var v = @"C:\dir\";
            return await Task.FromResult(new List<T>());
        }
        public static Order<T> operator +(Order<T> a, Order<T> b) => a;
        public T this[int i] { get { return default; } }
        void IDisposable.Dispose() { }
        public delegate void Changed(object sender);
        enum Kind { A, B }
        public record Line(string Sku, int Qty);
        struct Money { public decimal Amount; }
    }

    public interface IRepo { Task SaveAsync(int id); int Count { get; } }
}
