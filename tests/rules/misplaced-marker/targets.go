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
	// +kubebuilder:subresource:status
//@5+30 warning[misplaced-marker]: `+kubebuilder:subresource:status` has no effect on a field
//@ | why: controller-gen reads it on types only, and ignores it here silently.
//@ | help: Move it to the declaration of the type.
	A Size `json:"a"`
	// +groupName=example.org
//@5+9 warning[misplaced-marker]: `+groupName` has no effect on a field
//@ | why: controller-gen reads it on packages only, and ignores it here silently.
	B string `json:"b"`
}

// +kubebuilder:default=Small
//@4+19 warning[misplaced-marker]: `+kubebuilder:default` has no effect on a type
//@ | why: controller-gen reads it on fields only, and ignores it here silently.
//@ | help: Move it to the fields of this type.
// +optional
//@4+8 warning[misplaced-marker]: `+optional` has no effect on a type
//@ | why: controller-gen reads it on fields only, and ignores it here silently.
//@ | help: Move it to the fields of this type.
type Size string

// +versionName=v2
//@4+11 warning[misplaced-marker]: `+versionName` has no effect on a type
//@ | why: controller-gen reads it on packages only, and ignores it here silently.
//@ | help: Move it above the package clause, or apart from the declaration by a blank line.
type Name string
