package files

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/syntax/scan"
	"raido/lang/value"
)

// A CSV file without a head is a matrix, or a vector if it has one column. One with a head is a record of its columns. A column
// is of i64 if all its cells are, of bool if all are true or false, of f64 else, where an empty cell (or NA) is NaN. A column
// without a number is one of texts: its cells are numbered in the order in which their texts come first.

func csvReader(comma rune) func([]byte, *Type) (value.Value, string, error) {
	return func(data []byte, as *Type) (value.Value, string, error) {
		rows, head, err := csvRows(data, separator(data, comma))
		if err != nil {
			return nil, "", err
		}
		note := ""
		if head != nil {
			note = numberTexts(rows, head)
		}
		v, err := csvValue(rows, head, as)
		return v, note, err
	}
}

// separator is what stands between the cells: a semicolon or a tab where the first line has no comma.
func separator(data []byte, comma rune) rune {
	first, _, _ := bytes.Cut(data, []byte("\n"))
	for _, c := range ";\t" {
		if comma == ',' && !bytes.ContainsRune(first, comma) && bytes.ContainsRune(first, c) {
			return c
		}
	}
	return comma
}

// csvValue makes a value of the lines.
func csvValue(rows []csvRow, head []string, as *Type) (value.Value, error) {
	n := len(head)
	if head == nil {
		n = len(rows[0].cells)
	}
	if head != nil && (as == nil || as.Rank < 0) {
		return csvColumns(rows, head, as)
	}
	elem := prim.Bool
	for j := range n {
		t, err := columnType(rows, j, as)
		if err != nil {
			return nil, err
		}
		elem = joinTypes(elem, t, j == 0)
	}
	out := value.NewArray(elem, int64(len(rows)), int64(n))
	for i, r := range rows {
		diag.Poll()
		for j := range n {
			s, err := r.cell(j, elem)
			if err != nil {
				return nil, err
			}
			set(out, int64(i*n+j), s)
		}
	}
	if n == 1 && (as == nil || as.Rank != 2) {
		out.Shape = out.Shape[:1]
	}
	return as.convert(out)
}

// maxTexts is how many texts of a column are told.
const maxTexts = 10

// numberTexts replaces the cells of columns without a number by the numbers of their texts, and says which is which.
func numberTexts(rows []csvRow, head []string) string {
	var notes []string
	for j, name := range head {
		if slices.ContainsFunc(rows, func(r csvRow) bool { _, ok := cellType(r.cells[j]); return ok && !missing(r.cells[j]) }) || !slices.ContainsFunc(rows, func(r csvRow) bool { return !missing(r.cells[j]) }) {
			continue
		}
		number := map[string]int{}
		var legend []string
		for _, r := range rows {
			text := r.cells[j]
			k, ok := number[text]
			if !ok {
				k = len(number)
				number[text] = k
				if k < maxTexts {
					legend = append(legend, fmt.Sprintf("%d = %s", k, clip(text)))
				}
			}
			r.cells[j] = strconv.Itoa(k)
		}
		if len(number) > maxTexts {
			legend = append(legend, fmt.Sprintf("... (%d texts)", len(number)))
		}
		notes = append(notes, clip(name)+": "+strings.Join(legend, ", "))
	}
	return strings.Join(notes, "; ")
}

// missing reports whether a cell says that there is nothing in it.
func missing(text string) bool {
	switch text {
	case "", "NA", "N/A", "NULL", "null", "None", "-":
		return true
	}
	return false
}

// joinTypes is the type of a matrix with columns of these types.
func joinTypes(a, b prim.Type, first bool) prim.Type {
	if first || a == b {
		return b
	}
	return prim.F64
}

// csvRow is a line with its number.
type csvRow struct {
	line  int
	cells []string
}

// csvRows reads all lines; a first one with a cell that is no number is the head.
func csvRows(data []byte, comma rune) (rows []csvRow, head []string, err error) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	r.Comma, r.Comment, r.TrimLeadingSpace = comma, '#', comma != '\t'
	for {
		diag.Poll()
		cells, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			var p *csv.ParseError
			if errors.As(err, &p) && errors.Is(err, csv.ErrFieldCount) {
				return nil, nil, fmt.Errorf("line %d: %d cells, where the first line has %d", p.Line, len(cells), r.FieldsPerRecord)
			}
			return nil, nil, err
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
			if point := strings.Replace(cells[i], ",", ".", 1); comma == ';' && isNumber(point) {
				cells[i] = point
			}
		}
		line, _ := r.FieldPos(0)
		rows = append(rows, csvRow{line, cells})
	}
	if len(rows) == 0 {
		return nil, nil, errors.New("it is empty")
	}
	if slices.ContainsFunc(rows[0].cells, func(c string) bool { _, ok := cellType(c); return !ok }) {
		head, rows = rows[0].cells, rows[1:]
	}
	return rows, head, nil
}

// csvColumns makes a record of the columns.
func csvColumns(rows []csvRow, head []string, as *Type) (value.Value, error) {
	out := &value.Record{}
	for j, name := range head {
		t, err := columnType(rows, j, as)
		if err != nil {
			return nil, err
		}
		col := value.NewArray(t, int64(len(rows)))
		for i, r := range rows {
			s, err := r.cell(j, t)
			if err != nil {
				return nil, err
			}
			set(col, int64(i), s)
		}
		v, err := as.convert(col)
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", clip(name), err)
		}
		out.Names = append(out.Names, fieldName(name, out.Names))
		out.Fields = append(out.Fields, v)
	}
	return out, nil
}

