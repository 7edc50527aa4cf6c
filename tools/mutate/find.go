package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

// Mutant is one change of one file.
type Mutant struct {
	ID   string `json:"id"` // of the change and of the function around it
	File string `json:"file"`
	Line int    `json:"line"`
	What string `json:"what"`
	From int    `json:"from"` // bytes
	To   int    `json:"to"`
	New  string `json:"new"`
}

func (m Mutant) String() string { return fmt.Sprintf("%s:%d %s", m.File, m.Line, m.What) }

// Apply is the file with the change in it.
func (m Mutant) Apply(src []byte) []byte {
	return []byte(string(src[:m.From]) + m.New + string(src[m.To:]))
}

// value are words of functions that decide what is owned, owed, drawn or told.
var value = []string{"Cents", "Posting", "NewItem", "ItemMove", "Moves", "Nonce", "Escrow", "Owner", "Leaves", "Weight",
	"Epoch", "Version", "Balance", "Currency", "Receipt", "Status"}

// other is what an operator becomes.
var other = map[token.Token][]token.Token{
	token.LSS: {token.LEQ}, token.LEQ: {token.LSS}, token.GTR: {token.GEQ}, token.GEQ: {token.GTR},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL}, token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL},
	token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN},
	token.INC: {token.DEC}, token.DEC: {token.INC},
}

// Find lists the changes of a file.
func Find(name string, src []byte) ([]Mutant, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	f := finder{name: name, src: src, files: files}
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil || !f.moves(fn) {
			continue
		}
		f.around = f.text(fn)
		ast.Inspect(fn.Body, f.visit)
	}
	return f.list, nil
}

type finder struct {
	name   string
	src    []byte
	files  *token.FileSet
	around string
	list   []Mutant
}

func (f *finder) at(p token.Pos) int { return f.files.Position(p).Offset }

func (f *finder) text(n ast.Node) string { return string(f.src[f.at(n.Pos()):f.at(n.End())]) }

// moves reports whether a function has to do with value. All of fairness has.
func (f *finder) moves(fn *ast.FuncDecl) bool {
	if strings.HasPrefix(f.name, "fairness/") {
		return true
	}
	text := f.text(fn)
	for _, w := range value {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

func (f *finder) change(from, to token.Pos, text, what string) {
	m := Mutant{File: f.name, Line: f.files.Position(from).Line, What: what, From: f.at(from), To: f.at(to), New: text}
	sum := sha256.Sum256(fmt.Appendln(nil, f.name, f.around, what, strings.Count(f.around, "\n"),
		m.From-strings.Index(string(f.src), f.around)))
	m.ID = hex.EncodeToString(sum[:8])
	f.list = append(f.list, m)
}

// instead changes a node, which is told on one line.
func (f *finder) instead(n ast.Node, text string) {
	f.change(n.Pos(), n.End(), text, fmt.Sprintf("%s → %s", line(f.text(n)), line(text)))
}

func line(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 70 {
		return text[:67] + "…"
	}
	return text
}

func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		for _, op := range other[n.Op] {
			if !texts(n) {
				f.change(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), op.String(),
					fmt.Sprintf("%s: %s → %s", line(f.text(n)), n.Op, op))
			}
		}
	case *ast.IncDecStmt:
		for _, tok := range other[n.Tok] {
			f.change(n.TokPos, n.End(), tok.String(), fmt.Sprintf("%s → %s", line(f.text(n)), tok))
		}
	case *ast.IfStmt:
		f.change(n.Cond.Pos(), n.Cond.End(), "!("+f.text(n.Cond)+")", "if "+line(f.text(n.Cond))+" → if not")
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			f.instead(n, f.text(n.X))
		}
	case *ast.BasicLit:
		if v, err := strconv.ParseInt(n.Value, 0, 32); n.Kind == token.INT && err == nil {
			f.instead(n, strconv.FormatInt(v+1, 10))
		}
	case *ast.ExprStmt:
		if !logs.MatchString(f.text(n)) {
			f.drop(n)
		}
	case *ast.AssignStmt:
		f.assign(n)
	case *ast.CompositeLit:
		f.literal(n)
	case *ast.CallExpr:
		name, ok := n.Fun.(*ast.Ident)
		if ok && name.Name == "make" { // a capacity is no value
			return false
		}
		if ok && len(n.Args) == 2 && (name.Name == "min" || name.Name == "max") {
			f.instead(n.Fun, map[string]string{"min": "max", "max": "min"}[name.Name])
		}
	}
	return true
}

// logs are statements that write to the log.
var logs = regexp.MustCompile(`^[\w.]*\b[lL]og\.(Debug|Info|Warn|Error)\(`)

// texts reports whether an operator joins texts, and not numbers.
func texts(n *ast.BinaryExpr) bool {
	for _, e := range []ast.Expr{n.X, n.Y} {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING && n.Op == token.ADD {
			return true
		}
		if b, ok := e.(*ast.BinaryExpr); ok && n.Op == token.ADD && texts(b) {
			return true
		}
	}
	return false
}

// drop leaves a statement out.
func (f *finder) drop(n ast.Stmt) {
	f.change(n.Pos(), n.End(), "", "without "+line(f.text(n)))
}

func (f *finder) assign(n *ast.AssignStmt) {
	for _, tok := range other[n.Tok] {
		f.change(n.TokPos, n.TokPos+token.Pos(len(n.Tok.String())), tok.String(),
			fmt.Sprintf("%s: %s → %s", line(f.text(n)), n.Tok, tok))
	}
	if n.Tok != token.DEFINE && !blank(n) {
		f.drop(n)
	}
}

func blank(n *ast.AssignStmt) bool {
	for _, e := range n.Lhs {
		if name, ok := e.(*ast.Ident); ok && name.Name == "_" {
			return true
		}
	}
	return false
}

// literal leaves a field out, or turns a posting round.
func (f *finder) literal(n *ast.CompositeLit) {
	fields := map[string]*ast.KeyValueExpr{}
	for i, e := range n.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key, ok := kv.Key.(*ast.Ident)
		if !ok {
			continue
		}
		fields[key.Name] = kv
		end := kv.End()
		if i+1 < len(n.Elts) {
			end = n.Elts[i+1].Pos()
		}
		f.change(kv.Pos(), end, "", "without "+line(f.text(kv)))
	}
	if from, to := fields["Debit"], fields["Credit"]; from != nil && to != nil {
		first, second := from.Value, to.Value
		if first.Pos() > second.Pos() {
			first, second = second, first
		}
		f.change(first.Pos(), second.End(),
			f.text(second)+string(f.src[f.at(first.End()):f.at(second.Pos())])+f.text(first),
			"debit and credit the other way round: "+line(f.text(n)))
	}
}
