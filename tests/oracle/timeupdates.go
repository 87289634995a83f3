package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/klog/v2"
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
	klog.SetLogger(logr.Discard())
	texts, repeat, err := timed("time-updates", args)
	if err != nil {
		return err
	}
	var all []timedUpdate
	for _, text := range texts {
		found, err := updatesIn(text)
		if err != nil {
			return err
		}
		all = append(all, found...)
	}
	return repeated(repeat, out, func() any { return measureUpdates(all) })
}

func updatesIn(text []byte) ([]timedUpdate, error) {
	var found []timedUpdate
	clusters, lines := map[string]*cluster{}, json.NewDecoder(bytes.NewReader(text))
	for {
		var c change
		if err := lines.Decode(&c); errors.Is(err, io.EOF) {
			return found, nil
		} else if err != nil {
			return nil, fmt.Errorf("time-updates: %w", err)
		}
		answered, serving := c.answer(clusters), clusters[c.CRD]
		if answered.Verdict == nil || serving == nil || c.Subresource == "scale" {
			continue
		}
		validated := answered.Verdict.Code == http.StatusOK || answered.Verdict.Code == http.StatusUnprocessableEntity
		read, isObject := serving.memory.read.(*unstructured.Unstructured)
		target := serving.target(storedValue(c.Old), parsed(c.New), c.Subresource)
		served := serving.versions[target.APIVersion]
		if !validated || !isObject || served == nil {
			continue
		}
		found = append(found, timedUpdate{served, served.updates(c.Subresource), target.Namespace, c.New, encodedJSON(read.Object)})
	}
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
