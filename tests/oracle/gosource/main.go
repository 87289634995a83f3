// Command gosource prints what go/parser reads of Go files, so that crdls' own
// reader can be compared with it. For each path on stdin it prints a line: the
// path and a digest of what was read, or "rejected" if go/parser reports an
// error. With --text it prints what was read itself.
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"hash/fnv"
	"os"
	"strings"
	"unicode/utf8"
)

func main() {
	text := flag.Bool("text", false, "print what was read instead of a digest")
	flag.Parse()
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	paths := bufio.NewScanner(os.Stdin)
	for paths.Scan() {
		path := paths.Text()
		read, err := describe(path)
		switch {
		case err != nil:
			fmt.Fprintf(out, "%s\trejected\n", path)
		case *text:
			fmt.Fprintf(out, "%s", read)
		default:
			digest := fnv.New64a()
			digest.Write(read)
			fmt.Fprintf(out, "%s\t%016x\n", path, digest.Sum64())
		}
	}
}

// describer writes the nodes of a file, one a line, with the offsets at which
// they begin and end.
type describer struct {
	out    bytes.Buffer
	file   *token.File
	groups map[*ast.CommentGroup]int
}

func describe(path string) ([]byte, error) {
	source, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if !utf8.Valid(source) {
		return nil, fmt.Errorf("not UTF-8")
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	d := &describer{file: files.File(file.Package), groups: map[*ast.CommentGroup]int{}}
	for i, group := range file.Comments {
		d.groups[group] = i
		d.line("group")
		for _, comment := range group.List {
			d.line("comment %d %d", d.file.Offset(comment.Slash), len(strings.ReplaceAll(comment.Text, "\r", "")))
		}
	}
	d.line("package %d%s", d.file.Offset(file.Package), d.doc(file.Doc))
	d.name(file.Name)
	for _, decl := range file.Decls {
		d.decl(decl)
	}
	return d.out.Bytes(), nil
}

func (d *describer) line(format string, args ...any) {
	fmt.Fprintf(&d.out, format+"\n", args...)
}

func (d *describer) at(node ast.Node) string {
	return fmt.Sprintf("%d-%d", d.file.Offset(node.Pos()), d.file.Offset(node.End()))
}

func (d *describer) doc(groups ...*ast.CommentGroup) string {
	text := ""
	for _, group := range groups {
		if group == nil {
			text += " -"
		} else {
			text += fmt.Sprintf(" %d", d.groups[group])
		}
	}
	return text
}

func (d *describer) name(name *ast.Ident) {
	d.line("name %s", d.at(name))
}

func (d *describer) decl(decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.GenDecl:
		d.line("%s %s%s %t", decl.Tok, d.at(decl), d.doc(decl.Doc), decl.Lparen.IsValid())
		for _, spec := range decl.Specs {
			d.spec(spec)
		}
	case *ast.FuncDecl:
		d.line("func %s%s", d.at(decl), d.doc(decl.Doc))
		d.list("receiver", decl.Recv)
		d.name(decl.Name)
		d.list("typeparams", decl.Type.TypeParams)
		d.signature(decl.Type)
		if decl.Body != nil {
			d.line("body %s", d.at(decl.Body))
		}
	}
}

func (d *describer) spec(spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.ImportSpec:
		d.line("import %s%s", d.at(spec), d.doc(spec.Doc, spec.Comment))
		if spec.Name != nil {
			d.name(spec.Name)
		}
		d.line("path %s", d.at(spec.Path))
	case *ast.ValueSpec:
		d.line("values %s%s", d.at(spec), d.doc(spec.Doc, spec.Comment))
		for _, name := range spec.Names {
			d.name(name)
		}
		if spec.Type != nil {
			d.expr(spec.Type)
		}
		for _, value := range spec.Values {
			d.value(value)
		}
	case *ast.TypeSpec:
		d.line("spec %s%s %t", d.at(spec), d.doc(spec.Doc, spec.Comment), spec.Assign.IsValid())
		d.name(spec.Name)
		d.list("typeparams", spec.TypeParams)
		d.expr(spec.Type)
	}
}

