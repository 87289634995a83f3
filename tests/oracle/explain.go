package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/openapi"
)

// explanations asks what kubectl prints of fields of a kind in a version of a CRD.
type explanations struct {
	ID        json.RawMessage `json:"id"`
	CRD       json.RawMessage `json:"crd"`
	Version   string          `json:"version"`
	Fields    [][]string      `json:"fields"`
	Recursive bool            `json:"recursive"`
}

// explained is what kubectl prints of a field.
type explained struct {
	Text  string `json:"text"`
	Error string `json:"error,omitempty"`
}

// explainedAll carries the question's id, and what is printed of each of its fields.
type explainedAll struct {
	ID     json.RawMessage `json:"id"`
	Fields []explained     `json:"fields"`
	Error  string          `json:"error,omitempty"`
}

// servedDocument is a cluster that serves one document.
type servedDocument struct {
	path string
	text []byte
}

func (d servedDocument) Paths() (map[string]openapi.GroupVersion, error) {
	return map[string]openapi.GroupVersion{d.path: d}, nil
}

func (d servedDocument) Schema(string) ([]byte, error) { return d.text, nil }

func (d servedDocument) ServerRelativeURL() string { return "" }

// runExplain answers requests on stdin until it ends.
func runExplain(args []string, in io.Reader, out io.Writer) error {
	if len(args) > 0 {
		return fmt.Errorf("%w: explain: takes no argument", errUsage)
	}
	unasked := func() explanations { return explanations{ID: json.RawMessage("null")} }
	return answerEach("explain", in, out, unasked, func(q explanations) (explainedAll, error) {
		a := explainedAll{ID: q.ID, Fields: []explained{}}
		if document, gvr, err := q.document(); err != nil {
			a.Error = err.Error()
		} else {
			for _, fields := range q.Fields {
				a.Fields = append(a.Fields, printed(document, gvr, fields, q.Recursive))
			}
		}
		return a, nil
	})
}

func (q explanations) document() (d servedDocument, gvr schema.GroupVersionResource, err error) {
	p := publish(q.CRD)
	if p.Error != "" || !p.Accepted {
		return d, gvr, fmt.Errorf("accepted: %t %s", p.Accepted, p.Error)
	}
	var names struct {
		Spec struct {
			Group string
			Names struct{ Plural string }
		}
	}
	if err := json.Unmarshal(q.CRD, &names); err != nil {
		return d, gvr, err
	}
	gvr = schema.GroupVersionResource{Group: names.Spec.Group, Version: q.Version, Resource: names.Spec.Names.Plural}
	for _, v := range p.Versions {
		if v.Version == q.Version {
			text, err := json.Marshal(v.V3)
			return servedDocument{fmt.Sprintf("apis/%s/%s", gvr.Group, gvr.Version), text}, gvr, err
		}
	}
	return d, gvr, fmt.Errorf("%s is not served", q.Version)
}

func printed(document servedDocument, gvr schema.GroupVersionResource, fields []string, recursive bool) explained {
	var text bytes.Buffer
	var found explained
	if err := printModel(fields, &text, document, gvr, recursive); err != nil {
		found.Error = err.Error()
	}
	found.Text = text.String()
	return found
}
