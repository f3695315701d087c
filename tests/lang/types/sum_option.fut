-- A polymorphic option type with map and default.
-- ==
-- input { 5 } output { 10 -1 }
type opt 'a = #some a | #none
def mapo 'a 'b (f: a -> b) (x: opt a): opt b = match x case #some y -> #some (f y) case #none -> #none
def or_else 'a (d: a) (x: opt a): a = match x case #some y -> y case #none -> d
def main (x: i32) = (#some x |> mapo (* 2) |> or_else (-1), (#none : opt i32) |> mapo (* 2) |> or_else (-1))
