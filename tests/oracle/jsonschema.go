package main

import (
	"fmt"
	"io"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemaQuestion is a JSON Schema and what is validated against it.
type schemaQuestion struct {
	Schema  any   `json:"schema"`
	Objects []any `json:"objects"`
}

// runJSONSchema validates objects by a library for JSON Schema: what it reports
// of each object, null of a valid one.
func runJSONSchema(args []string, in io.Reader, out io.Writer) error {
	if len(args) > 0 {
		return fmt.Errorf("%w: json-schema: takes no argument", errUsage)
	}
	return answerEach("json-schema", in, out, empty[schemaQuestion], schemaQuestion.answer)
}

func (q schemaQuestion) answer() ([]*string, error) {
	const name = "schema.json"
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft7)
	compiler.AssertFormat()
	if err := compiler.AddResource(name, q.Schema); err != nil {
		return nil, err
	}
	schema, err := compiler.Compile(name)
	if err != nil {
		return nil, err
	}
	answers := make([]*string, len(q.Objects))
	for i, object := range q.Objects {
		if err := schema.Validate(object); err != nil {
			sentence := err.Error()
			answers[i] = &sentence
		}
	}
	return answers, nil
}
