package main

import (
	"fmt"
	"math"
	"math/bits"
	"sort"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
)

// versionCost is what the rules of one version cost by the server's estimate.
type versionCost struct {
	Version string     `json:"version"`
	Total   uint64     `json:"total"`
	Rules   []ruleCost `json:"rules,omitempty"`
}

type ruleCost struct {
	Field       string `json:"field"`
	Rule        string `json:"rule"`
	Error       string `json:"error,omitempty"`
	MaxCost     uint64 `json:"maxCost"`
	Cardinality uint64 `json:"cardinality"`
	// Unbounded means that no list or map around the rule limits how often it
	// runs; the cardinality then is a guess from the smallest serialized size.
	Unbounded    bool   `json:"unbounded,omitempty"`
	Total        uint64 `json:"total"`
	UsesOldSelf  bool   `json:"usesOldSelf,omitempty"`
	MessageCost  uint64 `json:"messageCost,omitempty"`
	MessageError string `json:"messageError,omitempty"`
}

// costsOf counts every rule of every version with a structural schema, also
// where the server would not get as far as its CEL.
func costsOf(crd *apiextensions.CustomResourceDefinition) []versionCost {
	var found []versionCost
	for i, version := range crd.Spec.Versions {
		held := version.Schema
		if held == nil {
			held = crd.Spec.Validation
		}
		if held == nil || !isStructural(held.OpenAPIV3Schema) {
			continue
		}
		root := fmt.Sprintf("spec.versions[%d].schema.openAPIV3Schema", i)
		walk := costWalk{cost: versionCost{Version: version.Name}}
		walk.visit(held.OpenAPIV3Schema, root, validation.RootCELContext(held.OpenAPIV3Schema))
		found = append(found, walk.cost)
	}
	return found
}

func isStructural(schema *apiextensions.JSONSchemaProps) bool {
	if schema == nil {
		return false
	}
	structural, err := structuralschema.NewStructural(schema)
	return err == nil && len(structuralschema.ValidateStructural(nil, structural)) == 0
}

type costWalk struct {
	cost versionCost
}

// visit goes where ValidateCustomResourceDefinitionOpenAPISchema takes a CEL
// context with it: properties, additionalProperties and items.
func (w *costWalk) visit(schema *apiextensions.JSONSchemaProps, path string, context *validation.CELSchemaContext) {
	if schema == nil {
		return
	}
	w.compile(schema, path, context)
	if schema.AdditionalProperties != nil {
		child := schema.AdditionalProperties.Schema
		w.visit(child, path+".additionalProperties", context.ChildAdditionalPropertiesContext(child))
	}
	for _, name := range sortedNames(schema.Properties) {
		child := schema.Properties[name]
		w.visit(&child, fmt.Sprintf("%s.properties[%s]", path, name), context.ChildPropertyContext(&child, name))
	}
	if schema.Items != nil {
		w.visit(schema.Items.Schema, path+".items", context.ChildItemsContext(schema.Items.Schema))
	}
}

func sortedNames(properties map[string]apiextensions.JSONSchemaProps) []string {
	names := make([]string, 0, len(properties))
	for name := range properties {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// compile adds the rules of one node. Without type information there is nothing
// that could be compiled; the server reports that as an internal error.
func (w *costWalk) compile(schema *apiextensions.JSONSchemaProps, path string, context *validation.CELSchemaContext) {
	if len(schema.XValidations) == 0 {
		return
	}
	info, err := context.TypeInfo()
	if err != nil || info == nil {
		return
	}
	base := baseEnvironment()
	results, err := cel.Compile(info.Schema, info.DeclType, celconfig.PerCallLimit, base, cel.NewExpressionsEnvLoader())
	if err != nil {
		return
	}
	for i, result := range results {
		rule := costOf(result, context.MaxCardinality)
		rule.Field = fmt.Sprintf("%s.x-kubernetes-validations[%d].rule", path, i)
		rule.Rule = schema.XValidations[i].Rule
		w.add(rule)
	}
}

func (w *costWalk) add(rule ruleCost) {
	w.cost.Rules = append(w.cost.Rules, rule)
	w.cost.Total = saturatingAdd(saturatingAdd(w.cost.Total, rule.Total), rule.MessageCost)
}

// costOf is getExpressionCost of the validation package, part by part.
func costOf(result cel.CompilationResult, limit *uint64) ruleCost {
	rule := ruleCost{MaxCost: result.MaxCost, UsesOldSelf: result.UsesOldSelf}
	if limit != nil {
		rule.Cardinality = *limit
	} else {
		rule.Cardinality, rule.Unbounded = result.MaxCardinality, true
	}
	rule.Total = saturatingMultiply(rule.MaxCost, rule.Cardinality)
	if result.Error != nil {
		rule.Error = withoutRandom(result.Error.Detail)
	}
	if result.MessageExpressionError != nil {
		rule.MessageError = withoutRandom(result.MessageExpressionError.Detail)
	} else if result.MessageExpression != nil {
		rule.MessageCost = result.MessageExpressionMaxCost
	}
	return rule
}

func saturatingAdd(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return sum
}

func saturatingMultiply(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	if high != 0 {
		return math.MaxUint64
	}
	return low
}
