package prelude

import (
	"embed"
	"strings"
	"sync"

	"raido/lang/diag"
)

//go:embed *.fut *.in
var files embed.FS

// scalars are the scalar modules in order of definition, with their templates.
var scalars = []struct{ name, template string }{
	{"i8", "signed.in"}, {"i16", "signed.in"}, {"i32", "signed.in"}, {"i64", "signed.in"},
	{"u8", "unsigned.in"}, {"u16", "unsigned.in"}, {"u32", "unsigned.in"}, {"u64", "unsigned.in"},
	{"f16", "float.in"}, {"f32", "float.in"}, {"f64", "float.in"},
}

// Sources are the sources of the prelude in order. The slice and the Sources are shared: positions in
// them compare equal between calls.
var Sources = sync.OnceValue(func() []*diag.Source {
	out := []*diag.Source{file("functional"), file("soacs"), file("zip"), file("array"), file("modtypes")}
	for _, s := range scalars {
		out = append(out, source(s.name, scalar(s.name, s.template)))
	}
	return append(out, file("bool"), file("math"), file("ad"), file("acc"), file("intrinsics"))
})

func read(name string) string {
	b, err := files.ReadFile(name)
	if err != nil {
		diag.Bugf("prelude: %v", err)
	}
	return string(b)
}

func file(part string) *diag.Source { return source(part, read(part+".fut")) }

// source is a part of the library.
func source(part, text string) *diag.Source {
	return &diag.Source{ID: diag.ID{Kind: diag.Library, Part: part}, Text: text}
}

// scalar fills a template: @t is the type, @bits the unsigned type of the same width, @width its bits.
func scalar(name, template string) string {
	text := read(template)
	if template != "float.in" {
		text = strings.Replace(text, "@integral\n", read("integral.in"), 1)
	}
	text = strings.Replace(text, "@numeric\n", read("numeric.in"), 1)
	r := strings.NewReplacer("@t", name, "@bits", "u"+name[1:], "@width", name[1:], "@epsilon", epsilons[name])
	return r.Replace(text)
}

// epsilons are the distances from 1 to the next larger number.
var epsilons = map[string]string{"f16": "9.765625e-4", "f32": "1.1920928955078125e-7", "f64": "2.220446049250313e-16"}
