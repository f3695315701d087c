package adbench

import (
	"path/filepath"

	"raido/lang/prim"
	"raido/lang/value"
)

func readGMM(n *numbers) ([]value.Value, int64) {
	d, k, points := n.int(), n.int(), n.int()
	args := []value.Value{n.array(k), n.array(k, d), n.array(k, d*(d+1)/2), n.array(points, d)}
	gamma, m := n.float(), n.int()
	return append(args, value.Scalar{Scalar: prim.Float(prim.F64, gamma)}, value.Scalar{Scalar: prim.Int(prim.I64, m)}), 0
}

// readBA replicates the one instance of a file, as ADBench does.
func readBA(n *numbers) ([]value.Value, int64) {
	cams, points, obs := n.int(), n.int(), n.int()
	cam, x, w, feat := n.floats(11), n.floats(3), n.floats(1), n.floats(2)
	return []value.Value{floats(repeat(cam, cams), cams, 11), floats(repeat(x, points), points, 3),
		floats(repeat(w, obs), obs), floats(repeat(feat, obs), obs, 2)}, 0
}

func repeat(xs []float64, n int64) []float64 {
	var out []float64
	for range n {
		out = append(out, xs...)
	}
	return out
}

func readLSTM(n *numbers) ([]value.Value, int64) {
	l, c, b := n.int(), n.int(), n.int()
	return []value.Value{n.array(l, 2, 4, b), n.array(3, b), n.array(l, 2, b), n.array(c, b)}, 0
}

// readModel reads the model that all instances of hand tracking share: parents, relative and inverse transformations,
// base positions and weights.
func readModel(n *numbers) []value.Value {
	folder := filepath.Join(filepath.Dir(filepath.Dir(n.path)), "model")
	bones, err := open(filepath.Join(folder, "bones.txt"))
	if err != nil {
		n.fail(err)
		return nil
	}
	var parents []int64
	var relative, inverse []float64
	for len(bones.words) > 0 {
		bones.word()
		parents = append(parents, bones.int())
		relative = append(relative, bones.floats(16)...)
		inverse = append(inverse, bones.floats(16)...)
	}
	verts, err := open(filepath.Join(folder, "vertices.txt"))
	if err != nil {
		n.fail(err)
		return nil
	}
	var at [][]float64
	var weights []map[int64]float64
	for len(verts.words) > 0 {
		at = append(at, verts.floats(3))
		verts.floats(5)
		w := map[int64]float64{}
		for range verts.int() {
			bone := verts.int()
			w[bone] = verts.float()
		}
		weights = append(weights, w)
	}
	n.failAll(bones.err, verts.err)
	b, v := int64(len(parents)), int64(len(at))
	base, table := make([]float64, 4*v), make([]float64, b*v)
	for i, p := range at {
		for j, x := range append(p, 1) {
			base[int64(j)*v+int64(i)] = x
		}
		for bone, w := range weights[i] {
			table[bone*v+int64(i)] = w
		}
	}
	return []value.Value{ints(parents, b), floats(relative, b, 4, 4), floats(inverse, b, 4, 4), floats(base, 4, v), floats(table, b, v)}
}

func (n *numbers) failAll(errs ...error) {
	for _, err := range errs {
		if err != nil {
			n.fail(err)
		}
	}
}

// readPoints reads the points with what they correspond to.
func readPoints(n *numbers) (points value.Value, at value.Value, rows, params int64) {
	rows, params = n.int(), n.int()
	var ps []float64
	var is []int64
	for range rows {
		is = append(is, n.int())
		ps = append(ps, n.floats(3)...)
	}
	return floats(ps, rows, 3), ints(is, rows), rows, params
}

func readSimple(n *numbers) ([]value.Value, int64) {
	model := readModel(n)
	points, at, rows, params := readPoints(n)
	return append(model, points, at, n.array(params)), rows
}

func readComplicated(n *numbers) ([]value.Value, int64) {
	model := readModel(n)
	points, at, rows, params := readPoints(n)
	us := n.array(rows, 2)
	theta := n.array(params)
	tri, err := open(filepath.Join(filepath.Dir(filepath.Dir(n.path)), "model", "triangles.txt"))
	if err != nil {
		n.fail(err)
		return nil, 0
	}
	var corners []int64
	for len(tri.words) > 0 {
		corners = append(corners, tri.int())
	}
	n.failAll(tri.err)
	return append(model, points, at, theta, ints(corners, int64(len(corners))/3, 3), us), rows
}
