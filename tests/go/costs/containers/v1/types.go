// Package v1 has a list of a core type without a bound, and a rule on it.
//
// +groupName=costs.example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:object:root=true
type Box struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec BoxSpec `json:"spec"`
}

type BoxSpec struct {
	// +kubebuilder:validation:XValidation:rule="self.all(a, self.exists_one(b, a.name == b.name))",message="names differ"
	Containers []corev1.Container `json:"containers,omitempty"`
}
