package main

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// mostRemembered bounds what is held of CRDs that are asked about one after the other.
const mostRemembered = 32

// remembered holds what the server made of the last texts that it was asked about:
// a CRD comes again with each object that it judges.
type remembered[T any] struct {
	made  map[string]T
	texts []string
}

func newRemembered[T any]() *remembered[T] { return &remembered[T]{made: map[string]T{}} }

// of gives what is made of a text, from before where it is held. Without a memory
// it is made each time, as where time is measured.
func (r *remembered[T]) of(text []byte, make func([]byte) T) T {
	if r == nil {
		return make(text)
	}
	key := string(text)
	if made, held := r.made[key]; held {
		return made
	}
	made := make(text)
	if len(r.texts) == mostRemembered {
		delete(r.made, r.texts[0])
		r.texts = r.texts[1:]
	}
	r.made[key], r.texts = made, append(r.texts, key)
	return made
}

// createdCRD is a CRD that somebody creates, and what serves its objects.
type createdCRD struct {
	outcome
	served *servedKind
}

func newCreatedCRD(body []byte) *createdCRD { return &createdCRD{outcome: create(body)} }

// serve does what the handler of custom resources does when a CRD appears; nil
// where it cannot.
func (c *createdCRD) serve() *servedKind {
	if c.served == nil && c.crd != nil {
		crd := &apiextensionsv1.CustomResourceDefinition{}
		if scheme.Convert(c.crd, crd, nil) == nil {
			c.served = newServedKind(crd)
		}
	}
	return c.served
}
