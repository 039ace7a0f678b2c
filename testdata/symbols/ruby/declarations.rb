# frozen_string_literal: true
require 'json'
require_relative 'base'

# A shop.
module Shop
  VERSION = '1.0'

  # A cart.
  class Cart < Base
    include Enumerable
    attr_reader :items
    LIMIT = 10

    # Makes one.
    def initialize(items = [])
      @items = items
      def nested; end
    end

    def self.load(path)
      new(JSON.parse(File.read(path)))
    end

    class << self
      def build; new; end
      attr_accessor :config
    end

    def ==(other) = items == other.items
    def [](i); items[i]; end
    def size=(n); end
    def empty?() items.empty? end

    private def secret; end

    protected

    def guarded
      <<~TEXT
        text  with   spaces
      TEXT
    end

    class Error < StandardError; end
    Pair = Struct.new(:a, :b) do
      def sum = a + b
    end
  end

  def self.open; end

  if RUBY_VERSION > '3'
    def modern; end
  else
    def modern; nil end
  end
end

class Shop::Cart
  def reopened; end
end

class Outer::Inner; end

def top(a, *rest, key: 1)
  a
end

def config.special; end

Point = Data.define(:x, :y)

puts top(1)
