-- | Streams of updates: a function gets an accumulator and an element, and writes to the accumulator at places of its
-- choice. An accumulator must be used exactly once: written to, passed on, or returned.

-- | An accumulator for an array of type t.
#[prim] type~ acc 't = t

-- | dest with the writes of f for every element of bs, the later ones over the earlier ones.
#[prim] def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b): *[k]a = ???

-- | dest with the writes of f for every element of bs combined into it. The operator must be associative and commutative
-- with the neutral element ne.
#[prim] def reduce_by_index_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b): *[k]a = ???

-- | The accumulator with a value written at an index. Indices outside are ignored.
#[prim] def write [n] 't (acc: *acc ([n]t)) (i: i64) (v: t): *acc ([n]t) = ???
