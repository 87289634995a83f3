// controller-gen: v0.19.0
// +groupName=example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:object:root=true
type Oven struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec OvenSpec `json:"spec"`
}

type OvenSpec struct {
	// +kubebuilder:validation:MaxLength=5
//@5+32 error[marker-does-not-fit]: `kubebuilder:validation:MaxLength`: must apply maxlength to a textual value, found type ""
//@ | why: controller-gen v0.19.0: must apply maxlength to a textual value, found type ""
//@ | help: Before v0.20.0 a field of a named type has no type yet. Put the marker on the type.
	A Name `json:"a"`
}

type Name string
