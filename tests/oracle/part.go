package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apimachinery/pkg/util/version"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// evaluatePart evaluates an expression of any type in the environment of a rule
// (prepareEnvSet of the schema's compilation): a part of a rule need not be a
// truth value.
func (r ruleOnValues) evaluatePart(structural *schema.Structural) evaluated {
	if r.Resource {
		structural = model.WithTypeAndObjectMeta(structural)
	}
	declared := model.SchemaDeclType(structural, r.Resource)
	if declared == nil {
		return evaluated{Refuse: "no type"}
	}
	declared = declared.MaybeAssignTypeName("selfType")
	oldType := declared.CelType()
	if r.OptionalOldSelf {
		oldType = types.NewOptionalType(oldType)
	}
	extended, err := baseEnvironment().Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions: []cel.EnvOption{
			cel.Variable("self", declared.CelType()),
			cel.Variable("oldSelf", oldType),
		},
		DeclTypes: []*apiservercel.DeclType{declared},
	})
	if err != nil {
		return evaluated{Refuse: err.Error()}
	}
	env := extended.StoredExpressionsEnv()
	checked, issues := env.Compile(r.Rule)
	if issues.Err() != nil {
		return evaluated{Refuse: issues.Err().Error()}
	}
	program, err := env.Program(checked)
	if err != nil {
		return evaluated{Refuse: err.Error()}
	}
	variables, err := r.variables(structural)
	if err != nil {
		return evaluated{Refuse: err.Error()}
	}
	if r.OptionalOldSelf {
		old, given := variables["oldSelf"].(ref.Val)
		variables["oldSelf"] = types.OptionalNone
		if given {
			variables["oldSelf"] = types.OptionalOf(old)
		}
	}
	value, _, err := program.Eval(variables)
	if err != nil {
		return evaluated{Error: err.Error()}
	}
	text := valueText(value)
	return evaluated{Type: value.Type().TypeName(), Value: &text}
}

// valueText is a value as `%v` prints it, with the items of lists and maps where
// that prints addresses in memory. Entries are in the order of their names in JSON,
// which expressions escape.
func valueText(value ref.Val) string {
	switch value := value.(type) {
	case traits.Lister:
		var items []string
		for rest := value.Iterator(); rest.HasNext() == types.True; {
			items = append(items, valueText(rest.Next()))
		}
		return "[" + strings.Join(items, " ") + "]"
	case traits.Mapper:
		type entry struct{ name, text string }
		var entries []entry
		for keys := value.Iterator(); keys.HasNext() == types.True; {
			key := keys.Next()
			written := valueText(key)
			name, ok := apiservercel.Unescape(written)
			if !ok {
				name = written
			}
			entries = append(entries, entry{name, written + ":" + valueText(value.Get(key))})
		}
		slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
		texts := make([]string, len(entries))
		for i, one := range entries {
			texts[i] = one.text
		}
		return "map[" + strings.Join(texts, " ") + "]"
	case *types.Optional:
		if value.HasValue() {
			return valueText(value.GetValue())
		}
	case apiservercel.Format:
		return value.Name
	case *apiservercel.Format:
		return value.Name
	}
	return fmt.Sprintf("%v", value.Value())
}
