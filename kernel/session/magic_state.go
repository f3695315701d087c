package session

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"raido/backend"
	"raido/display"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/lower"
	"raido/lang/syntax"
	"raido/lang/types"
)

func stateMagics() []*magicDef {
	return []*magicDef{
		{name: "who", doc: "names that the cells have defined, with types, sizes and staleness", takes: nothing, run: magicWho,
			help: "Each name with its kind, its type with the actual sizes, the cell it comes from, the bytes its value takes, on the host or on the device, which engine computed it, and whether it is stale, lost or broken. " +
				"What an open or import brought is one line.",
			example: "let xs = map f64.i64 (iota 1000)\n%who"},
		{name: "whos", doc: "the same as %who", takes: nothing, run: magicWho, example: "%whos"},
		{name: "type", args: "E", doc: "the type of E; nothing is computed", run: magicType,
			example: "%type map (+ 1)"},
		{name: "dump", args: "PASS E", doc: "the program of E after a pass of the compiler", takes: passNames, names: true, run: magicDump,
			help:    "The passes are those of raido dump: lower, then the pipeline's in order, then flat and opencl (flat-task, opencl-task: as one task).",
			example: "%dump fuse map (+ 1) (map (* 2) (iota 10))"},
		{name: "reset", args: "[NAME ...]", doc: "forgets definitions and values: those named, or all", takes: nothing, names: true, defines: true, run: magicReset,
			help: "The memory of values goes back to the device. What depends on a name that is forgotten says so when it is next used. The name of a module or the path\n" +
				"of a file stands for all that an open or import of it brought, too: %reset f64 undoes open f64.",
			example: "let xs = replicate 1000000 1f64\n%reset xs"},
		{name: "refresh", doc: "computes stale values again", takes: nothing, defines: true, run: magicRefresh,
			help:    "A value is stale when something it was computed from was defined again. %who shows which are.",
			example: "def f x = x + 1\nlet y = f 2\n-- in another cell:\ndef f x = x + 2\n%refresh"},
		{name: "reactive", args: "on|off", doc: "computes stale values again after every cell by itself", takes: words("on", "off"), run: magicReactive,
			example: "%reactive on"},
		{name: "device", args: "[interp|opencl|dual]", doc: "shows or changes the engine that cells run on", takes: words("interp", "opencl", "dual"), run: magicDevice,
			help:    "interp is the interpreter, opencl compiles for an OpenCL device, dual is the interpreter that takes derivatives by tapes. Values are brought along.",
			example: "%device interp"},
	}
}

// magicWho is %who.
func magicWho(c *cell, _ part) (display.Bundle, error) {
	names := c.st.sortedNames()
	if len(names) == 0 {
		return display.Text("nothing is defined"), nil
	}
	t := &display.Table{Head: []string{"name", "kind", "type", "cell", "bytes", "where", "engine", "state"}}
	total := map[string]int64{}
	seen, folded := map[*held]bool{}, map[*entry]bool{}
	for _, name := range names {
		e := c.st.entries[name]
		if e.imports() {
			if !folded[e] {
				t.Add(strings.Join(strings.Fields(e.piece.decl.DeclSpan().Text()), " "), "names", fmt.Sprintf("%d: %s", len(e.names), nameList(e.names)), e.piece.src.Title(), "", "", "", e.condition())
			}
			folded[e] = true
			continue
		}
		kind, typ, bytes, where, engine := e.kind(), "", "", "", ""
		if info, ok := c.st.env.Describe(name); ok {
			typ = info.Type
			if h := e.values[info.Sym]; h != nil {
				kind, bytes, where, engine = "value", fmt.Sprint(h.bytes()), h.where(), h.engine
				typ = h.shapes(typ)
				if !seen[h] {
					total[where] += h.bytes()
				}
				seen[h] = true
			}
		}
		t.Add(name.Text, kind, typ, e.piece.src.Title(), bytes, where, engine, e.condition())
	}
	for _, where := range slices.Sorted(maps.Keys(total)) {
		t.Note(fmt.Sprintf("%d bytes on the %s", total[where], where))
	}
	return t.Bundle(), nil
}

