package gen

// Note [Two shapes]
//
// A kernel has one of two shapes; the device's type chooses, and RAIDO_SHAPE=gpu asks for the GPU shape on a CPU, as the tests named
// TestGroup do. In the CPU shape a few threads have a chunk each, and stages are launches of one function. In the GPU shape work-groups use
// local memory, neighbouring items have neighbouring elements, and each stage is a function of its own (Note [Groups]).
//
// The GPU shape has run on one GPU, an H100, where half of the programs of tests/lang and all but one of tests/ad were tried and are right; NVIDIA's driver takes `goto` before
// a barrier. Maps, reductions and scans have 50 to 95 % of the memory's speed (tests/bench/FIGURES.md, GPU). What is not parallel there: reductions and scans of
// arrays whose operator is not elementwise, maps inside of points, and points that share a copy of an accumulator of floats.

// Note [Functions of floats]
//
// The functions of floats are Raido's own (backend/fmath), printed for scalars and for vectors by math.go, on all devices. They are at
// most 2 units in the last place off and give the bits that the interpreter gives, at every width. Drivers' own functions are slow on scalars, and
// not the same, some wrong, on vectors (PoCL 3.1: pow, fmod). Only what a program calls is written into it. Their speed is in tests/bench/FIGURES.md.
//
// An operator on vectors gives in each lane the bits of the scalar operator, and nothing traps. An f16 is kept as its bits; operators
// compute in float and round.
