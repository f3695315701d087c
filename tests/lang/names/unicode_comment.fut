-- Comments may hold any text: æøå, 漢字.
-- ==
-- input { 1 } output { 1 }

-- | A comment for the definition: λ → ∞.
def main (x: i32) = x -- and one after it
