// Package v1beta1 has older ovens, whose fields are optional by default.
// +groupName=kitchen.example.com
// +kubebuilder:validation:Optional
package v1beta1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Oven bakes.
// +kubebuilder:deprecatedversion:warning="use v1: it is better"
// +kubebuilder:unservedversion
type Oven struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Heat int `json:"heat"`
	// +kubebuilder:validation:Required
	Name string `json:"name"`
	Kids []Kid  `json:"kids"`
}

// Kid has a kid.
type Kid struct {
	Name string `json:"name"`
}
