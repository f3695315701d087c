// Package limits holds every size by which Raido chooses among forms of code: what is a task and what a kernel, how many points a
// thread gets, how long blocks, chunks and tiles are, from where on there are copies, lanes or bulk commands.
//
// They stand in one place so that they can all be small: then programs over a handful of elements run the forms that otherwise
// only large data reach, and comparing engines on small data checks them (RAIDO_LIMITS=small). Other packages have no
// such numbers of their own, but for bounds of the code itself and of what it costs to compile.
//
// RAIDO_LIMITS=small makes all of them a few elements, with several threads; a number asks for a random set of small ones; small,Lanes=0 changes
// one. Then fresh buffers hold no numbers, threads, groups and items are numbered from the other end, and the driver's compiler
// does not optimise, which takes half the time. Bounds of code (largeBody in lang/opt, maxNested in ad) do not become small.
//
// Layer 0: imports nothing of Raido.
package limits

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
)

// Set is a choice of all sizes. Powers of two are marked; all are at least 1 unless said otherwise.
type Set struct {
	// What runs where. Work is in rough operations.
	TaskGrain      int64 // work of one thread that costs as much as a launch; 0: everything is launched
	TaskStms       int   // statements at most of a task that kernels can do as well: a compiler's time grows faster than its text
	TaskThreads    int64 // that take over work which is launched, whatever the machine has
	GroupTaskGrain int64 // as TaskGrain, in the GPU shape; less than 0: what is measured
	SmallWidth     int64 // a constant width that is not worth a launch in a loop; 0: all are
	Pending        int   // commands that the host is ahead of the device
	FirstPending   int   // the same, to start with, when somebody watches

	// The CPU shape.
	ChunkWork     int64 // the least work of a thread of its own
	ChunksPerCore int64 // more than one, so that a core that is late has less left to do
	Chunks        int64 // of a kernel that combines floats, at most, on all machines
	Copies        int64 // of an accumulator of floats, at most, on all machines
	ElemWork      int64 // work of such a kernel for each element of a copy; 0: none
	Units         int64 // cores that there are at least
	CopyPoints    int64 // an accumulator has copies if they have at most so many elements for a unit of work
	CopyBytes     int64 // of all copies of a launch's accumulators
	CoreScratch   int64 // bytes of the blocks of all chunks of a core, or it has blocks for one of them only
	ScratchBytes  int64 // of all blocks of a launch's threads, or there are fewer of these
	FirstCapacity int64 // elements of a block that grows, to start with

	// Lanes.
	LaneWork    int64 // work of a kernel from which on it runs in lanes, if it can; 0: always
	Lanes       int   // not 0: so many lanes for every kernel that can be computed in lanes
	LaneScratch int64 // bytes that the copies for lanes of a thread's blocks may have
	LaneBytes   int64 // bytes of the copies for lanes of accumulators

	// WebAssembly, in bytes.
	LongModule int // a module from which on its long loops are functions of their own
	LongLoop   int // a loop that is long

	// The GPU shape.
	Group        int64 // items of a group
	GroupsOfUnit int64 // groups that share a compute unit, at most
	ItemPoints   int64 // points that an item of a reduction or scan gets before there are more items
	FewPoints    int64 // items of the smallest groups where there are few points; a power of two
	ItemScratch  int64 // bytes of the blocks of all items together
	ItemCopies   int64 // bytes of the copies of accumulators, at most a quarter of the device's largest buffer
	ItemPrivate  int64 // bytes of the small arrays of a group, which some drivers put on a stack
	WaitBytes    int64 // what a GPU's memory moves while an item waits for it
	CopiesOfItem int64 // copies that a round combines to one; at least 2
	RowFold      int64 // the shortest fold that gets a group of its own

	// Commands that move memory.
	BulkBytes   int64 // what pays for kernels that fill and copy
	StreamBytes int64 // what the caches don't keep
	WideFills   int64 // patterns of 128 bytes that a fill has before it takes them
	Inline      int   // bytes of an array that go with a worker's messages

	// Code.
	Block        int64 // iterations between two looks at the failure words; a multiple of PartialSums
	PartialSums  int   // of a fold; a power of two
	SideSums     int   // that go side by side in one fold, at most
	ArgBlock     int64 // points that are looked at twice for the place of the best
	BlockTerms   int   // of a product's fold, which are packed at a time
	BlockCache   int64 // bytes of a core's cache that blocks of tiles count on, if it has so many
	TileRows     int   // of a tile in registers, at most; at least 2
	TileVector   int   // bytes of the widest vectors of any device; a power of two, at least 16
	Vector       int   // not 0: bytes of a vector register, whatever the device says; a power of two
	Registers    int   // with Vector: how many there are
	LeastHoisted int64 // iterations of a loop whose checks are made before it
	ManyElements int64 // elements of a loop that is worth vectorising
	PrivateBytes int64 // of a small array that a thread keeps to itself
	ShortElems   int64 // of a small array whose indices should be constants
	ShortTrips   int64 // of a loop over such an array that is written out
	TinyStms     int64 // statements of a loop that is written out whatever it is for
	ShortStms    int64 // of such a loop, once it is written out
	LeastProduct int64 // elements and terms of a product of constant size that is worth a kernel of its own
	DemandTerms  int64 // of a loop of constant length that computes an element where it is read
	SparsePlaces int   // where an array differs from zero, to be told one by one
	SparseShare  int64 // of how many elements one differs from zero at most, for the others to be left out
	SparseWidth  int64 // elements from which on bounds are shrunk, where their number is constant
	SparseCode   int   // statements that compute such elements alone
	ListWork     int64 // terms of all sums from which on those that are not zero are listed
	ListReads    int64 // of each such term, at least: it is read for the list, too
	Triangle     int64 // rows of a matrix from which on zeros of its half are left out, where their number is constant
	LineBytes    int64 // of the parts in which rows of such a matrix are taken, a line of a cache; a power of two
	SelectSteps  int   // operations of both branches of an if that are always computed
	ShortRow     int64 // elements of a row that is scattered, which are written out
	ChanceSteps  int   // operations that stand under a condition on data, and are always done
	Backwards    bool  // threads, groups and items are numbered from the other end: no result may depend on their order
	Poison       bool  // fresh buffers hold what spoils a result: no number, or -1
	Plain        bool  // the driver's compiler does not optimise, which takes half the time

	// Derivatives.
	TapeRows     int64 // of a tape that grows, to start with
	Unrolled     int   // statements of a loop that is written out
	GuessedSize  int64 // of arrays and loops whose size is not known, where costs are compared
	SortDigit    int64 // bits that a pass of the radix sort looks at
	SortChunk    int64 // keys that one thread counts and places
	BucketValues int64 // values for each bucket that a chunk of a histogram has at least
	HistChunks   int64 // chunks of a histogram's values at most
	DenseScan    int64 // numbers of an element of a scan whose Jacobians are written out
}

