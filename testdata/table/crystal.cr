require "json"

# Shop things.
module Shop
  VERSION = "1.0"

  @[JSON::Serializable]
  abstract class Base(T)
    abstract def price : Int32
    getter items = [] of String
    property name : String?

    def initialize(@items : Array(T) = [] of T)
    end

    def total(tax = 0.0) : Float64
      return 0.0 if items.empty?
      items.sum { |i| i.size } + (tax > 0 ? 1 : 2)
    end

    def self.build(&block)
      text = <<-EOS
        def fake
        EOS
      yield '"'
    end

    private def ==(other : self)
      while true
        break unless other.items.any? do |x| x == "end #{x}" end
      end
    end
  end

  struct Point
    def +(o) Point.new end
  end

  enum Color
    Red
    Green

    def next
      Red
    end
  end

  macro define(name)
    def {{name.id}}
      {% if flag?(:x) %} 1 {% else %} 2 {% end %}
    end
  end
end

def helper(x)
  x
end
