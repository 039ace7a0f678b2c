const std = @import("std");
const Allocator = std.mem.Allocator;

/// A point. }
pub const Point = struct {
    x: f32 = 0,
    y: f32,
    const Self = @This();

    pub fn init(x: f32) Self {
        return .{ .x = x, .y = '}' };
    }

    fn len(self: *const Self) !f32 {
        const text =
            \\fn fake() {
            \\}
        ;
        _ = text;
        return self.x;
    }

    pub const Kind = enum { a, b, fn next(k: Kind) Kind { return k; } };
};

const Shape = union(enum) { circle: f32, none };
const Err = error{ Bad, Worse };
pub var counter: u32 = 0;
extern "c" fn puts(s: [*:0]const u8) c_int;

pub fn main() error{OutOfMemory}!void {
    if (true) { std.debug.print("{s}\n", .{"}"}); }
}

fn List(comptime T: type) type {
    return struct { items: []T };
}

test "points add up {" {
    try std.testing.expect(true);
}
