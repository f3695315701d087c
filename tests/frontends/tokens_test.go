package frontends_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"raido/lang/diag"
	"raido/lang/syntax/scan"
)

// sample has every kind of token, and what is hard to tell apart.
const sample = `-- | A doc comment
-- that goes on
-- == not here
#[inline] def f [n] 'a '~b '^c (x: [n]f64) (r: {a: i32, 0: bool}) : ?[m].[m]u8 = -- why

  let c = 'c' let d = '\n' let e = "str \"q\" \x41"
  let x' = x[0] + r.a * m.n.x[1] - t.0.1 m.+ 3 ` + "`max`" + ` 4
  in #some (m.(a + b)) ??? #none \y -> y |> f <| 0x1F_ffu8 + 0b1i8 + 0rXIVi32 + 1_000i64 + 1.5e-3f32 + 0x1.8p3 .. 5 ..< 6 ..> 7 ... 8
#[attr($x, y)] $ 1.5i32 12abc 0x "open
'  ; @ 変数 := :> é'é _x _ if-then m.if m._ x.y.z true`

// files lists the programs whose tokens are compared.
func files(t *testing.T) []string {
	path := filepath.Join(t.TempDir(), "sample.fut")
	if err := os.WriteFile(path, []byte(sample), 0o644); err != nil {
		t.Fatal(err)
	}
	out := []string{path}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == "node_modules" {
			return fs.SkipDir
		}
		if err == nil && filepath.Ext(path) == ".fut" {
			out = append(out, path)
		}
		return err
	})
	if err != nil || len(out) < 300 {
		t.Fatalf("%d programs, %v", len(out), err)
	}
	return out
}

// TestTokens compares what the editors' tokenizer finds with what the compiler's does: the sample and every program
// of the tests.
func TestTokens(t *testing.T) {
	node := need(t, "node", "nodejs")
	paths := files(t)
	cmd := exec.Command(node, append([]string{"tokens.mjs"}, paths...)...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, errs.Bytes())
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, len(out)+1)
	kinds, wrong := map[string]bool{}, 0
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !lines.Scan() {
			t.Fatalf("nothing about %s", path)
		}
		if atMagic.Match(text) {
			continue // what is an operator in a file is a magic in a cell
		}
		var got [][2]string
		if err := json.Unmarshal(lines.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		for i, tok := range scan.Tokens(&diag.Source{Name: path, Text: string(text)}) {
			kinds[string(tok.Kind)] = true
			want := [2]string{string(tok.Kind), strings.TrimSpace(tok.Text())}
			if i >= len(got) || got[i] != want {
				t.Errorf("%s: token %d is %q, want %q", path, i, append(got, [2]string{})[min(i, len(got))], want)
				wrong++
				break
			}
		}
		if wrong > 20 {
			t.Fatal("and so on")
		}
	}
	for _, k := range []scan.Kind{scan.KindKeyword, scan.KindName, scan.KindQualified, scan.KindOperator, scan.KindNumber, scan.KindString,
		scan.KindConstr, scan.KindTypeParam, scan.KindAttribute, scan.KindPunct, scan.KindComment, scan.KindDoc, scan.KindError} {
		if !kinds[string(k)] {
			t.Errorf("no token is a %s", k)
		}
	}
}

var atMagic = regexp.MustCompile(`(?m)^[%!]`)

// TestMagicTokens looks at cells: magics begin lines, their options are no comments.
func TestMagicTokens(t *testing.T) {
	node := need(t, "node", "nodejs")
	path := filepath.Join(t.TempDir(), "cell")
	if err := os.WriteFile(path, []byte("%plot --line xs\n  --label \"a\" (x, y)\nlet a = 1 -- c\n!ls -l\n%time a"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(node, "tokens.mjs", path).Output()
	if err != nil {
		t.Fatal(err)
	}
	const want = `[["magic","%plot"],["attribute","--line"],["name","xs"],["attribute","--label"],["string","\"a\""],["punctuation","("],["name","x"],` +
		`["punctuation",","],["name","y"],["punctuation",")"],["keyword","let"],["name","a"],["operator","="],["number","1"],["comment","-- c"],` +
		`["magic","!ls -l"],["magic","%time"],["name","a"]]`
	if got := strings.TrimSpace(string(out)); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
