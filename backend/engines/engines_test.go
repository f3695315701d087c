package engines

import "testing"

// TestOpen: engines are opened by their names, and one is always there.
func TestOpen(t *testing.T) {
	if _, err := Open("cuda"); err == nil {
		t.Error("an unknown backend was opened")
	}
	e, err := Open("interp")
	if err != nil || e.Name() != "interp" {
		t.Errorf("%v %v", e, err)
	}
	d, note := Default()
	defer d.Close()
	if (d.Name() == "interp") != (note != "") {
		t.Errorf("engine %s, note %q", d.Name(), note)
	}
	d.Warm()
}
