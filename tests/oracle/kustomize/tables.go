package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/kustomize/api/resource"
	"sigs.k8s.io/kustomize/kyaml/openapi"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/yaml"
)

// fieldSpec is an entry of kustomize's default configuration.
type fieldSpec struct {
	Group      string      `json:"group,omitempty"`
	Version    string      `json:"version,omitempty"`
	Kind       string      `json:"kind,omitempty"`
	Path       string      `json:"path,omitempty"`
	Create     bool        `json:"create,omitempty"`
	FieldSpecs []fieldSpec `json:"fieldSpecs,omitempty"`
}

// moduleFolder is where the source of kustomize's own module is.
func moduleFolder() (string, error) {
	folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "sigs.k8s.io/kustomize/api").Output()
	return strings.TrimSpace(string(folder)), err
}

// values reads the constants and variables of a package, which no other module can import.
func values(path string) (map[string]ast.Expr, error) {
	module, err := moduleFolder()
	if err != nil {
		return nil, err
	}
	packages, err := parser.ParseDir(token.NewFileSet(), filepath.Join(module, path), nil, 0)
	if err != nil {
		return nil, err
	}
	found := map[string]ast.Expr{}
	for _, file := range packages[filepath.Base(path)].Files {
		ast.Inspect(file, func(node ast.Node) bool {
			if value, ok := node.(*ast.ValueSpec); ok && len(value.Values) == 1 {
				found[value.Names[0].Name] = value.Values[0]
			}
			return true
		})
	}
	return found, nil
}

// words writes a line with the texts in expressions.
func words(out io.Writer, what string, texts []string, expressions ...ast.Expr) {
	for _, expression := range expressions {
		ast.Inspect(expression, func(node ast.Node) bool {
			if literal, ok := node.(*ast.BasicLit); ok {
				text, _ := strconv.Unquote(literal.Value)
				texts = append(texts, text)
			}
			return true
		})
	}
	fmt.Fprintf(out, "%s %s\n", what, strings.Join(texts, " "))
}

// defaults reads the default configuration.
func defaults() (map[string][]fieldSpec, error) {
	constants, err := values("internal/konfig/builtinpluginconsts")
	if err != nil {
		return nil, err
	}
	var text func(ast.Expr) string
	text = func(expression ast.Expr) string {
		switch e := expression.(type) {
		case *ast.BasicLit:
			unquoted, _ := strconv.Unquote(e.Value)
			return unquoted
		case *ast.Ident:
			return text(constants[e.Name])
		case *ast.BinaryExpr:
			return text(e.X) + text(e.Y)
		}
		return ""
	}
	all := map[string][]fieldSpec{}
	for _, name := range []string{
		"namePrefixFieldSpecs", "nameSuffixFieldSpecs", "commonLabelFieldSpecs", "templateLabelFieldSpecs",
		"volumeClaimTemplateLabelFieldSpecs", "commonAnnotationFieldSpecs", "namespaceFieldSpecs",
		"varReferenceFieldSpecs", "nameReferenceFieldSpecs", "imagesFieldSpecs", "replicasFieldSpecs",
	} {
		var lists map[string][]fieldSpec
		if err := yaml.Unmarshal([]byte(text(constants[name])), &lists); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for list, specs := range lists {
			all[list] = append(all[list], specs...)
		}
	}
	return all, nil
}

// merged is a field whose lists kustomize merges, or below which it merges one.
type merged struct {
	field, target string
	keys          []string
	merges        bool
}

