-- | Short names of conversions, and negation.

-- | f32 from i32.
def r32 (x: i32): f32 = f32.i32 x
-- | i32 from f32.
def t32 (x: f32): i32 = i32.f32 x
-- | f64 from i32.
def r64 (x: i32): f64 = f64.i32 x
-- | i32 from f64.
def t64 (x: f64): i32 = i32.f64 x
-- | The opposite.
def not (x: bool): bool = !x
