-- Files of the library can be imported by their names; that changes nothing, but hides what was defined before.
-- ==
-- entry: opened named
-- input { [1f32, 2f32] } output { 3f32 }
-- ==
-- entry: redefined
-- input { 3i64 } output { 6i64 }
open import "/prelude/math"
import "/prelude/soacs"

module whole = import "/prelude/prelude"
module numbers = import "/prelude/math"

entry opened (xs: []f32) = f32.sum xs
entry named (xs: []f32) = whole.reduce (+) (numbers.f32.i32 0) xs

def reverse (n: i64) = n + 1
local open import "/prelude/functional"
open import "/prelude/array"
entry redefined (n: i64) = i64.sum (map (+ 1) (reverse (iota n)))
