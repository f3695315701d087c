-- A record without a field is another type.
-- ==
-- error: E0201
def f (r: {a: i32, b: i32}) = r.a + r.b
def main (x: i32) = f {a = x}
