-- The game of life: rotations of rows and columns, and the same by a stencil; a glider moves one cell in four steps.
-- ==
-- entry: main
-- input { [[0u8, 1u8, 0u8, 0u8, 0u8], [0u8, 0u8, 1u8, 0u8, 0u8], [1u8, 1u8, 1u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8]] 4i32 }
-- output { [[0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 1u8, 0u8, 0u8], [0u8, 0u8, 0u8, 1u8, 0u8], [0u8, 1u8, 1u8, 1u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8]] true }
def neighbours [h] [w] (b: [h][w]i32): [h][w]i32 =
  let sides = map2 (map2 (+)) (map (rotate (-1)) b) (map (rotate 1) b)
  let rows = map2 (map2 (+)) sides b
  in map3 (map3 (\s u d -> s + u + d)) sides (rotate (-1) rows) (rotate 1 rows)

def step [h] [w] (b: [h][w]i32): [h][w]i32 =
  map2 (map2 (\c n -> i32.bool (n == 3 || c == 1 && n == 2))) b (neighbours b)

def stencil [h] [w] (b: [h][w]i32): [h][w]i32 =
  let at i j = b[(i + h) % h, (j + w) % w]
  let around i j =
    i32.sum (map (\k -> let (di, dj) = (k / 3 - 1, k % 3 - 1)
                        in if di == 0 && dj == 0 then 0 else at (i + di) (j + dj))
                 (iota 9))
  in tabulate_2d h w (\i j -> match (at i j, around i j)
                              case (_, 3) -> 1
                              case (1, 2) -> 1
                              case _ -> 0)

def main [h] [w] (board: [h][w]u8) (steps: i32) =
  let b = map (map i32.u8) board
  let by_rotation = iterate steps step b
  let by_stencil = loop b for _i < steps do stencil b
  in (map (map u8.i32) by_rotation, all id (flatten (map2 (map2 (==)) by_rotation by_stencil)))
