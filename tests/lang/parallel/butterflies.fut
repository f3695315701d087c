-- Partners by bits of an index: which lies beside which depends on the bit, and on where a vector begins.
entry turns (n: i64) (q: i64) : []i64 =
  let s = iota (1 << n)
  in loop s for k < n do
    tabulate (1 << n) (\i -> let y = s[i ^ (1 << k)] in if (i >> k) & 1 == 1 then s[i] + q * y else 3 * s[i] - y)
-- ==
-- entry: turns
-- input { 5i64 2i64 } output { [-496i64,-704i64,-664i64,-936i64,-584i64,-816i64,-756i64,-1044i64,-424i64,-576i64,-516i64,-684i64,-396i64,-504i64,-414i64,-486i64,-104i64,-96i64,-36i64,36i64,84i64,216i64,306i64,594i64,324i64,576i64,666i64,1134i64,846i64,1404i64,1539i64,2511i64] }
entry sums (n: i64) : []i64 =
  let s = map (\i -> i * i % 13) (iota (1 << n))
  in loop s for k < n do
    tabulate (1 << n) (\i -> s[i] + 2 * s[i ^ (1 << k)] + 3 * s[i | (1 << k)] + 5 * s[i & ((1 << k) - 1)] + 7 * s[i & (1 << k)] + 11 * s[i >> k])
-- ==
-- entry: sums
-- input { 5i64 } output { [22716015i64,23166662i64,23848605i64,24285662i64,24302306i64,24734523i64,25425657i64,25836354i64,23794137i64,24241484i64,24911168i64,25348825i64,25378396i64,25811213i64,26476113i64,26890530i64,24297288i64,24736405i64,25432336i64,25858513i64,25887996i64,26309333i64,27021111i64,27421448i64,25368427i64,25805674i64,26494286i64,26923143i64,26955712i64,27379729i64,28068289i64,28474946i64] }
entry part (m: i64) (c: i64) (xs: []i64) : []i64 =
  map (\i -> xs[((i + 3) ^ c) & 31] + xs[(i | c) & 31] + i & (-8) + (i - 20) >> 2 + (i >> (c + 60))) (iota m)
-- ==
-- entry: part
-- input { 29i64 8i64 [0i64,1i64,2i64,3i64,4i64,5i64,6i64,7i64,8i64,9i64,10i64,11i64,12i64,13i64,14i64,15i64,16i64,17i64,18i64,19i64,20i64,21i64,22i64,23i64,24i64,25i64,26i64,27i64,28i64,29i64,30i64,31i64] } output { [17i64,16i64,25i64,24i64,26i64,18i64,16i64,24i64,19i64,18i64,25i64,24i64,28i64,48i64,52i64,56i64,65i64,68i64,73i64,76i64,78i64,66i64,68i64,72i64,67i64,70i64,73i64,76i64,0i64] }
-- input { 16i64 24i64 [0i64,1i64,2i64,3i64,4i64,5i64,6i64,7i64,8i64,9i64,10i64,11i64,12i64,13i64,14i64,15i64,16i64,17i64,18i64,19i64,20i64,21i64,22i64,23i64,24i64,25i64,26i64,27i64,28i64,29i64,30i64,31i64] } output { [49i64,48i64,57i64,56i64,58i64,50i64,48i64,56i64,51i64,50i64,57i64,56i64,60i64,48i64,52i64,56i64] }
entry outside (c: i64) (xs: []i64) : []i64 = map (\i -> xs[i ^ c]) (iota 16)
-- ==
-- entry: outside
-- input { 16i64 [0i64,1i64,2i64,3i64,4i64,5i64,6i64,7i64,8i64,9i64,10i64,11i64,12i64,13i64,14i64,15i64] } error: out of bounds
entry once (n: i64) (ws: []f64) (xs: []f64) : []f64 =
  flatten (map (\j -> map (\x -> x * f64.cos ws[0] + f64.exp ws[j] / ws[j]) xs) (iota n))
-- ==
-- entry: once
-- input { 0i64 [1.0] [1.0] } output { empty([0]f64) }
-- input { 2i64 [1.0] [1.0] } error: out of bounds
entry total (ws: []f64) (xs: []f64) : f64 = f64.sum (map (\x -> x * f64.cos ws[0]) xs)
-- ==
-- entry: total
-- input { empty([0]f64) empty([0]f64) } output { 0.0 }
-- input { [0.0] [1.0, 2.0, 3.5] } output { 6.5 }
-- input { empty([0]f64) [1.0] } error: out of bounds