// Normal are the sizes that programs run with.
var Normal = Set{
	TaskGrain:      1 << 16, // some 7 us
	TaskStms:       1500,
	TaskThreads:    2,
	GroupTaskGrain: -1,
	SmallWidth:     256,
	Pending:        1024,
	FirstPending:   16,

	ChunkWork:     1 << 14,
	ChunksPerCore: 4,
	Chunks:        64,
	Copies:        8,
	ElemWork:      48, // a single thread sets up and combines the copies, too
	Units:         1,
	CopyPoints:    4, // copies are worth their setting up and combining only if there are enough points for each element
	CopyBytes:     1 << 28,
	ScratchBytes:  256 << 20,
	FirstCapacity: 1 << 10,

	LaneWork:    1 << 20, // compilation takes longer, a second maybe
	LaneScratch: 1 << 25, // what does not stay in the caches is read and written in order, as tapes are
	CoreScratch: 1 << 20, // more does not stay in the cache
	LaneBytes:   16 << 10,

	LongModule: 60_000,
	LongLoop:   2000,

	Group:        256,
	GroupsOfUnit: 16,
	ItemPoints:   8,
	FewPoints:    32,
	ItemScratch:  256 << 20,
	ItemCopies:   8 << 30,
	ItemPrivate:  2 << 20,
	WaitBytes:    1 << 20, // an H100 moves 2 MB in the microsecond that an item waits; smaller ones, it is assumed, less
	CopiesOfItem: 64,
	RowFold:      32,

	BulkBytes:   4 << 20,
	StreamBytes: 32 << 20,
	WideFills:   16,
	Inline:      1 << 16,

	Block:        1 << 16,
	PartialSums:  16,
	SideSums:     12,   // with what they read they fill the registers that most machines have
	ArgBlock:     4096, // they stay in the cache of a core
	BlockTerms:   128,
	BlockCache:   1 << 20, // threads have stacks of a few of these
	TileRows:     8,       // with more, loads are few already, and small matrices waste more
	TileVector:   64,
	LeastHoisted: 4,
	ManyElements: 16,
	PrivateBytes: 1024,
	ShortElems:   16, // compilers keep about so many in registers
	ShortTrips:   4,
	ShortStms:    128,
	TinyStms:     64,
	LeastProduct: 8,
	DemandTerms:  32,
	SparsePlaces: 9,
	SparseShare:  4,
	SparseWidth:  32, // shorter ones are written out, and conditions on their indices decided
	SparseCode:   600,
	ListWork:     1 << 16,
	ListReads:    64,
	Triangle:     12,
	LineBytes:    64,
	SelectSteps:  6,
	ShortRow:     8,
	ChanceSteps:  16, // as many as a wrong guess costs

	TapeRows:     16,
	Unrolled:     512,
	GuessedSize:  64,
	SortDigit:    8,
	SortChunk:    10_000, // no power of two: places of neighbouring chunks would fight for the same lines of a cache
	BucketValues: 2,
	HistChunks:   64,
	DenseScan:    9,
}

