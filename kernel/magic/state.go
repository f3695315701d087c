package magic

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"raido/backend/dump"
	"raido/backend/engines"
	"raido/display"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/types"
)

func stateMagics() []*Def {
	return []*Def{
		{Name: "who", Doc: "names that the cells have defined, with types, sizes and staleness", Takes: nothing, Looks: true, Run: magicWho,
			Help: "Each name with its kind, its type with the actual sizes, the cell it comes from, the bytes its value takes, on the host or on the device, which engine computed it, and whether it is stale, lost or broken. " +
				"What an open or import brought is one line.",
			Example: "let xs = map f64.i64 (iota 1000)\n%who"},
		{Name: "whos", Doc: "the same as %who", Takes: nothing, Looks: true, Run: magicWho, Example: "%whos"},
		{Name: "type", Args: "E", Doc: "the type of E; nothing is computed", Looks: true, Run: magicType,
			Example: "%type map (+ 1)"},
		{Name: "dump", Args: "PASS E", Doc: "the program of E after a pass of the compiler", Takes: passNames, Names: true, Looks: true, Run: magicDump,
			Help:    "The passes are those of raido dump: lower, those on core in order, flat, those on kernels in order, and opencl (flat-task, opencl-task: as one task).",
			Example: "%dump fuse map (+ 1) (map (* 2) (iota 10))"},
		{Name: "reset", Args: "[NAME ...]", Doc: "forgets definitions and values: those named, or all", Takes: nothing, Names: true, Defines: true, Run: magicReset,
			Help: "The memory of values goes back to the device. What depends on a name that is forgotten says so when it is next used. The name of a module or the path\n" +
				"of a file stands for all that an open or import of it brought, too: %reset f64 undoes open f64.",
			Example: "let xs = replicate 1000000 1f64\n%reset xs"},
		{Name: "refresh", Doc: "computes stale values again", Takes: nothing, Defines: true, Run: magicRefresh,
			Help:    "A value is stale when something it was computed from was defined again. %who shows which are.",
			Example: "def f x = x + 1\nlet y = f 2\n-- in another cell:\ndef f x = x + 2\n%refresh"},
		{Name: "reactive", Args: "on|off", Doc: "computes stale values again after every cell by itself", Takes: words("on", "off"), Run: magicReactive,
			Example: "%reactive on"},
		{Name: "device", Args: "[interp|opencl|dual]", Doc: "shows or changes the engine that cells run on", Takes: words(engines.Names...), Run: magicDevice,
			Help:    "interp is the interpreter, opencl compiles for an OpenCL device, dual is the interpreter that takes derivatives by tapes. Values are brought along.",
			Example: "%device interp"},
	}
}

// magicWho is %who.
func magicWho(c *Call) (display.Bundle, error) {
	defs := c.Notebook().Definitions()
	if len(defs) == 0 {
		return display.Text("nothing is defined"), nil
	}
	t := &display.Table{Head: []string{"name", "kind", "type", "cell", "bytes", "where", "engine", "state"}}
	total, seen := map[string]int64{}, map[*Held]bool{}
	for _, d := range defs {
		bytes, where, engine := "", "", ""
		if h := d.Held; h != nil {
			bytes, where, engine = fmt.Sprint(h.Bytes), h.Where, h.Engine
			if !seen[h] {
				total[where] += h.Bytes
			}
			seen[h] = true
		}
		t.Add(d.Name, d.Kind, d.Type, d.Cell, bytes, where, engine, d.State)
	}
	for _, where := range slices.Sorted(maps.Keys(total)) {
		t.Note(fmt.Sprintf("%d bytes on the %s", total[where], where))
	}
	return t.Bundle(), nil
}

