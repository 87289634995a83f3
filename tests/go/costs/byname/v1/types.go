// Package v1 has jobs by name.
//
// +groupName=costs.example.com
package v1

import (
	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:object:root=true
type Named struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec NamedSpec `json:"spec"`
}

type NamedSpec struct {
	// Jobs by name.
	Jobs map[string]batchv1.JobSpec `json:"jobs,omitempty"`
}
