package install

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"raido/lang/system"
)

// This file says how to mend what is wrong with an installation.

// mended adds to an error what can be done about it.
func (o Options) mended(err error) error {
	switch {
	case errors.Is(err, errForeign):
		return fmt.Errorf("%w; choose another name: %s", err, o.renamed().command())
	case errors.Is(err, fs.ErrPermission), system.ReadOnly(err):
		return fmt.Errorf("%w; %s", err, elsewhere())
	}
	return err
}

const others = "--user installs for you alone, --prefix into a folder that is yours, and "

// elsewhere says where one may install.
func elsewhere() string {
	if runtime.GOOS == "windows" {
		return others + "a console of the administrator lets the command write there"
	}
	return others + "sudo lets the command write there"
}

// fix is what puts a kernelspec into dir, where err says that there is none.
func (o Options) fix(dir string, err error) string {
	if errors.Is(err, errForeign) {
		return "run `" + o.renamed().command() + "`: another name"
	}
	if at := existing(dir); system.Writable(at) != nil {
		return at + " cannot be written: " + elsewhere()
	}
	return "run `" + o.command() + "`"
}

// existing is the part of a path that is there.
func existing(path string) string {
	for {
		if _, err := os.Stat(path); err == nil || path == filepath.Dir(path) {
			return path
		}
		path = filepath.Dir(path)
	}
}

// renamed are the options with a name that another program hardly has.
func (o Options) renamed() Options {
	if o.Name == "" {
		o.Name = "raido"
	}
	o.Name += "-futhark"
	return o
}

// command is the command line that installs with the options.
func (o Options) command() string {
	out := "raido install"
	switch {
	case o.SysPrefix:
		out += " --sys-prefix"
	case o.Prefix != "":
		out += " --prefix " + quoted(o.Prefix)
	}
	if o.Name != "" {
		out += " --name " + quoted(o.Name)
	}
	if o.DisplayName != "" {
		out += " --display-name " + quoted(o.DisplayName)
	}
	return out
}

// quoted is a word as shells take it.
func quoted(s string) string {
	if runtime.GOOS == "windows" {
		return quotedForWindows(s)
	}
	if plainWord.MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

var (
	plainWord      = regexp.MustCompile(`^[\w@%+=:,./-]+$`)
	plainOnWindows = regexp.MustCompile(`^[\w+=:./\\-]+$`)
	apostrophes    = regexp.MustCompile("['\u2018-\u201b]") // to PowerShell they are one
)

// quotedForWindows is a word as cmd and PowerShell take it, or PowerShell alone where they differ.
func quotedForWindows(s string) string {
	switch {
	case plainOnWindows.MatchString(s):
		return s
	case !strings.ContainsAny(s, "\"$`%\u201c\u201d\u201e"):
		return `"` + s + `"`
	}
	return "'" + apostrophes.ReplaceAllString(s, "$0$0") + "'"
}