// magicReset is %reset [NAME ...].
func magicReset(c *Call) (display.Bundle, error) {
	words, nb, at := strings.Fields(c.Args.Text()), c.Notebook(), c.Args
	if len(words) == 0 {
		nb.ForgetAll()
		return display.Text("all definitions and values are forgotten"), nil
	}
	for _, w := range words {
		at.Start += strings.Index(at.Text(), w)
		here := diag.Span{Source: at.Source, Start: at.Start, End: at.Start + len(w)}
		at.Start = here.End
		if !nb.Forget(w) {
			var have []string
			for _, d := range nb.Definitions() {
				have = append(have, d.Name)
			}
			d := usage(here, "no cell has defined %s", w)
			if d.Hint = "%who lists the names; %reset alone forgets all"; diag.Nearest(w, have) != "" {
				d.Hint = "did you mean " + diag.Nearest(w, have) + "?"
			}
			return display.Bundle{}, d
		}
	}
	return display.Text("forgotten: " + strings.Join(words, ", ")), nil
}

// magicRefresh is %refresh.
func magicRefresh(c *Call) (display.Bundle, error) {
	names, err := c.Notebook().Refresh()
	switch {
	case err != nil:
		return display.Bundle{}, err
	case len(names) == 0:
		return display.Text("no value is stale"), nil
	}
	return display.Text("computed again: " + strings.Join(names, ", ")), nil
}

// magicReactive is %reactive on|off.
func magicReactive(c *Call) (display.Bundle, error) {
	switch c.Args.Text() {
	case "on":
		c.Notebook().React(true)
		return display.Text("stale values are computed again after every cell"), nil
	case "off":
		c.Notebook().React(false)
		return display.Text("stale values wait for %refresh"), nil
	}
	return display.Bundle{}, usage(c.Args, "%%reactive takes on or off")
}

// magicDevice is %device [NAME].
func magicDevice(c *Call) (display.Bundle, error) {
	name := strings.TrimSpace(c.Args.Text())
	if name == "" {
		e, err := c.Notebook().Engine()
		if err != nil {
			return display.Bundle{}, err
		}
		return display.Text(fmt.Sprintf("%s: %s, %d bytes in use", e.Name(), e.Device(), e.MemoryInUse())), nil
	}
	next, err := c.Notebook().SetEngine(name)
	if d, ok := err.(*diag.Diag); ok && d.Span.Source == nil {
		d.Span = c.Args
	}
	if err != nil {
		return display.Bundle{}, err
	}
	return display.Text(next.Name()), nil // which device it is, %device alone tells
}

// magicType is %type E.
func magicType(c *Call) (display.Bundle, error) {
	def, err := c.check(c.Args)
	if err != nil {
		return display.Bundle{}, err
	}
	return display.Text(types.Print(def.Ret)), nil
}

// magicDump is %dump PASS E.
func magicDump(c *Call) (display.Bundle, error) {
	name, _, _ := strings.Cut(strings.ReplaceAll(c.Args.Text(), "\n", " "), " ")
	at := c.Args
	at.Start += len(name)
	if strings.TrimSpace(at.Text()) == "" {
		d := usage(c.Args, "%%dump takes the name of a pass and an expression")
		d.Hint = "for example: %dump fuse map (+ 1) (iota 10); the passes are " + strings.Join(dump.Names(), ", ")
		return display.Bundle{}, d
	}
	if !slices.Contains(dump.Names(), name) {
		here := diag.Span{Source: c.Args.Source, Start: c.Args.Start, End: at.Start}
		d := usage(here, "there is no pass %s", name)
		if d.Hint = "%dump takes the name of a pass and an expression; the passes are " + strings.Join(dump.Names(), ", "); diag.Nearest(name, dump.Names()) != "" {
			d.Hint = "did you mean " + diag.Nearest(name, dump.Names()) + "?"
		}
		return display.Bundle{}, d
	}
	def, err := c.check(at)
	if err != nil {
		return display.Bundle{}, err
	}
	prog, _, err := c.Lower(def)
	if err != nil {
		return display.Bundle{}, err
	}
	var b strings.Builder
	if name == "lower" {
		b.WriteString(core.Print(prog))
	} else if err := dump.After(&b, prog, name); err != nil {
		return display.Bundle{}, err
	}
	return display.Text(strings.TrimRight(b.String(), "\n")), nil
}

// passNames offers the passes, in front; expressions come by themselves.
func passNames(prefix string) []Match { return words(dump.Names()...)(prefix) }
