package contract

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// Note [Sizes of tiles]
//
// A tile is two vectors wide and as high as the device's registers allow (K. Goto, R. van de Geijn, Anatomy of high-performance matrix
// multiplication, ACM TOMS 34(3), 2008, section 6): they hold its accumulators, and beside these a term's wide values and one side.
// A term needs rows + 2 loads for 2 * rows products, so 16 registers with 6 rows and more registers with more compute as fast
// as they load. If the device does not say what registers it has, they are those that every CPU of 64 bits has.
//
// A piece of the wide values of one column of tiles stays in the first cache of a core. Its own cache (what the device
// says of local memory, on a CPU) holds the sides of a block and the accumulators that are kept: an eighth and a quarter of it, so that there is
// room for what comes next. The more rows a block has, the less it costs to pack wide values, and the more columns, to pack sides. Where there are
// more threads than blocks, blocks are smaller. Sides that few columns need are packed about as often as they are read: a quarter of a block stays nearer.

// A point that is in a tile is folded in order, and one that is not in many sums (Note [Tiles]). So which points are in tiles must not depend on the
// device: products are for tiles where those of a device with mostRegisters vectors of limits.TileVector bytes would fit. Those of all others are
// smaller, by powers of two along rows.

// Note [Plain tiles]
//
// The compiler of the embedded engine takes code as it stands. Where vectors do not fit its registers it stores all that a loop carries: 6 rows of accumulators in 16
// registers take twice as long as 4. It computes and checks an address for each row of an array, so all sides are packed, where rows are at constant distances. It puts a number
// into all lanes by three instructions, one of which waits for what the register was used for before, so sides lie in their pack once for each lane. And what a
// loop costs beside its body is as much as a term, so several terms go in an iteration. On a Xeon a product of 512 x 512 numbers of f64 takes 65 ms for 190.

const (
	mostRegisters = 32 // of any device

	plainRows  = 2 // fewer than elsewhere in a tile of the embedded engine: Note [Plain tiles]
	plainTerms = 4 // of the fold in an iteration there

	tileVectors  = 2 // along j, with rows of points; one row alone takes lineVectors where it has them
	lineVectors  = 8
	lowRows      = 4 // of tiles for few rows
	lowColumns   = 4 // vectors of a row that stands alone in a task
	leastVector  = 16
	leastNumber  = 16 // of registers
	blocksOfAll  = 4  // of each thread, at least
	sidesOfCache = 8  // the part of a core's cache for them
	keptOfCache  = 4
	fewOfBlock   = 4 // the part of a block that sides take which few columns need
)

// fitting is how many rows of accumulators, so many vectors wide, so many registers hold.
func (t *operands) fitting(columns, registers int) int {
	free := max(leastNumber, registers) - 1 - columns*max(1, len(t.wide))
	return min(limits.Now.TileRows, max(2, free/(columns*len(t.Fold.Accs))))
}

// rows is how many rows of accumulators the tiles of a device have.
func (t *operands) rows() int {
	rows := t.fitting(tileVectors, t.target.Registers)
	if t.target.Plain {
		rows = max(2, rows-plainRows)
	}
	return rows
}

// lanes is how many elements a vector has.
func (t *operands) lanes() int {
	return min(t.mostLanes(), max(leastVector, t.target.Vector)/t.elem.Size())
}

// mostLanes is how many elements a vector has at most, on whatever device.
func (t *operands) mostLanes() int { return min(seg.MostLanes, limits.Now.TileVector/t.elem.Size()) }

// size is a size of tiles, and of blocks of them: Note [Sizes of tiles].
func (t *operands) size(rows, columns, lanes int) *tile {
	out := &tile{operands: t, rows: rows, columns: columns, lanes: lanes, below: 1, beside: 1}
	if rows == 1 {
		return out
	}
	cache := int(limits.Now.BlockCache)
	if t.target.Cache > 0 {
		cache = int(min(limits.Now.BlockCache, t.target.Cache))
	}
	size := t.elem.Size()
	out.below = max(1, cache/sidesOfCache/(limits.Now.BlockTerms*rows*size*max(1, len(t.sides))*out.sideSize()))
	out.beside = max(1, cache/keptOfCache/(out.below*out.accs()*lanes*size))
	return out
}

// tiles are the tiles along one dimension: the whole ones, and all with the one that is moved back to fit in.
type tiles struct{ whole, all core.Atom }

func (t *tile) tiles(x index, n core.Atom, size int) tiles {
	return tiles{x.quot(n, core.IntC(int64(size))), x.ceil(n, size)}
}

// end is where a block ends that would end at a tile: the last block has the tile that is moved back.
func (t tiles) end(x index, at core.Atom) core.Atom {
	return x.b.Select("end", x.b.Less(at, t.whole), at, t.all)
}

// share is how many of n things a block takes: most of them, but fewer where threads would be left without a block.
func (s *space) share(b *seg.Builder, n, most core.Atom) core.Atom {
	if core.IsConst(most, prim.Int(prim.I64, 1)) {
		return most
	}
	x := index{b}
	each := x.quot(x.mul(n, s.outer), x.mul(core.IntC(blocksOfAll), s.blocks.Threads))
	alone := b.Op("alone", prim.Eq, prim.I64, s.blocks.Threads, core.IntC(1))
	return b.Select("share", alone, most, x.max(core.IntC(1), x.min(each, most)))
}

// mostBelow is how many tiles of a block are below each other at most.
func (t *tile) mostBelow(b *seg.Builder, s *space) core.Atom {
	all, part := core.IntC(int64(t.below)), core.IntC(int64(max(1, t.below/fewOfBlock)))
	if len(t.sides) == 0 || all == part {
		return all
	}
	return b.Select("most", b.Less(s.nj, core.IntC(int64(limits.Now.BlockTerms))), part, all)
}
