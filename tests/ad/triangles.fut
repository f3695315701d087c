-- Loops in loops that run as often as the counter says: what they keep lies in tapes of exact sizes.
-- ==
-- entry: up
-- input { 4i64 0.9 } output { 0.18299931109423673 0.18299931109423673 -0.5959048663216467 -0.5959048663216465 }
-- input { 0i64 0.9 } output { 1.0 1.0 0.0 0.0 }
-- ==
-- entry: down
-- input { 5i64 3i64 0.9 } output { 0.32351678563295094 0.32351678563295094 -0.8731923429897901 -0.8731923429897901 }
-- input { 2i64 6i64 0.9 } output { 0.0017632459356525208 0.0017632459356525213 -0.009630832321719185 -0.009630832321719185 }
-- ==
-- entry: late
-- input { 5i64 0.9 } output { 0.02980945581947393 0.029809455819473932 -0.26816701995928477 -0.26816701995928477 }
-- input { 1i64 0.9 } output { 1.0 1.0 0.0 0.0 }
-- ==
-- entry: pyramid
-- input { 3i64 0.9 } output { 0.00118660613184797 0.0011866061318479694 -0.006848289523915085 -0.006848289523915085 }
-- ==
-- entry: squares
-- input { 4i64 0.9 } output { 6.5134937866572235e-06 6.513493786657221e-06 -2.8933588065140883e-05 -2.8933588065140883e-05 }
-- ==
-- entry: rows
-- input { 4i64 0.6 } output { -3.354364994085133 -3.354364994085133 21.84903942021248 21.84903942021248 }
-- ==
-- entry: ragged
-- input { [3i64, 0i64, 2i64] 0.9 } output { 1.4414280672127677 1.4414280672127677 -1.2589713915491338 -1.2589713915491338 }
-- ==
-- entry: mixed
-- input { 3i64 0.9 } output { 0.021993919544256096 0.021993919544256096 -0.08811626756629551 -0.08811626756629551 }

def step (x: f64) (k: i64) = f64.sin (x * (1 + f64.i64 k / 8))

-- | Derivatives of f by both modes, and second ones.
def all (f: f64 -> f64) (x: f64) = (jvp f x 1, vjp f x 1, jvp (\x -> vjp f x 1) x 1, vjp (\x -> vjp f x 1) x 1)

-- | Loops as often as the counter says.
entry up (n: i64) (x: f64) = all (\x -> loop x for i < n do loop x for j < i do step x j) x

-- | Loops that get shorter, behind a shorter one, to where they do not run.
entry down (n: i64) (m: i64) (x: f64) = all (\x -> loop x for i < n do loop x for j < m - 1 - i do step x (i + j)) x

-- | Those that run backwards, from before where they begin to run.
entry late (n: i64) (x: f64) = all (\x -> loop x for i < n do loop x for j < i - 2 do step x (i - j)) x

-- | A pyramid, whose sums are no triangle.
entry pyramid (n: i64) (x: f64) = all (\x -> loop x for i < n do loop x for j < i do loop x for k < n - j do step x (i + k)) x

-- | Neither are squares and remainders.
entry squares (n: i64) (x: f64) = all (\x -> loop x for i < n do let x = loop x for j < i * i do step x j in loop x for j < (n * i) % 3 do step x (i + j)) x

-- | Rows that are longer and longer.
entry rows (n: i64) (x: f64) =
  all (\x -> loop x for i < n do f64.sum (loop xs = replicate (i + 1) x for _k < 2 do map2 step (rotate 1 xs) (iota (i + 1)))) x

-- | In a map, whose points run differently often.
entry ragged (ns: []i64) (x: f64) = all (\x -> f64.sum (map (\n -> loop x for i < n do loop x for j < n - i do step x j) ns)) x

-- | A count that the data give lies between.
entry mixed (n: i64) (x: f64) =
  all (\x -> loop x for i < n do let (x, _) = loop (x, y) = (x, 1f64) while y > 0.3 do (step x i, y * f64.abs x) in loop x for j < i do step x j) x