// kind is what sort of definition the entry is, values aside.
func (e *entry) kind() string {
	switch e.piece.decl.(type) {
	case *syntax.TypeDecl:
		return "type"
	case *syntax.ModDecl:
		return "module"
	case *syntax.SigDecl:
		return "module type"
	}
	return "definition"
}

// condition is what there is to know about an entry that is not as it was defined.
func (e *entry) condition() string {
	switch {
	case e.broken != nil:
		return "broken: " + e.broken[0].Msg
	case e.lost():
		return "lost"
	case e.stale:
		return "stale"
	case e.dirty:
		return "to be checked again"
	}
	return ""
}

// where tells which memory holds a value. Scalars are on the host always.
func (h *held) where() string {
	if slices.ContainsFunc(h.leaves, backend.OnDevice) {
		return "device"
	}
	return "host"
}

// bytes is the memory of a held value.
func (h *held) bytes() int64 {
	total := int64(0)
	for _, l := range h.leaves {
		n := int64(l.Elem().Size())
		for _, d := range l.Shape() {
			n *= d
		}
		total += n
	}
	return total
}

// shapes gives the type with its actual sizes, where the value is one array.
func (h *held) shapes(typ string) string {
	if len(h.leaves) == 1 && len(h.leaves[0].Shape()) > 0 {
		return shapeText(h.leaves[0].Shape(), h.leaves[0].Elem())
	}
	return typ
}

// magicReset is %reset [NAME ...].
func magicReset(c *cell, p part) (display.Bundle, error) {
	words := strings.Fields(p.args.Text())
	if len(words) == 0 {
		c.st = newState(c.nb.imports())
		return display.Text("all definitions and values are forgotten"), nil
	}
	for _, w := range words {
		if !c.st.forget(w) {
			var have []string
			for _, n := range c.st.sortedNames() {
				have = append(have, n.Text)
			}
			d := usage(p.args, "no cell has defined %s", w)
			if d.Hint = "%who lists the names; %reset alone forgets all"; diag.Nearest(w, have) != "" {
				d.Hint = "did you mean " + diag.Nearest(w, have) + "?"
			}
			return display.Bundle{}, d
		}
	}
	return display.Text("forgotten: " + strings.Join(words, ", ")), nil
}

// magicRefresh is %refresh.
func magicRefresh(c *cell, _ part) (display.Bundle, error) {
	stale := c.st.staleEntries()
	if err := c.refreshStale(); err != nil {
		return display.Bundle{}, err
	}
	if len(stale) == 0 {
		return display.Text("no value is stale"), nil
	}
	var names []string
	for _, e := range stale {
		for _, n := range e.names {
			names = append(names, n.Text)
		}
	}
	return display.Text("computed again: " + strings.Join(names, ", ")), nil
}

// magicReactive is %reactive on|off.
func magicReactive(c *cell, p part) (display.Bundle, error) {
	text := ""
	switch p.args.Text() {
	case "on":
		c.nb.reactive, text = true, "stale values are computed again after every cell"
	case "off":
		c.nb.reactive, text = false, "stale values wait for %refresh"
	default:
		return display.Bundle{}, usage(p.args, "%%reactive takes on or off")
	}
	return display.Text(text), nil
}

// openEngine is replaced by tests.
var openEngine = backend.Open