// Small are sizes at which a handful of elements take the forms of large data, with several threads.
var Small = Set{
	TaskGrain:      0,
	TaskStms:       100,
	TaskThreads:    2,
	GroupTaskGrain: 0,
	SmallWidth:     0,
	Pending:        3,
	FirstPending:   2,

	ChunkWork:     2,
	ChunksPerCore: 3,
	Chunks:        6,
	Copies:        2,
	ElemWork:      0,
	Units:         2,
	CopyPoints:    1 << 20,
	CopyBytes:     1 << 28,
	ScratchBytes:  4 << 10,
	FirstCapacity: 2,

	LaneWork:    0,
	Lanes:       4,
	LaneScratch: 1 << 20,
	CoreScratch: 1 << 20,
	LaneBytes:   16 << 10,

	LongModule: 0,
	LongLoop:   0,

	Group:        8,
	GroupsOfUnit: 2,
	ItemPoints:   2,
	FewPoints:    2,
	ItemScratch:  16 << 10,
	ItemCopies:   16 << 10,
	ItemPrivate:  8 << 10,
	WaitBytes:    1 << 10,
	CopiesOfItem: 2,
	RowFold:      2,

	BulkBytes:   64,
	StreamBytes: 192,
	WideFills:   1,
	Inline:      16,

	Block:        8,
	PartialSums:  4,
	SideSums:     9,
	ArgBlock:     8,
	BlockTerms:   3,
	BlockCache:   1 << 10,
	TileRows:     3,
	TileVector:   16,
	Vector:       16,
	Registers:    16,
	LeastHoisted: 1,
	ManyElements: 2,
	PrivateBytes: 16,
	ShortElems:   3,
	ShortTrips:   2,
	ShortStms:    12,
	TinyStms:     9,
	LeastProduct: 2,
	DemandTerms:  4,
	SparsePlaces: 3,
	SparseShare:  1,
	SparseWidth:  1,
	SparseCode:   60,
	ListWork:     4,
	ListReads:    1,
	Triangle:     2,
	LineBytes:    16,
	SelectSteps:  1,
	ShortRow:     2,
	ChanceSteps:  16,
	Backwards:    true,
	Poison:       true,
	Plain:        true,

	TapeRows:     1,
	Unrolled:     8,
	GuessedSize:  2,
	SortDigit:    2,
	SortChunk:    3,
	BucketValues: 1,
	HistChunks:   3,
	DenseScan:    2,
}

// Now are the sizes of this process. RAIDO_LIMITS chooses them at its start, see Named. Tests may set them before they start an
// engine.
var Now = fromEnvironment()

func fromEnvironment() Set {
	s, err := Named(os.Getenv("RAIDO_LIMITS"))
	if err != nil {
		fmt.Fprintln(os.Stderr, "RAIDO_LIMITS:", err)
		os.Exit(2)
	}
	return s
}

// Named are the sizes of a name: normal, small, or the number of a set of Random. Some may be set differently after it, as in
// small,Lanes=0,Plain=false: so one finds out which of them matters.
func Named(name string) (Set, error) {
	name, changes, _ := strings.Cut(name, ",")
	s := Normal
	switch seed, err := strconv.ParseUint(name, 10, 64); {
	case err == nil:
		s = Random(seed)
	case name == "small":
		s = Small
	case name != "" && name != "normal":
		return s, fmt.Errorf("there are no sizes %q, but normal, small, and random ones by a number", name)
	}
	for _, c := range strings.Split(changes, ",") {
		if c == "" {
			continue
		}
		field, x, _ := strings.Cut(c, "=")
		if err := s.set(field, x); err != nil {
			return s, err
		}
	}
	return s, nil
}

