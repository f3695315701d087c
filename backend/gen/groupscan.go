package gen

import "fmt"

// scanBytes is how many bytes of local memory an item of a scan gets for its points.
const scanBytes = 32

// groupScan: stage 0 reduces the part of each group, stage 1 (one group) turns their results into what comes
// before each part, stage 2 scans the parts from there, a tile of some points for each item at a time. With one group
// there is only stage 2.
func (w *writer) groupScan() {
	k := w.k
	x, y, ne, partials := w.xs("x"), w.xs("y"), w.atoms(k.Ne), w.partials()
	size := 0
	for _, v := range k.Op.A {
		size += v.Type.Elem.Size()
	}
	each := max(scanBytes/size, 1)
	l := w.local("l", 1)
	w.groups.locals = l
	tile := w.local("t", each)
	w.stage(true, func() {
		w.totals(w.total())
		w.part("lo", "hi", "group", "chunks", "0", "total")
		w.empty(x)
		w.apart(func() { w.fromTo("lo", "hi", "lid", "lsize") })
		w.tree("hi - lo")
		w.braces("if (lid == 0)", func() { w.assign(at(partials, "group"), at(l, "0")) })
	})
	w.stage(true, func() {
		w.totals("chunks")
		w.empty(x)
		w.ownPartials(partials, func(c []string) { w.take(k.Op, x, c) })
		w.scanItems("total")
		w.declare(y, ne)
		w.braces("if (lid > 0 && lid < total)", func() { w.apart(func() { w.join(k.Op, y, ne, at(l, "lid - 1")) }) })
		w.ownPartials(partials, func(c []string) {
			w.declare(w.xs("c_"), c)
			w.assign(c, y)
			w.join(k.Op, y, y, w.xs("c_"))
		})
	})
	w.stage(true, func() {
		w.totals(w.total())
		w.part("lo", "hi", "group", "chunks", "0", "total")
		w.declare(w.xs("before"), ne)
		w.braces("if (chunks > 1)", func() { w.assign(w.xs("before"), at(partials, "group")) })
		w.braces(fmt.Sprintf("for (long base = lo; base < hi; base += lsize * %d)", each), func() { w.scanTile(tile, each) })
	})
}

// scanItems makes x0, x1, ... and the elements of local memory the combination of those of all items up to this one. Those of
// the first n items are something: the operator is never given anything else, since it may fail for that.
func (w *writer) scanItems(n string) {
	l, x, left := w.groups.locals, w.xs("x"), w.xs("left")
	w.assign(at(l, "lid"), x)
	w.line("const long filled = min(lsize, %s);", n)
	w.braces("for (long s = 1; s < lsize; s *= 2)", func() {
		w.barrier()
		w.declare(left, at(l, "lid >= s ? lid - s : 0"))
		w.barrier()
		w.braces("if (lid >= s && lid < filled)", func() {
			w.apart(func() { w.join(w.k.Op, x, left, x) })
			w.assign(at(l, "lid"), x)
		})
	})
	w.barrier()
}

// scanTile scans the points from base on, so many for each item, and adds them to what came before.
func (w *writer) scanTile(tile []string, each int) {
	k, l, x, y := w.k, w.groups.locals, w.xs("x"), w.xs("y")
	before := w.xs("before")
	loop := func(from int, to string) string { return fmt.Sprintf("for (long e = %d; e < %s; e++)", from, to) }
	all := fmt.Sprint(each)
	own := at(tile, fmt.Sprintf("lid * %d + e", each))
	// neighbours read neighbours
	w.braces(loop(0, all), func() {
		i := w.bind(k.Space[0].I)
		w.declare(x, w.atoms(k.Ne))
		w.line("const long %s = base + e * lsize + lid;", i)
		w.braces("if ("+i+" < hi)", func() {
			w.apart(func() {
				w.code(k.Body)
				w.assign(x, w.atoms(k.Vals))
			})
		})
		w.assign(at(tile, "e * lsize + lid"), x)
	})
	w.barrier()
	// each scans its own
	w.line("const long mine = min(%dL, hi - base - lid * %d);", each, each)
	w.declare(x, at(tile, fmt.Sprintf("lid * %d", each)))
	w.braces(loop(1, "mine"), func() {
		w.apart(func() { w.join(k.Op, x, x, own) })
		w.assign(own, x)
	})
	w.scanItems(fmt.Sprintf("(hi - base + %d) / %d", each-1, each))
	w.declare(y, before)
	w.braces("if (lid > 0 && lid < filled)", func() { w.apart(func() { w.join(k.Op, y, before, at(l, "lid - 1")) }) })
	w.braces(loop(0, "mine"), func() { w.apart(func() { w.join(k.Op, own, y, own) }) })
	w.apart(func() { w.join(k.Op, before, before, at(l, "filled - 1")) })
	w.barrier()
	w.braces(loop(0, all), func() {
		w.line("const long i = base + e * lsize + lid;")
		place := "i"
		if k.Back {
			place = "total - 1 - i"
		}
		w.braces("if (i < hi)", func() {
			for j, m := range k.Outs {
				if k.Unread[j] {
					continue
				}
				w.line("%s[%s] = %s[e * lsize + lid];", w.mem(m), place, tile[j])
			}
			w.after(place, at(tile, "e * lsize + lid"))
		})
	})
	w.barrier()
}
