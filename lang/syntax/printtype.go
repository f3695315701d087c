package syntax

// typ writes a type.
func (p *printer) typ(t TypeExp) {
	switch t := t.(type) {
	case *TypeArrow:
		if t.Param != "" {
			p.w("(", t.Param, ": ")
			p.typ(t.From)
			p.w(")")
		} else {
			p.typTerm(t.From)
		}
		p.w(" -> ")
		p.typ(t.To)
	case *TypeExists:
		p.w("?")
		for _, n := range t.Sizes {
			p.w("[", n, "]")
		}
		p.w(". ")
		p.typ(t.Type)
	default:
		p.typTerm(t)
	}
}

// typTerm writes a type that can stand left of an arrow.
func (p *printer) typTerm(t TypeExp) {
	switch t := t.(type) {
	case *TypeArray:
		p.dim(t.Size)
		p.typTerm(t.Elem)
	case *TypeUnique:
		p.w("*")
		if _, again := t.Type.(*TypeUnique); again {
			p.w(" ") // ** is an operator
		}
		p.typTerm(t.Type)
	case *TypeSum:
		p.sep(len(t.Constrs), " | ", func(i int) {
			p.w("#", t.Constrs[i].Name)
			for _, a := range t.Constrs[i].Args {
				p.w(" ")
				p.constrArg(a)
			}
		})
	case *TypeName:
		p.w(t.Name.String())
		for _, a := range t.Args {
			p.w(" ")
			if a.IsSize {
				p.dim(a.Size)
			} else {
				p.typAtom(a.Type)
			}
		}
	default:
		p.typAtom(t)
	}
}

// constrArg writes an argument of a constructor: an array of atoms needs no parentheses.
func (p *printer) constrArg(t TypeExp) {
	if a, ok := t.(*TypeArray); ok {
		p.dim(a.Size)
		p.constrArg(a.Elem)
		return
	}
	p.typAtom(t)
}

func (p *printer) dim(size Exp) {
	p.w("[")
	if size != nil {
		p.exp(size)
	}
	p.w("]")
}

func (p *printer) typAtom(t TypeExp) {
	switch t := t.(type) {
	case *TypeName:
		if len(t.Args) == 0 {
			p.w(t.Name.String())
			return
		}
	case *TypeTuple:
		p.w("(")
		p.sep(len(t.Elems), ", ", func(i int) { p.typ(t.Elems[i]) })
		p.w(")")
		return
	case *TypeRecord:
		p.w("{")
		p.sep(len(t.Fields), ", ", func(i int) {
			p.w(t.Fields[i].Name, ": ")
			p.typ(t.Fields[i].Type)
		})
		p.w("}")
		return
	default: // needs parentheses
	}
	p.w("(")
	p.typ(t)
	p.w(")")
}

// pat writes a pattern.
func (p *printer) pat(q Pat) {
	switch q := q.(type) {
	case *PatAscript:
		p.patInner(q.Pat)
		p.w(": ")
		p.typ(q.Type)
	case *PatAttr:
		p.attr(q.Attr)
		p.pat(q.Pat)
	default:
		p.patInner(q)
	}
}

// patDefined writes the pattern of a definition, which is not to become one of a name: let (x) = e.
func (p *printer) patDefined(q Pat) {
	switch q := q.(type) {
	case *PatName:
		p.w("(")
		p.pat(q)
		p.w(")")
		return
	case *PatAscript:
		if _, name := q.Pat.(*PatName); !name {
			p.patAtom(q.Pat)
			p.w(": ")
			p.typ(q.Type)
			return
		}
	default: // is no name
	}
	p.patAtom(q)
}

// casePat writes the pattern of a case, whose ascription can't be an arrow.
func (p *printer) casePat(q Pat) {
	switch q := q.(type) {
	case *PatAscript:
		p.patInner(q.Pat)
		p.w(": ")
		p.typParens(q.Type)
	case *PatAttr:
		p.attr(q.Attr)
		p.casePat(q.Pat)
	default:
		p.patInner(q)
	}
}

// typParens writes a type where no arrow may stand.
func (p *printer) typParens(t TypeExp) {
	switch t.(type) {
	case *TypeArrow, *TypeExists:
		p.typAtom(t)
	default:
		p.typTerm(t)
	}
}

func (p *printer) patInner(q Pat) {
	switch q := q.(type) {
	case *PatConstr:
		p.w("#", q.Name)
		for _, a := range q.Args {
			p.w(" ")
			p.patAtom(a)
		}
	case *PatLit:
		p.literal(q.Lit)
	default:
		p.patAtom(q)
	}
}

func (p *printer) patAtom(q Pat) {
	switch q := q.(type) {
	case *PatName:
		p.binder(q.Name)
	case *PatWild:
		p.w("_")
	case *PatTuple:
		p.w("(")
		p.sep(len(q.Elems), ", ", func(i int) { p.pat(q.Elems[i]) })
		p.w(")")
	case *PatRecord:
		p.w("{")
		p.sep(len(q.Fields), ", ", func(i int) {
			p.w(q.Fields[i].Name)
			if n, ok := q.Fields[i].Pat.(*PatName); !ok || n.Name != q.Fields[i].Name {
				p.w(" = ")
				p.pat(q.Fields[i].Pat)
			}
		})
		p.w("}")
	case *PatLit:
		if n, ok := q.Lit.(*NumLit); ok && n.Text[0] == '-' {
			p.w("(")
			p.literal(q.Lit)
			p.w(")")
			return
		}
		p.literal(q.Lit)
	case *PatConstr:
		if len(q.Args) == 0 {
			p.w("#", q.Name)
			return
		}
		p.w("(")
		p.patInner(q)
		p.w(")")
	default:
		p.w("(")
		p.pat(q)
		p.w(")")
	}
}
