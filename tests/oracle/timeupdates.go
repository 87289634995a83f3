package main

import (
	"context"
	"io"
	"net/http"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
)

// measuredUpdates is one run over all updates, their CRDs compiled beforehand.
type measuredUpdates struct {
	// Milliseconds from texts to errors, and Validation those of the strategy alone.
	Milliseconds float64 `json:"milliseconds"`
	Validation   float64 `json:"validation"`
	Updates      int     `json:"updates"`
	Findings     int     `json:"findings"`
}

// timedUpdate is an update as the handler comes to the strategy with it: what was
// sent, and the old object as it was read from storage.
type timedUpdate struct {
	served    *servedVersion
	strategy  rest.RESTUpdateStrategy
	namespace string
	sent, old []byte
}

// runTimeUpdates prints how long one thread takes to judge updates, which are read
// beforehand as the lines of `oracle updates`: without HTTP and storage, but with
// decoding, pruning and defaults. Those that the handler does not validate, and
// those of the scale subresource, are left out.
func runTimeUpdates(args []string, _ io.Reader, out io.Writer) error {
	clusters := map[string]*cluster{}
	made := func(c change) ([]timedUpdate, error) {
		answered, serving := c.answer(clusters, nil), clusters[c.CRD]
		if answered.Verdict == nil || serving == nil || c.Subresource == "scale" {
			return nil, nil
		}
		validated := answered.Verdict.Code == http.StatusOK || answered.Verdict.Code == http.StatusUnprocessableEntity
		read, isObject := serving.memory.read.(*unstructured.Unstructured)
		target := serving.target(storedValue(c.Old), parsed(c.New), c.Subresource)
		served := serving.versions[target.APIVersion]
		if !validated || !isObject || served == nil {
			return nil, nil
		}
		stored := encodedJSON(read.Object)
		return []timedUpdate{{served, served.updates(c.Subresource), target.Namespace, c.New, stored}}, nil
	}
	return timedLines("time-updates", args, out, made, func(all []timedUpdate) any { return measureUpdates(all) })
}

func measureUpdates(all []timedUpdate) measuredUpdates {
	found := measuredUpdates{Updates: len(all)}
	var validation time.Duration
	start := time.Now()
	for _, u := range all {
		sent, old := u.served.read(u.sent), u.served.read(u.old)
		if sent == nil || old == nil {
			continue
		}
		begun := time.Now()
		found.Findings += len(u.validate(sent, old))
		validation += time.Since(begun)
	}
	found.Milliseconds = float64(time.Since(start).Microseconds()) / 1000
	found.Validation = float64(validation.Microseconds()) / 1000
	return found
}

// read decodes an object and does what the handler's decoder does with it.
func (s *servedVersion) read(text []byte) *unstructured.Unstructured {
	u := &unstructured.Unstructured{}
	if u.UnmarshalJSON(text) != nil {
		return nil
	}
	if _, err := s.coerce(u); err != nil {
		return nil
	}
	return u
}

// validate is what rest.BeforeUpdate does; that gives no list of errors.
func (u timedUpdate) validate(sent, old *unstructured.Unstructured) []string {
	ctx := request.WithNamespace(context.Background(), u.namespace)
	sent.SetUID(old.GetUID())
	sent.SetResourceVersion(old.GetResourceVersion())
	sent.SetNamespace(old.GetNamespace())
	sent.SetGeneration(old.GetGeneration())
	u.strategy.PrepareForUpdate(ctx, sent, old)
	sent.SetCreationTimestamp(old.GetCreationTimestamp())
	errs := validateUpdate(ctx, sent, old, u.strategy)
	return append(u.strategy.WarningsOnUpdate(ctx, sent, old), sentences(errs)...)
}
