-- Attributes on expressions and definitions do not change what they mean.
-- ==
-- input { [1, 2] } output { [2, 3] 3 }
#[noinline]
def f (x: i32) = x + 1
def main (xs: []i32) = (#[sequential] map f xs, #[unsafe] i32.sum xs)
