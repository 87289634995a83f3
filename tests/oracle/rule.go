package main

import (
	"context"
	"encoding/json"
	"fmt"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	schemacel "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
)

// ruleOnValues is a rule of a schema's root, and the values of its variables.
type ruleOnValues struct {
	Schema  apiextensionsv1.JSONSchemaProps `json:"schema"`
	Rule    string                          `json:"rule"`
	Self    json.RawMessage                 `json:"self"`
	OldSelf json.RawMessage                 `json:"oldSelf,omitempty"`
	// Part says that the rule is a part of one, of any type.
	Part bool `json:"part,omitempty"`
	// OptionalOldSelf is heeded for a part only, and so is Resource, which says that
	// the schema is that of a resource.
	OptionalOldSelf bool `json:"optionalOldSelf,omitempty"`
	Resource        bool `json:"resource,omitempty"`
}

// evaluate compiles the rule as a stored one and runs it as validation does. Where
// the server's code panics, the request dies of it.
func (r ruleOnValues) evaluate() (found evaluated) {
	defer func() {
		if r := recover(); r != nil {
			found = evaluated{Panic: fmt.Sprintf("%v", r)}
		}
	}()
	var internal apiextensions.JSONSchemaProps
	if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&r.Schema, &internal, nil); err != nil {
		return evaluated{Refuse: err.Error()}
	}
	schema, err := structuralschema.NewStructural(&internal)
	if err != nil {
		return evaluated{Refuse: err.Error()}
	}
	if r.Part {
		return r.evaluatePart(schema)
	}
	schema.XValidations = apiextensionsv1.ValidationRules{{Rule: r.Rule}}
	compiled, err := schemacel.Compile(schema, model.SchemaDeclType(schema, false), celconfig.PerCallLimit,
		baseEnvironment(), schemacel.StoredExpressionsEnvLoader())
	if err != nil {
		return evaluated{Refuse: err.Error()}
	}
	if refused := compiled[0].Error; refused != nil {
		return evaluated{Refuse: withoutRandom(refused.Detail)}
	}
	if compiled[0].Program == nil {
		return evaluated{Refuse: "blank"}
	}
	estimate := &compiled[0].MaxCost
	variables, err := r.variables(schema)
	if err != nil {
		return evaluated{Refuse: err.Error()}
	}
	value, details, err := compiled[0].Program.ContextEval(context.Background(), variables)
	cost := details.ActualCost()
	if err != nil {
		return evaluated{Error: err.Error(), Cost: cost, Estimate: estimate}
	}
	text := fmt.Sprintf("%v", value.Value())
	return evaluated{Type: value.Type().TypeName(), Value: &text, Cost: cost, Estimate: estimate}
}

func (r ruleOnValues) variables(schema *structuralschema.Structural) (map[string]any, error) {
	variables := map[string]any{}
	for name, raw := range map[string]json.RawMessage{"self": r.Self, "oldSelf": r.OldSelf} {
		if raw == nil {
			continue
		}
		var value any
		if err := utiljson.Unmarshal(raw, &value); err != nil {
			return nil, err
		}
		variables[name] = schemacel.UnstructuredToVal(value, schema)
	}
	return variables, nil
}
