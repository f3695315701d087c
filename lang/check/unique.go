package check

import "raido/lang/types"

func (c *checker) exhaustive(d *types.Def) {}
func (c *checker) scopes(d *types.Def) {}
func (c *checker) unique(d *types.Def) {}

// mayAlias tells whether a value of type t may share memory with another: it holds arrays.
func mayAlias(t types.Type) bool {
	switch x := types.Resolve(t).(type) {
	case types.Prim:
		return false
	case *types.Record:
		for _, f := range x.Fields {
			if mayAlias(f.Type) {
				return true
			}
		}
		return false
	case *types.Sum:
		for _, k := range x.Constrs {
			for _, a := range k.Args {
				if mayAlias(a) {
					return true
				}
			}
		}
		return false
	}
	return true
}
