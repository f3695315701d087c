package magic

import (
	"context"
	"time"

	"raido/backend"
	"raido/display"
	"raido/kernel/pictures"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/lower/iface"
	"raido/lang/syntax"
	"raido/lang/types"
	"raido/lang/value"
)

// Cell is the running cell, as magics see it: all that they can reach of the session.
type Cell interface {
	// Context ends when the cell is interrupted.
	Context() context.Context
	// ID is the identity of the cell's text.
	ID() diag.ID
	// Silent reports whether nothing that the cell shows will be seen.
	Silent() bool
	// Stream prints a text on "stdout" or "stderr".
	Stream(name, text string)
	// Display shows a bundle. What a magic gives as its result is shown without that.
	Display(b display.Bundle)
	// Pictures draws, and remembers what it has drawn.
	Pictures() *pictures.Memory

	// Parse is the expression at a place of the cell.
	Parse(at diag.Span) (Exp, error)
	// Build is an expression around one of the cell. The same is remembered for the same text and purpose, which must tell all that build
	// depends on besides.
	Build(around Exp, purpose string, build func(b *syntax.Builder) syntax.Exp) Exp
	// Check checks an expression among the definitions of now.
	Check(e Exp) (*types.Def, error)
	// CheckDecl checks a declaration, and defines nothing.
	CheckDecl(d syntax.Decl) (*types.Def, error)
	// Lower lowers what Check gave, if it has a value.
	Lower(def *types.Def) (*core.Prog, *iface.Iface, error)
	// Evaluate computes an expression and brings its value to the host.
	Evaluate(e Exp) (*Value, error)
	// Compile compiles what Check gave for the engine.
	Compile(def *types.Def) (Program, error)
	// Arguments finds the values that a lowered program mentions.
	Arguments(iface *iface.Iface) (Arguments, error)

	// Notebook is what the cells have made so far.
	Notebook() Notebook
}

// Exp is an expression that the session knows: what it was checked and compiled to is remembered with it.
type Exp interface {
	Tree() syntax.Exp
}

// Value is a value on the host with its type.
type Value struct {
	Val  value.Value
	Type string
}

// Arguments are the values of the notebook that a program takes, on the engine.
type Arguments interface {
	Engine() backend.Engine
	// With calls f with them, and again if they, or the process of the engine, were lost meanwhile.
	With(f func(args []backend.Value) error) error
	// Host brings them to the host.
	Host() ([]value.Value, error)
}

// Program is an expression that is compiled, with its arguments.
type Program interface {
	Arguments
	Compiled() backend.Program
	// Times tells where the time of compiling and of the latest Run went.
	Times() *Phases
	// Run computes the value; what the program traces is printed. ctx is the cell's, or made from it.
	Run(ctx context.Context) (Result, error)
}

// Result is a value on the engine. The session lets go of it.
type Result interface {
	Host() (*Value, error)
}

// Phases tells where the time of one computation went, from the text to the value on the host.
type Phases struct {
	Check, Lower, Passes, Compile, Run, Download time.Duration
	First                                        time.Duration // what the first run took beyond the others: the driver finishes compiling in it
	Profile                                      *backend.Profile
}

// Notebook is what the cells have made so far, for the magics that look at it and change it. What a magic changes stands if it succeeds.
type Notebook interface {
	// Describe is the help of a name in scope.
	Describe(name string) (display.Bundle, bool)
	// Names are the names in scope.
	Names() []string
	// Has reports whether a cell has defined a value or function of that name.
	Has(name string) bool
	// Definitions are what cells have defined, by name.
	Definitions() []Definition

	// Forget takes away what cells have defined under a name; it reports whether there was anything.
	Forget(name string) bool
	// ForgetAll takes away all definitions and values.
	ForgetAll()
	// Refresh computes stale values again; it gives their names.
	Refresh() ([]string, error)
	// React says whether stale values are computed again after every cell.
	React(on bool)
	// Engine is the engine that cells run on.
	Engine() (backend.Engine, error)
	// SetEngine brings the values to another engine, on which cells run from now on.
	SetEngine(name string) (backend.Engine, error)
	// Define executes a declaration that a magic means by a part of the cell; people are told that the magic stands there. The same is
	// remembered for the same text.
	Define(magic string, at diag.Span, build func(b *syntax.Builder) syntax.Decl) error
	// DefineText executes definitions of the magic's own, which stand in no cell.
	DefineText(magic, text string) error
	// Bind defines the name of a declaration, whose body is a hole, as a value that was read from somewhere.
	Bind(d syntax.Decl, v value.Value, from Origin) error
}

// Definition is something that a cell has defined. An open or import is one, for all names that it brought.
type Definition struct {
	Name, Kind, Type string
	Cell             string // title of where it stands
	State            string // what there is to know of one that is not as it was defined
	Held             *Held  // of a value
}

// Held says where a value is. Names that share one have the same *Held.
type Held struct {
	Bytes  int64
	Where  string // "host" or "device"
	Engine string // that computed it; empty if it was loaded
}

// Origin is where a value that is no result of a computation came from.
type Origin interface {
	// Read reads it again. The error says what has become of where it came from.
	Read() (value.Value, error)
}

// Call is one call of a magic: where it stands, and the cell that it is in.
type Call struct {
	Cell
	Part
}

// check checks the expression at a place.
func (c *Call) check(at diag.Span) (*types.Def, error) {
	e, err := c.Parse(at)
	if err != nil {
		return nil, err
	}
	return c.Check(e)
}

// evaluate computes the expression at a place.
func (c *Call) evaluate(at diag.Span) (*Value, error) {
	e, err := c.Parse(at)
	if err != nil {
		return nil, err
	}
	return c.Evaluate(e)
}
