package session

import (
	"fmt"
	"math"

	"raido/display"
)

// magicHessian is %hessian F X: the Jacobian of the gradient, forward over reverse.
func magicHessian(c *cell, p part) (display.Bundle, error) {
	a, err := c.parseApplication(p, p.args)
	if err != nil {
		return display.Bundle{}, err
	}
	j, err := c.jacobianAt(a, `(\raido_v -> raido_vjp `+a.f+` raido_v 1)`, p.args)
	if err != nil {
		return display.Bundle{}, c.gradFault(p, a, err)
	}
	j.hessian()
	return j.show(c, "Hessian")
}

// hessian says of a Jacobian of a gradient what there is to say.
func (j *jacobian) hessian() {
	j.mode = fmt.Sprintf("forward over reverse mode, %d seed%s", j.in.n, plural(j.in.n))
	if j.coloured != nil {
		j.mode = fmt.Sprintf("forward over reverse mode, compressed: %d colour%s of %s in the place of %d seeds", j.Count, plural(j.Count), j.sides(), j.in.n)
	}
	j.names = [2]string{"argument", "argument"}
	j.out.passive = 0 // those of the argument, which is told already
	worst, at := 0.0, 0
	bad := false
	for r := range j.in.n {
		for i := range r {
			x, y := j.data[r*j.in.n+i], j.data[i*j.in.n+r]
			if x == y || math.IsNaN(x) && math.IsNaN(y) {
				continue
			}
			if d := math.Abs(x-y) / math.Max(math.Abs(x), math.Abs(y)); d > worst || math.IsNaN(d) {
				worst, at = d, r*j.in.n+i
				bad = bad || math.IsNaN(d)
			}
		}
	}
	eps := map[int]float64{2: 1e-2, 4: 1e-4, 8: 1e-9}[elemOfAll(j.in).Size()]
	switch {
	case j.in.n < 2:
	case worst <= eps && !bad:
		j.remark = "symmetric"
		if worst > 0 {
			j.remark = fmt.Sprintf("symmetric up to rounding: a relative difference of %s at most", shortNumber(worst))
		}
	default:
		r, i := at/j.in.n, at%j.in.n
		j.remark = fmt.Sprintf("not symmetric: [%d, %d] is %s, but [%d, %d] is %s; %%gradcheck compares the derivatives",
			r, i, shortNumber(j.data[at]), i, r, shortNumber(j.data[i*j.in.n+r]))
	}
}
