package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
)

// Note [Tables of points]
//
// The adjoint of a stencil that is not linear adds to its neighbours what it computes from the point: w = y / (4 + 1.5 * u * u) times the weights of the
// stencil. An inverted map would compute w again for each neighbour. If that costs more than to keep it, a map of its own computes it first
// [ours: Note [Tables of values], for the innermost maps and the branches in them]:
//
//	with_acc (\acc -> map n (\i -> map m (\j ->            ws = map n (\i -> map m (\j -> if c i j then f i j else 0))
//	  if c i j then                               becomes  with_acc (\acc -> map n (\i -> map m (\j ->
//	    let w = f i j                                        if c i j then
//	    update_acc acc [i-1, j] (a * w) ...                    update_acc acc [i-1, j] (a * ws[i, j]) ...
//
// There are as many points as places: a map for each dimension of what is added to. Where several branches add what is computed before them, as for points
// that have a neighbour on either side or none, the table is of all points. Where several updates add numbers of their own, as those of a flux limiter, that are too
// much to compute again, there is a table for each of them: writing and reading it takes less than adding to what neighbours have just added to.
//
// Where c does not hold the table has zeros, and a zero with another sign, or times a number, is zero as well. An update that does no more with it need not ask for c, which
// each neighbour would compute again (the file invertfree).

const (
	// worthPoints is what it costs at least to compute a value again, of which a table of points is made: twice a division and a few products.
	worthPoints = 32
	// mostTables is how many there are at most of one map, mostValues if all that is added is in tables.
	mostTables = 2
	mostValues = 12
)

// nestTables is a with_acc whose innermost maps find in arrays what several updates need, and the maps that make these arrays.
func (iv *inverter) nestTables(w *core.WithAcc) (before []core.Stm, out *core.WithAcc) {
	bound := core.BoundIn(w.Fn)
	found := map[int]pointTable{}
	for k, s := range w.Fn.Body.Stms {
		m, ok := s.Exp.(*core.Map)
		if ok && !slices.ContainsFunc(core.FreeInExp(m).List, func(v *core.Var) bool { return bound[v] && !v.Type.IsAcc() }) {
			if t, ok := (&nested{bound: bound, sums: certsOfSums(w)}).body(core.Body{Stms: []core.Stm{s}}, 0); ok {
				found[k] = t
			}
		}
	}
	if len(found) == 0 {
		return nil, w
	}
	var stms []core.Stm
	sub := core.NewSubst()
	for k, s := range w.Fn.Body.Stms {
		if t, ok := found[k]; ok {
			table := core.Rename(&core.Lambda{Ret: core.VarTypes(t.rows), Body: t.table})
			before = append(before, table.Body.Stms...)
			for j, v := range t.rows {
				sub.Vars[v] = table.Body.Result[j]
			}
			s = t.reads.Stms[0]
		}
		stms = append(stms, sub.Stm(s))
	}
	body := core.Body{Stms: stms, Result: sub.Atoms(w.Fn.Body.Result)}
	return before, &core.WithAcc{Accs: w.Accs, Fn: &core.Lambda{Params: w.Fn.Params, Ret: w.Fn.Ret, Body: body}}
}

// nested looks for values in nests of maps.
type nested struct {
	bound map[*core.Var]bool
	sums  map[*core.Cert]bool // of accumulators to which a zero adds nothing
}

// pointTable is code that computes values, and code that has them in variables, which stand for elements, rows or arrays of them.
type pointTable struct {
	table, reads core.Body
	rows         []*core.Var
}

// body is the table of a body inside of so many maps; not ok if there is none.
func (n *nested) body(b core.Body, levels int) (t pointTable, ok bool) {
	var adds []int // the maps and branches that add
	inMap := false
	for k, s := range b.Stms {
		if !addsOnly(s) && alias.MayConsume(core.Body{Stms: []core.Stm{s}}, arraysIn(s)) {
			return t, false
		}
		switch s.Exp.(type) {
		case *core.Map: // which may make arrays, too
			if len(s.Exp.(*core.Map).Accs) > 0 {
				adds, inMap = append(adds, k), true
			}
		case *core.If:
			if addsOnly(s) {
				adds = append(adds, k)
			}
		case *core.UpdateAcc, *core.PrimApp, *core.Index, *core.Slice, *core.Use, *core.Iota, *core.Replicate, *core.Assert:
		default:
			return t, false
		}
	}
	if len(adds) == 1 {
		t, ok = n.deeper(b, adds[0], levels)
	}
	if !ok && !inMap && (len(adds) == 0 || atPoints(b, levels)) {
		t, ok = n.values(b, levels)
	}
	return t, ok
}

