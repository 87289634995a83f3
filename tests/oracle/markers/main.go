// Reads markers as controller-gen does: one JSON object a line with `marker` and `target`, and for each an answer with
// the name of the definition, what the parser says, and the value that it read.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"sigs.k8s.io/controller-tools/pkg/applyconfiguration"
	crdmarkers "sigs.k8s.io/controller-tools/pkg/crd/markers"
	"sigs.k8s.io/controller-tools/pkg/deepcopy"
	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"
	"sigs.k8s.io/controller-tools/pkg/rbac"
	"sigs.k8s.io/controller-tools/pkg/webhook"
)

type question struct {
	Marker string `json:"marker"`
	Target string `json:"target"`
}

type answer struct {
	Name   string          `json:"name"`
	Errors []string        `json:"errors"`
	Value  json.RawMessage `json:"value,omitempty"`
}

func registry() (*markers.Registry, error) {
	reg := &markers.Registry{}
	return reg, errors.Join(
		crdmarkers.Register(reg),
		rbac.Generator{}.RegisterMarkers(reg),
		webhook.Generator{}.RegisterMarkers(reg),
		deepcopy.Generator{}.RegisterMarkers(reg),
		applyconfiguration.Generator{}.RegisterMarkers(reg),
	)
}

func answerTo(reg *markers.Registry, asked question) (out answer) {
	defer func() {
		if problem := recover(); problem != nil {
			out.Errors = []string{fmt.Sprintf("panic: %v", problem)}
		}
	}()
	out.Errors = []string{}
	targets := map[string]markers.TargetType{
		"package": markers.DescribesPackage,
		"type":    markers.DescribesType,
		"field":   markers.DescribesField,
	}
	def := reg.Lookup(asked.Marker, targets[asked.Target])
	if def == nil {
		return out
	}
	out.Name = def.Name
	value, err := def.Parse(asked.Marker)
	var list loader.ErrList
	switch {
	case err == nil:
		out.Value, _ = json.Marshal(value)
	case errors.As(err, &list):
		for _, one := range list {
			out.Errors = append(out.Errors, one.Error())
		}
	default:
		out.Errors = append(out.Errors, err.Error())
	}
	return out
}

func main() {
	reg, err := registry()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for lines.Scan() {
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if err := out.Encode(answerTo(reg, asked)); err != nil {
			os.Exit(1)
		}
	}
}