// value describes what API types use of expressions: literals, and literals
// that are converted to a type.
func (d *describer) value(value ast.Expr) {
	if literal := d.literal(value); literal != "" {
		d.line("literal %s %s", d.at(value), literal)
		return
	}
	if call, ok := value.(*ast.CallExpr); ok && len(call.Args) == 1 && !call.Ellipsis.IsValid() && isNamed(call.Fun) {
		if literal := d.literal(call.Args[0]); literal != "" {
			d.line("conversion %s %s", d.at(value), literal)
			d.expr(call.Fun)
			return
		}
	}
	d.line("value %s", d.at(value))
}

func isNamed(fun ast.Expr) bool {
	if selector, ok := fun.(*ast.SelectorExpr); ok {
		fun = selector.X
	}
	_, ok := fun.(*ast.Ident)
	return ok
}

func (d *describer) literal(value ast.Expr) string {
	sign := ""
	if unary, ok := value.(*ast.UnaryExpr); ok && unary.Op == token.SUB {
		sign, value = "-", unary.X
	}
	switch value := value.(type) {
	case *ast.BasicLit:
		kind := map[token.Token]string{
			token.STRING: "string", token.INT: "int", token.FLOAT: "float", token.IMAG: "float", token.CHAR: "char",
		}[value.Kind]
		return fmt.Sprintf("%s%s %s", sign, kind, d.at(value))
	case *ast.Ident:
		if value.Name == "true" || value.Name == "false" {
			return fmt.Sprintf("%sbool %s", sign, d.at(value))
		}
	}
	return ""
}

func (d *describer) signature(function *ast.FuncType) {
	d.list("params", function.Params)
	d.list("results", function.Results)
}

func (d *describer) list(what string, list *ast.FieldList) {
	if list == nil {
		return
	}
	d.line("%s %s", what, d.at(list))
	for _, field := range list.List {
		d.line("field %s%s", d.at(field), d.doc(field.Doc, field.Comment))
		for _, name := range field.Names {
			d.name(name)
		}
		d.expr(field.Type)
		if field.Tag != nil {
			d.line("tag %s", d.at(field.Tag))
		}
	}
}

func (d *describer) expr(expr ast.Expr) {
	kind := "unknown"
	var inside []ast.Expr
	switch expr := expr.(type) {
	case *ast.Ident:
		kind = "name"
	case *ast.SelectorExpr:
		kind = "qualified"
		inside = []ast.Expr{expr.X, expr.Sel}
	case *ast.StarExpr:
		kind = "pointer"
		inside = []ast.Expr{expr.X}
	case *ast.ArrayType:
		kind = "slice"
		inside = []ast.Expr{expr.Elt}
		if expr.Len != nil {
			kind = "array " + d.at(expr.Len)
		}
	case *ast.MapType:
		kind = "map"
		inside = []ast.Expr{expr.Key, expr.Value}
	case *ast.ChanType:
		kind = "chan"
		inside = []ast.Expr{expr.Value}
	case *ast.ParenExpr:
		kind = "paren"
		inside = []ast.Expr{expr.X}
	case *ast.Ellipsis:
		kind = "variadic"
		inside = []ast.Expr{expr.Elt}
	case *ast.IndexExpr:
		kind = "instance"
		inside = []ast.Expr{expr.X, expr.Index}
	case *ast.IndexListExpr:
		kind = "instance"
		inside = append([]ast.Expr{expr.X}, expr.Indices...)
	case *ast.UnaryExpr, *ast.BinaryExpr:
		kind = "constraint"
	case *ast.StructType:
		d.line("struct %s", d.at(expr))
		d.list("fields", expr.Fields)
		return
	case *ast.InterfaceType:
		d.line("interface %s", d.at(expr))
		d.list("fields", expr.Methods)
		return
	case *ast.FuncType:
		d.line("func %s", d.at(expr))
		d.signature(expr)
		return
	}
	d.line("%s %s", kind, d.at(expr))
	for _, inner := range inside {
		d.expr(inner)
	}
}
