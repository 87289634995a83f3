// Package v1 has a list of pointers to items that point to a job.
//
// +groupName=costs.example.com
package v1

import (
	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:object:root=true
type Pointers struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PointersSpec `json:"spec"`
}

type PointersSpec struct {
	// +listType=map
	// +listMapKey=name
	Jobs []*NamedJob `json:"jobs,omitempty"`
}

type NamedJob struct {
	// +kubebuilder:validation:MaxLength=63
	Name string `json:"name"`

	Template *batchv1.JobTemplateSpec `json:"template,omitempty"`
}
