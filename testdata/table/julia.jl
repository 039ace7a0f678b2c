module Shop

using LinearAlgebra: dot, norm
export Cart, total

"""
A cart. function fake() end
"""
mutable struct Cart{T<:Real}
    items::Vector{T}
    Cart{T}() where {T} = new{T}([])
end

abstract type Shape end
struct Point <: Shape; x; y; end

const LIMIT = 10

# Sums it.
function total(c::Cart; tax=0.0)::Float64
    s = sum(x for x in c.items if x > 0)
    last = c.items[end]
    for i in 1:length(c.items)
        s += i == 1 ? c.items[begin] : c.items[end-1]
    end
    map(c.items) do x
        if x > 1 "end" else 'e' end
    end
    y = [if a > 1 a else 0 end for a in c.items]
    return s * (1 + tax)'
end

area(p::Point) = p.x * p.y
Base.show(io::IO, p::Point) = print(io, "$(p.x) end")
function Base.length(c::Cart) length(c.items) end

@inline function fast!(x)
    @inbounds for i in eachindex(x)
        x[i] = :end
    end
    #= function commented() =#
end

macro twice(ex)
    quote
        $(esc(ex)); $(esc(ex))
    end
end

end # module