// deeper is the table of a body by that of its one statement, at, which adds in bodies of its own.
func (n *nested) deeper(b core.Body, at, levels int) (t pointTable, ok bool) {
	var in pointTable
	table, reads := &core.Builder{Src: b.Stms[at].Src}, slices.Clone(b.Stms)
	table.Stms = computing(b.Stms[:at])
	switch e := b.Stms[at].Exp.(type) {
	case *core.Map:
		if w, isVar := e.W.(*core.Var); isVar && n.bound[w] {
			return t, false
		}
		if in, ok = n.body(e.Fn.Body, levels+1); !ok {
			return t, false
		}
		k := len(e.Accs)
		fn := &core.Lambda{Params: e.Fn.Params[k:], Ret: core.VarTypes(in.rows), Body: in.table}
		t.table.Result = core.Atoms(added(table, in.rows, e.W, &core.Map{W: e.W, Arrs: e.Arrs, Fn: fn}))
		for _, v := range in.rows {
			t.rows = append(t.rows, core.NewVar(v.Name, v.Type.Of(e.W)))
		}
		reading := &core.Lambda{Params: slices.Concat(e.Fn.Params, in.rows), Ret: e.Fn.Ret, Body: in.reads}
		reads[at].Exp = &core.Map{W: e.W, Accs: e.Accs, Arrs: slices.Concat(e.Arrs, t.rows), Fn: reading}
	case *core.If:
		c := &core.If{Cond: e.Cond, Then: e.Then, Else: e.Else}
		r := &core.If{Cond: e.Cond}
		if in, ok = n.body(e.Then, levels); ok {
			c.Then, c.Else, r.Then, r.Else = in.table, nothing(in.rows), in.reads, e.Else
		} else if in, ok = n.body(e.Else, levels); ok {
			c.Then, c.Else, r.Then, r.Else = nothing(in.rows), in.table, e.Then, in.reads
		} else {
			return t, false
		}
		t.table.Result, t.rows = core.Atoms(added(table, in.rows, nil, c)), in.rows
		reads = slices.Concat(reads[:at], freed(reads[at], r, in.rows, n.sums), reads[at+1:])
	default: // at is that of one of these
	}
	t.table.Stms, t.reads = table.Stms, core.Body{Stms: reads, Result: b.Result}
	return t, true
}

// added adds what gives elements or rows, of w each if that is not nil.
func added(b *core.Builder, rows []*core.Var, w core.Atom, e core.Exp) (pat []*core.Var) {
	for _, v := range rows {
		t := v.Type
		if w != nil {
			t = t.Of(w)
		}
		pat = append(pat, core.NewVar(v.Name, t))
	}
	b.Add(pat, e)
	return pat
}

// nothing is the branch without values.
func nothing(rows []*core.Var) (b core.Body) {
	for _, v := range rows {
		b.Result = append(b.Result, core.Zero(v.Type.Elem))
	}
	return b
}

// addsOnly reports whether a statement gives accumulators.
func addsOnly(s core.Stm) bool {
	return len(s.Pat) > 0 && !slices.ContainsFunc(s.Pat, func(v *core.Var) bool { return !v.Type.IsAcc() })
}

// arraysIn are the variables of a statement but for accumulators.
func arraysIn(s core.Stm) *core.VarSet {
	out := &core.VarSet{}
	for _, v := range core.FreeInStm(s).List {
		if !v.Type.IsAcc() {
			out.Add(v)
		}
	}
	return out
}

// computing are the statements that compute values.
func computing(stms []core.Stm) []core.Stm {
	return slices.DeleteFunc(slices.Clone(stms), func(s core.Stm) bool { return len(s.Pat) == 0 || addsOnly(s) })
}

// values are the values of the innermost code that are worth tables: a few that several updates need, or all that is added if what is left to compute
// were still too much for maps in the place of accumulators.
func (n *nested) values(b core.Body, levels int) (t pointTable, ok bool) {
	var vs []*core.Var
	for len(vs) < mostTables {
		v := worthPoint(b, levels, vs)
		if v == nil {
			break
		}
		vs = append(vs, v)
	}
	if atPoints(b, levels) && costLeft(b, levels, vs) > maxValue {
		if all := addedValues(b, levels); len(all) <= mostValues && costLeft(b, levels, all) <= maxValue {
			vs = all
		}
	}
	if len(vs) == 0 {
		return t, false
	}
	t.table = core.Body{Stms: computing(b.Stms), Result: core.Atoms(vs)}
	sub := core.NewSubst()
	for _, v := range vs {
		t.rows = append(t.rows, core.NewVar(v.Name, v.Type))
	}
	for _, s := range b.Stms {
		t.reads.Stms = append(t.reads.Stms, sub.Stm(s)) // what computes a value has no use then
		for j, v := range vs {
			sub.Vars[v] = t.rows[j]
		}
	}
	t.reads.Result = sub.Atoms(b.Result)
	return t, true
}

