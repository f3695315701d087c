-- | n numbers in [0, 1), a function of seed and stream alone: other streams have other numbers.
def uniform (stream: i64) (n: i64): [n]f64 =
  -- 64 bits that look random, of a number: the finalizer of SplitMix64
  let mix (x: u64): u64 =
    let x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9
    let x = (x ^ (x >> 27)) * 0x94d049bb133111eb
    in x ^ (x >> 31)
  let key = mix (seed + mix (u64.i64 stream + 0x9e3779b97f4a7c15))
  in tabulate n (\i -> f64.u64 (mix (key + u64.i64 (i + 1) * 0x9e3779b97f4a7c15) >> 11) / 9007199254740992)

-- | n numbers of the standard normal distribution, a function of seed and stream alone (Box and Muller).
def normal (stream: i64) (n: i64): [n]f64 =
  map2 (\u v -> f64.sqrt (-2 * f64.log (1 - u)) * f64.cos (2 * f64.pi * v)) (uniform (2 * stream) n) (uniform (2 * stream + 1) n)
