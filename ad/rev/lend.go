package rev

import "raido/lang/core"

// Note [Adjoints that are lent]
//
// An array and its reshapes have the same elements, so one adjoint serves all of them [ours]. Where the adjoint of a reshape has to be
// an array, it is not made of zeros and added to that of what was reshaped: it takes over that one, which is zero then, until the reshape's own rule
// gives it back, or until another needs it as an array.
//
//	primal   u2 = reshape [n, m] u;  ... u2[i, j] ...;  u3 = u with [k] = ...
//	return   u̅ = u3̅ with [k] = 0;  u2̅ = reshape [n, m] u̅;  u2̅[i, j] += ...;  u̅ = reshape [k] u2̅
//
// Without it a loop that reads elements by a reshape and writes others would fill and add whole arrays in each iteration of its return sweep.

// isReshape notes that y is a reshape of x.
func (r *rev) isReshape(y, x *core.Var) {
	root := r.rootOf(x)
	r.roots[y] = root
	r.reshapes[root] = append(r.reshapes[root], y)
}

// rootOf is the array of which x is a reshape, or x.
func (r *rev) rootOf(x *core.Var) *core.Var {
	if root := r.roots[x]; root != nil {
		return root
	}
	return x
}

// borrow makes the adjoint of x, which has no value, that of an array of the same elements, if one has a value in the present scope and either
// is bound there: Note [Adjoints that are lent].
func (r *rev) borrow(x *core.Var, e *entry) {
	root := r.rootOf(x)
	if len(r.reshapes[root]) == 0 || !r.s.bound[x] && x != root || !r.facts.isActive(root) {
		return
	}
	r.entry(root)
	lend := func(v *core.Var) bool {
		from := r.peek(v)
		if v == x || from == nil || from.val == nil || from.handed {
			return false
		}
		arr := r.own(v, from).(*core.Var)
		e.val, e.owned = r.b().Let(arr.Name, &core.Reshape{Dims: x.Type.Dims, Arr: arr}), true
		from.val, from.owned = nil, false
		return true
	}
	if lend(root) {
		return
	}
	for _, v := range r.reshapes[root] {
		if r.s.bound[v] && lend(v) {
			return
		}
	}
}

// hand makes e a value that may be updated in place, for a construct whose result takes its place.
func (r *rev) hand(x *core.Var, e *entry) core.Atom {
	val := r.own(x, e)
	e.handed = true
	return val
}

// taken makes e the result of the construct that it was handed to.
func (e *entry) taken(v *core.Var) { e.val, e.owned, e.handed = v, true, false }
