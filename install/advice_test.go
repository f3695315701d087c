package install

import (
	"slices"
	"strings"
	"testing"
)

// TestAdvice: every system has advice, that of the package manager that is there, and the last row of a system asks for no command.
func TestAdvice(t *testing.T) {
	for _, tc := range []struct {
		system string
		has    []string
		want   string
	}{
		{"linux", []string{"apt-get", "dnf"}, "apt install jupyter-notebook"}, {"linux", []string{"dnf"}, "dnf install python3-notebook"},
		{"linux", []string{"pacman"}, "pacman -S jupyter-notebook"}, {"linux", nil, "`pip install notebook`"}, {"linux", []string{"brew", "py"}, "`pip install notebook`"},
		{"darwin", []string{"brew", "apt-get"}, "`brew install jupyterlab`"}, {"darwin", nil, "https://brew.sh"},
		{"windows", []string{"py"}, "`py -m pip install notebook`; "}, {"windows", nil, "python.org"}, {"freebsd", nil, "pip install notebook"},
	} {
		how := jupyterOn(tc.system, func(c string) bool { return slices.Contains(tc.has, c) })
		if !strings.Contains(how, tc.want) {
			t.Errorf("%+v: %s", tc, how)
		}
	}
	for i, row := range jupyters {
		if last := i == len(jupyters)-1 || jupyters[i+1].system != row.system; last != (row.command == "") {
			t.Errorf("row %d, %v, is not where it has to be", i, row)
		}
	}
}

func TestQuotedForWindows(t *testing.T) {
	for word, want := range map[string]string{
		`C:\Users\x\raido-1.0`: `C:\Users\x\raido-1.0`, `C:\a b`: `"C:\a b"`, `it's`: `"it's"`, "": `""`, "a,b": `"a,b"`, "@x": `"@x"`, "ü": `"ü"`,
		`100% $x it's`: `'100% $x it''s'`, "a`b": "'a`b'", `say "ü"`: `'say "ü"'`,
	} {
		if got := quotedForWindows(word); got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
}
