package roll

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"jadebox/store"
)

// Passwords are compared as hashes, whatever was typed: a part of one, or its hash, opens nothing.
func TestPasswordsAreComparedAsHashes(t *testing.T) {
	r := Record{Room: 7, Salt: []byte("salt")}
	whole := seal(r.Room, r.Salt, "open sesame")
	r.Password = whole[:]
	r.once = []once{{hash: r.sealOnce("AAAA"), used: true}, {hash: r.sealOnce("BBBB")}, {hash: r.sealOnce("CCCC")}}
	for _, c := range []struct {
		typed  string
		opens  bool
		unused int
	}{
		{"open sesame", true, -1}, {"open sesam", false, -1}, {"open sesame ", false, -1}, {"", false, -1},
		{strings.Repeat("x", 10_000), false, -1},
		{string(whole[:]), false, -1}, {"AAAA", false, -1}, {" bbbb", false, 1}, {"CCCC", false, 2}, {"CCC", false, -1},
	} {
		if r.opens(c.typed) != c.opens || r.unused(c.typed) != c.unused {
			t.Errorf("%.20q opens: %t, one-time: %d", c.typed, r.opens(c.typed), r.unused(c.typed))
		}
	}
	other := Record{Room: 8, Salt: r.Salt, Password: r.Password}
	salted := Record{Room: 7, Salt: []byte("other"), Password: r.Password}
	if other.opens("open sesame") || salted.opens("open sesame") {
		t.Error("a hash says which rooms have the same password")
	}
	if (Record{Room: store.RoomID(7), Salt: r.Salt}).opens("") {
		t.Error("a room without a password has an empty one")
	}
}

// The two functions that decide do so by crypto/subtle alone, and look at every one-time password: nothing in them ends
// early.
func TestPasswordsAreComparedInConstantTime(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "password.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name != "opens" && f.Name.Name != "unused" {
			continue
		}
		checked++
		if !constantTime(f) {
			t.Errorf("%s compares otherwise than by crypto/subtle", f.Name.Name)
		}
	}
	if checked != 2 {
		t.Errorf("%d of 2 functions are here", checked)
	}
	for _, leaky := range []string{
		"func f(a, b []byte) bool { return bytes.Equal(a, b) }",
		"func f(a, b [4]byte) bool { return a == b }",
		"func f(a, b []byte) bool { for i := range a { if subtle.ConstantTimeCompare(a[i:i+1], b[i:i+1]) == 0 { return false } }; return true }",
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+leaky, 0)
		if err != nil {
			t.Fatal(err)
		}
		if constantTime(file.Decls[0].(*ast.FuncDecl)) {
			t.Errorf("not found: %s", leaky)
		}
	}
}

// constantTime reports whether a function calls subtle.ConstantTimeCompare, compares nothing but its result, and
// leaves no loop early.
func constantTime(f *ast.FuncDecl) bool {
	calls, good := false, true
	subtleCall := func(e ast.Expr) bool {
		c, ok := e.(*ast.CallExpr)
		if !ok {
			return false
		}
		s, ok := c.Fun.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		pkg, ok := s.X.(*ast.Ident)
		return ok && pkg.Name == "subtle" && strings.HasPrefix(s.Sel.Name, "ConstantTime")
	}
	var visit func(n ast.Node, loop bool)
	visit = func(n ast.Node, loop bool) {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.RangeStmt:
				visit(n.Body, true)
				return false
			case *ast.ForStmt:
				visit(n.Body, true)
				return false
			case *ast.ReturnStmt, *ast.BranchStmt:
				good = good && !loop
			case *ast.BinaryExpr:
				if n.Op == token.EQL || n.Op == token.NEQ {
					good = good && subtleCall(n.X)
				}
			case *ast.CallExpr:
				calls = calls || subtleCall(n)
				if s, ok := n.Fun.(*ast.SelectorExpr); ok && (s.Sel.Name == "Equal" || s.Sel.Name == "Compare" ||
					s.Sel.Name == "EqualFold") {
					good = false
				}
			}
			return true
		})
	}
	visit(f.Body, false)
	return calls && good
}
