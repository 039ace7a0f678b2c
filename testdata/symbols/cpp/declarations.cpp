#include <string>
using namespace std;

namespace geo {

constexpr int kLimit = 10;
class Forward;

namespace {
int hidden() { return 1; }
}

/// A vector.
template <typename T, int N = 3>
class Vec : public Base<T> {
 public:
  Vec() : size_(0) {}
  explicit Vec(int n);
  virtual ~Vec() {}
  Vec& operator=(const Vec& o) { return *this; }
  T operator[](int i) const { return data_[i]; }
  operator bool() const { return size_ > 0; }

  // Sums.
  template <typename U>
  U sum(U start) const { return start; }

  void declared(int a);
  static int count;

  struct Iterator {
    void next() {}
  };
  enum Mode { Fast, Slow };
  friend void swap(Vec& a, Vec& b) {}

 private:
  int size_;
  T data_[N];
};

template <typename T, int N>
void Vec<T, N>::declared(int a) {
  size_ = a;
}

template <typename T, int N>
int Vec<T, N>::count = 0;

template <>
class Vec<bool, 1> {
  void flip() {}
};

inline namespace v1::detail {
void deep() {}
}

}  // namespace geo

geo::Vec<int, 3>::Vec(int n) : size_(n) {}

bool operator==(const A& a, const A& b) { return true; }
std::ostream& operator<<(std::ostream& os, const A& a) { return os; }

extern "C" {
int c_api(void) { return 0; }
}
extern "C" void c_single() {}

enum class Colour : int { Red, Green };
using Name = std::string;
typedef unsigned int uint;
auto lambda = [](int a) { return a + 1; };
struct Plain { int a; } plain;
union Either { int a; float b; };

template <typename T>
concept Small = sizeof(T) < 8;

void Service::Impl::run() const noexcept { }
Service::~Service() = default;

int main(int argc, char** argv) { return 0; }
