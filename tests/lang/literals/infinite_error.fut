-- A literal that is infinite in its type does not fit it, and a negative one no unsigned type; with suffixes they do.
-- ==
-- error: does not fit type f32(.|\n)*does not fit type f16(.|\n)*does not fit type f64(.|\n)*does not fit type u8
def a = 1e39f32
def b = -1u8
def c : f32 = 1e39
def d : f16 = 70000
def e = 1e400
def f (x: u8) = x == -1
