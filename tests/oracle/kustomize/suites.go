package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// suiteCase is what a test of kustomize's own writes before it builds a folder.
type suiteCase struct {
	Name   string            `json:"name"`
	Folder string            `json:"folder"`
	Files  map[string]string `json:"files"`
}

// value is what a variable of a test has: a text, or an expression that is read where it is used.
type value struct {
	text string
	expr ast.Expr
	vars scope
}

type scope map[string]value

// reader follows the calls by which a test writes files, without running it.
type reader struct {
	functions map[string]*ast.FuncDecl
	constants scope
	name      string
	files     map[string]string
	unread    string
	depth     int
	emit      func(suiteCase)
}

func (s scope) with(name string, v value) scope {
	copied := scope{}
	for key, old := range s {
		copied[key] = old
	}
	copied[name] = v
	return copied
}

// text is what an expression of strings comes to.
func (r *reader) text(expr ast.Expr, vars scope) (string, bool) {
	switch e := expr.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		if e.Kind != token.STRING {
			return e.Value, true
		}
		return text, err == nil
	case *ast.ParenExpr:
		return r.text(e.X, vars)
	case *ast.Ident:
		found, known := vars[e.Name]
		if !known {
			found, known = r.constants[e.Name]
		}
		if known && found.expr != nil {
			return r.text(found.expr, found.vars)
		}
		return found.text, known
	case *ast.SelectorExpr:
		if of, isName := e.X.(*ast.Ident); isName {
			return r.field(of.Name, e.Sel.Name, vars)
		}
	case *ast.BinaryExpr:
		left, knowsLeft := r.text(e.X, vars)
		right, knowsRight := r.text(e.Y, vars)
		return left + right, knowsLeft && knowsRight && e.Op == token.ADD
	case *ast.CallExpr:
		return r.call(e, vars)
	}
	return "", false
}

// field is a field of a row of a table.
func (r *reader) field(row, name string, vars scope) (string, bool) {
	found := r.member(row, name, vars)
	if found == nil {
		return "", false
	}
	return r.text(found, vars)
}

func (r *reader) member(row, name string, vars scope) ast.Expr {
	literal, isLiteral := vars[row].expr.(*ast.CompositeLit)
	if !isLiteral {
		return nil
	}
	for _, element := range literal.Elts {
		if pair, isPair := element.(*ast.KeyValueExpr); isPair {
			if key, isName := pair.Key.(*ast.Ident); isName && key.Name == name {
				return pair.Value
			}
		}
	}
	return nil
}

// call is what a call comes to whose result is a text.
func (r *reader) call(call *ast.CallExpr, vars scope) (string, bool) {
	var texts []string
	for _, argument := range call.Args {
		text, known := r.text(argument, vars)
		if !known {
			return "", false
		}
		texts = append(texts, text)
	}
	switch called(call) {
	case "fmt.Sprintf":
		var rest []any
		for _, text := range texts[1:] {
			rest = append(rest, text)
		}
		return fmt.Sprintf(texts[0], rest...), true
	case "filepath.Join", "path.Join":
		return path.Join(texts...), true
	case "strings.ReplaceAll":
		return strings.ReplaceAll(texts[0], texts[1], texts[2]), true
	case "konfig.DefaultKustomizationFileName":
		return "kustomization.yaml", true
	case "string":
		return texts[0], true
	}
	return "", false
}

func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if of, isName := f.X.(*ast.Ident); isName {
			return of.Name + "." + f.Sel.Name
		}
		return "?." + f.Sel.Name
	}
	return ""
}

func (r *reader) write(file, head string, texts []string) {
	name := strings.TrimPrefix(path.Clean("/"+file), "/")
	r.files[name] = head + texts[1]
}

const (
	headOfKustomization = "\napiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n"
	headOfComponent     = "\napiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n"
)

// run follows a call of a statement.
func (r *reader) run(call *ast.CallExpr, vars scope) {
	name := called(call)
	method := name[strings.LastIndex(name, ".")+1:]
	switch method {
	case "WriteK", "WriteC", "WriteF", "Run", "RunWithErr":
		if literal, isFunction := call.Args[len(call.Args)-1].(*ast.FuncLit); isFunction {
			r.statements(literal.Body.List, vars)
			return
		}
		var texts []string
		for at, argument := range call.Args {
			text, known := r.text(argument, vars)
			if !known && !(at == 1 && strings.HasPrefix(method, "Run")) {
				r.unread = "the arguments of " + name
				return
			}
			texts = append(texts, text)
		}
		switch method {
		case "WriteK":
			r.write(path.Join(texts[0], "kustomization.yaml"), headOfKustomization, texts)
		case "WriteC":
			r.write(path.Join(texts[0], "kustomization.yaml"), headOfComponent, texts)
		case "WriteF":
			r.write(texts[0], "", texts)
		default:
			r.built(texts[0])
		}
	case "WriteFile", "WriteLegacyConfigs", "MkDir", "BuildGoPlugin", "PrepBuiltin", "BuildExecPlugin":
		r.unread = "a call of " + name
	default:
		r.enter(call.Fun, call.Args, vars)
	}
}

func (r *reader) built(folder string) {
	if r.unread != "" {
		return
	}
	files := map[string]string{}
	for name, text := range r.files {
		files[name] = text
	}
	r.emit(suiteCase{Name: r.name, Folder: strings.TrimPrefix(path.Clean("/"+folder), "/"), Files: files})
}

// enter follows a call of a function of the tests.
func (r *reader) enter(function ast.Expr, arguments []ast.Expr, vars scope) {
	parameters, body, vars := r.function(function, vars)
	if body == nil || r.depth > 8 {
		return
	}
	inside, at := vars, 0
	for _, parameter := range parameters.List {
		for _, name := range parameter.Names {
			if at < len(arguments) {
				inside = inside.with(name.Name, r.valueOf(arguments[at], vars))
			}
			at++
		}
	}
	r.depth++
	r.statements(body.List, inside)
	r.depth--
}

