-- A loop parameter is an array that is updated in place.
-- ==
-- input { [5, 3, 9, 1] } output { [1, 3, 5, 9] }
-- input { [1] } output { [1] }
def main [n] (xs: *[n]i32) =
  loop xs for i < n do
    loop xs for j < n - 1 - i do
      if xs[j] > xs[j + 1]
      then let (a, b) = (copy xs[j], copy xs[j + 1]) let xs[j] = b let xs[j + 1] = a in xs
      else xs
