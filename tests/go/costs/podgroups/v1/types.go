// Package v1 has a list of groups of pods.
//
// +groupName=costs.example.com
package v1

import (
	schedulingv1alpha3 "k8s.io/api/scheduling/v1alpha3"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:object:root=true
type Grouped struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec GroupedSpec `json:"spec"`
}

type GroupedSpec struct {
	// +listType=map
	// +listMapKey=name
	Groups []NamedGroup `json:"groups,omitempty"`
}

type NamedGroup struct {
	// +kubebuilder:validation:MaxLength=63
	Name string `json:"name"`

	Group schedulingv1alpha3.PodGroupSpec `json:"group"`
}
