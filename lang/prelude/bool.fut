-- | Booleans.
module bool = {
  type t = bool
  -- | Whether x is not 0.
  #[prim] def i8 (x: i8): bool = ???
  -- | Whether x is not 0.
  #[prim] def i16 (x: i16): bool = ???
  -- | Whether x is not 0.
  #[prim] def i32 (x: i32): bool = ???
  -- | Whether x is not 0.
  #[prim] def i64 (x: i64): bool = ???
  -- | Whether x is not 0.
  #[prim] def u8 (x: u8): bool = ???
  -- | Whether x is not 0.
  #[prim] def u16 (x: u16): bool = ???
  -- | Whether x is not 0.
  #[prim] def u32 (x: u32): bool = ???
  -- | Whether x is not 0.
  #[prim] def u64 (x: u64): bool = ???
  -- | Whether x is not 0.
  #[prim] def f16 (x: f16): bool = ???
  -- | Whether x is not 0.
  #[prim] def f32 (x: f32): bool = ???
  -- | Whether x is not 0.
  #[prim] def f64 (x: f64): bool = ???
  -- | Whether x is not false.
  #[prim] def bool (x: bool): bool = ???
  -- | Negation.
  #[prim] def not (x: bool): bool = ???
  #[prim] def (==) (x: bool) (y: bool): bool = ???
  #[prim] def (!=) (x: bool) (y: bool): bool = ???
}
