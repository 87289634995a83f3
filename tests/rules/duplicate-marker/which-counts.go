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
	// +optional
//@4+9 warning[duplicate-marker]: `+optional` is repeated
//@ | fix: Remove this one
	// +optional
	A string `json:"a"`
	// +kubebuilder:default=a
//@4+22 warning[duplicate-marker]: `+kubebuilder:default` is repeated with another value, and the last one counts
//@ | fix: Remove this one
	// +kubebuilder:default=b
	B string `json:"b"`
	// +kubebuilder:validation:XValidation:rule="true"
	// +kubebuilder:validation:XValidation:rule="true"
	C string `json:"c"`
	// +listType=map
	// +listMapKey=a
	// +listMapKey=b
	D []Item `json:"d"`
}

type Item struct {
	A string `json:"a"`
	B string `json:"b"`
}

// +groupName=example.org
//@3+22 warning[duplicate-marker]: `+groupName` is repeated with another value, and the first one counts
//@ | why: Only packages have this marker: it is not `Other`'s.
//@ | fix: Remove this one

// Another one.
type Other struct {}
