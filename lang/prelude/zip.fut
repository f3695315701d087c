-- | From tuples of arrays to arrays of tuples and back. All of it is free.

-- | An array of pairs.
#[prim] def zip [n] 'a 'b (as: [n]a) (bs: [n]b): *[n](a, b) = ???
-- | An array of pairs.
def zip2 [n] 'a 'b (as: [n]a) (bs: [n]b): *[n](a, b) = zip as bs
-- | An array of triples.
#[prim] def zip3 [n] 'a 'b 'c (as: [n]a) (bs: [n]b) (cs: [n]c): *[n](a, b, c) = ???
-- | An array of quadruples.
#[prim] def zip4 [n] 'a 'b 'c 'd (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d): *[n](a, b, c, d) = ???
-- | An array of quintuples.
#[prim] def zip5 [n] 'a 'b 'c 'd 'e (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) (es: [n]e): *[n](a, b, c, d, e) = ???

-- | A pair of arrays.
#[prim] def unzip [n] 'a 'b (xs: [n](a, b)): ([n]a, [n]b) = ???
-- | A pair of arrays.
def unzip2 [n] 'a 'b (xs: [n](a, b)): ([n]a, [n]b) = unzip xs
-- | A triple of arrays.
#[prim] def unzip3 [n] 'a 'b 'c (xs: [n](a, b, c)): ([n]a, [n]b, [n]c) = ???
-- | A quadruple of arrays.
#[prim] def unzip4 [n] 'a 'b 'c 'd (xs: [n](a, b, c, d)): ([n]a, [n]b, [n]c, [n]d) = ???
-- | A quintuple of arrays.
#[prim] def unzip5 [n] 'a 'b 'c 'd 'e (xs: [n](a, b, c, d, e)): ([n]a, [n]b, [n]c, [n]d, [n]e) = ???
