package check

import (
	"raido/lang/check/infer"
	"raido/lang/check/modules"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
)

// Exp checks an expression, as a definition of the given name without parameters. Open types get their
// defaults.
func Exp(env *scope.Env, e syntax.Exp, name string) (*types.Def, diag.List) {
	c, d := infer.Check(env, infer.Context{OfLibrary: Prelude().Symbol}, func(c *infer.Checker) *types.Def { return c.Expression(e, name) })
	return d, c.Diags
}

// Decl checks one declaration in a scope; it gives the scope after it and its definitions in order.
// With faults the names of the declaration are bound all the same, and their uses say nothing more.
func Decl(env *scope.Env, d syntax.Decl) (*scope.Env, []*types.Def, diag.List) {
	b, defs, diags := Bind(env, d)
	return env.Add(b), defs, diags
}

// Bind checks one declaration in a scope, like Decl, but gives what it defines apart from the scope.
func Bind(env *scope.Env, d syntax.Decl) (*scope.Bindings, []*types.Def, diag.List) {
	k := modules.NewDeclarer(infer.Context{OfLibrary: Prelude().Symbol}, false)
	b := k.Decl(env, d)
	return b, k.Defs, k.Diags
}
