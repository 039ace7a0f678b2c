# frozen_string_literal: true
require "json"

# Shop things.
module Shop
  LIMIT = 3
  Point = Struct.new(:x, :y) do
    def dist; Math.sqrt(x**2 + y**2) end
  end

  # A cart. end
  class Cart < Base::Thing
    attr_reader :items
    class Error < StandardError; end

    def initialize(items = {}) = @items = items

    def total
      return 0 if items.empty?
      items.sum do |i|
        i.price if i.price unless i.free?
      end
    end

    def self.build(*args, end: 1)
      new(*args).tap { |c| c.end = :end }
    end

    class << self
      def load(path) = new(JSON.parse(File.read(path)))
    end

    private def ==(other)
      while other do break end
      text = <<~EOS + "end"
        def fake
        end
      EOS
      x = %w[end def].map { |w| w =~ /end\/(#{w})/ ? "#{w} end" : ?" }
      begin
        x
      rescue
        nil
      end until true
    end

    def [](i) items[i] end
    def empty?; items.empty? end
    def name=(v)
      @name = v
    end
  end
end

def helper(x) = x + 1

def Shop.top
  case 1
  when 1 then :one
  end
end
=begin
def commented
end
=end
