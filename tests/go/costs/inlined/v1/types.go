// Package v1 has a list whose items are jobs with a field more.
//
// +groupName=costs.example.com
package v1

import (
	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:object:root=true
type Repeated struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RepeatedSpec `json:"spec"`
}

type RepeatedSpec struct {
	// +listType=map
	// +listMapKey=name
	Jobs []Job `json:"jobs,omitempty"`
}

// Job has all fields of a job next to its own.
type Job struct {
	// +kubebuilder:validation:MaxLength=63
	Name string `json:"name"`

	batchv1.JobSpec `json:",inline"`

	// +kubebuilder:validation:Minimum=1
	Every int32 `json:"every,omitempty"`
}
