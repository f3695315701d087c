-- Functions that take and return functions, three levels.
-- ==
-- input { 2 } output { 16 11 }
def compose 'a 'b 'c (f: b -> c) (g: a -> b) (x: a): c = f (g x)
def apply3 (h: (i32 -> i32) -> i32 -> i32) (x: i32) = h (+ 3) x
def main (x: i32) = (compose (compose (* 2) (* 2)) (compose (+ 1) (+ 1)) x, apply3 (\f y -> f (f (f y))) x)
