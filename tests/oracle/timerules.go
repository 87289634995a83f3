package main

import (
	"io"
	"time"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
)

// measuredRules is one run over all rules, their CRDs decoded beforehand.
type measuredRules struct {
	Milliseconds float64 `json:"milliseconds"`
	CRDs         int     `json:"crds"`
	Rules        int     `json:"rules"`
}

// runTimeRules prints how long one thread takes to compile and cost all rules of
// structural schemas. The first run also builds the CEL environment.
func runTimeRules(args []string, _ io.Reader, out io.Writer) error {
	texts, repeat, err := timed("time-rules", args)
	if err != nil {
		return err
	}
	var crds []*apiextensions.CustomResourceDefinition
	for _, text := range texts {
		crds = append(crds, crdsIn(text)...)
	}
	return repeated(repeat, out, func() any { return measureRules(crds) })
}

// crdsIn are the CRDs of a text that can be decoded.
func crdsIn(text []byte) []*apiextensions.CustomResourceDefinition {
	var found []*apiextensions.CustomResourceDefinition
	for _, result := range createdCRDs(text) {
		found = append(found, result.crd)
	}
	return found
}

// createdCRDs are the same with what the server says of them.
func createdCRDs(text []byte) []outcome {
	var found []outcome
	for _, doc := range splitDocuments(text) {
		values, _ := manifests(doc)
		for _, value := range values {
			objects, _ := objectsIn(value)
			for _, o := range objects {
				if o.value.GroupVersionKind() != crdKind {
					continue
				}
				body, err := o.body()
				if err != nil {
					continue
				}
				if result := create(body); result.crd != nil {
					found = append(found, result)
				}
			}
		}
	}
	return found
}

func measureRules(crds []*apiextensions.CustomResourceDefinition) measuredRules {
	found := measuredRules{CRDs: len(crds)}
	start := time.Now()
	for _, crd := range crds {
		for _, version := range costsOf(crd) {
			found.Rules += len(version.Rules)
		}
	}
	found.Milliseconds = float64(time.Since(start).Microseconds()) / 1000
	return found
}
