-- A field that is consumed is gone, also by way of the record.
-- ==
-- error: E0501
def main (r: *{a: [2]i32, b: [2]i32}) =
  let x = r.a with [0] = 1
  in (x, r)
