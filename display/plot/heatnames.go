package plot

import (
	"math"
	"strconv"
)

// tag is a label beside a heatmap: at the middle of the entries it stands for.
type tag struct {
	at   float64 // in entries
	name string
}

// nameRoom is the room for the name of a row or column, in points.
const nameRoom = 110

func groupsSize(gs []Group) int {
	n := 0
	for _, g := range gs {
		n += g.Size
	}
	return n
}

// side is the width of the row labels; it sets which rows have one.
func (h *heat) side() float64 {
	h.rows = lines(h.Rows, h.rowSlot, h.RowNames, h.RowGroups)
	return widestTag(h.rows)
}

// below is the height of the column labels; it sets which columns have one and whether they are turned.
func (h *heat) below() float64 {
	h.cols = h.beside()
	switch {
	case h.Cols == 0, h.cols != nil && widestTag(h.cols) == 0: // that of a number has no name
		return 0
	case h.cols != nil:
		return small + 2
	}
	h.upright = true
	h.cols = lines(h.Cols, h.colSlot, h.ColNames, h.ColGroups)
	return widestTag(h.cols)
}

// lines are labels below each other: those of all entries where there is room, else of groups, else of every so many entries.
func lines(n int, slot float64, names []string, groups []Group) []tag {
	const need = small + 4
	switch {
	case (slot >= need || n <= 1) && (names != nil || len(groups) < 2):
		return all(n, names)
	case len(groups) > 1:
		return grouped(groups, slot, need)
	case names == nil:
		return numbered(n, numberStep(n, slot, need))
	}
	var out []tag
	for i := 0; i < n; i += int(math.Ceil(need / slot)) {
		out = append(out, tag{float64(i) + 0.5, elide(names[i], small, nameRoom)})
	}
	return out
}

// beside are labels of columns side by side, or nil if there is no room for them.
func (h *heat) beside() []tag {
	n, slot := h.Cols, h.colSlot
	if slot > small && (h.ColNames != nil || len(h.ColGroups) < 2) {
		if out := all(n, h.ColNames); h.fits(out) {
			return out
		}
	}
	switch {
	case len(h.ColGroups) > 1:
		if out := grouped(h.ColGroups, slot, 0); h.fits(out) {
			return out
		}
	case h.ColNames == nil:
		return numbered(n, numberStep(n, slot, width(strconv.Itoa(n-1), small)+6))
	}
	return nil
}

func all(n int, names []string) []tag {
	var out []tag
	for i := range n {
		name := strconv.Itoa(i)
		if names != nil {
			name = elide(names[i], small, nameRoom)
		}
		out = append(out, tag{float64(i) + 0.5, name})
	}
	return out
}

// grouped has the names of groups at their middles; those that would be nearer than need to a bigger group's are left out.
func grouped(groups []Group, slot, need float64) []tag {
	var out []tag
	var sizes []int
	at := 0
	for _, g := range groups {
		t := tag{float64(at) + float64(g.Size)/2, elide(g.Name, small, nameRoom)}
		at += g.Size
		if g.Size == 0 {
			continue
		}
		near := func() bool { return len(out) > 0 && (t.at-out[len(out)-1].at)*slot < need }
		for near() && sizes[len(out)-1] < g.Size {
			out, sizes = out[:len(out)-1], sizes[:len(out)-1]
		}
		if !near() {
			out, sizes = append(out, t), append(sizes, g.Size)
		}
	}
	return out
}

// numberStep is how many entries a number stands for, 1, 2, 5, 10, ..., so that numbers are need apart.
func numberStep(n int, slot, need float64) int {
	if slot >= need || n <= 1 {
		return 1
	}
	return int(math.Max(1, math.Round(roundStep(need/slot))))
}

func numbered(n, step int) []tag {
	var out []tag
	for i := 0; i < n; i += step {
		out = append(out, tag{float64(i) + 0.5, strconv.Itoa(i)})
	}
	return out
}

// fits reports whether labels of columns stand beside each other, and neither leave the picture nor run below the colour bar.
func (h *heat) fits(tags []tag) bool {
	for i, t := range tags {
		half := width(t.name, small) / 2
		from, to := h.x+t.at*h.colSlot-half, h.x+t.at*h.colSlot+half
		if from < margin-2 || to > h.x+h.w+12 {
			return false
		}
		if i > 0 && from < h.x+tags[i-1].at*h.colSlot+width(tags[i-1].name, small)/2+4 {
			return false
		}
	}
	return true
}

func widestTag(tags []tag) float64 {
	w := 0.0
	for _, t := range tags {
		w = math.Max(w, width(t.name, small))
	}
	return w
}

// names writes the labels of rows and columns.
func (h *heat) names(s *sheet) {
	for _, t := range h.rows {
		s.label(h.x-5, h.y+h.h-t.at*h.rowSlot, t.name, small, soft, right, middle)
	}
	for _, t := range h.cols {
		x := h.x + t.at*h.colSlot
		if h.upright {
			s.turned(x, h.y-5, t.name, small, soft, right, middle, math.Pi/2)
		} else {
			s.label(x, h.y-5, t.name, small, soft, centre, top)
		}
	}
}

// separators draws lines between groups.
func (h *heat) separators(s *sheet) {
	at := 0
	for _, g := range h.RowGroups {
		if at += g.Size; at > 0 && at < h.Rows {
			y := h.y + h.h - float64(at)*h.rowSlot
			s.line(h.x-4, y, h.x+h.w, y, 0.7, axis)
		}
	}
	at = 0
	for _, g := range h.ColGroups {
		if at += g.Size; at > 0 && at < h.Cols {
			x := h.x + float64(at)*h.colSlot
			s.line(x, h.y-4, x, h.y+h.h, 0.7, axis)
		}
	}
}
