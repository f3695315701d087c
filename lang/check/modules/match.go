package modules

import (
	"fmt"
	"sort"
	"strings"

	"raido/lang/check/fault"
	"raido/lang/check/infer"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/types"
)

// matcher compares a module with a module type. See Note [Matching].
type matcher struct {
	k      *Declarer
	c      *infer.Checker
	at     diag.Span // where the module has to match
	opaque bool
	// sub leads from the specification to the definitions: abstract types and sizes; sizes has the sizes
	// alone. fresh are the sizes that sub made for types that hide some.
	sub, sizes types.Subst
	fresh      []*types.SizeVar
	shows      map[*types.Abstract]bool
	missing    []*spec
	near       string   // a value like the first that is missing
	path       []string // submodules that lead to what is compared
	failed     bool
}

// match gives the view of module m through module type s; nil if it does not fit, which is reported. An
// opaque view hides what abstract types stand for; a transparent one just hides the rest.
func (k *Declarer) match(m *scope.Module, s *sig, opaque bool, at diag.Span, prefix string) *scope.Module {
	if m == nil || s == nil || m.Bad {
		return nil
	}
	mt := &matcher{k: k, c: k.checker(&scope.Env{}), at: at, opaque: opaque, shows: map[*types.Abstract]bool{}}
	for a := range k.shows {
		mt.shows[a] = true
	}
	out := mt.module(m, s, prefix)
	if len(mt.missing) > 0 {
		mt.reportMissing()
	}
	k.Diags = append(k.Diags, mt.c.Diags...)
	if mt.failed {
		return nil
	}
	return out
}

// module is the view of one module.
func (mt *matcher) module(m *scope.Module, s *sig, prefix string) *scope.Module {
	if !mt.sameKind(m, s) {
		return nil
	}
	if s.arrow != nil {
		return mt.functor(m.Functor.(*functor), s.arrow)
	}
	mt.types(m.Env(), s)
	if mt.failed {
		return nil
	}
	return scope.Structure((&scope.Env{}).Add(mt.values(m.Env(), s, prefix)))
}

func (mt *matcher) sameKind(m *scope.Module, s *sig) bool {
	if m.Bad {
		mt.failed = true
		return false
	}
	if (m.Functor != nil) == (s.arrow != nil) {
		return true
	}
	if m.Functor != nil {
		mt.error(nil, diag.Span{}, fault.CodeFunctor, "a parametric module is given, where an ordinary one is needed").Hint = "apply it to an argument first"
	} else {
		mt.error(nil, diag.Span{}, fault.CodeFunctor, "an ordinary module is given, where a parametric one is needed")
	}
	return false
}

// error reports a fault: the specification sp (may be nil) and the definition at def disagree.
func (mt *matcher) error(sp *spec, def diag.Span, code, format string, args ...any) *diag.Diag {
	mt.failed = true
	d := mt.c.Error(diag.Module, code, mt.at, "%s", mt.where()+fmt.Sprintf(format, args...))
	if sp != nil {
		fault.Note(d, sp.at.OfUser(), "%s is specified here", mt.name(sp))
		if def = def.OfUser(); def.Source != nil {
			fault.Note(d, def, "and defined here")
		}
	}
	return d
}

func (mt *matcher) where() string {
	if len(mt.path) > 0 {
		return "in submodule " + strings.Join(mt.path, ".") + ": "
	}
	return ""
}

func (mt *matcher) name(sp *spec) string {
	return fault.Pick(sp.val != nil, "value ", fault.Pick(sp.typ != nil, "type ", "module ")) + sp.name
}

// reportMissing reports all that the module lacks, in one message.
func (mt *matcher) reportMissing() {
	mt.failed = true
	const most = 5
	var names []string
	values := true
	for _, sp := range mt.missing {
		values = values && sp.val != nil
	}
	for i, sp := range mt.missing {
		if i < most {
			names = append(names, fault.Pick(values, sp.name, mt.name(sp)))
		}
	}
	if values {
		names[0] = fault.Pick(len(names) > 1, "values ", "value ") + names[0]
	}
	more := ""
	if n := len(mt.missing) - most; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	d := mt.c.Error(diag.Module, fault.CodeMissing, mt.at, "this module lacks %s%s, which its module type asks for", strings.Join(names, ", "), more)
	for i, sp := range mt.missing {
		if i < most && sp.at.OfUser().Source != nil {
			fault.Note(d, sp.at, "%s is specified here", mt.name(sp))
		}
	}
	d.Hint = "define what is missing, or use a module type that asks for less"
	if mt.near != "" {
		d.Hint = "it defines " + mt.near + ": did you mean " + mt.missing[0].name + "?"
	}
}

