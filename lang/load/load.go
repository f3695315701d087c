package load

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"raido/lang/check"
	"raido/lang/check/scope"
	"raido/lang/diag"
	plain "raido/lang/file"
	"raido/lang/syntax/parser"
)

var codeImport = diag.Register("E0902", "A file that an import names cannot be used: it can't be read, or imports itself.")

// maxSource bounds the bytes of a file that is imported.
const maxSource = 256 << 20

// Loader holds the files that have been checked.
type Loader struct {
	files map[string]*file
	stack []*file // files being checked, the outermost first
}

// file is a file by its real path.
type file struct {
	key, path string // path is as first written, for messages
	text      string
	env       *scope.Env
	imports   []*file
	busy      bool // it is being checked
	faulty    bool // it has errors, which have been reported
}

// New makes a loader without files.
func New() *Loader { return &Loader{files: map[string]*file{}} }

// Program checks the text of a program; its imports are relative to path.
func (l *Loader) Program(path, text string) (*check.Program, diag.List) {
	f := &file{key: realPath(path), path: path, text: text}
	l.files[f.key] = f
	return l.check(f)
}

// Imports finds the imports of cells, relative to a folder.
func (l *Loader) Imports(folder string) scope.Loader {
	return func(name string) (*scope.Env, diag.List) { return l.load(folder, name) }
}

// Refresh forgets files that have changed on disk or have errors, and the files that import them, so that
// the next import reads them again.
func (l *Loader) Refresh() {
	old := map[*file]bool{}
	var gone func(f *file) bool
	gone = func(f *file) bool {
		if known, done := old[f]; done {
			return known
		}
		text, err := plain.Read(f.path, maxSource)
		old[f] = f.faulty || err != nil || string(text) != f.text
		for _, in := range f.imports {
			if gone(in) {
				old[f] = true
			}
		}
		return old[f]
	}
	for key, f := range l.files {
		if gone(f) {
			delete(l.files, key)
		}
	}
}

func (l *Loader) check(f *file) (*check.Program, diag.List) {
	f.busy = true
	l.stack = append(l.stack, f)
	defer func() {
		f.busy = false
		l.stack = l.stack[:len(l.stack)-1]
	}()
	parsed, ds := parser.File(&diag.Source{ID: diag.FileID(f.path), Text: f.text})
	if len(ds.Errors()) > 0 {
		f.faulty = true
		return nil, ds
	}
	p, more := check.File(check.Prelude(), parsed, l.Imports(filepath.Dir(f.path)))
	f.env, f.faulty = p.Exports, len(more.Errors()) > 0
	return p, append(ds, Causes(more, diag.FileID(f.path))...)
}

// load gives what an imported file defines; nil if it has no meaning. Errors of a file are reported once.
func (l *Loader) load(folder, name string) (*scope.Env, diag.List) {
	if part, ok := strings.CutPrefix(name, "/prelude/"); ok {
		return library(part)
	}
	path := filepath.Join(folder, filepath.FromSlash(name)+".fut")
	f := l.files[realPath(path)]
	if f == nil {
		text, err := plain.Read(path, maxSource)
		if err != nil {
			return nil, unreadable(path, name)
		}
		f = &file{key: realPath(path), path: path, text: string(text)}
		l.files[f.key] = f
		l.note(f)
		_, ds := l.check(f)
		return f.env, ds
	}
	l.note(f)
	if f.busy {
		return nil, l.cycle(f)
	}
	return f.env, nil
}

// library gives what a file of the library defines.
func library(part string) (*scope.Env, diag.List) {
	if env := check.PreludePart(part); env != nil {
		return env, nil
	}
	d := &diag.Diag{Class: diag.Module, Code: codeImport, Msg: "the library has no file " + part, Hint: "it has " + strings.Join(check.PreludeParts(), ", ")}
	if near := diag.Nearest(part, check.PreludeParts()); near != "" {
		d.Hint = fmt.Sprintf("did you mean import %q?", "/prelude/"+near)
	}
	return nil, diag.List{d}
}

// note records that the file being checked imports f.
func (l *Loader) note(f *file) {
	if n := len(l.stack); n > 0 {
		l.stack[n-1].imports = append(l.stack[n-1].imports, f)
	}
}

// Causes is the diagnostics of a file or cell without those that follow from others: if an import has failed, names are unknown.
func Causes(ds diag.List, own diag.ID) diag.List {
	if !slices.ContainsFunc(ds, func(d *diag.Diag) bool { return !d.Warning && (d.Code == codeImport || inOther(d.Span, own)) }) {
		return ds
	}
	return slices.DeleteFunc(slices.Clone(ds), func(d *diag.Diag) bool {
		return d.Class == diag.Name && d.Span.Source != nil && d.Span.Source.Place().ID == own
	})
}

// inOther reports whether a place is in another file, or in the library.
func inOther(at diag.Span, own diag.ID) bool {
	if at.Source == nil {
		return false
	}
	id := at.Source.Place().ID
	return id != own && (id.Kind == diag.File || id.Kind == diag.Library)
}

func unreadable(path, name string) diag.List {
	d := &diag.Diag{Class: diag.Module, Code: codeImport, Msg: fmt.Sprintf("there is no file %s", path),
		Hint: "the path of an import is relative to the file that imports, or to the notebook's folder"}
	if strings.HasSuffix(name, ".fut") {
		d.Hint = fmt.Sprintf("leave out the ending: import %q", strings.TrimSuffix(name, ".fut"))
	} else if _, err := os.Stat(path); err == nil {
		d.Msg = fmt.Sprintf("the file %s cannot be read", path)
	} else if near := nearFile(path, name); near != "" {
		d.Hint = fmt.Sprintf("did you mean import %q?", near)
	}
	return diag.List{d}
}

// nearFile is what an import of a file that is not there may mean: one with nearly that name, or one in a folder beside.
func nearFile(path, name string) string {
	folder, base := filepath.Split(path)
	files, _ := filepath.Glob(filepath.Join(folder, "*.fut"))
	for i, f := range files {
		files[i] = strings.TrimSuffix(filepath.Base(f), ".fut")
	}
	front := name[:strings.LastIndexByte(name, '/')+1]
	if near := diag.Nearest(strings.TrimSuffix(base, ".fut"), files); near != "" {
		return front + near
	}
	if deeper, _ := filepath.Glob(filepath.Join(folder, "*", base)); len(deeper) > 0 {
		return front + filepath.ToSlash(strings.TrimSuffix(strings.TrimPrefix(deeper[0], folder), ".fut"))
	}
	return ""
}

// cycle reports that f, which is being checked, is imported again.
func (l *Loader) cycle(f *file) diag.List {
	var names []string
	for i, g := range l.stack {
		if g == f {
			l.stack[i].faulty = true
			for _, h := range l.stack[i:] {
				names = append(names, h.path)
			}
		}
	}
	return diag.List{{Class: diag.Module, Code: codeImport,
		Msg:  "files import each other in a circle: " + strings.Join(append(names, f.path), " imports "),
		Hint: "move what both need to a file of its own"}}
}

// realPath identifies a file.
func realPath(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path
}