func (r *reader) valueOf(expr ast.Expr, vars scope) value {
	if text, known := r.text(expr, vars); known {
		return value{text: text}
	}
	return value{expr: expr, vars: vars}
}

// function is what an expression calls: a function of the tests, a literal, or what such a function returns.
func (r *reader) function(expr ast.Expr, vars scope) (*ast.FieldList, *ast.BlockStmt, scope) {
	switch f := expr.(type) {
	case *ast.FuncLit:
		return f.Type.Params, f.Body, vars
	case *ast.Ident:
		if found, known := vars[f.Name]; known && found.expr != nil && found.expr != expr {
			return r.function(found.expr, found.vars)
		}
		if declared := r.functions[f.Name]; declared != nil {
			return declared.Type.Params, declared.Body, vars
		}
	case *ast.CallExpr:
		name, isName := f.Fun.(*ast.Ident)
		if !isName || r.functions[name.Name] == nil || len(r.functions[name.Name].Body.List) != 1 {
			return nil, nil, nil
		}
		declared, inside := r.functions[name.Name], vars
		at := 0
		for _, parameter := range declared.Type.Params.List {
			for _, name := range parameter.Names {
				if at < len(f.Args) {
					inside = inside.with(name.Name, r.valueOf(f.Args[at], vars))
				}
				at++
			}
		}
		if result, returns := declared.Body.List[0].(*ast.ReturnStmt); returns && len(result.Results) == 1 {
			return r.function(result.Results[0], inside)
		}
	}
	return nil, nil, nil
}

func (r *reader) statements(statements []ast.Stmt, vars scope) {
	for _, statement := range statements {
		switch s := statement.(type) {
		case *ast.ExprStmt:
			if call, isCall := s.X.(*ast.CallExpr); isCall {
				r.run(call, vars)
			}
		case *ast.AssignStmt:
			for at, right := range s.Rhs {
				if call, isCall := right.(*ast.CallExpr); isCall {
					if _, isText := r.text(call, vars); !isText {
						r.run(call, vars)
					}
				}
				if name, isName := s.Lhs[at].(*ast.Ident); isName && name.Name != "_" {
					vars = vars.with(name.Name, r.valueOf(right, vars))
				}
			}
		case *ast.DeclStmt:
			for name, found := range declared(s.Decl, vars) {
				vars = vars.with(name, found)
			}
		case *ast.RangeStmt:
			r.loop(s, vars)
		case *ast.IfStmt:
			if assigned, isAssigned := s.Init.(*ast.AssignStmt); isAssigned {
				r.statements([]ast.Stmt{assigned}, vars)
			}
		case *ast.ForStmt, *ast.SwitchStmt:
			r.unread = "a loop"
		}
	}
}

// loop follows the rows of a table, each with the files that were there before.
func (r *reader) loop(loop *ast.RangeStmt, vars scope) {
	expr := loop.X
	if name, isName := expr.(*ast.Ident); isName {
		expr = vars[name.Name].expr
	}
	if selector, isSelector := expr.(*ast.SelectorExpr); isSelector {
		if of, isName := selector.X.(*ast.Ident); isName {
			expr = r.member(of.Name, selector.Sel.Name, vars)
		}
	}
	literal, isLiteral := expr.(*ast.CompositeLit)
	row, hasRow := loop.Value.(*ast.Ident)
	if !isLiteral || !hasRow {
		return
	}
	for _, element := range literal.Elts {
		if pair, isPair := element.(*ast.KeyValueExpr); isPair {
			element = pair.Value
		}
		r.statements(loop.Body.List, vars.with(row.Name, value{expr: element, vars: vars}))
	}
}

func declared(declaration ast.Decl, vars scope) scope {
	found := scope{}
	if general, isGeneral := declaration.(*ast.GenDecl); isGeneral {
		for _, spec := range general.Specs {
			if values, isValue := spec.(*ast.ValueSpec); isValue {
				for at, name := range values.Names {
					if at < len(values.Values) {
						found[name.Name] = value{expr: values.Values[at], vars: vars}
					}
				}
			}
		}
	}
	return found
}

// suites writes a line for each folder that kustomize's own tests build, and in the end how many tests could not be read.
func suites(out io.Writer) error {
	module, err := moduleFolder()
	if err != nil {
		return err
	}
	packages, err := parser.ParseDir(token.NewFileSet(), filepath.Join(module, "krusty"), nil, 0)
	if err != nil {
		return err
	}
	all := reader{functions: map[string]*ast.FuncDecl{}, constants: scope{}}
	for _, file := range packages["krusty_test"].Files {
		for _, declaration := range file.Decls {
			if function, isFunction := declaration.(*ast.FuncDecl); isFunction {
				all.functions[function.Name.Name] = function
			}
			for name, found := range declared(declaration, nil) {
				all.constants[name] = found
			}
		}
	}
	encoder := json.NewEncoder(out)
	unread := map[string]string{}
	for _, name := range sorted(all.functions) {
		if !strings.HasPrefix(name, "Test") {
			continue
		}
		var cases []suiteCase
		read := all
		read.name, read.files = name, map[string]string{}
		read.emit = func(found suiteCase) { cases = append(cases, found) }
		read.statements(all.functions[name].Body.List, scope{})
		if len(cases) == 0 {
			unread[name] = read.unread
		}
		for _, found := range cases {
			if err := encoder.Encode(found); err != nil {
				return err
			}
		}
	}
	return encoder.Encode(map[string]any{"unread": unread})
}
