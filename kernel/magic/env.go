package magic

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"raido/display"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/system"
)

// Magics about what is around the notebook: its process, its folder, the shell.

func envMagics() []*Def {
	return []*Def{
		{Name: "env", Args: "[NAME[=VALUE]]", Doc: "shows or sets variables of the environment", Takes: envNames, Run: magicEnv,
			Help:    "Without a name it lists all; those that may be secret (KEY, TOKEN, PASSWORD and the like) only by their names. Commands (!cmd) see what is set, and so does this process; a device's process that runs already does not.",
			Example: "%env DATA=/tmp/data\n!echo $DATA"},
		{Name: "cd", Args: "[DIR]", Doc: "shows or changes the notebook's folder", Takes: folders, Files: true, Run: magicCd,
			Help:    "Imports, files of %load and %save, and commands are relative to it. ~ is the home folder.",
			Example: "%cd"},
		{Name: "seed", Args: "N", Doc: "defines seed, and uniform and normal numbers that depend on it alone", Defines: true, Run: magicSeed,
			Help: "Futhark is pure: random numbers are a function of a seed. %seed N defines\n" +
				"  seed              the number N\n" +
				"  uniform stream n  n numbers in [0, 1), other ones for each stream: [n]f64\n" +
				"  normal stream n   n numbers of the standard normal distribution: [n]f64\n" +
				"The same seed gives the same numbers on every device. Another one makes values that were computed with it stale.",
			Example: "%seed 42\nuniform 0 5"},
		{Name: "!", Args: "CMD", Doc: "runs a command in sh", Takes: filePaths, Files: true, Run: magicShell,
			Help: "A line that begins with ! is a command, with the indented lines after it. Its output shows while it runs, and its exit status if that is not 0; " +
				"it reads no input. An interrupt ends it and all that it has started; what it leaves running in the background ends with it. " +
				"An expression that begins with the operator ! needs a space before it.",
			Example: "!ls -l"},
	}
}

// magicEnv is %env.
func magicEnv(c *Call) (display.Bundle, error) {
	text := strings.TrimSpace(c.Args.Text())
	name, val, set := strings.Cut(text, "=")
	name = strings.TrimSpace(name)
	switch {
	case text == "":
		all := os.Environ()
		slices.Sort(all)
		for i, kv := range all {
			if name, val, _ := strings.Cut(kv, "="); val != "" && (secret(name) || userInURL.MatchString(val)) {
				all[i] = name + "=(hidden: %env " + name + " shows it)"
			}
		}
		return display.Text(strings.Join(all, "\n")), nil
	case name == "" || strings.ContainsAny(name, " \t\n\x00") || strings.ContainsRune(val, 0):
		d := usage(c.Args, "%%env takes a name, or NAME=VALUE")
		d.Hint = "for example: %env DATA=/tmp/data"
		return display.Bundle{}, d
	}
	if !set {
		old, had := os.LookupEnv(name)
		if !had {
			return display.Bundle{}, unsetVariable(c.Args, name)
		}
		return display.Text(old), nil
	}
	val = strings.TrimSpace(val)
	if err := os.Setenv(name, val); err != nil {
		return display.Bundle{}, usage(c.Args, "%s cannot be set: %v", name, err)
	}
	return display.Text(name + "=" + val), nil
}

// userInURL finds the password in an address.
var userInURL = regexp.MustCompile(`://[^/@\s]*:[^/@\s]+@`)

// secret reports whether a variable may hold what is not for the readers of a notebook, which are more than its writer.
func secret(name string) bool {
	name = strings.ToUpper(name)
	return slices.ContainsFunc([]string{"KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "AUTH", "COOKIE", "PRIVATE"},
		func(word string) bool { return strings.Contains(name, word) })
}

func unsetVariable(at diag.Span, name string) error {
	d := usage(at, "the variable %s is not set", name)
	d.Hint = "%env " + name + "=VALUE sets it"
	if near := diag.Nearest(name, variables()); near != "" {
		d.Hint = "did you mean " + near + "?"
	}
	return d
}

// variables are the names of the environment.
func variables() []string {
	var out []string
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// magicCd is %cd.
func magicCd(c *Call) (display.Bundle, error) {
	old, err := os.Getwd()
	if err != nil {
		return display.Bundle{}, usage(c.Args, "the notebook's folder is not there any more: %v", err)
	}
	dir := unquoted(c.Args.Text())
	if dir == "" {
		return display.Text(old), nil
	}
	if err := os.Chdir(expand(dir)); err != nil {
		return display.Bundle{}, fileError(c.Args, dir, err)
	}
	now, err := os.Getwd()
	if err != nil {
		now = dir
	}
	return display.Text(now), nil
}

//go:embed seed.fut
var seedText string

// magicSeed is %seed N.
func magicSeed(c *Call) (display.Bundle, error) {
	n, err := strconv.ParseUint(c.Args.Text(), 10, 64)
	if err != nil {
		d := usage(c.Args, "%%seed takes a number from 0 to %d", uint64(1<<64-1))
		d.Hint = "for example: %seed 42"
		return display.Bundle{}, d
	}
	if err := c.Notebook().Define(c.title(), c.Name.To(c.Args), func(b *syntax.Builder) syntax.Decl {
		return b.Def("let", "seed", b.At, b.Number(n, "u64"))
	}); err != nil {
		return display.Bundle{}, err
	}
	err = c.Notebook().DefineText("%seed's functions", seedText)
	return display.Text(fmt.Sprintf("seed = %d; uniform stream n and normal stream n give n numbers", n)), err
}

// lingers is how long the output of a command is read after its end, while something that it left behind holds it.
const lingers = 500 * time.Millisecond

// magicShell is !cmd.
func magicShell(c *Call) (display.Bundle, error) {
	shell := system.Shell(c.Args.Text())
	cmd := exec.CommandContext(c.Context(), shell[0], shell[1:]...)
	system.Apart(cmd)
	cmd.Stdout, cmd.Stderr = stream{c, "stdout"}, stream{c, "stderr"}
	cmd.WaitDelay = lingers
	end := func() error { return system.EndAll(cmd.Process) }
	cmd.Cancel = end
	if err := cmd.Start(); err != nil {
		return display.Bundle{}, usage(c.Args, "the command does not start: %v", err)
	}
	err := cmd.Wait()
	end() // what it left in the background
	if c.Context().Err() != nil {
		return display.Bundle{}, c.Context().Err()
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		c.Stream("stderr", "["+exit.Error()+"]\n")
	} else if err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		return display.Bundle{}, usage(c.Args, "the command cannot be followed: %v", err)
	}
	return display.Bundle{}, nil
}

// stream writes what a command prints to the cell's output.
type stream struct {
	c    Cell
	name string
}

func (s stream) Write(b []byte) (int, error) {
	s.c.Stream(s.name, string(b))
	return len(b), nil
}
