package backend

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"raido/lang/diag"
)

// ProfileHead is the head of a table of Profile.Rows; the columns from ProfileNumbers on hold numbers.
var ProfileHead = []string{"kernel", "kind", "at", "launches", "points", "time", "share", "read", "written", "GB/s", "Gop/s", "of peak"}

// ProfileNumbers is the first column of ProfileHead with numbers.
const ProfileNumbers = 3

// Sorted lists kernels and transfers, those that took longest first.
func (p *Profile) Sorted() []KernelTime {
	all := append(slices.Clone(p.Kernels), p.Transfers...)
	slices.SortStableFunc(all, func(a, b KernelTime) int { return int(b.Time - a.Time) })
	return all
}

// Rows are the rows of a table, those that took longest first. Positions in the text of that ID go without the
// name.
func (p *Profile) Rows(own diag.ID) [][]string {
	var rows [][]string
	busy := max(p.Busy(), 1)
	for _, k := range p.Sorted() {
		rate, ops := "", ""
		if bw := k.Bandwidth(); bw > 0 && k.Kind != "read" {
			rate = digits(bw / 1e9)
		}
		if k.Ops > 0 && k.Time > 0 {
			ops = digits(float64(k.Ops) / float64(k.Time.Nanoseconds()))
		}
		rows = append(rows, []string{k.Name, k.Kind, Place(k.Src, own), fmt.Sprint(k.Launches), fmt.Sprint(k.Points), Duration(k.Time),
			fmt.Sprintf("%.0f %%", 100*float64(k.Time)/float64(busy)), ByteText(k.Read), ByteText(k.Written), rate, ops, p.Roof(&k)})
	}
	return rows
}

// Remarks are what a user should know of how a program ran; of no profile, none.
func (p *Profile) Remarks() (lines []string) {
	if p == nil {
		return nil
	}
	for _, r := range []string{p.Fallback, p.Checkpoints} {
		if r != "" {
			lines = append(lines, r)
		}
	}
	return lines
}

// Phase is a step on the way from the text to the device.
type Phase struct {
	Name string
	Time time.Duration
}

// Notes are the lines below the table: where the rest of the time went, and what the figures mean. The phases are
// those before the run.
func (p *Profile) Notes(before ...Phase) []string {
	lines := p.Remarks()
	if p.Counts != nil {
		n := p.Counts
		lines = append(lines, fmt.Sprintf("%s: one run took %s and did %d operations, %d elements read, %d written", p.Device, Duration(p.Total), n.Ops, n.Reads, n.Writes))
		if n.Scratch > 0 {
			lines = append(lines, fmt.Sprintf("tapes: %s, at most %s at once", ByteText(n.Scratch), ByteText(n.ScratchPeak)))
		}
		if p.Small {
			lines = append(lines, "small programs do not go to the device, unless it is asked for by name")
		}
		return append(lines, phases(before))
	}
	lines = append(lines, fmt.Sprintf("one run took %s: device %s, host %s; memory at most %s", Duration(p.Total), Duration(p.Busy()), Duration(p.Host()), ByteText(p.PeakBytes)))
	lines = append(lines, phases(append(before, Phase{"driver's build", p.Build}, Phase{"first launches", p.First})))
	device := p.Device
	if x := p.Peaks; x.Bytes > 0 {
		device += fmt.Sprintf("; peak: %s GB/s of copying, %s Gop/s in f32, %s in f64", digits(x.Bytes/1e9), digits(x.F32/1e9), digits(x.F64/1e9))
	}
	return append(lines, device)
}

// Roof tells how close a kernel comes to what memory or arithmetic of the device can do, whichever bounds it more;
// nothing if that is not known. What moves data faster than memory does has them in caches.
func (p *Profile) Roof(k *KernelTime) string {
	seconds, of := p.Peaks.Needs(k)
	if seconds <= 0 || k.Time <= 0 || k.Kind == "read" {
		return ""
	}
	part := 100 * seconds / k.Time.Seconds()
	if part > 100 && of == "memory" {
		return "from caches"
	}
	return fmt.Sprintf("%s %.0f %%", of, min(part, 100))
}

func phases(list []Phase) string {
	parts := make([]string, len(list))
	for i, x := range list {
		parts[i] = x.Name + " " + Duration(x.Time)
	}
	return "before: " + strings.Join(parts, ", ")
}
