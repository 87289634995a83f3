package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apiserver/pkg/endpoints/request"
)

// definitions asks what becomes of a CRD that is in a cluster and is written
// several times, one write after the other.
type definitions struct {
	ID     json.RawMessage   `json:"id"`
	Old    json.RawMessage   `json:"old"`
	Writes []definitionWrite `json:"writes"`
}

// definitionWrite is a PUT of the CRD, or of its subresource status.
type definitionWrite struct {
	Subresource string          `json:"subresource"`
	CRD         json.RawMessage `json:"crd"`
}

// writtenDefinition is the answer to one write; one that is refused changes nothing.
type writtenDefinition struct {
	Errors []string `json:"errors"`
	Stored []string `json:"stored"`
}

// writtenDefinitions carries the question's id, and what becomes of each write.
type writtenDefinitions struct {
	ID     json.RawMessage     `json:"id"`
	Writes []writtenDefinition `json:"writes"`
	Error  string              `json:"error,omitempty"`
}

var statusStrategy = customresourcedefinition.NewStatusStrategy(scheme)

// runDefinitions answers requests on stdin until it ends.
func runDefinitions(args []string, in io.Reader, out io.Writer) error {
	if len(args) > 0 {
		return fmt.Errorf("%w: definitions: takes no argument", errUsage)
	}
	unasked := func() definitions { return definitions{ID: json.RawMessage("null")} }
	return answerEach("definitions", in, out, unasked, func(q definitions) (writtenDefinitions, error) {
		a := writtenDefinitions{ID: q.ID, Writes: []writtenDefinition{}}
		if old, err := stored(q.Old); err != nil {
			a.Error = err.Error()
		} else {
			a.Writes = q.written(old)
		}
		return a, nil
	})
}

func (q definitions) written(old *apiextensions.CustomResourceDefinition) []writtenDefinition {
	found := []writtenDefinition{}
	for _, write := range q.Writes {
		result := update(write.CRD, old)
		if write.Subresource == "status" {
			result = updateStatus(write.CRD, old)
		}
		said := writtenDefinition{Errors: sentencesOf(result)}
		if len(said.Errors) == 0 {
			old = result.crd
		}
		said.Stored = old.Status.StoredVersions
		found = append(found, said)
	}
	return found
}

// updateStatus walks through the server's stages for a PUT of a CRD's status.
func updateStatus(body []byte, old *apiextensions.CustomResourceDefinition) outcome {
	result := decode(body)
	if result.decodeError != nil {
		return result
	}
	ctx := request.WithNamespace(context.Background(), metav1.NamespaceNone)
	old = old.DeepCopy()
	if old.ResourceVersion == "" {
		old.ResourceVersion = "1"
	}
	result.crd.Namespace, result.crd.ManagedFields = metav1.NamespaceNone, nil
	result.crd.ResourceVersion, result.crd.UID = old.ResourceVersion, old.UID
	result.crd.Generation, result.crd.CreationTimestamp = old.Generation, old.CreationTimestamp
	statusStrategy.PrepareForUpdate(ctx, result.crd, old)
	result.errors = validateUpdate(ctx, result.crd, old, statusStrategy)
	return result
}

func sentencesOf(result outcome) []string {
	found := []string{}
	if result.decodeError != nil {
		return append(found, result.decodeError.Error())
	}
	for _, err := range result.errors {
		found = append(found, err.Error())
	}
	return found
}
