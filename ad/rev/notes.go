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

// Note [Flags and indices]
//
// Tapes of flags have a byte for each, those of indices the type of the index. Bits, or 32 bits where they suffice, would halve or quarter some tapes,
// at the price of a conversion on the way in and back, of bits also that of a read and a write of the byte around. Seen in core: of
// the gradients of 82 forms of ordinary programs, and of some of GradBench, which have branches, filters, while loops, minima and sorts by index, two
// kept arrays of flags or indices as tapes: 2 % of the bytes in one, a few elements for each thread in the other. What else there is of flags and indices
// is in arrays that the primal has, too (hist, filter). The reason is the cut: it computes a comparison, or a place from the counter, again from numbers that are kept
// anyway, and reads an element again from an array that is there. So tapes are of the types of their values, and a flag has the cost with
// which the cut prefers both [ours; Peng23, 3.4 stores them as bits].