func mergedFields() map[string][]merged {
	definitions := openapi.Schema().Definitions
	name := func(reference spec.Ref) string { return strings.TrimPrefix(reference.String(), "#/definitions/") }
	fields := map[string][]merged{}
	for definition, schema := range definitions {
		for field, property := range schema.Properties {
			typed := &openapi.ResourceSchema{Schema: &property}
			strategy, keys := typed.PatchStrategyAndKeyList()
			found := merged{field: field, keys: keys}
			for _, part := range strings.Split(strategy, ",") {
				found.merges = found.merges || part == "merge"
			}
			switch {
			case property.Ref.String() != "":
				found.target = name(property.Ref)
			case property.Items != nil && property.Items.Schema != nil:
				found.target = name(property.Items.Schema.Ref)
			case property.AdditionalProperties != nil && property.AdditionalProperties.Schema != nil:
				found.target = name(property.AdditionalProperties.Schema.Ref)
			}
			fields[definition] = append(fields[definition], found)
		}
	}
	leads := map[string]bool{}
	for changed := true; changed; {
		changed = false
		for definition, all := range fields {
			for _, field := range all {
				if !leads[definition] && (field.merges || leads[field.target]) {
					leads[definition], changed = true, true
				}
			}
		}
	}
	kept := map[string][]merged{}
	for definition := range leads {
		for _, field := range fields[definition] {
			if field.merges || leads[field.target] {
				if !leads[field.target] {
					field.target = ""
				}
				kept[definition] = append(kept[definition], field)
			}
		}
		sort.Slice(kept[definition], func(i, j int) bool { return kept[definition][i].field < kept[definition][j].field })
	}
	return kept
}

func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

// writeDefaults writes the default configuration, an entry on each line.
func writeDefaults(out io.Writer) error {
	lists, err := defaults()
	if err != nil {
		return err
	}
	opening := "{"
	for _, list := range sorted(lists) {
		fmt.Fprintf(out, "%s%q: [", opening, list)
		separator := "\n"
		for _, entry := range lists[list] {
			text, err := json.Marshal(entry)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%s%s", separator, text)
			separator = ",\n"
		}
		opening = "],\n"
	}
	fmt.Fprintln(out, "]}")
	return nil
}

// tables writes what kustomize knows of the built-in kinds, a line each.
func tables(out io.Writer) error {
	order, err := values("internal/builtins")
	if err != nil {
		return err
	}
	asked, err := values("internal/utils")
	if err != nil {
		return err
	}
	words(out, "first", nil, order["defaultOrderFirst"])
	words(out, "last", nil, order["defaultOrderLast"])
	words(out, "annotations", resource.BuildAnnotations, asked["OriginAnnotationKey"], asked["TransformerAnnotationKey"])
	fields := mergedFields()
	number := map[string]string{"": "-"}
	for at, definition := range sorted(fields) {
		number[definition] = strconv.Itoa(at)
	}
	kinds := map[string]string{}
	for definition, schema := range openapi.Schema().Definitions {
		extension, _ := schema.Extensions["x-kubernetes-group-version-kind"].([]interface{})
		// Definitions of many kinds are options of requests.
		if len(extension) != 1 {
			continue
		}
		part := extension[0].(map[string]interface{})
		apiVersion := part["version"].(string)
		if group := part["group"].(string); group != "" {
			apiVersion = group + "/" + apiVersion
		}
		meta := kyaml.TypeMeta{APIVersion: apiVersion, Kind: part["kind"].(string)}
		scope := "unknown"
		if namespaced, known := openapi.IsNamespaceScoped(meta); known {
			scope = map[bool]string{true: "namespaced", false: "cluster"}[namespaced]
		}
		target, leads := number[definition]
		if !leads {
			target = "-"
		}
		kinds[fmt.Sprintf("%s %s", meta.APIVersion, meta.Kind)] = fmt.Sprintf("%s %s", scope, target)
	}
	for _, policy := range []string{"ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"} {
		meta := kyaml.TypeMeta{APIVersion: "admissionregistration.k8s.io/v1", Kind: policy}
		if namespaced, known := openapi.IsNamespaceScoped(meta); known && !namespaced {
			kinds[meta.APIVersion+" "+policy] = "cluster -"
		}
	}
	for _, kind := range sorted(kinds) {
		fmt.Fprintf(out, "kind %s %s\n", kind, kinds[kind])
	}
	for _, definition := range sorted(fields) {
		for _, field := range fields[definition] {
			keys := "-"
			if field.merges {
				keys = "=" + strings.Join(field.keys, ",")
			}
			fmt.Fprintf(out, "merge %s %s %s %s\n", number[definition], field.field, number[field.target], keys)
		}
	}
	return nil
}
