local M = {}
local json, fs = require("json"), require "fs"

--- Adds. end
function M.add(a, b)
  if a then return a end
  for i = 1, 10 do repeat b = i until b > 3 end
  local f = function() while true do break end end
  return a + b -- end
end

function M.Cart:total() return self.items["end"] end

local function helper(s)
  return [[
function fake()
end ]] .. [==[ ]] end ]==]
end

M.map = function(t, f)
  local out = {}
  for k, v in pairs(t) do out[k] = f(v) end
  return out
end

--[[ function commented()
end ]]
--[==[ also ]] commented ]==]
local one = function() return 1 end
return M
