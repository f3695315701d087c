package rev

// Note [Scans and operators]
//
// The rule of a scan depends on the Jacobian of its operator. The Jacobian is found as code, and simplified at compile time
// (scanpattern.go). For operators on arrays an alignment analysis finds what is elementwise or a matrix product (scanarray.go).
//
// Suffixes are combined without the neutral element that the program gives, since it need not be neutral (neutral.go, and
// Note [Neutral elements] in backend/seg).

// Note [Histograms]
//
// The rules take operators on rows as they are, so that rows stay whole. Products by index divide the whole product by each factor where the
// factors are normal numbers (histmul.go). An operator on scalars without a rule of its own has a tape for each chunk of the
// values where buckets are few (histtape.go); else the values are sorted by their bucket.
//
// Sorting is a radix sort in core (sort.go). It takes as many digits of up to eight bits as the largest key has, and counts and places them
// in chunks; each word is a key with its place.

// Note [What has an adjoint]
//
// A tangent has the type of its value; integers are a wrapping ring, and the tangent of a bool is false. Sizes, indices and bit casts have
// none. Of several values that a scatter puts in one place the last has the adjoint (scatter.go). The constructor of a sum
// is constant: derivatives have the same one. A function whose result has a size of its own is differentiated at the size that
// the seed or the primal result has.

// Note [Recursion in reverse mode]
//
// From a call of a recursive function to its return sweep nothing is kept. A recursion of depth d whose calls cost w takes O(d w), and O(w)
// where the call is the last thing that is done.
