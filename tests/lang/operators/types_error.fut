-- The operands of an operator have one type; nothing is converted by itself.
-- ==
-- error: i32.*f64|f64.*i32
def main (x: i32) (y: f64) = x + y
