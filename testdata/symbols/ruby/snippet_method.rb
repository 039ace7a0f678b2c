    def self.load(path)
      new(path)
    end
