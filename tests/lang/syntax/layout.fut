-- White space and line breaks are free.
-- ==
-- input { 1 2 } output { 3 }
def
 main
  (x
    : i32) (y:i32)
 =x+
y