// lacks notes that a module does not have what is specified.
func (mt *matcher) lacks(sp *spec, env *scope.Env) {
	if sp.val != nil && len(mt.missing) == 0 {
		var has []string
		for n := range env.AllValues() {
			has = append(has, n)
		}
		sort.Strings(has)
		mt.near = diag.Nearest(sp.name, has)
	}
	mt.missing = append(mt.missing, sp)
}

// types finds the definitions of the types that s specifies, also in submodules, and the sizes.
func (mt *matcher) types(env *scope.Env, s *sig) {
	for _, sp := range s.specs {
		switch {
		case sp.typ != nil:
			if def, ok := env.Type(sp.name); !ok {
				mt.lacks(sp, env)
			} else if def.Type == nil {
				mt.failed = true
			} else {
				mt.typ(sp, def)
			}
		case sp.val != nil && monoI64(sp.val):
			if impl, ok := env.Value(sp.name); ok && monoI64(impl) {
				n := types.SizeOfSymbol(impl)
				mt.sub.BindSize(sp.val.Size, n)
				mt.sizes.BindSize(sp.val.Size, n)
			}
		case sp.val != nil:
			if impl, ok := env.Value(sp.name); ok && impl != sp.val {
				mt.sub.BindValue(sp.val, impl)
				mt.sizes.BindValue(sp.val, impl)
			}
		case sp.mod != nil && sp.mod.arrow == nil:
			if m, ok := env.Module(sp.name); ok && mt.sameKind(m, sp.mod) {
				mt.path = append(mt.path, sp.name)
				mt.types(m.Env(), sp.mod)
				mt.path = mt.path[:len(mt.path)-1]
			}
		}
	}
	if len(mt.missing) > 0 {
		mt.failed = true
	}
}

// typ compares a type with its specification.
func (mt *matcher) typ(sp *spec, def *scope.TypeDef) {
	if !sameParams(sp.typ, def) {
		mt.error(sp, def.Span, fault.CodeSpecType, "type %s takes other parameters than its specification says", sp.name)
		return
	}
	for i, p := range sp.typ.Params {
		if p.Type != nil && p.Type.Lift > def.Params[i].Type.Lift {
			mt.error(sp, def.Span, fault.CodeSpecType, "type %s takes ordinary types alone, but is specified with a parameter '%s%s, which may be more", sp.name, infer.LiftMark(p.Type.Lift), p.Type.Name)
			return
		}
	}
	if def.Lift > sp.typ.Lift && (sp.abs != nil || len(def.Exts) > len(sp.typ.Exts)) {
		what := "has sizes that are not known"
		if def.Lift == types.FullyLifted {
			what = "may hold functions"
		}
		d := mt.error(sp, def.Span, fault.CodeSpecType, "type %s %s, but is specified as %s", sp.name, what, fault.Pick(sp.typ.Lift == types.Unlifted, "an ordinary type", "type~"))
		d.Hint = "specify it as type" + infer.LiftMark(def.Lift) + " " + sp.name
		return
	}
	if sp.abs == nil {
		mt.abbreviation(sp, def)
		return
	}
	for _, p := range def.Params {
		if p.Size != nil && !types.Constructive(def.Type, p.Size.Sym) {
			d := mt.error(sp, def.Span, fault.CodeSpecType, "type %s can't be abstract: its parameter [%s] is the size of no array in it", sp.name, p.Size.Name)
			d.Hint = "add an array of that size, such as [" + p.Size.Name + "](), which takes no memory"
			return
		}
	}
	abs := sp.abs
	mt.sub.BindAbstract(abs, func(args []types.Type, sizes []types.Size) types.Type {
		return def.At(args, sizes, func() types.Size {
			n := mt.c.NewSize("", sp.at)
			mt.fresh = append(mt.fresh, n)
			return n
		})
	})
	if !mt.opaque {
		return
	}
	var args []types.Type
	var sizes []types.Size
	for _, v := range abs.Types {
		args = append(args, v)
	}
	for _, n := range abs.Sizes {
		sizes = append(sizes, n)
	}
	abs.Rep = def.At(args, sizes, func() types.Size { return types.SizeAny{} })
	mt.shows[abs] = true
}