// magicDevice is %device [NAME]. Values of the old engine are brought along.
func magicDevice(c *cell, p part) (display.Bundle, error) {
	name := strings.TrimSpace(p.args.Text())
	if name == "" {
		e, err := c.ready()
		if err != nil {
			return display.Bundle{}, err
		}
		return display.Text(fmt.Sprintf("%s: %s, %d bytes in use", e.Name(), e.Device(), e.MemoryInUse())), nil
	}
	next, err := openEngine(name)
	if err == nil {
		if err = backend.Ready(c.ctx, next); err != nil {
			next.Close()
		}
	}
	if d, ok := err.(*diag.Diag); ok && d.Span.Source == nil {
		d.Span = p.args
	}
	if err != nil {
		return display.Bundle{}, err
	}
	before := c.next
	if _, gone := c.ready(); gone != nil {
		c.next = next // computes what the other one has lost
	}
	err = c.move(next)
	if c.next = before; err != nil {
		next.Close()
		return display.Bundle{}, err
	}
	if c.next != nil {
		c.passed = append(c.passed, c.next)
	}
	c.next = next
	return display.Text(next.Name()), nil // which device it is, %device alone tells
}

// move brings all held values to another engine.
func (c *cell) move(next backend.Engine) error {
	for _, e := range c.st.order {
		moved := map[*types.Symbol]*held{}
		for sym, h := range e.values {
			m := &held{iface: h.iface, typ: h.typ, from: h.from, engine: h.engine, def: h.def, inputs: h.inputs, depth: h.depth}
			if err := c.restore(h, sym.Name); err != nil {
				return err
			}
			moved[sym] = m
			c.made = append(c.made, m)
			leaves, err := c.leaves(h)
			if err != nil {
				return err
			}
			for _, v := range leaves {
				up, err := next.Upload(c.ctx, v)
				if err != nil {
					return err
				}
				m.leaves = append(m.leaves, up)
			}
		}
		if e.values != nil {
			e.values = moved
		}
	}
	return nil
}

// magicType is %type E.
func magicType(c *cell, p part) (display.Bundle, error) {
	def, err := c.checked(only(p.src, p.args.Start, p.args.End))
	if err != nil {
		return display.Bundle{}, err
	}
	return display.Text(types.Print(def.Ret)), nil
}

// checked parses and checks one expression.
func (c *cell) checked(src *diag.Source) (*types.Def, error) {
	k, errs := c.knownExp(src)
	if bad := errs.Errors(); len(bad) > 0 {
		return nil, bad
	}
	def, errs := c.checkExp(k)
	if bad := errs.Errors(); len(bad) > 0 {
		return nil, bad
	}
	return def, nil
}

// magicDump is %dump PASS E.
func magicDump(c *cell, p part) (display.Bundle, error) {
	name, _, _ := strings.Cut(strings.ReplaceAll(p.args.Text(), "\n", " "), " ")
	at := p.args
	at.Start += len(name)
	if strings.TrimSpace(at.Text()) == "" {
		d := usage(p.args, "%%dump takes the name of a pass and an expression")
		d.Hint = "for example: %dump fuse map (+ 1) (iota 10); the passes are " + strings.Join(backend.DumpNames(), ", ")
		return display.Bundle{}, d
	}
	if !slices.Contains(backend.DumpNames(), name) {
		here := diag.Span{Source: p.args.Source, Start: p.args.Start, End: at.Start}
		d := usage(here, "there is no pass %s", name)
		if d.Hint = "%dump takes the name of a pass and an expression; the passes are " + strings.Join(backend.DumpNames(), ", "); diag.Nearest(name, backend.DumpNames()) != "" {
			d.Hint = "did you mean " + diag.Nearest(name, backend.DumpNames()) + "?"
		}
		return display.Bundle{}, d
	}
	def, err := c.checked(only(p.src, at.Start, at.End))
	if err != nil {
		return display.Bundle{}, err
	}
	if d := notShown(def); d != nil {
		return display.Bundle{}, d
	}
	prog, _, err := lower.Program(def)
	if err != nil {
		return display.Bundle{}, err
	}
	var b strings.Builder
	if name == "lower" {
		b.WriteString(core.Print(prog))
	} else if err := backend.DumpAfter(&b, prog, name); err != nil {
		return display.Bundle{}, err
	}
	return display.Text(strings.TrimRight(b.String(), "\n")), nil
}

// passNames offers the passes, in front; expressions come by themselves.
func passNames(n *Notebook, prefix string) []Match { return words(backend.DumpNames()...)(n, prefix) }
