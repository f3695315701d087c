-- The unit value and its pattern.
-- ==
-- input { 3 } output { 3 }
def ignore 'a (_: a): () = ()
def main (x: i32) = let () = ignore x in x