// abbreviation compares a type whose definition is specified.
func (mt *matcher) abbreviation(sp *spec, def *scope.TypeDef) {
	var args []types.Type
	var sizes []types.Size
	for _, p := range def.Params {
		if p.Size != nil {
			sizes = append(sizes, p.Size)
		} else {
			args = append(args, p.Type)
		}
	}
	i := -1
	mt.fresh = nil
	want := mt.sub.Type(sp.typ.At(args, sizes, func() types.Size {
		if i++; i < len(def.Exts) {
			return def.Exts[i]
		}
		return mt.c.NewSize("", sp.at)
	}))
	if mt.same(mt.hiding(def.Exts).Type(want), def.Type) {
		return
	}
	p := types.NewPrinter()
	mt.error(sp, def.Span, fault.CodeSpecType, "type %s should be %s, but is %s", sp.name, p.Type(want), p.Type(def.Type))
}

// hiding names the sizes that abstract types in a specified definition hide after those that the given
// one hides.
func (mt *matcher) hiding(exts []*types.SizeVar) *types.Subst {
	s := &types.Subst{}
	for i, n := range mt.fresh {
		if i < len(exts) {
			s.BindSize(n, exts[i])
		}
	}
	return s
}

// same reports whether two types are equal, as they stand.
func (mt *matcher) same(a, b types.Type) bool {
	return mt.c.Fits(mt.shows, a, b) == nil && mt.c.Fits(mt.shows, b, a) == nil
}

// mismatch reports a value whose type does not fit.
func (mt *matcher) mismatch(sp *spec, impl *types.Symbol, m *types.Mismatch, want types.Type) {
	p := types.NewPrinter()
	w := types.PrintScheme(&types.Scheme{Sizes: sp.val.Scheme.Sizes, Types: sp.val.Scheme.Types, Type: want})
	d := mt.error(sp, impl.Span, fault.CodeSpecType, "value %s should have type %s, but has type %s", sp.name, w, types.PrintScheme(impl.Scheme))
	switch m.Kind {
	case types.MisSize:
		fault.Note(d, diag.Span{}, "sizes %s and %s differ", p.Size(m.WantSize), p.Size(m.GotSize))
	case types.MisEscape:
		fault.Note(d, diag.Span{}, "its result has size %s, which is not the same for every call", p.Size(m.GotSize))
		d.Hint = "specify a result whose size is not known: ?[k].[k]t"
	case types.MisConsume:
		d.Hint = "it consumes a parameter: specify the parameter as *t"
	case types.MisFresh:
		d.Hint = "its result may share memory with a parameter: specify the result without *, or give a copy"
	case types.MisFunc:
		d.Hint = "specify a type parameter of the same kind: 'a, '~a or '^a"
	default:
		if m.Want != nil && m.Got != nil && m.Want != want {
			fault.Note(d, diag.Span{}, "%s does not fit %s", p.Type(m.Got), p.Type(m.Want))
		}
		if _, rigid := types.Resolve(m.Want).(*types.Var); rigid && len(sp.val.Scheme.Types) > 0 {
			d.Hint = "the specification asks for more types than the definition serves"
		}
	}
}

// Note [Matching]
//
// A specification is elaborated anew for each use, so its abstract types and symbols are unshared. First
// the types: each abstract type is bound to its definition in sub, which turns specified types into types
// of the module. Then the values: a definition fits if an instance of its type is the specified type,
// with uniqueness and result sizes as for any function passed where another is wanted.
//
// The view is what the rest of the program sees. In an opaque view (ascription, result of a parametric
// module) the abstract types stay, each with its representation for lowering, and values have their
// specified types. In a transparent view (argument of a parametric module) sub is applied, so that the
// body is elaborated with the argument's types. A value whose type differs from its definition's becomes
// a new definition `def f : specified = definition`, which lowering sees through. Values of type i64 keep
// their symbols, since sizes in types mention them.
