package main

import (
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
	"sigs.k8s.io/kustomize/kyaml/openapi"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/yaml"
)

// fieldSpec is an entry of kustomize's default configuration.
type fieldSpec struct {
	Group      string      `json:"group"`
	Version    string      `json:"version"`
	Kind       string      `json:"kind"`
	Path       string      `json:"path"`
	Create     bool        `json:"create"`
	FieldSpecs []fieldSpec `json:"fieldSpecs"`
}

func dash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

func (f fieldSpec) selector() string {
	return fmt.Sprintf("%s %s %s", dash(f.Group), dash(f.Version), dash(f.Kind))
}

// moduleFolder is where the source of kustomize's own module is.
func moduleFolder() (string, error) {
	folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "sigs.k8s.io/kustomize/api").Output()
	return strings.TrimSpace(string(folder)), err
}

// defaults reads the constants of internal/konfig/builtinpluginconsts, which no other module can import.
func defaults() (map[string][]fieldSpec, error) {
	module, err := moduleFolder()
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(module, "internal/konfig/builtinpluginconsts")
	packages, err := parser.ParseDir(token.NewFileSet(), folder, nil, 0)
	if err != nil {
		return nil, err
	}
	constants := map[string]ast.Expr{}
	for _, file := range packages["builtinpluginconsts"].Files {
		ast.Inspect(file, func(node ast.Node) bool {
			if value, ok := node.(*ast.ValueSpec); ok && len(value.Values) == 1 {
				constants[value.Names[0].Name] = value.Values[0]
			}
			return true
		})
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
			resource := &openapi.ResourceSchema{Schema: &property}
			strategy, keys := resource.PatchStrategyAndKeyList()
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

// tables writes what kustomize knows of the built-in kinds, a line each.
func tables(out io.Writer) error {
	lists, err := defaults()
	if err != nil {
		return err
	}
	for _, list := range sorted(lists) {
		for _, entry := range lists[list] {
			if list != "nameReference" {
				fmt.Fprintf(out, "field %s %s %t %s\n", list, entry.selector(), entry.Create, entry.Path)
				continue
			}
			fmt.Fprintf(out, "names %s\n", entry.selector())
			for _, referrer := range entry.FieldSpecs {
				fmt.Fprintf(out, "field %s %s %t %s\n", list, referrer.selector(), referrer.Create, referrer.Path)
			}
		}
	}
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
