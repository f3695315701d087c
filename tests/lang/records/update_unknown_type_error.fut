-- A field can be updated only where the type of the record is known already.
-- ==
-- error: not known here
def reset r: {x: i32} = r with x = 0
