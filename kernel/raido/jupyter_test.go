package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestInstallCommands: install, --check and uninstall in one place, with statuses for scripts and the way out in words.
func TestInstallCommands(t *testing.T) {
	dir := t.TempDir()
	for name, value := range map[string]string{"HOME": dir, "JUPYTER_DATA_DIR": "", "XDG_DATA_HOME": "", "VIRTUAL_ENV": "", "CONDA_PREFIX": "", "JUPYTER_PATH": ""} {
		t.Setenv(name, value)
	}
	place := filepath.Join(dir, "an odd plâce")
	foreign := filepath.Join(dir, "taken")
	write(t, foreign, "share/jupyter/kernels/raido/kernel.json", `{"argv":["python"],"display_name":"Py","language":"python"}`)
	for _, tc := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"install", "--check", "--prefix", place, "--name", "fut"}, 1, "run `raido install --prefix '" + place + "' --name fut`"},
		{[]string{"install", "--prefix", place, "--name", "fut", "--display-name", "My F"}, 0, filepath.Join(place, "share/jupyter/kernels/fut")},
		{[]string{"install", "--check", "--prefix", place, "--name", "fut"}, -1, "JUPYTER_PATH='" + place},
		{[]string{"uninstall", "--prefix", place, "--name", "fut"}, 0, "removed " + place},
		{[]string{"uninstall", "--prefix", place, "--name", "fut"}, 0, "there is no kernelspec"},
		{[]string{"install", "--prefix", foreign}, 1, "another name: raido install --prefix " + foreign + " --name raido-futhark"},
		{[]string{"uninstall", "--prefix", foreign}, 1, "another program (Py)"},
		{[]string{"install"}, 0, filepath.Join(dir, ".local/share/jupyter/kernels/raido")},
		{[]string{"install", "--user"}, 0, filepath.Join(dir, ".local/share/jupyter/kernels/raido")},
		{[]string{"install", "--sys-prefix"}, 1, "use --user or --prefix"},
		{[]string{"install", "--sys-prefix", "--user"}, 3, "can't be used together"},
		{[]string{"install", "--name", "a b"}, 1, "only letters, digits"},
	} {
		status, out, errs := raido(t, dir, "", tc.args...)
		if tc.status >= 0 && status != tc.status || !strings.Contains(out+errs, tc.want) {
			t.Errorf("%v: status %d\n%s%s\nwant %d, %s", tc.args, status, out, errs, tc.status, tc.want)
		}
	}
}
