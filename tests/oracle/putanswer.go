package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"sort"
	"strings"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
)

// describe fills in what is known of the objects and of the errors.
func (c *cluster) describe(found *written, target *request.RequestInfo, body []byte, old, sent map[string]any) {
	result := &unstructured.Unstructured{}
	if found.Code == http.StatusOK {
		_ = result.UnmarshalJSON(body)
	} else {
		status := &metav1.Status{}
		_ = json.Unmarshal(body, status)
		found.Reason = string(status.Reason)
		result = c.refused(found, target, status)
	}
	read, _ := c.memory.read.(*unstructured.Unstructured)
	if read == nil || result == nil || found.Message != "" {
		return
	}
	if target.Subresource != "scale" {
		found.Generation = []int64{read.GetGeneration(), result.GetGeneration()}
	}
	// Of a refused scale the handler has no object of its own.
	if found.Code == http.StatusOK || target.Subresource != "scale" {
		found.Object = withoutFilled(result, sent, old)
	}
	found.OldObject = withoutFilled(read, old, sent)
}

// refused gives the errors of a refusal, and the object as it was validated. The
// answer has each error's value and detail in one sentence; the functions of the
// server that made it give them apart.
func (c *cluster) refused(found *written, target *request.RequestInfo, status *metav1.Status) *unstructured.Unstructured {
	object, _ := c.seen.object.(*unstructured.Unstructured)
	served := c.versions[target.APIVersion]
	if found.Code != http.StatusUnprocessableEntity || served == nil {
		found.Message = status.Message
		return object
	}
	read, _ := c.memory.read.(*unstructured.Unstructured)
	strategy := served.updates(target.Subresource)
	ctx := request.WithNamespace(context.Background(), target.Namespace)
	if scale, isScale := c.seen.object.(*autoscalingv1.Scale); isScale {
		object = served.scaled(ctx, read, scale)
	}
	if object == nil || read == nil {
		found.Message = status.Message
		return object
	}
	errs := validateUpdate(ctx, object, read, strategy)
	if a, b := causes(status), sentences(errs); !reflect.DeepEqual(a, b) {
		found.Message = fmt.Sprintf("the answer has %q, the functions %q", a, b)
	}
	found.Errors = instanceErrors(errs, false)
	return object
}

func causes(status *metav1.Status) []string {
	found := []string{}
	if status.Details != nil {
		for _, cause := range status.Details.Causes {
			found = append(found, fmt.Sprintf("%s %s: %s", cause.Type, cause.Field, cause.Message))
		}
	}
	sort.Strings(found)
	return found
}

func sentences(errs field.ErrorList) []string {
	found := []string{}
	for _, err := range errs {
		found = append(found, fmt.Sprintf("%s %s: %s", string(err.Type), err.Field, err.ErrorBody()))
	}
	sort.Strings(found)
	return found
}

// updates is what judges a write of a subresource.
func (s *servedVersion) updates(subresource string) rest.RESTUpdateStrategy {
	if subresource == "status" {
		return s.status
	}
	return s.strategy
}

// scaled is what a write of the scale subresource makes of the object: the
// handler keeps that to itself.
func (s *servedVersion) scaled(ctx context.Context, read *unstructured.Unstructured, scale *autoscalingv1.Scale) *unstructured.Unstructured {
	object := read.DeepCopy()
	path := strings.Split(strings.TrimPrefix(s.scale.SpecReplicasPath, "."), ".")
	if unstructured.SetNestedField(object.Object, int64(scale.Spec.Replicas), path...) != nil {
		return nil
	}
	s.strategy.PrepareForUpdate(ctx, object, read)
	return object
}
