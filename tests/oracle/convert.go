package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// yamlToJSON is sigs.k8s.io/yaml.YAMLToJSON, the conversion that kubectl uses; a
// panic in it becomes an error.
func yamlToJSON(text []byte) (value []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			value, err = nil, fmt.Errorf("panic: %v", r)
		}
	}()
	return yaml.YAMLToJSON(text)
}

// manifests are the JSON values that kubectl finds in a document: one for YAML,
// any number where a file begins as a stream of JSON objects. Values that are
// null are passed over, as kubectl does.
func manifests(doc document) ([][]byte, error) {
	if doc.problem != "" {
		return nil, errors.New(doc.problem)
	}
	if doc.index == 0 && utilyaml.IsJSONBuffer(doc.text) {
		return jsonManifests(doc.text)
	}
	value, err := yamlToJSON(doc.text)
	return withoutNull([][]byte{value}), err
}

// jsonManifests mirrors apimachinery's YAMLOrJSONDecoder: JSON first; after at
// most one object it may still turn out to be YAML; if neither can be read, the
// complaint is the JSON decoder's.
func jsonManifests(text []byte) ([][]byte, error) {
	var values [][]byte
	decoder := json.NewDecoder(bytes.NewReader(text))
	for {
		start := decoder.InputOffset()
		var value json.RawMessage
		err := decoder.Decode(&value)
		if err == nil {
			values = append(values, value)
			continue
		}
		if errors.Is(err, io.EOF) {
			return withoutNull(values), nil
		}
		if len(values) > 1 {
			return withoutNull(values), err
		}
		last, yamlErr := yamlToJSON(text[start:])
		if yamlErr != nil {
			return withoutNull(values), jsonProblem(err)
		}
		return withoutNull(append(values, last)), nil
	}
}

func jsonProblem(err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return utilyaml.JSONSyntaxError{Offset: syntax.Offset, Err: syntax}
	}
	return err
}

func withoutNull(values [][]byte) [][]byte {
	kept := values[:0]
	for _, value := range values {
		value = bytes.TrimSpace(value)
		if len(value) > 0 && !bytes.Equal(value, []byte("null")) {
			kept = append(kept, value)
		}
	}
	return kept
}
