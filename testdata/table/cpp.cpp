#include <vector>
using namespace std;

namespace shop::core {

class Forward;

// Doc of Cart.
template <typename T, class A = std::allocator<T>>
class Cart final : public Base<T>, private Other {
public:
    explicit Cart(int n) : size_{n}, items_(n) { items_.push_back('}'); }
    virtual ~Cart() = default;
    Cart(const Cart&) = delete;
    bool operator==(const Cart& o) const noexcept { return true; }
    T& operator[](size_t i) { return items_[i]; }
    int size() const;
    struct Inner { int x; void reset() { x = 0; } };
    using value_type = T;
private:
    int size_ = 0;
    vector<T> items_;
};

template <typename T, class A>
int Cart<T, A>::size() const { return size_; }

enum class Mode : int { On, Off };

namespace {
int hidden(int x) { return x; }
}
}

extern "C" {
int c_entry(void) { return 0; }
}

auto lambda = [](int x) { return x; };
const char* raw = R"x(int fake() { ")x";
int main() {
    auto f = [&] { return '{'; };
    return shop::core::hidden(1);
}
