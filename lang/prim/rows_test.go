package prim_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"

	"raido/lang/prim"
)

// Every row is an exported variable, and every variable is a row: the lists of rows.go name them.
func TestEveryRowIsAVariable(t *testing.T) {
	variables, listed := operatorNames(t)
	slices.Sort(variables)
	rows := slices.Sorted(slices.Values(listed))
	if !slices.Equal(variables, rows) {
		t.Errorf("the variables are\n%v,\nbut the rows are\n%v", variables, rows)
	}
	if len(listed) != len(prim.Ops) {
		t.Errorf("Ops has %d rows, but %d variables are listed", len(prim.Ops), len(listed))
	}
	for i, o := range prim.Ops {
		if slices.Index(prim.Ops, o) != i {
			t.Errorf("%s is a row twice", o.Name)
		}
	}
}

// operatorNames reads the source: the exported operators that are declared, and those that the lists of rows name.
func operatorNames(t *testing.T) (variables, listed []string) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.VAR {
				for _, s := range d.Specs {
					variables, listed = declared(s.(*ast.ValueSpec), variables, listed)
				}
			}
		}
	}
	return variables, listed
}

// declared adds what one declaration gives: a variable, or the names in a list of rows.
func declared(s *ast.ValueSpec, variables, listed []string) ([]string, []string) {
	name := s.Names[0].Name
	list, isList := s.Values[0].(*ast.CompositeLit)
	switch {
	case isList && strings.HasSuffix(name, "Ops"):
		for _, x := range list.Elts {
			listed = append(listed, x.(*ast.Ident).Name)
		}
	case ast.IsExported(name) && name != "Ops" && name != "Types":
		variables = append(variables, name)
	}
	return variables, listed
}

func TestNamesRoundTrip(t *testing.T) {
	for _, o := range prim.Ops {
		if prim.ByOpName(o.Name) != o {
			t.Errorf("ByOpName(%q) finds another row", o.Name)
		}
	}
	if o := prim.ByOpName("no_such_row"); o != nil {
		t.Errorf("ByOpName finds %s for a name of no row", o.Name)
	}
	for _, ty := range prim.Types {
		if o := prim.To(ty); o.Name != "to_"+ty.String() || !o.IsConversion() || o.ResultType(prim.Bool) != ty {
			t.Errorf("To(%s) is %s", ty, o.Name)
		}
	}
	if prim.ToBits.IsConversion() {
		t.Error("to_bits is taken for a conversion")
	}
}