// atPoints reports whether all that code adds goes to points: where it does not, the accumulators that stay keep the map.
func atPoints(b core.Body, levels int) bool {
	_, updates := updatesIn(b)
	return !slices.ContainsFunc(updates, func(u *core.UpdateAcc) bool { return len(u.Idx) != levels })
}

// addedValues are the numbers that code computes and adds at points.
func addedValues(b core.Body, levels int) (out []*core.Var) {
	own := map[core.Atom]bool{}
	for _, s := range b.Stms {
		if len(s.Pat) == 1 && !addsOnly(s) {
			own[s.Pat[0]] = true
		}
	}
	_, updates := updatesIn(b)
	for _, u := range updates {
		if v := core.AsVar(u.Val); len(u.Idx) == levels && own[u.Val] && v.Type.IsScalar() && v.Type.Elem.IsFloat() && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// costLeft is what the updates of one accumulator at points cost at most to compute again, if some values are in tables.
func costLeft(b core.Body, levels int, tables []*core.Var) (most int) {
	defs, updates := updatesIn(b)
	sum := map[*core.Cert]int{}
	for _, u := range updates {
		if len(u.Idx) != levels {
			continue
		}
		n, _ := costFor(defs, tables, u.Val)
		sum[u.Acc.Type.Cert] += n
		most = max(most, sum[u.Acc.Type.Cert])
	}
	return most
}

// neededFor is what code computes for a value, but for what is in tables.
func neededFor(defs map[*core.Var]core.Exp, tables []*core.Var, a core.Atom) map[*core.Var]bool {
	in := map[*core.Var]bool{}
	var needs func(a core.Atom)
	needs = func(a core.Atom) {
		v, isVar := a.(*core.Var)
		if !isVar || in[v] || defs[v] == nil || slices.Contains(tables, v) {
			return
		}
		in[v] = true
		for _, u := range core.FreeInExp(defs[v]).List {
			needs(u)
		}
	}
	needs(a)
	return in
}

// costFor is what a value costs with all that it needs, but for what is in tables; not ok if some of that may not be computed again.
func costFor(defs map[*core.Var]core.Exp, tables []*core.Var, a core.Atom) (cost int, ok bool) {
	ok = true
	for v := range neededFor(defs, tables, a) {
		n, cheap := costOf(defs[v])
		cost, ok = cost+n, ok && cheap
	}
	return cost, ok
}

// updatesIn is what code computes, in the branches that add as well, and what it adds.
func updatesIn(b core.Body) (defs map[*core.Var]core.Exp, updates []*core.UpdateAcc) {
	defs = map[*core.Var]core.Exp{}
	var learn func(b core.Body)
	learn = func(b core.Body) {
		for _, s := range b.Stms {
			switch e := s.Exp.(type) {
			case *core.UpdateAcc:
				updates = append(updates, e)
			case *core.If:
				if addsOnly(s) {
					learn(e.Then)
					learn(e.Else)
				}
			default: // a value
			}
			if len(s.Pat) == 1 && !addsOnly(s) {
				defs[s.Pat[0]] = s.Exp
			}
		}
	}
	learn(b)
	return defs, updates
}

// worthPoint is the value, beside those that there are, that costs most to be computed again for each update of an accumulator that needs it but the first;
// nil if none is worth a table.
func worthPoint(b core.Body, levels int, has []*core.Var) (best *core.Var) {
	defs, updates := updatesIn(b)
	reads := map[*core.Var]map[*core.Cert]int{}
	for _, u := range updates {
		if len(u.Idx) != levels || !u.Val.AtomType().IsScalar() {
			continue
		}
		for v := range neededFor(defs, has, u.Val) {
			if reads[v] == nil {
				reads[v] = map[*core.Cert]int{}
			}
			reads[v][u.Acc.Type.Cert]++
		}
	}
	most := worthPoints
	for _, s := range b.Stms {
		if len(s.Pat) != 1 || reads[s.Pat[0]] == nil || !s.Pat[0].Type.IsScalar() || !s.Pat[0].Type.Elem.IsFloat() {
			continue
		}
		v := s.Pat[0]
		cost, cheap := costFor(defs, has, v)
		count := 0
		for _, c := range reads[v] {
			count = max(count, c)
		}
		if again := (count - 1) * cost; cheap && (again > most || again == most && best == nil) {
			best, most = v, again
		}
	}
	return best
}