func (s *Set) set(field, x string) error {
	f := reflect.ValueOf(s).Elem().FieldByName(field)
	if !f.IsValid() {
		return fmt.Errorf("there is no size %q", field)
	}
	n, err := strconv.ParseInt(x, 10, 64)
	if f.Kind() == reflect.Bool {
		var on bool
		on, err = strconv.ParseBool(x)
		f.SetBool(on)
	} else {
		f.SetInt(n)
	}
	if err != nil {
		return fmt.Errorf("%s=%s: %w", field, x, err)
	}
	return nil
}

// Random are sizes of a few elements that differ from seed to seed, so that the borders between forms move.
func Random(seed uint64) Set {
	rng := rand.New(rand.NewPCG(seed, 1))
	s := Small
	upTo := func(n int64) int64 { return 1 + rng.Int64N(n) }
	power := func(n int) int64 { return 1 << rng.IntN(n+1) }
	one := func(of ...int64) int64 { return of[rng.IntN(len(of))] }
	s.TaskGrain, s.GroupTaskGrain = one(0, 16, 100), one(0, 16, 100)
	s.TaskStms, s.TaskThreads, s.SmallWidth = int(one(20, 200, 1500)), upTo(4), one(0, 4)
	s.Pending, s.FirstPending = int(upTo(5)), int(upTo(3))
	s.ChunkWork, s.ChunksPerCore, s.Units = upTo(40), upTo(5), upTo(4)
	s.Chunks, s.Copies, s.ElemWork = upTo(20), upTo(4), one(0, 1, 4)
	s.CopyPoints = one(1, 4, 1<<20)
	s.CopyBytes, s.ScratchBytes, s.FirstCapacity = one(64, 1<<28), one(64, 4<<10, 256<<20), upTo(20)
	s.Lanes = int(one(0, 4, 8, 16))
	s.LaneScratch, s.LaneBytes, s.CoreScratch = one(64, 1<<25), one(64, 16<<10), one(64, 1<<20)
	s.LongModule, s.LongLoop = int(one(0, 2000, 60_000)), int(one(0, 200, 2000))
	s.Group, s.GroupsOfUnit, s.ItemPoints, s.FewPoints = power(5), upTo(4), upTo(4), power(2)
	s.ItemScratch, s.ItemCopies, s.ItemPrivate = one(1<<10, 16<<20), one(1<<8, 16<<20), one(1<<9, 2<<20)
	s.WaitBytes, s.CopiesOfItem, s.RowFold = one(64, 1<<10, 1<<19), 1+upTo(4), 1+upTo(8)
	s.BulkBytes, s.StreamBytes, s.WideFills, s.Inline = 64*upTo(4), 64*upTo(8), upTo(3), int(upTo(64))
	s.PartialSums = int(2 * power(3))
	s.Block = int64(s.PartialSums) * upTo(3)
	s.SideSums = int(upTo(16))
	s.ArgBlock, s.BlockTerms, s.BlockCache = upTo(40), int(upTo(8)), one(1, 1<<9, 1<<11)
	s.TileVector = int(one(16, 32, 64))
	s.TileRows, s.Vector, s.Registers = 1+int(upTo(7)), int(one(16, 32, 64)), int(one(8, 16, 32))
	s.LeastHoisted, s.ManyElements, s.PrivateBytes = upTo(6), upTo(20), one(1, 16, 64, 1024)
	s.ShortElems, s.ShortTrips, s.ShortStms, s.TinyStms = upTo(20), upTo(5), upTo(200), upTo(100)
	s.Plain, s.Backwards = rng.IntN(4) > 0, rng.IntN(3) > 0
	s.TapeRows, s.Unrolled, s.SortDigit, s.SortChunk = upTo(4), int(one(1, 8, 64)), upTo(4), upTo(9)
	s.GuessedSize = one(1, 2, 64)
	s.BucketValues, s.HistChunks, s.DenseScan = upTo(3), upTo(6), one(1, 4, 9)
	s.LeastProduct, s.DemandTerms, s.SelectSteps = upTo(4), one(1, 3, 32), int(one(1, 3, 6))
	s.ShortRow, s.ChanceSteps = one(0, 2, 8), int(one(0, 6, 16))
	s.ListWork, s.ListReads = one(1, 16, 100), upTo(4)
	s.SparsePlaces, s.SparseShare, s.SparseWidth, s.SparseCode = int(upTo(9)), upTo(4), upTo(4), int(one(20, 600))
	s.Triangle, s.LineBytes = upTo(4), 8*power(2)
	return s
}
