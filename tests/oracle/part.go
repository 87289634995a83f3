package main

import (
	"fmt"

	"github.com/google/cel-go/cel"
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
	declared := model.SchemaDeclType(structural, false)
	if declared == nil {
		return evaluated{Refuse: "no type"}
	}
	declared = declared.MaybeAssignTypeName("selfType")
	extended, err := baseEnvironment().Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions: []cel.EnvOption{
			cel.Variable("self", declared.CelType()),
			cel.Variable("oldSelf", declared.CelType()),
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
	value, _, err := program.Eval(variables)
	if err != nil {
		return evaluated{Error: err.Error()}
	}
	text := fmt.Sprintf("%v", value.Value())
	return evaluated{Type: value.Type().TypeName(), Value: &text}
}
