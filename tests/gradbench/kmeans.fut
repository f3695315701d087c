-- Clustering of GradBench: the cost is the sum of squared distances of n points from the nearest of k centroids; the gradient over the
-- diagonal of the Hessian, which has nothing beside it, is Newton's direction.
def distance [d] (a: [d]f64) (b: [d]f64): f64 = f64.sum (map2 (\x y -> (x - y) * (x - y)) a b)

def cost [n] [k] [d] (points: [n][d]f64) (centroids: [k][d]f64): f64 =
  f64.sum (map (\p -> f64.minimum (map (distance p) centroids)) points)

entry primal [n] [k] [d] (points: [n][d]f64) (centroids: [k][d]f64) = cost points centroids

entry gradient [n] [k] [d] (points: [n][d]f64) (centroids: [k][d]f64) =
  let (g, h) = jvp2 (\c -> vjp (cost points) c 1) centroids (replicate k (replicate d 1))
  in map2 (map2 (/)) g h