// fieldName makes a name of Futhark of a column's head.
func fieldName(head string, taken []string) string {
	var b strings.Builder
	for i, r := range head {
		ok := unicode.IsLetter(r) || r == '_' || i > 0 && unicode.IsDigit(r)
		switch {
		case ok:
			b.WriteRune(r)
		case i == 0 && unicode.IsDigit(r):
			b.WriteString("c" + string(r))
		default:
			b.WriteByte('_')
		}
	}
	name := strings.TrimRight(b.String(), "_")
	for strings.Contains(name, "__") {
		name = strings.ReplaceAll(name, "__", "_")
	}
	if strings.Trim(name, "_") == "" {
		name = "c" + strconv.Itoa(len(taken))
	}
	if slices.Contains(scan.Keywords(), name) {
		name += "_"
	}
	base := name
	for k := 2; slices.Contains(taken, name); k++ {
		name = base + "_" + strconv.Itoa(k)
	}
	return name
}

// cellType is the type of a cell's text; ok is false if it is no number.
func cellType(text string) (prim.Type, bool) {
	diag.Poll()
	if missing(text) {
		return prim.F64, true
	}
	if _, err := strconv.ParseInt(text, 10, 64); err == nil {
		return prim.I64, true
	}
	if isBool(text) {
		return prim.Bool, true
	}
	return prim.F64, isNumber(text)
}

func isNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}

func isBool(text string) bool {
	return strings.EqualFold(text, "true") || strings.EqualFold(text, "false")
}

// columnType is the type that all cells of a column have. Integers beyond i64 are read as u64 if those are asked for.
func columnType(rows []csvRow, j int, as *Type) (prim.Type, error) {
	if as != nil && as.Elem == prim.U64 {
		return prim.U64, nil
	}
	if len(rows) == 0 {
		return prim.F64, nil
	}
	out := prim.Invalid
	for _, r := range rows {
		t, ok := cellType(r.cells[j])
		if !ok {
			return out, r.fault(j, "is no number")
		}
		if out == prim.Invalid {
			out = t
		}
		if t != out {
			if t == prim.Bool || out == prim.Bool {
				return out, r.fault(j, "is of another kind than the cells above it")
			}
			out = prim.F64
		}
	}
	return out, nil
}

func (r csvRow) fault(j int, what string) error {
	return fmt.Errorf("line %d, column %d: %q %s", r.line, j+1, clip(r.cells[j]), what)
}

// cell is a cell as a scalar of a type that columnType gave.
func (r csvRow) cell(j int, t prim.Type) (prim.Scalar, error) {
	diag.Poll()
	text := r.cells[j]
	switch {
	case t == prim.U64:
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return prim.Scalar{}, r.fault(j, "is no u64")
		}
		return prim.Scalar{Type: prim.U64, Bits: n}, nil
	case isBool(text):
		b := prim.BoolOf(strings.EqualFold(text, "true"))
		if t == prim.Bool {
			return b, nil
		}
		return prim.Float(prim.F64, number(b)), nil
	case t == prim.I64:
		n, _ := strconv.ParseInt(text, 10, 64)
		return prim.Int(prim.I64, n), nil
	case missing(text):
		text = "nan"
	}
	f, _ := strconv.ParseFloat(text, 64)
	return prim.Float(prim.F64, f), nil
}

func csvWriter(comma rune) func(value.Value) ([]byte, error) {
	return func(v value.Value) ([]byte, error) {
		head, columns, rows, err := columnsOf(v)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		w := csv.NewWriter(&b)
		w.Comma = comma
		if head != nil {
			w.Write(head)
		}
		line := make([]string, len(columns))
		for i := range rows {
			for j, col := range columns {
				line[j] = cellText(col(i))
			}
			w.Write(line)
		}
		w.Flush()
		return b.Bytes(), w.Error()
	}
}

// columnsOf gives the cells of a value by column.
func columnsOf(v value.Value) (head []string, columns []func(i int64) prim.Scalar, rows int64, err error) {
	switch v := v.(type) {
	case value.Scalar:
		return nil, []func(int64) prim.Scalar{func(int64) prim.Scalar { return v.Scalar }}, 1, nil
	case *value.Array:
		switch len(v.Shape) {
		case 1:
			return nil, []func(int64) prim.Scalar{v.At}, v.Shape[0], nil
		case 2:
			n := v.Shape[1]
			for j := range n {
				columns = append(columns, func(i int64) prim.Scalar { return v.At(i*n + j) })
			}
			return nil, columns, v.Shape[0], nil
		}
	case *value.Record:
		rows = -1
		for k, f := range v.Fields {
			_, cols, n, err := columnsOf(f)
			if err != nil || len(cols) != 1 || rows >= 0 && n != rows {
				return nil, nil, 0, errNoTable
			}
			name := v.Names[k]
			if v.IsTuple() {
				name = "c" + name
			}
			head, columns, rows = append(head, name), append(columns, cols[0]), n
		}
		if len(columns) > 0 {
			return head, columns, rows, nil
		}
	default: // no table
	}
	return nil, nil, 0, errNoTable
}

var errNoTable = errors.New("a CSV file holds a number, a vector, a matrix, or a record of vectors of one length")

// cellText prints a scalar so that it reads back.
func cellText(s prim.Scalar) string {
	diag.Poll()
	text := s.String()
	if name := s.Type.String(); s.Type != prim.Bool {
		text = strings.TrimSuffix(text, name)
	}
	if s.Type.IsFloat() {
		text = strings.Replace(text, s.Type.String()+".", "", 1) // of nan and inf
	}
	return text
}
