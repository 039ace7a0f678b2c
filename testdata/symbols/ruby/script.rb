require 'set'
seen = Set.new
ARGF.each_line { |l| puts l if seen.add?(l) }
