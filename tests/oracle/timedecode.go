package main

import (
	"encoding/json"
	"io"
	"time"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// measuredDecoding is one run over all files, read beforehand.
type measuredDecoding struct {
	Milliseconds float64 `json:"milliseconds"`
	Files        int     `json:"files"`
	Bytes        int     `json:"bytes"`
	CRDs         int     `json:"crds"`
}

// runTimeDecode prints how long one thread takes to have all CRDs in Go's type
// for them, as a program does that looks them up. Nothing is checked.
func runTimeDecode(args []string, _ io.Reader, out io.Writer) error {
	texts, repeat, err := timed("time-decode", args)
	if err != nil {
		return err
	}
	return repeated(repeat, out, func() any { return measureDecoding(texts) })
}

func measureDecoding(texts [][]byte) measuredDecoding {
	found := measuredDecoding{Files: len(texts)}
	// Kept until all are there, as an index keeps them.
	var crds []*apiextensionsv1.CustomResourceDefinition
	start := time.Now()
	for _, text := range texts {
		found.Bytes += len(text)
		for _, doc := range splitDocuments(text) {
			value, err := yamlToJSON(doc.text)
			if err != nil {
				continue
			}
			crd := &apiextensionsv1.CustomResourceDefinition{}
			if json.Unmarshal(value, crd) == nil && crd.GroupVersionKind() == crdKind {
				crds = append(crds, crd)
			}
		}
	}
	found.Milliseconds = float64(time.Since(start).Microseconds()) / 1000
	found.CRDs = len(crds)
	return found
}
